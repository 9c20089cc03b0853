"""Spans in print: verdict first, then the schemes and the labels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.words import ci, count, interval, many, number
from informed.questions.spans.matching import SCHEMES
from informed.writers.layout import columns, cut, noted, remarks, sentences
from informed.writers.text import last, screen

if TYPE_CHECKING:
    from informed.core.items import Items
    from informed.questions.spans.result import SpanAgreement, SpanEvaluation

MOST = 6
O_IS_A_CLASS = "tokens outside of every span have the label O, which counts as a class"


def span_evaluation(found: SpanEvaluation, *, every: bool = False) -> str:
    """The evaluation to read."""
    return screen(_sections(found, every), last(found, every), every)


def _sections(found: SpanEvaluation, every: bool) -> Iterator[str]:
    size = f"{many(found.n, 'span')} in {many(found.texts, found.unit)}"
    yield f"Informed or guessing?   {size}, {len(found.per_label)} labels"
    yield sentences(found.verdict)
    yield columns(schemes(found))
    if every:
        yield columns(rates(found))
        yield columns([[name, each.says] for name, each in SCHEMES.items()], left=2)
    yield _labels(found, every)
    if every:
        yield from (columns(table(each, what)) for what, each in tables(found).items())
        yield from noted(notes(found))
    else:
        yield remarks(found.notes)


def notes(found: SpanEvaluation) -> list[str]:
    """What a reader must know."""
    return [O_IS_A_CLASS, f"intervals: the {found.unit} is the cluster", *found.notes]


def schemes(found: SpanEvaluation) -> list[list[str]]:
    """How many spans are correct by each scheme, and the F1 that follows."""
    rows = [["scheme", "correct", "wrong", "partial", "missed", "spurious", "F1", ci(found.level)]]
    for name, each in found.schemes.items():
        rows.append([name, *map(count, each.counts.values()), number(each.f_measure.value), interval(each.f_measure)])
    return rows


def rates(found: SpanEvaluation) -> list[list[str]]:
    """Precision and recall by each scheme."""
    rows = [["scheme", "precision", ci(found.level), "recall", ci(found.level)]]
    for name, each in found.schemes.items():
        two = (each.rates["precision"], each.rates["recall"])
        rows.append([name, *(cell for one in two for cell in (number(one.value), interval(one)))])
    return rows


def labels(found: SpanEvaluation) -> list[list[str]]:
    """The spans of each label by the strict scheme, the most common first."""
    rows = [["label", "actual", "predicted", "precision", "recall", "F1", ci(found.level)]]
    for label, each in sorted(found.per_label.items(), key=lambda pair: -pair[1].actual):
        values = [number(one.value) for one in each.rates.values()]
        rows.append([cut(label), count(each.actual), count(each.predicted), *values, interval(each.f_measure)])
    return rows


def _labels(found: SpanEvaluation, every: bool) -> str:
    rows = labels(found)
    more = 0 if every else len(rows) - 1 - MOST
    return columns(rows[: MOST + 1] if more > 0 else rows) + (f"\n  ... and {more:,} rarer labels" if more > 0 else "")


def tables(found: SpanEvaluation) -> dict[str, Items]:
    """The tables that every measure can be asked of, by what they count."""
    pair = {"tokens": found.tokens, "matched spans": found.matched}
    return {what: each for what, each in pair.items() if each is not None}


def table(items: Items, what: str) -> list[list[str]]:
    """Actual labels in rows, predicted ones in columns."""
    cells = items.table("predicted").tolist()
    return [
        [f"{what}: actual, predicted", *map(cut, items.labels)],
        *([cut(label), *map(count, row)] for label, row in zip(items.labels, cells, strict=True)),
    ]


def span_agreement(found: SpanAgreement, *, every: bool = False) -> str:
    """The agreement to read."""
    size = f"{many(found.texts, found.unit)}, {len(found.raters)} raters"
    parts = [f"Agreement on spans?   {size}", sentences(found.verdict), columns(pairs(found), left=2)]
    told = (*found.notes, O_IS_A_CLASS)
    return screen([*parts, *(noted(told) if every else [remarks(found.notes)])], last(found, every), every)


def pairs(found: SpanAgreement) -> list[list[str]]:
    """Every pair of raters: F1 of the spans that both mark alike, and kappa of the tokens."""
    rows = [["first", "second", "spans", "F1", ci(found.level), "boundaries", "token kappa"]]
    for each in found.pairs:
        two = [number(each.exact.value), number(each.kappa.value)]
        spans = " and ".join(map(count, each.spans))
        rows.append([cut(each.first), cut(each.second), spans, number(each.strict.value), interval(each.strict), *two])
    return rows
