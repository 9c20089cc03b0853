"""Comparisons, plans and monitors in words: who is better follows the measure, differences are plain decimals."""

import re
from decimal import Decimal

import pytest
from numpy.testing import assert_allclose

import informed
from informed.core.words import number, percent
from informed.measures import find

GOOD, BAD = informed.Counts([[90, 10], [10, 90]]), informed.Counts([[60, 40], [40, 60]])


def said(first, second, measure="informedness", **options):
    return informed.compare({"A": first, "B": second}, measures=[measure], **options).verdict[0]


def asked(measure):
    """The name to compare it by: a measure of one label is that of the first."""
    return measure.name if measure.kind == "table" else f"{measure.name}[0]"


@pytest.mark.parametrize("name", [asked(each) for each in find(higher_is_better=True) if each.ready])
def test_the_better_predictor_is_called_better(name):
    """GOOD is better by every measure of which more is better: fewer errors of both kinds, the same margins."""
    for first, second, side in ((BAD, GOOD, "better"), (GOOD, BAD, "worse")):
        text = said(first, second, name)
        assert f"'B' is {side} than 'A' by {name}: " in text or text.startswith(
            (f"'B' is {side} informed than 'A': ", "No significant difference: ")
        )


@pytest.mark.parametrize("name", [asked(each) for each in find(higher_is_better=False) if each.ready])
def test_where_less_is_better_the_one_with_less_is_better(name):
    gap = informed.compare({"A": GOOD, "B": BAD}, measures=[name]).difference(name)
    assert gap.estimate.value > 0
    assert f"'B' is worse than 'A' by {name}: " in said(GOOD, BAD, name)
    assert f"'B' is better than 'A' by {name}: " in said(BAD, GOOD, name)


def test_where_neither_is_better_none_is_said_to_be():
    many, few = informed.Counts([[900, 100], [10, 90]]), informed.Counts([[90, 10], [100, 900]])
    assert "'B' is lower than 'A' by prevalence" in said(many, few, "prevalence[0]")


def test_both_amounts_are_said_and_the_difference_is_in_points():
    """0.8 and 0.2, so that a difference never looks like a value."""
    text = said(BAD, GOOD)
    low, high = (100 * getattr(informed.compare(BAD, GOOD).difference().estimate, end) for end in ("low", "high"))
    amounts = f"80% of the answers known against 20% (+60 points, 95% CI {low:.0f} to {high:.0f})."
    assert text == f"'B' is better informed than 'A': {amounts}"


def test_where_the_amounts_are_rounded_apart_they_have_a_digit_more():
    """0.594 - 0.368 = 0.226: 59% and 37% would be 22 points apart, and their difference is rounded to 23."""
    first, second = informed.Counts([[684, 316], [316, 684]]), informed.Counts([[797, 203], [203, 797]])
    assert "59.4% of the answers known against 36.8% (+22.6 points, " in said(first, second)


def test_other_measures_have_decimals_and_a_difference_by_name():
    text = said(BAD, GOOD, "accuracy")
    assert text.startswith("'B' is better than 'A' by accuracy: 0.900 against 0.600 (difference +0.300, 95% CI ")


@pytest.mark.parametrize("name", ["odds_ratio[0]", "mutual_information", "likelihood_ratio_positive[0]"])
def test_differences_of_information_are_in_bits(name):
    text = said(GOOD, BAD, name)
    assert ("bits" in text) == (informed.measures.get(name.removesuffix("[0]")).unit == "bits")


def test_prices_are_in_their_own_unit():
    """What an item earns is no share: neither points nor percent, save that of the level."""
    value = informed.measures.get("expected_value").with_(value=[[5, -10], [-1, 2]])
    text = informed.compare({"A": GOOD, "B": BAD}, measures=[value]).verdict[0]
    assert "points" not in text
    assert text.count("%") == 1
    assert "bits" not in text


def test_better_is_said_by_the_measure_that_was_asked_for():
    assert said(BAD, GOOD).startswith("'B' is better informed than 'A': ")
    text = said(BAD, GOOD, "accuracy")
    assert "informed" not in text


def test_the_margin_is_spoken_of_also_where_the_difference_is_sure():
    text = said(BAD, GOOD, margin=0.05)
    assert re.search(r"'B' is better informed than 'A'.*; not worse than 'A' by more than 0.05\.", text)
    assert "equivalence within 0.05 is not shown" in said(GOOD, BAD, margin=0.05)
    assert "equivalent within 0.5" in said(GOOD, GOOD, margin=0.5)
    close = informed.Counts([[8000, 2000], [2000, 8000]]), informed.Counts([[8200, 1800], [2000, 8000]])
    assert re.search(r"'B' is better informed than 'A'.*; equivalent within 0.05\.", said(*close, margin=0.05))


def test_not_worse_means_the_same_of_a_rate_and_of_its_complement():
    """error_rate = 1 - accuracy: being not worse by the one is being not worse by the other."""
    found = informed.compare({"A": GOOD, "B": BAD}, measures=["accuracy", "error_rate"], margin=0.2)
    right, wrong = (found.difference(name).equivalence for name in ("accuracy", "error_rate"))
    for name in ("non_inferior", "non_superior", "equivalent"):
        assert_allclose(right[name], wrong[name], atol=1e-9)


def test_label_sets_are_compared_in_words():
    actual = [["x"], ["y"], ["x", "y"], ["z"]] * 25
    worse = [["x"], ["z"], ["y"], ["z"]] * 25
    found = informed.more.compare_multilabel(actual, {"worse": worse, "right": actual}, draws=0)
    assert found.verdict[0].startswith("'right' is better than 'worse': proficiency +")


def test_deploying_says_what_changes():
    text = informed.deploy(GOOD, prevalence=0.01, positive=0).verdict[0]
    assert text.startswith("Where '0' is 1% of the items instead of 50%, 8% of those it calls '0' are (95% CI ")
    assert text.endswith("instead of 90%.")  # of 100 predicted positive 90 are


def test_percent_is_the_decimal_with_its_point_moved():
    """One screen shows a share both ways; a half, such as 319 of 400, must go the same way in both."""
    shares = {k / n for n in (3, 7, 8, 16, 40, 125, 400, 1000, 2000, 3200) for k in range(n + 1)}
    for each in shares:
        moved = Decimal(percent(each).removesuffix("%"))
        assert moved == 100 * Decimal(number(each)) == 10 * Decimal(number(10 * each, 2))
    assert (percent(319 / 400), number(319 / 400), number(-319 / 400)) == ("79.8%", "0.798", "-0.798")
