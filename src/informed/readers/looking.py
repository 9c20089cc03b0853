"""A first look at a file: what its columns hold, its first rows, and the rows that a condition picks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from informed.core.errors import InputError
from informed.readers.duckdb import Reading, scanned
from informed.readers.files import check_names, tables_of
from informed.readers.text import numbers

SAMPLE = 1000  # rows that tell what a column holds
FEW = 12  # different values that are listed as labels
NAMING = ("column", "actual", "predicted", "scores")  # what in a condition is the name of a column
Row = tuple[str | None, ...]


class Column(NamedTuple):
    """A column as its first rows show it: of labels, numbers or other text."""

    name: str
    kind: str
    about: str


class Look(NamedTuple):
    """The columns of a file and its first rows."""

    columns: tuple[Column, ...]
    rows: list[Row]


class Equal(NamedTuple):
    """Rows whose column holds this label."""

    column: str
    label: str


class Wrong(NamedTuple):
    """Rows whose predicted label is not the actual one."""

    actual: str
    predicted: str


class Beyond(NamedTuple):
    """Rows on the wrong side of a threshold: scores from it on are taken for the positive label."""

    actual: str
    scores: str
    positive: str
    threshold: float


Condition = Equal | Wrong | Beyond


def look(path: str | Path, encoding: str = "utf-8", rows: int = 5) -> Look:
    """What the columns of a file hold, and its first rows; those that cannot be read are for a question to refuse."""
    with tables_of([path], Reading(encoding=encoding, skip_bad_rows=True), numbers=True) as (connection, (table, *_)):
        found = scanned(connection, table).limit(SAMPLE).fetchall()
        names = table.names
    columns = zip(*found, strict=True) if found else [()] * len(names)
    return Look(tuple(map(_column, names, columns)), found[:rows])


def _column(name: str, cells: Sequence[str | None]) -> Column:
    there = [cell for cell in cells if cell is not None and cell.strip()]
    distinct = sorted(set(there))
    if not there:
        return Column(name, "empty", "no values")
    if len(distinct) <= FEW:
        return Column(name, "labels", ", ".join(distinct))
    read = [value for value in numbers(distinct).values() if isinstance(value, (int, float))]
    sampled = f" in the first {SAMPLE:,} rows" if len(cells) == SAMPLE else ""
    if len(read) == len(distinct):
        return Column(name, "numbers", f"{min(read):g} to {max(read):g}{sampled}")
    return Column(name, "text", f"{len(distinct):,} different values{sampled}")


def rows_where(
    path: str | Path, conditions: Iterable[Condition], encoding: str = "utf-8", most: int | None = None
) -> tuple[tuple[str, ...], list[Row], int]:
    """The names of the columns, the first of the rows that all conditions pick, and how many rows there are."""
    with tables_of([path], Reading(encoding=encoding), numbers=True) as (connection, (table, *_)):
        places = {name: f"c{place}" for place, name in enumerate(table.names)}
        kept = scanned(connection, table)
        for each in conditions:
            columns = [value for field, value in each._asdict().items() if field in NAMING]
            check_names(table, columns)
            kept = kept.filter(_where(each, places))
        size = kept.aggregate("count(*)").fetchall()[0][0]
        found = (kept if most is None else kept.limit(most)).fetchall()
    return table.names, found, size


def _where(condition: Condition, places: dict[str, str]) -> str:
    """The condition in the words of the engine; labels are compared as text, and as numbers where both are."""
    if isinstance(condition, Equal):
        return _same(places[condition.column], _quoted(condition.label))
    actual = places[condition.actual]
    if isinstance(condition, Wrong):
        return f"not {_same(actual, places[condition.predicted])}"
    score = f"try_cast({places[condition.scores]} as double)"
    return f"({score} >= {_finite(condition.threshold)}) <> {_same(actual, _quoted(condition.positive))}"


def _same(one: str, other: str) -> str:
    return f"(trim({one}) = trim({other}) or coalesce(try_cast({one} as double) = try_cast({other} as double), false))"


def _quoted(text: str) -> str:
    escaped = text.replace("\0", "").replace("'", "''")
    return f"'{escaped}'"


def _finite(value: Any) -> float:
    if not abs(value) < float("inf"):
        raise InputError(f"threshold {value} is not a number")
    return float(value)
