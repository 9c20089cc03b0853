"""LabelSets: distinct rows (actual set, predicted set) with their counts; all there is to know about labelled items.

Co-occurrences alone would not do: values per object and intervals need to know which labels stood together on one item.
Everything is kept sparse, as codes, so that a million items with fifty thousand categories fit in little memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, reduce
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from informed.core.errors import InputError, choice
from informed.core.items import Items
from informed.core.keyed import PARTS, Answered, once, per_row
from informed.core.labels import Label, plain_labels, some
from informed.core.merging import KEYS, SUMS
from informed.core.sets import Sets, kinds
from informed.core.shape import LABELS, TEXTS, WHOLE, Shape, listed, mapped
from informed.core.table import two_by_two
from informed.core.validate import Numbers, check_weights, frozen, size_of, whole_counts

BLOCK = 2**24  # entries of a co-occurrence product held at a time
CODES = listed(listed(WHOLE, "a list of codes"), "a list of lists of codes")
SIDES = listed(Shape("sets of codes", lambda rows: Sets.of(CODES.read(rows))), "two or more lists of lists of codes")


SHAPES = {
    **Answered.shapes,
    "labels": LABELS,
    "systems": TEXTS,
    "sides": SIDES,
    "read": mapped(WHOLE, "numbers of labels by name"),
}


@dataclass(frozen=True, eq=False, repr=False)
class LabelSets(Answered):
    """For every distinct row the set of labels on each side, and how many items have it.

    ``sides``: the actual sets first, then the sets of each system; ``systems`` names the latter. ``read`` tells what
    was met while reading (labels stripped, repeated, blank, ...), so that every row and label is accounted for. For
    groups, clusters and strata see `Keyed`; for weights and for items that a system left unanswered, `Answered`.

    Examples
    --------
    >>> found = informed.multilabel([{"a", "b"}, {"b"}], [{"a"}, {"b"}], draws=0)
    >>> found.sets.n, found.sets.labels
    (2, ('a', 'b'))
    """

    kind = "label sets"
    arrays = PARTS
    shapes = SHAPES

    labels: tuple[Label, ...]
    sides: tuple[Sets, ...]
    counts: Numbers
    systems: tuple[str, ...] = ("predicted",)
    read: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        checked: dict[str, Any] = {"labels": plain_labels(self.labels), **self._checked(len(self.counts))}
        checked["systems"] = once(self.systems, "system")
        checked["read"] = {name: size_of(each, f"read[{name!r}]") for name, each in self.read.items()}
        for name, each in self._parts().items():
            whole, column = name == "items" or self.items is None, per_row(each, name, len(self.counts))
            checked[name] = frozen(whole_counts(column, name) if whole else column.astype(np.float64))
        check_weights(checked.get("items"), checked["counts"], checked.get("squares"))
        for name, value in checked.items():
            object.__setattr__(self, name, value)  # the class is frozen
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
        """Label sets of single items, or of rows with ``counts``: equal rows are found and added up."""
        rest = {name: each for name, each in rest.items() if each is not None}
        rest.setdefault("counts", np.ones(len(sides[0]), np.int64))
        keys = {name: np.asarray(rest[name]) for name in KEYS if name in rest}
        rows, kind = kinds([*sides, *(Sets(np.arange(len(each) + 1), each) for each in keys.values())])
        added = {
            name: np.bincount(kind, weights=part, minlength=len(rows)).astype(np.asarray(part).dtype)
            for name in PARTS
            if (part := rest.get(name)) is not None
        }
        distinct = {name: each[rows] for name, each in keys.items()}
        return cls(tuple(labels), tuple(side.take(rows) for side in sides), **(rest | added | distinct))

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
    def total(self) -> float:
        """What all items count for: their number, or the sum of their weights."""
        return self.counts.sum().item()  # type: ignore[no-any-return]

    def category(self, place: int) -> Items:
        """One category as items, labelled 1 where it is among the labels and 0 where it is not, with their keys."""
        codes = [np.ones(len(self.counts), np.int64) for _ in self.sides]
        for code, side in zip(codes, self.sides, strict=True):
            code[side.rows[side.codes == place]] = 0
        return self._items(codes, (1, 0))

    def whole(self) -> Items:
        """Whole sets as the labels of items, with their keys: each different set is a label of its own."""
        every = reduce(Sets.joined, self.sides)
        rows, kind = kinds([every])
        names = [", ".join(sorted(str(self.labels[code]) for code in codes)) for codes in every.take(rows).lists()]
        return self._items(list(kind.reshape(len(self.sides), -1)), plain_labels(names))

    def _items(self, codes: Sequence[Numbers], labels: Sequence[Label]) -> Items:
        sums = {name: each for name, each in zip(SUMS, self.sums, strict=True) if each is not None}
        named = {names: getattr(self, names) for names in ("by", *KEYS.values())}
        predicted = dict(zip(self.systems, codes[1:], strict=True))
        return Items.of(codes[0], predicted, labels, **sums, **self.coded, **named)

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
        sides = [mine.joined(theirs) for mine, theirs in zip(self.sides, other.sides, strict=True)]
        read = {key: self.read.get(key, 0) + other.read.get(key, 0) for key in {**self.read, **other.read}}
        if self.weighted != other.weighted:
            raise InputError("only one of the two is weighted; weigh both (weight 1) or neither")
        return LabelSets.of(self.labels, sides, systems=self.systems, read=read, by=self.by, **self._joined(other))

    def union(self, other: LabelSets) -> LabelSets:
        """Items of both over all labels of either, in order of first appearance."""
        labels = tuple(dict.fromkeys(self.labels + other.labels))
        return self.aligned(labels) + other.aligned(labels)

    def aligned(self, labels: Sequence[Label]) -> LabelSets:
        """The same sets over other labels, which must hold all that are used here."""
        at = {label: place for place, label in enumerate(labels)}
        for label, needed in zip(self.labels, self._used, strict=True):
            if needed and label not in at:
                raise InputError(f"labels: {label!r} occurs in the data but is missing from the labels given; add it")
        new = np.asarray([at.get(label, 0) for label in self.labels])
        sides = tuple(side.relabelled(new) for side in self.sides)
        return replace(self, labels=tuple(labels), sides=sides).merged()

    @property
    def _used(self) -> NDArray[np.bool_]:
        used = np.zeros(len(self.labels), bool)
        for side in self.sides:
            used[side.codes] = True
        return used

    def occurring(self) -> LabelSets:
        """The same sets over the labels that occur."""
        used = self._used
        names = [label for label, there in zip(self.labels, used, strict=True) if there]
        return self if used.all() else self.aligned(names)

    def scaled(self) -> LabelSets:
        """The same items, weights scaled so that one counts as one item (Kish 1965)."""
        if self.squares is None:
            return self
        factor = float(self.counts.sum() / self.squares.sum())
        return replace(self, counts=factor * self.counts, squares=factor**2 * self.squares)

    def merged(self) -> LabelSets:
        """Equal rows added up, in order."""
        rest = {each.name: getattr(self, each.name) for each in fields(self) if each.name not in ("labels", "sides")}
        return LabelSets.of(self.labels, self.sides, **rest)

    def _kept(self, rows: Numbers, **changes: Any) -> LabelSets:
        return super()._kept(rows, sides=tuple(side.take(rows) for side in self.sides), **changes)

    def _of_group(self, place: int) -> dict[str, Any]:
        return {**super()._of_group(place), "read": {}}

    # --- saving ------------------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Plain data; equal label sets give equal dictionaries."""
        return {
            **self.head(),
            "labels": list(self.labels),
            "systems": list(self.systems),
            "sides": [side.lists() for side in self.sides],
            "read": dict(self.read),
            **self._named(),
            **self._counted(),
        }

    def __repr__(self) -> str:
        systems = "" if self.systems == ("predicted",) else f", systems {some(self.systems)}"
        keys = "".join(f", {each}" for each in self._told())
        size = f"{self.n:,} items, {len(self.counts):,} distinct, {len(self.labels):,} categories"
        return f"LabelSets({size}{systems}{keys})"


def no_row(side: str, number: int) -> str:
    """The note on items that a side of long rows does not mention."""
    items, count = ("item has", "it counts") if number == 1 else ("items have", "they count")
    return f"{number:,} {items} no row in {side}: {count} as having no label there"
