"""How a predictor uses its labels, and what to beware of before reading any number."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from informed.core import table as tables
from informed.core.counts import Counts
from informed.core.errors import arg
from informed.core.labels import Label, look_alikes
from informed.core.registry import get
from informed.core.table import Array


def unjudged(counts: Counts) -> int:
    """How many items have no actual label."""
    return 0 if counts.unjudged is None else int(counts.unjudged.sum())


def judged(counts: Counts) -> bool:
    """Whether there are items, all with an actual label, and the labels of both sides are the same."""
    return counts.square and not unjudged(counts) and bool(counts.table.any())


def diagnoses(table: Array, labels: Sequence[Label]) -> list[dict[str, Any]]:
    """Of every table the constant baseline, the ceiling that its margins put on agreement, bias beside prevalence."""
    shares = tables.prevalences(table), tables.biases(table)
    best = tables.ceiling(table)
    most = [(name, np.asarray(get(name)(best)).tolist()) for name in ("accuracy", "kappa", "correlation", "mcc")]
    found = []
    for place, (prevalence, bias) in enumerate(zip(*(each.tolist() for each in shares), strict=True)):
        common = int(np.argmax(prevalence))
        baseline = {"label": labels[common], "accuracy": prevalence[common]}
        each = zip(map(str, labels), prevalence, bias, strict=True)
        sides = {label: {"prevalence": actual, "bias": said} for label, actual, said in each}
        found.append({"baseline": baseline, "ceiling": {name: values[place] for name, values in most}, "labels": sides})
    return found


def warnings(counts: Counts) -> Iterable[str]:
    """What a reader should know about the counts."""
    alike = look_alikes(tuple(dict.fromkeys(counts.labels + counts.labels_predicted)))
    yield from dict.fromkeys((*counts.notes, *alike))  # a reader may have said so already
    if counts.n is None:
        yield f"the table holds proportions and {arg('n')} was not given: values only, no intervals and no p"
    if empty := _unused(counts):
        scale = "such labels change no value, except as steps of a scale (kappa_linear, kappa_quadratic)"
        yield f"never seen, neither actual nor predicted: {', '.join(empty)}; {scale}"


def _unused(counts: Counts) -> list[str]:
    seen = {label for label, size in zip(counts.labels, counts.table.sum(-1), strict=True) if size}
    seen |= {label for label, size in zip(counts.labels_predicted, counts.table.sum(-2), strict=True) if size}
    return [str(label) for label in dict.fromkeys(counts.labels + counts.labels_predicted) if label not in seen]
