"""Small separated files without quotes, which Python splits before an engine has started."""

from collections import Counter
from collections.abc import Sequence
from operator import methodcaller

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
    if not all(lines) or {*map(methodcaller("count", of.separator), lines)} - {len(of.names) - 1}:
        return None
    parts = of.separator.join(lines).split(of.separator) if lines else []
    return list(zip(*[iter([part or None for part in parts])] * len(of.names), strict=True))


def grouped(rows: Fields, places: Sequence[int]) -> Grouped:
    """The distinct rows of the columns in these places, counted."""
    columns = list(zip(*rows, strict=True))
    found = Counter(zip(*(columns[place] for place in places), strict=True)) if rows else {}
    return Grouped(list(zip(*found, strict=True)) or [()] * len(places), list(found.values()))
