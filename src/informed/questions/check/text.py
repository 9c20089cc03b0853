"""The outcome of every requirement on a screen."""

from __future__ import annotations

from informed.questions.check.compute import Outcomes


def check(found: Outcomes) -> str:
    """One line per requirement: met or not, what was required, what was reached; and the verdict."""
    return "\n".join([*map(str, found), "", *found.verdict])
