"""Any answer on the screen: the question, the sentences, the tables, the notes, and what can be done next."""

from collections.abc import Iterable
from itertools import product
from typing import Any

from informed.core.errors import door
from informed.core.result import Grid
from informed.writers.layout import columns, fitted, following, noted, remarks, sentences

MOST = 6  # sentences of the default screen
LINES = 24
FEWEST = (3, 1, 0)  # rows that a table keeps: if that is enough, else


def text(result: Any, *, every: bool = False) -> str:
    """What the answer says of itself, one part below the other."""
    told = result.verdict
    if (more := len(told) - MOST) > 0 and not every:
        told = (*told[:MOST], f"... and {more:,} more: {door().every}")
    head = "   ".join(filter(None, result.head()))
    parts = [part for part in result.grids(every) if isinstance(part, str) or part.on != "page"]
    notes = noted(result.remarks(every)) if every else [remarks(result.remarks(every))]
    further = following(result.steps()) if door().goes_on else ""
    last = ("\n\n", result.signature) if every else ("\n", door().actions())
    ending = last[0].join(filter(None, (further, last[1])))
    return screen([head if every else fitted(head), sentences(told), *parts, *notes], ending, every)


def inside(result: Any) -> str:
    """An answer as a part of another one: its head, its sentences and its tables."""
    head = "   ".join(filter(None, result.head()))
    parts = [part if isinstance(part, str) else lined(part, True) for part in result.grids(True)]
    return "\n\n".join([head, sentences(result.verdict), *filter(None, parts)])


def screen(parts: Iterable[str | Grid], last: str, every: bool) -> str:
    """The parts of a screen below one another; the ``last`` one never gives way."""
    given = list(parts)
    shown = [part if isinstance(part, str) else lined(part, every) for part in given] + [last]
    spared = {place: part for place, part in enumerate(given) if isinstance(part, Grid) and part.spared}
    order = sorted(spared, key=lambda place: spared[place].spared)
    for place, least in () if every else product(order, FEWEST):
        over = len("\n\n".join(filter(None, shown)).splitlines()) - LINES
        lines, beside = len(shown[place].splitlines()), 2 + bool(spared[place].legend)  # its head, and what is left out
        if over > 0 and (kept := max(lines - over - beside, least)) + beside < lines:
            shown[place] = lined(spared[place], every, kept)
    return "\n\n".join(filter(None, shown)) + "\n"


def lined(grid: Grid, every: bool, most: int | None = None) -> str:
    """Its lines on a screen, of ``most`` rows where there is no room for more; nothing where it has no rows."""
    head, *rows = grid.rows
    room = len(rows) if every or grid.most is None else grid.most
    few = room if most is None else min(most, room)
    left = max(len(rows) - few, 0)
    if not rows or few == 0:
        return ""
    shown = columns([head, *(rows[left:] if grid.newest else rows[:few]), *grid.foot], grid.left)
    told = f"... and {left:,} {grid.others}" if most is None else f"... {left:,} more"
    more = f"\n  {told}: {door().every}" if left else ""
    title = f"{grid.title}\n" if grid.named else ""
    return title + shown + more + (f"\n  {grid.legend}" if grid.legend else "")
