import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from informed import Counts, InputError, deploy
from informed.core import measures as m
from informed.core.table import as_table, prevalences
from informed.questions.deploy import at_prevalence
from strategies import tables

TEST = Counts.binary(tp=80, fp=30, fn=20, tn=870)
new = st.floats(0.01, 0.99)


@settings(max_examples=20)
@given(tables(classes=(2, 2), batch=((),), most=10**4, dense=True), new)
def test_recall_and_fallout_stay_and_the_rest_follows(table, prevalence):
    recall, fallout = m.recall(table), m.fallout(table)
    found = deploy(Counts(table, labels=("+", "-")), prevalence=prevalence, positive="+").measures
    hits, false = prevalence * recall, (1 - prevalence) * fallout
    assert found["informedness"].value == pytest.approx(m.informedness(table), abs=1e-9)
    assert found["precision"].value == pytest.approx(hits / (hits + false))
    assert found["bias"].value == pytest.approx(hits + false)
    assert found["f_measure"].value == pytest.approx(2 * hits / (prevalence + hits + false))
    assert found["accuracy"].value == pytest.approx(hits + (1 - prevalence) * (1 - fallout))
    skew = (1 - prevalence) / prevalence  # Powers 2007 equation 11: precision at c = skew
    assert found["precision"].value == pytest.approx(m.cost_precision.with_(c=skew)(table))


@settings(max_examples=20)
@given(tables(classes=(2, 6), batch=((),), most=10**4, dense=True))
def test_the_prevalence_of_the_test_set_changes_nothing(table):
    found = deploy(Counts(table), prevalence=prevalences(as_table(table)))
    for name, each in found.measures.items():
        assert each.value == pytest.approx(found.tested[name], abs=1e-9)
    assert_allclose(at_prevalence(as_table(table), [1.0] * len(table)).sum(-1), 1)


def test_intervals_hold_the_value_and_chance_is_the_new_one():
    found = deploy(TEST, prevalence=0.01, positive="+", cost=[[0, 5], [1, 0]])
    for name, each in found.measures.items():
        assert each.low <= each.value <= each.high
        assert (each.method == "posterior") == (name != "informedness")  # which no prevalence changes
    assert found.measures["precision"].chance == pytest.approx(0.01)
    assert found.measures["expected_value"].value == pytest.approx(-(0.01 * 0.2 * 5 + 0.99 * 30 / 900))


def test_coverage_of_the_precision_at_a_rare_prevalence():
    """Of 400 test sets with recall .8 and fallout .05, 95 % should give an interval that holds the true precision."""
    rng = np.random.default_rng(11)
    true = at_prevalence(np.array([[0.8, 0.2], [0.05, 0.95]]), [0.01, 0.99])
    drawn = rng.multinomial(200, [0.24, 0.06, 0.035, 0.665], 400)
    held = 0
    for table in drawn.reshape(-1, 2, 2):
        each = deploy(Counts(table, labels=("+", "-")), prevalence=0.01, positive="+", measures=["precision"]).measures[
            "precision"
        ]
        held += each.low <= m.precision(true) <= each.high
    assert 0.92 <= held / 400 <= 0.99


def test_prevalence_by_label():
    counts = Counts([[8, 1, 1], [2, 6, 2], [1, 1, 8]], labels=list("abc"))
    whole = deploy(counts, prevalence={"a": 0.1, "b": 0.2, "c": 0.7})
    short = deploy(counts, prevalence={"c": 0.7, "b": 0.2})
    assert whole.prevalence == pytest.approx(short.prevalence)
    assert whole.measures["accuracy"].value == pytest.approx(0.1 * 0.8 + 0.2 * 0.6 + 0.7 * 0.8)


@pytest.mark.parametrize(
    ("prevalence", "message"),
    [
        (1.5, "add up to 1"),
        ([0.2, 0.2], "add up to 1"),
        ({"maybe": 0.5}, "not a label"),
        ([0.1, 0.2, 0.7], "must be 2 shares"),
        ({}, "no share for .*; one label at most"),
        (0, "leaves only one class; give at least two"),
        (1, "leaves only one class"),
        ([0, 1], "leaves only one class"),
    ],
)
def test_prevalences_that_cannot_be(prevalence, message):
    with pytest.raises(InputError, match=message):
        deploy(TEST, prevalence=prevalence)


def test_nothing_is_known_of_a_class_that_was_not_tested():
    with pytest.raises(InputError, match="has no items"):
        deploy(Counts([[5, 5], [0, 0]], labels=["a", "b"]), prevalence=0.5)


def test_text_and_json():
    found = deploy(TEST, prevalence=0.01, positive="+")
    assert "test set" in str(found)
    assert json.loads(found.to_json())["prevalence"] == {"+": 0.01, "-": 0.99}
