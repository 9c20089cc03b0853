"""What did we measure before, and has anything changed?"""

from __future__ import annotations

from typing import Any

from informed.core.errors import asked
from informed.core.estimate import Estimate
from informed.core.registry import get
from informed.inference.estimates import estimate
from informed.inference.interval import check_level
from informed.ledger import Ledger, Recorded, Run
from informed.ledger.chosen import known_task, runs_of
from informed.questions.history.compute import Change, History, Point, told

__all__ = ["Change", "History", "Point", "history"]


@asked
def history(
    ledger: Ledger,
    task: str,
    *,
    system: str | None = None,
    measure: str = "informedness",
    level: float = 0.95,
    since: str | None = None,
    last: int | None = None,
) -> History:
    """List what was recorded for a task, run by run, and test where it changed.

    Parameters
    ----------
    ledger, task
        Where the runs are, and which.
    system
        Only runs of this system; by default of all.
    measure
        Any measure: what was not recorded is computed from the counts that were.
    level
        The confidence level of intervals that are computed now, and of the test of change.
    since, last
        Only runs since this time; only the newest so many.

    Returns
    -------
    History
        A point for each run, and the changes.

    Raises
    ------
    InputError
        If there are no such runs, or the measure is unknown.

    Examples
    --------
    >>> import tempfile
    >>> ledger = informed.Ledger(tempfile.mkdtemp() + "/ledger.db")
    >>> for right in (90, 92, 91, 60, 61, 59):
    ...     found = informed.evaluate(informed.Counts([[right, 100 - right], [10, 90]], ["ill", "well"]))
    ...     run = ledger.record(found, task="nightly", system="a")
    >>> [round(each.after - each.before, 1) for each in history(ledger, "nightly").changes]
    [-0.3]
    """
    name = str(get(measure))
    check_level(level)
    known_task(ledger, task)
    chosen: dict[str, Any] = {"since": since, "last": last}
    every = system is None and since is None and last is None
    kept = _kept(ledger, task, name, level)
    if every and len({each.run for each in kept}) == ledger.tasks()[task]:  # all that is asked for was recorded
        return told(task, name, [_point(each) for each in kept], level)
    runs = ledger.runs(task, **chosen) if system is None else runs_of(ledger, task, system, **chosen)[1]
    known = {(each.run, each.system): each for each in kept}
    points = [
        _point(known[run.id, each]) if (run.id, each) in known else _computed(ledger, run, each, name, level)
        for run in runs
        for each in run.systems
        if system in (None, each)
    ]
    return told(task, name, points, level)


def _kept(ledger: Ledger, task: str, measure: str, level: float) -> list[Recorded]:
    """The numbers of whole runs as they were recorded."""
    return [
        each
        for each in ledger.estimates(task=task, measure=measure)
        if not each.group and not each.label and each.value is not None and each.level in (None, level)
    ]


def _point(each: Recorded) -> Point:
    assert each.value is not None
    found = Estimate(each.value, each.chance, each.low, each.high, each.level)
    return Point(each.run, each.time, each.system, each.version, each.n, found)


def _computed(ledger: Ledger, run: Run, system: str, measure: str, level: float) -> Point:
    """A number that was not recorded, from the counts, or from the items where they have clusters or strata."""
    (sample,) = ledger.samples_of([run], system)
    found = estimate(sample.pooled(), measure, level=level)
    return Point(run.id, run.time, system, run.version, run.n, found)
