"""Distinct scores in order, with how many positive and other items have each: the only step that touches every item."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
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
    low, high = float(scores.min()), float(scores.max())
    if len(scores) < MANY or not 0 < high - low < np.inf:
        values, counts = _merged([np.sort(scores[positive])], [np.sort(scores[~positive])])
    else:
        parts = _dealt_and_merged(scores, positive, low, high)
        values, counts = (np.concatenate(each, axis=-1) for each in zip(*parts, strict=True))
    return values[::-1], counts[:, ::-1]


def _merged(positives: Sequence[Numbers], others: Sequence[Numbers]) -> tuple[Numbers, Numbers]:
    """The distinct scores of sorted runs, lowest first, and their counts; runs may be a little out of order."""
    runs = np.concatenate([*positives, *others])
    order = np.argsort(runs, kind="stable")  # merges sorted runs in one pass, and puts right what is not yet sorted
    values, hits = runs[order], order < sum(map(len, positives))
    first = np.append(True, values[1:] != values[:-1])[: len(values)]
    counts = np.stack([hits, ~hits]).view(np.int8)
    if first.all():
        return values, counts
    starts = np.flatnonzero(first)
    return values[starts], np.add.reduceat(counts, starts, axis=1, dtype=np.int64)


def _dealt_and_merged(scores: Numbers, positive: Numbers, low: float, high: float) -> list[tuple[Numbers, Numbers]]:
    """Many scores in order: dealt into narrow buckets, then sorted a row at a time and merged, range by range.

    That is linear, and several times faster than a sort on processors where NumPy's vectorised one is slow. Its one
    aim is speed: the merge is exact whatever comes before it.
    """
    workers = min(os.cpu_count() or 1, 8)
    buckets = len(scores) // CROWD
    scale = (buckets - 1) / (high - low)

    def deal(scores: Numbers, positive: Numbers) -> tuple[Numbers, Numbers]:
        """The scores by bucket, those of positive items first, and where each bucket begins."""
        from scipy.sparse import csr_array

        bucket = np.empty(len(scores), np.int32)
        for start in range(0, len(scores), CHUNK):
            chunk = slice(start, start + CHUNK)
            bucket[chunk] = (scores[chunk] - low) * scale
            bucket[chunk] += np.int32(buckets) * ~positive[chunk]
        # A sparse matrix of one row, turned from rows to columns, is a counting sort by column.
        row = csr_array((scores, bucket, np.array([0, len(scores)], np.int32)), shape=(1, 2 * buckets))
        columns = row.tocsc()
        return columns.data, columns.indptr

    def merge(first: int, last: int) -> tuple[Numbers, Numbers]:
        """The scores of a range of buckets."""
        halves = ([_in_order(data, at[side + first : side + last + 1]) for data, at in dealt] for side in (0, buckets))
        return _merged(*halves)

    with ThreadPoolExecutor(workers) as pool:
        dealt = list(pool.map(deal, np.array_split(scores, workers), np.array_split(positive, workers)))
        sizes = sum(np.diff(at).reshape(2, buckets).sum(axis=0) for _, at in dealt)
        cuts = np.searchsorted(np.cumsum(sizes), np.linspace(0, len(scores), workers + 1)[1:-1])
        ends = [0, *cuts.tolist(), buckets]
        return list(pool.map(merge, ends[:-1], ends[1:]))


def _in_order(data: Numbers, starts: Numbers) -> Numbers:
    """Sort, in place, consecutive buckets that begin at ``starts``.

    Buckets of at most half a row need two passes over rows: one cut by the end of a row in the first pass lies within
    a row of the second.
    """
    run, sizes = data[starts[0] : starts[-1]], np.diff(starts)
    if sizes[sizes > ROW // 2].sum() > len(run) / 8:
        run.sort()
        return run
    for start in (0, ROW // 2):
        rows = max(len(run) - start, 0) // ROW
        run[start : start + rows * ROW].reshape(rows, ROW).sort(axis=1)
    return run


def binned(scores: Numbers, positive: Numbers, width: float) -> tuple[Numbers, Numbers]:
    """As `ranked`, with every score rounded down to a multiple of ``width``; infinite ones join the outermost bins."""
    low, high = finite_ends(scores)
    first, last = np.floor(low / width), np.floor(high / width)
    bins = int(last - first) + 1
    if bins > len(scores):
        return ranked(np.floor(scores / width) * width, positive)
    counts = np.zeros(2 * bins, np.int64)
    step = max(CHUNK, bins)
    for start in range(0, len(scores), step):
        place = np.floor(scores[start : start + step] * (1 / width))
        np.clip(place, first, last, out=place)
        place -= first
        place += bins * ~positive[start : start + step]
        counts += np.bincount(place.astype(np.intp), minlength=2 * bins)
    rows = counts.reshape(2, bins)
    used = np.flatnonzero(rows.any(axis=0))[::-1]
    return (first + used) * width, rows[:, used]


def finite_ends(scores: Numbers) -> tuple[float, float]:
    """The lowest and the highest finite score."""
    low, high = float(scores.min()), float(scores.max())
    if np.isfinite(high - low):
        return low, high
    finite = scores[np.isfinite(scores)]
    return (float(finite.min()), float(finite.max())) if len(finite) else (0.0, 0.0)
