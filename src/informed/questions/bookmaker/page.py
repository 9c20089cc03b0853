"""The betting slip on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from informed.core.estimate import finite
from informed.questions.bookmaker.text import advice, pays

if TYPE_CHECKING:
    from informed.questions.bookmaker.compute import Bet, Book

MOST = 40  # labels of a slip: of more, those of the lowest edge


def listed(found: Book) -> list[Bet]:
    """The bets that a page lists, in their order."""
    kept = {bet.label for bet in sorted(found.bets, key=lambda bet: finite(bet.edge.value) or 0.0)[:MOST]}
    return [bet for bet in found.bets if bet.label in kept]


SLIP: dict[str, Any] = {"pays": pays, "slip_advice": advice, "slip_bets": listed}
"""What the template of a slip calls."""


def book(_: Book) -> dict[str, Any]:
    """The slip itself."""
    return {**SLIP, "body": "bookmaker/page.html"}
