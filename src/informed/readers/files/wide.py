"""Separated files of very many columns, narrowed by Python: an engine takes minutes to set up 100,000."""

import csv
import gzip
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from informed.core.errors import InputError
from informed.readers.files.csv import SHOWN, Layout, unreadable
from informed.readers.files.sources import Source, not_utf8

WIDEST = 4000  # columns that an engine sets up within a second

Fields = tuple[str | None, ...]


class Narrowed(NamedTuple):
    """The fields asked for of every row that could be read, and the error for those that could not."""

    rows: list[Fields]
    refused: int
    refusal: InputError | None


def is_wide(of: Layout) -> bool:
    """Whether a file has too many columns for an engine, and Python can unpack it."""
    return len(of.names) > WIDEST and of.compression != "zstd"


def narrowed(sources: Sequence[Source], of: Layout, places: Sequence[int]) -> Narrowed:
    """The fields in these places of all rows; an empty field is None, and lines without anything are no rows."""
    kept, refused, refusal = [], 0, None
    for source in sources:
        bad = []
        for line, row in _rows(source, of.separator):
            if len(row) == len(of.names):
                kept.append(tuple(row[place] or None for place in places))
            elif row:
                bad.append(f"line {line:,}: expected {len(of.names)} fields, found {len(row)}")
        refused += len(bad)
        if bad and refusal is None:
            refusal = unreadable(source, bad[:SHOWN], len(bad))
    return Narrowed(kept, refused, refusal)


def _rows(source: Source, separator: str) -> Iterator[tuple[int, list[str]]]:
    """The rows below the first line, each with the line it begins on."""
    opener: Any = gzip.open if source.compression == "gzip" else open
    with opener(source.path, "rt", encoding="utf-8-sig", newline="") as file:
        reader = csv.reader(file, delimiter=separator, strict=True)
        try:
            next(reader)
            begin = reader.line_num + 1
            for row in reader:
                yield begin, row
                begin = reader.line_num + 1
        except UnicodeDecodeError:
            raise not_utf8(source) from None
        except csv.Error as error:
            raise InputError(f"{source.name}, line {reader.line_num:,}: {error}; mend the file") from None


def relation(connection: Any, rows: Sequence[Fields], names: Sequence[str]) -> Any:
    """The rows as columns of text inside the engine."""
    columns = dict(zip(names, map(list, zip(*rows, strict=True)), strict=False)) or {name: [] for name in names}
    chosen = ", ".join(f"unnest(${name}::varchar[]) as {name}" for name in columns)
    return connection.sql(f"select {chosen}", params=columns)
