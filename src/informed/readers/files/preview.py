"""A first look at a file: what its columns hold, its first rows, and the rows that a condition picks."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from informed.core.errors import InputError
from informed.readers.files.rows import check_names, sampled, seen_of, tables_of
from informed.readers.files.tables import Reading, scanned
from informed.readers.roles import Seen

NAMING = ("column", "actual", "predicted", "scores")  # what in a condition is the name of a column
Row = tuple[str | None, ...]


class Look(NamedTuple):
    """The format of a file, its columns as their first rows show them, and its first rows."""

    format: str
    columns: list[Seen]
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


def look(path: str | Path, encoding: str = "utf-8", rows: int = 5, **how: Any) -> Look:
    """What the columns of a file hold, and its first rows; those that cannot be read are for a question to refuse."""
    reading = Reading(encoding=encoding, **{"skip_bad_rows": True, **how})
    with tables_of([path], reading, numbers=True) as (connection, (table, *_)):
        found = sampled(connection, table)
        return Look(table.kind, seen_of(table, found), found[:rows])


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
