"""What the looks so far show, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.words import percent

if TYPE_CHECKING:
    from informed.questions.monitor.compute import Monitor


def monitor(found: Monitor) -> Iterator[str]:
    """What is known after the last look."""
    if not found.looks:
        yield "Nothing has been looked at yet."
        return
    now, times = found.now, f"{len(found.looks):,} look{'s' if len(found.looks) > 1 else ''}"
    low, high = now.low or 0.0, now.high or 0.0
    value = f"informedness {percent(now.value)} after {times} at {found.sizes[-1]:,} items"
    ends = f"{percent(found.level)} limits that hold at every look: {percent(low)} to {percent(high)}"
    if now.note:
        yield f"Changed: {now.note} ({value}; {ends})."
    elif low > 0:
        yield f"Informed: {value} ({ends})."
    elif high < 0:
        yield f"Worse than guessing: {value} ({ends})."
    else:
        yield f"Not shown to be informed so far: {value} ({ends})."
