"""The true shares of labels from those a judge gives, when a few items have a human label too.

Tables are human x judge, ``(..., K, P)``; pools are how often the judge gave each label, ``(..., P)``; shares and their
limits are ``(..., K)``.
"""

from typing import Any

import numpy as np

from informed.core.table import Array, actuals, given_actual, predictions, ratio
from informed.inference.proportions import Pair, Tail, jeffreys_wilson, quantile

HALVINGS = 60  # of the way from the estimate to the end of its range: to the last digit


def shares(pool: Array) -> Array:
    """The share of each label of the judge."""
    return np.asarray(ratio(pool, pool.sum(-1, keepdims=True)))


# --- labelled at random, or so many of each of the judge's labels: what the judge's label says of the truth is the same


def given_label(table: Array) -> Array:
    """How often each label is true given the judge's; without human labels, how often it is true at all."""
    looked = predictions(table)[..., None, :]
    overall = ratio(actuals(table), actuals(table).sum(-1, keepdims=True))[..., None]
    return np.where(looked > 0, ratio(table, looked), overall)


def post_stratified(table: Array, pool: Array) -> Array:
    """Each share within the judge's labels, put together as the pool has them (Tenenbein 1970)."""
    return np.asarray((shares(pool)[..., None, :] * given_label(table)).sum(-1))


def between(table: Array, pool: Array) -> Array:
    """The variance of "this label is true" from one label of the judge to another."""
    share, true = shares(pool)[..., None, :], given_label(table)
    return np.asarray((share * (true - (share * true).sum(-1, keepdims=True)) ** 2).sum(-1))


def post_stratified_limits(table: Array, pool: Array, tail: Tail) -> Pair:
    """Limits within each of the judge's labels, put together by the distances to their values (MOVER).

    A label of the judge without human labels may be always or never true.
    """
    share, true = shares(pool)[..., None, :], given_label(table)
    looked = np.broadcast_to(predictions(table)[..., None, :], true.shape)
    with np.errstate(divide="ignore", invalid="ignore"):
        low, high = jeffreys_wilson(table, looked, tail)
    low, high = np.where(looked > 0, low, 0.0), np.where(looked > 0, high, 1.0)
    drawn = quantile(tail) ** 2 * between(table, pool) / pool.sum(-1)[..., None]
    value = post_stratified(table, pool)
    below, above = ((share**2 * (true - end) ** 2).sum(-1) + drawn for end in (low, high))
    return np.maximum(value - np.sqrt(below), 0.0), np.minimum(value + np.sqrt(above), 1.0)


def post_stratified_variance(table: Array, pool: Array) -> Array:
    """The variance of each share, to first order; no label of the judge is taken to be certain."""
    looked = predictions(table)[..., None, :]
    likely = (table + 0.5) / (looked + 1)
    within = (shares(pool)[..., None, :] ** 2 * likely * (1 - likely) / np.maximum(looked, 1)).sum(-1)
    return np.asarray(within + between(table, pool) / pool.sum(-1)[..., None])


def explained(table: Array, pool: Array) -> Array:
    """The share of the variance of all true labels that the judge's label explains, for a pool of many items.

    For two classes it is the square of the correlation. What labels without any meaning would seem to explain is taken
    off, as in an adjusted R squared.
    """
    value, n = post_stratified(table, pool), table.sum((-1, -2))
    seen = ratio(between(table, pool).sum(-1), (value * (1 - value)).sum(-1))
    used = (predictions(table) > 0).sum(-1)
    return np.maximum(1 - (1 - seen) * (n - 1) / np.maximum(n - used, 1), 0.0)


def prediction_powered(table: Array, pool: Array) -> Array:
    """The human share, moved along with the judge's own by the regression slope (PPI++, Angelopoulos et al. 2023)."""
    n = table.sum((-1, -2))[..., None]
    human, judged = actuals(table) / n, predictions(table) / n
    both = np.diagonal(table, axis1=-2, axis2=-1) / n
    slope = np.nan_to_num(ratio(both - human * judged, judged * (1 - judged)))
    return np.asarray(human + slope * (shares(pool) - judged))


# --- labelled elsewhere: only how the judge errs, given the truth, is the same ---------------------------------------


def inverted(table: Array, pool: Array) -> Array:
    """The shares that the judge's errors turn into those of the pool (Rogan & Gladen 1978); may leave 0 to 1."""
    return np.asarray((shares(pool)[..., None, :] @ _inverse(table))[..., 0, :])


def _inverse(table: Array) -> Array:
    """The inverse of the judge's matrix; NaN where there is none."""
    matrix = np.asarray(given_actual(table))
    fits = np.isfinite(matrix).all((-1, -2)) & (abs(np.linalg.det(np.nan_to_num(matrix))) > 1e-12)
    usable = np.where(fits[..., None, None], matrix, np.eye(matrix.shape[-1]))
    return np.where(fits[..., None, None], np.linalg.inv(usable), np.nan)


def on_the_simplex(values: Array) -> Array:
    """The nearest shares that are none below 0 and add up to 1."""
    falling = -np.sort(-values, axis=-1)
    excess = (falling.cumsum(-1) - 1) / np.arange(1, values.shape[-1] + 1)
    used = np.maximum((falling > excess).sum(-1, keepdims=True), 1)
    return np.maximum(values - np.take_along_axis(excess, used - 1, -1), 0.0)


class Inversion:
    """What is needed for limits of the shares that explain a pool, label by label ``(..., K)``.

    A share t is believed unless the judge's labels in the pool, less those that t and the judge's errors give, differ
    from 0 (a test of Fieller's kind). The limits of that difference are put together from those of the pool and of each
    row of the table by their distances (MOVER); ``down`` and ``up`` hold the distances of the rows, ``(..., K, K)``.
    """

    def __init__(self, table: Array, pool: Array, tail: Tail) -> None:
        inverse = _inverse(table)
        weights = np.swapaxes(inverse, -1, -2)  # (label, judge's label)
        self.tail = tail
        self.weights = weights
        self.value = inverted(table, pool)
        own = np.eye(table.shape[-1], dtype=bool)
        self.down, self.up = _distances(table[..., None, :, :], weights[..., :, None, :], own[:, None, :], tail)
        self.pool_down, self.pool_up = _distances(np.asarray(pool, float)[..., None, :], weights, own, tail)
        others = on_the_simplex(np.nan_to_num(self.value))[..., None, :] * (1 - np.eye(table.shape[-2]))
        whole = others.sum(-1, keepdims=True)
        even = (1 - np.eye(table.shape[-2])) / (table.shape[-2] - 1)
        self.others = np.where(whole > 0, others / np.where(whole > 0, whole, 1.0), even)

    def _rows(self, gain: Array, first: Array, second: Array) -> Array:
        """The squared distance of the rows: a gain of the label, and the loss of the others that goes with it."""
        own = np.diagonal(first, axis1=-2, axis2=-1)
        return np.asarray(gain**2 * (own**2 + (self.others**2 * second**2).sum(-1)))

    def told_apart(self) -> Array:
        """Whether the judge tells each label from the others; for two classes: informedness is clearly above 0."""
        return np.asarray(self._rows(np.ones(1), self.down, self.up) < 1)

    def possible(self) -> Array:
        """Whether any share of each label could have given the pool."""
        zero, one = np.zeros_like(self.value), np.ones_like(self.value)
        return (self._above(zero, self.value) >= 0) & (self._below(one, self.value) >= 0)

    def _shared(self, share: Array, distance: Array) -> Array:
        own = np.diagonal(distance, axis1=-2, axis2=-1)
        rest = (self.others**2 * distance**2).sum(-1)
        return np.asarray(share**2 * own**2 + (1 - share) ** 2 * rest)

    def _above(self, share: Array, value: Array) -> Array:
        return np.asarray(np.hypot(self.pool_up, np.sqrt(self._shared(share, self.down))) - (share - value))

    def _below(self, share: Array, value: Array) -> Array:
        return np.asarray(np.hypot(self.pool_down, np.sqrt(self._shared(share, self.up))) - (value - share))

    def limits(self) -> Pair:
        """The least and the largest share of each label that are believed."""
        start = np.clip(self.value, 0.0, 1.0)
        return (
            _last(lambda share: self._below(share, self.value), start, 0.0),
            _last(lambda share: self._above(share, self.value), start, 1.0),
        )

    def difference(self, other: "Inversion") -> tuple[Array, Pair]:
        """The difference of two pools whose judge errs alike, and its limits; this table is that of both."""
        gap = self.value - other.value
        drawn_up, drawn_down = np.hypot(self.pool_up, other.pool_down), np.hypot(self.pool_down, other.pool_up)

        def reach(at: Array, drawn: Array, sign: int) -> Array:
            first, second = (self.down, self.up) if sign > 0 else (self.up, self.down)
            rows = np.where(at > 0, self._rows(at, first, second), self._rows(at, second, first))
            return np.asarray(np.hypot(drawn, np.sqrt(rows)) - sign * (at - gap))

        start = np.clip(gap, -1.0, 1.0)
        low = _last(lambda at: reach(at, drawn_down, -1), start, -1.0)
        return start, (low, _last(lambda at: reach(at, drawn_up, 1), start, 1.0))

    def variance(self, table: Array, pool: Array) -> Array:
        """The variance of each share, to first order; no rate of the judge is taken to be certain."""
        smooth = (table + 1 / table.shape[-1]) / (actuals(table)[..., None] + 1)
        true = on_the_simplex(np.nan_to_num(self.value))
        spread = _spread(smooth[..., None, :, :], self.weights[..., :, None, :]) / actuals(table)[..., None, :]
        pooled = _spread(shares(pool)[..., None, :], self.weights) / pool.sum(-1)[..., None]
        return np.asarray(pooled + (true[..., None, :] ** 2 * spread).sum(-1))


def _spread(share: Array, weights: Array) -> Array:
    """The variance of the weight of one item."""
    mean = (share * weights).sum(-1, keepdims=True)
    return np.asarray((share * (weights - mean) ** 2).sum(-1))


def _distances(counts: Array, weights: Array, own: Array, tail: Tail) -> Pair:
    """How far below and above its value the mean weight of counts may lie; ``own`` marks the label in question.

    Whether the judge gave the label in question decides nearly all of it: that share has the limits of a proportion.
    What is left among its other labels is approximated by the normal.
    """
    part = np.where(own, counts, 0.0).sum(-1)
    n = np.broadcast_to(counts.sum(-1), part.shape)
    rest = np.where(own, 0.0, counts + 1 / (counts.shape[-1] - 1))
    share = rest / rest.sum(-1, keepdims=True)
    mean = (share * weights).sum(-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        low, high = jeffreys_wilson(part, n, tail)
        value = part / n
        left = quantile(tail) ** 2 * _spread(share, weights) * rest.sum(-1) / (n + 1) / n
    slope = np.where(own, weights, 0.0).sum(-1) - mean
    down = np.where(slope > 0, value - low, high - value)
    up = np.where(slope > 0, high - value, value - low)
    return np.sqrt((slope * down) ** 2 + left), np.sqrt((slope * up) ** 2 + left)


def _last(believed: Any, start: Array, end: float) -> Array:
    """The last place on the way from a start to the end that is believed: margins of 0 or more are."""
    inner, outer = start, np.full_like(start, end)
    whole = believed(outer) >= 0
    for _ in range(HALVINGS):
        middle = (inner + outer) / 2
        holds = believed(middle) >= 0
        inner, outer = np.where(holds, middle, inner), np.where(holds, outer, middle)
    return np.where(whole, end, inner)
