"""What chance gives on average, and values with that taken off."""

import json

import numpy as np
import pytest
from numpy.testing import assert_allclose

from informed import Counts, InputError, evaluate
from informed.core.registry import get
from informed.inference.chance import chance_mean, expected_information
from informed.inference.draws import generator, permutation
from informed.inference.jackknife import acceleration, jackknife, left_out
from informed.questions.evaluate.readings import corrections

TABLE = np.array([[100, 10, 1], [5, 20, 6], [0, 3, 2]])


def test_expected_information_against_scikit_learn():
    cluster = pytest.importorskip("sklearn.metrics.cluster")
    from scipy.sparse import csr_matrix

    theirs = cluster.expected_mutual_information(csr_matrix(TABLE), int(TABLE.sum()))
    assert_allclose(expected_information(TABLE), theirs / np.log(2), rtol=1e-9)


def test_exact_mean_equals_that_of_permutations():
    drawn = permutation.values(get("proficiency"), TABLE, draws=4000, rng=generator(0))
    assert_allclose(chance_mean("proficiency", TABLE), drawn.mean(), atol=4 * drawn.std() / 4000**0.5)


def test_phi_squared_has_the_mean_of_chi_squared():
    """(A - 1)(P - 1) / (n - 1), exactly; here from permutations."""
    assert_allclose(chance_mean("phi_squared", TABLE), 4 / (TABLE.sum() - 1), rtol=0.1)


def test_unbiased_measures_have_no_other_mean():
    assert chance_mean("informedness", TABLE) is None
    assert chance_mean("accuracy", TABLE) is None
    assert chance_mean("proficiency", TABLE / 7) is None


def test_corrections_side_by_side():
    found = corrections(TABLE)["mutual_information"]
    assert_allclose(found["miller_madow"], found["plug_in"] - 4 / (2 * TABLE.sum() * np.log(2)))
    assert found["plug_in"] > max(found["jackknife"], found["miller_madow"]) > found["chance_mean"] > 0


def test_corrections_of_an_evaluation_are_of_all_groups_together():
    counts = Counts(np.stack([TABLE, TABLE]), by=["site"], groups=[("a",), ("b",)])
    found = evaluate(counts).corrections()
    assert found.measures == corrections(2 * TABLE).measures
    assert found.n == 2 * TABLE.sum()
    assert all(
        of["plug_in"] == pytest.approx(evaluate(counts).measures[name].value) for name, of in found.measures.items()
    )
    assert json.loads(found.to_json())["measures"]["proficiency"] == found["proficiency"]
    assert "by chance alone" in str(found)


@pytest.mark.parametrize(
    ("data", "measures", "message"),
    [
        (TABLE / 7, None, "whole counts"),
        (TABLE, ["proficiency", "kappa"], "kappa is not an information measure.*proficiency"),
    ],
)
def test_corrections_that_cannot_be(data, measures, message):
    with pytest.raises(InputError, match=message):
        corrections(data, measures)


def test_corrections_remove_most_of_the_bias():
    """Published for five even classes and 50 items: +.123 plain, +.021 Miller-Madow, -.018 jackknife."""
    rng = np.random.default_rng(0)
    truth = 0.5 * np.eye(5) / 5 + 0.5 * np.full((5, 5), 0.04)
    aim = float(get("proficiency")(truth))
    drawn = rng.multinomial(50, truth.ravel(), size=2000).reshape(-1, 5, 5)
    plain, corrected = np.asarray(get("proficiency")(drawn)), jackknife(get("proficiency"), drawn)
    assert_allclose(plain.mean() - aim, 0.123, atol=0.02)
    assert abs(corrected.mean() - aim) < 0.04


@pytest.mark.parametrize("name", ["proficiency", "kappa", "phi_squared"])
def test_leaving_one_item_out(name):
    measure, out = get(name), left_out(get(name), TABLE)
    for place in np.ndindex(3, 3):
        if TABLE[place] == 0:
            assert np.isnan(out[place])
            continue
        fewer = TABLE.copy()
        fewer[place] -= 1
        assert_allclose(out[place], measure(fewer), rtol=1e-10)


def test_jackknife_by_hand():
    """The variance with divisor n becomes the one with n - 1; here as the determinant of a table of two."""
    measure, n = get("kappa"), TABLE.sum()
    out = left_out(measure, TABLE)
    by_hand = n * measure(TABLE) - (n - 1) * np.nansum(TABLE * out) / n
    assert_allclose(jackknife(measure, TABLE), by_hand)


def test_large_tables_take_the_bias_from_a_few_directions(monkeypatch):
    table = np.random.default_rng(0).integers(1, 20, (21, 21))
    for name in ("phi_squared", "evenness"):
        quick = jackknife(get(name), table)
        monkeypatch.setattr("informed.inference.jackknife.MANY", 10**6)
        exact = jackknife(get(name), table)
        monkeypatch.undo()
        assert_allclose(quick, exact, rtol=0.03)


def test_acceleration_of_a_proportion():
    """For x of n: (1 - 2p) / (6 sqrt(n p (1 - p))) with the sign of the skew."""
    table = np.array([[30, 10], [0, 0]])
    p, n = 0.75, 40
    assert_allclose(acceleration(get("recall"), table), (1 - 2 * p) / (6 * np.sqrt(n * p * (1 - p))), rtol=1e-6)
