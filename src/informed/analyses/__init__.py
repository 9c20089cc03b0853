"""Whole questions answered from counts: sweeps, bets, abstention, matching, label sets, raters, recovery."""
