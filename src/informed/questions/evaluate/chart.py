"""Evaluations as charts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from informed.core import table as tables
from informed.core.estimate import finite
from informed.core.registry import get
from informed.writers.charts import Figure
from informed.writers.layout import seen

if TYPE_CHECKING:
    from informed.questions.evaluate.result import Evaluation

from informed.writers.charts.rows import Rows, ends, lettered, won


def estimates(evaluation: Evaluation) -> Rows:
    """The most telling measures that share the scale from -1 to 1."""
    names = [name for name in evaluation.headline if get(name).on_common_scale]
    return [{"measure": name, **ends(evaluation.measures[name]), "says": get(name).says} for name in names]


def edges(evaluation: Evaluation) -> Rows:
    """What betting on each label at fair odds wins or loses."""
    return [
        {"label": seen(label), **won(row["informedness"])}
        | {name: finite(row[name].value) for name in ("prevalence", "bias")}
        for label, row in evaluation.per_label.items()
    ]


def operating_points(evaluation: Evaluation) -> Rows:
    """Fallout and recall of each label, with their intervals; lettered where there is room for letters."""
    found = [
        {"label": seen(label), "informedness": finite(row["informedness"].value)}
        | {f"{name}_{part}": value for name in ("fallout", "recall") for part, value in ends(row[name]).items()}
        for label, row in evaluation.per_label.items()
    ]
    points = [row for row in found if None not in (row["fallout_value"], row["recall_value"])]
    lettered(points, "label", "fallout_value", "recall_value")
    return found


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
        {"row": ", ".join(map(seen, each.group or ())), "items": each.n, "measure": name, **ends(each.measures[name])}
        for each in evaluation.groups
        for name in evaluation.across
        if get(name).on_common_scale
    ]


FIGURES = {
    "evaluation": {
        "estimates": Figure("Measures with interval and chance", estimates, "forest"),
        "roc": Figure("Labels in ROC space", operating_points, "roc_space"),
        "labels": Figure("Edge per label at fair odds", edges, "edge_bars"),
        "table": Figure("Counts", cells, "counts"),
        "shares": Figure("Shares of each actual class", cells, "shares"),
        "deviation": Figure("Deviation from chance", cells, "deviation"),
        "groups": Figure("Groups", groups, "small_multiples"),
    }
}
