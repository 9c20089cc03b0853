"""Separated text through DuckDB with nothing left to its guesses: every column is text, every refused line is known."""

import csv
import gzip
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from informed.core.errors import InputError, arg
from informed.readers.files.sources import Source, not_utf8

SEPARATORS = (",", ";", "\t", "|")
LONGEST = 2**21  # characters of a first line, as many as DuckDB takes
SHOWN = 3  # refused lines named in a message


class Layout(NamedTuple):
    """What files must share to be read in one go."""

    names: tuple[str, ...]
    separator: str
    compression: str


def layout(connection: Any, source: Source, separator: str | None) -> Layout:
    """The column names in the first line of a file, and what stands between them."""
    line = _first_line(connection, source)
    if not line:
        raise InputError(f"{source.name} is empty; the first line must name the columns")
    between = separator or max(SEPARATORS, key=line.count)
    if len(between) != 1:
        raise InputError(f"{arg('separator', separator)} must be one character, for example ';' or a tab")
    try:
        names = next(csv.reader([line], delimiter=between))
    except (csv.Error, TypeError, ValueError) as error:
        raise InputError(f"{source.name}: its first line does not name columns ({error})") from None
    return Layout(tuple(name.strip() for name in names), between, source.compression)


def _first_line(connection: Any, source: Source) -> str:
    if source.compression == "zstd":  # which Python learned to read in 3.14 only
        whole = {"sep": "\x1f", "quotechar": "", "escapechar": "", "columns": {"line": "VARCHAR"}}
        found = _read(connection, [source], "zstd", header=False, ignore_errors=True, **whole).limit(1).fetchall()
        return str(found[0][0]) if found else ""
    opener: Any = gzip.open if source.compression == "gzip" else open
    with opener(source.path, "rt", encoding="utf-8-sig", errors="surrogateescape") as file:
        line = file.readline(LONGEST)
    if len(line) == LONGEST:
        raise InputError(f"{source.name}: its first line is longer than {LONGEST:,} characters; does it name columns?")
    if any("\ud800" <= mark <= "\udfff" for mark in line):
        raise not_utf8(source)
    return str(line).rstrip("\n")


def relation(connection: Any, sources: Sequence[Source], of: Layout, **options: Any) -> Any:
    """The rows of files of one layout as text; the columns are called c0, c1, ... for names may repeat."""
    columns = {f"c{place}": "VARCHAR" for place in range(len(of.names))}
    text = {"sep": of.separator, "quotechar": '"', "escapechar": '"', "columns": columns}
    return _read(connection, sources, of.compression, header=True, **text, **options)


def _read(connection: Any, sources: Sequence[Source], compression: str, **options: Any) -> Any:
    paths = [source.pattern for source in sources]
    return connection.read_csv(paths, auto_detect=False, compression=compression, hive_partitioning=False, **options)


NO_NUMBER = re.compile(r"""Error when converting column ('.*?'|".*?"): Could not convert string "(.*)" to '?DOUBLE'?""")
TEXT = re.compile(r" holds ('.*'), which is not a number$")


def refusals(connection: Any, sources: Sequence[Source], of: Layout) -> tuple[int, InputError | None]:
    """How many lines the scan before has refused, and an error that names the first of them."""
    found = connection.execute(
        "select file_path, line, first(error_type), first(error_message) "
        "from reject_errors join reject_scans using (scan_id, file_id) group by all order by 1, 2"
    ).fetchall()
    if not found:
        return 0, None
    source = next((each for each in sources if str(each.path) == found[0][0]), sources[0])
    if any("ENCODING" in kind for _, _, kind, _ in found):
        return len(found), not_utf8(source)
    whys = [_why(message, of.names) for *_, message in found]
    if len(found) > SHOWN and len({each.partition(" holds ")[0] for each in whys}) == 1 and TEXT.search(whys[0]):
        held = TEXT.sub(r" holds texts such as \1", whys[0])
        rows = f"{len(found):,} rows, the first in line {found[0][1]:,}"
        remedy = f"name a column of numbers, or use {arg('skip_bad_rows', True)} to count without"
        column = whys[0].partition("'")[2].partition("'")[0]
        return len(found), InputError(f"{source.name}: {held} ({rows}); {remedy}", said=column)
    said = [f"line {line:,}: {why}" for (_, line, *_), why in zip(found[:SHOWN], whys, strict=False)]
    return len(found), unreadable(source, said, len(found))


def unreadable(source: Source, said: Sequence[str], count: int) -> InputError:
    """The error for so many rows that cannot be read, the first of which are named."""
    more = f"; and {count - len(said):,} more" if count > len(said) else ""
    rows = "1 row" if count == 1 else f"{count:,} rows"
    return InputError(
        f"{source.name}: {rows} cannot be read ({'; '.join(said)}{more}); "
        f"mend the file, or use {arg('skip_bad_rows', True)} to count without"
    )


def _why(message: str, names: Sequence[str]) -> str:
    """DuckDB's reason in fewer words, with the columns called as in the file."""
    reason = re.sub(r'"c(\d+)"\. ', lambda found: f"{names[int(found[1])]!r}: ", message.splitlines()[0].rstrip("."))
    reason = NO_NUMBER.sub(r"column \1 holds '\2', which is not a number", reason)
    return reason.replace("Expected Number of Columns:", "expected").replace(" Found:", " fields, found")
