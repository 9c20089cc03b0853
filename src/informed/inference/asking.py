"""What is compared: measures of the whole table, or of one label, which is always named."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from informed.core.counts import Counts
from informed.core.errors import InputError, arg
from informed.core.items import Items
from informed.core.labels import Label, written
from informed.core.registry import Measure, find, get
from informed.core.table import Array
from informed.inference.dependence import Grouped, grouped
from informed.inference.pairing import correlations


@dataclass(frozen=True)
class Asked:
    """A measure of the whole table, or of one label against the rest."""

    measure: Measure
    label: Label | None = None

    def __str__(self) -> str:
        return str(self.measure) if self.label is None else f"{self.measure}[{self.label}]"

    def seen(self, data: Items) -> Items:
        """What it is a measure of; a label that never occurs changes nothing, unless it is a step of a scale."""
        if self.label is not None:
            return data.one_vs_rest(self.label).plain()
        return (data if self.measure.placed else data.occurring()).plain()

    def sampled(self, sample: Counts | Items) -> Counts | Grouped:
        """The same of counts, or of the items of one system with their clusters."""
        if isinstance(sample, Items):
            return grouped(self.seen(sample))
        return sample if self.label is None else sample.one_vs_rest(self.label)

    def together(self, samples: Iterable[Counts | Items]) -> Array:
        """How its values move together over samples that share clusters."""
        seen = (each if self.label is None else each.one_vs_rest(self.label) for each in samples)
        return correlations(self.measure, list(seen))


def wanted(
    measures: Iterable[str | Measure] | None, labels: Sequence[Label], square: bool, positive: Any
) -> list[Asked]:
    """The measures asked for, or the most telling ones."""
    given = None if positive is None else written(positive, labels, "positive")
    if measures is None:
        return [Asked(each) for each in find(headline=True) if each.kind == "table" and (square or not each.square)]
    several = [measures] if isinstance(measures, (str, Measure)) else measures
    return [_one(get(each), labels, given) for each in several]


def _one(asked: Measure, labels: Sequence[Label], positive: Label | None) -> Asked:
    """The label is never guessed: a measure of one label names it, or takes the positive one."""
    measure = replace(asked, label=None)
    if asked.label is not None and measure.kind == "table" and not measure.labelwise:
        raise InputError(f"{measure} is a measure of the whole table; leave out the label {asked.label!r}")
    if asked.label is not None:
        return Asked(measure, written(asked.label, labels, str(measure)))
    if measure.kind == "table":
        return Asked(measure)
    if positive is None:
        raise InputError(
            f"{measure} is of one label: write '{measure}[{labels[0]}]' "
            f"or '{measure}[{labels[-1]}]', or give {arg('positive')}"
        )
    return Asked(measure, positive)
