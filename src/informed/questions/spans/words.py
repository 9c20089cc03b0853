"""How well spans are marked, in sentences."""

from collections.abc import Iterator

from informed.core.estimate import Estimate
from informed.core.words import Finding, Next, coefficient, knowing, many, rated, within
from informed.questions.spans.result import SpanAgreement, SpanEvaluation

SCALE = "0 = guessing, 1 = perfect"
LOST = {"other type": "have another type", "other boundaries": "other boundaries", "both": "both"}
LOST |= {"missed": "are missed"}


def span_evaluation(found: SpanEvaluation) -> Iterator[Finding]:
    """Whether the labels of tokens beat guessing, what is found, and what is lost where."""
    yield _tokens(found)
    strict = found.schemes["strict"]
    if strict.actual and strict.predicted:
        recall, precision = (rated(strict.rates[name]) for name in ("recall", "precision"))
        yield Finding(
            "strict",
            f"It finds {recall} of {many(strict.actual, 'span')} with the right boundaries and type; "
            f"{precision} of its {strict.predicted:,} are right: strict F1 "
            f"{coefficient(strict.f_measure.value)}{within(strict.f_measure)}.",
        )
    yield Finding("fates", _fates(found))
    if found.typing is not None and found.matched is not None:
        told = f"informedness {coefficient(found.typing.value)}{within(found.typing)}"
        if _above(found.typing):
            yield Finding("typing", f"Where it marks something at the right place, its type is informed: {told}.")
        else:
            yield Finding("typing_unsure", f"The types of the spans it finds are not shown to beat guessing: {told}.")


def span_evaluation_next(found: SpanEvaluation) -> Iterator[Next]:
    """The spans that are lost, by what is lost most."""
    lost = {name: found.fates[name] for name in ("missed", "other boundaries", "other type", "spurious")}
    most = max(lost, key=lambda name: lost[name])
    if lost[most]:
        yield Next("look", f"look at the {many(lost[most], 'span')} of the commonest error first: {most}")


def _above(estimate: Estimate) -> bool:
    return estimate.low is not None and estimate.low > 0


def _tokens(found: SpanEvaluation) -> Finding:
    """Always: the informedness of the labels of tokens, O included."""
    each = found.informedness
    value = f"informedness of the tokens, O included, {coefficient(each.value)}{within(each, SCALE)}"
    if not found.schemes["strict"].predicted:
        return Finding("nothing", "Knows nothing: it marks nothing.")
    if each.low is None or each.high is None:
        return Finding("cannot_tell", f"Cannot tell: {each.note or 'no interval'}; {value}.")
    if each.low > 0:
        return Finding("better", f"Better than guessing: {knowing(each.value)}; {value}.")
    if each.high < 0:
        return Finding("worse", f"Worse than guessing: {value}.")
    return Finding("no_evidence", f"Not shown to beat guessing: {value}.")


def _fates(found: SpanEvaluation) -> str:
    """Always: what became of the actual spans."""
    fates = found.fates
    lost = ", ".join(f"{fates[name]:,} {says}" for name, says in LOST.items() if fates[name])
    said = f"Of {many(found.n, 'span')}, {fates['right']:,} are right{', ' + lost if lost else ''}"
    more = fates["spurious"]
    return f"{said}; {more:,} more {'is' if more == 1 else 'are'} spurious." if more else f"{said}; none is spurious."


def span_agreement(found: SpanAgreement) -> Iterator[Finding]:
    """Whether raters agree beyond chance on tokens, and how often they mark the same span."""
    alpha = found.alpha
    value = f"alpha of the tokens, O included, {coefficient(alpha.value)}{within(alpha)}"
    code, told = ("agree", "They agree") if _above(alpha) else ("no_evidence", "Not shown to agree")
    yield Finding(code, f"{told} beyond chance: {value}.")
    worst, best = (choose(found.pairs, key=lambda each: each.strict.value) for choose in (min, max))
    if len(found.pairs) == 1:
        said = (
            f"mark the same spans with F1 {coefficient(best.strict.value)}{within(best.strict)}; boundaries alone "
            f"{coefficient(best.exact.value)}{within(best.exact)}"
        )
    else:
        said = (
            f"agree most, strict F1 {coefficient(best.strict.value)}{within(best.strict)}; {worst.first} and "
            f"{worst.second} least, {coefficient(worst.strict.value)}{within(worst.strict)}"
        )
    yield Finding("pairs", f"{best.first} and {best.second} {said}.")
