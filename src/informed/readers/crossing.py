"""Two columns whose labels have nothing to do with one another, classes and clusters, counted into a table."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from informed.core.counts import Counts
from informed.core.errors import InputError, choice
from informed.readers.codes import Column, column, has, own_codes
from informed.readers.labels import Mask, common_labels, positions


def cross(data: Any, clusters: Any = None, *, actual: str | None = None, missing: str = "raise") -> Counts:
    """Counts of classes x clusters: two columns of values, or a frame whose columns ``actual`` and ``clusters`` are."""
    choice("missing", missing, ("raise", "drop"))
    if clusters is None:
        raise InputError("clusters is missing: give match(classes, clusters), or counts of classes x clusters")
    if actual is not None:
        classes, clusters, items = _from_frame(data, actual, clusters)
    else:
        classes, clusters = own_codes(column(data, "classes")), own_codes(column(clusters, "clusters"))
        items = np.ones(len(classes.codes), np.int64)
    sizes = len(classes.codes), len(clusters.codes)
    if sizes[0] != sizes[1]:
        raise InputError(f"classes has {sizes[0]:,} items, clusters has {sizes[1]:,}; each item needs one of each")
    gaps = [has(each, [None]) for each in (classes, clusters)]
    kept = ~(gaps[0] | gaps[1])
    if missing == "raise" and not kept.all():
        lost = classes if gaps[0].any() else clusters
        raise InputError(f"{lost.where(None)} is missing; use missing='drop' to leave such items out")
    if not kept.any():
        raise InputError("classes and clusters are empty; there is nothing to match")
    rows, row_labels, row_notes = _coded(classes, kept)
    columns, column_labels, column_notes = _coded(clusters, kept)
    shape = len(row_labels), len(column_labels)
    table = np.bincount(rows * shape[1] + columns, weights=items[kept], minlength=shape[0] * shape[1]).reshape(shape)
    return Counts(
        np.rint(table).astype(np.int64),
        labels=row_labels,
        labels_predicted=column_labels,
        missing=int(items[~kept].sum()),
        notes=(*row_notes, *column_notes),
    )


def _coded(read: Column, kept: Mask) -> tuple[Any, tuple[Any, ...], list[str]]:
    labels, notes = common_labels([read], [kept])
    return positions(read, labels)[kept], labels, notes


def _from_frame(data: Any, actual: str, clusters: str) -> tuple[Column, Column, Any]:
    """The distinct pairs of two columns and how many rows have them, from the engine that holds the frame."""
    from informed.readers.frames import as_frame, check_columns, grouped

    frame = as_frame(data)
    if frame is None:
        raise InputError(f"data is {type(data).__name__}, not a frame; actual= names a column of a frame")
    check_columns(frame, {"actual": [actual], "clusters": [clusters]})
    found = grouped(frame, [actual, clusters]).rows
    one, other, items = (list(part) for part in list(zip(*found, strict=True))[:3])
    return own_codes(column(one, actual)), own_codes(column(other, clusters)), np.asarray(items, np.int64)


def cross_files(paths: Iterable[str | Path], actual: str, clusters: str, **how: Any) -> Counts:
    """The same from two columns of files; each axis has the labels that occur on it."""
    from informed.readers.columns import Columns
    from informed.readers.distinct import tabulated

    options = {name: how.pop(name) for name in ("weights", "weight_kind", "labels", "missing") if name in how}
    columns = Columns.named(actual, clusters, **options)
    return tabulated(list(paths), columns, **how).occurring()
