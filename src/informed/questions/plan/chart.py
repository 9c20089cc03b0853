"""A plan as a chart."""

import math

import numpy as np

from informed.core.table import Array, expected
from informed.inference.proportions import quantile
from informed.inference.sizing import variance
from informed.questions.plan.compute import Plan
from informed.questions.plan.solve import DRAWN, rarest
from informed.writers.charts import Figure, lines
from informed.writers.charts.rows import Rows

POINTS, FURTHER, SURE = 60, 8.0, 0.999  # places; how far to either side of n; power that is as good as 1
ROUGH = 5  # items of the rarest class below which no curve is drawn


def sizes(plan: Plan) -> Rows:
    """Width and power against the number of items, carried from what the plan found."""
    if plan.table and rarest(np.asarray(plan.table), plan.n) < ROUGH:
        return []
    items = np.unique(np.append(np.geomspace(max(2.0, plan.n / FURTHER), plan.n * FURTHER, POINTS).round(), plan.n))
    found = {"width": widths(plan, items), "power": powers(plan, items)}
    return [
        {"items": n, "measure": name, "value": value}
        | {"note": f"planned: {n:,} items" if n == plan.n and name == "width" else None}
        for name, values in found.items()
        if values is not None
        for n, value in zip(items.astype(int).tolist(), values.tolist(), strict=True)
    ]


def widths(plan: Plan, items: Array) -> Array:
    """The width of the interval, which falls with the root of the number of items.

    That of few items is narrower than this by itself: as if z squared more were known of the rarest class (Wilson).
    """
    rare = min(map(sum, plan.table)) if plan.table and plan.method == DRAWN else math.inf
    known = float(quantile((1 - plan.level) / 2)) ** 2 / rare
    return np.minimum(plan.width * np.sqrt((plan.n + known) / (items + known)), 2.0)


def powers(plan: Plan, items: Array) -> Array | None:
    """The power, whose normal deviate rises on a line with the root of the number of items; None if it is not known."""
    from scipy.special import ndtr

    known = -float(quantile(plan.power)) if plan.power and plan.power < SURE else None
    low, planned = float(quantile((1 - plan.level) / 2)), math.sqrt(plan.n)
    if plan.table and plan.difference is None:
        truth = np.asarray(plan.table)
        null, own = (math.sqrt(variance(each)) or 1e-9 for each in (expected(truth), truth))
        start, slope = -low * null / own, abs(plan.informedness or 0.0) / own
    elif known is not None:
        start, slope = -low, (known + low) / planned
    else:
        return None
    shift = 0.0 if known is None else known - start - slope * planned
    found: Array = ndtr(start + shift + slope * np.sqrt(items))
    return found


FIGURES = {"plan": {"sizes": Figure("What more items, or fewer, would give", sizes, lines.items_along)}}
