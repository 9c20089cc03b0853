"""A leaderboard in print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.core.words import ci, interval, number, p_cell
from informed.writers.layout import columns, cut, screen, sentences

if TYPE_CHECKING:
    from informed.questions.leaderboard.compute import Leaderboard

MOST, MOST_GROUPS = 12, 4


def leaderboard(found: Leaderboard, *, every: bool = False) -> str:
    """The sentences, a line for each system, and a column for each group."""
    shown = found.standings if every else found.standings[:MOST]
    rows = [["rank", "system", "runs", "items", found.measure, ci(found.level), "p vs. first"]]
    for each in shown:
        size = "" if each.n is None else f"{each.n:,}"
        p = "" if each.p is None else p_cell(each.p) + (" paired" if each.paired else "")
        numbers = [number(each.estimate.value), interval(each.estimate), p]
        rows.append([str(each.rank), cut(each.system), str(each.runs), size, *numbers])
    left = len(found.standings) - len(shown)
    table = columns(rows, left=2) + (f"\n  ... and {left:,} more systems: --all" if left else "")
    head = f"Which system is best?   task {found.task}, {len(found.standings)} systems"
    parts = [head, sentences(found.verdict), table]
    if found.groups:
        parts.append(_groups(found, every))
    return screen(parts, found.signature, every)


def _groups(found: Leaderboard, every: bool) -> str:
    names = list(found.groups)[: None if every else MOST_GROUPS]
    rows = [[f"{found.measure} by {found.by}", *map(cut, names)]]
    for each in found.standings if every else found.standings[:MOST]:
        cells = [found.groups[name].get(each.system) for name in names]
        rows.append([cut(each.system), *("" if cell is None else number(cell.value) for cell in cells)])
    left = len(found.groups) - len(names)
    return columns(rows) + (f"\n  ... and {left:,} more groups: --all" if left else "")
