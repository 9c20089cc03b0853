"""Spans counted by four schemes and by token, with the text as cluster.

Precision, recall and F1 of a scheme are those of a table of two classes, a span and none: what is correct, what was
missed or is wrong, what is spurious or wrong. There is no count of the spans that neither side marked.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from informed.core.basis import answers, signature
from informed.core.errors import InputError
from informed.core.estimate import Estimate
from informed.core.items import Items
from informed.inference.estimates import positive_first
from informed.inference.interval import check_level
from informed.questions.agree.compute import agreed
from informed.questions.spans.matching import (
    CORRECT,
    INCORRECT,
    MISSED,
    OUTCOMES,
    PARTIAL,
    SCHEMES,
    SPURIOUS,
    Pair,
    pairs,
)
from informed.questions.spans.result import OUTSIDE, RATES, Found, Pairing, SpanAgreement, SpanEvaluation
from informed.readers.annotations.export import Span
from informed.readers.counting import items
from informed.readers.documents import Document, Documents
from informed.readers.ratings import read_ratings

NO_VALUE = Estimate(float("nan"), note="undefined: there is no such span")
HALF = 0.5  # what a partial span counts for


@answers
def judged(texts: Documents, level: float = 0.95) -> SpanEvaluation:
    """One system against the truth."""
    check_level(level)
    truth, system = texts.systems
    marked = [(each.name, each.spans[truth], each.spans[system]) for each in texts.texts]
    labels = sorted({span.label for _, *sides in marked for side in sides for span in side})
    if not labels:
        raise InputError("neither side marks a single span; there is nothing to compare")
    matched = [(name, list(pairs("partial", *sides))) for name, *sides in marked]
    tokens, typed = token_items(texts, truth, system), _typed(matched, labels)
    return SpanEvaluation(
        texts=len({name for name, *_ in marked}),
        unit=texts.unit,
        schemes={scheme: _found(scheme, marked, level) for scheme in SCHEMES},
        per_label={label: _found("strict", _only(marked, label), level) for label in labels},
        fates=_fates(pair for _, found in matched for pair in found),
        tokens=tokens,
        matched=typed,
        informedness=positive_first(tokens, "informedness", level=level),
        typing=positive_first(typed, "informedness", level=level) if typed and len(labels) > 1 else None,
        level=level,
        signature=_recipe(texts, level),
        notes=texts.notes,
    )


@answers
def shared(texts: Documents, level: float = 0.95) -> SpanAgreement:
    """How far raters agree on the spans of the texts that several of them marked."""
    check_level(level)
    raters = tuple(who for who in texts.systems if any(who in each.spans for each in texts.texts))
    if len(raters) < 2:
        raise InputError(f"agreement needs at least two raters, there is {len(raters)}")
    found = [_pairing(texts, *two, level) for two in combinations(raters, 2)]
    tokens = [(each, place) for each in texts.texts for place in range(len(each.tokens))]
    said = {who: [_label(each, who, place) for each, place in tokens] for who in raters}
    ratings = read_ratings(said, cluster=[str(each.name) for each, _ in tokens])
    alpha = agreed(ratings, metric="nominal", level=level).measures["krippendorff_alpha"]
    return SpanAgreement(
        texts=len(texts.texts),
        unit=texts.unit,
        raters=raters,
        pairs=tuple(each for each in found if each is not None),
        alpha=alpha,
        level=level,
        signature=_recipe(texts, level),
        notes=texts.notes,
    )


Marked = Sequence[tuple[Any, tuple[Span, ...], tuple[Span, ...]]]


def _only(marked: Marked, label: str) -> Marked:
    return [(name, *(tuple(span for span in side if span.label == label) for side in sides)) for name, *sides in marked]


def _found(scheme: str, marked: Marked, level: float) -> Found:
    counted = [(name, Counter(each.outcome for each in pairs(scheme, *sides))) for name, *sides in marked]
    whole: Counter[str] = sum((each for _, each in counted), Counter())
    table = entity_items(counted)
    rates = {name: replace(_rate(table, name, level), chance=None, chance_mean=None) for name in RATES}
    return Found({name: whole[name] for name in OUTCOMES}, rates)


def _rate(table: Items | None, measure: str, level: float) -> Estimate:
    found = NO_VALUE if table is None else positive_first(table, measure, level=level)
    return found if found.value == found.value else NO_VALUE


CELLS = {  # what an outcome adds to (span, span), (span, none) and (none, span)
    CORRECT: (1.0, 0.0, 0.0),
    INCORRECT: (0.0, 1.0, 1.0),
    PARTIAL: (HALF, HALF, HALF),
    MISSED: (0.0, 1.0, 0.0),
    SPURIOUS: (0.0, 0.0, 1.0),
}
PLACES = ((0, 0), (0, 1), (1, 0))


def entity_items(counted: Iterable[tuple[Any, Counter[str]]]) -> Items | None:
    """The table of a scheme, text by text; None where there is no span. A partial span is a half of each kind."""
    rows = [
        (place, number, counts[outcome], share)
        for number, (_, counts) in enumerate(_by_name(counted).items())
        for outcome, shares in CELLS.items()
        for place, share in zip(PLACES, shares, strict=True)
        if share and counts[outcome]
    ]
    if not rows:
        return None
    cells, cluster, number, share = zip(*rows, strict=True)
    actual, predicted = np.array(cells).T
    many, part = np.array(number), np.array(share)
    weights = {"weights": many * part, "squares": many * part**2} if (part != 1).any() else {}
    names = tuple(range(max(cluster) + 1))
    return Items.of(
        actual, {"predicted": predicted}, ("span", "none"), items=many, cluster=cluster, clusters=names, **weights
    )


def _by_name(counted: Iterable[tuple[Any, Counter[str]]]) -> dict[Any, Counter[str]]:
    found: dict[Any, Counter[str]] = {}
    for name, counts in counted:
        found[name] = found.get(name, Counter()) + counts
    return found


def token_items(texts: Documents, first: str, second: str) -> Items:
    """The labels of the tokens of the texts that both marked; a token outside of every span is O."""
    both = [each for each in texts.texts if first in each.spans and second in each.spans]
    tokens = [(each, place) for each in both for place in range(len(each.tokens))]
    sides = [[_label(each, who, place) for each, place in tokens] for who in (first, second)]
    return items(*sides, cluster=[str(each.name) for each, _ in tokens])


def _label(text: Document, who: str, place: int) -> str | None:
    """The label of a token: that of the first span that covers any of it; None where this rater did not mark."""
    if who not in text.spans:
        return None
    start, end = text.tokens[place]
    return next((span.label for span in text.spans[who] if span.start < end and span.end > start), OUTSIDE)


def _typed(matched: Iterable[tuple[Any, list[Pair]]], labels: Sequence[str]) -> Items | None:
    """The labels of spans that overlap, actual against predicted."""
    rows = [(str(name), each) for name, found in matched for each in found if each.actual and each.predicted]
    if not rows:
        return None
    sides = [[side.label for _, each in rows if (side := getattr(each, name))] for name in ("actual", "predicted")]
    return items(*sides, cluster=[name for name, _ in rows], labels=labels)


def _fates(found: Iterable[Pair]) -> dict[str, int]:
    """What became of spans, each taken with the one that overlaps it: same boundaries before others."""
    fates = dict.fromkeys(("right", "other type", "other boundaries", "both", "missed", "spurious"), 0)
    for actual, predicted, outcome in found:
        if actual is None or predicted is None:
            fates[outcome] += 1
        else:
            ends, label = actual[:2] == predicted[:2], actual.label == predicted.label
            fates[{(1, 1): "right", (1, 0): "other type", (0, 1): "other boundaries"}.get((ends, label), "both")] += 1
    return fates


def _pairing(texts: Documents, first: str, second: str, level: float) -> Pairing | None:
    both = [each for each in texts.texts if first in each.spans and second in each.spans]
    if not both:
        return None
    marked = [(each.name, each.spans[first], each.spans[second]) for each in both]
    strict, exact = (_found(scheme, marked, level) for scheme in ("strict", "exact"))
    kappa = positive_first(token_items(texts, first, second), "kappa", level=level)
    spans = (strict.actual, strict.predicted)
    return Pairing(first, second, len(both), spans, strict.f_measure, exact.f_measure, kappa)


def _recipe(texts: Documents, level: float) -> str:
    facts = {"spans": texts.systems, "texts": len(texts.texts), "cluster": texts.unit, "level": level}
    return signature(facts)
