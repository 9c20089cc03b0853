"""Files of rows into Counts.

Text is read as text, so that 00 stays 00; labels become numbers only when all of them are written as numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from informed.counts import Counts
from informed.errors import InputError
from informed.readers.cells import WeightKind
from informed.readers.engine import Columns, Progress, Reading, Rows, column_names, read_rows
from informed.readers.frames import tally_rows
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
    encoding: str = "utf-8",
    separator: str | None = None,
    skip_bad_rows: bool = False,
    progress: Progress | None = None,
    untrusted: bool = False,
) -> Counts:
    """Counts of two columns of files; saved counts among the files are merged in.

    Columns are guessed only when their names leave no doubt. A row that cannot be read stops the count unless
    ``skip_bad_rows``; then it is counted in ``Counts.refused``. ``progress`` is called with the share done.
    ``untrusted``: a stranger's files are read in bounded memory and time, by an engine that can read nothing else.
    """
    options = Options(labels, missing, abstain)
    how = Reading(weight_kind, encoding, separator, skip_bad_rows, progress, untrusted)
    groups = (by,) if isinstance(by, str) else tuple(by)

    def choose(names: Sequence[str], file: str) -> Columns:
        pair = label_columns(names, file, actual, predicted, (*groups, *([weight] if weight else [])))
        return Columns(pair, groups, weight)

    with opened(paths, encoding) as found:
        saved = {each.path: read_counts(each.path) for each in found if is_saved(each)}
        rest = [each for each in found if each.path not in saved]
        rows = [read_rows(rest, choose, how, {str(each) for each in options.apart})] if rest else []
    guessed = None in (actual, predicted)
    return merged([*(_tallied(each, options, weight_kind, guessed) for each in rows), *saved.values()], union=True)


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
        raise InputError(
            f"{file}: say which columns hold the actual and the predicted labels, actual= and predicted= "
            f"(--actual, --predicted); its columns are {list(names)}"
        )
    if first == second:
        raise InputError(f"{file}: {first!r} cannot be both the actual and the predicted column")
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
