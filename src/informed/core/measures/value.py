"""What a predictor is worth when errors have a price."""

from collections.abc import Sequence
from typing import Any

from informed.core.registry import Declare, measure
from informed.core.table import Array, cells, like, namespace, ratio, total

Matrix = Sequence[Sequence[float]]


def _sum_of(table: Array, prices: Matrix) -> Array:
    xp = namespace(table)
    return total(table * xp.asarray(prices, **like(table)))


@measure(
    family="value",
    formula="sum p value",
    range=(-float("inf"), float("inf")),
    perfect=None,
    aliases=("expected_utility",),
    source="Steingold & Laclavik",
)
def expected_value(table: Array, value: Matrix | None = None) -> Array:
    """What one decision is worth on average, given what each actual x predicted outcome is worth."""
    assert value is not None
    return ratio(_sum_of(table, value), total(table))


@measure(
    family="value",
    formula="sum n cost",
    range=(-float("inf"), float("inf")),
    perfect=None,
    higher_is_better=False,
    extensive=True,
    source="Steingold & Laclavik (the slide's 45 is 50: erratum E30)",
)
def total_cost(table: Array, cost: Matrix | None = None) -> Array:
    """What all decisions cost together, given what each actual x predicted outcome costs."""
    assert cost is not None
    return _sum_of(table, cost)


def _cost(**traits: Any) -> Declare:
    return measure(family="value", kind="binary", **traits)


def _rates(table: Array) -> tuple[Array, Array]:
    """Recall and fallout, which no prevalence touches."""
    tp, fn, fp, tn = cells(table)
    return ratio(tp, tp + fn), ratio(fp, fp + tn)


@_cost(formula="(recall + c (1 - fallout)) / (1 + c)", source="Powers 2007 eq. 10", discrimination=("weak", None))
def cost_accuracy(table: Array, c: float = 1.0) -> Array:
    """Accuracy where a negative item matters c times as much as a positive one, whatever the prevalence was.

    c is the cost ratio times the skew; c = 1 does not depend on prevalence, c = skew is plain accuracy.
    """
    recall, fallout = _rates(table)
    return (recall + c * (1 - fallout)) / (1 + c)


@_cost(formula="recall / (recall + c fallout)", source="Powers 2007 eq. 11")
def cost_precision(table: Array, c: float = 1.0) -> Array:
    """Precision at the skew and costs that c stands for; c = skew is plain precision."""
    recall, fallout = _rates(table)
    return ratio(recall, recall + c * fallout)


@_cost(formula="2 recall / (recall + c fallout + 1)", source="Powers 2007 eq. 12", discrimination=("weak", None))
def cost_f(table: Array, c: float = 1.0) -> Array:
    """The F measure at the skew and costs that c stands for; c = skew is plain F."""
    recall, fallout = _rates(table)
    return 2 * recall / (recall + c * fallout + 1)


@_cost(
    formula="4 c (recall - fallout) / (1 + c)^2",
    range=(-1.0, 1.0),
    fixed_chance=0.0,
    perfect=None,
    discrimination=("strong", None),
    source="Powers 2007 eq. 13",
)
def cost_wracc(table: Array, c: float = 1.0) -> Array:
    """Weighted relative accuracy at the skew and costs that c stands for; c = 1 is informedness."""
    recall, fallout = _rates(table)
    return 4 * c * (recall - fallout) / (1 + c) ** 2
