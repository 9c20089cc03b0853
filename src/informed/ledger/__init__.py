"""The ledger: what was measured before, kept as statistics, so that every old run still answers every question."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from informed.core.result import Result
from informed.core.saving import Saved
from informed.ledger import fingerprint as prints
from informed.ledger.chain import Verified, verified
from informed.ledger.exchange import exported, imported
from informed.ledger.figures import Recorded
from informed.ledger.items import ItemRows
from informed.ledger.place import place_of
from informed.ledger.reading import Reading
from informed.ledger.run import Run, Runs, duration, moment, tags_of
from informed.ledger.store import store_at
from informed.ledger.writing import dropped, entered, entry_of, items_key

__all__ = ["Ledger", "Recorded", "Run", "Runs"]


class Ledger(Reading):
    """Recorded runs in an SQLite file or on a PostgreSQL server.

    Each run keeps its sufficient statistics and options, not a number: any measure, interval or test can be asked for
    later, runs add up exactly, and every recorded answer can be given again to the last digit.

    Parameters
    ----------
    url
        ``postgresql://...``, ``sqlite:///FILE`` or the name of a file. By default what ``INFORMED_LEDGER`` names, else
        ``.informed/ledger.db`` in the nearest folder above that has a folder ``.informed``, else a file in the user's
        data folder.

    Examples
    --------
    >>> import tempfile
    >>> ledger = Ledger(tempfile.mkdtemp() + "/ledger.db")
    >>> found = informed.evaluate(["rain", "sun", "rain", "sun"], ["rain", "sun", "sun", "sun"])
    >>> ledger.record(found, task="nightly", system="v1.3").n
    4
    >>> ledger.pooled("nightly", system="v1.3").table.tolist()
    [[1, 1], [0, 2]]
    """

    def __init__(self, url: str | Path | None = None) -> None:
        self.place = place_of(url)
        self._store = store_at(self.place)

    def __repr__(self) -> str:
        return f"Ledger({self.place.shown!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; a later call opens it again."""
        self._store.close()

    def record(
        self,
        result: Result | Saved,
        *,
        task: str,
        system: str | None = None,
        version: str = "",
        dataset: str | Path | Sequence[Path] = "",
        fingerprint: str = "",
        tags: Mapping[str, Any] | Iterable[str] | None = None,
        source: str = "",
        items: ItemRows | tuple[Sequence[Any], Sequence[Any], Any] | None = None,
        hash_ids: bool = False,
        passed: bool | None = None,
        time: datetime | str | None = None,
    ) -> Run:
        """Record an answer, or a bare statistic.

        Recording the same again (task, system, version, data, statistics and options) adds a look and no second run.

        Parameters
        ----------
        result
            What a question gave: an evaluation, a comparison, a sweep, ...; or `Counts`, `Items`, `Scores`, ...
        task
            What is measured again and again: "nightly", "triage of radiographs".
        system, version
            Who made the predictions. A comparison names its systems itself.
        dataset
            The name of the data; or their file or files (`Path`), whose content then tells the data apart.
        fingerprint
            What tells the data apart, where ``dataset`` is no file. Without it two nights with equal counts are one.
        tags
            Whatever else is to be known: ``{"site": "north", "commit": "3f2c"}``.
        source
            Where the run came from: a file, a job, an address.
        items
            Item by item ``(ids, actual, predicted)``, to compare runs in pairs later; ``predicted`` is a column of
            labels, or a dictionary of them by system.
        hash_ids
            Keep ids as hashes, made with a key that stays in the ledger.
        passed
            Whether the run met its requirements, None where that is undecided; "last" of a later requirement skips
            runs that did not.
        time
            When it was measured: a datetime, or text such as "2026-11-01" or "2026-11-01T02:30"; by default now.

        Returns
        -------
        Run
            The run; one recorded before where this is the same again.

        Raises
        ------
        InputError
            If the result does not follow from statistics, or the ledger cannot be written.

        Examples
        --------
        >>> import tempfile
        >>> ledger = Ledger(tempfile.mkdtemp() + "/ledger.db")
        >>> counts = informed.count([1, 0, 1, 0], [1, 0, 0, 0])
        >>> ledger.record(counts, task="nightly", system="a").id == ledger.record(counts, task="nightly", system="a").id
        True
        """
        at = moment("time", datetime.now(UTC) if time is None else time)
        name, content = _dataset(dataset, fingerprint)
        entry = entry_of(result, task=task, system=system, version=version, dataset=name, fingerprint=content)
        entry = entry._replace(tags=tags_of(tags), source=source, passed=passed, at=at)
        if items is not None:
            rows = items if isinstance(items, ItemRows) else _rows(*items, entry.system)
            kept = rows.with_hashes(items_key(self._store)) if hash_ids else rows
            entry = entry._replace(items=(len(kept.ids), int(hash_ids), kept.packed()))
        entered(self._store, [(entry, "")])
        return self.run(entry.id)

    def export(self, runs: Iterable[Run] | None = None) -> Iterator[str]:
        """Write runs as lines of JSON, with their statistics, looks and items.

        Parameters
        ----------
        runs
            Which runs; by default all.

        Yields
        ------
        str
            A line for each run; `load` reads them.
        """
        yield from exported(self._store, self.runs() if runs is None else list(runs), every=runs is None)

    def load(self, lines: Iterable[str | bytes], source: str = "lines") -> tuple[int, int]:
        """Read lines that `export` gave; runs that are there already stay as they are.

        Parameters
        ----------
        lines
            One run each.
        source
            What error messages call them.

        Returns
        -------
        tuple of int
            How many runs the lines hold, and how many of them were new.
        """
        return imported(self._store, lines, source)

    def verify(self, hash: str | None = None) -> Verified:
        """Tell whether every run is as it was recorded.

        Parameters
        ----------
        hash
            The last hash of an earlier verification, or the beginning of it, kept outside the ledger: it must be in the
            chain, which else was written anew.

        Returns
        -------
        Verified
            ``.intact``, the last hash as ``.head``, the runs that were dropped, and in ``.faults`` every run that was
            altered, deleted or put in.
        """
        return verified(self._store, hash)

    def keep(self, age: str, runs: Iterable[Run] | None = None) -> tuple[int, datetime]:
        """Drop runs that were last recorded longer ago; the chain keeps their links and says that they were dropped.

        Parameters
        ----------
        age
            How long runs are kept: "400 days", "52 weeks", "2 years" (of 365 days).
        runs
            Of which runs; by default all.

        Returns
        -------
        tuple
            How many runs were dropped, and the time up to which.
        """
        since = datetime.now(UTC) - duration("age", age)
        old = [each for each in (self.runs(until=since) if runs is None else runs) if self.looks(each)[-1] < since]
        if old:
            dropped(self._store, [each.id for each in old], f"older than {age}")
        return len(old), since

    def _repr_html_(self) -> str:
        return self.runs(last=20)._repr_html_()


def _rows(ids: Sequence[Any], actual: Sequence[Any], predicted: Any, system: str) -> ItemRows:
    """Item rows of one system, or of several by name."""
    return ItemRows.of(ids, actual, predicted if isinstance(predicted, Mapping) else {system: predicted})


def _dataset(dataset: str | Path | Sequence[Path], content: str) -> tuple[str, str]:
    """The name of the data and what tells them apart."""
    if isinstance(dataset, str):
        return dataset, content
    files = [dataset] if isinstance(dataset, Path) else list(dataset)
    return ", ".join(each.name for each in files), content or prints.of_files(files)
