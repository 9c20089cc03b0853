"""How a predictor uses its labels, and what to beware of before reading any number."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from informed.core import table as tables
from informed.core.counts import Counts
from informed.core.door import arg
from informed.core.labels import look_alikes
from informed.core.registry import get


def unjudged(counts: Counts) -> int:
    """How many items have no actual label."""
    return 0 if counts.unjudged is None else int(counts.unjudged.sum())


def diagnosis(counts: Counts) -> dict[str, Any]:
    """The constant baseline, the ceiling that the margins put on agreement, and bias beside prevalence."""
    if not counts.square or unjudged(counts) or not counts.table.any():
        return {}
    table = tables.as_table(counts.table)
    prevalence, bias = tables.prevalences(table), tables.biases(table)
    common = int(np.argmax(prevalence))
    best = tables.ceiling(table)
    return {
        "baseline": {"label": counts.labels[common], "accuracy": float(prevalence[common])},
        "ceiling": {name: float(get(name)(best)) for name in ("accuracy", "kappa", "correlation", "mcc")},
        "labels": {
            str(label): {"prevalence": float(actual), "bias": float(said)}
            for label, actual, said in zip(counts.labels, prevalence, bias, strict=True)
        },
    }


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
