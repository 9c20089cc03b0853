"""Graded runs in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.differences import Scale, across
from informed.core.door import call
from informed.core.words import coefficient, many, p_is, percent, within

if TYPE_CHECKING:
    from informed.questions.grade.compute import Grading
    from informed.questions.grade.pairs import GradeComparison, GradeDifference

JUDGES = ("judge", "model_graded", "llm", "rubric", "correctness", "faithfulness", "relevance")
MOST = 3  # differences in sentences


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
    if found.answers > found.items:
        yield f"{call('repeats')} says how steady the answers are, and whether more items or more repeats would help."
    yield from _judged(found.scorer)


def _judged(scorer: str) -> Iterator[str]:
    """A language model that grades is a judge, and errs."""
    if any(word in scorer.lower() for word in JUDGES):
        yield f"{scorer!r} looks like a language model that grades; {call('judge')} corrects the rate for its mistakes."


def grade_comparison(found: GradeComparison) -> Iterator[str]:
    """Who is better, pair by pair; of many pairs those with the first system."""
    shown = found.differences
    if len(shown) > MOST:
        first = next(iter(found.values))
        shown = tuple(each for each in shown if first in (each.first, each.second))[:MOST]
    for each in shown:
        yield _between(each, found)
        if found.groups:
            own = {", ".join(map(str, part.group or ())): part for part in found.groups}
            groups = {name: part.difference(each.first, each.second) for name, part in own.items()}
            yield across(found.by, groups, each, Scale(), found.level)
    yield from _judged(found.scorer)


def _between(each: GradeDifference, found: GradeComparison) -> str:
    what = "accuracy" if found.right_or_wrong else "mean grade"
    first, second, value = repr(each.first), repr(each.second), each.estimate.value
    told = f"{what} {value:+.2f}{within(each.estimate)}, {p_is(each.p_adjusted)}."
    if each.p_adjusted is None or each.p_adjusted >= 1 - found.level:
        return f"No significant difference between {first} and {second}: {told}"
    return f"{first} is {'better' if value > 0 else 'worse'} than {second}: {told}"
