"""A graded run in print: verdict first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.core.words import interval, many, number, percent
from informed.writers.layout import bullets, columns, noted

if TYPE_CHECKING:
    from informed.questions.grade.compute import Grading


def grading(found: Grading, *, every: bool = False) -> str:
    """The run to read."""
    each = found.estimate
    rows = [
        ["measure", "value", f"{percent(each.level or 0)} interval"],
        [found.measure, number(each.value), interval(each)],
    ]
    parts = [f"How often right?  {many(found.items, 'item')}, graded", bullets(found.verdict), columns(rows)]
    notes = [*found.notes, *([each.note] if each.note else [])]
    return "\n\n".join([*parts, *noted(notes), found.signature]) + "\n"
