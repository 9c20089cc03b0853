"""Several scores of the same items: their curves side by side, and each difference judged in pairs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple, NotRequired

import numpy as np

from informed.core.accounting import left_out
from informed.core.basis import answers, listed, scored, signature
from informed.core.errors import InputError
from informed.core.estimate import Estimate, finite, written
from informed.core.metrics import Figure
from informed.core.result import Result
from informed.core.scores import Scores
from informed.core.validate import Numbers
from informed.core.words import many
from informed.inference.adjustment import adjust, shown_at
from informed.inference.dependence import SingleUnitError, scatter
from informed.inference.interval import check_level
from informed.inference.proportions import mover
from informed.questions.compare.result import Difference
from informed.questions.sweep.area import (
    Area,
    area,
    area_difference,
    area_moves,
    coupling,
    difference_limits,
    paired_areas,
)
from informed.questions.sweep.band import may_be_best
from informed.questions.sweep.benefit import Benefit, BenefitGap, benefit_gap
from informed.questions.sweep.calibration import Calibrations, apart, of_parts
from informed.questions.sweep.compute import ASSUMED, Sweep
from informed.questions.sweep.partial import Range, paired_parts, part_moves, partial_area
from informed.questions.sweep.retrieval import bias, mean_precision, precise, precision_limits, precision_moves
from informed.questions.sweep.several import swept
from informed.readers.scores import Several

HALVINGS = 40
RATES = ("recall", "inverse_recall")
Limits = Callable[[float], tuple[float, float]]


class Cut(NamedTuple):
    """A threshold of one score, which items at or above it are predicted positive by, and its rates there.

    ``low`` and ``high``: the thresholds that may be the best; None where it was given.
    """

    threshold: float
    low: float | None
    high: float | None
    recall: Estimate
    inverse_recall: Estimate


@dataclass(frozen=True, eq=False, repr=False)
class ScoreComparison(Result):
    """Several scores of the same items, each swept, and their differences: later minus earlier ones."""

    kind = "score_comparison"
    json_keys = ("n", "labels", "level", "differences")
    json_types = written(scores=dict[str, Any], net_benefit=NotRequired[list[BenefitGap]], notes=tuple[str, ...])

    data: Several
    sweeps: Mapping[str, Sweep]
    thresholds: tuple[float, ...] | None = None

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the scores."""
        return tuple(self.sweeps)

    @property
    def first(self) -> Sweep:
        """The sweep of the first score, which has what all of them share."""
        return next(iter(self.sweeps.values()))

    @property
    def level(self) -> float:
        """The level of the intervals."""
        return self.first.level

    @property
    def n(self) -> int:
        """How many items there are."""
        return self.first.scores.n

    @property
    def labels(self) -> tuple[Any, ...]:
        """The positive label and the other."""
        return self.first.scores.labels

    @cached_property
    def signature(self) -> str:
        """The recipe in one line."""
        asked = {**self.first._priced, **self.first.drawn, "adjust": "holm"}
        cut = {} if self.thresholds is None else {"threshold": ",".join(f"{each:g}" for each in self.thresholds)}
        facts = {**scored(self.first.scores), "scores": listed(tuple(self.sweeps)), "level": self.level, **asked, **cut}
        return signature(facts)

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        """All pairs by each area; p and intervals of an area allow for all pairs (Holm)."""
        pairs = [(later, earlier) for earlier, later in combinations(self.sweeps, 2)]
        found: list[Difference] = []
        for name, judge in self._areas.items():
            judged = [judge(*pair) for pair in pairs]
            p = np.array([each.p for each in judged])
            adjusted = adjust(p, "holm")
            sizes = shown_at(p, adjusted, 1 - self.level, "holm")
            for pair, each, size, sure in zip(pairs, judged, sizes, adjusted, strict=True):
                found.append(Difference(*pair, name, each.shown(float(size), self.level), each.p, float(sure)))
        return tuple(found)

    @property
    def _areas(self) -> dict[str, Callable[[str, str], Apart]]:
        within = self.first.within
        found = {"auc": lambda a, b: _ranked(self.data, a, b)}
        found["average_precision"] = lambda a, b: _precise(self.data, a, b)
        return found if within is None else {f"auc at {within}": lambda a, b: _part(self.data, a, b, within), **found}

    @cached_property
    def cuts(self) -> dict[str, Cut]:
        """The threshold of each score, given or the best, with recall and specificity.

        A best one is cross-validated, so its rates are those of items that did not choose it.
        """
        given = self.thresholds or (None,) * len(self.sweeps)
        return {name: _cut(each, at) for (name, each), at in zip(self.sweeps.items(), given, strict=True)}

    @cached_property
    def net_benefit(self) -> tuple[BenefitGap, ...]:
        """The difference of each pair in net benefit, with bands that hold for all pairs and thresholds."""
        asked = self.first.benefit
        if asked is None:
            return ()
        pairs = [(later, earlier) for earlier, later in combinations(self.sweeps, 2)]
        share = None if self.first.costs is None else self.first.costs.prevalence
        level = 1 - (1 - self.level) / len(pairs)
        return tuple(benefit_gap(self.data, pair, asked, share, level, self.first.seed) for pair in pairs)

    @property
    def calibrations(self) -> Calibrations:
        """Whether each score means what it says, and which is nearer to what came true."""
        parts = {name: each.calibration() for name, each in self.sweeps.items()}
        return of_parts(parts, "scores", self.level, apart(self.data, self.level))

    @property
    def benefits(self) -> dict[str, Benefit]:
        """The net benefit of each score."""
        return {name: each.net_benefit for name, each in self.sweeps.items() if each.net_benefit is not None}

    def head(self) -> tuple[str, str]:
        return "Which score ranks better?", f"{many(self.n, 'item')}, {len(self.sweeps)} scores"

    def remarks(self, every: bool = False) -> Iterator[str]:
        yield from self.notes

    @property
    def notes(self) -> tuple[str, ...]:
        """What to beware of, and where the rows went."""
        said = [ASSUMED.format(self.labels[0])] if self.first.assumed else []
        areas = [f"{name}: {each.auc.note}" for name, each in self.sweeps.items() if each.auc.note]
        beside = [each.note for each in self.benefits.values() if each.note]
        return tuple(dict.fromkeys([*said, *areas, *beside, *self.data.notes, *left_out(self.first.scores)]))

    def key_figures(self) -> Iterator[Figure]:
        """The areas of each score, and their differences."""
        for name, each in self.sweeps.items():
            yield Figure("auc", each.auc, name)
            yield Figure("average_precision", each.average_precision, name)
        for gap in self.differences:
            yield Figure(gap.measure, gap.estimate, gap.first, minus=gap.second)

    def rows(self) -> list[dict[str, Any]]:
        """One row a score, then one a difference."""
        found = []
        for name, each in self.sweeps.items():
            cut = self.cuts[name]
            area = {"auc": each.auc.value, "low": each.auc.low, "high": each.auc.high}
            rates = {
                f"{rate}{end}": finite(getattr(getattr(cut, rate), end.removeprefix("_") or "value"))
                for rate in RATES
                for end in ("", "_low", "_high")
            }
            found.append({"what": name, **area, "threshold": finite(cut.threshold), **rates})
        for gap in self.differences:
            ends = {"low": gap.estimate.low, "high": gap.estimate.high, "p_adjusted": finite(gap.p_adjusted)}
            found.append(
                {"what": f"{gap.first} - {gap.second}", "measure": gap.measure, "gap": gap.estimate.value, **ends}
            )
        return found

    def facts(self) -> dict[str, Any]:
        """Areas and thresholds of each score, the differences, and net benefit where it was asked for."""
        apart = {
            name: {"auc": each.auc, "average_precision": each.average_precision}
            | ({} if each.partial_auc is None else {"partial_auc": each.partial_auc})
            | {"threshold": {key: finite(end) if isinstance(end, float) else end for key, end in cut._asdict().items()}}
            for (name, each), cut in zip(self.sweeps.items(), self.cuts.values(), strict=True)
        }
        found = {**super().facts(), "scores": apart, "notes": self.notes}
        return found | ({"net_benefit": list(self.net_benefit)} if self.net_benefit else {})

    @property
    def brief(self) -> str:
        """How many items there are, and the areas."""
        return f"{self.n:,} items, " + ", ".join(f"{name} auc {each.auc}" for name, each in self.sweeps.items())


@answers
def swept_together(data: Several, thresholds: Any = None, *, level: float = 0.95, **how: Any) -> ScoreComparison:
    """A sweep of each score, and their differences."""
    if len(data.scores) < 2:
        raise InputError("name at least two scores to compare them", argument="scores", value=list(data.scores))
    found = {name: swept(data.alone(name), level=check_level(level), **how) for name in data.scores}
    return ScoreComparison(data, found, cuts_of(thresholds, len(found)))


def cuts_of(given: Any, scores: int) -> tuple[float, ...] | None:
    """The threshold of each score, where they are given: one for all of them, or one each."""
    if given is None:
        return None
    several = given if isinstance(given, Sequence | np.ndarray) and not isinstance(given, str) else (given,)
    real = all(isinstance(each, int | float | np.number) and math.isfinite(each) for each in several)
    if not real or len(several) not in (1, scores):
        told = f"must be one threshold, or one for each of {scores} scores" if scores > 1 else "must be one number"
        raise InputError(told, argument="threshold", value=given)
    cuts = tuple(float(each) for each in several)
    return cuts * scores if len(cuts) < scores else cuts


def _cut(sweep: Sweep, at: float | None) -> Cut:
    """The given threshold, or the one to use, with its rates."""
    if at is not None:
        point = sweep.at(at)
        return Cut(at, None, None, *(point.estimate(rate) for rate in RATES))
    chosen = sweep.chosen
    c = 1.0
    if sweep.costs is not None:
        share = sweep.costs.prevalence
        positives, others = (float(each) for each in sweep.scores.totals)
        skew = others / positives if share is None else (1 - share) / share
        c = sweep.costs.cost_fp / sweep.costs.cost_fn * skew if sweep.costs.cost_fn else 1.0
    low, high = may_be_best(sweep.sample, c, sweep.level, sweep.seed) or (None, None)
    return Cut(chosen.threshold, low, high, *sweep.rates(next(iter(sweep.points))))


# --- differences ------------------------------------------------------------------------------------------------------


class Apart(NamedTuple):
    """The difference of two areas, its ends by the tail, and p."""

    value: float
    limits: Limits | None
    p: float
    method: str = ""
    note: str | None = None

    def shown(self, size: float, level: float) -> Estimate:
        """The interval of this size, told at the level that all of them keep together."""
        if self.limits is None:
            return Estimate(self.value, 0.0, note=self.note)
        return Estimate(self.value, 0.0, *self.limits(size / 2), level, self.method, self.note)


def _paired(data: Several, pair: Sequence[str], moves: Callable[[Scores], tuple[float, Numbers]]) -> Area | str:
    """The difference of two values of the same items by what each item adds to both; or why it has no variance.

    ``moves``: the value of a curve, and by how much a unit of weight of either class at each score moves it.
    """
    classes = 1 - data.positive.astype(int)
    values, effects = [], np.zeros(len(classes))
    for name, sign in zip(pair, (1.0, -1.0), strict=True):
        curve = data.alone(name).curve
        value, moved = moves(curve)
        values.append(value)
        effects += sign * moved[classes, np.searchsorted(-curve.values, -data.scores[name])]
    counted = [data.rows.items[data.positive == side].sum() for side in (True, False)]
    if min(counted) < 2:
        return "no interval: a class has a single item"
    try:
        found = scatter(data.rows, effects, classes)
    except SingleUnitError as reason:
        return f"no interval: {reason}"
    gap = values[0] - values[1]
    if data.rows.cluster is not None or data.rows.stratum is not None:
        return Area(gap, (found[0], 0.0), (float(counted[0]), float(counted[1])), max(found[2], 1.0))
    squares = data.rows.items if data.rows.squares is None else data.rows.squares
    parts = [
        float((squares * effects**2)[data.positive == side].sum()) * n / (n - 1)
        for side, n in zip((True, False), counted, strict=True)
    ]
    return Area(gap, (parts[0], parts[1]), (float(counted[0]), float(counted[1])))


def _plain(data: Several) -> bool:
    rows = data.rows
    return rows.weights is None and rows.cluster is None and rows.stratum is None and bool((rows.items == 1).all())


def _of_areas(first: Area, second: Area, apart: Area | str, stretch: float = 1.0) -> Apart:
    """The difference of two areas under a curve, or of a part of it."""
    if isinstance(apart, str):
        return Apart(stretch * (first.value - second.value), None, math.nan, note=apart)
    told, p = area_difference(first, second, apart, 0.95)
    if told.low is None:
        return Apart(stretch * told.value, None, p, note=told.note)

    def limits(tail: float) -> tuple[float, float]:
        low, high = difference_limits(first, second, apart, tail)
        return stretch * low, stretch * high

    return Apart(stretch * told.value, limits, p, told.method or "")


def _ranked(data: Several, one: str, two: str) -> Apart:
    first, second = (data.scores[name] for name in (one, two))
    if _plain(data):
        return _of_areas(*paired_areas(data.positive, first, second))

    def moves(curve: Scores) -> tuple[float, Numbers]:
        value = area(curve).value
        return value, area_moves(curve, value)

    return _of_areas(area(data.alone(one)), area(data.alone(two)), _paired(data, (one, two), moves))


def _part(data: Several, one: str, two: str, within: Range) -> Apart:
    first, second = (data.scores[name] for name in (one, two))
    if _plain(data):
        return _of_areas(*paired_parts(data.positive, first, second, within), within.stretch)
    turned = data
    if within.rate == "recall":
        turned = data._replace(positive=~data.positive, scores={name: -each for name, each in data.scores.items()})
    apart = _paired(turned, (one, two), lambda curve: part_moves(curve, within))
    return _of_areas(
        partial_area(data.alone(one), within), partial_area(data.alone(two), within), apart, within.stretch
    )


def _precise(data: Several, one: str, two: str) -> Apart:
    """Average precision: Student's t of what each item adds to both, no shorter than the limits of both values tell."""

    def moves(curve: Scores) -> tuple[float, Numbers]:
        value = mean_precision(curve)
        return value, precision_moves(curve, value)

    apart = _paired(data, (one, two), moves)
    alone = [data.alone(name) for name in (one, two)]
    if isinstance(apart, str):
        return Apart(mean_precision(alone[0].curve) - mean_precision(alone[1].curve), None, math.nan, note=apart)
    if not apart.variance and not apart.value:
        return Apart(0.0, None, 1.0, note="both scores have the same precision at every positive item")
    own = [precise(each) for each in alone]
    shifts = [bias(each.curve, found) for each, found in zip(alone, own, strict=True)]
    together = coupling(own[0], own[1], apart)

    def limits(tail: float) -> tuple[float, float]:
        first, second = (
            (each.value, precision_limits(each, shift, tail)) for each, shift in zip(own, shifts, strict=True)
        )
        (low, high), reach = mover(first, second, together), apart.reach(tail)
        return max(-1.0, min(low, apart.value - reach)), min(1.0, max(high, apart.value + reach))

    return Apart(apart.value, limits, _p(limits), "t, mover")


def _p(limits: Limits) -> float:
    """The p at which the interval just reaches 0."""
    low, high = 1e-12, 0.5
    for _ in range(HALVINGS):
        middle = math.sqrt(low * high)
        below, above = limits(middle)
        low, high = (middle, high) if below <= 0 <= above else (low, middle)
    return min(1.0, 2 * high)
