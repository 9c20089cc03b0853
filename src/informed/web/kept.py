"""Files that were opened in the workbench: each in a folder of its own, under a key that only its page knows."""

import re
import secrets
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from informed.readers.files.spool import Spool

SECONDS = 3600.0  # without a question, then a file is deleted
MOST = 1000  # files; one more, and the one that was not asked about for longest is deleted
BYTES = 2 * 2**30  # of all files together; above, the same
LONGEST = 80  # characters of a name
NUMBERED = "\N{NO-BREAK SPACE}"  # before the number of a second file of one name; no harmless name holds it


@dataclass
class File:
    """A file that was opened, with the name it came with, as far as that is harmless."""

    key: str
    path: Path
    asked: float

    @property
    def name(self) -> str:
        """What the user calls it."""
        return self.path.name

    @property
    def size(self) -> int:
        """Bytes on disk, of all files that were opened together."""
        return sum(each.stat().st_size for each in self.path.parent.iterdir())


@dataclass
class Kept:
    """The files of a server; gone when they are forgotten, old or too many, and with the server."""

    spool: Spool
    seconds: float = SECONDS
    now: Callable[[], float] = time.monotonic
    files: dict[str, File] = field(default_factory=dict)

    def place(self, name: str) -> File:
        """A place for a new file."""
        while self.files and (len(self.files) >= MOST or sum(file.size for file in self.files.values()) > BYTES):
            self.forget(min(self.files.values(), key=lambda file: file.asked).key)
        folder = Path(tempfile.mkdtemp(dir=self.spool.path))
        file = File(secrets.token_urlsafe(16), folder / harmless(name), self.now())
        self.files[file.key] = file
        return file

    def find(self, key: str) -> File | None:
        """The file of this key, if it is still there."""
        self.clear()
        if file := self.files.get(key):
            file.asked = self.now()
        return file

    def forget(self, key: str) -> None:
        """Delete a file."""
        if file := self.files.pop(key, None):
            shutil.rmtree(file.path.parent, ignore_errors=True)

    def clear(self) -> None:
        """Delete what nobody has asked about for long."""
        last = self.now() - self.seconds
        for file in list(self.files.values()):
            if file.asked < last:
                self.forget(file.key)


def harmless(name: str) -> str:
    """The last part of a name without anything that a path, a pattern or an option could be made of."""
    plain = re.sub(r"[^\w. -]", "_", re.split(r"[/\\]", name)[-1])[-LONGEST:].lstrip(". -")
    return plain or "upload"


def apart(names: Sequence[str]) -> list[str]:
    """Harmless names for files that are opened together; of equal ones the later have a number."""
    found: list[str] = []
    for name in map(harmless, names):
        plain = Path(name)
        numbered = (f"{plain.stem}{NUMBERED}{place}{plain.suffix}" for place in range(2, len(names) + 2))
        found.append(next(each for each in (name, *numbered) if each not in found))
    return found


def called(name: str) -> str:
    """What the user calls a file: its name without a number that was given here."""
    return re.sub(rf"{NUMBERED}\d+", "", name)
