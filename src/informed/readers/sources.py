"""Where files are found and how they are opened: names, patterns, standard input, kinds and encodings."""

from __future__ import annotations

import codecs
import glob
import gzip
import os
import shutil
import stat
import sys
import zlib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from informed.core.errors import InputError
from informed.readers.formats import formats
from informed.readers.workbooks import MAGIC, sheet_named, sheet_rows

KINDS = {
    "separated": (".csv", ".tsv", ".txt", ".tab", ".psv", ".dat"),
    "json": (".json", ".jsonl", ".ndjson"),
    "workbook": (".xlsx", ".xlsm"),
}  # and those of `readers.formats`
COMPRESSIONS = {"gzip": b"\x1f\x8b", "zstd": b"\x28\xb5\x2f\xfd"}
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
PIECE = 2**20  # bytes


class Source(NamedTuple):
    """A file to be read: its place on disk, what the user calls it, its kind and its compression."""

    path: Path
    name: str
    kind: str
    compression: str

    @property
    def pattern(self) -> str:
        """The pattern that this file alone matches, for an engine that takes every name for a pattern."""
        return "".join(f"[{mark}]" if mark in "*?[" else mark for mark in str(self.path))


def sources(paths: Iterable[str | Path], spool: Path, encoding: str = "utf-8") -> list[Source]:
    """The files behind names, patterns and ``-``; ``book.xlsx#Sheet2`` is a sheet of a workbook.

    Standard input, sheets and foreign encodings are copied to ``spool``.
    """
    given = list(paths)
    if not given:
        raise InputError("no file was given; name one or more files, or - for standard input")
    found = []
    for each in given:
        book, sheet = sheet_named(str(each), KINDS["workbook"])
        found += [_source(path, name, spool, encoding, sheet) for path, name in _expanded(book, spool)]
    return found


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


def _expanded(given: str | Path, spool: Path) -> list[tuple[Path, str]]:
    """The files one argument stands for; what can be read only once is copied, for an engine reads in parallel."""
    if str(given) == "-":
        return [(_copied(standard_input(), spool / "standard-input"), "standard input")]
    found = resolved(given)
    if not found:
        raise InputError(f"{given}: no file matches this pattern")
    return [(_file(Path(each), spool), str(each)) for each in found]


def _file(path: Path, spool: Path) -> Path:
    """A plain file with the content of whatever has this name."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file") from None
    except (OSError, ValueError) as error:  # a name too long, or with a zero byte
        raise InputError(f"{str(path)!r:.80}: {getattr(error, 'strerror', error)}") from None
    if stat.S_ISDIR(mode):
        raise InputError(f"{path} is a directory; name its files, for example '{path / '*.csv'}'")
    if stat.S_ISFIFO(mode):
        with path.open("rb") as pipe:
            return _copied(pipe, spool / f"{len(os.listdir(spool))}-{path.name}")
    if not stat.S_ISREG(mode):
        raise InputError(f"{path} is a device, not a file of rows; copy the rows to a file first")
    return path


def _copied(source: Any, target: Path) -> Path:
    with target.open("wb") as file:
        shutil.copyfileobj(source, file)
    return target


def _source(path: Path, name: str, spool: Path, encoding: str, sheet: str | None = None) -> Source:
    try:
        with path.open("rb") as file:
            start = file.read(4096)
    except PermissionError:
        raise InputError(f"{name}: permission denied; you may not read this file") from None
    compression = next((each for each, magic in COMPRESSIONS.items() if start.startswith(magic)), "none")
    if compression == "gzip":
        _check_sum(path, name)
    kind = _kind(path, start)
    if kind == "workbook":
        return Source(sheet_rows(path, name, sheet, _beside(path, spool)), name, "json", "none")
    if kind != "separated":
        return Source(path, name, kind, compression)
    if start.startswith(UTF_16) and _codec(encoding) == "utf-8":
        raise InputError(f"{name} begins like UTF-16 (byte offset 0); read it with encoding='utf-16'")
    if _codec(encoding) in ("utf-8", "utf-8-sig"):
        return Source(path, name, kind, compression)
    return Source(_recoded(path, name, compression, spool, encoding), name, kind, "none")


def _check_sum(path: Path, name: str) -> None:
    """Unpack a gzip file once to hold it against its checksum, which DuckDB does not look at."""
    try:
        with gzip.open(path) as file:
            while file.read(PIECE):
                pass
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(f"{name}: {error}; the file is damaged or cut short") from None


def _kind(path: Path, start: bytes) -> str:
    """What a file holds, by its ending, or by how it begins."""
    endings = [each for each in path.suffixes if each not in (".gz", ".zst")][-1:]
    for kind, known in KINDS.items():
        if endings and endings[0].lower() in known:
            return kind
    for kind, form in formats().items():
        if (endings and endings[0].lower() in form.ENDINGS) or start.startswith(form.MAGIC):
            return kind
    if start.startswith(MAGIC):
        return "workbook"
    return "json" if start.lstrip()[:1] in (b"{", b"[") else "separated"


def _codec(encoding: str) -> str:
    try:
        "".encode(encoding)  # which a codec that is no encoding of text refuses
        return codecs.lookup(encoding).name
    except LookupError:
        raise InputError(f"encoding={encoding!r} is unknown; try utf-8, latin-1, cp1252 or utf-16") from None


def _recoded(path: Path, name: str, compression: str, spool: Path, encoding: str) -> Path:
    """A copy of the file in UTF-8."""
    if compression == "zstd":
        raise InputError(f"{name}: encoding={encoding!r} of a zstd file cannot be changed; decompress it first")
    copy = _beside(path, spool)
    opener: Any = gzip.open if compression == "gzip" else open
    with (
        opener(path, "rt", encoding=encoding, newline="") as source,
        copy.open("w", encoding="utf-8", newline="") as to,
    ):
        try:
            shutil.copyfileobj(source, to)
        except UnicodeError as error:
            raise InputError(f"{name} is not {encoding}: {error}; give another encoding") from None
    return copy


def _beside(path: Path, spool: Path) -> Path:
    """A place in the spool that is not taken."""
    return spool / f"{len(os.listdir(spool))}-{path.name}"


def not_utf8(source: Source) -> InputError:
    """The error for a file in another encoding, with the place where that shows."""
    place = "" if source.compression != "none" else f" at byte offset {_first_foreign_byte(source.path):,}"
    return InputError(f"{source.name} is not UTF-8{place}; give its encoding, for example encoding='latin-1'")


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
