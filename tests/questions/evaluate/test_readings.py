import json

import numpy as np
import pytest
from hypothesis import given

from informed import Counts, InputError, evaluate
from informed.core import measures as m
from informed.questions.evaluate.readings import regression
from informed.questions.evaluate.views import view
from strategies import tables

CASE_1 = Counts.binary(tp=30, fp=12, fn=30, tn=28)
LABELS = Counts([[5, 1, 2], [3, 6, 1], [0, 2, 8]], labels=list("abc"), abstained=[1, 2, 3])


def test_views_of_a_binary_table():
    assert view(CASE_1, "inverse").table.tolist() == [[28, 12], [30, 30]]
    assert view(CASE_1, "dual").table.tolist() == [[30, 12], [30, 28]]
    assert view(CASE_1, "perverse").table.tolist() == [[30, 30], [28, 12]]
    assert view(CASE_1, "table") is CASE_1
    assert view(CASE_1, "perverse").labels == ("+", "-")


@pytest.mark.parametrize("name", ["inverse", "dual", "perverse"])
def test_a_view_of_a_view_is_the_table(name):
    assert view(view(CASE_1, name), name) == CASE_1


def test_of_more_than_two_classes_there_is_no_opposite():
    assert view(view(LABELS, "dual"), "dual") == LABELS
    for name in ("inverse", "perverse"):
        with pytest.raises(InputError, match=r"labels are \['a', 'b', 'c'\]; the .* needs two classes.* one_vs_rest"):
            view(LABELS, name)


def test_views_keep_what_they_should():
    # Powers 2007: the inverse problem has the same coefficients, the dual exchanges them, the perverse negates them.
    table, inverse, dual, perverse = (view(CASE_1, name).table for name in ("table", "inverse", "dual", "perverse"))
    for name in ("informedness", "markedness", "kappa", "correlation"):
        coefficient = getattr(m, name)
        assert coefficient(inverse) == pytest.approx(coefficient(table))
    assert m.informedness(dual) == pytest.approx(m.markedness(table))
    assert m.recall(dual) == pytest.approx(m.precision(table))
    assert m.informedness(perverse) == pytest.approx(-m.informedness(table))
    with pytest.raises(InputError, match="inverse"):
        view(CASE_1, "invers")


@given(tables(classes=(2, 2), batch=((),), most=60, dense=True))
def test_regression_is_least_squares_on_indicators(table):
    actual, predicted = (
        np.repeat([a for a, _ in _cells(table)], table.ravel()),
        np.repeat([p for _, p in _cells(table)], table.ravel()),
    )
    found = regression(table)
    for line, x, y in ((found.predicted_on_actual, actual, predicted), (found.actual_on_predicted, predicted, actual)):
        slope, intercept = np.polyfit(x, y, 1)
        assert line["slope"].value == pytest.approx(slope, abs=1e-9)
        assert line["intercept"].value == pytest.approx(intercept, abs=1e-9)
    assert found.correlation.value == pytest.approx(np.corrcoef(actual, predicted)[0, 1], abs=1e-9)


def _cells(table):
    return [(1, 1), (1, 0), (0, 1), (0, 0)]


def test_regression_of_one_label_among_several():
    with pytest.raises(InputError, match="positive="):
        regression(LABELS)
    found = regression(LABELS, "b")
    assert found.positive == "b"
    assert found.predicted_on_actual["slope"].value == pytest.approx(m.informedness([[6, 4], [3, 15]]))
    assert "predicted = " in str(found)
    assert json.loads(found.to_json())["positive"] == "b"


def test_regression_of_an_evaluation():
    assert evaluate(CASE_1).regression() == regression(CASE_1)
    assert evaluate(CASE_1, positive="-").regression().positive == "-"
    assert evaluate(LABELS, level=0.9).regression("b") == regression(LABELS, "b", level=0.9)


def test_a_direction_is_claimed_only_where_slopes_differ():
    """Slopes are equal where a table is symmetric about a diagonal, and both are 0 where nothing is told."""
    alike = [[[300, 100], [100, 500]], [[350, 50], [250, 350]], [[60, 140], [240, 560]]]
    assert all(regression(table).stronger is None for table in alike)
    steep = regression([[100, 20], [200, 680]])
    assert steep.stronger == "predicted_on_actual"
    assert regression([[100, 200], [20, 680]]).stronger == "actual_on_predicted"
    assert any(each.startswith("The prediction follows from the class") for each in steep.verdict)
