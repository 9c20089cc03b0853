"""Several systems from the columns of frames or files, or from files of saved counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from informed.counts import Counts
from informed.errors import InputError, choice
from informed.patterns import Patterns
from informed.readers.arrays import label_column
from informed.readers.cells import Cells, distinct
from informed.readers.engine import Columns, Progress, Reading, read_rows
from informed.readers.files import check_names, opened
from informed.readers.frames import (
    as_cells,
    as_frame,
    check_columns,
    column_levels,
    grouped,
    in_memory,
    refuse_scores,
)
from informed.readers.naming import common_labels, positions
from informed.readers.saved import read_counts
from informed.readers.tally import Options, has
from informed.readers.written import as_met


def patterns_of_frame(
    frame: Any,
    actual: str,
    systems: Mapping[str, str],
    *,
    labels: Iterable[Any] | None = None,
    missing: str = "raise",
) -> Patterns:
    """What each system (name to column) said about every item, grouped inside the engine that holds the frame."""
    columns = [actual, *_columns(systems)]
    read = as_frame(frame)
    if read is None:
        raise InputError(f"a frame is needed to find the columns {columns}; got {type(frame)}")
    check_columns(read, {"actual": [actual], **{name: [column] for name, column in systems.items()}})
    if in_memory(read, columns):
        cells = distinct([label_column(read.get_column(name).to_native(), name) for name in columns])
    else:
        refuse_scores(read, columns)
        cells = as_cells(grouped(read, columns), column_levels(read, columns))
    return _patterns(cells, list(systems), labels, missing)


def patterns_of_files(
    paths: Iterable[str | Path],
    actual: str,
    systems: Mapping[str, str],
    *,
    labels: Iterable[Any] | None = None,
    missing: str = "raise",
    encoding: str = "utf-8",
    separator: str | None = None,
    skip_bad_rows: bool = False,
    progress: Progress | None = None,
) -> Patterns:
    """The same from files, grouped inside the engine that reads them."""
    columns = Columns((actual, *_columns(systems)))

    def choose(names: Sequence[str], file: str) -> Columns:
        check_names(names, file, columns.used)
        return columns

    with opened(paths, encoding) as found:
        rows = read_rows(found, choose, Reading("sampling", encoding, separator, skip_bad_rows, progress))
    cells = as_cells(rows.found, dict.fromkeys(columns.keys))
    met = {level for key in cells.keys for level in key.levels or ()}
    return _patterns(cells, list(systems), as_met(Options(labels), met).labels, missing, rows.refused)


def _columns(systems: Mapping[str, str]) -> list[str]:
    """The columns of the systems, each asked for once."""
    columns = list(systems.values())
    if len(columns) < 2:
        raise InputError(f"only one system, {next(iter(systems), None)!r}; name at least two columns")
    if len(set(columns)) < len(columns):
        raise InputError(f"systems {dict(systems)} name a column twice; compare different columns")
    return columns


def _patterns(
    cells: Cells, systems: Sequence[str], labels: Iterable[Any] | None, missing: str, refused: int = 0
) -> Patterns:
    """Patterns of cells keyed by the actual label and what each system said."""
    gaps = [has(key, [None]) for key in cells.keys]
    kept = ~np.logical_or.reduce(gaps)
    lost = int(cells.n[~kept].sum())
    if lost and choice("missing", missing, ("raise", "drop")) == "raise":
        short = next(key.name for key, gap in zip(cells.keys, gaps, strict=True) if gap.any())
        raise InputError(
            f"column {short!r} has missing values ({lost:,} such items); use missing='drop' to leave them out"
        )
    if not kept.any():
        raise InputError("no item has a label of every system; there is nothing to compare")
    names, notes = common_labels(cells.keys, [kept] * len(cells.keys), labels)
    coded = [key._replace(codes=positions(key, names)[kept], levels=names) for key in cells.keys]
    once = distinct(coded, cells.n[kept].astype(np.float64), "frequency")
    codes = np.stack([key.codes for key in once.keys], axis=1)
    return Patterns(codes, once.n, names, tuple(systems), lost, refused, tuple(notes))


def samples_of_files(paths: Iterable[str | Path]) -> dict[str, Counts]:
    """Saved counts by the name of their file, as independent samples."""
    return {Path(path).stem: read_counts(path) for path in paths}
