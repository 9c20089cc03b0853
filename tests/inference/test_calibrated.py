"""KB, KM and KBM over their scale under chance: exact moments, the scales that are known, and the tail of a product."""

from itertools import permutations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import integrate, special

from informed.core.registry import get
from informed.core.table import actuals, predictions, total
from informed.inference.significance.independence import upper_tail
from informed.inference.significance.named import significance
from informed.inference.significance.statistics import association, calibrated, powers, product_tail

NAMES = ("chi2_kb", "chi2_km", "chi2_kbm")
RNG = np.random.default_rng(7)


def scales(table):
    printed, found = powers(table), calibrated(table)
    return {name: printed[name].value / found[f"{name}_calibrated"].value for name in NAMES}


def test_of_two_classes_all_three_are_pearson_with_n_minus_1():
    """B^2 / Var(B) is N B M (N - 1) / N for two classes, the variance being that of the hypergeometric hits."""
    tables = RNG.integers(1, 40, (50, 2, 2)).astype(float)
    right = association(tables)["pearson_n1"]
    for each in calibrated(tables).values():
        assert_allclose(each.value, right.value, rtol=1e-9, atol=1e-12)
        assert_allclose(each.p, right.p, rtol=1e-4)
        assert (each.df == 1).all()


@pytest.mark.parametrize("classes", [2, 3, 5, 8])
def test_with_even_margins_the_scale_is_one_over_k(classes):
    """Var(B) = 1 / ((N - 1)(K - 1)) and Evenness = (K - 1) / K^2, so the scale is N / ((N - 1) K)."""
    table = np.full((classes, classes), 6.0) + 3.0 * np.eye(classes)
    n = total(table)
    assert_allclose(list(scales(table).values()), n / (n - 1) / classes, rtol=1e-12)


def test_of_two_classes_the_scale_is_twice_the_other_margins_variance():
    """KB is 2 bias (1 - bias) chi2 (powers2007, section 6), KM 2 prevalence (1 - prevalence) chi2."""
    table = np.array([[30.0, 30.0], [12.0, 28.0]])
    found = scales(table)
    assert_allclose(found["chi2_kb"], 2 * 0.42 * 0.58 * 100 / 99, rtol=1e-12)
    assert_allclose(found["chi2_km"], 2 * 0.6 * 0.4 * 100 / 99, rtol=1e-12)


def test_over_all_orders_of_the_predictions_the_mean_is_1():
    """With both margins fixed the mean of KB and KM over their scale is 1, that of KBM the correlation of B and M."""
    actual, said = np.array([0, 0, 0, 1, 1, 2, 2]), (0, 0, 1, 1, 1, 2, 0)
    tables = np.zeros((5040, 3, 3))
    for table, order in zip(tables, permutations(said), strict=True):
        np.add.at(table, (actual, np.array(order)), 1)
    found = calibrated(tables)
    assert_allclose([found[f"{name}_calibrated"].value.mean() for name in NAMES[:2]], 1)
    b, m = get("informedness")(tables), get("markedness")(tables)
    assert_allclose(found["chi2_kbm_calibrated"].value.mean(), np.corrcoef(b, m)[0, 1])


def test_the_product_of_deviates_has_the_tail_of_its_density():
    """exp(r x / (1 - r^2)) K_0(|x| / (1 - r^2)) / (pi sqrt(1 - r^2)): Craig 1936, Nadarajah & Pogany 2016."""
    for r in (-0.6, 0.0, 0.4, 0.9):
        rest = 1 - r * r

        def density(x, r=r, rest=rest):
            return np.exp((r * x - abs(x)) / rest) * special.k0e(abs(x) / rest) / (np.pi * np.sqrt(rest))

        for x in (0.1, 1.0, 4.0):
            right = integrate.quad(density, x, np.inf, epsabs=1e-12)[0]
            assert_allclose(product_tail(x, r), right, rtol=1e-6)
            assert_allclose(product_tail(-x, r), 1 - integrate.quad(density, -np.inf, -x)[0], rtol=1e-6)


def test_the_product_of_one_deviate_with_itself_is_chi_squared():
    x = np.array([0.05, 0.5, 3.84, 20.0, 90.0])
    assert_allclose(product_tail(x, 1.0), upper_tail(x, 1), rtol=1e-6)
    assert_allclose(product_tail(0.0, 0.3), 0.5 + np.arcsin(0.3) / np.pi)  # Sheppard 1899


@pytest.mark.parametrize("table", [[[90, 0], [10, 0]], [[0, 0], [0, 9]], [[5, 5], [5, 5]]])
def test_without_anything_beyond_chance_nothing_is_claimed(table):
    for name, each in calibrated(np.array(table, dtype=float)).items():
        assert (each.value, each.p) == (0, 1), name
    assert significance(table)["chi2_kb_calibrated"].statistic == 0


@pytest.mark.parametrize("shares", [(1, 1, 1), (6, 3, 1), (8, 4, 2, 1)])
def test_the_size_is_the_level_whatever_the_margins(shares):
    """10,000 guessers of 150 items at level 5 %: four standard errors, and half a point of its own."""
    rows = np.array(shares) / sum(shares)
    drawn = np.random.default_rng(1).multinomial(150, np.outer(rows, rows[::-1]).ravel(), size=10_000)
    tables = drawn.reshape(-1, len(rows), len(rows)).astype(float)
    tables = tables[((actuals(tables) > 0) & (predictions(tables) > 0)).all(-1)]
    for name, each in calibrated(tables).items():
        assert abs((each.p < 0.05).mean() - 0.05) < 0.014, name
