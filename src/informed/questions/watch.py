"""Has anything changed, however often one looks?

Recorded runs are watched for a change: an alarm that a system which never changes hardly ever rings. Rows, files or
counts are watched for what is known so far: limits of informedness that hold at every look.
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property, partial
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, NamedTuple, NotRequired, overload
from zlib import crc32

import numpy as np

from informed.asking.declared import COLUMN, Given, Parameter, Question, flat
from informed.asking.reading import counted as read
from informed.asking.reading import label_of, only, refuse
from informed.asking.vocabulary import LEDGER, LEVEL, POSITIVE, READING, SINCE, SYSTEM
from informed.core.basis import counted, signature
from informed.core.counts import Counts
from informed.core.errors import InputError, arg, asked, choice, stated
from informed.core.estimate import Estimate, Record, Row, finite, written
from informed.core.given import Missing, values
from informed.core.items import Items
from informed.core.labels import Label
from informed.core.merging import gathered
from informed.core.metrics import Figure
from informed.core.registry import get
from informed.core.result import Grid, Result
from informed.core.table import Array, actuals, as_table, ratio
from informed.core.words import Finding, Next, ci, coefficient, interval, knowing, many, named, number, percent, within
from informed.inference.estimates import estimate
from informed.inference.interval import check_level
from informed.inference.sizing import for_width
from informed.ledger import Ledger
from informed.ledger.chosen import runs_of
from informed.readers.counting import table_of
from informed.readers.files.saved import merged

WIDE = 0.2  # the interval to plan for
PRIOR = 0.5  # of each cell: Jeffreys'
TRACKS = {
    "informedness": "Informedness",
    "recall": "Recall of each label",
    "abstention": "Share of the items left alone",
    "prevalence": "Share of each label",
}
LINES = 6  # labels in a picture
MOST = 5_000  # looks: the work grows with their square
UNITS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}
METHOD = "confidence sequence"
SHARES = 0.2, 0.5, 0.3  # of the risk: any prediction of any label, all labels together, each label
COMING = 0.5, 0.0, 0.5  # of how often labels come; one comes less often as another comes more often
SURE = 0.2  # of the risk that the date of a change lies outside, where the bet says so
ALARMS = 8  # after so many of one kind none is looked for
SPLITS = 33  # divisions of the error between two classes that are tried at a time


# --- recorded runs: the alarm ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Look(Record):
    """What came in before a look, and the evidence then: the alarm rings when it reaches 1 / (1 - level)."""

    time: datetime
    runs: int
    n: int
    evidence: float


@dataclass(frozen=True)
class Moved(Record):
    """An actual label whose own bet reached the alarm, and its recall before and after the change."""

    label: Label
    before: float
    after: float


@dataclass(frozen=True)
class Shift(Record):
    """What changed: "answers", "abstention", or apart from the system "prevalence", that of ``label``.

    ``alarm`` is the look at which it was shown, ``since`` the first look after the most likely change, ``earliest`` and
    ``latest`` the ends of an interval of that; ``before`` and ``after`` are informedness or the share on its sides.
    """

    what: str
    alarm: int
    since: int
    earliest: int
    latest: int
    before: float
    after: float
    label: Label | None = None


@dataclass(frozen=True)
class Drift(Result):
    """Whether a system still does with each actual label what it did before.

    ``shifts`` has every change of its answers, of its abstentions, and of how often labels come. The others are of the
    last change of its answers: ``alarm``, the look at which the evidence sufficed, ``since``, the first look after the
    most likely change; ``before`` and ``after``, informedness on the two sides of it, without an alarm that of all
    looks; ``moved``, the labels whose recall is shown to have changed, each by a bet of its own.
    ``distinct`` is how many items there are, each counted once; None where ids were not kept and items may repeat.
    ``tracks`` has informedness, the share left alone, and recall and prevalence of each label, at every look.
    ``fallen`` has the ids of items that were answered rightly before the change and wrongly since, where ids were kept.
    """

    kind = "drift"

    task: str
    system: str
    level: float
    window: str
    looks: tuple[Look, ...]
    alarm: int | None
    since: int | None
    before: Estimate
    after: Estimate | None
    distinct: int | None = None
    moved: tuple[Moved, ...] = ()
    tracks: Mapping[str, tuple[float | None, ...]] = field(default_factory=dict)
    fallen: tuple[str, ...] = ()
    shifts: tuple[Shift, ...] = ()

    @cached_property
    def signature(self) -> str:
        """The recipe in one line."""
        facts = {"task": self.task, "system": self.system, "n": self._n}
        how = {"looks": len(self.looks), "window": self.window, "test": "bets", "level": self.level}
        return signature({**facts, **how})

    @property
    def _n(self) -> int:
        return sum(each.n for each in self.looks)

    def head(self) -> tuple[str, str]:
        return "Has it changed?", f"task {self.task}, system {self.system}"

    def words(self) -> Iterator[Finding]:
        """Changed or not, since when and from what to what; and whether items came again."""
        yield from self._change()
        if self.distinct is None and len(self.looks) > 1:
            told = "no ids were kept, so an item that came again counts as another one"
            yield Finding("may_repeat", f"Items may repeat: {told}.")
        elif self.distinct is not None and self.distinct < self._n:
            told = f"these {self._n:,} answers are to {many(self.distinct, 'item')}"
            yield Finding("repeat", f"Items repeat: {told}; the intervals of informedness allow for it.")

    def _change(self) -> Iterator[Finding]:
        seen = f"{many(len(self.looks), 'look')} at {self._n:,} items"
        before = f"informedness {coefficient(self.before.value)}{within(self.before)}"
        has = f"{self.system!r} has {before} over {seen}"
        if len(self.looks) == 1:
            yield Finding("one_look", f"Nothing to compare yet: {has}; a change needs a second look.")
        elif self.alarm is None or self.since is None or self.after is None:
            yield Finding("unchanged", f"No change shown: {has}.")
        else:
            (*_, last) = (each for each in self.shifts if each.what == "answers")
            after = f"informedness {coefficient(self.after.value)}{within(self.after)}"
            yield Finding(
                "changed",
                f"Changed: {self.system!r} has {after} since {self._time(last.since)} ({self._dates(last)}), and had "
                f"{before} before. The alarm rang at look {last.alarm + 1} of {len(self.looks)} "
                f"({self._time(last.alarm)}).",
            )
            for each in self.moved:
                word = "fell" if each.after < each.before else "rose"
                told = f"from {coefficient(each.before)} to {coefficient(each.after)}"
                yield Finding("label_moved", f"Recall of {each.label!r} {word} {told}.")
            if self.fallen and self.after.value < self.before.value:
                told = f"{many(len(self.fallen), 'item')} answered rightly before and wrongly since"
                yield Finding("fallen", f"Behind it: {told}, such as {named(self.fallen)}.")
            if not self.moved:
                told = "No single label is shown to have changed: it is all of them together, or what is said in error"
                yield Finding("no_label", f"{told}.")
        yield from self._beside()
        if self.shifts:
            told = f"Where nothing ever changes each alarm rings in at most {percent(1 - self.level)} of all cases"
            yield Finding("false_alarms", f"{told}, however often one looks.")

    def _beside(self) -> Iterator[Finding]:
        """What else changed, the last of each kind; and that the same had changed before."""
        kinds = {kind: [each for each in self.shifts if each.what == kind] for kind in TOLD}
        for kind, found in kinds.items():
            for last in found[-1:] if kind != "answers" else ():
                rang = f"({self._dates(last)}; the alarm rang at look {last.alarm + 1})"
                which = "left alone" if last.label is None else repr(str(last.label))
                value = f"{percent(last.after)} of the items are {which} since {self._time(last.since)} {rang}"
                yield Finding(kind, f"{TOLD[kind]}: {value}, {percent(last.before)} were before.")
            if len(found) > 1:
                looks = ", ".join(f"{each.alarm + 1} ({self._time(each.alarm)})" for each in found[:-1])
                yield Finding("earlier", f"Earlier changes of {kind}: the alarm rang at look {looks}.")

    def _time(self, look: int) -> str:
        return f"{self.looks[look].time:%Y-%m-%d %H:%M}"

    def _dates(self, shift: Shift) -> str:
        """From when to when a change may have come."""
        ends = " to ".join((self._time(shift.earliest), self._time(shift.latest)))
        return f"{ci(self.level)} of the date: {'that look alone' if shift.earliest == shift.latest else ends}"

    def steps(self) -> Iterator[Next]:
        """What came before and after a change."""
        if self.alarm is not None:
            yield Next("runs", "see every run before and after the change", "history", {"system": self.system})

    def grids(self, every: bool = False) -> Iterator[Grid]:
        """The newest looks with their evidence."""

        rows = [["look", "until (UTC)", "runs", "items", "evidence"]]
        alarms, begun = ({getattr(each, name) for each in self.shifts if each.what == "answers"} for name in MARKS)
        for place, each in enumerate(self.looks):
            mark = " alarm" if place in alarms else " changed" if place in begun else ""
            size = [str(each.runs), f"{each.n:,}", _odds(each.evidence) + mark]
            rows.append([str(place + 1), f"{each.time:%Y-%m-%d %H:%M}", *size])
        rings = f"alarm when the evidence reaches {1 / (1 - self.level):g}: the odds won by betting on a change"
        rings += ";\n  after an alarm the bets begin anew" if alarms else ""
        kept: dict[str, Any] = {"most": 10, "newest": True, "others": "earlier looks"}
        yield Grid("The looks", rows, rings.capitalize(), 2, **kept, legend=rings)

    def pictures(self) -> Mapping[str, Any]:
        """The evidence along the looks, and beside it what may have moved: prevalence is apart, and no evidence."""
        from informed.writers.charts import Figure, lines

        found = {"evidence": Figure("Evidence for a change, in powers of 10", _drawn, lines.looks_along)}
        for name, title in (
            (each, TRACKS[each]) for each in TRACKS if any(key.startswith(each) for key in self.tracks)
        ):
            found[name] = Figure(title, partial(_track, name=name), lines.looks_along)
        return found

    def rows(self) -> list[dict[str, Any]]:
        """One row a look."""
        return [{"look": place, **each.to_dict()} for place, each in enumerate(self.looks, 1)]


TOLD = {
    "answers": "Changed",
    "abstention": "Abstention changed",
    "prevalence": "Prevalence changed, apart from the system",
}
MARKS = "alarm", "since"


def _odds(value: float) -> str:
    """Odds as a reader wants them: above a thousand their size alone."""
    if value >= 1000:
        return f"over {10 ** min(len(str(int(value))) - 1, 6):,}"
    return number(value) if value >= 0.001 else "under 0.001"


def _drawn(found: Drift) -> list[dict[str, Any]]:
    """The logarithm of the evidence at every look, beside the height of the alarm."""
    from informed.writers.charts.rows import MOST_POINTS, spread

    alarm = -math.log10(1 - found.level)
    return [
        {"look": place + 1, "measure": name, "value": value}
        for place in spread(range(len(found.looks)), MOST_POINTS)
        for name, value in (("evidence", math.log10(max(found.looks[place].evidence, 1e-300))), ("alarm", alarm))
    ]


def _track(found: Drift, name: str) -> list[dict[str, Any]]:
    """One number at every look, that of each label as a line of its own."""
    from informed.writers.charts.rows import MOST_POINTS, spread
    from informed.writers.layout import seen

    lines = {each: values for each, values in found.tracks.items() if each.partition("[")[0] == name}
    return [
        {"look": place + 1, "measure": seen(each), "value": values[place]}
        for each, values in list(lines.items())[:LINES]
        for place in spread(range(len(values)), MOST_POINTS)
        if values[place] is not None
    ]


def _tracks(table: Array, left: Array, labels: Sequence[Label]) -> dict[str, tuple[float | None, ...]]:
    """What may move, look by look; None where it is undefined."""
    size = actuals(table)
    columns = {"informedness": np.asarray(get("informedness")(table, undefined="nan"))}
    columns |= {"abstention": ratio(left.sum(1), (size + left).sum(1))} if left.any() else {}
    sides = {
        "recall": ratio(np.diagonal(table, axis1=1, axis2=2), size),
        "prevalence": ratio(size, size.sum(1)[:, None]),
    }
    columns |= {f"{name}[{label}]": each[:, at] for name, each in sides.items() for at, label in enumerate(labels)}
    return {name: tuple(finite(float(value)) for value in each) for name, each in columns.items()}


def _fallen(before: Items, after: Items) -> tuple[str, ...]:
    """The ids whose every answer was right before, and not every one since."""
    right, since = (dict[str, bool](), dict[str, bool]())
    for side, data in ((right, before), (since, after)):
        for name, hit in zip(
            np.asarray(data.cluster).tolist(), (data.rows[:, 0] == data.rows[:, 1]).tolist(), strict=True
        ):
            id = data.clusters[name]
            side[id] = side.get(id, True) and hit
    return tuple(id for id, hit in right.items() if hit and not since.get(id, True))


def drifted(
    counts: Sequence[Counts],
    times: Sequence[datetime],
    *,
    task: str,
    system: str,
    window: str,
    level: float,
    known: Callable[[Sequence[int]], Items | None] | None = None,
) -> Drift:
    """The evidence after each look, and what changed once it suffices.

    ``known`` gives the items of some of the runs, clustered by their ids, where these were kept.
    """
    check_level(level)
    windows = _windows(times, window)
    whole = merged(list(counts), union=True)
    if whole.weighted or not whole.square:
        raise InputError("watch takes unweighted counts of the same actual and predicted labels")
    parts = [sum_of([counts[place].pooled() for place in places], whole) for places in windows]
    table = np.stack([each.table for each in parts]).astype(float)
    left = np.stack([np.zeros(len(whole.labels)) if each.abstained is None else each.abstained for each in parts])
    log, answers = alarms(lambda start: evidence(table[start:], whole.labels), len(table), level)
    since = answers[-1][1] if answers else None
    looks = tuple(
        Look(times[places[-1]], len(places), int(each.n or 0), math.exp(min(value, 700.0)))
        for places, each, value in zip(windows, parts, log.tolist(), strict=True)
    )
    begun = [0, *(each[1] for each in answers), len(windows)]
    sides = [[place for look in windows[start:end] for place in look] for start, end in pairwise(begun)]
    kept = [each.answered() for side in sides if known is not None and (each := known(side)) is not None]
    distinct = len({name for each in kept for name in each.clusters}) if len(kept) == len(sides) else None
    sums = [sum_of([counts[at].pooled() for at in side], whole) for side in sides[-2:]]
    before, *after = (estimate(each, "informedness", level=level) for each in (sums if distinct is None else kept[-2:]))
    told = (task, system, level, window, looks)
    moved = () if since is None else _moved(table[begun[-3] :], since - begun[-3], answers[-1][-1], whole.labels)
    fallen = _fallen(*kept[-2:]) if distinct is not None and since is not None else ()
    tracks, alarm = _tracks(table, left, whole.labels), answers[-1][0] if answers else None
    shifts = [*_shifts(answers, "answers", table), *_beside(table, left, whole.labels, level)]
    shifts.sort(key=lambda each: each.since)
    told_of = (distinct, moved, tracks, fallen, tuple(shifts))
    return Drift(*told, alarm, since, before, after[0] if after else None, *told_of)


Alarm = tuple[int, int, int, int, Array]


def alarms(bet: Callable[[int], "Bets"], looks: int, level: float) -> tuple[Array, list[Alarm]]:
    """The evidence at every look, and each alarm: its look, since when and between when, and which labels rang it.

    After an alarm the bets begin anew, on what comes then: a system that changes back changes again.
    """
    rings, start, parts = -math.log(1 - level), 0, list[Array]()
    found: list[tuple[int, int, Bets]] = []
    while start < looks:
        bets = bet(start)
        rung = np.flatnonzero(bets.evidence >= rings)[: len(found) < ALARMS]
        size = int(rung[0]) + 1 if len(rung) else looks - start
        parts.append(bets.evidence[:size])
        found += [(start, size - 1, bets)] if len(rung) else []
        start += size
    told, end = [], looks
    for start, rang, bets in reversed(found):
        last = max(rang, end - start - 1)  # the date is known best just before the next change
        end = start + int(bets.split[last])
        shown = (bets.labels[: last + 1] >= rings).any(0)
        told.append((start + rang, end, *(start + each for each in bets.ends(last, level)), shown))
    return np.concatenate(parts), told[::-1]


def _shifts(found: Sequence[Alarm], what: str, table: Array, labels: Sequence[Label] | None = None) -> Iterator[Shift]:
    """Changes with the two sides of each: informedness, or the share of the first column."""
    places = [0, *(each[1] for each in found), len(table)]
    for (*when, _), start, middle, end in zip(found, places, places[1:], places[2:], strict=False):
        sides, label = [table[start:middle].sum(0), table[middle:end].sum(0)], None
        if what == "answers":
            one, other = (float(get("informedness")(each, undefined="nan")) for each in sides)
        else:
            shares = [ratio(each, each.sum()) for each in sides]
            most = 0 if labels is None else int(np.abs(shares[1] - shares[0]).argmax())
            one, other = (float(each[most]) for each in shares)
            label = None if labels is None else labels[most]
        yield Shift(what, when[0], when[1], when[2], when[3], one, other, label)


def _beside(table: Array, left: Array, labels: Sequence[Label], level: float) -> Iterator[Shift]:
    """When the share of items left alone changed, and how often labels come; each alarm has a risk of its own."""
    size = actuals(table) + left
    total = np.broadcast_to(size.sum(1)[:, None], size.shape)
    if left.any():
        cells = np.stack([left, size - left], -1)
        bets = alarms(lambda at: wagered(cells[at:], left[at:], size[at:], labels, SHARES), len(table), level)[1]
        yield from _shifts(bets, "abstention", cells.sum(1))
    bets = alarms(lambda at: wagered(size[at:, None], size[at:], total[at:], labels, COMING), len(table), level)[1]
    yield from _shifts(bets, "prevalence", size, labels)


def _moved(table: Array, since: int, shown: Array, labels: Sequence[Label]) -> tuple[Moved, ...]:
    """The labels that are shown to have changed, with their recall on both sides."""
    sides = [each.sum(0) for each in np.split(table, [since])]
    before, after = (ratio(np.diagonal(each), actuals(each)).tolist() for each in sides)
    return tuple(
        Moved(*each) for each, there in zip(zip(labels, before, after, strict=True), shown, strict=True) if there
    )


def sum_of(counts: Iterable[Counts], whole: Counts) -> Counts:
    """The sum over the labels of the whole."""
    found = [each.aligned(whole.labels) for each in counts]
    return sum(found[1:], found[0])


def _windows(times: Sequence[Any], window: str) -> list[list[int]]:
    """What each look takes together: one run or batch, so many, or those of one span of time."""
    told = re.fullmatch(r"(\d+)([hdw]?)", "1" if window == "run" else window)
    if not told or not int(told[1]):
        raise InputError(
            f"{arg('window', window)} is not a span of time; write it like 12h, 7d or 4w, a number of runs or batches "
            "like 10, or run for each of them"
        )
    if told[2]:
        known, span = [_moment(each, window) for each in times], int(told[1]) * UNITS[told[2]]
        start = min(known).astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        spans = [(time - start) // span for time in known]
    else:
        spans = [place // int(told[1]) for place in range(len(times))]
    found = gathered((at, place) for place, at in enumerate(spans))
    if len(found) > MOST:
        raise InputError(f"{len(found):,} looks are too many; take a wider {arg('window')} than {window!r}")
    return list(found.values())


def _moment(value: Any, window: str) -> datetime:
    """A date or time as such or as written; UTC where it has no zone."""
    try:
        time = value if isinstance(value, datetime) else datetime.fromisoformat(str(value))
    except ValueError:
        told = f"needs dates like 2026-11-01 in {arg('looks')}; {value!r} is none"
        raise InputError(told, argument="window", value=window) from None
    return time if time.tzinfo else time.replace(tzinfo=UTC)


class Bets(NamedTuple):
    """The logarithm of the evidence after each look: its own, that of every bet, and the likeliest first look after.

    ``evidence`` is that of the best bet. ``labels`` has that of each actual label, ``(looks, labels)``. ``ends`` gives,
    as known at a look, the first and the last of the likeliest looks that the change came before.
    """

    evidence: Array
    split: Array
    labels: Array
    ends: Callable[[int, float], tuple[int, int]]


def evidence(table: Array, names: Sequence[Any] = ()) -> Bets:
    """The evidence after each look against "what is predicted for each actual label has the same chances throughout".

    ``table``: counts ``(looks, A, P)``. Several bets share the risk: whether all labels together are right as often
    as before, whether each label is, and whether any prediction is as common as before. Each gets a share of it, so
    that the evidence of the best one, times its share, reaches 1 / alpha with probability alpha at most, at any time.
    How often each actual label comes does not matter.
    """
    names = names or range(table.shape[1])
    return wagered(table, np.diagonal(table, axis1=1, axis2=2), actuals(table), names, SHARES)


def wagered(cells: Array, hits: Array, size: Array, names: Sequence[Any], shares: Sequence[float]) -> Bets:
    """The bets on any of the cells, on all hits of so many together, and on those of each label, by their shares."""
    whole, split = any_cell(cells)
    labels = ranked(hits, size, names)
    weight = np.sqrt(np.where(np.isnan(labels), 0.0, size))
    length = np.sqrt((weight**2).sum(1, keepdims=True))
    together = np.divide(
        (weight * np.nan_to_num(labels)).sum(1, keepdims=True), length, where=length > 0, out=0 * length
    )
    streams = np.hstack([np.where(length > 0, together, np.nan), labels])
    logs, splits = shifted(streams)
    with np.errstate(divide="ignore"):  # a share of nothing
        risk = np.log(np.array([*shares[:2], *[shares[2] / labels.shape[1]] * labels.shape[1]]))
    found = np.column_stack([whole, logs]) + risk
    best = found.argmax(1)
    places = np.column_stack([split, splits])[np.arange(len(cells)), best]

    def ends(last: int, level: float) -> tuple[int, int]:
        """The fewest looks that hold nearly all of what the best bet puts on each, which it does too surely."""
        if not last:
            return 0, 0
        log = _cells(cells)(last)[0] if best[last] == 0 else _streams(streams)(last)[:, best[last] - 1]
        order = np.argsort(-log, kind="stable")
        weight = np.exp(log[order] - log.max())
        kept = order[: int(np.searchsorted(np.cumsum(weight) / weight.sum(), 1 - (1 - level) * SURE)) + 1] + 1
        return int(kept.min()), int(kept.max())

    return Bets(found.max(1), places, found[:, 2:], ends)


def ranked(hits: Array, size: Array, names: Sequence[Any]) -> Array:
    """How the hits of each look and label stand among all ways to spread the hits so far over the looks, as normal.

    If nothing changes each is standard normal whatever came before (conformal prediction: Vovk, Gammerman & Shafer
    2005). Ties are broken by draws that belong to the name of the label. NaN where there is nothing to compare.
    """
    from scipy.special import ndtri
    from scipy.stats import hypergeom

    drawn = np.stack([np.random.default_rng(crc32(str(each).encode())).random(len(hits)) for each in names], 1)
    every, right = np.cumsum(size, 0), np.cumsum(hits, 0)
    told = every, right, size
    below, at, above = hypergeom.cdf(hits - 1, *told), hypergeom.pmf(hits, *told), hypergeom.sf(hits, *told)
    low, high = (np.maximum(each, 1e-300) for each in (below + drawn * at, above + (1 - drawn) * at))
    found = np.where(low < high, ndtri(low), -ndtri(high))
    return np.where((size > 0) & (every > size), found, np.nan)


def shifted(value: Array) -> tuple[Array, Array]:
    """Of streams ``(looks, streams)`` of standard normal values: the evidence that they shifted, and since which look.

    From each look on, the bet is on a shift of unknown size, normal around 0; all looks are mixed.
    """
    looks, at = len(value), _streams(value)
    log, split = np.zeros((2, looks, value.shape[1]))
    for last in range(1, looks):
        changes = at(last)
        stays = np.full((1, value.shape[1]), -np.log(np.log2(last + 2)))
        log[last] = np.logaddexp.reduce(np.vstack([changes, stays]))
        split[last] = changes.argmax(0) + 1
    return log, split.astype(int)


def _streams(value: Array) -> Callable[[int], Array]:
    """What the bets on each first look after a shift have won by a look, ``(first looks, streams)``."""
    sums = np.cumsum(np.vstack([np.zeros(value.shape[1]), np.nan_to_num(value)]), 0)
    known = np.cumsum(np.vstack([np.zeros(value.shape[1]), ~np.isnan(value)]), 0)

    def at(last: int) -> Array:
        size, shift = known[last + 1] - known[1 : last + 1], sums[last + 1] - sums[1 : last + 1]
        return np.asarray((shift**2 / (1 + size) - np.log1p(size)) / 2 + _prior(last)[:, None])

    return at


def _prior(last: int) -> Array:
    """The logarithm of the weight of a change before look 1, 2, ... ``last``; over all looks to come they add up to 1.

    They fall hardly faster than one over the number of the look.
    """
    ends = 1 / np.log2(np.arange(2, last + 3))
    return np.asarray(np.log(ends[:-1] - ends[1:]))


def any_cell(table: Array) -> tuple[Array, Array]:
    """The evidence that any prediction of any actual label became more or less common, and since which look.

    The bettor mixes, over all looks at which a change may have come, what a learner would have forecast that starts
    afresh there; the denominator is the largest probability that any unchanging predictor gives what was seen
    (universal inference, Wasserman, Ramdas & Balakrishnan 2020; Ville 1939).
    """
    at = _cells(table)
    log, split = np.empty(len(table)), np.zeros(len(table), int)
    for last in range(len(table)):
        changes, stays, best = at(last)
        log[last] = np.logaddexp.reduce([*changes, stays]) - best
        split[last] = int(np.argmax(changes)) + 1 if last else 0
    return log, split


def _cells(table: Array) -> Callable[[int], tuple[Array, float, float]]:
    """What is forecast at a look by learners that start afresh at each, by one that never does, and at best."""
    sums = np.cumsum(table, 0)
    unchanged = _forecast(sums)

    def at(last: int) -> tuple[Array, float, float]:
        changes = unchanged[:last] + _forecast(sums[last] - sums[:last]) + _prior(last)
        return changes, unchanged[last] - math.log(math.log2(last + 2)), _best(sums[last])

    return at


def _forecast(counts: Array) -> Array:
    """The log-probability that a learner with Jeffreys' prior for each actual label gives the items, one by one."""
    from scipy.special import gammaln

    size = counts.shape[-1]
    cells = (gammaln(counts + PRIOR) - gammaln(PRIOR)).sum(-1)
    rows = gammaln(size * PRIOR) - gammaln(actuals(counts) + size * PRIOR)
    return np.asarray((cells + rows).sum(-1))


def _best(counts: Array) -> float:
    """The log-probability under the chances that fit best."""
    from scipy.special import xlogy

    whole = actuals(counts)[..., None]
    return float(xlogy(counts, counts / np.where(whole > 0, whole, 1)).sum())


# --- counts: limits that hold at every look --------------------------------------------------------------------------


@dataclass(frozen=True)
class Monitor(Result):
    """Informedness as items come in: after each look its value and limits that hold at all looks together.

    With probability ``level`` none of the intervals, past or future, misses the truth; so each may be cut to what all
    before it allow. The price is width: about twice that of an interval for a single look.
    """

    kind = "monitor"
    asks = "Informed so far?"
    json_types = written("counts", "sizes", labels=list[Label], looks=list[Row], until=NotRequired[list[str]])

    level: float
    counts: Counts | None = None
    looks: tuple[Estimate, ...] = ()
    sizes: tuple[int, ...] = ()
    """How many items had been counted by each look."""
    until: tuple[str, ...] = ()
    """The last date or batch of each look, where these are known."""

    @cached_property
    def signature(self) -> str:
        """The recipe in one line."""
        facts = {"n": 0} if self.counts is None else counted(self.counts)
        return signature({**facts, "looks": len(self.looks), "interval": METHOD, "level": self.level})

    @property
    def now(self) -> Estimate:
        """What is known after the last look."""
        if not self.looks:
            raise InputError("nothing has been looked at yet; add counts with monitor.then(counts)")
        return self.looks[-1]

    def pictures(self) -> Mapping[str, Any]:
        """Informedness look by look, within limits that hold at all looks."""
        from informed.writers.charts import Figure, lines
        from informed.writers.charts.rows import ends

        span = {"measure": "informedness", "span": f"{ci(self.level)}, all looks together"}
        rows = [{"look": place, **span, **ends(each)} for place, each in enumerate(self.looks, 1)]
        return {"looks": Figure("Informedness, look by look", lambda _: rows, lines.looks_along)}

    def then(self, *more: Counts) -> "Monitor":
        """The monitor after more looks: each of ``more`` holds the items that came in since the look before it."""
        known = () if self.counts is None else (self.counts,)
        sums = list(accumulate((*known, *more)))[len(known) :]
        if not sums:
            return self
        low, high = sequence(np.stack([_watched(each) for each in sums]), self.level)
        if self.looks:
            low[0], high[0] = max(low[0], _end(self.now.low, low[0])), min(high[0], _end(self.now.high, high[0]))
        ends = np.maximum.accumulate(low).tolist(), np.minimum.accumulate(high).tolist()
        looks = [
            self._look(float(get("informedness")(as_table(each), undefined="nan")), *at)
            for each, *at in zip(sums, *ends, strict=True)
        ]
        sizes = (*self.sizes, *(int(each.n or 0) for each in sums))
        return replace(self, counts=sums[-1], looks=(*self.looks, *looks), sizes=sizes, until=())

    def _look(self, value: float, low: float, high: float) -> Estimate:
        gone = "the limits no longer hold the estimate: what is watched has changed, or is not one process"
        return Estimate(value, 0.0, low, high, self.level, METHOD, gone if value < low or value > high else None)

    def words(self) -> Iterator[Finding]:
        """What is known after the last look."""
        if not self.looks:
            yield Finding("no_items", "Cannot tell: there are no items yet.")
            return
        low, high = self.now.low or 0.0, self.now.high or 0.0
        seen = f"{many(len(self.looks), 'look')} at {self.sizes[-1]:,} items"
        value = f"informedness {coefficient(self.now.value)} after {seen}"
        ends = f"anytime-valid {percent(self.level)} CI {coefficient(low)} to {coefficient(high)}"
        if math.isnan(self.now.value):
            yield Finding("one_class", f"Cannot tell: after {seen} only one label occurs among the actual ones.")
        elif self.now.note:
            yield Finding("changed", f"Changed: {self.now.note} ({value}; {ends}).")
        elif low > 0:
            yield Finding("better", f"Better than guessing: {knowing(self.now.value)}, {value} ({ends}).")
        elif high < 0:
            yield Finding("worse", f"Worse than guessing: {value} ({ends}).")
        else:
            yield Finding("no_evidence", f"Not shown to beat guessing so far: {value} ({ends}).")

    def steps(self) -> Iterator[Next]:
        """How many items would tell more; where something is shown, of which label."""
        if not self.looks:
            return
        if self.now.note or (self.now.low or 0.0) > 0 or (self.now.high or 0.0) < 0:
            yield Next("labels", "see what it finds and misses of each label", "evaluate")
        elif (n := for_width(self.now, self.sizes[-1], WIDE)) is not None:
            yield Next("more_items", f"add items: about {n:,} give an interval {WIDE:g} wide")

    def grids(self, every: bool = False) -> Iterator[Grid]:
        named = bool(self.until)
        rows = [["look", *["until"] * named, "items", "informedness", ci(self.level)]]
        for place, (size, each) in enumerate(zip(self.sizes, self.looks, strict=True)):
            until = [self.until[place]] if named else []
            rows.append([str(place + 1), *until, f"{size:,}", number(each.value), interval(each)])
        kept: dict[str, Any] = {"most": 12, "newest": True, "others": "earlier looks"}
        yield Grid("The looks", rows, left=1 + named, **kept)

    def key_figures(self) -> Iterator[Figure]:
        """Informedness after the last look."""
        yield from (Figure("informedness", each) for each in self.looks[-1:])

    def rows(self) -> list[dict[str, Any]]:
        """One row a look."""
        until = [{"until": each} for each in self.until] or [{}] * len(self.looks)
        looks = zip(until, self.sizes, self.looks, strict=True)
        return [{"look": place, **at, "n": n, **each.to_dict()} for place, (at, n, each) in enumerate(looks, 1)]

    def facts(self) -> dict[str, Any]:
        """What was known after each look."""
        labels = [] if self.counts is None else list(self.counts.labels)
        return {"level": self.level, "labels": labels, "looks": self.rows()}


def _end(known: float | None, otherwise: float) -> float:
    return otherwise if known is None else known


def monitored(looks: Sequence[Counts], level: float, window: str = "run", names: Sequence[Any] = ()) -> Monitor:
    """The monitor after these looks, so many of them or those of a span of time taken together."""
    windows = _windows(names or range(len(looks)), window) if looks else []
    sums = (sum_of((looks[place] for place in places), looks[places[0]]) for places in windows)
    until = tuple(str(names[places[-1]]) for places in windows) if names else ()
    return replace(Monitor(check_level(level)).then(*sums), until=until)


def _watched(counts: Counts) -> Array:
    """The table of two classes."""
    table = as_table(counts)
    if counts.weighted:
        raise InputError("watch takes items drawn one by one, these counts are weighted; count them without weights")
    if table.shape != (2, 2) or not counts.square:
        raise InputError(
            f"watch takes counts of two classes, these are {' x '.join(map(str, table.shape))}; "
            f"choose one label against the rest with {arg('positive')}"
        )
    return table


def sequence(table: Array, level: float) -> tuple[Array, Array]:
    """Limits of the informedness of tables ``(..., 2, 2)`` that belong to a sequence valid at every look."""
    part, whole = table[..., 0], table.sum(-1)
    high = _most_apart(part, whole, 1 - level)
    low = -_most_apart(part[..., ::-1], whole[..., ::-1], 1 - level)
    return low, high


def _most_apart(part: Array, whole: Array, alpha: float) -> Array:
    """The most by which the first of two shares may exceed the second, at every look.

    Both bets are fair and on different items, so their product is one (Turner, Ly & Grunwald 2024): a pair of shares is
    left out when the product gains 1 / alpha. What one bet may gain the other may not; the best division is searched,
    on ever finer grids, as the distance is concave in it.
    """
    room = math.log(1 / alpha)
    least = _gain(part, whole, _share(part, whole))
    low, high = least[..., 0], room - least[..., 1]
    one, two = ((part[..., at, None], whole[..., at, None]) for at in (0, 1))
    for _ in range(4):
        spent = np.linspace(low, high, SPLITS, axis=-1)
        gap = sequence_limits(*one, np.exp(-spent))[1] - sequence_limits(*two, np.exp(spent - room))[0]
        best = gap.argmax(-1)[..., None]
        low, high = (np.take_along_axis(spent, np.clip(best + step, 0, SPLITS - 1), -1)[..., 0] for step in (-1, 1))
    return np.asarray(gap.max(-1))


def _share(part: Array, whole: Array) -> Array:
    return np.where(whole > 0, part / np.maximum(whole, 1), 0.5)


def _gain(part: Array, whole: Array, p: Array) -> Array:
    """The logarithm of what the mixture has gained against each share."""
    from scipy.special import betaln, xlog1py, xlogy

    bet = betaln(part + 0.5, whole - part + 0.5) - betaln(0.5, 0.5)
    return np.asarray(bet - xlogy(part, p) - xlog1py(whole - part, -p))


def sequence_limits(part: Array, whole: Array, alpha: Any) -> tuple[Array, Array]:
    """Limits of proportions at every look: the shares that a mixture over all shares does not outdo by 1 / alpha.

    The mixture (Beta(1/2, 1/2)) over the likelihood is a fair bet against each share, so its gain reaches 1 / alpha
    with probability alpha at most, at any time (Ville; Robbins 1970).
    """
    part, whole, room = np.broadcast_arrays(part, whole, -np.log(alpha))
    share = _share(part, whole)

    def outdone(p: Array) -> Array:
        return _gain(part, whole, p) > room

    ends = []
    for start in (0.0, 1.0):
        outside, inside = np.full(share.shape, start), share
        for _ in range(60):
            middle = (outside + inside) / 2
            out = outdone(middle)
            outside, inside = np.where(out, middle, outside), np.where(out, inside, middle)
        ends.append(np.where(outdone(np.full(share.shape, start)), inside, start))
    return ends[0], ends[1]


# --- the question ----------------------------------------------------------------------------------------------------


@overload
def watch(
    data: Ledger,
    task: str,
    /,
    *,
    system: str | None = None,
    window: str = "run",
    since: str | None = None,
    level: float = 0.95,
) -> Drift: ...
@overload
def watch(
    data: Any = (),
    predicted: Any = None,
    *,
    actual: Any = None,
    looks: Any = None,
    positive: Any = None,
    labels: Iterable[Any] | None = None,
    missing: Missing = "raise",
    window: str = "run",
    level: float = 0.95,
) -> Monitor: ...
@asked
def watch(
    data: Any = (),
    predicted: Any = None,
    *,
    task: str | None = None,
    actual: Any = None,
    looks: Any = None,
    positive: Any = None,
    labels: Iterable[Any] | None = None,
    missing: Missing = "raise",
    system: str | None = None,
    window: str = "run",
    since: str | None = None,
    level: float = 0.95,
) -> Drift | Monitor:
    """Watch a predictor as runs or items come in, looking as often as one likes.

    ``watch(ledger, task)`` watches recorded runs for a change. ``watch(frame, actual="y", predicted="p",
    looks="date")`` and ``watch([counts, counts])`` say how informed a predictor of two classes is, with limits that
    hold at every look; add later counts with ``.then(counts)``.

    Parameters
    ----------
    data, predicted, actual, labels, missing
        As in `evaluate`; or the counts of the items that came in before each look, or counts by date; or a ledger.
    task
        The task of the ledger whose runs are watched, where ``data`` is one.
    looks
        The date or batch of each item, or the column of it: the items of each are a look, in the order of its values.
    positive
        Of more than two labels the one to watch, against all others.
    system, since
        Whose runs, which may be left out where the task has one system; only runs recorded since this time.
    window
        What is looked at together: "7d", "12h", "4w", or a number of runs or batches; by default each is a look.
    level
        One minus the probability that a system which never changes is ever called changed; or the level at which all
        limits hold together.

    Returns
    -------
    Drift or Monitor
        Of runs the evidence after each look, the alarm, and informedness before and after the change. Of items the
        value after each look, and limits that hold at all looks together.

    Raises
    ------
    InputError
        If there are no such runs, they keep no counts, or there are clusters, strata or weights; if a table has more
        than two classes, or later tables have other labels.

    Examples
    --------
    >>> import tempfile
    >>> ledger = informed.Ledger(tempfile.mkdtemp() + "/ledger.db")
    >>> for night, right in enumerate([90, 91, 89, 60, 58, 61]):
    ...     counts = informed.Counts([[right, 100 - right], [10, 90]], ["ill", "well"])
    ...     run = ledger.record(counts, task="nightly", system="a", fingerprint=str(night))
    >>> watch(ledger, "nightly").since
    3
    >>> watch([Counts([[50, 10], [8, 132]]), Counts([[25, 5], [4, 66]])]).counts.n
    300
    """
    if isinstance(data, Ledger):
        task = predicted if task is None else task
        chosen, runs = runs_of(data, str(task), system, since=since)

        def known(places: Sequence[int]) -> Items | None:
            return data.identified([runs[place] for place in places], chosen)

        how: dict[str, Any] = {"task": str(task), "system": chosen, "window": window, "level": level}
        return drifted(data.independent(runs, chosen), [each.time for each in runs], **how, known=known)
    for name, each in (("task", task), ("system", system), ("since", since)):
        if each is not None:
            raise InputError("is for the recorded runs of a ledger; leave it out", argument=name, value=each)
    choice("missing", missing, values(Missing))
    found = _batches(data, predicted, stated(actual=actual, by=looks, labels=labels, missing=missing))
    names = [", ".join(map(str, group)) for group in found.groups] if isinstance(found, Counts) else []
    parts = [found[place] for place in range(len(names))] if isinstance(found, Counts) and names else found
    parts = [parts] if isinstance(parts, Counts) else parts
    parts = parts if positive is None else [each.one_vs_rest(positive) for each in parts]
    return monitored(parts, level, window, names)


def _batches(data: Any, predicted: Any, reading: dict[str, Any]) -> Counts | list[Counts]:
    """The counts of each look: given as such, by date or batch, or as labels to be counted."""
    if isinstance(data, Counts) or predicted is not None or "actual" in reading:
        return table_of(data, predicted, **reading)
    return list(data)


UNUSED = ("weights", "weight_kind", "by", "rename", "abstain", "rows", "n")  # what a look at items has no use for
OF_RUNS, OF_ROWS = ("system", "since", "ledger"), ("actual", "predicted", "looks")
QUESTION = Question(
    "watch",
    "Watch a predictor, looking as often as one likes. Recorded runs of a TASK: an alarm if the system changed. "
    "FILES of rows or saved counts: how informed it is, with limits that hold at every look; each file is a look, or "
    "each date or batch of --looks.",
    flat(
        [each for each in READING if each.name not in UNUSED],
        Parameter("looks", "The column of dates or batches: each is a look.", COLUMN, "data", usual=True),
        POSITIVE.but(help="Of more than two labels the one to watch, against all others."),
        Parameter("window", "Look at so many together, or at such a time: 10, 12h, 7d.", default="run", usual=True),
        SYSTEM.but(help="The system of the runs; may be left out where the task has one."),
        SINCE.but(usual=True),
        LEVEL,
        LEDGER.but(usual=True),
    ),
    examples=(
        "informed watch nightly --as v1.3",
        "informed watch preds.csv --actual y --predicted yhat --looks date --positive rain",
        "informed watch nightly --as v1.3 --window 7d -o watch.html",
        "informed watch monday.json tuesday.json",
    ),
    tab="actual predicted looks | positive window level missing encoding",
)


def answer(given: Given) -> Result:
    """Whether recorded runs changed, or how informed the rows are so far."""
    files = given["files"]
    rows = any(name in given.said for name in OF_ROWS) or any(each == "-" or Path(each).exists() for each in files)
    if rows and not any(name in given.said for name in OF_RUNS):
        return _so_far(given)
    only(given, (), "with recorded runs")
    refuse(given, ("looks", "positive"), "with recorded runs")
    if len(files) > 1:
        raise InputError(f"{len(files)} tasks; give one: {files[0]}")
    how = {name: given[name] for name in ("system", "window", "level", "since")}
    with Ledger(given["ledger"]) as ledger:
        if files[0] not in ledger.tasks() and Path(files[0]).suffix:
            raise InputError(f"{files[0]}: there is no such file, and no such task in ledger {ledger.place.shown}")
        found: Drift = watch(ledger, files[0], **how)
        return found


def _so_far(given: Given) -> Result:
    """The limits after each look at files, or at the dates or batches of a column."""
    looks = given["looks"]
    each = [given["files"]] if looks else [(file,) for file in given["files"]]
    how = {**given, "weight_kind": "sampling", "by": (looks,) if looks else ()}
    found = [read(Given({**how, "files": files}, given.said)) for files in each]
    whole = merged(found, union=True)
    if whole.by != ((looks,) if looks else ()):
        by = f"; give {arg('looks', whole.by[0])}" if len(whole.by) == 1 else "; count the rows by one column"
        raise InputError(f"the saved counts are by {', '.join(whole.by) or 'no column'}{by}")
    positive = label_of(given["positive"], whole)
    parts = whole if looks else [part.aligned(whole.labels, whole.labels_predicted) for part in found]
    return watch(parts, positive=positive, window=given["window"], level=given["level"])
