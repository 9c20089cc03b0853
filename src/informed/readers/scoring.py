"""Scores from frames and files: the engine counts each class at each score, or in each bin of scores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from informed.core.errors import InputError, choice
from informed.core.labels import Label, assumed_positive, in_order, plain
from informed.core.scores import Scores, split
from informed.readers.codes import level
from informed.readers.columns import WeightKind, check_roles
from informed.readers.duckdb import Query
from informed.readers.files import rows_of
from informed.readers.frames import Grouped, as_frame, check_columns, grouped, refuse_scores, rounded
from informed.readers.text import as_met


def scores_of(data: Any, actual: str, score: str, **how: Any) -> Scores:
    """Scores from the columns of a frame of any library, or of a file; ``how`` as in `scores_of_frame`."""
    if isinstance(data, (str, Path)):
        return scores_of_files([data], actual, score, **how)
    return scores_of_frame(data, actual, score, **how)


def scores_of_frame(
    frame: Any,
    actual: str,
    score: str,
    *,
    positive: Any = None,
    weights: str | None = None,
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
    check_columns(read, {"actual": [actual], "scores": [score], "weights": [weights]})
    refuse_scores(read, [actual])
    found = grouped(read, [actual, rounded(score, width)], weights, weight_kind)
    return _scores(found, positive, weight_kind, width, missing)


def scores_of_files(
    paths: Iterable[str | Path],
    actual: str,
    score: str,
    *,
    positive: Any = None,
    weights: str | None = None,
    weight_kind: WeightKind = "sampling",
    width: float = 0.0,
    missing: str = "raise",
    **how: Any,
) -> Scores:
    """The same from files; rows that could not be read and were skipped count as missing."""
    check_roles({"actual": [actual], "scores": [score], "weights": [weights]})
    rows = rows_of(paths, Query((actual,), (), weights, score, width), weight_kind=weight_kind, **how)
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
    _, values, items, weights, squares = zip(*kept, strict=True)
    parts: dict[str, Any] = {"counts": np.asarray(items, np.int64)}
    if weights[0] is not None and weight_kind == "sampling":
        parts = {"counts": np.asarray(weights, np.float64), "items": parts["counts"], "squares": np.asarray(squares)}
    elif weights[0] is not None:
        parts = {"counts": np.rint(np.asarray(weights, np.float64)).astype(np.int64)}
    halves: dict[str, Any] = {name: split(part, is_positive) for name, part in parts.items()}
    return Scores(
        np.asarray(values, np.float64),
        **halves,
        labels=(first, rest[0] if len(rest) == 1 else "rest"),
        width=width,
        missing=lost + refused,
    )


def _positive(labels: Sequence[Label], positive: Any) -> Label:
    """The label as the data has it; a text names a number where the labels are numbers."""
    if positive is None:
        return assumed_positive(labels)
    (found,) = as_met([plain(positive)], labels)
    if found not in labels:
        raise InputError(f"positive={positive!r} is not a label; the labels are {list(labels)}")
    return plain(found)
