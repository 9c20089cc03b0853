"""Every rule of the verdict speaks when it should and is silent otherwise."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

import informed
from informed.core.registry import get
from informed.core.table import one_vs_rest
from informed.inference.adjustment import adjust
from informed.inference.interval import p_value
from informed.inference.pooling import pooling
from informed.inference.tests.independence import conditional_moments, pearson
from informed.inference.tests.statistics import z_informedness
from informed.questions.evaluate.words import RULES
from strategies import tables


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
    assert said(table, "informed", reference="comparator").startswith("Agreement beyond chance: correlation 0.800")
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


# --- no sentence without a test of what it claims ---------------------------------------------------------------------


def findings_of(counts, **options):
    return {finding.rule: finding.text for finding in informed.evaluate(counts, **options).findings}


@given(tables(classes=(2, 6), batch=((),), most=60))
def test_better_or_worse_than_guessing_only_where_the_test_with_fixed_margins_says_so(table):
    """Law: the verdict claims neither unless z_informedness is significant in the same direction."""
    text = findings_of(informed.Counts(table), only=["informedness"], per_label=[]).get("informed", "")
    z = float(z_informedness(table))
    if text.startswith("Informed"):
        assert z > 1.95
    if text.startswith("Worse"):
        assert z < -1.95


def test_labels_shifted_by_one_on_few_items_are_not_worse_than_guessing():
    """20 classes of one item each, none of them hit: guessing misses all of them with probability .95 ** 20 = .36."""
    table = np.roll(np.eye(20, dtype=int), 1, axis=1)
    assert findings_of(informed.Counts(table))["informed"].startswith("Not shown")


@given(tables(classes=(2, 5), batch=((),), most=1000))
def test_nothing_is_claimed_of_shares_of_an_unknown_number_of_items(table):
    shares = informed.Counts(np.asarray(table, dtype=float) / (3.0 * table.sum()))
    found = findings_of(shares, only=["informedness", "markedness", "edge", "proficiency"], per_label=[])
    assert not {"permuted", "perverse_labels", "guesswork_labels", "direction", "two_definitions"} & set(found)
    assert not found.get("informed", "").startswith(("Informed", "Worse", "Not shown"))


def test_a_cyclic_permutation_of_the_labels_is_noticed_and_quotes_what_chance_gives():
    found = findings_of(informed.Counts([[2, 30, 1], [1, 2, 30], [30, 1, 2]]))
    assert "look permuted" in found["permuted"]
    assert "would be chance" in found["permuted"]


def test_the_moments_of_pearson_are_those_of_all_permutations():
    """Every way to deal the predictions of 7 items, written down."""
    actual, said_ = np.array([0, 0, 0, 1, 1, 2, 2]), np.array([0, 1, 1, 1, 1, 2, 0])
    dealt = np.array([np.bincount(3 * actual + np.array(each), minlength=9) for each in permutations(said_)])
    dealt = dealt.reshape(-1, 3, 3).astype(float)
    statistic = pearson(dealt)[0]
    assert_allclose(conditional_moments(dealt[0]), [statistic.mean(), statistic.var()])


def test_one_label_among_many_must_be_far_below_guessing():
    """Law: what is said of a label holds for all labels together, so that its p times their number is small."""
    rng = np.random.default_rng(5)
    tables_ = [np.bincount(rng.integers(0, 100, 400), minlength=100).reshape(10, 10) for _ in range(60)]
    for table in tables_:
        found = findings_of(informed.Counts(table, labels=list("abcdefghij")), only=["informedness"], per_label=[])
        labels = one_vs_rest(table)
        worse = (adjust(p_value("informedness", labels)) < 0.05) & (get("informedness")(labels) < 0)
        assert ("perverse_labels" in found) == worse.any()


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 40))
def test_markedness_is_that_of_informedness_where_a_label_is_predicted_as_often_as_it_occurs(hit, miss, reject):
    table = informed.Counts([[hit + 1, miss], [miss, reject + 1]])
    assert "direction" not in findings_of(table, only=["informedness", "markedness"], per_label=[])


# --- groups ----------------------------------------------------------------------------------------------------------

AT_CHANCE = np.array([[[810, 90], [90, 10]], [[10, 90], [90, 810]]])  # prevalence .9 and .1, independent in each


def rows_of(stack):
    return np.repeat(np.argwhere(stack >= 0), stack.ravel(), axis=0)


def test_groups_at_chance_are_not_informed_when_put_together():
    """Simpson 1951: the association over all items is that of the groups."""
    group, actual, predicted = rows_of(AT_CHANCE).T
    counts = informed.Counts(AT_CHANCE, by=("ward",), groups=((0,), (1,)))
    for evaluation in (
        informed.evaluate(counts),
        informed.evaluate(actual, predicted, stratum=group),
        informed.evaluate(actual, predicted, by=group, cluster=np.arange(len(group)) // 4),
    ):
        assert evaluation.findings[0].rule == "group_guessing"
        assert "0.00 there and 0.64 over all items" in evaluation.verdict[0]


def test_informedness_within_groups_of_two_classes_is_that_of_mantel_and_haenszel():
    """The risk difference weighted by RP RN / n (Greenland & Robins 1985), tested by Cochran, Mantel and Haenszel."""
    from statsmodels.stats.contingency_tables import StratifiedTable

    rng = np.random.default_rng(3)
    stack = rng.integers(3, 30, (4, 2, 2))
    found = pooling(informed.Counts(stack, by=("g",), groups=tuple((at,) for at in range(4))), "g")
    rates = stack[:, :, 0] / stack.sum(-1)
    weight = stack.sum(-1).prod(-1) / stack.sum((-1, -2))
    assert_allclose(found.within, (weight * (rates[:, 0] - rates[:, 1])).sum() / weight.sum())
    other = StratifiedTable(np.moveaxis(stack, 0, -1).astype(float)).test_null_odds()
    assert_allclose(found.guessing, other.pvalue)


@given(tables(classes=(2, 4), batch=((),), most=200), st.integers(2, 4))
def test_groups_that_are_alike_change_nothing(table, copies):
    counts = informed.Counts(np.stack([table] * copies), by=("g",), groups=tuple((at,) for at in range(copies)))
    found = pooling(counts, "g")
    if found is not None:
        assert_allclose(found.within, found.pooled, atol=1e-9)
        assert found.apart > 0.9
