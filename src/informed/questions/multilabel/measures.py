"""Measures of label sets. All are one idea: a sum over categories (or items) divided by another such sum.

So one item more or less changes two sums by terms that depend on its own labels alone, and leaving out every item in
turn costs no more than reading the labels once.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from informed.core.estimate import Row, finite, written
from informed.core.labelsets import LabelSets
from informed.core.measures.agreement import error_rate, f_measure
from informed.core.measures.information import entropy_actual, entropy_joint, entropy_predicted, mutual_information
from informed.core.measures.informedness import correlation, informedness, markedness
from informed.core.measures.rates import precision, recall
from informed.core.registry import Measure
from informed.core.result import Result
from informed.core.sets import Sets, kinds
from informed.core.table import actuals, cells, expected, predictions, ratio, total
from informed.core.validate import Numbers


@dataclass(frozen=True)
class Habits:
    """How a labeller labels, whatever the items are, and how well a random labeller with these habits would agree."""

    categories: int
    categories_per_item: tuple[float, float]
    items_per_category: tuple[float, float]
    random_f_measure: float

    @classmethod
    def of(cls, side: Sets, margin: Numbers, counts: Numbers) -> "Habits":
        """Mean and (population) standard deviation; precision, recall and F of the random labeller are one number."""
        used, n = margin[margin > 0], counts.sum().item()
        mean = float(counts @ side.sizes / n)
        std = float(np.sqrt(counts @ (side.sizes - mean) ** 2 / n))
        spread = (float(used.mean()), float(used.std())) if len(used) else (0.0, 0.0)
        random = float((used**2).sum() / (n * used.sum())) if len(used) else float("nan")
        return cls(len(used), (mean, std), spread, random)


@dataclass(frozen=True, repr=False)
class Stability(Result):
    """Mean and standard deviation of each measure over random halves of the items, or over bootstrap draws."""

    resample: str
    draws: int
    n: int
    whole: Mapping[str, float]
    values: Mapping[str, Mapping[str, float]]
    signature: str

    kind: ClassVar[str] = "stability"
    json_types = written("whole", "values", measures=dict[str, Row])

    def __getitem__(self, measure: str) -> Mapping[str, float]:
        return self.values[measure]

    def head(self) -> tuple[str, str]:
        how = {"halves": "random splits into halves", "bootstrap": "bootstrap draws"}[self.resample]
        return "Numeric stability", f"{self.n:,} items, {self.draws:,} {how}"

    def rows(self) -> list[dict[str, Any]]:
        """One row a measure: on all items, and its mean and standard deviation."""
        named = ({"measure": name, "value": self.whole[name], **each} for name, each in self.values.items())
        return [{key: finite(value) for key, value in row.items()} for row in named]

    def facts(self) -> dict[str, Any]:
        """How it was tried, and how each measure varies."""
        told = {row.pop("measure"): row for row in self.rows()}
        return {"resample": self.resample, "draws": self.draws, "n": self.n, "measures": told}


Terms = Callable[[Any], Any]

ROUNDING = 1e-13  # of the terms added and taken away: what a sum that should be 0 may be left with


@dataclass(frozen=True)
class SetMeasure:
    """A ratio of two sums over the categories, or a mean over the items.

    ``part`` and ``whole`` give the terms of the sums for 2x2 tables ``(..., 2, 2)``, one for each category (or item).
    ``least`` and ``most``: its range. ``fixed_chance``: its value at chance when that is one number. ``biased``: small
    samples raise it even at chance.
    """

    name: str
    says: str
    part: Terms
    whole: Terms
    over: Literal["categories", "items"] = "categories"
    least: float = 0.0
    most: float = 1.0
    higher_is_better: bool = True
    fixed_chance: float | None = None
    biased: bool = False

    def of_tables(self, tables: Any) -> Any:
        """The value over the tables ``(..., categories, 2, 2)``."""
        return ratio(self.part(tables).sum(-1), self.whole(tables).sum(-1))

    def __call__(self, sets: LabelSets, counts: Numbers | None = None) -> Any:
        """The value; with other counts of the rows, a batch of values."""
        if self.over == "categories":
            return self.of_tables(sets.tables(counts))
        weights = sets.counts if counts is None else counts
        part, whole = self._per_row(sets)
        return ratio(weights @ part, weights @ whole)

    def chance(self, sets: LabelSets) -> float:
        """The value when the predicted sets are shuffled among the items: the same frequencies, no knowledge."""
        if self.fixed_chance is not None:
            return self.fixed_chance
        if self.over == "categories":
            return float(self.of_tables(expected(sets.tables())))
        return RANDOM[self.name](sets)

    def left_out(self, sets: LabelSets) -> Numbers:
        """The value without one item of each row: ``(rows,)``."""
        if self.over == "items":
            part, whole = self._per_row(sets)
            return np.asarray(ratio(sets.counts @ part - part, sets.counts @ whole - whole))
        tables = sets.tables()
        return np.asarray(ratio(_without_each(self.part, tables, sets), _without_each(self.whole, tables, sets)))

    def _per_row(self, sets: LabelSets) -> tuple[Numbers, Numbers]:
        tables = sets.object_tables()
        return np.asarray(self.part(tables)), np.asarray(self.whole(tables))


def _without_each(terms: Terms, tables: Numbers, sets: LabelSets) -> Numbers:
    """The sum of the terms over all categories with one item of each row left out."""
    cell = np.eye(4).reshape(4, 1, 2, 2)
    each = np.nan_to_num(terms(np.maximum(tables - cell, 0.0)))
    hit, missed, false, absent = each
    actual, predicted = sets.actual, sets.predicted
    left = absent.sum() + actual.sums((missed - absent)[actual.codes])
    both = np.where(sets.agreed, (hit - missed - false + absent)[predicted.codes], 0.0)
    left += predicted.sums((false - absent)[predicted.codes] + both)
    return np.where(np.abs(left) <= ROUNDING * np.abs(each).max(0).sum(), 0.0, left)


# --- terms -----------------------------------------------------------------------------------------------------------


def _hits(tables: Any) -> Any:
    return cells(tables)[0]


def _actual(tables: Any) -> Any:
    return actuals(tables)[..., 0]


def _predicted(tables: Any) -> Any:
    return predictions(tables)[..., 0]


def _occurs(tables: Any) -> Any:
    """1 for a category on either side; an unused one changes nothing."""
    return 1.0 * (_actual(tables) + _predicted(tables) > 0)


def _defined(measure: Measure) -> Terms:
    """A measure whose undefined values count 0."""
    return lambda tables: np.nan_to_num(measure.raw(tables))


def _weighted(measure: Measure, weight: Terms) -> Terms:
    """A measure times a weight; undefined values count 0."""
    return lambda tables: weight(tables) * np.nan_to_num(measure.raw(tables))


def _or_nothing_said(measure: Measure) -> Terms:
    """A measure whose undefined values count 0; but an item without labels that is given none is right."""
    return lambda tables: np.nan_to_num(measure.raw(tables)) + (1.0 - _occurs(tables))


def _every(tables: Any) -> Any:
    return np.ones(tables.shape[:-2])


def _exact(tables: Any) -> Any:
    _, fn, fp, _ = cells(tables)
    return 1.0 * (fn + fp == 0)


def _information(name: str, says: str, whole: Measure) -> SetMeasure:
    return SetMeasure(name, says, mutual_information.raw, whole.raw, fixed_chance=0.0, biased=True)


def _mean(measure: Measure, by: str, weight: Terms) -> SetMeasure:
    """A mean over the categories; a pooled table of all of them would not be corrected for chance."""
    says = f"mean {measure.name} of the categories, weighted by {by}"
    return SetMeasure(measure.name, says, _weighted(measure, weight), weight, least=-1.0, fixed_chance=0.0)


RATES = {"precision": precision, "recall": recall, "f_measure": f_measure}

_ALL = (
    _information("proficiency", "share of the information in the actual labels that is captured", entropy_actual),
    SetMeasure("precision", "of all labels given, the share that is right (pooled, micro)", _hits, _predicted),
    SetMeasure("recall", "of all actual labels, the share that is found (pooled, micro)", _hits, _actual),
    SetMeasure(
        "f_measure",
        "harmonic mean of pooled precision and recall",
        lambda tables: 2 * _hits(tables),
        lambda tables: _actual(tables) + _predicted(tables),
    ),
    _mean(informedness, "prevalence", _actual),
    _mean(markedness, "bias", _predicted),
    _mean(correlation, "prevalence", _actual),
    _information(
        "information_gain_ratio", "share of the predicted labels' information that is used", entropy_predicted
    ),
    _information("dependency", "share of all information that actual and predicted labels share", entropy_joint),
    *(
        SetMeasure(f"{name}_per_category", f"mean {name} of the categories (macro)", _defined(measure), _occurs)
        for name, measure in RATES.items()
    ),
    *(
        SetMeasure(f"{name}_per_object", f"mean {name} of the items", _or_nothing_said(measure), _every, over="items")
        for name, measure in RATES.items()
    ),
    SetMeasure("subset_accuracy", "share of items whose set is exactly right", _exact, _every, over="items"),
    SetMeasure(
        "hamming_loss",
        "share of all decisions, one for each item and declared category, that are wrong",
        lambda tables: error_rate.parts(tables)[0],
        total,
        higher_is_better=False,
    ),
)

MEASURES: dict[str, SetMeasure] = {each.name: each for each in _ALL}

EDGE = SetMeasure(
    "edge",
    "what the bets on each class win, over all items of one class each",
    _weighted(informedness, _predicted),
    _actual,
    least=-1.0,
    fixed_chance=0.0,
)


# --- sets assigned at random -----------------------------------------------------------------------------------------


def _mean_share(sets: LabelSets, side: Sets, shares: Numbers) -> float:
    """The mean over items of the mean share of the categories they have."""
    per_row = ratio(side.sums(shares[side.codes]), side.sizes)
    return float(sets.counts @ np.nan_to_num(per_row) / sets.total) + _random_nothing(sets)


def _random_nothing(sets: LabelSets) -> float:
    """How often an item without labels gets a set without labels, which is right."""
    without = (float(sets.counts @ (side.sizes == 0) / sets.total) for side in (sets.actual, sets.predicted))
    return math.prod(without)


def _random_precision(sets: LabelSets) -> float:
    return _mean_share(sets, sets.predicted, sets.margin(0) / sets.total)


def _random_recall(sets: LabelSets) -> float:
    return _mean_share(sets, sets.actual, sets.margin(1) / sets.total)


def _random_f(sets: LabelSets) -> float:
    """2 |A and P| / (|A| + |P|) over all pairs of an actual and a predicted set: a matter of their sizes."""
    from scipy.sparse import csr_array

    def by_size(side: Sets) -> tuple[Numbers, Any]:
        sizes, place = np.unique(side.sizes, return_inverse=True)
        entries = (sets.counts[side.rows].astype(float), (place[side.rows], side.codes))
        return sizes, csr_array(entries, shape=(len(sizes), len(sets.labels)))

    (sizes, actual), (others, predicted) = by_size(sets.actual), by_size(sets.predicted)
    shared = (actual @ predicted.T).toarray()
    found = float(np.nan_to_num(ratio(2 * shared, sizes[:, None] + others)).sum() / sets.total**2)
    return found + _random_nothing(sets)


def _random_exact(sets: LabelSets) -> float:
    """The probability that two random sets are the same."""
    _, kind = kinds([sets.actual.joined(sets.predicted)])
    actual, predicted = (np.bincount(half, sets.counts, kind.max() + 1) for half in np.split(kind, 2))
    return float(actual @ predicted / sets.total**2)


RANDOM: dict[str, Callable[[LabelSets], float]] = {
    "precision_per_object": _random_precision,
    "recall_per_object": _random_recall,
    "f_measure_per_object": _random_f,
    "subset_accuracy": _random_exact,
}
