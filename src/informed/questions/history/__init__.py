"""What did we measure before, and has anything changed?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from informed.core.door import arg
from informed.core.errors import InputError, asked, unlisted
from informed.core.estimate import Estimate
from informed.core.registry import catalogue, get
from informed.inference.estimates import estimate
from informed.inference.interval import check_level
from informed.ledger import Ledger, Recorded, Run
from informed.ledger.chosen import known_task, runs_of
from informed.questions.history.compute import Change, History, Point, told

__all__ = ["Change", "History", "Point", "history"]

LEADING = ("fleiss_kappa", "auc", "informedness", "credit")  # what to follow, the first that every run recorded
COUNTED = ("evaluate", "compare")  # questions whose numbers are measures of counts, whatever the level


@asked
def history(
    ledger: Ledger,
    task: str,
    *,
    system: str | None = None,
    measure: str | None = None,
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
        Any number that was recorded ("fleiss_kappa", "auc"), or any measure, which is then computed from the counts
        that were. By default informedness, or what leads in runs that have none.
    level
        The confidence level of the test of change, and of intervals that are computed now.
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
    check_level(level)
    known_task(ledger, task)
    chosen: dict[str, Any] = {"since": since, "last": last}
    runs = ledger.runs(task, **chosen) if system is None else runs_of(ledger, task, system, **chosen)[1]
    name = _named(ledger, task, system, measure, len(runs))
    kept: dict[str, list[Recorded]] = {}
    for each in _kept(ledger, task, name):
        kept.setdefault(each.run, []).append(each)
    every = system is None and since is None and last is None
    if every and len(kept) == len(runs) and all(each.level in (None, level) for row in kept.values() for each in row):
        return told(task, name, [_point(each) for row in kept.values() for each in row], level)
    points = [point for run in runs for point in _points(ledger, run, kept.get(run.id, ()), system, name, level)]
    return told(task, name, points, level)


def _named(ledger: Ledger, task: str, system: str | None, measure: str | None, runs: int) -> str:
    """The number to follow, as it was recorded or as measures are called."""
    known = ledger.measures(task, system)
    if measure is None:
        every = [name for name, size in known.items() if size >= runs and "[" not in name]
        return next((each for each in (*LEADING, *every) if each in every), "informedness")
    if measure in known:
        return measure
    try:
        return str(get(measure))
    except InputError:
        names = [*known, *(str(each) for each in catalogue())]
        raise InputError(unlisted(measure, names, "`informed measures`"), argument="measure", value=measure) from None


def _kept(ledger: Ledger, task: str, name: str) -> list[Recorded]:
    """The numbers of whole runs as they were recorded; of a label where it is named, ``rate[ill]``."""
    bare, _, label = name.partition("[")
    found = ledger.estimates(task=task, measure=name)
    if label:
        of_label = ledger.estimates(task=task, measure=bare)
        found += [each._replace(label="") for each in of_label if each.label == label.removesuffix("]")]
    return [each for each in found if not each.group and not each.label and each.value is not None]


def _points(
    ledger: Ledger, run: Run, kept: Sequence[Recorded], system: str | None, measure: str, level: float
) -> Iterator[Point]:
    """The number of each system of a run as it was recorded; at another level, or not recorded, computed anew."""
    own = [each for each in kept if system in (None, each.system) or each.system not in run.systems]
    if own and (run.question not in COUNTED or all(each.level in (None, level) for each in own)):
        yield from map(_point, own)
        return
    for each in run.systems:
        if system in (None, each):
            try:
                yield _computed(ledger, run, each, measure, level)
            except InputError as error:
                known = ", ".join(ledger.measures(run.task, each)) or "nothing"
                raise InputError(f"{error}; {arg('measure')} may be what was recorded: {known}") from None


def _point(each: Recorded) -> Point:
    assert each.value is not None
    found = Estimate(each.value, each.chance, each.low, each.high, each.level)
    return Point(each.run, each.time, each.system, each.version, each.n, found)


def _computed(ledger: Ledger, run: Run, system: str, measure: str, level: float) -> Point:
    """A number that was not recorded, from the counts, or from the items where they have clusters or strata."""
    (sample,) = ledger.samples_of([run], system)
    found = estimate(sample.pooled(), measure, level=level)
    return Point(run.id, run.time, system, run.version, run.n, found)
