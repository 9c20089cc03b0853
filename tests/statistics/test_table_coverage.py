"""The hardest corners of one plain table hold the truth: exactly for proportions, by fixed seeds for the others."""

from itertools import permutations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from informed.inference.interval import interval
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


@pytest.mark.parametrize(("n", "share"), [(250, 0.004), (138, 0.012), (80, 0.021), (50, 0.06), (400, 0.0075)])
@pytest.mark.parametrize(("recall", "fallout"), [(0.86, 0.01), (0.97, 0.5), (0.3, 0.3), (0.05, 0.05), (0.6, 0.2)])
def test_two_classes_hold_where_an_item_of_the_rare_one_is_expected(n, share, recall, fallout):
    """Summed over all tables of two classes, no draws: by Jeffreys' limits alone the first setting falls to 91.4 %."""
    rare = np.arange(1, min(n, 30))
    hit, false = np.arange(31), np.arange(n)
    size, tp, fp = (each.ravel() for each in np.meshgrid(rare, hit, false, indexing="ij"))
    there = (tp <= size) & (fp <= n - size)
    size, tp, fp = size[there], tp[there], fp[there]
    chance = stats.binom.pmf(size, n, share) * stats.binom.pmf(tp, size, recall)
    chance *= stats.binom.pmf(fp, n - size, fallout)
    likely = chance > 1e-10
    size, tp, fp, chance = size[likely], tp[likely], fp[likely], chance[likely] / chance.sum()
    tables = np.stack([tp, size - tp, fp, n - size - fp], -1).reshape(-1, 2, 2).astype(float)
    found, truth = interval("informedness", tables), recall - fallout
    assert (chance * ((found.low <= truth) & (truth <= found.high))).sum() >= 0.93


@pytest.mark.parametrize("measure", ["kappa", "mcc"])
@pytest.mark.parametrize("prevalence", [(0.6, 0.4), (0.6, 0.2, 0.2)], ids=["two", "three"])
def test_predictors_that_are_nearly_always_wrong(measure, prevalence):
    """Far below chance the margins scatter, which the path keeps: by it alone 76 % of the kappas are held."""
    found = trial(measure, shifted(prevalence, 0.05), n=60, tables=TABLES, seed=12)
    assert found.coverage >= GOAL - 2.58 * np.sqrt(GOAL * (1 - GOAL) / TABLES)
