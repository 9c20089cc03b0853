"""Which labels to change, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.words import coefficient, many, number, p_is, rate

if TYPE_CHECKING:
    from informed.questions.taxonomy.compute import Change, Taxonomy


def taxonomy(found: Taxonomy) -> Iterator[str]:
    """Every change that is confirmed, and what all of them are worth."""
    tried = many(found.tried, "change")
    if not found.changes:
        yield f"Keep the labels as they are: {tried} tried, none confirmed on held-out items."
        return
    for change in found.changes:
        yield f"{_SAYS[change.action](change)} ({p_is(change.p)})."
    yield (
        f"On {found.held_out:,} held-out items informedness goes from {coefficient(found.before)} to "
        f"{coefficient(found.after)} ({tried} tried)."
    )


def _rename(change: Change) -> str:
    said, meant = change.labels
    return f"Rename: predicted {said!r} means class {meant!r}; {rate(change.share)} of its items are {meant!r}"


def _split(change: Change) -> str:
    said, meant = change.labels
    return (
        f"Split: class {meant!r} is predicted under two names, {meant!r} and {said!r}; {rate(change.share)} of the "
        f"{said!r} items are {meant!r}"
    )


def _merge(change: Change) -> str:
    one, two = change.labels
    return (
        f"Merge: classes {one!r} and {two!r} are hardly told apart (proficiency {coefficient(change.share)}); merging "
        f"loses {number(change.lost)} bits per item"
    )


_SAYS = {"rename": _rename, "split": _split, "merge": _merge}
