"""What several raters said about the same items, in whatever shape it was written down."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from informed.core.errors import InputError, arg
from informed.core.ratings import Ratings
from informed.readers.arrays.codes import column, with_levels
from informed.readers.columns import Rated, check_items, key_names, keys_held
from informed.readers.distinct import as_ratings, distinct
from informed.readers.frames.held import holder_of
from informed.readers.labels import as_met
from informed.readers.lists import are_paths, lists_of


def read_ratings(
    data: Any,
    *,
    raters: Iterable[str] | None = None,
    item: str | None = None,
    rater: str | None = None,
    label: str | None = None,
    **how: Any,
) -> Ratings:
    """Ratings from a table with one row per item and one column per rater; a missing value is a rating not given.

    Also from a dictionary of raters, a frame or files whose columns ``raters`` are (all by default), or a long frame
    with columns ``item``, ``rater`` and ``label``. ``how``: see `Rated`; keys of named columns are named as well.
    """
    if isinstance(data, Ratings):
        return data
    names = None if raters is None else once(raters)
    if rater is not None:
        inside = _inside(data, item, rater, label, how)
        return _of_arrays(*_pivoted(data, item, rater, label, how)) if inside is None else inside
    if is_rows(data, names):
        return _of_arrays(of_rows(data, names), how)
    keys = key_names(how)
    if isinstance(data, Mapping) and not keys and names is None:
        return _of_arrays({str(name): values for name, values in data.items()}, how)
    names = names or tuple(name for name in columns_named(data) if name not in keys)
    _several(names)
    return distinct(data, Rated.named(None, names, **how))


def columns_named(data: Any) -> list[str]:
    """The names of the columns of a dictionary or a frame."""
    if (holder := holder_of(data)) is not None:
        return list(holder.names)
    from informed.readers.frames.frame import as_frame

    frame = None if isinstance(data, (str, Path, list, tuple)) else as_frame(data)
    if frame is None:
        raise InputError(
            f"ratings are {type(data).__name__}; give rows of ratings, a dictionary of raters or a frame, and of files "
            f"the columns of the raters: {arg('raters')}"
        )
    return list(frame.collect_schema().names())


def _of_arrays(columns: Mapping[str, Any], how: Mapping[str, Any]) -> Ratings:
    _several(columns)
    check_sizes(columns)
    return distinct(None, Rated.arrays(None, columns, **how))


def check_sizes(columns: Mapping[str, Any]) -> None:
    """Refuse raters with more or fewer entries than the first."""
    sizes = {name: len(values) for name, values in columns.items() if hasattr(values, "__len__")}
    first = next(iter(columns), "")
    for name, size in sizes.items():
        if size != sizes.get(first, size):
            raise InputError(
                f"{first} rated {sizes[first]:,} items, {name} {size:,}; "
                "give every rater one entry per item, None where there is no rating"
            )


def check_raters(raters: Iterable[str]) -> tuple[str, ...]:
    """The names of two or more raters, none of them twice."""
    names = once(raters)
    _several(names)
    return names


def once(raters: Iterable[str]) -> tuple[str, ...]:
    """The names of raters, none of them twice."""
    names = tuple(raters)
    if twice := [name for name in names if names.count(name) > 1]:
        raise InputError(f"duplicate rater {twice[0]!r}; name each rater once")
    return names


def _several(raters: Sequence[str] | Mapping[str, Any]) -> None:
    if len(raters) < 2:
        raise InputError(f"agreement needs at least two raters, there is {len(raters)}; give one column per rater")


def is_rows(data: Any, raters: Any = None) -> bool:
    """Whether these are rows of ratings themselves, lists or an array; texts are files where columns are named."""
    if holder_of(data) is not None:
        return False
    if isinstance(data, (list, tuple)):
        files = Path if raters is None else (str, Path)
        return not data or not all(isinstance(each, files) for each in data)
    return hasattr(data, "ndim") and not hasattr(data, "columns")


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


class Long(NamedTuple):
    """A long table: the item, the rater and the label of each rating, the order its labels declare, other columns."""

    item: list[Any]
    rater: list[str]
    label: list[Any]
    order: Any
    others: list[list[Any]]


def read_long(
    data: Any, item: Any, rater: Any, label: Any, others: Sequence[Any] = (), reading: Mapping[str, Any] | None = None
) -> Long:
    """One row a rating, from the named columns of a frame, a dictionary or files."""
    _check_long(item, rater, label, others)
    which, who, said, *rest = lists_of(data, [item, rater, label, *others], **(reading or {}))
    if None in who:
        raise InputError(f"column {rater!r} has missing values; give every rating its rater")
    check_items(which.count(None), item)
    return Long(which, [str(each) for each in who], said, _declared(data, label), rest)


def _check_long(item: Any, rater: Any, label: Any, others: Sequence[Any]) -> None:
    """Refuse a long table some of whose columns are not named."""
    if item is None or rater is None or label is None:
        raise InputError(
            f"a long table of ratings needs {arg('item')}, {arg('rater')} and {arg('label')}, the names of its columns"
        )
    if not all(isinstance(each, str) for each in (item, rater, label, *others)):
        raise InputError(
            f"a long table of ratings names its columns: {arg('item')}, "
            f"{arg('rater')}, {arg('label')} and {arg('by')} are texts"
        )


def _inside(data: Any, item: Any, rater: Any, label: Any, how: Mapping[str, Any]) -> Ratings | None:
    """A long table of an engine, made wide there; None for any other, and where the engine cannot."""
    from informed.readers.engines import pivots
    from informed.readers.frames.frame import as_frame, column_levels, counted_rows

    if are_paths(data) or isinstance(data, Mapping) or not pivots.is_engine(data):
        return None
    _check_long(item, rater, label, key_names(how))
    columns, frame = Rated.named(None, [rater], **how), as_frame(data)
    wide = pivots.ratings(frame, item, rater, label, columns)
    if wide is None:
        return None
    _several(wide.raters)
    order = column_levels(frame, [label])[0][1]
    levels = [*column_levels(frame, [name for _, name in columns.keys]), *((who, order) for who in wide.raters)]
    columns = Rated.named(None, wide.raters, **how)
    return as_ratings(counted_rows(wide.found, levels, columns), columns)


def _pivoted(
    data: Any, item: str | None, rater: str, label: str | None, how: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """A column a rater; an item that a rater does not mention was not rated by them. Its keys are those of its rows."""
    keys = key_names(how)
    read = read_long(data, item, rater, label, keys, how.get("reading"))
    found: dict[str, dict[Any, Any]] = {}
    of_item: dict[Any, list[Any]] = {}
    for which, who, said, *rest in zip(read.item, read.rater, read.label, *read.others, strict=True):
        given = found.setdefault(who, {})
        if which in given:
            raise InputError(f"rater {who!r} rated item {which!r} twice; keep one rating, or ask informed.consensus")
        given[which] = said
        if of_item.setdefault(which, rest) != rest:
            raise InputError(f"item {which!r} has several values in {', '.join(keys)}; give each item one of each")
    said_by = {who: [given.get(which) for which in of_item] for who, given in sorted(found.items())}
    columns = {who: with_levels(column(said, who), read.order) if read.order else said for who, said in said_by.items()}
    values = {name: [rest[place] for rest in of_item.values()] for place, name in enumerate(keys)}
    how = {name: each for name, each in how.items() if name != "reading"}
    if are_paths(data) and how.get("labels") is not None:
        how["labels"] = as_met(how["labels"], set(read.label) - {None})
    return columns, keys_held(how, values)


def _declared(data: Any, label: str) -> Any:
    """The order of labels that a categorical column of a frame declares, if any."""
    from informed.readers.frames.frame import as_frame, column_levels

    frame = None if are_paths(data) or holder_of(data) else as_frame(data)
    return None if frame is None else column_levels(frame, [label])[0][1]
