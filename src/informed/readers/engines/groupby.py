"""The one query that is asked of an engine: distinct rows, counted and weighted; they come back column by column."""

import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from datetime import UTC
from itertools import compress
from typing import Any, NamedTuple, Self

import numpy as np

from informed.core.errors import InputError, arg, choice
from informed.core.validate import Numbers
from informed.readers.arrays.cells import SCALED, out_of_scale
from informed.readers.columns import Columns

MOST = 5_000_000  # rows that may leave an engine
Values = Sequence[Any] | Numbers
"""A column as it came: a list, or an array of whole numbers."""


class Grouped(NamedTuple):
    """Distinct rows as columns: the ``keys``, the ``items`` of each row, the sums of weights and of their squares.

    The sums are None without weights. ``without_weight``: items whose weight is missing; they are in no row.
    ``whole``: whether every weight is whole. ``dropped``: the keys and the items whose weight is missing or 0.
    """

    keys: Sequence[Values]
    items: Values
    weights: Values | None = None
    squares: Values | None = None
    without_weight: int = 0
    whole: bool = False
    dropped: Sequence[Values] = ()

    @classmethod
    def of(cls, rows: Sequence[tuple[Any, ...]], without_weight: int = 0, whole: bool = False) -> Self:
        """Rows ``(keys..., items, weights, squares)``."""
        *keys, items, weights, squares = _transposed(rows) if rows else ((), (), ())
        bare = not rows or weights[0] is None
        return cls(keys, items, None if bare else weights, None if bare else squares, without_weight, whole)

    @property
    def rows(self) -> list[tuple[Any, ...]]:
        """The rows ``(keys..., items, weights, squares)``."""
        without = [None] * len(self.items)
        sums = (without if each is None else each for each in (self.weights, self.squares))
        return list(zip(*map(_listed, self.keys), _listed(self.items), *map(_listed, sums), strict=True))

    @property
    def fetched(self) -> int:
        """How many rows came from the engine, or fewer by those of weight 0."""
        return len(self.items) + (len(self.dropped[-1]) if self.dropped else 0)


def _listed(values: Values) -> Sequence[Any]:
    return values.tolist() if isinstance(values, np.ndarray) else values


def _transposed(rows: Sequence[tuple[Any, ...]]) -> list[Sequence[Any]]:
    return list(zip(*rows, strict=True))


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
    found = values_fetched(asked if most is None else asked.head(most))
    if weight is None:
        *values, items = found
        return Grouped(values, items)
    return _weighted(found, called or weight, weight_kind)


def aggregate(frame: Any, keys: Sequence[Any], weight: str | None = None) -> Any:
    """The one query that is asked of an engine, not yet run: a single aggregate over the key columns."""
    import narwhals.stable.v2 as nw

    names = [f"key_{place}" for place in range(len(keys))]
    expressions = [nw.col(key) if isinstance(key, str) else key for key in keys]
    columns = [each.alias(name) for each, name in zip(expressions, names, strict=True)]
    items = nw.len().alias("items")
    if weight is None:
        bare = all(isinstance(key, str) for key in keys)
        return _lean((frame.lazy() if bare else _lazy(frame)).select(*columns)).group_by(*names).agg(items)
    value = nw.col("weight")
    lazy = _lean(_lazy(frame).select(*columns, nw.col(weight).cast(nw.Float64).alias("weight")))
    # Derived before grouping, for not every engine sums an expression.
    lazy = lazy.with_columns(
        square=value * value,
        usable=finite(value),
        fraction=value - floor(value),
        there=nw.when(value != 0).then(1).otherwise(0),  # an item of weight 0 is as good as absent
        present=nw.when(value != 0).then(value),
    )
    sums = [nw.col(name).sum().alias(f"sum_{name}") for name in ("there", "weight", "square")]
    bounds = [nw.col("present").min().alias("least"), value.max().alias("most"), nw.col("fraction").max().alias("rest")]
    return lazy.group_by(*names, "usable").agg(items, *sums, *bounds)


def _lazy(frame: Any) -> Any:
    """The frame as derived columns are asked for: those of Arrow lie in memory beside the table, DuckDB's do not."""
    import narwhals.stable.v2 as nw

    if frame.implementation.is_pyarrow() and len({name.lower() for name in frame.columns}) == len(frame.columns):
        import duckdb

        with suppress(duckdb.Error):  # a type that it does not have
            return nw.from_native(duckdb.connect().from_arrow(frame.to_native()))
    return frame.lazy()


def _lean(lazy: Any) -> Any:
    """The same rows; polars groups categories in half the memory that texts take."""
    import narwhals.stable.v2 as nw

    if not lazy.implementation.is_polars():
        return lazy
    texts = [name for name, kind in lazy.collect_schema().items() if kind == nw.String]
    return lazy.with_columns(nw.col(*texts).cast(nw.Categorical)) if texts else lazy


def floor(value: Any) -> Any:
    """The whole number below, 0 for what is not finite: an engine that floors to integers could not."""
    import narwhals.stable.v2 as nw

    return nw.when(finite(value)).then(value).otherwise(0.0).floor()


def finite(value: Any) -> Any:
    """Whether a number is neither infinite nor NaN, in terms that SQL databases know: some cannot ask for infinity."""
    return value.abs() <= sys.float_info.max


def _weighted(found: Sequence[Values], weight: str, weight_kind: str) -> Grouped:
    """Rows with usable weights; negative and infinite ones are refused."""
    *keys, usable, items, there, total, squares = found[:-3]
    least, most, rest = (np.array(each, np.float64) for each in found[-3:])
    known = least <= most  # of NaN alone some engines say inf and -inf
    ends = np.concatenate([least[known], most[known]])
    if (odd := (ends < 0) | np.isinf(ends)).any():
        value = ends[odd.argmax()]
        raise InputError(f"column {weight!r} holds the weight {value}; weights must be finite and >= 0")
    if (odd := out_of_scale(ends)).any():
        raise InputError(f"column {weight!r} holds the weight {ends[odd.argmax()]}; {SCALED}")
    use = np.array([bool(each) and each == each for each in usable], bool)
    if weight_kind == "frequency" and (rest[use] > 0).any():
        raise InputError(
            f"column {weight!r} holds weights with fractions; "
            f"frequencies are whole, use {arg('weight_kind', 'sampling')}"
        )
    size = np.array(items, np.int64)
    kept = np.where(use, np.array([each or 0 for each in there], np.int64), 0)
    lost, without_weight = size - kept, int(size[~use].sum())
    if len(size) and not kept.any() and not without_weight:
        raise InputError(f"column {weight!r}: weights are all 0; there is nothing to count")
    whole = not (rest[use] > 0).any() and bool((most[use] > 1).any())
    *left, weights, sums = (_taken(each, kept > 0) for each in (*keys, total, squares))
    dropped = [_taken(each, lost > 0) for each in (*keys, lost)]
    return Grouped(left, kept[kept > 0], weights, sums, without_weight, whole, dropped)


def _taken(values: Values, mask: Any) -> Values:
    return values[mask] if isinstance(values, np.ndarray) else list(compress(values, mask))


def values_fetched(lazy: Any) -> list[Values]:
    """An answer column by column: whole numbers as an array, anything else as Python has it."""
    if (found := _rows(lazy)) is not None:
        return [*_transposed(found)] if found else [[] for _ in lazy.collect_schema().names()]
    frame = lazy.collect()
    return [_values(frame.get_column(name)) for name in frame.columns]


def _values(series: Any) -> Values:
    bare = series.dtype.is_integer() and not series.null_count()
    found: Values = series.to_numpy() if bare else series.to_list()
    return found


def rows(lazy: Any) -> list[tuple[Any, ...]]:
    """A small answer as tuples."""
    found = _rows(lazy)
    return list(lazy.collect().rows()) if found is None else found


def _rows(lazy: Any) -> list[tuple[Any, ...]] | None:
    """The answer of an engine that gives rows without a further frame library; None of any other.

    Ibis asks PostgreSQL by a cursor of the server, for which one process works alone; here it may use several.
    """
    native, engine = lazy.to_native(), lazy.implementation
    if engine.is_duckdb():
        return _fetched(native)
    if engine.is_pyspark() or engine.is_pyspark_connect():
        return [tuple(row) for row in native.collect()]
    if engine.is_ibis() and (held := native.get_backend()).name == "postgres":
        with closing(held.raw_sql(held.compile(native))) as cursor:
            return list(cursor.fetchall())
    return None


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
