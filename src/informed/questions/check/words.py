"""Whether requirements are met, in one sentence."""

from __future__ import annotations

from informed.questions.check.compute import MISSED, UNDECIDED, Outcomes


def check(found: Outcomes) -> list[str]:
    """How many requirements are met, which are not, and which are undecided."""
    if found.met:
        return [f"All {len(found)} requirements are met." if len(found) > 1 else "The requirement is met."]
    told = ((each, found.of(each)) for each in (MISSED, UNDECIDED))
    return [
        f"{len(those)} of {len(found)} requirements {outcome}: "
        f"{'; '.join(f'{each.what} ({each.shown})' for each in those)}."
        for outcome, those in told
        if those
    ]
