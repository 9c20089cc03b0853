"""Whether requirements are met, in one sentence."""

from __future__ import annotations

from informed.questions.check.compute import Outcomes


def check(found: Outcomes) -> list[str]:
    """How many requirements are met, and which are not."""
    if found.met:
        return [f"All {len(found)} requirements are met." if len(found) > 1 else "The requirement is met."]
    missed = "; ".join(f"{each.what} ({each.shown})" for each in found.missed)
    return [f"{len(found.missed)} of {len(found)} requirements not met: {missed}."]
