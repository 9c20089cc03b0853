"""Files of rows into Counts.

Text is read as text, so that 00 stays 00; labels become numbers only when all of them are written as numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from informed.core.counts import Counts
from informed.core.errors import InputError
from informed.core.labels import Label, in_order
from informed.readers.cells import WeightKind
from informed.readers.columns import level
from informed.readers.engine import Columns, Reading, Rows, column_names, read_rows
from informed.readers.frames import tally_rows
from informed.readers.roles import check_roles, group_names
from informed.readers.saved import is_saved, merged, read_counts
from informed.readers.sources import Source, sources
from informed.readers.tally import Missing, Options
from informed.readers.written import as_met

ACTUAL = ("actual", "y_true", "ytrue", "true", "truth", "target", "gold", "label", "y", "reference", "observed")
PREDICTED = ("predicted", "prediction", "y_pred", "ypred", "pred", "yhat", "y_hat", "forecast", "guess", "output")


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
    **how: Any,
) -> Counts:
    """Counts of two columns of files; saved counts among the files are merged in.

    Columns are guessed only when their names leave no doubt. ``how`` files are read: see `Reading`. A row that cannot
    be read stops the count unless ``skip_bad_rows``; then it is counted in ``Counts.refused``.
    """
    options, reading = Options(labels, missing, abstain), Reading(weight_kind, **how)
    groups = tuple(group_names(by))

    def choose(names: Sequence[str], file: str) -> Columns:
        pair = label_columns(names, file, actual, predicted, (*groups, *([weight] if weight else [])))
        check_roles({"actual": pair[:1], "predicted": pair[1:], "weights": [weight]})
        return Columns(pair, groups, weight)

    with opened(paths, reading.encoding) as found:
        saved = {each.path: read_counts(each.path) for each in found if is_saved(each)}
        rest = [each for each in found if each.path not in saved]
        rows = [read_rows(rest, choose, reading, {str(each) for each in options.apart})] if rest else []
    guessed = None in (actual, predicted)
    return merged([*(_tallied(each, options, weight_kind, guessed) for each in rows), *saved.values()], union=True)


def rows_of(paths: Iterable[str | Path], columns: Columns, **how: Any) -> Rows:
    """The distinct rows of these columns of files, grouped inside the engine that reads them; how: see `Reading`."""
    reading = Reading(**how)

    def choose(names: Sequence[str], file: str) -> Columns:
        check_names(names, file, columns.used)
        return columns

    with opened(paths, reading.encoding) as found:
        return read_rows(found, choose, reading)


@contextmanager
def opened(paths: Iterable[str | Path], encoding: str) -> Iterator[list[Source]]:
    """The files behind names and patterns; copies that had to be made are gone afterwards."""
    with TemporaryDirectory(prefix="informed-") as spool:
        yield sources(paths, Path(spool), encoding)


def columns_of(path: str | Path, encoding: str = "utf-8") -> tuple[tuple[str, ...], dict[str, str | None]]:
    """The columns of a stranger's file, and those of labels where their names leave no doubt."""
    with opened([path], encoding) as (source,):
        names = column_names(source)
    return names, {"actual": _guess(names, ACTUAL, ()), "predicted": _guess(names, PREDICTED, ())}


def labels_of(path: str | Path, column: str, encoding: str = "utf-8") -> tuple[Label, ...]:
    """The labels in a column of a stranger's file, in order."""
    rows = rows_of([path], Columns((column,)), encoding=encoding, untrusted=True).found.rows
    return in_order({label for label in (level(row[0]) for row in rows) if label is not None})


def _tallied(rows: Rows, options: Options, weight_kind: WeightKind, guessed: bool) -> Counts:
    actual, predicted = rows.columns.labels
    keys = len(rows.columns.keys)
    options = as_met(options, {label for row in rows.found.rows for label in row[keys - 2 : keys]})
    notes = [f"columns guessed from their names: actual {actual!r}, predicted {predicted!r}"] if guessed else []
    return tally_rows(rows.found, rows.levels, weight_kind, options, rows.refused, notes)


def label_columns(
    names: Sequence[str], file: str, actual: str | None, predicted: str | None, others: Sequence[str] = ()
) -> tuple[str, str]:
    """The columns of labels, guessed where they were not named and only one can be meant."""
    check_names(names, file, [actual, predicted, *others])
    taken = (actual, predicted, *others)
    first, second = actual or _guess(names, ACTUAL, taken), predicted or _guess(names, PREDICTED, taken)
    if first is None or second is None:
        raise InputError(
            f"{file}: say which columns hold the actual and the predicted labels, actual= and predicted= "
            f"(--actual, --predicted); its columns are {list(names)}"
        )
    return first, second


def check_names(names: Sequence[str], file: str, wanted: Iterable[str | None]) -> None:
    """Refuse a column that a file does not have."""
    for name in wanted:
        if name is not None and name not in names:
            raise InputError(
                f"{file} has no column {name!r}; its columns are {list(names)}. Does its first line name the columns?"
            )


def _guess(names: Sequence[str], known: Sequence[str], taken: Sequence[str | None]) -> str | None:
    fitting = [name for name in names if name.lower() in known and name not in taken]
    return fitting[0] if len(fitting) == 1 else None
