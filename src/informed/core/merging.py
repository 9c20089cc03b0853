"""How the rows of items are added up: equal rows become one, and names of keys are united."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from informed.core.labels import mixed_order
from informed.core.validate import Numbers

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
NONE = -1  # no label: an unjudged actual one, or a prediction that a system withheld
DENSE = 2**22  # up to so many combinations are counted in one array, more by sorting
SUMS = ("items", "weights", "squares")
KEYS = {"group": "groups", "cluster": "clusters", "stratum": "strata"}  # codes of each row, and what they stand for


def gathered(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """The values of each key, both in the order in which they come."""
    found: dict[K, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def united(mine: tuple[Any, ...], theirs: tuple[Any, ...]) -> tuple[tuple[Any, ...], Numbers, Numbers]:
    """All names, in order where they differ so that a + b is b + a, and the new code of each name of either."""
    every = mine if mine == theirs else mixed_order(dict.fromkeys(mine + theirs))
    at = {name: place for place, name in enumerate(every)}
    left, right = (np.array([at[name] for name in names], dtype=np.int64) for names in (mine, theirs))
    return every, left, right


def merged(arrays: Mapping[str, Numbers]) -> dict[str, Any]:
    """The same arrays with equal rows added up, in order: by group, then labels, cluster and stratum."""
    group, *keys = [[arrays[name]] if name in arrays else [] for name in KEYS]
    columns = [*group, *(arrays["rows"].T - NONE), *(each for key in keys for each in key)]
    place, row = _distinct(columns, [int(each.max(initial=0)) + 1 for each in columns])
    kept: dict[str, Any] = {name: each[place] for name, each in arrays.items() if name not in SUMS}
    for name in SUMS:
        if name in arrays:
            kept[name] = np.zeros(len(place), arrays[name].dtype)
            np.add.at(kept[name], row, arrays[name])  # whole numbers stay exact beyond 2**53
    return kept


def _distinct(columns: Sequence[Numbers], sizes: Sequence[int]) -> tuple[Numbers, Numbers]:
    """The place of one item of each distinct row, and the distinct row of every item."""
    key, size = columns[0].astype(np.int64), sizes[0]
    for column, more in zip(columns[1:], sizes[1:], strict=True):
        if size * more >= 2**62:  # the codes so far as their own ranks, to make room for more
            ranks, key = np.unique(key, return_inverse=True)
            size = len(ranks)
        key, size = key * more + column, size * more
    if size > max(DENSE, len(key)):
        _, place, row = np.unique(key, return_index=True, return_inverse=True)
        return place, row
    first = np.full(size, -1, dtype=np.int64)
    first[key] = np.arange(len(key))
    used = np.flatnonzero(first >= 0)
    place = first[used]
    first[used] = np.arange(len(used))
    return place, first[key]
