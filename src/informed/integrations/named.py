"""Functions of scikit-learn that are no measure of one table, under its names and with its numbers."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any

import numpy as np

from informed.core.errors import InputError, choice
from informed.core.labels import plain_labels
from informed.core.registry import get
from informed.core.scores import Scores
from informed.core.table import Array
from informed.integrations.averages import over_labels
from informed.integrations.sklearn import (
    counted,
    indicators,
    settled,
    split_by_item,
    split_by_label,
    warning,
    weights_of,
)
from informed.questions.sweep.area import area
from informed.questions.sweep.partial import Range, partial_auc
from informed.writers.layout import columns

SHOWN = {"precision": "precision", "recall": "recall", "f1-score": "f_measure", "informedness": "informedness"}


def zero_one_loss(y_true: Any, y_pred: Any, *, normalize: bool = True, sample_weight: Any = None) -> float:
    """The share of items whose label, or set of labels, is not that predicted; ``normalize=False`` counts them."""
    if (sets := indicators(y_true, y_pred)) is not None:
        wrong = (sets[0] != sets[1]).any(1)
        weight = weights_of(wrong, sample_weight)
        return float(weight @ wrong / (weight.sum() if normalize else 1))
    table = counted(y_true, y_pred, sample_weight).table
    return float((table.sum() - np.trace(table)) / (table.sum() if normalize else 1))


def right_items(y_true: Any, y_pred: Any, *, normalize: bool = True, sample_weight: Any = None) -> float:
    """Accuracy as scikit-learn has it: what `zero_one_loss` leaves, also of sets of labels."""
    whole = 1.0 if normalize else np.shape(y_true)[0] if sample_weight is None else float(np.sum(sample_weight))
    return whole - zero_one_loss(y_true, y_pred, normalize=normalize, sample_weight=sample_weight)


def hamming_loss(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> float:
    """The share of labels that are wrong: of sets over all items and labels, else as `zero_one_loss`."""
    if (sets := indicators(y_true, y_pred)) is not None:
        return float(np.average((sets[0] != sets[1]).mean(1), weights=weights_of(sets[0], sample_weight)))
    return zero_one_loss(y_true, y_pred, sample_weight=sample_weight)


def multilabel_confusion_matrix(
    y_true: Any,
    y_pred: Any,
    *,
    sample_weight: Any = None,
    labels: Iterable[Any] | None = None,
    samplewise: bool = False,
) -> Array:
    """Each label against the rest as ``[[tn, fp], [fn, tp]]``; with ``samplewise`` each item, of sets alone."""
    if samplewise:
        if labels is not None:
            raise InputError("labels= chooses labels and samplewise=True items; give one of them")
        table = split_by_item(y_true, y_pred)
        if sample_weight is not None:
            table = table * weights_of(table, sample_weight)[:, None, None]
    else:
        table = split_by_label(y_true, y_pred, sample_weight, labels)[1]
    flipped = table[:, ::-1, ::-1]
    return flipped if sample_weight is not None else flipped.astype(np.int64)


def class_likelihood_ratios(
    y_true: Any,
    y_pred: Any,
    *,
    labels: Iterable[Any] | None = None,
    sample_weight: Any = None,
    replace_undefined_by: float | Mapping[str, float] = np.nan,
) -> tuple[float, float]:
    """The positive and the negative likelihood ratio of the second of two labels.

    As in scikit-learn a ratio with nothing below the line is undefined, also where it would be infinite.
    """
    names, split = split_by_label(y_true, y_pred, sample_weight, labels)
    if len(names) != 2:
        raise InputError(f"class_likelihood_ratios is of two labels, and there are {len(names)}: {list(names)}")
    (found, missed), (false, right) = split[1]
    instead = dict(replace_undefined_by) if isinstance(replace_undefined_by, Mapping) else None
    positives, negatives = found + missed, false + right

    def ratio(name: str, above: float, below: float) -> float:
        if positives and below:
            return float(above / positives / (below / negatives))
        why = "no item of the positive label" if not positives else "0 below the line"
        warnings.warn(f"{name} is undefined: {why}. Give replace_undefined_by= to settle it.", warning(), stacklevel=3)
        return float(replace_undefined_by if instead is None else instead.get(name, np.nan))  # type: ignore[arg-type]

    return ratio("LR+", found, false), ratio("LR-", missed, right)


def classification_report(
    y_true: Any,
    y_pred: Any,
    *,
    labels: Iterable[Any] | None = None,
    target_names: Iterable[str] | None = None,
    sample_weight: Any = None,
    digits: int = 2,
    output_dict: bool = False,
    zero_division: str | float = "warn",
) -> str | dict[str, Any]:
    """Precision, recall, F1 and support of each label and their means as in scikit-learn, with informedness beside.

    ``micro avg`` pools the labels, where nothing can be corrected for chance: its informedness stays empty.
    """
    names, split = split_by_label(y_true, y_pred, sample_weight, labels)
    titles = [str(each) for each in names] if target_names is None else [str(each) for each in target_names]
    if len(titles) != len(names):
        raise InputError(f"target_names has {len(titles)} names for {len(names)} labels {list(names)}")
    measures = {title: get(name) for title, name in SHOWN.items()}
    support = split[:, 0].sum(-1)
    values = {title: settled(each, split, zero_division) for title, each in measures.items()}
    found: dict[str, Any] = {
        title: {**{each: float(values[each][place]) for each in values}, "support": float(support[place])}
        for place, title in enumerate(titles)
    }
    pooled = split.sum(0)
    one_each = indicators(y_true, y_pred) is None and labels is None
    if one_each:
        found["accuracy"] = float(pooled[0, 0] / pooled[0].sum())
    else:
        rates = {title: float(settled(each, pooled, zero_division)) for title, each in measures.items()}
        found["micro avg"] = {**rates, "informedness": np.nan, "support": float(support.sum())}
    left_out = "nan" if zero_division != zero_division else "limit"
    for title, average in (("macro avg", "macro"), ("weighted avg", "weighted")):
        means = {each: float(over_labels(values[each], split, average, left_out)) for each in values}
        found[title] = {**means, "support": float(support.sum())}
    return found if output_dict else _written(found, len(titles), digits)


def _written(found: Mapping[str, Any], labels: int, digits: int) -> str:
    """The report as text: the labels, then the means."""
    rows = [["", *SHOWN, "support"], [""] * (len(SHOWN) + 2)]
    whole = found["macro avg"]["support"]
    for place, (title, row) in enumerate(found.items()):
        if place == labels:
            rows.append([""] * len(rows[0]))
        if isinstance(row, float):
            row = {"f1-score": row, "support": whole}
        shown = [row.get(each, np.nan) for each in SHOWN]
        rows.append([title, *("" if each != each else f"{each:.{digits}f}" for each in shown), f"{row['support']:g}"])
    return columns(rows, left=0, indent="") + "\n"


def roc_auc_score(
    y_true: Any,
    y_score: Any,
    *,
    average: str | None = "macro",
    sample_weight: Any = None,
    max_fpr: float | None = None,
    multi_class: str = "raise",
    labels: Iterable[Any] | None = None,
) -> Any:
    """The area under the ROC curve of the second of two labels; of more, and of sets, that of each label or its mean.

    `informed.sweep` has its interval. ``max_fpr`` takes the part below this fallout, corrected so that chance is 1/2
    (McClish 1989). ``average`` of "micro" ranks the scores of all labels as if they had one threshold, "samples", of
    sets alone, the labels of each item.
    """
    if average is not None:
        choice("average", average, ("macro", "weighted", "micro", "samples"))
    scores = np.asarray(y_score, dtype=np.float64)
    if not np.isfinite(scores).all():
        raise InputError("y_score contains NaN or infinity; leave those items out")
    if np.ndim(y_true) == 2 and np.shape(y_true)[1] > 1:
        there = np.asarray(y_true) != 0
        if scores.shape != there.shape:
            raise InputError(f"y_score has the shape {scores.shape}, y_true {there.shape}; each label needs its scores")
        return _areas(there, scores, sample_weight, average, max_fpr)
    actual = np.asarray(y_true).reshape(-1)
    names = np.unique(actual) if labels is None else np.asarray(plain_labels(labels))
    if scores.ndim == 1 or scores.shape[1] == 1:
        if len(names) > 2:
            raise InputError(f"y_score has one column for {len(names)} labels; give one for each, with multi_class=")
        return _area(actual == names[-1], scores.reshape(-1), sample_weight, max_fpr)
    if max_fpr is not None and max_fpr != 1:
        raise InputError(f"max_fpr={max_fpr!r} is of two labels, or of sets; of more labels leave it out")
    if multi_class not in ("ovr", "ovo"):
        raise InputError(f"multi_class={multi_class!r}: y_score has {scores.shape[1]} columns; say 'ovr' or 'ovo'")
    there = actual[:, None] == names[None, :]
    if scores.shape != there.shape:
        raise InputError(f"y_score has the shape {scores.shape} for {len(actual)} items and labels {list(names)}")
    if average == "samples":
        raise InputError("average='samples' is of sets of labels; this has one label for each item")
    if multi_class == "ovr":
        return _areas(there, scores, sample_weight, average)
    if sample_weight is not None or average in (None, "micro"):
        raise InputError(f"multi_class='ovo' has neither sample_weight= nor average={average!r}; say 'ovr'")
    found, share = [], []
    for a, b in combinations(range(len(names)), 2):
        either = there[:, a] | there[:, b]
        found.append(np.mean([_area(there[either, k], scores[either, k], None) for k in (a, b)]))
        share.append(either.mean())
    return float(np.average(found, weights=share if average == "weighted" else None))


def _area(positive: Array, scores: Array, weights: Any, most: float | None = None) -> float:
    """The area of one label; undefined, with a warning, where it never or always occurs."""
    if positive.all() or not positive.any():
        warnings.warn("ROC AUC is undefined: only one label occurs.", warning(), stacklevel=3)
        return float("nan")
    read = Scores.of(positive, scores, weights=weights)
    if most is None or most == 1:
        return float(area(read).value)
    return partial_auc(read, Range("fallout", 0.0, most), 0.95).value


def _areas(there: Array, scores: Array, weights: Any, average: str | None, most: float | None = None) -> Any:
    """That of each label, or one of them all; ``there``: whether each item has each label."""
    if average == "micro":
        return _area(
            there.ravel(), scores.ravel(), None if weights is None else np.repeat(weights, there.shape[1]), most
        )
    by_item = average == "samples"
    each = zip(there, scores, strict=True) if by_item else zip(there.T, scores.T, strict=True)
    found = [_area(positive, said, None if by_item else weights, most) for positive, said in each]
    if average is None:
        return np.array(found)
    share = (
        weights_of(there, weights)
        if by_item
        else np.average(there, axis=0, weights=weights)
        if average == "weighted"
        else None
    )
    return float(np.average(found, weights=share))
