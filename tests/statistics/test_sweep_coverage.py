"""How often the intervals of a sweep hold what they should, on binormal scores with fixed seeds."""

import numpy as np
import pytest
from scipy.special import ndtr, ndtri

from informed import Scores
from informed.analyses.area import auc
from informed.analyses.sweeps import sweep


def binormal(rng, shift, positives, others):
    labels = np.arange(positives + others) < positives
    return labels, rng.normal(size=len(labels)) + shift * labels


# positives, others, area, and the coverage measured beforehand with other seeds (percent): DeLong on the logit scale
LOGIT = [
    (10, 10, 0.95, 97.1),
    (25, 25, 0.95, 95.2),
    (10, 100, 0.95, 90.4),
    (100, 100, 0.95, 94.6),
    (10, 10, 0.75, 96.4),
]


@pytest.mark.parametrize(("positives", "others", "area", "measured"), LOGIT)
def test_logit_delong_covers_as_measured(positives, others, area, measured):
    rng = np.random.default_rng(7)
    shift = 2**0.5 * ndtri(area)
    found = [auc(Scores.of(*binormal(rng, shift, positives, others))) for _ in range(1500)]
    covered = 100 * np.mean([each.low <= area <= each.high for each in found])
    assert abs(covered - measured) < 2.5  # three standard errors of 1500 draws, and of those it is compared with


@pytest.mark.parametrize(("shift", "positives", "others"), [(0.0, 25, 25), (1.0, 20, 60), (2.0, 40, 40)])
def test_the_nested_bootstrap_allows_for_the_choice_of_the_threshold(shift, positives, others):
    rng = np.random.default_rng(8)
    optimism, honesty, covered, naive = [], [], [], []
    for seed in range(150):
        found = sweep(*binormal(rng, shift, positives, others), positive=True)
        plain, nested = found.best().value, found.best(draws=200, seed=seed)
        truth = ndtr(shift - nested.threshold) - ndtr(-nested.threshold)
        optimism.append(plain.value - truth)
        honesty.append(nested.value.value - truth)
        covered.append(nested.value.low <= truth <= nested.value.high)
        naive.append(plain.low <= truth <= plain.high)
    assert np.mean(optimism) > 0.04
    assert abs(np.mean(honesty)) < 0.6 * np.mean(optimism)
    assert np.mean(covered) >= 0.92
    assert np.mean(covered) >= np.mean(naive)
