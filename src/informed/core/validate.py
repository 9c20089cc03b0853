"""What a table must be before it is trusted, and how its rows and columns move."""

import math
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from informed.core.errors import InputError, arg
from informed.core.labels import Label, in_order, plain, shown
from informed.core.shape import GROUPS, LABELS, NUMBERS, TEXT, TEXTS, WHOLE
from informed.core.table import nearly_whole

MOST_ITEMS = 2**50  # whose products with what is counted stay exact enough for a variance
MOST_CELLS = 10**8  # a denser table than this (800 MB) is refused rather than left to exhaust memory

CELLS = ("table", "items", "squares")  # what has a number for each cell
SILENT = ("abstained", "abstained_weights", "abstained_squares")  # for each actual class
SHAPES = {
    "rows": TEXT,
    "labels": LABELS,
    "labels_predicted": LABELS,
    "n": WHOLE,
    "by": TEXTS,
    "groups": GROUPS,
    **dict.fromkeys((*CELLS, *SILENT, "unjudged"), NUMBERS),
    **dict.fromkeys(("missing", "refused"), WHOLE),
    "notes": TEXTS,
}
"""What saved counts hold."""

Numbers = NDArray[Any]
Group = tuple[Label, ...]


def is_masked_array(values: Any) -> bool:
    """Whether this is a masked array; NumPy loads their module only once someone makes one."""
    return "numpy.ma" in sys.modules and isinstance(values, np.ma.MaskedArray)


def unmasked(values: Any, gap: Any = np.nan) -> Any:
    """A masked array as an ordinary one with ``gap`` where it is masked: NaN in floats, or None among objects."""
    if not is_masked_array(values):
        return values
    return np.ma.filled(values.astype(np.float64 if gap is not None else object), gap)


def real(values: Any) -> Any:
    """The same, a list as an array; complex numbers, of which NumPy would drop a part, raise TypeError."""
    values = np.asarray(values) if isinstance(values, (list, tuple)) else values
    if getattr(getattr(values, "dtype", None), "kind", "") == "c":
        raise TypeError("complex numbers")
    return values


def numbers(values: Any, argument: str, least: int = 2) -> Numbers:
    """An array of int64 or float64."""
    if is_masked_array(values) and np.ma.is_masked(values):
        raise InputError(f"{argument} has masked cells, which count nothing; fill them first: {argument}.filled(0)")
    try:
        array = np.asarray(values)
    except ValueError:
        array = np.empty(0, object)
    if array.dtype.kind == "O" and array.size and all(isinstance(each, int) for each in array.flat):
        raise InputError(f"{argument} holds a count of more than 64 bits; scale it down")
    if array.dtype.kind not in "iufb" or array.ndim < least:
        lengths = (
            {len(row) for row in values if hasattr(row, "__len__")} if isinstance(values, (list, tuple)) else set()
        )
        why = f"rows have different lengths {sorted(lengths)}" if len(lengths) > 1 else f"got {values!r:.80}"
        raise InputError(f"{argument} must be a rectangular table of numbers, one row per class; {why}")
    if math.prod(array.shape[-2:]) > MOST_CELLS:
        rows, columns = array.shape[-2:]
        raise InputError(f"table is {rows:,} x {columns:,}, more than {MOST_CELLS:,} cells; merge or drop rare labels")
    if array.dtype.kind == "u" and array.size and array.max() > np.iinfo(np.int64).max:
        raise InputError(f"{argument} holds {array.max()}, more than a 64-bit count can; scale it down")
    return array.astype(np.int64 if array.dtype.kind in "iub" else np.float64)


def amounts(values: Any, argument: str, shape: tuple[int, ...]) -> Numbers:
    """Numbers beside a table: as many as its classes want, finite and not negative."""
    array = numbers(values, argument, least=0)
    if array.shape != shape:
        raise InputError(f"{argument} has shape {array.shape}, where the table wants {shape}")
    if array.size and not (array.min() >= 0 and array.max() < np.inf):  # a NaN fails both
        raise InputError(f"{argument} holds {array.min()} to {array.max()}; amounts must be finite and >= 0")
    return whole_counts(array, argument) if argument == "items" else array  # beside weights, what was counted


def texts(values: Any, argument: str) -> tuple[str, ...]:
    """Names or sentences, each of them a text."""
    if isinstance(values, str) or not all(isinstance(each, str) for each in values):
        raise InputError(f"{argument}={values!r:.80} must be a list of texts")
    return tuple(values)


def groups_of(groups: Any, by: Sequence[str]) -> tuple[Group, ...]:
    """Groups, each with a value for every column that they are grouped by, none of them twice."""
    found = tuple(tuple(plain(part) for part in each) for each in groups)
    if wrong := [each for each in found if len(each) != len(by) or not by]:
        raise InputError(
            f"groups: each needs one value for each of {arg('by', list(by))}, and {shown(wrong[0])} has not"
        )
    if len(set(found)) < len(found):
        twice = next(each for each in found if found.count(each) > 1)
        raise InputError(f"groups: {shown(twice)} is named twice; name each group once")
    return found


def whole_counts(values: Numbers, name: str) -> Numbers:
    """Counts of whole items as such, as many as floats can tell apart; parts of items need weights."""
    if values.dtype.kind == "f" and not nearly_whole(values).all():
        raise InputError(
            f"{name} holds parts of items; count whole items, or give {arg('items')} beside sums of weights"
        )
    if values.sum(dtype=np.float64) > MOST_ITEMS:
        raise InputError(f"{name} adds up to more than {MOST_ITEMS:,} items; scale it down")
    return values.astype(np.int64) if values.dtype.kind == "i" else np.rint(values).astype(np.int64)


def frozen(array: Numbers) -> Numbers:
    """The same array, which can no longer be changed."""
    array.flags.writeable = False
    return array


def size_of(value: Any, argument: str) -> int:
    """A whole number of items that may be 0."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 0:
        raise InputError(f"{argument} is {value!r}, but must be a whole number >= 0: it counts items")
    return int(value)


def shares_of(values: Any, argument: str, classes: int | None = None, *, zero: bool = True) -> Numbers:
    """Shares of the classes (last axis) that add up to 1; one number is the share of the first of two classes."""
    shares = np.asarray(values, dtype=np.float64)
    if shares.shape in ((), (1,)):
        shares = np.append(shares, 1 - shares)
    size = shares.shape[-1]
    enough = size >= 2 if classes is None else size == classes
    if not enough or not (shares >= 0 if zero else shares > 0).all() or (abs(shares.sum(-1) - 1) > 1e-6).any():
        how_many = f"{classes or 'two or more'} shares {'>= 0' if zero else '> 0'}"
        meant = f"; did you mean {shares.flat[0] / 100:g}?" if size == 2 and 1 < shares.flat[0] <= 100 else ""
        told = f"must be {how_many} that add up to 1; one number is the share of the first of two classes{meant}"
        raise InputError(told, argument=argument, value=values)
    normal: Numbers = shares / shares.sum(-1, keepdims=True)
    return normal


def named_axes(table: Any) -> tuple[Any, tuple[Group, Group]]:
    """A table with names on its axes (a data frame), over all names that stand on both; any other as it is.

    A cross table lacks the rows of classes that never occurred and the columns of those that were never predicted.
    """
    if not (hasattr(table, "index") and hasattr(table, "columns")):
        return table, ((), ())
    rows, columns = list(table.index), list(table.columns)
    if set(rows) != set(columns) and set(rows) & set(columns):
        rows = columns = list(in_order({*rows, *columns}))
    elif set(rows) == set(columns):
        columns = rows
    found = table.reindex(index=rows, columns=columns, fill_value=0)
    return found.to_numpy(), (tuple(rows), tuple(columns))


def check_cells(labels: Group, groups: Sequence[Any] = (), axes: int = 2) -> None:
    """Refuse a table that memory could not hold, before it is made."""
    size = len(labels)
    if float(size) ** axes * max(len(groups), 1) > MOST_CELLS:
        raise InputError(
            f"{size:,} labels{f' in {len(groups):,} groups' if groups else ''} make a table of more than "
            f"{MOST_CELLS:,} cells (the first labels are {', '.join(map(repr, labels[:5]))}); are these "
            "labels? Merge or drop rare ones"
        )


def check_table(
    table: Numbers, labels: Group, predicted: Group, *, by: Sequence[str], groups: Sequence[Any], abstained: Any
) -> None:
    """Refuse a table that does not fit its labels and groups, or that counts what cannot be counted."""
    _check_shape(table, labels, predicted, by, groups)
    _check_cells(table, labels, predicted, abstained)


def _check_shape(table: Numbers, labels: Group, predicted: Group, by: Sequence[str], groups: Sequence[Any]) -> None:
    """Refuse a table whose size does not fit its labels and groups."""
    rows, columns = table.shape[-2:]
    if rows < 1 or columns < 1:
        raise InputError(f"table is {rows} x {columns}; it needs at least one class on each axis")
    for axis, size, names in (("labels", rows, labels), ("labels_predicted", columns, predicted)):
        if size != len(names):
            raise InputError(f"{axis}: {len(names)} names for {size} classes; the table is {rows} x {columns}")
    if table.shape[:-2] != ((len(groups),) if by else ()):
        raise InputError(
            f"table has batch axes {table.shape[:-2]} for {len(groups)} groups by {list(by) or 'nothing'}; "
            "a batch without names is a plain array, which every measure takes"
        )


def _check_cells(table: Numbers, labels: Group, predicted: Group, abstained: Any) -> None:
    """Refuse negative, NaN and infinite counts, and a table of nothing (unless all was abstained from)."""
    whole = table.dtype.kind == "i" and table.size > 0
    if whole and int(table.view(np.uint64).max()) < 2**62 // table.size:  # a negative count is a huge one there
        total = float(table.sum())
    else:
        with np.errstate(over="ignore"):
            total = float(table.sum(dtype=np.float64))
        if not (table.min(initial=0) >= 0 and total < np.inf) and (wrong := (table < 0) | ~np.isfinite(table)).any():
            *_, row, column = place = tuple(int(index) for index in np.argwhere(wrong)[0])
            raise InputError(
                f"table: actual {labels[row]!r}, predicted {predicted[column]!r} holds {table[place]}; "
                "counts must be finite and >= 0"
            )
    if total >= 2**63:
        raise InputError("table: the counts add up to more than a 64-bit number holds; scale them down")
    if total == 0 and (abstained is None or np.sum(abstained) < 1):
        raise InputError("table is empty: every count is 0; there is nothing to evaluate")


def check_beside(given: Mapping[str, bool]) -> None:
    """Refuse sums of weights without the number of items that have them."""
    for needed, sums in {"items": CELLS[2:], "abstained": SILENT[1:]}.items():
        if odd := [name for name in sums if given[name] and not given[needed]]:
            raise InputError(f"{odd[0]}= is given without {needed}=, the number of items; give both or neither")


def check_weights(items: Numbers | None, weights: Numbers | None, squares: Numbers | None) -> None:
    """Refuse sums that no weights have: of k items with sum w the squares add up to w^2 / k at least, w^2 at most."""
    if items is None or weights is None or squares is None:
        return
    w, slack = np.asarray(weights, np.float64), 1 + 1e-9
    with np.errstate(over="ignore", under="ignore"):
        wrong = (w > 0) & ~((w**2 <= items * squares * slack) & (squares <= w**2 * slack) & (squares > 0))
    if (wrong := wrong | ((w == 0) & (squares > 0))).any():
        k, total, square = (float(np.asarray(each)[wrong].flat[0]) for each in (items, w, squares))
        raise InputError(
            f"weights: of {k:g} items with weights of sum {total:g}, the squares cannot add up to {square:g}; "
            "count the items again"
        )


def check_alike(one: Any, other: Any) -> None:
    """Refuse to add counts that do not count the same things."""
    if (one.labels, one.labels_predicted) != (other.labels, other.labels_predicted):
        known = (*one.labels, *one.labels_predicted)
        extra = [label for label in (*other.labels, *other.labels_predicted) if label not in known]
        raise InputError(
            f"counts have different labels: {list(one.labels)} and {list(other.labels)}"
            f"{f', {extra[0]!r} is only in one' if extra else ''}; use a.union(b) to merge over all labels"
        )
    if one.by != other.by:
        raise InputError(
            f"counts are grouped by {one.by or 'nothing'} and by {other.by or 'nothing'}; "
            "count both with the same options"
        )
    if one.weighted != other.weighted:
        raise InputError(
            "one of the counts is weighted and the other is not; give weights to both (1 per item) or to neither"
        )


def with_size(table: Numbers, n: int | None, items: Numbers | None) -> tuple[Numbers, int | None]:
    """The table and its number of items: counted when the cells are whole, scaled to ``n`` when they are shares."""
    if items is not None:  # weights: what was counted stands beside the table
        return table.astype(np.float64), int(items.sum())
    shares = table.dtype.kind == "f" and n is not None and table.sum() == 1
    if table.dtype.kind == "f" and not shares and nearly_whole(table).all() and table.max() < 2**53:
        table = np.rint(table).astype(np.int64)
    if table.dtype.kind == "i":
        if n is not None and n != table.sum():
            raise InputError(
                f"{arg('n', n)}, but the table counts {int(table.sum())} items; leave n out, or give proportions"
            )
        return table, int(table.sum())
    if n is None:
        return table, None
    if n < 1:
        raise InputError(f"{arg('n', n)} must be at least 1: it is the number of items behind the proportions")
    return table if abs(table.sum() - n) <= 1e-9 * n else table * (n / table.sum()), int(n)


def places(names: Mapping[Label, Label], order: Group, argument: str) -> list[int]:
    """Where each label stands in the new order."""
    at = {label: place for place, label in enumerate(order)}
    for name in names.values():
        if name not in at:
            raise InputError(f"{argument}: {name!r} occurs in the data but is missing from {list(order)}; add it")
    return [at[name] for name in names.values()]


def scatter(part: Numbers, places: list[int], size: int, axis: int) -> Numbers:
    """An array whose entries along one axis are added to the given places of a new axis."""
    pieces = np.moveaxis(part, axis, 0)
    moved = np.zeros((size, *pieces.shape[1:]), part.dtype)
    if len(set(places)) == len(places):
        moved[places] = pieces
    else:
        np.add.at(moved, places, pieces)
    return np.moveaxis(moved, 0, axis)
