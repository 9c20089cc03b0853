"""The outcome of every requirement on a screen."""

from __future__ import annotations

from informed.questions.check.compute import Outcomes


def check(found: Outcomes) -> str:
    """The verdict, then one line per requirement: met or not, what was required, what was reached."""
    return "\n".join([*found.verdict, "", *map(str, found)])
