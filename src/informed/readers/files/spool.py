"""Where copies and uploads lie while they are read: a folder cleared at the end, after a crash by the next reader."""

import os
import shutil
import tempfile
import time
import weakref
from functools import cache
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: a folder is cleared by the process that made it only
    fcntl = None  # type: ignore[assignment]

PREFIX = "informed-copies-"
LOCK = "lock"
YOUNG = 60.0  # seconds in which a folder may still be without its lock
OLD = 3600.0  # seconds after which a folder without a lock is taken for left over


class Spool:
    """A folder that is made when first needed, locked as long as this process lives, and gone with this object."""

    def __init__(self) -> None:
        self._clear: weakref.finalize[..., Spool] | None = None
        self._path: Path | None = None

    def request(self) -> tempfile.TemporaryDirectory[str]:
        """A folder for one request, gone after it."""
        return tempfile.TemporaryDirectory(dir=self.path)

    @property
    def path(self) -> Path:
        """The folder itself."""
        if self._path is None:
            self._path = Path(tempfile.mkdtemp(prefix=PREFIX))
            lock = os.open(self._path / LOCK, os.O_CREAT | os.O_RDWR, 0o600)
            _locked(lock)
            self._clear = weakref.finalize(self, _cleared, self._path, lock)
        return self._path

    def __enter__(self) -> "Spool":
        _clear_once()
        return self

    def __exit__(self, *_: object) -> None:
        if self._clear is not None:
            self._clear()
        self._clear = self._path = None


def _cleared(folder: Path, lock: int) -> None:
    os.close(lock)
    shutil.rmtree(folder, ignore_errors=True)


@cache
def _clear_once() -> None:
    """Remove what is left over when a process reads its first file; to look every time would cost too much."""
    clear_leftovers()


def clear_leftovers() -> None:
    """Remove the folders of processes that died: nobody holds their lock any more."""
    if fcntl is None:
        return
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        if _abandoned(folder):
            shutil.rmtree(folder, ignore_errors=True)


def _abandoned(folder: Path) -> bool:
    try:
        known = folder.lstat()
        age = time.time() - known.st_mtime
        if folder.is_symlink() or known.st_uid != os.getuid() or age < YOUNG:
            return False
        try:
            lock = os.open(folder / LOCK, os.O_RDWR)
        except FileNotFoundError:  # its process died before it made the lock
            return age > OLD
        try:
            return _locked(lock)
        finally:
            os.close(lock)
    except OSError:
        return False


def _locked(file: int) -> bool:
    """Whether the lock could be taken; it lasts until the file is closed."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
