"""A watch for changes on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from informed.core.grid import Grid
from informed.questions.drift.text import legend, listed
from informed.writers.page import MOST, plain

if TYPE_CHECKING:
    from informed.questions.drift.compute import Drift


def drift(result: Drift) -> dict[str, Any]:
    """The newest looks with their evidence, as the text lists them."""
    left = max(len(result.looks) - MOST, 0)
    about = f"; the newest {MOST} of {len(result.looks):,}" if left else ""
    looks = Grid("The looks", listed(result, left), f"{legend(result).capitalize()}{about}", 2)
    return {**plain(result), "grids": [looks], "facts": {}}
