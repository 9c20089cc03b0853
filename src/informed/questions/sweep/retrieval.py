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
    positives, others = (float(each) for each in scores.totals)
    value = mean_precision(scores.curve)
    chance = positives / (positives + others)
    tail = (1 - level) / 2
    size, _ = told(scores)
    if scores.dependent:
        try:
            size /= _design_effect(scores, value)
        except SingleUnitError as reason:
            return Estimate(value, chance, note=f"no interval: {reason}")
    if value == 1:
        return Estimate(1.0, chance, tail ** (1 / size), 1.0, level, METHOD, "every positive item comes first")
    middle, reach = logit(value), quantile(tail) / math.sqrt(size * value * (1 - value))
    return Estimate(value, chance, expit(middle - reach), expit(middle + reach), level, METHOD)


def mean_precision(curve: Scores) -> float:
    """The precision at each positive item's own score, averaged."""
    hits, alarms = np.cumsum(curve.counts, axis=1, dtype=np.float64)
    return settled(float((curve.counts[0] * (hits / (hits + alarms))).sum() / float(curve.totals[0])))


def precision_moves(curve: Scores, value: float) -> Numbers:
    """By how much a unit of weight of either class at each score ``(2, T)`` moves the average precision.

    An item moves the precision at its own score and at all lower ones.
    """
    hits, alarms = np.cumsum(curve.counts, axis=1, dtype=np.float64)
    found = hits + alarms
    falls = [np.cumsum((curve.counts[0] * part / found**2)[::-1])[::-1] for part in (alarms, hits)]
    return np.stack([hits / found - value + falls[0], -falls[1]]) / float(curve.totals[0])


def _design_effect(scores: Scores, value: float) -> float:
    """How many times the variance of independent items clusters have; never less than once."""
    place = np.searchsorted(-scores.curve.values, -scores.values)
    variance, plain, _ = scatter(*rows_moved(scores, precision_moves(scores.curve, value)[:, place]))
    if variance and plain:
        return max(variance / plain, 1.0)
    return 1.0 if scores.cluster is None else max(scores.n / len(np.unique(scores.cluster)), 1.0)
