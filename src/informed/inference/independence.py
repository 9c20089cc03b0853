"""Are class and prediction associated at all? Pearson's and the likelihood-ratio statistic over the classes that occur.

They answer whether anything can be learned from the prediction, whatever the labels are called; whether the labels
are right is another question, answered by informedness.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from informed.table import Array, actuals, as_table, expected, predictions, ratio, total


def freedom(table: Array) -> Array:
    """Degrees of freedom: (rows - 1)(columns - 1), counting those that are not empty."""
    rows, columns = ((margin(table) > 0).sum(-1) for margin in (actuals, predictions))
    return np.maximum(rows - 1, 0) * np.maximum(columns - 1, 0)


def upper_tail(statistic: Any, degrees: Any) -> Array:
    """The probability of a chi-squared value this large; 1 where there is no degree of freedom."""
    from scipy.special import chdtrc

    return np.where(np.asarray(degrees) > 0, chdtrc(np.maximum(degrees, 1), np.maximum(statistic, 0.0)), 1.0)


def pearson_parts(table: Any) -> Array:
    """(n - e)^2 / e, cell by cell."""
    table = as_table(table)
    by_chance = expected(table)
    return np.where(by_chance > 0, ratio((table - by_chance) ** 2, by_chance), 0.0)


def g2_parts(table: Any) -> Array:
    """2 n ln(n / e), cell by cell; they add up to G2 but may be negative one by one."""
    table = as_table(table)
    return 2 * table * np.log(np.where(table > 0, ratio(table, expected(table)), 1.0))


def pearson(table: Any) -> tuple[Array, Array, Array]:
    """Pearson's chi-squared, its degrees of freedom and its p."""
    return _whole(pearson_parts(table), as_table(table))


def fixed_margins_p(table: Any) -> Array:
    """Pearson's p by the chi-squared distribution with the mean and variance that fixed margins give the statistic.

    Haldane 1940; Dawson & Brooks 1971. Where items are few for the cells, the textbook's own is far from them.
    """
    table = as_table(table)
    n, statistic, degrees = total(table), *pearson(table)[:2]
    (v, w), (x, y) = (_unevenness(margin(table), n) for margin in (actuals, predictions))
    mean = ratio(n * degrees, n - 1)
    variance = ratio(2 * n, n - 3) * (v - w) * (x - y) + ratio(n**2, n - 1) * w * y
    p = upper_tail(2 * ratio(mean, variance) * statistic, 2 * ratio(mean**2, variance))
    return np.where((n > 3) & (variance > 0), p, 1.0)


def _unevenness(margin: Array, n: Array) -> tuple[Array, Array]:
    classes, inverse = (margin > 0).sum(-1), np.where(margin > 0, ratio(1.0, margin), 0.0).sum(-1)
    return ratio((classes - 1) * (n - classes), n - 1), ratio(n * inverse - classes**2, n - 2)


def g2(table: Any) -> tuple[Array, Array, Array]:
    """The likelihood-ratio statistic: 2 n times the mutual information in nats."""
    return _whole(np.asarray(g2_parts(table)), as_table(table))


def _whole(parts: Array, table: Array) -> tuple[Array, Array, Array]:
    statistic, degrees = np.maximum(total(parts), 0.0), freedom(table)
    return statistic, degrees, upper_tail(statistic, degrees)
