"""Slopes of numbers are informedness and markedness where the numbers are 0 and 1; cues and assurance by groups."""

import numpy as np
import pytest
from scipy.stats import linregress

import informed
from informed.core import measures as m
from informed.lab import slopes


def test_of_zeros_and_ones_the_slopes_are_those_of_the_table():
    """Powers 2007, equations 16 to 19, on case 1 of Table 2: B .2000, M .1970, correlation .1985."""
    actual = np.repeat([1, 1, 0, 0], [30, 30, 12, 28])
    predicted = np.repeat([1, 0, 1, 0], [30, 30, 12, 28])
    assert slopes(actual, predicted) == pytest.approx((0.2000, 0.1970, 0.1985), abs=5e-5)


def test_of_numbers_they_are_the_two_regressions():
    rng = np.random.default_rng(5)
    x = rng.normal(size=300)
    y = 0.4 * x + rng.normal(size=300)
    expected = linregress(x, y).slope, linregress(y, x).slope, np.corrcoef(x, y)[0, 1]
    assert slopes(x, y) == pytest.approx(expected)


@pytest.mark.parametrize(("actual", "predicted", "message"), [
    ([1, 1], [1, 2], "actual has one value only"),
    ([1, 2], [1, 1], "predicted has one value only"),
    ([1, 2, 3], [1, 2], "two columns of one length"),
])  # fmt: skip
def test_what_has_no_slope_is_refused(actual, predicted, message):
    with pytest.raises(informed.InputError, match=message):
        slopes(actual, predicted)


def test_conditional_deltap_of_a_cue_is_its_markedness_in_the_groups_of_the_other():
    """A cue that only goes with the real one: its DeltaP is 0.36, and 0 at each value of the other."""
    real = np.repeat([1, 0], 100)
    cue = np.concatenate([np.repeat([1, 0], [80, 20]), np.repeat([1, 0], [20, 80])])  # goes with the real cue
    outcome = np.concatenate([np.resize([1, 1, 1, 1, 0], 80), np.resize([1, 1, 1, 1, 0], 20),
                              np.resize([0, 0, 0, 0, 1], 20), np.resize([0, 0, 0, 0, 1], 80)])  # fmt: skip
    data = {"outcome": outcome, "cue": cue, "real": real}
    found = informed.evaluate(data, actual="outcome", predicted="cue", by="real", measures=["markedness"])
    assert found.measures["markedness"].value == pytest.approx(0.36)
    assert [part.measures["markedness"].value for part in found.groups] == pytest.approx([0, 0])


def test_levels_of_assurance_are_judged_apart():
    actual, predicted = ["a", "b"] * 20, ["a", "b"] * 10 + ["a", "a"] * 10
    data = {"y": actual, "p": predicted, "assurance": ["sure"] * 20 + ["possible"] * 20}
    found = informed.evaluate(data, actual="y", predicted="p", by="assurance")
    assert {part.group: part.measures["informedness"].value for part in found.groups} == {
        ("sure",): 1,
        ("possible",): 0,
    }


def test_the_area_of_the_kite_in_counts_is_the_determinant():
    """Powers 2007, section 2.5: in PN space the system, its perverse twin and the ends of the chance line span DT."""
    (tp, fn), (fp, tn) = [[30, 30], [12, 28]]
    corners = np.array([(0, 0), (fp, tp), (fp + tn, tp + fn), (tn, fn)], float)
    x, y = corners.T
    area = abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2
    assert area == m.determinant_count([[30, 30], [12, 28]]) == 480


@pytest.mark.parametrize("table", [[[30, 30], [12, 28]], [[50, 5], [20, 40]]])
def test_the_areas_of_the_kite_chart_are_auc_and_informedness(table):
    rows = informed.evaluate(informed.Counts(table), positive=0).chart("kite").rows
    for what, expected in (("trapezoid", m.auc(table)), ("kite", m.informedness(table))):
        x, y = np.array([(row["fallout"], row["recall"]) for row in rows if row["what"] == what]).T
        assert abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2 == pytest.approx(expected)
