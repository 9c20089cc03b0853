"""LabelSets: distinct rows (actual set, predicted set) with their counts; all there is to know about labelled items.

Co-occurrences alone would not do: values per object and intervals need to know which labels stood together on one item.
Everything is kept sparse, as codes, so that a million items with fifty thousand categories fit in little memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from informed.core.errors import InputError, choice
from informed.core.labels import Label, plain_labels, some
from informed.core.saving import Fixed, Saved
from informed.core.table import two_by_two
from informed.core.validate import Numbers, frozen, size_of

BLOCK = 2**24  # entries of a co-occurrence product held at a time


@dataclass(frozen=True, eq=False)
class Sets(Fixed):
    """A set of codes per row, ascending: row r holds ``codes[starts[r]:starts[r + 1]]``."""

    starts: Numbers
    codes: Numbers

    def __post_init__(self) -> None:
        frozen(self.starts)
        frozen(self.codes)

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]]) -> Sets:
        """Sets from plain lists of codes; order and repetitions within a row do not matter."""
        sizes = [len(row) for row in rows]
        codes = np.asarray([code for row in rows for code in row], np.int32)
        return cls.of_entries(np.repeat(np.arange(len(sizes)), sizes), codes, len(sizes))

    @classmethod
    def of_entries(cls, rows: Numbers, codes: Numbers, length: int) -> Sets:
        """Sets of so many rows from the row and the code of each entry, in any order and with any repetitions."""
        if not ((codes[1:] > codes[:-1]) | (rows[1:] > rows[:-1])).all() or (rows[1:] < rows[:-1]).any():
            width = int(codes.max()) + 1
            keys = np.sort(rows * width + codes)
            rows, codes = np.divmod(keys[np.diff(keys, prepend=-1) > 0], width)
        return cls(_starts(np.bincount(rows, minlength=length)), codes.astype(np.int32))

    def __len__(self) -> int:
        return len(self.starts) - 1

    @cached_property
    def sizes(self) -> Numbers:
        """How many labels each row has."""
        return np.diff(self.starts)

    @cached_property
    def rows(self) -> Numbers:
        """The row each code stands in."""
        return np.repeat(np.arange(len(self)), self.sizes)

    def sums(self, values: Numbers) -> Numbers:
        """Values of the entries added up per row."""
        return np.bincount(self.rows, weights=values, minlength=len(self))

    def take(self, rows: Numbers) -> Sets:
        """These rows, in this order."""
        starts = _starts(self.sizes[rows])
        places = np.arange(starts[-1]) + np.repeat(self.starts[rows] - starts[:-1], np.diff(starts))
        return Sets(starts, self.codes[places])

    def relabelled(self, new: Numbers) -> Sets:
        """Every code replaced by ``new[code]``; codes that become the same are one."""
        return Sets.of_entries(self.rows, new[self.codes], len(self))

    def joined(self, other: Sets) -> Sets:
        """The rows of both, one after the other."""
        return Sets(
            np.concatenate([self.starts, self.starts[-1] + other.starts[1:]]),
            np.concatenate([self.codes, other.codes]),
        )

    def lists(self) -> list[list[int]]:
        """The codes of every row as plain lists."""
        codes, starts = self.codes.tolist(), self.starts.tolist()
        return [codes[start:end] for start, end in pairwise(starts)]


def _starts(sizes: Any) -> Numbers:
    return np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)])


@dataclass(frozen=True, eq=False, repr=False)
class LabelSets(Saved):
    """For every distinct row the set of labels on each side, and how many items have it.

    ``sides``: the actual sets first, then the sets of each system; ``systems`` names the latter. ``read`` tells what
    was met while reading (labels stripped, repeated, blank, ...), so that every row and label is accounted for.
    """

    kind = "label sets"

    labels: tuple[Label, ...]
    sides: tuple[Sets, ...]
    counts: Numbers
    systems: tuple[str, ...] = ("predicted",)
    read: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "labels", plain_labels(self.labels))
        object.__setattr__(self, "counts", frozen(np.array(self.counts, np.int64)))
        object.__setattr__(self, "read", {name: size_of(each, f"read[{name!r}]") for name, each in self.read.items()})
        if len(self.sides) != len(self.systems) + 1:
            raise InputError(
                f"systems: {len(self.systems)} names for {len(self.sides) - 1} predicted sides; name each side once"
            )
        for side, name in zip(self.sides, ("actual", *self.systems), strict=True):
            if len(side) != len(self.counts):
                raise InputError(f"{name} has {len(side):,} rows for {len(self.counts):,} counts; give one of each")
            if len(side.codes) and not 0 <= side.codes.min() <= side.codes.max() < len(self.labels):
                raise InputError(f"{name} holds codes outside 0..{len(self.labels) - 1}; each label has one code")
        if not self.counts.sum():
            raise InputError("there are no items; nothing can be evaluated")

    @classmethod
    def of(cls, labels: Sequence[Label], sides: Sequence[Sets], **rest: Any) -> LabelSets:
        """Label sets of single items: equal rows are found and counted."""
        counts = rest.pop("counts", np.ones(len(sides[0]), np.int64))
        rows, kind = kinds(sides)
        counts = np.bincount(kind, weights=counts, minlength=len(rows)).astype(np.int64)
        return cls(tuple(labels), tuple(side.take(rows) for side in sides), counts, **rest)

    # --- reading -----------------------------------------------------------------------------------------------------

    @property
    def actual(self) -> Sets:
        """The actual sets."""
        return self.sides[0]

    @property
    def predicted(self) -> Sets:
        """The predicted sets; of the first system where there are several."""
        return self.sides[1]

    @cached_property
    def n(self) -> int:
        """How many items there are."""
        return int(self.counts.sum())

    def system(self, name: str) -> LabelSets:
        """The actual sets with those of one system alone; the rows stay as they are, so that systems can be paired."""
        place = self.systems.index(choice("system", name, self.systems))
        return replace(self, sides=(self.actual, self.sides[place + 1]), systems=(name,))

    def dual(self) -> LabelSets:
        """Actual and predicted exchanged."""
        return replace(self, sides=(self.predicted, self.actual), systems=("actual",))

    def relabelled(self, new: Numbers) -> LabelSets:
        """Every predicted category c taken for ``new[c]``."""
        return replace(self, sides=(self.actual, self.predicted.relabelled(np.asarray(new))), systems=self.systems[:1])

    # --- tables ------------------------------------------------------------------------------------------------------

    @cached_property
    def agreed(self) -> NDArray[np.bool_]:
        """For every predicted code, whether it is among the actual ones of its row."""
        from scipy.sparse import csr_array

        shape = len(self.counts), len(self.labels)
        ones, places = np.ones(len(self.actual.codes), bool), np.arange(1, len(self.predicted.codes) + 1)
        actual = csr_array((ones, self.actual.codes, self.actual.starts), shape=shape)
        predicted = csr_array((places, self.predicted.codes, self.predicted.starts), shape=shape)
        found = np.zeros(len(places), bool)
        found[actual.multiply(predicted).data - 1] = True
        return found

    def margin(self, side: int, counts: Numbers | None = None) -> Numbers:
        """How many items have each category on one side (0 actual, 1 predicted): ``(..., categories)``."""
        every = np.ones(len(self.sides[side].codes), bool)
        return self._spread(self.sides[side], every, self.counts if counts is None else counts)

    def tables(self, counts: Numbers | None = None) -> Numbers:
        """Each category as a 2x2 table, ``(..., categories, 2, 2)``; other counts of the rows give a batch."""
        return self._tables if counts is None else self._tables_of(counts)

    @cached_property
    def _tables(self) -> Numbers:
        return self._tables_of(self.counts)

    def _tables_of(self, counts: Numbers) -> Numbers:
        hits = self._spread(self.predicted, self.agreed, counts)
        actual, predicted = self.margin(0, counts), self.margin(1, counts)
        neither = counts.sum(-1)[..., None] - actual - predicted + hits
        return np.asarray(two_by_two(hits, actual - hits, predicted - hits, neither))

    def _spread(self, side: Sets, used: NDArray[np.bool_], counts: Numbers) -> Numbers:
        """Counts of rows as counts of the categories in them."""
        rows, codes, width = side.rows[used], side.codes[used], len(self.labels)
        if counts.ndim == 1:
            return np.bincount(codes, weights=counts[rows], minlength=width)
        from scipy.sparse import csr_array

        ones = csr_array((np.ones(len(rows)), (rows, codes)), shape=(len(side), width))
        return np.asarray(counts @ ones)

    def object_tables(self) -> Numbers:
        """Each row as a 2x2 table over the categories: ``(rows, 2, 2)``."""
        hits = self.predicted.sums(self.agreed)
        actual, predicted = self.actual.sizes.astype(float), self.predicted.sizes.astype(float)
        return np.asarray(
            two_by_two(hits, actual - hits, predicted - hits, len(self.labels) - actual - predicted + hits)
        )

    def cooccurrences(self) -> Iterator[tuple[int, Any]]:
        """Sparse blocks of the matrix "items with actual i and predicted j": first category of the block, block.

        A block holds at most `BLOCK` products (or one category), so that memory stays bounded whatever the sets are.
        """
        from scipy.sparse import csr_array

        shape, width = (len(self.counts), len(self.labels)), len(self.labels)
        weights = self.counts[self.actual.rows].astype(np.float64)
        actual = csr_array((weights, self.actual.codes, self.actual.starts), shape=shape).T.tocsr()
        ones = np.ones(len(self.predicted.codes))
        predicted = csr_array((ones, self.predicted.codes, self.predicted.starts), shape=shape)
        work = np.bincount(self.actual.codes, weights=self.predicted.sizes[self.actual.rows], minlength=width)
        edges = np.searchsorted(np.cumsum(work), np.arange(BLOCK, work.sum() + BLOCK, BLOCK), side="right")
        ends = np.unique(np.concatenate([[0], np.maximum(edges, 1), [width]]))
        for first, end in pairwise(ends):
            yield int(first), (actual[first:end] @ predicted).tocsr()

    # --- merging -----------------------------------------------------------------------------------------------------

    def __add__(self, other: LabelSets) -> LabelSets:
        """Items of both; exact. Labels and systems must be the same (see `union`)."""
        if not isinstance(other, LabelSets):
            return NotImplemented
        if self.labels != other.labels:
            extra = next(iter(set(self.labels) ^ set(other.labels)), None)
            only = "" if extra is None else f", {extra!r} is only in one"
            raise InputError(f"label sets have different labels{only}; use a.union(b) to merge over all labels")
        if self.systems != other.systems:
            raise InputError(
                f"label sets are of systems {list(self.systems)} and {list(other.systems)}; "
                "read both with the same options"
            )
        return LabelSets.of(
            self.labels,
            [mine.joined(theirs) for mine, theirs in zip(self.sides, other.sides, strict=True)],
            counts=np.concatenate([self.counts, other.counts]),
            systems=self.systems,
            read={key: self.read.get(key, 0) + other.read.get(key, 0) for key in {**self.read, **other.read}},
            notes=tuple(dict.fromkeys(self.notes + other.notes)),
        )

    def union(self, other: LabelSets) -> LabelSets:
        """Items of both over all labels of either, in order of first appearance."""
        labels = tuple(dict.fromkeys(self.labels + other.labels))
        return self.aligned(labels) + other.aligned(labels)

    def aligned(self, labels: Sequence[Label]) -> LabelSets:
        """The same sets over other labels, which must hold all that are used here."""
        at = {label: place for place, label in enumerate(labels)}
        used = np.zeros(len(self.labels), bool)
        for side in self.sides:
            used[side.codes] = True
        for label, needed in zip(self.labels, used, strict=True):
            if needed and label not in at:
                raise InputError(f"labels: {label!r} occurs in the data but is missing from the labels given; add it")
        new = np.asarray([at.get(label, 0) for label in self.labels])
        return LabelSets.of(
            labels,
            [side.relabelled(new) for side in self.sides],
            counts=self.counts,
            systems=self.systems,
            read=self.read,
            notes=self.notes,
        )

    # --- saving ------------------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Plain data; equal label sets give equal dictionaries."""
        return {
            **self.head(),
            "labels": list(self.labels),
            "systems": list(self.systems),
            "sides": [side.lists() for side in self.sides],
            "counts": self.counts.tolist(),
            "read": dict(self.read),
            "notes": list(self.notes),
        }

    @classmethod
    def _arguments(cls, known: dict[str, Any]) -> dict[str, Any]:
        tuples = {key: tuple(value) for key, value in known.items() if key in ("labels", "systems", "notes")}
        return {**known, **tuples, "sides": tuple(Sets.of(rows) for rows in known["sides"])}

    def __repr__(self) -> str:
        systems = "" if self.systems == ("predicted",) else f", systems {some(self.systems)}"
        return f"LabelSets({self.n:,} items, {len(self.counts):,} distinct, {len(self.labels):,} categories{systems})"


# --- distinct rows ---------------------------------------------------------------------------------------------------


def kinds(sides: Sequence[Sets]) -> tuple[Numbers, Numbers]:
    """One row of each kind, in an order that depends on the rows alone, and the kind of every row.

    Rows are grouped by a 64-bit fingerprint and every group is then compared label by label, so the answer is exact;
    a collision, should one ever occur, only costs another fingerprint.
    """
    for salt in range(64):
        prints = _fingerprints(sides, salt)
        order = np.argsort(prints, kind="stable")
        first = np.diff(prints[order], prepend=~prints[order[:1]]) != 0
        kind, rows = np.cumsum(first) - 1, order[first]
        if all(_same(side, order[~first], rows[kind[~first]]) for side in sides):
            of_row = np.empty(len(order), np.int64)
            of_row[order] = kind
            return rows, of_row
    raise AssertionError("64 independent fingerprints collided")


def _fingerprints(sides: Sequence[Sets], salt: int) -> NDArray[np.uint64]:
    """A number per row that does not depend on the order of its labels: a sum of well mixed codes, modulo 2**64."""
    prints = np.zeros(len(sides[0]), np.uint64)
    for place, side in enumerate(sides):
        mixed = _mixed(side.codes.astype(np.uint64) + np.uint64((salt * 8 + place) << 32))
        sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(mixed, dtype=np.uint64)])
        prints = _mixed(prints + sums[side.starts[1:]] - sums[side.starts[:-1]])
    return prints


def _mixed(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The finaliser of splitmix64 (Steele, Lea & Flood 2014)."""
    values = values + np.uint64(0x9E3779B97F4A7C15)
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


def _same(side: Sets, rows: Numbers, others: Numbers) -> bool:
    """Whether these rows hold the same codes as the others, one by one."""
    mine, theirs = side.take(rows), side.take(others)
    return np.array_equal(mine.starts, theirs.starts) and np.array_equal(mine.codes, theirs.codes)
