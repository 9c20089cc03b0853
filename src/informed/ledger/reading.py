"""What a ledger is asked: which runs there are, what they hold, and what they answer."""

import json
import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from informed.core.basis import asked_again
from informed.core.counts import Counts
from informed.core.errors import InputError, choice, whole
from informed.core.items import Items
from informed.core.result import Result
from informed.core.saving import Saved
from informed.ledger.figures import Recorded, changed
from informed.ledger.items import ItemRows, by_id, paired
from informed.ledger.place import Place
from informed.ledger.run import COLUMNS, RESTORE, SHORT, Run, Runs, moment, reader, tags_of
from informed.ledger.statistics import (
    PLAIN,
    counts_of,
    design_of,
    once,
    read,
    same_table,
    sample_of,
    summed,
    summed_at_once,
)
from informed.ledger.store import Store
from informed.ledger.writing import entry_of, identity, kept_key

DOCUMENTS = reader("statistic", ["run", "name", "kind", "document"])


class Reading:
    """The questions to a ledger."""

    place: Place
    _store: Store
    _held: Mapping[str, list[tuple[str, str, str]]] = {}

    def runs(
        self,
        task: str | None = None,
        *,
        system: str | None = None,
        version: str | None = None,
        dataset: str | None = None,
        question: str | None = None,
        tags: Mapping[str, Any] | Iterable[str] | None = None,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        last: int | None = None,
    ) -> Runs:
        """List runs in the order of their time, without their statistics.

        Parameters
        ----------
        task, system, version, dataset, question, tags
            Only runs with these; ``system`` also finds comparisons that the system took part in.
        since, until
            Only runs recorded from, or before, this time: a datetime, or text such as "2026-11-01".
        last
            Only the newest so many.

        Returns
        -------
        Runs
            A sequence of `Run`; ``.rows()`` gives flat rows.
        """
        equal = {"task": task, "version": version, "dataset": dataset, "question": question}
        where = [f"{name} = ?" for name, value in equal.items() if value is not None]
        values: list[Any] = [value for value in equal.values() if value is not None]
        if system is not None:
            where.append(f"(system = ? OR {self._holds()})")
            values += [system, json.dumps(system)]
        for name, sign, given in (("since", ">=", since), ("until", "<", until)):
            if given is not None:
                where.append(f"at {sign} ?")
                values.append(moment(name, given))
        wanted = tags_of(tags)
        most = None if last is None else min(whole("last", last, 1), sys.maxsize)  # as far as a database counts
        newest = most if not wanted else None  # tags are looked at here, so that the limit comes after
        chosen = f"SELECT {COLUMNS} FROM run" + (f" WHERE {' AND '.join(where)}" if where else "")
        if newest is None:
            rows = self._store.rows(f"{chosen} ORDER BY at, id", values)
        else:
            rows = self._store.rows(f"{chosen} ORDER BY at DESC, id DESC LIMIT {newest}", values)[::-1]
        if wanted:
            rows = [row for row in rows if wanted.items() <= Run.of(row).tags.items()][-(most or 0) :]
        return Runs(rows)

    def _holds(self) -> str:
        """Whether the systems of a run include one, written as JSON."""
        return "instr(systems, ?) > 0" if self._store.dialect == "sqlite" else "strpos(systems, ?) > 0"

    def run(self, id: str) -> Run:
        """Find a run by its id, or by the beginning of it."""
        if not id or not all(each in "0123456789abcdef" for each in id):
            raise InputError(f"run {id!r}: the id of a run is a hexadecimal number; informed ledger lists them")
        rows = self._store.rows(f"SELECT {COLUMNS} FROM run WHERE id >= ? AND id < ? LIMIT 2", [id, id + "g"])
        if len(rows) == 1:
            return Run.of(rows[0])
        if rows:
            raise InputError(f"run {id!r}: several runs begin so; give more of the id")
        raise InputError(f"run {id!r}: no such run in ledger {self.place.shown}")

    def tasks(self) -> dict[str, int]:
        """Count the runs of each task."""
        rows = self._store.rows("SELECT task, COUNT(*) FROM run GROUP BY task ORDER BY task")
        return {reader("run", ["task"])(row[:1])[0]: row[1] for row in rows}

    def systems(self, task: str) -> tuple[str, ...]:
        """List the systems of a task, in the order in which they first came."""
        rows = self._store.rows("SELECT systems, MIN(at) FROM run WHERE task = ? GROUP BY systems ORDER BY 2", [task])
        read = reader("run", ["systems"])
        return tuple(dict.fromkeys(name for row in rows for name in read(row[:1])[0]))

    def looks(self, run: Run | str) -> tuple[datetime, ...]:
        """Return the times at which the same run was recorded, the first included."""
        rows = self._store.rows("SELECT run, at FROM look WHERE run = ? ORDER BY at", [self._id(run)])
        return tuple(at for _, at in map(reader("look", ["run", "at"]), rows))

    def statistics(self, run: Run | str) -> dict[str, Saved]:
        """Return the statistics of a run by the name of the argument they were: ``{"judged/counts": Counts(...)}``."""
        return self.statistics_of([run])[0]

    def statistics_of(self, runs: Iterable[Run | str]) -> list[dict[str, Saved]]:
        """Return the statistics of many runs."""
        ids = [self._id(each) for each in runs]
        return [read(run, rows) for run, rows in zip(ids, self._documents(ids), strict=True)]

    @contextmanager
    def at_once(self, runs: Iterable[Run]) -> Iterator[None]:
        """Fetch the statistics of some runs together; inside of the block they are not fetched again."""
        ids = [each.id for each in runs]
        self._held = dict(zip(ids, self._documents(ids), strict=True))
        try:
            yield
        finally:
            self._held = {}

    def counts(self, run: Run | str, system: str | None = None) -> Counts:
        """Return the counts of a run.

        Parameters
        ----------
        run
            The run, or its id.
        system
            Which system, of a run that compared several.

        Returns
        -------
        Counts
            Exactly what was recorded.

        Raises
        ------
        InputError
            If the run keeps no table: scores, label sets or ratings.
        """
        return self.counts_of([run], system)[0]

    def counts_of(self, runs: Iterable[Run | str], system: str | None = None) -> list[Counts]:
        """Return the counts of many runs, in their order; read together, a thousand at a time."""
        found = list(runs)
        every = self.statistics_of(found)
        return [counts_of(self._id(run)[:SHORT], each, system) for run, each in zip(found, every, strict=True)]

    def samples_of(self, runs: Iterable[Run | str], system: str | None = None) -> list[Counts | Items]:
        """Return the counts of many runs; of runs recorded with clusters or strata their items, which hold these."""
        found = list(runs)
        every = self.statistics_of(found)
        return [sample_of(self._id(run)[:SHORT], each, system) for run, each in zip(found, every, strict=True)]

    def independent(self, runs: Iterable[Run], system: str | None = None) -> list[Counts]:
        """Return the counts of many runs, and refuse runs recorded with clusters or strata."""
        found = list(runs)
        for run, each in zip(found, self.samples_of(found, system), strict=True):
            if isinstance(each, Items):
                raise InputError(
                    f"run {run.id[:SHORT]} of {run.name!r} was recorded with {design_of(each)}; "
                    "this question needs independent items; history and leaderboard take it"
                )
        return self.counts_of(found, system)

    def pooled(
        self,
        task: str,
        *,
        system: str,
        version: str | None = None,
        dataset: str | None = None,
        tags: Mapping[str, Any] | Iterable[str] | None = None,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
    ) -> Counts | Items:
        """Add up the counts of all runs of one system, each set of data once, over all labels of any of them.

        Parameters
        ----------
        task, system, version, dataset, tags, since, until
            Which runs, as in `runs`.

        Returns
        -------
        Counts or Items
            The exact sum, for `evaluate`; items where the runs were recorded with clusters or strata, or where kept
            ids tell that items came again: each id is then a cluster.

        Raises
        ------
        InputError
            If there are no such runs, they keep no tables, or only some of them have clusters, strata or weights.
        """
        how: dict[str, Any] = {"version": version, "dataset": dataset, "tags": tags, "since": since, "until": until}
        runs = self.runs(task, system=system, **how)
        if not runs:
            choice("task", task, self.tasks())
            choice("system", system, self.systems(task))
            raise InputError(f"no run of {system!r} in task {task!r} matches; leave out a condition")
        return self.added(runs, system)

    def added(self, runs: Sequence[Run], system: str | None = None) -> Counts | Items:
        """Add up some runs of one system, each set of data once; where items came again, their ids are clusters."""
        known = self.identified(runs, system)
        if known is not None and len(known.clusters) < known.items.sum():
            return known
        if (found := summed_at_once(runs, self._documents([run.id for run in runs]))) is not None:
            return found
        return summed(once(runs, [each.pooled() for each in self.samples_of(runs, system)]))

    def identified(self, runs: Sequence[Run], system: str | None = None) -> Items | None:
        """Return all items of one system over some runs, whose clusters are the ids; None where not all kept them.

        None as well where the items are not those that were counted, or have weights, clusters or strata.
        """
        if runs and self.items(runs[-1]) is None:
            return None
        apart = once(runs, [each.pooled() for each in self.samples_of(runs, system)])  # the last of equal ones stays
        rows = [kept for run, _ in apart if (kept := self.items(run)) is not None]
        if len(rows) < len(apart) or any(design_of(each) != PLAIN for _, each in apart):
            return None
        found, total = by_id([(each, system) for each in self.alike(rows)]), summed(apart)
        return found if isinstance(total, Counts) and same_table(found.counts(), total) else None

    def items(self, run: Run | str) -> ItemRows | None:
        """Return the item rows of a run, where they were kept."""
        rows = self._store.rows("SELECT run, hashed, document FROM item WHERE run = ?", [self._id(run)])
        if not rows:
            return None
        hashed = reader("item", ["run", "hashed"])(rows[0][:2])[1]
        return ItemRows.unpacked(rows[0][2], hashed)

    def alike(self, rows: Iterable[ItemRows]) -> list[ItemRows]:
        """Return item rows whose ids can be compared: as hashes, where this ledger ever kept ids so."""
        key = kept_key(self._store)
        return [each if key is None or each.hashed else each.with_hashes(key) for each in rows]

    def paired(self, first: Run, second: Run) -> Items | dict[str, Items] | str:
        """Return two runs as two systems on the same items, as two samples that share some, or why neither.

        Parameters
        ----------
        first, second
            The runs, both recorded with their items.

        Returns
        -------
        Items, dict of Items or str
            For `compare`: the items of both systems where both runs have the same; where they share a part, all items
            of each run, whose clusters are the ids. Or the reason: items were not kept, none is common, an id has two
            actual labels, or weights, clusters or strata matter, which item rows do not hold.
        """
        rows = [self.items(first), self.items(second)]
        if rows[0] is None or rows[1] is None:
            return "not both runs kept their items"
        if any(self.dependent(each) for each in (first, second)):
            return "kept items hold no clusters, strata or weights"
        names = (first.name, second.name) if first.name != second.name else (f"{first.name} before", second.name)
        one, two = self.alike([rows[0], rows[1]])
        return paired((names[0], one), (names[1], two))

    def dependent(self, run: Run) -> bool:
        """Whether a run was recorded with clusters, strata or weights."""
        every = self.statistics(run).values()
        return any(each.dependent or each.weights is not None for each in every if isinstance(each, Items)) or any(
            each.weighted for each in every if isinstance(each, Counts)
        )

    def estimates(
        self,
        runs: Iterable[Run] | None = None,
        *,
        task: str | None = None,
        system: str | None = None,
        measure: str | None = None,
    ) -> list[Recorded]:
        """List the leading numbers as they were when recorded; any other follows from the statistics.

        Parameters
        ----------
        runs
            Only those of these runs.
        task, system, measure
            Only those of this task, system or measure.

        Returns
        -------
        list of Recorded
            One for each run, system, group, label and measure, in the order of time.
        """
        equal = {"task": task, "system": system, "measure": measure}
        where = [f"{name} = ?" for name, value in equal.items() if value is not None]
        values = [value for value in equal.values() if value is not None]
        chosen = f" WHERE {' AND '.join(where)}" if where else ""
        names = ", ".join(Recorded.columns())
        rows = self._store.rows(
            f"SELECT {names} FROM estimate{chosen} ORDER BY time, run, system, grouped, label, measure", values
        )
        kept = None if runs is None else {each.id for each in runs}
        return [Recorded.of(row) for row in rows if kept is None or row[0] in kept]

    def measures(self, task: str, system: str | None = None) -> dict[str, int]:
        """Count the runs of a task that recorded each number of the whole, those with intervals first.

        Parameters
        ----------
        task, system
            The task, and the system whose numbers they are.

        Returns
        -------
        dict
            The number of runs by name; the number of a label is called ``rate[ill]``.
        """
        rows = self._store.rows(
            "SELECT measure, label, COUNT(DISTINCT run) FROM estimate WHERE task = ? AND grouped = '' AND value IS NOT "
            f"NULL{'' if system is None else ' AND system = ?'} GROUP BY measure, label "
            "ORDER BY CASE WHEN COUNT(low) > 0 THEN 0 ELSE 1 END, measure, label",
            [task] if system is None else [task, system],
        )
        read = reader("estimate", ["measure", "label"])
        named = ((*read(row[:2]), row[2]) for row in rows)
        return {f"{measure}[{label}]" if label else measure: runs for measure, label, runs in named}

    def reproduce(self, run: Run | str) -> Any:
        """Give the recorded answer again, from the statistics and options of the run.

        Parameters
        ----------
        run
            The run, or its id.

        Returns
        -------
        Result
            Equal to what was recorded, by the same version of informed to the last digit. Where this version takes
            another method, a warning names the intervals as they were recorded; `estimates` lists them.
        """
        chosen = run if isinstance(run, Run) else self.run(run)
        (row,) = self._store.rows("SELECT id, way, options FROM run WHERE id = ?", [chosen.id])
        _, way, options = reader("run", ["id", "way", "options"])(row)
        (documents,) = self._documents([chosen.id])
        if identity(chosen, way, options, documents) != chosen.id:
            raise InputError(f"run {chosen.id[:SHORT]} does not fit its id: it was changed since; {RESTORE}")
        if not way:
            raise InputError(f"run {chosen.id[:SHORT]} holds no question; ask one of ledger.counts(run)")
        found = asked_again(way, options, list(read(chosen.id, documents).values()))
        if isinstance(found, Result) and (moved := changed(self.estimates([chosen]), found, chosen.system)):
            warnings.warn(f"run {chosen.id[:SHORT]} was {moved} (informed {chosen.informed})", stacklevel=2)
        return found

    def same(self, run: Run, result: Result | Saved) -> bool:
        """Tell whether recording this result under the names of the run would only add a look to it."""
        names = {"task": run.task, "system": run.system, "version": run.version, "dataset": run.dataset}
        return entry_of(result, **names, fingerprint=run.fingerprint).id == run.id

    def _documents(self, ids: Sequence[str]) -> list[list[tuple[str, str, str]]]:
        if self._held.keys() >= set(ids):
            return [self._held[each] for each in ids]
        found: dict[str, list[tuple[str, str, str]]] = {each: [] for each in ids}
        for start in range(0, len(ids), 1000):
            part = ids[start : start + 1000]
            marks = ", ".join("?" * len(part))
            asked = f"SELECT run, name, kind, document FROM statistic WHERE run IN ({marks}) ORDER BY run, place"
            for run, *rest in map(
                reader("statistic", ["run", "name", "kind", "document"]), self._store.rows(asked, part)
            ):
                found[run].append(tuple(rest))
        return [found[each] for each in ids]

    def _id(self, run: Run | str) -> str:
        return run.id if isinstance(run, Run) else self.run(run).id
