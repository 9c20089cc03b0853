"""What the looks show, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.words import coefficient, many, percent, within

if TYPE_CHECKING:
    from informed.questions.drift.compute import Drift


def drift(found: Drift) -> Iterator[str]:
    """Changed or not, since when and from what to what; and whether items came again."""
    yield from _change(found)
    n = sum(each.n for each in found.looks)
    if found.distinct is None and len(found.looks) > 1:
        yield "Items may repeat: no ids were kept, so an item that came again counts as another one."
    elif found.distinct is not None and found.distinct < n:
        told = f"these {n:,} answers are to {many(found.distinct, 'item')}"
        yield f"Items repeat: {told}; the intervals of informedness allow for it."


def _change(found: Drift) -> Iterator[str]:
    seen = f"{many(len(found.looks), 'look')} at {sum(each.n for each in found.looks):,} items"
    before = f"informedness {coefficient(found.before.value)}{within(found.before)}"
    if len(found.looks) == 1:
        yield f"Nothing to compare yet: {found.system!r} has {before} over {seen}; a change needs a second look."
        return
    if found.alarm is None or found.since is None or found.after is None:
        yield f"No change shown: {found.system!r} has {before} over {seen}."
        return
    alarm, since = found.looks[found.alarm], found.looks[found.since]
    after = f"informedness {coefficient(found.after.value)}{within(found.after)}"
    yield (
        f"Changed: {found.system!r} has {after} since {since.time:%Y-%m-%d %H:%M}, and had {before} before. "
        f"The alarm rang at look {found.alarm + 1} of {len(found.looks)} ({alarm.time:%Y-%m-%d %H:%M})."
    )
    risk = percent(1 - found.level)
    yield f"A system that never changes rings it in at most {risk} of all cases, however often one looks."
