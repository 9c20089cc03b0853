"""Counting codes: the one loop over the data, in chunks that stay in the cache."""

import math
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from informed.core import speed

Numbers = NDArray[Any]

CHUNK = 2**17
GLANCE = 2**10  # codes looked at before the loop in C, which stops at a higher one
FEW, MANY = 2**19, 2**27  # items from which on SciPy is faster, and from which on its import pays too
LIGHTEST, HEAVIEST = 1e-100, 1e18  # weights: squares below would vanish, and sums above are no 64-bit count
LONG, THREADS = 2**20, 8  # items that are worth a thread, and how many threads there may be


def crosstab(columns: Sequence[Numbers], weights: Numbers | None, most: int) -> list[Numbers] | None:
    """Items, and with weights their sums and sums of squares, for every combination of codes.

    How many codes there are is found on the way; None when they are negative or give more than ``most`` combinations.
    """
    quick = speed.compiled is not None and len(columns) == 2 and weights is None
    parts = min(speed.cores(), THREADS, len(columns[0]) // LONG) if quick else 1
    together = _at_once(columns, parts, most) if parts > 1 else None
    return _in_turn(columns, weights, most) if together is None else [together]


def _at_once(columns: Sequence[Numbers], parts: int, most: int) -> Numbers | None:
    """Each part of the items counted by a thread of its own; None where the threads together lack room."""
    from concurrent.futures import ThreadPoolExecutor

    edges = pairwise(len(columns[0]) * place // parts for place in range(parts + 1))
    pieces = [[each[start:stop] for each in columns] for start, stop in edges]
    with ThreadPoolExecutor(parts) as pool:
        found = list(pool.map(lambda piece: _in_turn(piece, None, most // parts), pieces))
    tables = [each[0] for each in found if each is not None]
    sizes = np.max([each.shape for each in tables], axis=0, initial=0)
    if len(tables) < parts or math.prod(sizes.tolist()) > most:
        return None
    total: Numbers = np.sum([grown(each, sizes) for each in tables], axis=0)
    return total


def _in_turn(columns: Sequence[Numbers], weights: Numbers | None, most: int) -> list[Numbers] | None:
    """The same, one item after the other."""
    sizes = [0] * len(columns)
    sums = [np.zeros(sizes, kind) for kind in ([np.int64] if weights is None else [np.int64, np.float64, np.float64])]
    add = _adder(len(columns[0]))
    unsigned = [as_unsigned(each) for each in columns]  # a negative code becomes one beyond its range
    highest = [2 ** (8 * each.itemsize - (each.dtype.kind == "i")) - 1 for each in columns]
    compiled = speed.compiled if len(columns) == 2 and weights is None else None
    start, step = 0, CHUNK if compiled is None else GLANCE
    while start < len(columns[0]):
        part = slice(start, start + step)
        tops = [int(each[part].max()) for each in unsigned]
        if any(top >= size for top, size in zip(tops, sizes, strict=True)):
            sizes = [max(top + 1, size) for top, size in zip(tops, sizes, strict=True)]
            if math.prod(sizes) > most or any(top > high for top, high in zip(tops, highest, strict=True)):
                return None
            sums = [grown(each, sizes) for each in sums]
            step = max(step if compiled else CHUNK, math.prod(sizes))
        if compiled is not None:
            start += compiled.count(*_alike(unsigned, start, step), sums[0], sizes[1])
            continue
        rows, last = _rows([each[part] for each in columns], sizes)
        for total, value in zip(sums, _powers(weights, part), strict=True):
            add(total, rows, last, value)
        start = part.stop
    return sums


def _alike(columns: Sequence[Numbers], start: int, step: int) -> list[Numbers]:
    """Codes of one size in memory, from ``start`` on; where they must be copied, so many of them."""
    kind = max((each.dtype.newbyteorder("=") for each in columns), key=lambda kind: kind.itemsize)
    as_they_are = all(each.dtype == kind and each.flags.c_contiguous for each in columns)
    part = slice(start, None if as_they_are else start + max(step, CHUNK))
    return [np.ascontiguousarray(each[part], kind) for each in columns]


def as_unsigned(whole: Numbers) -> Numbers:
    """The same bits read as numbers without a sign."""
    return whole.view(whole.dtype.str.replace("i", "u"))


def grown(total: Numbers, sizes: Sequence[int]) -> Numbers:
    """A table with empty cells added up to these sizes."""
    wide = np.zeros(sizes, total.dtype)
    wide[tuple(map(slice, total.shape))] = total
    return wide


def _powers(weights: Numbers | None, part: slice) -> list[Numbers | None]:
    return [None] if weights is None else [None, weights[part], weights[part] ** 2]


def _rows(codes: list[Numbers], sizes: Sequence[int]) -> tuple[Numbers, Numbers]:
    """All columns but the last as one, beside the last."""
    *others, last = codes
    rows = others[0] if others else np.zeros(len(last), np.intp)
    for each, size in zip(others[1:], sizes[1:-1], strict=True):
        rows = rows * np.intp(size) + each.astype(np.intp, copy=False)
    return rows, last


Adder = Callable[[Numbers, Numbers, Numbers, Numbers | None], None]


def _adder(items: int) -> Adder:
    """SciPy adds to cells without making one code of two, in half the time; it is used where it is loaded anyway."""
    return _Sparse() if items >= (FEW if "scipy.sparse" in sys.modules else MANY) else _add


def _add(total: Numbers, rows: Numbers, last: Numbers, value: Numbers | None) -> None:
    codes = np.multiply(rows, total.shape[-1], dtype=np.intp, casting="unsafe")
    np.add(codes, last, out=codes, dtype=np.intp, casting="unsafe")
    total += np.bincount(codes, value, total.size).reshape(total.shape)


class _Sparse:
    """Coordinates into a table by ``coo_array.toarray``, which adds up what falls into the same cell."""

    def __init__(self) -> None:
        from scipy.sparse import coo_array

        self.empty = lru_cache(coo_array)
        self.ones = np.ones(0, np.int32)

    def __call__(self, total: Numbers, rows: Numbers, last: Numbers, value: Numbers | None) -> None:
        if len(self.ones) < len(rows):
            self.ones = np.ones(len(rows), np.int32)
        wide = np.int32 if np.can_cast(rows.dtype, np.int32) and np.can_cast(last.dtype, np.int32) else np.int64
        data = self.ones[: len(rows)] if value is None else value
        cells = self.empty((total.size // total.shape[-1], total.shape[-1]), dtype=data.dtype)
        # The codes were checked a moment ago: they are put in place without a second look.
        cells.coords = np.ascontiguousarray(rows, wide), np.ascontiguousarray(last, wide)
        cells.data = data
        total += cells.toarray().reshape(total.shape)
