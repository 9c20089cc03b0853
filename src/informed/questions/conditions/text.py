"""Conditions in print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.core.door import door
from informed.core.words import ci, count, interval, number
from informed.writers.layout import columns, screen, seen, sentences, wrapped

if TYPE_CHECKING:
    from informed.questions.conditions.compute import Conditions


MOST = 6  # sentences of the default screen


def conditions(found: Conditions, *, every: bool = False) -> str:
    """The sentences, and one line per condition."""
    timed = any(each.per_minute is not None for each in found.conditions)
    rows = [["condition", "subjects", "items", "informedness", ci(found.level), "bits/item"]]
    rows[0] += ["bits/minute"] if timed else []
    for each in found.conditions:
        sizes = [count(each.subjects), count(each.items)]
        numbers = [number(each.informedness.value), interval(each.informedness), number(each.bits)]
        rows.append([seen(each.name), *sizes, *numbers, *([number(each.per_minute, 2)] if timed else [])])
    head = f"Do conditions differ?   {len(found.subjects)} subjects, {len(found.conditions)} conditions"
    legend = "informedness, bits: means over subjects; differences are taken within subjects (paired t)"
    more = len(found.verdict) - MOST
    told = found.verdict if every or more <= 0 else (*found.verdict[:MOST], f"... and {more:,} more: {door().every}")
    return screen([head, sentences(told), columns(rows), wrapped(legend)], found.signature, every, spare=(2,))
