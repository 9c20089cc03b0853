"""Conditions in print."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.grid import Grid
from informed.core.words import ci, count, interval, number
from informed.writers.layout import seen

if TYPE_CHECKING:
    from informed.questions.conditions.compute import Conditions


def conditions(found: Conditions, every: bool) -> Iterator[Grid]:
    """The sentences, and one line per condition."""
    timed = any(each.per_minute is not None for each in found.conditions)
    rows = [["condition", "subjects", "items", "informedness", ci(found.level), "bits/item"]]
    rows[0] += ["bits/minute"] if timed else []
    for each in found.conditions:
        sizes = [count(each.subjects), count(each.items)]
        numbers = [number(each.informedness.value), interval(each.informedness), number(each.bits)]
        rows.append([seen(each.name), *sizes, *numbers, *([number(each.per_minute, 2)] if timed else [])])
    legend = "informedness, bits: means over subjects; differences are taken within subjects (paired t)"
    yield Grid("Conditions", rows, spared=1, legend=legend)
