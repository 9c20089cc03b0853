"""Graded runs: the mean is that of the items, the interval is of the items, and nothing is said of chance."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta, binomtest, ttest_1samp

from informed import InputError
from informed.questions.check import check
from informed.questions.grade.compute import ROUGH, graded
from informed.questions.grade.pairs import compared
from informed.readers.logs import Grades, PairedGrades


def run(values, **beside):
    return graded(Grades("own", tuple(map(tuple, values)), "free text", **beside))


def width(values):
    found = run(values).estimate
    return found.high - found.low


@given(st.integers(1, 60).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))))
def test_right_or_wrong_once_is_a_proportion(sizes):
    """Clopper & Pearson 1934, as SciPy has it."""
    n, right = sizes
    found = run([[1.0]] * right + [[0.0]] * (n - right))
    known = binomtest(right, n).proportion_ci(method="exact")
    assert (found.measure, found.estimate.value) == ("accuracy", pytest.approx(right / n))
    assert (found.estimate.low, found.estimate.high) == pytest.approx((known.low, known.high), abs=1e-9)


def test_points_are_a_mean():
    """Student's interval, as SciPy has it, within the scale of the grades."""
    values = [0.2, 0.4, 0.5, 1.0, 0.9, 0.35] * 5
    known = ttest_1samp(values, 0).confidence_interval(0.95)
    found = run([[each] for each in values])
    assert (found.measure, found.estimate.method) == ("mean_grade", "student")
    assert (found.estimate.low, found.estimate.high) == pytest.approx((known.low, known.high))
    few = run([[1.0], [1.0], [0.5]]).estimate
    assert few.high == 1
    assert f"fewer than {ROUGH} items" in few.note
    assert run([[7.0], [9.0], [5.5]]).estimate.high > 9


def test_grades_that_do_not_vary_have_no_interval():
    found = run([[0.5], [0.5], [0.5]])
    assert found.estimate.low is None
    assert "no interval" in str(found)


@pytest.mark.parametrize("right", [0, 4, 15, 30])
def test_repeats_that_are_always_alike_teach_nothing(right):
    """The item is what counts: Miller 2024, arXiv:2411.00640, section 2.2."""
    once, often = ([[float(at < right)] * times for at in range(30)] for times in (1, 8))
    assert width(often) == pytest.approx(width(once), rel=1e-9)


def test_repeats_are_worth_no_more_than_items_of_their_own():
    draw = np.random.default_rng(1)
    answers = (draw.random((40, 5)) < 0.7).astype(float)
    assert width([[each] for each in answers.ravel()]) <= width(answers.tolist())
    even = [[1.0, 0.0]] * 30  # every item half right: the items do not vary at all
    assert width(even) == pytest.approx(width([[1.0], [0.0]] * 30))


def test_few_items_that_vary_do_not_tell_how_much_items_vary():
    """48 of 50 items always right: limits of 50 items, whose variance two items do not tell; Clopper & Pearson 1934."""
    found = run([[1.0] * 5] * 48 + [[1.0, 1.0, 1.0, 0.0, 0.0]] * 2).estimate
    right = 50 * found.value
    assert (found.low, found.high) == pytest.approx(
        (beta.ppf(0.025, right, 50 - right + 1), beta.ppf(0.975, right + 1, 50 - right))
    )


def test_the_mean_is_that_of_the_items():
    assert run([[1.0, 1.0, 1.0, 1.0], [0.0]]).estimate.value == 0.5


def test_what_is_said():
    found = run([[1.0], [0.0], [1.0]], guess=0.25, notes=("read as a log",))
    first, guess, why = found.verdict
    assert first.startswith("Accuracy 66.7% by the grades of 'own'")
    assert "right 25% of the time" in guess
    assert why == "Cannot tell whether it beats guessing: there are only grades (free text)."
    assert "read as a log" in str(found)
    assert {"chance", "informedness"}.isdisjoint(name for name, each in found.facts().items() if each is not None)
    with pytest.raises(InputError, match="level"):
        graded(Grades("own", ((1.0,),), ""), level=1.5)


@pytest.mark.parametrize(("better", "met"), [(38, True), (22, False)])
def test_a_graded_run_may_be_required_to_be_better(better, met):
    """Met by the sign and the p of the comparison itself, against the first system."""
    grades = {
        "in use": [[float(place % 2)] for place in range(40)],
        "new": [[float(place < better)] for place in range(40)],
    }
    found = compared(PairedGrades("grade", grades))
    (outcome,) = check(found, require="better")
    (pair,) = found.differences
    assert (outcome.met, outcome.reached) == (met, pair.p_adjusted)
    assert (pair.estimate.value > 0 and pair.p_adjusted < 0.05) == met
    assert str(outcome.requirement) == "'new' better than 'in use' (accuracy)"
    with pytest.raises(InputError, match="a comparison of grades has no margin; require 'better'"):
        check(found, require="not worse")
