"""Rows of files grouped by DuckDB: separated text, JSON, Parquet, compressed or not, any number of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread, Timer
from typing import Any, NamedTuple

from informed.core.errors import InputError
from informed.readers import plain, separated
from informed.readers.cells import WeightKind
from informed.readers.columns import not_a_label
from informed.readers.frames import Grouped, Levels, as_frame, grouped, refuse_scores, rounded
from informed.readers.sources import Source
from informed.readers.written import as_written, numbers

Progress = Callable[[float], None]

UNTRUSTED = ("memory_limit = '1GB'", "enable_external_access = false", "lock_configuration = true")
FIRST = 1000  # rows whose labels are looked at before the rest is read
LONGEST = 60.0  # seconds given to a stranger's file
HINTS = {
    "INTERRUPT": "; it takes too long here, count it with `informed count`",
    "GZIP": "; the file is damaged or cut short",
    "Parquet": "; the file is damaged or cut short",
    "magic bytes": "; the file is no Parquet file, or cut short",
    "invalid state": "; its line ends are mixed, or a quote stands in the wrong place",
    "DOUBLE": "; weights and scores must be numbers",
}


class Columns(NamedTuple):
    """Columns by their roles; a score is rounded down to multiples of ``width`` (0: kept as it is)."""

    labels: tuple[str, ...]
    by: tuple[str, ...] = ()
    weight: str | None = None
    score: str | None = None
    width: float = 0.0

    @property
    def keys(self) -> list[str]:
        """The columns whose values are told apart, in order."""
        return [*self.by, *self.labels]

    @property
    def used(self) -> list[str]:
        """Every column that is read."""
        return [*self.keys, *(name for name in (self.weight, self.score) if name is not None)]


Choose = Callable[[Sequence[str], str], Columns]
"""From the names of the columns and of the file to the columns to read."""


class Reading(NamedTuple):
    """How files are read.

    A row that cannot be read stops the reading unless ``skip_bad_rows``. ``progress`` is called with the share done.
    ``untrusted``: a stranger's files are read in bounded memory and time, by an engine that can read nothing else.
    """

    weight_kind: WeightKind = "sampling"
    encoding: str = "utf-8"
    separator: str | None = None
    skip_bad_rows: bool = False
    progress: Progress | None = None
    untrusted: bool = False


class Rows(NamedTuple):
    """Distinct rows ``(groups..., labels..., score if any, items, weights, squares)`` and the lines refused."""

    found: Grouped
    columns: Columns
    refused: int = 0

    @property
    def levels(self) -> Levels:
        """The columns that were told apart; files declare no levels."""
        return [(name, None) for name in self.columns.keys]


class _Part(NamedTuple):
    """What files of one kind and layout gave; the keys of ``text`` await a decision on what they mean."""

    found: Grouped
    columns: Columns
    text: bool = False
    refused: int = 0
    refusal: InputError | None = None


def read_rows(found: Sequence[Source], choose: Choose, how: Reading, apart: Collection[str] = ()) -> Rows:
    """The distinct rows of all files. Labels in text are numbers when all are, those set ``apart`` excepted."""
    parts = _parts(found, choose, how)
    for part in parts:
        if part.refusal is not None and not how.skip_bad_rows:
            raise part.refusal
    columns = parts[0].columns
    text = [row for part in parts if part.text for row in part.found.rows]
    rows = as_written(text, len(columns.by), len(columns.labels), apart)
    rows += [row for part in parts if not part.text for row in part.found.rows]
    unweighed = sum(part.found.unweighed for part in parts)
    whole = all(part.found.whole for part in parts)
    return Rows(Grouped(rows, unweighed, whole), columns, sum(part.refused for part in parts))


def _parts(found: Sequence[Source], choose: Choose, how: Reading) -> list[_Part]:
    """Files of one kind and layout are read in one go; small plain ones without an engine."""
    if (parts := _plain_parts(found, choose, how)) is not None:
        return parts
    parts = []
    with clean_errors(found), connected(found, how.untrusted) as connection:
        layouts: dict[separated.Layout, list[Source]] = {}
        for source in found:
            if source.kind == "separated":
                layouts.setdefault(separated.layout(connection, source, how.separator), []).append(source)
        with watched(connection, how.progress):
            for of, files in layouts.items():
                parts.append(_read_separated(connection, files, of, choose(of.names, files[0].name), how))
            for kind, read in (("json", _read_json), ("parquet", _read_parquet)):
                if files := [each for each in found if each.kind == kind]:
                    parts.append(read(connection, files, choose, how))
    return parts


def _plain_parts(found: Sequence[Source], choose: Choose, how: Reading) -> list[_Part] | None:
    """What small plain files give, if all of them are such and only their labels are asked for."""
    parts = []
    for source in found:
        if source.kind != "separated" or source.compression != "none":
            return None
        of = separated.layout(None, source, how.separator)
        rows = plain.fields(source, of)
        if rows is None:
            return None
        columns = choose(of.names, source.name)
        if columns.weight is not None or columns.score is not None:
            return None
        places = [_place(source, of, name) for name in columns.keys]
        labels = places[len(columns.by) :]
        _refuse_written_scores(columns.labels, [[row[place] for place in labels] for row in rows[:FIRST]])
        parts.append(_Part(plain.grouped(rows, places), columns, True))
    return parts


def _place(source: Source, of: separated.Layout, name: str) -> int:
    if of.names.count(name) > 1:
        raise InputError(f"{source.name}: two columns are called {name!r}; rename one of them")
    return of.names.index(name)


@contextmanager
def connected(found: Sequence[Source], untrusted: bool) -> Iterator[Any]:
    """A connection of DuckDB, for a stranger's files one that can read nothing but these, with limits."""
    import duckdb

    with duckdb.connect(config={"autoinstall_known_extensions": "false"}) as connection:
        stop = Timer(LONGEST, connection.interrupt)
        try:
            if untrusted:
                folders = [str(each.path.parent) for each in found]
                connection.execute("set allowed_directories = $folders", {"folders": folders})
                for setting in UNTRUSTED:
                    connection.execute(f"set {setting}")
                stop.start()
            yield connection
        finally:
            stop.cancel()


def column_names(source: Source) -> tuple[str, ...]:
    """The columns of a stranger's file."""
    with clean_errors([source]), connected([source], untrusted=True) as connection:
        if source.kind == "separated":
            return separated.layout(connection, source, None).names
        read = connection.read_json if source.kind == "json" else connection.read_parquet
        return tuple(read(str(source.path)).columns)


def _grouped(frame: Any, columns: Columns, called: Callable[[str], str], how: Reading) -> Grouped:
    """The distinct rows of a frame whose columns are called otherwise than in the file."""
    keys: list[Any] = [called(name) for name in columns.keys]
    if columns.score is not None:
        keys.append(rounded(called(columns.score), columns.width))
    return grouped(frame, keys, called(columns.weight) if columns.weight else None, how.weight_kind)


def _read_separated(
    connection: Any, files: list[Source], of: separated.Layout, columns: Columns, how: Reading
) -> _Part:
    places = {name: _place(files[0], of, name) for name in columns.used}

    def called(name: str) -> str:
        return f"c{places[name]}"

    if columns.labels:
        first = separated.relation(connection, files, of, ignore_errors=True).limit(FIRST)
        _refuse_written_scores(columns.labels, first.project(", ".join(map(called, columns.labels))).fetchall())
    frame = as_frame(separated.relation(connection, files, of, store_rejects=True))
    found = _grouped(frame, columns, called, how)
    return _Part(found, columns, True, *separated.refusals(connection, files, of))


def _refuse_written_scores(labels: Sequence[str], rows: Sequence[Sequence[str | None]]) -> None:
    """Refuse a label column whose first values are written with fractions, before all of them are grouped."""
    for name, values in zip(labels, zip(*rows, strict=True), strict=False):
        read = numbers(value for value in values if value is not None)
        odd = next((value for value in read.values() if isinstance(value, float)), None)
        if odd is not None:
            raise not_a_label(odd, f"a value of column {name!r}")


def _read_json(connection: Any, files: list[Source], choose: Choose, how: Reading) -> _Part:
    """JSON values stay JSON until they are grouped: 1, 1.0, true and "1" are told apart by JSON itself."""
    paths = [str(each.path) for each in files]
    compression = {"compression": _one_compression(files)}
    columns = choose(connection.read_json(paths, **compression).columns, files[0].name)
    kinds = dict.fromkeys(columns.used, "DOUBLE") | dict.fromkeys(columns.keys, "JSON")
    frame = as_frame(connection.read_json(paths, columns=kinds, **compression))
    found = _grouped(frame, columns, str, how)
    keys = len(columns.keys)
    rows = [(*map(_json_label, row[:keys], columns.keys), *row[keys:]) for row in found.rows]
    return _Part(found._replace(rows=rows), columns)


def _json_label(text: str | None, name: str) -> Any:
    label = None if text is None else json.loads(text)
    if isinstance(label, (list, dict)):
        raise InputError(f"column {name!r} holds {text:.60}; a label must be a text or a number")
    return label


def _one_compression(files: Sequence[Source]) -> str:
    kinds = {each.compression for each in files}
    if len(kinds) > 1:
        raise InputError(f"{files[0].name} and others are compressed differently; read them apart and merge the counts")
    return "uncompressed" if kinds == {"none"} else kinds.pop()


def _read_parquet(connection: Any, files: list[Source], choose: Choose, how: Reading) -> _Part:
    frame = as_frame(connection.read_parquet([str(each.path) for each in files], union_by_name=len(files) > 1))
    columns = choose(frame.collect_schema().names(), files[0].name)
    refuse_scores(frame, columns.labels)
    return _Part(_grouped(frame, columns, str, how), columns)


@contextmanager
def clean_errors(found: Sequence[Source]) -> Iterator[None]:
    """Errors of the engine in one line, with the names the user gave."""
    import duckdb

    what = found[0].name if len(found) == 1 else f"{found[0].name} and {len(found) - 1} more"
    try:
        yield
    except EOFError as error:
        raise InputError(f"{what}: {error}; the file is damaged or cut short") from None
    except duckdb.Error as error:
        said = str(error).strip().splitlines()[0].rstrip(". ")
        for source in found:
            said = said.replace(str(source.path), source.name).removesuffix(f": {source.name}")
        hint = next((hint for mark, hint in HINTS.items() if mark in said), "")
        raise InputError(f"{what}: {said.partition(': ')[2] or said}{hint}") from None


@contextmanager
def watched(connection: Any, progress: Progress | None) -> Iterator[None]:
    """While the engine works, tell how much of the work is done."""
    if progress is None:
        yield
        return
    connection.execute("set enable_progress_bar = true; set enable_progress_bar_print = false")
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
