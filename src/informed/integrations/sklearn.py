"""scikit-learn: every registered measure as a score function and a scorer, and evaluation out of fold.

The score functions are made from the registry when they are first asked for: ``from informed.integrations.sklearn
import informedness_score``; any measure and any alias, also one of your own, followed by ``_score``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from informed.counts import Counts
from informed.errors import InputError
from informed.evaluation import Evaluation, evaluate
from informed.inference.differences import Difference
from informed.inference.folds import fold_differences
from informed.integrations.averages import AVERAGES, DEFINITION, check_average, labelwise, over_labels
from informed.labels import plain_labels
from informed.readers.counting import count
from informed.readers.systems import patterns_of_arrays
from informed.registry import Measure, catalogue, get, several
from informed.table import Array, one_vs_rest

_PARAMETERS = """
Parameters
----------
y_true, y_pred : array-like
    The actual and the predicted labels, one of each for every item.
labels : list, default=None
    The labels in their order. When averaging, only these are averaged over.
sample_weight : array-like, default=None
    One weight for each item.
average : {"definition", None, "macro", "weighted", "bias"}, default="definition"
    "definition" is the registered definition, for a rate that of `pos_label`; None gives one value for each label;
    the others are means over labels: equal weights, prevalence, bias.
pos_label : label, default=1
    The positive label where a rate is asked for by its definition.
undefined : {"limit", "nan", "raise"}, default="limit"
    What 0/0 gives.
"""


def __getattr__(name: str) -> Any:
    measure = name.removesuffix("_score")
    if measure == name:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return score_function(get(measure))
    except InputError as error:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}: {error}") from None


def __dir__() -> list[str]:
    return sorted({*globals(), *(f"{each.name}_score" for each in catalogue())})


@cache
def score_function(measure: Measure) -> Callable[..., Any]:
    """A measure with the habitual signature: ``score(y_true, y_pred, *, labels, sample_weight, average, ...)``."""

    def score(
        y_true: Any,
        y_pred: Any,
        *,
        labels: Iterable[Any] | None = None,
        sample_weight: Any = None,
        average: str | None = DEFINITION,
        pos_label: Any = 1,
        undefined: str = "limit",
        **parameters: Any,
    ) -> Any:
        chosen = measure.with_(**parameters)
        counts = count(y_true, y_pred, weights=sample_weight)
        check_average(chosen, average)
        if average == DEFINITION:
            return float(chosen(_defining(chosen, counts, labels, pos_label), undefined=undefined))
        return over_labels(chosen, _split(counts, labels), average, undefined)

    *common, _ = inspect.signature(score).parameters.values()
    own = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default)
        for name, default in measure.parameters.items()
    ]
    score.__signature__ = inspect.Signature([*common, *own])  # type: ignore[attr-defined]
    score.__name__ = f"{measure.name}_score"
    score.__doc__ = f"{measure.says}\n\n{measure.formula}\n{_PARAMETERS}\nSource: {measure.source}"
    if measure.body.__module__.startswith("informed."):
        score.__qualname__ = score.__name__  # found again by name; a measure of one's own travels whole
    return score


def _defining(measure: Measure, counts: Counts, labels: Iterable[Any] | None, pos_label: Any) -> Array:
    """The table a measure is defined on: all labels, or for a rate the positive label against the other."""
    if labels is not None:
        counts = counts.aligned(plain_labels(labels))
    if measure.kind == "table":
        return counts.table
    if len(counts.labels) == 1 and pos_label not in counts.labels:
        counts = counts.aligned(plain_labels([pos_label, *counts.labels]))
    if len(counts.labels) > 2:
        raise InputError(
            f"{measure} is the rate of one label and there are {len(counts.labels)}; "
            f"use average=None for each of them, or a mean: average={', '.join(map(repr, AVERAGES))}"
        )
    return one_vs_rest(counts.table)[counts.position(pos_label, "pos_label")]


def _split(counts: Counts, labels: Iterable[Any] | None) -> Array:
    """Each of the labels against all others, also those left out of the list."""
    first = plain_labels(labels) if labels is not None else counts.labels
    rest = (label for label in counts.labels if label not in first)
    return one_vs_rest(counts.aligned((*first, *rest)).table)[: len(first)]


def scorers(
    *measures: str | Measure,
    average: str = DEFINITION,
    pos_label: Any = None,
    labels: Iterable[Any] | None = None,
) -> dict[str, Any]:
    """Scorers by name, for ``scoring=`` of cross_validate, GridSearchCV and TunedThresholdClassifierCV.

    Without names: every measure that is better high or better low. Rates join when ``pos_label`` says whose they are,
    or with an ``average`` over labels. Measures that are better low are negated and called ``neg_...``.
    """
    from sklearn.metrics import make_scorer

    wanted = several(measures) or [each for each in catalogue() if _fits(each, average, pos_label)]
    given = {"average": average, "pos_label": pos_label, "labels": None if labels is None else list(labels)}
    options = {name: value for name, value in given.items() if value is not None}
    made = {}
    for each in wanted:
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


# --- out of fold -----------------------------------------------------------------------------------------------------


def evaluate_cv(
    estimator: Any,
    X: Any,
    y: Any,
    *,
    cv: Any = None,
    groups: Any = None,
    sample_weight: Any = None,
    params: Mapping[str, Any] | None = None,
    n_jobs: int | None = None,
    **options: Any,
) -> Evaluation:
    """Judge an estimator by its predictions for items it was not fitted to, the counts of all folds together.

    ``cv``, ``groups``, ``params`` and ``n_jobs`` are those of scikit-learn's cross_validate; ``sample_weight`` weighs
    the items judged; everything else goes to `informed.evaluate`. The intervals are about the fitted models on
    average and say nothing of training again. The items of a group are a cluster, which the intervals allow for. Where
    folds repeat items, each item counts once in all.
    """
    folds = _folds(estimator, X, y, cv, groups)
    said = _out_of_fold(estimator, X, y, folds, params, n_jobs)
    note = f"{len(folds)} models, each judged on items it was not fitted to: intervals are about their average"
    weights = None if sample_weight is None else np.asarray(sample_weight)[said.tested]
    items = len(np.unique(said.tested))
    if items == len(said.tested):
        cluster = None if groups is None else np.asarray(groups)[said.tested]
        patterns = patterns_of_arrays(said.actual, {"predicted": said.predicted}, weights=weights, cluster=cluster)
        return evaluate(replace(patterns, notes=(*patterns.notes, note)), **options)
    if weights is not None:
        raise InputError("cv judges items more than once; with sample_weight use folds that do not repeat them")
    notes = [note, f"{items:,} items were judged {len(said.tested):,} times; intervals are those of {items:,} items"]
    if groups is not None:
        notes.append("items of one group depend on each other: intervals count items, so they may be too short")
    counts = count(said.actual, said.predicted)
    shared = counts.table * (items / len(said.tested))
    return evaluate(Counts(shared, labels=counts.labels, n=items, notes=(*counts.notes, *notes)), **options)


def compare_cv(
    estimators: Mapping[str, Any],
    X: Any,
    y: Any,
    *,
    measures: Iterable[str | Measure] = ("informedness",),
    cv: Any = None,
    groups: Any = None,
    params: Mapping[str, Any] | None = None,
    n_jobs: int | None = None,
    level: float = 0.95,
    adjust: str = "holm",
) -> tuple[Difference, ...]:
    """Compare estimators over the same folds; the first is the baseline.

    Folds share training items: the variance is corrected for it (Nadeau & Bengio 2003), which a paired t test is not.
    """
    if len(estimators) < 2:
        raise InputError(f"estimators: {list(estimators)} is not enough to compare; give at least two by name")
    folds = _folds(next(iter(estimators.values())), X, y, cv, groups)
    said = {name: _out_of_fold(each, X, y, folds, params, n_jobs) for name, each in estimators.items()}
    counted = {name: count(each.actual, each.predicted, by={"fold": each.fold}).table for name, each in said.items()}
    overlap = sum(len(test) for _, test in folds) / sum(len(train) for train, _ in folds)
    return fold_differences(counted, several(measures), overlap, level=level, adjust=adjust)


def _folds(estimator: Any, X: Any, y: Any, cv: Any, groups: Any) -> list[tuple[Any, Any]]:
    """The same splits for everything that is fitted."""
    from sklearn.base import is_classifier
    from sklearn.model_selection import check_cv

    return list(check_cv(cv, y, classifier=is_classifier(estimator)).split(X, y, groups))


class _Said(NamedTuple):
    """What was predicted for items not fitted to: which item, in which fold, what it is and what was said."""

    tested: Any
    fold: Any
    actual: Any
    predicted: Any


def _out_of_fold(estimator: Any, X: Any, y: Any, folds: list[tuple[Any, Any]], params: Any, n_jobs: Any) -> _Said:
    from sklearn.model_selection import cross_validate
    from sklearn.utils import _safe_indexing as take

    fitted = cross_validate(
        estimator,
        X,
        y,
        cv=folds,
        scoring=_unscored,
        params=params,
        n_jobs=n_jobs,
        return_estimator=True,
        error_score="raise",
    )["estimator"]
    tests = [test for _, test in folds]
    return _Said(
        np.concatenate(tests),
        np.repeat(np.arange(len(tests)), [len(test) for test in tests]),
        np.concatenate([np.asarray(take(y, test)) for test in tests]),
        np.concatenate([np.asarray(model.predict(take(X, test))) for model, test in zip(fitted, tests, strict=True)]),
    )


def _unscored(estimator: Any, X: Any, y: Any) -> float:
    """For cross_validate, which insists on a score; the predictions are counted instead."""
    return 0.0
