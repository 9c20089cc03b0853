"""Parquet, read by DuckDB."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from informed.core.errors import InputError
from informed.readers.sources import Source

ENDINGS = (".parquet", ".pq")
MAGIC = b"PAR1"


def table(connection: Any, files: Sequence[Source]) -> Any:
    """The rows of all files, whose columns are matched by name."""
    paths = [each.pattern for each in files]
    found = connection.read_parquet(paths, union_by_name=len(files) > 1, hive_partitioning=False)
    named = {name for (name,) in connection.execute("select name from parquet_schema(?)", [paths]).fetchall()}
    if invented := [name for name in found.columns if name not in named]:  # it cannot tell A from a
        raise InputError(
            f"{files[0].name}: two columns are called {invented[0][:-2]!r} but for case; rename one of them"
        )
    return found
