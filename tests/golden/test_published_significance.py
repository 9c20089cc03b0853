"""Every reproduced figure of the papers that belongs to a test of significance, and the errata among them."""

from math import exp, log

import numpy as np
import pytest
from numpy.testing import assert_allclose
from published import BY_EDGE, SIGNIFICANCE, figures
from scipy.stats import chi2

from informed import Counts
from informed.core import measures as m
from informed.inference.significance.named import significance

CASES = [Counts.binary(tp=30, fp=12, fn=30, tn=28), Counts.binary(tp=56, fp=20, fn=12, tn=12)]  # Table 2


@pytest.fixture(scope="module")
def found():
    return [significance(case) for case in CASES]


def statistics(found, name):
    return [each[name].statistic for each in found]


def p_values(found, name):
    return [each[name].p for each in found]


def test_every_test_gives_the_published_figure():
    published = [figure for figure in figures() if figure.key in SIGNIFICANCE]
    assert len(published) > 40
    for figure in published:
        name, number = SIGNIFICANCE[figure.key]
        value = getattr(significance(Counts(figure.table))[name], number)
        assert_allclose(value, figure.value, rtol=0, atol=figure.tolerance, err_msg=f"{figure.case}: {figure.key}")


def test_the_statistic_by_equation_41():
    [figure] = [figure for figure in figures() if figure.key in BY_EDGE]
    value = 3 * figure.table.sum() * m.edge(figure.table) ** 2 * m.evenness_actual(figure.table)
    assert_allclose(value, figure.value, rtol=0, atol=figure.tolerance)


# --- errata ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("beyond", [0.01, 0.001, -0.001])
def test_e11_g2_is_not_twice_as_sensitive(beyond):
    """Printed: twice chi squared. With the margins of case 1 their ratio differs from 1 by about the deviation."""
    by_chance = np.outer([0.6, 0.4], [0.42, 0.58])
    tests = significance(Counts(by_chance + beyond * np.array([[1, -1], [-1, 1]]), n=10**6))
    ratio = tests["g2_positive_predicted"].statistic / tests["chi2_positive_predicted"].statistic
    assert ratio == pytest.approx(1, abs=abs(beyond))


def test_e13_the_deviation_is_squared(found):
    """Printed 2 N dtp / evenness; the square is missing, and evenness is that of the other side."""
    deviations = [m.determinant(case) for case in CASES]
    printed = [2 * 100 * each / m.evenness_actual(case) for each, case in zip(deviations, CASES, strict=True)]
    right = [2 * 100 * each**2 / m.evenness_actual(case) for each, case in zip(deviations, CASES, strict=True)]
    assert_allclose(statistics(found, "chi2_kb"), right)
    assert min(printed) > 10 * max(right)


def test_e15_printed_with_the_other_evenness(found):
    printed = [100 * m.markedness(case) ** 2 * m.evenness_actual(case) / m.bias(case) for case in CASES]
    assert_allclose(printed, [2.22, 1.61], atol=0.005)
    assert_allclose(statistics(found, "chi2_positive_actual"), [1.5764, 1.5046], atol=5e-5)


def test_e16_the_whole_table_is_significant(found):
    assert_allclose(statistics(found, "chi2_positive_predicted"), [2.29, 1.13], atol=0.005)  # printed as "chi2"
    assert_allclose(statistics(found, "pearson"), [3.941, 4.702], atol=5e-4)
    assert_allclose(statistics(found, "g2"), [4.012, 4.500], atol=5e-4)
    assert max(p_values(found, "pearson")) < 0.05  # printed: neither is significant


def test_e17_the_inverse_dual_is_not(found):
    assert_allclose(statistics(found, "chi2_negative_actual"), [2.36, 3.20], atol=0.005)
    assert max(statistics(found, "chi2_negative_actual")) < chi2.isf(0.05, 1)  # printed: far beyond
    other_evenness = [100 * m.markedness(case) ** 2 * m.evenness_actual(case) / (1 - m.bias(case)) for case in CASES]
    assert other_evenness[1] == pytest.approx(5.09, abs=0.005)


def test_e18_the_threshold():
    assert chi2.isf(0.05, 1) == pytest.approx(3.8415, abs=5e-5)  # printed 3.85


def test_e19_fisher_is_significant_for_both_on_one_side_only(found):
    assert_allclose(p_values(found, "fisher_one_sided"), [0.0369, 0.0294], atol=5e-5)
    assert_allclose(p_values(found, "fisher"), [0.0629, 0.0439], atol=5e-5)
    assert_allclose(p_values(found, "yates"), [0.0753, 0.0552], atol=5e-5)


def test_e40_a_bound_on_the_probability_of_chance(found):
    """p = .05 does not mean a 71 % type II error: .2893 is the least probability that chance alone was at work."""
    for each in found:
        p = each["informedness"].p
        bound = -exp(1) * p * log(p)
        assert each["sellke"].statistic == pytest.approx(bound)
        assert each["sellke"].p == pytest.approx(bound / (1 + bound))
    assert 1 / (1 + 1 / (-exp(1) * 0.05 * log(0.05))) == pytest.approx(0.2893, abs=5e-5)
