"""A leaderboard as a chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.writers.charts import Figure
from informed.writers.charts.rows import MOST_ROWS, Rows, ends
from informed.writers.layout import seen

if TYPE_CHECKING:
    from informed.questions.leaderboard.compute import Leaderboard


def standings(found: Leaderboard) -> Rows:
    """Every system with its interval, over all and in each group."""
    whole = [
        {"row": seen(each.system), "items": each.n, "measure": found.measure, **ends(each.estimate)}
        for each in found.standings
    ]
    parts = [
        {"row": seen(system), "items": None, "measure": seen(group), **ends(each)}
        for group, row in found.groups.items()
        for system, each in row.items()
    ]
    return (whole + parts)[:MOST_ROWS]


FIGURES = {"leaderboard": {"standings": Figure("Systems with their intervals", standings, "small_multiples")}}
