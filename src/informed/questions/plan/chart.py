"""A plan as a chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from informed.inference.proportions import quantile
from informed.writers.charts import Figure, lines
from informed.writers.charts.rows import Rows

if TYPE_CHECKING:
    from informed.questions.plan.compute import Plan

POINTS, FURTHER, SURE = 60, 8.0, 0.999  # places; how far to either side of n; power that is as good as 1


def sizes(plan: Plan) -> Rows:
    """Width and power against the number of items, carried along the root of n from what the plan found."""
    from scipy.special import ndtr

    planned = np.sqrt(plan.n)
    items = np.unique(np.append(np.geomspace(max(2.0, plan.n / FURTHER), plan.n * FURTHER, POINTS).round(), plan.n))
    root = np.sqrt(items)
    found = {"width": np.minimum(plan.width * planned / root, 2.0)}
    if plan.power is not None:
        z = float(quantile((1 - plan.level) / 2))
        slope = 2 * z * abs(_effect(plan)) / (plan.width * planned)
        start = -z if plan.power >= SURE else -float(quantile(plan.power)) - slope * planned
        found["power"] = ndtr(start + slope * root)
    rows = [
        {"items": n, "measure": name, "value": value, "note": f"planned: {n:,} items" if n == plan.n else None}
        for name, values in found.items()
        for n, value in zip(items.astype(int).tolist(), values.tolist(), strict=True)
    ]
    return [{**row, "note": row["note"] if row["measure"] == "width" else None} for row in rows]


def _effect(plan: Plan) -> float:
    """The distance from the null hypothesis that is assumed."""
    known = plan.assumed
    if plan.difference is not None or plan.informedness is not None:
        return float(plan.difference or plan.informedness or 0.0)
    return float(known["value"]) - float(known.get("against") or (0.5 if plan.aim == "auc" else 0.0))


FIGURES = {"plan": {"sizes": Figure("What more items, or fewer, would give", sizes, lines.items_along)}}
