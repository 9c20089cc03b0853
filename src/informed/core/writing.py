"""What leaves the program: files that nobody ever reads half of, and text that no terminal obeys."""

import os
import re
from pathlib import Path

from informed.core.errors import InputError

OBEYED = re.compile(
    "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069]"
)  # but for tabs and ends of lines


def visible(text: str) -> str:
    """The text with what a terminal would obey written out, as JSON may have it; no label colours or moves a line."""
    return OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def seen(label: object) -> str:
    """A label as it can be told from others: in quotes where a part of it would not be seen, or there is none."""
    text = str(label)
    return text if text and text == text.strip() and visible(text) == " ".join(text.splitlines()) else repr(text)


def write(path: str | Path, content: str | bytes) -> None:
    """Write a file whole or not at all: beside its place, and then moved there.

    A device or a pipe is written to as it is.
    """
    place, data = Path(path), content.encode(errors="backslashreplace") if isinstance(content, str) else content
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
        why = (error.strerror or str(error)).lower()
        raise InputError(f"{path}: cannot be written: {why}", said=path) from None
