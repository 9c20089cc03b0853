"""Graded runs: the mean is that of the items, the interval is of the items, and nothing is said of chance."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta, binomtest, ttest_1samp

from informed import InputError
from informed.inference.grades import of_gaps
from informed.questions.check import check
from informed.questions.compare.grades import compared
from informed.questions.evaluate.grades import ROUGH, graded
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
    with pytest.raises(InputError, match="a comparison of grades or scores has no margin; require 'better'"):
        check(found, require="not worse")


def graded_systems(n=60, systems=3, groups=3, repeats=1, seed=2):
    """Systems of which the last is better in the first group alone, in clusters of three items."""
    draw = np.random.default_rng(seed)
    group, harder = draw.integers(0, groups, n), draw.random(n)
    return {
        "systems": {
            f"s{which}": [
                tuple(
                    (draw.random(repeats) < 0.3 + 0.4 * hard + 0.3 * (which == systems - 1 and own == 0)).astype(float)
                )
                for hard, own in zip(harder, group, strict=True)
            ]
            for which in range(systems)
        },
        "clusters": tuple(at // 3 for at in range(n)),
        "by": ("site",),
        "groups": tuple((f"g{each}",) for each in group),
    }


@pytest.mark.parametrize("repeats", [1, 4])
@pytest.mark.parametrize("clustered", [False, True])
def test_a_group_of_graded_items_is_its_items_alone(clustered, repeats):
    data = graded_systems(repeats=repeats)
    data["clusters"] = data["clusters"] if clustered else None
    found = compared(PairedGrades("own", **data), adjust="none")
    assert [part.group for part in found.groups] == list(dict.fromkeys(data["groups"]))
    for part in found.groups:
        inside = [place for place, each in enumerate(data["groups"]) if each == part.group]
        systems = {name: [of[place] for place in inside] for name, of in data["systems"].items()}
        clusters = [data["clusters"][place] for place in inside] if clustered else None
        alone = compared(PairedGrades("own", systems, clusters=clusters), adjust="none")
        assert (part.values, part.differences, part.items) == (alone.values, alone.differences, alone.items)
    alone = compared(PairedGrades("own", data["systems"], clusters=data["clusters"]), adjust="none")
    assert (found.values, found.differences) == (alone.values, alone.differences)


def test_p_of_graded_groups_allow_for_all_groups_and_pairs():
    """Holm's adjustment, as statsmodels has it; and an interval leaves out 0 exactly where its p does."""
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    found = compared(PairedGrades("own", **graded_systems(n=300)))
    every = [each for part in found.groups for each in part.differences]
    assert len(every) == 9
    expected = multitest.multipletests([each.p for each in every], method="holm")[1]
    assert [each.p_adjusted for each in every] == pytest.approx(list(expected))
    for each in (*every, *found.differences):
        assert (each.p_adjusted < 0.05) == (not each.estimate.low <= 0 <= each.estimate.high)
    said = next(sentence for sentence in found.verdict if sentence.startswith("By site, 's2' against 's0'"))
    assert said.endswith("(p allows for all groups and pairs).")


@given(st.integers(0, 2**32 - 1), st.sampled_from([1, 4]), st.booleans(), st.sampled_from([0.5, 0.2, 0.05, 0.01]))
def test_the_p_of_grades_is_where_their_limits_leave_out_0(seed, repeats, clustered, alpha):
    data = graded_systems(n=30, systems=2, repeats=repeats, seed=seed)
    clusters = np.array(data["clusters"]) if clustered else None
    gaps = np.subtract(*(np.array([np.mean(each) for each in of]) for of in data["systems"].values()))
    (low, high, _), p = of_gaps(gaps, repeats, 1 - alpha, clusters)
    if abs(p - alpha) > 1e-6:
        assert (p < alpha) == (not low <= 0 <= high)


def test_graded_groups_are_shown_and_may_be_required():
    found = compared(PairedGrades("own", **graded_systems(systems=2)))
    assert "site  difference" in str(found)
    assert "In each group" in found.report("html")
    assert [row["site"] for row in found.rows()] == [None] * 3 + [part.group[0] for part in found.groups for _ in "abc"]
    assert [each["group"] for each in found.facts()["groups"]] == [part.group for part in found.groups]
    assert [each.group for each in check(found, require="better")] == [part.group[0] for part in found.groups]
