"""What share of a pool has each label, when a judge has labelled all of it and a human a part."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from informed.core.basis import answers, listed, signature
from informed.core.errors import InputError, arg, choice
from informed.core.estimate import Estimate
from informed.core.items import Items
from informed.core.labels import Label
from informed.core.table import Array
from informed.core.validate import Numbers
from informed.inference.dependence import FEW_CLUSTERS, freedom, variants
from informed.inference.draws import generator, permutation
from informed.inference.effective import deviate
from informed.inference.estimates import estimate
from informed.inference.interval import check_level
from informed.inference.proportions import Pair, jeffreys, mover, quantile
from informed.inference.significance.independence import conditional_p, pearson_parts
from informed.questions.judge import rates
from informed.questions.judge.reading import TOGETHER, Panel
from informed.questions.judge.result import METHODS, Judgement, RateDifference
from informed.readers.labels import listed as listed_labels

ENDS = {"random": "mover", "by_judge": "mover", "elsewhere": "inverted mover"}
QUALITY = ("recall", "fallout", "precision")
FEW = 5  # items of a class below which its rates are rough
SHUFFLES = 1999


@answers
def judged(
    found: Mapping[str, Panel], drawn: str | None, *, shared: bool = False, positive: Any = None, level: float = 0.95
) -> Judgement:
    """The corrected shares of each panel; the arguments are those of `informed.judge`."""
    level = check_level(level)
    if drawn is None:
        raise InputError(
            f"{arg('drawn')} is missing: say how the human-labelled "
            "items were chosen: 'random' (from this pool), 'by_judge' "
            "(a fixed number of each of the judge's labels) or 'elsewhere' (other data)"
        )
    choice("drawn", drawn, METHODS)
    panels = _occurring(found)
    labels = next(iter(panels.values())).labelled.labels
    if len(labels) < 2:
        raise InputError(f"there is only one label, {labels[0]!r}; a share needs at least two")
    for name, each in panels.items():
        _check(name, each, drawn)
    whole = Panel(_merged(panels), np.sum([each.pool for each in panels.values()], axis=0))
    _meet(whole)
    shared, own = _shared(panels, drawn, shared), all(each.own for each in panels.values())
    if len(panels) == 1 and TOGETHER in panels:
        return _named(_one(panels[TOGETHER], drawn, level), labels, positive)
    p, notes = _errs_alike(panels) if own else (None, [])
    parts = {
        name: _named(_one(each._replace(labelled=whole.labelled) if shared else each, drawn, level), labels, positive)
        for name, each in panels.items()
    }
    overall = _one(whole, drawn, level) if shared else _together(whole, panels, parts, drawn, level)
    gaps = _gaps(panels, parts, whole.labelled if shared else None, level)
    told = (*overall.notes, *notes)
    judged = replace(overall, systems=parts, differences=gaps, errs_alike=p, shared=shared, notes=told)
    return _named(judged, labels, positive)


def _named(found: Judgement, labels: tuple[Label, ...], positive: Any) -> Judgement:
    """With the label that the verdict speaks of; on the command line it is written as text."""
    twin = next((label for label in labels if str(label) == str(positive)), positive)
    return replace(found, headline=labels[0 if positive is None else found.calibration.position(twin, "positive")])


def _occurring(panels: Mapping[str, Panel]) -> dict[str, Panel]:
    """The panels over the labels that occur in any of them."""
    single = {name: _one_system(each) for name, each in panels.items()}
    tables = [each.labelled.table("judged") for each in single.values()]
    used = np.any([table.sum(0) + table.sum(1) for table in tables] + [each.pool for each in single.values()], axis=0)
    labels = next(iter(panels.values())).labelled.labels
    kept = [label for label, there in zip(labels, used, strict=True) if there]
    return {
        name: each._replace(
            labelled=each.labelled.aligned(kept), pool=each.pool[used], rows=each.rows and each.rows.aligned(kept)
        )
        for name, each in single.items()
    }


def _one_system(panel: Panel) -> Panel:
    """The judge under one name, whatever its column is called."""
    if len(panel.labelled.systems) != 1:
        raise InputError(f"there are {len(panel.labelled.systems)} judges; ask about one of them at a time")
    rows = panel.rows and replace(panel.rows, systems=("judged",))
    return panel._replace(labelled=replace(panel.labelled, systems=("judged",)), rows=rows)


def _merged(panels: Mapping[str, Panel]) -> Items:
    """All labelled items, those that are of no system once."""
    first, *others = (each.labelled.pooled() for each in panels.values())
    return sum((each for each, panel in zip(others, list(panels.values())[1:], strict=True) if panel.own), start=first)


def _meet(whole: Panel) -> None:
    """Refuse a human and a judge who have no label in common: one of them speaks of something else."""
    table = whole.labelled.table("judged")
    given, said = table.sum(1) > 0, table.sum(0) + whole.pool > 0
    if not (given & said).any():
        human, judge = (
            [label for label, there in zip(whole.labelled.labels, each, strict=True) if there] for each in (given, said)
        )
        raise InputError(
            f"the human's labels {listed_labels(human)} and the judge's {listed_labels(judge)} have none in common; "
            f"name two columns about the same question, {arg('human')} and {arg('judged')}, or rename the labels of one"
        )


def _check(name: str, panel: Panel, drawn: str) -> None:
    said = panel.labelled.table("judged").sum(0)
    if not panel.labelled.n:
        raise InputError(f"no item{f' of {name!r}' if name else ''} has a human label; label a few items")
    if drawn == "elsewhere" or (said <= panel.pool).all():
        return
    label = panel.labelled.labels[int((said > panel.pool).argmax())]
    raise InputError(
        f"{arg('pool')} holds fewer items that the judge called {label!r} "
        f"than a human has labelled; with {arg('drawn', drawn)} it "
        "holds all items, the human-labelled ones included"
    )


# --- one pool --------------------------------------------------------------------------------------------------------


class Corrected(NamedTuple):
    """The shares of a pool with their limits and variances; ``refusal`` where there are none.

    ``effects``: what an item of each label adds to each share, by what a human says of it and by being in the pool,
    ``(human, judge, label)``.
    """

    value: Array
    low: Array
    high: Array
    variance: Array
    refusal: str | None = None
    note: str | None = None
    effects: tuple[Array, Array] | None = None


def _one(panel: Panel, drawn: str, level: float) -> Judgement:
    items, pool = panel.labelled, panel.pool
    counts = items.counts()
    seen = _as_drawn(items, pool) if drawn == "by_judge" else items
    informedness = estimate(seen, "informedness", level=level)
    found = _corrected(panel, drawn, (1 - level) / 2)
    if drawn == "elsewhere" and found.refusal is None and (informedness.low or 0) <= 0:
        found = found._replace(refusal="the judge's labels say too little about the truth")
    table, labels = np.asarray(counts.table, float), counts.labels
    ends = jeffreys(pool, np.full(len(pool), pool.sum()), (1 - level) / 2)
    saved, equal = _worth(found, table, pool, drawn) if found.refusal is None else (None, None)
    like = None
    if drawn == "random" and (rest := pool - table.sum(0)).any():
        like = float(conditional_p(np.stack([table.sum(0), rest])))
    recipe: dict[str, Any] = {"labelled": counts.n, "pool": int(pool.sum()), "labels": listed(labels), "drawn": drawn}
    recipe |= {"method": METHODS[drawn], "interval": ENDS[drawn], "level": level}
    return Judgement(
        rate={label: _estimate(found, place, level, drawn) for place, label in enumerate(labels)},
        raw={
            label: Estimate(float(pool[place] / pool.sum()), None, float(ends[0][place]), float(ends[1][place]), level)
            for place, label in enumerate(labels)
        },
        informedness=informedness,
        quality={label: {name: estimate(seen, name, label=label, level=level) for name in QUALITY} for label in labels},
        calibration=counts,
        pool={label: int(each) for label, each in zip(labels, pool, strict=True)},
        drawn=drawn,
        labels_saved=saved,
        equivalent=equal,
        alike=like,
        ppi=None
        if drawn != "random"
        else dict(zip(labels, rates.prediction_powered(table, pool).tolist(), strict=True)),
        level=level,
        signature=signature(recipe),
        refusal=found.refusal,
        notes=tuple(_notes(items, table, pool, found, drawn)),
    )


def _estimate(found: Corrected, place: int, level: float, drawn: str) -> Estimate:
    if found.refusal is not None:
        return Estimate(float("nan"), note=f"refused: {found.refusal}")
    low, high = (float(each[place]) for each in (found.low, found.high))
    return Estimate(float(found.value[place]), None, low, high, level, ENDS[drawn])


def _as_drawn(items: Items, pool: Numbers) -> Items:
    """The labelled items weighted as the pool has the judge's labels, which were labelled more or less often."""
    plain = items.plain()
    looked = np.asarray(plain.table("judged"), float).sum(0)
    weight = np.where(looked > 0, pool / np.maximum(looked, 1), 0.0)[plain.rows[:, 1]]
    return replace(plain, weights=plain.items * weight, squares=plain.items * weight**2)


def _corrected(panel: Panel, drawn: str, tail: float) -> Corrected:
    return (_inverted if drawn == "elsewhere" else _post_stratified)(panel, tail)


def _post_stratified(panel: Panel, tail: float) -> Corrected:
    table, pool = np.asarray(panel.labelled.table("judged"), float), np.asarray(panel.pool, float)
    value, true, size = rates.post_stratified(table, pool), rates.given_label(table), len(pool)
    within = rates.shares(pool) / np.maximum(table.sum(0), 1)
    effects = within[:, None] * (np.eye(size)[:, None, :] - true.T[None])  # (human, judge, label)
    drawn = np.broadcast_to((true.T - value) / pool.sum(), (size, size, size))
    (fewer, tail), (thin, _) = _clustered(panel.labelled, effects, tail), _clustered(panel.rows, drawn, tail)
    low, high = rates.post_stratified_limits(table / fewer, pool / thin, tail)
    return Corrected(value, low, high, rates.post_stratified_variance(table, pool), effects=(effects, drawn))


def _inverted(panel: Panel, tail: float) -> Corrected:
    table, pool = np.asarray(panel.labelled.table("judged"), float), np.asarray(panel.pool, float)
    labels, size = panel.labelled.labels, len(pool)
    nothing = np.full(size, np.nan)
    if (empty := table.sum(1) == 0).any():
        label = labels[int(empty.argmax())]
        why = f"no item is {label!r} by its human label, so nothing shows how the judge labels such items"
        return Corrected(nothing, nothing, nothing, nothing, why)
    found = rates.Inversion(table, pool, tail)
    if np.isnan(found.value).any() or not found.told_apart().all():
        return Corrected(nothing, nothing, nothing, nothing, "the judge's labels say too little about the truth")
    share, weights = rates.on_the_simplex(found.value), found.weights.T  # (judge, label)
    effects = (share / table.sum(1))[:, None, None] * (np.eye(size)[:, None, :] - weights[None])
    drawn = np.broadcast_to((weights - found.value) / pool.sum(), (size, size, size))
    (fewer, tail), (thin, _) = _clustered(panel.labelled, effects, tail), _clustered(panel.rows, drawn, tail)
    found = rates.Inversion(table / fewer, pool / thin, tail)
    if not found.possible().all():
        label = labels[int((~found.possible()).argmax())]
        why = (
            f"the judge calls {label!r} more or fewer items of the pool than its errors allow: it errs otherwise there"
        )
        return Corrected(nothing, nothing, nothing, nothing, why)
    low, high = found.limits()
    moved = None if (found.value >= 0).all() else "the correction led below 0 and was moved to the nearest shares"
    ends = np.minimum(low, share), np.maximum(high, share)
    return Corrected(share, *ends, found.variance(table, pool), note=moved, effects=(effects, drawn))


def _clustered(items: Items | None, effects: Array, tail: float) -> tuple[float, float]:
    """How many times fewer items clusters are worth, and the tail that allows for few clusters."""
    from scipy.special import ndtr

    plain = None if items is None else items.plain()
    if plain is None or plain.cluster is None:
        return 1.0, tail
    each = effects[np.maximum(plain.rows[:, 0], 0), plain.rows[:, 1]]
    alone = (plain.items[:, None] * each**2).sum(0)
    most = np.max([(part**2).sum(0) for part in variants(plain, each, plain.rows[:, 1])], axis=0)
    degrees = freedom(plain, each, plain.rows[:, 1])
    wider = deviate(tail, None if degrees is None else np.asarray(degrees).min())
    return float(np.max(np.where(alone > 0, most / np.where(alone > 0, alone, 1.0), 1.0), initial=1.0)), float(
        ndtr(-wider)
    )


def _worth(found: Corrected, table: Array, pool: Numbers, drawn: str) -> tuple[float | None, float | None]:
    """The share of human labels saved, and how many random human labels would be as precise."""
    n, spread = table.sum(), float((found.value * (1 - found.value)).sum())
    if drawn == "random":
        saved = float(rates.explained(table, pool) * (1 - n / pool.sum())) if spread else 0.0
        return saved, float(n / (1 - saved))
    equal = spread / float(found.variance.sum())
    return (1 - n / equal if drawn == "by_judge" and equal else None), equal


def _notes(items: Items, table: Array, pool: Numbers, found: Corrected, drawn: str) -> list[str]:
    said = [found.note] if found.note else []
    labels = items.labels
    missed = [label for label, looked, there in zip(labels, table.sum(0), pool, strict=True) if there and not looked]
    if missed and drawn != "elsewhere":
        said.append(
            f"no item that the judge called {missed[0]!r} has a human label, so the intervals allow for any truth there"
        )
    thin = [label for label, n in zip(labels, table.sum(1), strict=True) if 0 < n < FEW]
    said += [f"only {int(table.sum(1)[labels.index(label)])} {label!r} items by human label: rough" for label in thin]
    if drawn != "random":
        said.append("whether the labelled items are like the pool cannot be tested when they were drawn otherwise")
    clusters = 0 if items.cluster is None else len(np.unique(items.cluster))
    if clusters:
        said.append(f"{clusters:,} clusters" + (": too few to be sure of the intervals" * (clusters < FEW_CLUSTERS)))
    return [*said, *items.notes]


# --- systems ---------------------------------------------------------------------------------------------------------


def _shared(panels: Mapping[str, Panel], drawn: str, asked: bool) -> bool:
    """Whether one calibration serves all systems: where that is asked for, or no labelled item has a system."""
    if asked and (drawn != "elsewhere" or len(panels) == 1):
        raise InputError(
            f"{arg('shared', True)} is for several systems ({arg('by')}) and {arg('drawn', 'elsewhere')}; leave it out"
        )
    if drawn != "elsewhere" and not all(each.own for each in panels.values()):
        raise InputError(
            f"{arg('drawn', drawn)} with several systems: say which "
            f"system each human-labelled item belongs to: {arg('by')}"
        )
    return asked or not all(each.own for each in panels.values())


def _errs_alike(panels: Mapping[str, Panel]) -> tuple[float | None, list[str]]:
    """The p of "the judge errs alike for all systems", or why there is none."""
    own = [each.labelled for each in panels.values()]
    if any(each.plain().cluster is not None for each in own):
        return None, ["whether the judge errs alike is not tested: items are clustered"]
    tables = np.stack([np.asarray(each.table("judged"), float) for each in own], axis=1)  # (human, system, judge)
    return _exchanged(tables), []


def _exchanged(tables: Array) -> float:
    """The p of "given the human label, the judge's does not depend on the system", systems exchanged at random."""

    def apart(each: Array) -> Array:
        return np.asarray(pearson_parts(each).sum((-1, -2, -3)))

    drawn = permutation.values(apart, tables, draws=SHUFFLES, rng=generator(0))
    return float((1 + (drawn >= apart(tables) - 1e-9).sum()) / (SHUFFLES + 1))


def _together(
    whole: Panel, panels: Mapping[str, Panel], parts: Mapping[str, Judgement], drawn: str, level: float
) -> Judgement:
    """All systems together, each with the weight of its pool, and as alike as common clusters make them."""
    found = _one(whole, drawn, level)
    refused = next((f"{name}: {each.refusal}" for name, each in parts.items() if each.refusal), None)
    if refused:
        blank = dict.fromkeys(found.rate, Estimate(float("nan"), note=f"refused: {refused}"))
        return replace(found, rate=blank, refusal=refused, labels_saved=None, equivalent=None)
    size = np.array([each.n for each in parts.values()], float)
    share, z = size / size.sum(), quantile((1 - level) / 2)
    shares = [_corrected(each, drawn, (1 - level) / 2) for each in panels.values()]
    alike = np.tile(np.eye(len(shares)), (len(found.rate), 1, 1))
    for one, other in combinations(range(len(shares)), 2):
        known = [list(panels.values())[one], list(panels.values())[other]], [shares[one], shares[other]]
        alike[:, one, other] = alike[:, other, one] = np.clip(_correlation(*known), 0.0, 1.0)
    rate = {}
    for label, between_systems in zip(found.rate, alike, strict=True):
        ends = np.array([_ends(each.rate[label]) for each in parts.values()])
        value = float(share @ ends[:, 0])
        between = z**2 * float(share @ (ends[:, 0] - value) ** 2) / size.sum()
        reach = [share * abs(ends[:, 0] - end) for end in ends[:, 1:].T]
        low, high = (float(np.sqrt(each @ between_systems @ each + between)) for each in reach)
        rate[label] = Estimate(value, None, max(value - low, 0.0), min(value + high, 1.0), level, ENDS[drawn])
    return replace(found, rate=rate, refusal=None)


def _ends(each: Estimate) -> tuple[float, float, float]:
    low, high = each.low, each.high
    return each.value, 0.0 if low is None else low, 1.0 if high is None else high


def _gaps(
    panels: Mapping[str, Panel], parts: Mapping[str, Judgement], shared: Items | None, level: float
) -> tuple[RateDifference, ...]:
    """Every pair of systems, label by label; of several pairs the intervals hold together (Bonferroni)."""
    known = [name for name, each in parts.items() if not each.refusal]
    pairs = list(combinations(known, 2))
    tail = (1 - level) / 2 / max(len(pairs), 1)
    found = []
    for first, second in pairs:
        if shared is None or shared.plain().cluster is not None:  # independent calibrations: wider, where it is one
            both = [
                panels[name] if shared is None else panels[name]._replace(labelled=shared) for name in (first, second)
            ]
            shares = [_corrected(each, parts[first].drawn, tail) for each in both]
            together = _alike(both, shares) if shared is None else 0.0
            value, (low, high) = _apart(shares[0], shares[1], together)
        else:
            table = np.asarray(shared.table("judged"), float)
            one, other = (rates.Inversion(table, panels[name].pool, tail) for name in (first, second))
            value, (low, high) = one.difference(other)
        for place, label in enumerate(parts[first].rate):
            ends = Estimate(float(value[place]), 0.0, float(low[place]), float(high[place]), level, "mover")
            found.append(RateDifference(first, second, label, ends))
    return tuple(found)


def _alike(panels: Sequence[Panel], found: Sequence[Corrected]) -> Array:
    """The correlation of two systems' shares as far as it exceeds its standard error: of few items it may be chance."""
    known = sum(panel.labelled.n for panel in panels) / 2
    return np.clip(_correlation(panels, found) - 1 / np.sqrt(known), 0.0, 1.0)


def _correlation(panels: Sequence[Panel], found: Sequence[Corrected]) -> Array:
    """The correlation of the shares of two systems, from the clusters that both have: the same items, say."""
    one, other = (_by_cluster(panel, each) for panel, each in zip(panels, found, strict=True))
    both = [name for name in one if name in other]
    if len(both) < FEW_CLUSTERS:
        return np.zeros(len(found[0].value))
    shared = np.sum([one[name] * other[name] for name in both], axis=0)
    scale = np.sqrt(np.prod([np.sum(np.square(list(part.values())), axis=0) for part in (one, other)], axis=0))
    return np.where(scale > 0, shared / np.where(scale > 0, scale, 1.0), 0.0)


def _by_cluster(panel: Panel, found: Corrected) -> dict[Label, Array]:
    """What each cluster adds to each share, by its human labels and by its place in the pool."""
    sums: dict[Label, Array] = {}
    for items, effects in zip((panel.labelled, panel.rows), found.effects or (), strict=False):
        if items is None or items.cluster is None:
            continue
        each = items.items[:, None] * effects[np.maximum(items.rows[:, 0], 0), items.rows[:, 1]]
        codes, place = np.unique(items.cluster, return_inverse=True)
        added = np.zeros((len(codes), each.shape[1]))
        np.add.at(added, place, each)
        for code, part in zip(codes.tolist(), added, strict=True):
            name = items.clusters[code]
            sums[name] = sums.get(name, 0.0) + part
    return sums


def _apart(one: Corrected, other: Corrected, together: Array | float = 0.0) -> tuple[Array, Pair]:
    """Two shares that are as alike as their common clusters make them (MOVER)."""
    low, high = mover((one.value, (one.low, one.high)), (other.value, (other.low, other.high)), together)
    return one.value - other.value, (np.maximum(low, -1.0), np.minimum(high, 1.0))
