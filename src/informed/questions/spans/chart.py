"""Spans as charts."""

from informed.questions.spans.result import SpanAgreement, SpanEvaluation
from informed.writers.charts import Figure, lanes
from informed.writers.charts.rows import MOST_ROWS, Rows, ends
from informed.writers.layout import seen


def schemes(found: SpanEvaluation) -> Rows:
    """Precision, recall and F1 by each scheme."""
    return [
        {"row": name, "items": each.actual, "measure": measure, **ends(rate)}
        for name, each in found.schemes.items()
        for measure, rate in each.rates.items()
    ]


def labels(found: SpanEvaluation) -> Rows:
    """The strict F1 of each label, the most common first."""
    order = sorted(found.per_label.items(), key=lambda pair: -pair[1].actual)[:MOST_ROWS]
    return [
        {"row": seen(label), "items": each.actual, "measure": "f_measure", **ends(each.f_measure)}
        for label, each in order
        if each.f_measure.value == each.f_measure.value
    ]


def pairs(found: SpanAgreement) -> Rows:
    """The strict F1 of each pair of raters."""
    return [
        {"row": f"{each.first}, {each.second}", "items": each.texts, "measure": "F1", **ends(each.strict)}
        for each in found.pairs[:MOST_ROWS]
    ]


FIGURES = {
    "span_evaluation": {
        "schemes": Figure("Precision, recall and F1 of spans", schemes, lanes.small_multiples),
        "labels": Figure("Strict F1 of each label", labels, lanes.small_multiples),
    },
    "span_agreement": {"pairs": Figure("Strict F1 of each pair of raters", pairs, lanes.small_multiples)},
}
