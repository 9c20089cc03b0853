"""What several raters said about the same items, in whatever shape it was written down."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from informed.core.errors import InputError
from informed.core.labels import Label
from informed.core.validate import Numbers, unmasked
from informed.readers.codes import Column, column, has, own_codes, with_levels
from informed.readers.duckdb import Query
from informed.readers.files import rows_of
from informed.readers.labels import common_labels, positions
from informed.readers.text import as_met


@dataclass(frozen=True)
class Ratings:
    """Distinct rows of codes ``(rows, raters)``, -1 where a rater said nothing, and how many items have each."""

    labels: tuple[Label, ...]
    raters: tuple[str, ...]
    codes: Numbers
    counts: Numbers
    notes: tuple[str, ...] = ()

    @property
    def n(self) -> int:
        """How many items there are."""
        return int(self.counts.sum())


def read_ratings(
    data: Any,
    *,
    raters: Iterable[str] | None = None,
    id: str | None = None,
    rater: str | None = None,
    label: str | None = None,
    labels: Iterable[Any] | None = None,
    fractions: bool = False,
) -> Ratings:
    """Ratings from a table with one row an item and one column a rater; a missing value is a rating not given.

    Also from a dictionary of raters, a frame whose columns ``raters`` are (all by default), or a long frame with
    columns ``id``, ``rater`` and ``label``. ``labels``: all of them, in order; by default in that of categories, or
    sorted. ``fractions``: whether a rating may be a number with a fraction.
    """
    if isinstance(data, Ratings):
        return data
    raters = None if raters is None else _once(raters)
    columns = _long(data, id, rater, label) if rater is not None else _wide(data, raters)
    _several(columns)
    read = [_rated(values, name, fractions) for name, values in columns.items()]
    for each in read:
        if len(each.codes) != len(read[0].codes):
            raise InputError(
                f"{read[0].name} rated {len(read[0].codes):,} items, {each.name} {len(each.codes):,}; "
                "give every rater one entry an item, None where there is no rating"
            )
    return _coded(read, labels, fractions)


def _once(raters: Iterable[str]) -> tuple[str, ...]:
    """The names of raters, none of them twice."""
    names = tuple(raters)
    if twice := [name for name in names if names.count(name) > 1]:
        raise InputError(f"rater {twice[0]!r} stands twice; nobody disagrees with themselves, name each rater once")
    return names


def _several(raters: Collection[str]) -> None:
    if len(raters) < 2:
        raise InputError(f"agreement needs at least two raters, there is {len(raters)}; give one column a rater")


def ratings_of_files(
    paths: Iterable[str | Path],
    raters: Sequence[str],
    *,
    labels: Iterable[Any] | None = None,
    fractions: bool = False,
    **how: Any,
) -> Ratings:
    """Ratings from the columns of files, one column a rater, grouped inside the engine that reads them."""
    names = _once(raters)
    _several(names)
    # Labels are told from scores by the engine; what may have fractions is to it a group.
    whole = rows_of(paths, Query((), names) if fractions else Query(names), **how)
    rows = whole.found.rows
    read = [_rated([row[place] for row in rows], name, fractions) for place, name in enumerate(names)]
    read = [with_levels(each, order) if order else each for each, (_, order) in zip(read, whole.levels, strict=True)]
    met = {level for each in read for level in each.levels or ()}
    once = _coded(read, None if labels is None else as_met(labels, met), fractions)
    times = np.array([row[len(raters)] for row in rows], np.int64)
    order = {code: place for place, code in enumerate(map(tuple, once.codes.tolist()))}
    said = np.stack([np.where(~has(each, [None]), positions(each, once.labels), -1) for each in read], -1)
    place = [order[row] for row in map(tuple, said.tolist())]
    lost = (f"{whole.refused:,} rows could not be read and were left out",) if whole.refused else ()
    counts = np.rint(np.bincount(place, times)).astype(np.int64)
    return replace(once, counts=counts, notes=(*once.notes, *lost))


def _rated(values: Any, name: str, fractions: bool) -> Column:
    """What one rater said; as an object each number is what it is, where one with a fraction would be a score."""
    return own_codes(column(np.asarray(unmasked(values, None), dtype=object) if fractions else values, name))


def _coded(read: Sequence[Column], labels: Iterable[Any] | None, fractions: bool) -> Ratings:
    given = [~has(each, [None]) for each in read]
    order, notes = common_labels(read, given, labels, fractions=fractions)
    if not order:
        raise InputError("there are no ratings; every entry is missing")
    codes = np.stack([np.where(said, positions(each, order), -1) for each, said in zip(read, given, strict=True)], -1)
    rows, counts = np.unique(codes, axis=0, return_counts=True)
    return Ratings(order, tuple(each.name for each in read), rows, counts, tuple(notes))


def _wide(data: Any, raters: Iterable[str] | None) -> dict[str, Any]:
    if isinstance(data, Mapping):
        return {str(name): values for name, values in data.items()}
    if isinstance(data, (list, tuple)) or (hasattr(data, "ndim") and not hasattr(data, "columns")):
        return _from_rows(data, raters)
    from informed.readers.frames import as_frame, check_columns

    frame = as_frame(data)
    if frame is None:
        raise InputError(f"ratings are {type(data).__name__}; give rows of ratings, a dictionary of raters or a frame")
    frame = frame.lazy().collect()
    names = list(frame.columns) if raters is None else list(raters)
    check_columns(frame, {"raters": names})
    return {name: frame.get_column(name).to_native() for name in names}


def _from_rows(data: Any, raters: Iterable[str] | None) -> dict[str, list[Any]]:
    rows = data.tolist() if hasattr(data, "tolist") else list(data)
    width = len(rows[0]) if rows and isinstance(rows[0], (list, tuple)) else 0
    odd = next((place for place, row in enumerate(rows) if not isinstance(row, (list, tuple)) or len(row) != width), 0)
    if not width or odd:
        raise InputError(f"ratings[{odd}] is not a row of {width or 'two or more'} ratings; give one row an item")
    names = [f"rater {place}" for place in range(1, width + 1)] if raters is None else list(raters)
    if len(names) != width:
        raise InputError(f"raters: {len(names)} names for {width} columns of ratings; name each column once")
    return {name: [row[place] for row in rows] for place, name in enumerate(names)}


def _long(data: Any, id: str | None, rater: str | None, label: str | None) -> dict[str, Any]:
    """One row a rating; an item that a rater does not mention was not rated by them."""
    from informed.readers.frames import as_frame, check_columns, column_levels

    if id is None or rater is None or label is None:
        raise InputError("a long table of ratings needs id=, rater= and label=, the names of its columns")
    frame = as_frame(data)
    if frame is None:
        raise InputError(f"ratings are {type(data).__name__}, not a frame; id=, rater= and label= name its columns")
    check_columns(frame, {"id": [id], "rater": [rater], "label": [label]})
    ((_, order),) = column_levels(frame, [label])
    found: dict[str, dict[Any, Any]] = {}
    for item, who, said in frame.lazy().select(id, rater, label).collect().rows():
        given = found.setdefault(str(who), {})
        if item in given:
            raise InputError(f"rater {who!r} rated item {item!r} twice; keep one rating")
        given[item] = said
    items = dict.fromkeys(item for given in found.values() for item in given)
    said_by = {who: [given.get(item) for item in items] for who, given in sorted(found.items())}
    return {who: with_levels(column(said, who), order) if order else said for who, said in said_by.items()}
