"""How a predictor uses its labels: which it finds, which it says too often."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from informed.core.labels import silence
from informed.core.words import rate
from informed.questions.evaluate.cautions import FEW_OF_CLASS, comparator, judgeable, shown, silent
from informed.questions.evaluate.diagnosis import unjudged

if TYPE_CHECKING:
    from informed.questions.evaluate.result import Evaluation

OFTEN = 1.2  # times as often as it occurs: what is too often


def rates(evaluation: Evaluation) -> str | None:
    """It beats guessing: which class is found and which call is right, of the rarer of two or the weakest of more.

    It says a label too often: at least 1.2 times as often as it occurs, and McNemar's test of both shares agrees.
    """
    counts = evaluation.counts.pooled()
    if shown(evaluation) <= 0 or comparator(evaluation) or not counts.square or unjudged(counts):
        return None
    table = counts.table
    hits, occurs, says = np.diagonal(table), table.sum(-1), table.sum(-2)
    recall, precision = (np.where(size > 0, hits / np.where(size > 0, size, 1), np.nan) for size in (occurs, says))
    it = "where it answers, it" if silent(evaluation) else "it"
    if len(counts.labels) > 2:
        mute = [occurs[at] == 0 and silence(label) for at, label in enumerate(counts.labels)]  # not a class: a caution
        least, wrong = int(np.nanargmin(recall)), int(np.nanargmin(np.where(mute, np.nan, precision)))
        names = [str(counts.labels[place]) for place in (least, wrong)]
        if recall[least] == 1 and precision[wrong] == 1:
            return f"{_opened(it)} makes no errors."
        return (
            f"Weakest: {it} finds {rate(recall[least])} of {names[0]!r}; "
            f"{rate(precision[wrong])} of its {names[1]!r} calls are right."
        )
    it = _opened(it)
    at = int(np.argmin(occurs)) if evaluation.positive is None else 0
    label, found, right, share = str(counts.labels[at]), recall[at], precision[at], occurs[at] / counts.total
    if right < 0.5 <= found or found - right > 0.2:
        p = evaluation.claims.uneven
        why = f" ({label!r} is rare: {rate(share)})" if share <= 0.1 else ""
        if not why and says[at] > OFTEN * occurs[at] and p is not None and p < 1 - evaluation.level:
            why = f" (it says {label!r} too often)"
        return f"{it} finds {rate(found)} of {label!r}, but only {rate(right)} of its {label!r} calls are right{why}."
    if found < 0.5 <= right or right - found > 0.2:
        return f"{it} finds only {rate(found)} of {label!r}; {rate(right)} of its {label!r} calls are right."
    return f"{it} finds {rate(found)} of {label!r}; {rate(right)} of its {label!r} calls are right."


def uneven_use(evaluation: Evaluation) -> str | None:
    """A label is predicted at least 1.5 times as often as it occurs, or the reverse, by at least 5 points.

    Not where fewer than 10 items have it on either side.
    """
    pairs, n = evaluation.diagnosis.get("labels", {}), evaluation.counts.n
    least = FEW_OF_CLASS / n if n else 0.0
    told = {label for label, each in pairs.items() if each["prevalence"] == 0 and silence(label)}  # by a caution
    heard = {label: each for label, each in pairs.items() if max(each.values()) >= least and label not in told}
    uneven = {label: _times_apart(**each) for label, each in heard.items()}
    label = max(uneven, key=lambda each: uneven[each], default="")
    if (
        not uneven
        or uneven[label] < 1.5
        or (np.asarray(evaluation.counts.pooled().table).sum(-2) > 0).sum() == 1
        or not judgeable(evaluation)
    ):
        return None
    often, occurs = pairs[label]["bias"], pairs[label]["prevalence"]
    return f"It says {label!r} {rate(often)} of the time; {rate(occurs)} of the items are {label!r}."


def _opened(clause: str) -> str:
    return f"{clause[0].upper()}{clause[1:]}"


def _times_apart(prevalence: float, bias: float) -> float:
    """How many times as often one is as the other, where they differ by at least 5 points."""
    if abs(bias - prevalence) < 0.05:
        return 1.0
    return max(bias, prevalence) / max(min(bias, prevalence), 1e-9)
