"""From distinct rows to Counts: what is missing, abstained or unjudged, which labels there are, and the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from informed.counts import Counts
from informed.errors import InputError, choice
from informed.labels import Label, in_order, look_alikes, plain_labels
from informed.readers.cells import Cells
from informed.readers.columns import Column, Level, not_labels

Missing = Literal["raise", "drop", "unjudged"]

Numbers = NDArray[Any]


def tally(
    cells: Cells,
    *,
    labels: Iterable[Any] | None = None,
    missing: Missing = "raise",
    abstain: Any = None,
    rows: Sequence[Column] | None = None,
    refused: int = 0,
    dropped: int = 0,
    notes: Iterable[str] = (),
) -> Counts:
    """Counts of cells keyed by any groups, then actual, then predicted.

    ``rows``: the columns before they were grouped, if they are at hand, so that messages can name a place.
    """
    choice("missing", missing, ("raise", "drop", "unjudged"))
    *by, actual, predicted = cells.keys
    apart = abstentions(abstain)
    no_group = np.zeros(len(cells.n), bool)
    for each in by:
        no_group |= _has(each, [None])
    no_actual = _has(actual, [None])
    abstained = _has(predicted, apart)
    no_predicted = _has(predicted, [None]) & ~abstained
    lost = no_group | no_predicted | (no_actual & (abstained | (missing != "unjudged")))
    if missing != "drop" and lost.any():
        raise _missing_error(cells, lost, missing, rows)
    names, found = common_labels([actual, predicted], labels, [*apart, None], [~no_actual & ~lost, ~abstained & ~lost])
    groups, at = group_places(by, ~lost)
    kept = ~lost & ~no_actual & ~abstained
    at_row, at_column = positions(actual, names), positions(predicted, names)
    size = len(names)
    batch = (len(groups),) if by else ()

    def table(values: Numbers, keep: Numbers, *axes: Numbers) -> Numbers:
        shape = (*batch, *(size for _ in axes))
        place = np.ravel_multi_index(tuple(axis[keep] for axis in ((at,) if by else ()) + axes), shape)
        sums = np.bincount(place, values[keep], int(np.prod(shape))).reshape(shape)
        return sums if values.dtype.kind == "f" else np.rint(sums).astype(np.int64)

    items = table(cells.n, kept, at_row, at_column)
    unjudged = no_actual & ~lost
    if not kept.any():
        raise InputError(_nothing(cells, lost, abstained, no_actual))
    return Counts(
        items if cells.weight is None else table(cells.weight, kept, at_row, at_column),
        labels=names,
        by=tuple(each.name for each in by),
        groups=groups,
        items=None if cells.weight is None else items,
        squares=None if cells.square is None else table(cells.square, kept, at_row, at_column),
        abstained=table(cells.n, abstained & ~lost, at_row) if apart else None,
        unjudged=table(cells.n, unjudged, at_column) if unjudged.any() else None,
        missing=int(cells.n[lost].sum()) + dropped,
        refused=refused,
        notes=(*notes, *found),
    )


def abstentions(abstain: Any) -> list[Level]:
    """The labels that mean "no prediction"; None among them stands for a missing prediction."""
    if abstain is None:
        return []
    several = isinstance(abstain, (list, tuple, set, frozenset))
    return [
        None if each is None else plain_labels([each], "abstain")[0] for each in (abstain if several else [abstain])
    ]


def _has(column: Column, levels: Iterable[Level]) -> NDArray[np.bool_]:
    """Which rows have one of these levels."""
    wanted = list(levels)
    if not wanted or not len(column.levels):
        return np.zeros(len(column.codes), bool)
    if isinstance(column.levels, range) and wanted == [None]:
        return np.zeros(len(column.codes), bool)
    return np.array([each in wanted for each in column.levels], bool)[column.codes]


def _missing_error(cells: Cells, lost: Numbers, missing: str, rows: Sequence[Column] | None) -> InputError:
    """Which column lacks a value, where, and what to do about it."""
    short = next(key for key in cells.keys if _has(key, [None])[lost].any())
    count = int(cells.n[lost].sum())
    at = next((each.where(None) for each in rows or () if each.name == short.name), None)
    place = f"{at} is missing" if at else f"column {short.name!r} has missing values"
    rest = f" ({count:,} such item{'s' if count > 1 else ''})"
    also = ", or missing='unjudged' to count items without an actual label apart" if missing == "raise" else ""
    return InputError(f"{place}{rest}; use missing='drop' to leave them out{also}")


def _nothing(cells: Cells, lost: Numbers, abstained: Numbers, no_actual: Numbers) -> str:
    """Why no item is left to count."""
    if not len(cells.n):
        return "actual and predicted are empty; there is nothing to count"
    parts = {"missing": lost, "abstained": abstained & ~lost, "unjudged": no_actual & ~lost}
    said = ", ".join(f"{int(cells.n[each].sum()):,} {name}" for name, each in parts.items() if each.any())
    return f"no item has both an actual and a predicted label ({said}); there is nothing to count"


def common_labels(
    columns: Sequence[Column],
    labels: Iterable[Any] | None,
    apart: Sequence[Level],
    kept: Sequence[Numbers],
) -> tuple[tuple[Label, ...], list[str]]:
    """One order of labels for all columns, and what a reader should know about them."""
    occurring: list[list[Any]] = [_occurring(column, keep, apart) for column, keep in zip(columns, kept, strict=True)]
    fixed: list[list[Any]] = [
        [each for each in column.levels if each not in apart] if column.fixed else [] for column in columns
    ]
    notes = []
    for column, levels in zip(columns, occurring, strict=True):
        _check_numbers(column, levels)
    everything = [each for levels in occurring + fixed for each in levels]
    if len({isinstance(each, bool) for each in everything}) > 1:
        occurring = [[int(each) if isinstance(each, bool) else each for each in levels] for levels in occurring]
        notes.append("booleans stand beside whole numbers; False was read as 0 and True as 1")
    met = {each for levels in occurring for each in levels}
    declared = tuple(dict.fromkeys(each for levels in fixed for each in levels if each is not None))
    if labels is not None:
        names = plain_labels(labels)
        in_order(met | set(names))
        _check_listed(met, names)
    else:
        names = declared + tuple(each for each in in_order({*met, *declared}) if each not in declared)
        if unused := [each for each in declared if each not in met]:
            notes.append(f"categories without any item are kept as labels: {_listed(unused)}")
    return names, notes + look_alikes(names)


def _listed(labels: Sequence[Label], most: int = 5) -> str:
    return ", ".join(map(repr, labels[:most])) + (f" and {len(labels) - most} more" if len(labels) > most else "")


def _occurring(column: Column, keep: Numbers, apart: Sequence[Level]) -> list[Label]:
    met = np.unique(column.codes[keep]).tolist()
    return [each for code in met if (each := column.levels[code]) is not None and each not in apart]


def _check_numbers(column: Column, levels: Sequence[Label]) -> None:
    for each in levels:
        if isinstance(each, float):
            raise not_labels(each, f"a value of {column.name}")


def _check_listed(met: Iterable[Label], names: Sequence[Label]) -> None:
    listed = set(names)
    if unknown := [each for each in in_order(met) if each not in listed]:
        raise InputError(
            f"labels={_listed(names)} lacks {_listed(unknown)}, which occurs in the data; add it, or leave labels out"
        )


def positions(column: Column, names: Sequence[Label]) -> NDArray[np.int64]:
    """Where the level of each row stands among the labels (0 for levels that are none)."""
    at = {label: place for place, label in enumerate(names)}
    return np.array([at.get(each, 0) if each is not None else 0 for each in column.levels], np.int64)[column.codes]


def group_places(by: Sequence[Column], kept: Numbers) -> tuple[tuple[tuple[Label, ...], ...], NDArray[np.int64]]:
    """The distinct groups in order, and the group of each row."""
    place = np.zeros(len(kept), np.int64)
    orders: list[tuple[Label, ...]] = []
    for column in by:
        order = in_order({each for each in column.levels if each is not None})
        place = place * max(len(order), 1) + positions(column, order)
        orders.append(order)
    if not by:
        return (), place
    met, at = np.unique(place[kept], return_inverse=True)
    parts = np.unravel_index(met, [max(len(order), 1) for order in orders])
    values = [[order[code] for code in part.tolist()] for order, part in zip(orders, parts, strict=True)]
    place[kept] = at
    return tuple(zip(*values, strict=True)), place
