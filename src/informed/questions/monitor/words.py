"""What the looks so far show, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.words import coefficient, percent

if TYPE_CHECKING:
    from informed.questions.monitor.compute import Monitor


def monitor(found: Monitor) -> Iterator[str]:
    """What is known after the last look."""
    if not found.looks:
        yield "Cannot tell: there are no items yet."
        return
    now, times = found.now, f"{len(found.looks):,} look{'s' if len(found.looks) > 1 else ''}"
    low, high = now.low or 0.0, now.high or 0.0
    value = f"informedness {coefficient(now.value)} after {times} at {found.sizes[-1]:,} items"
    ends = f"anytime-valid {percent(found.level)} CI {coefficient(low)} to {coefficient(high)}"
    if now.note:
        yield f"Changed: {now.note} ({value}; {ends})."
    elif low > 0:
        yield f"Better than guessing: {value} ({ends})."
    elif high < 0:
        yield f"Worse than guessing: {value} ({ends})."
    else:
        yield f"No evidence that it beats guessing so far: {value} ({ends})."
