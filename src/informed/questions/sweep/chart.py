"""Sweeps as charts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from informed.core.errors import InputError
from informed.core.estimate import finite
from informed.questions.sweep.band import roc_band
from informed.writers.charts import Figure, lines, squares
from informed.writers.charts.rows import MOST_POINTS, Rows, ends, isocost, spread
from informed.writers.layout import seen

if TYPE_CHECKING:
    from informed.questions.sweep.compute import Sweep
    from informed.questions.sweep.several import Sweeps
    from informed.questions.sweep.together import ScoreComparison

SIDES = ("upper edge", "lower edge")
SWEPT = ("informedness", "markedness", "recall", "precision", "accuracy")


def curves(sweep: Sweep | Sweeps, c: float | None = None) -> Rows:
    """The ROC curve with its hull and the threshold to use; of several classes one after the other.

    ``c``: adds the highest isocost line ``recall - c fallout`` that touches the curve.
    """
    several = _sweeps(sweep)
    found = [
        {"curve": seen(label), **row}
        for label, each in several.items()
        for row in _curve(each, seen(label) if len(several) > 1 else None)
    ]
    found += [] if c is None else [row for label, each in several.items() for row in _tangent(each, seen(label), c)]
    return found


def _curve(sweep: Sweep, name: str | None) -> Iterator[dict[str, Any]]:
    for place in spread(sweep.fallout + sweep.recall, MOST_POINTS):
        yield _point("curve", sweep.fallout[place], sweep.recall[place], sweep.thresholds[place])
    for fallout, recall, threshold in zip(sweep.hull.fallout, sweep.hull.recall, sweep.hull.thresholds, strict=True):
        yield _point("hull", fallout, recall, threshold)
    chosen = sweep.chosen
    yield _point("chosen", chosen.fallout, chosen.recall, chosen.threshold) | {"told": name or chosen.rule}


def _tangent(sweep: Sweep, name: str, c: float) -> Iterator[dict[str, Any]]:
    touched = sweep.isocost(c)
    for fallout, recall in isocost(touched.fallout, touched.recall, c):
        yield {"curve": f"{name}, c = {c:.3g}", **_point("isocost", fallout, recall, touched.threshold)}


def _point(kind: str, fallout: Any, recall: Any, threshold: Any) -> dict[str, Any]:
    across, up = float(fallout), float(recall)
    return {"kind": kind, "fallout": across, "recall": up, "threshold": finite(float(threshold))}


def banded(found: ScoreComparison) -> Rows:
    """The ROC curve of each score with its threshold, and a band that holds the whole curve."""
    rows: Rows = []
    for name, each in found.sweeps.items():
        cut = each.at(found.cuts[name].threshold)
        shown = [row for row in _curve(each, name) if row["kind"] == "curve"]
        shown.append(_point("chosen", cut.fallout, cut.recall, cut.threshold) | {"told": name})
        band = roc_band(each.sample, each.level, each.seed)
        edges = ((), ()) if band is None else band.corners
        shown += [
            _point(f"band, {side}", *corner, math.nan)
            for side, edge in zip(SIDES, edges, strict=True)
            for corner in edge
        ]
        rows += [{"curve": name, **row} for row in shown]
    return rows


def worth(found: ScoreComparison) -> Rows:
    """The net benefit of each score beside acting on all items and on none."""
    lines = {name: [value.value for value in each.values] for name, each in found.benefits.items()}
    if not lines or len(found.net_benefit[0].thresholds) == 1:
        return []
    floor = min(map(min, lines.values()))
    treated = next(iter(found.benefits.values())).act_on_all
    beside: dict[str, list[float | None]] = {"act on all": [each if each >= floor else None for each in treated]}
    beside["act on none"] = [0.0] * len(treated)
    return _listed(found.net_benefit[0].thresholds, {**lines, **beside})


def gained(found: ScoreComparison) -> Rows:
    """The difference of each pair in net benefit, with its band."""
    rows: Rows = []
    for gap in found.net_benefit if len(found.net_benefit) == 1 else ():
        name = f"{gap.first} - {gap.second}"
        ends = {name: "value"} | ({} if gap.note else {"band, low": "low", "band, high": "high"})
        lines = {each: tuple(getattr(value, end) for value in gap.values) for each, end in ends.items()}
        rows += _listed(gap.thresholds, lines | {"no difference": (0.0,) * len(gap.values)})
    return rows if rows and len(found.net_benefit[0].thresholds) > 1 else []


def _listed(thresholds: tuple[float, ...], lines: Mapping[str, Sequence[float | None]]) -> Rows:
    return [
        {"threshold": at, "measure": name, "value": value}
        for name, values in lines.items()
        for at, value in zip(thresholds, values, strict=True)
    ]


def along(sweep: Sweep) -> Rows:
    """A few measures at thresholds spread evenly over the items."""
    places = [place for place in spread(sweep.hits + sweep.alarms, MOST_POINTS) if np.isfinite(sweep.thresholds[place])]
    return [
        {"threshold": float(sweep.thresholds[place]), "measure": name, "value": finite(float(values[place]))}
        for name, values in ((name, sweep.along(name)) for name in SWEPT)
        for place in places
    ]


def precision_recall(sweep: Sweep) -> Rows:
    """Precision against recall; what chance gives is the prevalence."""
    recall, precision = sweep.precision_recall
    chance = sweep.average_precision.chance
    return [
        {"recall": float(recall[place]), "precision": finite(float(precision[place])), "chance": chance}
        | {"threshold": finite(float(sweep.thresholds[place]))}
        for place in spread(recall, MOST_POINTS)
    ]


def reliability(sweep: Sweep) -> Rows:
    """The share of positives beside the mean score of each bin, for scores that are probabilities."""
    try:
        bins = sweep.calibration().bins
    except InputError:
        return []
    return [{"score": each.score, "items": each.n, **ends(each.share)} for each in bins if each.n]


def decisions(sweep: Sweep) -> Rows:
    """Net benefit with its band, beside acting on all items and on none, where it is not far below both."""
    found = sweep.net_benefit
    if found is None or len(found.thresholds) == 1:
        return []
    ends = {"net benefit": "value"} | ({} if found.note else {"band, low": "low", "band, high": "high"})
    lines = {name: [getattr(each, end) for each in found.values] for name, end in ends.items()}
    floor = min(min(each) for each in lines.values())
    lines |= {"act on all": [each if each >= floor else None for each in found.act_on_all]}
    return _listed(found.thresholds, lines | {"act on none": [0.0] * len(found.thresholds)})


def _sweeps(sweep: Any) -> dict[Any, Sweep]:
    if hasattr(sweep, "sweeps"):
        return dict(zip(sweep.labels, sweep.sweeps, strict=True))
    return {sweep.scores.labels[0]: sweep}


FIGURES = {
    "sweep": {
        "roc": Figure("Thresholds in ROC space", curves, squares.roc_curve),
        "thresholds": Figure("Measures along the sweep", along, lines.thresholds_along),
        "precision_recall": Figure("Precision and recall", precision_recall, squares.precision_curve),
        "net_benefit": Figure("Net benefit", decisions, lines.benefits_along),
        "calibration": Figure("Do the scores mean what they say?", reliability, squares.reliability),
    },
    "score_comparison": {
        "roc": Figure("The scores in ROC space, with simultaneous bands", banded, squares.roc_curve),
        "net_benefit": Figure("Net benefit of each score", worth, lines.benefits_along),
        "benefit_gap": Figure("Difference in net benefit", gained, lines.benefits_along),
    },
    "sweeps": {"roc": Figure("Thresholds in ROC space", curves, squares.roc_curve)},
}
