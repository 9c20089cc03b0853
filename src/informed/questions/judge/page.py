"""Rates corrected for a judge on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from informed.questions.judge import text
from informed.writers.grids import Grid
from informed.writers.page import plain

if TYPE_CHECKING:
    from informed.questions.judge.result import Judgement


def judgement(result: Judgement) -> dict[str, Any]:
    """The shares, and the quality of the judge."""
    how = f"If the items labelled by hand were {text.HOW[result.drawn]}"
    grids = [
        Grid("Shares, corrected and as the judge says", text.shares(result), how, 2 if result.systems else 1),
        Grid("The judge, label by label", text.quality(result), "Measured on the items that a human has labelled"),
    ]
    facts = {"informedness of the judge": str(result.informedness), "labelled": f"{result.calibration.n:,}"}
    return {**plain(result), "grids": grids, "facts": facts, "noted": list(result.notes)}
