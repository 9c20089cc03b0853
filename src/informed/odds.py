"""Odds: what a bookmaker who knows the prevalences would offer, whether prices can be beaten, and what a p is worth."""

from informed.inference.significance.named import Sellke, sellke
from informed.questions.bookmaker.odds import Fairness, Odds, dutch_book, payoffs

__all__ = ["Fairness", "Odds", "Sellke", "dutch_book", "payoffs", "sellke"]
