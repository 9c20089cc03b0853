"""Are class and prediction associated at all? Pearson's and the likelihood-ratio statistic over the classes that occur.

They answer whether anything can be learned from the prediction, whatever the labels are called; whether the labels
are right is another question, answered by informedness.
"""

from typing import Any

import numpy as np

from informed.core.table import Array, actuals, as_table, expected, predictions, ratio, total

ROUNDING = 1e-12  # of the squared mean: a variance that is none


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


def g2(table: Any) -> tuple[Array, Array, Array]:
    """The likelihood-ratio statistic: 2 n times the mutual information in nats."""
    return _whole(np.asarray(g2_parts(table)), as_table(table))


def _whole(parts: Array, table: Array) -> tuple[Array, Array, Array]:
    statistic, degrees = np.maximum(total(parts), 0.0), freedom(table)
    return statistic, degrees, upper_tail(statistic, degrees)


def conditional_p(table: Any) -> Array:
    """The p of Pearson's statistic with both margins fixed, which holds for sparse tables too.

    Its exact mean and variance are those of a scaled chi-squared distribution. Where items are few for the cells, the
    textbook's own is far from them. Without a variance all tables are alike, and p is 1.
    """
    from scipy.special import gammaincc

    mean, variance = conditional_moments(table)
    usable = (mean > 0) & (variance > ROUNDING * mean**2)
    mean, variance = np.where(usable, mean, 1.0), np.where(usable, variance, 1.0)
    return np.where(usable, gammaincc(mean**2 / variance, pearson(table)[0] * mean / variance), 1.0)


def conditional_moments(table: Any) -> tuple[Array, Array]:
    """The mean and the variance of Pearson's statistic over all tables with these margins, exactly.

    It is n times the trace of a product of two projections, one of them permuted (Haldane 1940; Kazi-Aoual et al.
    1995); NaN for fewer than four items.
    """
    table = as_table(table)
    n = total(table)
    sides = [(_rank(margin), _leverage(margin, n)) for margin in (actuals(table), predictions(table))]
    even = [rank * (n - 1 - rank) for rank, _ in sides]
    odd = [n * (n + 1) * leverage - (n - 1) * rank * (rank + 2) for rank, leverage in sides]
    variance = ratio(2 * even[0] * even[1], (n - 1) ** 2 * (n + 1) * (n - 2))
    variance = variance + ratio(odd[0] * odd[1], (n + 1) * n * (n - 1) * (n - 2) * (n - 3))
    few = n < 4
    return np.where(few, np.nan, ratio(n * freedom(table), n - 1)), np.where(few, np.nan, n**2 * variance)


def _rank(margin: Array) -> Array:
    return (margin > 0).sum(-1) - 1


def _leverage(margin: Array, n: Array) -> Array:
    """The sum of the squared diagonal of the projection on the classes of one axis, less the mean."""
    inverse = np.where(margin > 0, ratio(1.0, margin), 0.0).sum(-1)
    return inverse - ratio(2 * _rank(margin) + 1, n)
