"""Tests of chance: the figures of Powers 2007, other tools, and what each p is about."""

import json
import math
from itertools import permutations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from published import paper
from scipy import stats

from informed.core.counts import Counts
from informed.core.estimate import as_json
from informed.inference.interval import p_value
from informed.inference.significance.exact import fisher, mcnemar
from informed.inference.significance.named import sellke, significance
from informed.inference.significance.statistics import hits_variance, hits_z, shuffled_hits, z_worth

NAMES = {
    "chi2_posP": "chi2_positive_predicted",
    "chi2_negP": "chi2_negative_predicted",
    "chi2_posR": "chi2_positive_actual",
    "chi2_negR": "chi2_negative_actual",
    "chi2_KB": "chi2_kb",
    "chi2_KM": "chi2_km",
    "chi2_KBM": "chi2_kbm",
    "chi2_pearson_full": "pearson",
    "G2_full": "g2",
    "G2_posP": "g2_positive_predicted",
}
PROBABILITIES = {
    "p_chi2_full": "pearson",
    "p_chi2_yates": "yates",
    "fisher_one_sided": "fisher_one_sided",
    "fisher_two_sided": "fisher",
    "fisher_mid_p_one_sided": "fisher_mid_p_one_sided",
}


@pytest.mark.parametrize("case", [0, 1])
def test_table_2(case):
    published = paper("powers2007_table2")["cases"][case]
    found = significance(Counts.binary(**published["input"]))
    expected, tolerance = published["expected"], published["expected_tolerance"]
    for theirs, ours in NAMES.items():
        assert_allclose(found[ours].statistic, expected[theirs], atol=tolerance, err_msg=ours)
    for theirs, ours in PROBABILITIES.items():
        assert_allclose(found[ours].p, expected[theirs], atol=tolerance, err_msg=ours)


def test_three_classes():
    """KB with the B of equation 42 and KM with the M of 43; the calibration study used 41 and its dual for some."""
    example = paper("powers2007_identities")["multiclass_example"]
    found, expected = significance(Counts(example["input"], rows="predicted")), example["expected"]
    pairs = {"pearson": "chi2_pearson", "g2": "G2", "chi2_kb": "chi2_KB_eq42", "chi2_km": "chi2_KM_eq43"}
    for ours, theirs in (pairs | {"chi2_kbm": "chi2_KBM_eq42_43"}).items():
        assert_allclose(found[ours].statistic, expected[theirs], atol=1e-8)
    assert (found["chi2_kb"].df, found["chi2_kb_beta"].df) == (4, 2)


def test_sellke():
    for row in paper("powers2007_identities")["sellke"]:
        assert_allclose(sellke(row["p"]), (row["L"], row["alpha"], row["beta"]), rtol=1e-12)
    assert sellke(0.0) == (0.0, 0.0, 1.0)
    assert all(math.isnan(each) for each in sellke(0.4))  # the bound holds for p < 1/e


def test_the_quoted_p_is_that_of_the_interval():
    table = [[30, 30], [12, 28]]
    assert significance(table)["informedness"].p == p_value("informedness", table)


def test_association_without_informedness():
    """Labels in a circle: informedness 0, and yet nothing is less independent."""
    found = significance([[10, 20, 0], [0, 10, 20], [20, 0, 10]])
    assert_allclose(found["pearson"].statistic, 60)
    assert_allclose(found["pearson"].p, stats.chi2.sf(60, 4))
    assert found["informedness"].p == 1
    assert "association" in found["pearson"].note
    assert "informedness is 0" in found["informedness"].note


@pytest.mark.parametrize("seed", range(5))
def test_fisher_against_scipy(seed):
    rng = np.random.default_rng(seed)
    for _ in range(40):
        table = rng.integers(0, 15, (2, 2))
        table[0, 0] += 1
        found = fisher(table)
        assert_allclose(found["fisher"], stats.fisher_exact(table).pvalue, rtol=1e-9)
        assert_allclose(found["fisher_one_sided"], stats.fisher_exact(table, "greater").pvalue, rtol=1e-9)


def test_mid_p_of_table_2():
    """Quoted for case 1 as .0512 two-sided."""
    assert_allclose(fisher([[30, 30], [12, 28]])["fisher_mid_p"], 0.0512, atol=5e-5)


def test_fisher_of_a_large_table_is_near_pearson():
    table = np.array([[250_300, 250_000], [250_000, 250_000]])
    assert_allclose(fisher(table)["fisher_mid_p"], stats.chi2_contingency(table, False).pvalue, rtol=2e-3)


def test_mcnemar():
    assert_allclose(mcnemar(3, 11)["mcnemar"], stats.binomtest(3, 14).pvalue)
    assert mcnemar(0, 0) == {"mcnemar": 1.0, "mcnemar_mid_p": 1.0}
    assert_allclose(mcnemar(3, 11)["mcnemar_mid_p"], stats.binomtest(3, 14).pvalue - stats.binom.pmf(3, 14, 0.5))


def test_small_cells_are_warned_of():
    assert "fewer than 1" in significance([[1, 0, 0], [0, 1, 0], [0, 0, 30]])["pearson"].note
    assert "fewer" not in significance(np.full((3, 3), 20))["pearson"].note


def test_sparse_tables_are_permuted():
    found = significance([[5, 1, 0], [1, 4, 0], [0, 1, 3]])
    assert found["permutation"].p < 0.01
    assert "permutation" not in significance(np.full((3, 3), 20))


def test_the_parts_of_one_label_against_the_rest():
    found = significance(Counts([[20, 5, 3], [4, 9, 2], [1, 3, 8]], labels=["a", "b", "c"]).one_vs_rest("a"))
    whole = stats.chi2_contingency([[20, 8], [5, 22]], correction=False).statistic
    parts = found["chi2_positive_predicted"], found["chi2_negative_predicted"]
    assert_allclose(sum(each.statistic for each in parts), whole)


def test_shares_of_unknown_size_have_no_p():
    assert significance(np.array([[0.3, 0.3], [0.12, 0.28]])) == {}
    assert "fisher" not in significance(Counts([[0.305, 0.295], [0.12, 0.28]], n=100))


def test_as_plain_data():
    found = as_json(significance([[30, 30], [12, 28]])["pearson"])
    assert list(found) == ["statistic", "df", "p", "note"]
    assert json.loads(json.dumps(found)) == found


@pytest.mark.parametrize(
    "table", [[[3, 1], [2, 4]], [[2, 1, 0], [1, 0, 2], [0, 2, 1]], [[4, 0, 3], [0, 0, 0], [1, 0, 2]]]
)
def test_hits_of_shuffled_predictions_have_the_exact_moments_of_fixed_margins(table):
    """The hits of a class are hypergeometric; informedness has the variance that `hits_variance` has exactly."""
    table = np.array(table, dtype=float)
    hits = shuffled_hits(table, 40_000, np.random.default_rng(1))
    n, rows, columns = table.sum(), table.sum(1), table.sum(0)
    assert_allclose(hits.mean(0), rows * columns / n, atol=0.02)
    weight = np.arange(1.0, len(table) + 1)
    assert_allclose(np.var(hits @ weight), hits_variance(table, weight), rtol=0.04)
    assert (hits <= np.minimum(rows, columns)).all()
    assert (hits >= np.maximum(rows + columns - n, 0)).all()


def test_the_worth_of_random_pairs_is_that_of_every_pairing():
    """Six items paired in all 720 ways: mean and standard deviation of their worth are those that z divides by."""
    actual, predicted = np.array([0, 0, 0, 1, 1, 2]), np.array([0, 1, 0, 1, 2, 2])
    worth = np.array([[3.0, -1, 0], [2, 5, 1], [-4, 0, 1]])
    every = np.array([worth[actual, predicted[list(order)]].sum() for order in permutations(range(6))])
    table = np.zeros((3, 3))
    np.add.at(table, (actual, predicted), 1)
    assert_allclose(z_worth(table, worth), ((table * worth).sum() - every.mean()) / every.std())


def test_a_worth_of_hits_alone_is_a_weighted_sum_of_hits():
    rng = np.random.default_rng(5)
    tables, weight = rng.integers(1, 20, (10, 4, 4)), rng.random(4)
    assert_allclose(z_worth(tables, np.diag(weight)), hits_z(tables, weight))


def test_what_depends_on_one_side_alone_adds_nothing_to_chance():
    rng = np.random.default_rng(6)
    table, worth = rng.integers(1, 20, (3, 3)), rng.normal(size=(3, 3))
    assert_allclose(z_worth(table, worth + rng.normal(size=(3, 1)) + rng.normal(size=3)), z_worth(table, worth))
