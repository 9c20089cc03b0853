"""Estimators of scikit-learn judged and compared by their predictions for items they were not fitted to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from informed.core.counts import Counts
from informed.core.errors import InputError
from informed.core.registry import Measure, get
from informed.core.scores import Scores
from informed.core.table import Array
from informed.core.words import Finding, rate
from informed.questions.compare.compute import compared
from informed.questions.compare.result import Comparison
from informed.questions.evaluate import Evaluation, evaluate
from informed.questions.sweep.area import area, auc
from informed.readers.counting import count, items

GAP = 0.1  # by which the items that it was fitted to must be better known than the interval of new ones allows
KNOWN = 0.97  # of the pairs that one column must rank right before it is asked after
MOST_COLUMNS, MOST_FOLDS = 500, 50


def findings(X: Any, y: Any, said: Said, evaluation: Evaluation) -> Iterator[Finding]:
    """What is shown to be so; a check whose data are not there (numbers, two labels) says nothing."""
    yield from overfitted(X, y, said, evaluation)
    if (table := _numbers(X)) is not None:
        yield from leaking(table, getattr(X, "columns", range(table.shape[1])), y)
        yield from worse_than_simple(table, y, said)


def overfitted(X: Any, y: Any, said: Said, evaluation: Evaluation) -> Iterator[Finding]:
    """Informedness on the items fitted to lies above the interval of that on new items, by more than 0.1."""
    from sklearn.utils import _safe_indexing as take

    new = evaluation.measures["informedness"]
    if new.high is None:
        return
    actual = np.concatenate([np.asarray(take(y, train)) for train, _ in said.folds])
    told = [model.predict(take(X, train)) for model, (train, _) in zip(said.models, said.folds, strict=True)]
    fitted = float(get("informedness")(count(actual, np.concatenate(told)).table))
    if fitted - new.high > GAP:
        text = f"informedness {fitted:.2f} there, {new.value:.2f} here (95% CI at most {new.high:.2f})"
        text = text.replace("95%", f"{100 * (new.level or 0.95):g}%")
        yield Finding("overfitted", f"it knows the items that it was fitted to better than new ones: {text}")


def leaking(table: Array, names: Any, y: Any) -> Iterator[Finding]:
    """One column alone ranks nearly all pairs of a positive and another item right."""
    labels = np.unique(np.asarray(y))
    if len(labels) != 2 or table.shape[1] > MOST_COLUMNS:
        return
    positive = np.asarray(y) == labels[1]
    for name, column in zip(names, table.T, strict=True):
        turned = column if area(Scores.of(positive, column)).value >= 0.5 else -column
        found = auc(Scores.of(positive, turned), 1 - 0.05 / table.shape[1])
        if found.low is not None and found.low > KNOWN:
            told = f"at least {rate(found.low)} of the pairs"
            yield Finding("leak", f"column {name!r} alone ranks {told} right: is it known before the label is?")


def worse_than_simple(table: Array, y: Any, said: Said) -> Iterator[Finding]:
    """Logistic regression is better on the same folds, by the test of `compare_cv`."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    if len(said.folds) > MOST_FOLDS or min(len(test) for _, test in said.folds) < 2:
        return
    simple = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))
    beside = predicted_by(simple, table, y, said.folds, None, None).predicted
    both = items(said.actual, {"simple": beside, "own": said.predicted}, by={"fold": said.fold})
    found = compared(both, measures=["informedness"], fold="fold", overlap=said.overlap).differences[0]
    if found.p is not None and found.p < 0.05 and found.estimate.value * (1 if found.first == "own" else -1) < 0:
        value = abs(found.estimate.value)
        yield Finding("worse_than_simple", f"logistic regression has {value:.2f} more informedness on the same folds")


def _numbers(X: Any) -> Array | None:
    """The columns as finite numbers, where they all are."""
    try:
        table = np.asarray(X, dtype=np.float64)
    except (TypeError, ValueError):
        return None
    return table if table.ndim == 2 and np.isfinite(table).all() else None


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
    checks: bool = True,
    **options: Any,
) -> Evaluation:
    """Judge an estimator by its predictions for items it was not fitted to, the counts of all folds together.

    ``cv``, ``groups``, ``params`` and ``n_jobs`` are those of scikit-learn's cross_validate; ``sample_weight`` weighs
    the items judged; everything else goes to `informed.evaluate`. The intervals are about the fitted models on
    average and say nothing of training again. The items of a group are a cluster, which the intervals allow for. Where
    folds repeat items, each item counts once in all.

    ``checks``: notes say where it knows the items that it was fitted to far better (code ``overfitted``), one column
    gives the label away (``leak``), or logistic regression does better (``worse_than_simple``), as often falsely as
    docs/coverage/checks.md says. The last two need columns of numbers, ``leak`` two labels.
    """
    folds = _folds(estimator, X, y, cv, groups)
    said = predicted_by(estimator, X, y, folds, params, n_jobs)

    def noted(read: Any) -> Evaluation:
        found: Evaluation = evaluate(read, **options)
        told = tuple(findings(X, y, said, found)) if checks else ()
        return evaluate(replace(read, notes=(*read.notes, *told)), **options) if told else found

    note = f"{len(folds)} models, each judged on items it was not fitted to: intervals are about their average"
    weights = None if sample_weight is None else np.asarray(sample_weight)[said.tested]
    n = len(np.unique(said.tested))
    if n == len(said.tested):
        cluster = None if groups is None else np.asarray(groups)[said.tested]
        read = items(said.actual, said.predicted, weights=weights, cluster=cluster)
        return noted(replace(read, notes=(*read.notes, note)))
    if weights is not None:
        raise InputError("cv judges items more than once; with sample_weight use folds that do not repeat them")
    notes = [note, f"{n:,} items were judged {len(said.tested):,} times; intervals are those of {n:,} items"]
    if groups is not None:
        notes.append("items of one group depend on each other: intervals count items, so they may be too short")
    counts = count(said.actual, said.predicted)
    shared = counts.table * (n / len(said.tested))
    return noted(Counts(shared, labels=counts.labels, n=n, notes=(*counts.notes, *notes)))


def out_of_fold(
    estimator: Any,
    X: Any,
    y: Any,
    *,
    cv: Any = None,
    groups: Any = None,
    params: Mapping[str, Any] | None = None,
    n_jobs: int | None = None,
) -> dict[str, Any]:
    """What an estimator says of items it was not fitted to, as columns for any question.

    ``item``, ``fold``, ``actual``, ``predicted``; of an estimator of two labels that gives probabilities also
    ``score``, that of the second. Everything given is as in `evaluate_cv`.
    """
    said = predicted_by(estimator, X, y, _folds(estimator, X, y, cv, groups), params, n_jobs)
    found = {"item": said.tested, "fold": said.fold, "actual": said.actual, "predicted": said.predicted}
    if len(np.unique(said.actual)) == 2 and hasattr(said.models[0], "predict_proba"):
        from sklearn.utils import _safe_indexing as take

        each = zip(said.models, said.folds, strict=True)
        found["score"] = np.concatenate([model.predict_proba(take(X, test))[:, 1] for model, (_, test) in each])
    return found


def compare_cv(
    estimators: Mapping[str, Any],
    X: Any,
    y: Any,
    *,
    measures: Iterable[str | Measure] | None = None,
    positive: Any = None,
    cv: Any = None,
    groups: Any = None,
    params: Mapping[str, Any] | None = None,
    n_jobs: int | None = None,
    level: float = 0.95,
    adjust: str = "holm",
    margin: float | None = None,
) -> Comparison:
    """Compare estimators over the same folds; the first is the baseline. All else is as in `informed.compare`.

    Folds share training items: the variance is corrected for it (Nadeau & Bengio 2003), which a paired t test is not.
    """
    if len(estimators) < 2:
        raise InputError(f"estimators: {list(estimators)} is not enough to compare; give at least two by name")
    folds = _folds(next(iter(estimators.values())), X, y, cv, groups)
    said = {name: predicted_by(each, X, y, folds, params, n_jobs) for name, each in estimators.items()}
    first = next(iter(said.values()))
    read = items(first.actual, {name: each.predicted for name, each in said.items()}, by={"fold": first.fold})
    how: dict[str, Any] = {"measures": measures, "positive": positive, "margin": margin}
    return compared(read, **how, level=level, adjust=adjust, fold="fold", overlap=first.overlap)


def _folds(estimator: Any, X: Any, y: Any, cv: Any, groups: Any) -> list[tuple[Any, Any]]:
    """The same splits for everything that is fitted."""
    from sklearn.base import is_classifier
    from sklearn.model_selection import check_cv

    return list(check_cv(cv, y, classifier=is_classifier(estimator)).split(X, y, groups))


class Said(NamedTuple):
    """What was predicted for items not fitted to: which item, in which fold, what it is and what was said, by whom."""

    tested: Any
    fold: Any
    actual: Any
    predicted: Any
    models: list[Any]
    folds: list[tuple[Any, Any]]

    @property
    def overlap(self) -> float:
        """How many items judge for one that is fitted to, which the corrected test wants to know."""
        return sum(len(test) for _, test in self.folds) / sum(len(train) for train, _ in self.folds)


def predicted_by(estimator: Any, X: Any, y: Any, folds: list[tuple[Any, Any]], params: Any, n_jobs: Any) -> Said:
    """The estimator fitted to the rest of each fold, and what it says of the fold."""
    from sklearn.model_selection import cross_validate
    from sklearn.utils import _safe_indexing as take

    how = {"cv": folds, "scoring": _unscored, "params": params, "n_jobs": n_jobs, "error_score": "raise"}
    fitted = cross_validate(estimator, X, y, **how, return_estimator=True)["estimator"]
    tests = [test for _, test in folds]
    return Said(
        np.concatenate(tests),
        np.repeat(np.arange(len(tests)), [len(test) for test in tests]),
        np.concatenate([np.asarray(take(y, test)) for test in tests]),
        np.concatenate([np.asarray(model.predict(take(X, test))) for model, test in zip(fitted, tests, strict=True)]),
        fitted,
        folds,
    )


def _unscored(estimator: Any, X: Any, y: Any) -> float:
    """For cross_validate, which insists on a score; the predictions are counted instead."""
    return 0.0
