"""Scores from data frames of any library, grouped by the engine that holds them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from informed.errors import InputError, choice
from informed.labels import Label, in_order, plain
from informed.ranking import width_for
from informed.readers.cells import WeightKind
from informed.readers.columns import level
from informed.readers.frames import Grouped, as_frame, check_columns, grouped, rows
from informed.scores import Scores, split


def in_memory(data: Any, names: Sequence[str]) -> dict[str | None, Any] | None:
    """The columns of a dictionary, or of a frame that holds them in memory; None where an engine must be asked."""
    import narwhals.stable.v2 as nw

    if isinstance(data, Mapping):
        for name in names:
            choice("column", name, data)
        return {name: data[name] for name in names}
    frame = as_frame(data)
    if not isinstance(frame, nw.DataFrame):
        return None
    check_columns(frame, dict(zip(("actual", "score", "weight"), ([name] for name in names), strict=False)))
    return {name: frame.get_column(name).to_native() for name in names}


def score_frame(
    frame: Any,
    actual: str,
    score: str,
    *,
    positive: Any = 1,
    weight: str | None = None,
    weight_kind: WeightKind = "sampling",
    bins: int | None = None,
    missing: str = "raise",
) -> Scores:
    """The scores of a column, by class; only the distinct scores, or the ``bins``, come back from the engine."""
    import narwhals.stable.v2 as nw

    choice("missing", missing, ("raise", "drop"))
    frame = as_frame(frame)
    if frame is None:
        raise InputError(f"a frame is needed to find the columns {actual!r} and {score!r}")
    check_columns(frame, {"actual": [actual], "score": [score], "weight": [weight]})
    value = nw.col(score).cast(nw.Float64)
    width = 0.0
    if bins is not None:
        finite = frame.lazy().select(value.alias("score")).filter(nw.col("score").is_finite())
        low, high = rows(finite.select(nw.col("score").min().alias("low"), nw.col("score").max().alias("high")))[0]
        width = width_for(low or 0.0, high or 0.0, bins)
        value = (value / width).floor() * width
    names = [nw.col(actual).alias("actual"), value.alias("score")]
    names += [] if weight is None else [nw.col(weight).alias("weight")]
    found = grouped(frame.lazy().select(*names), ["actual", "score"], weight and "weight", weight_kind)
    return scores_of_rows(found, positive, width, weight_kind, missing)


def scores_of_rows(found: Grouped, positive: Any, width: float, weight_kind: str, missing: str) -> Scores:
    """Scores from distinct rows ``(actual, score, items, sum of weights, sum of squared weights)``."""
    known, gaps = [], found.unweighed
    for actual, score, *counts in found.rows:
        label = level(actual)
        if label is None or score is None or score != score:
            gaps += int(counts[0])
        else:
            known.append((label, score, *counts))
    if gaps and missing == "raise":
        raise InputError(f"{gaps:,} items lack a label, a score or a weight; use missing='drop' to leave them out")
    if not known:
        raise InputError("no item has a label and a score; there is nothing to rank")
    labels, values, items, weights, squares = zip(*known, strict=True)
    names = positive_and_rest(in_order(set(labels)), positive)
    first = np.array([label == names[0] for label in labels])
    sums: dict[str, Any] = {"counts": split(np.asarray(items), first)}
    if weights[0] is not None:
        sums["counts"] = split(np.asarray(weights), first)
        if weight_kind == "sampling":
            sums |= {"items": split(np.asarray(items), first), "squares": split(np.asarray(squares), first)}
    return Scores(np.array(values, np.float64), labels=names, width=width, missing=gaps, **sums)


def positive_and_rest(labels: Sequence[Label], positive: Any) -> tuple[Label, Label]:
    """The positive label and what stands against it: the other one of two, or the rest."""
    if plain(positive) not in labels:
        raise InputError(f"positive={positive!r} is not a label; the labels are {list(labels)}, name one of them")
    rest = [label for label in labels if label != plain(positive)]
    return labels[labels.index(plain(positive))], rest[0] if len(rest) == 1 else "rest"
