"""Items of which only some were verified: published figures, the closed form of two classes, laws, refusals."""

import numpy as np
import pytest

import informed
from informed import InputError
from informed.cli import main

# Scans of the liver: Drum & Christacopoulos (1972), the example of Begg & Greenes (1983): with a positive scan 263 of
# 429 were verified, 231 of them ill; with a negative one 81 of 221, 27 of them ill. Corrected: .84 and .74.
SCANS = [("ill", "ill", 231), ("well", "ill", 32), ("ill", "well", 27), ("well", "well", 54)]
OTHERS = {"ill": 166, "well": 140}


def columns(cells, others):
    """Actual labels, predictions and whether each was verified."""
    rows = [row for actual, said, times in cells for row in [(actual, said, "yes")] * times]
    rows += [row for said, times in others.items() for row in [(None, said, "no")] * times]
    return [list(each) for each in zip(*rows, strict=True)]


ACTUAL, SAID, VERIFIED = columns(SCANS, OTHERS)


def asked(**more):
    return informed.evaluate(ACTUAL, SAID, verified=VERIFIED, positive="ill", **more)


def test_the_scans_of_the_liver_come_out_as_published():
    found = asked()
    assert round(found.apparent["sensitivity"], 2) == 0.90
    assert round(found.apparent["specificity"], 2) == 0.63
    assert round(found.measures["sensitivity"].value, 2) == 0.84
    assert round(found.measures["specificity"].value, 2) == 0.74


def test_predictive_values_are_those_of_the_verified_and_prevalence_is_that_of_all():
    found = asked()
    assert found.measures["ppv"].value == pytest.approx(231 / 263)
    assert found.measures["npv"].value == pytest.approx(54 / 81)
    share = (429 * 231 / 263 + 221 * 27 / 81) / 650
    sensitivity, specificity = (found.measures[name].value for name in ("sensitivity", "specificity"))
    assert found.measures["accuracy"].value == pytest.approx(share * sensitivity + (1 - share) * specificity)


def test_the_limits_of_sensitivity_are_those_of_the_closed_form():
    """Logit of sensitivity: log odds of a positive result, of PPV to 1 - NPV; its variance by the delta method."""
    found = asked(draws=20_000).measures["sensitivity"]
    ppv, missed = 231 / 263, 27 / 81
    logit = np.log(429 / 221) + np.log(ppv / missed)
    error = np.sqrt(1 / 429 + 1 / 221 + (1 - ppv) / (ppv * 263) + (1 - missed) / (missed * 81))
    limits = 1 / (1 + np.exp(-(logit + error * np.array([-1.959964, 1.959964]))))
    assert (found.low, found.high) == pytest.approx(tuple(limits), abs=0.01)


def test_where_all_are_verified_it_is_the_plain_evaluation():
    actual, said = (np.repeat([row[side] for row in SCANS], [row[2] for row in SCANS]) for side in (0, 1))
    found = informed.evaluate(actual, said, verified=np.ones(len(actual), bool))
    plain = informed.evaluate(actual, said).measures["informedness"]
    assert found.measures["informedness"].value == pytest.approx(plain.value)
    assert (found.measures["informedness"].low, found.measures["informedness"].high) == pytest.approx(
        (plain.low, plain.high), abs=0.02
    )
    assert found.bounds is None


def test_labels_of_items_that_were_not_verified_are_not_looked_at():
    made_up = [each or "ill" for each in ACTUAL]
    assert informed.evaluate(made_up, SAID, verified=VERIFIED, positive="ill").to_dict() == asked().to_dict()


def test_other_names_and_another_order_of_labels_change_no_digit():
    names = {"ill": "z", "well": "a", None: None}
    turned = informed.evaluate([names[each] for each in ACTUAL], [names[each] for each in SAID], verified=VERIFIED)
    plain = informed.evaluate(ACTUAL, SAID, verified=VERIFIED)
    assert turned.measures["informedness"] == plain.measures["informedness"]
    assert turned.measures["recall[z]"] == plain.measures["recall[ill]"]


def test_the_estimate_lies_within_the_sharp_bounds_and_falls_as_errors_become_commoner():
    found = asked()
    low, high, least, most = found.bounds
    values = [each.value for each in found.odds.values()]
    assert values == sorted(values, reverse=True)
    assert least < low < min(values)
    assert max(values) < high < most
    assert found.odds[1.0] == found.measures["informedness"]


def test_beyond_the_odds_that_are_named_the_interval_reaches_0():
    from informed.inference.verified import Verified
    from informed.measures import informedness

    table = Verified(np.array([[231.0, 27], [32, 54]]), np.array([166.0, 140]), np.arange(2), 4000, 0)
    found = asked()
    assert table.estimate(informedness.raw, 0.95, found.holds_to * 1.01).low <= 0
    assert table.estimate(informedness.raw, 0.95, found.holds_to * 0.99).low > 0


@pytest.mark.parametrize(
    ("verified", "more", "says"),
    [
        (["maybe"] * len(SAID), {}, "verified='maybe' says neither yes nor no"),
        (["no"] * len(SAID), {}, "no item is verified"),
        (VERIFIED, {"weights": np.ones(len(SAID))}, "weights= cannot be used with verified="),
        (VERIFIED, {"cluster": SAID}, "cluster= cannot be used with verified="),
        ([None, *VERIFIED[1:]], {}, "missing"),
    ],
)
def test_what_cannot_be_used_is_refused_by_name(verified, more, says):
    with pytest.raises(InputError, match=says):
        informed.evaluate(ACTUAL, SAID, verified=verified, **more)


def test_where_nobody_with_a_prediction_was_verified_there_is_no_number_but_bounds():
    actual, said, verified = columns(SCANS[:2], OTHERS)
    found = informed.evaluate(actual, said, verified=verified, labels=["ill", "well"])
    assert found.verdict[0] == "Cannot tell: of the items called 'well' none was verified."
    assert (found.measures, found.odds, found.holds_to) == ({}, {}, None)
    assert found.bounds[0] < 0 < found.bounds[1]


def test_the_command_says_what_python_says(tmp_path, capsys):
    path = tmp_path / "scans.csv"
    rows = zip(ACTUAL, SAID, VERIFIED, strict=True)
    path.write_text("liver,scan,surgery\n" + "".join(f"{a or ''},{s},{v}\n" for a, s, v in rows))
    given = ["evaluate", str(path), "--actual=liver", "--predicted=scan", "--verified=surgery", "--positive=ill"]
    with pytest.raises(SystemExit) as done:
        main([*given, "--format=json"])
    assert not done.value.code
    assert capsys.readouterr().out.strip() == asked().to_json()


# --- two systems -----------------------------------------------------------------------------------------------------


OTHER = ["ill" if each == "ill" and place % 5 else "well" for place, each in enumerate(SAID)]


def test_two_systems_that_were_verified_on_all_items_differ_as_in_a_plain_comparison():
    rows = [place for place, each in enumerate(VERIFIED) if each == "yes"]
    actual, one, two = ([each[place] for place in rows] for each in (ACTUAL, SAID, OTHER))
    found = informed.compare(actual, {"one": one, "two": two}, verified=[True] * len(rows))
    plain = informed.compare(actual, {"one": one, "two": two}).difference("informedness").estimate
    gap = found.differences["informedness"]
    assert gap.value == pytest.approx(plain.value)
    assert (gap.low, gap.high) == pytest.approx((plain.low, plain.high), abs=0.03)


def test_a_system_and_its_copy_are_as_the_system_alone():
    found = informed.compare(ACTUAL, {"one": SAID, "two": SAID}, verified=VERIFIED)
    alone = informed.evaluate(ACTUAL, SAID, verified=VERIFIED).measures["informedness"]
    assert found.differences["informedness"].value == 0
    assert found.p["informedness"] == 1
    assert found.measures["one"]["informedness"].value == pytest.approx(alone.value)
    assert "No significant difference" in found.verdict[0]


def test_two_systems_of_which_a_pair_was_never_verified_have_no_number():
    verified = [told if (a, b) != ("ill", "well") else "no" for told, a, b in zip(VERIFIED, SAID, OTHER, strict=True)]
    found = informed.compare(ACTUAL, {"one": SAID, "two": OTHER}, verified=verified)
    assert found.verdict == (
        "Cannot tell: of the items that 'one' calls 'ill' and 'two' calls 'well' none was verified.",
    )
    assert (found.measures, found.differences) == ({}, {})


def test_three_systems_are_refused():
    with pytest.raises(InputError, match="compares two systems"):
        informed.compare(ACTUAL, dict.fromkeys("abc", SAID), verified=VERIFIED)
