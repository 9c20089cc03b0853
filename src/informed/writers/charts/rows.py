"""The rows behind every chart: plain data picked from results, nothing computed here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from informed import table as tables
from informed.errors import InputError
from informed.evaluation import ACROSS
from informed.inference.estimate import Estimate, finite
from informed.registry import get
from informed.writers.charts.placing import placed
from informed.writers.layout import seen

if TYPE_CHECKING:
    from informed.analyses.betting import Book
    from informed.analyses.labelling import SetEvaluation
    from informed.analyses.sweeps import Sweeps
    from informed.analyses.thresholds import Sweep
    from informed.evaluation import Evaluation
    from informed.inference.differences import Comparison

Rows = list[dict[str, Any]]
CROWDED = 12  # with more labels than this, points and cells are not lettered
SWEPT = ("informedness", "markedness", "recall", "precision", "accuracy")
MOST_POINTS, MOST_ROWS = 400, 60


def estimates(evaluation: Evaluation) -> Rows:
    """The most telling measures that share the scale from -1 to 1."""
    names = [name for name in evaluation.headline if get(name).on_common_scale]
    return [{"measure": name, **_ends(evaluation.measures[name]), "says": get(name).says} for name in names]


def edges(evaluation: Evaluation) -> Rows:
    """What betting on each label at fair odds wins or loses."""
    return [
        {"label": seen(label), **_won(row["informedness"])}
        | {name: finite(row[name].value) for name in ("prevalence", "bias")}
        for label, row in evaluation.per_label.items()
    ]


def operating_points(evaluation: Evaluation) -> Rows:
    """Fallout and recall of each label, with their intervals; lettered where there is room for letters."""
    found = [
        {"label": seen(label), "informedness": finite(row["informedness"].value)}
        | {f"{name}_{part}": value for name in ("fallout", "recall") for part, value in _ends(row[name]).items()}
        for label, row in evaluation.per_label.items()
    ]
    points = [row for row in found if None not in (row["fallout_value"], row["recall_value"])]
    _lettered(points, "label", "fallout_value", "recall_value")
    return found


def _lettered(points: Rows, name: str, across: str, up: str) -> None:
    """Names beside points where there is room for letters, each at a place of its own."""
    if len(points) > CROWDED:
        return
    places = placed([(row[across], row[up]) for row in points], [row[name] for row in points])
    for row, (x, y) in zip(points, places, strict=True):
        row |= {"name": row[name], "name_x": x, "name_y": y}


def cells(evaluation: Evaluation) -> Rows:
    """Every cell of the table: its count, its share of the actual class, and what chance would have put there."""
    counts = evaluation.counts.pooled()
    table = tables.as_table(counts.table)
    views: dict[str, Any] = {
        "count": counts.table,
        "share": tables.given_actual(table),
        "expected": tables.expected(table),
        "residual": tables.residuals(table),
    }
    return [
        {"actual": seen(actual), "predicted": seen(predicted)}
        | {name: finite(view[row, column].item()) for name, view in views.items()}
        for row, actual in enumerate(counts.labels)
        for column, predicted in enumerate(counts.labels_predicted)
    ]


def groups(evaluation: Evaluation) -> Rows:
    """A few measures of every group."""
    return [
        {"row": ", ".join(map(seen, each.group or ())), "items": each.n, "measure": name, **_ends(each.measures[name])}
        for each in evaluation.groups
        for name in evaluation.across
        if get(name).on_common_scale
    ]


# --- bets, comparisons -----------------------------------------------------------------------------------------------


def bets(book: Book) -> Rows:
    """What betting on each label wins or loses, from the bettor's book."""
    return [
        {"label": seen(bet.label), **_won(bet.edge)} | {"prevalence": bet.prevalence, "bias": finite(bet.bias)}
        for bet in book.bets
    ]


def systems(comparison: Comparison) -> Rows:
    """A few measures of every system."""
    return [
        {"row": system, "items": None, "measure": name, **_ends(values[name])}
        for system, values in comparison.values.items()
        for name in _present(ACROSS, values) or list(values)[:1]
    ]


def differences(comparison: Comparison) -> Rows:
    """Of one pair every measure; of several pairs the measure that is compared first."""
    lead = comparison.differences[0].measure
    alone = len(comparison.systems) == 2
    return [
        {"row": each.measure if alone else f"{each.first} - {each.second}", "measure": each.measure}
        | {"pair": f"{each.first} - {each.second}", "p": finite(each.p_adjusted), **_ends(each.estimate), "chance": 0.0}
        for each in comparison.differences
        if alone or each.measure == lead
    ][:MOST_ROWS]


def categories(found: SetEvaluation) -> Rows:
    """The most common categories: how informed the labeller is about each."""
    facts = found.categories
    names = {"value": "informedness", "low": "informedness_low", "high": "informedness_high"}
    order = sorted(range(len(found.labels)), key=lambda place: -facts["actual"][place])
    return [
        {"label": seen(found.labels[place]), "result": "lost" if facts["informedness"][place] < 0 else "won"}
        | {name: finite(float(facts[fact][place])) for name, fact in names.items() if fact in facts}
        | {name: float(facts[name][place]) for name in ("actual", "predicted", "precision", "recall", "proficiency")}
        for place in order[:MOST_ROWS]
    ]


# --- sweeps ----------------------------------------------------------------------------------------------------------


def curves(sweep: Sweep | Sweeps) -> Rows:
    """The ROC curve with its hull and the most informed threshold; of several classes one after the other."""
    several = _sweeps(sweep)
    found = [
        {"curve": seen(label), **row}
        for label, each in several.items()
        for row in _curve(each, seen(label) if len(several) > 1 else None)
    ]
    _lettered([row for row in found if row["kind"] == "chosen"], "told", "fallout", "recall")
    return found


def _curve(sweep: Sweep, name: str | None) -> Iterator[dict[str, Any]]:
    for place in _spread(sweep.fallout + sweep.recall, MOST_POINTS):
        yield _point("curve", sweep.fallout[place], sweep.recall[place], sweep.thresholds[place])
    for fallout, recall, threshold in zip(sweep.hull.fallout, sweep.hull.recall, sweep.hull.thresholds, strict=True):
        yield _point("hull", fallout, recall, threshold)
    best = sweep.best()
    yield _point("chosen", best.fallout, best.recall, best.threshold) | {"told": name or best.rule}


def _point(kind: str, fallout: Any, recall: Any, threshold: Any) -> dict[str, Any]:
    across, up = float(fallout), float(recall)
    return {"kind": kind, "fallout": across, "recall": up, "threshold": finite(float(threshold))}


def along(sweep: Sweep) -> Rows:
    """A few measures at thresholds spread evenly over the items."""
    places = [
        place for place in _spread(sweep.hits + sweep.alarms, MOST_POINTS) if np.isfinite(sweep.thresholds[place])
    ]
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
        for place in _spread(recall, MOST_POINTS)
    ]


def reliability(sweep: Sweep) -> Rows:
    """The share of positives beside the mean score of each bin, for scores that are probabilities."""
    try:
        bins = sweep.calibration().bins
    except InputError:
        return []
    return [{"score": each.score, "items": each.n, **_ends(each.share)} for each in bins if each.n]


def _sweeps(sweep: Any) -> dict[Any, Sweep]:
    if hasattr(sweep, "sweeps"):
        return dict(zip(sweep.labels, sweep.sweeps, strict=True))
    return {sweep.scores.labels[0]: sweep}


def _spread(position: Any, most: int) -> list[int]:
    """Places spread evenly along a curve, its ends among them: a chart shows no more than it has pixels."""
    if len(position) <= most:
        return list(range(len(position)))
    wanted = np.linspace(position[0], position[-1], most)
    return sorted({0, len(position) - 1, *np.searchsorted(position, wanted).clip(0, len(position) - 1).tolist()})


def _present(names: Iterable[str], among: Mapping[str, Any]) -> list[str]:
    return [name for name in names if name in among]


def _won(gain: Estimate) -> dict[str, Any]:
    return {**_ends(gain), "result": "lost" if gain.value < 0 else "won"}


def _ends(estimate: Estimate) -> dict[str, Any]:
    return {name: finite(getattr(estimate, name)) for name in ("value", "low", "high", "chance")}
