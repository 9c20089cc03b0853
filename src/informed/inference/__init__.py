"""How sure can we be: estimates, intervals, tests and comparisons, all from counts."""
