"""Which of several systems is really better: differences with intervals and p, on the same items or on others."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np

from informed.core.accounting import left_out
from informed.core.basis import answers, clustered
from informed.core.counts import Counts
from informed.core.errors import InputError, arg, choice
from informed.core.estimate import Estimate
from informed.core.items import Items
from informed.core.labels import Label
from informed.core.registry import Measure, get
from informed.core.validate import Group, Numbers
from informed.inference.adjustment import ADJUSTMENTS
from informed.inference.asking import Asked, wanted
from informed.inference.dependence import grouped, lacking
from informed.inference.draws.sampler import check_draws
from informed.inference.interval import check_level, inversion, limits_of
from informed.inference.pairing import Differences, Paired, PairTests, apart, flips
from informed.questions.compare.folds import over_folds
from informed.questions.compare.judging import Judged, Options, pairs_of, told, untold
from informed.questions.compare.result import Comparison, Flips, Silence, by_class
from informed.questions.evaluate.reference import compared as corrected
from informed.readers.labels import listed as listing

TOGETHER = "McNemar and permutation tests omitted: items are clustered"
FEW = 10
"""Up to so many pairs are tested by drawing as well."""


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
    fold: str | None = None,
    overlap: float | None = None,
    unfolded: str | None = None,
) -> Comparison:
    """The comparison of systems on the same items, or of samples by name, which share clusters of the same name.

    ``fold``: what the items are grouped by is the fold they were predicted in, by systems that were fitted to
    the others; ``overlap``: test items over training items. ``unfolded``: a column of folds that is not used.
    """
    check_level(level)
    choice("adjust", adjust, (*ADJUSTMENTS, "max_t"))
    if margin is not None and not margin > 0:
        raise InputError(f"{arg('margin', margin)} must be positive: the largest difference that would not matter")
    options = Options(level, adjust, margin, check_draws(draws), seed)
    if isinstance(systems, Items):
        if len(systems.systems) < 2:
            raise InputError(f"only one system, {systems.systems[0]!r}; give at least two to compare")
        asked = wanted(measures, systems.labels, True, positive)
        if fold is not None:
            if reference_quality is not None:
                raise InputError(f"{arg('reference_quality')} corrects systems as they are; leave out {arg('fold')}")
            return over_folds(systems, asked, options, overlap)
        found = replace(_paired(systems, asked, options), unfolded=unfolded)
        if reference_quality is None:
            return found
        return replace(found, correction=corrected(systems, reference_quality, level=level, seed=seed))
    if reference_quality is not None:
        raise InputError(
            f"{arg('reference_quality')} needs systems on the same items; correct independent samples one by one"
        )
    if len(systems) < 2:
        raise InputError(f"only one sample, {next(iter(systems), None)!r}; give at least two to compare")
    samples, notes = over_common_labels(_staked(systems))
    widest = max(samples.values(), key=lambda counts: len(counts.labels))
    square = all(isinstance(each, Items) or each.square for each in samples.values())
    return _independent(samples, notes, wanted(measures, widest.labels, square, positive), options)


# --- the same items --------------------------------------------------------------------------------------------------


def _paired(items: Items, measures: Sequence[Asked], options: Options) -> Comparison:
    """All items together and each group by itself; p and intervals of groups allow for the number of groups."""
    staked = items.staked()  # an abstention is never right
    _check_systems(staked)
    (whole,) = _told({None: items.pooled()}, measures, options)
    drawn = {"by": "+".join(items.by) or None, **_drawn(staked)}
    recipe = options.signature(items.labels, staked.n, measures, **drawn)
    whole = replace(whole, by=items.by, signature=recipe)
    if not items.by:
        return whole
    groups: dict[Group | None, Items] = {group: each for group, each in items.apart().items() if each.n}
    return replace(whole, groups=tuple(_told(groups, measures, options)))


def _told(samples: Mapping[Group | None, Items], measures: Sequence[Asked], options: Options) -> list[Comparison]:
    """The systems on the items of all groups, or of each."""
    staked = {group: items.staked() for group, items in samples.items()}
    facts = [_facts(items, staked[group], measures, options, group) for group, items in samples.items()]
    return told([_judged(staked, measures, options)], facts, options)


def _facts(
    items: Items, data: Items, measures: Sequence[Asked], options: Options, group: Group | None
) -> dict[str, Any]:
    """What is said of the systems on these items beside the measures."""
    labels = items.labels
    used, names = data.occurring().plain(), data.systems
    pairs = pairs_of(names)
    return {
        "systems": names,
        "labels": labels,
        "n": data.n,
        "paired": True,
        "group": group,
        "signature": options.signature(labels, data.n, measures, **_drawn(data)),
        "flips": tuple(_flips(used, labels, pairs, options, drawn=group is None)),
        "abstention": _silence(items, data, measures, options) if items.abstaining else {},
        "notes": (*data.notes, *untold(names), *((TOGETHER,) if used.dependent else ()), *left_out(data)),
        **({} if group else by_class({name: data.counts(name) for name in names})),
    }


def _judged(samples: Mapping[Group | None, Items], measures: Sequence[Asked], options: Options) -> Judged:
    """All pairs by all measures; a part of the items whose units show nothing has values alone, and says why."""
    seen = [[each.seen(data) for data in samples.values()] for each in measures]
    paired = [
        Paired.each(asked.measure, data, options.draws, options.seed)
        for asked, data in zip(measures, seen, strict=True)
    ]
    why = [
        [None if group is None else lacking(each) for group, each in zip(samples, data, strict=True)] for data in seen
    ]
    parts = [*chain(*paired)]
    alone = [_of_one_class(each.measure, each.data) for each in parts]
    reasons = [one or other for one, other in zip(alone, chain(*why), strict=True)]
    pairs = pairs_of(parts[0].data.systems)
    found = Differences(parts, pairs, [each is not None for each in reasons])
    told = zip(parts, reasons, strict=True)
    notes = [each.notes(pairs) if reason is None else [reason] * len(pairs) for each, reason in told]
    covariances = [
        [each.covariance for each, reason in zip(*both, strict=True) if reason is None]
        for both in zip(paired, why, strict=True)
    ]
    gaps = np.where(np.repeat([each is not None for each in alone], len(pairs)), np.nan, found.gaps)
    return Judged(
        measures,
        [options.values(asked, data) for asked, data in zip(measures, seen, strict=True)],
        *(gaps, found.limits, found.p, found.methods, [*chain(*notes)], covariances, found.possible),
    )


def _of_one_class(measure: Measure, data: Items) -> str | None:
    """Why no system has a value of a measure that needs several classes."""
    occurring = [label for label, size in zip(data.labels, data.tables[0].sum(-1), strict=True) if size]
    undefined = len(occurring) == 1 and np.isnan(measure.raw(1.0 * data.tables)).all()
    return f"only {occurring[0]!r} occurs among the actual labels" if undefined else None


def _silence(items: Items, staked: Items, measures: Sequence[Asked], options: Options) -> dict[str, Silence]:
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
    weights = {"weights": None if data.weights is None else "sampling"}
    lost = {"missing": data.missing or None, "refused": data.refused or None}
    return {"items": "same", **clustered(data), **weights, **lost}


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


def _flips(data: Items, labels: Sequence[Label], pairs: Numbers, options: Options, *, drawn: bool) -> Iterable[Flips]:
    """Who is right where the other is wrong, by class; tests that draw are made of all items alone."""
    names, counted = data.systems, flips(data, pairs)
    classes = [place for place, label in enumerate(data.labels) if label in labels]
    few = drawn and len(pairs) <= FEW and not data.dependent
    for (later, earlier), rows in zip(pairs, counted[:, classes].tolist(), strict=True):
        pair = names[later], names[earlier]
        tests = PairTests(get("informedness"), data, *pair, options.draws, options.seed) if few else {}
        sides = zip(*rows, strict=True)
        first, second = (dict(zip((data.labels[at] for at in classes), side, strict=True)) for side in sides)
        yield Flips(*pair, first, second, tests)


# --- other items -----------------------------------------------------------------------------------------------------


def _independent(
    samples: Mapping[str, Counts | Items], notes: Sequence[str], measures: Sequence[Asked], options: Options
) -> Comparison:
    if options.adjust == "max_t":
        raise InputError(
            f"{arg('adjust', 'max_t')} needs systems that judged the same items; use 'holm' for independent samples"
        )
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
            *untold(tuple(samples)),
            *dict.fromkeys(note for name, counts in samples.items() for note in _notes(name, counts)),
        ),
        **by_class({name: each.counts() if isinstance(each, Items) else each for name, each in samples.items()}),
        "sizes": {},  # each sample has its own
    }
    (found,) = told([_judged_apart(each, samples, options) for each in measures], [facts], options)
    return found


def _judged_apart(asked: Asked, samples: Mapping[str, Counts | Items], options: Options) -> Judged:
    """All pairs of samples by one measure."""
    pairs, seen = pairs_of(tuple(samples)), {name: asked.sampled(each) for name, each in samples.items()}
    values = {name: options.value(asked, counts) for name, counts in seen.items()}
    ends = [limits_of(asked.measure, each, draws=options.draws, seed=options.seed)[1] for each in seen.values()]
    point = np.array([each.value for each in values.values()])
    limits = apart(point, ends, pairs, asked.together(samples.values()))
    p, gaps = np.atleast_1d(inversion(limits, 0.0)), point[pairs[:, 0]] - point[pairs[:, 1]]
    return Judged([asked], [[values]], gaps, limits, p, ["mover"] * len(pairs), [None] * len(pairs))


def _staked(systems: Mapping[str, Counts | Items]) -> dict[str, Counts | Items]:
    """The samples, where an abstention is never right; a system that answered all is none without that label."""
    found = {name: each.staked() for name, each in systems.items()}
    silent = {each.labels[-1] for name, each in found.items() if each.labels != systems[name].labels}
    return {
        name: each.aligned((*each.labels, *added)) if (added := silent - {*each.labels}) else each
        for name, each in found.items()
    }


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
                f"with the same {arg('labels')}, or rename those that are the same with .relabel(...)"
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
