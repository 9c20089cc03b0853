"""Precision over recall: the view of a search, where only what is found counts."""

from __future__ import annotations

import math

import numpy as np

from informed.core.estimate import Estimate
from informed.core.scores import Scores
from informed.inference.proportions import quantile
from informed.questions.sweep.area import expit, logit, settled, told

METHOD = "logit"


def average_precision(scores: Scores, level: float = 0.95) -> Estimate:
    """Precision at each positive item's own score, averaged over the positive items; chance is the prevalence.

    The interval is that of a proportion of so many positive items on the logit scale (Boyd, Eng & Page 2013); weighted
    ones are as many as would tell as much (Kish 1965).
    """
    hits, alarms = np.cumsum(scores.counts, axis=1, dtype=np.float64)
    positives, others = (float(each) for each in scores.totals)
    value = settled(float((scores.counts[0] * (hits / (hits + alarms))).sum() / positives))
    chance = positives / (positives + others)
    tail = (1 - level) / 2
    size, _ = told(scores)
    if value == 1:
        return Estimate(1.0, chance, tail ** (1 / size), 1.0, level, METHOD, "every positive item comes first")
    middle, reach = logit(value), quantile(tail) / math.sqrt(size * value * (1 - value))
    return Estimate(value, chance, expit(middle - reach), expit(middle + reach), level, METHOD)
