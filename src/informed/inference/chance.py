"""What chance gives on average in a sample of this size, for measures whose value at chance is an end of their range.

Mutual information is never negative, so a small table shows some of it even at independence; likewise proficiency,
phi squared and their kin. The mean is over all tables with the same margins (labels assigned at random).
"""

from typing import Any

import numpy as np

from informed.core.registry import Measure, get
from informed.core.table import Array, actuals, as_table, nearly_whole, predictions, ratio, total
from informed.inference.draws import generator, permutation
from informed.inference.draws.resampling import LARGEST
from informed.inference.significance.independence import freedom


def chance_mean(measure: str | Measure, counts: Any, *, draws: int = 2000, seed: Any = 0) -> float | None:
    """The mean of a measure under chance; None where it is the fixed value at chance, or where items were not counted.

    Exact for measures of information, which depend on the cells through the mutual information alone once the
    margins are given (`dependency` to first order); by permutation otherwise.
    """
    found, table = get(measure), as_table(counts)
    biased = found.fixed_chance in [found.bound(end, *table.shape[-2:]) for end in (0, 1)]
    if (
        not biased
        or getattr(counts, "squares", None) is not None
        or hasattr(counts, "scatter")
        or not nearly_whole(table).all()
    ):
        return None
    table = np.rint(table)
    if found.entropies is None and total(table) >= LARGEST:
        return None  # so many items show nothing beyond chance
    if found.entropies is None:
        values = permutation.values(found.raw, table, draws=draws, rng=generator(seed))
        return None if np.isnan(values).all() else float(np.nanmean(values))
    actual, predicted = (get(name).raw(table) for name in ("entropy_actual", "entropy_predicted"))
    value = float(found.entropies(actual, predicted, actual + predicted - expected_information(table)))
    return None if np.isnan(value) else value


def chance_means(measure: Measure, tables: Array, information: Array) -> Array:
    """The mean of a measure of information under chance for every table, given the mean mutual `information`."""
    assert measure.entropies is not None
    biased = measure.fixed_chance in [measure.bound(end, *tables.shape[-2:]) for end in (0, 1)]
    if not biased:
        return np.full(len(tables), np.nan)
    actual, predicted = (get(name).raw(tables) for name in ("entropy_actual", "entropy_predicted"))
    return np.asarray(measure.entropies(actual, predicted, actual + predicted - information))


def expected_information(table: Any) -> Array:
    """The mean mutual information, in bits, of all tables with the margins of each table ``(..., A, P)``.

    Each cell is hypergeometric; the mean of n log n over it is summed where it has any probability.
    """
    table = as_table(table)
    n, rows, columns = total(table), actuals(table), predictions(table)
    few = np.where(n < LARGEST, n, 0.0)
    # Classes of the same size have the same share in it: each pair of sizes is worked out once.
    sizes, codes = zip(*(np.unique(each, return_inverse=True) for each in (rows, columns, few)), strict=True)
    of_row, of_column, of_table = (
        code.reshape(each.shape) for code, each in zip(codes, (rows, columns, few), strict=True)
    )
    shape = tuple(map(len, sizes))
    code = np.ravel_multi_index((of_row[..., :, None], of_column[..., None, :], of_table[..., None, None]), shape)
    found, place = np.unique(code, return_inverse=True)
    pairs = (size[each] for size, each in zip(sizes, np.unravel_index(found, shape), strict=True))
    bits = total(_mean_bits(*pairs)[place].reshape(code.shape))
    surprise = (rows * _log2(rows)).sum(-1) + (columns * _log2(columns)).sum(-1)
    exact = np.maximum(0.0, bits - ratio(surprise, n) + _log2(n))
    # One class alone informs of nothing; of very many items the first term of the expansion is all of it.
    return np.where(freedom(table) > 0, np.where(few > 0, exact, ratio(freedom(table), 2 * n * np.log(2))), 0.0)


def _log2(counts: Any) -> Any:
    return np.log2(np.where(counts > 0, counts, 1.0))


AT_ONCE = 2**20  # probabilities that exist at a time


def _mean_bits(rows: Array, columns: Array, n: Array) -> Array:
    """The mean of k log2 k / n for a count k of each cell with these margins; 0 where n is 0."""
    found = np.zeros(len(n))
    here = np.flatnonzero((n > 0) & (rows > 0) & (columns > 0))
    rows, columns, n = (each[here] for each in (rows, columns, n))
    # From the mode outward, as far as it matters: the work does not grow with n.
    least, most = np.maximum(0.0, rows + columns - n), np.minimum(rows, columns)
    mode = np.clip((rows + 1) * (columns + 1) // (n + 2), least, most)
    spread = np.sqrt(rows * columns / n * ((n - rows) / n) * ((n - columns) / np.maximum(n - 1, 1)))
    reach = 40 + np.floor(9 * spread)  # beyond it the probability is under 1e-17 of that of the mode
    low, high = np.maximum(least, mode - reach), np.minimum(most, mode + reach)
    order = np.argsort(high - low, kind="stable")
    start = 0
    while start < len(order):
        width = int((high - low)[order[min(start + 64, len(order) - 1)]]) + 1
        some = order[start : start + max(64, AT_ONCE // width)]
        some = some[(high - low)[some] < max(2 * width, 64)] if len(some) > 64 else some
        found[here[some]] = _summed(rows[some], columns[some], n[some], low[some], high[some])
        start += len(some)
    return found


def _summed(rows: Array, columns: Array, n: Array, low: Array, high: Array) -> Array:
    """The same for cells that reach about equally far, ``(counts, cells)``; added in order, whoever stands beside."""
    places = low + np.arange(int((high - low).max()) + 1)[:, None]
    there = places <= high
    with np.errstate(divide="ignore", invalid="ignore"):
        up = np.log((rows - places[:-1]) / places[1:] * ((columns - places[:-1]) / (n - rows - columns + places[1:])))
    heights = np.concatenate([np.zeros((1, len(n))), np.cumsum(np.where(there[1:], up, 0.0), axis=0)])
    weight = np.where(there, np.exp(heights - np.where(there, heights, -np.inf).max(0)), 0.0)
    whole, bits = (np.cumsum(each, axis=0)[-1] for each in (weight, weight * places * _log2(places)))
    return np.asarray(bits / whole / n)
