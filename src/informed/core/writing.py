"""Files are written beside their place and moved there, so that nobody ever reads half of one."""

from __future__ import annotations

import os
from pathlib import Path

from informed.core.errors import InputError


def write(path: str | Path, content: str | bytes) -> None:
    """Write a file whole or not at all; a device or a pipe is written to as it is."""
    place, data = Path(path), content.encode() if isinstance(content, str) else content
    try:
        if place.exists() and not place.is_file():
            place.write_bytes(data)
            return
        place = place.resolve()  # the file itself, not a link to it
        beside = place.with_name(f".{place.name}.{os.getpid()}.part")
        try:
            beside.write_bytes(data)
            if place.exists():
                beside.chmod(place.stat().st_mode)
            beside.replace(place)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {(error.strerror or str(error)).lower()}") from None
