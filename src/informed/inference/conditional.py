"""One cue given others: its informedness within the items on which the others say the same, over all such strata.

The table of a stratum is actual x predicted. Of one label against the rest the weights are those of Mantel and
Haenszel, r (1 - r) n: they make it the slope of a regression with a constant for each stratum, and leave out what holds
one class alone. Derivation and limits: docs/methods/cues.md.
"""

from math import sqrt

import numpy as np

from informed.core.estimate import Estimate
from informed.core.table import actuals, as_table, diagonal, predictions, total
from informed.core.validate import Numbers
from informed.inference.significance.independence import conditional_moments, pearson

SOLE = "the other cues leave one class alone in every stratum"
EXACT = "no interval: every item that tells is right"
FEW = 4  # items of a stratum, below which the statistic has no variance


def strata(codes: Numbers, actual: Numbers, predicted: Numbers, items: Numbers, size: int) -> Numbers:
    """The table of each stratum ``(S, K, K)``; ``codes``: what the other cues say, a row each."""
    _, place = np.unique(codes, axis=0, return_inverse=True)
    place = place.ravel()
    found = np.zeros((int(place.max()) + 1, size, size))
    np.add.at(found, (place, actual, predicted), items)
    return found


def conditional(tables: Numbers, level: float) -> tuple[Estimate, float]:
    """Informedness given the strata, over labels by prevalence, with interval and the p of none.

    For two classes the interval is that of Klingenberg (2014), which inverts a test and holds with sparse strata; else
    it leaves out one item at a time and is symmetric on Fisher's scale.
    """
    from scipy.special import ndtr, ndtri

    z = float(-ndtri((1 - level) / 2))
    tables = tables[((actuals(tables) > 0).sum(-1) > 1) & (total(tables) > 0)]
    used = (actuals(tables) + predictions(tables)).sum(0) > 0
    tables = tables[:, used][:, :, used]
    if not len(tables):
        return Estimate(float("nan"), chance=0.0, note=SOLE), 1.0
    rows, columns, hits, n = actuals(tables), predictions(tables), diagonal(tables), total(tables)[:, None]
    beyond, weight = hits - rows * columns / n, rows * (n - rows) / n
    share = rows.sum(0) / rows.sum()
    value = float(_mean(beyond.sum(0), weight.sum(0), share))
    if tables.shape[-1] == 2:
        low, high, square = _klingenberg(tables, value, float(weight[:, 0].sum()), z)
        p = float(2 * ndtr(-sqrt(square)))
        return Estimate(value, 0.0, max(low, -1.0), min(high, 1.0), level, "klingenberg"), p
    place, actual, predicted = np.nonzero(tables)
    kinds = np.eye(tables.shape[-1])
    fewer = np.maximum(n[place] - 1, 1)
    left, said = rows[place] - kinds[actual], columns[place] - kinds[predicted]
    right = hits[place] - kinds[actual] * (actual == predicted)[:, None]
    without = _mean(
        beyond.sum(0) - beyond[place] + right - left * said / fewer,
        weight.sum(0) - weight[place] + left * (n[place] - 1 - left) / fewer,
        (rows.sum(0) - kinds[actual]) / (rows.sum() - 1),
    )
    items = tables[place, actual, predicted]
    spread = sqrt((1 - 1 / items.sum()) * float(items @ (without - items @ without / items.sum()) ** 2))
    if abs(value) >= 1 or spread <= 1e-12:
        return Estimate(value, 0.0, note=EXACT), 1.0 if value == 0 else 0.0
    middle, reach = np.arctanh(value), spread / (1 - value**2)
    low, high = (float(np.tanh(middle + sign * z * reach)) for sign in (-1, 1))
    return Estimate(value, 0.0, low, high, level, "jackknife"), float(2 * ndtr(-abs(middle) / reach))


def _mean(beyond: Numbers, weight: Numbers, share: Numbers) -> Numbers:
    """The informedness of each label, averaged by its share; a label that no stratum tells from others is left out."""
    there = weight > 1e-9
    gains = np.where(there, beyond / np.where(there, weight, 1.0), 0.0)
    found: Numbers = (share * gains).sum(-1) / np.maximum(np.where(there, share, 0.0).sum(-1), 1e-300)
    return found


def _klingenberg(tables: Numbers, value: float, whole: float, z: float) -> tuple[float, float, float]:
    """Both ends, and the square of the deviate of none: Sato's variance at each value that is tried."""
    (one, two), n = actuals(tables).T, total(tables)
    first, second = tables[:, 0, 0], tables[:, 1, 0]
    slope = ((one**2 * second - two**2 * first + one * two * (two - one) / 2) / n**2).sum()
    fixed = ((first * (two - second) + second * (one - first)) / (2 * n)).sum()
    middle = value + z * z * slope / (2 * whole**2)
    reach = sqrt(max(middle**2 - value**2 + z * z * fixed / whole**2, 0.0))
    return float(middle - reach), float(middle + reach), float((value * whole) ** 2 / fixed) if fixed > 0 else 0.0


def any_association(tables: Numbers) -> float:
    """The p of no association of any kind within the strata, by the exact moments of Pearson's statistic."""
    from scipy.special import gammaincc

    large = tables[total(tables) >= FEW]
    mean, variance = (float(np.nansum(each)) for each in conditional_moments(as_table(large)))
    if not variance > 1e-12 * mean**2:
        return 1.0
    return float(gammaincc(mean**2 / variance, float(pearson(large)[0].sum()) * mean / variance))
