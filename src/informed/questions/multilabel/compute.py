"""Label sets evaluated: how much of what there is to know about the items' labels a labeller captures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any, ClassVar

import numpy as np

from informed.core.errors import InputError, choice, whole
from informed.core.estimate import Estimate, finite
from informed.core.labels import Label, plain
from informed.core.labelsets import LabelSets, Sets
from informed.core.registry import Measure, catalogue, get
from informed.core.result import Result
from informed.core.signature import signature
from informed.core.table import actuals, average, predictions, shares, total
from informed.core.validate import Numbers
from informed.inference.adjustment import adjust
from informed.inference.draws import generator
from informed.inference.estimates import estimate as estimate_table
from informed.inference.interval import check_level, interval
from informed.questions.compare.result import Difference
from informed.questions.multilabel.inference import (
    bootstrap,
    difference,
    estimate,
    halves,
    jackknife,
    random_proficiency,
    shuffled,
    stability,
    thin,
)
from informed.questions.multilabel.measures import MEASURES, RATES, SetMeasure
from informed.questions.multilabel.rename import Relabelling, relabelling

PERMUTED = "permuted_proficiency"
PER_CATEGORY = (*RATES, "informedness", "markedness", "correlation", "proficiency")
DRAWS = {"halves": halves, "bootstrap": bootstrap}
WEIGHTS: dict[str, Callable[[Any], Any]] = {
    "prevalence": lambda tables: actuals(tables)[:, 0],
    "bias": lambda tables: predictions(tables)[:, 0],
    "equal": lambda tables: 1.0 * (tables[:, 1, 1] < total(tables)),
}
DEAL = 100  # random label sets used to estimate how optimistic the permuted value is
SMALL = (200, 20_000)  # categories and items up to which that is done unasked


@dataclass(frozen=True)
class Habits:
    """How a labeller labels, whatever the items are, and how well a random labeller with these habits would agree."""

    categories: int
    categories_per_item: tuple[float, float]
    items_per_category: tuple[float, float]
    random_f_measure: float

    @classmethod
    def of(cls, side: Sets, margin: Numbers, counts: Numbers) -> Habits:
        """Mean and (population) standard deviation; precision, recall and F of the random labeller are one number."""
        used, n = margin[margin > 0], int(counts.sum())
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

    def __getitem__(self, measure: str) -> Mapping[str, float]:
        return self.values[measure]

    def rows(self) -> list[dict[str, Any]]:
        """One row a measure: on all items, and its mean and standard deviation."""
        named = ({"measure": name, "value": self.whole[name], **each} for name, each in self.values.items())
        return [{key: finite(value) for key, value in row.items()} for row in named]

    def facts(self) -> dict[str, Any]:
        """How it was tried, and how each measure varies."""
        told = {row.pop("measure"): row for row in self.rows()}
        return {"resample": self.resample, "draws": self.draws, "n": self.n, "measures": told}


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
    level: float | None = 0.95

    kind: ClassVar[str] = "set_evaluation"
    json_keys: ClassVar[tuple[str, ...]] = (
        *("n", "labels", "measures", "corrected", "relabelling", "habits", "warnings"),
    )

    @property
    def n(self) -> int:
        """How many items there are."""
        return self.sets.n

    @property
    def labels(self) -> tuple[Label, ...]:
        """The categories of either side."""
        return self.sets.labels

    @cached_property
    def tables(self) -> Numbers:
        """Each category as a 2x2 table: ``(categories, 2, 2)``."""
        return self.sets.tables()

    @cached_property
    def categories(self) -> dict[str, Any]:
        """One column for each fact, one row for each category; informedness with its interval."""
        hits, actual, predicted = self.tables[:, 0, 0], actuals(self.tables)[:, 0], predictions(self.tables)[:, 0]
        found: dict[str, Any] = {"label": self.labels, "actual": actual, "predicted": predicted, "hits": hits}
        found |= {name: get(name)(self.tables) for name in PER_CATEGORY}
        if self.level is not None:
            ends = interval("informedness", self.tables, level=self.level)
            found |= {"informedness_low": ends.low, "informedness_high": ends.high}
        return found

    def category(self, label: Any) -> dict[str, Estimate]:
        """Everything about one category: every measure of a label against the rest, with chance and interval."""
        if plain(label) not in self.labels:
            choice("label", label, self.labels)
        table = self.tables[self.labels.index(plain(label))]
        wanted = [each for each in catalogue() if each.labelwise and each.ready]
        return {each.name: estimate_table(table, each, level=self.level or 0.95) for each in wanted}

    def average(self, measure: str | Measure, weights: str = "prevalence", mean: str = "arithmetic") -> float:
        """Any measure of two classes averaged over the categories; weights: prevalence, bias or equal."""
        weight = WEIGHTS[choice("weights", weights, WEIGHTS)](self.tables)
        return float(average(get(measure)(self.tables, undefined="nan"), shares(weight), mean))

    def stability(self, *, resample: str = "halves", draws: int = 500, seed: Any = 0) -> Stability:
        """How much the measures vary from sample to sample: over random halves of the items, or bootstrap draws.

        Small samples raise proficiency, so its mean over halves lies above its value on all items.
        """
        measures = {name: MEASURES[name] for name in self.measures if name in MEASURES}
        whole("draws", draws, 2, "500 are usual")
        draw = DRAWS[choice("resample", resample, DRAWS)]
        values = stability(measures, self.sets, draws=draws, rng=generator(seed), by=draw)
        on_all = {name: self.measures[name].value for name in measures}
        recipe = {"n": self.n, "categories": len(self.labels), "stability": resample, "draws": draws, "seed": seed}
        return Stability(resample, draws, self.n, on_all, values, signature(recipe))

    def rows(self) -> list[dict[str, Any]]:
        """One row a number: measures of the whole (no category), then the facts of every category."""
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
        return {**super().facts(), "per_category": rows, "data": self.sets.read}


@dataclass(frozen=True, repr=False)
class SetComparison(Result):
    """Several labellers judged on the same items: each on its own, and every pair; the first is the baseline.

    p of a difference agrees with its interval and is adjusted over all pairs of a measure (Holm).
    """

    systems: Mapping[str, SetEvaluation]
    differences: tuple[Difference, ...]
    signature: str

    kind: ClassVar[str] = "set_comparison"

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

    def rows(self) -> list[dict[str, Any]]:
        """One row a pair of systems and measure: the difference."""
        return [each.row() for each in self.differences]

    def facts(self) -> dict[str, Any]:
        """Every system, and every difference."""
        return {"baseline": self.baseline, "adjust": "holm", **super().facts()}


def _differences(measure: SetMeasure, systems: Mapping[str, LabelSets], level: float) -> list[Difference]:
    """Every later system against every earlier one."""
    pairs = [(later, earlier) for earlier, later in combinations(systems, 2)]
    found = [difference(measure, systems[first], systems[second], level) for first, second in pairs]
    adjusted = adjust([np.nan if p is None else p for _, p in found])
    return [
        Difference(first, second, measure.name, value, p, finite(float(sure)))
        for (first, second), (value, p), sure in zip(pairs, found, adjusted, strict=True)
    ]


def _plain(value: Any) -> Any:
    return finite(value.item() if hasattr(value, "item") else value)


def judged(sets: LabelSets, plan: Plan) -> SetEvaluation:
    """What is found about one labeller."""
    if not sets.labels:
        raise InputError("no item has a label, actual or predicted; there is nothing to judge")
    if len(sets.systems) > 1:
        raise InputError(f"predicted holds {len(sets.systems)} systems, {list(sets.systems)}; use compare_multilabel")
    return plan.evaluation(sets)


def compared(sets: LabelSets, plan: Plan) -> SetComparison:
    """What is found about several labellers of the same items."""
    systems = {name: sets.system(name) for name in sets.systems}
    paired = [MEASURES[name] for name in plan.wanted if name in MEASURES]
    differences = [each for measure in paired for each in _differences(measure, systems, plan.level or 0.95)]
    found = {name: plan.evaluation(each) for name, each in systems.items()}
    return SetComparison(found, tuple(differences), signature({"systems": tuple(systems), **plan.recipe(sets)}))


def _wanted(measures: Iterable[str] | None) -> tuple[str, ...]:
    known = ("proficiency", PERMUTED, *(name for name in MEASURES if name != "proficiency"))
    if measures is None:
        return known
    if isinstance(measures, str):
        raise InputError(f"measures={measures!r} is one text; give a list, for example [{measures!r}]")
    return tuple(choice("measures", name, known) for name in measures)


@dataclass(frozen=True)
class Plan:
    """How label sets are judged: the same for every system."""

    wanted: tuple[str, ...]
    level: float | None
    draws: int | None
    seed: Any
    progress: Callable[[float], Any] | None = None

    @classmethod
    def of(
        cls,
        measures: Iterable[str] | None,
        level: float | None,
        draws: int | None,
        seed: Any,
        progress: Callable[[float], Any] | None,
    ) -> Plan:
        """A plan of checked arguments."""
        deals = None if draws is None else whole("draws", draws, 0, f"{DEAL} are usual, 0 for none")
        return cls(_wanted(measures), None if level is None else check_level(level), deals, seed, progress)

    def evaluation(self, sets: LabelSets) -> SetEvaluation:
        """What is found about one system."""
        renamed = relabelling(sets, report=self.progress) if PERMUTED in self.wanted else None
        found: dict[str, Estimate] = {}
        corrected: dict[str, float | None] = {}
        for name in self.wanted:
            if name == PERMUTED and renamed is not None:
                found[name] = self._permuted(sets, renamed)
            elif name == "proficiency" and self.level is not None:
                found[name], corrected = _corrected(sets, self.level)
            else:
                found[name] = estimate(MEASURES[name], sets, self.level)
        habits = {
            side: Habits.of(each, sets.margin(place), sets.counts)
            for place, (side, each) in enumerate(zip(("actual", *sets.systems), sets.sides, strict=True))
        }
        said, line = _warnings(sets, renamed), signature(self.recipe(sets))
        return SetEvaluation(sets, found, corrected, renamed, habits, said, line, self.level)

    def _permuted(self, sets: LabelSets, renamed: Relabelling) -> Estimate:
        """Proficiency after the best renaming, beside what the best renaming reaches on random sets."""
        measure = MEASURES["proficiency"]
        values = [
            float(measure(each.relabelled(relabelling(each).new)))
            for each in shuffled(sets, draws=self._deals(sets), rng=generator(self.seed))
        ]
        mean = float(np.mean(values)) if values else None
        seen = "chance_mean is what chance reaches so" if values else f"draws={DEAL} would show what chance reaches so"
        note = f"the renaming was chosen on the same items and is optimistic; {seen}"
        return replace(estimate(measure, sets.relabelled(renamed.new), self.level, chance_mean=mean), note=note)

    def _deals(self, sets: LabelSets) -> int:
        if self.draws is not None or self.level is None:
            return self.draws or 0
        return DEAL if len(sets.labels) <= SMALL[0] and sets.n <= SMALL[1] else 0

    def recipe(self, sets: LabelSets) -> dict[str, Any]:
        """What decides its numbers."""
        parts: dict[str, Any] = {"n": sets.n, "categories": len(sets.labels)}
        if self.level is not None:
            parts |= {"interval": "jackknife of items", "level": self.level}
        if PERMUTED in self.wanted and (deals := self._deals(sets)):
            parts |= {"draws": deals, "seed": self.seed}
        return parts


def _corrected(sets: LabelSets, level: float) -> tuple[Estimate, dict[str, float | None]]:
    """Proficiency, and beside it the same with its small-sample bias taken off in two ways."""
    measure, chance = MEASURES["proficiency"], random_proficiency(sets)
    left_out = jackknife(measure, sets)
    found = estimate(measure, sets, level, left_out, chance_mean=finite(chance))
    beyond = (found.value - chance) / (1 - chance) if chance < 1 else float("nan")
    values = {"plug_in": found.value, "jackknife": left_out.corrected, "chance_mean": chance, "above_chance": beyond}
    return found, {name: finite(value) for name, value in values.items()}


def _warnings(sets: LabelSets, renamed: Relabelling | None) -> tuple[str, ...]:
    said = list(sets.notes)
    if few := thin(sets):
        said.append(f"{few:,} categories have fewer than 5 actual items: they, and means over categories, are unsure")
    empty = {
        name: int(sets.counts @ (side.sizes == 0))
        for name, side in zip(("actual", *sets.systems), sets.sides, strict=True)
    }
    said += [
        f"{many:,} {'item has' if many == 1 else 'items have'} no {name} label" for name, many in empty.items() if many
    ]
    if renamed is not None and not renamed.certified:
        said.append(f"the renaming is not proved to be the best: a better one could share {renamed.gap:.3g} bits more")
    return tuple(said)
