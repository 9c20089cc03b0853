"""Whether groups differ: the test that one value serves them all, from the interval of each group."""

import numpy as np

from informed.core.table import Array
from informed.inference.estimates import Estimates

ROUNDS = 20  # of the common value, which depends on the arms and they on it


def heterogeneity(found: Estimates, freedom: Array) -> float | None:
    """The p of equal values in all groups (Welch 1951); None where fewer than two groups have an interval.

    A group below the common value is weighted by the upper arm of its interval, one above by the lower arm (Zou &
    Donner 2008), so that clusters, weights and skewness count as they do in the interval. ``freedom`` are the degrees
    of freedom of each group's variance.
    """
    from scipy.special import fdtrc, ndtri

    known = np.isfinite(found.value) & np.isfinite(found.low) & np.isfinite(found.high) & (freedom >= 1)
    groups = int(known.sum())
    if groups < 2:
        return None
    value, low, high, free = (each[known] for each in (found.value, found.low, found.high, freedom))
    weight, common = _weights(value, low, high, float(ndtri((1 + found.level) / 2)))
    lack = ((1 - weight / weight.sum()) ** 2 / free).sum() / (groups**2 - 1)
    ratio = (weight * (value - common) ** 2).sum() / (groups - 1) / (1 + 2 * (groups - 2) * lack)
    return float(fdtrc(groups - 1, 1 / (3 * lack), ratio)) if lack > 0 else None


def _weights(value: Array, low: Array, high: Array, reach: float) -> tuple[Array, float]:
    """The weight of each group, one over its variance, and the common value."""
    arms = np.stack([high - value, value - low]) / reach
    arm = arms.mean(0)
    for _ in range(ROUNDS):
        weight = 1 / np.maximum(arm, 1e-9) ** 2
        common = float((weight * value).sum() / weight.sum())
        arm = np.where(value < common, *arms)
    return weight, common
