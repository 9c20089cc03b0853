"""How well spans are marked, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.estimate import Estimate
from informed.core.words import coefficient, many, rate, within

if TYPE_CHECKING:
    from informed.questions.spans.result import SpanAgreement, SpanEvaluation

SCALE = "0 = guessing, 1 = perfect"


def span_evaluation(found: SpanEvaluation) -> Iterator[str]:
    """Whether the labels of tokens beat guessing, what is found, and what is lost where."""
    yield _tokens(found)
    strict = found.schemes["strict"]
    if strict.actual and strict.predicted:
        recall, precision = (strict.rates[name].value for name in ("recall", "precision"))
        yield (
            f"It finds {rate(recall)} of {many(strict.actual, 'span')} with the right boundaries and type; "
            f"{rate(precision)} of its {strict.predicted:,} are right: strict F1 "
            f"{coefficient(strict.f_measure.value)}{within(strict.f_measure)}."
        )
    yield _fates(found)
    if found.typing is not None and found.matched is not None:
        told = f"informedness {coefficient(found.typing.value)}{within(found.typing)}"
        yield (
            f"Where it marks something at the right place, its type is informed: {told}."
            if _above(found.typing)
            else f"No evidence that the types of the spans it finds beat guessing: {told}."
        )


def _above(estimate: Estimate) -> bool:
    return estimate.low is not None and estimate.low > 0


def _tokens(found: SpanEvaluation) -> str:
    """Always: the informedness of the labels of tokens, O included."""
    each = found.informedness
    value = f"informedness of the tokens, O included, {coefficient(each.value)}{within(each, SCALE)}"
    if not found.schemes["strict"].predicted:
        return "Guessing. It marks nothing."
    if each.low is None or each.high is None:
        return f"Cannot tell: {each.note or 'no interval'}; {value}."
    if each.low > 0:
        return f"Better than guessing: {value}."
    return f"Worse than guessing: {value}." if each.high < 0 else f"No evidence that it beats guessing: {value}."


def _fates(found: SpanEvaluation) -> str:
    """Always: what became of the actual spans."""
    fates = found.fates
    lost = ", ".join(
        f"{fates[name]:,} {says}"
        for name, says in (
            ("other type", "have another type"),
            ("other boundaries", "other boundaries"),
            ("both", "both"),
            ("missed", "are missed"),
        )
        if fates[name]
    )
    said = f"Of {many(found.n, 'span')}, {fates['right']:,} are right{', ' + lost if lost else ''}"
    more = fates["spurious"]
    return f"{said}; {more:,} more {'is' if more == 1 else 'are'} spurious." if more else f"{said}; none is spurious."


def span_agreement(found: SpanAgreement) -> Iterator[str]:
    """Whether raters agree beyond chance on tokens, and how often they mark the same span."""
    alpha = found.alpha
    value = f"alpha of the tokens, O included, {coefficient(alpha.value)}{within(alpha)}"
    yield f"{'Agreement' if _above(alpha) else 'No evidence of agreement'} beyond chance: {value}."
    worst, best = (choose(found.pairs, key=lambda each: each.strict.value) for choose in (min, max))
    if len(found.pairs) == 1:
        yield (
            f"{best.first} and {best.second} mark the same spans with F1 {coefficient(best.strict.value)}"
            f"{within(best.strict)}; boundaries alone {coefficient(best.exact.value)}{within(best.exact)}."
        )
    else:
        yield (
            f"{best.first} and {best.second} agree most, strict F1 {coefficient(best.strict.value)}"
            f"{within(best.strict)}; {worst.first} and {worst.second} least, {coefficient(worst.strict.value)}"
            f"{within(worst.strict)}."
        )
