"""How often actual and predicted agree: plainly, per class, or beyond what the margins alone would give."""

from typing import Any

from informed.core.errors import InputError
from informed.core.registry import Declare, measure
from informed.core.table import (
    Array,
    actuals,
    apart,
    average,
    biases,
    cells,
    diagonal,
    errors,
    expected,
    label_cells,
    occurring,
    others,
    over_labels,
    predictions,
    ratio,
    root,
    shares,
    total,
    where,
)


def _of_label(**traits: Any) -> Declare:
    """What two classes share of one label, whichever axis comes first; only perfect predictors reach 1."""
    return measure(
        family="agreement", kind="binary", symmetric=True, labelwise=True, discrimination=("weak", None), **traits
    )


def _of_classes(**traits: Any) -> Declare:
    """What a table of any number of classes has on its diagonal; only perfect predictors reach 1."""
    return measure(family="agreement", square=True, discrimination=("weak", "weak"), **traits)


@_of_classes(
    formula="sum_l n_ll / n",
    symmetric=True,
    proportion=True,
    interval="jeffreys_wilson",
    aliases=("rand_accuracy", "acc", "wav", "proportion_correct", "micro_f1"),
    source="Powers 2007 eq. 5 (erratum E2)",
    headline=True,
)
def accuracy(table: Array) -> tuple[Array, Array]:
    """The share of items whose prediction is right.

    Chance: sum of prevalence times bias, which is high whenever one class dominates both margins.
    """
    return over_labels(diagonal(table)), total(table)


@measure(
    family="agreement",
    formula="1 - accuracy",
    symmetric=True,
    square=True,
    proportion=True,
    perfect=0.0,
    interval="jeffreys_wilson",
    higher_is_better=False,
    aliases=("misclassification_rate",),
    source="Powers 2007 eq. 5",
)
def error_rate(table: Array) -> tuple[Array, Array]:
    """The share of items whose prediction is wrong."""
    return total(errors(table)), total(table)


def recalls(table: Array) -> Array:
    """The recall of every class; NaN where the class does not occur."""
    return ratio(diagonal(table), actuals(table))


@_of_classes(
    formula="mean over classes of recall(l)",
    interval="path",
    over="equal",
    aliases=("macro_recall", "average_recall"),
    source="Powers 2007 section 2.3 (AUC of one point, K = 2)",
)
def balanced_accuracy(table: Array) -> Array:
    """The mean recall of the classes that occur: accuracy as if all classes were equally common.

    Chance: 1/K for K classes.
    """
    return average(recalls(table), shares(occurring(actuals(table))))


@measure(
    family="agreement",
    formula="(K balanced_accuracy - 1) / (K - 1)",
    square=True,
    limit=0.0,
    range=(-1.0, 1.0),
    interval="path",
    contrast=("recall", "fallout"),
    over="equal",
    discrimination=("strong", "weak"),
    source="unit-stake winnings, papers 2003",
)
def adjusted_balanced_accuracy(table: Array) -> Array:
    """Balanced accuracy rescaled so that guessing among the K classes that occur gives 0: unit stakes on every race.

    Equals informedness for two classes; for more it gives every class the same weight.
    """
    classes = over_labels(occurring(actuals(table)))
    return where(classes > 1, ratio(classes * balanced_accuracy.raw(table) - 1, classes - 1), float("nan"))


@_of_label(
    formula="tp / (tp + fp + fn)",
    proportion=True,
    interval="jeffreys_wilson",
    aliases=("tanimoto", "critical_success_index", "csi", "threat_score", "iou"),
    source="Powers 2007 eq. 6",
)
def jaccard(table: Array) -> tuple[Array, Array]:
    """Of the items that are positive or predicted positive, the share that is both."""
    tp, fn, fp, _ = cells(table)
    return tp, tp + fp + fn


def _f(hits: Array, misses: Array, false: Array, beta: float = 1.0) -> Array:
    weight = beta**2
    return ratio((1 + weight) * hits, (1 + weight) * hits + weight * misses + false)


@_of_label(
    formula="(1 + beta^2) tp / ((1 + beta^2) tp + beta^2 fn + fp)",
    through=("jaccard", lambda shared: 2 * shared / (1 + shared)),
    aliases=("f", "f1", "f1_score", "f_score", "f_factor", "dice"),
    source="Powers 2007 eq. 12; van Rijsbergen 1979 with alpha = beta^2/(1 + beta^2) (erratum E25)",
)
def f_measure(table: Array, beta: float = 1.0) -> Array:
    """The harmonic mean of recall and precision, recall weighing beta^2 times as much.

    Computed from counts, so that it is 0, not undefined, when nothing was found. Ignores the true negatives; chance
    depends on both margins. F(0.5) of the 2003 paper has alpha = 0.5, which is beta = 1; see `f_alpha`.
    """
    if not beta >= 0:
        raise InputError(f"beta={beta!r} must be >= 0; beta^2 is the weight of recall beside that of precision")
    tp, fn, fp, _ = cells(table)
    return _f(tp, fn, fp, beta)


@measure(
    family="agreement",
    kind="binary",
    formula="1 / (alpha / recall + (1 - alpha) / precision) = tp / (alpha rp + (1 - alpha) pp)",
    aliases=("van_rijsbergen", "f_by_alpha"),
    discrimination=("weak", None),
    source="Powers 2003; van Rijsbergen 1979; alpha = beta^2/(1 + beta^2) (erratum E25)",
)
def f_alpha(table: Array, alpha: float | None = None) -> Array:
    """The harmonic mean of recall and precision, alpha being the weight of recall: alpha = 0.5 is the usual F.

    f_alpha(alpha=0.8) is f_measure(beta=2): alpha is beta^2 / (1 + beta^2).
    """
    if alpha is None or not 0 <= alpha <= 1:
        raise InputError(f"alpha={alpha!r} must lie between 0 and 1; it is the weight of recall")
    tp, fn, fp, _ = cells(table)
    return ratio(tp, tp + alpha * fn + (1 - alpha) * fp)


@_of_label(formula="2 tn / (2 tn + fn + fp)", aliases=("if", "inverse_f1", "negative_f"), source="Powers 2003 figure 1")
def inverse_f(table: Array) -> Array:
    """The F measure of the negative class."""
    _, fn, fp, tn = cells(table)
    return _f(tn, fp, fn)


@_of_label(formula="(recall + precision) / 2", aliases=("arithmetic_mean", "a"), source="Powers 2007 section 2.1 (A)")
def a_measure(table: Array) -> Array:
    """The arithmetic mean of recall and precision."""
    tp, fn, fp, _ = cells(table)
    return (ratio(tp, tp + fn) + ratio(tp, tp + fp)) / 2


@_of_label(
    formula="tp / sqrt(rp pp)", interval="errors_mover", aliases=("g", "cosine"), source="Powers 2007 section 2.1 (G)"
)
def g_measure(table: Array) -> Array:
    """The geometric mean of recall and precision."""
    tp, fn, fp, _ = cells(table)
    return ratio(tp, root((tp + fn) * (tp + fp)))


@_of_label(
    formula="tn / sqrt(rn pn)", interval="errors_mover", aliases=("ig", "negative_g"), source="Powers 2003 figure 1"
)
def inverse_g(table: Array) -> Array:
    """The geometric mean of recall and precision of the negative class."""
    _, fn, fp, tn = cells(table)
    return ratio(tn, root((fp + tn) * (fn + tn)))


@_of_classes(formula="1 / sum_l bias(l)/F(l)", fragile=True, aliases=("avf", "fav"), source="Powers 2003 figure 1")
def average_f(table: Array) -> Array:
    """The harmonic mean of the F measures of all labels, each weighted by how often it is predicted."""
    tp, fn, fp, _ = label_cells(table)
    return average(_f(tp, fn, fp), biases(table), mean="harmonic")


@_of_classes(formula="prod_l G(l)^bias(l)", fragile=True, aliases=("avg", "gav"), source="Powers 2003 figure 1")
def average_g(table: Array) -> Array:
    """The geometric mean of the G measures of all labels, each weighted by how often it is predicted."""
    agreed = ratio(diagonal(table), root(actuals(table) * predictions(table)))
    return average(agreed, biases(table), mean="geometric")


@_of_classes(
    formula="mean over classes of F(l)",
    symmetric=True,
    aliases=("f1_macro", "macro_f", "macro_f_measure", "f_macro"),
    source="scikit-learn f1_score(average='macro')",
)
def macro_f1(table: Array) -> Array:
    """The mean F measure of the classes that occur or are predicted, all with the same weight."""
    tp, fn, fp, _ = label_cells(table)
    return average(_f(tp, fn, fp), shares(occurring(actuals(table) + predictions(table))))


@_of_classes(
    formula="mean over classes of precision(l)",
    aliases=("precision_macro", "average_precision_of_classes"),
    source="scikit-learn precision_score(average='macro')",
)
def macro_precision(table: Array) -> Array:
    """The mean precision of the classes that occur or are predicted; that of a class never predicted counts 0."""
    used = predictions(table)
    return average(ratio(diagonal(table), used), shares(occurring(actuals(table) + used)))


def _beyond_chance(observed: Array, by_chance: Array) -> Array:
    return 1 - ratio(observed, by_chance)


@measure(
    family="agreement",
    formula="(accuracy - by chance) / (1 - by chance)",
    range=(-1.0, 1.0),
    fixed_chance=0.0,
    limit=0.0,
    symmetric=True,
    square=True,
    labelwise=True,
    interval="path",
    hit=lambda table: 1.0 + 0.0 * actuals(table),
    aliases=("cohen_kappa", "heidke_skill_score", "khat"),
    discrimination=("strong", "weak"),
    source="Cohen 1960; Powers 2007 section 2.6 (denominator of section 3: erratum E20)",
    headline=True,
)
def kappa(table: Array) -> Array:
    """Agreement beyond what the margins alone would give.

    Worked out as 1 - disagreement / expected disagreement: sums of counts, no difference of shares near 1. For more
    than two classes 0 does not mean independent.
    """
    by_chance = ratio(over_labels(actuals(table) * others(predictions(table))), total(table))
    return _beyond_chance(total(errors(table)), by_chance)


def _weighted_kappa(table: Array, width: Array) -> Array:
    return _beyond_chance(total(table * width), total(expected(table) * width))


def _ordinal(power: str) -> Declare:
    return measure(
        family="agreement",
        formula=f"1 - sum d n / sum d e,  d = |i - j|{power}",
        range=(-1.0, 1.0),
        fixed_chance=0.0,
        limit=0.0,
        symmetric=True,
        square=True,
        ordered=True,
        discrimination=("strong", "weak"),
        source="Cohen 1968",
    )


@_ordinal("")
def kappa_linear(table: Array) -> Array:
    """Kappa for ordered labels, a disagreement counting as many steps as it is wide."""
    return _weighted_kappa(table, abs(apart(table)))


@_ordinal("^2")
def kappa_quadratic(table: Array) -> Array:
    """Kappa for ordered labels, a disagreement counting the square of its width."""
    return _weighted_kappa(table, apart(table) * apart(table))
