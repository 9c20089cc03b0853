"""Parquet, read by DuckDB."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from informed.readers.sources import Source

ENDINGS = (".parquet", ".pq")
MAGIC = b"PAR1"


def table(connection: Any, files: Sequence[Source]) -> Any:
    """The rows of all files, whose columns are matched by name."""
    return connection.read_parquet([str(each.path) for each in files], union_by_name=len(files) > 1)
