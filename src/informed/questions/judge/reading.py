"""The items that a human and the judge have labelled, and the judge's labels of the whole pool, whatever holds them."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from informed.core.counts import Counts
from informed.core.errors import InputError, arg
from informed.core.items import Items
from informed.core.labels import Label, in_order, plain
from informed.core.validate import Numbers
from informed.readers.arrays.codes import column, has, own_codes
from informed.readers.arrays.codes import level as level_of
from informed.readers.columns import Columns
from informed.readers.counting import columns_given
from informed.readers.distinct import distinct
from informed.readers.frames.held import holder_of
from informed.readers.labels import refuse_ids
from informed.readers.lists import are_paths, lists_of


class Labelled(Columns):
    """The labels of a human and of a judge."""

    axes = ("human", "judged")


TOGETHER = ""  # the name of a pool that is not split into systems
Tally = dict[Label, int]


class Panel(NamedTuple):
    """One pool: the items with both labels, and how often the judge gave each label in all of it.

    ``rows`` are all items of the pool where they were read one by one, so that their clusters are known.
    """

    labelled: Items
    pool: Numbers
    rows: Items | None = None

    @property
    def own(self) -> bool:
        """Whether the labelled items are of this pool's system alone."""
        return not isinstance(self, Common)


class Common(Panel):
    """One pool of several beside labelled items of all systems."""


def panels(
    data: Any,
    judged: Any,
    *,
    human: Any,
    pool: Any,
    by: Any,
    cluster: Any,
    id: Any,
    labels: Any,
    reading: Mapping[str, Any] = MappingProxyType({}),
) -> dict[str, Panel]:
    """A panel for each system, or a single one without a name; ``reading``: how files are read, the pool's apart."""
    if id is not None:
        roles = [human, judged, *_listed_names(by), *([cluster] if cluster is not None else [])]
        data, pool, reading = _joined([(data, reading), (pool, {})], id, roles), None, {}
    read = _items(data, judged, reading, human=human, by=by, cluster=cluster, labels=labels)
    if labels is None:
        refuse_ids(read.labels, read.n, "human and judged")
    if pool is None:
        if isinstance(data, Counts):
            raise InputError(
                f"{arg('pool')} is missing: the judge's labels of all items, the human-labelled ones included"
            )
        return {
            name: Panel(each.judged(), np.bincount(each.rows[:, 1], each.items, minlength=len(each.labels)), each)
            for name, each in _apart(read).items()
        }
    tallies = _pools(pool, judged, by)
    found = tuple(dict.fromkeys([*read.labels, *in_order({label for each in tallies.values() for label in each})]))
    in_order(found)  # a mixture of texts and numbers is refused
    read = read.judged().aligned(found)
    counted = {name: np.array([each.get(label, 0) for label in found], float) for name, each in tallies.items()}
    return _matched(read, counted)


def _matched(read: Items, pools: Mapping[str, Numbers]) -> dict[str, Panel]:
    """Every pool with its own labelled items, or with all of them where their systems are not named."""
    if not read.by:
        kind = Panel if len(pools) == 1 else Common
        return {name: kind(read, each) for name, each in pools.items()}
    own = _apart(read)
    for name in own.keys() ^ pools.keys():
        place, other = ("by", "pool") if name in own else ("pool", "by")
        raise InputError(f"{place}= names the system {name!r}, which {other}= does not have; name the same systems")
    return {name: Panel(own[name], each) for name, each in pools.items()}


def _apart(read: Items) -> dict[str, Items]:
    if not read.by:
        return {TOGETHER: read}
    return {", ".join(map(str, group)): each for group, each in read.apart().items()}


def _items(data: Any, judged: Any, reading: Mapping[str, Any], **columns: Any) -> Items:
    """The items with both labels; an item without a human label is kept as unlabelled."""
    human = columns.pop("human")
    if isinstance(data, Counts):
        return _of_counts(data)
    if isinstance(data, Items):
        return data
    if judged is None:
        raise InputError(
            f"{arg('judged')} is missing: the judge's labels beside those of the human, or the name of their column"
        )
    found = columns_given("judge", data, judged, human, kind=Labelled, missing="unjudged", **columns)
    return distinct(*found, **reading)


def _of_counts(counts: Counts) -> Items:
    if counts.weighted or counts.n is None:
        raise InputError("the counts are weighted or shares; count the items a human has labelled one by one")
    if not counts.square:
        raise InputError(
            f"the counts have other labels for the human, {list(counts.labels)}, than for the judge, "
            f"{list(counts.labels_predicted)}; give both the same labels"
        )
    cells = np.indices(counts.table.shape).reshape(counts.table.ndim, -1)
    groups = {"by": counts.by, "group": cells[0], "groups": counts.groups} if counts.by else {}
    return Items.of(cells[-2], {"judged": cells[-1]}, counts.labels, items=counts.table.ravel(), **groups)


# --- the pool --------------------------------------------------------------------------------------------------------


def _pools(pool: Any, judged: Any, by: Any) -> dict[str, Tally]:
    """How often the judge gave each label, in each system where a mapping names them."""
    if isinstance(pool, Mapping) and not (isinstance(judged, str) and judged in pool):
        if not pool:
            raise InputError(f"{arg('pool')} is empty; give the judge's labels of all items")
        if all(isinstance(each, (int, np.integer)) for each in pool.values()):
            return {TOGETHER: {plain(label): int(each) for label, each in pool.items()}}
        return {str(name): _pools(each, None, None)[TOGETHER] for name, each in pool.items()}
    if isinstance(judged, str):
        return _from_table(pool, judged, _listed_names(by))
    return {TOGETHER: _listed(pool)}


def _listed_names(by: Any) -> list[str]:
    return [] if by is None else [by] if isinstance(by, str) else list(by)


def _listed(labels: Any) -> Tally:
    read = own_codes(column(labels, "pool"))
    if has(read, [None]).any():
        raise InputError(f"{read.where(None)} is missing; the judge must label every item of the pool")
    values, times = np.unique(read.codes, return_counts=True)
    names = values.tolist() if read.levels is None else [read.levels[code] for code in values]
    if not names:
        raise InputError(f"{arg('pool')} is empty; give the judge's labels of all items")
    return {plain(name): int(each) for name, each in zip(names, times.tolist(), strict=True)}


def _from_table(pool: Any, judged: str, by: list[str]) -> dict[str, Tally]:
    """The labels in the judge's column of a frame or of files, in each group."""
    names = [*by, judged]
    if are_paths(pool):
        from informed.readers.files.rows import rows_of
        from informed.readers.files.tables import Query

        paths = [pool] if isinstance(pool, (str, Path)) else pool
        found: Iterable[tuple[Any, ...]] = rows_of(paths, Query((judged,), tuple(by))).found.rows
    else:
        columns = lists_of(pool, names)
        rows, times = _distinct(list(zip(*columns, strict=True)))
        found = ((*row, each) for row, each in zip(rows, times, strict=True))
    tallies: dict[str, Tally] = {}
    for *group, label, times in (row[: len(names) + 1] for row in found):
        known = level_of(label)
        if known is None:
            raise InputError(f"pool: column {judged!r} has missing labels; the judge must label every item")
        tally = tallies.setdefault(", ".join(map(str, group)), {})
        tally[plain(known)] = tally.get(plain(known), 0) + int(times)
    return tallies


def _distinct(rows: list[tuple[Any, ...]]) -> tuple[list[tuple[Any, ...]], list[int]]:
    times: dict[tuple[Any, ...], int] = {}
    for row in rows:
        times[row] = times.get(row, 0) + 1
    return list(times), list(times.values())


# --- one row for each item, from tables that name the items -----------------------------------------------------------


def _names_in(data: Any, reading: Mapping[str, Any]) -> set[str]:
    if are_paths(data):
        from informed.readers.files.rows import columns_of

        return set(columns_of(data if isinstance(data, (str, Path)) else data[0], **reading))
    if (holder := holder_of(data)) is not None:
        return set(holder.names)
    from informed.readers.frames.frame import as_frame

    frame = as_frame(data)
    return set() if frame is None else set(frame.collect_schema().names())


def _joined(tables: list[tuple[Any, Mapping[str, Any]]], id: str, roles: list[Any]) -> dict[str, list[Any]]:
    """Columns with one entry for each item, found by its id in either table; what both say has to be the same."""
    if not all(isinstance(each, str) for each in (id, *roles)):
        raise InputError(f"{arg('id')} joins tables; give {arg('human')} and {arg('judged')} as names of columns")
    known: dict[Any, dict[str, Any]] = {}
    for table, reading in tables:
        if table is None:
            continue
        there = [name for name in roles if name in _names_in(table, reading)]
        for item, *values in zip(*lists_of(table, [id, *there], **reading), strict=True):
            row = known.setdefault(item, {})
            for name, value in zip(there, values, strict=True):
                if value is not None and row.setdefault(name, value) != value:
                    raise InputError(f"item {item!r} has two values of {name!r}: {row[name]!r} and {value!r}; keep one")
    if not known:
        raise InputError("there are no items; give tables with rows")
    return {name: [row.get(name) for row in known.values()] for name in roles}
