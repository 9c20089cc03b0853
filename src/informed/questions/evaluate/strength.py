"""How much may be said of one predictor, and how many items there are to say it of."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from informed.core.estimate import Estimate
from informed.inference.strength import judged

if TYPE_CHECKING:
    from informed.questions.evaluate.result import Evaluation


def strength(evaluation: Evaluation) -> str | None:
    """The code of what may be said; None where there is no informedness.

    unknown: one class only, or no interval. constant: it always says the same. turned: the interval lies below 0.
    hardly: above 0 and below 0.05. better: above 0, and there are 20 items of each class or p < 0.005. probably: above
    0 otherwise. none: within 0.05 of 0 on both sides. open: the rest.
    """
    estimate = evaluation.measures.get("informedness")
    if estimate is None or math.isnan(estimate.value):
        return None
    occurring, said = ((each > 0).sum() for each in margins(evaluation))
    if occurring < 2:
        return "unknown"
    if said == 1:
        return "constant"
    if estimate.low is None or estimate.high is None:
        return "unknown"
    return judged(estimate.low, estimate.high, fewest(evaluation)[0], lambda: evaluation.claims.guessing)


def margins(evaluation: Evaluation) -> tuple[Any, Any]:
    """How often each label occurs, and how often it is said."""
    table = np.asarray(evaluation.counts.pooled().table)
    return table.sum(-1), table.sum(-2)


def sizes(evaluation: Evaluation) -> dict[str, int]:
    """How many items each class has that occurs: the rarest first, of two the positive one where it is named."""
    counts = evaluation.counts.pooled()
    items = np.asarray(counts.table if counts.items is None else counts.items).sum(-1)
    found = {str(label): int(size) for label, size in zip(counts.labels, items, strict=True) if size > 0}
    first = str(evaluation.positive) if len(counts.labels) == 2 else None
    return dict(sorted(found.items(), key=lambda each: (each[0] != first, each[1])))


def fewest(evaluation: Evaluation) -> tuple[int, str]:
    """How many items the rarest class has, and its label."""
    return min((size, label) for label, size in sizes(evaluation).items())


def ends_of(estimate: Estimate) -> tuple[float, float]:
    """The interval; without one, nothing is ruled out."""
    if estimate.low is None or estimate.high is None:
        return -math.inf, math.inf
    return estimate.low, estimate.high
