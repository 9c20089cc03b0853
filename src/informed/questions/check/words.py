"""Whether requirements are met, in one sentence."""

from collections.abc import Iterator

from informed.core.words import Finding, Next
from informed.questions.check.compute import MET, MISSED, UNDECIDED, Outcomes


def check(found: Outcomes) -> Iterator[Finding]:
    """How many requirements are met, which are not, and which are undecided."""
    if found.met:
        yield Finding(MET, f"All {len(found)} requirements are met." if len(found) > 1 else "The requirement is met.")
    for code, outcome in (("not_met", MISSED), ("undecided", UNDECIDED)):
        if those := found.of(outcome):
            told = "; ".join(f"{each.what} ({each.shown})" for each in those)
            yield Finding(code, f"{len(those)} of {len(found)} requirements {outcome}: {told}.")


def check_next(found: Outcomes) -> Iterator[Next]:
    """Where something is not met, what the predictor gets wrong."""
    if found.of(MISSED):
        yield Next("errors", "see what it gets wrong", "evaluate")
