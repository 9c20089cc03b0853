"""DuckDB at work: a connection, with limits for a stranger's files; its errors in words; how far it is."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Event, Thread, Timer
from typing import Any

from informed.core.errors import InputError
from informed.readers.files.sources import Source

Progress = Callable[[float], None]

UNTRUSTED = ("memory_limit = '1GB'", "enable_external_access = false", "lock_configuration = true")
LONGEST = 60.0  # seconds given to a stranger's file
HINTS = {
    "INTERRUPT": "; it takes too long here, count it with the command line",
    "GZIP": "; the file is damaged or cut short",
    "Parquet": "; the file is damaged or cut short",
    "magic bytes": "; the file is no Parquet file, or cut short",
    "enough bytes": "; the file is damaged or cut short",
    "orrupt": "; the file is damaged or cut short",
    "Arrow source": "; the file is damaged or cut short",
    "invalid state": "; its line ends are mixed, or a quote stands in the wrong place",
    "disabled by configuration": "; a database reads nothing but the files that were named",
    "to numerical": "; weights and scores must be numbers",
    "DOUBLE": "; weights and scores must be numbers",
}
TEXTS = re.compile(r"Could not convert string ['\"](.*)['\"] to '?DOUBLE'? when casting from source column (.+)")
ALIKE = re.compile(r"keys '.*' differ only in case")  # what is said of JSON


_stranger: ContextVar[bool] = ContextVar("stranger", default=False)


@contextmanager
def distrusting() -> Iterator[None]:
    """Read a stranger's files: in bounded memory and time, by an engine that can read nothing else."""
    before = _stranger.set(True)
    try:
        yield
    finally:
        _stranger.reset(before)


def distrusted() -> bool:
    """Whether a stranger's files are read."""
    return _stranger.get()


@contextmanager
def connected(found: Sequence[Source]) -> Iterator[Any]:
    """A connection of DuckDB, for a stranger's files and for databases one that can read nothing but these.

    A stranger's files have limits as well.
    """
    import duckdb

    with duckdb.connect(config={"autoinstall_known_extensions": "false"}) as connection:
        stop = Timer(LONGEST, connection.interrupt)
        connection.execute("set enable_progress_bar_print = false")  # into the output of whoever asks
        try:
            if _stranger.get():
                folders = [str(each.path.parent) for each in found]
                connection.execute("set allowed_directories = $folders", {"folders": folders})
                for setting in UNTRUSTED:
                    connection.execute(f"set {setting}")
                stop.start()
            elif any(each.kind == "duckdb" for each in found):  # whose views may read any file
                paths = [str(path) for each in found for path in (each.pattern, each.path, each.path.resolve())]
                paths += [f"{path}.wal" for path in paths]  # where a database keeps its last changes
                connection.execute("set allowed_paths = $paths", {"paths": paths})
                connection.execute("set enable_external_access = false")
            yield connection
        finally:
            stop.cancel()


@contextmanager
def clean_errors(found: Sequence[Source]) -> Iterator[None]:
    """Errors of the engine in one line, with the names the user gave."""
    import duckdb

    what = found[0].name if len(found) == 1 else f"{found[0].name} and {len(found) - 1} more"
    try:
        yield
    except RuntimeError as error:
        if "interrupted" not in str(error):
            raise
        raise KeyboardInterrupt from None  # so DuckDB says that somebody pressed Ctrl-C
    except duckdb.Error as error:
        said = str(error).strip().splitlines()[0].rstrip(". ")
        if alike := ALIKE.search(said):
            raise InputError(f"{what}: the {alike[0]}; rename one of them") from None
        if texts := TEXTS.search(said):
            held = f"column {texts[2]!r} holds texts such as {texts[1]!r}"
            raise InputError(f"{what}: {held}; name a column of numbers", said=texts[2]) from None
        for source in found:
            said = said.partition(". Detail: ")[0].replace(str(source.path.absolute()), source.name)
            said = said.replace(str(source.path), source.name).removesuffix(f": {source.name}")
        hint = next((hint for mark, hint in HINTS.items() if mark in said), "")
        raise InputError(f"{what}: {said.partition(': ')[2] or said}{hint}") from None


@contextmanager
def watched(connection: Any, progress: Progress | None) -> Iterator[None]:
    """While the engine works, tell how much of the work is done."""
    if progress is None or connection is None:
        yield
        return
    connection.execute("set enable_progress_bar = true")
    done = Event()

    def look() -> None:
        while not done.wait(0.1):
            progress(max(connection.query_progress(), 0) / 100)

    thread = Thread(target=look, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
