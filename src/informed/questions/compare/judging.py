"""All pairs of systems, judged by each measure and told together: adjusted p, intervals that agree with it, ranks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from informed.core.basis import listed as labelled
from informed.core.basis import signature
from informed.core.counts import Counts
from informed.core.estimate import Estimate
from informed.core.items import Items
from informed.core.labels import Label
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
    """All pairs of systems by one or more measures, of each in one part of the items after the other.

    Differences, their limits by the tail, p, and how the limits were found. ``values``: those of the systems by each
    measure in each part; ``covariances`` likewise. ``possible``: the ends that the values of both systems leave to the
    differences at these places.
    """

    asked: Sequence[Asked]
    values: Sequence[Sequence[Mapping[str, Estimate]]]
    gaps: Numbers
    limits: Any
    p: Numbers
    methods: Sequence[str]
    notes: Sequence[str | None]
    covariances: Sequence[Sequence[Numbers]] = ()
    possible: Callable[[Numbers, Numbers], tuple[Numbers, Numbers]] | None = None

    def ends(self, pairs: Numbers, sizes: Numbers) -> tuple[Numbers, Numbers]:
        """The limits at these sizes, no further than those of both values: mostly their limits as they are tell so."""
        low, high = (np.array(np.ravel(end)) for end in self.limits(sizes / 2))
        parts = (part for of in self.values for part in of)
        own = np.array([[(each.low, each.high) for each in part.values()] for part in parts], dtype=float)
        least, most = np.moveaxis(own[:, pairs], -1, 0).reshape(2, -1, 2)
        within = (least[:, 0] - most[:, 1] <= low) & (high <= most[:, 0] - least[:, 1])
        far = np.flatnonzero(~within & ~np.isnan(low) & ~np.isnan(self.gaps))
        if self.possible is not None and far.size:
            ends = self.possible(far, sizes[far] / 2)
            low[far], high[far] = np.fmax(low[far], ends[0]), np.fmin(high[far], ends[1])
        return low, high


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


def told(judged: Sequence[Judged], facts: Sequence[Mapping[str, Any]], options: Options) -> list[Comparison]:
    """The comparison of each part; p and intervals of a measure allow for all pairs of all parts."""
    listed = {name: parts for each in judged for name, parts in _listed(each, options)}
    valued = {name: parts for each in judged for name, parts in zip(map(str, each.asked), each.values, strict=True)}
    found = []
    for place, own in enumerate(facts):
        differences = [each for parts in listed.values() for each in parts[place]]
        values = {system: {name: of[place][system] for name, of in valued.items()} for system in own["systems"]}
        found.append(
            Comparison(
                **own,
                level=options.level,
                adjust=options.adjust,
                margin=options.margin,
                values=values,
                differences=tuple(differences),
                ranking=ranked(own["systems"], values, differences, options.level),
                reversals=reversals_of(differences, options.level),
            )
        )
    return found


def _family(p: Numbers, pairs: Numbers, covariances: Sequence[Numbers], options: Options) -> _Family:
    """One measure of all parts: one family of tests."""
    alpha = 1 - options.level
    if options.adjust == "max_t":
        largest = MaxT.of(pairs, covariances, generator(options.seed))
        adjusted, shown = np.where(np.isnan(p), np.nan, largest.adjust(p)), np.full(len(p), largest.shown_at(alpha))
        return _Family(adjusted, shown)
    adjusted = adjusted_for(p, options.adjust)
    return _Family(adjusted, shown_at(p, adjusted, alpha, options.adjust))


def _listed(judged: Judged, options: Options) -> Iterator[tuple[str, list[list[Difference]]]]:
    """The differences in each part, measure by measure."""
    names, many = list(judged.values[0][0]), len(judged.asked)
    pairs, covariances = pairs_of(names), judged.covariances or [()] * many
    families = [_family(p, pairs, own, options) for p, own in zip(np.split(judged.p, many), covariances, strict=True)]
    adjusted, shown = (np.concatenate(each) for each in zip(*families, strict=True))
    low, high = judged.ends(pairs, shown)
    beyond: Any = None
    if options.margin is not None:
        beyond = [np.ravel(one_sided(judged.limits, -side * options.margin, side)).tolist() for side in (1, -1)]
    places = np.arange(len(shown)).reshape(many, -1, len(pairs)).tolist()

    def difference(place: int, asked: Asked, pair: Numbers) -> Difference:
        gap, p = float(judged.gaps[place]), float(judged.p[place])
        if np.isnan(gap) or np.isnan(low[place]):
            estimate = Estimate(gap, note=judged.notes[place] or UNDEFINED)
        else:
            note = "no difference at all" if gap == 0 and p == 1 else judged.notes[place]
            ends = float(low[place]), float(high[place])
            estimate = Estimate(gap, 0.0, *ends, options.level, judged.methods[place], note)
        up = asked.measure.higher_is_better is not False
        equivalence = None if beyond is None else _equivalence(*(each[place] for each in beyond[:: 1 if up else -1]))
        first, second = (names[system] for system in pair)
        return Difference(first, second, str(asked), estimate, p, float(adjusted[place]), equivalence)

    for asked, parts in zip(judged.asked, places, strict=True):
        found = [[difference(*each) for each in zip(part, [asked] * len(pairs), pairs, strict=True)] for part in parts]
        yield str(asked), found


def _equivalence(not_worse: float, not_better: float) -> dict[str, float]:
    """Two one-sided tests: not worse by more than the margin, not better by more, and both."""
    both = float(np.maximum(not_worse, not_better))
    return {"non_inferior": not_worse, "non_superior": not_better, "equivalent": both}
