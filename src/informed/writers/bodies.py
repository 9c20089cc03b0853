"""What the page of each kind of result shows: its template and what the template is filled with."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from informed.analyses.operating import RATES
from informed.writers import comparison as comparing
from informed.writers import sweeps as sweeping
from informed.writers.charts import figures, spec
from informed.writers.charts.rows import categories
from informed.writers.text import heading

if TYPE_CHECKING:
    from informed.analyses.betting import Book
    from informed.analyses.labelling import SetEvaluation
    from informed.analyses.thresholds import Sweep
    from informed.evaluation import Evaluation
    from informed.inference.differences import Comparison

LEFT_OUT = ("estimates", "table")  # charts whose numbers the page shows in a table already
MOST, FEW = 200, 10  # differences and pairs that a page lists
PER_CATEGORY = ("actual", "predicted", "precision", "recall", "value", "proficiency")
AREAS = {
    "auc": "The probability that a positive item outranks another, ties counting half.",
    "gini": "Twice the area less one: informedness averaged over the curve.",
    "average_precision": "The mean precision over the positive items, from the top.",
}


def parts(result: Any) -> dict[str, Any]:
    """Everything the page of a result shows: its body, its heading, its charts, and what its body needs."""
    body, filled = BODIES.get(type(result).__name__, ("plain", _plain))
    shown = {name: figure for name, figure in figures(result).items() if name not in LEFT_OUT}
    return {
        "result": result,
        "body": f"bodies/{body}.html",
        "figures": {name: figure.title for name, figure in shown.items()},
        "specs": {name: spec(result, name, figure.rows(result)) for name, figure in shown.items()},
        **filled(result),
    }


def _evaluation(result: Evaluation) -> dict[str, Any]:
    return {"heading": heading(result), "book": result.bookmaker() if result.per_label else None}


def _comparison(result: Comparison) -> dict[str, Any]:
    lead = result.leading
    others = [name for name in next(iter(result.values.values())) if name != lead]
    limits = {"most": MOST, "few": FEW, "within": comparing.WITHIN if result.margin is not None else {}}
    return {"heading": comparing.heading(result), "lead": lead, "measures": [lead, *others], **limits}


def _sweep(result: Sweep) -> dict[str, Any]:
    areas = {"auc": result.auc, "gini": result.gini, "average_precision": result.average_precision}
    return {
        "heading": sweeping.heading(result),
        "areas": areas,
        "meanings": AREAS,
        "points": list(result.points.values()),
        "rates": RATES,
    }


def _labelsets(result: SetEvaluation) -> dict[str, Any]:
    from informed.analyses.setmeasures import MEASURES
    from informed.writers.labelsets import RENAMED

    size = f"{result.n:,} items with sets of labels, {len(result.labels):,} categories"
    meanings = {name: MEASURES[name].says if name in MEASURES else RENAMED for name in result.measures}
    shown = {"categories": categories(result), "columns": PER_CATEGORY}
    return {"heading": size, "meanings": meanings, **shown}


def _book(result: Book) -> dict[str, Any]:
    return {"heading": f"{len(result.labels)} labels, fair odds"}


def _plain(result: Any) -> dict[str, Any]:
    return {"heading": "", "text": result.report("text")}


BODIES: dict[str, tuple[str, Callable[[Any], dict[str, Any]]]] = {
    "Evaluation": ("evaluation", _evaluation),
    "Comparison": ("comparison", _comparison),
    "Sweep": ("sweep", _sweep),
    "Book": ("book", _book),
    "SetEvaluation": ("labelsets", _labelsets),
}
