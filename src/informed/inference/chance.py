"""What chance gives on average in a sample of this size, for measures whose value at chance is an end of their range.

Mutual information is never negative, so a small table shows some of it even at independence; likewise proficiency,
phi squared and their kin. The mean is over all tables with the same margins (labels dealt at random).
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from informed.core.registry import Measure, get
from informed.core.table import actuals, as_table, nearly_whole, predictions, total
from informed.inference.draws import generator, permutation
from informed.inference.draws.resampling import LARGEST
from informed.inference.tests.exact import hypergeometric
from informed.inference.tests.independence import freedom


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


def expected_information(table: Any) -> float:
    """The mean mutual information, in bits, of all tables with these margins.

    Each cell is hypergeometric; the mean of n log n over it is summed where it has any probability.
    """
    table = as_table(table)
    n, rows, columns = total(table), actuals(table), predictions(table)
    if not freedom(table):  # one class alone informs of nothing, not even of rounding
        return 0.0
    if n >= LARGEST:  # the first term of its expansion is then all of it
        return float(freedom(table) / (2 * n * np.log(2)))
    # Classes of the same size have the same share in it: each pair of sizes is worked out once.
    sizes = (zip(*np.unique(margin, return_counts=True), strict=True) for margin in (rows, columns))
    bits = sum(
        times * repeats * _mean_bits(row, column, n) for (row, times), (column, repeats) in product(*map(list, sizes))
    )
    surprise = float((rows * _log2(rows)).sum() + (columns * _log2(columns)).sum())
    return max(0.0, float(bits - surprise / n + _log2(n)))


def _log2(counts: Any) -> Any:
    return np.log2(np.where(counts > 0, counts, 1.0))


def _mean_bits(row: float, column: float, n: float) -> float:
    """The mean of k log2 k / n for a count k of the cell with these margins."""
    if row * column == 0:
        return 0.0
    # Near the mode, from where the distribution is summed as far as it matters: the work does not grow with n.
    near = max(row + column - n, row * column // n)
    places, weight = hypergeometric(int(near), int(row - near), int(column - near), int(n - row - column + near))
    return float((weight * places * _log2(places)).sum() / n)
