"""Optimal assignment when there are more pairs than memory holds: solved on few of them, proved on all.

Rows are matched one by one along the cheapest alternating path (Jonker & Volgenant 1987), which keeps prices that
support the assignment at every step. Prices are then checked against *all* pairs; those that beat them are added, their
rows set free and matched again, until no pair beats the prices.
"""

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from typing import Any, NamedTuple, Protocol

import numpy as np

from informed.core.assignment import NUDGE, TIED, Assignment, Places, Reals, exchangeable

Report = Callable[[float], Any]

ROUNDS = 60
EFFORT = 10**8  # pairs looked at before the search gives up and states the gap: a few minutes


class Pairs(NamedTuple):
    """Pairs of rows and columns with their gains."""

    rows: Places
    columns: Places
    gains: Reals

    @classmethod
    def joined(cls, parts: "Iterable[Pairs]", size: int) -> "Pairs":
        """All pairs once, row by row."""
        rows, columns, gains = (np.concatenate(part) for part in zip(*parts, strict=True))
        _, first = np.unique(rows.astype(np.int64) * size + columns, return_index=True)
        return cls(rows[first], columns[first], gains[first])


class Gains(Protocol):
    """Gains (none negative) of all pairs: some to start with, and a search for those that beat prices."""

    size: int

    def seeds(self) -> Pairs:
        """Pairs likely to be in the best assignment; every row with its own column is among them."""

    def beating(self, row_prices: Reals, column_prices: Reals) -> tuple[Pairs, Reals]:
        """Pairs whose gain exceeds the sum of their prices, a few per row, and each row's greatest excess (or 0)."""


def assign_sparse(
    gains: Gains, *, rounds: int = ROUNDS, effort: int = EFFORT, report: Report | None = None
) -> Assignment:
    """The best assignment among all pairs and its proof, or, when that takes too long, a good one and its gap.

    ``report`` is called with the share of the rows that are settled.
    """
    pairs, bound = gains.seeds(), np.inf
    market = Market(gains.size, float(pairs.gains.max(initial=0.0)) or 1.0, effort, report)
    turn = 0
    while turn < rounds:
        turn += 1
        market.offer(pairs)
        market.settle()
        pairs, excess = gains.beating(np.asarray(market.row_prices), np.asarray(market.column_prices))
        bound = min(bound, float(sum(market.row_prices) + sum(market.column_prices) + excess.sum()))
        if not market.adds(pairs) or market.spent:
            break
    prices = market.plain_prices(), np.asarray(market.column_prices)
    bound = min(bound, float(sum(map(np.sum, prices)) + gains.beating(*prices)[1].sum()))
    return Assignment(market.assignment(), market.total, bound, market.groups(), turn)


class Market:
    """Rows bid for columns; ``row_prices[i] + column_prices[j]`` is never below the gain of a pair on offer.

    For every matched pair the two are equal. A row's own column is worth a nudge more than its gain, so that among
    equally good assignments one that leaves most rows in place is found.
    """

    def __init__(self, size: int, scale: float, effort: int, report: Report | None = None) -> None:
        self.size, self.scale, self.effort, self.report = size, scale, effort, report
        self.offers: list[dict[int, float]] = [{} for _ in range(size)]
        self.row_prices, self.column_prices = [0.0] * size, [0.0] * size
        self.column_of, self.row_of = [-1] * size, [-1] * size

    @property
    def spent(self) -> bool:
        """Whether the search has looked at more pairs than it may."""
        return self.effort <= 0

    @property
    def total(self) -> float:
        """The gains of the matched pairs; an unknown pair counts as nothing."""
        matched = ((row, column) for row, column in enumerate(self.column_of) if column >= 0)
        return float(sum(self.offers[row][column] - self._nudge(row, column) for row, column in matched))

    def _nudge(self, row: int, column: int) -> float:
        return NUDGE * self.scale if row == column else 0.0

    def adds(self, pairs: Pairs) -> bool:
        """Whether one of these pairs is not on offer yet; those that are beat their prices by rounding alone."""
        return any(
            column not in self.offers[row] for row, column in zip(*_lists(pairs.rows, pairs.columns), strict=True)
        )

    def offer(self, pairs: Pairs) -> None:
        """Put pairs on offer; a row that now has a better choice is set free and asks what it is worth."""
        first = not any(self.offers)
        for row, column, gain in zip(*_lists(*pairs), strict=True):
            self.offers[row][column] = gain + self._nudge(row, column)
        if first:
            for offers in self.offers:
                for column, gain in offers.items():
                    self.column_prices[column] = max(self.column_prices[column], gain)
        for row in range(self.size) if first else set(pairs.rows.tolist()):
            worth = max(gain - self.column_prices[column] for column, gain in self.offers[row].items())
            if first or worth > self.row_prices[row]:
                self.row_prices[row] = worth
                if self.column_of[row] >= 0:
                    self.row_of[self.column_of[row]] = self.column_of[row] = -1

    def settle(self) -> None:
        """Match every row that is free, those with an undisputed choice first."""
        free = [row for row in range(self.size) if self.column_of[row] < 0 and not self._undisputed(row)]
        for done, row in enumerate(free):
            if self.spent:
                break
            self._augment(row)
            if self.report and done % 256 == 0:
                self.report(1 - (len(free) - done) / self.size)
        if self.report:
            self.report(1.0)

    def _undisputed(self, row: int) -> bool:
        """Take a column that is free and worth its price, one's own if possible."""
        price, prices = self.row_prices[row], self.column_prices
        wanted = [
            column
            for column, gain in self.offers[row].items()
            if self.row_of[column] < 0 and gain - prices[column] >= price
        ]
        if not wanted:
            return False
        column = row if row in wanted else wanted[0]
        self.column_of[row], self.row_of[column] = column, row
        return True

    def _augment(self, start: int) -> None:
        """Find the cheapest way to make room for a row, move everyone along it, and raise and lower prices to match."""
        distance: dict[int, float] = {}
        reached_from: dict[int, int] = {}
        rows, columns = {start: 0.0}, {}
        heap: list[tuple[float, int]] = []
        row, so_far = start, 0.0
        while True:
            self.effort -= len(self.offers[row])
            base = so_far + self.row_prices[row]
            for column, gain in self.offers[row].items():
                if column not in columns:
                    length = max(base + self.column_prices[column] - gain, so_far)
                    if length < distance.get(column, np.inf):
                        distance[column], reached_from[column] = length, row
                        heappush(heap, (length, column))
            while heap[0][1] in columns:
                heappop(heap)
            so_far, column = heappop(heap)
            columns[column] = so_far
            row = self.row_of[column]
            if row < 0:
                break
            rows[row] = so_far
        for row, length in rows.items():
            self.row_prices[row] -= so_far - length
        for each, length in columns.items():
            self.column_prices[each] += so_far - length
        while column >= 0:
            row = reached_from[column]
            self.row_of[column] = row
            self.column_of[row], column = column, self.column_of[row]

    def assignment(self) -> Places:
        """The column of every row; rows the search did not come to take what is left."""
        columns = np.asarray(self.column_of)
        columns[columns < 0] = np.flatnonzero(np.asarray(self.row_of) < 0)
        return columns

    def plain_prices(self) -> Reals:
        """What each row is worth at the column prices when staying in place counts for nothing."""
        prices = self.column_prices
        worth = (
            max(gain - self._nudge(row, column) - prices[column] for column, gain in offers.items())
            for row, offers in enumerate(self.offers)
        )
        return np.fromiter(worth, float, self.size)

    def groups(self) -> Places:
        """Rows that could exchange columns at no loss, among the pairs on offer."""
        worth, prices = self.plain_prices(), self.column_prices
        tight = [
            (row, column)
            for row, offers in enumerate(self.offers)
            for column, gain in offers.items()
            if gain - prices[column] >= worth[row] - TIED * self.scale
        ]
        rows, columns = np.asarray(tight, np.intp).reshape(-1, 2).T
        return exchangeable(self.assignment(), rows, columns)


def _lists(*arrays: Any) -> list[list[Any]]:
    return [array.tolist() for array in arrays]
