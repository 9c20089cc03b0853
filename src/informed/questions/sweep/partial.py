"""The area under a part of the ROC curve, where fallout or recall lies in a range; chance is 1/2 again (McClish 1989).

Its variance is that of placements kept within the range, to which the ends of the range, quantiles of the items
themselves, add their part; over the whole range it is DeLong's.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from informed.core.basis import signature
from informed.core.errors import InputError, choice
from informed.core.estimate import Estimate
from informed.core.scores import Scores
from informed.core.validate import Numbers
from informed.inference.dependence import SingleUnitError, scatter
from informed.questions.sweep.area import (
    Area,
    AreaComparison,
    area_difference,
    item_counts,
    limits,
    of_placements,
    paired_columns,
    paired_recipe,
    rows_moved,
    settled,
    told,
)

METHOD = "partial, logit-delong-t, score"


@dataclass(frozen=True)
class Range:
    """A range of fallout or of recall, ``low`` to ``high``."""

    rate: str
    low: float
    high: float

    def __post_init__(self) -> None:
        choice("rate", self.rate, ("fallout", "recall"))

    @classmethod
    def given(cls, fallout: Any, recall: Any) -> "Range | None":
        """The range, where one is given."""
        said = {name: ends for name, ends in (("fallout", fallout), ("recall", recall)) if ends is not None}
        if len(said) > 1:
            raise InputError("a partial area has a range of fallout or of recall; leave one of them out")
        for name, ends in said.items():
            pair = tuple(ends) if isinstance(ends, Sequence | np.ndarray) and not isinstance(ends, str) else ()
            if len(pair) != 2 or not all(isinstance(each, int | float | np.number) for each in pair):
                raise InputError("must be the two ends of a range, such as 0,0.1", argument=name, value=ends)
            if not 0 <= pair[0] < pair[1] <= 1:
                remedy = "must be a range between 0 and 1, the lower end first"
                raise InputError(remedy, argument=name, value=ends)
            return cls(name, float(pair[0]), float(pair[1]))
        return None

    def __str__(self) -> str:
        return f"{self.rate} {self.low:g} to {self.high:g}"

    @property
    def ends(self) -> tuple[float, float]:
        """The range of fallout, where a range of recall is one of the other class (see `turned`)."""
        return (self.low, self.high) if self.rate == "fallout" else (1 - self.high, 1 - self.low)

    def turned(self, scores: Scores) -> Scores:
        """The scores whose fallout lies in the range: for one of recall those of the other class."""
        return scores if self.rate == "fallout" else scores.flipped()

    def corrected(self, share: float) -> float:
        """The share of the largest area as McClish has it: 1 is perfect, 1/2 is chance."""
        return 0.5 + (share - self.chance) * self.stretch

    @property
    def chance(self) -> float:
        """The share of the largest area that chance has."""
        return sum(self.ends) / 2

    @property
    def stretch(self) -> float:
        """How much longer a step is after the correction."""
        return 1 / (2 * (1 - self.chance))


def placed(scores: Scores, within: Range) -> tuple[Numbers, Numbers]:
    """What positive and other items at each distinct score add to the share of the largest area, ties on average."""
    low, high = within.ends
    counts = scores.counts.astype(np.float64)
    above = np.concatenate([np.zeros((2, 1)), counts.cumsum(axis=1)], axis=1)
    recall, fallout = above / above[:, -1:]
    at_low, at_high = np.interp((low, high), fallout, recall)
    start, step = fallout[:-1], np.diff(fallout)
    rise = np.diff(recall)
    with np.errstate(divide="ignore", invalid="ignore"):
        enter, leave = (
            np.where(step > 0, ((end - start) / step).clip(0, 1), 1.0 * (start < end)) for end in (low, high)
        )
    inside, middle = leave - enter, (enter + leave) / 2
    kept = enter * low + inside * (start + middle * step) + (1 - leave) * high
    seen = enter * at_low + inside * (recall[:-1] + middle * rise) + (1 - leave) * at_high
    wide = high - low
    return (high - kept) / wide, (seen - at_high + high * at_high - low * at_low) / wide


def partial_area(scores: Scores, within: Range) -> Area:
    """The share of the largest area in the range, and its variance; see `Area`."""
    scores = within.turned(scores.plain())
    curve, sizes = scores.curve, _counted(scores, within)
    value, moved = part_moves(curve, within)
    if min(item_counts(curve)) < 2:
        return Area(value, (math.nan, math.nan), sizes)
    if scores.dependent:
        place = np.searchsorted(-curve.values, -scores.values)
        try:
            variance, plain, known = scatter(*rows_moved(scores, moved[:, place]))
        except SingleUnitError as reason:
            return Area(value, (math.nan, math.nan), sizes, note=str(reason))
        fewer = max(variance / plain, 1.0) if variance and plain else 1.0
        return Area(value, (variance, 0.0), (sizes[0] / fewer, sizes[1] / fewer), max(known, 1.0))
    squares = curve.counts if curve.squares is None else curve.squares
    first, second = (
        float(each) * n / (n - 1) for each, n in zip((squares * moved**2).sum(axis=1), item_counts(curve), strict=True)
    )
    return Area(value, (first, second), sizes, tails=(math.inf, math.inf))  # few items make up a part: not trusted


def part_moves(curve: Scores, within: Range) -> tuple[float, Numbers]:
    """The share of the largest area, and by how much a unit of weight at each score ``(2, T)`` moves it."""
    ups, downs = placed(curve, within)
    totals = curve.totals.astype(np.float64)
    value = settled(float(curve.counts[0] @ ups / totals[0]))
    return value, (np.stack([ups, downs]) - value) / totals[:, None]


def _counted(scores: Scores, within: Range) -> tuple[float, float]:
    """The positive items, and fewer than all others: those in the range tell how high it is, all of them where it ends.

    That is taken as the geometric mean of the two, which simulation bears out (benchmarks/calibration/partial.py).
    """
    positives, others = told(scores)
    low, high = within.ends
    return positives, max(others * math.sqrt(high - low), 1.0)


def partial_auc(scores: Scores, within: Range, level: float) -> Estimate:
    """The corrected area with its interval."""
    found = partial_area(scores, within)
    value = within.corrected(found.value)
    if math.isnan(found.variance):
        return Estimate(value, 0.5, note=f"no interval: {found.note or 'a class has a single item'}")
    low, high = (within.corrected(end) for end in limits(found, (1 - level) / 2))
    return Estimate(value, 0.5, low, high, level, METHOD)


def partial_placements(positive: Numbers, scores: Numbers, within: Range) -> tuple[Numbers, Numbers]:
    """What each positive and each other item adds to the share of the largest area."""
    counted = within.turned(Scores.of(positive, scores))
    signed = scores if within.rate == "fallout" else -scores
    classes = (positive, ~positive) if within.rate == "fallout" else (~positive, positive)
    place = np.searchsorted(-counted.values, -signed)
    ups, downs = (each[place[own]] for each, own in zip(placed(counted, within), classes, strict=True))
    return ups, downs


def paired_parts(positive: Numbers, first: Numbers, second: Numbers, within: Range) -> tuple[Area, Area, Area]:
    """The shares of two scores of the same items, and their difference; see `paired_areas`."""
    ups, downs = zip(*(partial_placements(positive, each, within) for each in (first, second)), strict=True)
    return (
        partial_area(Scores.of(positive, first), within),
        partial_area(Scores.of(positive, second), within),
        of_placements(ups[0] - ups[1], downs[0] - downs[1]),
    )


def compare_parts(
    positive: Any, first: Any, second: Any, level: float, method: str | None, within: Range
) -> AreaComparison:
    """Whether two scores of the same items differ in this part of the curve; see `compare_areas`."""
    positive, one, two = paired_columns(positive, first, second, method)
    apart, p = area_difference(*paired_parts(positive, one, two, within), level, method)
    ends = {name: None if (end := getattr(apart, name)) is None else end * within.stretch for name in ("low", "high")}
    recipe = paired_recipe(positive, level, method) | {within.rate: f"{within.low:g}-{within.high:g}"}
    difference = replace(apart, value=apart.value * within.stretch, **ends)
    parts = partial_auc(Scores.of(positive, one), within, level), partial_auc(Scores.of(positive, two), within, level)
    return AreaComparison(*parts, difference, p, signature(recipe), str(within))
