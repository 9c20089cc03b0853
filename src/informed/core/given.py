"""What a caller may give, as types: labels, columns, tables and whole data, whatever library they come from."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, Union

if TYPE_CHECKING:
    from informed.core.result import Result
    from informed.core.saving import Saved
    from informed.readers.logs import Log, Run


class Frame(Protocol):
    """Named columns, as pandas, polars, Arrow, Spark, DuckDB, Dask and Ibis have them."""

    @property
    def columns(self) -> Any:
        """Their names, or the columns themselves."""


AnyLabel: TypeAlias = Hashable
"""A label as it comes: a text, a number, a scalar of any library; None where there is none."""

Column: TypeAlias = Iterable[object]
"""The name of a column, or a value for each item: a list, an array, a series, a tensor; or several of them."""

Matrix: TypeAlias = Iterable[object] | Mapping[Any, Any] | Frame
"""Rows of numbers: lists, an array, a frame; or numbers by label."""

Data: TypeAlias = Union[Iterable[object], Frame, PathLike[str], "Saved", "Result", "Log", "Run"]
"""Labels, rows, a frame, the name of a file or several, statistics that were counted before, a log."""
