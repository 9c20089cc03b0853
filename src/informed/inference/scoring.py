"""Score limits of ratios: the values of the ratio at which the table is no surprise.

Each ratio names the table that is likeliest among those with that ratio; Pearson's chi-squared distance from it is the
score statistic (Rao 1948), which grows with the distance of the ratio from the one observed. So every limit, and the p
that agrees with it, comes from one bisection over a whole batch of tables.
"""

from collections.abc import Callable

import numpy as np

from informed.core.registry import Measure
from informed.core.table import Array, cells
from informed.inference.proportions import Limits, Pair, Sample, Tail, quantile

Likeliest = Callable[[Array, Array], Array]
"""From cells ``(4, ...)`` and a ratio to the likeliest shares ``(4, ...)`` of tp, fn, fp and tn with that ratio."""

WIDEST = 80.0  # the logarithm of the largest ratio that is looked at; beyond it is infinity, and its inverse is 0
HALVINGS = 80
CLOSE = 1e-11  # to the limit, and to the normal deviate that it stands for


def positive_ratio(found: Array, ratio: Array) -> Array:
    """Recall is ``ratio`` times fallout (Koopman 1984; Miettinen & Nurminen 1985)."""
    tp, fn, fp, tn = found
    positive, negative = tp + fn, fp + tn
    whole, hit = positive + negative, tp + fp
    b = positive * ratio + tp + negative + fp * ratio
    root = np.sqrt(np.maximum(b * b - 4 * whole * ratio * hit, 0.0))
    # The smaller root of a quadratic, with nothing cancelled; neither rate may leave 0 and 1.
    fallout = np.minimum(2 * hit / (b + root), np.minimum(1.0, 1 / ratio))
    return _rows(found, np.minimum(ratio * fallout, 1.0), fallout)


def negative_ratio(found: Array, ratio: Array) -> Array:
    """Miss rate is ``ratio`` times inverse recall: the same with the predictions exchanged."""
    tp, fn, fp, tn = found
    fn_, tp_, tn_, fp_ = positive_ratio(np.stack([fn, tp, tn, fp]), ratio)
    return np.stack([tp_, fn_, fp_, tn_])


def cross_ratio(found: Array, ratio: Array) -> Array:
    """The odds of a positive prediction are ``ratio`` times as high for positive items (Cornfield 1956)."""
    tp, fn, fp, tn = found
    positive, negative = tp + fn, fp + tn
    accepted = _odds_share(tp + fp, positive, negative, ratio)
    refused = _odds_share(fn + tn, positive, negative, 1 / ratio)
    return _rows(found, ratio * accepted / (refused + ratio * accepted), accepted / (accepted + refused))


def _odds_share(hit: Array, positive: Array, negative: Array, ratio: Array) -> Array:
    """The share of the negative items that are hit, when ``hit`` of all are and their odds have this ratio."""
    a, b = negative * (ratio - 1), positive * ratio + negative - hit * (ratio - 1)
    root = np.sqrt(np.maximum(b * b + 4 * a * hit, 0.0))
    return np.where(b > 0, 2 * hit / (b + root), (root - b) / np.where(a == 0, 1.0, 2 * a))


def _rows(found: Array, recall: Array, fallout: Array) -> Array:
    """Shares with the prevalence observed, which tells nothing of the ratio."""
    tp, fn, fp, tn = found
    whole = tp + fn + fp + tn
    positive, negative = (tp + fn) / whole, (fp + tn) / whole
    return np.stack([positive * recall, positive * (1 - recall), negative * fallout, negative * (1 - fallout)])


def both_ratio(found: Array, ratio: Array) -> Array:
    """Prediction and class are positive together ``ratio`` times as often as by chance.

    With a multiplier for the ratio the likeliest table has both margins at the same multiple of those observed, and
    the inverse of that multiple is a root of a cubic, or at the bound where a cell vanishes.
    """
    tp, fn, fp, tn = found / found.sum(0)
    actual, predicted = tp + fn, tp + fp
    most = np.maximum(actual, predicted)
    cubic = -(actual + predicted + ratio) - tn * (1 - ratio), ratio * (actual * predicted + actual + predicted)
    roots = _cubic_roots(*cubic, -ratio * ratio * actual * predicted)
    bound = np.broadcast_to(ratio * most, roots.shape[1:])
    t = 1 / np.maximum(np.concatenate([roots, bound[None]]), bound)  # no cell may be negative
    shares = _with_margins(actual * t, predicted * t, ratio)
    observed = np.stack([tp, fn, fp, tn])[:, None]
    told = np.where(observed > 0, observed * np.log(shares), 0.0).sum(0)
    best = np.argmax(np.where((shares[3] > -1e-12) & ~np.isnan(told), told, -np.inf), axis=0)
    return np.maximum(np.take_along_axis(shares, best[None, None], axis=1)[:, 0], 0.0)


def _with_margins(actual: Array, predicted: Array, ratio: Array) -> Array:
    """The shares of the four cells, from those of positive items and of positive predictions and their ratio."""
    both = np.minimum(ratio * actual * predicted, np.minimum(actual, predicted))
    return np.stack([both, actual - both, predicted - both, 1 - actual - predicted + both])


def _cubic_roots(second: Array, first: Array, zeroth: Array) -> Array:
    """The real parts of the roots of ``u^3 + second u^2 + first u + zeroth`` (Cardano), ``(3, ...)``."""
    p, q = first - second**2 / 3, 2 * second**3 / 27 - first * second / 3 + zeroth
    apart = np.sqrt(q * q / 4 + p**3 / 27 + 0j)
    cube = np.where(q > 0, -q / 2 - apart, -q / 2 + apart) ** (1 / 3)  # the sum that does not cancel
    turned = np.multiply.outer(np.exp(2j * np.pi * np.arange(3) / 3), cube)
    u = (turned - np.where(turned == 0, 0.0, p / (3 * turned))).real - second / 3
    for _ in range(3):  # Newton, for the digits lost between large roots and small
        slope = (3 * u + 2 * second) * u + first
        u = u - np.where(slope == 0, 0.0, (((u + second) * u + first) * u + zeroth) / slope)
    return np.asarray(u)


def _distance(observed: Array, shares: Array) -> Array:
    """Pearson's chi-squared of shares for one item; what cannot be but is lies infinitely far."""
    apart = observed - shares
    return np.asarray(np.where(apart == 0, 0.0, apart * apart / shares).sum(0))


# --- limits ----------------------------------------------------------------------------------------------------------

LIKELIEST: dict[str, Likeliest] = {
    "likelihood_ratio_positive": positive_ratio,
    "likelihood_ratio_negative": negative_ratio,
    "odds_ratio": cross_ratio,
    "lift": both_ratio,
}


def score(measure: Measure, sample: Sample) -> Limits:
    """The ratios whose likeliest table lies within the chi-squared distance that the tail allows."""
    likeliest, found = LIKELIEST[measure.name], np.stack(cells(sample.table))[:, None]  # one axis for both ends
    value, whole = np.asarray(measure.raw(sample.table)), found.sum(0)
    spread = np.maximum(whole - 1, 1.0)  # Miettinen & Nurminen's n / (n - 1): the limits of small samples need it

    def root(log_ratio: Array) -> Array:
        ratio = np.exp(log_ratio)
        return np.sign(value - ratio) * np.sqrt(spread * _distance(found / whole, likeliest(found, ratio)))

    smoothed = np.log(measure.raw(sample.table + 0.5))
    width = np.sqrt((1 / (found + 0.5)).sum(0))

    def at(tail: Tail) -> Pair:
        z = np.multiply.outer([1.0, -1.0], np.broadcast_to(quantile(np.asarray(tail)), value.shape))
        open_end = np.isnan(value) | np.stack([value == 0, value == np.inf])
        ends = falling_root(lambda u: root(u) - z, smoothed, (np.abs(z) + 0.5) * width, open_end)
        low, high = np.exp(ends)
        return np.where(value == 0, 0.0, low), np.where(value == np.inf, np.inf, high)

    return at


def falling_root(function: Callable[[Array], Array], start: Array, reach: Array, done: Array) -> Array:
    """Where a falling function is 0, by the Illinois variant of false position on brackets about ``start``.

    Nothing is looked for where it is ``done``. Each root is kept once it is close, however long the others take.
    """
    below, above = np.broadcast_to(start, reach.shape) - reach, start + reach
    value_below, value_above = function(below), function(above)
    while np.any(short := (value_below < 0) & ~done & (below > -WIDEST)):
        reach = np.where(short, 2 * reach, reach)
        below = np.where(short, np.maximum(below - reach, -WIDEST), below)
        value_below = function(below)
    while np.any(short := (value_above > 0) & ~done & (above < WIDEST)):
        reach = np.where(short, 2 * reach, reach)
        above = np.where(short, np.minimum(above + reach, WIDEST), above)
        value_above = function(above)
    side, settled, root = np.zeros(reach.shape, int), np.broadcast_to(done, reach.shape), (below + above) / 2
    # Halving at first: far from its root the function grows without bound, and a chord would creep.
    for turn in range(HALVINGS):
        chord = (below * value_above - above * value_below) / (value_above - value_below)
        usable = np.isfinite(chord) & (chord >= below) & (chord <= above) & (turn > 1)
        middle = np.where(usable, chord, (below + above) / 2)
        value = function(middle)
        root = np.where(settled, root, middle)
        left, right = value > 0, value <= 0
        # An end that stays a second time counts half, or the chord would lean on it for ever.
        value_above = np.where(left, np.where(side < 0, value_above / 2, value_above), value)
        value_below = np.where(right, np.where(side > 0, value_below / 2, value_below), value)
        side = np.where(left, -1, 1)
        below, above = np.where(left, middle, below), np.where(right, middle, above)
        settled = settled | (np.abs(value) < CLOSE) | (above - below < CLOSE)
        if settled.all():
            break
    return root
