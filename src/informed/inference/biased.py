"""Limits of measures that chance biases: information, entropy and association, which small samples distort."""

import numpy as np

from informed.core.registry import Measure, get
from informed.core.table import Array, actuals, dual, expected, ratio, total
from informed.inference import proportions
from informed.inference.entropies import chao_shen, miller_madow
from informed.inference.jackknife import jackknife
from informed.inference.parts import rooted
from informed.inference.proportions import Limits, Pair, Sample, Tail, linear, quantile
from informed.inference.significance.independence import conditional_p, freedom, g2, pearson

THIN = 5  # items for each degree of freedom
MOST_MOVED = 2**18  # cells of the classes that move in turn


def gated(measure: Measure, sample: Sample) -> Limits:
    """For measures of association, which chance alone moves off their value at chance, and always to the same side.

    Of two classes from their three shares; otherwise the union of the intervals about the jackknife and the smoothed
    value. Unless independence is rejected at the same level, the interval reaches to the value at chance.
    """
    p = np.fmax(pearson(sample.table)[2], conditional_p(sample.table))
    chance = measure.at_chance(sample.table)
    inner = (rooted if sample.shape == (2, 2) else _corrected)(measure, sample)

    def at(tail: Tail) -> Pair:
        low, high = inner(tail)
        independent = p >= 2 * np.asarray(tail)
        return np.where(independent, np.fmin(low, chance), low), np.where(independent, np.fmax(high, chance), high)

    return at


def sparse(table: Array) -> Array:
    """Whether there are few items for the cells, so that a value as it stands is far from the truth."""
    return np.asarray(total(table) < THIN * freedom(table))


def _corrected(measure: Measure, sample: Sample) -> Limits:
    """Wald about both the jackknife and the smoothed value, and of information Miller & Madow's.

    A sure predictor leaves most cells nearly empty, however many items there are; there the jackknife takes off too
    little, and what Miller & Madow take off, by the number of classes alone, is right.
    At independence the slope vanishes; the statistic is then like chi-squared, whose standard deviation is its mean
    times sqrt(2 / df), and its mean is the bias that the jackknife found.
    """
    corrected = jackknife(measure, sample.table)
    centre, error = linear(measure, sample)
    bias = measure.raw(sample.table) - corrected
    error = np.hypot(error, bias * np.sqrt(2 / np.maximum(freedom(sample.table), 1)))
    below, above = np.fmin(corrected, centre), np.fmax(corrected, centre)
    if measure.entropies is not None:
        known = miller_madow(measure, sample.table)
        below, above = np.fmin(below, known), np.fmax(above, known)
    thin = sparse(sample.table)
    if thin.any():
        found = np.stack([corrected, *(np.where(thin, each, corrected) for each in _sparse(measure, sample.table))])
        below, above = np.fmin(below, np.fmin.reduce(found)), np.fmax(above, np.fmax.reduce(found))
    return lambda tail: (below - quantile(tail) * error, above + quantile(tail) * error)


def _sparse(measure: Measure, table: Array) -> list[Array]:
    """The value with few items a cell, where the jackknife takes off too little: as other corrections have it.

    One of them takes off too much where much is known, the other too little: the truth lies between.
    """
    if measure.entropies is None:
        return [measure.raw(_shrunk(table))]
    return [miller_madow(measure, table), chao_shen(measure, table)]


def _shrunk(table: Array) -> Array:
    """The table moved towards chance until its chi-squared has lost what chance alone adds to it."""
    by_chance, statistic = expected(table), pearson(table)[0]
    added = ratio(freedom(table) * total(table), np.maximum(total(table) - 1, 1))
    kept = np.sqrt(np.clip(1 - ratio(added, statistic), 0, 1))
    return by_chance + np.where(np.isnan(kept), 0.0, kept)[..., None, None] * (table - by_chance)


def profile(measure: Measure, sample: Sample) -> Limits:
    """For entropy and evenness, which chance makes smaller and whose slope vanishes where the classes are even.

    The union of the intervals about the jackknife and the smoothed value, and of what the measure becomes when the
    share of any one class moves to its own (Jeffreys) limits and the others make room.
    """
    inner, table = _corrected(measure, sample), sample.table

    def at(tail: Tail) -> Pair:
        low, high = inner(tail)
        actual, predicted = measure.raw(_shifted(table, tail)), measure.raw(dual(_shifted(dual(table), tail)))
        values = np.concatenate([actual, predicted])
        return np.fmin(low, np.fmin.reduce(values)), np.fmax(high, np.fmax.reduce(values))

    return at


def _shifted(table: Array, tail: Tail) -> Array:
    """The table with each actual class in turn at the lower and upper limit of its share: ``(2 A, ..., A, P)``.

    Of very many classes only the commonest move: the others' shares are too small to take the measure far.
    """
    rows, whole = actuals(table), total(table)[..., None]
    most = max(2, MOST_MOVED // table.shape[-2] ** 2)
    moving = np.argsort(-rows, axis=-1, kind="stable")[..., :most]
    items = np.take_along_axis(rows, moving, -1)
    share = np.where(items > 0, items / whole, np.nan)
    ends = np.stack(proportions.jeffreys(items, whole, np.asarray(tail)[..., None]))
    own, other = ends / share, (1 - ends) / np.where(share < 1, 1 - share, 1.0)
    one = np.eye(table.shape[-2], dtype=bool)[moving]
    factor = np.where(one, own[..., :, None], other[..., :, None])  # which class moves, then the class it is seen in
    moved = np.moveaxis(factor, -2, 1)[..., None] * table
    return moved.reshape(-1, *table.shape)


def ncx2(measure: Measure, sample: Sample) -> Limits:
    """The noncentral chi-squared distributions that make G2 an ordinary observation: wide, but it held everywhere."""
    from scipy.special import chndtrinc

    assert measure.entropies is not None
    statistic, degrees, _ = g2(sample.table)
    actual, predicted = (get(f"entropy_{side}").raw(sample.table) for side in ("actual", "predicted"))
    bits = 2 * np.log(2) * total(sample.table)

    def at(tail: Tail) -> Pair:
        found = [
            np.where(p > _chi2_cdf(statistic, degrees), 0.0, chndtrinc(statistic, np.maximum(degrees, 1), p)) / bits
            for p in (1 - np.asarray(tail), np.asarray(tail))
        ]
        known = (np.minimum(each, np.minimum(actual, predicted)) for each in found)  # neither tells more than it has
        low, high = (measure.entropies(actual, predicted, actual + predicted - each) for each in known)  # type: ignore[misc]
        return np.asarray(low), np.asarray(high)

    return at


def _chi2_cdf(statistic: Array, degrees: Array) -> Array:
    from scipy.special import chdtr

    return np.asarray(chdtr(degrees, statistic))
