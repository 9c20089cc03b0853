"""Which recorded system is best, and which are tied?

Systems in the order of a measure, tied where no test tells them apart.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from informed.asking.declared import Given, Parameter, Question
from informed.asking.vocabulary import LEDGER, LEVEL, SINCE, TASK
from informed.core.basis import signature
from informed.core.counts import Counts
from informed.core.errors import InputError, arg, asked, door
from informed.core.estimate import Estimate, Record
from informed.core.items import Items
from informed.core.labels import written
from informed.core.merging import gathered
from informed.core.metrics import Figure
from informed.core.registry import Measure, get
from informed.core.result import Grid, Result
from informed.core.table import Array, as_table
from informed.core.words import (
    Finding,
    Next,
    ci,
    coefficient,
    interval,
    many,
    named,
    number,
    p_cell,
    p_is,
    points,
    within,
)
from informed.inference.adjustment import adjust
from informed.inference.dependence import grouped
from informed.inference.estimates import estimate, estimates
from informed.inference.interval import check_level, limits_of
from informed.inference.pairing import correlations
from informed.inference.proportions import mover
from informed.inference.sizing import for_effect
from informed.ledger import Ledger, Run
from informed.ledger.chosen import known_task
from informed.ledger.items import actual_of, shared
from informed.ledger.statistics import design_of, once, summed

MOST = 60  # systems: beyond, pairs on the same items are no longer tested item by item
AT_ONCE = 20_000  # pairs
DEVIATES = np.linspace(0, 8, 81)  # where limits are looked at, to find the p between
MATTERS = 0.05  # the difference to plan for
SHOWN, SHOWN_GROUPS = 12, 4  # systems and groups, which are columns, on the default screen
PAGED = 20  # groups on a page
DRAWN, DRAWN_GROUPS = 30, 7  # systems and groups; more of them are no picture

Pair = tuple[str, ...]
Sample = Counts | Items
"""What a system is measured by: counts, or items with clusters or strata."""
Entries = dict[str, list[tuple[Run, str]]]
"""The runs of each system and version."""


@dataclass(frozen=True)
class Standing(Record):
    """A system: its rank is one more than the number of systems that a test shows to be better.

    ``rank`` to ``lowest`` is an interval of its rank; the intervals of all systems hold together at the level.
    """

    rank: int
    system: str
    runs: int
    n: int | None
    estimate: Estimate
    p: float | None
    """The adjusted p of the difference from the first; None for the first."""
    paired: bool
    """Whether it was compared with the first on the same items."""
    apart: str = ""
    """Why not, where both kept their items."""
    part: str = ""
    """How many items are in both, where these are not all."""
    distinct: int | None = None
    """How many items there are, each counted once; None where ids were not kept and items may repeat."""
    lowest: int | None = None
    """The number of systems, less those that it is shown to be better than."""
    other_data: bool = False
    """Whether its data are known not to be those of the first."""
    abstained: int = 0
    """How many items it left alone, which are never right."""

    @property
    def ranks(self) -> str:
        """The interval of its rank, for reading."""
        return str(self.rank) if self.lowest in (None, self.rank) else f"{self.rank} to {self.lowest}"


@dataclass(frozen=True)
class Reversal(Record):
    """Two systems whose order in one group is the opposite of that over all, both by test."""

    group: str
    better: str
    worse: str
    p: float


@dataclass(frozen=True)
class Leaderboard(Result):
    """The systems of a task; ``groups`` has the same numbers for each value of a tag."""

    kind = "leaderboard"

    task: str
    measure: str
    level: float
    standings: tuple[Standing, ...]
    by: str | None
    groups: Mapping[str, Mapping[str, Estimate]]
    reversals: tuple[Reversal, ...]

    @cached_property
    def signature(self) -> str:
        """The recipe in one line."""
        facts = {"task": self.task, "measure": self.measure, "systems": len(self.standings), "by": self.by or ""}
        return signature({**facts, "level": self.level, "adjust": "holm over all pairs"})

    def head(self) -> tuple[str, str]:
        return "Which system is best?", f"task {self.task}, {many(len(self.standings), 'system')}"

    def words(self) -> Iterator[Finding]:
        """The first, who is tied with it, and what turns round in a group."""
        first, *others = self.standings
        value = f"{first.system!r} has {self.measure} {coefficient(first.estimate.value)}{within(first.estimate)}"
        tied = [each.system for each in others if each.p is not None and each.p > 1 - self.level]
        if not others:
            yield Finding("alone", f"Only one system: {value}.")
        elif tied:
            yield Finding("tied", f"No single best: {value}, no significant difference from {named(tied)}.")
        else:
            p = max(each.p or 0.0 for each in others)
            yield Finding("best", f"Best: {value}, shown to be better than every other (largest {p_is(p)}).")
        if len(self.standings) > MOST:
            told = "pairs are compared by the intervals of both, and how far the items that both answered move together"
            yield Finding("many", f"More than {MOST} systems: {told}.")
        for why in dict.fromkeys(each.apart for each in others if each.apart):
            pair = f"{named([each.system for each in others if each.apart == why])} and {first.system!r}"
            yield Finding("not_paired", f"Not paired: {pair} are compared as independent samples, because {why}.")
        for part in dict.fromkeys(each.part for each in others if each.part):
            those = named([each.system for each in others if each.part == part])
            yield Finding("in_part", f"In part: {first.system!r} shares items with {those} ({part}).")
        if other := [each.system for each in others if each.other_data]:
            told = f"{named(other)} and {first.system!r} were not measured on the same data"
            yield Finding("other_data", f"Other data: {told}; a difference may be one between the data.")
        if silent := [each for each in self.standings if each.abstained]:
            told = ", ".join(
                f"{each.system!r} from {each.abstained:,} of {each.n:,} items" for each in silent[:SHOWN_GROUPS]
            )
            told += f" and {len(silent) - SHOWN_GROUPS} more systems" if len(silent) > SHOWN_GROUPS else ""
            yield Finding("abstained", f"Abstained: {told}. An abstention is never right.")
        repeating = [each for each in self.standings if each.distinct is not None and each.n and each.distinct < each.n]
        for each in repeating[:SHOWN_GROUPS]:
            told = f"the {each.n:,} answers of {each.system!r} are to {many(each.distinct or 0, 'item')}"
            yield Finding("repeat", f"Items repeat: {told}; intervals and tests allow for it.")
        if more := repeating[SHOWN_GROUPS:]:
            told = f"so do those of {named([each.system for each in more])}"
            yield Finding("repeat", f"Items repeat: {told}; intervals and tests allow for it.")
        if unknown := [each.system for each in self.standings if each.distinct is None]:
            told = f"{named(unknown)} kept no ids, so an item that came again counts as another one"
            yield Finding("may_repeat", f"Items may repeat: {told}.")
        for turn in self.reversals:
            told = f"there {turn.worse!r} is better than {turn.better!r} ({p_is(turn.p)})"
            yield Finding("reversed", f"Reversed for {self.by} {turn.group!r}: {told}.")

    def steps(self) -> Iterator[Next]:
        """How many items tell those apart that are tied with the first; else how the first got there."""
        first, *others = self.standings
        tied = [each for each in others if each.p is not None and each.p > 1 - self.level]
        ends = [(each.estimate.low, each.estimate.high) for each in (first, *tied[:1])]
        if tied and first.n is not None and (wide := math.hypot(*(high - low for low, high in ends if low and high))):
            apart = Estimate(0.0, low=0.0, high=wide, level=self.level)
            n = for_effect(apart, round(first.n), MATTERS)
            yield Next("more_items", f"add items: about {n:,} each would show a difference of {points(MATTERS)}")
        else:
            yield Next("runs", f"see every run of {first.system!r}", "history", {"system": first.system})

    def grids(self, every: bool = False) -> Iterator[Grid]:
        """The systems in their order, and each of them in every group."""
        from informed.writers.layout import cut

        rows = [["rank", "system", "runs", "items", self.measure, ci(self.level), "p vs. first"]]
        for each in self.standings:
            size = "" if each.n is None else f"{each.n:,}"
            p = "" if each.p is None else p_cell(each.p) + (" paired" if each.paired else "")
            numbers = [number(each.estimate.value), interval(each.estimate), p]
            rows.append([each.ranks, cut(each.system), str(each.runs), size, *numbers])
        told = "A rank begins after all systems shown to be better, and ends before those shown to be worse"
        yield Grid("The systems", rows, told, 2, SHOWN, others="more systems")
        if self.groups:
            left = 0 if every else max(len(self.groups) - SHOWN_GROUPS, 0)
            more = f"... and {left:,} more groups: {door().every}" if left else ""
            rows = self._by_group(len(self.groups) - left)[: None if every else 1 + SHOWN]
            yield Grid(f"By {self.by}", rows, legend=more, on="screen")
            left = max(len(self.groups) - PAGED, 0)
            more = f"{left:,} more groups are in the JSON" if left else ""
            yield Grid(f"By {self.by}", self._by_group(PAGED), more, on="page")

    def _by_group(self, groups: int) -> list[list[str]]:
        """A row for each system, and a column for each of the first so many groups."""
        from informed.writers.layout import cut

        names = list(self.groups)[:groups]
        rows = [[f"{self.measure} by {self.by}", *map(cut, names)]]
        for each in self.standings:
            cells = [self.groups[name].get(each.system) for name in names]
            rows.append([cut(each.system), *("" if cell is None else number(cell.value) for cell in cells)])
        return rows

    def pictures(self) -> Mapping[str, Any]:
        """The systems with their intervals."""
        from informed.writers.charts import Figure, lanes

        return {"standings": Figure("Systems with their intervals", _drawn, lanes.small_multiples)}

    def key_figures(self) -> Iterator[Figure]:
        """The number of each system."""
        return (Figure(self.measure, each.estimate, each.system) for each in self.standings)

    def rows(self) -> list[dict[str, Any]]:
        """One row a system, and one for each of its groups."""
        whole = [
            {"rank": each.rank, "lowest": each.lowest, "system": each.system, "group": None, "runs": each.runs,
             "n": each.n, **each.estimate.to_dict(), "p": each.p, "paired": each.paired}
            for each in self.standings
        ]  # fmt: skip
        parts = [
            {"rank": None, "lowest": None, "system": system, "group": group, "runs": None, "n": None,
             **found.to_dict(), "p": None, "paired": None}
            for group, row in self.groups.items() for system, found in row.items()
        ]  # fmt: skip
        return whole + parts


def _drawn(found: Leaderboard) -> list[dict[str, Any]]:
    """Every system with its interval, over all and in each group."""
    from informed.writers.charts.rows import ends
    from informed.writers.layout import seen

    drawn = found.standings[:DRAWN]
    whole = [
        {"row": seen(each.system), "items": each.n, "measure": found.measure, **ends(each.estimate)} for each in drawn
    ]
    parts = [
        {"row": seen(system), "items": None, "measure": seen(group), **ends(each)}
        for group, row in list(found.groups.items())[:DRAWN_GROUPS]
        for system, each in row.items()
        if system in {each.system for each in drawn}
    ]
    return whole + parts


# --- who is better ---------------------------------------------------------------------------------------------------


def ranked(
    task: str,
    counts: Mapping[str, Sample],
    runs: Mapping[str, int],
    measure: str,
    level: float,
    *,
    paired: Callable[[str, str], Items | dict[str, Items] | str],
    by: str | None = None,
    groups: Mapping[str, Mapping[str, Sample]] | None = None,
    distinct: Mapping[str, int | None] | None = None,
    data: Mapping[str, frozenset[str]] | None = None,
    known: Mapping[str, Items | None] | None = None,
) -> Leaderboard:
    """The standings, by tests of every pair: on the same items, on samples that share some, or on independent ones.

    ``distinct``: how many items each system has, an item that came again counted once; None where that is not known.
    ``data``: what tells the data of each system apart, where that is known. ``known``: the items whose clusters are
    ids, which tell what very many systems share.
    """
    silent = {name: _silent(each) for name, each in counts.items()}
    counts = {name: each.staked() for name, each in counts.items()}
    found = _estimated(counts, measure, level)
    sign = -1 if get(measure).higher_is_better is False else 1
    order = sorted(found, key=lambda name: -sign * found[name].value)
    pairs = list(combinations(order, 2))
    both = {pair: paired(*pair) for pair in pairs} if len(order) <= MOST else {}
    same = {pair: _paired_p(items, measure, level) for pair, items in both.items() if isinstance(items, Items)}
    partly = {pair for pair, items in both.items() if isinstance(items, dict)}
    if not both:
        trusted = _told_alike({name: each for name, each in (known or {}).items() if each is not None})
        partly = set(combinations((name for name in order if name in trusted), 2))
    p = same | _apart(found, counts, measure, [pair for pair in pairs if pair not in same], partly)
    p = adjusted({pair: p[pair] for pair in pairs})
    shown = [pair for pair, each in p.items() if each <= 1 - level]
    better, worse = (Counter(pair[end] for pair in shown) for end in (1, 0))
    origin = {name: (data or {}).get(name, frozenset()) for name in order}
    standings = tuple(
        Standing(
            1 + better[name], name, runs[name], counts[name].n, found[name], p.get((order[0], name)),
            *_how(both.get((order[0], name), ""), measure), (distinct or {}).get(name, counts[name].n),
            len(order) - worse[name],
            not isinstance(both.get((order[0], name)), Items)
            and all(origin.values()) and origin[name] != origin[order[0]],
            silent[name],
        )
        for name in order
    )  # fmt: skip
    groups = {group: {name: each.staked() for name, each in row.items()} for group, row in (groups or {}).items()}
    inside = {group: _estimated(row, measure, level) for group, row in groups.items()}
    turned = {
        (group, *pair): each
        for group, row in groups.items()
        for pair, each in _apart(inside[group], row, measure, [pair for pair in shown if set(pair) <= set(row)]).items()
    }
    told = tuple(reversals(adjusted(turned), inside, sign, 1 - level))
    return Leaderboard(task, measure, level, standings, by, inside, told)


def _silent(sample: Sample) -> int:
    if isinstance(sample, Items):
        return sample.n - sample.answered().n if sample.abstaining else 0
    return 0 if sample.abstained is None else int(sample.abstained.sum())


def _how(both: Items | dict[str, Items] | str, measure: str) -> tuple[bool, str, str]:
    """Whether a pair was compared on the same items, why not, and where a part is in both what is known of that."""
    if not isinstance(both, dict):
        return (False, both, "") if isinstance(both, str) else (True, "", "")
    one, two = both.values()
    common = {*one.clusters} & {*two.clusters}
    parts = []
    for each in (one, two):
        cluster = np.asarray(each.cluster)
        at = np.isin(np.array(each.clusters)[cluster], list(common))
        parts.append(replace(each, rows=each.rows[at], items=each.items[at], cluster=cluster[at]).staked().counts())
    asked, seen = _one_label(measure, parts)
    values = " and ".join(coefficient(float(asked(each))) for each in seen)
    return False, "", f"{'; '.join(one.notes)}; {measure} on those in both: {values}"


def adjusted(p: Mapping[Pair, float]) -> dict[Pair, float]:
    """Holm's adjustment over all pairs."""
    return dict(zip(p, adjust(list(p.values())).tolist(), strict=True)) if p else {}


def _paired_p(items: Items, measure: str, level: float) -> float:
    from informed.questions.compare import compare

    (difference,) = compare(items, measures=[measure], level=level).differences
    return float(difference.p if difference.p is not None else 1.0)


def _estimated(samples: Mapping[str, Sample], measure: str, level: float) -> dict[str, Estimate]:
    """The measure of each system; that of very many, where they are alike, at once."""
    if len(samples) <= MOST:
        return {name: estimate(each, measure, level=level) for name, each in samples.items()}
    found: dict[str, Estimate] = {}
    names, (asked, seen) = list(samples), _one_label(measure, list(samples.values()))
    for places, batch in _alike(seen):
        several = (
            estimates(asked, batch, level=level).each() if len(places) > 1 else [estimate(batch, asked, level=level)]
        )
        found |= dict(zip([names[place] for place in places], several, strict=True))
    return {name: found[name] for name in names}


def _one_label(measure: str, samples: Sequence[Sample]) -> tuple[Measure, list[Sample]]:
    """The measure without its label, and the samples with that label against the rest."""
    asked, label = replace(get(measure), label=None), get(measure).label
    return asked, [each if label is None else each.one_vs_rest(written(label, each.labels)) for each in samples]


def _alike(samples: Sequence[Sample]) -> Iterator[tuple[list[int], Any]]:
    """Plain counts in which all of the same labels occur, as one batch of tables; any other sample alone."""
    found: dict[Any, list[int]] = {}
    for place, each in enumerate(samples):
        plain = isinstance(each, Counts) and each.square and not each.weighted and not each.by and each.n is not None
        cells = as_table(each) if plain else None
        whole = cells is not None and bool((cells.sum(0) + cells.sum(1)).all())
        found.setdefault(each.labels if whole else place, []).append(place)
    for places in found.values():
        tables = [samples[place] for place in places]
        yield places, tables[0] if len(places) == 1 else np.stack([as_table(each) for each in tables])


def _told_alike(known: Mapping[str, Items]) -> set[str]:
    """The systems whose ids can be trusted: an id with two actual labels names two items, and its systems are apart."""
    labels: dict[Any, Any] = {}
    doubtful: set[Any] = set()
    every = {name: dict(zip(each.clusters, actual_of(each), strict=True)) for name, each in known.items()}
    for items in every.values():
        for id, label in items.items():
            if label is not None and labels.setdefault(id, label) != label:
                doubtful.add(id)
    return {name for name, items in every.items() if doubtful.isdisjoint(items)}


def _apart(
    found: Mapping[str, Estimate],
    samples: Mapping[str, Sample],
    measure: str,
    pairs: Iterable[Pair],
    partly: Collection[Pair] = (),
) -> dict[Pair, float]:
    """The p of pairs of samples, from the limits of both values at many levels; ``partly``: those that share items."""
    from scipy.special import ndtr

    tested = list(pairs)
    within = {name for pair in tested for name in pair}
    used = [name for name in samples if name in within]
    asked, seen = _one_label(measure, [samples[name] for name in used])
    ends = np.empty((len(used), 2, len(DEVIATES)))
    for places, batch in _alike(seen):
        limits = limits_of(asked, grouped(batch) if isinstance(batch, Items) else batch)[1]
        ends[places] = np.array([limits(tail) for tail in ndtr(-DEVIATES)]).reshape(len(DEVIATES), 2, -1).T
    value, together = np.array([found[name].value for name in used]), correlations(asked, seen) if partly else None
    p: dict[Pair, float] = {}
    place = {name: at for at, name in enumerate(used)}
    for start in range(0, len(tested), AT_ONCE):
        some = tested[start : start + AT_ONCE]
        high, low = np.array([[place[a], place[b]] for a, b in some]).T
        high, low = np.where(value[low] > value[high], [low, high], [high, low])
        common: Any = 0.0
        if together is not None:
            common = np.where([pair in partly for pair in some], together[high, low], 0.0)[:, None]
        sides = ((value[side, None], (ends[side, 0], ends[side, 1])) for side in (high, low))
        left, right = sides
        lower = mover(left, right, common)[0]
        z = np.where(np.isnan(lower).any(1), 0.0, _reaches(lower))
        p |= dict(zip(some, (2 * ndtr(-z)).tolist(), strict=True))
    return p


def _reaches(lower: Array) -> Array:
    """The deviate at which each row of lower limits reaches 0; the last one where none does."""
    first = np.argmax(lower <= 0, axis=1)
    first = np.where((lower <= 0).any(1), first, len(DEVIATES) - 1)
    before, rows = np.maximum(first - 1, 0), np.arange(len(lower))
    above, below = lower[rows, before], lower[rows, first]
    part = np.divide(above, above - below, out=np.ones(len(lower)), where=(above > below) & (below <= 0))
    return np.where(first == 0, 0.0, DEVIATES[before] + part * (DEVIATES[first] - DEVIATES[before]))


def reversals(
    p: Mapping[Pair, float], groups: Mapping[str, Mapping[str, Estimate]], sign: int, alpha: float
) -> Iterator[Reversal]:
    """Pairs that differ over all by test and the other way round in a group, by a test that allows for their number."""
    for (group, better, worse), each in p.items():
        if each <= alpha and sign * (groups[group][better].value - groups[group][worse].value) < 0:
            yield Reversal(group, better, worse, each)


# --- the question ----------------------------------------------------------------------------------------------------


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
    """Rank the systems of a task; systems that no test tells apart are tied, and a rank is an interval ("1 to 3").

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
    with ledger.at_once(runs):
        known = {name: ledger.identified([run for run, _ in each], each[0][1]) for name, each in entries.items()}
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
    data = {
        name: frozenset(run.fingerprint or run.dataset for run, _ in those) - {""} for name, those in entries.items()
    }
    how: dict[str, Any] = {"by": by, "groups": groups, "distinct": distinct, "data": data, "known": known}
    return ranked(task, counts, size, str(get(measure)), level, paired=paired, **how)


def _entries(runs: Iterable[Run]) -> Entries:
    return gathered((f"{system} {run.version}".strip(), (run, system)) for run in runs for system in run.systems)


def _summed(ledger: Ledger, entries: list[tuple[Run, str]]) -> Sample:
    """All items of a system, with their clusters and strata where these were recorded."""
    return ledger.added([run for run, _ in entries], entries[0][1])


def _distinct(sample: Sample, entries: list[tuple[Run, str]], known: bool) -> int | None:
    """How many items a system answered, each counted once: ids tell, or that there is one set of data; else None."""
    if known and isinstance(sample, Items) and sample.cluster is not None:
        return len(np.unique(sample.cluster))
    answered = sample.answered() if isinstance(sample, Items) else sample
    single = answered.n is None or answered.n <= max(run.n or 0 for run, _ in entries)
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


QUESTION = Question(
    "leaderboard",
    "Rank the recorded systems of a task, with ties by test; in pairs where items were kept.",
    (
        TASK,
        Parameter("measure", "Any measure.", default="informedness", usual=True),
        Parameter(
            "by", "The same for each value of a tag, with the pairs whose order turns round.", shown="TAG", usual=True
        ),
        SINCE.but(usual=True),
        Parameter("tags", "Only runs with this tag.", repeats=True, option="tag", shown="NAME=VALUE", usual=True),
        LEVEL,
        LEDGER.but(usual=True),
    ),
    examples=("informed leaderboard nightly", "informed leaderboard nightly --by site --measure mcc -o board.html"),
    tab="measure by | tags since level",
)


def answer(given: Given) -> Result:
    """The ranking."""
    how = {name: given[name] for name in ("measure", "by", "level", "since", "tags")}
    with Ledger(given["ledger"]) as ledger:
        return leaderboard(ledger, given["task"], **how)
