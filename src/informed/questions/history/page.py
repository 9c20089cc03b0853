"""A history on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from informed.core.grid import Grid
from informed.questions.history.text import listed
from informed.writers.page import MOST, plain

if TYPE_CHECKING:
    from informed.questions.history.compute import History


def history(result: History) -> dict[str, Any]:
    """The newest runs with what was measured, as the text lists them."""
    left = max(len(result.points) - MOST, 0)
    head, *rows = listed(result, left)
    about = f"The newest {MOST} of {len(result.points):,}" if left else ""
    return {**plain(result), "grids": [Grid("The runs", [[*head[:-1], "change"], *rows], about, 3)], "facts": {}}
