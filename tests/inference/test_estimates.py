"""One value with everything that is known about it."""

import pytest

import informed
from informed.core.errors import InputError

WEATHER = informed.Counts([[100, 10, 1], [5, 20, 6], [0, 3, 2]], labels=["sun", "rain", "hurricane"])


def test_everything_about_one_measure():
    found = informed.estimate(WEATHER, "proficiency")
    assert found.chance == 0
    assert 0 < found.chance_mean < found.low < found.value < found.high
    assert (found.method, found.level) == ("gated", 0.95)


def test_one_label_against_the_rest():
    found = informed.estimate(WEATHER, "recall", label="rain")
    assert found.value == 20 / 31
    assert found.low < found.value < found.high


def test_a_convention_is_said_to_be_one():
    found = informed.estimate(informed.Counts([[10, 0], [5, 0]]), "markedness")
    assert (found.value, found.low, found.method) == (0, None, None)
    assert "shown as 0" in found.note


def test_draws_and_seed():
    first, again = (informed.estimate(WEATHER, "kappa", method="bootstrap", draws=500, seed=1) for _ in range(2))
    assert first == again
    assert first.method == "bootstrap"


def test_a_bare_table_will_do():
    assert informed.estimate(WEATHER.table, "kappa") == informed.estimate(WEATHER, "kappa")


def test_groups_are_taken_one_at_a_time():
    grouped = informed.Counts([[[1, 2], [3, 4]]] * 2, by=("site",), groups=[("a",), ("b",)])
    with pytest.raises(InputError, match="one group"):
        informed.estimate(grouped, "kappa")
