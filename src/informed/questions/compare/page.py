"""A comparison on a page."""

from typing import Any

from informed.questions.compare import text as comparing
from informed.questions.compare.result import Comparison, Flips
from informed.writers.page import MOST

WORST, MANY = 10, 20  # labels that are listed where there are more than so many
FEW = 10  # pairs whose tests a page lists
BESIDE = 4  # systems that stand beside one another; more of them stand below one another


def comparison(result: Comparison) -> dict[str, Any]:
    """Measures side by side, then differences and flips."""
    lead = result.leading
    limits = {"most": MOST, "few": FEW, "beside": len(result.systems) <= BESIDE, "apart_most": _apart_most}
    within = comparing.WITHIN if result.margin is not None else {}
    by_group = [(part, each) for part in result.groups for each in part.differences if each.measure == lead]
    worst = WORST if len(result.labels) > MANY else len(result.labels)
    told = {"worst": worst, "lead": lead, "measures": result.telling, "within": within, "by_group": by_group}
    return {"body": "compare/page.html", **told, **limits}


def _apart_most(flips: Flips) -> list[Any]:
    """The labels in their order; of more than a page lists, those first on which the two differ most."""
    labels = list(flips.first_right)
    apart = {label: abs(flips.first_right[label] - flips.second_right[label]) for label in labels}
    return sorted(labels, key=apart.__getitem__, reverse=True) if len(labels) > MANY else labels
