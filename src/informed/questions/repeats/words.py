"""Repeats in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.words import coefficient, many, percent, rate, within

if TYPE_CHECKING:
    from informed.questions.repeats.compute import Repeats


def repeats(found: Repeats) -> Iterator[str]:
    """How good on average, how steady, and what to buy next."""
    what = (
        f"Accuracy {percent(found.mean.value)}"
        if found.right_or_wrong
        else f"Mean grade {coefficient(found.mean.value)}"
    )
    size = f"{many(found.items, 'item')}, {found.answers:,} answers"
    yield f"{what} by {found.scorer!r}{within(found.mean)}; {size}."
    if found.consistency is not None and found.consistency.value == found.consistency.value:
        told = f"{coefficient(found.consistency.value)}{within(found.consistency, '0 = chance, 1 = always alike')}"
        yield f"Agreement of two {found.same} to the same item beyond chance: kappa {told}."
    if found.drawn and found.drawn[-1].k > 1:
        last = found.drawn[-1]
        every, one = rate(last.pass_all.value), rate(last.pass_at.value)
        yield f"Of {last.k} answers to an item at least one is right for {one}, all are right for {every}."
    yield from _advice(found)


def _advice(found: Repeats) -> Iterator[str]:
    now, errors = found.errors["now"], found.errors
    if now == 0:
        yield "The items do not vary, so nothing can be said about more items or more repeats."
        return
    items, repeats = (1 - errors[name] / now for name in ("twice the items", "twice the repeats"))
    least, have = (coefficient(each, 3) for each in (errors["endless repeats"], now))
    limit = "" if float(least) == 0 else f"; repeats of these items can never bring it below {least}"
    yield (
        f"Twice the items would shrink the standard error by {rate(items)}, twice the repeats by {rate(repeats)}"
        f"{limit} (now {have})."
    )
