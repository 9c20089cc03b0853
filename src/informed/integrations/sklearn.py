"""scikit-learn: every registered measure as a score function and a scorer, and evaluation out of fold.

The score functions are made from the registry when they are first asked for: ``from informed.integrations.sklearn
import informedness_score``; any measure and any alias, also one of your own, followed by ``_score``.
"""

from __future__ import annotations

import inspect
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from informed.core.counts import Counts
from informed.core.errors import InputError
from informed.core.labels import plain_labels
from informed.core.registry import Measure, catalogue, get, several
from informed.core.table import Array, actuals, one_vs_rest, total
from informed.integrations.averages import AVERAGES, DEFINITION, check_average, labelwise, over_labels
from informed.integrations.out_of_fold import compare_cv as compare_cv
from informed.integrations.out_of_fold import evaluate_cv as evaluate_cv
from informed.integrations.out_of_fold import out_of_fold as out_of_fold
from informed.readers.counting import count

_PARAMETERS = """
Parameters
----------
y_true, y_pred : array-like
    The actual and the predicted labels, one of each for every item; with an average also rows of 0 and 1 for sets.
labels : list, default=None
    The labels in their order. When averaging, only these are averaged over.
sample_weight : array-like, default=None
    One weight for each item.
average : {"definition", None, "macro", "weighted", "bias"}, default="definition"
    "definition" is the registered definition, for a rate that of the positive label ("binary" means the same); None
    gives one value for each label; the others are means over labels: equal weights, prevalence, bias. "micro", of
    precision, recall, F and Jaccard alone, pools the labels: with one label per item the first three are accuracy.
    "samples", of these four and of sets alone, is the mean over items.
{pos_label}zero_division : {"warn", 0, 1, nan, "raise"}, default="warn"
    What 0/0 gives. "warn": the value of the convention, 0 for a rate that is better high, with a warning; nan is left
    out of averages; "raise": an error.
"""
_POS_LABEL = """pos_label : label, default=None
    The positive label where a rate is asked for by its definition; None means 1 where the labels are 0 and 1 or -1
    and 1.
"""

# What 0/0 gives under these names: that of scikit-learn's functions, while the measure has a convention of its own.
LIMITS = {"homogeneity_score": 1.0, "completeness_score": 1.0, "v_measure_score": 1.0}

# scikit-learn's functions of another name than that of the measure.
NAMES = {"matthews_corrcoef": "mcc", "fbeta_score": "f_measure"}

# Names under which users expect a number that is none of these measures.
OTHERS = {
    "fowlkes_mallows_score": "scikit-learn's counts pairs of items; the geometric mean of recall and precision is "
    "g_measure_score",
    "geometric_mean_score": "imbalanced-learn's is the geometric mean of the recalls of all classes; that of recall "
    "and precision is g_measure_score",
}
INSTEAD = {  # of arguments that scikit-learn's functions have
    "undefined": "give zero_division= to say what 0/0 is",
    "weights": "use kappa_linear_score or kappa_quadratic_score",
    "adjusted": "use adjusted_balanced_accuracy_score",
    "normalize": "multiply by the number of items",
    "pos_label": "it is of all labels alike, so leave it out",
}


# What is no measure of one table lies in files beside this one.
ELSEWHERE = {
    **dict.fromkeys(
        ["InformednessDisplay", "CalibrationDisplay", "RocCurveDisplay", "DecisionCurveDisplay"], "display"
    ),
    **dict.fromkeys(["zero_one_loss", "hamming_loss", "multilabel_confusion_matrix"], "named"),
    **dict.fromkeys(["class_likelihood_ratios", "classification_report", "roc_auc_score"], "named"),
}

# Rates whose labels scikit-learn pools under average="micro".
POOLED = ("precision", "recall", "f_measure", "jaccard")


def __getattr__(name: str) -> Any:
    if name in ELSEWHERE:
        return getattr(import_module(f"informed.integrations.{ELSEWHERE[name]}"), name)
    if name in NAMES:
        return score_function(get(NAMES[name]), name)
    measure = name.removesuffix("_score")
    if measure == name:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name in OTHERS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}: {OTHERS[name]}")
    try:
        return _with_limit(name) if name in LIMITS else score_function(get(measure))
    except InputError as error:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}: {error}") from None


def __dir__() -> list[str]:
    return sorted({*globals(), *NAMES, *ELSEWHERE, *(f"{each.name}_score" for each in catalogue())})


@cache
def _with_limit(name: str) -> Callable[..., Any]:
    """A measure under the name of scikit-learn's function, with its convention for 0/0."""
    return score_function(replace(get(name.removesuffix("_score")), limit=LIMITS[name]), name)


@cache
def score_function(measure: Measure, name: str = "") -> Callable[..., Any]:
    """A measure with the habitual signature: ``score(y_true, y_pred, *, labels, sample_weight, average, ...)``."""
    name = name or f"{measure.name}_score"

    def score(
        y_true: Any,
        y_pred: Any,
        *,
        labels: Iterable[Any] | None = None,
        sample_weight: Any = None,
        average: str | None = DEFINITION,
        pos_label: Any = None,
        zero_division: str | float = "warn",
        **parameters: Any,
    ) -> Any:
        if measure.name == "accuracy" and ("normalize" in parameters or indicators(y_true, y_pred) is not None):
            from informed.integrations.named import right_items

            return right_items(y_true, y_pred, sample_weight=sample_weight, **parameters)
        chosen = _chosen(measure, name, pos_label, parameters)
        average = DEFINITION if average == "binary" and rate else average
        if average == "samples" and measure.name in POOLED:
            each = settled(chosen, split_by_item(y_true, y_pred), zero_division)
            return float(np.average(each, weights=weights_of(each, sample_weight)))
        if average == "micro" and measure.name in POOLED:
            pooled = split_by_label(y_true, y_pred, sample_weight, labels)[1].sum(0)
            return float(settled(chosen, pooled, zero_division))
        check_average(chosen, average)
        if average == DEFINITION:
            counts = counted(y_true, y_pred, sample_weight)
            return float(settled(chosen, defining(chosen, counts, labels, pos_label), zero_division))
        _, split = split_by_label(y_true, y_pred, sample_weight, labels)
        values = settled(chosen, split, zero_division)
        left_out = "nan" if zero_division != zero_division else "limit"
        return values if average is None else float(over_labels(values, split, average, left_out))

    rate = measure.kind == "binary"
    *common, _ = inspect.signature(score).parameters.values()
    # scikit-learn holds the labels against a pos_label that it sees here, so only what has one may show it
    shown = [each for each in common if rate or each.name != "pos_label"]
    own = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default)
        for name, default in measure.parameters.items()
    ]
    score.__signature__ = inspect.Signature([*shown, *own])  # type: ignore[attr-defined]
    score.__name__ = name
    described = _PARAMETERS.replace("{pos_label}", _POS_LABEL if rate else "")
    score.__doc__ = f"{measure.says}\n\n{measure.formula}\n{described}\nSource: {measure.source}"
    if measure.body.__module__.startswith("informed."):
        score.__qualname__ = score.__name__  # found again by name; a measure of one's own travels whole
    return score


def _chosen(measure: Measure, name: str, pos_label: Any, parameters: Mapping[str, Any]) -> Measure:
    """The measure with its own parameters; what it has no use for is refused."""
    given = {**parameters, **({} if pos_label is None or measure.kind == "binary" else {"pos_label": pos_label})}
    for each in given:
        if each not in measure.parameters:
            raise InputError(f"{name}() has no argument {each}=; {INSTEAD.get(each, 'leave it out')}")
    return measure.with_(**parameters)


def counted(y_true: Any, y_pred: Any, sample_weight: Any) -> Counts:
    """The counts, also of labels whose items have weight 0: scikit-learn averages over those too."""
    if sample_weight is not None:  # refused in scikit-learn's words
        from sklearn.utils import check_consistent_length

        check_consistent_length(y_true, y_pred, sample_weight)
    counts = count(y_true, y_pred, weights=sample_weight)
    weightless = counts.n is not None and counts.n < len(y_true)
    return counts.aligned(count(y_true, y_pred).labels) if weightless else counts


def settled(measure: Measure, table: Array, zero_division: str | float) -> Array:
    """The values; where 0/0 is settled by a convention with a warning, as scikit-learn does it."""
    if zero_division not in ("warn", "raise", 0, 1) and zero_division == zero_division:
        raise InputError(f"zero_division={zero_division!r} is not one of 'warn', 0, 1, nan, 'raise'")
    values = measure(table, undefined="raise" if zero_division == "raise" else "nan")
    if not isinstance(zero_division, str):
        return np.where(np.isnan(values), zero_division, values)
    if not np.isnan(values).any():
        return values
    limits = measure(table)
    if _is_rate(measure):
        limits = np.nan_to_num(limits, nan=0.0)
    if settled := sorted({float(each) for each in np.ravel(limits)[np.ravel(np.isnan(values))] if each == each}):
        warnings.warn(
            f"{measure} is undefined, {_why(table)}; it is set to {settled[0]:g}. "
            "Use zero_division=nan or 'raise' to control this.",
            warning(),
            stacklevel=3,
        )
    return limits


def _why(table: Array) -> str:
    """Of a single item, as in each fold of LeaveOneOut, nothing can be said at all."""
    if np.max(total(table)) > 1:
        return "as when a label never occurs or is never predicted"
    return (
        "for a single item cannot show more than luck; with LeaveOneOut use evaluate_cv, which counts all folds as one"
    )


def _is_rate(measure: Measure) -> bool:
    """Whether 0 is the worst and 1 the best of one label, so that nothing found at all is 0."""
    return measure.kind == "binary" and measure.higher_is_better is True and measure.range == (0, 1)


def warning() -> type[Warning]:
    """scikit-learn's own warning; whoever filters it has loaded it."""
    found: type[Warning] = getattr(sys.modules.get("sklearn.exceptions"), "UndefinedMetricWarning", UserWarning)
    return found


def defining(measure: Measure, counts: Counts, labels: Iterable[Any] | None, pos_label: Any) -> Array:
    """The table a measure is defined on: all labels, or for a rate the positive label against the other."""
    if labels is not None:
        counts = counts.aligned(plain_labels(labels))
    if measure.kind == "table":
        return counts.table
    if len(counts.labels) > 2:
        raise InputError(
            f"{measure} is the rate of one label and there are {len(counts.labels)}; "
            f"use average=None for each of them, or a mean: average={', '.join(map(repr, AVERAGES))}"
        )
    positive = _positive(measure, counts, pos_label)
    if len(counts.labels) == 1 and positive not in counts.labels:
        counts = counts.aligned(plain_labels([positive, *counts.labels]))
    return one_vs_rest(counts.table)[counts.position(positive, "pos_label")]


def _positive(measure: Measure, counts: Counts, pos_label: Any) -> Any:
    """The positive label; not given, it is 1 beside 0 or -1, and for any other labels it must be given."""
    if pos_label is not None:
        return pos_label
    if any(set(counts.labels) <= usual for usual in ({0, 1}, {-1, 1})):
        return 1
    raise InputError(
        f"{measure} is the rate of one label, and the labels are {list(counts.labels)}; name one, for example "
        f"pos_label={counts.labels[-1]!r}, or use a mean: average={', '.join(map(repr, AVERAGES))}"
    )


def split_by_label(
    y_true: Any, y_pred: Any, sample_weight: Any, labels: Iterable[Any] | None
) -> tuple[tuple[Any, ...], Array]:
    """The labels asked for and the table of each against all others, also those left out of the list."""
    if (sets := indicators(y_true, y_pred)) is not None:
        weight = np.ones(len(sets[0])) if sample_weight is None else np.asarray(sample_weight, dtype=np.float64)
        names = tuple(range(sets[0].shape[1])) if labels is None else plain_labels(labels)
        there, said = (each[:, list(names)] for each in sets)
        cells = [weight @ each for each in (there & said, there & ~said, ~there & said, ~there & ~said)]
        return names, np.stack(cells, -1).reshape(-1, 2, 2)
    counts = counted(y_true, y_pred, sample_weight)
    first = plain_labels(labels) if labels is not None else counts.labels
    rest = (label for label in counts.labels if label not in first)
    return first, one_vs_rest(counts.aligned((*first, *rest)).table)[: len(first)]


def split_by_item(y_true: Any, y_pred: Any) -> Array:
    """The table of each item over its labels: those there and predicted, there alone, predicted alone, neither."""
    if (sets := indicators(y_true, y_pred)) is None:
        raise InputError("a table of each item needs sets of labels; this has one label for each item")
    there, said = sets
    cells = [(there & said), (there & ~said), (~there & said), (~there & ~said)]
    return np.stack([each.sum(1) for each in cells], -1).reshape(-1, 2, 2)


def weights_of(items: Array, given: Any) -> Array:
    """One weight for each item."""
    weight = np.ones(len(items)) if given is None else np.asarray(given)
    if weight.shape != (len(items),):
        raise InputError(f"sample_weight has the shape {weight.shape}; give one weight for each of {len(items)} items")
    return weight


def indicators(y_true: Any, y_pred: Any) -> tuple[Array, Array] | None:
    """Sets of labels as scikit-learn writes them, a row of 0 and 1 for each item; None of labels, one for each."""
    dense = [each.toarray() if hasattr(each, "toarray") else each for each in (y_true, y_pred)]
    shapes = [getattr(each, "shape", None) or _shape(each) for each in dense]
    if any(len(each) != 2 or each[1] < 2 for each in shapes):
        return None
    there, said = map(np.asarray, dense)
    if shapes[0] != shapes[1]:
        raise InputError(
            f"y_true has the shape {shapes[0]}, y_pred {shapes[1]}; each item needs the same labels in both"
        )
    for name, each in (("y_true", there), ("y_pred", said)):
        if not np.isin(each, (0, 1)).all():
            raise InputError(f"{name} has a row for each item, so it must hold 0 and 1 alone")
    return there != 0, said != 0


def _shape(rows: Any) -> tuple[int, ...]:
    """The shape of lists; rows of different lengths, which are refused elsewhere in words, have none."""
    try:
        return np.shape(rows)
    except ValueError:
        return ()


def confusion_matrix(
    y_true: Any,
    y_pred: Any,
    *,
    labels: Iterable[Any] | None = None,
    sample_weight: Any = None,
    normalize: str | None = None,
) -> Array:
    """Counts of each actual label (rows) by each predicted one, as scikit-learn's function of this name.

    ``normalize``: "true" divides each row by its sum, "pred" each column, "all" everything by the sum.
    """
    over = {None: None, "true": 1, "pred": 0, "all": (0, 1)}
    if normalize not in over:
        raise InputError(f"normalize={normalize!r} is not one of 'true', 'pred', 'all', None")
    counts = counted(y_true, y_pred, sample_weight)
    names = counts.labels if labels is None else plain_labels(labels)
    occur = {label for label, items in zip(counts.labels, actuals(counts.table), strict=True) if items}
    if not occur & set(names) and sample_weight is None:
        raise InputError(f"labels={list(names)}: none of them occurs in y_true, which has {sorted(occur, key=str)}")
    table = counts.aligned((*names, *(each for each in counts.labels if each not in names))).table
    table = table[: len(names), : len(names)]
    if normalize is not None:
        whole = table.sum(over[normalize], keepdims=True)
        return np.divide(table, whole, out=np.zeros(table.shape), where=whole > 0)
    return table


def scorers(
    *measures: str | Measure, average: str = DEFINITION, pos_label: Any = None, labels: Iterable[Any] | None = None
) -> dict[str, Any]:
    """Scorers by name, for ``scoring=`` of cross_validate, GridSearchCV and TunedThresholdClassifierCV.

    Without names: every measure that is better high or better low. Rates join when ``pos_label`` says whose they are,
    or with an ``average`` over labels. Measures that are better low are negated and called ``neg_...``. A name alone,
    ``scoring="informedness"``, cannot work: scikit-learn fixes the names it takes when it is imported.
    """
    from sklearn.metrics import make_scorer

    if average is None:
        raise InputError(
            f"average=None gives a value for each label, and a scorer gives one; use {', '.join(map(repr, AVERAGES))}"
        )
    wanted = several(measures) or [each for each in catalogue() if _fits(each, average, pos_label)]
    made = {}
    for each in wanted:
        check_average(each, average)
        given = {"average": average, "labels": None if labels is None else list(labels)}
        if each.kind == "binary":
            given["pos_label"] = pos_label
        options = {name: value for name, value in given.items() if value is not None}
        low = each.higher_is_better is False
        function = score_function(get(each.name))
        made[f"neg_{each}" if low else str(each)] = make_scorer(
            function, greater_is_better=not low, **options, **each.parameters
        )
    return made


def _fits(measure: Measure, average: str, pos_label: Any) -> bool:
    if measure.higher_is_better is None or not measure.ready:
        return False
    return labelwise(measure) if average != DEFINITION else measure.kind == "table" or pos_label is not None
