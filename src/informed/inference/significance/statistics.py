"""The statistics behind the tests, on a whole batch of tables at once."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from informed.core.registry import get
from informed.core.table import Array, actuals, as_table, diagonal, expected, others, predictions, ratio, total
from informed.inference.significance.independence import freedom, g2, g2_parts, pearson, pearson_parts, upper_tail


class Statistic(NamedTuple):
    """The value of a statistic for each table, its degrees of freedom and its upper tail of chi-squared."""

    value: Array
    df: Array
    p: Array


def chi_squared(value: Any, df: Any) -> Statistic:
    """A statistic that is chi-squared at chance, or held to be."""
    return Statistic(np.asarray(value), np.asarray(df), upper_tail(value, df))


# --- is it associated? -----------------------------------------------------------------------------------------------


def association(table: Array) -> dict[str, Statistic]:
    """The chi-squared tests of independence."""
    value, df, _ = pearson(table)
    n = total(table)
    found = {"pearson": value, "pearson_n1": value * (n - 1) / n, "g2": g2(table)[0]}
    return {name: chi_squared(each, df) for name, each in found.items()}


def binary_parts(table: Array) -> dict[str, Statistic]:
    """Of 2x2 tables: the parts of chi-squared and G2 by row and column, and Yates' correction.

    Powers 2007 eq. 30-33: chi2_+P is the part of the column predicted positive, chi2_+R that of the positive row.
    """
    parts = {"chi2": pearson_parts(table), "g2": np.asarray(g2_parts(table))}
    found = {
        f"{name}_{where}": chi_squared(cells[place].sum(-1), 1)
        for where, place in _PLACES.items()
        for name, cells in parts.items()
    }
    return found | {"yates": chi_squared(_yates(table), freedom(table))}


_PLACES: Mapping[str, Any] = {
    "positive_predicted": (..., slice(None), 0),
    "negative_predicted": (..., slice(None), 1),
    "positive_actual": (..., 0, slice(None)),
    "negative_actual": (..., 1, slice(None)),
}


def _yates(table: Array) -> Array:
    """Pearson with every difference shortened by a half."""
    by_chance = expected(table)
    gap = np.maximum(abs(table - by_chance) - 0.5, 0.0)
    return total(np.where(by_chance > 0, ratio(gap**2, by_chance), 0.0))


# --- is it informed? -------------------------------------------------------------------------------------------------


def z_informedness(table: Any) -> Array:
    """Informedness over its standard deviation when both margins are fixed and labels are assigned at random."""
    return _z("informedness", table)


def _z(measure: str, table: Any) -> Array:
    hit = get(measure).hit
    assert hit is not None
    return hits_z(table, hit(as_table(table)))


def z_edge(table: Any) -> Array:
    """The same for the edge, which weights labels by their bias (equation 41)."""
    return _z("edge", table)


def z_accuracy(table: Any) -> Array:
    """The same for accuracy, where every hit counts alike: the numerator of kappa."""
    return _z("kappa", table)


def hits_z(table: Any, weight: Array) -> Array:
    """The weighted sum of hits beyond chance, over its standard deviation with both margins fixed.

    The number of hits of each class is hypergeometric, and their covariances are known exactly.
    """
    table = as_table(table)
    product = actuals(table) * predictions(table)
    beyond = (weight * (diagonal(table) - ratio(product, total(table)[..., None]))).sum(-1)
    return ratio(beyond, np.sqrt(hits_variance(table, weight)))


def z_worth(table: Any, worth: Any) -> Array:
    """What all items are worth beyond chance, over its standard deviation when both margins are fixed.

    With a worth for hits alone it is `hits_z`. The variance is that of a sum over random pairs (Hoeffding 1951).
    """
    table, worth = as_table(table), np.asarray(worth, dtype=np.float64)
    n = total(table)[..., None, None]
    rows, columns = (ratio(side, n[..., 0]) for side in (actuals(table), predictions(table)))
    by_row, by_column = (rows[..., None, :] @ worth), (worth @ columns[..., None])
    apart = worth - by_row - by_column + by_row @ columns[..., None]
    apart = np.where(abs(apart) > 1e-12 * abs(worth).max(), apart, 0.0)  # what is less is rounding
    variance = total(rows[..., :, None] * columns[..., None, :] * apart**2) * n[..., 0, 0] ** 2
    return ratio(total(table * apart), np.sqrt(variance / np.maximum(n[..., 0, 0] - 1, 1)))


def hits_variance(table: Array, weight: Array) -> Array:
    """The variance of the weighted sum of hits with both margins fixed."""
    return np.maximum(hits_covariance(table, weight, weight), 0.0)  # rounding alone takes a variance of 0 below 0


def hits_covariance(table: Array, one: Array, other: Array) -> Array:
    """The covariance of two weighted sums of hits with both margins fixed."""
    n, rows, columns = total(table), actuals(table), predictions(table)
    product = rows * columns
    # The product of sums below counts the variance of each class once too often.
    alone = one * other * product * (others(rows) * others(columns) - product)
    return ratio(alone.sum(-1) + (one * product).sum(-1) * (other * product).sum(-1), n**2 * (n - 1))


def two_sided_p(z: Any) -> Array:
    """The probability of a normal deviate at least this far from 0."""
    from scipy.special import ndtr

    return 2 * ndtr(-abs(z))


def one_sided_p(z: Any) -> Array:
    """The probability of a normal deviate at least this large."""
    from scipy.special import ndtr

    return np.asarray(ndtr(-np.asarray(z)))


def permutation_p(table: Any, *, draws: int, rng: "np.random.Generator") -> Array:
    """The share of tables with the same margins, the one observed among them, whose informedness is as far from 0."""
    table, hit = as_table(table), get("informedness").hit
    assert hit is not None
    # Both margins being fixed, informedness is a weighted sum over the hits.
    weight, by_chance = hit(table), ratio(actuals(table) * predictions(table), total(table)[..., None])
    values = ((shuffled_hits(table, draws, rng) - by_chance) * weight).sum(-1)
    far = abs(((diagonal(table) - by_chance) * weight).sum(-1))
    return (1 + (abs(values) >= far - 1e-12 * abs(weight * by_chance).sum(-1)).sum(0)) / (1 + draws)


def shuffled_hits(table: Array, draws: int, rng: "np.random.Generator") -> Array:
    """The hits of every class when the predictions are shuffled among the items, ``(draws, ..., K)``.

    The classes are split in halves, again and again. Which half each prediction falls to is drawn; a prediction that
    can be a hit no more is told apart no more. So the work grows as K log K, and not with the number of items.
    """
    rows = np.rint(actuals(table)).astype(np.int64)
    found = np.empty((draws, *rows.shape), dtype=np.int64)
    said = np.broadcast_to(np.rint(predictions(table)).astype(np.int64), found.shape)
    waiting = [(0, rows.shape[-1], said, np.zeros(found.shape[:-1], dtype=np.int64))]
    while waiting:
        start, stop, said, other = waiting.pop()
        if stop - start < 2:
            found[..., start:stop] = said
            continue
        middle = (start + stop) // 2
        first, rest = _random(said, other, rows[..., start:middle].sum(-1), rng)
        second, half = said - first, middle - start
        waiting.append((start, middle, first[..., :half], first[..., half:].sum(-1) + rest))
        waiting.append((middle, stop, second[..., half:], second[..., :half].sum(-1) + other - rest))
    return found


def _random(said: Array, other: Array, items: Array, rng: "np.random.Generator") -> tuple[Array, Array]:
    """How many of each prediction so many items get, and how many of all others."""
    found, needed, left = np.empty_like(said), np.broadcast_to(items, other.shape), said.sum(-1) + other
    for place in range(said.shape[-1]):
        left = left - said[..., place]
        found[..., place] = rng.hypergeometric(said[..., place], left, needed)
        needed = needed - found[..., place]
    return found, needed


# --- Powers' own -----------------------------------------------------------------------------------------------------


def powers(table: Array, informed: str = "informedness", marked: str = "markedness") -> dict[str, Statistic]:
    """chi2_KB = K N B^2 evenness, its dual KM and their mean KBM; eq. 32-35 (errata E13), section 5 for K > 2.

    B is weighted by prevalence (eq. 42) and M by bias (eq. 43) unless other measures are named. K counts the classes
    that occur. Both choices of degrees of freedom are given: (K - 1)^2, and K - 1 under ``_beta``.
    """
    n = total(table)
    b, m = (np.asarray(get(name)(table)) for name in (informed, marked))
    even_b, even_m = (np.asarray(get(f"evenness_{side}")(table)) for side in ("actual", "predicted"))
    k_b, k_m = ((margin(table) > 0).sum(-1) for margin in (actuals, predictions))
    statistics = {
        "chi2_kb": (k_b * n * b**2 * even_b, k_b),
        "chi2_km": (k_m * n * m**2 * even_m, k_m),
        "chi2_kbm": (np.sqrt(k_b * k_m) * n * b * m * np.sqrt(even_b * even_m), np.maximum(k_b, k_m)),
    }
    found = {}
    for name, (value, classes) in statistics.items():
        found[name] = chi_squared(value, (classes - 1) ** 2)
        found[f"{name}_beta"] = chi_squared(value, classes - 1)
    return found


def calibrated(table: Array) -> dict[str, Statistic]:
    """KB, KM and KBM over their scale under chance, with a p that keeps its level (docs/methods/kb.md).

    Given both margins, B and M are sums of weighted hits with known variances and a known correlation. KB over
    K N Evenness_R Var(B) is then B over its standard deviation, squared: chi-squared with one degree of freedom,
    whatever K is. KBM over its scale is the product of two such deviates. That is chi-squared where both are one, as
    for two classes; its degrees of freedom are NaN elsewhere.
    """
    weights = [measure.hit(table) for measure in (get("informedness"), get("markedness")) if measure.hit]
    b, m = (np.nan_to_num(hits_z(table, weight)) for weight in weights)  # nothing scatters: nothing beyond chance
    spread = np.sqrt(hits_variance(table, weights[0]) * hits_variance(table, weights[1]))
    together = np.where(spread > 0, ratio(hits_covariance(table, *weights), spread), 1.0)
    together = np.where(together > 1 - 1e-12, 1.0, np.maximum(together, -1.0))
    df = (spread > 0).astype(np.int64)
    both = Statistic(b * m, np.where(together == 1, df, np.nan), product_tail(b * m, together))
    return {
        "chi2_kb_calibrated": chi_squared(b**2, df),
        "chi2_km_calibrated": chi_squared(m**2, df),
        "chi2_kbm_calibrated": both,
    }


def product_tail(value: Any, correlation: Any, places: int = 256) -> Array:
    """The probability that the product of two standard normal deviates, so correlated, is larger than a value.

    In polar coordinates it is the mean of exp(-value / (cos a + correlation)) over the angles where that can be.
    """
    value, correlation = np.broadcast_arrays(*(np.asarray(each, dtype=np.float64) for each in (value, correlation)))
    sign = np.where(value < 0, -1.0, 1.0)  # the other tail is that of the negated product
    reach = np.arccos(-sign * correlation)
    angle = reach[..., None] * (np.arange(places) + 0.5) / places
    depth = np.maximum(np.cos(angle) + (sign * correlation)[..., None], 1e-300)
    beyond = reach / np.pi * np.exp(-np.minimum(abs(value)[..., None] / depth, 800.0)).mean(-1)
    return np.where(value < 0, 1 - beyond, beyond)
