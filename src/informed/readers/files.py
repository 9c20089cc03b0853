"""Files of rows into Counts.

Text is read as text, so that 00 stays 00; labels become numbers only when all of them are written as numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
<<<<<<< HEAD
from typing import Any
=======
from threading import Event, Thread, Timer
from typing import Any, NamedTuple
>>>>>>> seeing

from informed.counts import Counts
from informed.errors import InputError
from informed.readers.cells import WeightKind
from informed.readers.engine import Columns, Progress, Reading, Rows, read_rows
from informed.readers.frames import tally_rows
from informed.readers.saved import is_saved, merged, read_counts
from informed.readers.sources import Source, sources
from informed.readers.tally import Missing, Options
from informed.readers.written import as_met

ACTUAL = ("actual", "y_true", "ytrue", "true", "truth", "target", "gold", "label", "y", "reference", "observed")
PREDICTED = ("predicted", "prediction", "y_pred", "ypred", "pred", "yhat", "y_hat", "forecast", "guess", "output")
<<<<<<< HEAD
=======
UNTRUSTED = ("memory_limit = '1GB'", "enable_external_access = false", "lock_configuration = true")
LONGEST = 60.0  # seconds given to a stranger's file
HINTS = {
    "INTERRUPT": "; it takes too long here, count it with `informed count`",
    "GZIP": "; the file is damaged or cut short",
    "Parquet": "; the file is damaged or cut short",
    "magic bytes": "; the file is no Parquet file, or cut short",
    "invalid state": "; its line ends are mixed, or a quote stands in the wrong place",
    "DOUBLE": "; a weight must be a number",
}


class Wanted(NamedTuple):
    """The columns to count; actual and predicted may be left to be guessed."""

    actual: str | None
    predicted: str | None
    weight: str | None = None
    by: tuple[str, ...] = ()

    @property
    def keys(self) -> list[str]:
        """The columns to group by, in order."""
        return [*self.by, str(self.actual), str(self.predicted)]


class Read(NamedTuple):
    """Distinct rows of some files, their unreadable lines, and whether the keys are text whose form decides."""

    found: Grouped
    columns: Wanted
    text: bool = False
    refused: int = 0
    refusal: InputError | None = None
>>>>>>> seeing


def count_files(
    paths: Iterable[str | Path],
    *,
    actual: str | None = None,
    predicted: str | None = None,
    weight: str | None = None,
    weight_kind: WeightKind = "sampling",
    by: str | Iterable[str] = (),
    labels: Iterable[Any] | None = None,
    missing: Missing = "raise",
    abstain: Any = None,
    encoding: str = "utf-8",
    separator: str | None = None,
    skip_bad_rows: bool = False,
    progress: Progress | None = None,
    untrusted: bool = False,
) -> Counts:
    """Counts of two columns of files; saved counts among the files are merged in.

    Columns are guessed only when their names leave no doubt. A row that cannot be read stops the count unless
    ``skip_bad_rows``; then it is counted in ``Counts.refused``. ``progress`` is called with the share done.
    ``untrusted``: a stranger's files are read in bounded memory and time, and nothing else can be.
    """
    options = Options(labels, missing, abstain)
    how = Reading(weight_kind, encoding, separator, skip_bad_rows, progress)
    groups = (by,) if isinstance(by, str) else tuple(by)

    def choose(names: Sequence[str], file: str) -> Columns:
        pair = label_columns(names, file, actual, predicted, (*groups, *([weight] if weight else [])))
        return Columns(pair, groups, weight)

    with opened(paths, encoding) as found:
        saved = {each.path: read_counts(each.path) for each in found if is_saved(each)}
        rest = [each for each in found if each.path not in saved]
<<<<<<< HEAD
        rows = [read_rows(rest, choose, how, {str(each) for each in options.apart})] if rest else []
    guessed = None in (actual, predicted)
    return merged([*(_tallied(each, options, weight_kind, guessed) for each in rows), *saved.values()], union=True)
=======
        reads = read_files(rest, wanted, weight_kind, separator, progress, untrusted) if rest else []
    for each in reads:
        if each.refusal is not None and not skip_bad_rows:
            raise each.refusal
    counted = [_tallied(reads, wanted, weight_kind, options)] if reads else []
    return merged([*counted, *saved.values()], union=True)
>>>>>>> seeing


@contextmanager
def opened(paths: Iterable[str | Path], encoding: str) -> Iterator[list[Source]]:
    """The files behind names and patterns; copies that had to be made are gone afterwards."""
    with TemporaryDirectory(prefix="informed-") as spool:
        yield sources(paths, Path(spool), encoding)


<<<<<<< HEAD
def _tallied(rows: Rows, options: Options, weight_kind: WeightKind, guessed: bool) -> Counts:
    actual, predicted = rows.columns.labels
    keys = len(rows.columns.keys)
    options = as_met(options, {label for row in rows.found.rows for label in row[keys - 2 : keys]})
    notes = [f"columns guessed from their names: actual {actual!r}, predicted {predicted!r}"] if guessed else []
    return tally_rows(rows.found, dict.fromkeys(rows.columns.keys), weight_kind, options, rows.refused, notes)


def label_columns(
    names: Sequence[str], file: str, actual: str | None, predicted: str | None, others: Sequence[str] = ()
) -> tuple[str, str]:
    """The columns of labels, guessed where they were not named and only one can be meant."""
    check_names(names, file, [actual, predicted, *others])
    taken = (actual, predicted, *others)
    first, second = actual or _guess(names, ACTUAL, taken), predicted or _guess(names, PREDICTED, taken)
    if first is None or second is None:
=======
def column_names(path: str | Path, encoding: str = "utf-8") -> tuple[str, ...]:
    """The columns of a stranger's file."""
    with TemporaryDirectory(prefix="informed-") as spool:
        found = sources([path], Path(spool), encoding)
        (source,) = found
        with clean_errors(found), connected(found, untrusted=True) as connection:
            if source.kind == "separated":
                return separated.layout(connection, source, None).names
            read = connection.read_json if source.kind == "json" else connection.read_parquet
            return tuple(read(str(source.path)).columns)


@contextmanager
def connected(found: Sequence[Source], untrusted: bool) -> Iterator[Any]:
    """A connection of DuckDB, for a stranger's files one that can read nothing but these, with limits."""
    import duckdb

    connection = duckdb.connect(config={"autoinstall_known_extensions": "false"})
    stop = Timer(LONGEST, connection.interrupt)
    try:
        if untrusted:
            connection.execute(
                "set allowed_directories = $folders", {"folders": [str(each.path.parent) for each in found]}
            )
            for setting in UNTRUSTED:
                connection.execute(f"set {setting}")
            stop.start()
        yield connection
    finally:
        stop.cancel()
        connection.close()


def read_files(
    found: Sequence[Source],
    wanted: Wanted,
    weight_kind: WeightKind,
    separator: str | None,
    progress: Progress | None,
    untrusted: bool = False,
) -> list[Read]:
    """The distinct rows of all files, those of one kind and layout in one go."""
    reads: list[Read] = []
    with clean_errors(found), connected(found, untrusted) as connection, watched(connection, progress):
        layouts: dict[separated.Layout, list[Source]] = {}
        for source in found:
            if source.kind == "separated":
                layouts.setdefault(separated.layout(connection, source, separator), []).append(source)
        for of, files in layouts.items():
            reads.append(_read_separated(connection, files, of, wanted, weight_kind))
        for kind, read in (("json", _read_json), ("parquet", _read_parquet)):
            if files := [each for each in found if each.kind == kind]:
                reads.append(read(connection, files, wanted, weight_kind))
    return reads


def _read_separated(
    connection: Any, files: list[Source], of: separated.Layout, wanted: Wanted, weight_kind: WeightKind
) -> Read:
    columns = chosen(of.names, wanted, files[0].name)
    used = [*columns.keys, *([columns.weight] if columns.weight else [])]
    for name in used:
        if of.names.count(name) > 1:
            raise InputError(f"{files[0].name}: two columns are called {name!r}; rename one of them")
    at = {name: f"c{of.names.index(name)}" for name in used}
    _refuse_written_scores(separated.relation(connection, files, of, ignore_errors=True), columns, at)
    frame = as_frame(separated.relation(connection, files, of, store_rejects=True))
    weight = at[columns.weight] if columns.weight else None
    rows = grouped(frame, [at[name] for name in columns.keys], weight, weight_kind)
    return Read(rows, columns, True, *separated.refusals(connection, files, of))


def _refuse_written_scores(relation: Any, columns: Wanted, at: dict[str, str]) -> None:
    """Refuse a label column whose first values are written with fractions, before all of them are grouped."""
    labels = columns.keys[-2:]
    first = relation.project(", ".join(at[name] for name in labels)).limit(1000).fetchall()
    for name, values in zip(labels, zip(*first, strict=True), strict=False):
        read = numbers(value for value in values if value is not None)
        odd = next((value for value in read.values() if isinstance(value, float)), None)
        if odd is not None:
            raise not_a_label(odd, f"a value of column {name!r}")


def _read_json(connection: Any, files: list[Source], wanted: Wanted, weight_kind: WeightKind) -> Read:
    """JSON values stay JSON until they are grouped: 1, 1.0, true and "1" are told apart by JSON itself."""
    paths = [str(each.path) for each in files]
    compression = {"compression": _one_compression(files)}
    columns = chosen(connection.read_json(paths, **compression).columns, wanted, files[0].name)
    kinds = dict.fromkeys(columns.keys, "JSON") | ({columns.weight: "DOUBLE"} if columns.weight else {})
    frame = as_frame(connection.read_json(paths, columns=kinds, **compression))
    found = grouped(frame, columns.keys, columns.weight, weight_kind)
    keys = len(columns.keys)
    rows = [(*map(_json_label, row[:keys], columns.keys), *row[keys:]) for row in found.rows]
    return Read(found._replace(rows=rows), columns)


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


def _read_parquet(connection: Any, files: list[Source], wanted: Wanted, weight_kind: WeightKind) -> Read:
    frame = as_frame(connection.read_parquet([str(each.path) for each in files], union_by_name=len(files) > 1))
    columns = chosen(frame.collect_schema().names(), wanted, files[0].name)
    refuse_scores(frame, columns.keys[-2:])
    return Read(grouped(frame, columns.keys, columns.weight, weight_kind), columns)


def chosen(names: Sequence[str], wanted: Wanted, file: str) -> Wanted:
    """The columns to count, guessed where they were not named and only one can be meant."""
    for name in (wanted.actual, wanted.predicted, wanted.weight, *wanted.by):
        if name is not None and name not in names:
            raise InputError(
                f"{file} has no column {name!r}; its columns are {list(names)}. Does its first line name the columns?"
            )
    actual, predicted, *_ = guessed(names, wanted)
    if actual is None or predicted is None:
>>>>>>> seeing
        raise InputError(
            f"{file}: say which columns hold the actual and the predicted labels, actual= and predicted= "
            f"(--actual, --predicted); its columns are {list(names)}"
        )
    if first == second:
        raise InputError(f"{file}: {first!r} cannot be both the actual and the predicted column")
    return first, second


<<<<<<< HEAD
def check_names(names: Sequence[str], file: str, wanted: Iterable[str | None]) -> None:
    """Refuse a column that a file does not have."""
    for name in wanted:
        if name is not None and name not in names:
            raise InputError(
                f"{file} has no column {name!r}; its columns are {list(names)}. Does its first line name the columns?"
            )


def _guess(names: Sequence[str], known: Sequence[str], taken: Sequence[str | None]) -> str | None:
    fitting = [name for name in names if name.lower() in known and name not in taken]
=======
def guessed(names: Sequence[str], wanted: Wanted) -> Wanted:
    """The columns wanted, with those that were not named where their names leave no doubt."""
    actual = wanted.actual or _guess(names, ACTUAL, wanted)
    return wanted._replace(actual=actual, predicted=wanted.predicted or _guess(names, PREDICTED, wanted))


def _guess(names: Sequence[str], known: Sequence[str], wanted: Wanted) -> str | None:
    free = [name for name in names if name not in wanted]
    fitting = [name for name in free if name.lower() in known]
>>>>>>> seeing
    return fitting[0] if len(fitting) == 1 else None
