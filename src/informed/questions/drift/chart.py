"""The evidence for a change as a chart."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from informed.writers.charts import Figure, lines
from informed.writers.charts.rows import MOST_POINTS, Rows, spread

if TYPE_CHECKING:
    from informed.questions.drift.compute import Drift


def evidence(found: Drift) -> Rows:
    """The logarithm of the evidence at every look, beside the height of the alarm."""
    alarm = -math.log10(1 - found.level)
    kept = spread(range(len(found.looks)), MOST_POINTS)
    return [
        {"threshold": place + 1, "measure": name, "value": value}
        for place in kept
        for name, value in (("evidence", _log(found.looks[place].evidence)), ("alarm", alarm))
    ]


def _log(value: float) -> float:
    return math.log10(max(value, 1e-300))


FIGURES = {"drift": {"evidence": Figure("Evidence for a change, in powers of 10", evidence, lines.looks_along)}}
