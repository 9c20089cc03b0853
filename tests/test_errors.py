"""Messages at the border: what was given, what there is, and what was meant."""

import pytest

import informed
from informed.errors import MOST_LISTED, InputError, choice


def test_the_choices_are_listed():
    names = [f"name{place}" for place in range(MOST_LISTED)]
    with pytest.raises(InputError) as error:
        choice("thing", "other", names)
    assert all(name in str(error.value) for name in names)


def test_where_they_are_too_many_it_is_said_who_lists_them():
    names = [f"name{place}" for place in range(MOST_LISTED + 1)]
    with pytest.raises(InputError, match="the 26 known names, which `this` lists"):
        choice("thing", "other", names, "`this`")
    with pytest.raises(InputError, match="`informed measures` lists; did you mean 'accuracy'"):
        informed.get("acuracy")


def test_every_method_of_an_interval_is_listed():
    with pytest.raises(InputError, match=r"interval='nonsense' is not one of wald, .*bootstrap_bca"):
        informed.evaluate(informed.Counts([[3, 1], [1, 3]]), interval="nonsense")
