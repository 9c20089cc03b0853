"""Spans on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from informed.questions.spans import text
from informed.questions.spans.matching import SCHEMES
from informed.writers.grids import Grid
from informed.writers.page import plain

if TYPE_CHECKING:
    from informed.questions.spans.result import SpanAgreement, SpanEvaluation


def span_evaluation(result: SpanEvaluation) -> dict[str, Any]:
    """The schemes, their rates, the labels and both tables."""
    explained = "; ".join(f"{name}: {each.says}" for name, each in SCHEMES.items())
    grids = [
        Grid("Spans by scheme", text.schemes(result), explained),
        Grid("Precision and recall", text.rates(result)),
        Grid("Labels", text.labels(result), "By the strict scheme, the most common first"),
        *(Grid(what.capitalize(), text.table(each, what)) for what, each in text.tables(result).items()),
    ]
    return {**plain(result), "grids": grids, "noted": text.notes(result)}


def span_agreement(result: SpanAgreement) -> dict[str, Any]:
    """Every pair of raters."""
    grids = [Grid("Pairs of raters", text.pairs(result), "F1: same boundaries and type", 2)]
    return {**plain(result), "grids": grids, "noted": [*result.notes, text.O_IS_A_CLASS]}
