"""Scores from frames and files: the engine counts each class at each score, or in each bin of scores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from informed.errors import InputError, choice
from informed.labels import Label, in_order, plain
from informed.readers.cells import WeightKind
from informed.readers.columns import level
from informed.readers.engine import Columns, Progress, Reading, read_rows
from informed.readers.files import check_names, opened
from informed.readers.frames import Grouped, as_frame, check_columns, grouped, refuse_scores, rounded
from informed.readers.tally import Options
from informed.readers.written import as_met
from informed.scores import Scores


def scores_of_frame(
    frame: Any,
    actual: str,
    score: str,
    *,
    positive: Any = 1,
    weight: str | None = None,
    weight_kind: WeightKind = "sampling",
    width: float = 0.0,
    missing: str = "raise",
) -> Scores:
    """How many items of the positive class and of the rest have each score; higher scores speak for ``positive``.

    ``width`` is that of `Scores`: with one, only the bins leave the engine, however many items and scores there are.
    """
    read = as_frame(frame)
    if read is None:
        raise InputError(f"a frame is needed to find the columns {actual!r} and {score!r}; got {type(frame)}")
    check_columns(read, {"actual": [actual], "score": [score], "weight": [weight]})
    refuse_scores(read, [actual])
    found = grouped(read, [actual, rounded(score, width)], weight, weight_kind)
    return _scores(found, positive, weight_kind, width, missing)


def scores_of_files(
    paths: Iterable[str | Path],
    actual: str,
    score: str,
    *,
    positive: Any = 1,
    weight: str | None = None,
    weight_kind: WeightKind = "sampling",
    width: float = 0.0,
    missing: str = "raise",
    encoding: str = "utf-8",
    separator: str | None = None,
    skip_bad_rows: bool = False,
    progress: Progress | None = None,
    untrusted: bool = False,
) -> Scores:
    """The same from files; rows that could not be read and were skipped count as missing."""
    columns = Columns((actual,), (), weight, score, width)

    def choose(names: Sequence[str], file: str) -> Columns:
        check_names(names, file, columns.used)
        return columns

    with opened(paths, encoding) as found:
        rows = read_rows(found, choose, Reading(weight_kind, encoding, separator, skip_bad_rows, progress, untrusted))
    return _scores(rows.found, positive, weight_kind, width, missing, rows.refused)


def _scores(
    found: Grouped, positive: Any, weight_kind: WeightKind, width: float, missing: str, refused: int = 0
) -> Scores:
    """Scores of grouped rows ``(label, score, items, weights, squares)``."""
    rows = [(level(label), level(score), *sums) for label, score, *sums in found.rows]
    kept = [row for row in rows if row[0] is not None and row[1] is not None]
    lost = sum(int(row[2]) for row in rows) - sum(int(row[2]) for row in kept) + found.unweighed
    if lost and choice("missing", missing, ("raise", "drop")) == "raise":
        raise InputError(f"{lost:,} items lack a label, a score or a weight; use missing='drop' to leave them out")
    if not kept:
        raise InputError("there are no items; there is nothing to rank")
    labels = in_order({row[0] for row in kept})
    first = _positive(labels, positive)
    is_positive = np.asarray([row[0] == first for row in kept])
    rest = [each for each in labels if each != first]
    items, weights, squares = (
        None if kept[0][place] is None else np.asarray([row[place] for row in kept], kind)
        for place, kind in ((2, np.int64), (3, np.float64), (4, np.float64))
    )

    def split(values: Any) -> Any:
        return (
            None if values is None else np.stack([np.where(is_positive, values, 0), np.where(is_positive, 0, values)])
        )

    counts, beside = items, {}
    if weights is not None:
        sampled = weight_kind == "sampling"
        counts = weights if sampled else np.rint(weights).astype(np.int64)
        beside = {"items": split(items), "squares": split(squares)} if sampled else {}
    return Scores(
        np.asarray([row[1] for row in kept], np.float64),
        split(counts),
        labels=(first, rest[0] if len(rest) == 1 else "rest"),
        width=width,
        missing=lost + refused,
        **beside,
    )


def _positive(labels: Sequence[Label], positive: Any) -> Label:
    """The label as the data has it; a text names a number where the labels are numbers."""
    options = as_met(Options(labels=[plain(positive)]), labels)
    found = next(iter(options.labels or ()))
    if found not in labels:
        raise InputError(f"positive={positive!r} is not a label; the labels are {list(labels)}")
    return plain(found)
