"""Which of several systems is better, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from informed.questions.compare.result import Comparison

from informed.core.differences import Scale, told

MOST_REVERSALS = 10


def comparison(comparison: Comparison) -> Iterator[str]:
    """Who is better than the baseline, and which measures would turn the order around."""
    lead, baseline = comparison.leading, comparison.systems[0]
    for each in comparison.differences:
        if each.measure == lead and each.second == baseline:
            yield told(each, Scale.of(lead), comparison.level, comparison.margin)
    for first, second, names in comparison.reversals[:MOST_REVERSALS]:
        yield f"Reversal: {', '.join(names)} would put {first!r} and {second!r} in the opposite order to informedness."
