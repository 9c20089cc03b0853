"""Limits from draws: of the posterior, and of the bootstrap."""

from typing import Any

import numpy as np

from informed.core.registry import Measure
from informed.core.table import Array, ratio
from informed.inference.draws import bootstrap, generator, posterior
from informed.inference.jackknife import acceleration
from informed.inference.proportions import Limits, Pair, Sample, Tail, quantile
from informed.readers.device.foreign import to_numpy

BITS = 30  # of each cell that start the random stream of its table


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
    """The measure of every draw, sorted; each table has a random stream of its own, whatever stands beside it."""
    shape, cells, seed = sample.table.shape[:-2], sample.table.shape[-2:], _seed(sample.seed)
    tables = _steady(np.ascontiguousarray(sample.table.reshape(-1, *cells)))
    away = sample.home is not None and measure.backend != "numpy"
    homes = sample.home.reshape(-1, *cells) if away else tables

    def values(each: int) -> Array:
        ordered, back = _turned(tables[each])
        options: dict[str, Any] = {"draws": sample.draws, "rng": _stream(seed, ordered)}
        if away:
            return to_numpy(sampler.values(measure.raw, homes[each], **options))
        return sampler.values(lambda drawn: measure.raw(drawn[..., back[0], :][..., back[1]]), ordered, **options)

    if not len(tables):
        return np.empty((sample.draws, *shape))
    # What is the same table is drawn once.
    _, first, place = np.unique(tables.reshape(len(tables), -1), axis=0, return_index=True, return_inverse=True)
    found = np.stack([values(each) for each in first.tolist()], axis=-1)
    return np.sort(found, axis=0)[:, place.ravel()].reshape(-1, *shape)


def _turned(table: Array) -> tuple[Array, list[Array]]:
    """A table with its labels in an order of their own, so that renaming them changes no draw, and the way back."""
    order = _order(table)
    return table[order[0]][:, order[1]], [np.argsort(axis) for axis in order]


def _steady(tables: Array) -> Array:
    """The tables without the last bits of each cell, which hang on the order of sums and on the scale of weights."""
    step = np.ldexp(1.0, np.frexp(tables)[1] - BITS)
    return np.rint(tables / step) * step


def _order(table: Array) -> tuple[Array, Array]:
    """The labels by their hits, then by their margins, on both axes; as they stand where the axes differ."""
    if table.shape[0] != table.shape[1]:
        return np.arange(table.shape[0]), np.arange(table.shape[1])
    order = np.lexsort((table.sum(0), table.sum(1), np.diagonal(table)))
    return order, order


def _seed(seed: Any) -> int:
    """A number to start every table's stream from; a generator gives its next one."""
    known = generator(seed)
    return int(known.integers(2**63)) if seed is None or isinstance(seed, np.random.Generator) else int(seed)


def _stream(seed: int, table: Array) -> "np.random.Generator":
    """The random stream of one table: it depends on the seed and on the table alone."""
    from hashlib import blake2b

    digest = blake2b(np.ascontiguousarray(table).tobytes(), digest_size=16).digest()
    return np.random.default_rng([seed, *np.frombuffer(digest, dtype="<u4").tolist()])


def credible(measure: Measure, sample: Sample) -> Limits:
    """Equal-tail quantiles of the posterior; what may be believed, not how often the method is right."""
    return _middle(_drawn(posterior, measure, sample))


def _middle(ordered: Array) -> Limits:
    return lambda tail: (quantiles(ordered, tail), quantiles(ordered, 1 - np.asarray(tail)))


def percentile(measure: Measure, sample: Sample) -> Limits:
    """Quantiles of the bootstrap; worthless where a cell is empty, because no draw ever fills it."""
    return _middle(_drawn(bootstrap, measure, sample))


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
