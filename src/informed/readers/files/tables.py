"""Rows of files grouped by DuckDB: separated text, JSON, Parquet, compressed or not, any number of them."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, NamedTuple

from informed.core.errors import InputError
from informed.core.given import WeightKind
from informed.core.labels import one_label
from informed.readers.arrays.codes import not_a_label
from informed.readers.engines.connection import Progress, distrusted, watched
from informed.readers.engines.groupby import Grouped, grouped, rows
from informed.readers.files import csv, plain, wide
from informed.readers.files.formats import formats
from informed.readers.files.sources import Source
from informed.readers.frames import nested
from informed.readers.frames.frame import Levels, as_frame, refuse_scores, rounded, sort_of
from informed.readers.labels import as_written, numbers, respelled

WIDE = 1000  # columns above which only those asked for are scanned
FIRST = 1000  # rows whose labels are looked at before the rest is read


class Query(NamedTuple):
    """The columns asked for, by name; a score is rounded down to multiples of ``width`` (0: kept as it is).

    ``marks``: scores that are kept as they are. ``most``: how many distinct rows may be fetched of a stranger's file;
    one more shows that there are too many.
    """

    labels: tuple[str, ...]
    by: tuple[str, ...] = ()
    weight: str | None = None
    score: str | None = None
    width: float = 0.0
    marks: tuple[float, ...] = ()
    most: int = 2_000_000

    @property
    def keys(self) -> list[str]:
        """The columns whose values are told apart, in order."""
        return [*self.by, *self.labels]

    @property
    def used(self) -> list[str]:
        """Every column that is read."""
        return [*self.keys, *(name for name in (self.weight, self.score) if name is not None)]


class Reading(NamedTuple):
    """How files are read.

    A row that cannot be read stops the reading unless ``skip_bad_rows``. ``progress`` is called with the share done.
    ``table``: the part of a database or workbook; ``sql``: what is asked of a database instead.
    """

    weight_kind: WeightKind = "sampling"
    encoding: str = "utf-8"
    separator: str | None = None
    skip_bad_rows: bool = False
    progress: Progress | None = None
    table: str | None = None
    sql: str | None = None


class Rows(NamedTuple):
    """Distinct rows ``(groups..., labels..., score if any, items, weights, squares)`` and the lines refused."""

    found: Grouped
    query: Query
    refused: int = 0
    notes: Sequence[str] = ()

    @property
    def levels(self) -> Levels:
        """The columns that were told apart; files declare no levels."""
        return [(name, None) for name in self.query.keys]


class Table(NamedTuple):
    """Files of one kind and layout, which are read in one go, with the names of their columns."""

    kind: str
    files: list[Source]
    names: tuple[str, ...]
    layout: csv.Layout | None = None
    fields: plain.Fields | None = None
    types: nested.Types = MappingProxyType({})

    def has(self, name: str) -> bool:
        """Whether there is such a column, or such a path in one."""
        return name in self.names or nested.expression(name, self.types, self.kind == "json") is not None

    def place(self, name: str) -> int:
        """Where a column stands."""
        if self.names.count(name) > 1:
            raise InputError(f"{self.files[0].name}: two columns are called {name!r}; rename one of them")
        return self.names.index(name)


class _Part(NamedTuple):
    """What one table gave; the keys of ``text`` await a decision on what they mean."""

    found: Grouped
    text: bool = False
    refused: int = 0
    refusal: InputError | None = None


def tables(connection: Any, found: Sequence[Source], separator: str | None = None) -> list[Table]:
    """The files as tables whose columns are known, text first."""
    layouts: dict[csv.Layout, list[Source]] = {}
    for source in found:
        if source.kind == "separated":
            layouts.setdefault(csv.layout(connection, source, separator), []).append(source)
    known = [Table("separated", files, of.names, of) for of, files in layouts.items()]
    for kind in ("json", *formats()):
        if files := [each for each in found if each.kind == kind]:
            if kind == "duckdb" and distrusted():  # which trusts what its own files hold
                raise InputError(
                    f"{files[0].name}: the workbench opens no DuckDB databases, because they read other files; save "
                    "the table as Parquet (COPY mytable TO 'mytable.parquet') and open that, or use the command line"
                )
            held = _held(connection, kind, files)
            types = dict(zip(held.columns, held.types, strict=True))
            known.append(Table(kind, files, nested.names(types), types=types))
    return known


def grouped_rows(
    connection: Any, asked: Sequence[tuple[Table, Query]], how: Reading, apart: Collection[str] = ()
) -> Rows:
    """The distinct rows of all tables. Labels in text are numbers when all are, those set ``apart`` excepted."""
    with watched(connection, how.progress):
        parts = [READERS.get(table.kind, _read_typed)(connection, table, query, how) for table, query in asked]
    for part in parts:
        if part.refusal is not None and not how.skip_bad_rows:
            raise part.refusal
    query = asked[0][1]
    text = [row for part in parts if part.text for row in part.found.rows]
    read = as_written(text, len(query.by), len(query.labels), apart)
    read += [row for part in parts if not part.text for row in part.found.rows]
    without_weight = sum(part.found.without_weight for part in parts)
    whole = all(part.found.whole for part in parts)
    notes = respelled(text, len(query.by), len(query.labels), apart)
    return Rows(Grouped.of(read, without_weight, whole), query, sum(part.refused for part in parts), notes)


def plain_tables(found: Sequence[Source], separator: str | None = None) -> list[Table] | None:
    """The files as tables that need no engine, if all of them are small and plain."""
    known = []
    for source in found:
        if source.kind != "separated" or source.compression != "none":
            return None
        of = csv.layout(None, source, separator)
        fields = plain.fields(source, of)
        if fields is None:
            return None
        known.append(Table("plain", [source], of.names, of, fields))
    return known


def _grouped(frame: Any, query: Query, called: Callable[[str], str], how: Reading) -> Grouped:
    """The distinct rows of a frame whose columns are called otherwise than in the file."""
    keys: list[Any] = [called(name) for name in query.keys]
    if query.score is not None:
        keys.append(rounded(called(query.score), query.width, query.marks))
    weight = called(query.weight) if query.weight else None
    if not distrusted():
        return grouped(frame, keys, weight, how.weight_kind, called=query.weight)
    found = grouped(frame, keys, weight, how.weight_kind, query.most + 1, query.weight)
    if len(found.items) > query.most:
        raise InputError(
            f"columns {query.keys} have more than {query.most:,} different rows; are these columns of labels? "
            "The command line has no such limit"
        )
    return found


def _read_plain(connection: Any, table: Table, query: Query, how: Reading) -> _Part:
    places, fields = [table.place(name) for name in query.keys], table.fields or []
    labels = places[len(query.by) :]
    _refuse_written_scores(query.labels, [[row[place] for place in labels] for row in fields[:FIRST]])
    return _Part(plain.grouped(fields, places), True)


def _read_separated(connection: Any, table: Table, query: Query, how: Reading) -> _Part:
    layout = table.layout
    assert layout is not None
    places = {name: table.place(name) for name in query.used}

    def called(name: str) -> str:
        return f"c{places[name]}"

    if wide.is_wide(layout):
        read = wide.narrowed(table.files, layout, list(places.values()))
        _refuse_written_scores(query.labels, [row[len(query.by) :] for row in read.rows[:FIRST]])
        frame = as_frame(wide.relation(connection, read.rows, [called(name) for name in places]))
        return _Part(_grouped(frame, query, called, how), True, read.refused, read.refusal)
    if query.labels:
        first = csv.relation(connection, table.files, layout, ignore_errors=True).limit(FIRST)
        _refuse_written_scores(query.labels, first.project(", ".join(map(called, query.labels))).fetchall())

    def scan(**options: Any) -> Grouped:
        whole = csv.relation(connection, table.files, layout, **options)
        if len(table.names) > WIDE:  # a bad number is then named without its line, for only a whole scan knows lines
            whole = whole.project(", ".join(dict.fromkeys(map(called, query.used))))
        if query.weight is None and query.score is None and how.weight_kind == "sampling" and not distrusted():
            keys = ", ".join(map(called, query.keys))  # without a frame library, whose import takes longer
            found = whole.aggregate(f"{keys}, count(*)", keys).fetchall()
            return Grouped.of([(*row, None, None) for row in found])
        return _grouped(as_frame(whole), query, called, how)

    if not how.skip_bad_rows:
        from duckdb import ConversionException, InvalidInputException

        # A file with bad rows is scanned again, which takes longer and notes each of them.
        with suppress(InvalidInputException, ConversionException):
            return _Part(scan(), True)
    return _Part(scan(store_rejects=True), True, *csv.refusals(connection, table.files, layout))


def _refuse_written_scores(labels: Sequence[str], rows: Sequence[Sequence[str | None]]) -> None:
    """Refuse a label column whose first values are written with fractions, before all of them are grouped."""
    for name, values in zip(labels, zip(*rows, strict=True), strict=False):
        read = numbers(each for each in {*values} if each is not None)
        odd = next((value for value in read.values() if isinstance(value, float)), None)
        if odd is not None:
            raise not_a_label(odd, f"a value of column {name!r}")


def _json(connection: Any, files: list[Source], **options: Any) -> Any:
    plainly = {"compression": _one_compression(files), "hive_partitioning": False}
    return connection.read_json([each.pattern for each in files], **plainly, **options)


def _json_columns(connection: Any, table: Table, kinds: Mapping[str, str]) -> Any:
    """Columns of JSON, or what paths lead to in them, as these types."""
    if all(name in table.types for name in kinds):
        return _json(connection, table.files, columns=kinds)
    columns = {nested.column_of(name, table.types) or name: "JSON" for name in kinds}
    asked = ((nested.expression(name, table.types, json=True), kind, name) for name, kind in kinds.items())
    parts = (f'cast({each} as {kind}) as "{name.replace(chr(34), chr(34) * 2)}"' for each, kind, name in asked)
    return _json(connection, table.files, columns=columns).project(", ".join(parts))


def _read_json(connection: Any, table: Table, query: Query, how: Reading) -> _Part:
    """JSON values stay JSON until they are grouped: 1, 1.0, true and "1" are told apart by JSON itself."""
    kinds = dict.fromkeys(query.used, "DOUBLE") | dict.fromkeys(query.keys, "JSON")
    found = _grouped(as_frame(_json_columns(connection, table, kinds)), query, str, how)
    read = [[_json_label(each, name) for each in values] for values, name in zip(found.keys, query.keys, strict=False)]
    return _Part(found._replace(keys=[*read, *found.keys[len(read) :]]))


def values(connection: Any, table: Table, names: Sequence[str]) -> list[tuple[Any, ...]]:
    """The values of these columns, row by row; a row that cannot be read is refused."""
    if table.layout is not None and wide.is_wide(table.layout):
        read = wide.narrowed(table.files, table.layout, [table.place(name) for name in names])
        if read.refusal:
            raise read.refusal
        return list(read.rows)
    if table.layout is not None:
        text = csv.relation(connection, table.files, table.layout, store_rejects=True)
        found = text.project(", ".join(f"c{table.place(name)}" for name in names)).fetchall()
        if refusal := csv.refusals(connection, table.files, table.layout)[1]:
            raise refusal
        return list(found)
    if table.kind != "json":
        return rows(as_frame(_typed(connection, table, names)).lazy().select(*names))
    asked = _json_columns(connection, table, dict.fromkeys(names, "JSON"))
    written = rows(as_frame(asked).lazy().select(*names))
    return [tuple(None if cell is None else json.loads(cell) for cell in row) for row in written]


def scanned(connection: Any, table: Table) -> Any:
    """Every row of a table as text; the columns are called c0, c1, ..."""
    if table.layout is not None:
        return csv.relation(connection, table.files, table.layout, ignore_errors=True)
    held = _held(connection, table.kind, table.files)
    asked = (nested.expression(name, table.types) for name in table.names)
    return held.project(", ".join(f"cast({each} as varchar) as c{place}" for place, each in enumerate(asked)))


def _held(connection: Any, kind: str, files: list[Source]) -> Any:
    """What files hold, as a relation of the engine, whichever data frame their format makes."""
    held = _json(connection, files) if kind == "json" else formats()[kind].table(connection, files)
    return held if hasattr(held, "project") else connection.from_arrow(held)


def _json_label(text: str | None, name: str) -> Any:
    label = None if text is None else json.loads(text)
    if isinstance(label, dict) and (inside := next(iter(label), "")).isidentifier():  # which a path takes as it is
        raise InputError(f"column {name!r} holds {text:.60}; name a value inside it, such as '{name}.{inside}'")
    if isinstance(label, (list, dict)):
        raise InputError(f"column {name!r} holds {text:.60}; {one_label()}")
    return label


def _one_compression(files: Sequence[Source]) -> str:
    kinds = {each.compression for each in files}
    if len(kinds) > 1:
        raise InputError(
            f"{files[0].name} and others are compressed differently; read them separately and merge the counts"
        )
    return "uncompressed" if kinds == {"none"} else kinds.pop()


def _read_typed(connection: Any, table: Table, query: Query, how: Reading) -> _Part:
    """Files whose columns have types of their own."""
    if len(table.files) > 1:
        _check_types(connection, table, query)
    frame = as_frame(_typed(connection, table, query.used))
    refuse_scores(frame, query.labels)
    return _Part(_grouped(frame, query, str, how))


def _typed(connection: Any, table: Table, names: Sequence[str]) -> Any:
    """What files with types hold, with a column for every path that is asked for."""
    return nested.chosen(_held(connection, table.kind, table.files), names, table.types)


def _check_types(connection: Any, table: Table, query: Query) -> None:
    """Refuse files whose columns have different types, which an engine would force into one."""
    read = formats()[table.kind].table
    found = [as_frame(read(connection, [file._replace(root=None)])).collect_schema() for file in table.files]
    for name in query.used:
        first: Any = None
        for file, schema in zip(table.files, found, strict=True):
            sort = sort_of(schema[name], number=name not in query.keys) if name in schema else first
            if sort != (first := first or sort):
                raise InputError(
                    f"{table.files[0].name} and {file.name}: column {name!r} is {first} in one and {sort} in the "
                    "other; write both alike, or count them apart and merge the counts"
                )


READERS = {"plain": _read_plain, "separated": _read_separated, "json": _read_json}
