"""Distinct scores in order, with how many positive and other items have each: the only step that touches every item."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from informed.core import speed
from informed.core.errors import whole

Numbers = NDArray[Any]

ROW = 256  # rows up to this long are sorted by a network, many times faster per item than longer ones
MANY = 2**18  # below so many items a plain sort is as fast
CROWD = 32  # items in a bucket, on average: few enough that nearly every bucket fits into half a row
EXACT = 2**53  # whole numbers up to here are floats, and those beyond are multiples of powers of two
CHUNK = 2**15  # items worked on at a time, so that what is made on the way stays in the cache


def ranked(scores: Numbers, positive: Numbers) -> tuple[Numbers, Numbers]:
    """The distinct scores, highest first, and the counts ``(2, T)`` of positive and other items at each of them."""
    return _merged(scores, positive) if speed.compiled is None else _keyed(scores, positive)


def _keyed(scores: Numbers, positive: Numbers) -> tuple[Numbers, Numbers]:
    """The same by digits: the bits of a score are a whole number, and its lowest bit is free for the class."""
    assert speed.compiled is not None
    keys = np.empty((2, len(scores)), np.uint64)
    above, many = speed.compiled.rank(np.ascontiguousarray(scores), np.ascontiguousarray(positive), keys)
    values = np.empty(many, scores.dtype)
    counts = np.empty((2, many), np.int8 if many == len(scores) else np.int64)
    speed.compiled.unrank(keys, above, values, counts)
    return values, counts


def _merged(scores: Numbers, positive: Numbers) -> tuple[Numbers, Numbers]:
    """The same by sorting both classes apart."""
    runs = _in_two_runs(scores, positive)
    order = np.argsort(runs, kind="stable")  # merges two sorted runs in one pass, and puts right what is not yet sorted
    values, hits = runs[order], order < np.count_nonzero(positive)
    last = np.append(values[1:] != values[:-1], True)
    counts = np.stack([hits, ~hits]).view(np.int8)
    if not last.all():
        ends = np.flatnonzero(last)
        positives = np.diff(np.cumsum(hits)[ends], prepend=0)
        values, counts = values[ends], np.stack([positives, np.diff(ends, prepend=-1) - positives])
    return values[::-1], counts[:, ::-1]


def _in_two_runs(scores: Numbers, positive: Numbers) -> Numbers:
    """All positive scores, then all others, both in ascending order or nearly so.

    Many scores are sorted into narrow buckets and put in order a row at a time. That is linear, and several times
    faster than a sort on processors where NumPy's vectorised one is slow. It only saves time: the merge is exact.
    """
    low, high = float(scores.min()), float(scores.max())
    if len(scores) < MANY or not 0 < high - low < np.inf:
        return np.concatenate([np.sort(scores[positive]), np.sort(scores[~positive])])
    runs, sizes = _bucketed(scores, positive, low, high)
    positives = np.count_nonzero(positive)
    in_order = _sort_rows if sizes[sizes > ROW // 2].sum() < len(scores) / 8 else np.ndarray.sort
    in_order(runs[:positives])
    in_order(runs[positives:])
    return runs


def _bucketed(scores: Numbers, positive: Numbers, low: float, high: float) -> tuple[Numbers, Numbers]:
    """The scores in buckets of equal width, those of positive items first; and how many each bucket holds."""
    from scipy.sparse import csr_array

    buckets = len(scores) // CROWD
    scale = (buckets - 1) / (high - low)
    bucket = np.empty(len(scores), np.int32)
    for start in range(0, len(scores), CHUNK):
        chunk = slice(start, start + CHUNK)
        bucket[chunk] = (scores[chunk] - low) * scale
        bucket[chunk] += np.int32(buckets) * ~positive[chunk]
    # A sparse matrix of one row, turned from rows to columns, is a counting sort by column.
    row = csr_array((scores, bucket, np.array([0, len(scores)], np.int32)), shape=(1, 2 * buckets))
    columns = row.tocsc()
    return columns.data, np.diff(columns.indptr)


def _sort_rows(run: Numbers) -> None:
    """Sort, in place, a run in which every bucket is in its place and no longer than half a row.

    A bucket cut by the end of a row in the first pass lies within one row of the second.
    """
    for start in (0, ROW // 2):
        rows = max(len(run) - start, 0) // ROW
        run[start : start + rows * ROW].reshape(rows, ROW).sort(axis=1)


def rounded_down(scores: Numbers, width: float) -> Numbers:
    """The largest multiple of ``width``, a power of two, not above each score; exact for scores of any size."""
    with np.errstate(over="ignore"):
        place = np.floor(scores / width)
    below = place * width
    below -= width * (below > scores)  # a quotient below the smallest float is 0
    return np.where(abs(place) < EXACT, below, scores)  # so far out every float is a multiple


def binned(scores: Numbers, positive: Numbers, width: float) -> tuple[Numbers, Numbers]:
    """As `ranked`, with every score rounded down to a multiple of ``width``."""
    low, high = (math.floor(Fraction(end) / Fraction(width)) for end in finite_ends(scores))
    if high - low >= len(scores) or max(-low, high) >= EXACT or (low < 0 and width > 1):
        return ranked(rounded_down(scores, width), positive)
    values = np.arange(low - 1, high + 2) * width
    values[0], values[-1] = -np.inf, np.inf
    counts = np.zeros(2 * len(values), np.int64)
    step = max(CHUNK, len(values))
    for start in range(0, len(scores), step):
        place = np.floor(scores[start : start + step] * (1 / width))
        np.clip(place, low - 1, high + 1, out=place)
        place -= low - 1
        place += len(values) * ~positive[start : start + step]
        counts += np.bincount(place.astype(np.intp), minlength=len(counts))
    rows = counts.reshape(2, len(values))
    used = np.flatnonzero(rows.any(axis=0))[::-1]
    return values[used], rows[:, used]


def width_for(low: float, high: float, bins: Any) -> float:
    """The power of two that divides a range of scores into about so many bins, and not more."""
    bins = whole("bins", bins, 2, "4096 is plenty for a curve")
    return 2.0 ** math.ceil(math.log2((high - low) / bins)) if high > low else 1.0


def finite_ends(scores: Numbers) -> tuple[float, float]:
    """The lowest and the highest finite score."""
    low, high = float(scores.min()), float(scores.max())
    if np.isfinite(high - low):
        return low, high
    finite = scores[np.isfinite(scores)]
    return (float(finite.min()), float(finite.max())) if len(finite) else (0.0, 0.0)
