"""What conditions change, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.words import coefficient, number, p_is, within

if TYPE_CHECKING:
    from informed.questions.conditions.compute import Conditions, Contrast, Overall


def conditions(found: Conditions) -> Iterator[str]:
    """Whether any condition differs, every difference, and the fastest condition."""
    if found.overall is not None:
        yield _overall(found.overall, len(found.conditions), found.level)
    for each in found.contrasts:
        yield _contrast(each, found.level)
    if not found.contrasts:
        yield f"Only one condition: informedness {coefficient(found.conditions[0].informedness.value)}."
    best = max(found.conditions, key=lambda each: each.bits if each.per_minute is None else each.per_minute)
    if best.per_minute is not None:
        yield f"Most information on these items: {best.name!r} with {number(best.per_minute, 2)} bits per minute."


def _overall(test: Overall, conditions: int, level: float) -> str:
    said = f"F({number(test.df[0], 1)}, {number(test.df[1], 1)}) = {number(test.f, 2)}, {p_is(test.p)}"
    how = f"{said} (repeated measures, Greenhouse-Geisser, {test.subjects} subjects)"
    if test.p < 1 - level:
        return f"The {conditions} conditions differ: {how}."
    return f"No significant difference between the {conditions} conditions: {how}."


def _contrast(each: Contrast, level: float) -> str:
    if each.difference.low is None:
        gap = coefficient(each.difference.value)
        return (
            f"Cannot tell {each.second!r} from {each.first!r}: informedness differs by {gap}; {each.difference.note}."
        )
    gap = f"{coefficient(each.difference.value)}{within(each.difference)}"
    if each.p >= 1 - level:
        apart = each.difference.low > 0 or (each.difference.high or 0.0) < 0
        since = ", since all conditions together do not differ" if apart else ""
        return (
            f"No significant difference of {each.second!r} from {each.first!r}{since}: informedness {gap}, "
            f"{p_is(each.p)}."
        )
    word = "better" if each.difference.value > 0 else "worse"
    return f"{each.second!r} is {word} than {each.first!r}: informedness differs by {gap}, {p_is(each.p)}."
