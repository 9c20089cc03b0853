"""What a threshold chosen on the data is worth on other data.

The best of many thresholds looks better than it is: at ten items of each class and no information at all the highest
informedness averages .23. Cross-validation chooses on nine tenths of the items and judges on the tenth left out.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.random import Generator

from informed.core.errors import InputError, whole
from informed.core.estimate import Estimate
from informed.core.items import Items
from informed.core.merging import SUMS
from informed.core.registry import Measure
from informed.core.scores import Scores
from informed.core.table import ratio
from informed.core.validate import Numbers
from informed.core.words import number
from informed.inference.dependence import Grouped, SingleUnitError
from informed.inference.draws import generator
from informed.inference.estimates import Estimates
from informed.inference.interval import interval
from informed.questions.sweep import DRAWS
from informed.questions.sweep.operating import CORRECTED, thresholded

FOLDS = 10
MOST_PLACES = 2**10  # thresholds that are chosen among
MOST_FOLDED = 2**15  # items of a class put into folds of equal size; more are divided at random
BATCH = 2**18  # tables held at a time


def check_repeats(draws: Any) -> int:
    """How often the items are divided into folds; 0 for not at all."""
    return whole("draws", draws, 0, f"{DRAWS} is usual, 0 leaves out the cross-validation")


def best_place(measure: Measure, values: Numbers) -> Numbers:
    """Where along the last axis the measure is best; the highest threshold among equals, undefined values aside."""
    if measure.higher_is_better is None:
        raise InputError(f"{measure} has no direction; choose a measure where higher or lower is better")
    worst = -np.inf if measure.higher_is_better else np.inf
    settled = np.where(np.isnan(values), worst, values)
    return np.asarray(settled.argmax(-1) if measure.higher_is_better else settled.argmin(-1))


def _coarse(*parts: Numbers) -> list[Numbers]:
    """Neighbouring scores put together where there are many: a finer choice is no more optimistic.

    Along the ranks a curve strays from its draws as a Brownian bridge does, and what the maximum over M places misses
    of that over all is below 1/sqrt(M) of a standard error.
    """
    starts = _starts(parts[0])
    return [np.add.reduceat(each, starts, axis=1) for each in parts]


def _starts(counts: Numbers) -> Numbers:
    """Where each of the places begins that are chosen among."""
    if counts.shape[1] <= MOST_PLACES:
        return np.arange(counts.shape[1])
    above = np.cumsum(counts.sum(axis=0))
    starts = np.unique(np.searchsorted(above, np.arange(MOST_PLACES) * (above[-1] / MOST_PLACES), side="right"))
    return np.asarray(np.minimum(starts, counts.shape[1] - 1))


def _folded(items: Numbers, first: int, times: int, rng: Generator) -> Numbers:
    """The items ``(T,)`` of a class divided into folds, ``(times, FOLDS, T)``, from fold ``first`` on."""
    n, places = int(items.sum()), len(items)
    if n > MOST_FOLDED:
        return np.moveaxis(rng.multinomial(items, np.full(FOLDS, 1 / FOLDS), size=(times, places)), -1, 1)
    folds = (
        rng.permuted(np.tile((np.arange(n) + first) % FOLDS, (times, 1)), axis=1) + FOLDS * np.arange(times)[:, None]
    )
    flat = folds * places + np.repeat(np.arange(places), items)
    return np.bincount(flat.ravel(), minlength=times * FOLDS * places).reshape(times, FOLDS, places)


def _deals(items: Numbers, draws: int, rng: Generator) -> Iterator[Numbers]:
    """The items of both classes that each fold leaves out, ``(times, FOLDS, 2, T)``, a batch of deals at a time."""
    batch = max(1, BATCH // (FOLDS * items.shape[1]))
    for start in range(0, draws, batch):
        times = min(batch, draws - start)
        # The second class goes on where the first one ended, so that folds are of equal size.
        firsts = (0, int(items[0].sum()) % FOLDS)
        yield np.stack([_folded(row, first, times, rng) for row, first in zip(items, firsts, strict=True)], axis=2)


def cross_validated(scores: Scores, measure: Measure, *, draws: int, seed: Any) -> tuple[Numbers, Numbers]:
    """The table of all items, each judged by the threshold best for the items outside its fold, and squared weights.

    It is the mean over the deals. Of items that share a score only the sum of weights is known: they have their mean.
    """
    sums = scores.counts.astype(np.float64), scores.counts if scores.items is None else scores.items, scores.squares
    counts, items, *squares = _coarse(*(each for each in sums if each is not None))
    worths = [np.nan_to_num(ratio(each, items)) for each in (counts, *squares)]
    judged = np.zeros((len(worths), 2, 2))  # weights, and squares where they differ; actual; predicted
    for held in _deals(np.asarray(items, np.int64), draws, generator(seed)):
        parts = [held * worth for worth in worths]
        place = best_place(measure, measure.settled(thresholded(counts - parts[0])))[..., None, None]
        for which, part in enumerate(parts):
            above = np.where(np.arange(part.shape[-1]) < place, part, 0.0).sum(axis=(0, 1, 3))
            judged[which] += np.stack([above, part.sum(axis=(0, 1, 3)) - above], axis=1)
    return judged[0] / draws, judged[-1] / draws


@dataclass(frozen=True, eq=False)
class Crossed:
    """Any measures at thresholds that a ``chooser`` chose on other items, which is done once; see `honest`."""

    scores: Scores
    chooser: Measure
    draws: int
    seed: Any
    level: float

    def __call__(self, *measures: Measure) -> tuple[Estimate, ...]:
        """The estimates, said to be cross-validated."""
        return tuple(replace(self._judge(each), level=self.level, method=CORRECTED) for each in measures)

    @cached_property
    def _judge(self) -> Callable[[Measure], Estimate]:
        scores, how = self.scores, {"draws": self.draws, "seed": self.seed}
        if scores.cluster is not None:
            return partial(_of_clusters, _by_cluster(scores, self.chooser, **how), self.level)
        return partial(_of_items, scores, *cross_validated(scores.curve, self.chooser, **how), self.level)


def honest(crossed: Crossed, found: Estimate) -> Estimate:
    """The value of the best threshold without the optimism of its choice, and an interval that allows for the choice.

    The value is that of the cross-validated table. Its interval is the usual one of nine tenths of the items, since
    that many chose: it covers 92 to 98% of the time (docs/coverage), the usual one of the best table 75 to 97.
    """
    (honestly,) = crossed(crossed.chooser)
    return replace(
        honestly,
        chance=found.chance,
        note=f"{str(crossed.chooser).replace('_', ' ')} {number(found.value)} on the items that chose the threshold, "
        f"{number(honestly.value)} cross-validated",
    )


def _of_items(scores: Scores, table: Numbers, squares: Numbers, level: float, measure: Measure) -> Estimate:
    """Cross-validated with items left out; strata are as if there were none, which they would only make surer."""
    kept = 1 - 1 / FOLDS
    how: dict[str, Any] = {"squares": squares * kept} if scores.weighted else {}
    within = interval(measure, table * kept, n=scores.n * kept, level=level, **how)
    return Estimates.around(within, float(measure(table)), measure.at_chance(table))[()]


def _by_cluster(scores: Scores, chooser: Measure, *, draws: int, seed: Any) -> Items:
    """Cross-validated with whole clusters left out; the interval is that of their items, wider by a tenth of them."""
    share = _called(scores, chooser, draws, generator(seed))
    both = np.stack([share, 1 - share])  # predicted positive, and not
    parts = {name: each for name, each in zip(SUMS, scores.sums, strict=True) if each is not None}
    used = np.flatnonzero(np.tile(parts["items"].reshape(-1) > 0, 2) & (both.reshape(-1) > 0))
    size = len(scores.values)
    return Items.of(
        np.tile(np.repeat([0, 1], size), 2)[used],
        {"predicted": np.repeat([0, 1], 2 * size)[used]},
        scores.labels,
        **{name: (each * both).reshape(-1)[used] for name, each in parts.items()},
        **{name: np.tile(codes, 4)[used] for name, codes in scores.coded.items()},
        clusters=scores.clusters,
        strata=scores.strata,
    )


def _of_clusters(items: Items, level: float, measure: Measure) -> Estimate:
    table = items.table("predicted")
    value = float(measure(table))
    try:
        within = interval(measure, Grouped(items, "predicted"), level=level)
    except SingleUnitError as reason:
        return Estimate(value, note=str(reason))
    found = Estimates.around(within, value, measure.at_chance(table))[()]
    if found.low is None or found.high is None:
        return found
    wider = (1 - 1 / FOLDS) ** -0.5
    least, most = (measure.bound(end, 2, 2) for end in (0, 1))
    low, high = value - wider * (value - found.low), value + wider * (found.high - value)
    return replace(found, low=max(low, least), high=min(high, most))


def _called(scores: Scores, measure: Measure, draws: int, rng: Generator) -> Numbers:
    """How often each row ``(2, R)`` is predicted positive by the threshold best for the clusters of other folds."""
    curve = scores.curve
    place = np.searchsorted(_starts(curve.counts), np.searchsorted(-curve.values, -scores.values), side="right") - 1
    size = int(place.max()) + 1
    names, cluster = np.unique(np.asarray(scores.cluster), return_inverse=True)
    folds, counts = min(FOLDS, len(names)), scores.counts.astype(np.float64)
    share = np.zeros(scores.counts.shape)
    for _ in range(draws):
        fold = rng.permutation(np.arange(len(names)) % folds)[cluster]
        flat = fold * size + place
        held = np.stack([np.bincount(flat, row, folds * size).reshape(folds, size) for row in counts], axis=1)
        best = best_place(measure, measure(thresholded(held.sum(0) - held)))
        share += place < best[fold]
    return share / draws
