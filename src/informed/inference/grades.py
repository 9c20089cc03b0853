"""Limits of mean grades and of their differences, over items that may be answered several times or lie in clusters.

The item is what was drawn: repeats make the grade of an item sharper, not the items more. How many right or wrong
answers vary as these items do is the effective number of items (Korn & Graubard 1998); exact and score limits of that
many then hold where few items are wrong, which Student's do not.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from informed.core.validate import Numbers
from informed.inference.proportions import exact, quantile, tango
from informed.inference.significance.statistics import two_sided_p

TELLING = 5  # units that must vary for their variance to count
Limits = tuple[float, float, str] | None


class Spread(NamedTuple):
    """The squared standard error of a mean over items, and how many units vary independently."""

    squared: float
    units: int

    @property
    def freedom(self) -> int:
        """One less than the units."""
        return self.units - 1


def spread(values: Numbers, clusters: Any = None) -> Spread:
    """How far the mean of these items would vary: over the items, or over the clusters that they lie in."""
    n = len(values)
    if clusters is None:
        return Spread(float(values.var(ddof=1) / n) if n > 1 else np.nan, n)
    sums = np.bincount(clusters, values - values.mean())
    units = len(sums)
    return Spread(float((sums**2).sum() / n**2 * units / (units - 1)) if units > 1 else np.nan, units)


def coded(clusters: Any) -> Any:
    """The clusters as numbers from 0; None where there are none."""
    return None if clusters is None else np.unique([str(each) for each in clusters], return_inverse=True)[1]


def student(freedom: float, tail: float) -> float:
    """The deviate of Student's distribution with this probability above it."""
    from scipy.special import stdtrit

    return float(-stdtrit(freedom, tail))


def of_shares(means: Numbers, answers: int, level: float, clusters: Any = None) -> Limits:
    """Clopper and Pearson's limits of as many right or wrong answers as vary like the items do.

    Without repeats and clusters that is the number of items. It is never fewer than the units, never more than the
    answers. Where nearly all units are always right, or nearly all always wrong, the few others do not tell how items
    vary, and the units alone count.
    """
    value, tail = float(means.mean()), (1 - level) / 2
    found = spread(means, clusters)
    effective = float(found.units)
    plain = answers == len(means) and clusters is None
    if not plain and min((means > 0).sum(), (means < 1).sum()) >= TELLING and found.units > 1:
        wide = student(found.freedom, tail) / quantile(tail)
        effective = answers if found.squared == 0 else value * (1 - value) / (found.squared * wide**2)
        effective = min(max(effective, found.units), answers)
    low, high = exact(np.array([value * effective]), np.array([effective]), tail)
    return float(low[0]), float(high[0]), "exact" if plain else "korn_graubard"


def of_points(means: Numbers, every: Numbers, level: float, clusters: Any = None) -> Limits:
    """Student's limits of the mean of the items, cut off where grades cannot lie."""
    found = spread(means, clusters)
    if found.units < 2 or means.var() == 0:
        return None
    reach = student(found.freedom, (1 - level) / 2) * np.sqrt(found.squared)
    ends = (0.0, 1.0) if every.min() >= 0 and every.max() <= 1 else (-np.inf, np.inf)
    return float(max(means.mean() - reach, ends[0])), float(min(means.mean() + reach, ends[1])), "student"


def of_gaps(gaps: Numbers, times: float, level: float, clusters: Any = None) -> tuple[Limits, float]:
    """Limits of the mean difference of grades between 0 and 1 on the same items, and the p of no difference.

    Tango's score limits (1998) of as many items as vary like these: with one answer each those of the items, whose
    test is McNemar's. ``times`` is how often an item was answered at most.
    """
    from scipy.special import stdtr

    n, tail = len(gaps), (1 - level) / 2
    more, less = float(np.maximum(gaps, 0).sum()), float(np.maximum(-gaps, 0).sum())
    found = spread(gaps, clusters)
    factor = least = found.units / n
    z = (more - less) / np.sqrt(more + less) if more + less else 0.0
    p = float(two_sided_p(z * np.sqrt(least)))
    if (times > 1 or clusters is not None) and (gaps != 0).sum() >= TELLING and found.squared > 0:
        alike = (more + less - (more - less) ** 2 / n) / n**2 / found.squared
        wide = student(found.freedom, tail) / quantile(tail)
        factor = min(max(alike / wide**2, least), times)
        # The level at which these limits leave out 0: Student's, within those of the fewest and the most items.
        p = max(min(2 * stdtr(found.freedom, -abs(z) * np.sqrt(alike)), p), float(two_sided_p(z * np.sqrt(times))))
    counts = np.array([[more], [less], [float(n)]]) * factor
    low, high = tango(counts[0], counts[1], counts[2], tail)
    return (float(low[0]), float(high[0]), "tango"), float(p)


def of_point_gaps(gaps: Numbers, level: float, clusters: Any = None) -> tuple[Limits, float | None]:
    """Student's limits of the mean difference of grades on any scale, and the p of no difference."""
    from scipy.special import stdtr

    found = spread(gaps, clusters)
    if found.units < 2 or not found.squared > 0:
        return None, 1.0 if found.units > 1 and not gaps.any() else None
    error = np.sqrt(found.squared)
    reach = student(found.freedom, (1 - level) / 2) * error
    p = 2 * stdtr(found.freedom, -abs(gaps.mean()) / error)
    return (float(gaps.mean() - reach), float(gaps.mean() + reach), "student"), float(p)


class Stratified(NamedTuple):
    """A mean over strata of known weights: its value, its squared standard error, and Satterthwaite's freedom."""

    value: float
    squared: float
    freedom: float


def stratified(values: Sequence[Numbers], weights: Numbers) -> Stratified:
    """The weighted mean of the means of strata, each over items of its own."""
    parts = weights**2 * np.array([spread(each).squared for each in values])
    squared = float(parts.sum())
    below = float((parts**2 / np.maximum([len(each) - 1 for each in values], 1)).sum())
    freedom = squared**2 / below if below > 0 else float(sum(map(len, values)) - len(values))
    return Stratified(float(weights @ np.array([each.mean() for each in values])), squared, freedom)


def of_strata(values: Sequence[Numbers], weights: Numbers, answers: int, level: float, binary: bool) -> Limits:
    """Limits of a mean over strata: of a share as `of_shares` has them, of points Student's."""
    found, tail = stratified(values, weights), (1 - level) / 2
    if not np.isfinite(found.squared):
        return None
    if not binary:
        reach = student(found.freedom, tail) * np.sqrt(found.squared)
        return (found.value - reach, found.value + reach, "student") if found.squared > 0 else None
    items = float(sum(map(len, values)))
    effective = items
    if found.squared > 0:
        wide = student(max(found.freedom, 1.0), tail) / quantile(tail)
        effective = min(found.value * (1 - found.value) / (found.squared * wide**2), answers)
    low, high = exact(np.array([found.value * effective]), np.array([effective]), tail)
    return float(low[0]), float(high[0]), "korn_graubard"


def of_strata_gaps(gaps: Sequence[Numbers], weights: Numbers, level: float) -> tuple[Limits, float | None]:
    """Student's limits of a mean difference over strata, and the p of no difference."""
    from scipy.special import stdtr

    found = stratified(gaps, weights)
    if not found.squared > 0:
        return None, 1.0 if not any(each.any() for each in gaps) else None
    error = found.squared**0.5
    reach = student(found.freedom, (1 - level) / 2) * error
    p = 2 * stdtr(found.freedom, -abs(found.value) / error)
    return (found.value - reach, found.value + reach, "student"), float(p)
