"""Which of several systems is really better: differences with intervals and p, on the same items or on others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from informed.core.accounting import left_out
from informed.core.basis import answers
from informed.core.counts import Counts
from informed.core.errors import InputError, choice
from informed.core.estimate import Estimate
from informed.core.items import Items
from informed.core.labels import Label
from informed.core.registry import Measure, get
from informed.core.signature import clustered, listed, signature
from informed.core.validate import Group, Numbers
from informed.inference.adjustment import ADJUSTMENTS, MaxT, shown_at
from informed.inference.adjustment import adjust as adjusted_for
from informed.inference.asking import Asked, wanted
from informed.inference.dependence import Grouped, grouped, lacking
from informed.inference.draws import generator
from informed.inference.draws.sampler import check_draws
from informed.inference.estimates import estimates
from informed.inference.interval import check_level, inversion, limits_of, one_sided
from informed.inference.pairing import Paired, apart, flips, pair_tests
from informed.questions.compare.result import Comparison, Difference, Flips, Silence, favourite, ranked, reversals_of
from informed.questions.evaluate.reference import compared as corrected
from informed.readers.labels import listed as listing

TOGETHER = "McNemar and permutation tests omitted: items are clustered"
UNDEFINED = "no interval: one of the values is undefined"
FEW = 10
"""Up to so many pairs are tested by drawing as well."""

MANY = 30
"""Of more systems than this only the differences from the first are found: pairs grow with the square."""


@answers
def compared(
    systems: Items | Mapping[str, Counts | Items],
    *,
    measures: Iterable[str | Measure] | None = None,
    positive: Any = None,
    level: float = 0.95,
    adjust: str = "holm",
    margin: float | None = None,
    draws: int = 2000,
    seed: int = 0,
    reference_quality: Any = None,
) -> Comparison:
    """The comparison of systems on the same items, or of samples by name, which share clusters of the same name."""
    check_level(level)
    choice("adjust", adjust, (*ADJUSTMENTS, "max_t"))
    if margin is not None and not margin > 0:
        raise InputError(f"margin={margin} must be positive: the largest difference that would not matter")
    options = _Options(level, adjust, margin, check_draws(draws), seed)
    if isinstance(systems, Items):
        if len(systems.systems) < 2:
            raise InputError(f"only one system, {systems.systems[0]!r}; give at least two to compare")
        found = _paired(systems, wanted(measures, systems.labels, True, positive), options)
        if reference_quality is None:
            return found
        return replace(found, correction=corrected(systems, reference_quality, level=level, seed=seed))
    if reference_quality is not None:
        raise InputError("reference_quality= needs systems on the same items; correct independent samples one by one")
    if len(systems) < 2:
        raise InputError(f"only one sample, {next(iter(systems), None)!r}; give at least two to compare")
    staked = {name: each.staked() if isinstance(each, Items) else each for name, each in systems.items()}
    samples, notes = over_common_labels(staked)
    widest = max(samples.values(), key=lambda counts: len(counts.labels))
    square = all(isinstance(each, Items) or each.square for each in samples.values())
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

    def value(self, asked: Asked, sample: Counts | Grouped) -> Estimate:
        """The estimate of one system."""
        return estimates(asked.measure, sample, level=self.level, draws=self.draws, seed=self.seed)[()]


class _Judged(NamedTuple):
    """All pairs of systems by one measure: differences, their limits by the tail, p, and how the limits were found."""

    asked: Asked
    values: Mapping[str, Estimate]
    gaps: Numbers
    limits: Any
    p: Numbers
    methods: Sequence[str]
    notes: Sequence[str | None]
    covariance: Numbers | None = None


class _Part(NamedTuple):
    """What is compared at once, all items or one group: each measure, and what else the comparison says."""

    judged: Sequence[_Judged]
    facts: Mapping[str, Any]


# --- the same items --------------------------------------------------------------------------------------------------


def _paired(items: Items, measures: Sequence[Asked], options: _Options) -> Comparison:
    """All items together and each group by itself; p and intervals of groups allow for the number of groups."""
    staked = items.staked()  # an abstention is never right
    _check_systems(staked)
    (whole,) = _told([_part(items.pooled(), measures, options)], options)
    drawn = {"by": "+".join(items.by) or None, **_drawn(staked)}
    recipe = options.signature(items.labels, staked.n, measures, **drawn)
    whole = replace(whole, by=items.by, signature=recipe)
    if not items.by:
        return whole
    parts = [_part(each, measures, options, group) for group, each in items.apart().items() if each.n]
    return replace(whole, groups=tuple(_told(parts, options)))


def _part(items: Items, measures: Sequence[Asked], options: _Options, group: Group | None = None) -> _Part:
    """The systems on these items, of all groups or of one."""
    data, labels = items.staked(), items.labels
    used, names = data.occurring().plain(), data.systems
    pairs = _pairs(names)
    facts = {
        "systems": names,
        "labels": labels,
        "n": data.n,
        "paired": True,
        "group": group,
        "signature": options.signature(labels, data.n, measures, **_drawn(data)),
        "flips": tuple(_flips(used, labels, pairs, options, drawn=group is None)),
        "abstention": _silence(items, data, measures, options) if items.abstaining else {},
        "notes": (*data.notes, *_untold(names), *((TOGETHER,) if used.dependent else ()), *left_out(data)),
        "favourites": {} if group else {name: favourite(data.counts(name)) for name in names},
    }
    return _Part([_judged(each, each.seen(data), pairs, options, group is not None) for each in measures], facts)


def _judged(asked: Asked, data: Items, pairs: Numbers, options: _Options, part: bool) -> _Judged:
    """All pairs by one measure; a part of the items whose units show nothing has values alone, and says why."""
    paired = Paired(asked.measure, data, options.draws, options.seed)
    later, earlier = (paired.values[side] for side in pairs.T)
    values = {name: options.value(asked, grouped(data, name)) for name in data.systems}
    if part and (why := lacking(data)):
        unknown = np.full(len(pairs), np.nan)
        return _Judged(asked, values, later - earlier, lambda _: (unknown, unknown), unknown, [], [why] * len(pairs))
    methods, limits = paired.limits(pairs)
    p = np.atleast_1d(inversion(limits, 0.0))
    p = np.where(np.isnan(later - earlier), np.nan, np.where(later == earlier, 1.0, p))
    return _Judged(asked, values, later - earlier, limits, p, methods, paired.notes(pairs), paired.covariance)


def _silence(items: Items, staked: Items, measures: Sequence[Asked], options: _Options) -> dict[str, Silence]:
    """How much each system left alone, and the leading measure of all where none of them did."""
    answered = items.answered()
    lead = next((each for each in measures if str(each) == "informedness"), measures[0])
    asked = Asked(get("bias"), staked.labels[-1])
    found = {}
    for place, name in enumerate(items.systems, 1):
        silent = int(staked.items[staked.rows[:, place] == len(items.labels)].sum())
        share = options.value(asked, grouped(asked.seen(staked), name))
        empty = Estimate(float("nan"), note="undefined: no item was answered by every system")
        answers = options.value(lead, grouped(lead.seen(answered), name)) if answered.n else empty
        found[name] = Silence(silent, replace(share, chance=None), answers, answered.n)
    return found


def _drawn(data: Items) -> dict[str, Any]:
    """What the recipe says of how the items were drawn."""
    return {
        "items": "same",
        **clustered(data),
        "weights": None if data.weights is None else "sampling",
        "missing": data.missing or None,
        "refused": data.refused or None,
    }


def _check_systems(data: Items) -> None:
    """Refuse a column of something else: a system none of whose labels ever occurs."""
    actual = set(data.rows[:, 0].tolist())
    for place, name in enumerate(data.systems, 1):
        said = set(data.rows[:, place].tolist())
        if len(said) > 1 and not said & actual:  # one label alone may say that there was no answer
            told = ", ".join(repr(data.labels[code]) for code in sorted(said)[:3])
            raise InputError(
                f"system {name!r}: none of its labels ({told}, ...) is an actual label; check the column. "
                "For clusters use match"
            )


def _pairs(names: Sequence[str]) -> Numbers:
    """Every later system against every earlier one; of very many systems, each against the first."""
    if len(names) > MANY:
        return np.array([(later, 0) for later in range(1, len(names))])
    return np.array([(later, earlier) for earlier, later in combinations(range(len(names)), 2)])


def _untold(names: Sequence[str]) -> tuple[str, ...]:
    """A note of the pairs that are left out."""
    size, left = len(names), len(names) * (len(names) - 1) // 2 - len(_pairs(names))
    if not left:
        return ()
    told = f"each of {size:,} systems is compared with the first, {names[0]!r}; {left:,} other pairs are left out"
    return (f"{told}: name at most {MANY} systems to compare them all",)


def _flips(data: Items, labels: Sequence[Label], pairs: Numbers, options: _Options, *, drawn: bool) -> Iterable[Flips]:
    """Who is right where the other is wrong, by class; tests that draw are made of all items alone."""
    names, counted = data.systems, flips(data, pairs)
    classes = [place for place, label in enumerate(data.labels) if label in labels]
    few = drawn and len(pairs) <= FEW and not data.dependent
    for (later, earlier), rows in zip(pairs, counted[:, classes].tolist(), strict=True):
        pair = names[later], names[earlier]
        tests = pair_tests(get("informedness"), data, *pair, draws=options.draws, seed=options.seed) if few else {}
        sides = zip(*rows, strict=True)
        first, second = (dict(zip((data.labels[at] for at in classes), side, strict=True)) for side in sides)
        yield Flips(*pair, first, second, tests)


# --- other items -----------------------------------------------------------------------------------------------------


def _independent(
    samples: Mapping[str, Counts | Items], notes: Sequence[str], measures: Sequence[Asked], options: _Options
) -> Comparison:
    if options.adjust == "max_t":
        raise InputError("adjust='max_t' needs systems that judged the same items; use 'holm' for independent samples")
    first = next(iter(samples.values()))
    facts = {
        "systems": tuple(samples),
        "labels": first.labels,
        "n": {name: counts.n for name, counts in samples.items()},
        "paired": False,
        "signature": options.signature(
            first.labels, [each.n for each in samples.values()], measures, items="independent"
        ),
        "notes": (
            *notes,
            *_untold(tuple(samples)),
            *dict.fromkeys(note for name, counts in samples.items() for note in _notes(name, counts)),
        ),
        "favourites": {
            name: favourite(each.counts() if isinstance(each, Items) else each) for name, each in samples.items()
        },
    }
    (found,) = _told([_Part([_judged_apart(each, samples, options) for each in measures], facts)], options)
    return found


def _judged_apart(asked: Asked, samples: Mapping[str, Counts | Items], options: _Options) -> _Judged:
    """All pairs of samples by one measure."""
    pairs, seen = _pairs(tuple(samples)), {name: asked.sampled(each) for name, each in samples.items()}
    values = {name: options.value(asked, counts) for name, counts in seen.items()}
    ends = [limits_of(asked.measure, each, draws=options.draws, seed=options.seed)[1] for each in seen.values()]
    point = np.array([each.value for each in values.values()])
    limits = apart(point, ends, pairs, asked.together(samples.values()))
    p, gaps = np.atleast_1d(inversion(limits, 0.0)), point[pairs[:, 0]] - point[pairs[:, 1]]
    return _Judged(asked, values, gaps, limits, p, ["mover"] * len(pairs), [None] * len(pairs))


def over_common_labels(samples: Mapping[str, Counts | Items]) -> tuple[dict[str, Counts | Items], list[str]]:
    """The samples over the labels of the one that has most; samples that have others are of something else."""
    widest = max(samples, key=lambda name: len(samples[name].labels))
    labels = samples[widest].labels
    found: dict[str, Counts | Items] = {}
    notes = []
    for name, counts in samples.items():
        own = [label for label in counts.labels if label not in labels]
        lacks = [label for label in labels if label not in counts.labels]
        if own:
            raise InputError(
                f"{name!r} and {widest!r} have different labels: {listing(own)} against {listing(lacks)}; count both "
                "with the same labels=, or rename those that are the same with .relabel(...)"
            )
        if lacks:
            notes.append(f"{name!r} has no items labelled {listing(lacks)}; compared over all labels")
        if isinstance(counts, Items) or counts.square:
            found[name] = counts.aligned(labels)
        else:
            found[name] = counts.aligned(labels, counts.labels_predicted)
    return found, notes


def _notes(name: str, counts: Counts | Items) -> Iterable[str]:
    """What a reader should know of one sample; the rows it lost are its own."""
    return (*counts.notes, *(f"{name}: {note}" for note in left_out(counts)))


# --- both ------------------------------------------------------------------------------------------------------------


class _Family(NamedTuple):
    """All pairs of one measure: their adjusted p, and the size at which the interval of each agrees with it."""

    adjusted: Numbers
    shown_at: Numbers


def _told(parts: Sequence[_Part], options: _Options) -> list[Comparison]:
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


def _families(of: Sequence[_Judged], options: _Options) -> list[_Family]:
    """One measure of all parts: one family of tests."""
    p, alpha = np.concatenate([each.p for each in of]), 1 - options.level
    if options.adjust == "max_t":
        pairs = _pairs(tuple(of[0].values))
        known = [each.covariance for each in of if each.covariance is not None]
        largest = MaxT.of(pairs, known, generator(options.seed))
        adjusted, shown = np.where(np.isnan(p), np.nan, largest.adjust(p)), np.full(len(p), largest.shown_at(alpha))
    else:
        adjusted = adjusted_for(p, options.adjust)
        shown = shown_at(p, adjusted, alpha, options.adjust)
    return [_Family(*both) for both in zip(np.split(adjusted, len(of)), np.split(shown, len(of)), strict=True)]


def _listed(names: Sequence[str], judged: _Judged, family: _Family, options: _Options) -> list[Difference]:
    low, high = (np.ravel(end) for end in judged.limits(family.shown_at / 2))
    up = judged.asked.measure.higher_is_better is not False
    within = None if options.margin is None else _equivalence(judged.limits, options.margin, up)
    found = []
    for place, (later, earlier) in enumerate(_pairs(names)):
        gap, p = float(judged.gaps[place]), float(judged.p[place])
        if np.isnan(gap) or np.isnan(low[place]):
            estimate = Estimate(gap, note=UNDEFINED if np.isnan(gap) else judged.notes[place] or UNDEFINED)
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
