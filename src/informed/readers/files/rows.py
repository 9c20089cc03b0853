"""Files of rows into distinct rows.

Text is read as text, so that 00 stays 00; labels become numbers only when all of them are written as numbers.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from informed.core.errors import InputError, arg
from informed.core.labels import Label, in_order, some
from informed.core.ranking import width_for
from informed.readers.arrays.codes import level
from informed.readers.arrays.series import Counted
from informed.readers.columns import Columns, check_roles
from informed.readers.engines.connection import clean_errors, connected, distrusting
from informed.readers.files.packing import parsing
from informed.readers.files.sources import Source, sources, twice
from informed.readers.files.spool import Spool
from informed.readers.files.tables import Query, Reading, Rows, Table, grouped_rows, plain_tables, scanned, tables
from informed.readers.files.wide import WIDEST
from informed.readers.frames.frame import as_frame, counted_rows, ends_of
from informed.readers.roles import SAMPLE, Seen, column_of, roles_of, seen

MOST = 25  # columns named in a message


def distinct_rows(paths: Iterable[str | Path], columns: Columns, **how: Any) -> tuple[Counted, Columns]:
    """The distinct rows of columns of files, and the columns, guessed where their names leave no doubt.

    ``how`` files are read: see `Reading`. A row that cannot be read stops the count unless ``skip_bad_rows``; then it
    is counted as refused.
    """
    reading = Reading(columns.weight_kind, **how)
    with tables_of(paths, reading, columns.weights is not None or bool(columns.numeric)) as (connection, tables):
        found = [_guessed(columns, table, connection) for table in tables]
        width = _width(connection, tables, columns)
        asked = [(table, _query(each)._replace(width=width or 0.0)) for table, each in zip(tables, found, strict=True)]
        rows = grouped_rows(connection, asked, reading, {str(each) for each in columns.apart})
    notes = [*rows.notes, *twice(source.name for table in tables for source in table.files)]
    if None in columns.labelled.values():
        named = ", ".join(f"{role} {name!r}" for role, name in found[0].labelled.items())
        notes.append(f"columns guessed from their names: {named}")
    counted = counted_rows(rows.found, rows.levels, columns, rows.refused, notes)
    return replace(counted, width=width if columns.numeric else None), found[0]


def _width(connection: Any, tables: Sequence[Table], columns: Any) -> float | None:
    """The width of a bin of scores; the engine is asked how far those of all tables reach.

    None for values inside values and for files too wide for the engine: their scores are put into bins afterwards.
    """
    if getattr(columns, "bins", None) is None:
        return float(getattr(columns, "width", 0.0))
    if any(columns.score not in table.names or len(table.names) > WIDEST for table in tables):
        return None
    names = [f"c{table.place(columns.score)}" for table in tables]
    held = [as_frame(scanned(connection, table)) for table in tables]
    ends = [ends_of(frame, name, columns.marks) for frame, name in zip(held, names, strict=True)]
    return width_for(min(low for low, _ in ends), max(high for _, high in ends), columns.bins)


def _query(columns: Columns) -> Query:
    """What is asked of the engine; clusters and strata are groups to it."""
    check_roles(columns.roles)
    keys, labels = tuple(name for _, name in columns.keys), tuple(columns.labelled.values())
    if getattr(columns, "fractions", False):  # labels are told from scores by the engine; groups may have fractions
        keys, labels = (*keys, *labels), ()
    return Query(labels, keys, columns.weights, columns.numeric.get("scores"), marks=getattr(columns, "marks", ()))


def rows_of(paths: Iterable[str | Path], query: Query, **how: Any) -> Rows:
    """The distinct rows of these columns of files, grouped inside the engine that reads them; how: see `Reading`."""
    reading = Reading(**how)
    with tables_of(paths, reading, query.used != query.keys) as (connection, tables):
        for table in tables:
            check_names(table, query.used)
        return grouped_rows(connection, [(table, query) for table in tables], reading)


@contextmanager
def tables_of(paths: Iterable[str | Path], how: Reading, numbers: bool = False) -> Iterator[tuple[Any, list[Table]]]:
    """The tables behind names and patterns with the engine that reads them; small plain ones need none.

    ``numbers``: whether weights or scores are asked for, which only an engine reads.
    """
    with opened(paths, how) as found:
        small = None if numbers else plain_tables(found, how.separator)
        if small is not None:
            yield None, small
            return
        with clean_errors(found), connected(found) as connection:
            yield connection, tables(connection, found, how.separator)


@contextmanager
def opened(paths: Iterable[str | Path], how: Reading) -> Iterator[list[Source]]:
    """The files behind names and patterns; copies that had to be made are gone afterwards."""
    paths = list(paths)
    with Spool() as spool, parsing(*paths):
        found = sources(paths, spool, how.encoding, how.table, how.sql)
        if how.separator is not None and not any(each.kind == "separated" for each in found):
            raise InputError(
                f"{arg('separator', how.separator)} has no effect on {found[0].name}: it is for separated text (CSV)"
            )
        yield found


def columns_of(path: str | Path, encoding: str = "utf-8", **how: Any) -> tuple[str, ...]:
    """The columns of a file."""
    with tables_of([path], Reading(encoding=encoding, **how)) as (_, (table,)):
        return table.names


def sampled(connection: Any, table: Table) -> list[tuple[str | None, ...]]:
    """The first rows of a table, as text."""
    if table.fields is not None:
        return table.fields[:SAMPLE]
    return list(scanned(connection, table).limit(SAMPLE).fetchall())


def seen_of(table: Table, rows: Sequence[tuple[str | None, ...]]) -> list[Seen]:
    """The columns of a table as these rows show them."""
    return list(map(seen, table.names, zip(*rows, strict=True) if rows else [()] * len(table.names)))


def labels_of(path: str | Path, column: str, encoding: str = "utf-8", most: int = 200) -> tuple[Label, ...]:
    """The labels in a column of a stranger's file, in order; more than ``most`` are refused before they are fetched."""
    with distrusting():
        rows = rows_of([path], Query((column,), most=most), encoding=encoding, skip_bad_rows=True).found.rows
    found = in_order({label for label in (level(row[0]) for row in rows) if label is not None})
    if len(found) > most:
        raise InputError(f"column {column!r} has more than {most:,} different values; is it the column of labels?")
    return found


def _guessed(columns: Columns, table: Table, connection: Any) -> Columns:
    """The columns, those that were not named by what the file shows where that leaves no doubt."""
    names = table.names
    check_names(table, [name for role in columns.roles.values() for name in role])
    if None not in columns.labelled.values():
        return columns
    labelled = _labelled(columns, table, connection)
    if missing := [role for role, name in labelled.items() if name is None]:
        wanted = " and ".join(map(arg, missing))
        raise InputError(
            f"missing {wanted}, where the labels are; the columns of {table.files[0].name} are {_few(names)}"
        )
    first = columns.axes[0]
    actual = None if first in columns.systems else labelled.pop(first, None)  # a rater may be called so
    return replace(columns, actual=actual, systems=labelled)


def _labelled(columns: Columns, table: Table, connection: Any) -> dict[str, str | None]:
    """The columns of labels by role; of a file of very many columns none is guessed."""
    roles = roles_of(seen_of(table, sampled(connection, table))) if len(table.names) <= WIDEST else ()
    used = [name for role in columns.roles.values() for name in role]
    sure = {role: column_of(roles, role) for role in columns.labelled}
    return {role: name or (None if sure[role] in used else sure[role]) for role, name in columns.labelled.items()}


def check_names(table: Table, wanted: Iterable[str | None]) -> None:
    """Refuse a column that a file does not have, or has twice."""
    for name in wanted:
        if name is not None and not table.has(name):
            file, columns = table.files[0], some(table.names, MOST)
            read = f"{file.name}, sheet {file.sheets[0]!r}," if file.sheets else file.name
            told = f"{read} has no column {name!r}; its columns are {columns}.{_hint(table, name)}"
            raise InputError(told, said=name)
        if name in table.names:
            table.place(name)  # which refuses a name that two columns have, or a column and a path


def _hint(table: Table, name: str) -> str:
    """What may be meant by a column that a file does not have."""
    file = table.files[0]
    same = [each for each in table.names if each.casefold() == name.casefold()]
    if close := same or get_close_matches(name, table.names, n=1, cutoff=0.6):
        return f" Did you mean {close[0]!r}?"
    if table.kind == "parquet" and (
        above := [each.parent for each in Path(file.name).parents if each.name.startswith(f"{name}=")]
    ):
        return f" To take it from the folders '{name}=...', name the folder that holds them: {str(above[0])!r}."
    if len(file.sheets) > 1:
        others = ", ".join(file.sheets[1:])
        return f" Its other sheets are {others}; name one: '{file.name}#{file.sheets[1]}'."
    return " Does its first line name the columns?" if table.layout else ""


def _few(names: Sequence[str]) -> str:
    return ", ".join(names[:MOST]) + (f" and {len(names) - MOST:,} more" if len(names) > MOST else "")
