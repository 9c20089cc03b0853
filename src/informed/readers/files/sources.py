"""Where files are found and how they are opened: names, patterns, folders, standard input, kinds and encodings."""

import codecs
import glob
import os
import re
import shutil
import stat
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from informed.core.errors import InputError, arg
from informed.readers.files import packing, sqlite, workbooks
from informed.readers.files.formats import formats
from informed.readers.files.packing import part_named
from informed.readers.files.spool import Spool

KINDS = {
    "separated": (".csv", ".tsv", ".txt", ".tab", ".psv", ".dat"),
    "json": (".json", ".jsonl", ".ndjson"),
    "workbook": workbooks.ENDINGS,
    "sqlite": (".sqlite", ".sqlite3", ".db"),
}  # and those of `readers.formats`
PARTED = (*KINDS["workbook"], *KINDS["sqlite"], ".zip")
TEXT = ("separated", "json")  # what DuckDB unpacks by itself
DATABASES = ("sqlite", "duckdb")
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
PIECE = 2**20  # bytes
CONTROL = {*range(1, 9), *range(14, 27), *range(28, 32)}  # bytes that no text has
LONGEST = 50  # characters of a name that are kept for a copy: an archive may hold names that no disk can
ADDRESS = re.compile(r"([a-z][a-z0-9+.-]+):/", re.IGNORECASE)  # a Path has lost its second stroke
DOWNLOADS = {  # how the content of an address becomes a file
    "http": "curl -LO {}",
    "https": "curl -LO {}",
    "s3": "aws s3 cp {} .",
    "gs": "gcloud storage cp {} .",
    "hf": "hf download",
}


class Source(NamedTuple):
    """A file to be read: its place on disk, what the user calls it, its kind and its compression.

    ``part``: the table of a database; ``sql``: what is asked of it instead. ``root``: the folder that was named, whose
    folders called ``key=value`` are columns. ``sheets``: those of a workbook, the one that is read first.
    """

    path: Path
    name: str
    kind: str = ""
    compression: str = "none"
    part: str | None = None
    sql: str | None = None
    root: Path | None = None
    sheets: tuple[str, ...] = ()

    @property
    def pattern(self) -> str:
        """The pattern that this file alone matches, for an engine that takes every name for a pattern."""
        return "".join(f"[{mark}]" if mark in "*?[" else mark for mark in str(self.path))


def sources(
    paths: Iterable[str | Path], spool: Spool, encoding: str = "utf-8", table: str | None = None, sql: str | None = None
) -> list[Source]:
    """The files behind names, patterns, folders and ``-``; ``book.xlsx#Sheet2`` is a part of a file, as ``table`` is.

    Standard input, sheets, packed files and foreign encodings are copied to ``spool``.
    """
    given = list(paths)
    if not given:
        raise InputError("no file was given, and an empty list has no rows; give rows, or name one or more files")
    found = []
    for each in given:
        file, part = part_named(str(each), (*PARTED, *formats()["duckdb"].ENDINGS, *packing.ENDINGS))
        if part is not None and table is not None:
            raise InputError(f"{each}: {arg('table')} {table!r} names another part of this file; leave out one of them")
        found += [place._replace(part=part or table, sql=sql) for place in _expanded(file, spool)]
    if sql is not None and len(found) > 1:
        raise InputError(f"{arg('sql')} asks one database, and {len(found):,} files are named; name one")
    read = [_source(each, spool, encoding) for each in found]
    if _codec(encoding) not in ("utf-8", "utf-8-sig") and not any(each.kind == "separated" for each in read):
        raise InputError(f"{arg('encoding', encoding)} has no effect on {read[0].name}: it is for separated text (CSV)")
    return read


def parts_of(path: Path) -> list[str]:
    """What can be named after ``#``: the sheets, tables or files inside this one; nothing where it is one table."""
    if not path.name.lower().endswith(PARTED):
        return []
    start = packing.beginning(path, "none", 4096)
    kind = _kind(path, start)
    if kind == "workbook":
        return workbooks.sheets(path, path.name)
    if packing.packing(start) == "zip":
        return packing.listed(path, path.name)
    return sqlite.tables(path, path.name) if kind == "sqlite" else []


def twice(names: Iterable[str]) -> list[str]:
    """A note of each file that is given more than once, and then counts as often."""
    given = Counter(names)
    return [f"{name} is given {times} times and counted {times} times" for name, times in given.items() if times > 1]


def standard_input() -> Any:
    """Standard input as bytes; where there is none, that is said."""
    if sys.stdin is None:
        raise InputError("standard input is closed; name a file instead of -")
    return sys.stdin.buffer


def resolved(given: str | Path) -> list[str | Path]:
    """The names one argument stands for: its own, unless nothing is called so and it is a pattern."""
    if os.path.lexists(given) or not glob.has_magic(str(given)):
        return [given]
    return [each for each in sorted(glob.glob(str(given), recursive=True)) if not os.path.isdir(each)]


def _expanded(given: str, spool: Spool) -> list[Source]:
    """The files one argument stands for; what can be read only once is copied, for an engine reads in parallel."""
    if not given:
        raise InputError("the name of a file is ''; name a file, or - for standard input")
    if given == "-":
        return [Source(_copied(standard_input(), spool.path / "standard-input"), "standard input")]
    if not os.path.lexists(given) and (address := ADDRESS.match(given)):
        raise _not_a_file(given, address[1].lower())
    found = resolved(given)
    if not found:
        raise InputError(f"{given}: no file matches this pattern")
    if os.path.isdir(given):
        return _in_folder(Path(given))
    return [Source(_file(Path(each), spool), str(each)) for each in found]


def _not_a_file(address: str, scheme: str) -> InputError:
    address = re.sub(r":/+", "://", address, count=1)
    how = DOWNLOADS.get(scheme)
    remedy = f"download it first ({how.format(address)})" if how else "copy it to a file first"
    return InputError(f"{address:.200} is an address; only files are read: {remedy} and name the file")


def _in_folder(folder: Path) -> list[Source]:
    """The Parquet files of a folder; names that begin with a dot or _ are notes of whoever wrote them."""
    found = sorted(each for each in _below(folder) if each.is_file())
    endings = formats()["parquet"].ENDINGS
    rows = [each for each in found if each.suffix.lower() in endings]
    if not rows:
        ending = found[0].suffix if found else ".csv"
        raise InputError(
            f"{folder} is a directory without Parquet files; name its files, for example '{folder}/*{ending}'"
        )
    if other := [each for each in found if each not in rows]:
        raise InputError(
            f"{folder} is a directory of Parquet files, but also holds {other[0].relative_to(folder)}; "
            f"name the files to read, for example '{folder}/**/*{rows[0].suffix}'"
        )
    return [Source(each, str(each), root=folder) for each in rows]


def _below(folder: Path) -> Iterator[Path]:
    """What lies in a folder and in those below it, links followed; no folder is read twice."""
    read = {folder.resolve(): folder}
    for place, folders, files in os.walk(folder, followlinks=True):
        folders[:] = [each for each in folders if each[0] not in "._"]
        for each in folders:
            path = Path(place, each)
            if (before := read.setdefault(path.resolve(), path)) != path:
                raise InputError(f"{path} and {before} are the same folder; remove the link, or name the files to read")
        for path in (Path(place, each) for each in files if each[0] not in "._"):
            if not path.exists():
                raise InputError(f"{path} is a link to a file or folder that does not exist; remove it, or mend it")
            yield path


def _file(path: Path, spool: Spool) -> Path:
    """A plain file with the content of whatever has this name."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file") from None
    except ValueError:
        raise InputError(f"{str(path)!r:.80}: a name has no null byte; remove it") from None
    except OSError as error:  # a name too long
        raise InputError(f"{str(path)!r:.80}: {error.strerror}") from None
    if stat.S_ISFIFO(mode):
        with path.open("rb") as pipe:
            return _copied(pipe, _beside(path, spool))
    if not stat.S_ISREG(mode):
        raise InputError(f"{path} is a device, not a file of rows; copy the rows to a file first")
    return path


def _copied(source: Any, target: Path) -> Path:
    with target.open("wb") as file:
        shutil.copyfileobj(source, file)
    return target


def _source(found: Source, spool: Spool, encoding: str) -> Source:
    """The file as it can be read, unpacked and copied where that is needed."""
    path, name = found.path, found.name
    try:
        with path.open("rb") as file:
            compression = packing.packing(file.read(8))
    except PermissionError:
        raise InputError(f"{name}: permission denied; you may not read this file") from None
    if compression == "gzip":
        packing.check_sum(path, name)
    start = packing.beginning(path, compression, 4096)
    kind = _kind(path, start)
    if kind != "workbook" and compression == "zip":
        inner, part = packing.member(path, name, found.part, lambda name: _beside(Path(name), spool))
        return _source(found._replace(path=inner, name=f"{name}#{part}", part=None), spool, encoding)
    if compression in ("bzip2", "xz") or (compression not in ("none", "zip") and kind not in TEXT):
        inner = packing.unpacked(path, name, compression, _beside(Path(path.stem), spool))
        return _source(found._replace(path=inner), spool, encoding)
    _check_asked(found, kind)
    if kind == "workbook":
        rows, sheets = workbooks.sheet_rows(path, name, found.part, _beside(path, spool))
        return Source(rows, name, "json", "none", sheets=sheets)
    if kind == "sqlite":
        return Source(sqlite.table_rows(path, name, found.part, found.sql, _beside(path, spool)), name, "json", "none")
    whole = found._replace(kind=kind, compression=compression)
    if kind != "separated":
        return whole
    if start.startswith(UTF_16) and _codec(encoding) == "utf-8":
        raise InputError(f"{name} begins like UTF-16 (byte offset 0); read it with {arg('encoding', 'utf-16')}")
    if _codec(encoding) in ("utf-8", "utf-8-sig"):
        return whole
    return Source(_recoded(path, name, compression, spool, encoding), name, kind, "none")


def _check_asked(found: Source, kind: str) -> None:
    """Refuse a table or a query where the file has none."""
    if found.sql is not None and kind not in DATABASES:
        raise InputError(
            f"{arg('sql')} is asked of a database (.duckdb, .sqlite); "
            f"{found.name} is none; name one with {arg('database')}"
        )
    if found.sql is not None and found.part is not None:
        raise InputError(f"{arg('sql')} names its tables itself; leave out the table {found.part!r}")
    if found.part is not None and kind not in (*DATABASES, "workbook"):
        raise InputError(
            f"{arg('table')} {found.part!r} is for databases and workbooks; {found.name} has only one table"
        )


def _kind(path: Path, start: bytes) -> str:
    """What a file holds, by the ending of text, by how it begins, or by any other ending."""
    endings = [each.lower() for each in path.suffixes if each.lower() not in packing.ENDINGS][-1:]
    ending = endings[0] if endings else ""
    begins = {kind: form.MAGIC for kind, form in formats().items()} | {"sqlite": re.escape(sqlite.MAGIC)}
    ends = KINDS | {kind: form.ENDINGS for kind, form in formats().items()}
    known = [kind for kind in TEXT if ending in KINDS[kind]]
    known += [kind for kind, magic in begins.items() if re.match(magic, start, re.DOTALL)]
    known += [kind for kind, known in ends.items() if ending in known]
    if known:
        return known[0]
    if start.startswith(packing.PACKED["zip"]) and workbooks.is_workbook(path):
        return "workbook"
    return "json" if start.lstrip()[:1] in (b"{", b"[") else "separated"


def _codec(encoding: str) -> str:
    try:
        "".encode(encoding)  # which a codec that is no encoding of text refuses
        return codecs.lookup(encoding).name
    except (LookupError, ValueError):  # the latter from a name that is no text, and from Python's codec 'undefined'
        raise InputError(f"{arg('encoding', encoding)} is unknown; try utf-8, latin-1, cp1252 or utf-16") from None


def _recoded(path: Path, name: str, compression: str, spool: Spool, encoding: str) -> Path:
    """A copy of the file in UTF-8."""
    if compression not in packing.OPENERS:
        raise InputError(
            f"{name}: {arg('encoding', encoding)} of a {compression} file cannot be changed; decompress it first"
        )
    copy = _beside(path, spool)
    with (
        packing.OPENERS[compression](path, "rt", encoding=encoding, newline="") as source,
        copy.open("w", encoding="utf-8", newline="") as to,
    ):
        try:
            shutil.copyfileobj(source, to)
        except UnicodeError as error:
            raise InputError(f"{name} is not {encoding}: {error}; give another encoding") from None
    return copy


def _beside(path: Path, spool: Spool) -> Path:
    """A place in the spool that is not taken."""
    return spool.path / f"{len(os.listdir(spool.path))}-{path.name[-LONGEST:]}"


def not_utf8(source: Source) -> InputError:
    """The error for a file in another encoding, with the place where that shows; for an image, that it is no table."""
    how = f"give its encoding, for example {arg('encoding', 'latin-1')}"
    if source.compression == "none" and _is_binary(source.path):
        return InputError(f"{source.name} is not a table: it holds binary data, as an image does; if it is text, {how}")
    place = "" if source.compression != "none" else f" at byte offset {_first_foreign_byte(source.path):,}"
    return InputError(f"{source.name} is not UTF-8{place}; {how}")


def _is_binary(path: Path) -> bool:
    """Whether a file begins with bytes that no text has; UTF-16 has zeros, but begins with a mark."""
    with path.open("rb") as file:
        begin = file.read(PIECE)
    return (
        not begin.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) and 0 in begin and bool(CONTROL & set(begin))
    )


def _first_foreign_byte(path: Path) -> int:
    decoder = codecs.getincrementaldecoder("utf-8")()
    with path.open("rb") as file:
        offset = 0
        while chunk := file.read(PIECE):
            pending = len(decoder.getstate()[0])
            try:
                decoder.decode(chunk)
            except UnicodeDecodeError as error:
                return offset - pending + error.start
            offset += len(chunk)
    return offset
