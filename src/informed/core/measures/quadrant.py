"""The bivariate normal behind a 2x2 table: which correlation gives a quadrant this probability."""

from math import inf, pi

import numpy as np

from informed.core.table import Array

FARTHEST = 18.7  # where tanh is 1 to the last digit
SETTLED = 3e-5  # a step this small is followed by an error of its cube
ROUNDING = 1e-17  # what is left of a quadrant beyond this is noise
STEPS = 30


def quadrant_correlation(row: Array, column: Array, both: Array, whole: Array) -> Array:
    """Solve ``P(X < h, Y < k; r) = both / whole`` for r; row and column are at most half of the whole.

    In ``z = atanh r`` the log odds of the quadrant are nearly a straight line, so that a few of Halley's steps suffice,
    the first of them from independence; a bracket keeps them safe.
    """
    # The smaller margin first: turning the table then gives the same digits, rounding included.
    parts = (np.minimum(row, column), np.maximum(row, column), both, whole)
    state = _begun(*(np.ravel(part) for part in parts))
    found = state[0].copy()
    places = np.flatnonzero(np.isfinite(found))
    state = _kept(state, places)
    for _ in range(STEPS):
        if not places.size:
            break
        *state[:3], settled = _advanced(*state)
        found[places] = state[0]
        if settled.any():
            places, state = places[~settled], _kept(state, ~settled)
    return np.tanh(found).reshape(np.shape(both))


def _kept(state: list[Array], places: Array) -> list[Array]:
    return [each[places] for each in state]


def _begun(few: Array, many: Array, both: Array, whole: Array) -> list[Array]:
    """Where the search starts, its bracket, and what `_advanced` needs to know of the problem.

    That is: the smaller margin, the mean of both, the cuts h and k, their product, half the sum of their squares, and
    the log odds to reach.
    """
    from scipy.special import ndtri

    goal = np.log(both / (few - both))
    few, many = few / whole, many / whole
    # A cut at 0 is moved by next to nothing, since Owen's T has no value there.
    h, k = np.minimum(ndtri(few), -1e-300), np.minimum(ndtri(many), -1e-300)
    product, squares = h * k, (h * h + k * k) / 2
    above, step, _ = _halley(few * many, 0.0, 1.0, few, product, squares, goal)
    low, high = np.where(above, -FARTHEST, 0.0), np.where(above, 0.0, FARTHEST)
    # An empty quadrant, or one that holds all of the margin, is met at infinity alone: there is nothing to search.
    start = np.where(abs(goal) < inf, 0.0 - np.minimum(np.maximum(step, -3.0), 3.0), goal)
    return [start, low, high, few, (few + many) / 2, h, k, product, squares, goal]


def _advanced(
    z: Array,
    low: Array,
    high: Array,
    few: Array,
    mean: Array,
    h: Array,
    k: Array,
    product: Array,
    squares: Array,
    goal: Array,
) -> tuple[Array, Array, Array, Array]:
    """The next z, its bracket, and whether it has settled."""
    r, spread = np.tanh(z), 1 / np.cosh(z)
    above, step, told = _halley(_quadrant(r, spread, mean, h, k), r, spread * spread, few, product, squares, goal)
    low, high = np.where(above, low, z), np.where(above, z, high)
    new, settled = z - step, (abs(step) < SETTLED) & told
    inside_bracket = (new > low) & (new < high) & told
    return np.where(settled | inside_bracket, new, (low + high) / 2), low, high, settled


def _halley(
    inside: Array, r: Array, rest: Array, few: Array, product: Array, squares: Array, goal: Array
) -> tuple[Array, Array, Array]:
    """Whether the log odds are above the goal, how far to step back, and whether rounding leaves anything to tell.

    ``rest`` is 1 - r^2, ``product`` is h k, ``squares`` half the sum of the squares of h and k.
    """
    outside = few - inside
    told = np.minimum(inside, outside) > ROUNDING
    slope = np.exp((r * product - squares) / rest) * np.sqrt(rest) / (2 * pi)  # of the quadrant, by z
    bend = (product * (1 + r * r) - 2 * r * squares) / rest - r - slope * (1 / inside - 1 / outside)
    gap = np.log(inside / outside) - goal
    newton = gap * inside * outside / (slope * few)
    step = newton / np.minimum(np.maximum(1 - newton * bend / 2, 0.5), 1.5)
    return np.where(told, gap, inside - outside) > 0, step, told


def _quadrant(r: Array, spread: Array, mean: Array, h: Array, k: Array) -> Array:
    """P(X < h, Y < k) of the standard bivariate normal, by Owen's T.

    h and k are negative, ``mean`` is that of P(X < h) and P(Y < k), ``spread`` is sqrt(1 - r^2).
    """
    from scipy.special import owens_t

    beyond = owens_t(h, (k / h - r) / spread) + owens_t(k, (h / k - r) / spread)
    return mean - beyond
