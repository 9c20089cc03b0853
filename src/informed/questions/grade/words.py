"""A graded run in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.words import coefficient, many, percent, within

if TYPE_CHECKING:
    from informed.questions.grade.compute import Grading


def grading(found: Grading) -> Iterator[str]:
    """What the grades say, and what they cannot say."""
    each = found.estimate
    of = many(found.items, "item") + (f", {found.answers:,} answers" if found.answers > found.items else "")
    if found.right_or_wrong:
        yield f"Accuracy {percent(each.value)} by the grades of {found.scorer!r}{within(each)}; {of}."
    else:
        yield f"Mean grade {coefficient(each.value)} by {found.scorer!r}{within(each)}; {of}."
    if found.guess is not None and found.right_or_wrong:
        yield f"Guessing blindly among the options is right {percent(found.guess)} of the time."
    yield f"Cannot tell whether it beats guessing: there are only grades ({found.reason})."
