"""A leaderboard on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from informed.core.grid import Grid
from informed.questions.leaderboard.text import by_group, listed
from informed.writers.page import MOST, plain

if TYPE_CHECKING:
    from informed.questions.leaderboard.compute import Leaderboard

MOST_GROUPS = 20  # columns


def leaderboard(result: Leaderboard) -> dict[str, Any]:
    """The systems in their order, and each of them in every group, as the text lists them."""
    many = len(result.standings)
    about = (
        f"The first {MOST} of {many:,}"
        if many > MOST
        else "A rank is one more than the number of systems shown to be better"
    )
    grids = [Grid("The systems", listed(result, MOST), about, 2)]
    if result.groups:
        left = len(result.groups) - MOST_GROUPS
        more = f"{left:,} more groups are in the JSON" if left > 0 else ""
        grids.append(Grid(f"By {result.by}", by_group(result, MOST, MOST_GROUPS), more))
    return {**plain(result), "grids": grids, "facts": {}}
