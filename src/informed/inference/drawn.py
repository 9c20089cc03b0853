"""Limits from draws: of the posterior, and of the bootstrap."""

from __future__ import annotations

from typing import Any

import numpy as np

from informed.inference.draws import bootstrap, generator, posterior
from informed.inference.jackknife import acceleration
from informed.inference.proportions import Pair, Tail, quantile
from informed.inference.sample import Limits, Sample
from informed.readers.device import to_numpy
from informed.registry import Measure
from informed.table import Array, namespace, ratio


def quantiles(ordered: Array, share: Any) -> Array:
    """Quantiles over the first axis, sorted and with undefined draws (NaN) last, one share for each table."""
    defined = (~np.isnan(ordered)).sum(0)
    place = np.clip(share, 0.0, 1.0) * np.maximum(defined - 1, 0)
    below = np.floor(place).astype(np.intp)
    above = np.minimum(below + 1, np.maximum(defined - 1, 0))
    low, high = (np.take_along_axis(ordered, each[None], axis=0)[0] for each in (below, above))
    gap = place - below
    with np.errstate(invalid="ignore"):  # between two infinite values there is nothing to interpolate
        return np.where((gap > 0) & (low != high), low + gap * (high - low), low)


def _drawn(sampler: Any, measure: Measure, sample: Sample) -> Array:
    table = sample.table if sample.home is None or measure.backend == "numpy" else sample.home
    values = sampler.values(measure.raw, table, draws=sample.draws, rng=generator(sample.seed))
    return to_numpy(namespace(values).sort(values, axis=0))


def credible(measure: Measure, sample: Sample) -> Limits:
    """Equal-tail quantiles of the posterior; what may be believed, not how often the method is right."""
    ordered = _drawn(posterior, measure, sample)
    return lambda tail: (quantiles(ordered, tail), quantiles(ordered, 1 - np.asarray(tail)))


def percentile(measure: Measure, sample: Sample) -> Limits:
    """Quantiles of the bootstrap; worthless where a cell is empty, because no draw ever fills it."""
    ordered = _drawn(bootstrap, measure, sample)
    return lambda tail: (quantiles(ordered, tail), quantiles(ordered, 1 - np.asarray(tail)))


def basic(measure: Measure, sample: Sample) -> Limits:
    """The bootstrap quantiles reflected at the estimate."""
    inner, value = percentile(measure, sample), measure.raw(sample.table)

    def at(tail: Tail) -> Pair:
        low, high = inner(tail)
        return 2 * value - high, 2 * value - low

    return at


def bca(measure: Measure, sample: Sample) -> Limits:
    """Bootstrap quantiles corrected for bias and acceleration, the latter from the jackknife tables (Efron 1987)."""
    from scipy.special import ndtr, ndtri

    ordered = _drawn(bootstrap, measure, sample)
    value = measure.raw(sample.table)
    below = ((ordered < value).sum(0) + (ordered == value).sum(0) / 2) / np.maximum((~np.isnan(ordered)).sum(0), 1)
    offset = ndtri(np.clip(below, 1 / (2 * sample.draws), 1 - 1 / (2 * sample.draws)))
    curve = acceleration(measure, sample.table)

    def at(tail: Tail) -> Pair:
        ends = (offset + sign * quantile(tail) for sign in (-1, 1))
        low, high = (quantiles(ordered, ndtr(offset + ratio(end, 1 - curve * end))) for end in ends)
        return low, high

    return at
