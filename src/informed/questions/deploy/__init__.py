"""What will the predictor do where the classes occur otherwise?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack

from informed.core.choices import Missing, WeightKind
from informed.core.errors import Synonyms, asked, stated
from informed.core.given import AnyLabel, Column, Data, Matrix
from informed.core.registry import Measure
from informed.questions.deploy.compute import Deployment, deployed
from informed.readers.counting import table_of

__all__ = ["Deployment", "deploy"]


@asked
def deploy(
    data: Data | None = None,
    predicted: Column | None = None,
    *,
    prevalence: float | Matrix,
    actual: Column | None = None,
    weights: Column | None = None,
    weight_kind: WeightKind = "sampling",
    labels: Iterable[AnyLabel] | None = None,
    missing: Missing = "raise",
    positive: AnyLabel = None,
    value: Matrix | None = None,
    cost: Matrix | None = None,
    measures: Iterable[str | Measure] | None = None,
    level: float = 0.95,
    **synonyms: Unpack[Synonyms],
) -> Deployment:
    """Project the measures of a predictor to where the classes have another prevalence.

    Parameters
    ----------
    data, predicted, actual, weights, weight_kind, labels, missing
        As in `evaluate`; ``data`` may also be a table, actual x predicted.
    prevalence
        The share of the first (or ``positive``) of two classes, of each class in order, or of each by label.
    positive
        The positive label; with it the binary rates join the measures.
    value, cost
        What outcomes are worth, or cost, there; the expected value of an item joins the measures.
    measures, level
        The measures to project, and the level of their intervals.

    Returns
    -------
    Deployment
        The measures there, beside those of the test set.

    Raises
    ------
    InputError
        If the table has more than two classes, or the prevalence is not between 0 and 1.

    Examples
    --------
    >>> found = deploy(Counts([[90, 10], [20, 180]], labels=["ill", "well"]), prevalence=0.01, positive="ill")
    >>> round(found.measures["precision"].value, 3)  # 0.01 x 0.9 / (0.01 x 0.9 + 0.99 x 0.1)
    0.083
    """
    reading = stated(actual=actual, weights=weights, weight_kind=weight_kind, labels=labels, missing=missing)
    return deployed(
        table_of(data, predicted, **reading),
        prevalence,
        positive=positive,
        value=value,
        cost=cost,
        measures=measures,
        level=level,
    )
