"""The bivariate normal behind a 2x2 table: which correlation gives a quadrant this probability."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

FARTHEST = 18.7  # where tanh is 1 to the last digit
SETTLED = 1e-5  # a step this small is followed by an error of its cube
ROUNDING = 1e-17  # what is left of a quadrant beyond this is noise


def quadrant_correlation(row: Numbers, column: Numbers, both: Numbers, whole: Numbers) -> Numbers:
    """Solve ``P(X < h, Y < k; r) = both / whole`` for r; row and column are at most half of the whole.

    In ``z = atanh r`` the log odds of the quadrant are nearly a straight line, so that a few of Halley's steps suffice,
    the first of them from independence; a bracket keeps them safe.
    """
    # The smaller margin first: turning the table then gives the same digits, rounding included.
    parts = (np.minimum(row, column), np.maximum(row, column), both, whole)
    return _solve(*(np.ravel(part) for part in parts)).reshape(np.shape(both))


def _solve(few: Numbers, many: Numbers, both: Numbers, whole: Numbers) -> Numbers:
    from scipy.special import ndtri

    few, many, goal = few / whole, many / whole, np.log(both / (few - both))
    # A cut at 0 is moved by next to nothing, since Owen's T has no value there.
    problem = few, many, np.minimum(ndtri(few), -1e-300), np.minimum(ndtri(many), -1e-300), goal
    z = np.zeros(few.shape)
    above, step = _halley(z, few * many, few, *problem[2:])
    low, high = np.where(above, -FARTHEST, 0.0), np.where(above, 0.0, FARTHEST)
    z -= np.minimum(np.maximum(step, -3.0), 3.0)
    todo = np.flatnonzero(np.isfinite(z))
    for _ in range(30):
        if not todo.size:
            break
        now = z[todo]
        few, many, h, k, goal = problem if todo.size == z.size else (part[todo] for part in problem)
        above, step = _halley(now, _quadrant(now, few, many, h, k), few, h, k, goal)
        low[todo], high[todo] = np.where(above, low[todo], now), np.where(above, now, high[todo])
        new, settled = now - step, np.abs(step) < SETTLED
        inside = (new > low[todo]) & (new < high[todo])
        z[todo] = np.where(settled | inside, new, (low[todo] + high[todo]) / 2)
        todo = todo[~settled]
    return np.tanh(z)


def _halley(
    z: Numbers, inside: Numbers, few: Numbers, h: Numbers, k: Numbers, goal: Numbers
) -> tuple[Numbers, Numbers]:
    """Whether the log odds are above the goal at z, and how far to step back (NaN where nothing can be told)."""
    r, rest, outside = np.tanh(z), 1 / np.cosh(z) ** 2, few - inside
    product, squares = h * k, h * h + k * k
    slope = np.exp((r * product - squares / 2) / rest) * np.sqrt(rest) / (2 * np.pi)  # of the quadrant, by z
    bend = (product * (1 + r * r) - r * squares) / rest - r - slope * (1 / inside - 1 / outside)
    told = (inside > ROUNDING) & (outside > ROUNDING)
    gap = np.log(inside / np.where(told, outside, 1.0)) - goal
    newton = gap * inside * outside / (slope * few)
    step = newton / np.minimum(np.maximum(1 - newton * bend / 2, 0.5), 1.5)
    return np.where(told, gap > 0, inside > outside), np.where(told, step, np.nan)


def _quadrant(z: Numbers, few: Numbers, many: Numbers, h: Numbers, k: Numbers) -> Numbers:
    """P(X < h, Y < k) of the standard bivariate normal with correlation tanh z, by Owen's T; h and k are negative."""
    from scipy.special import owens_t

    r, spread = np.tanh(z), 1 / np.cosh(z)
    beyond: Numbers = owens_t(h, (k / h - r) / spread) + owens_t(k, (h / k - r) / spread)
    return (few + many) / 2 - beyond
