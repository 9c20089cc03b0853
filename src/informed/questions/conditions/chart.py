"""Conditions as a chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.writers.charts import Figure, lanes
from informed.writers.charts.rows import Rows, ends
from informed.writers.layout import seen

if TYPE_CHECKING:
    from informed.questions.conditions.compute import Conditions


def by_condition(found: Conditions) -> Rows:
    """The informedness of each condition, the mean over its subjects, with interval."""
    return [{"measure": seen(each.name), **ends(each.informedness)} for each in found.conditions]


FIGURES = {"conditions": {"conditions": Figure("Informedness of each condition", by_condition, lanes.forest)}}
