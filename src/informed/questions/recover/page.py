"""Recovered tables on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from informed.questions.recover import text as recovered
from informed.writers.grids import Grid

if TYPE_CHECKING:
    from informed.questions.recover.compute import Recovery

from informed.writers.page import plain

TITLES = {
    "label_recovery": "Which tables fit the printed ratios?",
    "recovery": "Which tables fit the printed ratios?",
}  # of results whose text begins with the verdict


def recovery(result: Recovery) -> dict[str, Any]:
    """The tables that fit."""
    shown = plain(result)
    tables = Grid("Tables that fit", recovered.fitting(result), left=0)
    return {**shown, "grids": [*shown["grids"], tables]}
