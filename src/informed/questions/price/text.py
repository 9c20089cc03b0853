"""Prices and cost-sensitive forms in print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.core.estimate import Estimate
from informed.core.words import ci, interval, number, signed
from informed.writers.layout import columns, sentences
from informed.writers.text import last, screen

if TYPE_CHECKING:
    from informed.questions.price.balancing import Targets
    from informed.questions.price.compute import CostForms, Pricing


def _row(name: str, each: Estimate) -> list[str]:
    return [name, number(each.value), interval(each)]


def pricing(pricing: Pricing, *, every: bool = False) -> str:
    """What it earns, and what else would."""
    cost = pricing.priced == "cost"
    rows = [
        ["", "value", ci(pricing.value.level) if pricing.value.level else ""],
        _row("per item", pricing.value),
        ["guessing", number(pricing.value.chance), ""],
        _row("gain over guessing", pricing.gain),
        [pricing.constant, number(pricing.always_value), ""],
        ["perfect", number(pricing.perfect_value), ""],
        ["all items", number(pricing.total), ""],
    ]
    head = f"What it is worth{' (costs are negative values)' if cost else ''}"
    return f"{head}\n\n{sentences(pricing.verdict)}\n\n{columns(rows)}\n"


def cost_forms(forms: CostForms, *, every: bool = False) -> str:
    """The forms at the given costs and at none."""
    rows = [["", f"c = {number(forms.c)}", "", "c = 1", ""]]
    for name, each in forms.at_c.items():
        free = forms.at_one[name]
        rows.append([name, number(each.value), interval(each), number(free.value), interval(free)])
    head = (
        f"Costs and skew, {forms.positive!r} positive\n\n  cost ratio c_v = {number(forms.cost_ratio)}, "
        f"skew c_s = {number(forms.skew)}, c = c_v c_s = {number(forms.c)}"
    )
    return screen([head, sentences(forms.verdict), columns(rows)], last(forms, every), every)


def training_targets(targets: Targets, *, every: bool = False) -> str:
    """The targets, and the warning."""
    classes = [str(place) for place in range(len(targets.prevalence))]
    rows = [["item of class", "occurs", *(f"output {place}" for place in classes)]]
    for place, share, row in zip(classes, targets.prevalence, targets.targets, strict=True):
        rows.append([place, number(share), *map(signed, row)])
    return f"Training targets that balance the classes\n\n{columns(rows)}\n\n{sentences(targets.verdict)}\n"
