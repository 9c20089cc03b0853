"""Who leads, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.words import coefficient, many, named, p_is, within

if TYPE_CHECKING:
    from informed.questions.leaderboard.compute import Leaderboard


def leaderboard(found: Leaderboard) -> Iterator[str]:
    """The first, who is tied with it, and what turns round in a group."""
    first, *others = found.standings
    value = f"{found.measure} {coefficient(first.estimate.value)}{within(first.estimate)}"
    tied = [each.system for each in others if each.p is not None and each.p > 1 - found.level]
    if not others:
        yield f"Only one system: {first.system!r} has {value}."
    elif tied:
        yield f"No single best: {first.system!r} has {value}, no significant difference from {named(tied)}."
    else:
        p = max(each.p or 0.0 for each in others)
        yield f"Best: {first.system!r} has {value}, shown to be better than every other (largest {p_is(p)})."
    for why in dict.fromkeys(each.apart for each in others if each.apart):
        systems = named([each.system for each in others if each.apart == why])
        yield f"Not paired: {systems} and {first.system!r} are compared as independent samples, because {why}."
    for part in dict.fromkeys(each.part for each in others if each.part):
        systems = named([each.system for each in others if each.part == part])
        yield f"In part: {systems} and {first.system!r} share items ({part})."
    for each in found.standings:
        if each.distinct is not None and each.n is not None and each.distinct < each.n:
            told = f"the {each.n:,} answers of {each.system!r} are to {many(each.distinct, 'item')}"
            yield f"Items repeat: {told}; intervals and tests allow for it."
    if unknown := [each.system for each in found.standings if each.distinct is None]:
        yield f"Items may repeat: {named(unknown)} kept no ids, so an item that came again counts as another one."
    for reversal in found.reversals:
        turned = f"there {reversal.worse!r} is better than {reversal.better!r}"
        yield f"Reversed for {found.by} {reversal.group!r}: {turned} ({p_is(reversal.p)})."
