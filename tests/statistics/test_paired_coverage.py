"""Intervals of the difference of two systems judged on the same items hold the true difference."""

import numpy as np
import pytest

from informed.core.registry import get
from strategies import paired_limits
from thorough import few

TABLES = 1000
LEAST = {2: 0.947, 3: 0.936, 5: 0.936}  # Tango-MOVER; linearised on the smoothed joint table


def joint_truth(prevalence, first: float, second: float, together: float):
    """Two systems, informed with these probabilities else guessing; on a share of items the same coin decides."""
    prevalence = np.asarray(prevalence, float)
    size = len(prevalence)
    both = together * min(first, second)
    alone = [first - both, second - both]
    joint = np.zeros((size, size, size))
    for actual in range(size):
        knows = np.eye(size)[actual]
        joint[actual] = prevalence[actual] * (
            both * np.outer(knows, knows)
            + alone[0] * np.outer(knows, prevalence)
            + alone[1] * np.outer(prevalence, knows)
            + (1 - both - sum(alone)) * np.outer(prevalence, prevalence)
        )
    return joint


SETTINGS = [
    (20, [0.5, 0.5], 0.4, 0.4, 0.5),
    (50, [0.1, 0.9], 0.5, 0.3, 0.5),
    (100, [0.01, 0.99], 0.4, 0.4, 0.9),
    (100, [0.5, 0.5], 0.5, 0.4, 0.9),
    (1000, [0.1, 0.9], 0.4, 0.45, 0.5),
    (50, [0.6, 0.2, 0.2], 0.5, 0.4, 0.9),
    (200, [0.2] * 5, 0.5, 0.45, 0.5),
]


@pytest.mark.parametrize(("n", "prevalence", "first", "second", "together"), few(SETTINGS, 2), ids=str)
def test_paired_informedness(n, prevalence, first, second, together):
    size = len(prevalence)
    truth = joint_truth(prevalence, first, second, together)
    measure = get("informedness")
    aim = float(measure(truth.sum(2)) - measure(truth.sum(1)))
    drawn = np.random.default_rng(7).multinomial(n, truth.ravel(), size=TABLES).reshape(-1, size, size, size)
    drawn = drawn[(drawn.sum((-2, -1)) > 0).sum(-1) > 1]
    low, high = np.array([paired_limits(measure, joint)(0.025) for joint in drawn]).T
    held = ((low <= aim) & (aim <= high)).mean()
    assert held > LEAST[size] - 2 * np.sqrt(LEAST[size] * (1 - LEAST[size]) / len(drawn))
