"""Kinds of files with typed columns, one file each; a file here is a kind of its name.

``ENDINGS`` are the endings of such files, ``MAGIC`` is a regular expression of how they begin, and
``table(connection, files)`` is what they hold: a relation of DuckDB, whose connection it is, or any data frame that
gives its columns as Arrow does (pyarrow, polars, pandas).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from informed.readers.files.sources import Source


class Format(Protocol):
    """What the module of a kind has."""

    ENDINGS: tuple[str, ...]
    MAGIC: bytes

    def table(self, connection: Any, files: Sequence[Source]) -> Any:
        """What the files hold together."""


@cache
def formats() -> Mapping[str, Format]:
    """Every kind by its name."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("[!_]*.py"))
    return {name: import_module(f"{__name__}.{name}") for name in names}
