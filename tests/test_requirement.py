"""Requirements read the way they are written, and hold or do not hold."""

import pytest

import informed
from informed.requirement import check, requirement

WEATHER = informed.Counts([[100, 10, 1], [5, 20, 6], [0, 3, 2]], labels=["sun", "rain", "hurricane"])


@pytest.mark.parametrize(
    "text",
    ["informedness >= 0.6", "informedness.low >= 0.6", "recall[rain] >= 0.5", "f_measure(beta=2)[rain].high < 0.9"],
)
def test_prints_the_way_it_parses(text):
    assert str(requirement(text)) == text


def test_aliases_are_understood():
    assert str(requirement("youden_j.low>=.6")) == "informedness.low >= 0.6"


@pytest.mark.parametrize(
    ("text", "met"),
    [
        ("accuracy >= 0.8", True),  # 122 / 147
        ("accuracy >= 0.84", False),
        ("recall[rain] >= 0.64", True),  # 20 / 31
        ("recall[rain] > 0.66", False),
        ("informedness.low > 0", True),
        ("informedness.high <= 0.7", False),
        ("informedness.chance <= 0", True),
    ],
)
def test_met_or_not(text, met):
    (outcome,) = check(informed.evaluate(WEATHER), [text])
    assert outcome.met is met
    assert str(outcome).startswith("met" if met else "NOT MET")


def test_an_undefined_value_meets_nothing():
    evaluation = informed.evaluate(informed.Counts([[362, 0], [3, 0]], labels=["sun", "rain"]))
    below, above = check(evaluation, ["precision[rain] <= 1", "precision[rain] >= 0"])
    assert not below.met
    assert not above.met
    assert "never predicted" in str(below)


def test_every_group_must_meet_it():
    sites = informed.Counts([[[9, 1], [1, 9]], [[5, 5], [5, 5]]], by=("site",), groups=(("n",), ("s",)))
    outcomes = check(informed.evaluate(sites), ["informedness >= 0.5"])
    assert [(outcome.group, outcome.met) for outcome in outcomes] == [("n", True), ("s", False)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("informedness", "is not of the form"),
        ("informedness >= high", "'high' is not a number; write a bound"),
        ("informednes >= 1", "did you mean 'informedness'"),
        ("informedness.lo >= 1", "did you mean 'low'"),
        ("recall[fog] >= 1", "'fog' is not a label"),
        ("recall >= 1", "name a label, as in recall"),
    ],
)
def test_bad_requirements_say_what_is_wrong(text, message):
    with pytest.raises(informed.InputError, match=message):
        check(informed.evaluate(WEATHER), [text])
