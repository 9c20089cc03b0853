"""What a hierarchy of labels is worth, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.words import coefficient, count, number, rate, within

if TYPE_CHECKING:
    from informed.questions.hierarchy.compute import Hierarchy


def hierarchy(found: Hierarchy) -> Iterator[str]:
    """From the top to the whole labels, partial credit, and near misses."""
    first, last = found.levels[0], found.levels[-1]
    name = next(iter(first.measures))
    top, leaf = (f"{coefficient(each.value)}{within(each)}" for each in (first.measures[name], last.measures[name]))
    yield f"Level 1: {name} {top}; whole labels: {leaf}."
    chance = found.credit.chance
    beyond = "" if chance is None else f"; guessing gets {number(chance)}"
    yield f"With credit for shared steps an item scores {number(found.credit.value)} on average{beyond}."
    if found.near is not None:
        usual = "" if found.near_by_chance is None else f"; guessing gives {rate(found.near_by_chance)}"
        yield f"Near misses: of {count(found.errors)} wrong labels {rate(found.near)} have the right parent{usual}."
    else:
        yield "There are no errors."
