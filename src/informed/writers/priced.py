"""Prices, cost-sensitive forms and deployment in print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.inference.estimate import Estimate
from informed.verdicts.words import interval, number, percent, signed
from informed.writers.layout import bullets, columns

if TYPE_CHECKING:
    from informed.analyses.balancing import Targets
    from informed.analyses.deployment import Deployment
    from informed.analyses.pricing import CostForms, Pricing


def _row(name: str, each: Estimate) -> list[str]:
    return [name, number(each.value), interval(each)]


def pricing_text(pricing: Pricing) -> str:
    """What it earns, and what else would."""
    cost = pricing.priced == "cost"
    level = percent(pricing.value.level) if pricing.value.level else ""
    rows = [
        ["", "value", f"{level} interval" if level else ""],
        _row("a case", pricing.value),
        ["by chance", number(pricing.value.chance), ""],
        _row("gain over chance", pricing.gain),
        [f"always {pricing.always}", number(pricing.always_value), ""],
        ["perfect", number(pricing.perfect_value), ""],
        ["all cases", number(pricing.total), ""],
    ]
    head = f"What it is worth{' (costs are negative values)' if cost else ''}"
    return f"{head}\n\n{bullets(pricing.verdict)}\n\n{columns(rows)}\n"


def cost_forms_text(forms: CostForms) -> str:
    """The forms at the given costs and at none."""
    rows = [["", f"c = {number(forms.c)}", "", "c = 1", ""]]
    for name, each in forms.at_c.items():
        free = forms.at_one[name]
        rows.append([name, number(each.value), interval(each), number(free.value), interval(free)])
    head = (
        f"Costs and skew, {forms.positive!r} positive\n\n  cost ratio c_v = {number(forms.cost_ratio)}, "
        f"skew c_s = {number(forms.skew)}, c = c_v c_s = {number(forms.c)}"
    )
    return f"{head}\n\n{bullets(forms.verdict)}\n\n{columns(rows)}\n\n{forms.signature}\n"


def deployment_text(deployment: Deployment) -> str:
    """Each measure there, beside the test set."""
    level = next((each.level for each in deployment.measures.values() if each.level), None)
    ends = [f"{percent(level)} interval"] if level else []
    rows = [["measure", "there", *ends, "chance there", "in the test set"]]
    for name, each in deployment.measures.items():
        within = [interval(each)] if level else []
        rows.append([name, number(each.value), *within, number(each.chance), number(deployment.tested[name])])
    shares = [["label", "there", "in the test set"]]
    for label, share in deployment.prevalence.items():
        shares.append([str(label), number(share), number(deployment.tested_prevalence[label])])
    parts = ["Deployed at another prevalence", bullets(deployment.verdict), columns(shares), columns(rows)]
    return "\n\n".join([*parts, deployment.signature]) + "\n"


def targets_text(targets: Targets) -> str:
    """The targets, and the warning."""
    classes = [str(place) for place in range(len(targets.prevalence))]
    rows = [["case of class", "occurs", *(f"output {place}" for place in classes)]]
    for place, share, row in zip(classes, targets.prevalence, targets.targets, strict=True):
        rows.append([place, number(share), *map(signed, row)])
    return f"Training targets that balance the classes\n\n{columns(rows)}\n\n{bullets(targets.verdict)}\n"
