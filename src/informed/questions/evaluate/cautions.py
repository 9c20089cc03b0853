"""Cautions that change what a verdict means, and how much it may claim at all."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from informed.core.door import arg
from informed.core.estimate import Estimate
from informed.core.labels import look_alikes, silence
from informed.core.words import many, named, rate

if TYPE_CHECKING:
    from informed.questions.evaluate.result import Evaluation

FEW_ITEMS, FEW_OF_CLASS = 30, 10  # below this many a caution is due


def alike_labels(evaluation: Evaluation) -> str | None:
    """Labels differ only in case, space or Unicode form, or look like a missing value."""
    counts = evaluation.counts
    found = look_alikes(tuple(dict.fromkeys(counts.labels + counts.labels_predicted)))
    more = f" (and {len(found) - 1} more like this)" if len(found) > 1 else ""
    return f"Caution: {found[0]}{more}. Are they one label?" if found else None


def silent_label(evaluation: Evaluation) -> str | None:
    """A label is predicted, never occurs, and is a word for "no answer"."""
    counts = evaluation.counts.pooled()
    if not counts.square:
        return None
    for label, occurs, says in zip(counts.labels, counts.table.sum(-1), counts.table.sum(-2), strict=True):
        if says and not occurs and silence(label):
            return (
                f"Caution: {str(label)!r} is predicted {rate(says / counts.total)} of the time and never occurs. "
                f"If it means no answer, use {arg('abstain', label)}."
            )
    return None


def few_items(evaluation: Evaluation) -> str | None:
    """It is called better or worse than guessing on fewer than 30 items, or on fewer than 10 of a class."""
    return _few(evaluation) if shown(evaluation) else None


def few_to_tell(evaluation: Evaluation) -> str | None:
    """The same where nothing is claimed."""
    return None if shown(evaluation) or not judgeable(evaluation) else _few(evaluation)


def _few(evaluation: Evaluation) -> str | None:
    counts = evaluation.counts.pooled()
    if counts.n is None or not counts.square:
        return None
    if counts.n < FEW_ITEMS:
        return f"Caution: only {many(counts.n, 'item')}; treat every number as rough."
    sizes = (counts.table if counts.items is None else counts.items).sum(-1)
    rare = sorted((int(size), str(label)) for label, size in zip(counts.labels, sizes, strict=True) if 0 < size)
    few = [each for each in rare if each[0] < FEW_OF_CLASS]
    if not few:
        return None
    if len(few) == 1:
        (size, label), *_ = few
        return f"Caution: only {size} {label!r} item{'s' * (size > 1)}; nothing about {label!r} can be measured well."
    which = named([label for _, label in few]) if len(few) == 2 else f"{len(few)} labels"
    return f"Caution: fewer than {FEW_OF_CLASS} items of {which}; treat their rates as rough."


def judgeable(evaluation: Evaluation) -> bool:
    """Whether two classes occur at all."""
    return int((evaluation.counts.pooled().table.sum(-1) > 0).sum()) > 1


def ends_of(estimate: Estimate) -> tuple[float, float]:
    """The interval; without one, nothing is ruled out."""
    if estimate.low is None or estimate.high is None:
        return -math.inf, math.inf
    return estimate.low, estimate.high


def shown(evaluation: Evaluation) -> int:
    """1 where it is shown to be better than guessing, -1 where it is shown to be worse, 0 where neither is shown.

    The interval of informedness is the inversion of the test against guessing: it leaves out 0 where that rejects.
    """
    estimate = evaluation.measures.get("informedness")
    if estimate is None:
        return 0
    low, high = ends_of(estimate)
    return int(low > 0) - int(high < 0)


def silent(evaluation: Evaluation) -> bool:
    """Whether the predictor left some items alone, so that the table holds the others."""
    return evaluation.abstention is not None and evaluation.abstention.answered < evaluation.abstention.n


def comparator(evaluation: Evaluation) -> bool:
    """Whether neither side is the truth."""
    return evaluation.reference == "comparator"
