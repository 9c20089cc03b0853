"""Which predicted span stands for which actual one, by four schemes (SemEval 2013, task 9.1), as nervaluate has them.

Each predicted span, in order, takes an actual one that no earlier one has taken: the best that is right by the scheme,
or else the first that it overlaps, by a hundredth of the actual one at least.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from informed.readers.annotations.export import Span

CORRECT, INCORRECT, PARTIAL, MISSED, SPURIOUS = OUTCOMES = ("correct", "incorrect", "partial", "missed", "spurious")
LEAST = 100  # an overlap is at least this part of the actual span


def _same_ends(one: Span, other: Span) -> bool:
    return one[:2] == other[:2]


class Scheme(NamedTuple):
    """What makes a span right, what an overlap counts as otherwise, and how the scheme is explained."""

    right: Callable[[Span, Span], bool]
    otherwise: str
    says: str


SCHEMES = {
    "strict": Scheme(lambda one, other: one == other, INCORRECT, "same boundaries and same type"),
    "exact": Scheme(_same_ends, INCORRECT, "same boundaries, any type"),
    "type": Scheme(lambda one, other: one.label == other.label, INCORRECT, "same type, any overlap"),
    "partial": Scheme(_same_ends, PARTIAL, "any type; other boundaries that overlap count half"),
}


class Pair(NamedTuple):
    """An actual span, the predicted one that stands for it, and what that makes; None where there is none."""

    actual: Span | None
    predicted: Span | None
    outcome: str


def pairs(scheme: str, actual: Sequence[Span], predicted: Sequence[Span]) -> Iterator[Pair]:
    """Every span of either side once, in the order of the predicted ones; what was missed comes last."""
    right, otherwise, _ = SCHEMES[scheme]
    free = list(range(len(actual)))
    for span in predicted:
        near = [place for place in free if _overlap(span, actual[place])]
        hits = [place for place in near if right(span, actual[place])]
        if not near:
            yield Pair(None, span, SPURIOUS)
            continue
        taken = min(hits, key=lambda place: _apart(span, actual[place])) if hits else near[0]
        free.remove(taken)
        yield Pair(actual[taken], span, CORRECT if hits else otherwise)
    yield from (Pair(actual[place], None, MISSED) for place in free)


def _overlap(one: Span, actual: Span) -> bool:
    shared = min(one.end, actual.end) - max(one.start, actual.start)
    return LEAST * shared >= actual.end - actual.start


def _apart(one: Span, other: Span) -> int:
    return abs(one.start - other.start) + abs(one.end - other.end)
