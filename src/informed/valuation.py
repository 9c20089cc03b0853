"""All measures of a table at once, sharing the work they have in common."""

from __future__ import annotations

from collections.abc import Iterable

from informed.registry import Measure, catalogue
from informed.sharing import Sharing
from informed.table import Array, as_table, blocks, one_vs_rest, rejoined


def values(table: Array, measures: Iterable[Measure] | None = None, *, undefined: str = "limit") -> dict[str, Array]:
    """The value of every measure of tables as a whole, or of the measures given, by name.

    Those that need a parameter or have no meaning for tables of this shape are left out.
    """
    wanted = [each for each in catalogue() if each.kind == "table"] if measures is None else list(measures)
    return _joined([_together(as_table(block), wanted, undefined) for block in blocks(table)], table)


def label_values(table: Array, *, undefined: str = "limit") -> dict[str, Array]:
    """The value of every measure of one label against the rest, by name; the labels are the last axis."""
    wanted = [each for each in catalogue() if each.labelwise]
    return _joined([_together(as_table(one_vs_rest(block)), wanted, undefined) for block in blocks(table)], table)


def _together(table: Array, measures: list[Measure], undefined: str) -> dict[str, Array]:
    fitting = [each for each in measures if each.ready and each.applies(*table.shape[-2:])]
    with Sharing():
        return {str(each): each.settle(table, each.raw(table), undefined) for each in fitting}


def _joined(parts: list[dict[str, Array]], table: Array) -> dict[str, Array]:
    return {name: rejoined([part[name] for part in parts], table) for name in parts[0]}
