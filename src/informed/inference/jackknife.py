"""Every item left out once: as many tables as there are occupied cells, each counted as often as it has items."""

from typing import Any

import numpy as np

from informed.core.registry import Measure
from informed.core.table import Array, actuals, as_table, predictions, total

ROOM = 2**22  # numbers in flight at a time
MANY = 400  # cells from which the bias is read off a few directions instead of every item


def left_out(measure: Measure, table: Any) -> Array:
    """The measure with one item of each cell left out: shape ``(..., A, P)``; NaN where the cell is empty.

    A cell of weighted or clustered items may hold less than one: then all of it.
    """
    table = as_table(table)
    if measure.entropies is not None:
        return _entropies_left_out(measure, table)
    rows, columns = table.shape[-2:]
    cells = rows * columns
    at_once = max(1, ROOM // max(table.size, 1))
    found = np.empty((cells, *table.shape[:-2]))
    for start in range(0, cells, at_once):
        one = np.eye(cells)[start : start + at_once].reshape(-1, *[1] * (table.ndim - 2), rows, columns)
        found[start : start + at_once] = measure.raw(np.maximum(table - one, 0.0))
    return np.where(table > 0, np.moveaxis(found, 0, -1).reshape(table.shape), np.nan)


def _entropies_left_out(measure: Measure, table: Array) -> Array:
    """The same from three entropies, each of which loses one term and gains another."""
    assert measure.entropies is not None
    step = np.minimum(table, 1.0)
    whole = total(table)[..., None, None] - step
    left = np.where(whole > 0, whole, 1.0)

    def entropy(counts: Array) -> Array:
        """With one item taken from each class in turn: log N - sum n log n / N."""
        bits = _n_log_n(counts)
        rest = total(bits)[..., None, None] - bits + _n_log_n(counts - step)
        return np.asarray(np.log2(left) - rest / left)

    margins = actuals(table)[..., :, None], predictions(table)[..., None, :]
    return np.where(table > 0, measure.entropies(*map(entropy, (*margins, table))), np.nan)


def _n_log_n(counts: Array) -> Array:
    return counts * np.log2(np.where(counts > 0, counts, 1.0))


def jackknife(measure: Measure, table: Any) -> Array:
    """The value with its bias removed to first order: n value - (n - 1) mean of the values with one item left out.

    Values that leaving an item out makes undefined are set aside.
    """
    table = as_table(table)
    n, value = total(table), np.asarray(measure.raw(table))
    if measure.entropies is None and table.shape[-1] * table.shape[-2] > MANY:
        return np.asarray(value - (n - 1) / n * _curvature(measure, table, value) / 2)
    out = left_out(measure, table)
    left = n[..., None, None] - np.minimum(table, 1.0)
    change = np.where(np.isnan(out), 0.0, left * np.maximum(table, 1.0) * (out - value[..., None, None]))
    weight = total(np.where(np.isnan(out), 0.0, table))
    return np.asarray(value - total(change) / np.where(weight > 0, weight, np.nan))


def _curvature(measure: Measure, table: Array, value: Array) -> Array:
    """The second derivatives by each cell, each times its count, added up: twice the bias.

    For a large table the sum is read off a few random directions, along which every cell moves up or down by the
    square root of its count: their mean curvature has that expectation (Hutchinson 1990), and many cells even it out.
    """
    step, signs, found = 1e-3, np.random.default_rng(0), []
    for _ in range(16):
        shift = step * signs.choice([-1.0, 1.0], size=table.shape[-2:]) * np.sqrt(table)
        found.append((measure.raw(table + shift) + measure.raw(table - shift) - 2 * value) / step**2)
    return np.asarray(np.mean(found, axis=0))


def acceleration(measure: Measure, table: Any) -> Array:
    """How fast the standard error changes with the value: the skewness of the jackknife values over six."""
    table = as_table(table)
    out = left_out(measure, table)
    known = np.where(np.isnan(out), 0.0, table)
    out = np.where(np.isnan(out), 0.0, out)
    weight = np.maximum(total(known)[..., None, None], 1.0)
    gap = total(known * out)[..., None, None] / weight - out
    second, third = (total(known * gap**power) for power in (2, 3))
    return np.where(second > 0, third / (6 * np.where(second > 0, second, 1.0) ** 1.5), 0.0)
