"""A sweep: the table at every threshold of a score, as one batch. ROC curve, hull, operating points, area."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, NotRequired

import numpy as np

from informed.core.accounting import accounting, left_out
from informed.core.basis import scored, signature
from informed.core.counts import Counts
from informed.core.errors import InputError, arg
from informed.core.estimate import Estimate, Row, as_json, finite, written
from informed.core.labels import Label
from informed.core.metrics import Figure
from informed.core.registry import Measure, get
from informed.core.result import Result
from informed.core.scores import Scores
from informed.core.validate import Group, Numbers
from informed.core.words import many
from informed.inference.significance.independence import pearson
from informed.inference.significance.named import Test
from informed.questions.sweep import DRAWS
from informed.questions.sweep.area import auc, item_counts
from informed.questions.sweep.benefit import RELATION, Benefit, benefit
from informed.questions.sweep.calibration import Calibration, Calibrations, calibration, of_parts
from informed.questions.sweep.cost import Costs
from informed.questions.sweep.holdout import Chosen, HeldOut
from informed.questions.sweep.hull import Hull, Repair, hull, repair
from informed.questions.sweep.operating import OPTIMISTIC, OperatingPoint, optimistic, table_at, thresholded, valued
from informed.questions.sweep.optimism import Crossed, best_place, check_repeats, honest
from informed.questions.sweep.partial import Range, partial_auc
from informed.questions.sweep.retrieval import average_precision
from informed.questions.sweep.separation import separation

ASSUMED = "{!r} is taken as the positive label, since none was named"


@dataclass(frozen=True, eq=False, repr=False)
class Sweep(Result):
    """Every threshold of a score: an item is predicted positive when its score is at least the threshold.

    The first threshold lies above every score and predicts no positive, the last is the lowest score.
    """

    kind = "sweep"
    json_keys = ("auc", "gini", "average_precision", "hull", "points", "significance")
    json_types = written(
        n=int,
        labels=tuple[Label, ...],
        thresholds=int,
        width=float | None,
        notes=tuple[str, ...],
        costs=NotRequired[dict[str, Any]],
        net_benefit=NotRequired[Benefit],
        partial_auc=NotRequired[dict[str, Any]],
        data=dict[str, int | None],
        groups=NotRequired[list[Row]],
    )

    scores: Scores
    level: float = 0.95
    costs: Costs | None = None
    """What errors cost; then the cheapest threshold comes first."""
    draws: int = DRAWS
    """Repeats of the ten-fold cross-validation of the best thresholds; 0 for none."""
    seed: int = 0
    assumed: bool = False
    """Whether the positive label was not given."""
    benefit: tuple[float, ...] | None = None
    """The threshold probabilities at which net benefit is asked for."""
    within: Range | None = None
    """The part of the curve whose area is asked for."""
    cut: float | None = None
    """A threshold that was fixed beforehand."""

    @cached_property
    def signature(self) -> str:
        """The recipe in one line."""
        return signature({**scored(self.scores), "level": self.level, **self._priced, **self.drawn})

    @property
    def _priced(self) -> dict[str, Any]:
        asked = {} if self.benefit is None else {"benefit": f"{self.benefit[0]:g}-{self.benefit[-1]:g}"}
        part = {} if self.within is None else {self.within.rate: f"{self.within.low:g}-{self.within.high:g}"}
        cut = {} if self.cut is None else {"threshold": f"{self.cut:g}"}
        return ({} if self.costs is None else self.costs.to_dict()) | asked | part | cut

    @property
    def drawn(self) -> dict[str, int]:
        """How the best thresholds were cross-validated."""
        return {"draws": self.draws, "seed": self.seed} if self.draws else {}

    # --- the items ---------------------------------------------------------------------------------------------------

    @cached_property
    def sample(self) -> Scores:
        """All items, without their groups and without what makes no difference."""
        return self.scores.pooled().plain()

    @property
    def curve(self) -> Scores:
        """All items at each score, whatever cluster or stratum they belong to."""
        return self.sample.curve

    @cached_property
    def groups(self) -> "dict[Group, Sweep]":
        """The sweep of each group that has items of both classes, as its items alone would give it."""
        parts = self.scores.apart() if self.scores.by else {}
        return {group: replace(self, scores=part) for group, part in parts.items() if part.totals.all()}

    @property
    def by_group(self) -> dict[Group, tuple[int, Estimate]]:
        """The items and the area of each group."""
        return {group: (each.scores.n, each.auc) for group, each in self.groups.items()}

    @property
    def jointly(self) -> dict[Group, Estimate]:
        """The area of each group, its interval widened so that all of them hold together (Bonferroni)."""
        level = 1 - (1 - self.level) / max(len(self.groups), 1)
        return {group: auc(each.sample, level) for group, each in self.groups.items()}

    # --- the batch of tables -----------------------------------------------------------------------------------------

    @cached_property
    def thresholds(self) -> Numbers:
        """The thresholds ``(T + 1,)``, highest first; NaN, which no score reaches, tops an infinite one."""
        values = self.curve.values
        return np.concatenate([[np.nan if values[0] == np.inf else np.inf], values])

    def _above(self, row: int) -> Numbers:
        counts = self.curve.counts[row]
        above = np.zeros(len(counts) + 1, np.float64 if counts.dtype.kind == "f" else np.int64)
        np.cumsum(counts, out=above[1:])
        return above

    @cached_property
    def hits(self) -> Numbers:
        """How many positive items each threshold predicts positive (tp)."""
        return self._above(0)

    @cached_property
    def alarms(self) -> Numbers:
        """How many other items each threshold predicts positive (fp)."""
        return self._above(1)

    @cached_property
    def tables(self) -> Numbers:
        """The tables ``(T + 1, 2, 2)``, positive class first."""
        return np.asarray(thresholded(self.curve.counts))

    def along(self, measure: str | Measure) -> Numbers:
        """Any measure at every threshold."""
        return np.asarray(get(measure)(self.tables))

    # --- curves ------------------------------------------------------------------------------------------------------

    @cached_property
    def recall(self) -> Numbers:
        """The share of positive items at or above each threshold."""
        return np.asarray(self.hits / self.hits[-1])

    @cached_property
    def fallout(self) -> Numbers:
        """The share of other items at or above each threshold."""
        return np.asarray(self.alarms / self.alarms[-1])

    @property
    def roc(self) -> tuple[Numbers, Numbers]:
        """The ROC curve: fallout across, recall up."""
        return self.fallout, self.recall

    @property
    def pn(self) -> tuple[Numbers, Numbers]:
        """The same curve in counts (PN space): false positives across, true positives up."""
        return self.alarms, self.hits

    @property
    def det(self) -> tuple[Numbers, Numbers]:
        """The errors against each other: fallout across, miss rate up."""
        return self.fallout, np.asarray((self.hits[-1] - self.hits) / self.hits[-1])

    @property
    def gain(self) -> tuple[Numbers, Numbers]:
        """The cumulative gain: the share of items taken from the top across, the share of positives among them up."""
        taken = self.hits + self.alarms
        return np.asarray(taken / taken[-1]), self.recall

    @property
    def precision_recall(self) -> tuple[Numbers, Numbers]:
        """Recall across, precision up; precision is NaN where nothing is predicted positive."""
        return self.recall, self.along("precision")

    # --- areas -------------------------------------------------------------------------------------------------------

    @cached_property
    def auc(self) -> Estimate:
        """The probability that a positive item outranks another, ties half, with its logit-DeLong interval."""
        return auc(self.sample, self.level)

    @property
    def gini(self) -> Estimate:
        """Twice the area less one: informedness averaged over the curve.

        It is also the lift quality: the area under the cumulative gain between chance and perfect, ties included.
        """
        ends = {end: None if (x := getattr(self.auc, end)) is None else 2 * x - 1 for end in ("low", "high")}
        return replace(self.auc, value=2 * self.auc.value - 1, chance=0.0, **ends)

    @cached_property
    def average_precision(self) -> Estimate:
        """The mean precision over the positive items, from the top; chance is the prevalence."""
        return average_precision(self.sample, self.level)

    @cached_property
    def partial_auc(self) -> Estimate | None:
        """The area under the part of the curve that was asked for, corrected so that chance is 1/2 (McClish 1989)."""
        return None if self.within is None else partial_auc(self.sample, self.within, self.level)

    @cached_property
    def net_benefit(self) -> Benefit | None:
        """The net benefit at the threshold probabilities that were asked for, with a simultaneous band."""
        if self.benefit is None:
            return None
        share = None if self.costs is None else self.costs.prevalence
        return benefit(self.sample, self.benefit, share, self.level, self.seed)

    @cached_property
    def hull(self) -> Hull:
        """The convex hull, with the mixture of two thresholds to use for any point of it: ``hull.at(fallout=0.1)``."""
        return hull(self.hits, self.alarms, self.thresholds)

    def repaired(self) -> Repair:
        """The curve with its concavities turned around; read the note on over-fitting."""
        return repair(self.fallout, self.recall, self.hull, self.thresholds)

    # --- significance ------------------------------------------------------------------------------------------------

    @cached_property
    def significance(self) -> dict[str, Test]:
        """Do the scores tell the classes apart? Mann-Whitney for the area, Kolmogorov-Smirnov for the best point."""
        return separation(self.sample)

    def p_along(self) -> Numbers:
        """The p of no association at each threshold fixed beforehand (chi-squared); 1 where it predicts one class."""
        return np.asarray(pearson(self.tables)[2])

    # --- operating points --------------------------------------------------------------------------------------------

    def _point(
        self, place: int, rule: str, measure: str | Measure = "informedness", *, chosen: bool = True
    ) -> OperatingPoint:
        """The threshold at this place, valued by a measure; ``chosen``: on the same items, so optimistic."""
        threshold, counts = float(self.thresholds[place]), self.counts_at(place)
        items = self.sample.at_least(threshold) if self.sample.dependent else None
        value = valued(counts if items is None else items, measure, level=self.level)
        value = optimistic(value) if chosen else value
        return OperatingPoint(threshold, counts, rule, value, self.level, str(measure), items)

    def counts_at(self, place: int) -> Counts:
        """The counts at this place, with the items and squared weights behind them where there are weights."""
        curve = self.curve
        parts = {"table": curve.counts, "items": curve.items, "squares": curve.squares}
        tables: dict[str, Any] = {name: table_at(part, place) for name, part in parts.items() if part is not None}
        return Counts(**tables, labels=curve.labels, abstained=curve.abstained, missing=curve.missing)

    def at(self, threshold: float, measure: str | Measure = "informedness") -> OperatingPoint:
        """The point of a threshold fixed beforehand, valued by a measure."""
        place = int(np.searchsorted(-self.curve.values, -threshold, side="right"))
        found = self._point(place, "given", measure, chosen=False)
        return replace(found, threshold=float(threshold))

    def best(
        self, measure: str | Measure = "informedness", *, draws: int | None = None, seed: Any = None
    ) -> OperatingPoint:
        """The threshold at which a measure is best; among equals the highest.

        It is chosen on the same items, so its value is cross-validated: ten folds, ``draws`` times (as often as this
        sweep, when not given). With 0, or where a class has a single item, the value is the optimistic one.
        """
        found = get(measure)
        direction = "highest" if found.higher_is_better else "lowest"
        point = self._point(int(best_place(found, self.along(found))), f"{direction} {found}", found)
        draws = self.draws if draws is None else check_repeats(draws)
        if not draws or min(item_counts(self.sample)) < 2:
            return point
        seed = self.seed if seed is None else seed
        crossed = Crossed(self.sample, found, draws, seed, self.level)
        return replace(point, crossed=crossed, correct=partial(honest, crossed, point.value))

    def isocost(self, c: float = 1.0) -> OperatingPoint:
        """Where the highest line of equal cost, recall - c fallout, touches the curve; c = 1 is informedness.

        c is the cost of a false alarm over that of a miss, times the other items over the positive ones.
        """
        if not c >= 0:
            raise InputError(f"c={c}: the cost ratio times the skew must be >= 0; 1 gives both classes the same weight")
        return self._point(int((self.recall - c * self.fallout).argmax()), f"isocost c = {c:g}")

    def retune(
        self,
        *,
        prevalence: float | None = None,
        cost_fp: float = 1.0,
        cost_fn: float = 1.0,
        draws: int | None = None,
        seed: Any = None,
    ) -> OperatingPoint:
        """The cheapest threshold at these costs and this prevalence, with its cost per item; ``draws`` as in `best`."""
        return self._cheapest(Costs(cost_fp, cost_fn, prevalence), draws=draws, seed=seed)

    def _cheapest(self, costs: Costs, **how: Any) -> OperatingPoint:
        found = self.best(costs.measure, **how)
        return replace(found, found=replace(found.value, chance=costs.chance(found.counts.table)), correct=None)

    @cached_property
    def points(self) -> dict[str, OperatingPoint]:
        """The usual operating points, by name; the one to use comes first."""
        usual = {"best": self.best(), "closest": self.closest(), "balanced": self.balanced()}
        usual |= {} if self.cut is None else {"given": self.at(self.cut)}
        if self.costs is None:
            return usual
        found = {"cheapest": self._cheapest(self.costs), **usual}
        return {name: replace(each, prevalence=self.costs.prevalence) for name, each in found.items()}

    @property
    def chosen(self) -> OperatingPoint:
        """The threshold to use: the cheapest where errors have costs, else the one of highest informedness."""
        return next(iter(self.points.values()))

    def rates(self, name: str) -> tuple[Estimate, Estimate]:
        """Recall and specificity of an operating point: cross-validated where these items chose the threshold."""
        point, both = self.points[name], [get(rate) for rate in ("recall", "inverse_recall")]
        recall, specificity = point.crossed(*both) if point.crossed is not None else map(point.estimate, both)
        return recall, specificity

    @cached_property
    def cost(self) -> dict[str, float]:
        """The cost per item at each operating point, of never and of always predicting the positive label."""
        if self.costs is None:
            return {}
        return {
            **{name: float(self.costs.measure(each.counts.table)) for name, each in self.points.items()},
            **self.costs.constant(self.scores),
        }

    def held_out(self, others: "Scores | Sweep") -> HeldOut:
        """The usual operating points of this sweep on held-out items: what their thresholds are worth there."""
        there = others if isinstance(others, Sweep) else Sweep(others, self.level)
        if there.scores.labels != self.scores.labels:
            raise InputError(
                f"others are of {there.scores.labels}, the thresholds of {self.scores.labels}; give the same labels, "
                "the positive one first"
            )
        points = {
            name: Chosen(chosen, replace(there.at(chosen.threshold, self._aim(name)), rule=chosen.rule))
            for name, chosen in self.points.items()
        }
        recipe = {**scored(there.scores), "chosen_on": self.scores.n, "level": there.level, **self._priced}
        constant = {} if self.costs is None else self.costs.constant(there.scores)
        return HeldOut(points, there.scores.n, there.level, signature(recipe), left_out(there.scores), constant)

    def _aim(self, name: str) -> str | Measure:
        """What a point is valued by on held-out items."""
        return "informedness" if self.costs is None or name != "cheapest" else self.costs.measure

    def closest(self, *, draws: int | None = None, seed: Any = None) -> OperatingPoint:
        """The point closest to (0, 1), where nothing is missed and nothing is a false alarm; ``draws`` as in `best`."""
        return replace(self.best("distance", draws=draws, seed=seed), rule="closest to (0, 1)")

    def balanced(self) -> OperatingPoint:
        """Where as many items are predicted positive as are positive, or nearly: bias = prevalence."""
        gap = abs(self.hits + self.alarms - self.hits[-1])
        return self._point(int(gap.argmin()), "bias = prevalence", chosen=False)

    def at_least(self, *, maximize: str | Measure = "informedness", **floors: float) -> OperatingPoint:
        """The best threshold among those where measures reach a floor: ``at_least(recall=0.9)``.

        Best is the most informed; ``maximize="inverse_recall"`` gives the fewest false alarms instead.
        """
        if not floors:
            raise InputError("at_least() needs a floor, for example at_least(recall=0.9)")
        target = get(maximize)
        values = self.along(target)
        reached = np.ones(len(values), bool)
        for name, floor in floors.items():
            reached &= self.along(name) >= floor
        if not reached.any():
            asked = " and ".join(f"{name} >= {floor:g}" for name, floor in floors.items())
            most = ", ".join(f"{name} reaches {np.nanmax(self.along(name)):.4g}" for name in floors)
            raise InputError(f"no threshold has {asked}; {most}")
        place = best_place(target, np.where(reached, values, np.nan))
        return self._point(int(place), ", ".join(f"{name} >= {floor:g}" for name, floor in floors.items()), target)

    # --- probabilities -----------------------------------------------------------------------------------------------

    def calibration(self, bins: int = 10, strategy: str = "width") -> Calibration:
        """Do the scores mean what they say? For scores that are probabilities of the positive class."""
        if self.sample.dependent:
            raise InputError(
                f"calibration takes items drawn one by one; leave out {arg('cluster')} and {arg('stratum')}"
            )
        return calibration(self.curve, bins, strategy, self.level)

    @property
    def calibrations(self) -> "Calibration | Calibrations":
        """The calibration; with groups that of each."""
        parts = {", ".join(map(str, group)): each.calibration() for group, each in self.groups.items()}
        return of_parts(parts, "groups", self.level) if parts else self.calibration()

    def key_figures(self) -> Iterator[Figure]:
        """The areas, and what the threshold to use is worth."""
        yield from (Figure(name, getattr(self, name)) for name in ("auc", "gini", "average_precision"))
        yield Figure(self.chosen.measure, self.chosen.value)

    # --- printing ----------------------------------------------------------------------------------------------------

    def rows(self) -> list[dict[str, Any]]:
        """One row a threshold: how many items it predicts positive, and its rates; for each group if there are any."""
        if self.groups:
            return [
                dict(zip(self.scores.by, group, strict=True)) | row
                for group, each in self.groups.items()
                for row in each.rows()
            ]
        columns = {"threshold": self.thresholds, "hits": self.hits, "alarms": self.alarms}
        columns |= {"recall": self.recall, "fallout": self.fallout}
        columns |= {name: self.along(name) for name in ("precision", "informedness")}
        listed = zip(*(column.tolist() for column in columns.values()), strict=True)
        return [dict(zip(columns, map(finite, row), strict=True)) for row in listed]

    def head(self) -> tuple[str, str]:
        bins = f", scores in bins of {self.curve.width:g}" if self.curve.width else ""
        classes = zip(item_counts(self.sample), self.scores.labels, strict=True)
        each = ", ".join(f"{int(size):,} {str(label)!r}" for size, label in classes)
        return "Informed or guessing?", f"{many(self.curve.n, 'item')}, {each}{bins}"

    def remarks(self, every: bool = False) -> Iterator[str]:
        """What a reader should bear in mind; the default screen has the best value in its verdict."""
        one, other = self.curve.labels
        if every:
            yield f"high scores mean {one!r} rather than {other!r}"
        beyond = self.chosen.value.note if self.chosen.corrected else OPTIMISTIC if self.costs is None else None
        yield from (each for each in self.notes if every or each not in (beyond, RELATION))

    @property
    def notes(self) -> tuple[str, ...]:
        """What to beware of, and where the rows went."""
        few = [", ".join(map(str, each)) for each in self.scores.groups if each not in self.groups]
        one = f"no curve for {'; '.join(few[:6])}{' ...' * (len(few) > 6)}: items of one class alone" * bool(few)
        said = (ASSUMED.format(self.scores.labels[0]) * self.assumed, RELATION * (self.net_benefit is not None))
        parts = (self.auc, self.net_benefit, self.partial_auc, self.chosen.value)
        own = (*said, *(each.note for each in parts if each is not None), one)
        return tuple(filter(None, (*own, *self.scores.notes, *left_out(self.scores))))

    def facts(self) -> dict[str, Any]:
        """Areas, hull and the usual operating points, not every threshold."""
        scores = self.scores
        size = {"n": scores.n, "labels": scores.labels, "thresholds": len(self.thresholds), "width": scores.width}
        costs: dict[str, Any] = {"costs": {**self.costs.to_dict(), "per_item": self.cost}} if self.costs else {}
        if self.net_benefit is not None:
            costs["net_benefit"] = self.net_benefit
        if self.within is not None:
            costs["partial_auc"] = {"within": str(self.within), **as_json(self.partial_auc)}
        apart = [{"group": list(group), **each.facts()} for group, each in self.groups.items()]
        found = {**size, **super().facts(), **costs, "data": accounting(scores), "notes": self.notes}
        return found | ({"groups": apart} if apart else {})

    @property
    def brief(self) -> str:
        """How many items there are, and the area."""
        return f"{self.scores.n:,} items, auc {self.auc}"
