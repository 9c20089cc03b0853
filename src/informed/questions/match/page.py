"""Matched clusters on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from informed.questions.match import text
from informed.writers.grids import Grid

if TYPE_CHECKING:
    from informed.questions.match.compute import Matching

from informed.writers.page import plain


def matching(result: Matching) -> dict[str, Any]:
    """The map and how good it is."""
    found = [
        Grid("What each cluster stands for", text.mapping(result), left=2),
        Grid("How good the match is", text.values(result)),
    ]
    if result.groups:
        found.append(Grid("Each group by itself", text.groups(result)))
    return {**plain(result), "grids": found, "facts": {}, "noted": text.notes(result)}
