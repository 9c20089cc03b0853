"""Item rows: which labels each item had, kept compactly beside a run, so that two runs can be paired later."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

import numpy as np

from informed.core.errors import InputError
from informed.core.items import Items
from informed.core.labels import Label, in_order, plain
from informed.core.merging import NONE
from informed.core.shape import held
from informed.core.words import many
from informed.ledger.run import ITEMS, PACKED, RESTORE

PACKING = 1  # of zlib: twice as fast as its usual 6, for a tenth more bytes


@dataclass(frozen=True)
class ItemRows:
    """The labels of each item by its id: codes over ``labels``; -1 is an unknown label or an abstention."""

    labels: tuple[Label, ...]
    ids: tuple[str, ...]
    actual: tuple[int, ...]
    predicted: Mapping[str, tuple[int, ...]]
    hashed: bool = False
    """Whether the ids are hashes, made with the key of a ledger."""

    @classmethod
    def of(cls, ids: Sequence[Any], actual: Sequence[Any], predicted: Mapping[str, Sequence[Any]]) -> ItemRows:
        """Item rows from columns of labels; None is a label not given."""
        columns = {"actual": list(actual)} | {name: list(each) for name, each in predicted.items()}
        names = [str(each) for each in ids]
        for name, each in columns.items():
            if len(each) != len(names):
                raise InputError(
                    f"items: {len(names):,} ids but {len(each):,} labels in {name!r}; give one label per id"
                )
        if len(set(names)) < len(names):
            seen: set[str] = set()
            twice = next(each for each in names if each in seen or seen.add(each))  # type: ignore[func-returns-value]
            raise InputError(f"items: id {twice!r} occurs more than once; an id must name one item")
        kinds = {each: None if _absent(each) else plain(each) for each in set().union(*columns.values())}
        labels = in_order({each for each in kinds.values() if each is not None})
        place = {None: NONE} | {label: at for at, label in enumerate(labels)}
        code = {each: place[label] for each, label in kinds.items()}
        order = sorted(range(len(names)), key=names.__getitem__)
        coded = {
            name: tuple(map(list(map(code.__getitem__, column)).__getitem__, order)) for name, column in columns.items()
        }
        return cls(labels, tuple(map(names.__getitem__, order)), coded.pop("actual"), coded)

    def with_hashes(self, key: str) -> ItemRows:
        """The same with ids that cannot be read back without the key."""
        secret = bytes.fromhex(key)
        ids = [
            blake2b(each.encode(errors="surrogatepass"), digest_size=12, key=secret).hexdigest() for each in self.ids
        ]
        order = sorted(range(len(ids)), key=ids.__getitem__)
        columns = {name: tuple(each[place] for place in order) for name, each in self.predicted.items()}
        actual = tuple(self.actual[place] for place in order)
        return ItemRows(self.labels, tuple(ids[place] for place in order), actual, columns, hashed=True)

    def packed(self) -> bytes:
        """The rows in few bytes."""
        data = {"labels": self.labels, "ids": self.ids, "actual": self.actual, "predicted": dict(self.predicted)}
        return zlib.compress(json.dumps(data, separators=(",", ":")).encode(), PACKING)

    @classmethod
    def unpacked(cls, document: bytes, hashed: bool = False) -> ItemRows:
        """What `packed` gave, read back."""
        data = PACKED.read(document)
        labels, ids, actual, predicted = held("kept items", ITEMS, [data.get(name) for name in ITEMS], RESTORE)
        found = cls(labels, ids, actual, predicted, hashed)
        for name, codes in {"actual": found.actual, **found.predicted}.items():
            if len(codes) != len(found.ids) or max(codes, default=NONE) >= len(found.labels):
                raise InputError(f"kept items: the codes of {name!r} do not fit the ids and labels; {RESTORE}")
        return found

    def column(self, system: str | None) -> tuple[int, ...]:
        """What one system predicted: the only one, where none is named or it goes by another name."""
        if len(self.predicted) == 1:
            return next(iter(self.predicted.values()))
        if system is None or system not in self.predicted:
            raise InputError(f"the run keeps items of {', '.join(self.predicted)}; name one of them")
        return self.predicted[system]


def by_id(rows: Iterable[tuple[ItemRows, str | None]], labels: Sequence[Label] = ()) -> Items:
    """The items of one system over some runs: each id is a cluster, since an item that came again is the same item."""
    kept = list(rows)
    labels = labels or in_order({label for each, _ in kept for label in each.labels})
    codes = [_recoded(each, labels) for each, _ in kept]
    actual = np.concatenate([code[np.array(each.actual)] for code, (each, _) in zip(codes, kept, strict=True)])
    said = [code[np.array(each.column(system))] for code, (each, system) in zip(codes, kept, strict=True)]
    names, cluster = np.unique(np.concatenate([each.ids for each, _ in kept]), return_inverse=True)
    predicted = {"predicted": np.concatenate(said)}
    return Items.of(actual, predicted, labels, cluster=cluster, clusters=tuple(names.tolist()))


def paired(first: tuple[str, ItemRows], second: tuple[str, ItemRows]) -> Items | dict[str, Items] | str:
    """Both systems on the items of two runs, as `shared` gives them."""
    labels = in_order({*first[1].labels, *second[1].labels})
    one, two = ((name, by_id([(rows, name)], labels)) for name, rows in (first, second))
    return shared(one, two)


def shared(first: tuple[str, Items], second: tuple[str, Items]) -> Items | dict[str, Items] | str:
    """What to compare two systems by whose clusters are ids; or why the ids do not tell which items are the same.

    Where both answered the same items once, these with both systems. Else all items of each, over the same labels, and
    a note of how many are in both. An id with two actual labels names two items, so that no id can be trusted.
    """
    (one, before), (two, after) = first, second
    labels = before.labels if before.labels == after.labels else in_order({*before.labels, *after.labels})
    before, after = before.aligned(labels), after.aligned(labels)
    common, here, there = np.intersect1d(before.clusters, after.clusters, assume_unique=True, return_indices=True)
    if not len(common):
        return "the runs have no item id in common"
    actual, again = _by_id(before, 0)[here], _by_id(after, 0)[there]
    same = actual == again
    if changed := int((~same & (actual != NONE) & (again != NONE)).sum()):
        verb = "has" if changed == 1 else "have"
        return f"{changed:,} of {many(len(common), 'common item id')} {verb} another actual label"
    sizes = len(before.clusters), len(after.clusters)
    if int(same.sum()) == max(sizes) == before.items.sum() == after.items.sum():
        return Items.of(actual, {one: _by_id(before, 1)[here], two: _by_id(after, 1)[there]}, labels)
    note = f"{many(int(same.sum()), 'item')} in both, of {sizes[0]:,} and {sizes[1]:,}; all items count"
    return {one: replace(before, notes=(note,)), two: replace(after, notes=(note,))}


def actual_of(data: Items) -> list[Label | None]:
    """The actual label of each cluster, None where it is not known."""
    return [None if code == NONE else data.labels[code] for code in _by_id(data, 0).tolist()]


def _by_id(data: Items, column: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """A label of each cluster; that of an item that was judged, where one was."""
    found = np.full(len(data.clusters), NONE)
    known = data.rows[:, 0] != NONE
    for rows in (~known, known):
        found[np.asarray(data.cluster)[rows]] = data.rows[rows, column]
    return found


def _recoded(rows: ItemRows, labels: Sequence[Label]) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The new code of each old one; the last entry serves -1."""
    place = {label: code for code, label in enumerate(labels)}
    return np.array([*(place[label] for label in rows.labels), NONE], dtype=np.int64)


def _absent(value: Any) -> bool:
    return value is None or (isinstance(value, float) and value != value)
