"""The information that every actual category shares with every predicted one."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from informed.core.assignment import Places, Reals
from informed.core.labelsets import LabelSets
from informed.core.measures.information import mutual_information
from informed.core.table import two_by_two
from informed.questions.multilabel.assignment import Pairs, Report

HELD = 6 * 10**7  # pairs that meet held in memory; when there may be more, they are found again in every round
FEW = 8  # pairs per category taken at a time
CHUNK = 2**16  # pairs whose information is worked out at a time


def information(hits: Any, actual: Any, predicted: Any, n: float) -> Reals:
    """Bits that "has the actual category" and "has the predicted one" share, from counts: items with both, with each.

    Two categories with more than all items between them must meet; asked how much they share apart, the answer is 0.
    """
    hits, actual, predicted = np.broadcast_arrays(hits, actual, predicted)
    parts = [np.ravel(part) for part in (hits, actual, predicted)]
    bits = np.empty(hits.size)
    for first in range(0, hits.size, CHUNK):
        both, a, p = (part[first : first + CHUNK].astype(np.float64) for part in parts)
        neither = n - a - p + both
        tables = two_by_two(both, a - both, p - both, np.maximum(neither, 0.0))
        bits[first : first + CHUNK] = np.where(neither < 0, 0.0, mutual_information.raw(tables))
    return bits.reshape(hits.shape)


class PairInformation:
    """The information shared by all pairs of categories, most of which never meet on an item.

    Even those share information: that one excludes the other. But how much depends on their two sizes alone, so the
    pairs that never meet are as few as there are pairs of *sizes*; only a category for which one of these beats the
    prices is looked at pair by pair.
    """

    def __init__(self, sets: LabelSets, report: Report | None = None) -> None:
        self.sets, self.size, self.report = sets, len(sets.labels), report
        self.actual, self.predicted = sets.margin(0), sets.margin(1)
        self.actual_sizes, self.actual_class = np.unique(self.actual, return_inverse=True)
        self.predicted_sizes, self.predicted_class = np.unique(self.predicted, return_inverse=True)
        at_most = float(sets.actual.sizes.astype(float) @ sets.predicted.sizes)
        self._held = list(self._found()) if at_most <= HELD else None

    def matrix(self) -> Reals:
        """All pairs written down."""
        apart = self._apart(self.actual_sizes[:, None], self.predicted_sizes)
        bits = apart[self.actual_class][:, self.predicted_class]
        for first, block in self._blocks():
            bits[_rows(first, block), block.indices] = block.data
        return np.asarray(bits)

    def seeds(self) -> Pairs:
        """The most informative pairs of each category, each with itself, and those of like rank in size."""
        best_of_column = np.zeros(self.size)
        parts = []
        for first, block in self._blocks():
            np.maximum.at(best_of_column, block.indices, block.data)
            parts.append(_top(first, block, block.data))
        for first, block in self._blocks():
            best = np.flatnonzero(block.data == best_of_column[block.indices])
            parts.append(Pairs(_rows(first, block)[best], block.indices[best], block.data[best]))
        everyone = np.arange(self.size)
        by_size = np.argsort(self.actual, kind="stable"), np.argsort(self.predicted, kind="stable")
        return Pairs.joined([*parts, self._of(everyone, everyone), self._of(*by_size)], self.size)

    def beating(self, row_prices: Reals, column_prices: Reals) -> tuple[Pairs, Reals]:
        """Pairs that share more information than their prices, over all pairs there are."""
        unsure = self._might_beat_apart(row_prices, column_prices)
        parts = []
        for first, block in self._blocks():
            over = block.data - row_prices[_rows(first, block)] - column_prices[block.indices]
            parts.append(_top(first, block, over, above=0.0))
            for row in np.flatnonzero(unsure[first : first + block.shape[0]]).tolist():
                bits = self._row(first + row, block, row)
                best = _greatest(bits - row_prices[first + row] - column_prices, above=0.0)
                parts.append(Pairs(np.full(len(best), first + row), best, bits[best]))
        found = Pairs.joined(parts, self.size)
        excess = np.zeros(self.size)
        np.maximum.at(excess, found.rows, found.gains - row_prices[found.rows] - column_prices[found.columns])
        return found, excess

    def _row(self, category: int, block: Any, row: int) -> Reals:
        """The information that one actual category shares with every predicted one."""
        bits = self._apart(self.actual[category], self.predicted_sizes)[self.predicted_class]
        met = slice(block.indptr[row], block.indptr[row + 1])
        bits[block.indices[met]] = block.data[met]
        return bits

    def _might_beat_apart(self, row_prices: Reals, column_prices: Reals) -> NDArray[np.bool_]:
        """Which categories, judged by sizes, might have a pair that never meets and yet beats the prices."""
        cheapest = np.full(len(self.predicted_sizes), np.inf)
        np.minimum.at(cheapest, self.predicted_class, column_prices)
        best = np.empty(len(self.actual_sizes))
        step = max(2**22 // len(self.predicted_sizes), 1)
        for first in range(0, len(best), step):
            bits = self._apart(self.actual_sizes[first : first + step, None], self.predicted_sizes)
            best[first : first + step] = (bits - cheapest).max(1)
        return np.asarray(best[self.actual_class] > row_prices)

    def _apart(self, actual: Any, predicted: Any) -> Reals:
        """What categories of these sizes share when they never meet."""
        return information(0, actual, predicted, self.sets.total)

    def _of(self, rows: Places, columns: Places) -> Pairs:
        """Given pairs with the information they share."""
        from scipy.sparse import csr_array

        bits = self._apart(self.actual[rows], self.predicted[columns])
        for first, block in self._blocks():
            inside = np.flatnonzero((rows >= first) & (rows < first + block.shape[0]))
            places = csr_array((np.arange(1, block.nnz + 1), block.indices, block.indptr), shape=block.shape)
            place = np.asarray(places[rows[inside] - first, columns[inside]]).ravel()
            bits[inside[place > 0]] = block.data[place[place > 0] - 1]
        return Pairs(rows, columns, bits)

    def _blocks(self) -> Iterable[tuple[int, Any]]:
        """Blocks of the pairs that meet, with the information they share."""
        return self._found() if self._held is None else self._held

    def _found(self) -> Iterator[tuple[int, Any]]:
        for first, block in self.sets.cooccurrences():
            sizes = np.repeat(self.actual[first : first + block.shape[0]], np.diff(block.indptr))
            block.data = information(block.data, sizes, self.predicted[block.indices], self.sets.total)
            if self.report:
                self.report((first + block.shape[0]) / self.size)
            yield first, block


def _rows(first: int, block: Any) -> Places:
    return first + np.repeat(np.arange(block.shape[0]), np.diff(block.indptr))


def _top(first: int, block: Any, values: Reals, above: float = -np.inf) -> Pairs:
    """The few pairs of greatest value in each row of a block."""
    best = [start + _greatest(values[start:end], above) for start, end in pairwise(block.indptr)]
    places = np.concatenate([np.empty(0, np.intp), *best])
    rows = first + np.repeat(np.arange(block.shape[0]), [len(each) for each in best])
    return Pairs(rows, block.indices[places], block.data[places])


def _greatest(values: Reals, above: float) -> Places:
    """Where the few greatest values stand, of those that exceed a limit."""
    places = np.argpartition(-values, FEW)[:FEW] if len(values) > FEW else np.arange(len(values))
    return places[values[places] > above]
