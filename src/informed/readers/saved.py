"""Counts kept as JSON, and their merging."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import reduce
from pathlib import Path

from informed.core.counts import Counts
from informed.core.errors import InputError
from informed.core.labels import in_order
from informed.readers.sources import Source

SAVED = re.compile(rb'\s*\{\s*"kind"\s*:\s*"counts"')  # however the document is set out


def is_saved(source: Source) -> bool:
    """Whether a file holds saved counts rather than rows."""
    if source.kind != "json" or source.compression != "none":
        return False
    with source.path.open("rb") as file:
        return SAVED.match(file.read(256)) is not None


def read_counts(path: str | Path) -> Counts:
    """Counts saved by `write_counts`."""
    try:
        return Counts.from_json(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: {error}") from None


def write_counts(counts: Counts, path: str | Path) -> None:
    """Save counts as JSON, to be merged or evaluated later."""
    try:
        Path(path).write_text(counts.to_json() + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from None


def merge_files(paths: Iterable[str | Path], union: bool = False) -> Counts:
    """Saved counts added up; with ``union`` over all labels of any of them."""
    return merged([read_counts(path) for path in paths], union)


def merged(parts: Sequence[Counts], union: bool = False) -> Counts:
    """Counts added up; with ``union`` their labels may differ and come in order."""
    if not parts:
        raise InputError("no counts were given; name one or more files of saved counts")
    if not union or len({(each.labels, each.labels_predicted) for each in parts}) == 1:
        return reduce(lambda left, right: left + right, parts)
    total = reduce(lambda left, right: left.union(right), parts)
    return total.aligned(in_order(total.labels)) if total.square else total
