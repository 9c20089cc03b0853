"""Label sets evaluated: how much of what there is to know about the items' labels a labeller captures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any, ClassVar, NotRequired

import numpy as np

from informed.core.accounting import accounting
from informed.core.basis import answers, signature
from informed.core.errors import InputError, arg, choice, whole
from informed.core.estimate import Estimate, Row, finite, written
from informed.core.labels import Label, plain
from informed.core.labelsets import LabelSets
from informed.core.merging import gathered
from informed.core.metrics import Figure
from informed.core.registry import Measure, catalogue, get
from informed.core.result import Result
from informed.core.table import actuals, average, predictions, shares, total
from informed.core.validate import Group, Numbers
from informed.inference.adjustment import adjust
from informed.inference.dependence import SingleUnitError, grouped
from informed.inference.draws import generator
from informed.inference.estimates import estimate as estimate_table
from informed.inference.estimates import estimates
from informed.inference.interval import interval
from informed.questions.compare.result import Difference
from informed.questions.evaluate.price import Pricing
from informed.questions.multilabel.inference import bootstrap, difference, estimate, guessing, halves, stability
from informed.questions.multilabel.measures import MEASURES, RATES, Habits, SetMeasure, Stability
from informed.questions.multilabel.rename import Relabelling
from informed.questions.multilabel.tree import Tree, tree_of

if TYPE_CHECKING:
    from informed.questions.multilabel.plan import Plan

PERMUTED = "permuted_proficiency"
LEAD = "informedness"  # of the verdict, and of groups
PER_CATEGORY = (*RATES, "informedness", "markedness", "correlation", "proficiency")
REPEATED = 2  # items for each different set, at the least, that tell something of whole sets
DRAWS = {"halves": halves, "bootstrap": bootstrap}
WEIGHTS: dict[str, Callable[[Any], Any]] = {
    "prevalence": lambda tables: actuals(tables)[:, 0],
    "bias": lambda tables: predictions(tables)[:, 0],
    "equal": lambda tables: 1.0 * (tables[:, 1, 1] < total(tables)),
}


@dataclass(frozen=True, repr=False)
class SetEvaluation(Result):
    """What was found about one labeller: measures with chance and interval, categories, reassignments, habits."""

    sets: LabelSets
    measures: Mapping[str, Estimate]
    corrected: Mapping[str, float | None]
    relabelling: Relabelling | None
    habits: Mapping[str, Habits]
    warnings: tuple[str, ...]
    signature: str
    plan: Plan
    pricing: Pricing | None = None

    kind: ClassVar[str] = "set_evaluation"
    json_keys: ClassVar[tuple[str, ...]] = (
        *("n", "labels", "p", "measures", "corrected", "relabelling", "habits", "pricing", "warnings"),
    )
    json_types = written(per_category=list[Row], data=dict[str, int | None], groups=NotRequired[list[Row]])

    @property
    def n(self) -> int:
        """How many items there are."""
        return self.sets.n

    @property
    def level(self) -> float | None:
        """The level of the intervals."""
        return self.plan.level

    @property
    def labels(self) -> tuple[Label, ...]:
        """The categories of either side."""
        return self.sets.labels

    @cached_property
    def sample(self) -> LabelSets:
        """All items, without their groups and without what makes no difference."""
        return sampled(self.sets)

    @cached_property
    def lead(self) -> Estimate:
        """Informedness, by which it is judged to be guessing or not."""
        return self.measures.get(LEAD) or estimate(MEASURES[LEAD], self.sample, self.level)

    @cached_property
    def product(self) -> Estimate | None:
        """The proficiency of whole sets as classes, I(prod P; prod A) / H(prod A); None where sets hardly repeat."""
        items = self.sample.whole()
        if REPEATED * len(items.labels) > self.n:
            return None
        return estimate_table(items, "proficiency", level=self.level or 0.95)

    @cached_property
    def tree(self) -> Tree | None:
        """The proficiency of whole sets by a tree of categories, which does not take them for independent."""
        return tree_of(self.sample, self.level or 0.95)

    @cached_property
    def p(self) -> float | None:
        """The p of guessing, both margins fixed; None where items are weighted, clustered or stratified."""
        return guessing(self.sample)

    @cached_property
    def tables(self) -> Numbers:
        """Each category as a 2x2 table: ``(categories, 2, 2)``; a weight of the average informative item counts 1."""
        return self.sample.tables()

    @cached_property
    def apart(self) -> dict[Group, LabelSets]:
        """The items of each group, over the labels that occur there unless some were declared that never occur."""
        return by_group(self.sets)

    @cached_property
    def groups(self) -> dict[Group, SetEvaluation]:
        """The evaluation of each group, as its items alone would give it."""
        return {group: self.plan.evaluation(each) for group, each in self.apart.items()}

    @property
    def by_group(self) -> dict[Group, tuple[int, Estimate]]:
        """The items and the informedness of each group; proficiency would be the higher the fewer items there are."""
        found = self._led(self.level)
        return {group: (each.n, found[group]) for group, each in self.apart.items()}

    @property
    def jointly(self) -> dict[Group, Estimate]:
        """The informedness of each group, its interval widened so that all of them hold together (Bonferroni)."""
        return self._led(None if self.level is None else 1 - (1 - self.level) / max(len(self.apart), 1))

    def _led(self, level: float | None) -> dict[Group, Estimate]:
        return {group: estimate(MEASURES[LEAD], sampled(each), level) for group, each in self.apart.items()}

    @cached_property
    def categories(self) -> dict[str, Any]:
        """One column for each fact, one row for each category; informedness with its interval."""
        hits, actual, predicted = self.tables[:, 0, 0], actuals(self.tables)[:, 0], predictions(self.tables)[:, 0]
        found: dict[str, Any] = {"label": self.labels, "actual": actual, "predicted": predicted, "hits": hits}
        found |= {name: get(name)(self.tables) for name in PER_CATEGORY}
        if self.level is not None:
            low, high = self._ends(self.level)
            found |= {"informedness_low": low, "informedness_high": high}
        return found

    def _ends(self, level: float) -> tuple[Numbers, Numbers]:
        """The limits of the informedness of each category."""
        if self.sample.plain_design:
            ends = interval("informedness", self.tables, level=level)
            return np.asarray(ends.low), np.asarray(ends.high)
        each = [self._category(place, "informedness", level) for place in range(len(self.labels))]
        low, high = (
            [np.nan if end is None else end for end in ends]
            for ends in zip(*((e.low, e.high) for e in each), strict=True)
        )
        return np.asarray(low), np.asarray(high)

    def _category(self, place: int, measure: str | Measure, level: float) -> Estimate:
        """A measure of one category against the rest, whatever weights or clusters the items have."""
        items = self.sample.category(place)
        try:
            return estimates(measure, grouped(items), level=level)[()]
        except SingleUnitError as reason:
            value = float(get(measure)(items.table(items.systems[0])))
            return Estimate(value, note=f"no interval: {reason}")

    def category(self, label: Any) -> dict[str, Estimate]:
        """Everything about one category: every measure of a label against the rest, with chance and interval."""
        if plain(label) not in self.labels:
            choice("label", label, self.labels)
        place, level = self.labels.index(plain(label)), self.level or 0.95
        wanted = [each for each in catalogue() if each.labelwise and each.ready]
        if not self.sample.plain_design:
            return {each.name: self._category(place, each, level) for each in wanted}
        return {each.name: estimate_table(self.tables[place], each, level=level) for each in wanted}

    def average(self, measure: str | Measure, weights: str = "prevalence", mean: str = "arithmetic") -> float:
        """Any measure of two classes averaged over the categories; weights: prevalence, bias or equal."""
        weight = WEIGHTS[choice("weights", weights, WEIGHTS)](self.tables)
        return float(average(get(measure)(self.tables, undefined="nan"), shares(weight), mean))

    def stability(self, *, resample: str = "halves", draws: int = 500, seed: Any = 0) -> Stability:
        """How much the measures vary from sample to sample: over random halves of the items, or bootstrap draws.

        Small samples raise proficiency, so its mean over halves lies above its value on all items.
        """
        if not self.sample.plain_design:
            raise InputError(
                "stability draws single items; it cannot be used with weighted or clustered items. "
                f"Leave out {arg('weights')}, {arg('cluster')} and {arg('stratum')}"
            )
        measures = {name: MEASURES[name] for name in self.measures if name in MEASURES}
        whole("draws", draws, 2, "500 are usual")
        draw = DRAWS[choice("resample", resample, DRAWS)]
        values = stability(measures, self.sample, draws=draws, rng=generator(seed), by=draw)
        on_all = {name: self.measures[name].value for name in measures}
        recipe = {"n": self.n, "categories": len(self.labels), "stability": resample, "draws": draws, "seed": seed}
        return Stability(resample, draws, self.n, on_all, values, signature(recipe))

    def head(self) -> tuple[str, str]:
        return "Informed or guessing?", f"{self.n:,} items with sets of labels, {len(self.labels):,} categories"

    def remarks(self, every: bool = False) -> list[str]:
        own = [f"{name}: {each.note}" for name, each in self.measures.items() if each.note] if every else []
        return [*own, *self.warnings]

    def rows(self) -> list[dict[str, Any]]:
        """One row a number: measures of the whole (no category), then of every category; then those of each group."""
        rows = [dict.fromkeys(self.sets.by) | row for row in self._rows()]
        for group, each in self.groups.items():
            rows += [dict(zip(self.sets.by, group, strict=True)) | row for row in each.rows()]
        return rows

    def _rows(self) -> list[dict[str, Any]]:
        whole = [{"category": None, "measure": name, **each.to_dict()} for name, each in self.measures.items()]
        facts = self.categories
        ends = {
            name: {end: facts[f"{name}_{end}"] for end in ("low", "high") if f"{name}_{end}" in facts}
            for name in PER_CATEGORY
        }
        return whole + [
            {"category": label, "measure": name, "value": _plain(facts[name][place])}
            | {end: _plain(column[place]) for end, column in ends[name].items()}
            for place, label in enumerate(self.labels)
            for name in PER_CATEGORY
        ]

    def facts(self) -> dict[str, Any]:
        """Measures, the best renaming, the habits of both sides, and every category."""
        columns = self.categories
        rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
        apart = [{"group": list(group), **each.facts()} for group, each in self.groups.items()]
        data = {**self.sets.read, **accounting(self.sets)}
        return {**super().facts(), "per_category": rows, "data": data} | ({"groups": apart} if apart else {})


@dataclass(frozen=True, repr=False)
class SetComparison(Result):
    """Several labellers judged on the same items: each on its own, and every pair; the first is the baseline.

    p of a difference agrees with its interval and is adjusted over all pairs of a measure (Holm). ``groups``: the
    comparison in each group, ``by`` which they were told apart; its p are adjusted over all groups too.
    """

    systems: Mapping[str, SetEvaluation]
    differences: tuple[Difference, ...]
    signature: str
    by: tuple[str, ...] = ()
    groups: Mapping[Group, SetComparison] = field(default_factory=dict)

    kind: ClassVar[str] = "set_comparison"
    json_types = written(baseline=str, adjust=str, by=NotRequired[list[str]], groups=NotRequired[list[Row]])

    def key_figures(self) -> Iterator[Figure]:
        """What every system reaches by every measure, and every difference."""
        for system, found in self.systems.items():
            yield from (Figure(name, each, system) for name, each in found.measures.items())
        yield from (Figure(each.measure, each.estimate, each.first, minus=each.second) for each in self.differences)

    @property
    def baseline(self) -> str:
        """The system the others are compared with."""
        return next(iter(self.systems))

    def difference(self, measure: str, first: str | None = None, second: str | None = None) -> Difference:
        """The difference of one pair, first minus second; by default the last system against the baseline."""
        wanted = first or list(self.systems)[-1], second or self.baseline
        for each in self.differences:
            if (each.first, each.second) == wanted and each.measure == measure:
                return each
        raise InputError(
            f"there is no difference of {measure} between {wanted[0]!r} and {wanted[1]!r}; systems, baseline first: "
            f"{list(self.systems)}, measures: {sorted({each.measure for each in self.differences})}"
        )

    def head(self) -> tuple[str, str]:
        return (
            "Which is better informed?",
            f"{self.systems[self.baseline].n:,} items with sets of labels, {len(self.systems)} systems",
        )

    def rows(self) -> list[dict[str, Any]]:
        """One row a pair of systems and measure: the difference; with groups of all items first, their group None."""
        parts: dict[tuple[Any, ...], SetComparison] = {(None,) * len(self.by): self, **self.groups}
        return [
            dict(zip(self.by, group, strict=True)) | each.row()
            for group, part in parts.items()
            for each in part.differences
        ]

    def facts(self) -> dict[str, Any]:
        """Every system, and every difference; with groups those of each."""
        found = {"baseline": self.baseline, "adjust": "holm"}
        found |= {name: getattr(self, name) for name in ("systems", "differences")}
        apart = [{"group": list(group), **each.facts()} for group, each in self.groups.items()]
        return found | ({"by": list(self.by), "groups": apart} if apart else {})


def _differences(measure: SetMeasure, systems: Mapping[str, LabelSets], level: float) -> list[Difference]:
    """Every later system against every earlier one; p as they are."""
    pairs = [(later, earlier) for earlier, later in combinations(systems, 2)]
    found = [(pair, *difference(measure, systems[pair[0]], systems[pair[1]], level)) for pair in pairs]
    return [Difference(*pair, measure.name, value, p, p) for pair, value, p in found]


def _adjusted(parts: Sequence[SetComparison]) -> Iterator[SetComparison]:
    """The same with p adjusted over all parts and all pairs of each measure."""
    differences = chain.from_iterable(part.differences for part in parts)
    every = gathered((each.measure, np.nan if each.p is None else each.p) for each in differences)
    sure = {name: iter(adjust(found).tolist()) for name, found in every.items()}
    for part in parts:
        told = (replace(each, p_adjusted=finite(next(sure[each.measure]))) for each in part.differences)
        yield replace(part, differences=tuple(told))


def _plain(value: Any) -> Any:
    return finite(value.item() if hasattr(value, "item") else value)


@answers
def judged(sets: LabelSets, plan: Plan) -> SetEvaluation:
    """What is found about one labeller."""
    if not sets.labels:
        raise InputError("no item has a label, actual or predicted; there is nothing to judge")
    if len(sets.systems) > 1:
        names = list(sets.systems)
        raise InputError(f"predicted holds {len(names)} systems, {names}; use informed.more.compare_multilabel()")
    return plan.evaluation(sets)


@answers
def compared(sets: LabelSets, plan: Plan) -> SetComparison:
    """What is found about several labellers of the same items."""
    if len(sets.systems) < 2:
        raise InputError("a comparison needs two systems or more; use multilabel for one")
    groups = {group: _compared(each, plan) for group, each in by_group(sets).items()}
    (whole,) = _adjusted([_compared(sets.pooled(), plan)])
    found = dict(zip(groups, _adjusted([*groups.values()]), strict=True))
    line = signature({"systems": sets.systems, **plan.recipe(sets)})
    return replace(whole, signature=line, by=sets.by, groups=found)


def by_group(sets: LabelSets) -> dict[Group, LabelSets]:
    """The items of each group, over the labels that occur there unless some were declared that never occur."""
    if not sets.by:
        return {}
    declared = sets.occurring() is not sets
    return {group: each if declared else each.occurring() for group, each in sets.apart().items()}


def _compared(sets: LabelSets, plan: Plan) -> SetComparison:
    """The systems on these items, of all groups or of one; p not adjusted."""
    sample = sampled(sets)
    systems = {name: sample.system(name) for name in sets.systems}
    paired = [MEASURES[name] for name in plan.wanted if name in MEASURES]
    if plan.prices is not None:
        paired.append(plan.prices.measures(sets.labels)[0])
    differences = [each for measure in paired for each in _differences(measure, systems, plan.level or 0.95)]
    found = {name: plan.evaluation(sets.system(name)) for name in sets.systems}
    return SetComparison(found, tuple(differences), signature({"systems": tuple(systems), **plan.recipe(sets)}))


def sampled(sets: LabelSets) -> LabelSets:
    """All items, without their groups and without what makes no difference; one weighs as one item on average."""
    return sets.pooled().plain().scaled()
