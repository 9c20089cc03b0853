"""The public doors: count whatever holds the labels."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from informed.core import items as statistic
from informed.core.counts import Counts
from informed.core.errors import InputError, Synonyms, arg, asked, choice, unused
from informed.core.given import AnyLabel, Column, Data, Frame, Missing, WeightKind
from informed.readers.columns import Columns
from informed.readers.device.foreign import is_array
from informed.readers.distinct import distinct, tabulated

if TYPE_CHECKING:
    from informed.readers.logs import Log

KEYED = ("actual", "weights", "weight_kind", "by", "cluster", "stratum", "labels", "rename", "missing", "abstain")
"""The arguments that say how items are counted."""
COUNTED = tuple(name for name in KEYED if name not in ("cluster", "stratum"))
"""The same of items that are independent."""


@asked
def count(
    data: Data | None = None,
    predicted: Column | None = None,
    *,
    actual: Column | None = None,
    weights: Column | None = None,
    weight_kind: WeightKind = "sampling",
    by: Column | None = None,
    labels: Iterable[AnyLabel] | None = None,
    rename: Mapping[Any, Any] | None = None,
    missing: Missing = "raise",
    abstain: AnyLabel | Iterable[AnyLabel] = None,
    **synonyms: Unpack[Synonyms],
) -> Counts:
    """Count actual against predicted labels.

    ``count(actual, predicted, weights=, by=)`` takes arrays, lists and series of any library, on any device;
    ``count(frame, actual="y", predicted="yhat", weights="w", by=["site"])`` names columns of a frame of any library,
    of a dictionary of columns or of a file.

    Parameters
    ----------
    data
        The actual labels; or a frame, a file or a dictionary of columns.
    predicted, actual
        The predicted and the actual labels, or the names of their columns.
    weights, weight_kind
        A weight per item, and what it is: "sampling" (how many items of the population one stands for) or
        "frequency" (how often the item occurred).
    by
        What splits the items into groups: arrays or names of columns.
    labels
        All labels, in order; labels that never occur may be added.
    rename
        The names to count labels under, on either side: ``{"pos": "ill", "neg": "well"}``. Labels that get one name
        are merged. Everything else that is said of labels uses the new names.
    missing
        Items without a label: "raise", "drop" (counted in ``Counts.missing``) or "unjudged" (items without an actual
        label are counted apart).
    abstain
        Predicted labels that mean "no prediction"; None stands for a missing prediction.

    Returns
    -------
    Counts
        The table, one for each group.

    Raises
    ------
    InputError
        If the columns differ in length, or labels are missing or look like scores.

    Examples
    --------
    >>> count(["sun", "rain", "sun"], ["sun", "sun", "sun"]).table.tolist()  # rain, sun
    [[0, 1], [0, 2]]
    """
    how: dict[str, Any] = {"weight_kind": weight_kind, "labels": labels, "missing": missing, "abstain": abstain}
    source, columns = columns_given("count", data, predicted, actual, weights=weights, by=by, rename=rename, **how)
    if len(columns.systems) > 1:
        raise InputError(f"predicted has {len(columns.systems)} systems; count one of them, or use items(...) for all")
    return tabulated(source, columns)


@asked
def items(
    data: Data | None = None,
    predicted: Column | None = None,
    *,
    actual: Column | None = None,
    weights: Column | None = None,
    weight_kind: WeightKind = "sampling",
    by: Column | None = None,
    cluster: Column | None = None,
    stratum: Column | None = None,
    labels: Iterable[AnyLabel] | None = None,
    rename: Mapping[Any, Any] | None = None,
    missing: Missing = "raise",
    abstain: AnyLabel | Iterable[AnyLabel] = None,
    **synonyms: Unpack[Synonyms],
) -> statistic.Items:
    """Count items with all that is known of each: groups, cluster, stratum, and what every system predicted.

    Parameters
    ----------
    data
        The actual labels; or a frame, a file or a dictionary of columns.
    predicted, actual
        The predicted and the actual labels, or the names of their columns; of several systems
        ``{"old": p0, "new": p1}``, or a list of columns.
    cluster, stratum
        Which items are dependent (answers of one patient), and which part of the population each was drawn from.
    weights, weight_kind, by, labels, rename, missing, abstain
        As in `count`.

    Returns
    -------
    Items
        The distinct rows; they add up, save as JSON and answer every question about the items.

    Raises
    ------
    InputError
        If the columns differ in length, or labels are missing.

    Examples
    --------
    >>> items(["a", "b"], {"old": ["a", "a"], "new": ["a", "b"]}).systems
    ('old', 'new')
    """
    how: dict[str, Any] = {"weight_kind": weight_kind, "labels": labels, "missing": missing, "abstain": abstain}
    keys: dict[str, Any] = {"weights": weights, "by": by, "cluster": cluster, "stratum": stratum, "rename": rename}
    return distinct(*columns_given("items", data, predicted, actual, **keys, **how))


@asked
def read(
    data: str | Path | Sequence[str | Path] | Sequence[Mapping[str, Any]] | Frame,
    predicted: str | Sequence[str] | Mapping[str, str] | None = None,
    *,
    actual: str | None = None,
    weights: str | None = None,
    weight_kind: WeightKind = "sampling",
    by: str | Sequence[str] | None = None,
    cluster: str | None = None,
    stratum: str | None = None,
    labels: Iterable[AnyLabel] | None = None,
    rename: Mapping[Any, Any] | None = None,
    missing: Missing = "raise",
    abstain: AnyLabel | Iterable[AnyLabel] = None,
    kind: str = "auto",
    encoding: str = "utf-8",
    separator: str | None = None,
    skip_bad_rows: bool = False,
    table: str | None = None,
    sql: str | None = None,
    **synonyms: Unpack[Synonyms],
) -> "statistic.Items | Log":
    """Read items from files: separated text, JSON, Parquet, Arrow, databases, saved items; or one sample log.

    Parameters
    ----------
    data
        A file, a pattern, a folder of Parquet files, - for standard input, or a list of them; or graded answers in
        memory, a frame or a list of dictionaries with ``id`` and ``grade``, which are read as a log.
    actual, predicted
        The columns of labels; guessed only when the names of the columns leave no doubt.
    weights, weight_kind, by, cluster, stratum, labels, rename, missing, abstain
        As in `items`, by the names of columns.
    kind
        "rows", a kind of sample log, or "auto": what the first file looks like.
    encoding, separator
        How text is written; by default UTF-8, and whatever separates the names in the first line.
    skip_bad_rows
        Whether rows that cannot be read are left out (and counted in ``Items.refused``).
    table, sql
        The table of a database (or the sheet of a workbook) to read, or one select statement that is asked of it.

    Returns
    -------
    Items or Log
        The distinct rows of all files; of a sample log its items, each with its grades and metadata.

    Raises
    ------
    InputError
        If a file cannot be read; the message names the file, the line and the remedy.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "rows.csv"
    >>> _ = path.write_text("y,p\\na,a\\nb,a\\n")
    >>> read(path, "p", actual="y").n
    2
    """
    from informed.readers.files.saved import merged, saved_among
    from informed.readers.kinds import kind_of
    from informed.readers.logs import KINDS, read_log

    if (answered := _graded_rows(data)) is not None:
        from informed.readers.logs.graded import of_rows

        return of_rows(answered, Path("data"))
    names: Any = data
    paths = [names] if isinstance(names, (str, Path)) else list(names)
    if choice("kind", kind, ("auto", "rows", *KINDS)) == "auto":
        kind = "rows" if actual is not None or not paths else kind_of(paths[0]).log or "rows"
    if kind != "rows":
        given: dict[str, Any] = {"actual": actual, "predicted": predicted, "weights": weights, "by": by}
        given |= {"cluster": cluster, "stratum": stratum, "labels": labels, "rename": rename, "abstain": abstain}
        if odd := next((name for name, each in given.items() if each is not None), None):
            raise InputError(f"{odd}= cannot be used with a log, which is read whole; leave it out")
        if len(paths) > 1:
            raise InputError("several logs: read one at a time, [informed.read(each) for each in paths]")
        return read_log(paths[0], kind)
    parts, rest = saved_among(paths, statistic.Items)
    if rest or not parts:
        keys = {"weights": weights, "by": by, "cluster": cluster, "stratum": stratum, "rename": rename}
        how = {"weight_kind": weight_kind, "labels": labels, "missing": missing, "abstain": abstain}
        text = {"encoding": encoding, "separator": separator, "skip_bad_rows": skip_bad_rows}
        parts.insert(0, distinct(rest, Columns.named(actual, predicted, **keys, **how), **text, table=table, sql=sql))
    return merged(parts, union=True)


def _graded_rows(data: Any) -> list[tuple[str, Mapping[str, Any]]] | None:
    """The rows of what lies in memory, each with its place; None of the names of files."""
    from informed.readers.frames.frame import as_frame
    from informed.readers.frames.held import are_rows

    if isinstance(data, (str, Path)) or (not are_rows(data) and (data := as_frame(data)) is None):
        return None
    rows = data if isinstance(data, (list, tuple)) else data.lazy().collect().rows(named=True)
    return [(f"row {place}", row) for place, row in enumerate(rows)]


def count_files(paths: Iterable[str | Path], columns: Columns, **how: Any) -> Counts:
    """Counts of two columns of files; saved counts among the files are merged in. ``how``: see `Reading`."""
    from informed.readers.files.saved import merged, saved_among

    saved, rest = saved_among(paths, Counts)
    parts = [tabulated(rest, columns, **how)] if rest or not saved else []
    return merged([*parts, *saved], union=True)


def columns_given(
    door: str, data: Any, predicted: Any, actual: Any, *, kind: type[Columns] = Columns, **rest: Any
) -> tuple[Any, Columns]:
    """The source, None where arrays are given, and what its columns are for."""
    if data is None:
        data, actual = actual, None
    if isinstance(actual, str):
        return data, kind.named(actual, predicted, **rest)
    if data is None or actual is not None:
        named = ", ".join(arg(each, "column") for each in kind.axes)
        raise InputError(f"give {door}({', '.join(kind.axes)}), or {door}(frame, {named})")
    for name in ("weights", "cluster", "stratum"):
        if isinstance(value := rest.get(name), str):
            raise InputError(
                f"names a column of a frame; give the {name} of arrays as an array", argument=name, value=value
            )
    if predicted is None:
        data, predicted = _two_columns(data)
    return _as_frame(kind.arrays(data, predicted, **rest))


def _two_columns(data: Any) -> tuple[Any, Any]:
    """Actual and predicted from one array of two columns, or from a list of pairs."""
    if np.shape(data) == (2, 2) and np.asarray(data).dtype.kind in "iuf":
        raise InputError(
            f"{np.asarray(data).tolist()} may be a table or two items; "
            f"give a table as Counts(table, {arg('rows', 'actual')}), "
            "items as count(actual, predicted)"
        )
    if isinstance(data, np.ndarray) and data.ndim == 2 and data.shape[1] == 2:
        return data[:, 0], data[:, 1]
    if (
        isinstance(data, (list, tuple))
        and data
        and all(isinstance(row, (list, tuple)) and len(row) == 2 for row in data)
    ):
        actual, predicted = zip(*data, strict=True)
        return actual, predicted
    if hasattr(data, "columns"):
        raise InputError(
            f"which columns of the frame? name them: {arg('actual', 'column')}, {arg('predicted', 'column')}"
        )
    raise InputError("predicted is missing: give actual and predicted labels, or one array of two columns")


def _as_frame(columns: Columns) -> tuple[Any, Columns]:
    """Series of one engine that lies outside NumPy are a frame of that engine; other arrays are what they are."""
    labelled = columns.labelled.values()
    plain = (np.ndarray, list, tuple)
    if any(isinstance(each, plain) or hasattr(each, "factorize") or is_array(each) for each in labelled):
        return None, columns
    import narwhals.stable.v2 as nw

    weights = {} if columns.weights is None else {"weights": columns.weights}
    given = {**dict(columns.keys), **columns.labelled, **weights}
    series = {name: nw.from_native(each, series_only=True, pass_through=True) for name, each in given.items()}
    engines = {each.implementation if isinstance(each, nw.Series) else None for each in series.values()}
    if len(engines) != 1 or None in engines or len({len(each) for each in series.values()}) != 1:
        return None, columns
    return nw.from_dict(series), columns.called()


def table_of(data: Any, predicted: Any = None, **reading: Any) -> Counts:
    """Counts of one table: given as such, as a bare table (actual x predicted), or as labels to be counted."""
    if isinstance(data, (Counts, statistic.Items)):
        unused({"predicted": predicted, **reading}, "items that have been counted already")
        return data if isinstance(data, Counts) else data.counts()
    if predicted is None and "actual" not in reading:
        labels = tuple(reading.pop("labels", ()))
        unused(reading, "a table")
        return Counts(data, labels=labels)
    return count(data, predicted, **reading)
