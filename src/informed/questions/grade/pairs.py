"""Graded runs of several systems on the same items: their differences, and who is right where the other is not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from informed.core.estimate import Estimate
from informed.core.metrics import Figure
from informed.core.result import Result
from informed.core.signature import signature
from informed.core.validate import Numbers
from informed.inference.adjustment import adjust as adjusted
from informed.inference.grades import coded, of_gaps, of_point_gaps
from informed.inference.interval import check_level
from informed.questions.grade.compute import estimated, item_means
from informed.readers.logs import PairedGrades


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


@dataclass(frozen=True, repr=False)
class GradeComparison(Result):
    """Several graded runs of the same items, the first of them the baseline."""

    kind = "grade_comparison"

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

    @property
    def measure(self) -> str:
        """What the numbers are called."""
        return "accuracy" if self.right_or_wrong else "mean_grade"

    def key_figures(self) -> Iterator[Figure]:
        """The mean grade of each system, and every difference."""
        yield from (Figure(self.measure, each, system) for system, each in self.values.items())
        yield from (Figure(self.measure, each.estimate, each.first, minus=each.second) for each in self.differences)

    def rows(self) -> list[dict[str, Any]]:
        """One row a system, then one a difference."""
        own = [{"system": name, "rank": self.ranks[name], **each.to_dict()} for name, each in self.values.items()]
        return [*own, *self._differences()]

    def _differences(self) -> list[dict[str, Any]]:
        return [
            {
                "first": each.first,
                "second": each.second,
                **each.estimate.to_dict(),
                "p": each.p,
                "p_adjusted": each.p_adjusted,
                "first_better": each.first_better,
                "second_better": each.second_better,
            }
            for each in self.differences
        ]

    def facts(self) -> dict[str, Any]:
        """The systems, their differences, and what they were graded by."""
        about = {"measure": self.measure, "scorer": self.scorer, "items": self.items, "adjust": self.adjust}
        systems = {name: {"rank": self.ranks[name], **each.to_dict()} for name, each in self.values.items()}
        return {**about, "systems": systems, "differences": self._differences(), "notes": list(self.notes)}


def compared(grades: PairedGrades, *, level: float = 0.95, adjust: str = "holm") -> GradeComparison:
    """The systems against each other, paired by item."""
    level = check_level(level)
    every = np.concatenate([np.asarray(each, float) for one in grades.systems.values() for each in one])
    binary = bool(np.isin(every, (0.0, 1.0)).all())
    values = {name: estimated(each, binary, level, grades.clusters) for name, each in grades.systems.items()}
    means = {name: item_means(each) for name, each in grades.systems.items()}
    times = max(len(each) for one in grades.systems.values() for each in one)
    bounded = bool(every.min() >= 0 and every.max() <= 1)
    pairs = [(second, first) for first, second in combinations(grades.systems, 2)]
    among = coded(grades.clusters)
    found = [_between(means[a] - means[b], times, bounded, level, among) for a, b in pairs]
    ps = adjusted([1.0 if p is None else p for _, p in found], adjust)
    differences = tuple(
        GradeDifference(*pair, estimate, p, None if p is None else float(q), *_better(means[pair[0]] - means[pair[1]]))
        for pair, (estimate, p), q in zip(pairs, found, ps, strict=True)
    )
    items = len(next(iter(means.values())))
    recipe = {"systems": len(values), "items": items, "scorer": grades.scorer, "level": level, "adjust": adjust}
    about = (items, times > 1, grades.scorer, binary, level, adjust, grades.notes)
    return GradeComparison(values, differences, ranked(values, differences, level), *about, signature(recipe))


def _between(gaps: Numbers, times: int, bounded: bool, level: float, among: Any) -> tuple[Estimate, float | None]:
    limits, p = of_gaps(gaps, times, level, among) if bounded else of_point_gaps(gaps, level, among)
    low, high, method = limits or (None, None, None)
    return Estimate(float(gaps.mean()), low=low, high=high, level=level, method=method), p


def _better(gaps: Numbers) -> tuple[int, int]:
    return int((gaps > 0).sum()), int((gaps < 0).sum())


def ranked(values: Mapping[str, Any], differences: Any, level: float) -> dict[str, int]:
    """One more than the number of systems that are significantly better; systems that none beats are tied."""
    ranks = dict.fromkeys(values, 1)
    for each in differences:
        if each.p_adjusted is not None and each.p_adjusted < 1 - level:
            ranks[each.second if each.estimate.value > 0 else each.first] += 1
    return ranks
