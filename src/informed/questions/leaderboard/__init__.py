"""Which recorded system is best, and which are tied?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from informed.core.door import arg
from informed.core.errors import InputError, asked
from informed.core.items import Items
from informed.core.registry import get
from informed.inference.interval import check_level
from informed.ledger import Ledger, Run
from informed.ledger.chosen import known_task
from informed.ledger.items import shared
from informed.ledger.statistics import design_of, once, summed
from informed.questions.leaderboard.compute import Leaderboard, Reversal, Sample, Standing, ranked

__all__ = ["Leaderboard", "Reversal", "Standing", "leaderboard"]


@asked
def leaderboard(
    ledger: Ledger,
    task: str,
    *,
    measure: str = "informedness",
    by: str | None = None,
    level: float = 0.95,
    since: str | None = None,
    tags: Mapping[str, Any] | Iterable[str] | None = None,
) -> Leaderboard:
    """Rank the systems of a task; systems that no test tells apart are tied.

    Parameters
    ----------
    ledger, task
        Where the runs are, and which. Each version of a system stands for itself, with all its data, each once.
        Runs recorded with clusters, strata or weights keep these: intervals and tests allow for them.
    measure
        Any measure.
    by
        A tag, such as "site": the same numbers for each of its values, and the pairs whose order turns round there.
    level
        The confidence level; the tests allow for the number of pairs.
    since, tags
        Only runs recorded since this time, or with these tags.

    Returns
    -------
    Leaderboard
        A standing for each system.

    Raises
    ------
    InputError
        If there are no such runs, none has the tag, or only some runs of a system have clusters, strata or weights.

    Examples
    --------
    >>> import tempfile
    >>> ledger = informed.Ledger(tempfile.mkdtemp() + "/ledger.db")
    >>> for system, right in {"a": 90, "b": 88, "c": 60}.items():
    ...     counts = informed.Counts([[right, 100 - right], [10, 90]], ["ill", "well"])
    ...     run = ledger.record(counts, task="nightly", system=system)
    >>> [(each.system, each.rank) for each in leaderboard(ledger, "nightly").standings]
    [('a', 1), ('b', 1), ('c', 3)]
    """
    check_level(level)
    known_task(ledger, task)
    runs = list(ledger.runs(task, since=since, tags=tags))
    if not runs:
        raise InputError(f"no run of task {task!r} matches; leave out a condition")
    entries = _entries(runs)
    known = {name: _identified(ledger, each) for name, each in entries.items()}
    counts = {name: known[name] or _summed(ledger, each) for name, each in entries.items()}
    groups = {} if by is None else _grouped(ledger, entries, by)

    def paired(first: str, second: str) -> Items | dict[str, Items] | str:
        one, two = known[first], known[second]
        if [run.id for run, _ in entries[first]] == [run.id for run, _ in entries[second]]:
            return _together(ledger, entries[first], entries[second])
        if one is not None and two is not None:
            return shared((first, one), (second, two))
        kept = all(ledger.items(run) is not None for name in (first, second) for run, _ in entries[name])
        return "kept items hold no clusters, strata or weights" if kept else ""

    size = {name: len(each) for name, each in entries.items()}
    distinct = {name: _distinct(counts[name], each, known[name] is not None) for name, each in entries.items()}
    how: dict[str, Any] = {"paired": paired, "by": by, "groups": groups, "distinct": distinct}
    return ranked(task, counts, size, str(get(measure)), level, **how)


Entries = dict[str, list[tuple[Run, str]]]


def _entries(runs: Iterable[Run]) -> Entries:
    """The runs of each system and version."""
    found: Entries = {}
    for run in runs:
        for system in run.systems:
            found.setdefault(f"{system} {run.version}".strip(), []).append((run, system))
    return found


def _identified(ledger: Ledger, entries: list[tuple[Run, str]]) -> Items | None:
    """All items of a system with their ids, where these were kept."""
    found = ledger.identified([run for run, _ in entries], entries[0][1])
    return None if found is None else found.answered()


def _summed(ledger: Ledger, entries: list[tuple[Run, str]]) -> Sample:
    """All items of a system, with their clusters and strata where these were recorded."""
    found = ledger.added([run for run, _ in entries], entries[0][1])
    return found.answered() if isinstance(found, Items) else found


def _distinct(sample: Sample, entries: list[tuple[Run, str]], known: bool) -> int | None:
    """How many items a system answered, each counted once: ids tell, or that there is one set of data; else None."""
    if known and isinstance(sample, Items) and sample.cluster is not None:
        return len(np.unique(sample.cluster))
    single = sample.n is None or sample.n <= max(run.n or 0 for run, _ in entries)
    return sample.n if single or design_of(sample).startswith("clusters") else None


def _together(ledger: Ledger, first: list[tuple[Run, str]], second: list[tuple[Run, str]]) -> Items | str:
    """Two systems that recorded comparisons judged on the same items."""
    found: list[Items] = []
    for (run, mine), (_, theirs) in zip(first, second, strict=True):
        every = (each for each in ledger.statistics(run).values() if isinstance(each, Items))
        found += [each.only(mine, theirs).pooled() for each in every if {mine, theirs} <= set(each.systems)][:1]
    runs = [run for run, _ in first]
    total = summed(once(runs, found)) if len(found) == len(runs) else ""
    return total if isinstance(total, Items) else ""


def _grouped(ledger: Ledger, entries: Entries, by: str) -> dict[str, dict[str, Sample]]:
    """The items of each value of a tag and system."""
    parts: dict[str, Entries] = {}
    for name, those in entries.items():
        for run, system in those:
            if by in run.tags:
                parts.setdefault(run.tags[by], {}).setdefault(name, []).append((run, system))
    if not parts:
        known = sorted({tag for those in entries.values() for run, _ in those for tag in run.tags})
        others = f"there are {', '.join(known)}" if known else f"record runs with {arg('tags', f'{by}=VALUE')}"
        raise InputError(f": no run has this tag; {others}", argument="by", value=by)
    return {
        group: {name: _summed(ledger, those) for name, those in rows.items()} for group, rows in sorted(parts.items())
    }
