"""Optimal assignment with a proof: who goes with whom so that the total gain is greatest.

The proof is linear programming duality. Prices u of the rows and v of the columns with ``u[i] + v[j] >= gain[i, j]``
for every pair bound every assignment by ``sum(u) + sum(v)``; when an assignment reaches the bound, it is optimal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Reals = NDArray[np.float64]
Places = NDArray[np.intp]

NUDGE = 1e-12  # of the greatest gain: what staying in place is worth, to decide between equally good assignments
TIED = 1e-9  # of the greatest gain: what counts as equally good
ROUNDS = 60


@dataclass(frozen=True)
class Assignment:
    """For each row its column, the total gain, and a bound that no assignment can exceed.

    Among assignments that are equally good (to 1e-12 of the greatest gain per row) the one that leaves most rows in
    place is taken. ``tied`` marks rows that an equally good assignment would treat differently.
    """

    columns: Places
    total: float
    bound: float
    tied: NDArray[np.bool_]
    rounds: int = 1

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
    from scipy.optimize import linear_sum_assignment

    gains = np.array(gains, dtype=np.float64)
    rows, scale = np.arange(len(gains)), _scale(gains)
    plain = gains.diagonal().copy()
    gains[rows, rows] += stay * NUDGE * scale
    columns = linear_sum_assignment(gains, maximize=True)[1]
    prices = _prices(lambda offers: _column_best(gains, offers), columns, gains[rows, columns], scale)
    gains[rows, rows] = plain
    bound, tight = prices.sum(), []
    for first, block in _row_blocks(gains):
        margin = block - prices
        best = margin.max(1)
        bound += best.sum()
        row, column = np.nonzero(margin >= best[:, None] - TIED * scale)
        tight.append((first + row, column))
    tied = _tied(columns, *(np.concatenate(part) for part in zip(*tight, strict=True)))
    return Assignment(columns, float(gains[rows, columns].sum()), float(bound), tied)


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


def _tied(columns: Places, rows: Places, choices: Places) -> NDArray[np.bool_]:
    """Which rows could move at no loss: those on a cycle of pairs whose gain equals their prices."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    size = len(columns)
    owner = np.empty(size, np.intp)
    owner[columns] = np.arange(size)
    graph = csr_array((np.ones(len(rows), bool), (rows, owner[choices])), shape=(size, size))
    component = connected_components(graph, connection="strong")[1]
    return np.asarray(np.bincount(component)[component] > 1)


# --- more pairs than memory holds ------------------------------------------------------------------------------------


class Gains(Protocol):
    """Gains of all pairs, too many to be written down: some to start with, and a search for those that beat prices."""

    size: int

    def seeds(self) -> Pairs:
        """Pairs likely to be in the best assignment; every row with its own column is among them."""

    def beating(self, row_prices: Reals, column_prices: Reals) -> tuple[Pairs, Reals]:
        """Pairs whose gain exceeds the sum of their prices, a few per row, and each row's greatest excess (or 0)."""


class Pairs(NamedTuple):
    """Pairs of rows and columns with their gains."""

    rows: Places
    columns: Places
    gains: Reals

    @classmethod
    def joined(cls, parts: Iterable[Pairs], size: int) -> Pairs:
        """All pairs once, row by row."""
        rows, columns, gains = (np.concatenate(part) for part in zip(*parts, strict=True))
        _, first = np.unique(rows.astype(np.int64) * size + columns, return_index=True)
        return cls(rows[first], columns[first], gains[first])


def assign_sparse(
    gains: Gains, *, rounds: int = ROUNDS, report: Callable[[int, float], Any] | None = None
) -> Assignment:
    """The best assignment among all pairs, found on few of them and then proved, or its gap stated.

    The assignment is solved on some pairs; its prices are checked against *all* pairs, and those that beat them are
    added, until none does. ``report(round, gap)`` is told how far the proof has come.
    """
    pairs, best_bound = gains.seeds(), np.inf
    for turn in range(1, rounds + 1):
        columns, total, row_prices, column_prices, tied = _solve(pairs, gains.size)
        fresh, excess = gains.beating(row_prices, column_prices)
        best_bound = min(best_bound, float(row_prices.sum() + column_prices.sum() + excess.sum()))
        found = Assignment(columns, total, best_bound, tied, turn)
        if report:
            report(turn, found.gap)
        before = len(pairs.rows)
        if found.certified:
            break
        pairs = Pairs.joined((pairs, fresh), gains.size)
        if len(pairs.rows) == before:  # what is left is rounding
            break
    return found


def _solve(pairs: Pairs, size: int) -> tuple[Places, float, Reals, Reals, NDArray[np.bool_]]:
    """The best assignment on the given pairs: columns, total, prices of rows and columns, and which rows are tied."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    rows, choices, gains = pairs
    scale = _scale(gains)
    nudged = gains + NUDGE * scale * (rows == choices)
    costs = csr_array((2 * scale - nudged, (rows, choices)), shape=(size, size))  # a cost of 0 would read as no pair
    columns = min_weight_full_bipartite_matching(costs)[1]
    taken = choices == columns[rows]
    order = np.argsort(choices, kind="stable")
    by_column, from_row = nudged[order], rows[order]
    starts = np.searchsorted(choices[order], np.arange(size))

    def best(offers: Reals) -> Reals:
        return np.asarray(np.maximum.reduceat(by_column + offers[from_row], starts))

    column_prices = _prices(best, columns, nudged[taken], scale)
    margin = gains - column_prices[choices]
    row_prices = np.maximum.reduceat(margin, np.searchsorted(rows, np.arange(size)))
    tight = margin >= row_prices[rows] - TIED * scale
    return columns, float(gains[taken].sum()), row_prices, column_prices, _tied(columns, rows[tight], choices[tight])
