"""All pairs of systems, judged by each measure and told together: adjusted p, intervals that agree with it, ranks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from informed.core.counts import Counts
from informed.core.estimate import Estimate
from informed.core.items import Items
from informed.core.labels import Label
from informed.core.signature import listed as labelled
from informed.core.signature import signature
from informed.core.validate import Numbers
from informed.inference.adjustment import MaxT, shown_at
from informed.inference.adjustment import adjust as adjusted_for
from informed.inference.asking import Asked
from informed.inference.dependence import Grouped
from informed.inference.draws import generator
from informed.inference.estimates import estimates, estimates_of_systems
from informed.inference.interval import one_sided
from informed.questions.compare.result import Comparison, Difference, ranked, reversals_of

UNDEFINED = "no interval: one of the values is undefined"
MANY = 30
"""Of more systems than this only the differences from the first are found: pairs grow with the square."""


@dataclass(frozen=True)
class Options:
    """What the caller chose, and what it makes of one system."""

    level: float
    adjust: str
    margin: float | None
    draws: int
    seed: int

    def signature(self, labels: tuple[Label, ...], n: Any, measures: Sequence[Asked], **drawn: Any) -> str:
        """The recipe of the comparison."""
        facts = {"n": n, "labels": labelled(labels), **drawn, "measures": "+".join(map(str, measures))}
        return signature({**facts, **vars(self)})

    def value(self, asked: Asked, sample: Counts | Grouped) -> Estimate:
        """The estimate of one system."""
        return estimates(asked.measure, sample, level=self.level, draws=self.draws, seed=self.seed)[()]

    def values(self, asked: Asked, samples: Sequence[Items]) -> list[dict[str, Estimate]]:
        """The estimates of all systems of each sample, by name."""
        how = {"level": self.level, "draws": self.draws, "seed": self.seed}
        found = estimates_of_systems(asked.measure, samples, **how)
        return [dict(zip(data.systems, each, strict=True)) for data, each in zip(samples, found, strict=True)]


class Judged(NamedTuple):
    """All pairs of systems by one measure: differences, their limits by the tail, p, and how the limits were found."""

    asked: Asked
    values: Mapping[str, Estimate]
    gaps: Numbers
    limits: Any
    p: Numbers
    methods: Sequence[str]
    notes: Sequence[str | None]
    covariance: Numbers | None = None
    possible: Callable[[Numbers, Numbers], tuple[Numbers, Numbers]] | None = None

    def ends(self, pairs: Numbers, sizes: Numbers) -> tuple[Numbers, Numbers]:
        """The limits at these sizes, no further than those of both values: mostly their limits as they are tell so."""
        low, high = (np.array(np.ravel(end)) for end in self.limits(sizes / 2))
        least, most = np.array([(each.low, each.high) for each in self.values.values()], dtype=float).T
        of, over = pairs.T
        within = (least[of] - most[over] <= low) & (high <= most[of] - least[over])
        far = np.flatnonzero(~within & ~np.isnan(low) & ~np.isnan(self.gaps))
        if self.possible is not None and far.size:
            least, most = self.possible(pairs[far], sizes[far] / 2)
            low[far], high[far] = np.fmax(low[far], least), np.fmin(high[far], most)
        return low, high


class Part(NamedTuple):
    """What is compared at once, all items or one group: each measure, and what else the comparison says."""

    judged: Sequence[Judged]
    facts: Mapping[str, Any]


def pairs_of(names: Sequence[str]) -> Numbers:
    """Every later system against every earlier one; of very many systems, each against the first."""
    if len(names) > MANY:
        return np.array([(later, 0) for later in range(1, len(names))])
    return np.array([(later, earlier) for earlier, later in combinations(range(len(names)), 2)])


def untold(names: Sequence[str]) -> tuple[str, ...]:
    """A note of the pairs that are left out."""
    size, left = len(names), len(names) * (len(names) - 1) // 2 - len(pairs_of(names))
    if not left:
        return ()
    told = f"each of {size:,} systems is compared with the first, {names[0]!r}; {left:,} other pairs are left out"
    return (f"{told}: name at most {MANY} systems to compare them all",)


class _Family(NamedTuple):
    """All pairs of one measure: their adjusted p, and the size at which the interval of each agrees with it."""

    adjusted: Numbers
    shown_at: Numbers


def told(parts: Sequence[Part], options: Options) -> list[Comparison]:
    """The comparison of each part; p and intervals of a measure allow for all pairs of all parts."""
    measures = zip(*(part.judged for part in parts), strict=True)
    families = zip(*(_families(of, options) for of in measures), strict=True)
    found = []
    for part, own in zip(parts, families, strict=True):
        names, judged = part.facts["systems"], part.judged
        differences = [
            each for one, family in zip(judged, own, strict=True) for each in _listed(names, one, family, options)
        ]
        values = {name: {str(each.asked): each.values[name] for each in judged} for name in names}
        found.append(
            Comparison(
                **part.facts,
                level=options.level,
                adjust=options.adjust,
                margin=options.margin,
                values=values,
                differences=tuple(differences),
                ranking=ranked(names, values, differences, options.level),
                reversals=reversals_of(differences, options.level),
            )
        )
    return found


def _families(of: Sequence[Judged], options: Options) -> list[_Family]:
    """One measure of all parts: one family of tests."""
    p, alpha = np.concatenate([each.p for each in of]), 1 - options.level
    if options.adjust == "max_t":
        pairs = pairs_of(tuple(of[0].values))
        known = [each.covariance for each in of if each.covariance is not None]
        largest = MaxT.of(pairs, known, generator(options.seed))
        adjusted, shown = np.where(np.isnan(p), np.nan, largest.adjust(p)), np.full(len(p), largest.shown_at(alpha))
    else:
        adjusted = adjusted_for(p, options.adjust)
        shown = shown_at(p, adjusted, alpha, options.adjust)
    return [_Family(*both) for both in zip(np.split(adjusted, len(of)), np.split(shown, len(of)), strict=True)]


def _listed(names: Sequence[str], judged: Judged, family: _Family, options: Options) -> list[Difference]:
    pairs = pairs_of(names)
    low, high = judged.ends(pairs, family.shown_at)
    up = judged.asked.measure.higher_is_better is not False
    within = None if options.margin is None else _equivalence(judged.limits, options.margin, up)
    found = []
    for place, (later, earlier) in enumerate(pairs):
        gap, p = float(judged.gaps[place]), float(judged.p[place])
        if np.isnan(gap) or np.isnan(low[place]):
            estimate = Estimate(gap, note=judged.notes[place] or UNDEFINED)
        else:
            note = "no difference at all" if gap == 0 and p == 1 else judged.notes[place]
            ends = float(low[place]), float(high[place])
            estimate = Estimate(gap, 0.0, *ends, options.level, judged.methods[place], note)
        equivalence = None if within is None else {name: float(np.ravel(each)[place]) for name, each in within.items()}
        pair = names[later], names[earlier]
        found.append(Difference(*pair, str(judged.asked), estimate, p, float(family.adjusted[place]), equivalence))
    return found


def _equivalence(limits: Any, margin: float, higher_is_better: bool) -> dict[str, Numbers]:
    """Two one-sided tests: not worse by more than the margin, not better by more, and both."""
    not_lower, not_higher = one_sided(limits, -margin, 1), one_sided(limits, margin, -1)
    not_worse, not_better = (not_lower, not_higher) if higher_is_better else (not_higher, not_lower)
    return {"non_inferior": not_worse, "non_superior": not_better, "equivalent": np.maximum(not_worse, not_better)}
