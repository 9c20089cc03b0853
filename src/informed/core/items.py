"""Items: the one statistic of items that have one label each, an actual one and one from every system.

Its rows are the distinct combinations of keys (group, cluster, stratum, actual label, predicted labels) with the number
of items of each. Items add exactly, save as JSON and answer every later question; the data are not needed again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import numpy as np

from informed.core.counts import Counts
from informed.core.errors import InputError, arg, choice
from informed.core.keyed import Keyed, once, per_row
from informed.core.labels import Label, plain, plain_labels, some
from informed.core.merging import KEYS, NONE, SUMS, merged
from informed.core.shape import FLAG, LABELS, NUMBERS, TEXTS, WHOLES
from informed.core.validate import SILENT, Numbers, check_cells, check_weights, frozen, numbers

SHAPES = {
    **Keyed.shapes,
    "labels": LABELS,
    "systems": TEXTS,
    "rows": WHOLES,
    "items": WHOLES,
    "abstaining": FLAG,
    **dict.fromkeys(("weights", "squares"), NUMBERS),
}


@dataclass(frozen=True, eq=False, repr=False)
class Items(Keyed):
    """Distinct rows ``(R, 1 + S)`` of codes, the actual label and what each system predicted, with their ``items``.

    A code of -1 (`NONE`) means "not judged" in the actual column and "abstained" in that of a system; ``abstaining``
    says whether systems were allowed to abstain. With sampling weights, ``weights`` and ``squares`` hold their sums
    and sums of squares for each row. For the group, cluster and stratum of a row see `Keyed`.

    Examples
    --------
    >>> informed.items(["a", "b", "b"], ["a", "b", "b"]).rows.tolist()  # codes of actual and predicted labels
    [[0, 0], [1, 1]]
    """

    kind = "items"
    hollow = True
    shapes = SHAPES

    labels: tuple[Label, ...]
    systems: tuple[str, ...]
    rows: Numbers
    items: Numbers
    weights: Numbers | None = None
    squares: Numbers | None = None
    abstaining: bool = False

    def __post_init__(self) -> None:
        labels, systems = plain_labels(self.labels), once(self.systems, "system")
        rows = numbers(self.rows, "rows")
        if rows.ndim != 2 or rows.shape[1] != 1 + len(systems):
            raise InputError(f"rows has shape {rows.shape}; it needs the actual class and {len(systems)} predictions")
        if rows.size and (rows.dtype.kind != "i" or not NONE <= rows.min() <= rows.max() < len(labels)):
            raise InputError(f"rows holds codes {rows.min()} to {rows.max()} for {len(labels)} labels; they start at 0")
        checked: dict[str, Any] = {"labels": labels, "systems": systems, "rows": frozen(rows)}
        for name in SUMS:
            checked[name] = None if getattr(self, name) is None else per_row(getattr(self, name), name, len(rows))
        if (self.weights is None) != (self.squares is None):
            raise InputError(f"{arg('weights')} and squares= go together; give both or neither")
        check_weights(checked["items"], *(checked[name] for name in SUMS[1:]))
        checked |= self._checked(len(rows))
        checked["abstaining"] = self.abstaining or bool((rows[:, 1:] == NONE).any())
        for name, value in checked.items():
            object.__setattr__(self, name, value)  # the class is frozen

    # --- making ------------------------------------------------------------------------------------------------------

    @classmethod
    def of(
        cls,
        actual: Any,
        predicted: Mapping[str, Any],
        labels: Sequence[Any],
        *,
        items: Any = None,
        weights: Any = None,
        squares: Any = None,
        **beside: Any,
    ) -> Self:
        """Count items given as codes over ``labels``: one array for the actual class, one for each system.

        ``weights`` are sampling weights. Rows that stand for several ``items`` have sums of weights and of ``squares``.
        ``group``, ``cluster`` and ``stratum`` are codes over ``groups``, ``clusters`` and ``strata``.
        """
        rows = np.stack([np.asarray(each) for each in (actual, *predicted.values())], axis=1)
        arrays = {"rows": rows, "items": np.ones(len(rows), np.int64) if items is None else np.asarray(items)}
        if weights is not None:
            w = np.asarray(weights, dtype=np.float64)
            arrays |= {"weights": w, "squares": w * w if squares is None else np.asarray(squares)}
        arrays |= {name: np.asarray(beside.pop(name)) for name in KEYS if beside.get(name) is not None}
        fields: dict[str, Any] = {**merged(arrays), **beside}
        return cls(tuple(labels), tuple(predicted), **fields)

    # --- reading -----------------------------------------------------------------------------------------------------

    @property
    def n(self) -> int:
        """How many items there are whose actual label is known."""
        return int(self.items[self.rows[:, 0] != NONE].sum())

    @property
    def unjudged(self) -> int:
        """The number of items whose actual label is unknown."""
        return int(self.items.sum()) - self.n

    @property
    def sums(self) -> tuple[Numbers, Numbers | None, Numbers | None]:
        """The items of each row, and the sums of their weights and of the squares of these, where there are any."""
        return self.items, self.weights, self.squares

    @property
    def sizes(self) -> Numbers:
        """What each row counts for: its items, or the sum of their weights."""
        return self.items if self.weights is None else self.weights

    def place(self, system: str) -> int:
        """Where a system stands among the systems."""
        return self.systems.index(choice("system", system, self.systems))

    def table(self, system: str) -> Numbers:
        """The table of one system, actual x predicted, of the items it answered: items, or weights."""
        return self._tabulated([0, 1 + self.place(system)], self.sizes)

    @cached_property
    def tables(self) -> Numbers:
        """The tables of all systems: shape ``(S, K, K)``, or ``(S, groups, K, K)``."""
        return frozen(np.stack([self.table(system) for system in self.systems]))

    @property
    def cells(self) -> list[Numbers]:
        """The tables of all systems; where items are weighted, those of the squares of weights and of items too."""
        if self.weights is None:
            return [self.tables]
        columns = range(1, 1 + len(self.systems))
        beside = ([self._tabulated([0, place], each) for place in columns] for each in (self.squares, self.items))
        return [self.tables, *map(np.stack, beside)]

    def pair(self, first: str, second: str) -> Numbers:
        """The joint table of two systems: actual x first x second."""
        return self._tabulated([0, 1 + self.place(first), 1 + self.place(second)], self.sizes)

    def counts(self, system: str | None = None) -> Counts:
        """The counts of one system (the only one, when not named), for every group."""
        if system is None and len(self.systems) != 1:
            raise InputError(f"there are {len(self.systems)} systems; name one of {', '.join(self.systems)}")
        place = 1 + self.place(self.systems[0] if system is None else system)
        unknown, silent = self.rows[:, 0] == NONE, self.rows[:, place] == NONE
        more: dict[str, Any] = {}
        if self.weights is not None:
            more = {name: self._tabulated([0, place], getattr(self, name)) for name in ("items", "squares")}
        if self.abstaining:
            sums = zip(SILENT, (self.items, self.weights, self.squares), strict=True)
            more |= {name: self._tabulated([0], each, silent) for name, each in sums if each is not None}
        if (unknown & ~silent).any():
            more["unjudged"] = self._tabulated([place], self.items, unknown)
        return Counts(
            self._tabulated([0, place], self.sizes),
            self.labels,
            by=self.by,
            groups=self.groups,
            **more,
            missing=self.missing + int(self.items[unknown & silent].sum()),
            refused=self.refused,
            notes=self.notes,
        )

    def _tabulated(self, columns: Sequence[int], values: Any, kept: Any = True) -> Numbers:
        """Sums over the labels in these columns, and over the groups, of the rows that have them all."""
        size, codes = len(self.labels), self.rows[:, columns]
        shape = (*((len(self.groups),) if self.by else ()), *(size for _ in columns))
        check_cells(self.labels, self.groups, len(columns))
        used = kept & (codes != NONE).all(axis=1)
        place = np.zeros(len(codes), np.int64) if self.group is None else self.group
        for column in codes.T:
            place = place * size + column
        sums = np.zeros(shape, values.dtype)
        np.add.at(sums.reshape(-1), place[used], values[used])  # whole numbers stay exact beyond 2**53
        return sums

    # --- changing ----------------------------------------------------------------------------------------------------

    def one_vs_rest(self, label: Any) -> Items:
        """The same items with one label against all others, that label first."""
        name = plain(label)
        if name not in self.labels:
            raise InputError(f"{arg('label', label)} is not a label; the labels are {list(self.labels)}")
        rows = np.where(self.rows == NONE, NONE, self.rows != self.labels.index(name))
        return replace(self, labels=(name, "rest" if name != "rest" else "others"), rows=rows).merged()

    def aligned(self, labels: Sequence[Label]) -> Items:
        """The same items with the labels in this order; labels that never occur may be added."""
        if self.labels == tuple(labels):
            return self
        at = {label: place for place, label in enumerate(labels)}
        if gone := [label for label in self.labels if label not in at]:
            raise InputError(f"labels: {gone[0]!r} occurs in the data but is missing from {list(labels)}; add it")
        new = np.array([*(at[label] for label in self.labels), NONE], dtype=np.int64)
        return replace(self, labels=tuple(labels), rows=new[self.rows])

    def occurring(self) -> Self:
        """The same items over the labels that occur, actual or predicted, at all."""
        used = np.unique(self.rows[self.rows != NONE])
        if len(used) == len(self.labels):
            return self
        new = np.full(len(self.labels) + 1, NONE)
        new[used] = np.arange(len(used))
        return replace(self, labels=tuple(self.labels[place] for place in used), rows=new[self.rows])

    def only(self, *systems: str) -> Items:
        """The same items with these systems alone."""
        columns = [0, *(1 + self.place(each) for each in systems)]
        return replace(self, systems=systems, rows=self.rows[:, columns]).merged()

    def judged(self) -> Items:
        """The items whose actual label is known; the others count as missing."""
        known = self.rows[:, 0] != NONE
        return self if known.all() else self._kept(known, missing=self.missing + self.unjudged)

    def answered(self) -> Items:
        """The items whose actual label is known and that no system abstained from."""
        complete = (self.rows != NONE).all(axis=1)
        return replace(self._kept(complete), abstaining=False) if self.abstaining or not complete.all() else self

    def staked(self) -> Items:
        """The items judged, where an abstention is a label of its own that never occurs, so that it is never right."""
        if not self.abstaining:
            return self.judged()
        name = "abstained" if "abstained" not in self.labels else "(abstained)"
        known = self.judged()
        rows = np.where(known.rows == NONE, len(self.labels), known.rows)
        return replace(known, labels=(*self.labels, name), rows=rows, abstaining=False)

    def unstratified(self) -> Items:
        """The same rows, without their strata."""
        return replace(self, stratum=None, strata=())

    def alone(self) -> Items:
        """The same rows, without their clusters."""
        return replace(self, cluster=None, clusters=())

    def _unweighted(self) -> Items:
        return replace(self, weights=None, squares=None)

    def _kept(self, rows: Numbers, **changes: Any) -> Items:
        names = ("rows", *SUMS, *KEYS)
        arrays = {name: each[rows] for name in names if (each := getattr(self, name)) is not None}
        return replace(self, **(arrays | changes))

    # --- merging -----------------------------------------------------------------------------------------------------

    def merged(self) -> Items:
        """Equal rows added up, all rows in order."""
        names = ("rows", *SUMS, *KEYS)
        return replace(self, **merged({name: each for name in names if (each := getattr(self, name)) is not None}))

    def __add__(self, other: Items) -> Items:
        """Items of both; exact. Labels must be the same (see `union`); groups or clusters of the same name are one."""
        if not isinstance(other, Items):
            return NotImplemented
        for what in ("labels", "systems"):
            mine, theirs = list(getattr(self, what)), list(getattr(other, what))
            if mine != theirs:
                remedy = "use a.union(b) to merge over all labels" if what == "labels" else "count both alike"
                raise InputError(f"items have different {what}: {mine} and {theirs}; {remedy}")
        both = self._joined(other, ("weights",)) | {
            name: np.concatenate([part, getattr(other, name)])
            for name in ("rows", *SUMS)
            if (part := getattr(self, name)) is not None
        }
        return replace(self, **both, abstaining=self.abstaining or other.abstaining).merged()

    def union(self, other: Items) -> Items:
        """Items of both over all labels of either, in order of first appearance."""
        labels = tuple(dict.fromkeys(self.labels + other.labels))
        return self.aligned(labels) + other.aligned(labels)

    # --- saving ------------------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Plain data; equal items give equal dictionaries."""
        used = [name for name in (*KEYS, "rows", *SUMS) if getattr(self, name) is not None]
        sorting = [name for name in ("group", "rows", "cluster", "stratum") if name in used]  # the order of `merged`
        order = np.lexsort(np.hstack([getattr(self, name).reshape(len(self.rows), -1) for name in sorting]).T[::-1])
        data = {**self.head(), "labels": list(self.labels), "systems": list(self.systems), **self._named()}
        data |= {name: getattr(self, name)[order].tolist() for name in used}
        data |= {name: getattr(self, name) for name in ("abstaining", "missing", "refused")}
        return data | {"notes": list(self.notes)}

    def __repr__(self) -> str:
        parts = [f"{len(self.rows):,} distinct rows", f"systems {some(self.systems)}", f"labels {some(self.labels)}"]
        parts += self._told()
        return f"Items({self.n:,} items, {', '.join(parts)})"
