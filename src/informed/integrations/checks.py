"""What may be wrong with an estimator and its data, found beside its predictions out of fold: findings with codes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from informed.core.finding import Finding
from informed.core.registry import get
from informed.core.scores import Scores
from informed.core.table import Array
from informed.core.words import rate
from informed.questions.compare.compute import compared
from informed.questions.evaluate import Evaluation
from informed.questions.sweep.area import area, auc
from informed.readers.counting import count, items

if TYPE_CHECKING:
    from informed.integrations.out_of_fold import Said

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

    from informed.integrations.out_of_fold import predicted_by

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
