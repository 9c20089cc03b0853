"""Tests with fixed margins against the enumeration of every table with these margins, and against SciPy."""

from itertools import permutations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from informed import Counts
from informed.core.registry import get
from informed.inference.significance.exact import fisher, fisher_each
from informed.inference.significance.independence import conditional_moments, conditional_p, pearson, upper_tail
from informed.inference.significance.named import significance
from informed.inference.significance.statistics import (
    association,
    hits_variance,
    hits_z,
    permutation_p,
    powers,
    shuffled_hits,
    z_informedness,
)

ACTUAL, SAID = np.array([0, 0, 0, 1, 1, 2, 2]), np.array([0, 0, 1, 1, 1, 2, 0])


def tables(actual, said, size=3):
    """The table of every order of the predictions."""
    found = []
    for order in permutations(said):
        table = np.zeros((size, size))
        np.add.at(table, (actual, np.array(order)), 1)
        found.append(table)
    return np.array(found)


ALL = tables(ACTUAL, SAID)
OBSERVED = ALL[0]


def test_the_moments_of_pearson_are_those_of_all_orders():
    """Kazi-Aoual et al. 1995, exactly."""
    statistic = pearson(ALL)[0]
    assert_allclose(conditional_moments(OBSERVED), [statistic.mean(), statistic.var()])
    wide = np.pad(OBSERVED, ((0, 1), (0, 1)))
    assert_allclose(conditional_moments(wide), conditional_moments(OBSERVED))


def test_the_conditional_p_is_that_of_a_scaled_chi_squared_with_these_moments():
    mean, variance = conditional_moments(OBSERVED)
    scaled = stats.chi2(2 * mean**2 / variance, scale=variance / mean / 2)
    assert_allclose([scaled.mean(), scaled.var()], [mean, variance])
    assert_allclose(conditional_p(OBSERVED), scaled.sf(pearson(OBSERVED)[0]))
    few = np.array([[[2, 0], [0, 1]], [[4, 0], [5, 0]], [[4, 0], [3, 1]], [[0, 12], [1, 11]]])
    assert_allclose(conditional_p(few), 1)  # three items, one label throughout, one item of a label: all tables alike


def test_without_freedom_nothing_is_too_large():
    assert_allclose(upper_tail([3.0, 3.0, -1e-16], [0, 2, 1]), [1, stats.chi2.sf(3, 2), 1])


def test_chi_squared_tests_are_scipys():
    table = np.array([[30, 12, 5], [9, 28, 11], [4, 9, 20]])
    found, n = association(table), table.sum()
    for name, power in (("pearson", 1), ("g2", 0)):
        theirs = stats.chi2_contingency(table, correction=False, lambda_=power)
        assert_allclose([found[name].value, found[name].p, found[name].df], theirs[:3])
    assert_allclose(found["pearson_n1"].value, found["pearson"].value * (n - 1) / n)


BATCH = np.array([[[8, 2], [1, 5]], [[0, 4], [6, 3]], [[12, 0], [0, 1]], [[3, 3], [3, 3]], [[1, 0], [0, 40]]])


def test_fisher_of_a_batch_is_fisher_of_each_and_scipys():
    found = fisher_each(BATCH[:, None])
    for place, table in enumerate(BATCH):
        here = stats.hypergeom(table.sum(), table[0].sum(), table[:, 0].sum()).pmf(table[0, 0])
        both, above = (stats.fisher_exact(table, way).pvalue for way in ("two-sided", "greater"))
        theirs = dict(zip(found, (both, above, both - here / 2, above - here / 2), strict=True))
        for name, p in theirs.items():
            assert_allclose(found[name][place, 0], p, rtol=1e-9)
            assert_allclose(fisher(table)[name], p, rtol=1e-9)


def test_fisher_of_a_large_table_is_scipys():
    table = np.array([[5200, 4800], [4900, 5100]])
    assert_allclose(fisher(table)["fisher"], stats.fisher_exact(table).pvalue, rtol=1e-7)
    assert fisher(np.array([[10**6, 0], [0, 10**6]]))["fisher"] < 1e-300


# --- hits ------------------------------------------------------------------------------------------------------------

WEIGHT = np.array([1.0, 0.4, 2.5])


def test_the_variance_of_hits_is_that_of_all_orders():
    sums = (np.diagonal(ALL, axis1=-2, axis2=-1) * WEIGHT).sum(-1)
    assert_allclose(hits_variance(OBSERVED, WEIGHT), sums.var())
    assert_allclose(hits_z(OBSERVED, WEIGHT), (sums[0] - sums.mean()) / sums.std())
    informed = get("informedness")(ALL)
    assert_allclose(z_informedness(OBSERVED), informed[0] / informed.std())


def test_shuffled_hits_of_a_batch_are_those_of_all_orders():
    other = tables(np.array([0, 1, 1, 1, 2, 2, 2]), np.array([2, 1, 1, 0, 0, 2, 2]))
    drawn = shuffled_hits(np.stack([OBSERVED, other[0]]), 20_000, np.random.default_rng(0))
    assert drawn.shape == (20_000, 2, 3)
    for place, every in enumerate((ALL, other)):
        hits = np.diagonal(every, axis1=-2, axis2=-1)
        error = hits.std(0) / np.sqrt(20_000)
        assert (abs(drawn[:, place].mean(0) - hits.mean(0)) < 4.5 * error).all()
        assert_allclose(np.cov(drawn[:, place].T), np.cov(hits.T), atol=0.03)


def test_the_permutation_p_is_the_share_of_all_orders():
    other = ALL[1234]
    draws = 20_000
    found = permutation_p(np.stack([OBSERVED, other]), draws=draws, rng=np.random.default_rng(1))
    values = abs(get("informedness")(ALL))
    for p, table in zip(found, (OBSERVED, other), strict=True):
        share = (values >= abs(get("informedness")(table)) - 1e-12).mean()
        assert abs(p - share) < 4.5 * np.sqrt(share * (1 - share) / draws) + 1 / draws
    assert permutation_p(np.eye(3) * 40, draws=99, rng=np.random.default_rng(0)) == 1 / 100


# --- which tests there are -------------------------------------------------------------------------------------------


def test_powers_statistics_count_the_classes_that_occur():
    """K of the actual classes for KB, of the predicted ones for KM, the larger one for both together."""
    found = powers(np.array([[9, 3, 0], [2, 8, 0], [4, 5, 0]]))
    freedom = {"chi2_kb": 3, "chi2_km": 2, "chi2_kbm": 3}
    for name, classes in freedom.items():
        assert found[name].df == (classes - 1) ** 2
        assert found[f"{name}_beta"].df == classes - 1


def test_powers_statistics_of_two_classes_are_chi_squared_of_their_parts():
    """Powers 2007, equations 32 to 35: KBM is n B M for even margins, as Pearson's is."""
    table = np.array([[30.0, 10.0], [10.0, 30.0]])
    found = powers(table)
    assert_allclose([found[f"chi2_{name}"].value for name in ("kb", "km", "kbm")], pearson(table)[0] / 2)
    uneven = np.array([[30.0, 10.0], [5.0, 55.0]])
    found, n = powers(uneven), 100
    b, m = 0.75 - 5 / 60, 30 / 35 - 10 / 65
    evenness = np.array([40 * 60, 35 * 65]) / n**2
    for name, value in (
        ("kb", 2 * n * b**2 * evenness[0]),
        ("km", 2 * n * m**2 * evenness[1]),
        ("kbm", 2 * n * b * m * np.sqrt(evenness.prod())),
    ):
        assert_allclose(found[f"chi2_{name}"].value, value)


@pytest.mark.parametrize(("size", "told"), [(15, False), (14, True)])
def test_items_are_exchanged_where_a_cell_expects_fewer_than_five(size, told):
    table = np.full((3, 3), 5)
    table[0] += np.array([1, -1, 0]) * (size < 15)
    table[1, 0] -= size < 15
    found = significance(Counts(table), draws=100)
    assert ("permutation" in found) == told
    assert ("fewer than 5" in str(found["pearson"].note)) == told


def test_a_table_that_is_not_square_is_tested_for_association_alone():
    found = significance(np.array([[9, 3, 1], [2, 8, 6]]))
    assert set(found) == {"pearson", "pearson_n1", "g2"}


def test_each_table_has_the_tests_that_apply():
    two, three = significance(Counts([[9, 3], [2, 8]])), significance(Counts(np.full((3, 3), 9)))
    assert {"fisher", "yates", "chi2_positive_actual"} <= set(two)
    assert not {"fisher", "yates", "chi2_positive_actual"} & set(three)
    assert "permutation" not in two
    assert significance(np.array([[0.4, 0.1], [0.2, 0.3]])) == {}
    assert set(significance(Counts([[4.5, 1], [2, 3]], squares=[[9, 1], [2, 4]], items=[[4, 1], [2, 3]]))) <= {
        "informedness",
        "sellke",
        "sellke_beta",
    }


def test_yates_is_scipys():
    table = np.array([[9, 3], [2, 8]])
    theirs = stats.chi2_contingency(table, correction=True)
    found = significance(Counts(table))["yates"]
    assert_allclose([found.statistic, found.p], theirs[:2])


def test_sellkes_bound_is_due_below_one_in_e():
    strong, weak = significance(Counts([[30, 3], [2, 28]])), significance(Counts([[5, 5], [5, 5]]))
    p = strong["informedness"].p
    assert_allclose(strong["sellke"].statistic, -np.e * p * np.log(p))
    assert weak["sellke"].statistic is None
    assert "sellke_beta" not in weak
