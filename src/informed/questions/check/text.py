"""The outcome of every requirement on a screen."""

from __future__ import annotations

from informed.questions.check.compute import Outcomes
from informed.writers.layout import wrapped


def check(found: Outcomes, *, every: bool = False) -> str:
    """The verdict, and one line per requirement: met or not, what was required, what was reached."""
    return "\n".join([*(wrapped(each, indent="") for each in found.verdict), "", *map(str, found)])
