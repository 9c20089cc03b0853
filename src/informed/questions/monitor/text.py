"""A monitor in print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.core.words import ci, interval, number
from informed.writers.layout import columns, sentences

if TYPE_CHECKING:
    from informed.questions.monitor.compute import Monitor


def monitor(found: Monitor) -> str:
    """The looks to read."""
    rows = [["look", "items", "informedness", ci(found.level)]]
    for place, (size, each) in enumerate(zip(found.sizes, found.looks, strict=True), 1):
        rows.append([str(place), f"{size:,}", number(each.value), interval(each)])
    parts = ["Informed so far?", sentences(found.verdict), *([columns(rows)] if found.looks else []), found.signature]
    return "\n\n".join(parts) + "\n"
