"""Statistics whose rows have keys: the group, the cluster and the stratum their items belong to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from informed.core.errors import InputError, arg
from informed.core.labels import Label, plain
from informed.core.merging import KEYS, united
from informed.core.saving import Saved
from informed.core.shape import COUNTED, GROUPS, LABELS, NUMBERS, TEXTS, WHOLE, WHOLES
from informed.core.validate import Group, Numbers, amounts, frozen, groups_of, numbers, size_of, texts

PARTS = ("counts", "items", "squares")


SHAPES = {
    "by": TEXTS,
    "groups": GROUPS,
    "clusters": LABELS,
    "strata": LABELS,
    **dict.fromkeys(KEYS, WHOLES),
    **dict.fromkeys(("missing", "refused"), WHOLE),
    "notes": TEXTS,
}


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Keyed(Saved):
    """Rows with keys.

    ``group`` says which of the ``groups`` (values of the columns ``by``) a row belongs to, ``cluster`` which items are
    dependent, ``stratum`` which part of the population they were drawn from.
    """

    arrays: ClassVar[tuple[str, ...]] = ()  # what there is for each row, along the last axis
    hollow: ClassVar[bool] = False  # whether there may be no rows at all
    shapes = SHAPES

    by: tuple[str, ...] = ()
    group: Numbers | None = None
    groups: tuple[Group, ...] = ()
    cluster: Numbers | None = None
    clusters: tuple[Label, ...] = ()
    stratum: Numbers | None = None
    strata: tuple[Label, ...] = ()
    missing: int = 0
    refused: int = 0
    notes: tuple[str, ...] = ()

    def _checked(self, length: int) -> dict[str, Any]:
        """The keys of so many rows, checked and made read-only."""
        by = once(self.by, "by")
        if bool(by) != (self.group is not None):
            raise InputError(
                f"{arg('by')} and group= go together; give the names of the groupings and the group of each row"
            )
        groups = groups_of(self.groups, by)
        checked: dict[str, Any] = {name: tuple(map(plain, getattr(self, name))) for name in ("clusters", "strata")}
        checked |= {"by": by, "groups": groups, "notes": texts(self.notes, "notes")}
        for name, names in KEYS.items():
            checked[name] = _codes(getattr(self, name), name, length, checked[names])
        return checked | {name: size_of(getattr(self, name), name) for name in ("missing", "refused")}

    # --- reading -----------------------------------------------------------------------------------------------------

    @property
    def coded(self) -> dict[str, Numbers]:
        """The codes of the keys it has."""
        return {name: codes for name in KEYS if (codes := getattr(self, name)) is not None}

    @property
    def dependent(self) -> bool:
        """Whether the items were drawn in clusters or strata."""
        return self.cluster is not None or self.stratum is not None

    @property
    def sums(self) -> tuple[Numbers, Numbers | None, Numbers | None]:
        """The items of each row, and the sums of their weights and of the squares of these, where there are any."""
        raise NotImplementedError

    @property
    def plain_design(self) -> bool:
        """Whether every item was drawn by itself and counts one."""
        return not self.dependent and self.sums[1] is None

    # --- changing ----------------------------------------------------------------------------------------------------

    def merged(self) -> Self:
        """Equal rows added up, all rows in order."""
        raise NotImplementedError

    def _kept(self, rows: Numbers, **changes: Any) -> Self:
        arrays = {name: each[..., rows] for name in self.arrays if (each := getattr(self, name)) is not None}
        return replace(self, **(arrays | {name: each[rows] for name, each in self.coded.items()} | changes))

    def without(self, *keys: str) -> Self:
        """The same items, which no longer have these keys."""
        gone: dict[str, Any] = {**dict.fromkeys(keys), **{KEYS[name]: () for name in keys}}
        gone |= {"by": ()} if "group" in keys else {}
        return replace(self, **gone).merged()

    def pooled(self) -> Self:
        """The same items without their groups."""
        return self.without("group") if self.by else self

    def apart(self) -> dict[Group, Self]:
        """The items of each group by themselves, in the order of the groups."""
        if self.group is None:
            raise InputError(f"there are no groups; read the items with {arg('by')}")
        order = np.argsort(self.group, kind="stable")
        ends = np.cumsum(np.bincount(self.group, minlength=len(self.groups)))[:-1]
        none: dict[str, Any] = {"by": (), "group": None, "groups": (), "missing": 0, "refused": 0}
        return {
            group: self._kept(rows, **none, **self._of_group(place))
            for place, (group, rows) in enumerate(zip(self.groups, np.split(order, ends), strict=True))
            if len(rows) or self.hollow
        }

    def _of_group(self, place: int) -> dict[str, Any]:
        """What else differs from group to group."""
        return {}

    def plain(self) -> Self:
        """The same items without what makes no difference: equal weights, one item per cluster, a single stratum."""
        found = self._unweighted() if self._weigh_alike else self
        units = int(self.sums[0].sum())
        alone = self.cluster is not None and 1 < len(np.unique(self.cluster)) == units
        single = self.stratum is not None and len(np.unique(self.stratum)) == 1
        gone = [name for name, idle in (("cluster", alone), ("stratum", single)) if idle]
        return found.without(*gone) if gone or found is not self else self

    def _unweighted(self) -> Self:
        """The same items, each counting one."""
        raise NotImplementedError

    @property
    def _weigh_alike(self) -> bool:
        """Whether all weights are equal: the square of their sum is then n times the sum of their squares."""
        items, weights, squares = self.sums
        if weights is None or squares is None:
            return False
        n, weight, square = (each.sum(dtype=np.float64) for each in (items, weights, squares))
        return bool(np.isclose(weight**2, n * square, rtol=1e-12, atol=0))

    # --- merging and saving ------------------------------------------------------------------------------------------

    def _joined(self, other: Self, alike: Sequence[str]) -> dict[str, Any]:
        """The keys of the rows of both, and what both left out; ``alike`` both must have, or neither."""
        for what in (*alike, "cluster", "stratum"):
            if (getattr(self, what) is None) != (getattr(other, what) is None):
                raise InputError(f"only one of the two has {what}; count both with the same options")
        if self.by != other.by:
            raise InputError(
                f"{self.kind} have different by: {list(self.by)} and {list(other.by)}; count both with the same options"
            )
        both: dict[str, Any] = {"notes": tuple(dict.fromkeys(self.notes + other.notes))}
        for codes, names in KEYS.items():
            if getattr(self, codes) is not None:
                both[names], left, right = united(getattr(self, names), getattr(other, names))
                both[codes] = np.concatenate([left[getattr(self, codes)], right[getattr(other, codes)]])
        return both | {name: getattr(self, name) + getattr(other, name) for name in ("missing", "refused")}

    def _named(self) -> dict[str, Any]:
        """What the keys stand for, as plain data."""
        data: dict[str, Any] = {"by": list(self.by), "groups": [list(each) for each in self.groups]}
        return data | {"clusters": list(self.clusters), "strata": list(self.strata)}

    def _told(self) -> list[str]:
        parts = [f"{len(self.groups):,} groups by {', '.join(self.by)}"] if self.by else []
        return parts + [f"{len(names):,} {name}" for name in ("clusters", "strata") if (names := getattr(self, name))]


ANSWERED = {**SHAPES, "counts": NUMBERS, "items": WHOLES, "squares": NUMBERS, "abstained": COUNTED}


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Answered(Keyed):
    """Rows of answered items with their ``counts``, an array of the subclass.

    With sampling weights ``counts`` sums weights, ``items`` counts items and ``squares`` sums squared weights.
    ``abstained`` counts the items without an answer, for each group where there are groups.
    """

    silent: ClassVar[tuple[int, ...]] = ()  # the shape of what abstained in one group
    shapes = ANSWERED

    items: Numbers | None = None
    squares: Numbers | None = None
    abstained: Numbers | None = None

    def _checked(self, length: int) -> dict[str, Any]:
        checked = super()._checked(length)
        if self.abstained is not None:
            shape = (*((len(checked["groups"]),) if self.by else ()), *self.silent)
            checked["abstained"] = frozen(amounts(self.abstained, "abstained", shape))
        return checked

    @property
    def weighted(self) -> bool:
        """Whether sampling weights were summed instead of items counted."""
        return self.items is not None

    @property
    def sums(self) -> tuple[Numbers, Numbers | None, Numbers | None]:
        """The items of each row, and the sums of their weights and of the squares of these, where there are any."""
        counts, items, squares = (getattr(self, name) for name in PARTS)
        return (counts, None, None) if items is None else (items, counts, squares)

    @property
    def n(self) -> int:
        """How many items were answered."""
        return int(self.sums[0].sum(dtype=np.int64))

    def without(self, *keys: str) -> Self:
        """The same items, which no longer have these keys."""
        if "group" not in keys or not self.by or self.abstained is None:
            return super().without(*keys)
        found = super(Answered, replace(self, abstained=None)).without(*keys)
        return replace(found, abstained=self.abstained.sum(0))

    def _of_group(self, place: int) -> dict[str, Any]:
        return {} if self.abstained is None else {"abstained": self.abstained[place]}

    def _unweighted(self) -> Self:
        plain: dict[str, Any] = {"counts": self.items, "items": None, "squares": None}
        return replace(self, **plain)

    def _joined(self, other: Self, alike: Sequence[str] = ("abstained",)) -> dict[str, Any]:
        both = super()._joined(other, alike)
        both |= {name: np.concatenate([part, getattr(other, name)], axis=-1) for name, part in self._parts().items()}
        if self.abstained is None or other.abstained is None:
            return both
        if not self.by:
            return both | {"abstained": self.abstained + other.abstained}
        _, *places = united(self.groups, other.groups)
        both["abstained"] = np.zeros((len(both["groups"]), *self.silent), np.int64)
        for place, each in zip(places, (self.abstained, other.abstained), strict=True):
            both["abstained"][place] += each
        return both

    def _parts(self) -> dict[str, Any]:
        """Every array of counts it has."""
        return {name: part for name in PARTS if (part := getattr(self, name)) is not None}

    def _counted(self) -> dict[str, Any]:
        """Counts, codes and what was left out, as plain data."""
        data: dict[str, Any] = {name: part.tolist() for name, part in (self._parts() | self.coded).items()}
        data |= {} if self.abstained is None else {"abstained": self.abstained.tolist()}
        return data | {"missing": self.missing, "refused": self.refused, "notes": list(self.notes)}


class Units(NamedTuple):
    """What a variance needs to know of rows: their items, weights and squared weights, and their clusters."""

    items: Numbers
    weights: Numbers | None = None
    squares: Numbers | None = None
    cluster: Numbers | None = None
    stratum: Numbers | None = None
    clusters: tuple[Label, ...] = ()
    strata: tuple[Label, ...] = ()

    @classmethod
    def of(cls, found: Keyed, times: int = 1) -> Units:
        """The rows of a statistic; ``times``: how many numbers each of them has."""
        flat = [None if each is None else np.asarray(each, dtype=np.float64).reshape(-1) for each in found.sums]
        keys = [None if each is None else np.tile(each, times) for each in (found.cluster, found.stratum)]
        items = flat[0]
        assert items is not None
        return cls(items, flat[1], flat[2], keys[0], keys[1], found.clusters, found.strata)

    @property
    def sizes(self) -> Numbers:
        """What each row counts for: its items, or the sum of their weights."""
        return self.items if self.weights is None else self.weights

    @property
    def n(self) -> int:
        """How many items there are."""
        return int(self.items.sum())

    def alone(self) -> Units:
        """The same items as if there were no clusters."""
        return self._replace(cluster=None, clusters=())

    def unstratified(self) -> Units:
        """The same items as if there were no strata."""
        return self._replace(stratum=None, strata=())

    def only(self, rows: Numbers) -> Units:
        """These rows alone."""
        arrays = {name: each[rows] for name in self._fields[:5] if (each := getattr(self, name)) is not None}
        return self._replace(**arrays)


def once(names: Sequence[Any], what: str) -> tuple[str, ...]:
    """Names as texts, none of them twice."""
    named = tuple(map(str, names))
    for name in named:
        if named.count(name) > 1:
            raise InputError(f"duplicate {what} name {name!r}")
    return named


def per_row(values: Any, name: str, length: int) -> Numbers:
    """One number >= 0 for each row."""
    column = numbers(values, name, least=1)
    if column.shape != (length,):
        raise InputError(f"{name} has {len(column)} entries for {length} rows; each row needs one")
    wrong = (column < 0) | ~np.isfinite(column)
    if wrong.any():
        raise InputError(f"{name}[{int(wrong.argmax())}] is {column[wrong][0]}; it must be finite and >= 0")
    return frozen(column)


def _codes(values: Any, name: str, length: int, names: Sequence[Any]) -> Numbers | None:
    """The codes of a key, each of which stands for one of its names."""
    if values is None:
        return None
    codes = per_row(values, name, length)
    if length and (codes.dtype.kind != "i" or codes.max() >= len(names)):
        raise InputError(f"{name} holds codes up to {codes.max()} for {len(names)} {KEYS[name]}; they start at 0")
    return codes
