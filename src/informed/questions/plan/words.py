"""How many items are needed, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.words import ci, coefficient, percent

if TYPE_CHECKING:
    from informed.questions.plan.compute import Plan


def plan(found: Plan) -> Iterator[str]:
    """The answer to what was asked, what else so many items give, and what to beware of."""
    what, sure = _effect(found), f"with power {percent(found.power)}"
    told = f"detect {what} {sure}"
    wide = f"{ci(found.level)} about {coefficient(found.width)} wide"
    items = f"{found.n:,} items"
    if found.asked == "width":
        yield f"{items} are needed for a {wide}, expecting {what}."
        yield f"They {told}."
    elif found.asked == "power":
        yield f"{items} are needed to {told}."
        yield f"They give a {wide}."
    elif found.asked == "n":
        yield f"{items} {told}."
        yield f"They give a {wide}."
    else:
        yield f"{items} detect {_effect(found, ' or more')} {sure}."
        yield f"They give a {wide}."
    if found.note:
        yield f"{found.note[0].upper()}{found.note[1:]}."


def _effect(found: Plan, more: str = "") -> str:
    if found.difference is None:
        return f"an informedness of {coefficient(found.informedness)}{more}"
    return (
        f"a difference of {coefficient(found.difference)}{more} from a system with informedness "
        f"{coefficient(found.informedness)}"
    )
