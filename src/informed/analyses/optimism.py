"""What a threshold chosen on the data is worth on other data.

The best of many thresholds looks better than it is: at ten items of each class and no information at all the highest
informedness averages .23. The bootstrap repeats the choice on items drawn again, and lets others judge it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from informed.analyses.operating import CORRECTED, thresholded
from informed.cells import Numbers
from informed.errors import InputError
from informed.inference.draws import bootstrap, generator
from informed.inference.draws.sampler import check_draws
from informed.inference.estimate import Estimate
from informed.registry import Measure
from informed.scores import Scores

MOST_PLACES = 2**12  # thresholds that are chosen among
BATCH = 2**20  # tables held at a time


def best_place(measure: Measure, values: Numbers) -> Numbers:
    """Where along the last axis the measure is best; the highest threshold among equals, undefined values aside."""
    if measure.higher_is_better is None:
        raise InputError(f"{measure} is neither better high nor low; choose a measure with a direction to optimise")
    worst = -np.inf if measure.higher_is_better else np.inf
    settled = np.where(np.isnan(values), worst, values)
    return np.asarray(settled.argmax(-1) if measure.higher_is_better else settled.argmin(-1))


def _coarse(counts: Numbers) -> Numbers:
    """Neighbouring scores put together where they are very many: so fine a choice flatters no more than a coarser one.

    Along the ranks a curve strays from its draws as a Brownian bridge does, and what the maximum over M places misses
    of that over all is below 1/sqrt(M) of a standard error.
    """
    if counts.shape[1] <= MOST_PLACES:
        return counts
    above = np.cumsum(counts.sum(axis=0))
    starts = np.unique(np.searchsorted(above, np.arange(MOST_PLACES) * (above[-1] / MOST_PLACES), side="right"))
    return np.add.reduceat(counts, np.minimum(starts, counts.shape[1] - 1), axis=1)


def honest(scores: Scores, measure: Measure, found: Estimate, *, draws: int, seed: Any, level: float) -> Estimate:
    """The value of the best threshold without the optimism of its choice, and an interval that allows for the choice.

    Each draw chooses a threshold; the original items say how optimistic it was, a second draw judges it. The interval
    holds the middle of those judgements and the usual interval moved by the mean optimism: on binormal scores (area .5
    to .98, 10 + 10 to 100 + 100 items) it covers 94 to 99 % of the time, the usual one 74 to 97.
    """
    if scores.weighted:
        raise InputError("draws= needs counted items; with sampling weights judge the threshold on other items")
    rng, draws = generator(seed), check_draws(draws)
    counts = _coarse(scores.counts)
    original = measure(thresholded(counts))
    batch = max(1, BATCH // counts.shape[1])
    choosing, judging = (bootstrap.batches(counts, draws=draws, rng=each, batch=batch) for each in rng.spawn(2))
    optimism, judged = [], []
    for chooser, judge in zip(choosing, judging, strict=True):
        values = measure(thresholded(chooser))
        place = best_place(measure, values)[:, None]
        optimism.append(np.take_along_axis(values, place, -1)[:, 0] - original[place[:, 0]])
        judged.append(np.take_along_axis(measure(thresholded(judge)), place, -1)[:, 0])
    excess = float(np.nanmean(np.concatenate(optimism)))
    low, high = np.nanquantile(np.concatenate(judged), [(1 - level) / 2, (1 + level) / 2])
    value = found.value - excess
    ends = [value, float(low), float(high), *(end - excess for end in (found.low, found.high) if end is not None)]
    least, most = (measure.bound(end, 2, 2) for end in (0, 1))
    return Estimate(
        value=value,
        chance=found.chance,
        low=max(least, min(ends)),
        high=min(most, max(ends)),
        level=level,
        method=CORRECTED,
        note=f"{found.value:.4g} on these very items, less {excess:.4g} for having chosen the threshold on them",
    )
