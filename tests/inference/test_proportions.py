"""Limits of proportions and of their differences."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from informed.inference.proportions import exact, jeffreys, mover, quantile, tango, wilson

Z = stats.norm.ppf(0.975)


@pytest.mark.parametrize("limits", [jeffreys, exact, wilson])
def test_mirror(limits):
    """What is said of x out of n is said of n - x the other way round."""
    part, whole = np.arange(8.0), np.full(8, 7.0)
    low, high = limits(part, whole, 0.025)
    assert_allclose(low, 1 - high[::-1], atol=1e-12)


def test_nothing_and_everything():
    low, high = jeffreys(np.array([0.0, 10.0]), np.array([10.0, 10.0]), 0.025)
    assert low[0] == 0
    assert high[1] == 1
    assert low[1] < 1


def test_a_large_batch_is_searched_for_repeats():
    rng = np.random.default_rng(0)
    whole = rng.integers(1, 30, 5000).astype(float)
    part = np.floor(rng.random(5000) * (whole + 1))
    part[:4], whole[:4] = [np.nan, 3, 2**40, 2**40 + 1], [np.nan, np.nan, 2**41, 2**41]
    for limits in (jeffreys, exact):
        found = limits(part.reshape(50, 100), whole.reshape(50, 100), 0.025)
        for ends, each in zip(found, limits(part[:50], whole[:50], 0.025), strict=True):
            assert_allclose(ends[0, :50], each, rtol=1e-15)


def test_tiny_tails_have_limits():
    low, high = jeffreys(np.array([3.0]), np.array([6.0]), 1e-200)
    assert 0 <= low[0] < 1e-20
    assert high[0] == 1


def test_mover_is_newcombe():
    """Newcombe 1998, method 10: 56/70 against 48/80."""
    terms = [(x / n, wilson(np.array(x), np.array(n), 0.025)) for x, n in ((56.0, 70.0), (48.0, 80.0))]
    assert_allclose(mover(terms[0], terms[1]), (0.0524, 0.3339), atol=5e-5)


def test_tango_without_any_difference():
    """Nothing discordant: the score is n d^2 / (d (1 - d)), so the limits are +- z^2 / (n + z^2)."""
    low, high = tango(np.zeros(2), np.zeros(2), np.array([10.0, 3.0]), 0.025)
    assert_allclose(high, Z**2 / (np.array([10, 3]) + Z**2), rtol=1e-12)
    assert_allclose(low, -high, rtol=1e-12)


def test_tango_meets_its_score():
    """At a limit the likelihood under that difference, maximised over the rest, is z standard errors away."""
    first, second, n = 12.0, 4.0, 50.0
    for end, sign in zip(tango(np.array([first]), np.array([second]), np.array([n]), 0.025), (1, -1), strict=True):
        d = end[0]
        rest = np.linspace(max(0, -d) + 1e-9, (1 - d) / 2 - 1e-9, 200_001)  # probability that only the second has it
        height = first * np.log(rest + d) + second * np.log(rest) + (n - first - second) * np.log1p(-2 * rest - d)
        only = rest[np.nanargmax(height)]
        score = (first - second - n * d) / np.sqrt(n * (2 * only + d - d**2))
        assert_allclose(score, sign * Z, atol=1e-3)


def test_tango_at_the_ends():
    low, high = tango(np.array([5.0, 0.0]), np.array([0.0, 5.0]), np.array([5.0, 5.0]), 0.025)
    assert high[0] == 1
    assert low[1] == -1


def test_quantile_is_the_normal_deviate():
    assert_allclose(quantile(np.array([0.025, 1e-20])), stats.norm.isf([0.025, 1e-20]))
