"""Evaluations as charts."""

from collections.abc import Callable
from typing import Any

import numpy as np

from informed.core.estimate import finite
from informed.core.registry import get
from informed.questions.evaluate.gaps import Gaps
from informed.questions.evaluate.hierarchy import Hierarchy
from informed.questions.evaluate.result import Evaluation
from informed.writers.charts import Figure, heat, lanes, squares
from informed.writers.charts.rows import CROWDED, Rows, cell_rows, chained, ends, isocost
from informed.writers.layout import seen

DRAWN = 12  # groups: of more, those of the lowest values
LABELS = 50  # of more, those that are most confused
FOLD, WORST = 20, 10  # labels from which on the worst alone are drawn, and how many


def estimates(evaluation: Evaluation) -> Rows:
    """The most telling measures that share the scale from -1 to 1."""
    names = [name for name in evaluation.headline if get(name).on_common_scale]
    return [{"measure": name, **ends(evaluation.measures[name]), "says": get(name).says} for name in names]


def lowest(evaluation: Evaluation, most: int | None = None) -> dict[Any, Any]:
    """The measures of each label; of many labels those of the lowest informedness, the lowest first."""
    found = evaluation.per_label
    if len(found) <= (most or FOLD):
        return dict(found)
    ranked = sorted(found, key=lambda label: finite(found[label]["informedness"].value) or 0.0)
    return {label: found[label] for label in ranked[: most or WORST]}


def edges(evaluation: Evaluation, most: int | None = None) -> Rows:
    """What betting on each label at fair odds wins or loses; of two labels it is the same. ``most``: labels."""
    found = lowest(evaluation, most) if len(evaluation.per_label) > 2 else {}
    return [
        {"label": seen(label), **ends(row["informedness"])}
        | {name: finite(row[name].value) for name in ("prevalence", "bias")}
        for label, row in found.items()
    ]


def operating_points(evaluation: Evaluation) -> Rows:
    """Fallout and recall of each label, with their intervals; of many labels points would hide one another."""
    if len(evaluation.per_label) > CROWDED:
        return []
    return [
        {"label": seen(label), "informedness": finite(row["informedness"].value)}
        | {f"{name}_{part}": value for name in ("fallout", "recall") for part, value in ends(row[name]).items()}
        for label, row in evaluation.per_label.items()
    ]


def kite(evaluation: Evaluation, c: float | None = None) -> Rows:
    """One system in ROC space, where a positive label is named: Figure 1 of Powers 2007 and 2008.

    Lines: the trapezoid below the point (its area is AUC), the kite of the point, its perverse twin and the ends of the
    chance line (its area is informedness), and the isocost lines through the point for c = 1, for the skew, and for a
    ``c`` that is asked for: the cost of a false alarm over that of a miss, times the skew.
    """
    found = [evaluation.measures.get(name) for name in ("fallout", "recall", "skew")]
    if evaluation.positive is None or any(each is None or finite(each.value) is None for each in found):
        return []
    across, up, skew = (each.value for each in found if each is not None)
    lines = [(each, isocost(across, up, each)) for each in (1.0, skew, c) if each is not None]
    corners = {
        "trapezoid": [(0.0, 0.0), (across, up), (1.0, 1.0), (1.0, 0.0)],
        "kite": [(0.0, 0.0), (across, up), (1.0, 1.0), (1 - across, 1 - up)],
        "system": [(0.0, 0.0), (across, up), (1.0, 1.0)],
        "perverse": [(0.0, 0.0), (1 - across, 1 - up), (1.0, 1.0)],
        **{f"isocost, c = {each:.3g}": line for each, line in lines},
    }
    points = {"good": (across, up), "perverse": (1 - across, 1 - up), "best": (0.0, 1.0), "worst": (1.0, 0.0)}
    drawn = [
        {"what": what, "kind": what.split(",")[0], "step": step, "fallout": x, "recall": y}
        for what, path in corners.items()
        for step, (x, y) in enumerate(path)
    ]
    return drawn + [
        {"what": what, "kind": "point", "step": 0, "fallout": x, "recall": y} for what, (x, y) in points.items()
    ]


def cells(evaluation: Evaluation) -> Rows:
    """Every cell of the table: its count, its share of the actual class, and what chance would have put there.

    Of many labels those most confused, and such as are taken for one another side by side.
    """
    counts = evaluation.counts.pooled()
    names = [*dict.fromkeys((*counts.labels, *counts.labels_predicted))]
    table = counts.table if counts.square else counts.aligned(tuple(names)).table
    wrong = table.sum(0) + table.sum(1) - 2 * table.diagonal()
    kept = sorted(np.argsort(-wrong, kind="stable")[:LABELS].tolist())
    if len(kept) > CROWDED:
        kept = [kept[place] for place in chained(table[np.ix_(kept, kept)])]
    order = [names[place] for place in kept]
    return cell_rows(
        counts, *([label for label in order if label in side] for side in (counts.labels, counts.labels_predicted))
    )


def deviations(evaluation: Evaluation) -> Rows:
    """The same for items that can be counted; of two classes all four cells lie equally far from chance."""
    counts = evaluation.counts
    return [] if counts.weighted or len(counts.labels) == 2 == len(counts.labels_predicted) else cells(evaluation)


def in_order(evaluation: Evaluation, most: int) -> list[int]:
    """The places of the groups: as they come, or the lowest first where there are more than so many."""
    places, names = list(range(len(evaluation.groups))), evaluation.across
    if len(places) <= most or not names:
        return places
    values = evaluation.groups.column(names[0]).value
    ranked: list[int] = np.argsort(np.where(np.isfinite(values), values, 0.0), kind="stable").tolist()
    return ranked


def groups(evaluation: Evaluation) -> Rows:
    """A few measures of every group; of many, of the lowest."""
    if not evaluation.groups:
        return []
    found = {name: evaluation.groups.column(name) for name in evaluation.across if get(name).on_common_scale}
    named, sizes = evaluation.counts.groups, evaluation.groups.sizes
    return [
        {"row": ", ".join(map(seen, named[place])), "items": sizes[place], "measure": name, **ends(each[place])}
        for place in in_order(evaluation, DRAWN)[:DRAWN]
        for name, each in found.items()
    ]


def groups_title(evaluation: Evaluation) -> str:
    """Which groups are drawn."""
    every = len(evaluation.groups)
    return "Groups" if every <= DRAWN else f"The {DRAWN} of {every:,} groups with the lowest {evaluation.across[0]}"


def _of_many(title: str, most: int, fold: int, which: str) -> Callable[[Evaluation], str]:
    """A title that says which labels are drawn, where there are too many for all."""

    def titled(evaluation: Evaluation) -> str:
        every = max(len(evaluation.counts.labels), len(evaluation.counts.labels_predicted))
        return title if every <= fold else f"{title}, the {most} of {every:,} labels {which}"

    return titled


LOWEST = (WORST, FOLD, "with the lowest informedness")
CONFUSED = (LABELS, LABELS, "confused most often")


def apart(found: Gaps) -> Rows:
    """The widest gaps of each measure."""
    return [
        {"row": f"{gap.first} - {gap.second}", "measure": name, **ends(gap.estimate)}
        for name, pairs in found.gaps.items()
        for gap in pairs[:DRAWN]
    ]


def levels(found: Hierarchy) -> Rows:
    """Each measure at each level of the labels, from the top to the whole labels."""
    return [
        {"row": f"level {level.depth}", "items": None, "measure": name, **ends(each)}
        for level in found.levels
        for name, each in level.measures.items()
    ]


FIGURES = {
    "hierarchy": {"levels": Figure("From the top to the whole labels", levels, lanes.small_multiples)},
    "gaps": {"gaps": Figure("Gaps between groups, the widest of each measure", apart, lanes.small_multiples)},
    "evaluation": {
        "estimates": Figure("Measures with interval and chance", estimates, lanes.forest),
        "roc": Figure("Labels in ROC space", operating_points, squares.roc_space),
        "kite": Figure("Trapezoid, kite and isocost lines of one system", kite, squares.roc_kite, "positive"),
        "labels": Figure(_of_many("Edge per label at fair odds", *LOWEST), edges, lanes.by_label),
        "table": Figure(_of_many("Counts", *CONFUSED), cells, heat.counts),
        "shares": Figure(_of_many("Shares of each actual class", *CONFUSED), cells, heat.shares),
        "deviation": Figure(_of_many("Deviation from chance", *CONFUSED), deviations, heat.deviation),
        "groups": Figure(groups_title, groups, lanes.small_multiples),
    },
}
