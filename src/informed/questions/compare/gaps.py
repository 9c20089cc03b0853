"""Does another system change how far groups lie apart? The change of each gap, on the same items.

A gap is the value of one group less that of another. Its change from one system to the next is the paired difference in
the one group less that in the other, and groups share no items: their limits join (Zou & Donner 2008). All measures,
pairs of groups and pairs of systems share the level (Bonferroni).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import hypot, isfinite
from typing import Any

from informed.core.basis import signature
from informed.core.errors import InputError, arg
from informed.core.estimate import Estimate, Record, Row, written
from informed.core.items import Items
from informed.core.labels import Label, assumed_positive
from informed.core.metrics import Figure
from informed.core.result import Grid, Result
from informed.core.words import Finding, apart, ci, coefficient, interval, number, signed
from informed.questions.compare.compute import compared
from informed.questions.compare.result import Comparison
from informed.questions.evaluate.gaps import METHOD, MOST, OF_MANY, OF_TWO, named

LISTED = 12  # changes of a measure that are listed, the largest first


@dataclass(frozen=True)
class GapChange(Record):
    """The gap between two groups of each of two systems, and how far the later one moves it."""

    json_types = written("estimate", value=float, low=float | None, high=float | None)

    measure: str
    first: str
    second: str
    system: str
    baseline: str
    before: float
    after: float
    estimate: Estimate

    @property
    def shown(self) -> bool:
        """Whether the gap is shown to change."""
        return not (self.estimate.low or 0.0) <= 0 <= (self.estimate.high or 0.0)

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        about = ("measure", "first", "second", "system", "baseline", "before", "after")
        return {name: getattr(self, name) for name in about} | self.estimate.to_dict()


@dataclass(frozen=True)
class GapChanges(Result):
    """The changes of each measure, the largest first; ``left_out``: the groups in which a measure is undefined."""

    kind = "gap_changes"
    json_types = written(changes=list[Row])

    by: tuple[str, ...]
    groups: int
    positive: Label | None
    level: float
    changes: Mapping[str, tuple[GapChange, ...]]
    left_out: Mapping[str, tuple[str, ...]]
    assumed: bool
    signature: str

    def head(self) -> tuple[str, str]:
        """The question, and of which groups."""
        positive = "" if self.positive is None else f", positive {self.positive!r}"
        return "Do the gaps between groups change?", f"{self.groups:,} groups of {', '.join(self.by)}{positive}"

    def words(self) -> Iterator[Finding]:
        """The largest change that is shown of each measure; and how large any may be."""
        found = [of[0] for of in self.changes.values() if of and of[0].shown]
        for each in found:
            moved = f"from {signed(each.before)} with {each.baseline!r} to {signed(each.after)} with {each.system!r}"
            gap = f"The gap in {named(each.measure)} between {each.first!r} and {each.second!r} moves {moved}"
            yield Finding("gap_changed", f"{gap} ({apart(each.estimate)}).")
        if not found:
            yield Finding("gaps_not_changed", "No change of a gap between groups is shown, in any of these measures.")
        most = {
            name: max(max(abs(each.estimate.low or 0.0), abs(each.estimate.high or 0.0)) for each in of)
            for name, of in self.changes.items()
            if of
        }
        if most:
            told = ", ".join(f"{coefficient(each)} in {named(name)}" for name, each in most.items())
            sure = f"With {100 * self.level:g}% confidence, for all of them together"
            yield Finding("largest_change", f"{sure}, no gap changes by more than {told}.")

    def grids(self, every: bool = False) -> Iterator[Grid]:
        """The changes, the largest of each measure first."""
        rows = [["measure", "between", "and", "systems", "before", "after", "change", f"{ci(self.level)}, together"]]
        for name, of in self.changes.items():
            for each in of if every else of[:1]:
                systems, values = f"{each.system} - {each.baseline}", (each.before, each.after, each.estimate.value)
                cells = [*map(number, values), interval(each.estimate)]
                rows.append([named(name), each.first, each.second, systems, *cells])
        yield Grid("Changes of gaps", rows, "Intervals hold for all groups, systems and measures together", left=4)

    def remarks(self, every: bool = False) -> Iterator[str]:
        """What was assumed, and which groups are left out."""
        if self.assumed:
            yield f"{self.positive!r} is taken as the positive label, since none was named"
        for name, groups in self.left_out.items():
            yield f"{named(name)} has no interval in {', '.join(map(repr, groups[:6]))}: no change with these groups"

    def pictures(self) -> Mapping[str, Any]:
        """The largest change of each measure."""
        from informed.writers.charts import Figure as Picture
        from informed.writers.charts import lanes
        from informed.writers.charts.rows import ends

        def rows(found: Any) -> list[dict[str, Any]]:
            return [
                {"measure": f"{named(name)}, {each.first} - {each.second}", **ends(each.estimate), "chance": 0.0}
                for name, of in found.changes.items()
                for each in of[:1]
            ]

        return {"changes": Picture("The largest change of a gap", rows, lanes.forest)}

    def rows(self) -> list[dict[str, Any]]:
        """One row a change."""
        return [each.to_dict() for of in self.changes.values() for each in of]

    def facts(self) -> dict[str, Any]:
        """What was asked, and each change that is listed."""
        return {**super().facts(), "changes": self.rows()}

    def key_figures(self) -> Iterator[Figure]:
        """The largest change of each measure."""
        for name, of in self.changes.items():
            yield from (Figure(f"gap({name})", each.estimate, each.system, minus=each.baseline) for each in of[:1])


def gap_changes(comparison: Comparison) -> GapChanges:
    """How far the gaps between the groups of a comparison change from system to system."""
    told: Any = comparison.basis.arguments if comparison.basis is not None else {}
    items = told.get("systems")
    if not isinstance(items, Items) or not 2 <= len(comparison.groups) <= MOST:
        raise InputError(f"a change of gaps needs systems on the same items and {arg('by')} with 2 to {MOST} groups")
    two, positive = len(comparison.labels) == 2, told.get("positive")
    assumed = two and positive is None
    if assumed:
        positive = _usual(comparison)
    measures = OF_TWO if two else OF_MANY
    groups = [each.group for each in comparison.groups]
    pairs, names = list(combinations(range(len(groups)), 2)), comparison.systems
    systems = list(combinations(names, 2))
    size = (1 - comparison.level) / (len(measures) * len(pairs) * len(systems))
    how = {"draws": told.get("draws", 2000), "seed": told.get("seed", 0), "positive": positive if two else None}
    parts = [
        compared(each, measures=measures, level=1 - size, adjust="none", **how)
        for group, each in items.apart().items()
        if group in groups
    ]
    titles = [", ".join(map(str, group or ())) for group in groups]
    changes: dict[str, tuple[GapChange, ...]] = {}
    lacking: dict[str, tuple[str, ...]] = {}
    for measure in measures:
        found = []
        for baseline, system in systems:
            own = [next(each for each in part.differences if _of(each, measure, system, baseline)) for part in parts]
            known = [each.estimate.low is not None and isfinite(each.estimate.value) for each in own]
            if not all(known):
                lacking[measure] = tuple(title for title, each in zip(titles, known, strict=True) if not each)
            for one, other in pairs:
                if not (known[one] and known[other]):
                    continue
                before, after = (
                    _value(parts[one], each, measure) - _value(parts[other], each, measure)
                    for each in (baseline, system)
                )
                moved = _joined(own[one].estimate, own[other].estimate, comparison.level)
                found.append(GapChange(measure, titles[one], titles[other], system, baseline, before, after, moved))
        found.sort(key=lambda each: (not each.shown, -abs(each.estimate.value)))
        changes[measure] = tuple(found[:LISTED])
    recipe = {"n": comparison.n, "by": "+".join(comparison.by), "systems": len(names), "level": comparison.level}
    recipe |= {"gaps": "+".join(measures)} | ({} if positive is None else {"positive": positive})
    about = (comparison.by, len(groups), positive if two else None, comparison.level, changes, lacking, assumed)
    return GapChanges(*about, signature(recipe))


def _usual(comparison: Comparison) -> Label:
    """The label that is taken as positive where none was named: 1 of 0 and 1, else the rarer one."""
    try:
        return assumed_positive(comparison.labels)
    except InputError:
        return min(comparison.sizes, key=comparison.sizes.__getitem__)


def _of(each: Any, measure: str, system: str, baseline: str) -> bool:
    return each.measure.partition("[")[0] == measure and (each.first, each.second) == (system, baseline)


def _value(part: Comparison, system: str, measure: str) -> float:
    return next(each.value for name, each in part.values[system].items() if name.partition("[")[0] == measure)


def _joined(one: Estimate, two: Estimate, level: float) -> Estimate:
    """The difference in one group less that in another."""
    gap = one.value - two.value
    low = gap - hypot(one.value - (one.low or 0.0), (two.high or 0.0) - two.value)
    high = gap + hypot((one.high or 0.0) - one.value, two.value - (two.low or 0.0))
    return Estimate(gap, 0.0, low, high, level, METHOD)
