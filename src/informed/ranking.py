"""Distinct scores in order, with how many positive and other items have each: the only step that touches every item."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[Any]

ROW = 256  # rows up to this long are sorted by a network, many times faster per item than longer ones
MANY = 2**18  # below so many items a plain sort is as fast
CROWD = 32  # items in a bucket, on average: few enough that nearly every bucket fits into half a row
CHUNK = 2**15  # items worked on at a time, so that what is made on the way stays in the cache


def ranked(scores: Numbers, positive: Numbers) -> tuple[Numbers, Numbers]:
    """The distinct scores, highest first, and the counts ``(2, T)`` of positive and other items at each of them."""
    runs, positives = _in_two_runs(scores, positive)
    order = np.argsort(runs, kind="stable")  # merges two sorted runs in one pass, and puts right what is not yet sorted
    values, hits = runs[order], order < positives
    first = np.empty(len(values), bool)
    first[0] = True
    np.not_equal(values[1:], values[:-1], out=first[1:])
    if first.all():
        counts = np.stack([hits, ~hits]).view(np.int8)
    else:
        starts = np.flatnonzero(first)
        counts = np.stack([np.add.reduceat(each, starts, dtype=np.int64) for each in (hits, ~hits)])
        values = values[starts]
    return values[::-1], counts[:, ::-1]


def _in_two_runs(scores: Numbers, positive: Numbers) -> tuple[Numbers, int]:
    """All positive scores, then all others, both in ascending order or nearly so; and how many are positive.

    Many scores are dealt into narrow buckets and put in order a row at a time. That is linear, and several times faster
    than a sort on processors where NumPy's vectorised one is slow. Its one aim is speed: the merge is exact regardless.
    """
    positives = int(np.count_nonzero(positive))
    low, high = (float(end(scores)) for end in (np.min, np.max))
    if len(scores) < MANY or not 0 < high - low < np.inf:
        return np.concatenate([np.sort(scores[positive]), np.sort(scores[~positive])]), positives
    runs, crowded = _dealt(scores, positive, low, high)
    if crowded > len(scores) / 8:
        runs[:positives].sort()
        runs[positives:].sort()
    else:
        _sort_rows(runs[:positives])
        _sort_rows(runs[positives:])
    return runs, positives


def _dealt(scores: Numbers, positive: Numbers, low: float, high: float) -> tuple[Numbers, int]:
    """The scores in buckets of equal width, those of positive items first; and how many share a bucket with many.

    A sparse matrix of one row, turned from rows to columns, is a counting sort by column.
    """
    from scipy.sparse import csr_array

    buckets = len(scores) // CROWD
    scale = (buckets - 1) / (high - low)
    bucket = np.empty(len(scores), np.int32)
    for start in range(0, len(scores), CHUNK):
        chunk = slice(start, start + CHUNK)
        bucket[chunk] = (scores[chunk] - low) * scale
        bucket[chunk] += np.int32(buckets) * ~positive[chunk]
    row = csr_array((scores, bucket, np.array([0, len(scores)], np.int32)), shape=(1, 2 * buckets))
    columns = row.tocsc()
    sizes = np.diff(columns.indptr)
    return columns.data, int(sizes[sizes > ROW // 2].sum())


def _sort_rows(run: Numbers) -> None:
    """Sort, in place, a run in which every bucket is in its place and no longer than half a row.

    A bucket cut by the end of a row in the first pass lies within one row of the second.
    """
    for start in (0, ROW // 2):
        rows = (len(run) - start) // ROW
        if rows > 0:
            run[start : start + rows * ROW].reshape(rows, ROW).sort(axis=1)


def binned(scores: Numbers, positive: Numbers, width: float) -> tuple[Numbers, Numbers]:
    """As `ranked`, with every score rounded down to a multiple of ``width``; infinite scores join the outermost bins."""
    low, high = _finite_ends(scores)
    first, last = np.floor(low / width), np.floor(high / width)
    bins = int(last - first) + 1
    if bins > len(scores):
        return ranked(np.floor(scores / width) * width, positive)
    counts = np.zeros(2 * bins, np.int64)
    step = max(CHUNK, bins)
    for start in range(0, len(scores), step):
        chunk = np.clip(scores[start : start + step], low, high) / width
        np.floor(chunk, out=chunk)
        chunk -= first
        chunk += bins * ~positive[start : start + step]
        counts += np.bincount(chunk.astype(np.intp), minlength=2 * bins)
    counts = counts.reshape(2, bins)
    used = np.flatnonzero(counts.any(axis=0))[::-1]
    return (first + used) * width, counts[:, used]


def _finite_ends(scores: Numbers) -> tuple[float, float]:
    """The lowest and the highest finite score."""
    low, high = float(scores.min()), float(scores.max())
    if np.isfinite(high - low):
        return low, high
    finite = scores[np.isfinite(scores)]
    return (float(finite.min()), float(finite.max())) if len(finite) else (0.0, 0.0)
