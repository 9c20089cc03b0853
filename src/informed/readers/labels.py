"""Labels as they are written in text, which there are, in which order, and what a reader should know about them."""

import re
from collections.abc import Collection, Iterable, Sequence
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from informed.core.errors import InputError, arg, call
from informed.core.labels import Label, in_order, look_alikes, plain, plain_labels
from informed.readers.arrays.codes import Column, Level, not_a_label

NUMBER = re.compile(r"[+-]?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?", re.ASCII)
NOT_A_NUMBER = ("nan", "NaN", "NAN")

Row = tuple[Any, ...]


def number(text: str) -> Label | None:
    """The number a text writes, or None; 007 is a text, for its zeros say something."""
    if not NUMBER.fullmatch(text):
        return None
    return int(text) if text.lstrip("+-").isdigit() else plain(float(text))


def numbers(texts: Iterable[str]) -> dict[str, Label | None]:
    """What each text stands for if all of them write numbers (NaN is a missing one), else nothing."""
    given = set(texts)
    read = {text: number(text) for text in given}
    odd = [text for text, value in read.items() if value is None]
    return read if all(text in NOT_A_NUMBER for text in odd) else {}


def as_written(rows: Sequence[Row], groups: int, labels: int, apart: Collection[str] = ()) -> list[Row]:
    """Rows of text with each group column, and all label columns together, as numbers where all are numbers."""
    keys = groups + labels
    columns = [{row[place] for row in rows} - {None} for place in range(keys)]
    together = numbers(set().union(*columns[groups:]) - {each for each in apart if number(each) is None})
    meanings = [*(numbers(column) for column in columns[:groups]), *(together for _ in range(labels))]
    return [
        (*(meaning.get(value, value) for meaning, value in zip(meanings, row[:keys], strict=True)), *row[keys:])
        for row in rows
    ]


def respelled(rows: Sequence[Row], groups: int, labels: int, apart: Collection[str] = ()) -> list[str]:
    """A note of labels that are written in several ways and are one number."""
    written = {value for row in rows for value in row[groups : groups + labels]} - {None, *apart}
    ways: dict[Any, set[str]] = {}
    for text, value in numbers(written).items():
        ways.setdefault(value, set()).add(text)
    alike = [sorted(each) for value, each in ways.items() if value is not None and len(each) > 1]
    return [f"labels {' and '.join(map(repr, min(alike)))} are one number and counted as one"] if alike else []


def as_met(given: Iterable[Any], met: Iterable[Any]) -> list[Any]:
    """Labels in the form in which the data has them: on a command line all are texts, in Python 1 may stand for '1'."""
    levels = [each for each in met if each is not None]
    known = {str(each): each for each in levels}
    typed = any(not isinstance(each, str) for each in levels)

    def same(label: Any) -> Any:
        if label is None or isinstance(label, bool) or (isinstance(label, str) and not typed):
            return label
        read = number(label) if isinstance(label, str) else None
        return known.get(str(label), label if read is None else read)

    return [same(each) for each in given]


Mask = NDArray[np.bool_]
EVERY = slice(None)
FEW = 20  # labels that are never taken for ids


def common_labels(
    columns: Sequence[Column],
    kept: Sequence[Mask | slice],
    labels: Iterable[Any] | None = None,
    apart: Sequence[Level] = (),
    fractions: bool = False,
) -> tuple[tuple[Label, ...], list[str]]:
    """One order of labels for the kept rows of all columns, and notes. Levels set ``apart`` are not labels.

    ``fractions``: whether numbers with a fraction may be labels.
    """
    met: list[Any] = []
    for column, keep in zip(columns, kept, strict=True):
        met += _occurring(column, keep, apart, fractions)
    met, notes = _without_booleans(met)
    declared = _declared(columns, apart)
    if labels is None:
        found, fixed = set(met), set(declared)
        order = in_order(found | fixed)
        names = declared + tuple(each for each in order if each not in fixed) if fixed else order
        if unused := [each for each in declared if each not in found]:
            notes.append(f"categories without any item are kept as labels: {listed(unused)}")
    else:
        names = tuple(each for each in plain_labels(labels) if each not in apart)
        _check_listed(set(met), names)
    return names, notes + look_alikes(names)


def _occurring(column: Column, keep: Mask | slice, apart: Sequence[Level], fractions: bool) -> list[Label]:
    """The labels of a column that a kept row has; a number with a fraction is none, unless ``fractions`` may be."""
    levels = column.levels or ()
    met = np.flatnonzero(np.bincount(column.codes[keep], minlength=len(levels))).tolist()
    if isinstance(levels, range) and not apart:
        return [levels[code] for code in met]
    found = [each for code in met if (each := levels[code]) is not None and each not in apart]
    for each in found:
        if isinstance(each, float) and not (fractions and isfinite(each)):
            raise not_a_label(each, f"a value of {column.name}")
    return found


def _without_booleans(met: list[Any]) -> tuple[list[Any], list[str]]:
    """Booleans beside numbers are numbers."""
    if bool not in (kinds := set(map(type, met))) or len(kinds) < 2 or any(isinstance(each, str) for each in met):
        return met, []
    read = [int(each) for each in met]
    return read, ["booleans stand beside whole numbers; False was read as 0 and True as 1"]


def _declared(columns: Sequence[Column], apart: Sequence[Level]) -> tuple[Label, ...]:
    """The levels of categoricals in their order."""
    levels = [each for column in columns if column.fixed for each in column.levels or ()]
    return tuple(dict.fromkeys(each for each in levels if each is not None and each not in apart))


def _check_listed(met: set[Label], names: Sequence[Label]) -> None:
    known = set(names)
    in_order(met | known)
    if unknown := [each for each in in_order(met) if each not in known]:
        raise InputError(
            f"{listed(unknown)} occurs in the data but not among "
            f"{listed(names)}; add it to {arg('labels')}, or leave it out"
        )


def listed(labels: Sequence[Label], most: int = 5) -> str:
    """The first few labels, for a message."""
    return ", ".join(map(repr, labels[:most])) + (f" and {len(labels) - most} more" if len(labels) > most else "")


def positions(column: Column, names: Sequence[Label]) -> NDArray[np.int64]:
    """Where the level of each row stands among the labels (0 for levels that are none)."""
    if isinstance(column.levels, range) and tuple(column.levels) == names:
        return np.asarray(column.codes, np.int64)
    at = {label: place for place, label in enumerate(names)}
    places = [0 if each is None else at.get(each, 0) for each in column.levels or ()]
    if places == list(range(len(places))):  # the codes are the positions already
        return np.asarray(column.codes, np.int64)
    return np.asarray(places, np.int64)[column.codes]


def group_places(by: Sequence[Column], kept: Mask) -> tuple[tuple[tuple[Label, ...], ...], NDArray[np.int64]]:
    """The distinct groups of the kept rows in order, and the group of each row."""
    place = np.zeros(len(kept), np.int64)
    if not by:
        return (), place
    orders = [in_order({each for each in column.levels or () if each is not None}) for column in by]
    sizes = [max(len(order), 1) for order in orders]
    for column, order, size in zip(by, orders, sizes, strict=True):
        place = place * size + positions(column, order)
    met, place[kept] = np.unique(place[kept], return_inverse=True)
    parts = [part.tolist() for part in np.unravel_index(met, sizes)]
    values = [[order[code] for code in part] for order, part in zip(orders, parts, strict=True)]
    return tuple(zip(*values, strict=True)), place


LIST = "list"  # the usual remedy, in the words of the door


def refuse_ids(
    labels: Collection[Any], n: int | None, columns: str = "actual and predicted", remedy: str | None = LIST
) -> None:
    """Refuse columns of ids or numbers: more labels than a third of the items, or hundreds that hardly repeat.

    Of numbers a fifth is enough. ``remedy``: what to do where they are labels, if there is a way.
    """
    size = len(labels)
    numbers = all(map(_is_number, labels))
    if n is None or size <= FEW or (size <= n / (5 if numbers else 3) and (size <= 10 * FEW or n >= 5 * size)):
        return
    way = f"numbers are not classes: {call('sweep')} judges a score." if numbers else "are they ids?"
    remedy = f"list them with {arg('labels')}" if remedy == LIST else remedy
    listed = f" If they are classes, {remedy}" if remedy else ""
    raise InputError(f"{columns} have {size:,} distinct labels in {n:,} items; {way}{listed}")


def _is_number(label: Any) -> bool:
    try:
        return bool(float(label) or True)
    except (TypeError, ValueError):
        return False
