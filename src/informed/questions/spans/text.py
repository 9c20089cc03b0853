"""The tables of spans: schemes, labels, tokens, pairs of raters."""

from collections.abc import Iterator

from informed.core.items import Items
from informed.core.result import Grid
from informed.core.words import ci, count, interval, number
from informed.questions.spans.matching import SCHEMES
from informed.questions.spans.result import SpanAgreement, SpanEvaluation
from informed.writers.layout import columns, cut

MOST = 6


def span_evaluation(found: SpanEvaluation, every: bool) -> Iterator[Grid | str]:
    """How many spans are correct by each scheme, their rates, the labels, and both tables."""
    rows = [["scheme", "correct", "wrong", "partial", "missed", "spurious", "F1", ci(found.level)]]
    for name, each in found.schemes.items():
        rows.append([name, *map(count, each.counts.values()), number(each.f_measure.value), interval(each.f_measure)])
    yield Grid("Spans by scheme", rows, "; ".join(f"{name}: {each.says}" for name, each in SCHEMES.items()))
    if every:
        yield Grid("Precision and recall", _rates(found))
        yield columns([[name, each.says] for name, each in SCHEMES.items()], left=2)
    about = "By the strict scheme, the most common first"
    yield Grid("Labels", _labels(found), about, most=MOST, others="rarer labels")
    for what, items in {"tokens": found.tokens, "matched spans": found.matched}.items() if every else ():
        if items is not None:
            yield Grid(what.capitalize(), _table(items, what))


def _rates(found: SpanEvaluation) -> list[list[str]]:
    rows = [["scheme", "precision", ci(found.level), "recall", ci(found.level)]]
    for name, each in found.schemes.items():
        two = (each.rates["precision"], each.rates["recall"])
        rows.append([name, *(cell for one in two for cell in (number(one.value), interval(one)))])
    return rows


def _labels(found: SpanEvaluation) -> list[list[str]]:
    """The spans of each label by the strict scheme, the most common first."""
    rows = [["label", "actual", "predicted", "precision", "recall", "F1", ci(found.level)]]
    for label, each in sorted(found.per_label.items(), key=lambda pair: -pair[1].actual):
        values = [number(one.value) for one in each.rates.values()]
        rows.append([cut(label), count(each.actual), count(each.predicted), *values, interval(each.f_measure)])
    return rows


def _table(items: Items, what: str) -> list[list[str]]:
    """Actual labels in rows, predicted ones in columns."""
    cells = items.table("predicted").tolist()
    return [
        [f"{what}: actual, predicted", *map(cut, items.labels)],
        *([cut(label), *map(count, row)] for label, row in zip(items.labels, cells, strict=True)),
    ]


def span_agreement(found: SpanAgreement, every: bool) -> Iterator[Grid]:
    """Every pair of raters: F1 of the spans that both mark alike, and kappa of the tokens."""
    rows = [["first", "second", "spans", "F1", ci(found.level), "boundaries", "token kappa"]]
    for each in found.pairs:
        two = [number(each.exact.value), number(each.kappa.value)]
        spans = " and ".join(map(count, each.spans))
        rows.append([cut(each.first), cut(each.second), spans, number(each.strict.value), interval(each.strict), *two])
    yield Grid("Pairs of raters", rows, "F1: same boundaries and type", 2)
