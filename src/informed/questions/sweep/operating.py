"""One threshold of a sweep: its table, why it was chosen, and what it is worth."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from informed.core.counts import Counts
from informed.core.estimate import Estimate, Record
from informed.core.items import Items
from informed.core.registry import Measure, get
from informed.core.table import Array, two_by_two
from informed.core.validate import Numbers
from informed.core.words import number
from informed.inference.dependence import SingleUnitError
from informed.inference.estimates import positive_first as estimate
from informed.questions.deploy import at_prevalence

RATES = ("recall", "fallout", "precision", "informedness")
POINT = ("recall", "fallout", "precision", "bias", "informedness", "kite")  # what is written of a point
OPTIMISTIC = (
    "optimistic: the threshold was chosen on the same items; validate it on others, or cross-validate it (draws)"
)
CORRECTED = "cross-validation"  # the method of a value without the optimism of its choice


def thresholded(counts: Array) -> Array:
    """The tables ``(..., T + 1, 2, 2)`` at all thresholds of counts ``(..., 2, T)``; the first predicts no positive."""
    above = np.zeros((*counts.shape[:-1], counts.shape[-1] + 1))
    np.cumsum(counts, axis=-1, out=above[..., 1:])
    hits, alarms = above[..., 0, :], above[..., 1, :]
    return two_by_two(hits, hits[..., -1:] - hits, alarms, alarms[..., -1:] - alarms)


def table_at(part: Numbers, place: int) -> Numbers:
    """The table of the threshold at this place, from what both classes have at each score."""
    above = part[:, :place].sum(axis=1, dtype=np.float64 if part.dtype.kind == "f" else np.int64)
    return np.stack([above, part.sum(axis=1, dtype=above.dtype) - above], axis=1)


def optimistic(value: Estimate) -> Estimate:
    """The estimate with a warning: it was chosen among many."""
    return replace(value, note="; ".join(filter(None, [OPTIMISTIC, value.note])))


def valued(sample: Counts | Items, measure: str | Measure, **options: Any) -> Estimate:
    """The estimate of a sample whose first label is the positive one; without an interval where units do not vary."""
    try:
        return estimate(sample, measure, **options)
    except SingleUnitError as reason:
        if not isinstance(sample, Items):
            raise
        return Estimate(float(get(measure)(sample.counts().table)), note=f"no interval: {reason}")


@dataclass(frozen=True)
class OperatingPoint(Record):
    """A threshold, the counts it gives (positive label first), and the rule that chose it.

    An item is predicted positive when its score is at least ``threshold``. ``value`` is what the rule is about, the
    value of a ``measure``; the rates are those of these items, or where ``prevalence`` is another share of positives,
    those that they have there (which changes precision and bias alone).
    """

    json_keys = ("threshold", "rule", "value", "table", *POINT, "perverse")

    threshold: float
    counts: Counts
    rule: str
    found: Estimate
    level: float = 0.95
    measure: str = "informedness"
    items: Items | None = None  # with their clusters and strata, where they have any
    prevalence: float | None = None
    correct: Callable[[], Estimate] | None = field(default=None, compare=False, repr=False)
    crossed: Callable[..., tuple[Estimate, ...]] | None = field(default=None, compare=False, repr=False)

    @cached_property
    def value(self) -> Estimate:
        """What the rule is about, cross-validated where that was asked for, which takes its time."""
        return self.found if self.correct is None else self.correct()

    @property
    def corrected(self) -> bool:
        """Whether the value is corrected for choosing the threshold on the same items."""
        return self.value.method == CORRECTED

    def estimate(self, measure: str | Measure, **options: Any) -> Estimate:
        """Any measure at this threshold, with its interval."""
        return valued(self.counts if self.items is None else self.items, measure, level=self.level, **options)

    @property
    def table(self) -> Numbers:
        """Its table, actual x predicted."""
        return self.counts.table

    def _rate(self, name: str) -> float:
        table, there = self.counts.table, self.prevalence
        return float(get(name)(table if there is None else at_prevalence(table, (there, 1 - there))))

    @property
    def recall(self) -> float:
        """The share of positive items predicted positive."""
        return self._rate("recall")

    @property
    def fallout(self) -> float:
        """The share of other items predicted positive."""
        return self._rate("fallout")

    @property
    def precision(self) -> float:
        """The share of positive predictions that are right."""
        return self._rate("precision")

    @property
    def bias(self) -> float:
        """The share of items predicted positive."""
        return self._rate("bias")

    @property
    def informedness(self) -> float:
        """Recall less fallout."""
        return self._rate("informedness")

    @property
    def perverse(self) -> tuple[float, float]:
        """Fallout and recall of the predictor that always says the opposite."""
        return 1 - self.fallout, 1 - self.recall

    @property
    def kite(self) -> float:
        """The area of the kite between this point, its perverse and the ends of the chance line: informedness again.

        Powers 2007, section 2.4 and Figure 1.
        """
        return abs(self.informedness)

    def row(self) -> dict[str, Any]:
        """The point in one flat row."""
        data = self.to_dict()
        ends = {name: data["value"][name] for name in ("value", "low", "high")}
        return {"threshold": data["threshold"], "rule": self.rule, **ends, **{name: data[name] for name in POINT}}

    def __str__(self) -> str:
        rates = ", ".join(f"{name} {number(getattr(self, name))}" for name in RATES)
        head = f"threshold {self.threshold:.6g} ({self.rule})"
        if not self.corrected:
            return f"{head}: {rates}"
        return f"{head}: {self.measure} {self.value}, cross-validated; on the items that chose it {rates}"
