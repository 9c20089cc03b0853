"""Odds: what a bookmaker who knows the prevalences would offer, whether prices can be beaten, and what a p is worth."""

from typing import TYPE_CHECKING

from informed.core.later import later

if TYPE_CHECKING:
    from informed.inference.significance.named import Sellke, sellke
    from informed.questions.bookmaker.odds import Fairness, Odds, dutch_book, payoffs
else:
    BETS = {"informed.questions.bookmaker.odds": "Fairness Odds dutch_book payoffs"}
    __getattr__, __dir__ = later(__name__, BETS | {"informed.inference.significance.named": "Sellke sellke"})

__all__ = ["Fairness", "Odds", "Sellke", "dutch_book", "payoffs", "sellke"]
