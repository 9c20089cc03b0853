"""Rates of the binary table: what share of one margin stands in one cell. They reward guessing: read the chance."""

from typing import Any

from informed.core.registry import Declare, measure
from informed.core.table import Array, cells, ratio


def rate(**traits: Any) -> Declare:
    """A binary proportion: part and whole are counts of the table."""
    return measure(family="rates", kind="binary", proportion=True, labelwise=True, interval="jeffreys_wilson", **traits)


@rate(
    formula="tp / (tp + fn)",
    dual="precision",
    source="Powers 2007 eq. 1",
    aliases=("sensitivity", "tpr", "true_positive_rate", "hit_rate", "coverage", "pod"),
    headline=True,
    given="actual",
)
def recall(table: Array) -> tuple[Array, Array]:
    """Of the items that are positive, the share predicted positive.

    Chance: the bias. Anyone reaches recall 1 by always predicting the class.
    """
    tp, fn, _, _ = cells(table)
    return tp, tp + fn


@rate(
    formula="tp / (tp + fp)",
    dual="recall",
    source="Powers 2007 eq. 2",
    aliases=("confidence", "tpa", "ppv", "positive_predictive_value"),
    headline=True,
    given="predicted",
)
def precision(table: Array) -> tuple[Array, Array]:
    """Of the items predicted positive, the share that is positive.

    Chance: the prevalence. NaN for a label that was never predicted.
    """
    tp, _, fp, _ = cells(table)
    return tp, tp + fp


@rate(
    formula="tn / (fp + tn)",
    dual="inverse_precision",
    source="Powers 2007 eq. 3",
    aliases=("specificity", "tnr", "true_negative_rate", "negative_recall", "selectivity"),
)
def inverse_recall(table: Array) -> tuple[Array, Array]:
    """Of the items that are negative, the share predicted negative: the recall of the inverse problem."""
    _, _, fp, tn = cells(table)
    return tn, fp + tn


@rate(
    formula="tn / (fn + tn)",
    dual="inverse_recall",
    source="Powers 2007 eq. 4",
    aliases=("npv", "negative_predictive_value", "tna", "negative_precision"),
)
def inverse_precision(table: Array) -> tuple[Array, Array]:
    """Of the items predicted negative, the share that is negative: the precision of the inverse problem."""
    _, fn, _, tn = cells(table)
    return tn, fn + tn


@rate(
    formula="fp / (fp + tn)",
    dual="false_omission_rate",
    higher_is_better=False,
    perfect=0.0,
    aliases=("fpr", "false_positive_rate", "ring_ins", "pofd", "intercept_of_predicted_on_actual"),
    source="Powers 2007 eq. 7, printed fp/rp: its A-D form is right (erratum E1)",
)
def fallout(table: Array) -> tuple[Array, Array]:
    """Of the items that are negative, the share wrongly predicted positive.

    Also the intercept when the prediction is regressed on the class (informedness is the slope).
    """
    _, _, fp, tn = cells(table)
    return fp, fp + tn


@rate(
    formula="fn / (tp + fn)",
    dual="false_discovery_rate",
    higher_is_better=False,
    perfect=0.0,
    aliases=("fnr", "false_negative_rate", "false_drops"),
    source="Powers 2007 eq. 8, printed fn/rn: its A-D form is right (erratum E1)",
    given="actual",
)
def miss_rate(table: Array) -> tuple[Array, Array]:
    """Of the items that are positive, the share wrongly predicted negative."""
    tp, fn, _, _ = cells(table)
    return fn, tp + fn


@rate(
    formula="fp / (tp + fp)",
    dual="miss_rate",
    higher_is_better=False,
    perfect=0.0,
    aliases=("fdr", "fpa"),
    source="Powers 2008 eq. 11",
    given="predicted",
)
def false_discovery_rate(table: Array) -> tuple[Array, Array]:
    """Of the items predicted positive, the share that is not."""
    tp, _, fp, _ = cells(table)
    return fp, tp + fp


@rate(
    formula="fn / (fn + tn)",
    dual="fallout",
    higher_is_better=False,
    perfect=0.0,
    aliases=("fna", "for_", "intercept_of_actual_on_predicted"),
    source="Powers 2007 eq. 15",
)
def false_omission_rate(table: Array) -> tuple[Array, Array]:
    """Of the items predicted negative, the share that is positive after all.

    Also the intercept when the class is regressed on the prediction (markedness is the slope).
    """
    _, fn, _, tn = cells(table)
    return fn, fn + tn


@rate(
    formula="(tp + fn) / n",
    relabel=True,
    dual="bias",
    higher_is_better=None,
    perfect=None,
    aliases=("prev", "base_rate"),
    source="Powers 2007 section 2.2",
)
def prevalence(table: Array) -> tuple[Array, Array]:
    """The share of the items that is positive."""
    tp, fn, fp, tn = cells(table)
    return tp + fn, tp + fn + fp + tn


@rate(
    formula="(tp + fp) / n",
    dual="prevalence",
    higher_is_better=None,
    perfect=None,
    aliases=("prediction_rate",),
    source="Powers 2007 section 2.2",
)
def bias(table: Array) -> tuple[Array, Array]:
    """The share of the items that is predicted positive."""
    tp, fn, fp, tn = cells(table)
    return tp + fp, tp + fn + fp + tn


def odds_of(**traits: Any) -> Declare:
    """A ratio of two margins or rates, from 0 to infinity."""
    traits = {"interval": "score_mover", **traits}
    return measure(family="rates", kind="binary", labelwise=True, range=(0.0, float("inf")), **traits)


@odds_of(
    formula="(tp + fn) / (fp + tn)",
    relabel=True,
    perfect=None,
    higher_is_better=None,
    aliases=("prevalence_odds",),
    interval="log",
    through=("prevalence", lambda share: ratio(share, 1 - share)),
    source="Powers 2003; 2007 section 2.2",
)
def odds(table: Array) -> Array:
    """How many positive items there are for each negative one."""
    tp, fn, fp, tn = cells(table)
    return ratio(tp + fn, fp + tn)


@odds_of(
    formula="(fp + tn) / (tp + fn)",
    relabel=True,
    perfect=None,
    higher_is_better=None,
    aliases=("class_ratio",),
    interval="log",
    through=("prevalence", lambda share: ratio(1 - share, share)),
    source="Powers 2007 section 2.2 (c_s)",
)
def skew(table: Array) -> Array:
    """How many negative items there are for each positive one: the c of isocost lines when errors cost alike."""
    tp, fn, fp, tn = cells(table)
    return ratio(fp + tn, tp + fn)


@odds_of(
    formula="recall / fallout",
    fixed_chance=1.0,
    perfect=float("inf"),
    aliases=("lr_plus", "plr"),
    source="Powers 2007 section 2.3 (tpr/fpr)",
)
def likelihood_ratio_positive(table: Array) -> Array:
    """How many times more likely a positive prediction is for a positive item than for a negative one."""
    tp, fn, fp, tn = cells(table)
    return ratio(tp * (fp + tn), fp * (tp + fn))


@odds_of(
    formula="miss_rate / inverse_recall",
    fixed_chance=1.0,
    perfect=0.0,
    higher_is_better=False,
    aliases=("lr_minus", "nlr"),
    source="Powers 2007 section 2.3 (fnr/tnr)",
)
def likelihood_ratio_negative(table: Array) -> Array:
    """How many times more likely a negative prediction is for a positive item than for a negative one."""
    tp, fn, fp, tn = cells(table)
    return ratio(fn * (fp + tn), tn * (tp + fn))


@odds_of(
    formula="tp tn / (fp fn)",
    fixed_chance=1.0,
    perfect=float("inf"),
    symmetric=True,
    aliases=("diagnostic_odds_ratio", "dor", "cross_ratio"),
    source="Glas et al. 2003; cross-product ratio",
)
def odds_ratio(table: Array) -> Array:
    """The odds of a positive prediction for positive items over those for negative items."""
    tp, fn, fp, tn = cells(table)
    return ratio(tp * tn, fp * fn)


@odds_of(
    formula="precision / prevalence = tp n / (rp pp)",
    fixed_chance=1.0,
    perfect=None,
    symmetric=True,
    source="Steingold & Laclavik, companion code",
)
def lift(table: Array) -> Array:
    """How many times more often than by chance prediction and class are positive together."""
    tp, fn, fp, tn = cells(table)
    return ratio(tp * (tp + fn + fp + tn), (tp + fn) * (tp + fp))
