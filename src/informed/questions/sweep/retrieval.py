"""Precision over recall: the view of a search, where only what is found counts."""

from __future__ import annotations

import math

import numpy as np

from informed.core.estimate import Estimate
from informed.core.scores import Scores
from informed.core.validate import Numbers
from informed.inference.dependence import SingleUnitError, scatter
from informed.inference.proportions import quantile
from informed.questions.sweep.area import expit, logit, rows_moved, settled, told

METHOD = "logit"


def average_precision(scores: Scores, level: float = 0.95) -> Estimate:
    """Precision at each positive item's own score, averaged over the positive items; chance is the prevalence.

    The interval is that of a proportion of so many positive items on the logit scale (Boyd, Eng & Page 2013); weighted
    ones are as many as would tell as much (Kish 1965), and so are those of clusters and strata (the design effect).
    """
    scores = scores.plain()
    curve = scores.curve
    hits, alarms = np.cumsum(curve.counts, axis=1, dtype=np.float64)
    positives, others = (float(each) for each in scores.totals)
    value = settled(float((curve.counts[0] * (hits / (hits + alarms))).sum() / positives))
    chance = positives / (positives + others)
    tail = (1 - level) / 2
    size, _ = told(scores)
    if scores.dependent:
        try:
            size /= _design_effect(scores, value, hits, alarms)
        except SingleUnitError as reason:
            return Estimate(value, chance, note=f"no interval: {reason}")
    if value == 1:
        return Estimate(1.0, chance, tail ** (1 / size), 1.0, level, METHOD, "every positive item comes first")
    middle, reach = logit(value), quantile(tail) / math.sqrt(size * value * (1 - value))
    return Estimate(value, chance, expit(middle - reach), expit(middle + reach), level, METHOD)


def _design_effect(scores: Scores, value: float, hits: Numbers, alarms: Numbers) -> float:
    """How many times the variance of independent items clusters have; never less than once.

    An item moves the precision at its own score and at all lower ones.
    """
    curve, positives = scores.curve, float(scores.totals[0])
    found = hits + alarms
    falls = [np.cumsum((curve.counts[0] * part / found**2)[::-1])[::-1] for part in (alarms, hits)]
    place = np.searchsorted(-curve.values, -scores.values)
    moved = np.stack([hits / found - value + falls[0], -falls[1]])[:, place] / positives
    variance, plain, _ = scatter(*rows_moved(scores, moved))
    if variance and plain:
        return max(variance / plain, 1.0)
    return 1.0 if scores.cluster is None else max(scores.n / len(np.unique(scores.cluster)), 1.0)
