"""A suite in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from informed.core.estimate import Estimate
from informed.core.words import coefficient, many, named, p_is, within

if TYPE_CHECKING:
    from informed.questions.suite.compute import Suite

MOST = 3  # differences and reversals in sentences


def suite(found: Suite) -> Iterator[str]:
    """Who is best over all tasks, by how much, and where that turns."""
    order = sorted(found.systems, key=lambda name: -found.pooled[name].value)
    if len(order) == 1:
        each = found.pooled[order[0]]
        yield f"{order[0]!r}: mean over tasks {coefficient(each.value)}{within(each)}."
        return
    first = [name for name in order if found.ranks[name] == 1]
    if len(first) == 1:
        yield f"{first[0]!r} is best over all tasks."
    else:
        yield f"Tied for the first place: {named(first)}; no test tells them apart."
    lead = order[0]
    for gap in [one for one in found.differences if lead in (one.first, one.second)][:MOST]:
        told = gap.estimate if gap.first == lead else _turned(gap.estimate)
        other = gap.second if gap.first == lead else gap.first
        yield f"{lead!r} minus {other!r}: {told.value:+.2f}{within(told)}, {p_is(gap.p_adjusted)}."
    for turn in found.reversals[:MOST]:
        yield (
            f"Reversal: {turn.first!r} is better on {turn.task!r} ({p_is(turn.p)}), "
            f"{turn.second!r} on {turn.other!r} ({p_is(turn.other_p)})."
        )
    if not found.reversals and found.turned:
        pairs = many(found.turned, "pair")
        yield f"The order turns between tasks for {pairs} of systems, but never significantly in both directions."


def _turned(gap: Estimate) -> Estimate:
    """The difference the other way round."""
    low, high = (None if limit is None else -limit for limit in (gap.high, gap.low))
    return replace(gap, value=-gap.value, low=low, high=high)
