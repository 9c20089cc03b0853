"""A comparison on a page."""

from typing import Any

from informed.questions.compare import text as comparing
from informed.questions.compare.result import Comparison
from informed.writers.page import MOST

FEW = 10  # pairs whose tests a page lists
BESIDE = 4  # systems that stand beside one another; more of them stand below one another


def comparison(result: Comparison) -> dict[str, Any]:
    """Measures side by side, then differences and flips."""
    lead = result.leading
    limits = {"most": MOST, "few": FEW, "beside": len(result.systems) <= BESIDE}
    within = comparing.WITHIN if result.margin is not None else {}
    by_group = [(part, each) for part in result.groups for each in part.differences if each.measure == lead]
    told = {"lead": lead, "measures": result.telling, "within": within, "by_group": by_group}
    return {"body": "compare/page.html", **told, **limits}
