"""Data frames of any library, grouped by the engine that holds them; only the distinct rows come back."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from importlib.util import find_spec
from typing import Any

import numpy as np

from informed.core.errors import InputError, arg
from informed.core.labels import Label, one_label
from informed.core.ranking import width_for
from informed.core.validate import Numbers
from informed.readers.arrays.cells import Cells, repeated
from informed.readers.arrays.codes import column, not_a_label, own_codes, with_levels
from informed.readers.arrays.series import Counted, count_arrays, whole_weights
from informed.readers.columns import Columns, Roles, check_named
from informed.readers.engines import groupby
from informed.readers.engines.groupby import Grouped, Values, counted_inside, finite, floor, rows
from informed.readers.engines.names import check_apart
from informed.readers.frames.held import kinds_of

SCANNED = {"pyarrow.Dataset", "pyarrow.Scanner"}  # what DuckDB reads in batches

NO_BIN = 2**62
DENSEST = 2.0**53  # above, every number is whole, and a bin holds one


def as_frame(data: Any) -> Any:
    """A narwhals frame, eager or lazy, of whatever holds named columns; None if nothing does."""
    import narwhals.stable.v2 as nw

    _check_names(data)
    frame = nw.from_native(_scanned(data), pass_through=True)
    if isinstance(frame, (nw.DataFrame, nw.LazyFrame)):
        return frame
    if hasattr(data, "__arrow_c_stream__"):
        return nw.from_arrow(data, backend=_eager_library())
    if hasattr(data, "__dataframe__"):
        from pyarrow.interchange import from_dataframe

        return nw.from_native(from_dataframe(data))
    return None


def _check_names(data: Any) -> None:
    """Refuse two columns of one name, which Arrow and pandas allow; DuckDB scans data sets and cannot tell A from a."""
    kinds, names = kinds_of(data), ()
    if "pandas.DataFrame" in kinds:
        names = data.columns
    elif any(each.startswith("pyarrow.") for each in kinds):
        names = getattr(getattr(data, "projected_schema", getattr(data, "schema", None)), "names", ())
    check_apart([(type(data).__name__, names)], caseless=bool(SCANNED & kinds))


def _scanned(data: Any) -> Any:
    """A data set of Arrow as a relation of DuckDB, which reads it in batches; anything else as it is."""
    if not SCANNED & kinds_of(data):
        return data
    import duckdb

    try:
        return duckdb.connect().from_arrow(data)
    except duckdb.Error as error:
        said = str(error).splitlines()[0].partition(": ")[2]
        raise InputError(f"the data set cannot be scanned: {said}; give .scanner(columns=[...]).to_table()") from None


def _eager_library() -> Any:
    """The library that takes in a bare Arrow stream."""
    for name in ("polars", "pyarrow", "pandas"):
        if find_spec(name):
            return name
    raise InputError("an Arrow stream needs polars, pyarrow or pandas to be read: pip install 'informed[dataframe]'")


def count_frame(frame: Any, columns: Any) -> Counted:
    """The distinct rows of columns of a frame; what lies in memory is counted as arrays are."""
    import narwhals.stable.v2 as nw

    check_columns(frame, columns.roles)
    labels = list(columns.labelled.values())
    _refuse_nested(frame, labels)
    _refuse_made_texts(frame, labels)
    keys = [*(name for _, name in columns.keys), *labels]
    scores = list(columns.numeric.values())
    if in_memory(frame, keys, columns):
        names = [*keys, *scores, *([columns.weights] if columns.weights else [])]
        return count_arrays(columns.held({name: frame.get_column(name).to_native() for name in names}))
    if not getattr(columns, "fractions", False):
        refuse_scores(frame, labels)
    _refuse_texts(frame, {"scores": scores, "weights": [columns.weights]})
    width = _width(frame, scores[0], columns) if scores else None
    ranked = binned(scores[0], width, columns.marks) if width else [nw.col(name).cast(nw.Float64) for name in scores]
    found = counted_inside(frame, [*keys, *ranked], columns)
    if width:
        found = found._replace(keys=[*found.keys[:-2], unbinned(width, columns.marks, *found.keys[-2:])])
    return replace(counted_rows(found, column_levels(frame, keys), columns), width=width)


def _width(frame: Any, score: str, columns: Any) -> float:
    """The width of a bin of scores; the engine is asked how far they reach."""
    return (
        float(columns.width) if columns.bins is None else width_for(*ends_of(frame, score, columns.marks), columns.bins)
    )


def ends_of(frame: Any, score: str, marks: Sequence[float] = ()) -> tuple[float, float]:
    """The lowest and the highest finite score that is no mark, 0 where there is none."""
    import narwhals.stable.v2 as nw

    value = nw.col("score")
    finite = frame.lazy().select(nw.col(score).cast(nw.Float64).alias("score")).filter(_within(value, marks))
    ((low, high),) = rows(finite.select(value.min().alias("low"), value.max().alias("high")))
    return (0.0, 0.0) if low is None else (low, high)


def check_columns(frame: Any, wanted: Roles) -> None:
    """Refuse names that are no columns, and one column in two roles."""
    check_named(list(frame.collect_schema().names()), wanted)


def in_memory(frame: Any, keys: Sequence[str], columns: Any) -> bool:
    """Whether the columns lie in memory in a form the array kernel counts faster than the engine groups."""
    import narwhals.stable.v2 as nw

    if not isinstance(frame, nw.DataFrame):
        return False
    if columns.numeric:
        return not (frame.implementation.is_pyarrow() and (columns.bins or columns.width))
    kinds = [frame.schema[name] for name in keys]
    return frame.implementation.is_pandas() or all(kind.is_integer() or kind == nw.Boolean for kind in kinds)


def refuse_scores(frame: Any, keys: Iterable[str]) -> None:
    """Refuse a column of numbers with fractions before it makes as many groups as there are rows."""
    import narwhals.stable.v2 as nw

    schema = frame.collect_schema()
    for name in keys:
        value = nw.col(name).cast(nw.Float64)
        if schema[name].is_float():
            found = rows(frame.lazy().select(value).filter(finite(value), value != floor(value)).head(1))
            if found:
                raise not_a_label(found[0][0], f"a value of column {name!r}")


def _refuse_nested(frame: Any, keys: Iterable[str]) -> None:
    """Refuse a column of lists or objects, which not every engine can group by."""
    schema = frame.collect_schema()
    for name in keys:
        if schema[name].is_nested():
            raise InputError(f"column {name!r} holds {str(schema[name])[:60]}; {one_label()}")


def _refuse_made_texts(frame: Any, keys: Iterable[str]) -> None:
    """Refuse texts that Dask made of Decimals and other objects, which pandas would have given as they are."""
    tree = getattr(frame.to_native(), "expr", None) if frame.implementation.is_dask() else None
    leaves: Iterable[Any] = () if tree is None else tree.walk()
    held: Iterable[Any] = (getattr(getattr(each, "frame", None), "_data", None) for each in leaves)
    for data in (each for each in held if "pandas.DataFrame" in kinds_of(each)):
        for name in (each for each in keys if each in data.columns and data[each].dtype == object):
            odd = next((each for each in data[name] if each is not None and not isinstance(each, str)), None)
            if odd is not None and odd == odd and str(frame.collect_schema()[name]) == "String":
                raise InputError(
                    f"column {name!r}: Dask made texts of its values, such as {odd!r}; give numbers or texts, or use "
                    "dask.config.set({'dataframe.convert-string': False}) before from_pandas"
                )


def _refuse_texts(frame: Any, numbers: Roles) -> None:
    """Refuse a column of texts where numbers are needed, before the engine does in words of its own."""
    import narwhals.stable.v2 as nw

    schema = frame.collect_schema()
    for role, names in numbers.items():
        for name in names:
            if name is not None and schema[name] == nw.String:
                raise InputError(f"{role}: column {name!r} holds texts; name a column of numbers")


def sort_of(kind: Any, *, number: bool = False) -> str:
    """What a type of column holds, whatever its width; for a ``number`` whole and other ones are the same."""
    if kind.is_numeric() and number:
        return "number"
    return "integer" if kind.is_integer() else "float" if kind.is_float() else str(kind).lower()


def rounded(score: str, width: float = 0.0, marks: Sequence[float] = ()) -> Any:
    """Scores as numbers, those that are no marks rounded down to multiples of ``width``, a power of two (0: none).

    Where that would be a mark they are put just above it.
    """
    import narwhals.stable.v2 as nw

    value = nw.col(score).cast(nw.Float64)
    if not width:
        return value
    low = floor(value / width) * width
    for mark in marks:
        low = nw.when(low == mark).then(float(np.nextafter(mark, np.inf))).otherwise(low)
    return nw.when(_within(value, marks)).then(low).otherwise(value)


def binned(score: str, width: float, marks: Sequence[float]) -> list[Any]:
    """Two keys of a score: the number of its bin, and the score itself where it is in none, a mark or not finite.

    The bins are whole numbers: rounded scores end in zeros alone, and Spark groups such numbers in twice the time.
    """
    import narwhals.stable.v2 as nw

    value = nw.col(score).cast(nw.Float64)
    place = value * (1 / width)  # exact, for the width is a power of two
    inside = place.abs() <= DENSEST
    if marks:
        inside = inside & ~value.is_in(marks)
    number = nw.when(inside).then(place).otherwise(float(NO_BIN)).floor().cast(nw.Int64)
    return [number, nw.when(inside).then(0.0).otherwise(value)]


def unbinned(width: float, marks: Sequence[float], numbers: Values, scores: Values) -> Numbers:
    """The scores of two such keys, rounded down; just above a mark where that would be one."""
    number, score = np.array(numbers, np.int64), np.array(scores, np.float64)
    alone = number == NO_BIN
    low = np.where(alone, 0, number) * width
    return np.where(alone, score, np.where(np.isin(low, marks), np.nextafter(low, np.inf), low))


def _within(value: Any, marks: Sequence[float]) -> Any:
    """Whether a score is finite and none of the marks."""
    return finite(value) & ~value.is_in(marks) if marks else finite(value)


def whole_columns(frame: Any, names: Sequence[str]) -> dict[str, list[Any]]:
    """Columns as lists, of an engine in one query: the rows of another one may come in another order."""
    import narwhals.stable.v2 as nw

    if isinstance(frame, nw.DataFrame):
        return {name: frame.get_column(name).to_list() for name in names}
    ((size,),) = rows(frame.select(nw.len()))
    if size > groupby.MOST:
        raise InputError(
            f"columns {list(names)} have {size:,} rows, more than the {groupby.MOST:,} that may leave an engine one "
            "by one; give a sample of the items"
        )
    found = rows(frame.select(*names))
    return {name: [row[place] for row in found] for place, name in enumerate(names)}


Levels = Sequence[tuple[str, Sequence[Label] | None]]
"""Columns by name, each with the levels it declares, if any."""


def column_levels(frame: Any, keys: Sequence[str]) -> Levels:
    """The levels each column declares, None for a column that declares none."""
    import narwhals.stable.v2 as nw

    schema = frame.collect_schema()
    return [(name, list(kind.categories) if isinstance(kind := schema[name], nw.Enum) else None) for name in keys]


def counted_rows(
    found: Grouped, levels: Levels, columns: Columns, refused: int = 0, notes: Sequence[str] = ()
) -> Counted:
    """What an engine grouped as what arrays are counted into; the columns themselves are not at hand."""
    weight_kind = columns.weight_kind
    if found.without_weight and columns.missing != "drop":
        raise InputError(
            f"{found.without_weight:,} items have no weight; use {arg('missing', 'drop')} to leave them out"
        )
    whole = [whole_weights()] if found.whole and weight_kind == "sampling" else []
    cells = _as_cells(found, levels, weight_kind, getattr(columns, "fractions", False), bool(columns.numeric))
    return Counted(cells, (), found.without_weight, [*notes, *whole], refused)


def _as_cells(found: Grouped, levels: Levels, weight_kind: str, loose: bool, scored: bool) -> Cells:
    values = list(found.keys) if len(found.items) else [()] * (len(levels) + scored)
    score = np.array(values.pop(), np.float64) if scored else None
    keys = [
        read if given is None else with_levels(read, given)
        for each, (name, given) in zip(values, levels, strict=True)
        for read in [own_codes(column(np.array(each, object) if loose else each, name))]
    ]
    n = np.asarray(found.items, np.int64)
    if found.weights is None:
        return Cells(keys, n, score=score)
    cells = Cells(keys, n, np.asarray(found.weights, np.float64), np.asarray(found.squares, np.float64), score)
    return cells if weight_kind == "sampling" else repeated(cells)
