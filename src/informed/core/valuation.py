"""All measures of a table at once, sharing the work they have in common."""

from collections.abc import Iterable

import numpy as np

from informed.core.registry import Measure, catalogue
from informed.core.sharing import Sharing
from informed.core.table import Array, as_table, bare, blocks

Values = dict[str, Array]


def values(table: Array, measures: Iterable[Measure] | None = None, *, undefined: str = "limit") -> Values:
    """The value of every measure of tables as a whole, or of the measures given, by name.

    Those that need a parameter or have no meaning for tables of this shape are left out.
    """
    pieces, shape = blocks(table), bare(table).shape
    wanted = [each for each in catalogue() if each.kind == "table"] if measures is None else measures
    fitting = [each for each in wanted if each.ready and each.applies(*shape[-2:])]
    if len(pieces) == 1:
        return dict(_settled(pieces[0], fitting, undefined))
    # One array for the values of all blocks, which the system provides in large pages.
    room, start = np.empty((len(fitting), sum(map(len, pieces)))), 0
    for piece in pieces:
        for row, (_, value) in zip(room, _settled(piece, fitting, undefined), strict=True):
            row[start : start + len(piece)] = value
        start += len(piece)
    return dict(zip([each.text for each in fitting], room.reshape(-1, *shape[:-2]), strict=True))


def _settled(table: Array, measures: Iterable[Measure], undefined: str) -> Iterable[tuple[str, Array]]:
    table = as_table(table)
    with Sharing():
        for each in measures:
            yield each.text, each.settle(table, each.raw(table), undefined)
