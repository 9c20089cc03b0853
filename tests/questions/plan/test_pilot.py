"""Plans from a pilot: what is assumed of two systems is what the pilot shows, at the difference that is asked for."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from informed import InputError, items, plan
from informed.core.registry import get
from informed.questions.plan.pilot import AIMS, World

TRUTH, FIRST = ["y"] * 12 + ["n"] * 28, ["y"] * 8 + ["n"] * 4 + ["n"] * 24 + ["y"] * 4
SECOND = ["y"] * 10 + ["n"] * 2 + ["n"] * 26 + ["y"] * 2
PILOT = items(TRUTH, {"a": FIRST, "b": SECOND})


def world(measure="informedness", pilot=PILOT):
    return World(pilot, get(measure), 0.025, np.random.default_rng(1))


def values(measure, shares):
    return [float(get(measure).raw(shares.sum(axis=axis))) for axis in (2, 1)]


@pytest.mark.parametrize("measure", AIMS)
@pytest.mark.parametrize("difference", [0.0, 0.03, 0.1, 0.2])
def test_tables_are_drawn_at_the_difference_asked_for(measure, difference):
    shares = world(measure).shares(difference)
    first, second = values(measure, shares)
    assert_allclose(second - first, difference, atol=1e-9)
    assert shares.min() >= 0
    assert_allclose(shares.sum(), 1)
    assert_allclose(shares.sum(axis=(1, 2)), world(measure).shares(0.1).sum(axis=(1, 2)))  # the classes stay


def test_the_variance_of_accuracies_is_that_of_the_items_that_part_the_systems():
    shares = world("accuracy").shares(0.08)
    parted = sum(
        shares[truth, a, b] for truth in (0, 1) for a in (0, 1) for b in (0, 1) if (a == truth) != (b == truth)
    )
    assert_allclose(world("accuracy").variance(shares), parted - 0.08**2)


def test_which_system_comes_first_does_not_matter():
    turned = items(TRUTH, {"b": SECOND, "a": FIRST})
    one, two = (plan(pilot=each, n=300) for each in (PILOT, turned))
    assert_allclose([one.width, one.power, one.assumed["seen"]], [two.width, two.power, two.assumed["seen"]], rtol=1e-9)


def test_a_frame_and_items_are_planned_alike():
    named = {"truth": TRUTH, "a": FIRST, "b": SECOND}
    found = plan(pilot=named, actual="truth", predicted=["a", "b"], n=200, difference=0.1)
    assert found.to_dict() == plan(pilot=PILOT, n=200, difference=0.1).to_dict()
    assert found.assumed["pilot"] == 40


def test_more_power_or_a_smaller_difference_takes_more_items():
    base = plan(pilot=PILOT, difference=0.2).n
    assert plan(pilot=PILOT, difference=0.2, power=0.95).n > base
    assert plan(pilot=PILOT, difference=0.15).n > base


def test_what_so_many_items_can_show_is_shown_by_so_many():
    found = plan(pilot=PILOT, n=600, difference=0, power=0.8)
    assert found.asked == "difference"
    assert found.power == pytest.approx(0.8, abs=0.06)  # the closed form, judged by the paired interval
    wanted = world().variance(world().shares(found.difference))
    assert 0 < found.difference < 4 * (wanted / 600) ** 0.5


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"pilot": items(TRUTH, {"a": FIRST})}, "1 systems; name the two"),
        ({"pilot": items(TRUTH, {"a": FIRST, "b": FIRST})}, "give difference=, the least that matters"),
        ({"pilot": PILOT, "difference": 0.9}, "if the better system knew every answer"),
        ({"pilot": PILOT, "prevalence": 0.2}, "prevalence= is not used in a plan of two systems from a pilot"),
        ({"pilot": items(["y"] * 9, {"a": ["y"] * 9, "b": ["n"] * 9})}, "items of two classes"),
        ({"pilot": items(TRUTH, {"a": FIRST, "b": SECOND}, weights=np.arange(1.0, 41.0))}, "leave out weights"),
        ({"actual": "y", "informedness": 0.5}, "actual= names a column of a pilot="),
    ],
)
def test_what_cannot_be_planned_from_is_refused(asked, says):
    with pytest.raises(InputError, match=says):
        plan(**asked)
