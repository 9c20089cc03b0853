"""Limits of measures of two classes from the independent shares that make them up: each moves to its own limits.

The distances from the value add up as squares (MOVER, Zou & Donner 2008).
"""

from collections.abc import Callable

import numpy as np

from informed.core.registry import Measure, get
from informed.core.table import Array, actuals, cells, dual, predictions, ratio, total, two_by_two
from informed.inference.proportions import Limits, Pair, Sample, Tail, jeffreys, jeffreys_wilson
from informed.inference.scoring import score

SINGLE = 1.5  # below so many a cell of effective items holds a single one


def _moved(value: Array, moves: list[Array]) -> Pair:
    """The value less, and plus, the root of the squared distances; each move has the values at both ends of a share."""
    apart = [np.nan_to_num(each - value) for each in moves]
    below = sum(np.fmin(each.min(0), 0.0) ** 2 for each in apart)
    above = sum(np.fmax(each.max(0), 0.0) ** 2 for each in apart)
    return value - np.sqrt(below), value + np.sqrt(above)


THREE = ("prevalence", "recall", "fallout")  # independent shares, which make up a table of two classes
ROOTS = ("cramers_v",)  # measures of association that are the root of one already


def _of_three(measure: Measure, prevalence: Array, recall: Array, fallout: Array) -> Array:
    rows = prevalence, 1 - prevalence
    made = rows[0] * recall, rows[0] * (1 - recall), rows[1] * fallout, rows[1] * (1 - fallout)
    return np.asarray(measure.raw(two_by_two(*np.broadcast_arrays(*made))))


def _each_moved(of: Callable[..., Array], table: Array, tail: Tail, *, even: bool = False) -> Pair:
    """The limits of a function of the three shares, each moved to its own; ``even``: past a prevalence of a half."""
    shares = [get(name).parts(table) for name in THREE]
    known = [ratio(*each) for each in shares]
    ends = [np.stack(jeffreys_wilson(part, np.where(whole > 0, whole, np.nan), tail)) for part, whole in shares]
    if even:
        ends[0] = np.concatenate([ends[0], np.clip(0.5, *ends[0])[None]])
    return _moved(of(*known), [of(*known[:at], ends[at], *known[at + 1 :]) for at in range(3)])


def rooted(measure: Measure, sample: Sample) -> Limits:
    """Association of two classes, on the scale of its root with the sign of informedness.

    There it goes straight through chance, while the measure itself turns round and has no slope. Of what tells rows and
    columns apart no more than the measure does: the mean of both ways.
    """
    tables = [sample.table, dual(sample.table)] if measure.symmetric else [sample.table]
    power = 1 if measure.name in ROOTS else 2

    def root(prevalence: Array, recall: Array, fallout: Array) -> Array:
        found = np.maximum(np.nan_to_num(_of_three(measure, prevalence, recall, fallout)), 0.0)
        return np.asarray(np.sign(recall - fallout) * found ** (1 / power))

    def at(tail: Tail) -> Pair:
        low, high = np.mean([_each_moved(root, each, tail, even=True) for each in tables], axis=0)
        ends = abs(low) ** power, abs(high) ** power
        return np.where(low * high <= 0, 0.0, np.fmin(*ends)), np.fmax(*ends)

    return at


def score_mover(measure: Measure, sample: Sample) -> Limits:
    """Score limits; where a cell holds a single item, an end beyond 1 reaches as far as three shares allow.

    They are prevalence, recall and fallout, each at Jeffreys' and Wilson's limits, on the logarithm. Of a single error
    the chi-squared distance says more than there is to know.
    """
    inner, table = score(measure, sample), sample.table
    single = ((table > 0) & (table < SINGLE)).any((-1, -2))

    def at(tail: Tail) -> Pair:
        low, high = inner(tail)
        if not single.any():
            return low, high
        least, most = map(np.exp, _each_moved(lambda *shares: np.log(_of_three(measure, *shares)), table, tail))
        # An end short of 1 stays: all ratios are 1 together, and have one p of that.
        low = np.where(single & (low < 1), np.fmin(low, least), low)
        return low, np.where(single & (high > 1), np.fmax(high, most), high)

    return at


def errors_mover(measure: Measure, sample: Sample) -> Limits:
    """From the share that is right of what is or is called positive, and from the kinds of errors in the rest.

    The geometric mean of recall and precision is a function of these two, and they are independent.
    """
    inverse = measure.name.startswith("inverse")
    tp, fn, fp, tn = cells(sample.table)
    hit, missed, called = (tn, fp, fn) if inverse else (tp, fn, fp)
    wrong = missed + called
    known = wrong > 0

    def mean(right: Array, kind: Array) -> Array:
        found = right / np.sqrt((right + (1 - right) * kind) * (1 - (1 - right) * kind))
        return np.where(right > 0, found, 0.0)

    def at(tail: Tail) -> Pair:
        right, kind = ratio(hit, hit + wrong), np.where(known, missed / np.where(known, wrong, 1.0), 0.5)
        rights = np.stack(jeffreys_wilson(hit, np.where(hit + wrong > 0, hit + wrong, np.nan), tail))
        low, high = jeffreys(np.where(known, missed, 0.5), np.where(known, wrong, 1.0), tail)
        kinds = np.stack([low, high, np.clip(0.5, low, high)])  # the mean is least where both kinds are as common
        return _moved(mean(right, kind), [mean(rights, kind), mean(right, kinds)])

    return at


def with_margins(of: Callable[[Measure, Sample], Limits]) -> Callable[[Measure, Sample], Limits]:
    """The limits of informedness, in the tables that have it and the margins that were seen."""

    def limits(measure: Measure, sample: Sample) -> Limits:
        base = get("informedness")
        inner, whole = of(base, sample), total(sample.table)
        row, column = actuals(sample.table)[..., 0] / whole, predictions(sample.table)[..., 0] / whole

        def image(informed: Array) -> Array:
            both = row * column + informed * row * (1 - row)
            both = np.clip(both, np.maximum(row + column - 1, 0.0), np.minimum(row, column))
            made = two_by_two(both, row - both, column - both, 1 - row - column + both)
            return np.asarray(measure.raw(np.where(made < 1e-12, 0.0, made) * whole[..., None, None]))

        def at(tail: Tail) -> Pair:
            low, high = inner(tail)
            return image(low), image(high)

        return at

    limits.__doc__ = with_margins.__doc__
    return limits
