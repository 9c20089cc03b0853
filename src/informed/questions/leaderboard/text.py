"""A leaderboard in print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.core.door import door
from informed.core.words import ci, interval, number, p_cell
from informed.writers.layout import columns, cut, sentences
from informed.writers.text import last, screen

if TYPE_CHECKING:
    from informed.questions.leaderboard.compute import Leaderboard

MOST, MOST_GROUPS = 12, 4


def leaderboard(found: Leaderboard, *, every: bool = False) -> str:
    """The sentences, a line for each system, and a column for each group."""
    shown = len(found.standings) if every else MOST
    left = max(len(found.standings) - shown, 0)
    table = columns(listed(found, shown), left=2) + (
        f"\n  ... and {left:,} more systems: {door().every}" if left else ""
    )
    head = f"Which system is best?   task {found.task}, {len(found.standings)} systems"
    parts = [head, sentences(found.verdict), table]
    if found.groups:
        more = 0 if every else max(len(found.groups) - MOST_GROUPS, 0)
        groups = columns(by_group(found, shown, len(found.groups) - more))
        parts.append(groups + (f"\n  ... and {more:,} more groups: {door().every}" if more else ""))
    return screen(parts, last(found, every), every)


def listed(found: Leaderboard, shown: int) -> list[list[str]]:
    """A row for each of the first so many systems, under their names."""
    rows = [["rank", "system", "runs", "items", found.measure, ci(found.level), "p vs. first"]]
    for each in found.standings[:shown]:
        size = "" if each.n is None else f"{each.n:,}"
        p = "" if each.p is None else p_cell(each.p) + (" paired" if each.paired else "")
        numbers = [number(each.estimate.value), interval(each.estimate), p]
        rows.append([str(each.rank), cut(each.system), str(each.runs), size, *numbers])
    return rows


def by_group(found: Leaderboard, shown: int, groups: int) -> list[list[str]]:
    """A row for each of the first so many systems, and a column for each of the first so many groups."""
    names = list(found.groups)[:groups]
    rows = [[f"{found.measure} by {found.by}", *map(cut, names)]]
    for each in found.standings[:shown]:
        cells = [found.groups[name].get(each.system) for name in names]
        rows.append([cut(each.system), *("" if cell is None else number(cell.value) for cell in cells)])
    return rows
