"""Several systems from the columns of files, or from files of saved counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from informed.counts import Counts
from informed.errors import InputError
from informed.patterns import Patterns
from informed.readers.files import count_files
from informed.readers.frames import count_frame
from informed.readers.saved import read_counts


def patterns_of_files(paths: Iterable[str | Path], actual: str, systems: Mapping[str, str], **options: Any) -> Patterns:
    """What each system (name to column) said about every item, grouped inside the engine that reads the files."""
    *others, last = _columns(systems)
    counts = count_files(paths, actual=actual, predicted=last, by=others, **options)
    return Patterns.of_groups(counts, list(systems))


def patterns_of_frame(frame: Any, actual: str, systems: Mapping[str, str], **options: Any) -> Patterns:
    """The same from a frame of any library, grouped inside its engine."""
    *others, last = _columns(systems)
    return Patterns.of_groups(count_frame(frame, actual, last, by=others, **options), list(systems))


def _columns(systems: Mapping[str, str]) -> list[str]:
    """The columns, each asked for once: the last one is counted, the others group it."""
    columns = list(systems.values())
    if len(columns) < 2:
        raise InputError(f"only one system, {next(iter(systems), None)!r}; name at least two columns")
    if len(set(columns)) < len(columns):
        raise InputError(f"systems {dict(systems)} name a column twice; compare different columns")
    return columns


def samples_of_files(paths: Iterable[str | Path]) -> dict[str, Counts]:
    """Saved counts by the name of their file, as independent samples."""
    return {Path(path).stem: read_counts(path) for path in paths}
