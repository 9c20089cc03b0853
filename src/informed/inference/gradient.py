"""The influence of each cell on any measure, from which every variance follows.

An item in cell (i, j) moves the measure by its influence / n. The same numbers give the delta-method variance, the
sandwich for sampling weights, the cluster-robust and the paired variance.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from informed.core.registry import Measure
from informed.core.table import Array, as_table, total
from informed.inference.trace import slopes

STEP = np.finfo(float).eps ** (1 / 3)  # balances rounding against the error of a central difference


def gradient(measure: Measure, table: Any) -> Array:
    """The derivative of the measure by each cell: shape ``(..., A, P)``. Cells that hold nothing may give NaN."""
    table = as_table(table)
    measure.check_shape(table.shape)
    return derivative(measure.raw, table) if measure.backend == "any" else differences(measure.raw, table)


def derivative(function: Callable[[Any], Any], table: Array) -> Array:
    """The derivative of a function of tables by each cell: by the chain rule where its body can be traced."""
    try:
        return slopes(function, table)
    except (TypeError, AttributeError):  # a body written for NumPy alone
        return differences(function, table)


def differences(function: Callable[[Any], Any], table: Array) -> Array:
    """The same derivative from a batch of tables, each with one cell perturbed."""
    rows, columns = table.shape[-2:]
    cell = np.eye(rows * columns).reshape(rows * columns, *[1] * (table.ndim - 2), rows, columns)
    # Where a cell is empty nothing can be taken away; a small step up is all there is.
    step = STEP * np.where(table > 0, table, np.maximum(total(table)[..., None, None], 1.0) * STEP)

    width = np.moveaxis(step.reshape(*table.shape[:-2], -1), -1, 0)
    empty = np.moveaxis((table == 0).reshape(*table.shape[:-2], -1), -1, 0)
    upper, lower = np.asarray(function(np.stack([table + step * cell, table - step * cell])))
    slope = (upper - lower) / (2 * width)
    if empty.any():
        slope = np.where(empty, (upper - function(table)) / width, slope)
    return np.moveaxis(slope, 0, -1).reshape(table.shape)


def influence(measure: Measure, table: Any) -> Array:
    """By how much one more item in each cell, as a share of all items, moves the measure; its mean is 0.

    An empty cell whose slope has no bound (logarithms) holds no item: its influence is given as 0.
    """
    table = as_table(table)
    slope = gradient(measure, table)
    slope = np.where((table == 0) & ~np.isfinite(slope), 0.0, slope)
    return total(table)[..., None, None] * slope - total(table * slope)[..., None, None]
