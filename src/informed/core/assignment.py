"""Optimal assignment with a proof: who goes with whom so that the total gain is greatest.

The proof is linear programming duality. Prices u of the rows and v of the columns with ``u[i] + v[j] >= gain[i, j]``
for every pair bound every assignment by ``sum(u) + sum(v)``; when an assignment reaches the bound, it is optimal.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Reals = NDArray[np.float64]
Places = NDArray[np.intp]

NUDGE = 1e-12  # of the greatest gain: what staying in place is worth, to decide between equally good assignments
TIED = 1e-9  # of the greatest gain: what counts as equally good


@dataclass(frozen=True)
class Assignment:
    """For each row its column, the total gain, and a bound that no assignment can exceed.

    Among assignments that are equally good (to 1e-12 of the greatest gain per row) the one that leaves most rows in
    place is taken. Rows of one ``group`` can exchange their columns in an equally good assignment.
    """

    columns: Places
    total: float
    bound: float
    group: Places
    rounds: int = 1

    @property
    def tied(self) -> NDArray[np.bool_]:
        """Which rows an equally good assignment would treat differently."""
        return np.asarray(np.bincount(self.group)[self.group] > 1)

    @property
    def gap(self) -> float:
        """By how much a better assignment, if there is one, could exceed this total."""
        return max(self.bound - self.total, 0.0)

    @property
    def certified(self) -> bool:
        """Whether the total is proved to be the greatest, to nine digits."""
        return self.gap <= 1e-9 * max(abs(self.bound), abs(self.total))

    @property
    def moved(self) -> Places:
        """The rows that do not keep their own column."""
        return np.flatnonzero(self.columns != np.arange(len(self.columns)))


def assign(gains: Reals, *, stay: float = 1.0) -> Assignment:
    """The best assignment of the rows of a square matrix to its columns.

    ``stay``: 1 leaves as many rows in place as equally good assignments allow, -1 as few as possible, 0 does not care.
    """
    gains = np.array(gains, dtype=np.float64)
    rows, scale = np.arange(len(gains)), _scale(gains)
    plain = gains.diagonal().copy()
    columns = best_columns(gains, stay)
    prices = _prices(lambda offers: _column_best(gains, offers), columns, gains[rows, columns], scale)
    gains[rows, rows] = plain
    bound, tight = prices.sum(), []
    for first, block in _row_blocks(gains):
        margin = block - prices
        best = margin.max(1)
        bound += best.sum()
        row, column = np.nonzero(margin >= best[:, None] - TIED * scale)
        tight.append((first + row, column))
    group = exchangeable(columns, *(np.concatenate(part) for part in zip(*tight, strict=True)))
    return Assignment(columns, float(gains[rows, columns].sum()), float(bound), group)


def best_columns(gains: Reals, stay: float = 1.0) -> Places:
    """For each row its column in a best assignment; ``gains`` are left with what staying in place is worth."""
    from scipy.optimize import linear_sum_assignment

    gains[np.diag_indices_from(gains)] += stay * NUDGE * _scale(gains)
    return np.asarray(linear_sum_assignment(gains, maximize=True)[1])


def _scale(gains: Reals) -> float:
    return float(np.abs(gains).max(initial=0.0)) or 1.0


def _row_blocks(matrix: Reals, entries: int = 2**21) -> Iterable[tuple[int, Reals]]:
    """A large matrix a few rows at a time."""
    step = max(entries // max(len(matrix), 1), 1)
    return ((first, matrix[first : first + step]) for first in range(0, len(matrix), step))


def _column_best(gains: Reals, offers: Reals) -> Reals:
    best = np.full(len(gains), -np.inf)
    for first, block in _row_blocks(gains):
        np.maximum(best, (block + offers[first : first + len(block), None]).max(0), out=best)
    return best


def _prices(best: Callable[[Reals], Reals], columns: Places, gained: Reals, scale: float) -> Reals:
    """Column prices that support an optimal assignment: the longest alternating path that ends in each column.

    ``best(offers)`` is the greatest ``gain + offer`` of any row in each column. At an optimum no cycle gains, so the
    paths settle; rounding aside, at most as many steps as there are rows are needed.
    """
    prices = np.zeros(len(columns))
    for _ in range(len(columns) + 1):
        better = np.maximum(prices, best(prices[columns] - gained))
        if (better - prices).max(initial=0.0) <= 1e-15 * scale:
            break
        prices = better
    return prices


def exchangeable(columns: Places, rows: Places, choices: Places) -> Places:
    """Rows that could exchange columns at no loss: those on cycles of pairs whose gain equals their prices."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    size = len(columns)
    owner = np.empty(size, np.intp)
    owner[columns] = np.arange(size)
    graph = csr_array((np.ones(len(rows), bool), (rows, owner[choices])), shape=(size, size))
    return np.asarray(connected_components(graph, connection="strong")[1])
