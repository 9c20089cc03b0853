"""Sweeps as charts."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from informed.core.errors import InputError
from informed.core.estimate import Estimate, finite
from informed.core.words import ci, number, threshold
from informed.inference.proportions import mover
from informed.questions.sweep.band import Band, roc_band
from informed.questions.sweep.benefit import Benefit, thresholds_of
from informed.questions.sweep.calibration import Calibration
from informed.questions.sweep.compute import Sweep
from informed.questions.sweep.several import Sweeps
from informed.questions.sweep.together import ScoreComparison
from informed.writers.charts import Figure, lines, squares
from informed.writers.charts.rows import MOST_POINTS, Rows, ends, isocost, spread
from informed.writers.layout import seen

SWEPT = ("informedness", "markedness", "recall", "precision", "accuracy")
LARGE = 20_000  # scores beyond which a band is as thin as the line
BANDED = 3  # curves of classes whose bands can be told apart
USUAL = (0.01, 0.5)  # threshold probabilities of a decision curve that nobody asked for


def curves(sweep: Sweep | Sweeps, c: float | None = None) -> Rows:
    """The ROC curve with its band and hull and the threshold to use; of several classes one after the other.

    ``c``: adds the highest isocost line ``recall - c fallout`` that touches the curve.
    """
    several = _sweeps(sweep)
    found: Rows = []
    for label, each in several.items():
        name = seen(label) if len(several) > 1 else None
        drawn = [*_curve(each, name), *(_edges(each) if len(several) <= BANDED else ())]
        found += [{"curve": seen(label), **row} for row in drawn if name is None or row["kind"] != "hull"]
    found += [] if c is None else [row for label, each in several.items() for row in _tangent(each, seen(label), c)]
    return found


def _curve(sweep: Sweep, name: str | None) -> Iterator[dict[str, Any]]:
    for place in spread(sweep.fallout + sweep.recall, MOST_POINTS):
        yield _point("curve", sweep.fallout[place], sweep.recall[place], sweep.thresholds[place])
    for fallout, recall, at in zip(sweep.hull.fallout, sweep.hull.recall, sweep.hull.thresholds, strict=True):
        yield _point("hull", fallout, recall, at)
    chosen = sweep.chosen
    yield _point("chosen", chosen.fallout, chosen.recall, chosen.threshold) | {"told": name or chosen.rule}


def _band(sweep: Sweep) -> Band | None:
    """The limits of the whole curve, where they can be seen."""
    return roc_band(sweep.sample, sweep.level, sweep.seed) if len(sweep.sample.values) <= LARGE else None


def _edges(sweep: Sweep) -> Iterator[dict[str, Any]]:
    """Both edges of the band that holds the whole curve."""
    band = _band(sweep)
    for side, edge in zip(squares.SIDES, band.corners if band else (), strict=False):
        yield from (_point(side, *corner, math.nan) | {"told": f"{ci(sweep.level)}, whole curve"} for corner in edge)


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
        rows += [{"curve": name, **row} for row in (*shown, *_edges(each))]
    return rows


def worth(found: ScoreComparison) -> Rows:
    """The net benefit of each score beside acting on all items and on none."""
    if not found.benefits or len(found.net_benefit[0].thresholds) == 1:
        return []
    at = found.net_benefit[0].thresholds
    rows = [row for name, each in found.benefits.items() for row in _within(at, name, each.values)]
    return rows + _beside(rows, next(iter(found.benefits.values())))


def _beside(rows: Rows, found: Benefit) -> Rows:
    """Acting on all items, where it is not far below the others, and on none."""
    floor = min(row["value"] if row["low"] is None else row["low"] for row in rows)
    treated = [each if each >= floor else None for each in found.act_on_all]
    return _listed(found.thresholds, {"act on all": treated, "act on none": [0.0] * len(treated)})


def gained(found: ScoreComparison) -> Rows:
    """The difference of each pair in net benefit, with its band."""
    rows: Rows = []
    for gap in found.net_benefit if len(found.net_benefit) == 1 else ():
        rows += _within(gap.thresholds, f"{gap.first} - {gap.second}", gap.values)
        rows += _listed(gap.thresholds, {"no difference": (0.0,) * len(gap.values)})
    return rows if rows and len(found.net_benefit[0].thresholds) > 1 else []


def _within(thresholds: Sequence[float], name: str, values: Sequence[Estimate]) -> Rows:
    """A line with its band."""
    pairs = zip(thresholds, values, strict=True)
    row = {"measure": name, "span": f"{ci(values[0].level)}, whole line"}
    return [{"threshold": at, **row, **ends(each)} for at, each in pairs]


def _listed(thresholds: Sequence[float], lines: Mapping[str, Sequence[float | None]]) -> Rows:
    return [
        {"threshold": at, "measure": name, "value": value}
        for name, values in lines.items()
        for at, value in zip(thresholds, values, strict=True)
    ]


def along(sweep: Sweep) -> Rows:
    """A few measures at thresholds spread evenly over the items; the band of informedness holds at all of them."""
    places = [place for place in spread(sweep.hits + sweep.alarms, MOST_POINTS) if np.isfinite(sweep.thresholds[place])]
    at = sweep.thresholds[places].tolist()
    rows = _listed(at, {name: [finite(each) for each in sweep.along(name)[places].tolist()] for name in SWEPT})
    band = _band(sweep)
    if band is None:
        return rows
    (recall, fallout), (low, down), (high, up) = band[:3]
    limits = mover((recall, (low, high)), (fallout, (down, up)))
    known = zip(band.thresholds.tolist(), (recall - fallout).tolist(), *(each.tolist() for each in limits), strict=True)
    span = {"measure": SWEPT[0], "level": sweep.level, "span": f"{ci(sweep.level)} of informedness, all thresholds"}
    return rows + [
        {"threshold": at, "value": value, "low": low, "high": high, **span} for at, value, low, high in known
    ]


def costs(sweep: Sweep) -> Rows:
    """The cost per item at every threshold, beside never and always saying the positive label."""
    if sweep.costs is None:
        return []
    places = [place for place in spread(sweep.hits + sweep.alarms, MOST_POINTS) if np.isfinite(sweep.thresholds[place])]
    at, label = sweep.thresholds[places].tolist(), sweep.scores.labels[0]
    constant = {f"{name} {seen(label)}": [sweep.cost[name]] * len(at) for name in ("never", "always")}
    rows = _listed(at, {"by the score": sweep.along(sweep.costs.measure)[places].tolist(), **constant})
    best = min((row for row in rows if row["measure"] == "by the score"), key=lambda row: row["value"])
    best["note"] = f"lowest: {number(best['value'])} at {threshold(best['threshold'])}"
    return rows


def cost_curve(sweep: Sweep) -> Rows:
    """The least cost, in parts of the most, whatever the errors cost and however rare the label (Drummond, Holte 2006).

    Each threshold is a straight line from its false positive rate to its miss rate; the best of them count.
    """
    share, hull = np.linspace(0, 1, 101), sweep.hull
    best = (np.outer(1 - share, hull.fallout) + np.outer(share, 1 - np.asarray(hull.recall))).min(axis=1)
    lines = {"best threshold": best, "never": share, "always": 1 - share}
    return [
        {"share": at, "measure": name, "value": value}
        for name, values in lines.items()
        for at, value in zip(share.tolist(), values.tolist(), strict=True)
    ]


def precision_recall(sweep: Sweep) -> Rows:
    """Precision against recall; what chance gives is the prevalence.

    The band is that of the ROC curve, at this prevalence.
    """
    recall, precision = sweep.precision_recall
    chance = sweep.average_precision.chance
    rows = [
        {"kind": "curve", "recall": float(recall[place]), "precision": finite(float(precision[place]))}
        | {"threshold": finite(float(sweep.thresholds[place]))}
        for place in spread(recall, MOST_POINTS)
    ]
    for row in _edges(sweep) if chance is not None else ():
        right, wrong = row["recall"] * (chance or 0.0), row["fallout"] * (1 - (chance or 0.0))
        none = float(row["kind"] == squares.SIDES[0])  # where nothing is called, the upper edge is about to rise
        told = {"told": f"{row['told']}, at this prevalence"}
        rows.append({**row, "precision": right / (right + wrong) if right + wrong else none, **told})
    return [{**row, "chance": chance} for row in rows]


def reliability(sweep: Sweep) -> Rows:
    """The share of positives beside the mean score of each bin, for scores that are probabilities."""
    try:
        bins = sweep.calibration().bins
    except InputError:
        return []
    return [{"score": each.score, "items": each.n, **ends(each.share)} for each in bins if each.n]


def banded_shares(found: Calibration) -> Rows:
    """The share of positives beside the mean score of each bin, with the band that holds for all bins."""
    bands = [(each, each.band or (each.share.low, each.share.high)) for each in found.bins if each.n]
    return [
        {"score": each.score, "items": each.n, "value": each.share.value, "low": low, "high": high}
        for each, (low, high) in bands
    ]


def decisions(sweep: Sweep) -> Rows:
    """Net benefit with its band, beside acting on all items and on none, where it is not far below both."""
    found = sweep.net_benefit
    if found is None and len(sweep.sample.values) <= LARGE:
        try:
            found = replace(sweep, benefit=thresholds_of(USUAL)).net_benefit
        except InputError:  # the scores are no probabilities
            return []
    if found is None or len(found.thresholds) == 1:
        return []
    rows = _within(found.thresholds, "net benefit", found.values)
    return rows + _beside(rows, found)


def _sweeps(sweep: Any) -> dict[Any, Sweep]:
    if hasattr(sweep, "sweeps"):
        return dict(zip(sweep.labels, sweep.sweeps, strict=True))
    return {sweep.scores.labels[0]: sweep}


FIGURES = {
    "sweep": {
        "roc": Figure("Thresholds in ROC space", curves, squares.roc_curve),
        "thresholds": Figure("Measures along the sweep", along, lines.thresholds_along),
        "costs": Figure("Cost per item at each threshold", costs, lines.costs_along, "costs"),
        "cost_curve": Figure("Cost curve: the least cost, in parts of the most", cost_curve, lines.odds_along),
        "precision_recall": Figure("Precision and recall", precision_recall, squares.precision_curve),
        "net_benefit": Figure("Net benefit", decisions, lines.benefits_along),
        "calibration": Figure("Do the scores mean what they say?", reliability, squares.reliability),
    },
    "score_comparison": {
        "roc": Figure("The scores in ROC space, with simultaneous bands", banded, squares.roc_curve),
        "net_benefit": Figure("Net benefit of each score", worth, lines.benefits_along),
        "benefit_gap": Figure("Difference in net benefit", gained, lines.benefits_along),
    },
    "calibration": {
        "calibration": Figure(
            "Do the scores mean what they say? (simultaneous band)", banded_shares, squares.reliability
        )
    },
    "sweeps": {"roc": Figure("Thresholds in ROC space", curves, squares.roc_curve)},
}
