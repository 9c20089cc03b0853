"""The default intervals hold the truth about as often as they say: fixed seeds, 2,000 tables a setting.

Each bound is the least coverage found when the methods were chosen and confirmed (20,000 tables a setting; the grid is
in docs/coverage.md), less two standard errors of this smaller experiment. No setting is left out because it looks bad:
prevalence 0.01 with 50 items is here, where most tables have no item of the class at all.
"""

import numpy as np
import pytest
from worlds import BINARY, SEVERAL, two_classes

from informed.core.registry import get
from informed.inference.interval import possible
from informed.inference.trial import trial
from thorough import few

LEAST = {  # measure: two classes, more classes
    "informedness": (0.919, 0.912),
    "edge": (0.919, 0.908),
    "markedness": (0.938, 0.868),
    "mcc": (0.923, 0.926),
    "kappa": (0.923, 0.929),
    "correlation": (0.923, 0.926),
    "proficiency": (0.902, 0.894),
    "mutual_information": (0.902, 0.894),
    "cramers_v": (0.92, 0.93),
    "phi_squared": (0.92, 0.925),
    "entropy_actual": (0.94, 0.94),
    "conditional_entropy": (0.94, 0.93),
    "evenness_actual": (0.93, 0.94),
    "determination": (0.923, 0.926),
}
TABLES = 2000


@pytest.mark.parametrize("measure", few(LEAST, 5))
@pytest.mark.parametrize(("worlds", "column"), [(BINARY, 0), (SEVERAL, 1)], ids=["K=2", "K>2"])
def test_intervals_hold_the_truth(measure, worlds, column, record_property):
    short = []
    for place, (n, truth) in enumerate(worlds):
        found = trial(measure, truth, n=n, tables=TABLES, seed=100 + place, draws=200)
        record_property(f"usable, n={n}, world {place}", found.usable)
        least = LEAST[measure][column]
        error = np.sqrt(least * (1 - least) / (TABLES * found.usable))
        if found.coverage < least - 2 * error:
            short.append((n, truth.round(3).tolist(), found))
    assert not short


@pytest.mark.parametrize("measure", ["proficiency", "dependency", "conditional_entropy", "cramers_v", "informedness"])
@pytest.mark.parametrize(("classes", "n"), [(10, 100), (30, 300), (30, 500), (60, 1000)])
@pytest.mark.parametrize("skew", [0, 1])
def test_intervals_hold_the_truth_where_items_are_sparse(measure, classes, n, skew):
    """Down to a third of an item a cell, where information as it stands is half as much again as the truth.

    The least was 0.926, of conditional entropy with 10 even classes and 100 items (1,000 tables).
    """
    prevalence = 1 / np.arange(1, classes + 1) ** skew
    prevalence /= prevalence.sum()
    truth = 0.5 * np.outer(prevalence, prevalence) + 0.5 * np.diag(prevalence)
    assert trial(measure, truth, n=n, tables=200, seed=7).coverage > 0.926 - 2 * np.sqrt(0.926 * 0.074 / 200)


@pytest.mark.parametrize("measure", ["recall", "precision", "f_measure", "jaccard", "guesswork", "auc", "odds_ratio"])
def test_binary_rates_hold_the_truth_on_average(measure):
    """Rates jump as counts do, so one setting says little (Brown, Cai & DasGupta 2001); their mean holds."""
    found = [
        trial(measure, truth, n=n, tables=TABLES, seed=300 + place).coverage for place, (n, truth) in enumerate(BINARY)
    ]
    assert np.mean(found) > 0.945
    assert min(found) > 0.90


CUT = [
    "informedness",
    "markedness",
    "kappa",
    "mcc",
    "determination",
    "f_measure",
    "precision",
    "accuracy",
    "error_rate",
]


@pytest.mark.parametrize("measure", CUT)
@pytest.mark.parametrize("prevalence", [0.5, 0.1])
@pytest.mark.parametrize(("n", "wrong"), [(20, 0.001), (20, 0.01), (100, 0.0003), (100, 0.001), (1000, 0.00003)])
def test_what_an_error_excludes_is_the_perfect_value_and_hardly_ever_the_truth(measure, prevalence, n, wrong):
    """Markov's inequality, where errors are rare and most tables have none: the cut misses the truth below the tail."""
    truth, tail, tables = two_classes(prevalence, 1 - wrong, wrong), 0.025, 10 * TABLES
    drawn = np.random.default_rng(17).multinomial(n, truth.ravel(), size=tables).reshape(-1, 2, 2).astype(float)
    value, true = get(measure).raw(drawn), get(measure).raw(truth)
    low, high = possible(get(measure), (2, 2), value[~np.isnan(value)], tail)
    assert np.mean((true < low) | (high < true)) < tail + 3 * np.sqrt(tail * (1 - tail) / tables)


def test_the_textbook_interval_fails_where_ours_holds():
    """What the defaults are for: a cell without items makes Wald and bootstrap certain of what they saw."""
    n, truth = BINARY[1]
    assert trial("informedness", truth, n=n).coverage > 0.9
    assert trial("informedness", truth, n=n, method="delta").coverage < 0.75
    assert trial("informedness", truth, n=n, tables=500, method="bootstrap", draws=200).coverage < 0.75


def test_ncx2_is_the_choice_when_a_guarantee_matters():
    """It never fell below 96.1 % on the 36 binary settings it was tried on."""
    for place, (n, truth) in enumerate(BINARY):
        found = trial("proficiency", truth, n=n, tables=TABLES, seed=place, method="ncx2")
        assert found.coverage > 0.961 - 2 * np.sqrt(0.961 * 0.039 / (TABLES * found.usable))
