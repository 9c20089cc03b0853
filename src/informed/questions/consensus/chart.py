"""Raters without a truth as charts."""

from informed.questions.consensus.result import Consensus
from informed.writers.charts import Figure, lanes
from informed.writers.charts.rows import MOST_ROWS, Rows, ends
from informed.writers.layout import seen


def raters(found: Consensus) -> Rows:
    """The informedness of each rater, the most informed first."""
    if found.refusal is not None:
        return []
    known = {who: each["informedness"] for who, each in found.raters.items()}
    return [
        {"row": seen(who), "items": found.given[who], "measure": "informedness", **ends(known[who])}
        for who in sorted(known, key=lambda who: -known[who].value)[:MOST_ROWS]
    ]


def shares(found: Consensus) -> Rows:
    """The true share of each label, in each population."""
    if found.refusal is not None:
        return []
    if not found.groups:
        return [{"row": seen(label), "measure": "share", **ends(each)} for label, each in found.prevalence.items()]
    return [
        {"row": seen(name), "measure": seen(label), **ends(each)}
        for name, part in found.groups.items()
        for label, each in part.items()
    ]


FIGURES = {
    "consensus": {
        "raters": Figure("How informed each rater is", raters, lanes.small_multiples),
        "prevalence": Figure("True shares of the labels", shares, lanes.small_multiples),
    }
}
