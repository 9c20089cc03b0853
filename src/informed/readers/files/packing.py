"""Packed files: what is inside them, checked, and unpacked where no engine does it."""

import bz2
import gzip
import lzma
import shutil
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from informed.core.errors import InputError, choice

MOST = 10  # parts named in a message


def part_named(given: str, endings: tuple[str, ...]) -> tuple[str, str | None]:
    """A file and its part after ``#``, where one is named; the names of both may hold a # themselves."""
    marks = [at for at, sign in enumerate(given) if sign == "#" and given[:at].lower().endswith(endings)]
    if not marks or Path(given).exists():
        return given, None
    mark = next((at for at in marks if Path(given[:at]).exists()), marks[0])
    return given[:mark], given[mark + 1 :]


def part_of(name: str, part: str | None, parts: Sequence[str], kind: str = "table") -> str:
    """The part that is meant: the one that is named, or the only one."""
    if part is not None:
        return choice(f"{name}: table", part, parts)
    if len(parts) == 1:
        return parts[0]
    if not parts:
        raise InputError(f"{name} has no {kind}s; is it the right file?")
    more = f" and {len(parts) - MOST:,} more" if len(parts) > MOST else ""
    raise InputError(
        f"{name} has {len(parts):,} {kind}s: {', '.join(parts[:MOST])}{more}; name one: '{name}#{parts[0]}'"
    )


PACKED = {
    "gzip": b"\x1f\x8b",
    "zstd": b"\x28\xb5\x2f\xfd",
    "bzip2": b"BZh",
    "xz": b"\xfd7zXZ\x00",
    "zip": b"PK\x03\x04",
}
ENDINGS = (".gz", ".zst", ".bz2", ".xz", ".zip")
DAMAGED = (EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile, BadZipFile, RuntimeError, NotImplementedError)
PIECE = 2**20  # bytes
OPENERS: Mapping[str, Callable[..., Any]] = {"gzip": gzip.open, "bzip2": bz2.open, "xz": lzma.open, "none": open}


@contextmanager
def parsing(*names: Any) -> Iterator[None]:
    """What other libraries raise while they read these files is said with their names; our own faults stay faults."""
    try:
        yield
    except (InputError, OSError, MemoryError):
        raise
    except Exception as error:
        if not _strange(error):
            raise
        what = f"{names[0]}{f' and {len(names) - 1} more' if len(names) > 1 else ''}"
        said = f"{type(error).__name__}: {' '.join(str(error).split())}".removesuffix(": ")
        raise InputError(
            f"{what}: it cannot be read ({said:.300}); the file is damaged, or not what its name says"
        ) from None


def _strange(error: Exception) -> bool:
    """Whether an error was raised by, or is of, a library that parses files."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    raised = trace.tb_frame.f_globals.get("__name__", "") if trace else ""
    own = ("informed", "numpy", "scipy", "builtins")
    return any(each.partition(".")[0] not in own for each in (raised, type(error).__module__))


def packing(start: bytes) -> str:
    """How a file that begins like this is packed."""
    return next((each for each, magic in PACKED.items() if start.startswith(magic)), "none")


def beginning(path: Path, packed: str, size: int) -> bytes:
    """The first bytes of what is inside; of the file itself where Python cannot unpack it."""
    try:
        with OPENERS.get(packed, open)(path, "rb") as file:
            found: bytes = file.read(size)
            return found
    except (*DAMAGED, OSError, ValueError):
        return b""


def check_sum(path: Path, name: str) -> None:
    """Unpack a gzip file once to hold it against its checksum, which DuckDB does not look at."""
    try:
        with gzip.open(path) as file:
            while file.read(PIECE):
                pass
    except DAMAGED as error:
        raise damaged(name, error) from None


def unpacked(path: Path, name: str, packed: str, copy: Path) -> Path:
    """What is inside, written to ``copy``."""
    if packed == "zstd":
        raise InputError(f"{name}: zstd holds only text and JSON here; decompress it first: zstd -d {path.name}")
    with OPENERS[packed](path, "rb") as file, copy.open("wb") as to:
        try:
            shutil.copyfileobj(file, to, PIECE)
        except DAMAGED as error:
            raise damaged(name, error) from None
        except OSError as error:
            if error.errno is not None:  # the disk is full, not the file damaged
                raise
            raise damaged(name, error) from None
    return copy


def listed(path: Path, name: str) -> list[str]:
    """The files in an archive."""
    try:
        with ZipFile(path) as archive:
            return _members(archive, name)
    except DAMAGED as error:
        raise damaged(name, error) from None


def _members(archive: ZipFile, name: str) -> list[str]:
    """The names of the files in an archive; only one of two with the same name could be read."""
    names = [each.filename for each in archive.infolist() if not each.is_dir()]
    found = Counter(each for each in names if not each.startswith("__MACOSX/"))
    if twice := next((each for each, times in found.items() if times > 1), None):
        raise InputError(f"{name}: two files in it are called {twice!r}; pack them again under different names")
    return list(found)


def member(path: Path, name: str, part: str | None, copy: Callable[[str], Path]) -> tuple[Path, str]:
    """The file in an archive, or the one that is named, and where its copy lies."""
    try:
        with ZipFile(path) as archive:
            chosen = part_of(name, part, _members(archive, name), "file")
            place = copy(Path(chosen).name)
            with archive.open(chosen) as file, place.open("wb") as to:
                shutil.copyfileobj(file, to, PIECE)
    except (*DAMAGED, OSError, ValueError) as error:
        if isinstance(error, InputError) or getattr(error, "errno", None) is not None:
            raise
        raise damaged(name, error) from None
    return place, chosen


def damaged(name: str, error: Exception) -> InputError:
    """The error for a packed file that cannot be unpacked."""
    return InputError(f"{name}: {error or 'it ends too early'}; the file is damaged or cut short")
