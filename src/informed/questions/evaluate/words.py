"""The verdict on a predictor: sentences a reader may repeat, each with the rule that produced it.

A rule is a function from an evaluation to a sentence or None; its name is the rule's name and its docstring says when
it speaks. RULES is their order in print.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from informed.core.estimate import Estimate
from informed.core.words import interval, many, named, number, percent, within

if TYPE_CHECKING:
    from informed.core.estimate import Estimate
    from informed.inference.pooling import Pooling
    from informed.questions.evaluate.abstention import Abstention
    from informed.questions.evaluate.corrections import Corrections
    from informed.questions.evaluate.regression import Regression
    from informed.questions.evaluate.result import Evaluation

from informed.core.finding import Finding


def abstention(found: Abstention) -> Iterator[str]:
    """How much is answered, and what that is worth with silence as bets not placed."""
    staked = found.zero_stake["informedness"]
    yield (
        f"It answers {percent(found.answered / found.n)} of the items; with the others as bets not placed, "
        f"informedness is {percent(staked.value)}{within(staked)}."
    )


GUIDE = (
    "Which number to quote: informedness where the actual labels are the truth; correlation between two raters; "
    "markedness where you act on a prediction and ask what it implies; determinant on one fixed data set; "
    "that rate where you know which error matters; expected_value where errors have prices; "
    "proficiency for information."
)


GUIDE_UNMATCHED = (
    "Which number to quote: proficiency, which asks only how much a prediction tells of the class; informedness once "
    "it is settled which prediction stands for which class, see match."
)


def guide(evaluation: Evaluation) -> str:
    """Which number to quote."""
    return GUIDE if evaluation.counts.square else GUIDE_UNMATCHED


def findings(evaluation: Evaluation) -> Iterator[Finding]:
    """What every rule has to say, in order."""
    for rule in RULES:
        if text := rule(evaluation):
            yield Finding(text, rule.__name__)


# --- rules -----------------------------------------------------------------------------------------------------------


def not_judged(evaluation: Evaluation) -> str | None:
    """Some items have no actual label."""
    unjudged = evaluation.counts.unjudged
    if unjudged is None or not unjudged.any():
        return None
    lost = int(unjudged.sum())
    return (
        f"{many(lost, 'item')} {'has' if lost == 1 else 'have'} no actual label, so only precision over the judged "
        "predictions can be said; "
        "use missing='drop' to evaluate the judged items alone."
    )


def abstained(evaluation: Evaluation) -> str | None:
    """The predictor left some items alone."""
    found = evaluation.abstention
    if found is None or found.answered == found.n:
        return None
    if not found.answered:
        return "It abstains from every item: nothing staked, nothing won or lost; informedness 0 %."
    staked, alone = found.zero_stake["informedness"], found.answers["informedness"]
    return (
        f"It answers {percent(found.answered / found.n)} of the items. With the others as bets not placed, "
        f"informedness is {percent(staked.value)}{within(staked)}; "
        f"what follows is about its answers alone ({percent(alone.value)})."
    )


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
        f"No predicted label is an actual one: {named(said)} against {named(occurring)}. Is it another column that is "
        "meant? Are the labels spelled alike? Clusters are matched to classes first, see match."
    )


def unmatched(evaluation: Evaluation) -> str | None:
    """Actual and predicted labels are not the same: clusters, or another set of labels."""
    counts = evaluation.counts.pooled()
    if counts.square:
        return None
    told = evaluation.measures.get("proficiency")
    shape = f"{len(counts.labels)} actual classes by {len(counts.labels_predicted)} predicted labels of their own"
    share = "" if told is None or math.isnan(told.value) else (
        f" The predictions hold {percent(told.value)}{within(told)} of the information in the classes (proficiency); "
        f"{percent(told.by_chance or 0.0)} would be chance."
    )  # fmt: skip
    return f"{shape}: which stands for which is not said; match finds out, and then how informed it is.{share}"


def informed(evaluation: Evaluation) -> str | None:
    """Always, for square tables: the interval of informedness lies above or below 0 and the test of chance agrees."""
    estimate = evaluation.measures.get("informedness")
    if estimate is None or math.isnan(estimate.value):
        return None
    counts = evaluation.counts.pooled()
    occurring = [label for label, size in zip(counts.labels, counts.table.sum(-1), strict=True) if size]
    if len(occurring) < 2:
        return f"Nothing can be said about guessing: only {occurring[0]!r} occurs among the actual labels."
    said = [label for label, size in zip(counts.labels, counts.table.sum(-2), strict=True) if size]
    if len(said) == 1:
        return f"Guessing: it says {said[0]!r} whatever the class is; informedness 0 %{within(estimate)}."
    share, sure = percent(estimate.value), within(estimate)
    if estimate.low is None:
        why = "number of items unknown; give n=" if counts.n is None else estimate.note
        return f"Cannot tell whether it beats guessing: informedness {share}, {why}."
    shown = _shown(evaluation)
    if _comparator(evaluation) and "correlation" in evaluation.measures:
        return _between(evaluation, shown)
    if shown > 0:
        return f"Informed: {share} of the decisions are informed, not guessed{sure}."
    if shown < 0:
        return f"Worse than guessing: informedness {share}{sure}; swap the predicted labels, or drop the predictor."
    low, high = _ends(estimate)
    if low > 0 or high < 0:
        p = number(evaluation.claims.guessing)
        return f"Not shown to be informed: informedness {share}{sure}, but by the test of independence p is {p}."
    return f"Not shown to be informed: informedness {share} is within what guessing gives{sure}."


def _between(evaluation: Evaluation, shown: int) -> str:
    """Neither side is the truth: the correlation and its test, beside kappa (Powers 2007, section 4)."""
    figures = (
        f"{name} {number(each.value)}{_ci(each)}"
        for name in ("correlation", "kappa")
        if (each := evaluation.measures.get(name))
    )
    heads = {
        1: "Agreement beyond chance",
        -1: "Disagreement beyond chance",
        0: "No evidence of agreement beyond chance",
    }
    test = evaluation.significance.get("chi2_kbm")
    p = "" if test is None or test.p is None else "p < 0.001" if test.p < 0.001 else f"p = {test.p:.3f}"
    tested = "" if test is None else f" Test of the correlation (KBM, conservative): {p}."
    return f"{heads[shown]}: {', '.join(figures)}.{tested}"


def _ci(each: Estimate) -> str:
    return "" if each.low is None or each.level is None else f" ({100 * each.level:g}% CI {interval(each)})"


def against_constant(evaluation: Evaluation) -> str | None:
    """Always, for square tables: accuracy beside that of the most common label and beside chance."""
    accuracy, baseline = evaluation.measures.get("accuracy"), evaluation.diagnosis.get("baseline")
    if accuracy is None or baseline is None or math.isnan(accuracy.value):
        return None
    word = "Agreement" if _comparator(evaluation) else "Accuracy"
    constant = f"always saying {baseline['label']!r}"
    if math.isclose(accuracy.value, baseline["accuracy"]):
        return f"{word} {percent(accuracy.value)} is exactly what {constant} gives."
    less = "less than" if accuracy.value < baseline["accuracy"] else "more than"
    by_chance = f"guessing with the same label frequencies gives {percent(accuracy.chance or 0.0)}"
    return f"{word} {percent(accuracy.value)} is {less} the {percent(baseline['accuracy'])} of {constant}; {by_chance}."


def permuted(evaluation: Evaluation) -> str | None:
    """More than two classes, not informed, yet associated: Pearson's p, both margins fixed, below (1 - level) / 2.

    Half, because it is the second question asked of a table that guessing may have made.
    """
    if "proficiency" not in evaluation.measures or len(evaluation.labels) < 3 or _shown(evaluation) > 0:
        return None
    p = evaluation.claims.independent
    if p is None or p >= (1 - evaluation.level) / 2:
        return None
    told = evaluation.measures["proficiency"]
    by_chance = percent(told.by_chance or 0.0)
    return (
        f"Associated, but not shown to be informed: the predictions carry {percent(told.value)} of the information in "
        f"the classes ({by_chance} would be chance) under other names; the labels look permuted, see match."
    )


def perverse_labels(evaluation: Evaluation) -> str | None:
    """More than two classes, and a label's informedness is shown to be below 0, allowing for their number (Holm)."""
    worse = list(map(str, evaluation.perverse))
    return (
        f"Worse than guessing on {named(worse)}: swap or drop {'it' if len(worse) == 1 else 'them'}." if worse else None
    )


def guesswork_labels(evaluation: Evaluation) -> str | None:
    """More than two classes, the whole is informed, and a label's interval of informedness includes 0."""
    if len(evaluation.labels) < 3 or _shown(evaluation) <= 0:
        return None
    gains = evaluation.per_label.column("informedness")
    known = np.isfinite(gains.low) & np.isfinite(gains.high) & (gains.low <= 0) & (gains.high >= 0)
    unsure = [str(label) for label, each in zip(evaluation.labels, known, strict=True) if each]
    interval = (
        f"{percent(evaluation.level)} interval{'' if len(unsure) == 1 else 's'} include{'s' * (len(unsure) == 1)} 0"
    )
    return f"No evidence that it beats guessing on {named(unsure)} ({interval})." if unsure else None


def uneven_use(evaluation: Evaluation) -> str | None:
    """A label is predicted at least 1.5 times as often as it occurs, or the reverse, by at least 5 points."""
    pairs = evaluation.diagnosis.get("labels", {})
    uneven = {label: _times_apart(**each) for label, each in pairs.items()}
    label = max(uneven, key=lambda each: uneven[each], default="")
    if not uneven or uneven[label] < 1.5:
        return None
    often, occurs = pairs[label]["bias"], pairs[label]["prevalence"]
    ceiling = evaluation.diagnosis["ceiling"]
    return (
        f"{label!r} is predicted {percent(often)} of the time and occurs {percent(occurs)}: with frequencies this far "
        f"apart accuracy cannot exceed {percent(ceiling['accuracy'])}, kappa {ceiling['kappa']:.2f}, "
        f"correlation {ceiling['correlation']:.2f}."
    )


def direction(evaluation: Evaluation) -> str | None:
    """It is informed; markedness and informedness differ by more than 0.1, and are shown to differ."""
    pair = [evaluation.measures.get(name) for name in ("informedness", "markedness")]
    if _shown(evaluation) <= 0 or any(each is None or each.note or not each.value > 0 for each in pair):
        return None
    informedness, markedness = (each.value for each in pair if each is not None)
    if abs(markedness - informedness) <= 0.1 or not _apart(evaluation, "markedness"):
        return None
    figures = f"(markedness {percent(markedness)}, informedness {percent(informedness)})"
    if markedness > informedness:
        return f"The prediction implies the class more than the class implies the prediction {figures}."
    return f"The class implies the prediction more than the prediction implies the class {figures}."


def two_definitions(evaluation: Evaluation) -> str | None:
    """Edge lies outside the interval of informedness, both are shown to differ, and informedness from 0."""
    informedness, edge = evaluation.measures.get("informedness"), evaluation.measures.get("edge")
    if (
        not _shown(evaluation)
        or informedness is None
        or edge is None
        or informedness.low is None
        or informedness.high is None
    ):
        return None
    if informedness.low <= edge.value <= informedness.high or not _apart(evaluation, "edge"):
        return None
    return (
        "The two multi-class definitions differ: informedness, labels weighed by prevalence, "
        f"is {percent(informedness.value)}; edge, weighed by bias, {percent(edge.value)}."
    )


def group_guessing(evaluation: Evaluation) -> str | None:
    """Informedness is shown to change when groups are pooled, and within them it is not shown to differ from 0."""
    found = _pooled(evaluation)
    if found is None or found.guessing < 1 - evaluation.level:
        return None
    return (
        f"Within the groups of {found.by!r} there is no evidence that it beats guessing: informedness is "
        f"{found.within:.2f} there and {found.pooled:.2f} over all items. "
        "The groups differ in how common the labels are, and the predictions follow the group."
    )


def group_mixing(evaluation: Evaluation) -> str | None:
    """Informedness within groups is shown to differ from 0, and by at least 0.05 from that of all items."""
    found = _pooled(evaluation)
    if found is None or found.guessing >= 1 - evaluation.level or abs(found.pooled - found.within) < 0.05:
        return None
    return (
        f"Pooling the groups of {found.by!r} changes informedness: it is {found.within:.2f} within the groups and "
        f"{found.pooled:.2f} over all items, because the groups differ in how common the labels are."
    )


RULES: tuple[Callable[[Evaluation], str | None], ...] = (
    group_guessing,
    not_judged,
    abstained,
    strangers,
    unmatched,
    informed,
    group_mixing,
    against_constant,
    priced,
    permuted,
    perverse_labels,
    guesswork_labels,
    uneven_use,
    direction,
    two_definitions,
)


def _times_apart(prevalence: float, bias: float) -> float:
    """How many times as often one is as the other, where they differ by at least 5 points."""
    if abs(bias - prevalence) < 0.05:
        return 1.0
    return max(bias, prevalence) / max(min(bias, prevalence), 1e-9)


def _comparator(evaluation: Evaluation) -> bool:
    return evaluation.reference == "comparator"


def _ends(estimate: Estimate) -> tuple[float, float]:
    """The interval; without one, nothing is ruled out."""
    if estimate.low is None or estimate.high is None:
        return -math.inf, math.inf
    return estimate.low, estimate.high


def _shown(evaluation: Evaluation) -> int:
    """1 where it is shown to be informed, -1 where it is shown to be worse than guessing, 0 where neither is shown.

    The interval must leave out 0, and the test with both margins fixed must agree where there is one.
    """
    estimate, p = evaluation.measures.get("informedness"), evaluation.claims.guessing
    if estimate is None or (p is not None and p >= 1 - evaluation.level):
        return 0
    low, high = _ends(estimate)
    return int(low > 0) - int(high < 0)


def _apart(evaluation: Evaluation, measure: str) -> bool:
    """Whether a measure is shown to differ from informedness."""
    return evaluation.claims.gap(measure, "informedness") < 1 - evaluation.level


def _pooled(evaluation: Evaluation) -> Pooling | None:
    """What pooling the groups changes, where it is shown to change anything."""
    found = evaluation.pooling
    return None if found is None or found.apart >= 1 - evaluation.level else found


def regression(found: Regression) -> Iterator[str]:
    """Both lines, and what holds them together."""
    yield (
        f"predicted = {_equation(found.predicted_on_actual)} x actual: the class informs the prediction "
        f"(informedness). actual = {_equation(found.actual_on_predicted)} x predicted: the prediction marks "
        f"the class (markedness). Correlation {number(found.correlation.value)}, the geometric mean of the slopes."
    )


def _equation(line: dict[str, Estimate]) -> str:
    slope = line["slope"].value
    return f"{number(line['intercept'].value)} {'-' if slope < 0 else '+'} {number(abs(slope))}"


def corrections(found: Corrections) -> Iterator[str]:
    """What a small sample shows of itself."""
    yield (
        "A small sample shows some information even where there is none: by chance alone, as much as the last column "
        "says. The two columns before it have that bias taken off, as far as their methods reach."
    )
