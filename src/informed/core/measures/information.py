"""Information in bits: how much is in the classes, in the predictions, and in both."""

from collections.abc import Callable
from math import log, log2
from typing import Any

from informed.core.registry import Declare, measure
from informed.core.table import (
    Array,
    actuals,
    excess,
    namespace,
    others,
    over_labels,
    predictions,
    ratio,
    surprise,
    total,
    where,
)


def _bits_of(classes: Callable[[int, int], int]) -> Callable[[int, int], float]:
    """The most bits that so many classes can hold."""
    return lambda rows, columns: log2(classes(rows, columns))


_OF_ACTUAL, _OF_PREDICTED = _bits_of(lambda rows, _: rows), _bits_of(lambda _, columns: columns)
_OF_EITHER, _OF_BOTH = _bits_of(min), _bits_of(lambda rows, columns: rows * columns)


def _bits(nats: Array, items: Array) -> Array:
    return ratio(nats, items * log(2))


def _entropy_of(margin: Array) -> Array:
    return _bits(over_labels(surprise(margin, others(margin))), over_labels(margin))


def _entropy(most: Callable[[int, int], float], **traits: Any) -> Declare:
    traits = {"perfect": None, "higher_is_better": None, "interval": "profile", **traits}
    return measure(family="information", range=(0.0, most), unit="bits", **traits)


@_entropy(
    _OF_ACTUAL,
    formula="sum_l p log2(1/p),  p = prevalence",
    dual="entropy_predicted",
    relabel=True,
    aliases=("h_actual",),
    entropies=lambda actual, predicted, joint: actual,
    source="Shannon 1948; Steingold & Laclavik",
)
def entropy_actual(table: Array) -> Array:
    """How many bits the class of an item holds: what there is to know."""
    return _entropy_of(actuals(table))


@_entropy(
    _OF_PREDICTED,
    formula="sum_l p log2(1/p),  p = bias",
    dual="entropy_actual",
    relabel=True,
    aliases=("h_predicted",),
    entropies=lambda actual, predicted, joint: predicted,
    source="Shannon 1948; Steingold & Laclavik",
)
def entropy_predicted(table: Array) -> Array:
    """How many bits a prediction holds: what is being said."""
    return _entropy_of(predictions(table))


@_entropy(
    _OF_BOTH,
    formula="sum p log2(1/p) over cells",
    symmetric=True,
    relabel=True,
    aliases=("h_joint",),
    entropies=lambda actual, predicted, joint: joint,
    source="Shannon 1948; Steingold & Laclavik",
)
def entropy_joint(table: Array) -> Array:
    """How many bits class and prediction hold together."""
    return entropy_actual.raw(table) + entropy_predicted.raw(table) - mutual_information.raw(table)


@_entropy(
    _OF_ACTUAL,
    formula="entropy_joint - entropy_predicted",
    relabel=True,
    perfect=0.0,
    higher_is_better=False,
    entropies=lambda actual, predicted, joint: joint - predicted,
    aliases=("equivocation", "h_actual_given_predicted"),
    source="Powers 2003; 2007 eq. 40",
)
def conditional_entropy(table: Array) -> Array:
    """How many bits of the class are still unknown once the prediction is known."""
    return _bits(total(surprise(table, predictions(table)[..., None, :] - table)), total(table))


@measure(
    family="information",
    formula="2^conditional_entropy",
    range=(1.0, lambda rows, _: float(rows)),
    perfect=1.0,
    higher_is_better=False,
    relabel=True,
    through=("conditional_entropy", lambda bits: 2**bits),
    source="Powers 2003 (perplexity reading of geometric means)",
)
def perplexity(table: Array) -> Array:
    """Among how many equally likely classes one still has to choose once the prediction is known."""
    return namespace(table).exp(conditional_entropy.raw(table) * log(2))


@_entropy(
    _OF_EITHER,
    formula="sum p log2(p / (prevalence bias))",
    symmetric=True,
    relabel=True,
    fixed_chance=0.0,
    higher_is_better=True,
    interval="gated",
    aliases=("mi", "transinformation"),
    entropies=lambda actual, predicted, joint: actual + predicted - joint,
    source="Powers 2007 eq. 39 (sign: erratum E21)",
)
def mutual_information(table: Array) -> Array:
    """How many bits class and prediction share.

    Never negative, so small samples show some of it even at independence: read the mean under chance beside it.
    """
    bits = _bits(total(table * _log_excess(table)), total(table))
    return where(bits < 0, 0.0, bits)  # rounding alone can take it below zero


def _log_excess(table: Array) -> Array:
    """The logarithm of each cell over what chance gives it; 0 for an empty cell, which tells nothing.

    Near chance from the excess, so that nothing cancels; far below chance, where the excess rounds to -1, directly.
    """
    xp = namespace(table)
    rows, columns, whole = actuals(table)[..., :, None], predictions(table)[..., None, :], total(table)[..., None, None]
    beyond = excess(table)
    near = (table > 0) & (beyond > -0.5)
    over = table / where(rows > 0, rows, 1.0) * (whole / where(columns > 0, columns, 1.0))
    far = (beyond <= -0.5) & (over > 0)
    return where(far, xp.log(where(far, over, 1.0)), xp.log1p(where(near, beyond, 0.0)))


def _share(**traits: Any) -> Declare:
    return measure(family="information", fixed_chance=0.0, limit=0.0, relabel=True, interval="gated", **traits)


@_share(
    formula="mutual_information / entropy_actual",
    dual="information_gain_ratio",
    labelwise=True,
    aliases=(
        "uncertainty_coefficient",
        "theils_u",
        "theil_u",
        "homogeneity",
        "homogeneity_score",
        "rci",
        "relative_classifier_information",
    ),
    entropies=lambda actual, predicted, joint: ratio(actual + predicted - joint, actual),
    discrimination=("strong", "strong"),
    source="Steingold & Laclavik 2015; Theil 1970",
    headline=True,
)
def proficiency(table: Array) -> Array:
    """The share of the information in the classes that the predictor captures.

    Unchanged by any renaming of the predictions: 1 for a perfect predictor and for a consistent mislabelling alike.
    Zero only at independence. When a single class occurs there is nothing to know, and the value is set to 0
    (scikit-learn says 1).
    """
    return ratio(mutual_information.raw(table), entropy_actual.raw(table))


@_share(
    formula="mutual_information / entropy_predicted",
    dual="proficiency",
    aliases=("igr", "completeness", "completeness_score"),
    entropies=lambda actual, predicted, joint: ratio(actual + predicted - joint, predicted),
    discrimination=("strong", None),
    source="Steingold & Laclavik, companion code",
)
def information_gain_ratio(table: Array) -> Array:
    """The share of the information in the predictions that is about the class."""
    return ratio(mutual_information.raw(table), entropy_predicted.raw(table))


@_share(
    formula="mutual_information / entropy_joint",
    symmetric=True,
    aliases=("jaccard_information",),
    entropies=lambda actual, predicted, joint: ratio(actual + predicted - joint, joint),
    discrimination=("strong", "strong"),
    source="Steingold & Laclavik, companion code",
)
def dependency(table: Array) -> Array:
    """The share of all information in class and prediction that they have in common."""
    return ratio(mutual_information.raw(table), entropy_joint.raw(table))


@_share(
    formula="2 mutual_information / (entropy_actual + entropy_predicted)",
    symmetric=True,
    aliases=("v_measure", "v_measure_score", "normalized_mutual_information", "nmi"),
    entropies=lambda actual, predicted, joint: 2 * ratio(actual + predicted - joint, actual + predicted),
    discrimination=("strong", "strong"),
    source="Theil 1970; Rosenberg & Hirschberg 2007",
)
def symmetric_uncertainty(table: Array) -> Array:
    """The harmonic mean of proficiency and information gain ratio."""
    return ratio(2 * mutual_information.raw(table), entropy_actual.raw(table) + entropy_predicted.raw(table))
