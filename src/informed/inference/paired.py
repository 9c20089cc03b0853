"""The difference between two systems that judged the same items, on whole batches of joint tables.

A joint table is ``(..., K, K, K)``: actual x predicted by the first x predicted by the second.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from informed.inference.gradient import influence
from informed.inference.interval import inversion
from informed.inference.methods import Limits
from informed.inference.proportions import Pair, Tail, mover, quantile
from informed.registry import Measure
from informed.table import Array

MASS = 4.0
"""Pseudo-items over all cells of a joint table, twice those of a single one: 1/2 a cell for two classes."""


def sides(joint: Array) -> tuple[Array, Array]:
    """The tables of the first and of the second system."""
    return joint.sum(-1), joint.sum(-2)


def difference_limits(measure: Measure, joint: Array) -> tuple[str, Limits]:
    """The name of the method and the limits of first - second.

    Two classes and a difference of two rates (informedness): Tango's score limits within each class, put together by
    MOVER. Anything else: the linearised difference on the smoothed joint table.
    """
    if measure.contrast == ("recall", "fallout") and joint.shape[-1] == 2:
        return "tango", _tango_mover(joint)
    return "paired", _linear(measure, joint)


def _linear(measure: Measure, joint: Array) -> Limits:
    centre, error = linear(measure, joint)
    return lambda tail: (centre - quantile(tail) * error, centre + quantile(tail) * error)


def linear(measure: Measure, joint: Array) -> tuple[Array, Array]:
    """The difference and its standard error on the joint table with its pseudo-items."""
    used = joint.sum((-3, -2)) + joint.sum((-3, -1)) + joint.sum((-2, -1)) > 0  # an unused label changes nothing
    cells = used[..., :, None, None] & used[..., None, :, None] & used[..., None, None, :]
    full = joint + np.where(cells, MASS / cells.sum((-3, -2, -1), keepdims=True), 0.0)
    first, second = sides(full)
    apart = influence(measure, first)[..., :, None] - influence(measure, second)[..., None, :]
    variance = (full * apart**2).sum((-3, -2, -1)) / full.sum((-3, -2, -1)) ** 2
    return np.asarray(measure.raw(first) - measure.raw(second)), np.sqrt(variance)


def _tango_mover(joint: Array) -> Limits:
    """Within each class both systems say yes or no; the difference of informedness is that of the differences."""
    first_only, second_only = joint[..., :, 0, 1], joint[..., :, 1, 0]
    size = joint.sum((-2, -1))
    share = (first_only - second_only) / np.where(size > 0, size, np.nan)

    def at(tail: Tail) -> Pair:
        low, high = tango(first_only, second_only, size, np.asarray(tail)[..., None])
        rows = [(share[..., place], (low[..., place], high[..., place])) for place in (0, 1)]
        return mover(rows[0], rows[1])

    return at


def tango(first: Array, second: Array, n: Array, tail: Tail) -> Pair:
    """Score limits of the difference of two paired proportions (Tango 1998): ``first`` only, ``second`` only, of n."""
    z = quantile(tail)
    share = (first - second) / np.where(n > 0, n, np.nan)
    low = _root(lambda d: _score(first, second, n, d) - z, -np.ones_like(share), share)
    high = _root(lambda d: _score(first, second, n, d) + z, share, np.ones_like(share))
    return np.where(second == n, -1.0, low), np.where(first == n, 1.0, high)


def _score(first: Array, second: Array, n: Array, d: Array) -> Array:
    """Tango's statistic for the hypothesis that the difference is d; it falls as d grows."""
    b = -first - second + (2 * n - first + second) * d
    root = np.sqrt(np.maximum(b * b + 8 * n * second * d * (1 - d), 0.0))
    discordant = (root - b) / (4 * n)
    with np.errstate(divide="ignore", invalid="ignore"):
        return (first - second - n * d) / np.sqrt(np.maximum(n * (2 * discordant + d * (1 - d)), 0.0))


def _root(falling: Any, low: Array, high: Array) -> Array:
    """Where a falling function crosses 0, by halving: 50 times pins it to 1e-15."""
    low, high = low.copy(), high.copy()
    for _ in range(50):
        middle = (low + high) / 2
        with np.errstate(invalid="ignore"):
            above = falling(middle) > 0
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    return (low + high) / 2


def one_sided(limits: Limits, null: float, above: bool) -> Array:
    """The p of the claim that the difference lies above (or below) a value: the tail that just excludes it."""
    infinite = np.inf

    def half(tail: Tail) -> Pair:
        low, high = limits(tail)
        return (low, np.full_like(low, infinite)) if above else (np.full_like(high, -infinite), high)

    low, high = limits(0.5)
    beyond = low > null if above else high < null
    return np.where(beyond, inversion(half, null) / 2, 1.0)


def swap_permutation(measure: Measure, joint: Array, *, draws: int, rng: np.random.Generator) -> float:
    """The p of the hypothesis that the two systems are exchangeable item by item: their answers swapped at random."""
    first, second = sides(joint.astype(float))
    observed = abs(float(measure.raw(first) - measure.raw(second)))
    upper = np.triu(np.ones(joint.shape[-2:], bool), 1)
    both = (joint + np.swapaxes(joint, -1, -2))[..., upper].astype(np.int64)
    kept = rng.binomial(both, 0.5, (draws, *both.shape))
    drawn = np.broadcast_to(joint * np.eye(joint.shape[-1]), (draws, *joint.shape)).copy()
    drawn[..., upper] = kept
    np.swapaxes(drawn, -1, -2)[..., upper] = both - kept
    first, second = sides(drawn)
    values = np.abs(measure.raw(first) - measure.raw(second))
    return float((1 + (values >= observed - 1e-12).sum()) / (1 + draws))


def probability_better(measure: Measure, joint: Array, *, draws: int, rng: np.random.Generator) -> float:
    """The posterior probability that the first system is better, from a weak Dirichlet prior on the joint table."""
    weights = rng.standard_gamma(joint + MASS / joint.size, (draws, *joint.shape))
    first, second = sides(weights)
    gain = measure.raw(first) - measure.raw(second)
    gain = gain if measure.higher_is_better is not False else -gain
    return float(np.mean(gain > 0) + np.mean(gain == 0) / 2)
