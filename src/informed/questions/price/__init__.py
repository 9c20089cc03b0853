"""What is a predictor worth?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack

from informed.core.errors import Synonyms, asked, stated
from informed.core.given import AnyLabel, Column, Data, Matrix
from informed.questions.price.compute import Pricing, priced
from informed.readers.counting import table_of

__all__ = ["Pricing", "price"]


@asked
def price(
    data: Data | None = None,
    predicted: Column | None = None,
    *,
    actual: Column | None = None,
    weights: Column | None = None,
    weight_kind: str = "sampling",
    labels: Iterable[AnyLabel] | None = None,
    missing: str = "raise",
    value: Matrix | None = None,
    cost: Matrix | None = None,
    level: float = 0.95,
    **synonyms: Unpack[Synonyms],
) -> Pricing:
    """Price a predictor: what an item earns, and how much of that chance would not earn.

    Parameters
    ----------
    data, predicted, actual, weights, weight_kind, labels, missing
        As in `evaluate`; ``data`` may also be a table, actual x predicted.
    value, cost
        What each actual x predicted outcome is worth, or what it costs.
    level
        The level of the intervals.

    Returns
    -------
    Pricing
        The mean value, the gain over chance, and what else would earn.

    Raises
    ------
    InputError
        If both or neither of `value` and `cost` are given, or they do not fit the table.

    Examples
    --------
    >>> price(Counts([[8, 2], [5, 85]]), cost=[[0, 10], [1, 0]]).value.value  # (2 x 10 + 5 x 1) / 100 lost
    -0.25
    """
    reading = stated(actual=actual, weights=weights, weight_kind=weight_kind, labels=labels, missing=missing)
    return priced(table_of(data, predicted, **reading), value=value, cost=cost, level=level)
