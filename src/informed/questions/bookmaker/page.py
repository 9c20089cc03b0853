"""The betting slip on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from informed.questions.bookmaker.text import advice, pays

if TYPE_CHECKING:
    from informed.questions.bookmaker.compute import Book

SLIP: dict[str, Any] = {"pays": pays, "slip_advice": advice}
"""What the template of a slip calls."""


def book(_: Book) -> dict[str, Any]:
    """The slip itself."""
    return {**SLIP, "body": "bookmaker/page.html"}
