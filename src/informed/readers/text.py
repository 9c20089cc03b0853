"""Labels as they are written in text files: numbers only when all of them are numbers."""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from informed.core.labels import Label, plain

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
