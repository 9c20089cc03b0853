"""Fair odds: what a bookmaker who knows the prevalences would offer, and whether prices can be beaten."""

from informed.questions.bookmaker.odds import Fairness, Odds, dutch_book, payoffs

__all__ = ["Fairness", "Odds", "dutch_book", "payoffs"]
