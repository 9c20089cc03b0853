"""A history in print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.core.door import door
from informed.core.words import ci, interval, number
from informed.writers.layout import columns, cut, sentences
from informed.writers.text import last, screen

if TYPE_CHECKING:
    from informed.questions.history.compute import History

MOST = 12


def history(found: History, *, every: bool = False) -> str:
    """The sentences, and a line for each of the newest runs."""
    left = 0 if every else max(len(found.points) - MOST, 0)
    table = columns(listed(found, left), left=3) + (
        f"\n  ... and {left:,} earlier runs: {door().every}" if left else ""
    )
    head = f"What did we measure?   task {found.task}, {len(found.points):,} runs"
    return screen([head, sentences(found.verdict), table], last(found, every), every)


def listed(found: History, left: int) -> list[list[str]]:
    """A row for each run but the first so many, under their names."""
    begun = {each.point.run for each in found.changes}
    rows = [["time (UTC)", "system", "version", "items", found.measure, ci(found.level), ""]]
    for each in found.points[left:]:
        size = "" if each.n is None else f"{each.n:,}"
        level = each.estimate.level or found.level
        other = "" if level == found.level else f" ({ci(level)})"
        numbers = [size, number(each.estimate.value), interval(each.estimate) + other]
        mark = "changed" if each.run in begun else ""
        version = cut(each.version) if each.version else ""
        rows.append([f"{each.time:%Y-%m-%d %H:%M}", cut(each.system), version, *numbers, mark])
    return rows
