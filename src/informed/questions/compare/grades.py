"""Graded runs of several systems on the same items: their differences, and who is right where the other is not."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, NamedTuple, NotRequired

import numpy as np

from informed.core.basis import answers, signature
from informed.core.differences import Scale, across
from informed.core.errors import InputError
from informed.core.estimate import Estimate, Row, finite, written
from informed.core.metrics import Figure
from informed.core.result import Grid, Result
from informed.core.validate import Numbers
from informed.core.words import Finding, Next, ci, ends, interval, many, number, p_cell, p_is, signed
from informed.inference.adjustment import adjust, shown_at
from informed.inference.grades import Limits, coded, of_gaps, of_point_gaps
from informed.inference.interval import check_level
from informed.inference.sizing import for_effect
from informed.questions.evaluate.grades import estimated, item_means, judged
from informed.readers.logs import PairedGrades

MOST = 3  # differences in sentences
MATTERS = 0.05  # the difference to plan for


@dataclass(frozen=True)
class GradeDifference:
    """How much better the first system was graded than the second; on how many items each was graded better."""

    first: str
    second: str
    estimate: Estimate
    p: float | None
    p_adjusted: float | None
    first_better: int
    second_better: int

    def row(self) -> dict[str, Any]:
        """Both systems, how far they lie apart, and how surely."""
        sure = {"p": self.p, "p_adjusted": self.p_adjusted}
        return {"first": self.first, "second": self.second, **self.estimate.to_dict(), **sure}


@dataclass(frozen=True, repr=False)
class GradeComparison(Result):
    """Several graded runs of the same items, the first of them the baseline.

    ``groups``: the comparison in each group, ``by`` which they were told apart; p and intervals allow for all of them.
    """

    kind = "grade_comparison"
    json_types = written(
        *("values", "ranks", "repeated", "right_or_wrong", "level", "group"),
        measure=str,
        systems=dict[str, Row],
        differences=list[Row],
        by=NotRequired[list[str]],
        groups=NotRequired[list[Row]],
    )

    values: Mapping[str, Estimate]
    differences: tuple[GradeDifference, ...]
    ranks: Mapping[str, int]
    items: int
    repeated: bool
    scorer: str
    right_or_wrong: bool
    level: float
    adjust: str
    notes: tuple[str, ...]
    signature: str
    by: tuple[str, ...] = ()
    group: tuple[Any, ...] | None = None
    groups: "tuple[GradeComparison, ...]" = ()

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the systems."""
        return tuple(self.values)

    def head(self) -> tuple[str, str]:
        told = f"{many(self.items, 'item')}, {len(self.values)} systems, the same items"
        return "Which is graded better?", told

    def words(self) -> Iterator[Finding]:
        """Who is better, pair by pair; of many pairs those with the first system."""
        shown = self.differences
        if len(shown) > MOST:
            first = next(iter(self.values))
            shown = tuple(each for each in shown if first in (each.first, each.second))[:MOST]
        for each in shown:
            yield self._between(each)
            if self.groups:
                own = {", ".join(map(str, part.group or ())): part for part in self.groups}
                groups = {name: part.difference(each.first, each.second) for name, part in own.items()}
                yield Finding("across_groups", across(self.by, groups, each, Scale(), self.level))
        yield from judged(self.scorer)

    def steps(self) -> Iterator[Next]:
        """How many items would show a difference that matters, where none is shown."""
        tied = all(each.p_adjusted is None or each.p_adjusted >= 1 - self.level for each in self.differences)
        n = for_effect(self.differences[0].estimate, self.items, MATTERS) if tied else None
        if n is not None and n > self.items:
            yield Next("more_items", f"add items: about {n:,} would show a difference of {MATTERS:g}")

    def _between(self, each: GradeDifference) -> Finding:
        what = "accuracy" if self.right_or_wrong else "mean grade"
        one, other = (number(self.values[name].value) for name in (each.first, each.second))
        apart = ", ".join(filter(None, (f"difference {signed(each.estimate.value)}", ends(each.estimate))))
        if each.p_adjusted is None or each.p_adjusted >= 1 - self.level:
            told = f"{each.first!r} {one}, {each.second!r} {other} by {what} ({apart}; {p_is(each.p_adjusted)})"
            return Finding("no_difference", f"No significant difference: {told}.")
        side = "better" if each.estimate.value > 0 else "worse"
        return Finding(side, f"{each.first!r} is {side} than {each.second!r}: {what} {one} against {other} ({apart}).")

    def grids(self, every: bool = False) -> Iterator[Grid]:
        """The systems, the best first, their differences, and where they differ."""
        from informed.writers.layout import cut, seen

        order = sorted(self.values, key=lambda name: (self.ranks[name], -self.values[name].value))
        found = [[str(self.ranks[name]), name, *_cells(self.values[name], number)] for name in order]
        yield Grid("The systems", [["rank", "system", self.measure, ci(self.level)], *found], left=2)
        rows = [["difference", "value", ci(self.level), "p", "items better"]]
        for each in self.differences:
            better = f"{cut(each.second)} {each.second_better:,}, {cut(each.first)} {each.first_better:,}"  # as given
            rows.append([f"{each.first} - {each.second}", *_cells(each.estimate), p_cell(each.p_adjusted), better])
        yield Grid("The differences", rows, most=6, others="more pairs")
        rows = [[", ".join(self.by), "difference", "items", self.measure, ci(self.level), "p"]]
        for part in self.groups:
            name = ", ".join(map(seen, part.group or ()))
            for each in part.differences:
                told = [f"{part.items:,}", *_cells(each.estimate), p_cell(each.p_adjusted)]
                rows.append([name, f"{each.first} - {each.second}", *told])
        yield Grid("In each group", rows, left=2, most=12, others="more rows of groups")

    def remarks(self, every: bool = False) -> tuple[str, ...]:
        """How the items were matched."""
        return self.notes

    def pictures(self) -> Mapping[str, Any]:
        """The differences with their intervals."""
        from informed.writers.charts import Figure, lanes

        return {"differences": Figure("Differences", _drawn, lanes.gaps)}

    @property
    def measure(self) -> str:
        """What the numbers are called."""
        return "accuracy" if self.right_or_wrong else "mean_grade"

    def key_figures(self) -> Iterator[Figure]:
        """The mean grade of each system, and every difference, of the whole and in each group."""
        for part in (self, *self.groups):
            yield from (Figure(self.measure, each, system, part.group) for system, each in part.values.items())
            for pair in part.differences:
                yield Figure(self.measure, pair.estimate, pair.first, part.group, minus=pair.second)

    def difference(self, first: str, second: str) -> GradeDifference:
        """The difference of two systems."""
        for each in self.differences:
            if (each.first, each.second) == (first, second):
                return each
        raise InputError(
            f"there is no difference {first!r} - {second!r}; it is later minus earlier of {[*self.values]}"
        )

    def rows(self) -> list[dict[str, Any]]:
        """One row a system, then one a difference; with groups of all items first, their group None."""
        nowhere = (None,) * len(self.by)
        return [
            dict(zip(self.by, part.group or nowhere, strict=True)) | row
            for part in (self, *self.groups)
            for row in (*part._systems(), *part._differences())
        ]

    def _systems(self) -> list[dict[str, Any]]:
        return [{"system": name, "rank": self.ranks[name], **each.to_dict()} for name, each in self.values.items()]

    def _differences(self) -> list[dict[str, Any]]:
        return [
            each.row() | {"first_better": each.first_better, "second_better": each.second_better}
            for each in self.differences
        ]

    def facts(self) -> dict[str, Any]:
        """The systems, their differences, and what they were graded by."""
        about = {"measure": self.measure, "scorer": self.scorer, "items": self.items, "adjust": self.adjust}
        groups = [{"group": part.group, "items": part.items, **part._found()} for part in self.groups]
        own = {**about, **self._found(), "notes": list(self.notes)}
        return own | ({"by": list(self.by), "groups": groups} if self.by else {})

    def _found(self) -> dict[str, Any]:
        systems = {name: {"rank": self.ranks[name], **each.to_dict()} for name, each in self.values.items()}
        return {"systems": systems, "differences": self._differences()}


def _cells(each: Estimate, how: Callable[[float], str] = signed) -> list[str]:
    return [how(each.value), interval(each)]


def _drawn(found: GradeComparison) -> list[dict[str, Any]]:
    """Each pair of systems: how much better the first was graded."""
    from informed.writers.charts.rows import MOST_ROWS, ends

    alone = len(found.differences) == 1
    return [
        {"row": f"{each.first} - {each.second}", "measure": found.measure}
        | {"sides": (each.first, each.second) if alone else ("first", "second")}
        | {"p": finite(each.p_adjusted), **ends(each.estimate), "chance": 0.0}
        for each in found.differences[:MOST_ROWS]
    ]


@answers
def compared(grades: PairedGrades, *, level: float = 0.95, adjust: str = "holm") -> GradeComparison:
    """The systems against each other, paired by item: over all items, and in each group."""
    every = np.concatenate([np.asarray(each, float) for one in grades.systems.values() for each in one])
    binary = bool(np.isin(every, (0.0, 1.0)).all())
    bounded = bool(every.min() >= 0 and every.max() <= 1)
    how = _How(check_level(level), adjust, binary, bounded, grades.scorer)
    (whole,) = how.told([_Part(None, grades.systems, grades.clusters)])
    whole = replace(whole, notes=grades.notes)
    if not grades.by:
        return whole
    groups = tuple(how.told(list(_apart(grades))))
    recipe = {**how.recipe(whole.items, whole.values), "by": "+".join(grades.by)}
    return replace(whole, by=grades.by, groups=groups, signature=signature(recipe))


def told_apart(
    parts: Sequence[tuple[tuple[Any, ...], Mapping[str, Any]]], scorer: str, level: float, adjust: str
) -> tuple[GradeComparison, ...]:
    """The comparison in each of several groups, all of them judged together."""
    every = np.concatenate([np.asarray(each, float) for _, of in parts for one in of.values() for each in one])
    about = bool(np.isin(every, (0.0, 1.0)).all()), bool(every.min() >= 0 and every.max() <= 1)
    return tuple(_How(level, adjust, *about, scorer).told([_Part(group, of, None) for group, of in parts]))


class _Part(NamedTuple):
    """All items, or those of one group: the grades of every system, and the clusters they lie in."""

    group: tuple[Any, ...] | None
    systems: Mapping[str, Sequence[tuple[float, ...]]]
    clusters: Sequence[Any] | None

    @property
    def times(self) -> int:
        """How often an item was answered at most."""
        return max(len(each) for one in self.systems.values() for each in one)

    def gaps(self) -> dict[tuple[str, str], Numbers]:
        """By how much each later system was graded better than each earlier one, item by item."""
        means = {name: item_means(each) for name, each in self.systems.items()}
        return {(second, first): means[second] - means[first] for first, second in combinations(means, 2)}


def _apart(grades: PairedGrades) -> Iterator[_Part]:
    for group in dict.fromkeys(grades.groups):
        places = [place for place, each in enumerate(grades.groups) if each == group]
        among = None if grades.clusters is None else [grades.clusters[place] for place in places]
        yield _Part(group, {name: [of[place] for place in places] for name, of in grades.systems.items()}, among)


@dataclass(frozen=True)
class _How:
    """How the parts of a comparison are judged, all of them together."""

    level: float
    adjust: str
    binary: bool
    bounded: bool
    scorer: str

    def recipe(self, items: int, systems: Mapping[str, Any]) -> dict[str, Any]:
        """What the signature says."""
        about = {"systems": len(systems), "items": items, "scorer": self.scorer}
        return {**about, "level": self.level, "adjust": self.adjust}

    def told(self, parts: Sequence[_Part]) -> Iterator[GradeComparison]:
        """The comparison of each part; p and intervals allow for all pairs of all parts."""
        gaps = [each.gaps() for each in parts]
        tested = [
            [self._tested(each, part, self.level)[1] for each in of.values()]
            for part, of in zip(parts, gaps, strict=True)
        ]
        p = np.array([1.0 if each is None else each for of in tested for each in of])
        adjusted = adjust(p, self.adjust)
        size = shown_at(p, adjusted, 1 - self.level, self.adjust)
        for part, of, known, *family in zip(parts, gaps, tested, *_split(len(parts), adjusted, size), strict=True):
            found = [
                self._difference(pair, each, part, own, float(q), 1 - float(alpha))
                for (pair, each), own, q, alpha in zip(of.items(), known, *family, strict=True)
            ]
            values = {name: estimated(of, self.binary, self.level, part.clusters) for name, of in part.systems.items()}
            items = len(next(iter(part.systems.values())))
            about = (items, part.times > 1, self.scorer, self.binary, self.level, self.adjust, ())
            recipe = signature(self.recipe(items, values))
            ranks = ranked(values, found, self.level)
            yield GradeComparison(values, tuple(found), ranks, *about, recipe, group=part.group)

    def _tested(self, gaps: Numbers, part: _Part, level: float) -> tuple[Limits, float | None]:
        among = coded(part.clusters)
        return of_gaps(gaps, part.times, level, among) if self.bounded else of_point_gaps(gaps, level, among)

    def _difference(
        self, pair: tuple[str, str], gaps: Numbers, part: _Part, p: float | None, adjusted: float, level: float
    ) -> GradeDifference:
        """One difference, its interval at the level that agrees with the adjusted p."""
        low, high, method = self._tested(gaps, part, level)[0] or (None, None, None)
        estimate = Estimate(float(gaps.mean()), low=low, high=high, level=self.level, method=method)
        return GradeDifference(
            *pair, estimate, p, None if p is None else adjusted, int((gaps > 0).sum()), int((gaps < 0).sum())
        )


def _split(parts: int, *families: Numbers) -> Iterator[list[Numbers]]:
    return (np.split(each, parts) for each in families)


def ranked(values: Mapping[str, Any], differences: Any, level: float) -> dict[str, int]:
    """One more than the number of systems that are significantly better; systems that none beats are tied."""
    ranks = dict.fromkeys(values, 1)
    for each in differences:
        if each.p_adjusted is not None and each.p_adjusted < 1 - level:
            ranks[each.second if each.estimate.value > 0 else each.first] += 1
    return ranks
