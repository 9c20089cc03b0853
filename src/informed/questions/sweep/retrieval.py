"""Precision over recall: the view of a search, where only what is found counts."""

import math

import numpy as np

from informed.core.estimate import Estimate
from informed.core.scores import Scores
from informed.core.validate import Numbers
from informed.questions.sweep.area import Area, among, expit, item_counts, logit, settled, told

METHOD = "logit, delta-t"
STEADY = 3.0  # items of the smaller class, beyond one, at which the delta method's variance counts for half


def average_precision(scores: Scores, level: float = 0.95) -> Estimate:
    """Precision at each positive item's own score, averaged over the positive items; chance is the prevalence.

    The interval is the delta method's with Student's t on the logit scale, about the value less its bias. Of few items
    it is drawn towards that of a proportion of so many positive items (Boyd, Eng & Page 2013).
    """
    scores = scores.plain()
    positives, others = (float(each) for each in scores.totals)
    chance = positives / (positives + others)
    found = precise(scores)
    if len(scores.curve.values) == 1:
        return Estimate(found.value, chance, note="every score is the same, so nothing is ranked")
    if math.isnan(found.variance):
        return Estimate(found.value, chance, note=f"no interval: {found.note or 'a class has a single item'}")
    note = "every positive item comes first" if found.value == 1 else None
    low, high = precision_limits(found, bias(scores.curve, found), (1 - level) / 2)
    return Estimate(found.value, chance, low, high, level, METHOD, note)


def precise(scores: Scores) -> Area:
    """The average precision, with what the items of each class add to its variance."""
    scores = scores.plain()
    curve = scores.curve
    value = mean_precision(curve)
    moved = precision_moves(curve, value)
    squares = curve.counts if curve.squares is None else curve.squares
    sums = zip((squares * moved**2).sum(axis=1), item_counts(scores), strict=True)
    first, second = (float(part) * n / (n - 1) if n > 1 else math.nan for part, n in sums)
    found = Area(value, (first, second), told(scores))
    return among(scores, found, moved) if scores.dependent and not math.isnan(found.variance) else found


def precision_limits(found: Area, bias: float, tail: float) -> tuple[float, float]:
    """The lower and the upper end that leave out so much on either side."""
    value, steady = found.value, min(found.sizes) - 1
    if value == 1:  # so many items all on top: what chance of that leaves the tail
        return tail ** (1 / found.sizes[0]), 1.0
    trust = max(steady, 0.0) / (max(steady, 0.0) + STEADY)
    variance = found.variance**trust * (value * (1 - value) / found.sizes[0]) ** (1 - trust)
    centre = max(value - bias, value / 2)
    reach = found._replace(parts=(variance, 0.0), known=found.freedom).reach(tail) / (centre * (1 - centre))
    middle = logit(centre)
    return min(expit(middle - reach), value), max(expit(middle + reach), value)


def mean_precision(curve: Scores) -> float:
    """The precision at each positive item's own score, averaged."""
    hits, alarms = np.cumsum(curve.counts, axis=1, dtype=np.float64)
    return settled(float((curve.counts[0] * (hits / (hits + alarms))).sum() / float(curve.totals[0])))


def precision_moves(curve: Scores, value: float) -> Numbers:
    """By how much a unit of weight of either class at each score ``(2, T)`` moves the average precision.

    An item moves the precision at its own score and at all lower ones. The numbers of either class are given, so an
    item counts against the others of its class.
    """
    hits, alarms = np.cumsum(curve.counts, axis=1, dtype=np.float64)
    found = hits + alarms
    falls = [np.cumsum((curve.counts[0] * part / found**2)[::-1])[::-1] for part in (alarms, hits)]
    moved = np.stack([hits / found - value + falls[0], -falls[1]]) / float(curve.totals[0])
    return np.asarray(moved - (curve.counts * moved).sum(axis=1, keepdims=True) / curve.totals[:, None])


def bias(curve: Scores, found: Area) -> float:
    """What the value gains because every item is its own hit: of the second order, from the items there are."""
    hits, alarms = np.cumsum(curve.counts, axis=1, dtype=np.float64)
    above, (own, other) = hits + alarms, curve.totals / np.array(found.sizes)  # what an item weighs
    missed, clear = 1 - hits / hits[-1], 1 - alarms / alarms[-1]
    gained = own * missed * alarms / above**2 + hits * alarms * (other * clear - own * missed) / above**3
    return float((curve.counts[0] * gained).sum() / float(curve.totals[0]))
