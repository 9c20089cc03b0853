"""Limits of measures that count hits beyond chance, for more than two classes, where hits may be few."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from informed.core.registry import Measure, get
from informed.core.table import Array, actuals, diagonal, one_vs_rest, total
from informed.inference.proportions import Pair, ProportionLimits, Tail, quantile, wilson
from informed.inference.sample import Limits, Sample, linear
from informed.inference.significance.statistics import hits_z, two_sided_p
from informed.inference.smoothing import pseudo_counts, pseudo_hits


def hits(measure: Measure, sample: Sample) -> Limits:
    """Wald about the value and about two smoothed ones, joined with MOVER over the labels, and gated at chance.

    Pseudo-items over all cells alike fail where hits are few, those that are half hits fail where there are none: the
    interval holds both. It leaves out chance only where the test that fixes both margins rejects chance as well.
    """
    inner = [_about(measure, sample)]
    if measure.over is not None:
        inner.append((mean_recall(wilson) if measure.over == "equal" else _over_labels)(measure, sample))
    gate = None if measure.hit is None else two_sided_p(hits_z(sample.table, measure.hit(sample.table)))

    def at(tail: Tail) -> Pair:
        lows, highs = zip(*(limits(tail) for limits in inner), strict=True)
        low, high = np.fmin.reduce(lows), np.fmax.reduce(highs)
        if gate is None:
            return low, high
        kept, chance = ~(gate < 2 * np.asarray(tail)), measure.fixed_chance or 0.0
        return np.where(kept, np.fmin(low, chance), low), np.where(kept, np.fmax(high, chance), high)

    return at


def _about(measure: Measure, sample: Sample) -> Limits:
    """The larger of two smoothed standard errors on either side of all estimates of the value."""
    smoothed, errors = linear(measure, sample, np.stack([pseudo_counts(sample.table), pseudo_hits(sample.table)]))
    centres = [measure.raw(sample.table), *smoothed]
    if measure.over == "other":
        centres.append(centres[0] - _offset(measure, sample.table))
    below, above, error = np.fmin.reduce(centres), np.fmax.reduce(centres), np.fmax.reduce(errors)
    return lambda tail: (below - quantile(tail) * error, above + quantile(tail) * error)


def _label_parts(measure: Measure, table: Array) -> tuple[Array, Array, Array, Array]:
    """Of every label: the hits and what they are taken of, the false alarms and what those are taken of."""
    assert measure.contrast is not None
    first, second = (get(name).parts(one_vs_rest(table)) for name in measure.contrast)
    return *first, *second


def _offset(measure: Measure, table: Array) -> Array:
    """What the mean gains because a label with more hits than usual is also predicted more often than usual."""
    hit, own, false, rest = _label_parts(measure, table)
    known = (own > 0) & (rest > 0)
    return np.where(known, _scatter(hit, own) - _scatter(false, rest), 0.0).sum(-1) / total(table)


def _scatter(part: Array, whole: Array) -> Array:
    """The variance of one item of a proportion, without offset."""
    return part * (whole - part) / np.maximum(whole * (whole - 1), 1.0)


def _over_labels(measure: Measure, sample: Sample) -> Limits:
    """MOVER over the labels, each with Wilson's limits of its two proportions, beside the scatter of the weights.

    A label that is predicted but never occurs may be anything: its term reaches from one end to the other.
    """
    table = sample.table
    hit, own, false, rest = _label_parts(measure, table)
    known, n = (own > 0) & (rest > 0), total(table)
    share, wrong = (
        np.where(known, part / np.maximum(whole, 1e-300), 0.0) for part, whole in ((hit, own), (false, rest))
    )
    weight = (own if measure.over == "own" else hit + false) / n[..., None]
    gain = share - wrong
    value = (weight * gain).sum(-1)
    drift = np.maximum((weight * gain**2).sum(-1) - value**2, 0.0) / n

    def at(tail: Tail) -> Pair:
        tails = np.asarray(tail)[..., None]
        (low, high), (least, most) = wilson(hit, own, tails), wilson(false, rest, tails)
        down, up = (share - low) ** 2 + (most - wrong) ** 2, (high - share) ** 2 + (wrong - least) ** 2
        spread = quantile(tail) ** 2 * drift
        ends = [np.sqrt((weight**2 * np.where(known, each, 1.0)).sum(-1) + spread) for each in (down, up)]
        return value - ends[0], value + ends[1]

    return at


def mean_recall(of: ProportionLimits) -> Callable[[Measure, Sample], Limits]:
    """MOVER over the recalls of the classes that occur, for a measure that is their mean, or that mean rescaled.

    For two classes and Jeffreys' limits it is the interval of informedness, moved to the scale of the mean.
    """

    def limits(measure: Measure, sample: Sample) -> Limits:
        hit, own, value = diagonal(sample.table), actuals(sample.table), np.asarray(measure.raw(sample.table))
        known, classes = own > 0, (own > 0).sum(-1)
        # From chance to perfect the mean recall goes from 1/K to 1.
        scale = (1 - measure.at_chance(sample.table)) / np.where(classes > 1, 1 - 1 / np.maximum(classes, 1), 1.0)
        share = np.where(known, hit / np.where(known, own, 1.0), 0.0)

        def reach(end: Array) -> Array:
            return scale / np.maximum(classes, 1) * np.sqrt(np.where(known, (end - share) ** 2, 0.0).sum(-1))

        def at(tail: Tail) -> Pair:
            low, high = of(hit, np.where(known, own, np.nan), np.asarray(tail)[..., None])
            return value - reach(low), value + reach(high)

        return at

    return limits
