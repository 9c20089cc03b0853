"""What the libraries of this folder call averages: a measure of each label against the rest, and means over labels."""

from __future__ import annotations

from collections.abc import Callable

from informed.errors import InputError, choice
from informed.registry import Measure
from informed.table import Array, actuals, predictions, shares
from informed.table import average as mean

DEFINITION = "definition"
"""The registered definition, on the whole table."""

# What each label weighs, from how often it occurs and how often it is predicted.
AVERAGES: dict[str, Callable[[Array, Array], Array]] = {
    "macro": lambda occurs, predicted: 1.0 * (occurs + predicted > 0),
    "weighted": lambda occurs, predicted: occurs,
    "bias": lambda occurs, predicted: predicted,
}


def labelwise(measure: Measure) -> bool:
    """Whether the measure has a value for each label against the rest."""
    return measure.labelwise or measure.kind == "binary"


def check_average(measure: Measure, average: str | None) -> None:
    """Refuse an average that is unknown, or that the measure does not have."""
    if average == "micro":
        raise InputError(
            f"average='micro' pools all labels into one table, where a mere guess no longer scores what chance gives, "
            f"so {measure} would not be corrected for chance; use {', '.join(map(repr, AVERAGES))}"
        )
    if average is not None:
        choice("average", average, [DEFINITION, "None", *AVERAGES])
    if average != DEFINITION and not labelwise(measure):
        raise InputError(f"{measure} is one value for the whole table, not one for each label; leave average out")


def over_labels(measure: Measure, split: Array, average: str | None, undefined: str = "limit") -> Array:
    """The measure of each label from its table against the rest ``(..., labels, 2, 2)``, or their mean."""
    values = measure(split, undefined=undefined)
    if average is None:
        return values
    return mean(values, shares(AVERAGES[average](actuals(split)[..., 0], predictions(split)[..., 0])))
