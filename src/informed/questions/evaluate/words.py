"""The verdict on a predictor: sentences a reader may repeat, each with the rule that produced it.

A rule is a function from an evaluation to a sentence or None; its name is the rule's name and its docstring says when
it speaks. RULES is their order in print. The sentence of `informed` begins with one of KEY_WORDS; cautions that change
what it means stand before it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from informed.core.door import arg, call
from informed.core.estimate import Estimate
from informed.core.finding import Finding
from informed.core.words import coefficient, ends, many, named, number, p_is, percent, rate, within
from informed.inference.unjudged import reach
from informed.questions.evaluate.cautions import (
    alike_labels,
    comparator,
    ends_of,
    few_items,
    few_to_tell,
    judgeable,
    shown,
    silent,
    silent_label,
)
from informed.questions.evaluate.grouping import group_guessing, group_ids, group_mixing, groups_differ
from informed.questions.evaluate.use import rates, uneven_use

if TYPE_CHECKING:
    from informed.questions.evaluate.abstention import Abstention
    from informed.questions.evaluate.corrections import Corrections
    from informed.questions.evaluate.reference import ReferenceCorrection
    from informed.questions.evaluate.regression import Regression
    from informed.questions.evaluate.result import Evaluation

KEY_WORDS = (
    "Guessing",
    "No evidence that it beats guessing",
    "Better than guessing",
    "Worse than guessing",
    "Cannot tell",
)
NEAR = 0.05  # an interval of informedness this close to 0 on both sides, with 0 in it, is guessing
SCALE = "0 = guessing, 1 = perfect"
BOTH_WAYS = f"-1 = always wrong, {SCALE}"  # of two labels: with more, an answer that is always wrong is above -1


def abstention(found: Abstention) -> Iterator[Finding]:
    """How much is answered, and what that is worth with silence neither right nor wrong."""
    yield Finding("abstains", f"It answers {_answered(found)}. {_overall(found)}")


def _answered(found: Abstention) -> str:
    return f"{found.answered:,.0f} of {found.n:,.0f} items ({rate(found.answered / found.n)})"


def _overall(found: Abstention) -> str:
    staked = found.zero_stake["informedness"]
    return (
        f"Over all {found.n:,.0f} items, with an abstention neither right nor wrong, informedness is "
        f"{coefficient(staked.value)}{within(staked)}."
    )


GUIDE = (
    "Which number to quote: informedness where the actual labels are the truth; correlation between two raters; "
    "markedness where you act on a prediction and ask what it implies; determinant on one fixed data set; "
    "that rate where you know which error matters; expected_value where errors have prices; "
    "proficiency for information."
)


GUIDE_UNMATCHED = (
    "Which number to quote: proficiency, which asks only how much a prediction tells about the class; informedness "
    "once each prediction is matched to a class (informed match)."
)


def guide(evaluation: Evaluation) -> str:
    """Which number to quote."""
    return GUIDE if evaluation.counts.square else GUIDE_UNMATCHED


def evaluation(evaluation: Evaluation) -> Iterator[Finding]:
    """What every rule has to say, in order."""
    for rule in RULES:
        if text := rule(evaluation):
            yield Finding(rule.__name__, text, **getattr(text, "facts", {}))


# --- rules -----------------------------------------------------------------------------------------------------------


def not_judged(evaluation: Evaluation) -> str | None:
    """Some items have no actual label."""
    unjudged = evaluation.counts.unjudged
    if unjudged is None or not unjudged.any():
        return None
    lost, counts = int(unjudged.sum()), evaluation.counts.pooled()
    have = f"{many(lost, 'item')} {'has' if lost == 1 else 'have'} no actual label"
    drop = f"Use {arg('missing', 'drop')} to evaluate the other items."
    found = reach("informedness", counts.table, counts.unjudged) if counts.square else None
    if found is None:
        return f"Cannot tell: {have}, so only precision can be measured. {drop}"
    estimate = evaluation.measures["informedness"]
    low, high = ends_of(estimate)
    between = f"informedness lies between {coefficient(found.low)} and {coefficient(found.high)}{within(estimate)}"
    if low > 0 or high < 0:
        head = "Better" if low > 0 else "Worse"
        return f"{head} than guessing, whatever the labels of the {many(lost, 'unjudged item')} are: {between}."
    return f"Cannot tell: {have}. Whatever these are, {between}. {drop}"


def abstained(evaluation: Evaluation) -> str | None:
    """The predictor left some items alone."""
    found = evaluation.abstention
    if found is None or found.answered == found.n:
        return None
    return _overall(found) if found.answered else "Cannot tell: it abstains from every item."


def priced(evaluation: Evaluation) -> str | None:
    """Prices are given: what the predictor adds to chance, and whether a constant answer would do as well."""
    return None if evaluation.pricing is None else " ".join(evaluation.pricing.findings)


def strangers(evaluation: Evaluation) -> str | None:
    """Nothing that is predicted ever occurs: a column of something else, or clusters."""
    counts = evaluation.counts.pooled()
    if not counts.square:
        return None
    occurring, said = (
        [str(label) for label, size in zip(counts.labels, margin, strict=True) if size]
        for margin in (counts.table.sum(-1), counts.table.sum(-2))
    )
    if not occurring or not said or {*occurring} & {*said}:
        return None
    return (
        f"Caution: no predicted label is an actual one ({named(said)} against {named(occurring)}). "
        f"Is it the right column? For clusters use {call('match')}."
    )


def unmatched(evaluation: Evaluation) -> str | None:
    """Actual and predicted labels are not the same: clusters, or another set of labels."""
    counts = evaluation.counts.pooled()
    if counts.square:
        return None
    share = evaluation.measures.get("proficiency")
    shape = f"{len(counts.labels)} actual classes and {len(counts.labels_predicted)} other predicted labels"
    known = "" if share is None or math.isnan(share.value) else (
        f" The predictions hold {rate(share.value)} of the information in the classes{within(share)}; "
        f"chance gives {rate(share.by_chance or 0.0)}."
    )  # fmt: skip
    return f"Cannot tell: {shape} are not matched; use {call('match')}.{known}"


def informed(evaluation: Evaluation) -> str | None:
    """Always, for square tables.

    Guessing: it always says the same, or the interval of informedness holds 0 and lies within 0.05 of it. Better or
    Worse than guessing: the interval lies above or below 0 and the test of independence agrees. Cannot tell: one class
    only, or an unknown number of items. No evidence that it beats guessing: otherwise.
    """
    estimate = evaluation.measures.get("informedness")
    if estimate is None or math.isnan(estimate.value):
        return None
    counts = evaluation.counts.pooled()
    occurring = [label for label, size in zip(counts.labels, counts.table.sum(-1), strict=True) if size]
    if len(occurring) < 2:
        return f"Cannot tell: only {occurring[0]!r} occurs among the actual labels."
    said = [label for label, size in zip(counts.labels, counts.table.sum(-2), strict=True) if size]
    if len(said) == 1:
        return f"Guessing. It always says {said[0]!r}."
    value = f"informedness {coefficient(estimate.value)}"
    if estimate.low is None:
        why = "the number of items is unknown; give --n" if counts.n is None else estimate.note
        return f"Cannot tell: {value}, but {why}."
    low, high = ends_of(estimate)
    side = shown(evaluation)
    found = evaluation.abstention
    where = f" on the {_answered(found)} it answers" if found is not None and silent(evaluation) else ""
    if comparator(evaluation) and "correlation" in evaluation.measures:
        return _between(evaluation)
    if side > 0:
        return Finding("", f"Better than guessing: {value}{within(estimate, SCALE)}{where}.", scale=True)
    if side < 0:
        scale = BOTH_WAYS if len(counts.labels) == 2 else SCALE
        turned = "Worse than guessing, so informed the wrong way round"
        told = f"{turned}: {value}{within(estimate, scale)}{where}. Are the predicted labels swapped?"
        return Finding("", told, scale=True)
    if -NEAR <= low <= 0 <= high <= NEAR:
        return f"Guessing: {value}{within(estimate)}{where}."
    return f"No evidence that it beats guessing: {value} ({ends(estimate)} includes 0){where}."


def _between(evaluation: Evaluation) -> str:
    """Neither side is the truth: the correlation and its test, beside kappa (Powers 2007, section 4)."""
    figures = (
        f"{name} {coefficient(each.value)}{within(each)}"
        for name in ("correlation", "kappa")
        if (each := evaluation.measures.get(name))
    )
    heads = {
        1: "Agreement beyond chance",
        -1: "Disagreement beyond chance",
        0: "No evidence of agreement beyond chance",
    }
    test = evaluation.significance.get("chi2_kbm_calibrated")
    tested = "" if test is None else f" Test of the correlation (calibrated KBM): {p_is(test.p)}."
    low, high = ends_of(evaluation.measures["correlation"])
    return f"{heads[int(low > 0) - int(high < 0)]}: {', '.join(figures)}.{tested}"


def against_constant(evaluation: Evaluation) -> str | None:
    """Always, for square tables: accuracy beside that of the most common label, and whether it is shown to differ."""
    accuracy, baseline = evaluation.measures.get("accuracy"), evaluation.diagnosis.get("baseline")
    if accuracy is None or baseline is None or math.isnan(accuracy.value) or not judgeable(evaluation):
        return None
    its = "On the items it answers, its " if silent(evaluation) else "Its "
    its += "agreement" if comparator(evaluation) else "accuracy"
    constant, reached = f"always saying {str(baseline['label'])!r}", percent(baseline["accuracy"])
    its_own = f"{its}, {percent(accuracy.value)},"
    if math.isclose(accuracy.value, baseline["accuracy"]):
        return f"{its_own} is exactly what {constant} gives."
    gap = evaluation.claims.over_constant(evaluation.level)
    if gap is None or gap.low is None or gap.high is None:
        return f"{its} is {percent(accuracy.value)}; {constant} gives {reached}."
    if gap.low <= 0 <= gap.high:
        return f"{its_own} may be no {'better' if gap.value > 0 else 'worse'} than {constant} ({reached})."
    return f"{its_own} is {'below' if gap.high < 0 else 'above'} the {reached} that {constant} gives."


def permuted(evaluation: Evaluation) -> str | None:
    """More than two classes, not better than guessing, yet associated: Pearson's p below (1 - level) / 2.

    Both margins are fixed. Half, because it is the second question asked of a table that guessing may have made.
    """
    if "proficiency" not in evaluation.measures or len(evaluation.labels) < 3 or shown(evaluation) > 0:
        return None
    p = evaluation.claims.independent
    if p is None or p >= (1 - evaluation.level) / 2:
        return None
    share = evaluation.measures["proficiency"]
    return (
        f"The predictions carry {rate(share.value)} of the information in the classes "
        f"(chance gives {rate(share.by_chance or 0.0)}) under other names: "
        f"the labels look permuted. Use {call('match')}."
    )


def perverse_labels(evaluation: Evaluation) -> str | None:
    """More than two classes, and a label's informedness is shown to be below 0, allowing for their number (Holm)."""
    worse = list(map(str, evaluation.perverse))
    if not worse:
        return None
    are, they = ("is", "Is it") if len(worse) == 1 else ("are", "Are they")
    return f"{named(worse)} {are} predicted worse than chance. {they} swapped?"


def guesswork_labels(evaluation: Evaluation) -> str | None:
    """More than two classes, the whole beats guessing, and a label's interval of informedness includes 0."""
    if len(evaluation.labels) < 3 or shown(evaluation) <= 0:
        return None
    gains = evaluation.per_label.column("informedness")
    known = np.isfinite(gains.low) & np.isfinite(gains.high) & (gains.low <= 0) & (gains.high >= 0)
    unsure = [str(label) for label, each in zip(evaluation.labels, known, strict=True) if each]
    return f"No evidence that it beats guessing on {named(unsure)}." if unsure else None


RULES: tuple[Callable[[Evaluation], str | None], ...] = (
    alike_labels,
    silent_label,
    strangers,
    group_ids,
    group_guessing,
    few_items,
    not_judged,
    unmatched,
    informed,
    abstained,
    groups_differ,
    group_mixing,
    rates,
    against_constant,
    priced,
    permuted,
    perverse_labels,
    guesswork_labels,
    uneven_use,
    few_to_tell,
)


def regression(found: Regression) -> Iterator[Finding]:
    """Both lines, and what holds them together."""
    yield Finding(
        "lines",
        f"predicted = {_equation(found.predicted_on_actual)} x actual: the class informs the prediction "
        f"(informedness). actual = {_equation(found.actual_on_predicted)} x predicted: the prediction marks "
        f"the class (markedness). Correlation {number(found.correlation.value)}, the geometric mean of the slopes.",
    )
    steeper = {
        None: "Neither direction is shown to be the stronger.",
        "predicted_on_actual": "The prediction follows from the class more surely than the class from the prediction.",
        "actual_on_predicted": "The class follows from the prediction more surely than the prediction from the class.",
    }
    yield Finding("direction", steeper[found.stronger], stronger=found.stronger)


def _equation(line: dict[str, Estimate]) -> str:
    slope = line["slope"].value
    return f"{number(line['intercept'].value)} {'-' if slope < 0 else '+'} {number(abs(slope))}"


def corrections(found: Corrections) -> Iterator[Finding]:
    """What a small sample shows of itself."""
    yield Finding(
        "bias",
        "A small sample shows some information even where there is none; the last column says how much chance alone "
        "gives. The two columns before it are corrected for that bias.",
    )


def reference_correction(found: ReferenceCorrection) -> Iterator[Finding]:
    """How much the labels know, and what the correction and the bounds assume."""
    yield Finding(
        "assumed",
        f"The actual labels err: their own informedness is {coefficient(found.informedness)}. Corrected values hold if "
        "their errors do not depend on the predictor's, given the truth; the bounds hold whatever they depend on.",
    )
    if found.note:
        yield Finding("noted", f"{found.note[0].upper()}{found.note[1:]}.")
