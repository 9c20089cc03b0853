"""Data frames of any library, grouped by the engine that holds them; only the distinct rows come back."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np

from informed.core.errors import InputError, choice
from informed.core.labels import Label
from informed.core.ranking import width_for
from informed.readers.arrays import WHOLE_WEIGHTS, Counted, count_arrays
from informed.readers.cells import Cells, repeated
from informed.readers.codes import ONE_LABEL, column, not_a_label, own_codes, with_levels
from informed.readers.columns import Columns, Roles, check_named
from informed.readers.held import kinds_of
from informed.readers.naming import check_apart

MOST = 5_000_000  # rows that may leave an engine
SCANNED = {"pyarrow.Dataset", "pyarrow.Scanner"}  # what DuckDB reads in batches


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


def column_names(data: Any) -> tuple[str, ...]:
    """The names of its columns."""
    return tuple(as_frame(data).collect_schema().names())


def _eager_library() -> Any:
    """The library that takes in a bare Arrow stream."""
    for name in ("polars", "pyarrow", "pandas"):
        if find_spec(name):
            return name
    raise InputError("an Arrow stream needs polars, pyarrow or pandas to be read: pip install 'informed[dataframe]'")


def count_frame(frame: Any, columns: Any) -> Counted:
    """The distinct rows of columns of a frame; what lies in memory is counted as arrays are."""
    check_columns(frame, columns.roles)
    labels = list(columns.labelled.values())
    _refuse_nested(frame, labels)
    keys = [*(name for _, name in columns.keys), *labels]
    scores = list(columns.numeric.values())
    if in_memory(frame, keys, bool(scores)):
        names = [*keys, *scores, *([columns.weights] if columns.weights else [])]
        return count_arrays(columns.held({name: frame.get_column(name).to_native() for name in names}))
    if not getattr(columns, "fractions", False):
        refuse_scores(frame, labels)
    _refuse_texts(frame, {"scores": scores, "weights": [columns.weights]})
    widths = {name: _width(frame, name, columns) for name in scores}
    rounding = [rounded(name, width, columns.marks) for name, width in widths.items()]
    found = counted_inside(frame, [*keys, *rounding], columns)
    counted = counted_rows(found, column_levels(frame, keys), columns)
    return counted._replace(width=next(iter(widths.values()), None))


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


def in_memory(frame: Any, keys: Sequence[str], scored: bool = False) -> bool:
    """Whether the columns lie in memory in a form the array kernel counts faster than the engine groups."""
    import narwhals.stable.v2 as nw

    if not isinstance(frame, nw.DataFrame):
        return False
    kinds = [frame.schema[name] for name in keys]
    return scored or frame.implementation.is_pandas() or all(kind.is_integer() or kind == nw.Boolean for kind in kinds)


def refuse_scores(frame: Any, keys: Iterable[str]) -> None:
    """Refuse a column of numbers with fractions before it makes as many groups as there are rows."""
    import narwhals.stable.v2 as nw

    schema = frame.collect_schema()
    for name in keys:
        value = nw.col(name).cast(nw.Float64)
        if schema[name].is_float():
            found = rows(frame.lazy().select(value).filter(_finite(value), value != _floor(value)).head(1))
            if found:
                raise not_a_label(found[0][0], f"a value of column {name!r}")


def _refuse_nested(frame: Any, keys: Iterable[str]) -> None:
    """Refuse a column of lists or objects, which not every engine can group by."""
    schema = frame.collect_schema()
    for name in keys:
        if schema[name].is_nested():
            raise InputError(f"column {name!r} holds {str(schema[name])[:60]}; {ONE_LABEL}")


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


class Grouped(NamedTuple):
    """Distinct rows ``(keys..., items, sum of weights, sum of squared weights)``; the sums are None without weights.

    ``without_weight``: items whose weight is missing; they are in no row. ``whole``: whether every weight is whole.
    ``dropped``: ``(keys..., items)`` of items whose weight is missing or 0.
    """

    rows: list[tuple[Any, ...]]
    without_weight: int = 0
    whole: bool = False
    dropped: Sequence[tuple[Any, ...]] = ()

    @property
    def fetched(self) -> int:
        """How many rows came from the engine, or fewer by those of weight 0."""
        return len(self.rows) + len(self.dropped)


def counted_inside(frame: Any, keys: Sequence[Any], columns: Columns) -> Grouped:
    """The distinct rows of these columns (or expressions), weighted as asked; too many for the driver are refused."""
    import narwhals.stable.v2 as nw

    most = None if isinstance(frame, nw.DataFrame) else MOST + 1
    found = grouped(frame, keys, columns.weights, columns.weight_kind, most)
    if most is not None and found.fetched >= most:
        ((size,),) = rows(aggregate(frame, keys, columns.weights).select(nw.len()))
        raise InputError(
            f"{size:,} distinct rows are more than the {MOST:,} that may leave an engine; {columns.remedy}"
        )
    return found


def grouped(
    frame: Any,
    keys: Sequence[Any],
    weight: str | None = None,
    weight_kind: str = "sampling",
    most: int | None = None,
    called: str | None = None,
) -> Grouped:
    """The distinct rows of these columns (or expressions), counted and weighted by the engine; ``most`` are fetched.

    ``called`` is the name of the weights for a reader, where the frame has another.
    """
    choice("weight_kind", weight_kind, ("sampling", "frequency"))
    asked = aggregate(frame, keys, weight)
    found = rows(asked if most is None else asked.head(most))
    if weight is None:
        return Grouped([(*row, None, None) for row in found])
    return _weighted(found, called or weight, weight_kind)


def aggregate(frame: Any, keys: Sequence[Any], weight: str | None = None) -> Any:
    """The one query that is asked of an engine, not yet run: a single aggregate over the key columns."""
    import narwhals.stable.v2 as nw

    names = [f"key_{place}" for place in range(len(keys))]
    expressions = [nw.col(key) if isinstance(key, str) else key for key in keys]
    columns = [each.alias(name) for each, name in zip(expressions, names, strict=True)]
    items = nw.len().alias("items")
    if weight is None:
        return frame.lazy().select(*columns).group_by(*names).agg(items)
    value = nw.col("weight")
    lazy = frame.lazy().select(*columns, nw.col(weight).cast(nw.Float64).alias("weight"))
    # Derived before grouping, for not every engine sums an expression.
    lazy = lazy.with_columns(
        square=value * value,
        usable=_finite(value),
        fraction=value - _floor(value),
        there=nw.when(value != 0).then(1).otherwise(0),  # an item of weight 0 is as good as absent
    )
    sums = [nw.col(name).sum().alias(f"sum_{name}") for name in ("there", "weight", "square")]
    bounds = [value.min().alias("least"), value.max().alias("most"), nw.col("fraction").max().alias("rest")]
    return lazy.group_by(*names, "usable").agg(items, *sums, *bounds)


def rounded(score: str, width: float = 0.0, marks: Sequence[float] = ()) -> Any:
    """Scores as numbers, those that are no marks rounded down to multiples of ``width``, a power of two (0: none)."""
    import narwhals.stable.v2 as nw

    value = nw.col(score).cast(nw.Float64)
    if not width:
        return value
    return nw.when(_within(value, marks)).then(_floor(value / width) * width).otherwise(value)


def _within(value: Any, marks: Sequence[float]) -> Any:
    """Whether a score is finite and none of the marks."""
    return _finite(value) & ~value.is_in(marks) if marks else _finite(value)


def _floor(value: Any) -> Any:
    """The whole number below, 0 for what is not finite: an engine that floors to integers could not."""
    import narwhals.stable.v2 as nw

    return nw.when(_finite(value)).then(value).otherwise(0.0).floor()


def _finite(value: Any) -> Any:
    """Whether a number is neither infinite nor NaN, in terms that SQL databases know: some cannot ask for infinity."""
    return value.abs() <= sys.float_info.max


def _weighted(found: list[tuple[Any, ...]], weight: str, weight_kind: str) -> Grouped:
    """Rows with usable weights; negative and infinite ones are refused."""
    kept, dropped, without_weight, whole, most = [], [], 0, True, 0.0
    for *key, usable, items, there, total, squares, least, greatest, rest in found:
        known = None not in (least, greatest) and least <= greatest  # of NaN alone some engines say inf and -inf
        for value in (least, greatest) if known else ():
            if value < 0 or math.isinf(value):
                raise InputError(f"column {weight!r} holds the weight {value}; weights must be finite and >= 0")
        if not usable or usable != usable:
            without_weight += int(items)
            dropped.append((*key, int(items)))
            continue
        if rest > 0 and weight_kind == "frequency":
            raise InputError(
                f"column {weight!r} holds weights with fractions; frequencies are whole, use weight_kind='sampling'"
            )
        whole, most = whole and rest == 0, max(most, greatest)
        if there:
            kept.append((*key, int(there), total, squares))
        if there < items:
            dropped.append((*key, int(items) - int(there)))
    if found and not kept and not without_weight:
        raise InputError(f"column {weight!r}: weights are all 0; there is nothing to count")
    return Grouped(kept, without_weight, whole and most > 1, dropped)


def rows(lazy: Any) -> list[tuple[Any, ...]]:
    """A small answer as tuples; DuckDB and Spark give theirs without a further frame library."""
    native, engine = lazy.to_native(), lazy.implementation
    if engine.is_duckdb():
        return _fetched(native)
    if engine.is_pyspark() or engine.is_pyspark_connect():
        return [tuple(row) for row in native.collect()]
    return list(lazy.collect().rows())


def _fetched(relation: Any) -> list[tuple[Any, ...]]:
    """The rows of DuckDB; times with a zone in UTC, for it gives them in the zone of the machine."""
    zoned = [str(kind) == "TIMESTAMP WITH TIME ZONE" for kind in relation.types]
    if not any(zoned):
        return list(relation.fetchall())
    names = ['"' + name.replace('"', '""') + '"' for name in relation.columns]
    plain = (f"make_timestamp(epoch_us({name}))" if zone else name for name, zone in zip(names, zoned, strict=True))
    return [
        tuple(value.replace(tzinfo=UTC) if zone and value else value for value, zone in zip(row, zoned, strict=True))
        for row in relation.project(", ".join(plain)).fetchall()
    ]


def whole_columns(frame: Any, names: Sequence[str]) -> dict[str, list[Any]]:
    """Columns as lists, of an engine in one query: the rows of another one may come in another order."""
    import narwhals.stable.v2 as nw

    if isinstance(frame, nw.DataFrame):
        return {name: frame.get_column(name).to_list() for name in names}
    ((size,),) = rows(frame.select(nw.len()))
    if size > MOST:
        raise InputError(
            f"columns {list(names)} have {size:,} rows, more than the {MOST:,} that may leave an engine one by one; "
            "give a sample of the items"
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
        raise InputError(f"{found.without_weight:,} items have no weight; use missing='drop' to leave them out")
    whole = [WHOLE_WEIGHTS] if found.whole and weight_kind == "sampling" else []
    cells = _as_cells(found, levels, weight_kind, getattr(columns, "fractions", False), bool(columns.numeric))
    return Counted(cells, (), found.without_weight, [*notes, *whole], refused)


def _as_cells(found: Grouped, levels: Levels, weight_kind: str, loose: bool, scored: bool) -> Cells:
    width = len(levels) + scored + 3
    *values, items, weights, squares = zip(*found.rows, strict=True) if found.rows else ((),) * width
    score = np.array(values.pop(), np.float64) if scored else None
    keys = [
        read if given is None else with_levels(read, given)
        for each, (name, given) in zip(values, levels, strict=True)
        for read in [own_codes(column(np.array(each, object) if loose else each, name))]
    ]
    n = np.asarray(items, np.int64)
    if not weights or weights[0] is None:
        return Cells(keys, n, score=score)
    cells = Cells(keys, n, np.asarray(weights, np.float64), np.asarray(squares, np.float64), score)
    return cells if weight_kind == "sampling" else repeated(cells)
