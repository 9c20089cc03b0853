"""A monitor in print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.core.door import door
from informed.core.words import ci, interval, number
from informed.writers.layout import columns, sentences
from informed.writers.text import last, screen

if TYPE_CHECKING:
    from informed.questions.monitor.compute import Monitor


MOST = 12


def monitor(found: Monitor, *, every: bool = False) -> str:
    """The looks to read."""
    rows = [["look", "items", "informedness", ci(found.level)]]
    for place, (size, each) in enumerate(zip(found.sizes, found.looks, strict=True), 1):
        rows.append([str(place), f"{size:,}", number(each.value), interval(each)])
    left = 0 if every else max(len(found.looks) - MOST, 0)
    looks = columns([rows[0], *rows[1 + left :]]) + (
        f"\n  ... and {left:,} earlier looks: {door().every}" if left else ""
    )
    return screen(
        ["Informed so far?", sentences(found.verdict), looks if found.looks else ""], last(found, every), every
    )
