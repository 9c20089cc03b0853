"""All measures of a table at once, sharing the work they have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache

import numpy as np

from informed.core.registry import Measure, catalogue
from informed.core.sharing import Sharing
from informed.core.straight import Function, on_arrays, on_cells, recordable
from informed.core.table import Array, as_table, bare, blocks

Values = dict[str, Array]

PATIENCE = 24  # how often measures are asked for before they are worth writing as straight-line code
UNROLLED = 9  # cells of a table: with more it is quicker as an array (and NumPy adds 8 numbers in another order)
LOOPED = 12  # tables of a batch: with more it is quicker as an array


def values(table: Array, measures: Iterable[Measure] | None = None, *, undefined: str = "limit") -> Values:
    """The value of every measure of tables as a whole, or of the measures given, by name.

    Those that need a parameter or have no meaning for tables of this shape are left out.
    """
    wanted = tuple(catalogue() if measures is None else measures)
    pieces = blocks(table)
    first = as_table(pieces[0])
    together = _together(wanted, *first.shape[-2:], whole=measures is None)
    with Sharing():
        if not isinstance(first, np.ndarray):
            return {each.text: each.settle(first, each.raw(first), undefined) for each in together.measures}
        if len(pieces) == 1:
            return dict(zip(together.names, together.of(first, undefined), strict=True))
        # One array for the values of all blocks, which the system provides in large pages.
        room, start = np.empty((len(together.names), sum(map(len, pieces)))), 0
        for piece in pieces:
            room[:, start : start + len(piece)] = together.of(as_table(piece), undefined)
            start += len(piece)
    return dict(zip(together.names, room.reshape(-1, *bare(table).shape[:-2]), strict=True))


@lru_cache(maxsize=64)
def _together(measures: tuple[Measure, ...], rows: int, columns: int, *, whole: bool) -> Together:
    fitting = [each for each in measures if each.ready and each.applies(rows, columns)]
    return Together([each for each in fitting if each.kind == "table" or not whole], rows, columns)


class Together:
    """Measures of A x P tables that are computed together; asked for often, as straight-line code."""

    def __init__(self, measures: list[Measure], rows: int, columns: int) -> None:
        self.measures = measures
        self.names = [each.text for each in measures]
        self.shape = rows, columns
        self.uses = 0

    def of(self, table: Array, undefined: str) -> Array:
        """The values of all measures, a row each, with 0/0 treated as asked."""
        self.uses += 1
        found = self._straight(table) if self.uses > PATIENCE else self._rows(table, {})
        if undefined != "nan" and np.isnan(found).any():
            for place, each in enumerate(self.measures):
                found[place] = each.settle(table, found[place], undefined)
        return found

    def _straight(self, table: Array) -> Array:
        rows, columns = self.shape
        if rows * columns <= UNROLLED and table.size <= LOOPED * rows * columns:
            numbers = [self._cells(*each) for each in table.reshape(-1, rows * columns).tolist()]
            found = np.array(numbers).T.reshape(-1, *table.shape[:-2])
            if len(found) == len(self.measures):
                return found
        else:
            found = (self._array if table.ndim == 2 else self._batch)(table)
        return self._rows(table, dict(zip(self._recorded, found, strict=True)))

    def _rows(self, table: Array, known: Mapping[int, Array]) -> Array:
        """The known values and those of the other measures."""
        found = np.empty((len(self.measures), *table.shape[:-2]))
        for place, each in enumerate(self.measures):
            found[place] = known[place] if place in known else each.raw(table)
        return found

    @cached_property
    def _recorded(self) -> list[int]:
        return [place for place, each in enumerate(self.measures) if recordable(each.raw, *self.shape)]

    @property
    def _functions(self) -> list[Function]:
        return [self.measures[place].raw for place in self._recorded]

    @cached_property
    def _cells(self) -> Callable[..., tuple[float, ...]]:
        return on_cells(self._functions, *self.shape)

    @cached_property
    def _array(self) -> Callable[[Array], Array]:
        return on_arrays(self._functions, *self.shape, batch=False)

    @cached_property
    def _batch(self) -> Callable[[Array], Array]:
        return on_arrays(self._functions, *self.shape, batch=True)
