"""A hierarchy of labels in print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.core.words import count, interval, number, percent
from informed.writers.layout import columns, noted, sentences
from informed.writers.text import last, screen

if TYPE_CHECKING:
    from informed.questions.hierarchy.compute import Hierarchy


def hierarchy(found: Hierarchy, *, every: bool = False) -> str:
    """The sentences, one line per level, and what steps are worth."""
    size = "shares" if found.n is None else f"{count(found.n)} items"
    levels, names = found.levels, list(found.levels[0].measures)
    given = any(level.given_parent is not None for level in levels)
    rows = [["level", "labels", names[0], "", *names[1:], *(["given parent"] if given else [])]]
    for level in levels:
        first, *rest = level.measures.values()
        inside = ["-" if level.given_parent is None else percent(level.given_parent)] if given else []
        numbers = [number(first.value), interval(first), *(number(each.value) for each in rest)]
        rows.append([str(level.depth), count(level.labels), *numbers, *inside])
    steps = {"credit": found.credit.value, "by chance": found.credit.chance, "beyond chance": found.corrected}
    steps |= {"precision of steps": found.precision, "recall of steps": found.recall, "F of steps": found.f_measure}
    credit = [[name, number(value)] for name, value in steps.items() if value is not None]
    notes = {each.note for level in levels for each in level.measures.values() if each.note}
    parts = [
        f"Which level is right?   {size}, {len(levels)} levels, steps separated by {found.separator}",
        sentences(found.verdict),
        columns(rows),
        columns([["steps", "value"], *credit]),
        *noted(sorted(notes)),
    ]
    return screen(parts, last(found, every), every)
