"""Plans in print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.core.words import count, number
from informed.writers.layout import columns, sentences
from informed.writers.text import last, screen

if TYPE_CHECKING:
    from informed.questions.plan.compute import Plan


MOST_CLASSES = 12  # a wider table is left to the JSON


def plan(found: Plan, *, every: bool = False) -> str:
    """The plan to read."""
    if found.aim == "informedness":
        two = "" if found.difference is None else ", two systems on the same items"
        what, shown = f"{len(found.table)} classes{two}", _table(expected(found))
    else:
        rows = [["judge said", "human labels", "you have", "more"]]
        for label, n in found.allocation.items():
            rows.append([str(label), count(n), count(found.assumed["labelled"][label]), count(found.more[label])])
        what, shown = f"for {found.aim}", columns(rows) if found.allocation else ""
    return screen([f"How many items?   {what}", sentences(found.verdict), shown], last(found, every), every)


def expected(found: Plan) -> list[list[str]]:
    """The table that so many items should give, where it can be shown."""
    names = [str(place) for place in range(1, len(found.table) + 1)]
    if not names or len(names) > MOST_CLASSES:
        return []
    rows = [["actual", *names, "all"]]
    for name, shares in zip(names, found.table, strict=True):
        rows.append([name, *(_items(found.n * share) for share in (*shares, sum(shares)))])
    return rows


def _table(rows: list[list[str]]) -> str:
    if not rows:
        return ""
    start = " " * (max(len(row[0]) for row in rows) + 4)
    return f"Items to expect in each cell\n{start}predicted\n{columns(rows)}"


def _items(expected: float) -> str:
    return count(round(expected)) if expected >= 10 else number(expected, 1)
