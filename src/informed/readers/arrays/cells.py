"""Distinct rows: what every engine gives back, and what the kernel makes of whole columns."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from informed.core.errors import InputError, arg
from informed.core.given import WeightKind
from informed.core.table import namespace, nearly_whole
from informed.core.validate import real, unmasked
from informed.readers.arrays import kernel
from informed.readers.arrays.codes import Codes, Column, own_codes
from informed.readers.arrays.kernel import HEAVIEST, LIGHTEST
from informed.readers.device import foreign

Floats = NDArray[np.float64]

FEW = 2**8  # numbers up to here are levels without a look which of them occur
DENSE = 2**22  # up to so many cells are counted in one array, more by sorting
AXES = 32  # of such an array
FIRST = 64  # rows that mostly show which columns occur
SPARSE = 16  # combinations for each row: with more, distinct rows are found by sorting
SCALED = (
    f"weights must be 0 or {LIGHTEST:g} to {HEAVIEST:.0e}; only the ratios of sampling weights count, so multiply or "
    "divide all of them by one number"
)


class Cells(NamedTuple):
    """Distinct rows of levels with the items, the weight and the squared weight each of them stands for.

    Where there are scores, NaN for none, rows may be repeated.
    """

    keys: list[Column]
    n: NDArray[np.int64]
    weight: Floats | None = None
    square: Floats | None = None
    score: NDArray[Any] | None = None

    @property
    def pairs_alone(self) -> bool:
        """Whether these are pairs of labels and nothing else."""
        return len(self.keys) == 2 and self.weight is None and len(self.n) > 0


class Dense(NamedTuple):
    """Items, and with weights their sums and sums of squares, in arrays with a place for every combination of codes."""

    columns: Sequence[Column]
    sums: list[NDArray[Any]]

    def cells(self) -> Cells:
        """The combinations that occur."""
        parts = np.nonzero(self.sums[0])
        return Cells(list(map(_met, self.columns, parts)), *(each[parts] for each in self.sums))

    @property
    def pairs_alone(self) -> bool:
        """Whether these are pairs of labels and nothing else."""
        return len(self.columns) == 2 and len(self.sums) == 1

    def axes(self) -> tuple[list[Column], NDArray[np.int64]]:
        """Of pairs alone: the codes that occur on each axis, and the items over these."""
        (items,) = self.sums
        met = [np.flatnonzero(items.sum(1)), np.flatnonzero(items[:FIRST].any(0))]
        if len(met[1]) < items.shape[1]:
            met[1] = np.flatnonzero(items.any(0))
        whole = tuple(map(len, met)) == items.shape
        return list(map(_met, self.columns, met)), items if whole else items[np.ix_(*met)]


def crossed(columns: Sequence[Column], weights: Any = None, weight_kind: WeightKind = "sampling") -> Cells | Dense:
    """The distinct rows of columns of equal length, counted and weighted; weights must have been checked."""
    sums = summed([column.codes for column in columns], weights)
    if sums is None:
        columns = [own_codes(column) for column in columns]
        if foreign.is_array(weights):
            columns, weights = without_zeros(columns, np.asarray(foreign.to_numpy(weights), np.float64))
        sums = summed([column.codes for column in columns], weights)
    if sums is None:
        parts, sums = _sorted(columns, weights)
        found: Cells | Dense = Cells(list(map(_met, columns, parts)), *sums)
    else:
        found = Dense(columns, sums)
    return found if weights is None or weight_kind == "sampling" else repeated(as_cells(found))


def without_zeros(columns: Sequence[Column], weights: Floats) -> tuple[list[Column], Floats]:
    """The items with a weight: one of weight 0 is as good as absent, as it is where an accelerator counts."""
    kept = weights > 0
    return [each._replace(codes=each.codes[kept]) for each in columns], weights[kept]


def as_cells(found: Cells | Dense) -> Cells:
    """The distinct rows alone."""
    return found if isinstance(found, Cells) else found.cells()


def repeated(cells: Cells) -> Cells:
    """Cells whose weights are frequencies: each item counts as often as its weight says, with 0 not at all."""
    if cells.weight is None:
        return cells
    n = np.rint(cells.weight).astype(np.int64)
    score = None if cells.score is None else cells.score[n > 0]
    return Cells([key._replace(codes=key.codes[n > 0]) for key in cells.keys], n[n > 0], score=score)


def summed(codes: list[Any], weights: Any) -> list[NDArray[Any]] | None:
    """Items, weights and squared weights in one array each, where the codes lie; None where they are too many."""
    if len(codes) > AXES:
        return None
    where = [foreign.on_accelerator(each) for each in codes]
    if all(where):
        return foreign.crosstab(codes, weights, DENSE)
    codes = [foreign.to_numpy(each) if away else each for each, away in zip(codes, where, strict=True)]
    return kernel.crosstab(codes, weights, DENSE)


def _sorted(columns: Sequence[Column], weights: Floats | None) -> tuple[tuple[Codes, ...], list[NDArray[Any]]]:
    """Distinct rows by sorting, for codes too many to give each combination a place."""
    sizes = [len(column.levels or ()) for column in columns]
    combined = _combined([column.codes for column in columns], sizes)
    met, rows, n = np.unique(combined, return_inverse=True, return_counts=True)
    values = [] if weights is None else [weights, weights * weights]
    items = _one_of_each(rows, len(met))
    parts = tuple(np.asarray(column.codes)[items] for column in columns)
    return parts, [n, *(np.bincount(rows, each, len(met)) for each in values)]


def _one_of_each(rows: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """The place of an item of each distinct row."""
    items = np.empty(size, np.int64)
    items[rows] = np.arange(len(rows))
    return items


def united(parts: Sequence[Cells]) -> Cells:
    """The distinct rows of all parts."""
    if len(parts) == 1:
        return parts[0]
    keys = [_joined([part.keys[place] for part in parts]) for place in range(len(parts[0].keys))]
    sums = [np.concatenate([part[place] for part in parts]) for place in (1, 2, 3) if parts[0][place] is not None]
    sizes = [max(len(key.levels or ()), 1) for key in keys]
    met, rows = _ranked(_combined([key.codes for key in keys], sizes), math.prod(sizes))
    totals = [np.zeros(len(met), each.dtype) for each in sums]
    for total, each in zip(totals, sums, strict=True):
        np.add.at(total, rows, each)
    items = _one_of_each(rows, len(met))
    return Cells([key._replace(codes=key.codes[items]) for key in keys], *totals)


def _ranked(combined: NDArray[np.int64], size: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """The distinct numbers, all of them below ``size``, and the rank of each among them."""
    if size > SPARSE * len(combined):
        return np.unique(combined, return_inverse=True)
    occurs = np.zeros(size, bool)
    occurs[combined] = True
    return np.flatnonzero(occurs), (np.cumsum(occurs) - 1)[combined]


def _joined(columns: Sequence[Column]) -> Column:
    """One column after another, over the levels of all."""
    fixed = any(column.fixed for column in columns)
    if all(column.levels == columns[0].levels for column in columns):
        codes = np.concatenate([column.codes for column in columns])
        return columns[0]._replace(codes=codes, levels=list(columns[0].levels or ()), fixed=fixed)
    levels = list(dict.fromkeys(level for column in columns for level in column.levels or ()))
    at = {level: place for place, level in enumerate(levels)}
    places = [np.asarray([at[level] for level in column.levels or ()], np.int64)[column.codes] for column in columns]
    return Column(columns[0].name, np.concatenate(places), levels, fixed)


def _combined(codes: Sequence[Codes], sizes: Sequence[int]) -> NDArray[np.int64]:
    """One number for each row."""
    combined, known = np.zeros(len(codes[0]), np.int64), 1
    for each, size in zip(codes, sizes, strict=True):
        if known * size >= 2**63:  # the rows so far as their ranks, to make room for more
            met, combined = np.unique(combined, return_inverse=True)
            known = len(met)
        combined, known = combined * size + each.astype(np.int64), known * size
    return combined


def _met(column: Column, codes: Codes) -> Column:
    """The column of the distinct rows; numbers that were their own codes become levels."""
    if column.levels is not None and not isinstance(column.levels, range):
        return column._replace(codes=codes)
    low = column.levels.start if isinstance(column.levels, range) else 0
    high = int(codes.max(initial=0))
    if high < max(FEW, len(codes)):
        return column._replace(codes=codes, levels=range(low, low + high + 1))
    numbers, codes = np.unique(codes, return_inverse=True)
    return column._replace(codes=codes, levels=(numbers + low).tolist())


def as_weights(weights: Any, codes: Sequence[Any]) -> Any:
    """A number for each item. Those on an accelerator stay there where the codes do."""
    if weights is None:
        return None
    try:
        read = _floats(unmasked(weights), codes)
    except (TypeError, ValueError):
        raise InputError(f"weights must be real numbers, one for each item; got {weights!r:.60}") from None
    xp, length = namespace(read), len(codes[0])
    if tuple(read.shape) not in ((length,), (length, 1)):
        raise InputError(f"weights has shape {tuple(read.shape)} for {length} items; give one weight for each item")
    return xp.reshape(read, (-1,))


def checked(read: Any, kind: str) -> tuple[Any, float, float]:
    """Item weights with the least and the greatest: finite, not negative, whole when they are frequencies.

    NaN marks a missing weight.
    """
    if read is None:
        return None, 1.0, 1.0
    xp = namespace(read)
    least, most = ends(read)
    if not (least >= 0 and most < np.inf):  # a NaN fails both
        _refuse(read, (read < 0) | xp.isinf(read), "weights must be finite and >= 0")
    none_tiny = least >= LIGHTEST or (least == 0 and read.dtype == xp.float32)  # whose least beside 0 is 1e-45
    if not (none_tiny and most <= HEAVIEST):
        _refuse(read, out_of_scale(read), SCALED)
    if kind == "frequency":
        _refuse(read, ~nearly_whole(read), f"frequencies are whole numbers; use {arg('weight_kind', 'sampling')}")
        read = xp.round(read)
    return read, least, most


def _floats(values: Any, codes: Sequence[Any]) -> Any:
    """Numbers as floats: on an accelerator where all codes are there too, else on the host."""
    if foreign.is_array(values):
        if foreign.beside(values, codes):
            return foreign.floats(values)
        values = foreign.to_numpy(values)
    return np.asarray(real(values), np.float64)


def ends(weights: Any) -> tuple[float, float]:
    """The least and the greatest, wherever they lie: NaN where one is missing, 0 where there is none."""
    if not len(weights):
        return 0.0, 0.0
    xp = namespace(weights)
    both = xp.stack(xp.aminmax(weights)) if hasattr(xp, "aminmax") else xp.stack([xp.min(weights), xp.max(weights)])
    least, most = foreign.to_numpy(both).tolist() if foreign.is_array(both) else both.tolist()
    return least, most


def out_of_scale(weights: Floats) -> NDArray[np.bool_]:
    """Weights whose squares would vanish or overflow; 0 is not one of them."""
    return ((weights > 0) & (weights < LIGHTEST)) | (weights > HEAVIEST)


def _refuse(weights: Any, wrong: Any, why: str) -> None:
    xp = namespace(weights)
    wrong = wrong & ~xp.isnan(weights)
    if xp.any(wrong):
        place = foreign.first(wrong)
        raise InputError(f"weights[{place}] is {float(weights[place])}; {why}")
