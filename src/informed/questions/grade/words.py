"""A graded run in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.words import many, number, percent, within

if TYPE_CHECKING:
    from informed.questions.grade.compute import Grading


def grading(found: Grading) -> Iterator[str]:
    """What the grades say, and what they cannot say."""
    each = found.estimate
    of = many(found.items, "item") + (f", {found.answers:,} answers" if found.answers > found.items else "")
    if found.right_or_wrong:
        yield f"Accuracy {percent(each.value)} by the grades of {found.scorer!r}{within(each)}; {of}."
    else:
        ends = (
            ""
            if each.low is None
            else f" ({percent(each.level or 0)} interval {number(each.low)} to {number(each.high)})"
        )
        yield f"Mean grade {number(each.value)} by {found.scorer!r}{ends}; {of}."
    if found.guess is not None and found.right_or_wrong:
        yield f"A blind guess among the options is right {percent(found.guess)} of the time."
    yield f"Informed or guessing cannot be told from grades: {found.reason}."
