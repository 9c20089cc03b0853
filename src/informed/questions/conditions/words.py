"""What conditions change, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.words import coefficient, number, p_is, within

if TYPE_CHECKING:
    from informed.questions.conditions.compute import Conditions, Contrast


def conditions(found: Conditions) -> Iterator[str]:
    """Every difference, and the fastest condition."""
    for each in found.contrasts:
        yield _contrast(each, found.level)
    if not found.contrasts:
        yield f"Only one condition: informedness {coefficient(found.conditions[0].informedness.value)}."
    best = max(found.conditions, key=lambda each: each.bits if each.per_minute is None else each.per_minute)
    if best.per_minute is not None:
        yield f"Most information: {best.name!r} with {number(best.per_minute, 2)} bits per minute."


def _contrast(each: Contrast, level: float) -> str:
    gap = f"{coefficient(each.difference.value)}{within(each.difference)}"
    if each.p >= 1 - level:
        return f"No significant difference of {each.second!r} from {each.first!r}: informedness {gap}, {p_is(each.p)}."
    word = "better" if each.difference.value > 0 else "worse"
    return f"{each.second!r} is {word} than {each.first!r}: informedness differs by {gap}, {p_is(each.p)}."
