"""Sweeps on a page."""

from typing import Any

from informed.questions.sweep.compute import Sweep
from informed.questions.sweep.operating import OPTIMISTIC, RATES
from informed.questions.sweep.text import benefit, there
from informed.writers.grids import group_grid

AREAS = {
    "auc": "The probability that a positive item outranks another, ties counting half.",
    "gini": "Twice the area less one: informedness averaged over the curve.",
    "average_precision": "The mean precision over the positive items, from the top.",
}


HOPEFUL = "Optimistic: the threshold was chosen on the same items; expect less on others."


def sweep(result: Sweep) -> dict[str, Any]:
    """Areas, then thresholds."""
    areas = {"auc": result.auc, "gini": result.gini, "average_precision": result.average_precision}
    asked = [] if result.net_benefit is None else [benefit(result.net_benefit, True)]
    groups = group_grid(result.scores.by, "auc", result.by_group, result.level)
    if result.partial_auc is not None:
        areas[f"auc at {result.within}"] = result.partial_auc
    return {
        "body": "sweep/page.html",
        "areas": areas,
        "meanings": AREAS,
        "points": [(point, _optimistic(point), result.cost.get(name)) for name, point in result.points.items()],
        "constant": {name: result.cost[name] for name in ("never", "always") if name in result.cost},
        "rates": RATES,
        "there": there(result),
        "grids": [each.paged() for each in (*asked, *groups)],
        "warned": HOPEFUL if any(map(_optimistic, result.points.values())) else "",
    }


def _optimistic(point: Any) -> bool:
    """Whether a threshold was chosen on the items that it is judged on."""
    return OPTIMISTIC in (point.value.note or "")
