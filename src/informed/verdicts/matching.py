"""How well clusters stand for classes, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.verdicts.words import named, percent, within

if TYPE_CHECKING:
    from informed.analyses.matching import Matching

WORDS = {"trace": "accuracy", "informedness": "informedness", "mutual_information": "share of information"}


def verdict(found: Matching) -> Iterator[str]:
    """What the best match is worth, how much of it is hindsight, and who was left out."""
    yield _worth(found)
    yield _hindsight(found)
    if alone := _left_alone(found):
        yield alone


def _worth(found: Matching) -> str:
    """Always: the value of the best match, and whether clusters dealt at random reach it too."""
    reached = f"the best match reaches {WORDS[found.by]} {percent(found.value.value)}"
    if found.p >= 1 - (found.value.level or 0.95):
        return f"Not shown to be informed: {reached}, and clusters dealt at random reach as much (p = {found.p:.2g})."
    return f"Informed: {reached}{within(found.value)}."


def _hindsight(found: Matching) -> str:
    """Always: what the best match would reach by chance, and what is left without hindsight."""
    return (
        "The match was chosen with hindsight: on clusters dealt at random it reaches "
        f"{percent(found.value.chance_mean or 0.0)}; beyond that it is worth {percent(found.corrected)}, "
        f"and {percent(found.held_out)} on items it was not chosen on."
    )


def _left_alone(found: Matching) -> str:
    """Some clusters stand for no class, or some classes have no cluster."""
    said = ""
    if found.left_alone:
        said = f"Standing for no class: {named(found.left_alone)} ({percent(1 - found.coverage)} of the items)."
    if found.unmatched:
        said += f" Classes without a cluster: {named(found.unmatched)}."
    return said.strip()
