"""The rows behind the charts of studies: plain data picked from results, nothing computed here."""

from collections.abc import Iterable
from typing import Any

from informed.core.registry import get
from informed.lab.covering import Coverage
from informed.lab.moving import Sensitivity
from informed.lab.rejecting import Rejections
from informed.lab.tracking import Tracking
from informed.writers.charts import Figure, heat, lanes, panels
from informed.writers.charts.rows import Rows
from informed.writers.grids import shown


def _telling(names: Iterable[str]) -> list[str]:
    return [name for name in shown(names, every=False) if get(name).on_common_scale]


def points(study: Tracking) -> Rows:
    """The tables of one study: what is true, and what each telling measure says."""
    names = _telling(study.measures)
    return [row for row in study.points() if row["measure"] in names and row["value"] is not None]


def correlations(study: Tracking) -> Rows:
    """How each telling measure goes with the truth, and how much that varies from study to study."""
    names = _telling(study.measures)
    span = "one standard deviation over studies"
    return [
        {"measure": row["measure"], "value": row["correlation"], "chance": None, "span": span}
        | {end: row[f"correlation_{end}"] for end in ("low", "high")}
        for row in study.rows()
        if row["measure"] in names
    ]


def sizes(study: Rejections) -> Rows:
    """The rates at which tests reject predictors that guess, beside the level they promise."""
    return [{**row, "level": study.level} for row in _rates(study) if row["informed"] == 0]


def powers(study: Rejections) -> Rows:
    """The rates at which tests detect predictors that are informed."""
    return [row for row in _rates(study) if row["informed"] > 0]


def _rates(study: Rejections) -> Rows:
    return [{**row, "setting": _setting(row)} for row in study.rows()]


def coverages(study: Coverage) -> Rows:
    """Every measure, method and setting."""
    return [
        {**row, "row": row["method"], "value": row["coverage"], "chance": study.level, "setting": _setting(row)}
        for row in study.rows()
    ]


def _setting(row: dict[str, Any]) -> str:
    knows = f", {row['informed']:.0%} informed" if row["informed"] else ""
    return f"K={row['classes']} N={row['items']} {row['prevalence']}{knows}"


def comparison(study: Sensitivity) -> Rows:
    """The telling measures from the perfect to the mislabelled predictor."""
    return [
        {"step": row["step"], "measure": name, "value": row[name]}
        for row in study.comparison()
        for name in _telling(study.path)
    ]


FIGURES = {
    "measures": {
        "scatter": Figure("What each measure says of the truth", points, panels.scatter),
        "correlation": Figure("Correlation with the truth", correlations, lanes.forest),
    },
    "significance": {
        "size": Figure("How often tests reject a guesser", sizes, heat.sizes),
        "power": Figure("How often tests detect an informed predictor", powers, heat.rates),
    },
    "intervals": {"coverage": Figure("How often intervals hold the truth", coverages, lanes.coverage)},
    "bias": {"comparison": Figure("From perfect to mislabelled", comparison, panels.paths)},
}
