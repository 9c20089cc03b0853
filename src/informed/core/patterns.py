"""Patterns: how often each combination of actual class and predictions occurs. All a paired comparison needs.

With one system and clusters they are the sparse counts of every cluster. Patterns add exactly, save as JSON and answer
every later question; the rows of the data are not needed again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from informed.core.counts import Counts
from informed.core.errors import InputError, choice
from informed.core.labels import Label, plain, plain_labels
from informed.core.saving import Saved
from informed.core.validate import Numbers, numbers

DENSE = 2**22  # up to so many combinations are counted in one array, more by sorting
SUMS = ("items", "weights", "squares")


@dataclass(frozen=True, eq=False, repr=False)
class Patterns(Saved):
    """Distinct rows ``(R, 1 + S)`` of codes, the actual class and then what each system said, with their ``items``.

    With sampling weights ``weights`` and ``squares`` hold their sums and sums of squares for each row. Items that
    belong together carry the same code in ``cluster``; ``stratum`` says which part of the population a row is from.
    """

    kind = "patterns"

    labels: tuple[Label, ...]
    systems: tuple[str, ...]
    rows: Numbers
    items: Numbers
    weights: Numbers | None = None
    squares: Numbers | None = None
    cluster: Numbers | None = None
    clusters: tuple[Label, ...] = ()
    stratum: Numbers | None = None
    strata: tuple[Label, ...] = ()
    missing: int = 0
    refused: int = 0
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        labels, systems = plain_labels(self.labels), tuple(map(str, self.systems))
        rows = numbers(self.rows, "rows")
        if len(set(systems)) < len(systems):
            twice = next(each for each in systems if systems.count(each) > 1)
            raise InputError(f"systems: {twice!r} stands twice; give every system a name of its own")
        if rows.ndim != 2 or rows.shape[1] != 1 + len(systems):
            raise InputError(f"rows has shape {rows.shape}; it needs the actual class and {len(systems)} predictions")
        if rows.size and not 0 <= rows.min() <= rows.max() < len(labels):
            raise InputError(f"rows holds codes {rows.min()} to {rows.max()} for {len(labels)} labels; they start at 0")
        found: dict[str, Any] = {"labels": labels, "systems": systems, "rows": rows, "notes": tuple(self.notes)}
        for name in (*SUMS, "cluster", "stratum"):
            found[name] = None if getattr(self, name) is None else _column(getattr(self, name), name, len(rows))
        for name in ("clusters", "strata"):
            found[name] = tuple(plain(each) for each in getattr(self, name))
        for name, value in found.items():
            object.__setattr__(self, name, value)  # the class is frozen

    # --- making ------------------------------------------------------------------------------------------------------

    @classmethod
    def of(
        cls,
        actual: Any,
        predicted: Mapping[str, Any],
        labels: Sequence[Any],
        *,
        weights: Any = None,
        cluster: Any = None,
        clusters: Sequence[Any] = (),
        stratum: Any = None,
        strata: Sequence[Any] = (),
        **beside: Any,
    ) -> Patterns:
        """Count items given as codes over ``labels``, one array for the actual class and one for each system.

        ``cluster`` and ``stratum`` are codes over ``clusters`` and ``strata``; ``weights`` are sampling weights.
        """
        columns = [actual, *predicted.values()]
        sizes = [len(labels)] * len(columns)
        for extra, names in ((cluster, clusters), (stratum, strata)):
            if extra is not None:
                columns, sizes = [*columns, extra], [*sizes, len(names)]
        w = None if weights is None else np.asarray(weights, dtype=np.float64)
        values = {"items": None} | ({} if w is None else {"weights": w, "squares": w * w})
        places, sums = _distinct(columns, sizes, values)
        rows = np.stack([np.asarray(each)[places] for each in columns[: 1 + len(predicted)]], axis=1)
        for name, extra, names in (("cluster", cluster, clusters), ("stratum", stratum, strata)):
            if extra is not None:
                plural = {"cluster": "clusters", "stratum": "strata"}[name]
                beside |= {name: np.asarray(extra)[places], plural: tuple(names)}
        return cls(tuple(labels), tuple(predicted), rows, **sums, **beside)

    # --- reading -----------------------------------------------------------------------------------------------------

    @property
    def n(self) -> int:
        """How many items there are."""
        return int(self.items.sum())

    @property
    def grouped(self) -> bool:
        """Whether the items lie in clusters or strata."""
        return self.cluster is not None or self.stratum is not None

    @property
    def sizes(self) -> Numbers:
        """What each row weighs: its items, or the sum of their weights."""
        return self.items if self.weights is None else self.weights

    def place(self, system: str) -> int:
        """Where a system stands among the systems."""
        return self.systems.index(choice("system", system, self.systems))

    def table(self, system: str) -> Numbers:
        """The table of one system, actual x predicted: items, or weights."""
        return self._tabulated([0, 1 + self.place(system)], self.sizes)

    @cached_property
    def tables(self) -> Numbers:
        """The tables of all systems: shape ``(S, K, K)``."""
        return np.stack([self.table(system) for system in self.systems])

    def pair(self, first: str, second: str) -> Numbers:
        """The joint table of two systems: actual x first x second."""
        return self._tabulated([0, 1 + self.place(first), 1 + self.place(second)], self.sizes)

    def counts(self, system: str | None = None) -> Counts:
        """The counts of one system (the only one, when not named)."""
        if system is None and len(self.systems) != 1:
            raise InputError(f"there are {len(self.systems)} systems; name one of {', '.join(self.systems)}")
        name = self.systems[0] if system is None else system
        columns = [0, 1 + self.place(name)]
        beside: dict[str, Any] = {}
        if self.weights is not None:
            beside = {"items": self._tabulated(columns, self.items), "squares": self._tabulated(columns, self.squares)}
        beside |= {"missing": self.missing, "refused": self.refused, "notes": self.notes}
        return Counts(self.table(name), self.labels, **beside)

    def _tabulated(self, columns: Sequence[int], values: Any) -> Numbers:
        size = len(self.labels)
        place = np.zeros(len(self.rows), dtype=np.int64)
        for column in columns:
            place = place * size + self.rows[:, column]
        cells = np.bincount(place, values, minlength=size ** len(columns)).reshape((size,) * len(columns))
        return cells.astype(np.int64) if values.dtype.kind == "i" else cells

    def one_vs_rest(self, label: Any) -> Patterns:
        """The same items with one label against all others, that label first."""
        name = plain(label)
        if name not in self.labels:
            raise InputError(f"label={label!r} is not a label; the labels are {list(self.labels)}")
        rows = (self.rows != self.labels.index(name)).astype(np.int64)
        return replace(self, labels=(name, "rest" if name != "rest" else "others"), rows=rows).merged()

    def aligned(self, labels: Sequence[Label]) -> Patterns:
        """The same items with the labels in this order; labels that never occur may be added."""
        at = {label: place for place, label in enumerate(labels)}
        new = np.array([at[label] for label in self.labels], dtype=np.int64)
        return replace(self, labels=tuple(labels), rows=new[self.rows])

    def occurring(self) -> Patterns:
        """The same items over the labels that occur, actual or predicted, at all."""
        used = np.unique(self.rows)
        if len(used) == len(self.labels):
            return self
        labels = tuple(self.labels[place] for place in used)
        return replace(self, labels=labels, rows=np.searchsorted(used, self.rows))

    def only(self, *systems: str) -> Patterns:
        """The same items with these systems alone."""
        columns = [0, *(1 + self.place(each) for each in systems)]
        return replace(self, systems=systems, rows=self.rows[:, columns]).merged()

    def apart(self) -> dict[Label, Patterns]:
        """The items of each stratum by themselves, in the order of the strata that occur."""
        if self.stratum is None:
            raise InputError("there are no strata to tell apart; read the items with stratum=")
        places = {code: self.stratum == code for code in np.unique(self.stratum).tolist()}
        return {self.strata[code]: self._only(rows) for code, rows in places.items()}

    def together(self) -> Patterns:
        """The same items as one population, without their strata."""
        return self.unstratified().merged()

    def unstratified(self) -> Patterns:
        """The same rows, without their strata."""
        return replace(self, stratum=None, strata=())

    def _only(self, rows: Numbers) -> Patterns:
        kept = {name: getattr(self, name) for name in ("rows", *SUMS, "cluster")}
        found = {name: each[rows] for name, each in kept.items() if each is not None}
        return replace(self, **found, stratum=None, strata=(), missing=0, refused=0)

    # --- merging -----------------------------------------------------------------------------------------------------

    def merged(self) -> Patterns:
        """Rows that are alike added up."""
        beside = [each for each in (self.cluster, self.stratum) if each is not None]
        sizes = [len(self.labels)] * self.rows.shape[1]
        sizes += [int(each.max(initial=0)) + 1 for each in beside]
        values = {name: getattr(self, name) for name in SUMS if getattr(self, name) is not None}
        places, sums = _distinct([*self.rows.T, *beside], sizes, values)
        kept = {name: getattr(self, name)[places] for name in ("cluster", "stratum") if getattr(self, name) is not None}
        return replace(self, rows=self.rows[places], **sums, **kept)

    def __add__(self, other: Patterns) -> Patterns:
        """Patterns of both; exact. Labels and systems must be the same; clusters of the same name are one."""
        if not isinstance(other, Patterns):
            return NotImplemented
        for what in ("labels", "systems"):
            if getattr(self, what) != getattr(other, what):
                mine, theirs = list(getattr(self, what)), list(getattr(other, what))
                raise InputError(f"patterns have different {what}: {mine} and {theirs}; count both over the same ones")
        for what in ("weights", "cluster", "stratum"):
            if (getattr(self, what) is None) != (getattr(other, what) is None):
                raise InputError(f"only one of the patterns has {what}; count both alike")
        parts: dict[str, Any] = {
            name: np.concatenate([getattr(self, name), getattr(other, name)])
            for name in ("rows", *SUMS)
            if getattr(self, name) is not None
        }
        for codes, names in (("cluster", "clusters"), ("stratum", "strata")):
            if getattr(self, codes) is not None:
                union = tuple(dict.fromkeys(getattr(self, names) + getattr(other, names)))
                at = {name: place for place, name in enumerate(union)}
                new = np.array([at[name] for name in getattr(other, names)], dtype=np.int64)[getattr(other, codes)]
                parts |= {codes: np.concatenate([getattr(self, codes), new]), names: union}
        notes = tuple(dict.fromkeys(self.notes + other.notes))
        lost = {name: getattr(self, name) + getattr(other, name) for name in ("missing", "refused")}
        return replace(self, **parts, **lost, notes=notes).merged()

    # --- saving ------------------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Plain data; equal patterns give equal dictionaries."""
        keys = [self.rows, *(each[:, None] for each in (self.cluster, self.stratum) if each is not None)]
        order = np.lexsort(np.hstack(keys).T[::-1])
        data: dict[str, Any] = {"kind": self.kind, "labels": list(self.labels), "systems": list(self.systems)}
        for name in ("rows", *SUMS, "cluster", "stratum"):
            if getattr(self, name) is not None:
                data[name] = getattr(self, name)[order].tolist()
        data |= {"clusters": list(self.clusters), "strata": list(self.strata)}
        return data | {"missing": self.missing, "refused": self.refused, "notes": list(self.notes)}

    def __repr__(self) -> str:
        clusters = f", {len(self.clusters)} clusters" if self.cluster is not None else ""
        return f"Patterns({self.n} items, {len(self.rows)} distinct{clusters}, systems {list(self.systems)})"


def _column(values: Any, name: str, length: int) -> Numbers:
    found = numbers(values, name, least=1)
    if found.shape != (length,):
        raise InputError(f"{name} has {len(found)} entries for {length} rows; each row needs one")
    wrong = (found < 0) | ~np.isfinite(found)
    if wrong.any():
        raise InputError(f"{name}[{int(wrong.argmax())}] is {found[wrong][0]}; it must be finite and >= 0")
    return found


def _distinct(
    columns: Sequence[Any], sizes: Sequence[int], values: Mapping[str, Any]
) -> tuple[Numbers, dict[str, Any]]:
    """The place of one item of each distinct row, and the sums of the values over them (None counts items)."""
    key, size = np.asarray(columns[0]).astype(np.int64), sizes[0]
    for column, more in zip(columns[1:], sizes[1:], strict=True):
        if size * max(more, 1) >= 2**62:  # the codes so far as their own ranks, to make room for more
            found, key = np.unique(key, return_inverse=True)
            size = len(found)
        key, size = key * max(more, 1) + column, size * max(more, 1)
    if size <= max(DENSE, len(key)):
        first = np.full(size, -1, dtype=np.int64)
        first[key] = np.arange(len(key))
        used = np.flatnonzero(first >= 0)
        places, group, width = first[used], key, size
    else:
        _, places, group = np.unique(key, return_index=True, return_inverse=True)
        used, width = np.arange(len(places)), len(places)
    return places, {name: _summed(group, each, width)[used] for name, each in values.items()}


def _summed(group: Numbers, values: Any, width: int) -> Numbers:
    if values is None or values.dtype.kind == "f":
        return np.bincount(group, values, minlength=width)
    total = np.zeros(width, dtype=np.int64)
    np.add.at(total, group, values)  # whole numbers stay exact beyond 2**53
    return total
