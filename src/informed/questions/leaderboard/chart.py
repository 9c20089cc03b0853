"""A leaderboard as a chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.writers.charts import Figure, lanes
from informed.writers.charts.rows import Rows, ends
from informed.writers.layout import seen

if TYPE_CHECKING:
    from informed.questions.leaderboard.compute import Leaderboard

MOST_SYSTEMS, MOST_GROUPS = 30, 7  # more of them are no picture


def standings(found: Leaderboard) -> Rows:
    """Every system with its interval, over all and in each group."""
    drawn = found.standings[:MOST_SYSTEMS]
    whole = [
        {"row": seen(each.system), "items": each.n, "measure": found.measure, **ends(each.estimate)} for each in drawn
    ]
    parts = [
        {"row": seen(system), "items": None, "measure": seen(group), **ends(each)}
        for group, row in list(found.groups.items())[:MOST_GROUPS]
        for system, each in row.items()
        if system in {each.system for each in drawn}
    ]
    return whole + parts


FIGURES = {"leaderboard": {"standings": Figure("Systems with their intervals", standings, lanes.small_multiples)}}
