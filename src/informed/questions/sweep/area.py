"""The area under the ROC curve: the probability that a positive item outranks another, ties counting half.

Its interval is DeLong's on the logit scale with Student's t, widened to the score limits of a model of the area where
those reach further: the model's variance, scaled by DeLong's as far as that can be trusted. DeLong, DeLong &
Clarke-Pearson 1988; Sun & Xu 2014 for the order of work.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from informed.core.basis import signature
from informed.core.errors import InputError, choice
from informed.core.estimate import Estimate
from informed.core.keyed import Units
from informed.core.result import Result
from informed.core.scores import Scores, finite_or_infinite
from informed.core.validate import Numbers
from informed.inference.dependence import FEW_CLUSTERS, SingleUnitError, scatter
from informed.inference.interval import FEW, check_level
from informed.inference.proportions import quantile
from informed.inference.significance.named import two_sided

CHUNK = 2**13  # scores worked on at a time: they stay in the cache, and their products on one core
METHOD = "logit-delong-t, score"
DELONG = "delong"
STEADY = 10.0  # degrees of freedom at which DeLong's variance counts as much as that of the model
HALVINGS = 44  # of an interval of 1: to 13 digits


class Area(NamedTuple):
    """An area, what positive and other items add to the variance of its estimate, and how many of each there are.

    Weighted items are as many as would tell as much (Kish 1965). The parts are NaN where a class has a single item.
    """

    value: float
    parts: tuple[float, float]
    sizes: tuple[float, float]
    known: float | None = None  # the degrees of freedom, where they are not those of items drawn one by one
    note: str | None = None
    tails: tuple[float, float] = (3.0, 3.0)  # the kurtosis of the placements of each class

    @property
    def variance(self) -> float:
        """The variance of the estimate."""
        return sum(self.parts)

    @property
    def freedom(self) -> float:
        """The degrees of freedom of that variance (Satterthwaite; Brunner & Munzel 2000)."""
        if self.known is not None:
            return self.known
        if not self.variance:
            return max(min(self.sizes) - 1, 1.0)
        terms = (part**2 / max(size - 1, 1.0) for part, size in zip(self.parts, self.sizes, strict=True))
        return max(self.variance**2 / sum(terms), 1.0)

    @property
    def trust(self) -> float:
        """How far the variance can be trusted, from 0 to 1: little where few items make it up, or few there are."""
        if not self.variance or not 0 < self.value < 1:
            return 0.0
        steady = self.known
        if steady is None:  # what a sum of squares varies by follows from the fourth moment
            pairs = zip(self.parts, self.tails, self.sizes, strict=True)
            steady = 2 * self.variance**2 / sum(part**2 * max(tail - 1, 1e-9) / size for part, tail, size in pairs)
        steady = min(steady, min(self.sizes) - 1)
        return steady**2 / (steady**2 + STEADY**2)

    def reach(self, tail: float) -> float:
        """How far Student's t reaches to either side."""
        from scipy.special import stdtrit

        return -float(stdtrit(self.freedom, tail)) * math.sqrt(self.variance)

    @property
    def p(self) -> float:
        """The p of the value being 0, by Student's t; 0 where nothing varies."""
        from scipy.special import stdtr

        error = math.sqrt(self.variance)
        return 2 * float(stdtr(self.freedom, -abs(self.value) / error)) if error else 0.0


class Spread:
    """Weighted powers of the deviations of values met chunk by chunk, without cancellation (Pebay 2008)."""

    def __init__(self) -> None:
        self.weight = self.mean = self.squares = self.cubes = self.fourths = 0.0

    def add(self, weights: Numbers, values: Numbers) -> None:
        """More values."""
        here = float(weights.sum())
        if here:
            middle = float(weights @ values) / here
            values = values - middle
            second = weights * values
            second *= values
            two, three = float(second.sum()), float(second @ values)
            values *= values
            four, gap, there, whole = float(second @ values), middle - self.mean, self.weight, self.weight + here
            step, both = gap / whole, there * here
            self.fourths += four + gap * step**3 * both * (there**2 - both + here**2)
            self.fourths += 6 * step**2 * (there**2 * two + here**2 * self.squares)
            self.fourths += 4 * step * (there * three - here * self.cubes)
            self.cubes += three + gap * step**2 * both * (there - here) + 3 * step * (there * two - here * self.squares)
            self.squares += two + gap * step * both
            self.mean += step * here
            self.weight = whole

    @property
    def kurtosis(self) -> float:
        """The fourth moment over the square of the second; that of a normal distribution is 3."""
        return self.fourths * self.weight / self.squares**2 if self.squares else 3.0

    def around(self, point: float) -> float:
        """The sum of squared deviations from any point."""
        return self.squares + self.weight * (self.mean - point) ** 2


def area(scores: Scores) -> Area:
    """The trapezoid area, equal to Mann and Whitney's U over the number of pairs, and DeLong's variance.

    Clusters and strata change the variance alone: placements are added up per cluster (Obuchowski 1997), and vary
    within their stratum. The area is that of all pairs, also of items from different clusters and strata.
    """
    scores = scores.plain()
    found = _of_items(scores.curve)
    if not scores.dependent or math.isnan(found.variance):
        return found
    return among(scores, found, area_moves(scores.curve, found.value))


def among(scores: Scores, found: Area, moves: Numbers) -> Area:
    """The area of items that are not independent: the variance of sums over clusters, within strata.

    ``moves``: by how much a unit of weight of either class at each score moves it. Fewer items would tell as much, by
    the design effect; where nothing varies, as many as there are clusters.
    """
    rows, effects, classes = influences(scores, moves)
    try:
        variance, plain, known = scatter(rows, effects, classes)
    except SingleUnitError as reason:
        return found._replace(parts=(math.nan, math.nan), note=str(reason))
    sizes = np.asarray(found.sizes)
    if variance and plain:
        sizes = sizes / max(variance / plain, 1.0)
    elif rows.cluster is not None:
        sizes = np.minimum(sizes, [len(np.unique(rows.cluster[classes == each])) for each in (0, 1)])
    first, second = sizes.tolist()
    return Area(found.value, (variance, 0.0), (first, second), max(known, 1.0))


def influences(scores: Scores, moves: Numbers) -> tuple[Units, Numbers, Numbers]:
    """Every row of either class, by how much a unit of its weight moves what is measured, and its class."""
    return rows_moved(scores, moves[:, np.searchsorted(-scores.curve.values, -scores.values)])


def area_moves(curve: Scores, value: float) -> Numbers:
    """By how much a unit of weight of either class at each score ``(2, T)`` moves the area."""
    above = np.concatenate([above for _, _, above in _ranks(curve.counts)], axis=1)
    positives, others = (float(each) for each in curve.totals)
    moved = np.stack([1 - above[1] / others - value, above[0] / positives - value])
    return np.asarray(moved / np.array([[positives], [others]]))


def rows_moved(scores: Scores, moved: Numbers) -> tuple[Units, Numbers, Numbers]:
    """The rows ``(2, R, ...)`` that have items, one after the other, with their effects and their classes."""
    rows = Units.of(scores, 2)
    used = np.flatnonzero(rows.items > 0)
    return rows.only(used), moved.reshape(-1, *moved.shape[2:])[used], np.repeat([0, 1], len(scores.values))[used]


def _of_items(scores: Scores) -> Area:
    """The area of items drawn one by one, each score once."""
    won, above = 0.0, (Spread(), Spread())  # the others above a positive item, the positives above another
    for chunk, (positive, other), (positives_above, others_above) in _ranks(scores.counts):
        won += float(positives_above @ other)
        squares = (positive, other) if scores.squares is None else scores.squares[:, chunk]
        above[0].add(squares[0], others_above)
        above[1].add(squares[1], positives_above)
    positives, others = (float(each) for each in scores.totals)
    value = settled(won / (positives * others))
    if min(item_counts(scores)) < 2:
        return Area(value, (math.nan, math.nan), told(scores))
    spreads = above[0].around((1 - value) * others), above[1].around(value * positives)
    first, second = (
        spread * n / (n - 1) / (positives * others) ** 2 for spread, n in zip(spreads, item_counts(scores), strict=True)
    )
    return Area(value, (first, second), told(scores), tails=(above[0].kurtosis, above[1].kurtosis))


def _ranks(counts: Numbers) -> Iterator[tuple[slice, Numbers, Numbers]]:
    """Chunk by chunk: the items of both classes at each score, and how many of each stand above it, ties half."""
    kind: Any = np.float64 if counts.dtype.kind == "f" else np.int64  # whole numbers add up several times faster
    passed = np.zeros((2, 1), kind)
    for start in range(0, counts.shape[1], CHUNK):
        chunk = slice(start, start + CHUNK)
        here = counts[:, chunk]
        above = np.cumsum(here, axis=1, dtype=kind)
        above += passed
        passed = above[:, -1:].copy()
        items = here.astype(np.float64)
        tied = np.logical_and(*here).any()  # where the classes share no score, what is of one class is above or below
        yield chunk, items, above - items / 2 if tied else above.astype(np.float64)


def item_counts(scores: Scores) -> tuple[int, int]:
    """How many positive and other items there are, whatever they weigh."""
    positives, others = scores.totals if scores.items is None else scores.items.sum(axis=1, dtype=np.int64)
    return int(positives), int(others)


def told(scores: Scores) -> tuple[float, float]:
    """How many items of each class would tell as much as the weighted ones do."""
    squares = scores.totals if scores.squares is None else scores.squares.sum(axis=1, dtype=np.float64)
    first, second = scores.totals.astype(np.float64) ** 2 / squares
    return float(first), float(second)


def auc(scores: Scores, level: float = 0.95) -> Estimate:
    """The area with its interval: logit-DeLong with Student's t, and score limits where those reach further.

    With 50 + 950 items and area .98 the former alone covers 89% of 95, both together 97%; with 10 to 1000 items of
    each class, areas of .5 to .995 and scores of many shapes no less than 92% (see docs/coverage).
    """
    level = check_level(level)
    if not scores.totals.all():
        missing = scores.labels[int(scores.totals[0] != 0)]
        raise InputError(
            f"scores: no item is {missing!r}; a curve needs items of both classes, add some or give other labels"
        )
    found, sizes = area(scores), item_counts(scores)
    if len(scores.curve.values) == 1:
        return Estimate(0.5, 0.5, note="every score is the same, so nothing is ranked")
    if math.isnan(found.variance):
        return Estimate(found.value, 0.5, note=f"no interval: {found.note or 'a class has a single item'}")
    low, high = limits(found, (1 - level) / 2)
    low, high = max(0.0, low - scores.auc_error), min(1.0, high + scores.auc_error)
    method = METHOD if found.known is None else f"{'cluster' if scores.cluster is not None else 'strata'}, {METHOD}"
    return Estimate(found.value, 0.5, low, high, level, method, _note(scores, min(sizes)))


def limits(found: Area, tail: float) -> tuple[float, float]:
    """The lower and the upper end that leave out so much on either side."""
    deviate = float(quantile(tail))
    scale = (found.variance / modelled(found.value, found.sizes, 1.0)) ** trust if (trust := found.trust) else 1.0
    score = (_score_limit(found, outside, deviate, 1.0, scale) for outside in (0.0, 1.0))
    ends = (*_logit_limits(found, tail), *score)
    return min(ends), max(ends)


def _logit_limits(found: Area, tail: float) -> tuple[float, float]:
    """DeLong's limits; at 1 or 0, where they have no width, an exact bound takes their place."""
    if found.value in (0.0, 1.0):
        # So many items all on the right side: what chance of that leaves the tail (inference after Clopper & Pearson).
        bound = tail ** (1 / min(found.sizes))
        return (bound, 1.0) if found.value else (0.0, 1 - bound)
    reach = found.reach(tail) / (found.value * (1 - found.value))
    middle = logit(found.value)
    return expit(middle - reach), expit(middle + reach)


def _score_limit(found: Area, outside: float, deviate: float, lean: float, scale: float = 1.0) -> float:
    """On the side of ``outside`` the area from which the one found lies just so many standard errors away.

    Few items of a class may all be ranked high by chance, and DeLong's variance is then far too small; a variance that
    follows from the area alone is not (Newcombe 2006, method 5). ``scale``: by how much scores vary more than those of
    the model, as far as DeLong's variance at the area that was found can be trusted to tell.
    """

    def far(area: float) -> bool:
        return (found.value - area) ** 2 > deviate**2 * scale * modelled(area, found.sizes, lean)

    return _edge(far, outside, found.value)


def modelled(area: float, sizes: tuple[float, float], lean: float) -> float:
    """The variance of an area of exponential scores (Hanley & McNeil 1982).

    Exponential scores have a class that varies more, and it matters which of unequal classes that is. Newcombe takes
    the mean of both cases, ``lean`` 1/2; nearer to the worse one, 1, the limits hold for unequal spreads as well.
    """
    few, many = min(sizes), max(sizes)
    one, two = area * (1 - area) ** 2 / (2 - area), area**2 * (1 - area) / (1 + area)
    worse = (lean * many + (1 - lean) * few - 1) * max(one, two)
    better = (lean * few + (1 - lean) * many - 1) * min(one, two)
    return (area * (1 - area) + worse + better) / (few * many)


def _edge(far: Callable[[float], bool], outside: float, inside: float) -> float:
    """The point between two at which what is far outside ceases to be so."""
    for _ in range(HALVINGS):
        middle = (outside + inside) / 2
        outside, inside = (middle, inside) if far(middle) else (outside, middle)
    return outside


def settled(share: float) -> float:
    """The share, or 0 or 1 where only the rounding of weights keeps it from being so, or takes it beyond."""
    return float(round(share)) if abs(share - round(share)) < 1e-12 else share


def logit(share: float) -> float:
    """The logarithm of the odds."""
    return math.log(share / (1 - share))


def expit(value: float) -> float:
    """The share whose odds have this logarithm."""
    return 1 / (1 + math.exp(-value)) if value > 0 else math.exp(value) / (1 + math.exp(value))


def _note(scores: Scores, fewest: int) -> str | None:
    few = f"only {fewest} items in a class: treat as rough" if fewest < FEW else None
    clusters = 0 if scores.plain().cluster is None else len(np.unique(np.asarray(scores.cluster)))
    vague = f"only {clusters} clusters: how clusters vary is itself uncertain" if 0 < clusters < FEW_CLUSTERS else None
    bins = f"scores are binned: the area is right to within {scores.auc_error:.2g}, the interval is wider by that"
    return "; ".join(filter(None, [few, vague, bins if scores.width else None])) or None


# --- two scores of the same items ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AreaComparison(Result):
    """The areas of two scores of the same items and their difference, with the p of there being none."""

    kind = "area_comparison"

    first: Estimate
    second: Estimate
    difference: Estimate
    p: float
    signature: str
    within: str = ""
    """The range of fallout or recall, of partial areas."""

    def head(self) -> tuple[str, str]:
        return "Which score ranks better?", self.within

    def rows(self) -> list[dict[str, Any]]:
        """One row each: both areas and their difference."""
        return [{"what": name, **getattr(self, name).to_dict()} for name in ("first", "second", "difference")]


def compare_areas(
    positive: Any, first: Any, second: Any, level: float = 0.95, method: str | None = None
) -> AreaComparison:
    """DeLong's test of two scores of the same items; ``positive`` says which items are of the positive class.

    The covariance is taken over items, so that scores that are right on the same items differ more surely. Few items
    make DeLong's own normal limits too short; with ``method="delong"`` they are given as they are.
    """
    positive, one, two = paired_columns(positive, first, second, method)
    difference, p = area_difference(*paired_areas(positive, one, two), level, method)
    ranked = auc(Scores.of(positive, one), level), auc(Scores.of(positive, two), level)
    return AreaComparison(*ranked, difference, p, signature(paired_recipe(positive, level, method)))


def paired_columns(positive: Any, first: Any, second: Any, method: str | None) -> tuple[Numbers, Numbers, Numbers]:
    """Which items are positive, and both scores, checked."""
    if method is not None:
        choice("method", method, (DELONG,))
    return np.asarray(positive, dtype=bool), finite_or_infinite(first, "first"), finite_or_infinite(second, "second")


def paired_recipe(positive: Numbers, level: float, method: str | None) -> dict[str, Any]:
    """What the signature of a comparison says."""
    return {"n": len(positive), "positive": int(positive.sum()), "test": method or "delong-t", "level": level}


def paired_areas(positive: Any, first: Any, second: Any) -> tuple[Area, Area, Area]:
    """The areas of two scores of the same items, and their difference."""
    ups, downs = zip(*(placements(positive, each) for each in (first, second)), strict=True)
    return (
        of_placements(ups[0], downs[0]),
        of_placements(ups[1], downs[1]),
        of_placements(ups[0] - ups[1], downs[0] - downs[1]),
    )


def of_placements(ups: Numbers, downs: Numbers) -> Area:
    """The area, or the difference of two, as the mean placement of the items of each class."""
    sizes = len(ups), len(downs)
    if min(sizes) < 2:
        return Area(float(ups.mean()), (math.nan, math.nan), sizes)
    parts = float(ups.var(ddof=1)) / sizes[0], float(downs.var(ddof=1)) / sizes[1]
    return Area(float(ups.mean()), parts, sizes)  # of these only differences are judged, without the score limits


def placements(positive: Numbers, scores: Numbers) -> tuple[Numbers, Numbers]:
    """Of each positive item the share of others below it, of each other item the share of positives above it."""
    ups, downs = scores[positive], scores[~positive]
    return _share_below(downs, ups), 1 - _share_below(ups, downs)


def _share_below(among: Numbers, scores: Numbers) -> Numbers:
    """The share of ``among`` below each score, those equal to it counting half."""
    ordered = np.sort(among)
    left, right = (np.searchsorted(ordered, scores, side=side) for side in ("left", "right"))
    return np.asarray((left + right) / (2 * len(among)))


def area_difference(
    first: Area, second: Area, apart: Area, level: float, method: str | None = None
) -> tuple[Estimate, float]:
    """The difference with its interval, and the p at which that interval just reaches 0.

    DeLong's limits with Student's t, and those that follow from the score limits of both areas (Zou 2007), which reach
    further where one of the areas is less sure than DeLong's variance says.
    """
    gap = first.value - second.value
    if math.isnan(apart.variance):
        return Estimate(gap, 0.0, note="no interval: a class has a single item"), math.nan
    if apart.variance == 0 and gap == 0:
        return Estimate(gap, 0.0, note="both scores rank every pair alike"), 1.0
    if method == DELONG:
        normal = apart._replace(known=math.inf)
        reach = normal.reach((1 - level) / 2)
        return Estimate(gap, 0.0, max(-1.0, gap - reach), min(1.0, gap + reach), level, method), normal.p
    upper, lower = (first, second) if gap > 0 else (second, first)
    correlation = coupling(first, second, apart)
    # The score limits reach 0 at this deviate; 40 has no probability left.
    deviate = _edge(lambda z: _joint_reach(upper, lower, correlation, z) > abs(gap), 40.0, 0.0)
    low, high = difference_limits(first, second, apart, (1 - level) / 2)
    return Estimate(gap, 0.0, low, high, level, "delong-t, mover"), max(apart.p, two_sided(deviate))


def difference_limits(first: Area, second: Area, apart: Area, tail: float) -> tuple[float, float]:
    """The ends of the difference of two areas; ``apart`` is that of the differences of placements."""
    gap, correlation = first.value - second.value, coupling(first, second, apart)
    below, above = (
        max(apart.reach(tail), _joint_reach(*pair, correlation, float(quantile(tail))))
        for pair in ((first, second), (second, first))
    )
    return max(-1.0, gap - below), min(1.0, gap + above)


def coupling(first: Area, second: Area, apart: Area) -> float:
    """How far two areas of the same items vary together."""
    products = math.sqrt(first.variance * second.variance)
    shared = (first.variance + second.variance - apart.variance) / 2
    return min(max(shared / products, -1.0), 1.0) if products else 0.0


def _joint_reach(upper: Area, lower: Area, correlation: float, deviate: float) -> float:
    """How far below itself the difference of two areas may lie: the one may be lower, the other higher."""
    a = upper.value - _score_limit(upper, 0.0, deviate, 0.5)
    b = _score_limit(lower, 1.0, deviate, 0.5) - lower.value
    return math.sqrt(max(a * a + b * b - 2 * correlation * a * b, 0.0))
