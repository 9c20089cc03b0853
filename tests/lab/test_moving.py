"""How measures move with the margins: what the papers derive, and what they print."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from published import paper

from informed import lab as study
from informed.core.errors import InputError
from informed.lab.moving import path
from informed.lab.papers.compute import published


@pytest.fixture(scope="module")
def found():
    return study.bias()


def row(found, measure, informed):
    return next(each for each in found.rows() if (each["measure"], each["informed"]) == (measure, informed))


@pytest.mark.parametrize("informed", [0.0, 0.15, 0.5, 0.85])
def test_informedness_does_not_move(found, informed):
    for name in ("informedness", "edge", "auc", "balanced_accuracy"):
        assert row(found, name, informed)["spread"] == 0
    assert row(found, "informedness", informed)["mean"] == pytest.approx(informed)


@pytest.mark.parametrize("informed", [0.15, 0.5, 0.85])
def test_recall_falls_with_prevalence_and_rises_with_bias(found, informed):
    """Powers 2007, equation 28: Recall = B (1 - Prev) + Bias, so the slopes are -B and 1, and nothing is left."""
    slopes = row(found, "recall", informed)
    assert_allclose([slopes["prevalence"], slopes["bias"], slopes["left"]], [-informed, 1, 0], atol=1e-9)


def test_precision_of_a_guesser_is_the_prevalence(found):
    """Equation 29 with M = 0."""
    slopes = row(found, "precision", 0.0)
    assert_allclose([slopes["prevalence"], slopes["bias"], slopes["left"]], [1, 0, 0], atol=1e-9)


def test_markedness_and_kappa_move_at_constant_informedness(found):
    for name in ("markedness", "kappa", "mcc", "proficiency", "accuracy", "f_measure"):
        assert row(found, name, 0.5)["spread"] > 0.1


def test_grid_has_every_pair_of_margins(found):
    rows = found.grid("recall")
    assert len(rows) == 4 * 19**2
    for each in rows[:50]:
        assert each["value"] == pytest.approx(each["informed"] * (1 - each["prevalence"]) + each["bias"])


def test_the_comparison_is_that_of_the_slides(found):
    """Steingold & Laclavik 2015: tp = .1 (200 - i), fn = .1 i, fp = .9 i, tn = .9 (200 - i)."""
    tables = published("steingold2015")["tables"]
    for step in (0, 50, 100, 150, 200):
        assert_allclose(path()[step], tables[f"i = {step}"])
    assert len(found.comparison()) == 201


def test_values_of_the_comparison(found):
    cases = paper("steingold_binary")["cases"]
    names = {"proficiency": "proficiency", "phi": "mcc", "accuracy": "accuracy", "f1": "f_measure"}
    rows = found.comparison()
    for case in cases:
        if case["name"].startswith("comparison_i"):
            step = rows[int(case["name"].removeprefix("comparison_i"))]
            for key, name in names.items():
                assert_allclose(step[name], case["expected"][key], atol=1e-9)


@pytest.mark.parametrize("classes", [3, 6])
def test_more_classes(classes):
    found = study.bias(["informedness", "accuracy"], classes=classes, informed=[0.4], grid=8)
    assert row(found, "informedness", 0.4)["spread"] == 0
    assert row(found, "accuracy", 0.4)["spread"] > 0.1
    assert np.isfinite(row(found, "accuracy", 0.4)["bias"])


def test_errors_name_the_remedy():
    with pytest.raises(InputError, match="informed"):
        study.bias(informed=[1.5])
    with pytest.raises(InputError, match="base_rate"):
        study.bias(base_rate=1)
