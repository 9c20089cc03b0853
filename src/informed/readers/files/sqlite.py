"""Tables of SQLite files, copied as JSON: one object per row, each value with the type it is stored with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from informed.core.errors import InputError, arg
from informed.readers.engines.names import check_apart
from informed.readers.files.packing import part_of

if TYPE_CHECKING:
    import sqlite3

MAGIC = b"SQLite format 3\0"
TABLES = """select name from sqlite_master where type in ('table', 'view') and name not glob 'sqlite_*' order by name"""


def table_rows(path: Path, name: str, part: str | None, sql: str | None, copy: Path) -> Path:
    """The rows of a table, the only one by default, or of a query, written to ``copy``."""
    import sqlite3

    try:
        with closing(_opened(path)) as database, copy.open("w", encoding="utf-8") as file:
            asked = sql if sql is not None else _whole(database, name, part)
            for row in _objects(database.execute(asked), name):
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
    except (sqlite3.Error, sqlite3.Warning, OverflowError) as error:
        raise _in_words(name, sql, error) from None
    return copy


def tables(path: Path, name: str) -> list[str]:
    """The tables and views of a file."""
    import sqlite3

    try:
        with closing(_opened(path)) as database:
            return _tables(database)
    except sqlite3.Error as error:
        raise _in_words(name, None, error) from None


def _opened(path: Path) -> sqlite3.Connection:
    """A connection that cannot write, and reads nothing but this file."""
    import sqlite3

    allowed = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
    database = sqlite3.connect(f"file:{quote(str(path.absolute()))}?mode=ro", uri=True)
    database.text_factory = _text
    database.set_authorizer(lambda action, *_: sqlite3.SQLITE_OK if action in allowed else sqlite3.SQLITE_DENY)
    return database


def _text(data: bytes) -> Any:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return {"not UTF-8": data.hex()}  # refused where it is a label, and of no account elsewhere


def _whole(database: sqlite3.Connection, name: str, part: str | None) -> str:
    found = part_of(name, part, _tables(database))
    return 'select * from "' + found.replace('"', '""') + '"'


def _tables(database: sqlite3.Connection) -> list[str]:
    return [row[0] for row in database.execute(TABLES)]


def _objects(rows: sqlite3.Cursor, name: str) -> Iterator[dict[str, Any]]:
    if rows.description is None:
        raise InputError(f"{arg('sql')}: only one select statement is run; it must give columns of {name}")
    names = [each[0] for each in rows.description]
    check_apart([(name, names)])
    empty = True
    for row in rows:
        empty = False
        yield {key: _text(cell) if isinstance(cell, bytes) else cell for key, cell in zip(names, row, strict=True)}
    if empty:
        raise InputError(f"{name}: there are no rows; the columns are {', '.join(names)}")


def _in_words(name: str, sql: str | None, error: Exception) -> InputError:
    said = str(error)
    if sql is None:
        return InputError(f"{name}: {said}; the file is no SQLite database, or damaged")
    if "not authorized" in said or "one statement" in said:
        return InputError(f"{arg('sql')} {sql!r:.80}: only one select statement is run, and nothing but {name} is read")
    return InputError(f"{arg('sql')} {sql!r:.80}: {said} (asked of {name})")
