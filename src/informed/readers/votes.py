"""Ratings one by one: who said what of which item, with gaps and repetitions, in whatever shape it was written down."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from informed.core.errors import InputError, arg
from informed.core.labels import Label, in_order
from informed.core.validate import Numbers
from informed.readers.arrays.codes import Column, column, has, own_codes, with_levels
from informed.readers.labels import as_met, common_labels, positions, refuse_ids
from informed.readers.lists import are_paths, lists_of
from informed.readers.ratings import check_sizes, columns_named, is_rows, of_rows, once, read_long


@dataclass(frozen=True)
class Votes:
    """Each rating as three codes: its ``item``, its ``rater``, its ``label``; and the population of each item."""

    items: tuple[Any, ...]
    raters: tuple[str, ...]
    labels: tuple[Label, ...]
    item: Numbers
    rater: Numbers
    label: Numbers
    group: Numbers
    groups: tuple[str, ...] = ("",)
    notes: tuple[str, ...] = ()

    @property
    def n(self) -> int:
        """How many items there are."""
        return len(self.items)


def read_votes(
    data: Any,
    *,
    raters: Iterable[str] | None = None,
    item: str | None = None,
    rater: str | None = None,
    label: str | None = None,
    by: Any = None,
    labels: Iterable[Any] | None = None,
    reading: Mapping[str, Any] | None = None,
) -> Votes:
    """Ratings from a table with one column per rater, or from a long one with the columns item, rater and label.

    ``reading``: how files are read, see `Reading`.
    """
    if isinstance(data, Votes):
        return data
    if rater is None and label is None:
        return _wide(data, raters, item, by, labels, reading or {})
    read = read_long(data, item, rater, label, [by] if by is not None else [], reading)
    group = read.others[0] if read.others else None
    return _coded(read.item, read.rater, _labels(read.label, read.order), group, labels, are_paths(data))


def _wide(data: Any, raters: Any, item: str | None, by: Any, labels: Any, reading: Mapping[str, Any]) -> Votes:
    """One row an item: every entry that is not empty is a rating."""
    columns, names = _columns(data, raters, item, by, reading)
    check_sizes(columns)
    rows = len(next(iter(columns.values()), ()))
    which = names[0] if names[0] is not None else list(range(rows))
    if names[0] is not None and len(set(which)) < rows:
        twice = Counter(which).most_common(1)[0][0]
        if twice is None:
            raise InputError(f"{arg('item', item)}: the column is empty in several rows; every row needs an item")
        raise InputError(
            f"item {twice!r} is in two rows; a table with one row "
            f"per rating needs {arg('rater')} and {arg('label')} too"
        )
    said = _labels([value for values in columns.values() for value in values])
    who = [name for name in columns for _ in range(rows)]
    groups = None if names[1] is None else list(names[1]) * len(columns)
    return _coded(list(which) * len(columns), who, said, groups, labels, are_paths(data), tuple(columns))


def _columns(
    data: Any, raters: Any, item: str | None, by: Any, reading: Mapping[str, Any]
) -> tuple[dict[str, list[Any]], tuple[list[Any] | None, list[Any] | None]]:
    """The columns of raters, the names of the items and their populations."""
    raters = None if raters is None else once(raters)
    if is_rows(data, raters):
        return of_rows(data, raters), (None, None if by is None else list(by))
    if are_paths(data) and raters is None:
        told = f"ratings in a file need {arg('raters')} (one column each), or {arg('item')}, {arg('rater')} and"
        raise InputError(f"{told} {arg('label')}")
    apart = [each for each in (item, by) if isinstance(each, str)]
    names = list(raters) if raters is not None else [name for name in columns_named(data) if name not in apart]
    read = dict(zip([*names, *apart], lists_of(data, [*names, *apart], **reading), strict=True))
    group = read[by] if isinstance(by, str) else None if by is None else list(by)
    return {str(name): read[name] for name in names}, (read[item] if item is not None else None, group)


def _coded(
    which: Sequence[Any],
    who: Sequence[str],
    read: Column,
    group: Sequence[Any] | None,
    labels: Any,
    written: bool,
    raters: tuple[str, ...] = (),
) -> Votes:
    """Ratings as codes; an empty label is a rating not given."""
    given = ~has(read, [None])
    order, notes = common_labels([read], [given], _as_written(labels, read) if written else labels)
    if not order:
        raise InputError("there are no ratings; every label is missing")
    items = _sorted(which)
    if labels is None:
        refuse_ids(order, len(items), "the ratings")
    place = {each: code for code, each in enumerate(items)}
    item = np.array([place[each] for each in which], np.int64)
    raters = raters or tuple(sorted(set(who)))
    seat = {each: code for code, each in enumerate(raters)}
    rater = np.array([seat[each] for each in who], np.int64)
    groups, of_item = _groups(items, item, group)
    code = np.asarray(positions(read, order), np.int64)
    return Votes(items, raters, order, item[given], rater[given], code[given], of_item, groups, tuple(notes))


def _labels(said: Sequence[Any], order: Any = None) -> Column:
    """What was said, over the labels that a categorical column declares."""
    read = own_codes(column(np.asarray([None, *said], dtype=object)[1:], "label"))
    return with_levels(read, order) if order else read


def _as_written(labels: Any, read: Column) -> Any:
    return None if labels is None else as_met(labels, set(read.levels or ()))


def _sorted(which: Sequence[Any]) -> tuple[Any, ...]:
    """The items, sorted; names that are missing or cannot be sorted together are refused."""
    found = dict.fromkeys(which)
    if None in found:
        raise InputError("an item has no name; give every rating the item it is about")
    return in_order(found)


def _groups(items: tuple[Any, ...], item: Numbers, group: Sequence[Any] | None) -> tuple[tuple[str, ...], Numbers]:
    if group is None:
        return ("",), np.zeros(len(items), np.int64)
    names = [str(each) for each in group]
    order = tuple(sorted(set(names)))
    place = {name: code for code, name in enumerate(order)}
    codes = np.array([place[name] for name in names], np.int64)
    found = np.zeros(len(items), np.int64)
    found[item] = codes
    if (bad := found[item] != codes).any():
        raise InputError(f"item {items[item[bad.argmax()]]!r} lies in several groups; give each item one")
    return order, found
