"""A graded run in print: verdict first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.core.words import ci, interval, many, number
from informed.writers.layout import columns, noted, screen, sentences

if TYPE_CHECKING:
    from informed.questions.grade.compute import Grading


def grading(found: Grading, *, every: bool = False) -> str:
    """The run to read."""
    each = found.estimate
    rows = [
        ["measure", "value", ci(each.level)],
        [found.measure, number(each.value), interval(each)],
    ]
    parts = [f"How often right?   {many(found.items, 'item')}, graded", sentences(found.verdict), columns(rows)]
    notes = [*found.notes, *([each.note] if each.note else [])]
    return screen([*parts, *noted(notes)], found.signature, every)
