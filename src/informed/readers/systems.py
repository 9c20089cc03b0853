"""Several systems from the columns of frames or files, or from files of saved counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from informed.cells import Numbers
from informed.counts import Counts
from informed.errors import InputError, choice
from informed.labels import Label
from informed.patterns import Patterns
from informed.readers.arrays import encode, label_column
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
    untrusted: bool = False,
) -> Patterns:
    """The same from files, grouped inside the engine that reads them."""
    columns = Columns((actual, *_columns(systems)))

    def choose(names: Sequence[str], file: str) -> Columns:
        check_names(names, file, columns.used)
        return columns

    with opened(paths, encoding) as found:
        how = Reading("sampling", encoding, separator, skip_bad_rows, progress, untrusted)
        rows = read_rows(found, choose, how)
    cells = as_cells(rows.found, dict.fromkeys(columns.keys))
    met = {level for key in cells.keys for level in key.levels or ()}
    return _patterns(cells, list(systems), as_met(Options(labels), met).labels, missing, rows.refused)


def patterns_of_arrays(
    actual: Any,
    predicted: Mapping[str, Any],
    *,
    weights: Any = None,
    cluster: Any = None,
    stratum: Any = None,
    labels: Iterable[Any] | None = None,
    missing: str = "raise",
) -> Patterns:
    """Patterns of the actual labels and what each system said, one item a row.

    Items of the same ``cluster`` belong together; ``stratum`` is the part of the population an item was drawn from.
    """
    if not predicted:
        raise InputError("predicted is empty; give a dictionary of predictions by the name of the system")
    read = encode(actual, *predicted.values(), labels=labels, missing=missing)
    kept = slice(None) if read.kept is None else read.kept
    codes = [np.asarray(each) for each in read.codes]
    length = len(read.codes[0]) + read.missing
    beside: dict[str, Any] = {}
    for name, plural, values in (("cluster", "clusters", cluster), ("stratum", "strata", stratum)):
        if values is not None:
            found, names = _groups(values, name, length)
            beside |= {name: found[kept], plural: names}
    if weights is not None:
        beside["weights"] = _weights(weights, length)[kept]
    systems = dict(zip(map(str, predicted), codes[1:], strict=True))
    return Patterns.of(codes[0], systems, read.labels, missing=read.missing, notes=read.notes, **beside)


def _groups(values: Any, name: str, length: int) -> tuple[Numbers, tuple[Label, ...]]:
    read = encode(values, missing="drop")
    if read.missing:
        raise InputError(f"{name}: {read.missing} items have none; give every item one")
    if len(read.codes[0]) != length:
        raise InputError(f"{name} has {len(read.codes[0]):,} entries for {length:,} items; each item needs one")
    return np.asarray(read.codes[0]), read.labels


def _weights(values: Any, length: int) -> Numbers:
    found = np.asarray(values, dtype=np.float64)
    if found.shape != (length,):
        raise InputError(f"weights has {found.size:,} entries for {length:,} items; each item needs one")
    wrong = ~((found >= 0) & np.isfinite(found))
    if wrong.any():
        place = int(wrong.argmax())
        raise InputError(f"weights[{place}] is {found[place]}; weights must be finite and >= 0")
    if not found.any():
        raise InputError("weights are all 0; there is nothing left to compare")
    return found


def clusters_of_files(
    paths: Iterable[str | Path],
    actual: str,
    predicted: str,
    *,
    cluster: str | None = None,
    stratum: str | None = None,
    labels: Iterable[Any] | None = None,
    missing: str = "raise",
    encoding: str = "utf-8",
    separator: str | None = None,
    skip_bad_rows: bool = False,
    progress: Progress | None = None,
) -> Patterns:
    """What one system said about the items of every cluster and stratum, both of them columns of the files."""
    beside = {name: column for name, column in (("cluster", cluster), ("stratum", stratum)) if column is not None}
    columns = Columns((actual, predicted), tuple(beside.values()))

    def choose(names: Sequence[str], file: str) -> Columns:
        check_names(names, file, columns.used)
        return columns

    with opened(paths, encoding) as found:
        rows = read_rows(found, choose, Reading("sampling", encoding, separator, skip_bad_rows, progress))
    cells = as_cells(rows.found, dict.fromkeys(columns.keys))
    met = {level for key in cells.keys[len(beside) :] for level in key.levels or ()}
    return _patterns(cells, ["predicted"], as_met(Options(labels), met).labels, missing, rows.refused, tuple(beside))


def _columns(systems: Mapping[str, str]) -> list[str]:
    """The columns of the systems, each asked for once."""
    columns = list(systems.values())
    if len(columns) < 2:
        raise InputError(f"only one system, {next(iter(systems), None)!r}; name at least two columns")
    if len(set(columns)) < len(columns):
        raise InputError(f"systems {dict(systems)} name a column twice; compare different columns")
    return columns


def _patterns(
    cells: Cells,
    systems: Sequence[str],
    labels: Iterable[Any] | None,
    missing: str,
    refused: int = 0,
    beside: Sequence[str] = (),
) -> Patterns:
    """Patterns of cells keyed by any clusters and strata, the actual label and what each system said."""
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
    groups, said = cells.keys[: len(beside)], cells.keys[len(beside) :]
    names, notes = common_labels(said, [kept] * len(said), labels)
    coded = [key._replace(codes=key.codes[kept]) for key in groups]
    coded += [key._replace(codes=positions(key, names)[kept], levels=names) for key in said]
    once = distinct(coded, cells.n[kept].astype(np.float64), "frequency")
    codes = np.stack([key.codes for key in once.keys[len(beside) :]], axis=1)
    plural = {"cluster": "clusters", "stratum": "strata"}
    more: dict[str, Any] = {name: key.codes for name, key in zip(beside, once.keys, strict=False)}
    more |= {plural[name]: tuple(key.levels or ()) for name, key in zip(beside, groups, strict=True)}
    facts: dict[str, Any] = {"missing": lost, "refused": refused, "notes": tuple(notes), **more}
    return Patterns(names, tuple(systems), codes, once.n, **facts)


def samples_of_files(paths: Iterable[str | Path]) -> dict[str, Counts]:
    """Saved counts by the name of their file, as independent samples."""
    return {Path(path).stem: read_counts(path) for path in paths}
