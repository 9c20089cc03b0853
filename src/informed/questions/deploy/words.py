"""What changes with the prevalence, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.words import percent, value_of

if TYPE_CHECKING:
    from informed.questions.deploy.compute import Deployment


TELLING = ("expected_value", "precision", "accuracy")  # what a new prevalence is felt in


def deployment(found: Deployment) -> Iterator[str]:
    """What changes where the classes occur otherwise."""
    moved = {each: round(abs(share - found.tested_prevalence[each]), 9) for each, share in found.prevalence.items()}
    label = max(moved, key=lambda each: moved[each])  # of two the first, which is the positive one
    where = (
        f"Where {str(label)!r} is {percent(found.prevalence[label])} of the items instead of "
        f"{percent(found.tested_prevalence[label])}"
    )
    name = next((each for each in (*TELLING, *found.measures) if each in found.measures), None)
    if name is None:
        yield f"{where}, no measure was asked for."
        return
    there, tested = value_of(name, found.measures[name].value), value_of(name, found.tested[name])
    yield f"{where}, {name} is {there} instead of {tested}."
