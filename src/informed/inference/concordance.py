"""Pairs of items put in the same order by two columns of numbers, in n log n, and what each item adds to a ratio."""

from collections.abc import Callable
from math import sqrt

import numpy as np

from informed.core.estimate import Estimate
from informed.core.validate import Numbers


def concordance(first: Numbers, second: Numbers, items: Numbers) -> Numbers:
    """For each row the items that both columns put on the same side of it, less those they put on different sides.

    The columns are ranks from 0, without gaps; ``items`` says how often a row occurs.
    """
    rows, codes = np.unique(np.column_stack([first, second]), axis=0, return_inverse=True)
    held = np.bincount(codes.ravel(), items)
    one, two = rows.T
    alike, other = np.bincount(one, held)[one], np.bincount(two, held)[two]
    both = _below(one, two, held) + _below(one.max() - one, two.max() - two, held)
    return np.asarray(2 * both + other - held - held.sum() + alike)[codes.ravel()]


def _below(one: Numbers, two: Numbers, held: Numbers) -> Numbers:
    """How many items are lower in both columns: bit by bit of the second, in the order of the first."""
    order = np.lexsort((-two, one))
    two, held = two[order], held[order].astype(float)
    found = np.zeros(len(two))
    for bit in range(int(two.max()).bit_length()):
        by = np.argsort(two >> (bit + 1), kind="stable")
        group, upper = two[by] >> (bit + 1), (two[by] >> bit) & 1
        lower = np.where(upper == 1, 0.0, held[by])
        before = np.cumsum(lower) - lower
        start = np.r_[True, group[1:] != group[:-1]]
        base = before[np.maximum.accumulate(np.where(start, np.arange(len(two)), 0))]
        found[by] += upper * (before - base)
    back = np.empty_like(found)
    back[order] = found
    return back


def of_influence(
    value: float, influence: Numbers, items: Numbers, cluster: Numbers | None, level: float, bounded: bool
) -> tuple[Estimate, float]:
    """The interval of a mean-like number from what each item adds to it, and the p of 0; of clusters from their sums.

    Student's t, for what is bounded by -1 and 1 on Fisher's scale.
    """
    from scipy.special import stdtr, stdtrit

    n = float(items.sum())
    parts, times = (influence, items) if cluster is None else (np.bincount(cluster, items * influence), np.ones(1))
    units = n if cluster is None else float(len(np.unique(cluster)))
    free = units - 2
    spread = sqrt(float((times * parts**2).sum()) * units / max(units - 1, 1)) / n
    if free < 1 or not spread > 1e-12 or (bounded and abs(value) >= 1):
        return Estimate(value, 0.0, note="no interval: too few items, or all in one order"), float("nan")
    scale: Callable[[float], float] = np.arctanh if bounded else float
    back: Callable[[float], float] = np.tanh if bounded else float
    slope = 1 - value**2 if bounded else 1.0
    reach = float(stdtrit(free, (1 + level) / 2)) * spread / slope
    low, high = (float(back(scale(value) + sign * reach)) for sign in (-1, 1))
    p = float(2 * stdtr(free, -abs(scale(value)) * slope / spread))
    return Estimate(value, 0.0, low, high, level, "influence"), p
