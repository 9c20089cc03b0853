"""A gate against an earlier run sees the whole run, and says that it cannot tell rather than that it is worse."""

import sys
from pathlib import Path

import numpy as np
import pytest

from informed.questions.check.compute import MET, MISSED, UNDECIDED
from thorough import few

sys.path.append(str(Path(__file__).parents[2] / "benchmarks" / "calibration"))
gates = pytest.importorskip("gates")

MANY = 30


def shares(*setting, many=MANY):
    rng = np.random.default_rng(7)
    found = [gates.gated(rng, *setting).outcome for _ in range(many)]
    return {name: found.count(name) / many for name in (MET, MISSED, UNDECIDED)}


@pytest.mark.parametrize("labels", few([2, 10], 1))
@pytest.mark.parametrize("after", few([0.54, 0.8], 1))
def test_a_collapse_on_new_items_is_never_met(labels, after):
    """60 shared items are answered as before, 190 new ones are not: of 30 nights none passes."""
    found = shares(labels, 250, 60, 0.95, after, 0.0)
    assert found[MET] == 0
    assert found[MISSED] >= 0.9


@pytest.mark.parametrize("labels", [2, 10])
@pytest.mark.combinations
def test_an_unchanged_system_is_seldom_called_worse_and_more_items_decide(labels):
    """False in at most 5%: of 30 nights more than 4 with probability 0.02; and what is undecided becomes less."""
    found = [shares(labels, n, n * 24 // 100, 0.95, 0.95, 0.0) for n in (125, 500, 2000)]
    assert all(each[MISSED] * MANY <= 4 for each in found)
    assert found[0][UNDECIDED] > found[1][UNDECIDED] >= found[2][UNDECIDED]  # of 500 items none may be left
    assert found[2][MET] >= 0.95


@pytest.mark.combinations
def test_the_best_of_equal_systems_does_not_make_the_others_worse():
    """Of ten equal systems the best is lucky: unadjusted, an eleventh is called worse in about 10%."""
    rng = np.random.default_rng(9)
    found = [gates.best_of(rng, 10, 250, 0.8) for _ in range(60)]
    assert found.count(MISSED) <= 6  # were it 5%, more than this with probability 0.03


def test_the_number_needed_decides_four_times_in_five():
    """Runs as much worse as they seem: of so many items at least 60% of 30 gates are decided."""
    rng = np.random.default_rng(11)
    fell = [gates.gated(rng, 2, 250, 60, 0.95, 0.93, 0.0) for _ in range(25)]
    near = [each.needed for each in fell if each.needed and abs(each.estimate.value + 0.02) < 0.01]
    needed = int(np.median(near))
    # were it 20%, more than 40% with probability 0.003
    assert shares(2, needed, needed * 24 // 100, 0.95, 0.93, 0.0)[UNDECIDED] <= 0.4
