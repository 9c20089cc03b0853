"""Columns of whatever holds them as plain lists, row by row."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from informed.core.errors import InputError
from informed.readers.arrays.codes import level
from informed.readers.frames.held import as_list, columns_held


def are_paths(data: Any) -> bool:
    """Whether the data are one file or several."""
    several = isinstance(data, (list, tuple)) and bool(data) and all(isinstance(each, Path) for each in data)
    return isinstance(data, (str, Path)) or several


def lists_of(data: Any, names: Iterable[str], **how: Any) -> list[list[Any]]:
    """Columns of a frame, a dictionary or files as lists, None where a value is missing; how: see `Reading`.

    Equal rows of a file come together.
    """
    wanted = list(names)
    if are_paths(data):
        from informed.readers.files.rows import rows_of
        from informed.readers.files.tables import Query

        paths = [data] if isinstance(data, (str, Path)) else data
        rows = rows_of(paths, Query((), tuple(wanted)), **how).found.rows
        return [[level(row[place]) for row in rows for _ in range(row[len(wanted)])] for place in range(len(wanted))]
    held = columns_held(data, {"column": wanted})
    if held is None:
        from informed.readers.frames.frame import as_frame, check_columns, whole_columns

        frame = as_frame(data)
        if frame is None:
            raise InputError(f"columns are named, so a frame, a file or a dictionary is needed; got {type(data)}")
        check_columns(frame, {"column": wanted})
        held = whole_columns(frame, wanted)
    return [[level(each) for each in as_list(held[name])] for name in wanted]
