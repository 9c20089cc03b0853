"""Totals beside a table: rows and columns that hold the sums of the others are no classes."""

import re
from collections.abc import Sequence
from math import isclose
from typing import NamedTuple

NAMED = re.compile(r"(grand |row |column )?(totals?|all|sums?|margins?)", re.IGNORECASE)


class Cells(NamedTuple):
    """A table as it was read: the names of its rows and columns, where it has any, and its numbers."""

    side: tuple[str, ...]
    head: tuple[str, ...]
    body: list[list[float]]


def without_margins(found: Cells) -> tuple[Cells, list[str]]:
    """The table without a last row and a last column of sums, and a note of what was left out.

    One of them alone must be named as a sum; without names both must be there.
    """
    row, column = _sums(found.body), _sums(list(zip(*found.body, strict=True)))
    small = len(found.body) < 3 or len(found.body[0]) < 3
    bare = row and column and not small and not found.side and not found.head
    if bare:
        rest = Cells((), (), [line[:-1] for line in found.body[:-1]])
        return rest, ["the last row and the last column hold sums and are left out"]
    side, head, body = found
    notes = []
    if row and side and NAMED.fullmatch(side[-1]):
        notes.append(f"the row {side[-1]!r} holds sums and is left out")
        side, body = side[:-1], body[:-1]
    if column and head and NAMED.fullmatch(head[-1]):
        notes.append(f"the column {head[-1]!r} holds sums and is left out")
        head, body = head[:-1], [line[:-1] for line in body]
    return Cells(side, head, body), notes


def _sums(lines: Sequence[Sequence[float]]) -> bool:
    """Whether the last line holds the sums of those before it."""
    *rest, last = lines
    return len(rest) > 1 and all(
        isclose(end, sum(each), rel_tol=1e-9) for end, each in zip(last, zip(*rest, strict=True), strict=True)
    )
