"""Sets of codes, one for each row, kept sparse; and which rows are equal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from informed.core.saving import Fixed
from informed.core.validate import Numbers, frozen


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
            np.concatenate([self.starts, self.starts[-1] + other.starts[1:]]), np.concatenate([self.codes, other.codes])
        )

    def lists(self) -> list[list[int]]:
        """The codes of every row as plain lists."""
        codes, starts = self.codes.tolist(), self.starts.tolist()
        return [codes[start:end] for start, end in pairwise(starts)]


def _starts(sizes: Any) -> Numbers:
    return np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)])


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
