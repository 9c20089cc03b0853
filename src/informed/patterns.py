"""Patterns: what several systems said about the same items, as distinct rows with counts.

A row is (actual, predicted by the first system, by the second, ...). Rows are what paired comparison needs; how many
items there were no longer matters once they are counted.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from informed.cells import Numbers
from informed.counts import Counts
from informed.errors import InputError
from informed.labels import Label, in_order, plain_labels


@dataclass(frozen=True, eq=False)
class Patterns:
    """``rows``: codes into ``labels``, one column for the actual class and one for each system; ``counts``: how often.

    ``missing`` and ``refused`` are items that were left out, as in `Counts`.
    """

    rows: Numbers
    counts: Numbers
    labels: tuple[Label, ...]
    systems: tuple[str, ...]
    missing: int = 0
    refused: int = 0
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        rows, counts = np.asarray(self.rows, np.int64), np.asarray(self.counts, np.int64)
        labels, systems = plain_labels(self.labels), tuple(map(str, self.systems))
        twice = [name for name in systems if systems.count(name) > 1]
        if twice:
            raise InputError(f"systems: {twice[0]!r} stands twice; give each system a name of its own")
        if rows.ndim != 2 or rows.shape[1] != len(systems) + 1 or counts.shape != rows.shape[:1]:
            raise InputError(f"rows of shape {rows.shape} do not fit {len(systems)} systems and {len(counts)} counts")
        if not counts.size or counts.min() < 0 or not counts.any():
            raise InputError("patterns hold no items; there is nothing to compare")
        if rows.min() < 0 or rows.max() >= len(labels):
            raise InputError(f"rows hold code {rows.max()}, labels only {len(labels)} names")
        for name, value in (("rows", rows), ("counts", counts), ("labels", labels), ("systems", systems)):
            object.__setattr__(self, name, value)

    @classmethod
    def of(cls, codes: Sequence[Numbers], labels: Sequence[Label], systems: Sequence[str], **more: Any) -> Patterns:
        """The distinct rows of columns of codes: the actual class first, then each system."""
        rows, counts = _distinct(np.stack(codes, axis=1), np.ones(len(codes[0]), np.int64), len(labels))
        return cls(rows, counts, tuple(labels), tuple(systems), **more)

    @classmethod
    def of_groups(cls, counts: Counts, systems: Sequence[str]) -> Patterns:
        """From counts of the last system grouped by what the others said."""
        labels = in_order(
            {*counts.labels, *counts.labels_predicted, *(label for group in counts.groups for label in group)}
        )
        at = {label: place for place, label in enumerate(labels)}
        groups, rows, columns = np.nonzero(counts.table)
        said = np.array([[at[label] for label in group] for group in counts.groups]).reshape(len(counts.groups), -1)
        actual = np.array([at[label] for label in counts.labels])[rows]
        last = np.array([at[label] for label in counts.labels_predicted])[columns]
        return cls(
            np.column_stack([actual, said[groups], last]),
            counts.table[groups, rows, columns],
            labels,
            tuple(systems),
            missing=counts.missing,
            refused=counts.refused,
            notes=counts.notes,
        )

    @property
    def n(self) -> int:
        """How many items were compared."""
        return int(self.counts.sum())

    def position(self, system: str) -> int:
        """The column of a system."""
        if system not in self.systems:
            raise InputError(f"system {system!r} is not one of {list(self.systems)}")
        return self.systems.index(system) + 1

    def counts_of(self, system: str) -> Counts:
        """The counts of one system by itself."""
        return Counts(self.table([0, self.position(system)]), labels=self.labels)

    def pair(self, first: str, second: str) -> Numbers:
        """The joint table of two systems: actual x predicted by the first x predicted by the second."""
        return self.table([0, self.position(first), self.position(second)])

    def table(self, columns: Sequence[int]) -> Numbers:
        """How often each combination of some columns occurs."""
        size = len(self.labels)
        place = np.ravel_multi_index(tuple(self.rows[:, column] for column in columns), [size] * len(columns))
        sums = np.bincount(place, self.counts, size ** len(columns))
        return np.rint(sums).astype(np.int64).reshape([size] * len(columns))

    def __add__(self, other: Patterns) -> Patterns:
        """The items of both, exactly."""
        if not isinstance(other, Patterns):
            return NotImplemented
        if (self.labels, self.systems) != (other.labels, other.systems):
            raise InputError(
                f"patterns of {self.systems} over {self.labels} and of {other.systems} over {other.labels} "
                "do not add up; read them with the same systems and labels="
            )
        rows, counts = np.concatenate([self.rows, other.rows]), np.concatenate([self.counts, other.counts])
        return Patterns(
            *_distinct(rows, counts, len(self.labels)),
            self.labels,
            self.systems,
            missing=self.missing + other.missing,
            refused=self.refused + other.refused,
            notes=tuple(dict.fromkeys(self.notes + other.notes)),
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        arrays = {"rows": self.rows.tolist(), "counts": self.counts.tolist()}
        names = {"labels": list(self.labels), "systems": list(self.systems), "notes": list(self.notes)}
        return {"kind": "patterns", **arrays, **names, "missing": self.missing, "refused": self.refused}

    def to_json(self) -> str:
        """One JSON document that `from_json` reads back exactly."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Patterns:
        """Patterns from the text that `to_json` gave."""
        data: Mapping[str, Any] = json.loads(text)
        if not isinstance(data, Mapping) or data.get("kind") != "patterns":
            raise InputError("this is not saved patterns (no 'kind': 'patterns'); make them with Patterns.to_json")
        return cls(**{**{key: value for key, value in data.items() if key != "kind"}, "notes": tuple(data["notes"])})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Patterns) and (self + other).to_dict() == (self + self).to_dict()

    __hash__ = None  # type: ignore[assignment]


def _distinct(rows: Numbers, counts: Numbers, size: int) -> tuple[Numbers, Numbers]:
    """Distinct rows in order and how often each occurs; one number a row where it fits, which sorts much faster."""
    columns = rows.shape[1]
    if size**columns < 2**62:
        codes = np.ravel_multi_index(tuple(rows.T), [size] * columns)
        if size**columns <= 2**22:  # few enough to count without sorting
            sums = np.bincount(codes, counts, size**columns)
            met = np.flatnonzero(sums)
            return np.stack(np.unravel_index(met, [size] * columns), axis=1), np.rint(sums[met]).astype(np.int64)
        met, place = np.unique(codes, return_inverse=True)
        kept = np.stack(np.unravel_index(met, [size] * columns), axis=1)
    else:
        kept, place = np.unique(rows, axis=0, return_inverse=True)
    return kept, np.rint(np.bincount(place.ravel(), counts)).astype(np.int64)
