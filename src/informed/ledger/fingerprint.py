"""What tells data, and runs, apart."""

import json
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Any

WHOLE = 8 << 20  # bytes up to which all of a file is read
BLOCKS, BLOCK = 64, 1 << 17  # of a larger file: so many blocks of so many bytes, spread evenly


def of_files(paths: Iterable[str | Path]) -> str:
    """The fingerprint of the content of files: all of it, or the size and 64 blocks of a file larger than 8 MiB."""
    found = blake2b(digest_size=16)
    for path in paths:
        place = Path(path)
        size = place.stat().st_size
        found.update(f"{size};".encode())
        with place.open("rb") as file:
            if size <= WHOLE:
                found.update(file.read())
                continue
            for block in range(BLOCKS):
                file.seek(block * (size - BLOCK) // (BLOCKS - 1))
                found.update(file.read(BLOCK))
    return found.hexdigest()


def of_parts(*parts: Any) -> str:
    """The fingerprint of plain data."""
    return blake2b(json.dumps(parts, sort_keys=True).encode(), digest_size=16).hexdigest()
