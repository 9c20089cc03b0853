"""How well clusters stand for classes, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.finding import Finding
from informed.core.words import coefficient, many, named, p_is, rate, within

if TYPE_CHECKING:
    from informed.questions.match.compute import Matching


WORDS = {
    "trace": "accuracy",
    "informedness": "informedness",
    "edge": "edge",
    "mutual_information": "share of information",
}


def matching(found: Matching) -> Iterator[Finding]:
    """What the best match is worth, how optimistic that is, and what is unmatched."""
    yield _worth(found)
    if found.p < 1 - (found.corrected.level or 0.95):
        yield Finding("optimism", _optimism(found))
    if alone := _left_alone(found):
        yield Finding("left_alone", alone)
    if found.abstained:
        share = found.abstained / (found.abstained + found.clusters.total)
        said = f"In no cluster, and left out: {many(found.abstained, 'item')} ({rate(share)})."
        yield Finding("abstained", said)
    if found.groups:
        yield Finding("groups", _across(found))


def _across(found: Matching) -> str:
    """There are groups: in which of them clusters tell of classes, allowing for the number of groups."""
    alpha = 1 - (found.corrected.level or 0.95)
    shown = [", ".join(map(str, group)) for group, p in found.jointly.items() if p < alpha]
    left = len(found.groups) - len(shown)
    better = f"better than guessing in {named(shown)}" if shown else ""
    rest = f"no evidence in {'the other ' if shown else ''}{many(left, 'group')}" if left else ""
    return f"By {', '.join(found.by)}: {'; '.join(filter(None, (better, rest)))} (p allows for all groups)."


def _worth(found: Matching) -> Finding:
    """Always: whether random clusters are matched as well; if not, the corrected value."""
    what = WORDS[found.maximize]
    if found.p >= 1 - (found.corrected.level or 0.95):
        return Finding(
            "guessing",
            f"No evidence that it beats guessing: the best match reaches {what} {coefficient(found.value.value)}, "
            f"and random clusters often reach as much (on average they reach {_by_chance(found)}; {p_is(found.p)}).",
        )
    return Finding(
        "informed",
        f"Better than guessing ({p_is(found.p)}): {what} {coefficient(found.corrected.value)}"
        f"{within(found.corrected)}, cross-validated.",
    )


def _optimism(found: Matching) -> str:
    """It beats guessing: what the match reaches on the items it was chosen on, and what it would reach by chance."""
    return (
        "The match was picked after seeing the labels, which inflates the score: it reaches "
        f"{coefficient(found.value.value)} on the same items, where random clusters reach {_by_chance(found)}."
    )


def _by_chance(found: Matching) -> str:
    return coefficient(found.value.chance_mean or 0.0)


def _left_alone(found: Matching) -> str:
    """Some clusters stand for no class, or some classes have no cluster."""
    said = ""
    if found.left_alone:
        said = f"Unmatched clusters: {named(found.left_alone)} ({rate(1 - found.coverage)} of the items)."
    if found.unmatched:
        said += f" Classes without a cluster: {named(found.unmatched)}."
    return said.strip()
