"""Comparisons as charts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.core.estimate import finite
from informed.questions.evaluate.result import ACROSS
from informed.writers.charts import Figure

if TYPE_CHECKING:
    from informed.questions.compare.result import Comparison

from informed.writers.charts.rows import MOST_ROWS, Rows, ends, present


def systems(comparison: Comparison) -> Rows:
    """A few measures of every system."""
    return [
        {"row": system, "items": None, "measure": name, **ends(values[name])}
        for system, values in comparison.values.items()
        for name in present(ACROSS, values) or list(values)[:1]
    ]


def differences(comparison: Comparison) -> Rows:
    """Of one pair every measure; of several pairs the measure that is compared first."""
    lead = comparison.differences[0].measure
    alone = len(comparison.systems) == 2
    return [
        {"row": each.measure if alone else f"{each.first} - {each.second}", "measure": each.measure}
        | {"pair": f"{each.first} - {each.second}", "p": finite(each.p_adjusted), **ends(each.estimate), "chance": 0.0}
        for each in comparison.differences
        if alone or each.measure == lead
    ][:MOST_ROWS]


FIGURES = {
    "comparison": {
        "differences": Figure("Differences", differences, "gaps"),
        "systems": Figure("Systems", systems, "small_multiples"),
    }
}
