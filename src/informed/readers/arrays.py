"""Arrays, lists and series of labels into codes and Counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from informed.counts import Counts
from informed.errors import InputError, choice
from informed.labels import Label
from informed.readers.cells import WeightKind, as_weights, distinct
from informed.readers.columns import Codes, Column, column
from informed.readers.tally import Missing, common_labels, positions, tally


class Encoded(NamedTuple):
    """Columns as codes over one common order of labels; ``kept`` marks the rows that were read (None: all)."""

    codes: list[Codes]
    labels: tuple[Label, ...]
    kept: NDArray[np.bool_] | None = None
    missing: int = 0
    notes: tuple[str, ...] = ()


def encode(*columns: Any, labels: Iterable[Any] | None = None, missing: str = "raise") -> Encoded:
    """Columns of labels as integer codes over their common labels; rows with a missing value raise or are dropped."""
    choice("missing", missing, ("raise", "drop"))
    read = [column(each, f"column {place}") for place, each in enumerate(columns)]
    same_length(read)
    gaps = np.zeros(len(read[0].codes), bool)
    for each in read:
        if None in each.levels:
            if missing == "raise":
                raise InputError(f"{each.where(None)} is missing; use missing='drop' to leave such items out")
            gaps |= np.asarray([level is None for level in each.levels], bool)[each.codes]
    kept = ~gaps
    names, notes = common_labels(read, labels, [None], [kept] * len(read))
    codes: list[Codes] = [positions(each, names)[kept] if gaps.any() else positions(each, names) for each in read]
    return Encoded(codes, names, kept if gaps.any() else None, int(gaps.sum()), tuple(notes))


def count_arrays(
    actual: Any,
    predicted: Any,
    *,
    weights: Any = None,
    weight_kind: WeightKind = "sampling",
    by: Any = None,
    labels: Iterable[Any] | None = None,
    missing: Missing = "raise",
    abstain: Any = None,
) -> Counts:
    """Counts of two columns of labels, one item a row."""
    columns = [*group_columns(by), column(actual, "actual"), column(predicted, "predicted")]
    same_length(columns)
    length = len(columns[0].codes)
    if length == 0:
        raise InputError("actual and predicted are empty; there is nothing to count")
    dropped = 0
    read = as_weights(weights, length, weight_kind)
    notes = weight_notes(read, weight_kind)
    if read is not None and np.isnan(read).any():
        if missing != "drop":
            raise InputError(
                f"weights[{int(np.isnan(read).argmax())}] is missing; use missing='drop' to leave such items out"
            )
        whole = ~np.isnan(read)
        dropped = int((~whole).sum())
        read, columns = read[whole], [each._replace(codes=each.codes[whole]) for each in columns]
    return tally(
        distinct(columns, read, weight_kind),
        labels=labels,
        missing=missing,
        abstain=abstain,
        rows=columns,
        dropped=dropped,
        notes=notes,
    )


def weight_notes(weights: NDArray[np.float64] | None, kind: str) -> list[str]:
    """Whole weights may have been meant as counts: say how they were taken."""
    if weights is None or kind == "frequency" or not (weights == np.floor(weights)).all() or (weights <= 1).all():
        return []
    return ["weights are whole numbers and were taken as sampling weights; for counts use weight_kind='frequency'"]


def same_length(columns: list[Column]) -> None:
    """Refuse columns of different lengths."""
    first = columns[-2] if len(columns) > 1 else columns[0]
    for each in columns:
        if len(each.codes) != len(first.codes):
            raise InputError(
                f"{first.name} has {len(first.codes):,} items, {each.name} has {len(each.codes):,}; "
                "each item needs one of each"
            )


def group_columns(by: Any) -> list[Column]:
    """The columns to group by: one array, a list of arrays or a dictionary of named ones."""
    if by is None:
        return []
    if isinstance(by, Mapping):
        return [column(values, str(name)) for name, values in by.items()]
    several = isinstance(by, (list, tuple)) and len(by) and not np.isscalar(by[0]) and by[0] is not None
    if not several:
        return [column(by, str(getattr(by, "name", None) or "group"))]
    names = [str(getattr(each, "name", None) or f"group {place}") for place, each in enumerate(by, 1)]
    return [column(values, name) for name, values in zip(names, by, strict=True)]
