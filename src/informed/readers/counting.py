"""The public door: count whatever holds the labels."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from informed.counts import Counts
from informed.errors import InputError
from informed.readers.arrays import count_arrays
from informed.readers.cells import WeightKind
from informed.readers.tally import Missing


def count(
    data: Any = None,
    predicted: Any = None,
    *,
    actual: Any = None,
    weights: Any = None,
    weight_kind: WeightKind = "sampling",
    by: Any = None,
    labels: Iterable[Any] | None = None,
    missing: Missing = "raise",
    abstain: Any = None,
) -> Counts:
    """Counts of actual against predicted labels: ``count(actual, predicted)``.

    ``missing``: "raise", "drop" (counted in ``Counts.missing``) or "unjudged" (items without an actual label are
    counted apart). ``abstain``: predicted labels that mean "no prediction"; None stands for a missing prediction.
    """
    if data is None:
        data, actual = actual, None
    if actual is not None or data is None or predicted is None:
        raise InputError("give the actual and the predicted labels: count(actual, predicted)")
    return count_arrays(
        data,
        predicted,
        weights=weights,
        weight_kind=weight_kind,
        by=by,
        labels=labels,
        missing=missing,
        abstain=abstain,
    )
