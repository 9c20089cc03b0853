"""How one run judges any counts it is given: the same for the whole and for every group."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from informed.core import table as tables
from informed.core.counts import Counts
from informed.core.estimate import Estimate
from informed.core.labels import Label
from informed.core.patterns import Patterns
from informed.core.registry import Measure, catalogue, get
from informed.core.signature import clustered
from informed.core.undefined import explain
from informed.inference.chance import chance_mean
from informed.inference.claims import GAPS, Claims, equal, guessing, independent, over_labels
from informed.inference.dependence import Grouped, plainly
from informed.inference.design import Design, Items, weighed
from informed.inference.interval import METHODS, Interval, interval, p_value
from informed.inference.sample import Sample
from informed.inference.tests.significance import Test, significance
from informed.questions.evaluate.abstention import Abstention, abstaining
from informed.questions.evaluate.diagnosis import unjudged
from informed.questions.price.compute import Pricing, priced

DRAWS, SEED = 4000, 0  # unless asked otherwise; a signature says nothing of what is usual


@dataclass(frozen=True)
class Recipe:
    """Everything that, beside the counts, decides a number."""

    positive: Label | None
    undefined: str
    reference: str
    level: float
    method: str | None
    draws: int
    seed: int
    extra: tuple[Measure, ...]
    value: Any = None
    cost: Any = None
    only: tuple[Measure, ...] | None = None
    per_label_only: tuple[Measure, ...] | None = None
    view: str = "table"
    patterns: Patterns | None = None
    """The items in their clusters and strata, where they are not independent."""

    def options(self, found: Iterable[Estimate] = ()) -> dict[str, Any]:
        """What the signature says of it; a method that some of the intervals found do not have is not all of it."""
        others = {each.method for each in found} - {None, self.method}
        return {
            "view": None if self.view == "table" else self.view,
            "positive": self.positive,
            "level": self.level,
            **clustered(self.patterns),
            "interval": f"{self.method}+default" if self.method and others else self.method,
            "draws": self.draws if self.method or self.draws != DRAWS else None,
            "seed": self.seed if self.method or self.seed != SEED else None,
            "undefined": None if self.undefined == "limit" else self.undefined,
            "reference": None if self.reference == "gold" else self.reference,
            "measures": "+".join(map(str, self.extra)) or None,
            "value": None if self.value is None else np.asarray(self.value).tolist(),
            "cost": None if self.cost is None else np.asarray(self.cost).tolist(),
            "only": None if self.only is None else "+".join(sorted(map(str, self.only))),
        }

    @cached_property
    def _together(self) -> Patterns | None:
        """The items that really belong together; none where every cluster is a single item."""
        found = None if self.patterns is None else plainly(self.patterns)
        return found if found is not None and found.grouped else None

    def overall(self, counts: Counts) -> dict[str, Estimate]:
        """Every measure that applies to the table as a whole."""
        rows, columns = counts.table.shape
        kinds = ("table", "binary") if self.positive is not None else ("table",)
        fitting = (each for each in (*_ready(self.only), *self.extra) if each.kind in kinds)
        wanted = [each for each in fitting if each.applies(rows, columns) and (counts.square or not each.square)]
        designs = {placed: self._design(counts, placed=placed) for placed in {each.placed for each in wanted}}
        versions = _versions(tables.as_table(counts.table))
        answered = counts.table.any()
        means = {each: chance_mean(each, counts) for each in wanted if answered and each.entropies is not None}
        return {
            str(each): self._estimates(each, counts, versions, designs[each.placed], [None], means.get(each))[0]
            for each in wanted
        }

    def per_label(self, counts: Counts) -> dict[str, dict[str, Estimate]]:
        """Every measure of a label against the rest, all labels as one batch."""
        if not counts.square:
            return {}
        wanted = [each for each in _ready(self.per_label_only) if each.labelwise]
        wanted += [each for each in self.extra if each.labelwise or each.kind == "binary"]
        design = self._design(counts, tables.one_vs_rest)
        versions = tables.one_vs_rest(_versions(tables.as_table(counts.table)))
        columns = {str(each): self._estimates(each, counts, versions, design, counts.labels) for each in wanted}
        return {
            str(label): {name: column[place] for name, column in columns.items()}
            for place, label in enumerate(counts.labels)
        }

    def significance(self, counts: Counts) -> dict[str, Test]:
        """The tests that apply; none where some items were never judged, none was answered, or none was asked for."""
        if unjudged(counts) or not counts.table.any() or self.only is not None:
            return {}
        if self._together is None:
            return significance(counts, seed=self.seed)
        p = float(p_value("informedness", self._design(counts)))
        return {
            "informedness": Test(
                float(get("informedness")(counts)), None, p, "informedness is 0; allows for clusters and strata"
            )
        }

    def claims(
        self, counts: Counts, measures: Mapping[str, Estimate], per_label: Mapping[str, Mapping[str, Estimate]]
    ) -> Claims:
        """The tests behind the sentences of the verdict; those of labels only where one looks worse than guessing."""
        design = self._design(counts)
        if design is None or not counts.square or unjudged(counts) or not counts.table.any():
            return Claims()
        gains = [row["informedness"].high for row in per_label.values() if "informedness" in row]
        perverse = len(gains) > 2 and any(high is not None and high < 0 for high in gains)
        split = self._design(counts, tables.one_vs_rest) if perverse else None
        labels = {} if split is None else dict(zip(map(str, counts.labels), over_labels(split).tolist(), strict=True))
        gaps = {pair: equal(*pair, design) for pair in GAPS if {*pair} <= {*measures}}
        return Claims(guessing(design), independent(design), gaps, labels)

    def abstention(self, counts: Counts) -> Abstention | None:
        """What abstaining is worth, where the predictor may abstain."""
        return None if counts.abstained is None or not counts.square else abstaining(counts, level=self.level)

    def pricing(self, counts: Counts) -> Pricing | None:
        """What the predictor is worth, where prices are given."""
        asked = self.value is not None or self.cost is not None
        return priced(counts, value=self.value, cost=self.cost, level=self.level) if asked else None

    def _estimates(
        self,
        measure: Measure,
        counts: Counts,
        versions: Any,
        design: Design | None,
        labels: Sequence[Label | None],
        mean: float | None = None,
    ) -> list[Estimate]:
        """The estimates of one measure for every label (or for the whole table: ``[None]``)."""
        if measure.given != "predicted" and (unknown := unjudged(counts)):
            why = f"refused: {unknown} items have no actual label; use missing='drop' to judge the others alone"
            return [Estimate(value=float("nan"), note=why)] * len(labels)
        if not counts.table.any():
            return [Estimate(value=float("nan"), note="undefined: no item was answered")] * len(labels)
        raw = measure.raw(versions)
        values, chances = np.reshape(measure.settle(versions, raw, self.undefined), (2, len(labels))).tolist()
        if measure.fixed_chance is not None:  # known exactly, without the rounding of an expected table
            chances = [measure.fixed_chance] * len(labels)
        known = np.ravel(raw[0]).tolist()
        notes = [explain(measure, counts, *each) for each in zip(known, values, labels, strict=True)]
        alone = [Estimate(value, chance, note=note) for value, chance, note in zip(values, chances, notes, strict=True)]
        within = alone if design is None else self._within(measure, design).around(values, chances, notes)
        found = [one if np.isnan(was) else both for was, one, both in zip(known, alone, within, strict=True)]
        return found if mean is None else [replace(each, chance_mean=mean) for each in found]

    def _design(self, counts: Counts, view: Any = tables.as_table, *, placed: bool = False) -> Design | None:
        """How the items were drawn, seen through a view of the table; None where their number is unknown.

        A label that never occurs changes no interval, unless its place does (``placed``): then every label is kept.
        """
        together = self._together
        if together is not None:
            if view is tables.one_vs_rest:
                return Grouped(together, together.systems[0]).labels()
            return Grouped(together if placed else together.occurring(), together.systems[0])
        if counts.n is None:
            return None
        if counts.square and view is tables.as_table and not placed:
            counts = counts.occurring(alike=True)
        if counts.squares is None:
            return Items(view(counts.table))
        return weighed(view(counts.table), view(counts.squares), view(counts.items))

    def _within(self, measure: Measure, design: Design) -> Interval:
        """Intervals by the method asked for where it applies, by the measure's own otherwise."""
        options: dict[str, Any] = {"level": self.level, "draws": self.draws, "seed": self.seed}
        fits = self.method is not None and METHODS[self.method].applies(measure, Sample(design))
        return interval(measure, design, method=self.method if fits else None, **options)


def _ready(only: tuple[Measure, ...] | None) -> list[Measure]:
    """The measures that a table alone suffices for: all of them, or only those asked for."""
    return [each for each in (catalogue() if only is None else only) if each.ready]


def _versions(table: Any) -> Any:
    """The table and what chance would make of it, as one batch."""
    return np.stack([table, tables.expected(table)])
