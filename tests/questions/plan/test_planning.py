"""How many items are needed."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

import informed
from informed.core.errors import InputError
from informed.inference.trial import trial
from thorough import few


def test_width_by_hand():
    """(2 z / w)^2 (s (1 - s) / r + f (1 - f) / (1 - r)), with s and f from prevalence, bias and informedness."""
    found = informed.plan(prevalence=0.1, bias=0.1, informedness=0.4, width=0.1, simulate=False)
    recall, fallout = 0.4 * 0.9 + 0.1, 0.1 - 0.4 * 0.1
    by_hand = (2 * 1.959964 / 0.1) ** 2 * (recall * (1 - recall) / 0.1 + fallout * (1 - fallout) / 0.9)
    assert found.n == math.ceil(by_hand)
    assert found.width <= 0.1


def test_the_plan_delivers_its_width_and_power():
    wide = informed.plan(prevalence=0.3, informedness=0.5, width=0.2)
    assert_allclose(trial("informedness", wide.table, n=wide.n).width, 0.2, rtol=0.03)
    strong = informed.plan(prevalence=0.3, informedness=0.3, power=0.9)
    assert_allclose(trial("informedness", strong.table, n=strong.n).rejected, 0.9, atol=0.03)


def test_simulation_finds_about_the_same():
    closed = informed.plan(prevalence=0.3, informedness=0.5, width=0.15, simulate=False)
    drawn = informed.plan(prevalence=0.3, informedness=0.5, width=0.15)
    assert_allclose(drawn.n, closed.n, rtol=0.05)
    assert drawn.width <= 0.15


def test_what_can_be_detected_is_what_so_many_items_are_needed_for():
    found = informed.plan(prevalence=0.4, n=200, simulate=False)
    assert_allclose(found.power, 0.8, atol=1e-6)
    back = informed.plan(prevalence=0.4, informedness=found.informedness, power=0.8, simulate=False)
    assert abs(back.n - 200) <= 1


PROMISES = [
    {"classes": 7, "informedness": 0.1},
    {"classes": 12, "informedness": 0.25, "power": 0.9},
    {"prevalence": 0.1, "informedness": 0.2},
    {"prevalence": 0.25, "bias": 0.4, "informedness": 0.35, "power": 0.9},
    {"informedness": 0.97, "width": 0.1},
    {"prevalence": [0.7, 0.2, 0.1], "informedness": 0.93, "width": 0.12},
    {"prevalence": 0.15, "informedness": 0.5, "n": 80},
    {"prevalence": 0.15, "n": 120},
    {"classes": 5, "n": 90, "power": 0.9},
]


@pytest.mark.parametrize("wanted", few(PROMISES, 2), ids=str)
def test_a_plan_keeps_its_promises(wanted):
    """Tables that the plan has not seen, judged by the default interval, whatever that is: within 2 points.

    To which come three standard errors of both simulations.
    """
    planned = informed.plan(**wanted)
    found = trial("informedness", planned.table, n=planned.n, tables=4000, seed=271828)
    noise = 3 * (planned.power * (1 - planned.power) * (1 / 4000 + 1 / 4000)) ** 0.5
    assert abs(found.rejected * found.usable - planned.power) < 0.02 + noise
    assert_allclose(found.width, planned.width, rtol=0.02)
    if "n" not in wanted:
        assert planned.width <= wanted["width"] if "width" in wanted else planned.power >= wanted.get("power", 0.8)


def test_a_plan_is_the_same_every_time():
    assert informed.plan(classes=3, informedness=0.4) == informed.plan(classes=3, informedness=0.4)


def test_several_classes():
    found = informed.plan(prevalence=[0.5, 0.3, 0.2], informedness=0.5, width=0.1)
    assert_allclose(np.sum(found.table, axis=1), [0.5, 0.3, 0.2])
    assert_allclose(float(informed.measures.get("informedness")(np.array(found.table))), 0.5)


def test_a_difference_needs_more_items_and_correlation_saves_some():
    single = informed.plan(prevalence=0.3, informedness=0.5, width=0.1)
    apart = informed.plan(prevalence=0.3, informedness=0.5, difference=0.1, width=0.1)
    alike = informed.plan(prevalence=0.3, informedness=0.5, difference=0.1, width=0.1, correlation=0.8)
    assert alike.n < single.n < apart.n


def test_a_difference_that_can_be_seen():
    found = informed.plan(prevalence=0.3, informedness=0.5, difference=0, n=1000)
    again = informed.plan(prevalence=0.3, informedness=0.5, difference=found.difference, power=0.8)
    assert abs(again.n - 1000) <= 1


def test_rare_classes_are_flagged():
    assert "treat as rough" in informed.plan(prevalence=0.01, informedness=0.9, n=100).note


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"prevalence": 0.1, "bias": 0.5, "informedness": 0.9, "width": 0.1}, "cannot be reached"),
        ({"prevalence": 1.2, "informedness": 0.5, "width": 0.1}, "prevalence=1.2"),
        ({"prevalence": 0.5, "width": 0.1}, "informedness="),
        ({"prevalence": 0.5, "informedness": 0.5, "width": 0.1, "n": 100}, "give one of"),
        ({"prevalence": 0.5, "informedness": 0, "power": 0.8}, "tells 0 from 0"),
        ({"prevalence": 0.5, "informedness": 0.5, "power": 80}, "power=80"),
        ({"prevalence": 0.01, "n": 3}, "not detected .* more items"),
        ({"prevalence": 0.5, "n": 1}, "n=1 must be a whole number >= 2"),
        ({"prevalence": 0.5, "informedness": 0.5, "width": 3}, "width=3 must lie between 0 and 2.*0.1"),
        ({"difference": 0.1, "correlation": 1, "width": 0.1}, "correlation=1 .* 0 is the safe"),
        (
            {"prevalence": [0.5, 0.5], "bias": [0.2, 0.3, 0.5], "informedness": 0.5, "width": 0.1},
            "bias=.* must be 2 shares > 0",
        ),
    ],
)
def test_refused(options, message):
    with pytest.raises(InputError, match=message):
        informed.plan(**options)


def test_what_cannot_be_seen_is_refused_of_one_system_and_of_two():
    for question in ({}, {"difference": 0}):
        with pytest.raises(InputError, match=r"n=2: even the most these margins allow.*power 0\.8"):
            informed.plan(prevalence=0.5, n=2, **question)


def test_the_usual_power_is_the_same_everywhere():
    for question in ({"informedness": 0.4}, {"informedness": 0.4, "difference": 0.1}):
        assert informed.plan(**question).n == informed.plan(**question, power=0.8).n
    assert_allclose(informed.plan(n=300).informedness, informed.plan(n=300, power=0.8).informedness)


def test_classes_are_even_unless_said_otherwise():
    assert_allclose(informed.plan(informedness=0.5, width=0.1).assumed["prevalence"], [0.5, 0.5])
    assert_allclose(informed.plan(classes=4, informedness=0.5, width=0.1).assumed["prevalence"], [0.25] * 4)
    assert_allclose(
        informed.plan(classes=3, prevalence=0.2, informedness=0.5, width=0.1).assumed["prevalence"], [0.2, 0.4, 0.4]
    )
    with pytest.raises(InputError, match="must be 3 shares > 0"):
        informed.plan(classes=3, prevalence=[0.5, 0.5], informedness=0.5, width=0.1)
    with pytest.raises(InputError, match="classes=1"):
        informed.plan(classes=1, informedness=0.5, width=0.1)


def test_the_verdict_answers_what_was_asked():
    for_width = informed.plan(informedness=0.5, width=0.1)
    assert for_width.verdict[0].startswith(f"{for_width.n:,} items are needed for a 95% CI about 0.100 wide")
    for_power = informed.plan(informedness=0.5, power=0.9)
    assert f"{for_power.n} items are needed to detect an informedness of 0.500" in for_power.verdict[0]
    assert informed.plan(n=200).verdict[0].startswith("200 items detect an informedness of ")
    apart = informed.plan(informedness=0.5, difference=0, n=1000)
    assert apart.verdict[0].startswith("1,000 items detect a difference of ")
    assert "treat as rough" in informed.plan(prevalence=0.01, informedness=0.9, n=100).verdict[-1]


@pytest.mark.parametrize("prevalence", few([[0.9, 0.05, 0.05], 0.03, [0.8, 0.1, 0.05, 0.05]], 1))
def test_power_is_kept_where_a_class_is_rare(prevalence):
    """The normal approximation promises 80 % where 65 % are had; other draws than those planned with say which."""
    planned = informed.plan(prevalence=prevalence, informedness=0.3, power=0.8)
    found = trial("informedness", planned.table, n=planned.n, tables=4000, seed=12345)
    assert found.rejected * found.usable > 0.8 - 3 * (0.16 / 2000 + 0.16 / 4000) ** 0.5
    assert planned.signature.endswith("|seed:0")


def test_what_is_not_simulated_says_that_its_power_is_too_high():
    assert "overstates power" in informed.plan(prevalence=0.05, n=200, simulate=False).note
    assert informed.plan(prevalence=0.05, n=200).note is None
    assert informed.plan(prevalence=0.5, n=200, simulate=False).note is None
    two = informed.plan(prevalence=0.05, informedness=0.3, difference=0.4, n=200)
    assert "overstates power" in two.note
