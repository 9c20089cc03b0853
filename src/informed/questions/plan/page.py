"""A plan on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from informed.writers.grids import Grid

if TYPE_CHECKING:
    from informed.questions.plan.compute import Plan

from informed.writers.page import plain


def plan(result: Plan) -> dict[str, Any]:
    """The table to expect."""
    from informed.questions.plan.text import expected

    table = expected(result)
    shown = [Grid("Items to expect in each cell", table, "actual classes in rows, predicted in columns")]
    return {**plain(result), "grids": shown if table else []}
