"""The hardest corners of one plain table hold the truth: exactly for proportions, by fixed seeds for the others."""

from itertools import permutations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from informed.inference.proportions import jeffreys_wilson
from informed.inference.significance.independence import conditional_p, pearson
from informed.inference.trial import trial
from thorough import few

GOAL, TABLES = 0.92, 1000


@pytest.mark.parametrize("n", [5, 10, 20, 37, 50, 80, 150, 400])
def test_proportions_hold_at_every_share(n):
    """Summed over all outcomes, no draws: Jeffreys alone falls to 88 %, Wilson alone to 84 %."""
    found, share = np.arange(n + 1.0), np.linspace(0.0005, 0.9995, 2001)
    low, high = jeffreys_wilson(found, np.full(n + 1, float(n)), 0.025)
    held = (low[:, None] <= share) & (share <= high[:, None])
    coverage = (stats.binom.pmf(found[:, None], n, share) * held).sum(0)
    assert coverage.min() >= GOAL
    assert coverage.mean() < 0.98


def shifted(prevalence, guessed=0.0):
    prevalence = np.asarray(prevalence)
    return (1 - guessed) * np.roll(np.diag(prevalence), 1, axis=1) + guessed * np.outer(prevalence, prevalence)


EVEN20, SKEW20 = np.full(20, 0.05), np.array([0.6, *[0.4 / 19] * 19])
CORNERS = {
    "guessing, 20 items": (20, np.outer(EVEN20, EVEN20)),
    "guessing, 30 items": (30, np.outer(EVEN20, EVEN20)),
    "guessing rare labels": (120, np.outer(SKEW20, SKEW20[::-1])),
    "shifted": (60, shifted(SKEW20)),
    "shifted, some guessed": (120, shifted(EVEN20, 0.3)),
    "informed .1": (20, 0.1 * np.diag(EVEN20) + 0.9 * np.outer(EVEN20, EVEN20)),
    "informed .3, other habits": (120, 0.3 * np.diag(SKEW20) + 0.7 * np.outer(SKEW20, SKEW20[::-1])),
}


@pytest.mark.parametrize("measure", few(["informedness", "mcc", "edge", "markedness", "kappa", "balanced_accuracy"], 1))
@pytest.mark.parametrize("corner", few(CORNERS, 3))
def test_few_hits_of_many_classes(measure, corner):
    n, truth = CORNERS[corner]
    found = trial(measure, truth, n=n, tables=TABLES, seed=11)
    assert found.coverage >= GOAL - 2.58 * np.sqrt(GOAL * (1 - GOAL) / TABLES)


def test_moments_of_chi_squared_with_fixed_margins():
    """Every way of dealing seven predictions to seven items: the p has their mean and variance."""
    actual, predicted = np.array([0, 0, 0, 1, 1, 2, 2]), (0, 0, 1, 1, 1, 2, 2)
    dealt = np.array(sorted(set(permutations(predicted))))
    tables = np.stack([(3 * actual + each)[None] == np.arange(9)[:, None] for each in dealt]).sum(-1).reshape(-1, 3, 3)
    statistic, p = pearson(tables)[0], conditional_p(tables)
    mean, variance = statistic.mean(), statistic.var()
    assert_allclose(p, stats.chi2.sf(2 * statistic * mean / variance, 2 * mean**2 / variance), rtol=1e-9)
