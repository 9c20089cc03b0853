"""What did we measure before, and has anything changed?

Recorded runs in the order of time, and where what they show has changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from informed.asking.declared import Given, Parameter, Question, Whole
from informed.asking.vocabulary import LEDGER, LEVEL, SINCE, SYSTEM, TASK
from informed.core.basis import signature
from informed.core.errors import InputError, arg, asked, unlisted
from informed.core.estimate import Estimate, Record
from informed.core.merging import gathered
from informed.core.metrics import Figure
from informed.core.registry import catalogue, get
from informed.core.result import MOST, Grid, Result
from informed.core.table import Array
from informed.core.words import Finding, Next, ci, coefficient, interval, many, number, p_is, within
from informed.inference.estimates import estimate
from informed.inference.interval import check_level
from informed.ledger import Ledger, Recorded, Run
from informed.ledger.chosen import known_task, runs_of

DRAWS = 1999  # of histories without a change
BLOCKS = 400  # runs beyond this number are tested in blocks of neighbours
MOST_CHANGES = 8
LEAST_SHUFFLED = 8  # runs: with fewer, no order is rare enough
LEADING = ("fleiss_kappa", "auc", "informedness", "credit", "mean", "best_informedness")  # the first in every run
COUNTED = ("evaluate", "compare")  # questions whose numbers are measures of counts, whatever the level


@dataclass(frozen=True)
class Point(Record):
    """A run: when, who, how many items, and the measure."""

    run: str
    time: datetime
    system: str
    version: str
    n: int | None
    estimate: Estimate


@dataclass(frozen=True)
class Change(Record):
    """A run from which on a system differs from before: the mean of either side, and the p of the split.

    ``earliest`` and ``latest`` are the ends of a confidence interval of the first run after the change.
    """

    system: str
    point: Point
    before: float
    after: float
    p: float
    earliest: Point
    latest: Point

    def told(self, measure: str, level: float) -> str:
        """From what to what, when, with which version and how surely."""
        word = "fell" if self.after < self.before else "rose"
        sure = self.earliest.version == self.point.version  # else the change may have come before the version did
        version = f"{' with' if sure else ', a run of'} version {self.point.version}" if self.point.version else ""
        return (
            f"Changed: mean {measure} of the runs of {self.system!r} {word} "
            f"from {coefficient(self.before)} to {coefficient(self.after)} "
            f"on {self.point.time:%Y-%m-%d}{version} ({p_is(self.p)}; {ci(level)} of the date: {self._dates})."
        )

    @property
    def _dates(self) -> str:
        """From when to when the change may have come; on one day the times tell."""
        if self.earliest == self.latest:
            return "that run alone"
        ends = self.earliest.time, self.latest.time
        form = "%Y-%m-%d" if ends[0].date() != ends[1].date() else "%Y-%m-%d %H:%M:%S"
        return " to ".join(time.strftime(form) for time in ends)


@dataclass(frozen=True)
class History(Result):
    """The runs of a task, and the changes that a test finds in each system."""

    kind = "history"

    task: str
    measure: str
    level: float
    points: tuple[Point, ...]
    changes: tuple[Change, ...]
    p: dict[str, float | None]
    """The p of the first split of each system; None for one with fewer than two runs."""
    counted: bool = True
    """Whether the last run kept counts, which systems are ranked by."""

    @cached_property
    def signature(self) -> str:
        """The recipe in one line."""
        facts = {"task": self.task, "measure": self.measure, "runs": len(self.points), "level": self.level}
        return signature({**facts, "test": "largest split", "draws": DRAWS})

    @cached_property
    def systems(self) -> dict[str, list[Point]]:
        """The runs of each system."""
        return gathered((each.system, each) for each in self.points)

    def head(self) -> tuple[str, str]:
        return "What did we measure?", f"task {self.task}, {many(len({each.run for each in self.points}), 'run')}"

    def words(self) -> Iterator[Finding]:
        """Each change; a system without one in a single sentence."""
        for each in self.changes:
            yield Finding("changed", each.told(self.measure, self.level))
        changed = {each.system for each in self.changes}
        for system, runs in self.systems.items():
            newest, p = runs[-1].estimate, self.p[system]
            now = f"{system!r} has {self.measure} {coefficient(newest.value)}{within(newest)} in the last run"
            if system in changed:
                yield Finding("now", f"Now: {now}.")
            elif p is None:
                some = any(each.estimate.low is not None for each in runs)
                yield Finding("too_few", f"{'Only one run with' if some else 'No run has'} an interval: {now}.")
            else:
                values = [each.estimate.value for each in runs]
                ends = f"the lowest {coefficient(min(values))}, the highest {coefficient(max(values))}"
                yield Finding(
                    "unchanged", f"No lasting change shown: {now}; over {many(len(runs), 'run')}, {ends}, {p_is(p)}."
                )

    def steps(self) -> Iterator[Next]:
        """Which labels a change is of; else who leads, or that more runs are needed."""
        if self.changes:
            system = self.changes[-1].system
            yield Next("labels", f"see which labels of {system!r} changed", "watch", {"system": system})
        elif len(self.systems) > 1 and self.counted:
            yield Next("leader", "see which system leads", "leaderboard")
        elif all(p is None for p in self.p.values()):
            yield Next("runs", "record more runs: one alone shows no change")
        elif self.counted:
            passed = "see whether something changed and passed"
            yield Next("passed", passed, "watch", {"system": next(iter(self.systems))})

    def grids(self, every: bool = False) -> Iterator[Grid]:
        """A row for each run, of many the newest."""
        from informed.writers.layout import cut

        begun = {each.point.run for each in self.changes}
        rows = [["time (UTC)", "system", "version", "items", self.measure, ci(self.level), "change"]]
        unseen = 0 if every else max(len(self.points) - MOST, 0)  # rows that neither a screen nor a page shows
        rows += [[""] * len(rows[0])] * unseen
        for each in self.points[unseen:]:
            size = "" if each.n is None else f"{each.n:,}"
            level = each.estimate.level or self.level
            other = "" if level == self.level else f" ({ci(level)})"
            numbers = [size, number(each.estimate.value), interval(each.estimate) + other]
            mark = "changed" if each.run in begun else ""
            version = cut(each.version) if each.version else ""
            rows.append([f"{each.time:%Y-%m-%d %H:%M}", cut(each.system), version, *numbers, mark])
        yield Grid("The runs", rows, left=3, most=12, newest=True, others="earlier runs")

    def pictures(self) -> Mapping[str, Any]:
        """The runs over time."""
        from informed.writers.charts import Figure, lines

        title = f"{self.measure.replace('_', ' ').capitalize()}, run by run"
        return {"over_time": Figure(title, _over_time, lines.over_time)}

    def key_figures(self) -> Iterator[Figure]:
        """The newest number of each system."""
        return (Figure(self.measure, runs[-1].estimate, system) for system, runs in self.systems.items())

    def rows(self) -> list[dict[str, Any]]:
        """One row a run; ``change`` is the p of a change that begins with it."""
        begun = {each.point.run: each.p for each in self.changes}
        rows = []
        for each in self.points:
            row = each.to_dict()
            number = row.pop("estimate")
            rows.append({**row, **number, "change": begun.get(each.run)})
        return rows


def _over_time(found: History) -> list[dict[str, Any]]:
    """The runs with their intervals; of very many the ends, every change and an even choice of the others."""
    from informed.writers.charts.rows import MOST_POINTS, ends, spread
    from informed.writers.layout import seen

    begun = {each.point.run for each in found.changes}
    rows = []
    for system, runs in found.systems.items():
        kept = {*spread(range(len(runs)), MOST_POINTS)} | {i for i, each in enumerate(runs) if each.run in begun}
        for each in (runs[place] for place in sorted(kept)):
            mark = "change" if each.run in begun else ""
            what = {"system": seen(system), "version": each.version, "change": mark}
            rows.append({"time": each.time.isoformat(), **what, **ends(each.estimate)})
    return rows


# --- where it changed ------------------------------------------------------------------------------------------------


def told(task: str, measure: str, points: Sequence[Point], level: float) -> History:
    """The history with its changes; the risk of a false one is shared by the systems."""
    bare = History(task, measure, level, tuple(points), (), {})
    found = {system: changes(runs, (1 - level) / len(bare.systems), level) for system, runs in bare.systems.items()}
    every = sorted((each for _, those in found.values() for each in those), key=lambda each: each.point.time)
    return History(task, measure, level, bare.points, tuple(every), {system: p for system, (p, _) in found.items()})


def changes(runs: Sequence[Point], alpha: float, level: float = 0.95) -> tuple[float | None, list[Change]]:
    """The p that nothing changed, and the runs at which something did; each part is searched again.

    ``level`` is that of the interval of the date of each change.
    """
    error = _errors(runs)
    usable = [each for each, known in zip(runs, np.isfinite(error).tolist(), strict=True) if known]
    if len(usable) < 2:
        return None, []
    starts = np.arange(0, len(usable), -(-len(usable) // BLOCKS))
    weight = _weights(usable, error[np.isfinite(error)])
    sums = np.add.reduceat(weight * [each.estimate.value for each in usable], starts)
    weight = np.add.reduceat(weight, starts)
    first, found = _splits(sums / weight, weight, alpha)
    bounds = [0, *sorted(place for place, _ in found), len(weight)]
    means = [float(sums[a:b].sum() / weight[a:b].sum()) for a, b in pairwise(bounds)]
    p, told = dict(found), []
    last = [*(starts[1:] - 1), len(usable) - 1]  # of each block
    for (low, place, high), (before, after) in zip(
        zip(bounds, bounds[1:], bounds[2:], strict=False), pairwise(means), strict=True
    ):
        early, late = likely_splits(sums[low:high] / weight[low:high], weight[low:high], place - low, level)
        ends = usable[int(starts[low + early])], usable[int(last[low + late])]
        told.append(Change(usable[0].system, usable[int(starts[place])], before, after, p[place], *ends))
    return first, told


def likely_splits(value: Array, weight: Array, split: int, level: float) -> tuple[int, int]:
    """The first and the last place at which the change may have come, around the one where it is most likely.

    Places are rejected whose likelihood is too small beside that of the most likely one. The limit is that of the
    likelihood ratio of the place of a change (Hansen 2000), and holds for smaller changes than those that are found.
    Runs that vary more than their items explain make it as much wider.
    """
    fit = _gaps(value[None], weight[None])[0] ** 2
    parts = np.split(np.arange(len(value)), [split])
    spread = sum(
        float((weight[part] * (value[part] - np.average(value[part], weights=weight[part])) ** 2).sum())
        for part in parts
    )
    scale = max(spread / max(len(value) - 2, 1), 1.0)
    kept = np.flatnonzero(fit[split - 1] - fit <= -2 * np.log1p(-np.sqrt(level)) * scale) + 1
    return int(kept[0]), int(kept[-1])


def _weights(runs: Sequence[Point], error: Array) -> Array:
    """One over the variance of each run, from one variance per item for all.

    The error of a small run depends on its value, so that weights of its own would make lucky runs weigh more.
    """
    known = [each.n for each in runs if each.n]
    usual = float(np.median(known)) if known else 1.0
    items = np.array([each.n or usual for each in runs])
    return np.asarray(items / np.average(items * error**2, weights=items))


def _errors(runs: Sequence[Point]) -> Array:
    """The standard errors that the longer halves of the intervals imply: of a few items the shorter is too short.

    NaN where there is no interval.
    """
    from scipy.special import ndtri

    found = [(each.estimate.value, each.estimate.low, each.estimate.high, each.estimate.level) for each in runs]
    value, low, high, level = np.array(found, dtype=float).reshape(-1, 4).T
    half = np.maximum(high - value, value - low) / ndtri((1 + np.where(np.isnan(level), 0.95, level)) / 2)
    return np.where(high > low, half, np.nan)


def _splits(value: Array, weight: Array, alpha: float) -> tuple[float, list[tuple[int, float]]]:
    """The p of the whole, and each place where the values after it differ from those before.

    The two parts of a split share its risk, so that all further changes together are false no more often than one.
    """
    rng = np.random.default_rng(0)
    todo, first = [(0, len(value), alpha)], 1.0
    found: list[tuple[int, float]] = []
    while todo and len(found) < MOST_CHANGES:
        low, high, risk = todo.pop()
        if high - low < 2:
            continue
        place, p = largest_split(value[low:high], weight[low:high], rng)
        first = p if (low, high) == (0, len(value)) else first
        if p <= risk:
            found.append((low + place, p))
            todo += [(low, low + place, risk / 2), (low + place, high, risk / 2)]
    return first, found


def largest_split(value: Array, weight: Array, rng: np.random.Generator, draws: int = DRAWS) -> tuple[int, float]:
    """Where the means before and after differ most, in standard errors; and the p of so large a difference.

    The same search runs over histories without a change, so the p allows for having searched: where there are enough
    runs over what each run has beyond the mean, in any other order, since runs may vary more than their items explain;
    of few runs over histories drawn with the errors of the runs.
    """
    error = 1 / np.sqrt(weight)
    if len(value) < LEAST_SHUFFLED:
        drawn = rng.standard_normal((draws, len(value))) * error
    else:
        beyond = (value - np.average(value, weights=weight)) / error
        drawn = rng.permuted(np.tile(beyond, (draws, 1)), axis=1) * error
    return int(np.argmax(_gaps(value[None], weight[None])[0])) + 1, _share(value, drawn, weight[None])


def _share(value: Array, others: Array, weight: Array) -> float:
    """The share of histories, this one included, whose largest gap is as large as that of this one."""
    largest = _gaps(np.vstack([value[None], others]), weight).max(-1)
    return float(np.mean(largest >= largest[0] * (1 - 1e-12)))


def _gaps(value: Array, weight: Array) -> Array:
    """For each split the difference of the weighted means over its standard error."""
    before = np.cumsum(weight, -1)[:, :-1]
    after = weight.sum(-1, keepdims=True) - before
    part = np.cumsum(value * weight, -1)
    gap = part[:, :-1] / before - (part[:, -1:] - part[:, :-1]) / after
    return np.asarray(np.abs(gap) / np.sqrt(1 / before + 1 / after))


# --- the question ----------------------------------------------------------------------------------------------------


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
    kept = gathered((each.run, each) for each in _kept(ledger, task, system, name))
    every = since is None and last is None
    if every and len(kept) == len(runs) and all(each.level in (None, level) for row in kept.values() for each in row):
        points = [_point(each) for row in kept.values() for each in row]
    else:
        points = [point for run in runs for point in _points(ledger, run, kept.get(run.id, ()), system, name, level)]
    return replace(told(task, name, points, level), counted=runs[-1].question in COUNTED)


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


def _kept(ledger: Ledger, task: str, system: str | None, name: str) -> list[Recorded]:
    """The numbers of whole runs as they were recorded; of a label where it is named, ``rate[ill]``."""
    bare, _, label = name.partition("[")
    of: dict[str, Any] = {"task": task, "system": system}
    found = ledger.estimates(**of, measure=name)
    if label:
        of_label = ledger.estimates(**of, measure=bare)
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


QUESTION = Question(
    "history",
    "List what was recorded for a task, run by run, with a test of where it changed.",
    (
        TASK,
        SYSTEM,
        Parameter("measure", "Any recorded number, or any measure; by default informedness or what leads.", usual=True),
        SINCE.but(usual=True),
        Parameter("last", "Only the newest so many runs.", Whole(least=1), usual=True),
        LEVEL,
        LEDGER.but(usual=True),
    ),
    examples=("informed history nightly", "informed history nightly --as v1.3 --measure mcc -o history.html"),
    tab="system measure | last since level",
)


def answer(given: Given) -> Result:
    """The runs, and where they changed."""
    how = {name: given[name] for name in ("system", "measure", "level", "since", "last")}
    with Ledger(given["ledger"]) as ledger:
        return history(ledger, given["task"], **how)
