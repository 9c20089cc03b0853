"""The verdict on a predictor: sentences a reader may repeat, each with the rule that produced it, and what is next.

A rule is a function from an evaluation to a sentence or None; its name is the rule's name and its docstring says when
it speaks. RULES is their order in print. The sentence of `informed` begins with one of KEY_WORDS, those of the closed
list in `strength.py`; cautions that change what it means stand before it.
"""

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from informed.core.assignment import assign
from informed.core.counts import Counts
from informed.core.errors import arg, call
from informed.core.estimate import Estimate
from informed.core.labels import silence
from informed.core.words import (
    Finding,
    Next,
    at_most,
    ci,
    coefficient,
    count,
    many,
    named,
    number,
    p_is,
    percent,
    points,
    portion,
    quoted,
    rate,
    unshown,
    within,
)
from informed.inference.design import Independent
from informed.inference.sizing import for_effect, items_for, rounded
from informed.inference.strength import BEATING, ENOUGH, STRENGTHS
from informed.inference.unjudged import reach
from informed.questions.evaluate.abstention import Abstention
from informed.questions.evaluate.diagnosis import unjudged
from informed.questions.evaluate.reference import ReferenceCorrection
from informed.questions.evaluate.result import Evaluation
from informed.questions.evaluate.strength import (
    alike_labels,
    comparator,
    ends_of,
    few_items,
    few_to_tell,
    fewest,
    judgeable,
    margins,
    mute,
    silent,
    silent_label,
    strange,
)
from informed.questions.evaluate.use import (
    RARE,
    calls,
    group_guessing,
    group_ids,
    group_mixing,
    groups_differ,
    misleading,
    rates,
    uneven_use,
)

if TYPE_CHECKING:
    from informed.questions.evaluate.readings import Corrections, Regression

KEY_WORDS = tuple(STRENGTHS.values())
SO_RARE = 0.02  # of a class rarer than this a test must be right about nearly all others to be more accurate than none


def abstention(found: Abstention) -> Iterator[Finding]:
    """How much is answered, and what that is worth with silence neither right nor wrong."""
    yield Finding("abstains", f"{_answers(found)} {_overall(found)}")


def _answers(found: Abstention) -> str:
    share, sure = portion(found.coverage)
    of = {str(label): f"{rate(each)} of {str(label)!r}" for label, each in found.coverage_by_label.items()}
    order = sorted(found.coverage_by_label.items(), key=lambda each: each[1])
    few = [of[str(label)] for label, each in order if not math.isnan(each)]
    by = " and ".join(few) if len(few) < 3 else f"fewest {few[0]}, most {few[-1]}"
    whole = f"{found.answered:,.0f} of {found.n:,.0f} items ({', '.join(filter(None, (share, sure)))})"
    return f"It answers {whole}: {by}."


def _overall(found: Abstention) -> str:
    staked = found.zero_stake["informedness"]
    return (
        f"Over all {found.n:,.0f} items that is {quoted('informedness', staked)}: an item left alone neither wins nor "
        "loses."
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
        code = "turned" if high < 0 else "better" if fewest(evaluation)[0] >= ENOUGH else "probably"
        return f"{STRENGTHS[code]}, whatever the labels of the {many(lost, 'unjudged item')} are: {between}."
    return f"Cannot tell: {have}. Whatever these are, {between}. {drop}"


def answered(evaluation: Evaluation) -> str | None:
    """The predictor left some items alone: how much of the work is done."""
    found = evaluation.abstention
    if found is None or not silent(evaluation):
        return None
    return _answers(found) if found.answered else "Cannot tell: it abstains from every item."


def abstained(evaluation: Evaluation) -> str | None:
    """It left some items alone and answered others: what its answers are worth over all items."""
    found = evaluation.abstention
    return _overall(found) if found is not None and silent(evaluation) and found.answered else None


def priced(evaluation: Evaluation) -> str | None:
    """Prices are given: what the predictor adds to chance, and whether a constant answer would do as well."""
    return None if evaluation.pricing is None else " ".join(evaluation.pricing.findings)


def strangers(evaluation: Evaluation) -> str | None:
    """Nothing that is predicted ever occurs: other names, a column of something else, or clusters."""
    if not (apart := strange(evaluation.counts.pooled())):
        return None
    occurring, said = map(named, apart)
    return (
        f"Cannot tell: no predicted label is an actual one ({said} against {occurring}). Is it the right column? "
        f"Other names of the same labels are joined by {arg('rename')}; for clusters use {call('match')}."
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
    """Square tables with a label on both sides: how much may be said of it, by the first strength whose rule holds."""
    strength, estimate = evaluation.strength, evaluation.measures.get("informedness")
    counts = evaluation.counts.pooled()
    if strength is None or estimate is None or strange(counts):
        return None
    key = STRENGTHS[strength]
    if strength == "unknown":
        occurring = [label for label, size in zip(counts.labels, margins(evaluation)[0], strict=True) if size]
        if len(occurring) < 2:
            return f"{key}: only {occurring[0]!r} occurs among the actual labels."
        why = f"the number of items is unknown; give {arg('n')}" if counts.n is None else estimate.note
        return f"{key}: informedness {number(estimate.value)}, but {why}."
    if comparator(evaluation) and "correlation" in evaluation.measures:
        return _between(evaluation)
    if strength == "constant":
        return f"{key}: it always says {_constant(evaluation)!r}."
    key += (", where it answers" if strength == "hardly" else " where it answers") * silent(evaluation)
    value, most = quoted("informedness", estimate), at_most(ends_of(estimate)[1])
    if strength == "turned":
        two = len(counts.labels) == 2
        told = f"as if it knew {_share(-estimate.value)} of the answers and said the opposite" * two
        return f"{key}: {told or 'worse than guessing'} ({value})."
    if strength in ("better", "probably"):
        few = f"; {_too_few(evaluation)} cannot settle it" if strength == "probably" else ""
        rest = " and guessing the rest" if estimate.value < 1 else ""
        return f"{key}{few}: as good as knowing {_share(estimate.value)} of the answers{rest} ({value})."
    if strength == "open":
        return f"{key}: {unshown(ends_of(estimate)[1])} ({value})."
    return f"{key}: {most} of the answers are known ({value})."


def _constant(evaluation: Evaluation) -> Any:
    """The label that is always said."""
    return evaluation.counts.labels_predicted[int(np.argmax(margins(evaluation)[1]))]


def _share(value: float) -> str:
    return "all" if value >= 1 else rate(value)


def _too_few(evaluation: Evaluation) -> str:
    """What there is too little of: items, or items of the rarest class."""
    counts, (size, label) = evaluation.counts.pooled(), fewest(evaluation)
    classes = int((margins(evaluation)[0] > 0).sum())
    return many(counts.n, "item") if counts.n is not None and counts.n < ENOUGH * classes else f"{size:,} {label!r}"


def _between(evaluation: Evaluation) -> str:
    """Neither side is the truth: the correlation and its test, beside kappa (Powers 2007, section 4)."""
    figures = [quoted(name, each) for name in ("correlation", "kappa") if (each := evaluation.measures.get(name))]
    heads = {
        1: "Agreement beyond chance",
        -1: "Disagreement beyond chance",
        0: "No evidence of agreement beyond chance",
    }
    test = evaluation.significance.get("chi2_kbm_calibrated")
    tested = "" if test is None else f" Test of the correlation (calibrated KBM): {p_is(test.p)}."
    low, high = ends_of(evaluation.measures["correlation"])
    return f"{heads[int(low > 0) - int(high < 0)]}: {'; '.join(figures)}.{tested}"


def against_constant(evaluation: Evaluation) -> str | None:
    """Square tables, unless turned round: accuracy beside that of the most common label, and whether it differs.

    Where it beats guessing and yet not the constant answer, the same sentence says why. With prices these decide.
    """
    accuracy, baseline = evaluation.measures.get("accuracy"), evaluation.diagnosis.get("baseline")
    if accuracy is None or baseline is None or math.isnan(accuracy.value) or not judgeable(evaluation):
        return None
    if evaluation.pricing is not None or (evaluation.strength == "turned" and not comparator(evaluation)):
        return None
    its = "On the items it answers, its " if silent(evaluation) else "Its "
    its += "agreement" if comparator(evaluation) else "accuracy"
    constant, reached = f"always saying {str(baseline['label'])!r}", percent(baseline["accuracy"])
    its_own = f"{its}, {percent(accuracy.value)},"
    if evaluation.strength == "constant":
        return f"{its_own} is the share of {_constant(evaluation)!r} among the items."
    if math.isclose(accuracy.value, baseline["accuracy"]):
        return f"{its_own} is exactly that of {constant}{_which(evaluation, baseline)}."
    gap = evaluation.claims.over_constant(evaluation.level)
    if gap is None or gap.low is None or gap.high is None:
        return f"{its} is {percent(accuracy.value)}; {constant} gives {reached}."
    if gap.low <= 0 <= gap.high:
        low, apart, high = (_points(min(max(each, -1), 1)) for each in (gap.low, gap.value, gap.high))
        few = f" on {many(evaluation.counts.n or 0, 'item')}" if (evaluation.counts.n or 0) < FEW else ""
        also = _which(evaluation, baseline)
        return (
            f"{its_own} and the {reached} of {constant}{also}{',' * bool(also)} cannot be told apart{few} "
            f"(difference {apart} points, {ci(evaluation.level)} {low} to {high})."
        )
    if gap.low > 0:
        return f"{its_own} is above the {reached} of {constant}."
    return f"{its_own} is below the {reached} of {constant}{_reconciled(evaluation, baseline)}"


FEW = 100  # items of which a sentence says that they are few


def _points(value: float) -> str:
    text = points(value, "")
    return f"+{text}" if value > 0 and text != "0" else text


def _which(evaluation: Evaluation, baseline: Any) -> str:
    """What the constant answer lacks, where the predictor beats guessing and not its accuracy."""
    if evaluation.strength not in BEATING or comparator(evaluation):
        return ""
    sizes = zip(evaluation.labels, margins(evaluation)[0], strict=True)
    rest = [(str(each), size) for each, size in sizes if size and str(each) != str(baseline["label"])]
    if len(rest) > 1 or evaluation.counts.weighted:
        return ", which finds nothing else"
    return f", which finds none of the {count(rest[0][1])} {rest[0][0]!r}"


def _reconciled(evaluation: Evaluation, baseline: Any) -> str:
    """Why a predictor that knows something is less accurate than a constant answer."""
    if evaluation.strength not in BEATING or comparator(evaluation):
        return "."
    quiet, counts = mute(evaluation), evaluation.counts.pooled()
    if quiet:
        return f", as each {str(next(iter(quiet)))!r} counts as wrong."
    if len(counts.labels) > 2:
        return f"{_which(evaluation, baseline)}."
    if 1 - baseline["accuracy"] <= SO_RARE:
        return ". For something so rare almost any test is; accuracy is no guide here."
    at = int(str(counts.labels[0]) == str(baseline["label"]))
    right, wrong = ("", "") if counts.weighted else (f" ({count(counts.table[each, at])})" for each in (at, 1 - at))
    why = f", because more of its {str(counts.labels[at])!r} calls are wrong{wrong} than right{right}"
    return f"{_which(evaluation, baseline)}{why}."


def permuted(evaluation: Evaluation) -> str | None:
    """More than two classes, not better than guessing, yet associated: Pearson's p below (1 - level) / 2.

    Both margins are fixed. Half, because it is the second question asked of a table that guessing may have made.
    """
    if "proficiency" not in evaluation.measures or len(evaluation.labels) < 3 or not judgeable(evaluation):
        return None
    if evaluation.strength in BEATING:
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
    if len(evaluation.labels) < 3 or evaluation.strength not in BEATING:
        return None
    gains = evaluation.per_label.column("informedness")
    known = np.isfinite(gains.low) & np.isfinite(gains.high) & (gains.low <= 0) & (gains.high >= 0)
    unsure = [str(label) for label, each in zip(evaluation.labels, known, strict=True) if each]
    return f"Not shown to beat guessing on {named(unsure)}." if unsure else None


RULES: tuple[Callable[[Evaluation], str | None], ...] = (
    alike_labels,
    silent_label,
    strangers,
    group_ids,
    group_guessing,
    few_items,
    not_judged,
    unmatched,
    answered,
    informed,
    abstained,
    priced,
    groups_differ,
    group_mixing,
    rates,
    calls,
    against_constant,
    permuted,
    perverse_labels,
    guesswork_labels,
    uneven_use,
    few_to_tell,
)


def regression(found: "Regression") -> Iterator[Finding]:
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


def corrections(found: "Corrections") -> Iterator[Finding]:
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


# --- what to do next -------------------------------------------------------------------------------------------------

ELSEWHERE = (0.05, 0.1, 0.2, 0.5)  # shares of a rare class in another place
EXPECTED = (0.1, 0.05, 0.02, 0.01)  # what to plan for where what was found is less than the first of them
ANY = "COLUMN"
LEVEL = 0.95


def evaluation_next(evaluation: Evaluation) -> Iterator[Next]:
    """The one step that settles most of what is open, with a number where there is one: the first that is due."""
    counts = evaluation.counts.pooled()
    if not counts.square:
        yield Next("match", "find which predicted label is which class", "match")
    elif unjudged(counts):
        yield Next("judged", "judge the items that have an actual label", "", {"missing": "drop"})
    elif strange(counts):
        yield _renamed(counts)
    elif quiet := mute(evaluation):
        label = next(iter(quiet))
        yield Next("abstain", f"say so if {str(label)!r} means no answer", "", {"abstain": label})
    elif evaluation.strength is not None:
        yield from _by_strength(evaluation)


def _renamed(counts: Counts) -> Next:
    """Which predicted label may be which actual one: those that go together beyond chance."""
    table = np.asarray(counts.table, float)
    beyond = table - np.outer(table.sum(1), table.sum(0)) / table.sum()
    beyond[:, [silence(each) for each in counts.labels]] = 0
    places = enumerate(assign(beyond, stay=-1).columns)
    names = {counts.labels[said]: counts.labels[at] for at, said in places if beyond[at, said] > 0}
    if not names:
        return Next("match", "find which predicted label is which class", "match")
    return Next("rename", "say which labels are the same; these go together here", "", {"rename": names})


def _by_strength(evaluation: Evaluation) -> Iterator[Next]:
    strength, counts = evaluation.strength, evaluation.counts.pooled()
    if strength == "unknown":
        if int((margins(evaluation)[0] > 0).sum()) < 2:
            yield Next("classes", "add items of another class: with one alone nothing can be told")
        elif counts.n is None:
            yield Next("size", "say how many items there are", "", {"n": "N"})
    elif strength == "constant":
        yield Next(
            "threshold", "if scores lie behind its labels, look for a better threshold", "sweep", {"scores": ANY}
        )
    elif strength == "turned":
        yield _swapped(evaluation)
    elif comparator(evaluation):
        return
    elif strength in ("probably", "open"):
        yield from _more_items(evaluation)
    elif strength in BEATING:
        yield from _used(evaluation)
    else:
        yield from _confused(evaluation)


def _swapped(evaluation: Evaluation) -> Next:
    """What another reading of the labels would give."""
    table = np.asarray(evaluation.counts.pooled().table)
    if len(table) > 2:
        return Next("match", "find which predicted label stands for which class", "match")
    known, right = -evaluation.measures["informedness"].value, 1 - np.trace(table) / table.sum()
    told = f"with the two labels swapped, informedness would be {number(known)} and accuracy {percent(right)}"
    return Next("swap", f"look at how the labels are coded; {told}", "", {"view": "perverse"})


def _more_items(evaluation: Evaluation) -> Iterator[Next]:
    """How many items would settle it if it knows as much as here, or as little as is worth knowing."""
    counts, found = evaluation.counts.pooled(), evaluation.measures["informedness"]
    if counts.n is None or found.low is None or found.high is None or silent(evaluation):
        return
    shares = tuple(round(float(each), 3) for each in margins(evaluation)[0] / margins(evaluation)[0].sum() if each)
    size, label = fewest(evaluation)
    least = math.ceil(ENOUGH * counts.n / size)  # for enough items of each class
    for aim in (found.value, *EXPECTED) if found.value >= EXPECTED[0] else EXPECTED:
        aim = round(float(aim), 2)
        if isinstance(evaluation.claims.design, Independent):
            needed = items_for(aim, np.array(shares) / sum(shares), evaluation.level)
            said: dict[str, Any] = {"prevalence": min(shares) if len(shares) == 2 else shares, "informedness": aim}
            said |= {} if evaluation.level == LEVEL else {"level": evaluation.level}
        else:  # its interval allows for clusters and weights: it shrinks with the root of the number of items
            needed, said = for_effect(found, counts.n, aim) or 0, {}
        enough = max(needed, least)
        if enough > counts.n:
            settled = "settle" if evaluation.strength == "probably" else "show"
            share = f"if it knows {percent(aim)} of the answers, about {rounded(enough):,} would {settled} it"
            if enough == least:  # which is no power's number, so no plan has it
                share, said = f"{share}, {ENOUGH} of them {label!r}", {}
            yield Next("items", f"add items: {share}", "plan" if said else "", said)
            return


def _used(evaluation: Evaluation) -> Iterator[Next]:
    """It knows something: what it means elsewhere, what its errors may cost, or which to look at."""
    counts, rows = evaluation.counts.pooled(), margins(evaluation)[0]
    table, whole = np.asarray(counts.table), rows.sum()
    if len(table) != 2 or evaluation.pricing is not None:
        yield from _confused(evaluation)
        return
    at = int(np.argmin(rows)) if evaluation.positive is None else 0
    share, label = rows[at] / whole, counts.labels[at]
    right, wrong = table[at, at], table[1 - at, at]
    if evaluation.clinical or (share <= RARE and misleading(evaluation)):
        other = next(each for each in ELSEWHERE if each >= min(5 * share, ELSEWHERE[-1])) if share <= RARE else RARE / 2
        said = {"prevalence": other, "positive": label}
        than = "commoner" if other > share else "rarer"
        yield Next("elsewhere", f"see what it means where {str(label)!r} is {than}", "deploy", said)
    elif wrong > right > 0:
        times, price = wrong / right, math.floor(wrong / right) + 1
        costs = f"0 {price}; 1 0" if at == 0 else f"0 1; {price} 0"
        told = f"it pays where missing a {str(label)!r} costs more than {number(times, 1)} false alarms"
        yield Next("costs", f"say what errors cost: {told}", "", {"cost": costs})
    else:
        yield from _confused(evaluation)


def _confused(evaluation: Evaluation) -> Iterator[Next]:
    """The commonest error, which is worth a look."""
    counts = evaluation.counts.pooled()
    table = np.asarray(counts.table, float)
    wrong = np.where(np.eye(len(table), dtype=bool), 0, table)
    if not wrong.any():
        yield Next("copied", "make sure that the predictions never saw the actual labels: it makes no errors")
        return
    dearest = evaluation.pricing and evaluation.pricing.dearest
    row, column = dearest or np.unravel_index(wrong.argmax(), wrong.shape)
    actual, said = str(counts.labels[row]), str(counts.labels[column])
    size = "" if counts.weighted else f"{count(table[row, column])} "
    which = "the error that costs most in all" if dearest else "its commonest error"
    yield Next("rows", f"look at the {size}{actual!r} that it calls {said!r}, {which}")
