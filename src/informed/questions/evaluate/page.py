"""An evaluation on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from informed.questions.bookmaker.page import SLIP
from informed.questions.evaluate.text import PER_LABEL, notes
from informed.questions.evaluate.words import guide

if TYPE_CHECKING:
    from informed.questions.evaluate.result import Evaluation

HELPERS: dict[str, Any] = {"notes": notes, "guide": guide, "per_label_names": PER_LABEL, **SLIP}
"""What the templates of an evaluation call."""


def evaluation(result: Evaluation) -> dict[str, Any]:
    """The betting slip and what lies beside the table."""
    further = [part for part in (result.abstention, result.pricing) if part is not None]
    book = result.bookmaker() if result.per_label else None
    templates = {"body": "evaluate/page.html", "brief": "bodies/brief.html"}
    return {**HELPERS, **templates, "book": book, "further": further}
