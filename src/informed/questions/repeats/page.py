"""Repeats on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from informed.core.grid import Grid
from informed.questions.repeats.text import bought, drawn, shares
from informed.writers.page import plain

if TYPE_CHECKING:
    from informed.questions.repeats.compute import Repeats


def repeats(found: Repeats) -> dict[str, Any]:
    """What k answers bring, where the error comes from, and what more items or repeats would make of it."""
    grids = [Grid("What k answers to an item bring", drawn(found))] if found.drawn else []
    grids += [Grid("Where the standard error comes from", shares(found)), Grid("The standard error", bought(found))]
    return plain(found) | {"grids": grids, "facts": {}}
