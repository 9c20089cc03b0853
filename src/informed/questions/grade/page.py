"""Graded runs of several systems on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from informed.core.grid import Grid
from informed.questions.grade.text import grouped, pairs, ranked
from informed.writers.page import MOST, plain

if TYPE_CHECKING:
    from informed.questions.grade.pairs import GradeComparison


def grade_comparison(found: GradeComparison) -> dict[str, Any]:
    """The systems, the best first, then their differences."""
    head, *rows = pairs(found)[: 1 + MOST]
    apart = [[name or "value" for name in head], *rows]
    grids = [Grid("The systems", ranked(found)[: 1 + MOST], left=2), Grid("The differences", apart)]
    if found.groups:
        grids.append(Grid("In each group", grouped(found)[: 1 + MOST], left=2))
    return plain(found) | {"grids": grids}
