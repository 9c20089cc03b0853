"""Which predicted category stands for which actual one: the renaming under which they share most information."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from informed.core.assignment import Assignment, Places, Reals, assign, best_columns
from informed.core.estimate import Record, written
from informed.core.labels import Label
from informed.core.labelsets import LabelSets
from informed.core.measures.information import entropy_actual, mutual_information
from informed.core.table import ratio, two_by_two
from informed.core.validate import Numbers
from informed.questions.multilabel.assignment import Pairs, Report, assign_sparse
from informed.questions.multilabel.inference import meeting, shuffled

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


DENSE = 6000  # categories up to which all pairs are written down (about 300 MB)


@dataclass(frozen=True)
class Reassignment:
    """An actual category and the predicted category of another name that stands for it.

    ``proficiency`` is the share of the actual category's information that the predicted one captures. ``tied``: an
    equally good renaming would treat this category differently.
    """

    actual: Label
    n_actual: int
    predicted: Label
    n_predicted: int
    proficiency: float
    bits: float
    tied: bool


@dataclass(frozen=True)
class Relabelling(Record):
    """For every predicted category the actual one it stands for, and what had to be renamed.

    As few categories as possible are reassigned; ``most`` is how many equally good renamings may reassign (None where
    there are too many pairs to tell). ``gap``: bits by which a better renaming, if there is one, could exceed this.
    """

    json_keys = ("bits", "gap", "certified", "reassignments")
    json_types = written(reassigned=int, reassigned_most=int | None)

    new: Numbers
    bits: float
    gap: float
    certified: bool
    reassignments: tuple[Reassignment, ...]
    most: int | None

    @property
    def reassigned(self) -> int:
        """The least number of categories that must be renamed."""
        return len(self.reassignments)

    def facts(self) -> dict[str, Any]:
        """How many categories are renamed, at the least and at the most, and which."""
        return {"reassigned": self.reassigned, "reassigned_most": self.most, **super().facts()}


def relabelling(sets: LabelSets, *, report: Report | None = None) -> Relabelling:
    """The best renaming of the predicted categories, proved to be the best; ``report`` is told the share done."""
    found, new, gains = _assigned(sets, report)
    most = None
    if gains is not None:
        most = len(assign(gains, stay=-1.0).moved) if found.tied.any() else len(found.moved)
    return Relabelling(new, found.total, found.gap, found.certified, _reassignments(sets, found, new), most)


def at_random(sets: LabelSets, *, draws: int, rng: Generator) -> Iterator[float]:
    """Bits shared after the best renaming of predicted sets that are shuffled among the items."""
    if len(sets.labels) > DENSE:
        yield from (_assigned(each)[0].total for each in shuffled(sets, draws=draws, rng=rng))
        return
    actual, rows = sets.margin(0)[:, None], np.arange(len(sets.labels))
    for hits, predicted in meeting(sets, draws=draws, rng=rng):
        bits = information(hits, actual, predicted, sets.total)
        yield float(bits[rows, best_columns(bits.copy())].sum())


def _assigned(sets: LabelSets, report: Report | None = None) -> tuple[Assignment, Numbers, Reals | None]:
    """The best renaming, and what all pairs share where that is written down."""
    pairs = PairInformation(sets, _part(report, 0.0, 0.5))
    gains = None if pairs.size > DENSE else pairs.matrix()
    found = assign_sparse(pairs, report=_part(report, 0.5, 1.0)) if gains is None else assign(gains)
    new = np.empty(pairs.size, np.int64)
    new[found.columns] = np.arange(pairs.size)
    return found, new, gains


def _part(report: Report | None, start: float, end: float) -> Report | None:
    """A report on one part of the work."""
    return None if report is None else lambda share: report(start + (end - start) * share)


def _reassignments(sets: LabelSets, found: Assignment, new: Numbers) -> tuple[Reassignment, ...]:
    """The categories that do not stand for themselves, the most telling first."""
    moved = found.moved
    columns = found.columns[moved]
    if not len(moved):
        return ()
    hits = sets.relabelled(new).tables()[moved, 0, 0]
    actual, predicted = sets.margin(0)[moved], sets.margin(1)[columns]
    bits = information(hits, actual, predicted, sets.total)
    whole = entropy_actual.raw(two_by_two(actual, 0 * actual, 0 * actual, sets.total - actual))
    share = np.nan_to_num(ratio(bits, whole))
    return tuple(
        Reassignment(
            sets.labels[moved[place]],
            round(float(actual[place])),
            sets.labels[columns[place]],
            round(float(predicted[place])),
            float(share[place]),
            float(bits[place]),
            bool(found.tied[moved[place]]),
        )
        for place in np.lexsort((moved, -share))
    )
