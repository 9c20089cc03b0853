"""Every rule of the verdict speaks when it should and is silent otherwise."""

import pytest

import informed
from informed.verdicts.evaluation import RULES


def said(table, rule, **options):
    labels = options.pop("labels", None) or [chr(ord("a") + place) for place in range(len(table))]
    evaluation = informed.evaluate(informed.Counts(table, labels=labels), **options)
    return next((finding.text for finding in evaluation.findings if finding.rule == rule), None)


def test_always_saying_sun_in_san_diego_is_guessing():
    table, labels = [[362, 0], [3, 0]], ["sun", "rain"]
    assert "Guessing: it says 'sun' whatever the class is; informedness 0 %" in said(table, "informed", labels=labels)
    assert (
        said(table, "against_constant", labels=labels) == "Accuracy 99.2 % is exactly what always saying 'sun' gives."
    )


def test_informed():
    assert said([[90, 10], [10, 90]], "informed").startswith("Informed: 80 % of the decisions are informed")


def test_comparator_is_agreement_not_accuracy():
    table = [[90, 10], [10, 90]]
    assert "agree with the comparator beyond chance" in said(table, "informed", reference="comparator")
    assert said(table, "against_constant", reference="comparator").startswith("Agreement 90 %")


def test_worse_than_guessing():
    assert said([[10, 90], [90, 10]], "informed").startswith("Worse than guessing: informedness -80 %")


def test_one_actual_class_says_nothing():
    assert (
        said([[9, 1], [0, 0]], "informed")
        == "Nothing can be said about guessing: only 'a' occurs among the actual labels."
    )


def test_accuracy_below_the_constant_baseline():
    # Powers 2007, Table 2, case 1: accuracy 58 % where always saying + gives 60 %
    text = said([[30, 30], [12, 28]], "against_constant", labels=["+", "-"])
    assert text.startswith("Accuracy 58 % is less than the 60 % of always saying '+'")


def test_perverse_label():
    table = [[80, 10, 10], [10, 80, 10], [45, 45, 2]]
    assert said(table, "perverse_labels") == "Worse than guessing on 'c': swap or drop it."
    assert said([[90, 10], [10, 90]], "perverse_labels") is None


def test_uneven_use_names_the_ceiling_of_the_margins():
    # 'b' occurs 20 of 100 and is predicted 60 times: at most 60 can agree
    text = said([[40, 40], [0, 20]], "uneven_use")
    assert "'b' is predicted 60 % of the time and occurs 20 %" in text
    assert "accuracy cannot exceed 60 %" in text
    assert said([[30, 10], [10, 30]], "uneven_use") is None


def test_direction_of_implication_never_sounds_causal():
    # recall .5, fallout 0: informedness .5; precision 1, false omission 1/11: markedness 10/11
    text = said([[50, 50], [0, 500]], "direction")
    assert text == (
        "The prediction implies the class more than the class implies the prediction "
        "(markedness 90.9 %, informedness 50 %)."
    )
    assert said([[50, 0], [50, 500]], "direction").startswith("The class implies the prediction more")
    assert said([[90, 10], [10, 90]], "direction") is None


def test_unjudged_items_are_said_first():
    evaluation = informed.evaluate(["a", "b", None], ["a", "b", "b"], missing="unjudged")
    assert evaluation.verdict[0].startswith("1 item has no actual label")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_every_rule_says_when_it_speaks(rule):
    assert rule.__doc__


def test_labels_of_another_column_are_noticed_before_anything_is_said_about_guessing():
    evaluation = informed.evaluate(["bug", "wish"] * 30, [f"T-{at}" for at in range(60)])
    assert evaluation.findings[0].rule == "strangers"
    assert "No predicted label is an actual one: 'T-0'," in evaluation.verdict[0]
    one_shared = informed.evaluate(["bug", "wish"] * 30, ["bug"] + [f"T-{at}" for at in range(59)])
    assert "strangers" not in {finding.rule for finding in one_shared.findings}


def test_a_table_that_is_not_square_says_so_and_quotes_information():
    evaluation = informed.evaluate(informed.Counts([[30, 0, 0], [0, 20, 20]], ["a", "b"], ["x", "y", "z"]))
    assert evaluation.findings[0].rule == "unmatched"
    assert evaluation.verdict[0].startswith("2 actual classes by 3 predicted labels of their own")
    assert "match finds out" in evaluation.verdict[0]
    assert "hold 100 %" in evaluation.verdict[0]  # x is always a, y and z are always b
    assert "Which number to quote: proficiency" in str(evaluation)
    assert said([[30, 0], [0, 40]], "unmatched") is None
