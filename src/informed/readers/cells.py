"""Distinct rows: what every engine gives back, and what the array kernel makes of whole columns."""

from __future__ import annotations

import math
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from informed.errors import InputError, choice
from informed.readers.columns import Codes, Column

WeightKind = Literal["sampling", "frequency"]

DENSE_CELLS = 2**22  # up to so many cells are counted in one array, more by sorting


class Cells(NamedTuple):
    """Distinct rows of levels with the items, the weight and the squared weight each of them stands for."""

    keys: list[Column]
    n: NDArray[np.int64]
    weight: NDArray[np.float64] | None = None
    square: NDArray[np.float64] | None = None


def distinct(columns: list[Column], weights: Any = None, weight_kind: WeightKind = "sampling") -> Cells:
    """The distinct rows of columns of equal length, counted and weighed."""
    sizes = [len(column.levels) for column in columns]
    if math.prod(sizes) <= DENSE_CELLS:
        codes = _combined(columns, sizes)
        places, codes = np.arange(math.prod(sizes)), codes
    else:
        places, codes = np.unique(_combined(columns, sizes), return_inverse=True)
    n = np.bincount(codes, minlength=len(places))
    sums: tuple[Any, Any] = (None, None)
    if weights is not None and weight_kind == "frequency":
        n = np.rint(np.bincount(codes, weights, len(places))).astype(np.int64)
    elif weights is not None:
        sums = np.bincount(codes, weights, len(places)), np.bincount(codes, weights * weights, len(places))
    met = np.flatnonzero(n)
    parts = np.unravel_index(places[met], sizes)
    keys = [column._replace(codes=part) for column, part in zip(columns, parts, strict=True)]
    return Cells(keys, n[met], *(None if each is None else each[met] for each in sums))


def _combined(columns: list[Column], sizes: list[int]) -> Codes:
    """One code for each row, the last column running fastest."""
    if math.prod(sizes) >= 2**63:
        raise InputError(f"{len(columns)} columns with {sizes} levels give too many combinations; count fewer at once")
    codes = np.zeros(len(columns[0].codes), np.int64)
    for column, size in zip(columns, sizes, strict=True):
        codes *= size
        codes += column.codes.astype(np.int64, copy=False)
    return codes


def as_weights(weights: Any, length: int, kind: str) -> NDArray[np.float64] | None:
    """Item weights, checked: finite, not negative, whole when they are frequencies. NaN marks a missing weight."""
    choice("weight_kind", kind, ("sampling", "frequency"))
    if weights is None:
        return None
    try:
        read = np.asarray(weights, np.float64)
    except (TypeError, ValueError):
        raise InputError(f"weights must be numbers, one for each item; got {weights!r:.60}") from None
    if read.shape != (length,) and read.shape != (length, 1):
        raise InputError(f"weights has shape {read.shape} for {length} items; give one weight for each item")
    read = read.ravel()
    _refuse(read, (read < 0) | np.isinf(read), "weights must be finite and >= 0")
    if kind == "frequency":
        _refuse(read, read != np.floor(read), "frequencies are whole numbers; use weight_kind='sampling'")
    if read.size and not (read > 0).any():
        raise InputError("weights are all 0; there is nothing to count")
    return read


def _refuse(weights: NDArray[np.float64], wrong: NDArray[np.bool_], why: str) -> None:
    wrong = wrong & ~np.isnan(weights)
    if wrong.any():
        place = int(wrong.argmax())
        raise InputError(f"weights[{place}] is {weights[place]}; {why}")
