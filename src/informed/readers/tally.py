"""From distinct rows to Counts: every item is counted, abstained, unjudged or missing, and none is lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from informed.core.counts import Counts
from informed.core.errors import InputError, choice
from informed.core.labels import plain
from informed.core.validate import MOST_CELLS
from informed.readers.cells import Cells
from informed.readers.columns import Column, Level
from informed.readers.naming import Mask, common_labels, group_places, listed, positions

Missing = Literal["raise", "drop", "unjudged"]


class Options(NamedTuple):
    """How labels are ordered and what becomes of items that lack one.

    ``missing``: "raise", "drop" (counted in ``Counts.missing``) or "unjudged" (items without an actual label are
    counted per predicted label). ``abstain``: predicted labels that mean "no prediction", counted per actual label;
    None among them stands for a missing prediction.
    """

    labels: Iterable[Any] | None = None
    missing: Missing = "raise"
    abstain: Any = None

    @property
    def apart(self) -> list[Level]:
        """The abstentions as a list of levels."""
        if self.abstain is None:
            return []
        several = isinstance(self.abstain, (list, tuple, set, frozenset))
        return [None if each is None else plain(each) for each in (self.abstain if several else [self.abstain])]


class Fates(NamedTuple):
    """What becomes of each row; exactly one of the four holds."""

    counted: Mask
    abstained: Mask
    unjudged: Mask
    missing: Mask


def fates(cells: Cells, options: Options) -> Fates:
    """Sort out the rows; one that lacks a value it needs raises unless such rows are to be dropped."""
    choice("missing", options.missing, ("raise", "drop", "unjudged"))
    *by, actual, predicted = cells.keys
    abstained = has(predicted, options.apart)
    no_actual = has(actual, [None])
    missing = (has(predicted, [None]) & ~abstained) | (no_actual & (abstained | (options.missing != "unjudged")))
    for each in by:
        missing |= has(each, [None])
    unjudged = no_actual & ~missing
    abstained &= ~missing
    return Fates(~(abstained | unjudged | missing), abstained, unjudged, missing)


def has(column: Column, levels: Sequence[Level]) -> Mask:
    """Which rows have one of these levels."""
    if not any(each in (column.levels or ()) for each in levels):
        return np.zeros(len(column.codes), bool)
    return np.asarray([each in levels for each in column.levels or ()], bool)[column.codes]


def tally(
    cells: Cells,
    options: Options,
    *,
    rows: Sequence[Column] = (),
    missing: int = 0,
    refused: int = 0,
    notes: Iterable[str] = (),
) -> Counts:
    """Counts of cells keyed by any groups, then actual, then predicted.

    ``rows``: the columns before they were grouped, where they are at hand, so that a message can name the place.
    ``missing`` and ``refused``: rows that were set aside before.
    """
    *by, actual, predicted = cells.keys
    fate = fates(cells, options)
    if options.missing != "drop" and fate.missing.any():
        raise missing_error(cells, fate.missing, options, rows)
    if not (fate.counted | fate.abstained).any():
        raise InputError(_nothing(cells, fate))
    judged = fate.counted | fate.abstained, fate.counted | fate.unjudged
    names, found = common_labels([actual, predicted], judged, options.labels, options.apart)
    groups, group = group_places(by, ~fate.missing)
    row, column = positions(actual, names), positions(predicted, names)
    size = len(names)
    if max(len(groups), 1) * size**2 > MOST_CELLS:
        raise InputError(
            f"{size:,} labels{f' in {len(groups):,} groups' if by else ''} make a table of more than {MOST_CELLS:,} "
            f"cells (the first labels are {listed(names)}); are these labels? Merge or drop rare ones"
        )

    def table(values: NDArray[Any], keep: Mask, *axes: NDArray[np.int64]) -> NDArray[Any]:
        shape = (*((len(groups),) if by else ()), *(size for _ in axes))
        places = np.ravel_multi_index([axis[keep] for axis in ((group, *axes) if by else axes)], shape)
        sums = np.zeros(shape, values.dtype)
        np.add.at(sums.reshape(-1), places, values[keep])
        return sums

    def square(values: NDArray[Any] | None) -> Any:
        return None if values is None else table(values, fate.counted, row, column)

    items, weight = square(cells.n), square(cells.weight)
    if weight is not None and not weight.any():
        raise InputError("weights are all 0; there is nothing to count")
    return Counts(
        items if weight is None else weight,
        labels=names,
        by=tuple(each.name for each in by),
        groups=groups,
        items=None if weight is None else items,
        squares=square(cells.square),
        abstained=table(cells.n, fate.abstained, row) if options.apart else None,
        unjudged=table(cells.n, fate.unjudged, column) if fate.unjudged.any() else None,
        missing=int(cells.n[fate.missing].sum()) + missing,
        refused=refused,
        notes=(*notes, *found),
    )


def missing_error(cells: Cells, missing: Mask, options: Options, rows: Sequence[Column]) -> InputError:
    """Which column lacks a value, where, and what to do about it."""
    short = next(key for key in cells.keys if has(key, [None])[missing].any())
    count = int(cells.n[has(short, [None]) & missing].sum())
    at = next((each.where(None) for each in rows if each.name == short.name), None)
    place = f"{at} is missing" if at else f"column {short.name!r} has missing values"
    remedy = "use missing='drop' to leave them out"
    if short is cells.keys[-2] and options.missing == "raise":
        remedy += ", or missing='unjudged' to count them apart"
    return InputError(f"{place} ({count:,} such item{'s' if count > 1 else ''}); {remedy}")


def _nothing(cells: Cells, fate: Fates) -> str:
    """Why no item is left to count."""
    said = [f"{int(cells.n[rows].sum()):,} {name}" for name, rows in fate._asdict().items() if rows.any()]
    why = f"no item has both an actual and a predicted label ({', '.join(said)})" if said else "there are no items"
    return f"{why}; there is nothing to count"
