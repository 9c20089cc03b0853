"""Members of zip archives, Zstandard included, which Python's own reader lacks before 3.14."""

from io import BytesIO
from os import SEEK_CUR
from pathlib import Path
from zipfile import ZipFile

from informed.core.errors import InputError

ZSTANDARD = 93  # a way of packing, by its number in zip archives
LENGTHS = 26  # where the header of a member says how long its name and its extra field are


def unpacked(path: Path, archive: ZipFile, name: str) -> bytes:
    """A member of an archive."""
    member = archive.getinfo(name)
    if member.compress_type != ZSTANDARD:
        return archive.read(name)
    with path.open("rb") as file:
        file.seek(member.header_offset + LENGTHS)
        before = sum(int.from_bytes(file.read(2), "little") for _ in ("name", "extra"))
        file.seek(before, SEEK_CUR)
        packed = file.read(member.compress_size)
    return _zstandard(path, packed, member.file_size)


def _zstandard(path: Path, packed: bytes, size: int) -> bytes:
    found: bytes
    try:
        import zstandard
    except ModuleNotFoundError:
        found = _arrow(path, packed, size)
    else:
        try:
            found = zstandard.ZstdDecompressor().stream_reader(BytesIO(packed), read_across_frames=True).read()
        except zstandard.ZstdError as error:
            raise ValueError(str(error)) from None
    if len(found) != size:
        raise ValueError(f"{len(found):,} bytes unpacked, {size:,} expected")
    return found


def _arrow(path: Path, packed: bytes, size: int) -> bytes:
    try:
        import pyarrow
    except ModuleNotFoundError:
        raise InputError(
            f"{path} is packed with Zstandard, which this Python cannot read: pip install zstandard (or "
            "'informed[dataframe]'), or write the log as JSON: inspect log convert LOG --to json --output-dir DIR"
        ) from None
    found: bytes = pyarrow.Codec("zstd").decompress(packed, size, asbytes=True)
    return found
