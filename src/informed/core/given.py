"""What a caller may give, as types: labels, columns, tables and whole data, whatever library they come from."""

from collections.abc import Hashable, Iterable, Mapping
from os import PathLike
from typing import Any, Protocol, TypeAlias


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
