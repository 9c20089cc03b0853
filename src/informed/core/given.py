"""What a caller may give: labels, columns, tables and whole data as types, and the closed choices of arguments."""

from collections.abc import Hashable, Iterable, Mapping
from os import PathLike
from typing import Any, Literal, Protocol, TypeAlias, get_args

Missing = Literal["raise", "drop", "unjudged"]
Incomplete = Literal["raise", "drop"]  # missing values where an item without an actual label tells nothing
WeightKind = Literal["sampling", "frequency"]
Undefined = Literal["limit", "nan", "raise"]
Reference = Literal["gold", "comparator"]
View = Literal["table", "inverse", "dual", "perverse"]
Words = Literal["general", "clinical"]  # recall and precision, or sensitivity, specificity, predictive values
Side = Literal["actual", "predicted"]
Adjustment = Literal["holm", "bh", "none"]
PairAdjustment = Literal["holm", "bh", "max_t", "none"]
Distance = Literal["nominal", "ordinal", "interval", "ratio"]
Drawn = Literal["random", "by_judge", "elsewhere"]
RaterModel = Literal["auto", "dawid_skene", "knows_or_guesses"]
Maximized = Literal["informedness", "edge", "trace", "mutual_information"]
Kept = Literal["informative", "best", "all"]
Counting = Literal["tasks", "items"]
Resampling = Literal["halves", "bootstrap"]
SetInput = Literal["sets", "long", "json"]
Settled = Literal["pass", "fail"]
Unjudged = Literal["apart", "irrelevant"]


def values(of: Any) -> tuple[str, ...]:
    """The values of a Literal."""
    return get_args(of)


class Frame(Protocol):
    """Named columns, as pandas, polars, Arrow, Spark, DuckDB, Dask and Ibis have them."""

    @property
    def columns(self) -> Any:
        """Their names, or the columns themselves."""


class Found(Protocol):
    """What was counted, answered or saved before: `Counts`, `Items`, an evaluation."""

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""


class Log(Protocol):
    """What `read` gives of a sample log."""

    @property
    def items(self) -> Any:
        """Its answers."""


AnyLabel: TypeAlias = Hashable
"""A label as it comes: a text, a number, a scalar of any library; None where there is none."""

Column: TypeAlias = Iterable[object]
"""The name of a column, or a value for each item: a list, an array, a series, a tensor; or several of them."""

Matrix: TypeAlias = Iterable[object] | Mapping[Any, Any] | Frame
"""Rows of numbers: lists, an array, a frame; or numbers by label."""

Data: TypeAlias = Iterable[object] | Frame | PathLike[str] | Found | Log
"""Labels, rows, a frame, the name of a file or several, statistics that were counted before, a log."""
