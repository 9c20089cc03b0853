"""Recipes in one line."""

import numpy as np

import informed
from informed.core.basis import signature


def test_nothing_is_said_of_what_was_left_out():
    assert signature({"n": 5, "seed": None}) == f"informed:{informed.__version__}|n:5"


def test_texts_that_hold_a_separator_are_quoted():
    """So that a part is never taken for two."""
    line = signature({"labels": ("a|b", "c:d", "e,f", "plain"), "by": "g|h", "positive": "i;j"})
    assert line.endswith("|labels:'a|b','c:d','e,f',plain|by:'g|h'|positive:'i;j'")


def test_several_numbers_and_tables():
    line = signature({"shares": (0.1, 0.2), "cost": np.array([[0, 5], [1, 0]]), "draws": 10, "exact": True})
    assert line.endswith("|shares:0.1,0.2|cost:0,5;1,0|draws:10|exact:True")


def test_labels_with_separators_do_not_make_different_counts_alike():
    one = informed.Counts([[3, 1], [1, 3]], labels=("a,b", "c"))
    two = informed.Counts([[3, 1], [1, 3]], labels=("a", "b,c"))
    assert informed.evaluate(one).signature != informed.evaluate(two).signature
