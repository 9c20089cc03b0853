"""All measures of a table at once, sharing the work they have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from informed.core.registry import Measure, catalogue
from informed.core.sharing import Sharing
from informed.core.table import Array, as_table, bare, blocks

Values = dict[str, Array]


def values(table: Array, measures: Iterable[Measure] | None = None, *, undefined: str = "limit") -> Values:
    """The value of every measure of tables as a whole, or of the measures given, by name.

    Those that need a parameter or have no meaning for tables of this shape are left out.
    """
    wanted = [each for each in catalogue() if each.kind == "table"] if measures is None else list(measures)
    return _over_blocks(lambda block: _together(as_table(block), wanted, undefined), table)


def _together(table: Array, measures: list[Measure], undefined: str) -> Values:
    fitting = [each for each in measures if each.ready and each.applies(*table.shape[-2:])]
    with Sharing():
        return {each.text: each.settle(table, each.raw(table), undefined) for each in fitting}


def _over_blocks(work: Callable[[Array], Values], table: Array) -> Values:
    """The values of one block after another, each put in its place at once.

    The blocks share their memory, and the values have one array for all, which the system provides in large pages.
    """
    pieces = blocks(table)
    first = work(pieces[0])
    if len(pieces) == 1:
        return first
    shape = next(iter(first.values())).shape[1:]
    room = np.empty((len(first), sum(map(len, pieces)), *shape))
    start = 0
    for piece in pieces:
        for whole, value in zip(room, (work(piece) if start else first).values(), strict=True):
            whole[start : start + len(piece)] = value
        start += len(piece)
    return dict(zip(first, room.reshape(len(first), *bare(table).shape[:-2], *shape), strict=True))
