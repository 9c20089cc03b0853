"""What the libraries of this folder call averages: a measure of each label against the rest, and means over labels."""

from collections.abc import Callable, Mapping

from informed.core.errors import InputError, choice
from informed.core.registry import Measure
from informed.core.table import Array, actuals, as_table, predictions, shares, where
from informed.core.table import average as mean
from informed.core.table import over_labels as sum_over_labels

DEFINITION = "definition"
"""The registered definition, on the whole table."""

Weights = Mapping[str, Callable[[Array, Array], Array]]
"""What each label weighs, from how often it occurs and how often it is predicted."""

AVERAGES: Weights = {
    "macro": lambda occurs, predicted: 1.0 + 0.0 * occurs,
    "weighted": lambda occurs, predicted: occurs,
    "bias": lambda occurs, predicted: predicted,
}
"""As in scikit-learn: a label that neither occurs nor is predicted is averaged over like any other."""

PRESENT: Weights = {**AVERAGES, "macro": lambda occurs, predicted: 1.0 * (occurs + predicted > 0)}
"""As in torchmetrics, where the number of classes is fixed: such a label is left out."""


def labelwise(measure: Measure) -> bool:
    """Whether the measure has a value for each label against the rest."""
    return measure.labelwise or measure.kind == "binary"


def check_average(measure: Measure, average: str | None) -> None:
    """Refuse an average that is unknown, or that the measure does not have."""
    if average == "micro":
        raise InputError(
            f"average='micro' of {measure}: it pools all labels into one table, where guessing no longer scores what "
            f"chance gives, so nothing can be corrected for chance; use {', '.join(map(repr, AVERAGES))}"
        )
    if average is not None:
        choice("average", average, [DEFINITION, *AVERAGES])
    if average != DEFINITION and not labelwise(measure):
        raise InputError(f"{measure} is one value for the whole table, not one for each label; leave average out")


def over_labels(values: Array, split: Array, average: str, undefined: str, weights: Weights = AVERAGES) -> Array:
    """The mean of what there is for each label; ``split``: its table against the rest ``(..., labels, 2, 2)``.

    An undefined value counts 0; with ``undefined="nan"`` it is left out. Where no label weighs anything, all weigh
    the same. Both are as scikit-learn has them.
    """
    split = as_table(split)
    weight = weights[average](actuals(split)[..., 0], predictions(split)[..., 0])
    if undefined == "nan":
        weight = where(values == values, weight, 0.0)
    nothing = sum_over_labels(weight)[..., None] == 0
    return mean(values, shares(where(nothing, 1.0, weight)))
