"""The rows behind every chart: plain data picked from results, nothing computed here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from informed import table as tables
from informed.inference.estimate import Estimate, finite
from informed.registry import get

if TYPE_CHECKING:
    from informed.evaluation import Evaluation

Rows = list[dict[str, Any]]
CROWDED = 12  # with more labels than this, points and cells are not lettered
COMPARED = ("informedness", "accuracy", "proficiency")  # what the small multiples of groups show


def estimates(evaluation: Evaluation) -> Rows:
    """The most telling measures that share the scale from -1 to 1."""
    names = [name for name in evaluation.measures if get(name).headline and on_common_scale(name)]
    return [{"measure": name, **_ends(evaluation.measures[name]), "says": get(name).says} for name in names]


def on_common_scale(name: str) -> bool:
    """Whether a measure runs from at least -1 to 1 whatever the number of classes, so that it may share an axis."""
    return not any(callable(end) or abs(end) > 1 for end in get(name).range)


def edges(evaluation: Evaluation) -> Rows:
    """What betting on each label at fair odds wins or loses."""
    return [
        {"label": label, **_ends(row["informedness"]), "result": "lost" if row["informedness"].value < 0 else "won"}
        | {name: finite(row[name].value) for name in ("prevalence", "bias")}
        for label, row in evaluation.per_label.items()
    ]


def operating_points(evaluation: Evaluation) -> Rows:
    """Fallout and recall of each label, with their intervals; lettered where there is room for letters."""
    roomy = len(evaluation.per_label) <= CROWDED
    return [
        {"label": label, "name": label if roomy else "", "informedness": finite(row["informedness"].value)}
        | {f"{name}_{part}": value for name in ("fallout", "recall") for part, value in _ends(row[name]).items()}
        for label, row in evaluation.per_label.items()
    ]


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
        {"actual": str(actual), "predicted": str(predicted)}
        | {name: finite(view[row, column].item()) for name, view in views.items()}
        for row, actual in enumerate(counts.labels)
        for column, predicted in enumerate(counts.labels_predicted)
    ]


def groups(evaluation: Evaluation) -> Rows:
    """A few measures of every group."""
    return [
        {"group": ", ".join(map(str, each.group or ())), "items": each.n, "measure": name, **_ends(each.measures[name])}
        for each in evaluation.groups
        for name in _present(COMPARED, each.measures)
    ]


def _present(names: Iterable[str], among: Mapping[str, Any]) -> list[str]:
    return [name for name in names if name in among]


def _ends(estimate: Estimate) -> dict[str, Any]:
    return {name: finite(getattr(estimate, name)) for name in ("value", "low", "high", "chance")}
