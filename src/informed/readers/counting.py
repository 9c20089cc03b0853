"""The public door: count whatever holds the labels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Unpack

import numpy as np

from informed.core.counts import Counts
from informed.core.errors import InputError, Synonyms, asked, unused
from informed.readers.arrays import count_arrays, named_groups
from informed.readers.cells import WeightKind
from informed.readers.roles import column_named, columns_held, group_names
from informed.readers.tally import Missing


@asked
def count(
    data: Any = None,
    predicted: Any = None,
    *,
    actual: Any = None,
    weights: Any = None,
    weight_kind: WeightKind = "sampling",
    by: Any = None,
    labels: Iterable[Any] | None = None,
    missing: Missing = "raise",
    abstain: Any = None,
    **synonyms: Unpack[Synonyms],
) -> Counts:
    """Counts of actual against predicted labels.

    ``count(actual, predicted, weights=, by=)`` takes arrays, lists and series of any library, on any device;
    ``count(frame, actual="y", predicted="yhat", weights="w", by=["site"])`` names columns of a frame of any library,
    of a dictionary of columns or of a file. ``weight_kind``: "sampling" weights
    say how many items of the population one stands for, "frequency" weights how often it occurred. ``labels`` gives
    the order and may add labels. ``missing``: "raise", "drop" (counted in ``Counts.missing``) or "unjudged" (items
    without an actual label are counted apart). ``abstain``: predicted labels that mean "no prediction"; None stands
    for a missing prediction.
    """
    common: dict[str, Any] = {
        "weight_kind": weight_kind,
        "labels": labels,
        "missing": missing,
        "abstain": abstain,
    }
    if data is None:
        data, actual = actual, None
    if isinstance(actual, str) and isinstance(predicted, str):
        return _count_columns(
            data, actual, predicted, column_named("weights", weights), () if by is None else by, common
        )
    if data is None or actual is not None:
        raise InputError("give count(actual, predicted), or count(frame, actual='column', predicted='column')")
    if predicted is None:
        data, predicted = _two_columns(data)
    return _count_series(data, predicted, weights, by, common) or count_arrays(
        data, predicted, weights=weights, by=by, **common
    )


def _count_columns(
    data: Any, actual: str, predicted: str, weight: str | None, by: Any, common: Mapping[str, Any]
) -> Counts:
    """Counts of named columns."""
    from informed.readers.frames import as_frame, count_frame

    if isinstance(data, (str, Path)):
        from informed.readers.files import count_files

        return count_files([data], actual=actual, predicted=predicted, weight=weight, by=by, **common)
    groups = group_names(by)
    held = columns_held(data, {"by": groups, "actual": [actual], "predicted": [predicted], "weights": [weight]})
    if held is not None:
        return count_arrays(
            held[actual],
            held[predicted],
            weights=None if weight is None else held[weight],
            by={name: held[name] for name in groups} or None,
            **common,
        )
    frame = as_frame(data)  # once: a stream of Arrow batches can be read a single time
    if frame is None:
        raise InputError(f"a frame, file or dictionary of columns is needed to find {actual!r}; got {type(data)}")
    return count_frame(frame, actual, predicted, weight=weight, by=by, **common)


def _two_columns(data: Any) -> tuple[Any, Any]:
    """Actual and predicted from one array of two columns, or from a list of pairs."""
    if np.shape(data) == (2, 2) and np.asarray(data).dtype.kind in "iuf":
        raise InputError(
            f"{np.asarray(data).tolist()} may be a table or two items; give a table as Counts(table, rows='actual'), "
            "items as count(actual, predicted)"
        )
    if isinstance(data, np.ndarray) and data.ndim == 2 and data.shape[1] == 2:
        return data[:, 0], data[:, 1]
    if (
        isinstance(data, (list, tuple))
        and data
        and all(isinstance(row, (list, tuple)) and len(row) == 2 for row in data)
    ):
        actual, predicted = zip(*data, strict=True)
        return actual, predicted
    raise InputError("predicted is missing: give count(actual, predicted), or one array of two columns")


def _count_series(actual: Any, predicted: Any, weights: Any, by: Any, common: Mapping[str, Any]) -> Counts | None:
    """Series of one engine that lies outside NumPy are a frame of that engine; None when they are not."""
    if any(isinstance(each, (np.ndarray, list, tuple)) or hasattr(each, "factorize") for each in (actual, predicted)):
        return None
    import narwhals.stable.v2 as nw

    from informed.readers.frames import count_frame

    groups = named_groups(by)
    columns = {"actual": actual, "predicted": predicted, **groups} | ({} if weights is None else {"weights": weights})
    series = {name: nw.from_native(each, series_only=True, pass_through=True) for name, each in columns.items()}
    engines = {each.implementation if isinstance(each, nw.Series) else None for each in series.values()}
    if len(engines) != 1 or None in engines or len({len(each) for each in series.values()}) != 1:
        return None
    weight = None if weights is None else "weights"
    return count_frame(nw.from_dict(series), "actual", "predicted", weight=weight, by=groups, **common)


def table_of(data: Any, predicted: Any = None, **reading: Any) -> Counts:
    """Counts of one table: given as such, as a bare table (actual x predicted), or as labels to be counted."""
    if isinstance(data, Counts):
        unused({"predicted": predicted, **reading}, "items that have been counted already")
        return data
    if predicted is None and "actual" not in reading:
        labels = tuple(reading.pop("labels", ()))
        unused(reading, "a table")
        return Counts(data, labels=labels)
    return count(data, predicted, **reading)
