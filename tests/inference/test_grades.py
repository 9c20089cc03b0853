"""Limits of mean grades: those of SciPy and statsmodels where these have them, and laws where they have not."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from informed.inference import grades
from informed.inference.proportions import exact, tango

POINTS = np.array([0.2, 0.9, 0.4, 0.4, 0.7, 1.0, 0.1, 0.6, 0.8, 0.3, 0.5, 0.6])
OTHER = np.array([0.5, 0.7, 0.9, 0.2, 0.1, 0.3, 0.4, 0.8])
CLUSTERS = np.array([0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 3])
RIGHT = np.array([1.0] * 17 + [0.0] * 6)


def test_the_spread_of_a_mean_is_its_squared_standard_error():
    found = grades.spread(POINTS)
    assert_allclose(found.squared, stats.sem(POINTS) ** 2)
    assert (found.units, found.freedom) == (12, 11)
    assert np.isnan(grades.spread(POINTS[:1]).squared)


def test_the_spread_over_clusters_is_that_of_statsmodels():
    """Liang & Zeger 1986, with the correction m / (m - 1) for few clusters."""
    ols = pytest.importorskip("statsmodels.regression.linear_model").OLS
    theirs = ols(POINTS, np.ones(12)).fit(cov_type="cluster", cov_kwds={"groups": CLUSTERS}).bse[0] ** 2
    found = grades.spread(POINTS, CLUSTERS)
    assert_allclose(found.squared, theirs)
    assert (found.units, found.freedom) == (4, 3)
    assert_allclose(grades.spread(POINTS, np.arange(12)).squared, grades.spread(POINTS).squared)
    assert np.isnan(grades.spread(POINTS, np.zeros(12, int)).squared)
    assert list(grades.coded(["b", "a", "b", 1])) == [2, 1, 2, 0]
    assert grades.coded(None) is None


@pytest.mark.parametrize("level", [0.8, 0.95])
def test_points_have_students_limits(level):
    theirs = stats.ttest_1samp(POINTS, 0).confidence_interval(level)
    assert_allclose(grades.of_points(POINTS, POINTS, level)[:2], theirs)
    clustered = grades.spread(POINTS, CLUSTERS)
    theirs = stats.t.interval(level, 3, POINTS.mean(), np.sqrt(clustered.squared))
    assert_allclose(grades.of_points(POINTS, 9 * POINTS, level, CLUSTERS)[:2], theirs)


def test_points_end_where_grades_cannot_lie():
    """Grades between 0 and 1 have a mean there; those of another scale may be anything."""
    for few in (np.array([0.0, 0.1, 1.0]), np.array([1.0, 0.9, 0.0])):
        assert grades.of_points(few, few, 0.99)[:2] == (0, 1)
        for every in (np.append(few, 5.0), np.append(few, -1.0)):
            low, high, _ = grades.of_points(few, every, 0.99)
            assert low < 0
            assert high > 1


def test_one_unit_or_equal_grades_have_no_limits():
    assert grades.of_points(POINTS[:1], POINTS, 0.95) is None
    assert grades.of_points(np.full(4, 0.5), POINTS, 0.95) is None
    assert grades.of_points(POINTS[:2], POINTS, 0.95) is not None


def test_shares_of_one_answer_each_have_clopper_and_pearsons_limits():
    theirs = stats.binomtest(17, 23).proportion_ci(0.9, "exact")
    assert_allclose(grades.of_shares(RIGHT, 23, 0.9)[:2], theirs)
    assert grades.of_shares(RIGHT, 23, 0.9)[2] == "exact"


def test_shares_of_repeats_have_the_limits_of_the_effective_answers():
    """Korn & Graubard 1998: p (1 - p) / variance, shrunk by the squared ratio of Student's deviate to the normal's."""
    means = np.array([0.0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75, 1.0, 1.0, 0.5, 0.25, 0.75, 0.5])
    value, n = means.mean(), len(means)
    wide = stats.t.isf(0.025, n - 1) / stats.norm.isf(0.025)
    effective = value * (1 - value) / (means.var(ddof=1) / n * wide**2)
    assert n < effective < 4 * n
    low, high = exact(np.array([value * effective]), np.array([effective]), 0.025)
    found = grades.of_shares(means, 4 * n, 0.95)
    assert_allclose(found[:2], [low[0], high[0]])
    assert found[2] == "korn_graubard"


def _of(value, effective):
    return [each[0] for each in exact(np.array([value * effective]), np.array([float(effective)]), 0.025)]


def test_effective_answers_are_never_fewer_than_units_nor_more_than_answers():
    apart = np.array([0.0, 1.0] * 6)  # repeats that agree tell no more than the items
    assert_allclose(grades.of_shares(apart, 48, 0.95)[:2], _of(0.5, 12))
    even = np.full(12, 0.5)  # items that do not differ at all
    assert_allclose(grades.of_shares(even, 48, 0.95)[:2], _of(0.5, 48))
    alike = np.repeat([0.4, 0.5, 0.6], 4)
    assert_allclose(grades.of_shares(alike, 48, 0.95)[:2], _of(0.5, 48))


@pytest.mark.parametrize(("telling", "units"), [(4, True), (5, False)])
def test_few_items_that_vary_do_not_tell_how_items_vary(telling, units):
    means = np.ones(40)
    means[:telling] = 0.5
    value = means.mean()
    found, plain = grades.of_shares(means, 160, 0.95)[:2], _of(value, 40)
    assert np.allclose(found, plain) == units
    assert np.allclose(grades.of_shares(1 - means, 160, 0.95)[:2], _of(1 - value, 40)) == units


def test_shares_in_one_cluster_count_as_one_unit():
    assert_allclose(grades.of_shares(POINTS, 12, 0.95, np.zeros(12, int))[:2], _of(POINTS.mean(), 1))


# --- differences -----------------------------------------------------------------------------------------------------

GAPS = np.array([1.0] * 9 + [-1.0] * 3 + [0.0] * 20)


def test_gaps_of_one_answer_each_are_tangos_and_mcnemars():
    limits, p = grades.of_gaps(GAPS, 1, 0.95)
    low, high = tango(np.array([9.0]), np.array([3.0]), np.array([32.0]), 0.025)
    assert_allclose(limits[:2], [low[0], high[0]])
    assert_allclose(p, stats.chi2.sf((9 - 3) ** 2 / 12, 1))  # McNemar 1947
    assert grades.of_gaps(np.zeros(5), 1, 0.95)[1] == 1
    turned, same = grades.of_gaps(-GAPS, 1, 0.95)
    assert_allclose([*turned[:2], same], [-limits[1], -limits[0], p])


def test_gaps_of_repeats_are_those_of_the_effective_items():
    gaps = np.array([0.5, -0.25, 0.25, 0.75, 0.0, 0.5, -0.5, 0.25, 0.25, 0.0, 0.5, 0.25])
    n, more, less = 12, gaps[gaps > 0].sum(), -gaps[gaps < 0].sum()
    wide = stats.t.isf(0.025, n - 1) / stats.norm.isf(0.025)
    plain = (more + less - (more - less) ** 2 / n) / n**2  # the variance of a difference of two shares
    factor = plain / (stats.sem(gaps) ** 2 * wide**2)
    assert 1 < factor < 4
    low, high = tango(*(np.array([each * factor]) for each in (more, less, n)), 0.025)
    limits, p = grades.of_gaps(gaps, 4, 0.95)
    assert_allclose(limits[:2], [low[0], high[0]])
    # the level at which such limits just leave out 0: both deviates are of that level, not of 5%
    assert_allclose(p, 2 * stats.t.sf((more - less) * np.sqrt(plain / stats.sem(gaps) ** 2 / (more + less)), n - 1))
    most = tango(*(np.array([each * 1.2]) for each in (more, less, n)), 0.025)
    assert_allclose(grades.of_gaps(gaps, 1.2, 0.95)[0][:2], np.ravel(most))


def test_gaps_in_clusters_are_never_more_than_the_items_nor_fewer_than_the_clusters():
    alike = np.arange(32) // 4  # each cluster fares alike
    limits = grades.of_gaps(GAPS, 1, 0.95, alike)[0]
    least = tango(*(np.array([each / 4]) for each in (9.0, 3.0, 32.0)), 0.025)
    assert_allclose(limits[:2], np.ravel(least))
    spread = np.arange(32) % 8
    most = tango(np.array([9.0]), np.array([3.0]), np.array([32.0]), 0.025)
    found = grades.of_gaps(GAPS, 1, 0.95, spread)[0]
    assert found[1] - found[0] >= np.ptp(most) - 1e-12
    few = np.array([1.0, -1.0, 1.0, 1.0] + [0.0] * 28)  # four that differ do not tell
    assert_allclose(
        grades.of_gaps(few, 1, 0.95, alike)[0][:2],
        np.ravel(tango(*(np.array([each / 4]) for each in (3.0, 1.0, 32.0)), 0.025)),
    )


def test_gaps_of_points_are_students_paired_test():
    gaps = POINTS[:8] - OTHER
    limits, p = grades.of_point_gaps(gaps, 0.9)
    theirs = stats.ttest_rel(POINTS[:8], OTHER)
    assert_allclose(limits[:2], theirs.confidence_interval(0.9))
    assert_allclose(p, theirs.pvalue)
    assert grades.of_point_gaps(np.zeros(4), 0.9) == (None, 1.0)
    assert grades.of_point_gaps(np.ones(4), 0.9) == (None, None)
    assert grades.of_point_gaps(np.array([0.3]), 0.9) == (None, None)
    clustered = grades.spread(POINTS, CLUSTERS)
    limits, p = grades.of_point_gaps(POINTS, 0.9, CLUSTERS)
    assert_allclose(limits[:2], stats.t.interval(0.9, 3, POINTS.mean(), np.sqrt(clustered.squared)))
    assert_allclose(p, 2 * stats.t.sf(POINTS.mean() / np.sqrt(clustered.squared), 3))


# --- strata ----------------------------------------------------------------------------------------------------------


def test_two_strata_taken_from_each_other_are_welchs_test():
    """Welch 1947: weights 1 and -1, and Satterthwaite's freedom."""
    theirs = stats.ttest_ind(POINTS, OTHER, equal_var=False)
    found = grades.stratified([POINTS, OTHER], np.array([1.0, -1.0]))
    assert_allclose(found.value, POINTS.mean() - OTHER.mean())
    assert_allclose(found.freedom, theirs.df)
    limits, p = grades.of_strata_gaps([POINTS, OTHER], np.array([1.0, -1.0]), 0.9)
    assert_allclose(limits[:2], theirs.confidence_interval(0.9))
    assert_allclose(p, theirs.pvalue)
    points = grades.of_strata([POINTS, OTHER], np.array([1.0, -1.0]), 20, 0.9, binary=False)
    assert_allclose(points[:2], theirs.confidence_interval(0.9))


def test_strata_without_a_difference_have_no_limits():
    even = [np.zeros(3), np.zeros(4)]
    assert grades.of_strata_gaps(even, np.array([0.5, 0.5]), 0.95) == (None, 1.0)
    assert grades.of_strata_gaps([np.ones(3), np.zeros(4)], np.array([0.5, 0.5]), 0.95) == (None, None)
    assert grades.of_strata([np.ones(3), np.zeros(4)], np.array([0.5, 0.5]), 7, 0.95, binary=False) is None
    assert grades.of_strata([np.ones(1), np.zeros(4)], np.array([0.5, 0.5]), 5, 0.95, binary=True) is None
    assert grades.stratified(even, np.array([0.5, 0.5])).freedom == 5


def test_shares_of_strata_have_the_limits_of_the_effective_items():
    strata, weights = [RIGHT, 1 - RIGHT[:12]], np.array([0.3, 0.7])
    found = grades.stratified(strata, weights)
    wide = stats.t.isf(0.025, found.freedom) / stats.norm.isf(0.025)
    effective = found.value * (1 - found.value) / (found.squared * wide**2) if found.squared else 35
    assert_allclose(grades.of_strata(strata, weights, 35, 0.95, binary=True)[:2], _of(found.value, min(effective, 35)))
    sure = [np.ones(9), np.ones(4)]
    assert_allclose(grades.of_strata(sure, weights, 13, 0.95, binary=True)[:2], _of(1.0, 13))
