"""Differences of graded runs as a chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.core.estimate import finite
from informed.writers.charts import Figure, lanes
from informed.writers.charts.rows import MOST_ROWS, Rows, ends

if TYPE_CHECKING:
    from informed.questions.grade.pairs import GradeComparison


def differences(found: GradeComparison) -> Rows:
    """Each pair of systems: how much better the first was graded."""
    alone = len(found.differences) == 1
    return [
        {"row": f"{each.first} - {each.second}", "measure": found.measure}
        | {"sides": (each.first, each.second) if alone else ("first", "second")}
        | {"p": finite(each.p_adjusted), **ends(each.estimate), "chance": 0.0}
        for each in found.differences[:MOST_ROWS]
    ]


FIGURES = {"grade_comparison": {"differences": Figure("Differences", differences, lanes.gaps)}}
