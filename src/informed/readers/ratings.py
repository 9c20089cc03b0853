"""What several raters said about the same items, in whatever shape it was written down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from informed.core.errors import InputError
from informed.core.ratings import Ratings
from informed.readers.codes import column, with_levels
from informed.readers.columns import Rated, key_names, keys_held
from informed.readers.distinct import distinct


def read_ratings(
    data: Any,
    *,
    raters: Iterable[str] | None = None,
    id: str | None = None,
    rater: str | None = None,
    label: str | None = None,
    **how: Any,
) -> Ratings:
    """Ratings from a table with one row per item and one column per rater; a missing value is a rating not given.

    Also from a dictionary of raters, a frame or files whose columns ``raters`` are (all by default), or a long frame
    with columns ``id``, ``rater`` and ``label``. ``how``: see `Rated`; keys of named columns are named as well.
    """
    if isinstance(data, Ratings):
        return data
    names = None if raters is None else _once(raters)
    if rater is not None:
        return _of_arrays(*_long(data, id, rater, label, how))
    if isinstance(data, (list, tuple)) and (names is None or not all(isinstance(each, (str, Path)) for each in data)):
        return _of_arrays(of_rows(data, names), how)
    if hasattr(data, "ndim") and not hasattr(data, "columns"):
        return _of_arrays(of_rows(data, names), how)
    keys = key_names(how)
    if isinstance(data, Mapping) and not keys and names is None:
        return _of_arrays({str(name): values for name, values in data.items()}, how)
    names = names or tuple(name for name in columns_named(data) if name not in keys)
    _several(names)
    return distinct(data, Rated.named(None, names, **how))


def columns_named(data: Any) -> list[str]:
    """The names of the columns of a dictionary or a frame."""
    if isinstance(data, Mapping):
        return list(data)
    from informed.readers.frames import as_frame

    frame = None if isinstance(data, (str, Path, list, tuple)) else as_frame(data)
    if frame is None:
        raise InputError(
            f"ratings are {type(data).__name__}; give rows of ratings, a dictionary of raters or a frame, and of files "
            "the columns of the raters: raters="
        )
    return list(frame.collect_schema().names())


def _of_arrays(columns: Mapping[str, Any], how: Mapping[str, Any]) -> Ratings:
    _several(columns)
    sizes = {name: len(values) for name, values in columns.items() if hasattr(values, "__len__")}
    first = next(iter(columns))
    for name, size in sizes.items():
        if size != sizes.get(first, size):
            raise InputError(
                f"{first} rated {sizes[first]:,} items, {name} {size:,}; "
                "give every rater one entry per item, None where there is no rating"
            )
    return distinct(None, Rated.arrays(None, columns, **how))


def check_raters(raters: Iterable[str]) -> tuple[str, ...]:
    """The names of two or more raters, none of them twice."""
    names = _once(raters)
    _several(names)
    return names


def _once(raters: Iterable[str]) -> tuple[str, ...]:
    names = tuple(raters)
    if twice := [name for name in names if names.count(name) > 1]:
        raise InputError(f"duplicate rater {twice[0]!r}; name each rater once")
    return names


def _several(raters: Sequence[str] | Mapping[str, Any]) -> None:
    if len(raters) < 2:
        raise InputError(f"agreement needs at least two raters, there is {len(raters)}; give one column per rater")


def of_rows(data: Any, raters: Iterable[str] | None) -> dict[str, list[Any]]:
    """One list of ratings per rater, from one row per item."""
    rows = data.tolist() if hasattr(data, "tolist") else list(data)
    width = len(rows[0]) if rows and isinstance(rows[0], (list, tuple)) else 0
    odd = next((place for place, row in enumerate(rows) if not isinstance(row, (list, tuple)) or len(row) != width), 0)
    if not width or odd:
        raise InputError(f"ratings[{odd}] is not a row of {width or 'two or more'} ratings; give one row per item")
    names = [f"rater {place}" for place in range(1, width + 1)] if raters is None else list(raters)
    if len(names) != width:
        raise InputError(f"raters: {len(names)} names for {width} columns of ratings; name each column once")
    return {name: [row[place] for row in rows] for place, name in enumerate(names)}


def _long(
    data: Any, id: str | None, rater: str, label: str | None, how: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """One row a rating; an item that a rater does not mention was not rated by them. Its keys are those of its rows."""
    from informed.readers.frames import as_frame, check_columns, column_levels

    if id is None or label is None:
        raise InputError("a long table of ratings needs id=, rater= and label=, the names of its columns")
    frame = as_frame(data)
    if frame is None:
        raise InputError(f"ratings are {type(data).__name__}, not a frame; id=, rater= and label= name its columns")
    keys = key_names(how)
    check_columns(frame, {"id": [id], "rater": [rater], "label": [label], "by": keys})
    ((_, order),) = column_levels(frame, [label])
    found: dict[str, dict[Any, Any]] = {}
    of_item: dict[Any, list[Any]] = {}
    for item, who, said, *rest in frame.lazy().select(id, rater, label, *keys).collect().rows():
        given = found.setdefault(str(who), {})
        if item in given:
            raise InputError(f"rater {who!r} rated item {item!r} twice; keep one rating")
        given[item] = said
        if of_item.setdefault(item, rest) != rest:
            raise InputError(f"item {item!r} has several values in {', '.join(keys)}; give each item one of each")
    said_by = {who: [given.get(item) for item in of_item] for who, given in sorted(found.items())}
    columns = {who: with_levels(column(said, who), order) if order else said for who, said in said_by.items()}
    values = {name: [rest[place] for rest in of_item.values()] for place, name in enumerate(keys)}
    return columns, keys_held(how, values)
