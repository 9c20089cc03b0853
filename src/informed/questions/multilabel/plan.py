"""What is asked of label sets, and the answer to it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from informed.core.accounting import left_out
from informed.core.basis import clustered, signature
from informed.core.errors import InputError, arg, choice, whole
from informed.core.estimate import Estimate, finite
from informed.core.keyed import Units
from informed.core.labelsets import LabelSets, no_row
from informed.core.table import ratio
from informed.inference.dependence import lacking
from informed.inference.draws import generator
from informed.inference.interval import check_level
from informed.questions.multilabel.compute import PERMUTED, SetEvaluation, sampled
from informed.questions.multilabel.inference import estimate, jackknife, random_proficiency, thin
from informed.questions.multilabel.measures import MEASURES, Habits
from informed.questions.multilabel.price import Prices
from informed.questions.multilabel.rename import Relabelling, at_random, relabelling

DEAL = 100  # random label sets used to estimate how optimistic the permuted value is
SMALL = (200, 20_000)  # categories and items up to which that is done unasked


def _wanted(measures: Iterable[str] | None) -> tuple[str, ...]:
    known = ("proficiency", PERMUTED, *(name for name in MEASURES if name != "proficiency"))
    if measures is None:
        return known
    if isinstance(measures, str):
        raise InputError(f"{arg('measures', measures)} is one text; give a list, for example [{measures!r}]")
    return tuple(choice("measures", name, known) for name in measures)


@dataclass(frozen=True)
class Plan:
    """How label sets are judged: the same for every system."""

    wanted: tuple[str, ...]
    level: float | None
    draws: int | None
    seed: Any
    progress: Callable[[float], Any] | None = None
    prices: Prices | None = None

    @classmethod
    def of(
        cls,
        measures: Iterable[str] | None,
        level: float | None,
        draws: int | None,
        seed: Any,
        progress: Callable[[float], Any] | None,
        prices: Prices | None = None,
    ) -> "Plan":
        """A plan of checked arguments."""
        deals = None if draws is None else whole("draws", draws, 0, f"{DEAL} are usual, 0 for none")
        return cls(_wanted(measures), None if level is None else check_level(level), deals, seed, progress, prices)

    def evaluation(self, whole: LabelSets) -> SetEvaluation:
        """What is found about one system."""
        sets = sampled(whole)
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
        said, line = _warnings(whole, sets, renamed), signature(self.recipe(whole))
        pricing = None if self.prices is None else self.prices.pricing(whole, sets, self.level)
        return SetEvaluation(whole, found, corrected, renamed, habits, said, line, self, pricing)

    def _permuted(self, sets: LabelSets, renamed: Relabelling) -> Estimate:
        """Proficiency after the best renaming, beside what the best renaming reaches on random sets."""
        measure = MEASURES["proficiency"]
        values = list(at_random(sets, draws=self._deals(sets), rng=generator(self.seed)))
        mean = float(np.mean(ratio(np.asarray(values), measure.whole(sets.tables()).sum(-1)))) if values else None
        seen = (
            "chance_mean is what chance reaches so"
            if values
            else f"{arg('draws', DEAL)} would show what chance reaches so"
        )
        note = f"the renaming was chosen on the same items and is optimistic; {seen}"
        found = estimate(measure, sets.relabelled(renamed.new), self.level, chance_mean=mean)
        return replace(found, note="; ".join(filter(None, (found.note, note))))

    def _deals(self, sets: LabelSets) -> int:
        if self.draws is not None or self.level is None:
            return self.draws or 0
        return DEAL if len(sets.labels) <= SMALL[0] and sets.n <= SMALL[1] else 0

    def recipe(self, sets: LabelSets) -> dict[str, Any]:
        """What decides its numbers."""
        parts: dict[str, Any] = {"n": sets.n, "categories": len(sets.labels)}
        parts |= {"weights": "sampling" if sets.weighted else None, "by": "+".join(sets.by) or None, **clustered(sets)}
        parts |= {"abstained": None if sets.abstained is None else int(sets.abstained.sum())}
        parts |= {"missing": sets.missing or None}
        if self.level is not None:
            units = "clusters" if sets.clusters else "items"
            parts |= {"interval": f"jackknife of {units}", "level": self.level}
        parts |= {} if self.prices is None else self.prices.recipe()
        if PERMUTED in self.wanted and (deals := self._deals(sets)):
            parts |= {"draws": deals, "seed": self.seed}
        return parts


def _corrected(sets: LabelSets, level: float) -> tuple[Estimate, dict[str, float | None]]:
    """Proficiency, and beside it the same with its small-sample bias taken off in two ways."""
    measure, chance = MEASURES["proficiency"], random_proficiency(sets)
    without = jackknife(measure, sets) if lacking(Units.of(sets)) is None else None
    found = estimate(measure, sets, level, without, chance_mean=finite(chance))
    beyond = (found.value - chance) / (1 - chance) if chance < 1 else float("nan")
    corrected = without.corrected if without else float("nan")
    values = {"plug_in": found.value, "jackknife": corrected, "chance_mean": chance, "above_chance": beyond}
    return found, {name: finite(value) for name, value in values.items()}


def _warnings(whole: LabelSets, sets: LabelSets, renamed: Relabelling | None) -> tuple[str, ...]:
    said = [*sets.notes, *left_out(whole)]
    if few := thin(sets):
        said.append(f"{few:,} categories have fewer than 5 actual items: they, and means over categories, are unsure")
    empty = {
        name: int(sets.sums[0] @ (side.sizes == 0))
        for name, side in zip(("actual", *sets.systems), sets.sides, strict=True)
    }
    without = [
        f"{many:,} {'item has' if many == 1 else 'items have'} no {name} label"
        for name, many in empty.items()
        if many and no_row(name, many) not in sets.notes
    ]
    said += ["; ".join(without)] * bool(without)
    if renamed is not None and not renamed.certified:
        said.append(f"the renaming is not proved to be the best: a better one could share {renamed.gap:.3g} bits more")
    return tuple(said)
