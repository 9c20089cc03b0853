"""Powers' family: the probability that a decision is informed rather than chance, its dual, and what they rest on."""

from typing import Any

from informed.core.registry import Declare, measure
from informed.core.sharing import once
from informed.core.table import (
    Array,
    actuals,
    average,
    biases,
    cells,
    label_cells,
    namespace,
    occurring,
    others,
    over_labels,
    predictions,
    prevalences,
    ratio,
    root,
    total,
    where,
)

ROUNDING = 1e-12  # a coefficient nearer to 0 than this has no sign to speak of; a mean of which this is left is 0


@once
def beyond_chance(table: Array) -> Array:
    """``tp tn - fn fp`` of every label against the rest: 0 where its prediction tells nothing about it."""
    tp, fn, fp, tn = label_cells(table)
    return tp * tn - fn * fp


@once
def gains(table: Array) -> Array:
    """B(l) of every label: the normalised gain when betting on it at fair odds; NaN where it never or always occurs.

    The determinant of each label's own table over its margins: the same as recall less fallout, with fewer digits lost.
    """
    rows = actuals(table)
    return ratio(beyond_chance(table), rows * others(rows))


@once
def marks(table: Array) -> Array:
    """M(l) of every label: precision less false omission rate, the dual of `gains`."""
    columns = predictions(table)
    return ratio(beyond_chance(table), columns * others(columns))


def _hit(margin: Array) -> Array:
    """One over the items of other classes; 0 for a class that never or always occurs."""
    rest = others(margin)
    return where((margin > 0) & (rest > 0), ratio(1.0, rest), 0.0)


def _hit_weighted(margin: Array, weight: Array) -> Array:
    return _hit(margin) * where(margin > 0, ratio(weight, margin), 0.0)


def _two_sided(**traits: Any) -> Declare:
    return measure(family="informedness", range=(-1.0, 1.0), fixed_chance=0.0, limit=0.0, square=True, **traits)


@_two_sided(
    formula="sum_l prevalence(l) B(l),  B(l) = recall(l) - fallout(l)",
    dual="markedness",
    labelwise=True,
    interval="mover",
    contrast=("recall", "fallout"),
    over="own",
    hit=lambda table: _hit(actuals(table)),
    aliases=(
        "bookmaker_informedness",
        "youden",
        "youden_j",
        "j_index",
        "jindex",
        "youdens_index",
        "peirce_skill_score",
        "pss",
        "true_skill_statistic",
        "tss",
        "hanssen_kuipers",
        "delta_p_prime",
        "slope_of_predicted_on_actual",
    ),
    discrimination=("strong", "weak"),
    source="Powers 2003; 2007 eq. 14, 42",
    headline=True,
)
def informedness(table: Array) -> Array:
    """The probability that a prediction is informed by the class rather than guessed.

    0 for guessing with any bias, 1 for a perfect predictor, negative for one that is worse than guessing. For more
    than two classes the labels are weighted by prevalence (equation 42), which is the better estimator; `edge` weighs
    them by bias (equation 41). A pooled ("micro") form is not chance-corrected and is not offered.
    """
    return average(gains(table), prevalences(table))


@_two_sided(
    formula="sum_l bias(l) B(l)",
    dual="edge_markedness",
    interval="mover",
    contrast=("recall", "fallout"),
    over="other",
    hit=lambda table: _hit_weighted(actuals(table), predictions(table)),
    aliases=("bookmaker_2003",),
    discrimination=("strong", "weak"),
    source="Powers 2003; 2007 eq. 41",
    headline=True,
)
def edge(table: Array) -> Array:
    """The informedness of the label bet on, averaged over the bets made: labels are weighted by bias.

    The definition of 2003 and of equation 41, which differs from equation 42 for more than two classes (erratum E22).
    """
    return average(gains(table), biases(table))


@_two_sided(
    formula="sum_l bias(l) M(l),  M(l) = precision(l) - false_omission_rate(l)",
    dual="informedness",
    labelwise=True,
    interval="mover",
    contrast=("precision", "false_omission_rate"),
    over="own",
    hit=lambda table: _hit(predictions(table)),
    aliases=("mk", "delta_p", "slope_of_actual_on_predicted"),
    discrimination=("strong", "weak"),
    source="Powers 2007 eq. 15, 43 (naming: errata E6, E7)",
    headline=True,
)
def markedness(table: Array) -> Array:
    """The probability that the class is marked by the prediction rather than by chance: the dual of informedness."""
    return average(marks(table), biases(table))


@_two_sided(
    formula="sum_l prevalence(l) M(l)",
    dual="edge",
    interval="mover",
    contrast=("precision", "false_omission_rate"),
    over="other",
    hit=lambda table: _hit_weighted(predictions(table), actuals(table)),
    discrimination=("strong", "weak"),
    source="Powers 2007, dual of eq. 41",
)
def edge_markedness(table: Array) -> Array:
    """Markedness with the labels weighted by prevalence: the dual of edge."""
    return average(marks(table), prevalences(table))


def _cleared(mean: Array, terms: Array, weights: Array) -> Array:
    """A mean, or 0 where its terms cancel but for rounding, of which a root would make much."""
    return where(abs(mean) <= ROUNDING * average(abs(terms), weights), 0.0, mean)


@_two_sided(
    formula="sign sqrt(informedness markedness)",
    symmetric=True,
    labelwise=True,
    interval="path",
    hit=lambda table: _hit(actuals(table)) + _hit(predictions(table)),
    aliases=("bmg",),
    discrimination=("strong", "weak"),
    unless="informedness and markedness differ in sign; look at mcc",
    source="Powers 2007 eq. 19, 22 (sign: erratum E8)",
    headline=True,
)
def correlation(table: Array) -> Array:
    """The geometric mean of informedness and markedness, with their sign; the Matthews correlation for two classes.

    For more than two classes the two can differ in sign; then it is NaN, and `mcc` is the coefficient to look at.
    """
    return 0.0 + namespace(table).sign(informedness.raw(table)) * root(determination.raw(table))  # 0, and never -0


@measure(
    family="informedness",
    formula="informedness markedness",
    fixed_chance=0.0,
    limit=0.0,
    square=True,
    symmetric=True,
    labelwise=True,
    through=("correlation", lambda correlated: correlated**2),
    aliases=("bookmark", "coefficient_of_determination"),
    higher_is_better=None,
    source="Powers 2007 section 2.5 (BM)",
)
def determination(table: Array) -> Array:
    """The share of variance that prediction and class explain of each other: correlation squared.

    NaN for more than two classes when informedness and markedness differ in sign.
    """
    forward = _cleared(informedness.raw(table), gains(table), prevalences(table))
    backward = _cleared(markedness.raw(table), marks(table), biases(table))
    product = forward * backward
    opposed = (product < 0) & (abs(forward) > ROUNDING) & (abs(backward) > ROUNDING)
    return where(opposed, float("nan"), where(product < 0, 0.0, product))


def _binary(**traits: Any) -> Declare:
    return measure(family="informedness", kind="binary", labelwise=True, **traits)


@_binary(
    formula="1 - |informedness|",
    relabel=True,
    fixed_chance=1.0,
    perfect=0.0,
    higher_is_better=False,
    limit=1.0,
    through=("informedness", lambda informed: 1 - abs(informed)),
    source="Powers 2003 (1 - G)",
)
def guesswork(table: Array) -> Array:
    """The probability that a decision about this label is chance."""
    return 1 - abs(informedness.raw(table))


@_binary(
    formula="(recall - fallout + 1) / 2",
    fixed_chance=0.5,
    limit=0.5,
    aliases=("auc_of_a_point",),
    through=("informedness", lambda informed: (informed + 1) / 2),
    discrimination=("weak", None),
    source="Powers 2007 eq. 9",
)
def auc(table: Array) -> Array:
    """The area under the ROC curve drawn through this one operating point."""
    return (informedness.raw(table) + 1) / 2


@_binary(
    formula="4 (recall - bias) prevalence = 4 dt",
    range=(-1.0, 1.0),
    fixed_chance=0.0,
    perfect=None,
    symmetric=True,
    aliases=("weighted_relative_accuracy",),
    source="Powers 2007 eq. 13; Lavrac's own is a quarter of it",
)
def wracc(table: Array) -> Array:
    """Weighted relative accuracy: four times the share of hits beyond chance.

    Equals informedness only when half the items are positive (erratum E41).
    """
    return 4 * determinant.raw(table)


@_binary(
    formula="sqrt(fallout^2 + miss_rate^2)",
    range=(0.0, 2**0.5),
    perfect=0.0,
    higher_is_better=False,
    aliases=("distance_to_01",),
    source="Powers 2007 section 2.3",
)
def distance(table: Array) -> Array:
    """How far the operating point lies from the perfect corner (0, 1) of ROC space."""
    tp, fn, fp, tn = cells(table)
    across, down = ratio(fp, fp + tn), ratio(fn, tp + fn)
    return root(across * across + down * down)


def _determinant(**traits: Any) -> Declare:
    return measure(
        family="informedness", fixed_chance=0.0, perfect=None, symmetric=True, square=True, labelwise=True, **traits
    )


@_determinant(
    formula="sum_l dtp(l) / 2;  for two classes dtp = (tp tn - fp fn) / n^2, the determinant",
    range=(-0.25, lambda rows, columns: (1 - 1 / rows) / 2),
    aliases=("dtp", "dp"),
    source="Powers 2007 eq. 20-24, section 4 (erratum E9)",
)
def determinant(table: Array) -> Array:
    """The determinant of the normalised table of two classes: the share of hits beyond chance.

    For one fixed data set it suffices. Of more classes it is half the hits beyond chance of all labels, each against
    the rest: the determinant of a larger table is 0 as soon as two classes are predicted alike.
    """
    whole = total(table)
    return ratio(determinant_count.raw(table), whole * whole)


@_determinant(
    formula="sum_l (tp tn - fp fn)(l) / 2;  tp tn - fp fn for two classes",
    range=(-float("inf"), float("inf")),
    extensive=True,
    aliases=("dt_count",),
    source="Powers 2007 section 4 (DT)",
)
def determinant_count(table: Array) -> Array:
    """The determinant of the table of counts, DT; comparable only between tables of the same items."""
    return over_labels(beyond_chance(table)) / 2


@once
def _even(margin: Array) -> Array:
    """Half the harmonic mean of all shares and inverse shares of the classes that occur: p (1 - p) for two."""
    whole = over_labels(margin)[..., None]
    uneven = where(margin > 0, ratio(whole * whole, margin * others(margin)), 0.0)
    return ratio(over_labels(occurring(margin)), over_labels(uneven))


def _margin(dual_name: str | None, **traits: Any) -> Declare:
    return measure(
        family="informedness",
        range=(0.0, traits.pop("most", 0.25)),
        perfect=None,
        higher_is_better=None,
        relabel=True,
        interval="profile",
        dual=dual_name,
        symmetric=dual_name is None,
        **traits,
    )


@_margin(
    "evenness_predicted",
    formula="K / sum_l 1/(p_l (1 - p_l)),  p = prevalence",
    source="Powers 2007 section 2.5, 5 (maximum: erratum E14)",
)
def evenness_actual(table: Array) -> Array:
    """How even the classes are: prevalence times inverse prevalence, at most 1/4; K > 2 by harmonic mean."""
    return _even(actuals(table))


@_margin(
    "evenness_actual",
    formula="K / sum_l 1/(p_l (1 - p_l)),  p = bias",
    source="Powers 2007 section 2.5, 5 (maximum: erratum E14)",
)
def evenness_predicted(table: Array) -> Array:
    """How even the predictions are: bias times inverse bias, at most 1/4; K > 2 by harmonic mean."""
    return _even(predictions(table))


@_margin(None, formula="sqrt(evenness_actual evenness_predicted)", source="Powers 2007 section 2.5 (Evenness_G)")
def evenness(table: Array) -> Array:
    """The geometric mean of the evenness of classes and of predictions."""
    return root(_even(actuals(table)) * _even(predictions(table)))


@_margin(
    "bias_g",
    formula="sqrt(evenness_actual)",
    most=0.5,
    through=("evenness_actual", lambda even: even**0.5),
    source="Powers 2007 section 2.5 (PrevG)",
)
def prevalence_g(table: Array) -> Array:
    """The geometric mean of prevalence and inverse prevalence."""
    return root(_even(actuals(table)))


@_margin(
    "prevalence_g",
    formula="sqrt(evenness_predicted)",
    most=0.5,
    through=("evenness_predicted", lambda even: even**0.5),
    source="Powers 2007 section 2.5 (BiasG)",
)
def bias_g(table: Array) -> Array:
    """The geometric mean of bias and inverse bias."""
    return root(_even(predictions(table)))


@_margin(
    "bias_h",
    formula="2 evenness_actual",
    most=0.5,
    through=("evenness_actual", lambda even: 2 * even),
    source="Powers 2007 eq. 25 (rh)",
)
def prevalence_h(table: Array) -> Array:
    """The harmonic mean of prevalence and inverse prevalence."""
    return 2 * _even(actuals(table))


@_margin(
    "prevalence_h",
    formula="2 evenness_predicted",
    most=0.5,
    through=("evenness_predicted", lambda even: 2 * even),
    source="Powers 2007 eq. 25 (ph)",
)
def bias_h(table: Array) -> Array:
    """The harmonic mean of bias and inverse bias."""
    return 2 * _even(predictions(table))
