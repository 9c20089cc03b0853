"""What the page of each kind of result shows: its template and what the template is filled with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from informed.analyses.operating import OPTIMISTIC, RATES
from informed.verdicts.words import count, interval, number
from informed.writers import comparison as comparing
from informed.writers import labelsets, matching, recovered
from informed.writers.charts import figures, spec
from informed.writers.charts.library import drawing
from informed.writers.charts.rows import categories
from informed.writers.grids import Grid, facts, grids, notes
from informed.writers.layout import seen

if TYPE_CHECKING:
    from informed.analyses.labelling import SetEvaluation
    from informed.analyses.matching import Matching
    from informed.analyses.raters import Agreement
    from informed.analyses.recovery import Recovery
    from informed.analyses.thresholds import Sweep
    from informed.evaluation import Evaluation
    from informed.inference.differences import Comparison
    from informed.inference.planning import Plan

LEFT_OUT = ("estimates", "table")  # charts whose numbers the page shows in a table already
MOST, FEW = 200, 10  # differences and pairs that a page lists
BESIDE = 4  # systems that stand beside one another; more of them stand below one another
PER_CATEGORY = ("actual", "predicted", "precision", "recall", "value", "proficiency")
AREAS = {
    "auc": "The probability that a positive item outranks another, ties counting half.",
    "gini": "Twice the area less one: informedness averaged over the curve.",
    "average_precision": "The mean precision over the positive items, from the top.",
}
HOPEFUL = "Optimistic: the threshold was chosen on these very items; expect less of it on others."
AGREEING = {
    "agreement": "The share of pairs of ratings that agree.",
    "fleiss_kappa": "Agreement beyond that of ratings dealt at random, items weighing alike.",
    "krippendorff_alpha": "Agreement beyond that of ratings dealt at random, ratings weighing alike.",
    "mean_pairwise_kappa": "Kappa of two raters, averaged over all pairs.",
    "mean_pairwise_mcc": "The correlation of two raters, averaged over all pairs.",
}
TITLES = {  # of results whose text begins with the verdict
    "area_comparison": "Which score ranks better?",
    "calibration": "Do the scores mean what they say?",
    "label_recovery": "Which tables fit the printed ratios?",
    "recovery": "Which tables fit the printed ratios?",
    "sweeps": "Do the scores rank?",
}


def parts(result: Any) -> dict[str, Any]:
    """Everything the page of a result shows: its body, its title, its charts, and what its body needs."""
    body, filled = BODIES.get(type(result).__name__, ("plain", _plain))
    offered = figures(result) if drawing() else {}
    shown = {name: figure for name, figure in offered.items() if name not in LEFT_OUT}
    return {
        **words(result, body),
        "figures": {name: figure.title for name, figure in shown.items()},
        "specs": {name: spec(result, name, figure.rows(result)) for name, figure in shown.items()},
        **filled(result),
    }


def brief(result: Any) -> dict[str, Any]:
    """The same without charts, for a notebook."""
    body, filled = BODIES.get(type(result).__name__, ("plain", _plain))
    return {**words(result, "brief" if body == "evaluation" else body), "figures": {}, **filled(result)}


def words(result: Any, body: str) -> dict[str, Any]:
    """The body of a page, and its head: the question and what was judged, as the first line of the text has them."""
    text = result.report("text")
    title, _, about = text.partition("\n")[0].partition("  ")
    head = (title, about) if title else (TITLES[result.kind], "")
    return {"result": result, "body": f"bodies/{body}.html", "text": text, "title": head[0], "heading": head[1].strip()}


def _plain(result: Any) -> dict[str, Any]:
    found = {"grids": grids(result), "facts": facts(result), "noted": notes(result)}
    return {"measures": {}, "meanings": {}, **found}


def _evaluation(result: Evaluation) -> dict[str, Any]:
    further = [part for part in (result.abstention, result.pricing) if part is not None]
    return {"book": result.bookmaker() if result.per_label else None, "further": further}


def _comparison(result: Comparison) -> dict[str, Any]:
    lead = result.leading
    others = [name for name in next(iter(result.values.values())) if name != lead]
    limits = {"most": MOST, "few": FEW, "beside": len(result.systems) <= BESIDE}
    within = comparing.WITHIN if result.margin is not None else {}
    return {"lead": lead, "measures": [lead, *others], "within": within, **limits}


def _sweep(result: Sweep) -> dict[str, Any]:
    areas = {"auc": result.auc, "gini": result.gini, "average_precision": result.average_precision}
    return {
        "areas": areas,
        "meanings": AREAS,
        "points": [(point, _optimistic(point)) for point in result.points.values()],
        "rates": RATES,
        "warned": HOPEFUL if any(map(_optimistic, result.points.values())) else "",
    }


def _optimistic(point: Any) -> bool:
    """Whether a threshold was chosen on the very items that it is judged on."""
    return OPTIMISTIC in (point.value.note or "")


def _labelsets(result: SetEvaluation) -> dict[str, Any]:
    from informed.analyses.setmeasures import MEASURES

    meanings = {name: MEASURES[name].says if name in MEASURES else labelsets.RENAMED for name in result.measures}
    habits = Grid("Habits of the labellers", labelsets.habits(result))
    found = {"meanings": meanings, "categories": categories(result), "columns": PER_CATEGORY}
    if result.relabelling is None or not result.relabelling.reassigned:
        return {**found, "grids": [habits]}
    moved = Grid("Categories that stand for another", labelsets.reassignments(result.relabelling))
    return {**found, "grids": [moved, habits]}


def _matching(result: Matching) -> dict[str, Any]:
    found = [
        Grid("What each cluster stands for", matching.mapping(result), left=2),
        Grid("How good the match is", matching.values(result)),
    ]
    return {**_plain(result), "grids": found, "facts": {}, "noted": matching.notes(result)}


def _agreement(result: Agreement) -> dict[str, Any]:
    """Raters one by one, two by two, label by label, and where they part."""
    raters = [
        [seen(who), count(row["items"]), *(number(row[name]) for name in ("accuracy", "kappa", "mcc"))]
        for who, row in result.per_rater.items()
    ]
    labels = [[seen(label), number(each.value), interval(each)] for label, each in result.per_label.items()]
    parted = [
        [each.rater, seen(each.label), each.other, seen(each.other_label), count(each.items), number(each.by_chance, 1)]
        for each in result.disagreements[:MOST]
    ]
    found = {
        "Raters": Grid("Raters", [["rater", "items", "agreement", "kappa", "mcc"], *raters], "Each with all others"),
        "Pairs": Grid("Pairs of raters", _pairs(result), "Informedness of the second about what the first said", 2),
        "Labels": Grid("Labels", [["label", "kappa", "interval"], *labels], "Each label against all others"),
        "Where": Grid(
            "Where they part",
            [["rater", "says", "other", "says", "items", "by chance"], *parted],
            "The most common disagreements first, with the items that chance alone would have",
            4,
        ),
    }
    shown = [grid for grid in found.values() if len(grid.rows) > 1]
    ours = {"measures": dict(result.measures), "meanings": AGREEING}
    return {**_plain(result), **ours, "grids": shown, "facts": {}}


def _pairs(result: Agreement) -> list[list[str]]:
    names = list(next(iter(result.pairs.values()), {}))
    rows = [[*pair, *(number(row[name].value) for name in names)] for pair, row in list(result.pairs.items())[:MOST]]
    return [["rater", "other", *names], *rows]


def _plan(result: Plan) -> dict[str, Any]:
    from informed.writers.planning import expected

    table = expected(result)
    shown = [Grid("Items to expect in each cell", table, "actual classes in rows, predicted in columns")]
    return {**_plain(result), "grids": shown if table else []}


def _recovery(result: Recovery) -> dict[str, Any]:
    plain = _plain(result)
    tables = Grid("Tables that fit", recovered.fitting(result), left=0)
    return {**plain, "grids": [*plain["grids"], tables]}


BODIES: Mapping[str, tuple[str, Callable[[Any], dict[str, Any]]]] = {
    "Agreement": ("plain", _agreement),
    "Book": ("book", lambda _: {}),
    "Comparison": ("comparison", _comparison),
    "Evaluation": ("evaluation", _evaluation),
    "Matching": ("plain", _matching),
    "Plan": ("plain", _plan),
    "Recovery": ("plain", _recovery),
    "SetEvaluation": ("labelsets", _labelsets),
    "Sweep": ("sweep", _sweep),
}
