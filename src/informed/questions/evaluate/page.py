"""An evaluation on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from informed.bench import panel
from informed.inference.design import Independent
from informed.questions.bookmaker.page import SLIP
from informed.questions.evaluate.chart import in_order
from informed.questions.evaluate.text import PER_LABEL, notes
from informed.questions.evaluate.words import guide

if TYPE_CHECKING:
    from informed.questions.evaluate.result import Evaluation

LISTED, FOLDED = 12, 1000  # of many groups: those in sight, and those that can be unfolded
HELPERS: dict[str, Any] = {"notes": notes, "guide": guide, "per_label_names": PER_LABEL, **SLIP}
"""What the templates of an evaluation call."""


def evaluation(result: Evaluation) -> dict[str, Any]:
    """The betting slip and what lies beside the table."""
    further = [part for part in (result.correction, result.abstention, result.pricing) if part is not None]
    book = result.bookmaker() if result.per_label else None
    templates = {"body": "evaluate/page.html", "brief": "bodies/brief.html"}
    plain = isinstance(result.claims.design, Independent)  # the page knows nothing of weights and clusters
    scripts = [panel()] if plain and result.reference == "gold" and result.level == 0.95 else []
    return {**HELPERS, **templates, **parts(result), "book": book, "further": further, "scripts": scripts}


def parts(result: Evaluation) -> dict[str, Any]:
    """The groups in the order they are listed: those in sight, those that can be unfolded, and how many more."""
    if not result.groups:
        return {}
    found = {name: result.groups.column(name) for name in result.across}
    places = in_order(result, LISTED)
    rows = [
        {
            "group": result.counts.groups[place],
            "n": result.groups.sizes[place],
            "estimates": [each[place] for each in found.values()],
        }
        for place in places[:FOLDED]
    ]
    return {"listed": rows[:LISTED], "folded": rows[LISTED:], "more": len(places) - len(rows)}
