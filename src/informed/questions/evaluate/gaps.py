"""How far groups lie apart: the gap of each pair in several measures, with intervals that hold for all of them.

The largest gap of several groups is above 0 even where all are equal, so its own value proves nothing. The intervals of
all pairs and measures hold together; what they leave out of the largest gap is left out surely.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from informed.core.basis import counted, signature
from informed.core.errors import InputError
from informed.core.estimate import Estimate, Record, Row, written
from informed.core.labels import Label, assumed_positive
from informed.core.metrics import Figure
from informed.core.registry import get
from informed.core.result import Grid, Result
from informed.core.validate import Numbers
from informed.core.words import Finding, ci, coefficient, interval, number, within
from informed.inference.draws import generator

if TYPE_CHECKING:
    from informed.inference.estimates import Estimates
    from informed.questions.evaluate.result import Evaluation

OF_TWO = ("recall", "fallout", "precision", "bias", "informedness")  # bias: the share that is accepted
OF_MANY = ("accuracy", "informedness")
TOLD = {"fallout": "false positive rate", "bias": "accepted share"}
DRAWN = 20_000
MOST = 100  # groups: pairs grow with the square
LISTED = 12  # pairs of a measure that are listed, the widest apart first
METHOD = "mover, simultaneous"


@dataclass(frozen=True)
class Gap(Record):
    """The value of one group less that of another."""

    json_types = written("estimate", value=float, low=float | None, high=float | None)

    measure: str
    first: str
    second: str
    estimate: Estimate

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {"measure": self.measure, "first": self.first, "second": self.second, **self.estimate.to_dict()}

    @property
    def apart(self) -> bool:
        """Whether the groups are shown to differ."""
        return not (self.estimate.low or 0.0) <= 0 <= (self.estimate.high or 0.0)


@dataclass(frozen=True)
class Gaps(Result):
    """The gaps of each measure, the widest first, and how large the largest is.

    ``largest``: its value, and between which ends it lies. All intervals, of all pairs and measures, hold together.
    ``left_out``: the groups in which a measure is undefined.
    """

    kind = "gaps"
    json_keys = ("by", "groups", "positive", "level", "largest", "left_out")
    json_types = written(gaps=list[Row])

    by: tuple[str, ...]
    groups: int
    positive: Label | None
    level: float
    largest: Mapping[str, Estimate]
    gaps: Mapping[str, tuple[Gap, ...]]
    left_out: Mapping[str, tuple[str, ...]]
    assumed: bool
    signature: str

    def head(self) -> tuple[str, str]:
        positive = "" if self.positive is None else f", positive {self.positive!r}"
        return "How far do the groups lie apart?", f"{self.groups:,} groups of {', '.join(self.by)}{positive}"

    def words(self) -> Iterator[Finding]:
        """Which groups are shown to differ, and how large the largest gap can be at most."""
        apart = [pairs[0] for pairs in self._decided.values() if pairs]
        for gap in apart:
            up, down = (gap.first, gap.second) if gap.estimate.value > 0 else (gap.second, gap.first)
            size = coefficient(abs(gap.estimate.value))
            ends = sorted(abs(end) for end in (gap.estimate.low or 0.0, gap.estimate.high or 0.0))
            told = f"{named(gap.measure)} of {up!r} is above that of {down!r} by {size}"
            shown = within(replace(gap.estimate, value=abs(gap.estimate.value), low=ends[0], high=ends[1]))
            yield Finding("groups_apart", f"{told[0].upper()}{told[1:]}{shown}.")
        if not apart:
            yield Finding("groups_not_apart", "No gap between groups is shown, in any of these measures.")
        most = [
            f"{coefficient(each.high)} in {named(name)}" for name, each in self.largest.items() if each.high is not None
        ]
        if most:
            sure = f"With {100 * self.level:g}% confidence, for all of them together"
            yield Finding("largest_gap", f"{sure}, the largest gap is at most {', '.join(most)}.")

    @property
    def _decided(self) -> dict[str, list[Gap]]:
        """Of each measure the gaps that are shown, the widest first."""
        return {name: [each for each in pairs if each.apart] for name, pairs in self.gaps.items()}

    def grids(self, every: bool = False) -> Iterator[Grid]:
        """The largest gap of each measure, then the widest pairs."""
        rows = [["largest gap in", "value", f"{ci(self.level)}, together", "between"]]
        for name, each in self.largest.items():
            pair = next((f"{gap.first} and {gap.second}" for gap in self.gaps[name]), "")
            rows.append([named(name), number(each.value), interval(each), pair])
        yield Grid("Largest gaps", rows, "Intervals hold for all pairs and measures together", spared=0)
        rows = [["measure", "first", "second", "first - second", f"{ci(self.level)}, together"]]
        for name, pairs in self.gaps.items():
            for gap in pairs if every else pairs[:1]:
                cells = [number(gap.estimate.value), interval(gap.estimate)]
                rows.append([named(name), gap.first, gap.second, *cells])
        if every:
            yield Grid("Pairs of groups", rows, "The widest apart first", left=3)

    def remarks(self, every: bool = False) -> Iterator[str]:
        """What was assumed, and which groups are left out."""
        if self.assumed:
            yield f"{self.positive!r} is taken as the positive label, since none was named"
        for name, groups in self.left_out.items():
            some = ", ".join(map(repr, groups[:6])) + " ..." * (len(groups) > 6)
            yield f"{named(name)} is undefined in {some}: no items to find it from, so no gap with these groups"

    def rows(self) -> list[dict[str, Any]]:
        """One row a pair of groups."""
        return [each.to_dict() for pairs in self.gaps.values() for each in pairs]

    def facts(self) -> dict[str, Any]:
        """The largest gaps, and each pair that is listed."""
        return {**super().facts(), "gaps": self.rows()}

    def key_figures(self) -> Iterator[Figure]:
        """The largest gap of each measure."""
        yield from (Figure(f"gap({name})", each) for name, each in self.largest.items())


def named(measure: str) -> str:
    """What a measure is called in a sentence."""
    return TOLD.get(measure, measure)


def gaps_between(evaluation: Evaluation) -> Gaps:
    """All pairs of groups in each measure that the table has.

    The limits of a difference come from those of both groups (Zou & Donner 2008) at a deviate that all pairs need
    together, drawn from normal groups with these errors; measures share the level by Bonferroni.
    """
    counts, two = evaluation.counts, len(evaluation.labels) == 2
    positive = evaluation.positive
    assumed = two and positive is None
    positive = _usual(evaluation) if assumed else positive
    measures = OF_TWO if two else OF_MANY
    size = (1 - evaluation.level) / len(measures)
    found = {each: pairs_apart(evaluation, each, positive if two else None, size) for each in measures}
    lacking = {name: left for name, (*_, left) in found.items() if left}
    recipe = {**counted(counts), "level": evaluation.level, "gaps": "+".join(measures)}
    recipe |= {} if positive is None else {"positive": positive}
    facts = counts.by, len(counts.groups), positive, evaluation.level
    largest, listed = ({name: each[place] for name, each in found.items()} for place in (0, 1))
    return Gaps(*facts, largest, listed, lacking, assumed, signature(recipe))  # type: ignore[arg-type]


def pairs_apart(
    evaluation: Evaluation, measure: str, positive: Any, size: float
) -> tuple[Estimate, tuple[Gap, ...], tuple[str, ...]]:
    """The largest gap in one measure, its pairs, the widest first, and the groups that lack it; but for ``size``."""
    names = [", ".join(map(str, group)) for group in evaluation.counts.groups]
    found = _column(evaluation, positive, measure, evaluation.level)
    known = np.flatnonzero(np.isfinite(found.value) & np.isfinite(found.low) & np.isfinite(found.high))
    lacking = tuple(name for place, name in enumerate(names) if place not in set(known.tolist()))
    if len(known) < 2:
        return Estimate(math.nan, note="fewer than two groups have it"), (), lacking
    wide = _column(evaluation, positive, measure, 1 - 2 * _tail(found, known, size, evaluation.level))
    value, low, high = (each[known] for each in (found.value, wide.low, wide.high))
    first, second = np.triu_indices(len(known), 1)
    gap = value[first] - value[second]
    below = gap - np.hypot(value[first] - low[first], high[second] - value[second])
    above = gap + np.hypot(high[first] - value[first], value[second] - low[second])
    most = float(np.maximum(abs(below), abs(above)).max())
    least = float(np.maximum(np.maximum(below, -above), 0.0).max())
    ends = [get(measure).bound(end, *evaluation.counts.table.shape[-2:]) for end in (0, 1)]
    span = ends[1] - ends[0]
    how = (evaluation.level, METHOD)
    order = np.argsort(-abs(gap), kind="stable")
    shown = [place for place in order.tolist() if below[place] > 0 or above[place] < 0]
    shown = list(dict.fromkeys([*order[:LISTED].tolist(), *shown[:LISTED]]))
    listed = (
        Gap(
            measure,
            names[known[first[place]]],
            names[known[second[place]]],
            Estimate(float(gap[place]), 0.0, float(max(below[place], -span)), float(min(above[place], span)), *how),
        )
        for place in shown
    )
    return Estimate(float(abs(gap).max()), None, least, min(most, span), *how), tuple(listed), lacking


def _usual(evaluation: Evaluation) -> Label:
    """The label that is taken as positive where none was named: 1 of 0 and 1, else the rarer one."""
    try:
        return assumed_positive(evaluation.labels)
    except InputError:
        first, second = evaluation.counts.pooled().table.sum(-1)
        return evaluation.labels[int(second < first)]


def _column(evaluation: Evaluation, positive: Any, measure: str, level: float) -> Estimates:
    """One measure of all groups, its intervals at another level."""
    from informed.questions.evaluate.compute import evaluated

    return evaluated(evaluation.subject, positive=positive, level=level, only=(measure,)).groups.column(measure)


def _tail(found: Estimates, known: Numbers, size: float, level: float) -> float:
    """The tail at which the intervals of all pairs hold together, but for ``size``."""
    from scipy.special import ndtr, ndtri

    errors = np.maximum((found.high - found.low)[known] / (2 * ndtri((1 + level) / 2)), 1e-12)
    if len(errors) == 2:
        return size / 2
    draws = generator(0).standard_normal((max(DRAWN // max(len(errors) // 20, 1), 2_000), len(errors))) * errors
    first, second = np.triu_indices(len(errors), 1)
    reach = np.zeros(len(draws))
    for a, b in zip(first.tolist(), second.tolist(), strict=True):
        np.maximum(reach, abs(draws[:, a] - draws[:, b]) / math.hypot(errors[a], errors[b]), out=reach)
    return float(ndtr(-np.quantile(reach, 1 - size)))
