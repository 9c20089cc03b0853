"""Counts: a table with its labels. All there is to know about the data once the rows are counted.

Counts add exactly, save as JSON and answer every later question; the rows are not needed again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import InitVar, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from informed.core import table as tables
from informed.core.errors import InputError, arg, choice
from informed.core.given import AnyLabel, Matrix, Side
from informed.core.labels import Label, mixed_order, plain, plain_labels, some
from informed.core.saving import Saved
from informed.core.validate import (
    CELLS,
    SHAPES,
    SILENT,
    Group,
    Numbers,
    amounts,
    check_alike,
    check_beside,
    check_table,
    check_weights,
    frozen,
    groups_of,
    named_axes,
    numbers,
    places,
    scatter,
    size_of,
    texts,
    with_size,
)


@dataclass(frozen=True, eq=False, repr=False)
class Counts(Saved):
    """A table ``(A, P)`` of counts or weights, or ``(groups, A, P)`` with ``by``; actual x predicted.

    ``rows``: what the rows of the given table are; Powers and R print predictions in rows, scikit-learn actual classes.
    ``n``: how many items there are; needed only when the table holds proportions. With sampling weights ``table`` is
    the sum of weights per cell, ``items`` the number of items and ``squares`` the sum of squared weights.
    ``abstained`` counts items per actual class that the predictor left alone, ``abstained_weights`` and
    ``abstained_squares`` sum their weights and the squares of these; ``unjudged`` counts items per predicted class
    whose actual class is unknown; ``missing`` and ``refused`` are rows that were dropped or could not be read.

    Examples
    --------
    >>> (Counts([[8, 2], [5, 85]], labels=["ill", "well"]) + Counts([[1, 0], [0, 9]], labels=["ill", "well"])).n
    110
    >>> Counts([[8, 5], [2, 85]], rows="predicted").table.tolist()
    [[8, 2], [5, 85]]
    """

    kind = "counts"
    shapes = SHAPES

    table: Numbers
    labels: tuple[Label, ...] = ()
    labels_predicted: tuple[Label, ...] = ()
    rows: InitVar[Literal["actual", "predicted"]] = "actual"
    n: int | None = None
    by: tuple[str, ...] = ()
    groups: tuple[Group, ...] = ()
    items: Numbers | None = None
    squares: Numbers | None = None
    abstained: Numbers | None = None
    abstained_weights: Numbers | None = None
    abstained_squares: Numbers | None = None
    unjudged: Numbers | None = None
    missing: int = 0
    refused: int = 0
    notes: tuple[str, ...] = field(default=())

    if TYPE_CHECKING:  # what it makes of a list is an array

        def __init__(
            self,
            table: Matrix,
            labels: Iterable[AnyLabel] = (),
            labels_predicted: Iterable[AnyLabel] = (),
            rows: Side = "actual",
            n: int | None = None,
            by: Iterable[str] = (),
            groups: Iterable[Iterable[AnyLabel]] = (),
            items: Matrix | None = None,
            squares: Matrix | None = None,
            abstained: Matrix | None = None,
            abstained_weights: Matrix | None = None,
            abstained_squares: Matrix | None = None,
            unjudged: Matrix | None = None,
            missing: int = 0,
            refused: int = 0,
            notes: Iterable[str] = (),
        ) -> None: ...

    def __post_init__(self, rows: str) -> None:
        given, names = named_axes(self.table)
        table = numbers(given, "table")
        if choice("rows", rows, ("actual", "predicted")) == "predicted":
            table, names = np.swapaxes(table, -1, -2), names[::-1]
        own = len(self.labels) > 0
        labels = plain_labels(self.labels if own else names[0] or range(table.shape[-2]))
        predicted = plain_labels(self.labels_predicted, "labels_predicted")
        if not predicted and not own and names[1]:
            predicted = plain_labels(names[1])
        elif not predicted:
            predicted = labels if table.shape[-1] == len(labels) else tuple(range(table.shape[-1]))
        by, groups = texts(self.by, "by"), groups_of(self.groups, self.by)
        check_table(table, labels, predicted, by=by, groups=groups, abstained=self.abstained)
        check_beside({name: getattr(self, name) is not None for name in CELLS + SILENT})
        found: dict[str, Any] = {"labels": labels, "labels_predicted": predicted, "by": by, "groups": groups}
        found |= {name: size_of(getattr(self, name), name) for name in ("missing", "refused")}
        shapes = {"items": table.shape, "squares": table.shape, **dict.fromkeys(SILENT, table.shape[:-1])}
        for name, shape in {**shapes, "unjudged": (*table.shape[:-2], table.shape[-1])}.items():
            part = getattr(self, name)
            found[name] = None if part is None else frozen(amounts(part, name, shape))
        check_weights(found["items"], table, found["squares"])
        table, found["n"] = with_size(table, self.n, found["items"])
        for name, value in {**found, "table": frozen(table), "notes": texts(self.notes, "notes")}.items():
            object.__setattr__(self, name, value)  # the class is frozen

    # --- making ------------------------------------------------------------------------------------------------------

    @classmethod
    def binary(
        cls,
        *,
        tp: float | None = None,
        fp: float | None = None,
        fn: float | None = None,
        tn: float | None = None,
        a: float | None = None,
        b: float | None = None,
        c: float | None = None,
        d: float | None = None,
        n: int | None = None,
        labels: Sequence[Any] = ("+", "-"),
    ) -> Counts:
        """A 2x2 table from its named cells, or from Powers' letters (A = tp, B = fp, C = fn, D = tn)."""
        named, lettered = (tp, fp, fn, tn), (a, b, c, d)
        cells = named if any(each is not None for each in named) else lettered
        if any(each is None for each in cells) or (cells is named and any(each is not None for each in lettered)):
            raise InputError("give all four of tp=, fp=, fn=, tn= (or all four of a=, b=, c=, d=), and not a mixture")
        hit, false, miss, reject = cells
        return cls(np.asarray([[hit, miss], [false, reject]]), labels=tuple(labels), n=n)

    # --- reading -----------------------------------------------------------------------------------------------------

    @property
    def square(self) -> bool:
        """Whether actual and predicted have the same labels."""
        return self.labels == self.labels_predicted

    @property
    def weighted(self) -> bool:
        """Whether the table sums sampling weights instead of counting items."""
        return self.items is not None

    @property
    def total(self) -> float:
        """The sum of the table: items, or weights."""
        return float(self.table.sum())

    @property
    def rows_read(self) -> int | None:
        """All rows met: counted, abstained, unjudged, missing and refused together."""
        beside = sum(int(part.sum()) for part in (self.abstained, self.unjudged) if part is not None)
        return None if self.n is None else self.n + beside + self.missing + self.refused

    def group(self, *values: Any) -> Counts:
        """The counts of one group."""
        key = tuple(plain(value) for value in values)
        if key not in self.groups:
            raise InputError(
                f"group {key!r} does not occur; the groups by {', '.join(self.by)} are {list(self.groups)}"
            )
        return self[self.groups.index(key)]

    def __getitem__(self, place: int) -> Counts:
        parts = self._parts(lambda part: part[place])
        whole = self.items is None and not np.issubdtype(self.table.dtype, np.integer) and self.n is not None
        return Counts(
            **parts,
            labels=self.labels,
            labels_predicted=self.labels_predicted,
            notes=self.notes,
            n=round(float(parts["table"].sum())) if whole else None,
        )

    def pooled(self) -> Counts:
        """All groups together."""
        if not self.by:
            return self
        return replace(self, **self._parts(lambda part: part.sum(0)), by=(), groups=())

    def _parts(self, change: Callable[[Numbers], Numbers]) -> dict[str, Any]:
        """Every array it has, changed in the same way."""
        names = (*CELLS, *SILENT, "unjudged")
        return {name: change(part) for name in names if (part := getattr(self, name)) is not None}

    # --- merging -----------------------------------------------------------------------------------------------------

    def __add__(self, other: Counts) -> Counts:
        """Counts of both; exact. Labels must be the same (see `union`); groups that one lacks are empty there."""
        if not isinstance(other, Counts):
            return NotImplemented
        check_alike(self, other)
        groups = self.groups if self.groups == other.groups else mixed_order(dict.fromkeys(self.groups + other.groups))
        left, right = self._spread(groups), other._spread(groups)
        both = left | {name: left[name] + part if name in left else part for name, part in right.items()}
        return replace(
            self,
            **both,
            groups=groups,
            n=None if self.n is None or other.n is None else self.n + other.n,
            missing=self.missing + other.missing,
            refused=self.refused + other.refused,
            notes=tuple(dict.fromkeys(self.notes + other.notes)),
        )

    def _spread(self, groups: tuple[Group, ...]) -> dict[str, Any]:
        """The arrays with their groups at the places that ``groups`` gives them."""
        if groups == self.groups:
            return self._parts(lambda part: part)
        at = {group: place for place, group in enumerate(groups)}
        return self._parts(lambda part: scatter(part, [at[group] for group in self.groups], len(groups), 0))

    def union(self, other: Counts) -> Counts:
        """Counts of both over all labels of either, in order of first appearance."""
        labels = tuple(dict.fromkeys(self.labels + other.labels))
        predicted = tuple(dict.fromkeys(self.labels_predicted + other.labels_predicted))
        if self.square and other.square:
            predicted = labels
        return self.aligned(labels, predicted) + other.aligned(labels, predicted)

    def aligned(self, labels: Sequence[Any], labels_predicted: Sequence[Any] | None = None) -> Counts:
        """The same counts with the labels in this order; labels that never occur may be added, none may be lost."""
        actual = plain_labels(labels)
        predicted = actual if labels_predicted is None else plain_labels(labels_predicted, "labels_predicted")
        same = ({label: label for label in side} for side in (self.labels, self.labels_predicted))
        return self._moved(actual, predicted, *same)

    def relabel(self, names: Mapping[Any, Any], axis: Literal["both", "actual", "predicted"] = "both") -> Counts:
        """Labels renamed, on both axes or one; labels given the same new name are merged."""
        choice("axis", axis, ("both", "actual", "predicted"))
        known = {*self.labels, *self.labels_predicted}
        for label in names:
            if label not in known:
                raise InputError(f"relabel: {label!r} is not a label; the labels are {sorted(map(str, known))}")

        def new(label: Label) -> Label:
            return plain(names.get(label, label))

        actual = {label: label if axis == "predicted" else new(label) for label in self.labels}
        predicted = {label: label if axis == "actual" else new(label) for label in self.labels_predicted}
        # A one-sided renaming stays square where it can: over the labels of both axes.
        rows, columns = dict.fromkeys(actual.values()), dict.fromkeys(predicted.values())
        if self.square and axis != "both" and set(columns) <= set(rows):
            columns = rows
        return self._moved(tuple(rows), tuple(columns), actual, predicted)

    def _moved(
        self, actual: Group, predicted: Group, rows: Mapping[Label, Label], columns: Mapping[Label, Label]
    ) -> Counts:
        """Every row and column added to the place of its new label."""
        row_at, column_at = places(rows, actual, "labels"), places(columns, predicted, "labels_predicted")
        axes = {name: [(row_at, len(actual), -1)] for name in SILENT} | {"unjudged": [(column_at, len(predicted), -1)]}
        both = [(row_at, len(actual), -2), (column_at, len(predicted), -1)]
        moved = self._parts(np.asarray)
        for name in moved:
            for where, size, axis in axes.get(name, both):
                moved[name] = scatter(moved[name], where, size, axis)
        return replace(self, labels=actual, labels_predicted=predicted, **moved)

    def discard(self, labels: Iterable[Any]) -> Counts:
        """Every prediction of these labels withdrawn: bets not placed, whose items are counted as abstained."""
        gone = [plain(label) for label in labels]
        if odd := [label for label in gone if label not in self.labels_predicted]:
            raise InputError(
                f"discard: {odd[0]!r} is not a label; the predicted labels are {list(self.labels_predicted)}"
            )
        at = [self.labels_predicted.index(label) for label in gone]
        kept = {name: part.copy() for name, part in self._parts(np.asarray).items() if name in CELLS}
        cells = ("items", "table", "squares") if self.weighted else ("table",)
        left = {name: kept[cell][..., at].sum(-1) for name, cell in zip(SILENT, cells, strict=False)}
        for part in kept.values():
            part[..., at] = 0
        before = {name: 0 if getattr(self, name) is None else getattr(self, name) for name in left}
        return replace(self, **kept, **{name: part + before[name] for name, part in left.items()}, n=None)

    def staked(self) -> Counts:
        """Every item met, where an abstention is a label of its own that never occurs, so that it is never right."""
        if self.abstained is None:
            return self
        name = "abstained" if "abstained" not in (*self.labels, *self.labels_predicted) else "(abstained)"
        wide = self.aligned((*self.labels, name), (*self.labels_predicted, name))
        cells = ("items", "table", "squares") if self.weighted else ("table",)
        kept: dict[str, Any] = dict.fromkeys(SILENT) | {cell: np.array(getattr(wide, cell)) for cell in cells}
        for silent, cell in zip(SILENT, cells, strict=False):
            kept[cell][..., -1] += getattr(wide, silent)
        return replace(wide, **kept, n=None)

    def occurring(self, alike: bool = False) -> Counts:
        """Only the labels that have items, each axis by itself; with ``alike`` those that have some on either axis."""
        used: Any = np.reshape(self.table > 0, (-1, len(self.labels), len(self.labels_predicted))).any(axis=0)
        rows, columns = np.asarray(used.any(axis=1)), np.asarray(used.any(axis=0))
        if alike:
            rows = columns = rows | columns
            if rows.all() or rows.sum() < 2:  # one class alone is no table
                return self
        kept: dict[str, Any] = {
            name: np.ascontiguousarray(part[..., rows, :][..., columns]) if name in CELLS else part
            for name, part in self._parts(np.asarray).items()
        }
        for name in kept.keys() - {*CELLS}:
            kept[name] = kept[name][..., columns if name == "unjudged" else rows]
        actual, predicted = (
            tuple(label for label, keep in zip(labels, side, strict=True) if keep)
            for labels, side in ((self.labels, rows), (self.labels_predicted, columns))
        )
        return replace(self, **kept, labels=actual, labels_predicted=predicted)

    # --- other views -------------------------------------------------------------------------------------------------

    def dual(self) -> Counts:
        """Actual and predicted exchanged."""
        sides = {**dict.fromkeys(SILENT), "abstained": self.unjudged, "unjudged": self.abstained}
        flipped = self._parts(lambda part: np.swapaxes(part, -1, -2) if part.ndim > 1 else part) | sides
        return replace(self, **flipped, labels=self.labels_predicted, labels_predicted=self.labels)

    def inverse(self) -> Counts:
        """Of two classes the negative in the place of the positive, on both axes."""
        if (len(self.labels), len(self.labels_predicted)) != (2, 2):
            raise InputError(f"labels are {list(self.labels)}; the inverse needs two classes, use one_vs_rest(label)")
        return self.aligned(self.labels[::-1], self.labels_predicted[::-1])

    def one_vs_rest(self, label: Any = None) -> Counts:
        """One label against all others as a 2x2 table, or every label as a group of its own."""
        if not self.square:
            raise InputError(
                f"one_vs_rest needs the same labels on both axes; match {list(self.labels_predicted)} "
                f"to {list(self.labels)} first"
            )
        if label is None and self.by:
            raise InputError("one_vs_rest of grouped counts needs a label; or take one group first")
        split: dict[str, Any] = {name: self._split(name, part) for name, part in self._parts(np.asarray).items()}
        if label is None:
            return replace(
                self,
                **split,
                labels=("label", "rest"),
                labels_predicted=(),
                by=("label",),
                groups=tuple((each,) for each in self.labels),
                n=None if self.n is None else self.n * len(self.labels),
            )
        place = self.position(label)
        taken = {name: part.take(place, axis=-3 if name in CELLS else -2) for name, part in split.items()}
        return replace(
            self, **taken, labels=(plain(label), "others" if label == "rest" else "rest"), labels_predicted=()
        )

    def _split(self, name: str, part: Numbers) -> Numbers:
        """Every label against the rest: of a table ``(..., K, 2, 2)``, of what stands beside it ``(..., K, 2)``."""
        if name not in CELLS:
            return np.stack([part, tables.others(part)], axis=-1)
        split: Numbers = tables.one_vs_rest(part)
        return split.astype(part.dtype)

    def expected(self) -> Counts:
        """What chance alone would give: the same margins, no association."""
        return self._changed(tables.expected, n=None if self.weighted else self.n)

    def normalized(self) -> Counts:
        """The table as probabilities."""
        return self._changed(tables.normalized, n=None)

    def _changed(self, change: Callable[[Numbers], Numbers], n: int | None) -> Counts:
        table = change(tables.as_table(self.table))
        return Counts(table, self.labels, self.labels_predicted, by=self.by, groups=self.groups, n=n)

    def position(self, label: Any, argument: str = "label") -> int:
        """Where a label stands among the actual labels."""
        if plain(label) in self.labels:
            return self.labels.index(plain(label))
        twin = next((each for each in self.labels if str(each) == str(label)), None)
        meant = "" if twin is None else f"; did you mean {twin!r}, a {type(twin).__name__}?"
        raise InputError(f"is not a label; the labels are {list(self.labels)}{meant}", argument=argument, value=label)

    def positive_first(self, label: Any) -> Counts:
        """A two-class table with this label in the positive place."""
        place = self.position(label, "positive")
        if len(self.labels) != 2:
            raise InputError(
                f"{arg('positive', label)}: there are {len(self.labels)} labels, and a positive class needs two; "
                f"ask for a measure of the label against the rest instead: {arg('measures', f'recall[{label}]')}"
            )
        return self if place == 0 else self.inverse()

    # --- saving ------------------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Plain data; equal counts give equal dictionaries."""
        data: dict[str, Any] = {
            **self.head(),
            "rows": "actual",
            "labels": list(self.labels),
            "labels_predicted": list(self.labels_predicted),
            "n": self.n,
            "by": list(self.by),
            "groups": [list(group) for group in self.groups],
        }
        beside = {name: part.tolist() for name, part in self._parts(np.asarray).items()}
        return {**data, **beside, "missing": self.missing, "refused": self.refused, "notes": list(self.notes)}

    def __repr__(self) -> str:
        shape = " x ".join(map(str, self.table.shape))
        size = "unknown number of items" if self.n is None else f"{self.n} items"
        return f"Counts({shape}, actual x predicted, {size}, labels {some(self.labels)})"
