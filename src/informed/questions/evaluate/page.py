"""An evaluation on a page."""

from typing import Any

from informed.bench import panel
from informed.inference.design import Independent
from informed.questions.evaluate.chart import in_order, lowest
from informed.questions.evaluate.clinical import rates, renamed
from informed.questions.evaluate.result import TWICE, Evaluation
from informed.questions.evaluate.text import BOUNDED, GUESSING, PER_LABEL, notes, printed
from informed.questions.evaluate.words import guide
from informed.writers.markup import lettered

MOST = 40  # labels: of more, those of the lowest value
LISTED, FOLDED = 12, 200  # of many groups: those in sight, and those that can be unfolded
TWICE_PER_LABEL = ("informedness", "markedness", "guesswork")  # of two classes: those of the whole
DRAWN_TWICE = ("shares",)  # the tinted table again
CROWDED_TWICE = ("deviation",)  # of a large table: the shares again


def telling(result: Evaluation) -> dict[str, Any]:
    """The headline measures, each fact once."""
    names = renamed(result)
    shown = [name for name in result.headline if not (_two(result) and name in TWICE) and name not in names]
    kept = {name: printed(result, name) for name in shown}
    return kept | ({SPELT.get(name, name): each for name, each in rates(result).items()} if names else {})


def per_label_names(result: Evaluation) -> list[str]:
    """What is shown of each label, without what is true of the whole."""
    there = next(iter(result.per_label.values()))
    said = {*renamed(result), *(TWICE_PER_LABEL if _two(result) else ())}
    return [name for name in PER_LABEL if name in there and name not in said]


def _two(result: Evaluation) -> bool:
    return len(result.counts.labels) == 2 == len(result.counts.labels_predicted)


SPELT = {
    "ppv": "positive_predictive_value",
    "npv": "negative_predictive_value",
    "lr_plus": "likelihood_ratio_positive",
    "lr_minus": "likelihood_ratio_negative",
}
"""Names of clinicians with room for them."""

HELPERS: dict[str, Any] = {
    "notes": notes,
    "guide": guide,
    "telling": telling,
    "per_label_names": per_label_names,
    "lowest": lowest,
    "bounded": BOUNDED,
    "guessing": GUESSING,
    "most_labels": MOST,
}
"""What the templates of an evaluation call."""


def evaluation(result: Evaluation) -> dict[str, Any]:
    """The betting slip and what lies beside the table."""
    further = [part for part in (result.gaps, result.correction, result.abstention, result.pricing) if part is not None]
    book = result.bookmaker() if result.per_label else None
    templates: dict[str, Any] = {"body": "evaluate/page.html", "brief": "bodies/brief.html"}
    templates |= {"without": DRAWN_TWICE if lettered(result.counts) else CROWDED_TWICE}
    plain = isinstance(result.claims.design, Independent)  # the page knows nothing of weights and clusters
    small = plain and lettered(result.counts)
    scripts = [panel()] if small and result.reference == "gold" and result.level == 0.95 else []
    return {**HELPERS, **templates, **parts(result), "book": book, "further": further, "scripts": scripts}


def parts(result: Evaluation) -> dict[str, Any]:
    """The groups in the order they are listed: those in sight, those that can be unfolded, and how many more."""
    if not result.groups:
        return {}
    found = {name: result.groups.column(name) for name in result.across}
    places = in_order(result, LISTED)
    named, sizes = result.counts.groups, result.groups.sizes
    rows = [
        {"group": named[place], "n": sizes[place], "estimates": [each[place] for each in found.values()]}
        for place in places[:FOLDED]
    ]
    return {"listed": rows[:LISTED], "folded": rows[LISTED:], "more": len(places) - len(rows)}
