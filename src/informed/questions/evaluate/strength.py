"""How much may be said of one predictor, of how many items, and the cautions that change what it means."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from informed.core.counts import Counts
from informed.core.estimate import Estimate
from informed.core.labels import Label, look_alikes, silence
from informed.core.words import many, named, rate
from informed.inference.strength import judged

if TYPE_CHECKING:
    from informed.questions.evaluate.result import Evaluation

FEW_ITEMS, FEW_OF_CLASS = 30, 10  # below this many a caution is due


def strength(evaluation: Evaluation) -> str | None:
    """The code of what may be said; None where there is no informedness.

    unknown: one class only, no label on both sides, or no interval. constant: it always says the same. turned: the
    interval lies below 0. hardly: above 0 and below 0.05. better: above 0, and there are 20 items of each class or
    p < 0.005. probably: above 0 otherwise. none: within 0.05 of 0 on both sides. open: the rest.
    """
    estimate = evaluation.measures.get("informedness")
    if estimate is None or math.isnan(estimate.value):
        return None
    said = (margins(evaluation)[1] > 0).sum()
    if not judgeable(evaluation):
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


def alike_labels(evaluation: Evaluation) -> str | None:
    """Labels differ only in case, space or Unicode form, or look like a missing value."""
    counts = evaluation.counts
    found = look_alikes(tuple(dict.fromkeys(counts.labels + counts.labels_predicted)))
    more = f" (and {len(found) - 1} more like this)" if len(found) > 1 else ""
    return f"Caution: {found[0]}{more}. Are they one label?" if found else None


def strange(counts: Counts) -> tuple[list[str], list[str]] | None:
    """The labels that occur and those that are predicted, where no label is both."""
    sides = counts.table.sum(-1), counts.table.sum(-2)
    occurring, said = ([str(each) for each, n in zip(counts.labels, side, strict=False) if n] for side in sides)
    return (occurring, said) if counts.square and occurring and said and not {*occurring} & {*said} else None


def silent_label(evaluation: Evaluation) -> str | None:
    """A label is predicted, never occurs, and is a word for "no answer"."""
    found = mute(evaluation)
    if not found:
        return None
    label, share = next(iter(found.items()))
    told = f"Caution: it says {str(label)!r} {rate(share)} of the time, which is never an actual label"
    return f"{told}: each counts as wrong."


def mute(evaluation: Evaluation) -> dict[Label, float]:
    """The words for "no answer" that are predicted and never occur, and how often each is said."""
    counts = evaluation.counts.pooled()
    margins = zip(counts.labels, counts.table.sum(-1), counts.table.sum(-2), strict=True) if counts.square else ()
    return {label: says / counts.total for label, occurs, says in margins if says and not occurs and silence(label)}


def few_items(evaluation: Evaluation) -> str | None:
    """It is called better than guessing, or turned round, on fewer than 30 items, or on fewer than 10 of a class."""
    return _few(evaluation) if evaluation.strength in ("hardly", "better", "turned") else None


def few_to_tell(evaluation: Evaluation) -> str | None:
    """The same where nothing is claimed."""
    return _few(evaluation) if evaluation.strength in ("unknown", "constant", "none", "open") else None


def _few(evaluation: Evaluation) -> str | None:
    counts = evaluation.counts.pooled()
    if counts.n is None or not counts.square or not judgeable(evaluation):
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
    """Whether two classes occur at all, and a label is on both sides."""
    counts = evaluation.counts.pooled()
    return int((counts.table.sum(-1) > 0).sum()) > 1 and not strange(counts)


def silent(evaluation: Evaluation) -> bool:
    """Whether the predictor left some items alone, so that the table holds the others."""
    return evaluation.abstention is not None and evaluation.abstention.answered < evaluation.abstention.n


def comparator(evaluation: Evaluation) -> bool:
    """Whether neither side is the truth."""
    return evaluation.reference == "comparator"
