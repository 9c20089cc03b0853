"""The bivariate normal behind a 2x2 table: which correlation gives a quadrant this probability."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]

FARTHEST = 18.7  # where tanh is 1 to the last digit
SETTLED = 3e-5  # a step this small is followed by an error of its cube
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

    goal = np.log(both / (few - both))
    few, many = few / whole, many / whole
    # A cut at 0 is moved by next to nothing, since Owen's T has no value there.
    h, k = np.minimum(ndtri(few), -1e-300), np.minimum(ndtri(many), -1e-300)
    problem = few, (few + many) / 2, h, k, h * k, (h * h + k * k) / 2, goal
    z = np.zeros(few.shape)
    above, step, _ = _halley(few * many, 0.0, 1.0, few, *problem[4:])
    low, high = np.where(above, -FARTHEST, 0.0), np.where(above, 0.0, FARTHEST)
    z -= np.minimum(np.maximum(step, -3.0), 3.0)
    todo = np.flatnonzero(np.isfinite(z))
    for _ in range(30):
        if not todo.size:
            break
        now = z[todo]
        few, mean, h, k, product, squares, goal = (
            problem if todo.size == z.size else tuple(part[todo] for part in problem)
        )
        r, spread = np.tanh(now), 1 / np.cosh(now)
        inside = _quadrant(r, spread, mean, h, k)
        above, step, told = _halley(inside, r, spread * spread, few, product, squares, goal)
        low[todo], high[todo] = np.where(above, low[todo], now), np.where(above, now, high[todo])
        new, settled = now - step, (np.abs(step) < SETTLED) & told
        inside_bracket = (new > low[todo]) & (new < high[todo]) & told
        z[todo] = np.where(settled | inside_bracket, new, (low[todo] + high[todo]) / 2)
        todo = todo[~settled]
    return np.tanh(z)


def _halley(
    inside: Numbers,
    r: Numbers | float,
    rest: Numbers | float,
    few: Numbers,
    product: Numbers,
    squares: Numbers,
    goal: Numbers,
) -> tuple[Flags, Numbers, Flags]:
    """Whether the log odds are above the goal, how far to step back, and whether rounding leaves anything to tell.

    ``rest`` is 1 - r^2, ``product`` is h k, ``squares`` half the sum of the squares of h and k.
    """
    outside = few - inside
    told = np.minimum(inside, outside) > ROUNDING
    slope = np.exp((r * product - squares) / rest) * np.sqrt(rest) / (2 * np.pi)  # of the quadrant, by z
    bend = (product * (1 + r * r) - 2 * r * squares) / rest - r - slope * (1 / inside - 1 / outside)
    gap = np.log(inside / outside) - goal
    newton = gap * inside * outside / (slope * few)
    step = newton / np.minimum(np.maximum(1 - newton * bend / 2, 0.5), 1.5)
    return np.where(told, gap, inside - outside) > 0, step, told


def _quadrant(r: Numbers, spread: Numbers, mean: Numbers, h: Numbers, k: Numbers) -> Numbers:
    """P(X < h, Y < k) of the standard bivariate normal, by Owen's T.

    h and k are negative, ``mean`` is that of P(X < h) and P(Y < k), ``spread`` is sqrt(1 - r^2).
    """
    from scipy.special import owens_t

    beyond: Numbers = owens_t(h, (k / h - r) / spread) + owens_t(k, (h / k - r) / spread)
    return mean - beyond
