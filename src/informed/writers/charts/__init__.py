"""Charts of results: one definition serves the notebook, the report, the web page and image files.

A figure is rows (plain data taken from a result, see `rows`) and a drawing (how such rows look, see `drawings`).
Drawings carry no colours; themes do. So a page draws a figure once and later sends rows alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from informed.errors import InputError, choice
from informed.writers.charts import laboratory, rows
from informed.writers.charts.library import library
from informed.writers.charts.rows import Rows
from informed.writers.charts.theme import DARK, LIGHT, theme

__all__ = ["FIGURES", "Figure", "chart", "figures", "spec"]

ROWS = "rows"  # the name of a figure's data in its specification


@dataclass(frozen=True)
class Figure:
    """A chart before it is drawn: what it shows, where its rows come from, and the name of its drawing."""

    title: str
    rows: Callable[[Any], Rows]
    drawing: str

    def draw(self, result: Any, width: int | str | None = None) -> Any:
        """The Altair chart without its rows, as wide as asked for or as is usual for it."""
        return getattr(library("informed.writers.charts.drawings"), self.drawing)(result, width)


_ROC = Figure("Thresholds in ROC space", rows.curves, "roc_curve")
FIGURES: dict[str, dict[str, Figure]] = {
    "Evaluation": {
        "estimates": Figure("Measures with interval and chance", rows.estimates, "forest"),
        "roc": Figure("Labels in ROC space", rows.operating_points, "roc_space"),
        "labels": Figure("Edge per label at fair odds", rows.edges, "edge_bars"),
        "table": Figure("Counts", rows.cells, "counts"),
        "shares": Figure("Shares of each actual class", rows.cells, "shares"),
        "deviation": Figure("Deviation from chance", rows.cells, "deviation"),
        "groups": Figure("Groups", rows.groups, "small_multiples"),
    },
    "Book": {"labels": Figure("Edge per label at fair odds", rows.bets, "edge_bars")},
    "Comparison": {
        "differences": Figure("Differences", rows.differences, "gaps"),
        "systems": Figure("Systems", rows.systems, "small_multiples"),
    },
    "Sweep": {
        "roc": _ROC,
        "thresholds": Figure("Measures along the sweep", rows.along, "lines_along"),
        "precision_recall": Figure("Precision and recall", rows.precision_recall, "precision_curve"),
        "calibration": Figure("Do the scores mean what they say?", rows.reliability, "reliability"),
    },
    "Sweeps": {"roc": _ROC},
    "SetEvaluation": {"categories": Figure("Informedness of each category", rows.categories, "edge_bars")},
    "Tracking": {
        "scatter": Figure("What each measure says of the truth", laboratory.points, "scatter"),
        "correlation": Figure("Correlation with the truth", laboratory.correlations, "forest"),
    },
    "Rejections": {
        "size": Figure("How often tests reject a guesser", laboratory.sizes, "sizes"),
        "power": Figure("How often tests detect an informed predictor", laboratory.powers, "powers"),
    },
    "Coverage": {"coverage": Figure("How often intervals hold the truth", laboratory.coverages, "coverage")},
    "Sensitivity": {"comparison": Figure("From perfect to mislabelled", laboratory.comparison, "paths")},
}


def known(result: Any) -> dict[str, Figure]:
    """The figures of this kind of result."""
    return FIGURES.get(type(result).__name__, {})


def figures(result: Any) -> dict[str, Figure]:
    """The figures that have something to show for this result."""
    return {name: figure for name, figure in known(result).items() if figure.rows(result)}


def chart(result: Any, name: str | None = None, *, width: int | None = None, dark: bool = False) -> Any:
    """One chart of a result as an Altair chart; without a name the first that there is.

    ``width``: of the drawing in pixels, or of each panel where there are several.
    """
    offered = figures(result)
    if not offered:
        raise InputError(
            f"there is no chart of this {type(result).__name__}; there are charts of {', '.join(sorted(FIGURES))}"
        )
    figure = offered[choice("chart", name or next(iter(offered)), offered)]
    drawn = figure.draw(result, width).properties(data={"name": ROWS, "values": figure.rows(result)})
    return drawn.configure(**theme(DARK if dark else LIGHT))


def spec(result: Any, name: str, rows: Rows) -> dict[str, Any]:
    """A figure for a web page: as wide as its place, without colours, which the page has."""
    figure = known(result)[name]
    drawn: dict[str, Any] = figure.draw(result, "container").properties(data={"name": ROWS, "values": rows}).to_dict()
    drawn.pop("config")
    return drawn
