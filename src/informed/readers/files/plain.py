"""Small separated files without quotes, which Python splits before an engine has started."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from informed.readers.engines.groupby import Grouped
from informed.readers.files.csv import Layout
from informed.readers.files.sources import Source

SMALL = 2**20  # bytes
MARKS = (b'"', b"\r", b"\0")  # what an engine has rules for

Fields = list[tuple[str | None, ...]]


def fields(source: Source, of: Layout) -> Fields | None:
    """The fields of every row, an empty one as None; None where reading the file takes more than splitting it."""
    if source.compression != "none" or source.path.stat().st_size > SMALL:
        return None
    data = source.path.read_bytes()
    if any(mark in data for mark in MARKS):
        return None
    try:
        lines = data.decode("utf-8-sig").removesuffix("\n").split("\n")[1:]
    except UnicodeDecodeError:
        return None
    rows = [tuple(field or None for field in line.split(of.separator)) for line in lines]
    return rows if all(lines) and all(len(row) == len(of.names) for row in rows) else None


def grouped(rows: Fields, places: Sequence[int]) -> Grouped:
    """The distinct rows of the columns in these places, counted."""
    found = Counter(tuple(row[place] for place in places) for row in rows)
    return Grouped(list(zip(*found, strict=True)) or [()] * len(places), list(found.values()))
