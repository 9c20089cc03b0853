"""A few pseudo-items spread evenly over the cells, so that no table is certain of anything."""

import numpy as np

from informed.core.table import Array, actuals, predictions, total

MASS = 2.0
"""Two items in all: 1/2 a cell for two classes (Agresti's correction), 2/K^2 for K; more would drown rare classes."""


def pseudo_counts(table: Array, mass: float = MASS) -> Array:
    """What each cell is given: an equal share of ``mass``; a class that never occurs gets none, unless it is the rest.

    An unused label must not change anything, but against a single class that occurs there is always another.
    """
    rows, columns = actuals(table) > 0, predictions(table) > 0
    if table.shape[-1] == table.shape[-2]:
        rows = columns = rows | columns
    rows, columns = (used | (used.sum(-1, keepdims=True) < 2) for used in (rows, columns))
    cells = rows[..., :, None] & columns[..., None, :]
    count = total(cells)[..., None, None]
    return np.where(cells, mass / np.maximum(count, 1), 0.0)
