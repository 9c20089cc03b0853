"""What a predictor is worth, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.words import coefficient, number, within

if TYPE_CHECKING:
    from informed.questions.price.balancing import Targets
    from informed.questions.price.compute import CostForms, Pricing


TARGETS = (
    "Balanced targets push a learner towards predicting all classes alike; a bias equal to the natural prevalence is "
    "in general better (Powers 2003; 2007 section 2.5)."
)


def pricing(found: Pricing) -> Iterator[str]:
    """What it adds to chance, and whether one constant answer would do as well."""
    yield from found.findings


def cost_forms(found: CostForms) -> Iterator[str]:
    """What costs and skew make of accuracy."""
    name, at_c = next(iter(found.at_c.items()))
    free = found.at_one[name]
    yield (
        f"With costs and skew as one number, c = {number(found.c)}, {name} is {coefficient(at_c.value)}{within(at_c)}; "
        f"without both (c = 1) {coefficient(free.value)}."
    )


def training_targets(_: Targets) -> Iterator[str]:
    """Always: the warning."""
    yield TARGETS
