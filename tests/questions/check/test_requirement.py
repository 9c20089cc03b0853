"""Requirements read the way they are written, and hold or do not hold."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import informed
from informed import check
from informed.questions.check.compute import requirement
from informed.questions.check.formats import github

WEATHER = informed.Counts([[100, 10, 1], [5, 20, 6], [0, 3, 2]], labels=["sun", "rain", "hurricane"])


@pytest.mark.parametrize(
    "text",
    [
        "recall[rain].low > 0.2 in every site",
        "informedness >= 0.6",
        "informedness.low >= 0.6",
        "recall[rain] >= 0.5",
        "f_measure(beta=2)[rain].high < 0.9",
        "informedness at least 0.6 in every site",
        "gap in recall[rain] between site of birth at most 0.1",
        "gap in f_measure(beta=2)[rain].high between site <= 0.1",
        "cost at most 2",
    ],
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
        ("n >= 147", True),
        ("n > 147", False),
    ],
)
def test_met_or_not(text, met):
    (outcome,) = check(informed.evaluate(WEATHER), require=text)
    assert outcome.met is met
    assert str(outcome).startswith("met" if met else "NOT MET")


def test_an_undefined_value_meets_nothing():
    evaluation = informed.evaluate(informed.Counts([[362, 0], [3, 0]], labels=["sun", "rain"]))
    below, above = check(evaluation, require=["precision[rain] <= 1", "precision[rain] >= 0"])
    assert not below.met
    assert not above.met
    assert "never predicted" in str(below)


def test_every_group_must_meet_it():
    sites = informed.Counts([[[9, 1], [1, 9]], [[5, 5], [5, 5]]], by=("site",), groups=(("n",), ("s",)))
    outcomes = check(sites, require=["informedness >= 0.5"])
    assert [(outcome.group, outcome.met) for outcome in outcomes] == [("n", True), ("s", False)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("informedness", "is not of the form"),
        ("informedness >= high", "'high' is not a number; write a bound"),
        ("informednes >= 1", "did you mean 'informedness'"),
        ("informedness.lo >= 1", "did you mean 'low'"),
        ("recall[fog] >= 1", "label 'fog' is not one of sun, rain, hurricane"),
        ("recall[ran] >= 1", "did you mean 'rain'"),
        ("recall >= 1", r"name a label, as in 'recall\[sun\] >= 1'$"),
        ("n[rain] >= 1", "n counts the items of the whole table"),
        ("n at least 1", "n counts the items of the whole table"),
        ("accuracy.low at least 1", "is about the truth, which the whole interval tells; leave .low out"),
        ("gap in accuracy at most 1", "is not of the form"),
        ("gap in accuracy between site at most 1 in every site", "leave 'in every' out"),
        ("cost[rain] at most 1", "a price is that of the whole table; write 'cost at most 1'"),
    ],
)
def test_bad_requirements_say_what_is_wrong(text, message):
    with pytest.raises(informed.InputError, match=message) as refused:
        check(WEATHER, require=text)
    assert f"require='{text}'" in str(refused.value)  # as it was typed


def test_the_advice_for_a_rate_of_three_labels_can_be_followed():
    three = informed.Counts([[8, 1, 1], [1, 8, 1], [1, 1, 8]], ["a", "b", "c"])
    with pytest.raises(informed.InputError) as refused:
        check(three, require="recall >= 0.5")
    assert "positive" not in str(refused.value)
    assert check(three, require=re.search(r"as in '(.*?)'", str(refused.value))[1]).met
    with pytest.raises(informed.InputError) as refused:
        informed.evaluate(three, positive="a")
    (advised,) = re.findall(r"measures='(.*?)'", str(refused.value))
    assert informed.evaluate(three, measures=advised).measures[advised].value == 0.8


def test_all_that_is_required_is_met_or_it_is_not():
    met = check(["a", "b"] * 20, ["a", "b"] * 20, require=["informedness >= 1", "n >= 40"])
    assert met.met
    assert not met.missed
    some = check(["a", "b"] * 20, ["a", "b"] * 20, require=["informedness >= 1", "n >= 41"])
    assert not some.met
    assert [str(each.requirement) for each in some.missed] == ["n >= 41"]
    said = ["  1 of 2 requirements not met: n >= 41 (40).", "", "met: informedness >= 1: 1", "NOT MET: n >= 41: 40"]
    assert str(some).splitlines()[2:6] == said
    assert some.verdict == ("1 of 2 requirements not met: n >= 41 (40).",)


def test_options_beside_a_ready_evaluation_have_no_effect_and_are_refused():
    with pytest.raises(informed.InputError, match="level= has no effect on a ready evaluation"):
        check(informed.evaluate(WEATHER), require="n >= 1", level=0.9)


def test_proportions_have_no_number_of_items():
    (outcome,) = check(informed.Counts([[0.4, 0.1], [0.2, 0.3]]), require="n >= 1")
    assert (outcome.met, outcome.shown) == (False, "undefined")


# --- of a comparison -------------------------------------------------------------------------------------------------

ACTUAL = ["a", "b"] * 200
WRONG = ["b", "a"] * 200


def right_on(share):
    """Predictions that are right on the first items and wrong on the rest."""
    cut = round(share * len(ACTUAL))
    return ACTUAL[:cut] + WRONG[cut:]


@pytest.mark.parametrize(
    ("share", "margin", "claim", "met"),
    [
        (0.9, None, "better", True),  # +40 points of informedness on 400 items
        (0.7, None, "better", False),  # the same answers
        (0.5, None, "better", False),
        (0.7, 0.2, "not worse", True),
        (0.9, 0.2, "not-worse", True),
        (0.5, 0.2, "not worse", False),
        (0.7, 0.2, "equivalent", True),
        (0.9, 0.2, "equivalent", False),  # better by more than the margin
        (0.5, 0.2, "equivalent", False),
    ],
)
def test_systems_are_held_against_the_first(share, margin, claim, met):
    found = informed.compare(ACTUAL, {"old": right_on(0.7), "new": right_on(share)}, margin=margin, draws=100)
    (outcome,) = check(found, require=claim)
    assert outcome.met is met
    said = str(outcome)
    assert said.startswith(f"{'met' if met else 'NOT MET'}: 'new' {claim.replace('-', ' ')} ")
    assert said.count("'old'") == 1
    assert (" 0.2 " in said) == (margin is not None)


def test_every_later_system_is_held_against_the_first_alone():
    systems = {"old": right_on(0.7), "good": right_on(0.9), "bad": right_on(0.5)}
    outcomes = check(informed.compare(ACTUAL, systems, draws=100), require="better")
    assert [(each.requirement.system, each.requirement.baseline, each.met) for each in outcomes] == [
        ("good", "old", True),
        ("bad", "old", False),
    ]


def test_less_is_better_where_the_measure_says_so():
    found = informed.compare(ACTUAL, {"old": right_on(0.7), "new": right_on(0.9)}, measures=["error_rate"], draws=100)
    assert found.difference("error_rate").estimate.value < 0
    assert check(found, require="better").met


@settings(max_examples=20)
@given(st.integers(2, 3).flatmap(lambda k: st.lists(st.integers(0, 30), min_size=k**3, max_size=k**3)), st.data())
def test_equivalent_is_not_worse_and_what_the_interval_says(cells, data):
    """Both ends of the interval at the level 1 - 2 alpha inside the margin: equivalent; the lower one: not worse."""
    k = round(len(cells) ** (1 / 3))
    joint = np.reshape(cells, (k, k, k)) + np.eye(k, dtype=int)[:, :, None]
    rows = np.argwhere(joint)
    items = informed.Items(tuple(range(k)), ("a", "b"), rows, joint[tuple(rows.T)])
    margin = data.draw(st.floats(0.01, 0.6))
    found = informed.compare(items, measures=["accuracy"], margin=margin, draws=100)
    not_worse, equivalent = check(found, require=["not worse", "equivalent"])
    wide = informed.compare(items, measures=["accuracy"], level=0.9, draws=100).difference("accuracy").estimate
    if wide.low is not None and min(abs(wide.low + margin), abs(wide.high - margin)) > 1e-6:
        assert not_worse.met == (wide.low > -margin)
        assert equivalent.met == (wide.low > -margin and wide.high < margin)


@pytest.mark.parametrize(
    ("claim", "measures", "message"),
    [
        ("not worse", ["accuracy"], "needs margin=, the largest difference that would not matter"),
        ("betterr", ["accuracy"], "did you mean 'better'"),
        ("better", ["evenness_predicted"], "has no better direction"),
    ],
)
def test_claims_that_cannot_be_judged(claim, measures, message):
    found = informed.compare(ACTUAL, {"old": right_on(0.7), "new": right_on(0.9)}, measures=measures, draws=100)
    with pytest.raises(informed.InputError, match=message):
        check(found, require=claim)


SITES = ["north"] * 40 + ["south"] * 40
SICK = ["ill", "well"] * 40
SAID = [*SICK[:40], *(["well", "ill"] * 10 + SICK[:20])]  # perfect in the north, half right in the south


def test_every_group_that_a_requirement_names_must_meet_it():
    """It tells the items apart by itself; what names no groups is about the whole."""
    wanted = ["informedness > 0.9 in every site", "n >= 80"]
    found = check({"y": SICK, "p": SAID, "site": SITES}, "p", actual="y", require=wanted)
    assert [(each.group, each.outcome) for each in found] == [("north", "met"), ("south", "not met"), (None, "met")]
    assert "informedness > 0.9 in every site: south" in str(found[1])
    same = check({"y": SICK, "p": SAID, "site": SITES}, "p", actual="y", by="site", require="informedness > 0.9")
    assert [each.outcome for each in same] == ["met", "not met"]


@pytest.mark.parametrize("by", ["other", None])
def test_groups_that_a_ready_evaluation_does_not_have_are_named(by):
    ready = informed.evaluate(SICK, SAID, by=by and {by: SITES})
    with pytest.raises(informed.InputError, match=f"the groups are by {by or 'nothing'}; give by='site'"):
        check(ready, require="informedness > 0.9 in every site")


def test_two_kinds_of_groups_at_once_are_refused():
    with pytest.raises(informed.InputError, match="names groups by site and by age"):
        check(SICK, SAID, require=["n > 1 in every site", "n > 1 in every age"])


def test_a_bound_in_every_group_is_passed_wrongly_no_more_often_than_in_one():
    """One site of three lies at the bound: all must pass, so no adjustment is needed (an intersection-union test)."""
    rng, tables, passed = np.random.default_rng(3), 200, 0
    sites = {"north": 0.9, "east": 0.9, "south": 0.75}  # recall of both labels; informedness of the south is 0.5
    for _ in range(tables):
        right = {name: rng.binomial(80, share, 2) for name, share in sites.items()}
        every = [informed.Counts([[a, 80 - a], [80 - b, b]], ["x", "y"]) for a, b in right.values()]
        parts = [informed.evaluate(each, measures=["informedness"]) for each in every]
        passed += all(check(each, require="informedness.low > 0.5").met for each in parts)
    assert passed / tables <= 0.05


def test_lines_for_github_have_a_command_each_and_no_line_end_of_their_own():
    evaluation = informed.evaluate(informed.Counts([[40, 10], [5, 45]], ["a%b", "c"]))
    found = check(evaluation, require=["accuracy >= 0.5", "recall[a%b] >= 0.99"])
    lines = github(found)
    assert [each.partition(" ")[0] for each in lines.splitlines()] == ["::notice", "::error"]
    assert "recall[a%25b]" in lines


def claims(right, wrong, text, **how):
    """What a claim says of 2 x so many items, each class with as many hits."""
    return check(informed.Counts([[right, wrong], [wrong, right]], ["ill", "well"]), require=text, **how)


@pytest.mark.parametrize(
    ("right", "wrong", "text", "outcome"),
    [
        (900, 100, "informedness at least 0.6", "met"),
        (900, 100, "informedness at least 0.9", "not met"),
        (900, 100, "informedness at least 0.81", "undecided"),
        (9, 1, "informedness at least 0.6", "undecided"),
        (900, 100, "accuracy at most 0.95", "met"),
        (900, 100, "recall[ill]  at  most .5", "not met"),
    ],
)
def test_a_claim_in_words_is_decided_by_the_whole_interval(right, wrong, text, outcome):
    found = claims(right, wrong, text)
    (only,) = found
    low, high = only.estimate.low, only.estimate.high
    bound, up = only.requirement.bound, "least" in text
    assert only.outcome == found.outcome == outcome
    assert (bound < low if up else bound > high) == (outcome == "met")
    assert (bound > high if up else bound < low) == (outcome == "not met")
    assert (only.needed is not None) == (outcome == "undecided") == ("too few items to tell" in str(only))
    if only.needed is not None and only.needed < 1e6:  # so many items of the same shares decide
        more = only.needed / (2 * (right + wrong))
        assert claims(round(right * more), round(wrong * more), text).outcome != "undecided"


def test_claims_at_once_are_refuted_at_a_level_that_allows_for_their_number_and_met_as_one_alone_is():
    alone, several = (claims(150, 50, ["informedness at least 0.6", *["accuracy at least 0.1"] * n]) for n in (0, 4))
    assert (alone[0].outcome, several[0].outcome) == ("not met", "undecided")  # as with its interval at 99 %
    wide = informed.evaluate(informed.Counts([[150, 50], [50, 150]]), level=0.99).measures["informedness"]
    assert alone[0].estimate.high < 0.6 < wide.high
    assert {each.outcome for each in several.outcomes[1:]} == {"met"}


COSTLY = [[0, 5], [1, 0]]


@pytest.mark.parametrize(("text", "price"), [("cost", -1), ("value", 1), ("gain", 1)])
def test_a_price_is_that_of_pricing(text, price):
    counts = informed.Counts([[80, 20], [30, 170]], ["ill", "well"])
    found = informed.evaluate(counts, cost=COSTLY).pricing
    expected = found.gain if text == "gain" else found.value
    ends = sorted(price * each for each in (expected.low, expected.high))
    (only,) = check(counts, cost=COSTLY, require=f"{text} at most {ends[1] + 0.001}")
    assert only.met
    assert [only.estimate.low, only.estimate.high] == ends
    assert only.reached == price * expected.value
    with pytest.raises(informed.InputError, match=rf"require='{text} <= 2' needs cost= or value="):
        check(counts, require=f"{text} <= 2")


GROUPED = {"by": ("site",), "groups": (("north",), ("south",))}


def test_the_gap_between_groups_is_an_interval_of_their_difference():
    """Of two groups it is that of compare on independent samples; where all groups are alike none is shown."""
    tables = [[[90, 10], [10, 90]], [[50, 50], [10, 90]]]
    counts = informed.Counts(tables, ["ill", "well"], **GROUPED)
    gap = "gap in informedness between site"
    outcomes = check(counts, require=[f"{gap} at most {bound}" for bound in (0.7, 0.4, 0.05)])
    assert [each.outcome for each in outcomes] == ["met", "undecided", "not met"]
    north, south = (informed.evaluate(informed.Counts(each, ["ill", "well"])) for each in tables)
    high, low = (each.measures["informedness"] for each in (north, south))
    assert outcomes[0].reached == pytest.approx(high.value - low.value)
    reach = np.hypot(high.high - high.value, low.value - low.low)  # Zou & Donner 2008
    assert outcomes[0].estimate.high == pytest.approx(high.value - low.value + reach)
    assert "north and south" in str(outcomes[2])
    alike = informed.Counts([tables[0]] * 2, ["ill", "well"], **GROUPED)
    assert check(alike, require="gap in recall[ill] between site at most 0.01").outcome == "undecided"


def test_a_requirement_names_the_groups_of_its_gap():
    columns = {"y": ["a", "b"] * 40, "p": ["a", "b"] * 40, "site": ["n", "n", "s", "s"] * 20}
    said = check(columns, "p", actual="y", require=["gap in accuracy between site at most 0.5", "n >= 80"])
    assert said.met
    assert [each.group for each in said] == [None, None]
    with pytest.raises(informed.InputError, match="the groups are by nothing; give by='site'"):
        check(informed.evaluate(WEATHER), require="gap in accuracy between site at most 0.1")
