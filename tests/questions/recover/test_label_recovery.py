import json

import numpy as np
import pytest
from hypothesis import given, settings
from numpy.testing import assert_allclose

from informed import InputError
from informed.core import measures as m
from informed.core.table import one_vs_rest
from informed.more import recover_labels
from informed.questions.recover.by_label import determined, stand_in
from strategies import tables


def report(table, digits=None):
    """What a classification report prints: recall, precision and support of each class."""
    hits = np.diag(table)
    recall, precision = hits / table.sum(1), hits / table.sum(0)
    if digits is not None:
        recall, precision = np.round(recall, digits), np.round(precision, digits)
    return {"recall": recall.tolist(), "precision": precision.tolist(), "support": table.sum(1).tolist()}


reports = tables(classes=(2, 5), batch=((),), most=60, dense=True)


@settings(max_examples=25)
@given(reports)
def test_exact_values_determine_what_does_not_depend_on_the_kind_of_error(table):
    found = recover_labels(**report(table), exact=True)
    assert_allclose(found.tables[0], one_vs_rest(table), atol=1e-6)
    for name in ("informedness", "edge", "markedness", "kappa", "mcc", "accuracy"):
        assert found.measures[name].value == pytest.approx(float(getattr(m, name)(table)), abs=1e-9)
    assert ("proficiency" in found.undetermined) == (len(table) > 2)


@settings(max_examples=25)
@given(reports)
def test_a_rounded_report_leads_back_to_its_table(table):
    found = recover_labels(**report(table, 2), digits=2)
    if found.tables is None:
        return
    own = one_vs_rest(table)
    assert (abs(found.tables - own).max((1, 2, 3)) == 0).any()
    for name in ("informedness", "edge", "kappa"):
        value = float(getattr(m, name)(table))
        assert found.measures[name].low - 1e-9 <= value <= found.measures[name].high + 1e-9


@given(tables(classes=(2, 8), most=10**6, dense=True))
def test_the_stand_in_has_the_diagonal_and_the_margins(table):
    same = stand_in(one_vs_rest(table))
    for axis in (-1, -2):
        assert_allclose(same.sum(axis), table.sum(axis), rtol=1e-9)
    assert_allclose(np.diagonal(same, axis1=-2, axis2=-1), np.diagonal(table, axis1=-2, axis2=-1))


@pytest.mark.parametrize("classes", [3, 4, 7])
def test_what_is_called_determined_does_not_depend_on_the_kind_of_error(classes):
    rng = np.random.default_rng(8)
    one = rng.integers(3, 30, (classes, classes))
    two = one.copy()
    two[[0, 1, 2], [1, 2, 0]] += 2  # errors moved round a circle: same diagonal, same margins
    two[[0, 1, 2], [2, 0, 1]] -= 2
    for each in determined(classes):
        assert each(one) == pytest.approx(each(two)), each
    names = {each.name for each in determined(classes)}
    assert {"informedness", "edge", "markedness", "correlation", "kappa", "mcc", "balanced_accuracy"} <= names
    assert not names & {"proficiency", "mutual_information", "phi_squared", "conditional_entropy"}


def test_labels_may_be_keys():
    found = recover_labels(
        recall={"yes": 0.8, "no": 0.9}, precision={"yes": 0.95, "no": 0.66}, support={"yes": 70, "no": 30}, digits=2
    )
    assert found.labels == ("yes", "no")
    assert found.tables[0, 0].tolist() == [[56, 14], [3, 27]]
    assert found.by_label["yes"]["recall"].value == pytest.approx(0.8)
    assert "proficiency" in found.measures  # two classes leave nothing open


def test_a_label_never_predicted_has_no_precision():
    found = recover_labels(recall=[1, 0.5, 0], precision=["0.80", "0.67", None], support=[40, 20, 5], digits=2)
    assert (found.tables[:, 2] == [[0, 5], [0, 60]]).all()


def test_more_values_narrow_the_choice():
    table = np.array([[94, 25, 20, 10], [12, 51, 3, 0], [7, 32, 65, 36], [20, 24, 38, 109]])
    loose, f1 = report(table, 2), np.round(m.f_measure(one_vs_rest(table)), 2).tolist()
    assert len(recover_labels(**loose, f1=f1, digits=2).tables) <= len(recover_labels(**loose, digits=2).tables)


def test_labels_alone_when_too_many_combinations_fit():
    rng = np.random.default_rng(9)
    table = rng.integers(500, 900, (8, 8)) + np.diag([4000] * 8)
    found = recover_labels(**report(table, 2), digits=2)
    assert found.tables is None
    assert found.measures == {}
    own = found.by_label[3]["informedness"]
    assert own.low <= m.informedness(one_vs_rest(table))[3] <= own.high
    assert "too many combinations to list" in " ".join(str(found).split())


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"recall": [0.5, 0.5]}, "need support="),
        ({"recall": [0.5, 0.5], "support": [10, 10, 10]}, "each of the 3 labels"),
        ({"recall": [0.5, 0.5], "support": [10, 10], "n": 30}, "adds up to 20"),
        ({"recall": [0.53, 0.5], "support": [10, 10], "digits": 2}, "label 0: no table of n=20 whole items"),
        ({"recall": [0.5, 0.5], "support": [10, 10], "exact": True}, "label 0: .* needed beside the support"),
        (
            {"recall": [0.9, 0.9, 0.9], "precision": [0.5, 0.5, 0.5], "support": [20, 20, 20], "digits": 1},
            "predictions they imply add up to",
        ),
    ],
)
def test_reports_that_cannot_be_used(given, message):
    with pytest.raises(InputError, match=message):
        recover_labels(**given)


def test_text_and_json():
    table = np.array([[94, 25, 20], [12, 51, 3], [7, 32, 65]])
    found = recover_labels(**report(table, 2), digits=2, labels=list("abc"))
    text = str(found)
    assert text.split("\n\n")[1].startswith("  Of the tables of 3 labels over n = 309 items, 5 combinations fit.")
    assert "not determined" in text.lower()
    data = json.loads(found.to_json())
    assert data["labels"] == ["a", "b", "c"]
    assert data["by_label"]["a"]["recall"]["low"] <= 94 / 139 <= data["by_label"]["a"]["recall"]["high"]
