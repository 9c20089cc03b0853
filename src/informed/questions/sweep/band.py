"""How far a curve and its best threshold are known: a band of the ROC curve, and the thresholds that may be best."""

from typing import NamedTuple

import numpy as np

from informed.core.scores import Scores
from informed.core.validate import Numbers
from informed.inference.dependence import SingleUnitError, deviations, effective, weight_factor
from informed.inference.proportions import jeffreys_wilson
from informed.questions.sweep.area import rows_moved
from informed.questions.sweep.benefit import WALKS, joint

MOST = 40  # thresholds of either class that carry a band
TRIED = 100  # thresholds among which the best may be
WIDER = 1.25


class Band(NamedTuple):
    """Rates at some thresholds, highest first, with limits that hold together; recall first, then fallout.

    Between two of these thresholds both rates lie between the lower limits of the one and the upper limits of the
    other, since neither can fall along the thresholds.
    """

    rates: Numbers
    low: Numbers
    high: Numbers
    thresholds: Numbers

    @property
    def corners(self) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
        """The upper and the lower edge of the region that holds the curve, as (fallout, recall)."""
        low = np.concatenate([[[0.0], [0.0]], self.low], axis=1)  # before the first threshold nothing is known
        high = np.concatenate([self.high, [[1.0], [1.0]]], axis=1)
        up, down = np.maximum.accumulate(high[0]), np.minimum.accumulate(low[0][::-1])[::-1]
        upper = [(0.0, 0.0)]
        for left, top in zip(np.maximum.accumulate(low[1]), up, strict=True):
            upper += [(float(left), upper[-1][1]), (float(left), float(top))]
        lower = [(0.0, 0.0)]
        for right, bottom in zip(np.maximum.accumulate(high[1]), down, strict=True):
            lower += [(lower[-1][0], float(bottom)), (float(right), float(bottom))]
        return [*upper, (1.0, upper[-1][1])], [*lower, (1.0, 1.0)]


def roc_band(scores: Scores, level: float, seed: int) -> Band | None:
    """Recall and fallout at some thresholds with limits that hold at all of them; None where units do not vary."""
    scores = scores.plain()
    curve = scores.curve
    above = np.cumsum(curve.counts, axis=1, dtype=np.float64)
    totals = above[:, -1:]
    wanted = np.arange(1, MOST + 1) / (MOST + 1)
    places = {int(np.searchsorted(each, share)) for each in above / totals for share in wanted}
    used = np.array(sorted(place for place in places if place < len(curve.values) - 1))
    if not len(used):
        return None
    rates = (above / totals)[:, used]
    acted = scores.values[:, None] >= curve.values[used]
    moved = np.zeros((2, len(scores.values), 2, len(used)))
    for which in (0, 1):
        moved[which, :, which] = (acted - rates[which]) / totals[which]
    rows, flat, classes = rows_moved(scores, moved.reshape(2, len(scores.values), -1))
    try:
        deviate, variance = joint(rows, flat / weight_factor(rows), classes, level, seed)
    except SingleUnitError:
        return None
    low, high = _limits(rates, effective(rows) * totals / totals.sum(), variance.reshape(2, -1), deviate, scores)
    return Band(rates, low, high, curve.values[used])


def _limits(
    rates: Numbers, sizes: Numbers, variance: Numbers, deviate: float, scores: Scores
) -> tuple[Numbers, Numbers]:
    """Limits of the rates at a deviate; items that are not independent are as many as would vary as much."""
    from scipy.special import ndtr

    clusters = None if scores.cluster is None else len(np.unique(np.asarray(scores.cluster)))
    told = np.full(rates.shape, 1.0 if clusters is None else min(clusters / float(sizes.sum()), 1.0))
    plain = rates * (1 - rates) / sizes
    np.divide(plain, variance, out=told, where=(variance > 0) & (plain > 0))
    told = told.clip(max=1.0)
    return jeffreys_wilson(rates * sizes * told, sizes * told, ndtr(-deviate))


def may_be_best(scores: Scores, c: float, level: float, seed: int) -> tuple[float, float] | None:
    """The lowest and the highest threshold that may have the greatest recall - c fallout; None where nothing varies.

    The curve is moved by a normal process that varies as it does, a quarter further, since a maximum of few items is
    found too near itself; the middle part of where the maximum then lies is kept, with the scores next to it.
    """
    scores = scores.plain()
    curve = scores.curve
    above = np.cumsum(curve.counts, axis=1, dtype=np.float64)
    totals = above[:, -1:]
    along = (above / totals).mean(axis=0)
    used = np.unique(np.searchsorted(along, np.linspace(0, 1, TRIED)).clip(max=len(along) - 1))
    recall, fallout = (above / totals)[:, used]
    acted = scores.values[:, None] >= curve.values[used]
    moved = np.stack([(acted - recall) / totals[0], -c * (acted - fallout) / totals[1]])
    rows, flat, _ = rows_moved(scores, moved)
    try:
        units = deviations(rows, flat / weight_factor(rows))
    except SingleUnitError:
        return None
    values, vectors = np.linalg.eigh(units.T @ units)
    walks = np.random.default_rng(seed).standard_normal((WALKS, len(values))) * np.sqrt(values.clip(0)) @ vectors.T
    best = (recall - c * fallout + WIDER * walks).argmax(axis=1)
    stays = np.quantile(best, [(1 - level) / 2, (1 + level) / 2], method="inverted_cdf").astype(int)
    first, last = used[max(stays[0] - 1, 0)], used[min(stays[-1] + 1, len(used) - 1)]
    return float(curve.values[last]), float(curve.values[first])
