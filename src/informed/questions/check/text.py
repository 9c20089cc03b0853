"""The outcome of every requirement on a screen."""

from collections.abc import Iterator

from informed.questions.check.compute import Outcomes


def check(found: Outcomes, every: bool) -> Iterator[str]:
    """One line per requirement, which may be long: met or not, what was required, what was reached."""
    yield "\n".join(map(str, found))
