"""Two columns whose labels have nothing to do with one another, classes and clusters, counted into a table."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from informed.core.counts import Counts
from informed.core.errors import InputError, choice
from informed.readers.columns import Columns
from informed.readers.counting import columns_given
from informed.readers.distinct import by_role, fates, read_rows
from informed.readers.labels import common_labels, group_places, positions


def cross(data: Any, clusters: Any = None, *, actual: Any = None, missing: Any = "raise", **keys: Any) -> Counts:
    """Counts of classes x clusters: two columns of values, or a frame whose columns ``actual`` and ``clusters`` are.

    ``keys``: by and abstain, as in `informed.count`.
    """
    choice("missing", missing, ("raise", "drop"))
    if clusters is None:
        raise InputError("predicted is missing: give match(actual, predicted), or counts of classes x clusters")
    source, columns = columns_given("match", data, clusters, actual, missing=missing, **keys)
    return crossed(source, columns)


def cross_files(paths: Iterable[str | Path], actual: str, clusters: str, **how: Any) -> Counts:
    """The same from two columns of files."""
    keys = {name: how.pop(name) for name in ("by", "abstain", "missing") if name in how}
    choice("missing", keys["missing"], ("raise", "drop"))
    return crossed(list(paths), Columns.named(actual, clusters, **keys), **how)


def crossed(source: Any, columns: Columns, **how: Any) -> Counts:
    """The same of arrays (``source`` is None), a frame or files; each axis has the labels that occur on it."""
    counted, columns = read_rows(source, columns, **how)
    cells = counted.cells
    keys, actual, (clusters,) = by_role(cells, columns)
    fate = fates(cells, columns, counted.columns)
    kept, silent = ~fate.missing, fate.silent[0]
    answered = kept & ~silent
    if not answered.any():
        raise InputError("no item has a class and a cluster; there is nothing to match")
    labels, notes = common_labels([actual], [kept])
    names, more = common_labels([clusters], [answered], apart=columns.apart)
    groups, group = group_places(keys, kept)
    place = group, positions(actual, labels), positions(clusters, names)
    table = np.zeros((max(len(groups), 1), len(labels), len(names)), np.int64)
    np.add.at(table, tuple(each[answered] for each in place), cells.n[answered])
    abstained = np.zeros(table.shape[:2], np.int64)
    np.add.at(abstained, tuple(each[kept & silent] for each in place[:2]), cells.n[kept & silent])
    one = () if keys else (0,)
    return Counts(
        table[one],
        labels=labels,
        labels_predicted=names,
        by=tuple(columns.by),
        groups=groups,
        abstained=None if columns.abstain is None else abstained[one],
        missing=int(cells.n[fate.missing].sum()) + counted.missing,
        refused=counted.refused,
        notes=(*counted.notes, *notes, *more),
    )
