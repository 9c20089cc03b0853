"""One test and its inversion: score limits along the path from a table to its own chance table.

On the straight path from a table of shares to the product of its margins the margins stay, and whatever is a weighted
sum of hits beyond chance (informedness, edge, kappa, mcc, ...) falls linearly to its value at chance: the same habits,
less knowledge. Beyond chance the path goes on to a table without hits, and away from it to a perfect one. A limit lies
where the value observed is as far out as the tail allows, by the variance and the skewness that hold *there*. At the
chance table that is the test against guessing, with the variance of fixed margins: the interval leaves chance out
exactly when the test rejects it. See docs/methods/informedness.md.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from informed.core.registry import Measure, get
from informed.core.table import Array, actuals, diagonal, one_vs_rest, others, predictions, total
from informed.inference.design import Independent
from informed.inference.gradient import influence
from informed.inference.proportions import Limits, Pair, Sample, Tail, Tested, linear, quantile, wilson
from informed.inference.scoring import falling_root
from informed.inference.smoothing import MASS

PLACES = np.clip((1 - np.cos(np.arange(8) * np.pi / 7)) / 2, 1e-6, 1 - 1e-6)
"""Where on a leg the moments are worked out: they are polynomials of the place, or very nearly so (Chebyshev, Lobatto).

The ends themselves are left out by a hair: at chance the correlation has no slope.
"""


def _lagrange(own: float) -> Sequence[float]:
    """The powers of the polynomial that is 1 at one of the places and 0 at the others, by the same sums everywhere."""
    powers = [1.0]
    for other in (each for each in PLACES.tolist() if each != own):
        powers = [
            (low - other * high) / (own - other) for low, high in zip((0.0, *powers), (*powers, 0.0), strict=True)
        ]
    return powers


_POWERS = np.transpose([_lagrange(place) for place in PLACES.tolist()])
AT_ONCE = 2**15  # cells whose paths are followed at a time
STILL = 1e-6  # of an item: less is no way from the value
EVEN = 1e-12  # of the value and chance: what lies nearer is no order of the two, but of how they were summed
NONE, ROUNDED = 1e-13, 1e-7  # a variance of an item that is none; one from which on its third moment has digits


def path(measure: Measure, sample: Sample) -> Limits:
    """Score limits along the path of chance: the interval is the inversion of the test against guessing.

    The table keeps its margins and loses its knowledge evenly; the variance and the skewness are those of the table at
    the limit, not of the one observed.
    """
    table = sample.table
    if measure.contrast is not None and measure.contrast[0] == "precision":
        assert measure.dual is not None  # of the columns instead of the rows
        measure, table = get(measure.dual), np.swapaxes(table, -1, -2)
    batch, shape = table.shape[:-2], table.shape[-2:]
    value, n = np.asarray(measure.raw(table)), total(table)
    above = value - measure.at_chance(table) > EVEN
    tables, ups, step = table.reshape(-1, *shape), above.reshape(-1), max(1, AT_ONCE // (shape[0] * shape[1]))
    back: Any = slice(None)
    if len(tables) > 1:  # what is the same table is followed once
        _, first, back = np.unique(tables.reshape(len(tables), -1), axis=0, return_index=True, return_inverse=True)
        tables, ups, back = tables[first], ups[first], back.ravel()
    parts = [
        _followed(measure, tables[start : start + step], ups[start : start + step])
        for start in range(0, len(tables), step)
    ]
    found = np.concatenate(parts, axis=-1)[..., back].reshape(*parts[0].shape[:-1], *batch)
    # Down to chance and beyond lies the low end of a value above chance, the high end of one below.
    side = np.where(above, 1.0, -1.0) * np.array([1.0, 1.0, -1.0]).reshape(-1, *[1] * len(batch))

    def surprise(place: Array) -> Array:
        """How far out the value lies at a place on each leg, as a normal deviate, towards its side."""
        there, variance, third, drift = (_polynomial(each, place) for each in found)
        spread = np.sqrt(np.maximum(variance, NONE) / np.maximum(n - 1, 1.0))
        gap = side * (value - there) - np.maximum(side * drift, 0.0)
        z, skew = gap / spread, side * third / np.maximum(n - 1, 1.0) ** 2 / spread**3
        skew = np.where(variance > ROUNDED, skew, 0.0)
        return _normal(z, skew)

    beyond = None if np.all(above) else _below(measure, table)
    near, far = np.zeros(side.shape), np.ones(side.shape)  # the end of the first leg is the table at chance
    first, last = surprise(near), surprise(far)

    def at(tail: Tail) -> Pair:
        reach = np.broadcast_to(quantile(np.asarray(tail)), side.shape)
        through, stuck = ~(last > reach), first > reach
        place = falling_root(lambda each: reach - surprise(each), near + 0.5, near + 0.5, through | stuck)
        ends = _polynomial(found[0], np.where(through, far, np.where(stuck, near, np.clip(place, near, far))))
        inner, outer = np.where(through[0], ends[1], ends[0]), ends[2]
        # Without any scatter on the way (a constant prediction, no hit at all) two pseudo-items are asked.
        still = [(abs(each - value) <= STILL / n) & open_ for each, open_ in ((inner, through[0]), (outer, True))]
        if np.any(still):
            centre, error = linear(measure, Sample(Independent(table)))
            wide = side[0] * (centre - value), quantile(np.asarray(tail)) * error
            inner = np.where(still[0], value + side[0] * np.minimum(wide[0] - wide[1], 0.0), inner)
            outer = np.where(still[1], value + side[0] * np.maximum(wide[0] + wide[1], 0.0), outer)
        if beyond is not None:
            outer = np.where(above, outer, np.fmin(outer, beyond(tail)))
        return np.where(above, inner, outer), np.where(above, outer, inner)

    from scipy.special import ndtr

    return Tested(at, np.minimum(2 * ndtr(-np.nan_to_num(last[0])), 1.0))


def _below(measure: Measure, table: Array) -> Callable[[Tail], Array]:
    """How far a value below chance may lie below itself, where few hits are left to lose: MOVER over the labels.

    On the path the margins stay, but of rare labels it is they that scatter. A label that is predicted but never occurs
    may be anything. What is no such difference (kappa, mcc): as far as Wald's limit.
    """
    if measure.contrast is None:
        centre, error = linear(measure, Sample(Independent(table)))
        return lambda tail: centre - quantile(np.asarray(tail)) * error
    (hit, own), (false, rest) = (get(name).parts(one_vs_rest(table)) for name in measure.contrast)
    known, n = (own > 0) & (rest > 0), total(table)
    share, wrong = (
        np.where(known, part / np.maximum(whole, 1e-300), 0.0) for part, whole in ((hit, own), (false, rest))
    )
    weight = (hit + false if measure.over == "other" else own) / n[..., None]
    value = (weight * (share - wrong)).sum(-1)
    drift = np.maximum((weight * (share - wrong) ** 2).sum(-1) - value**2, 0.0) / n

    def at(tail: Tail) -> Array:
        tails = np.asarray(tail)[..., None]
        low, most = wilson(hit, own, tails)[0], wilson(false, rest, tails)[1]
        down = np.where(known, (share - low) ** 2 + (most - wrong) ** 2, 1.0)
        return value - np.sqrt((weight**2 * down).sum(-1) + quantile(np.asarray(tail)) ** 2 * drift)

    return at


def _normal(z: Array, skew: Array) -> Array:
    """The normal deviate of a standardised and skewed one: Wilson & Hilferty's on the long tail, Hall's on the short.

    Both grow with z, and at z = 0 they agree to the second derivative. The first is that of a gamma distribution, which
    ends on its short side; the second goes on.
    """
    a = np.maximum(skew * z / 2, 0.0)
    long = z * np.where(a > 1e-12, 3 * np.expm1(np.log1p(a) / 3) / np.maximum(a, 1e-300), 1.0)
    return np.asarray(skew / 6 + np.where(a > 0, long, z - skew * z**2 / 6 + skew**2 * z**3 / 108))


def _polynomial(powers: Array, place: Array) -> Array:
    found = powers[-1]
    for each in powers[-2::-1]:
        found = found * place + each
    return np.asarray(found)


def _followed(measure: Measure, table: Array, above: Array) -> Array:
    """The value, the variance and third moment of an item's influence, and the offset: ``(4, powers, legs, tables)``.

    The legs: to chance, beyond it, and away from it.
    """
    n, up = total(table), above[:, None, None]
    shares = table / n[:, None, None]
    chance = actuals(shares)[:, :, None] * predictions(shares)[:, None, :]
    pooled = _either_way(measure, shares, lambda each: _pooled(each, n))
    ends = [_either_way(measure, each, _perfect) for each in (shares, chance)]
    none = [_either_way(measure, each, _without_hits) for each in (shares, chance)]
    start, likely = np.stack([shares, chance, shares]), np.stack([pooled, chance, pooled])
    stop = np.stack([chance, np.where(up, none[1], ends[1]), np.where(up, ends[0], none[0])])
    place = PLACES.reshape(-1, 1, 1, 1, 1)
    now, scattered = ((1 - place) * each + place * stop for each in (start, likely))
    effect = influence(measure, scattered)
    drift = _offset(scattered) / n if measure.over == "other" else np.zeros(scattered.shape[:3])
    second = scattered * effect * effect  # products: a power is slow, and its last digit is that of the processor
    found = np.stack([np.asarray(measure.raw(now)), total(second), total(second * effect), drift])
    return np.einsum("pq,kqlt->kplt", _POWERS, found)


def _either_way(measure: Measure, shares: Array, of: Callable[[Array], Array]) -> Array:
    """What is done to the rows of a table; to rows and columns alike where the measure does not tell them apart."""
    found = of(shares)
    return (found + np.swapaxes(of(np.swapaxes(shares, -1, -2)), -1, -2)) / 2 if measure.symmetric else found


def _pooled(shares: Array, n: Array) -> Array:
    """Each row with two more items that know as much as all: one item of a class shows nothing of how it varies."""
    rows, columns, size = actuals(shares), predictions(shares), n[:, None]
    known = np.clip(get("informedness").raw(shares), 0.0, 1.0)[:, None]
    lent = np.where(rows > 0, MASS / (size * rows + MASS), 0.0)
    guess = ((1 - known) * lent * rows)[:, :, None] * columns[:, None, :]
    return (1 - lent)[:, :, None] * shares + guess + np.eye(rows.shape[-1]) * (known * lent * rows)[:, :, None]


def _perfect(shares: Array) -> Array:
    return np.eye(shares.shape[-1]) * actuals(shares)[:, :, None]


def _without_hits(shares: Array) -> Array:
    """The same with every hit spread over the other labels, as they are used."""
    wrong = 1 - np.eye(shares.shape[-1])
    used = wrong * predictions(shares)[:, None, :]
    found = shares * wrong + diagonal(shares)[:, :, None] * used / np.maximum(used.sum(-1, keepdims=True), 1e-300)
    return np.asarray(found / np.maximum(total(found), 1e-300)[:, None, None])


def _offset(shares: Array) -> Array:
    """What edge gains, times n, because a label with more hits than usual is also predicted more often than usual."""
    rows, columns, hits = actuals(shares), predictions(shares), diagonal(shares)
    known = (rows > 0) & (others(rows) > 0)
    hit, false = (
        np.where(known, part / np.where(known, whole, 1.0), 0.0)
        for part, whole in ((hits, rows), (columns - hits, others(rows)))
    )
    return (hit * (1 - hit) - false * (1 - false)).sum(-1)
