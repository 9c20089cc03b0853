"""Trials of intervals against coverage that is known exactly."""

import numpy as np
from numpy.testing import assert_allclose
from scipy import stats

from informed.inference.trial import trial

EVEN = np.full((2, 2), 0.25)
TABLES = 4000


def wilson(hits, n, z):
    """Wilson's limits, 1927."""
    middle, reach = hits + z**2 / 2, z * np.sqrt(hits * (n - hits) / n + z**2 / 4)
    return (middle - reach) / (n + z**2), (middle + reach) / (n + z**2)


def test_the_coverage_of_wilsons_interval_is_that_of_the_binomial():
    truth, n = np.array([[0.5, 0.1], [0.1, 0.3]]), 15
    hits, chances = np.arange(n + 1), stats.binom.pmf(np.arange(n + 1), n, 0.8)
    for level in (None, 0.6):
        options = {} if level is None else {"level": level}
        low, high = wilson(hits, n, stats.norm.ppf((1 + (level or 0.95)) / 2))
        covered = chances[(low <= 0.8) & (high >= 0.8)].sum()
        found = trial("accuracy", truth, n=n, tables=TABLES, method="wilson", **options)
        assert abs(found.coverage - covered) < 4 * np.sqrt(covered * (1 - covered) / TABLES)
        assert_allclose(found.width, (chances * (high - low)).sum(), rtol=0.01)
        assert_allclose(found.truth, 0.8)
        assert found.usable == 1
        assert found.rejected is None  # accuracy has no fixed value at chance


def test_what_leaves_out_chance_is_rejected():
    guess = trial("informedness", EVEN, n=60, tables=500)
    assert guess.truth == 0
    assert_allclose(guess.rejected, 1 - guess.coverage)
    known = trial("informedness", [[0.49, 0.01], [0.01, 0.49]], n=200, tables=200)
    assert known.rejected == 1
    wrong = trial("informedness", [[0.01, 0.49], [0.49, 0.01]], n=200, tables=200)
    assert wrong.rejected == 1


def test_tables_without_an_interval_are_set_aside():
    """Of one item there is one class only."""
    found = trial("informedness", EVEN, n=1, tables=100)
    assert found.usable == 0
    assert np.isnan(found.coverage)
    assert np.isnan([found.width, found.rejected]).all()
