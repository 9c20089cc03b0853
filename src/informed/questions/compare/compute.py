"""Which of several systems is really better: differences with intervals and p, on the same items or on others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from informed.core.accounting import left_out
from informed.core.counts import Counts
from informed.core.errors import InputError, choice
from informed.core.estimate import Estimate
from informed.core.items import Items
from informed.core.labels import Label
from informed.core.registry import Measure, get
from informed.core.signature import clustered, listed, signature
from informed.core.validate import Numbers
from informed.inference.adjustment import ADJUSTMENTS, MaxT, shown_at
from informed.inference.adjustment import adjust as adjusted_for
from informed.inference.asking import Asked, wanted
from informed.inference.dependence import Grouped, grouped
from informed.inference.draws import generator
from informed.inference.draws.sampler import check_draws
from informed.inference.estimates import estimates
from informed.inference.interval import check_level, inversion, limits_of, one_sided
from informed.inference.pairing import Paired, flips, pair_tests
from informed.inference.proportions import mover
from informed.questions.compare.result import Comparison, Difference, Flips, ranked, reversals_of
from informed.readers.labels import listed as listing

TOGETHER = "items that belong together: tests that exchange or count single items are left out"
FEW = 10
"""Up to so many pairs are tested by drawing as well."""


def compared(
    systems: Items | Mapping[str, Counts],
    *,
    measures: Iterable[str | Measure] | None = None,
    positive: Any = None,
    level: float = 0.95,
    adjust: str = "holm",
    margin: float | None = None,
    draws: int = 2000,
    seed: int = 0,
) -> Comparison:
    """The comparison of systems on the same items, or of independent samples by name."""
    check_level(level)
    choice("adjust", adjust, (*ADJUSTMENTS, "max_t"))
    if margin is not None and not margin > 0:
        raise InputError(f"margin={margin} must be positive: the largest difference that would not matter")
    options = _Options(level, adjust, margin, check_draws(draws), seed)
    if isinstance(systems, Items):
        if len(systems.systems) < 2:
            raise InputError(f"only one system, {systems.systems[0]!r}; give at least two to compare")
        if systems.by:
            raise InputError("the items are in groups; compare items.pooled(), or each of items.apart().values()")
        staked = systems.staked()  # an abstention is never right
        return _paired(staked, wanted(measures, staked.labels, True, positive), options)
    samples, notes = over_common_labels(systems)
    widest = max(samples.values(), key=lambda counts: len(counts.labels))
    square = all(counts.square for counts in samples.values())
    return _independent(samples, notes, wanted(measures, widest.labels, square, positive), options)


@dataclass(frozen=True)
class _Options:
    level: float
    adjust: str
    margin: float | None
    draws: int
    seed: int

    def signature(self, labels: tuple[Label, ...], n: Any, measures: Sequence[Asked], **drawn: Any) -> str:
        """The recipe of the comparison."""
        facts = {"n": n, "labels": listed(labels), **drawn, "measures": "+".join(map(str, measures))}
        return signature({**facts, **vars(self)})


# --- the same items --------------------------------------------------------------------------------------------------


def _paired(patterns: Items, measures: Sequence[Asked], options: _Options) -> Comparison:
    _check_systems(patterns)
    used, names = patterns.occurring().plain(), patterns.systems
    pairs = _pairs(names)
    differences: list[Difference] = []
    for asked in measures:
        paired = Paired(asked.measure, asked.seen(patterns), options.draws, options.seed)
        methods, limits = paired.limits(pairs)
        later, earlier = (paired.values[side] for side in pairs.T)
        p = np.atleast_1d(inversion(limits, 0.0))
        p = np.where(np.isnan(later - earlier), np.nan, np.where(later == earlier, 1.0, p))
        family = _family(p, paired, pairs, options)
        differences += _listed(
            names, pairs, asked, later - earlier, limits, p, family, _Told(methods, paired.notes(pairs)), options
        )
    values = _values(names, lambda asked, name: grouped(asked.seen(patterns), name), measures, options)
    together = (TOGETHER,) if used.dependent else ()
    return Comparison(
        systems=names,
        labels=patterns.labels,
        n=patterns.n,
        paired=True,
        level=options.level,
        adjust=options.adjust,
        margin=options.margin,
        values=values,
        differences=tuple(differences),
        ranking=ranked(names, values, differences, options.level),
        signature=options.signature(patterns.labels, patterns.n, measures, **_drawn(patterns)),
        flips=tuple(_flips(used, pairs, options)),
        reversals=reversals_of(differences, options.level),
        notes=(*patterns.notes, *together, *left_out(patterns)),
    )


def _drawn(patterns: Items) -> dict[str, Any]:
    """What the recipe says of how the items were drawn."""
    return {
        "items": "same",
        **clustered(patterns),
        "weights": None if patterns.weights is None else "sampling",
        "missing": patterns.missing or None,
        "refused": patterns.refused or None,
    }


def _check_systems(patterns: Items) -> None:
    """Refuse a column of something else: a system none of whose labels ever occurs."""
    actual = set(patterns.rows[:, 0].tolist())
    for place, name in enumerate(patterns.systems, 1):
        said = set(patterns.rows[:, place].tolist())
        if len(said) > 1 and not said & actual:  # one label alone may say that there was no answer
            told = ", ".join(repr(patterns.labels[code]) for code in sorted(said)[:3])
            raise InputError(
                f"system {name!r}: no label it says ({told}, ...) is an actual one; is another column meant? "
                "Clusters are matched to classes first, see match"
            )


def _pairs(names: Sequence[str]) -> Numbers:
    """Every later system against every earlier one."""
    return np.array([(later, earlier) for earlier, later in combinations(range(len(names)), 2)])


def _flips(patterns: Items, pairs: Numbers, options: _Options) -> Iterable[Flips]:
    names, counted = patterns.systems, flips(patterns, pairs)
    for (later, earlier), rows in zip(pairs, counted.tolist(), strict=True):
        pair = names[later], names[earlier]
        few = len(pairs) <= FEW and not patterns.dependent
        tests = pair_tests(get("informedness"), patterns, *pair, draws=options.draws, seed=options.seed) if few else {}
        first, second = (dict(zip(patterns.labels, side, strict=True)) for side in zip(*rows, strict=True))
        yield Flips(*pair, first, second, tests)


# --- other items -----------------------------------------------------------------------------------------------------


def _independent(
    samples: Mapping[str, Counts], notes: Sequence[str], measures: Sequence[Asked], options: _Options
) -> Comparison:
    if options.adjust == "max_t":
        raise InputError("adjust='max_t' needs systems that judged the same items; use 'holm' for independent samples")
    names = tuple(samples)
    pairs = _pairs(names)
    values = _values(names, lambda asked, name: asked.counted(samples[name]), measures, options)
    differences: list[Difference] = []
    for asked in measures:
        seen = [asked.counted(counts) for counts in samples.values()]
        ends = [limits_of(asked.measure, counts, draws=options.draws, seed=options.seed)[1] for counts in seen]
        point = np.array([values[name][str(asked)].value for name in names])
        limits = _apart(point, ends, pairs)
        p, gaps = np.atleast_1d(inversion(limits, 0.0)), point[pairs[:, 0]] - point[pairs[:, 1]]
        family = _family(p, None, pairs, options)
        differences += _listed(
            names, pairs, asked, gaps, limits, p, family, _Told(["mover"] * len(pairs), [None] * len(pairs)), options
        )
    first = next(iter(samples.values()))
    return Comparison(
        systems=names,
        labels=first.labels,
        n={name: counts.n for name, counts in samples.items()},
        paired=False,
        level=options.level,
        adjust=options.adjust,
        margin=options.margin,
        values=values,
        differences=tuple(differences),
        ranking=ranked(names, values, differences, options.level),
        signature=options.signature(first.labels, [each.n for each in samples.values()], measures, items="independent"),
        reversals=reversals_of(differences, options.level),
        notes=(*notes, *dict.fromkeys(note for name, counts in samples.items() for note in _notes(name, counts))),
    )


def over_common_labels(samples: Mapping[str, Counts]) -> tuple[dict[str, Counts], list[str]]:
    """The samples over the labels of the one that has most; samples that have others are of something else."""
    widest = max(samples, key=lambda name: len(samples[name].labels))
    labels = samples[widest].labels
    found, notes = {}, []
    for name, counts in samples.items():
        own = [label for label in counts.labels if label not in labels]
        lacks = [label for label in labels if label not in counts.labels]
        if own:
            raise InputError(
                f"{name!r} and {widest!r} have different labels: {listing(own)} against {listing(lacks)}; count both "
                "with the same labels=, or rename those that are the same with .relabel(...)"
            )
        if lacks:
            notes.append(
                f"{name!r} knows no {listing(lacks)}; compared over all labels, as if it had none of those items"
            )
        found[name] = counts.aligned(labels, labels if counts.square else counts.labels_predicted)
    return found, notes


def _notes(name: str, counts: Counts) -> Iterable[str]:
    """What a reader should know of one sample; the rows it lost are its own."""
    return (*counts.notes, *(f"{name}: {note}" for note in left_out(counts)))


def _apart(point: Numbers, ends: Sequence[Any], pairs: Numbers) -> Any:
    """Limits of every difference from the limits of both values (MOVER)."""

    def of(place: int, tail: Any) -> Any:
        later, earlier = pairs[place]
        return mover((point[later], ends[later](tail)), (point[earlier], ends[earlier](tail)))

    def at(tail: Any) -> Any:
        tails = np.broadcast_to(tail, len(pairs))
        low, high = zip(*(of(place, tails[place]) for place in range(len(pairs))), strict=True)
        return np.array(low, dtype=float), np.array(high, dtype=float)

    return at


# --- both ------------------------------------------------------------------------------------------------------------


class _Family(NamedTuple):
    """All pairs of one measure: their adjusted p, and the size at which the interval of each agrees with it."""

    adjusted: Numbers
    shown_at: Numbers


class _Told(NamedTuple):
    """How the limits of each pair were found, and what a reader must know about them."""

    methods: Sequence[str]
    notes: Sequence[str | None]


def _family(p: Numbers, paired: Paired | None, pairs: Numbers, options: _Options) -> _Family:
    alpha = 1 - options.level
    if options.adjust == "max_t" and paired is not None:
        largest = MaxT.of(pairs, paired.covariance, generator(options.seed))
        return _Family(largest.adjust(p), np.full(len(pairs), largest.shown_at(alpha)))
    adjusted = adjusted_for(p, options.adjust)
    return _Family(adjusted, shown_at(p, adjusted, alpha, options.adjust))


def _listed(
    names: Sequence[str],
    pairs: Numbers,
    asked: Asked,
    gaps: Numbers,
    limits: Any,
    p: Numbers,
    family: _Family,
    told: _Told,
    options: _Options,
) -> list[Difference]:
    low, high = (np.ravel(end) for end in limits(family.shown_at / 2))
    up = asked.measure.higher_is_better is not False
    within = None if options.margin is None else _equivalence(limits, options.margin, up)
    found = []
    for place, (later, earlier) in enumerate(pairs):
        gap = float(gaps[place])
        if np.isnan(gap) or np.isnan(low[place]):
            estimate = Estimate(gap, note="no interval: one of the values is undefined")
        else:
            note = "no difference at all" if gap == 0 and p[place] == 1 else told.notes[place]
            estimate = Estimate(
                gap, 0.0, float(low[place]), float(high[place]), options.level, told.methods[place], note
            )
        equivalence = None if within is None else {name: float(np.ravel(each)[place]) for name, each in within.items()}
        found.append(
            Difference(
                names[later],
                names[earlier],
                str(asked),
                estimate,
                float(p[place]),
                float(family.adjusted[place]),
                equivalence,
            )
        )
    return found


def _equivalence(limits: Any, margin: float, higher_is_better: bool) -> dict[str, Numbers]:
    """Two one-sided tests: not worse by more than the margin, not better by more, and both."""
    not_lower, not_higher = one_sided(limits, -margin, 1), one_sided(limits, margin, -1)
    not_worse, not_better = (not_lower, not_higher) if higher_is_better else (not_higher, not_lower)
    return {"non_inferior": not_worse, "non_superior": not_better, "equivalent": np.maximum(not_worse, not_better)}


def _values(
    names: Sequence[str],
    sample: Callable[[Asked, str], Counts | Grouped],
    measures: Sequence[Asked],
    options: _Options,
) -> dict[str, dict[str, Estimate]]:
    """The estimate of every measure for every system."""
    return {name: {str(asked): _value(asked, sample(asked, name), options) for asked in measures} for name in names}


def _value(asked: Asked, sample: Counts | Grouped, options: _Options) -> Estimate:
    return estimates(asked.measure, sample, level=options.level, draws=options.draws, seed=options.seed)[()]
