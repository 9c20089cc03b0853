"""Confidence sequences and e-values."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

import informed
from informed.errors import InputError
from informed.inference.interval import interval
from informed.inference.monitoring import e_value, sequence_limits

LOOK = informed.Counts([[8, 2], [3, 7]], labels=("+", "-"))


def test_limits_are_where_the_mixture_gains_one_over_alpha():
    """Beta(1/2, 1/2) mixture over the likelihood at the limit: exactly 1 / alpha."""
    from scipy.special import betaln

    low, high = sequence_limits(np.array([7.0]), np.array([20.0]), 0.025)
    for p in (low[0], high[0]):
        gain = betaln(7.5, 13.5) - betaln(0.5, 0.5) - 7 * np.log(p) - 13 * np.log(1 - p)
        assert_allclose(gain, np.log(40), rtol=1e-9)


def test_extremes():
    low, high = sequence_limits(np.array([0.0, 10.0, 0.0]), np.array([10.0, 10.0, 0.0]), 0.05)
    assert low[0] == 0
    assert high[1] == 1
    assert (low[2], high[2]) == (0, 1)


def test_looks_only_narrow():
    found = informed.monitor(LOOK for _ in range(6))
    lows, highs = [each.low for each in found.looks], [each.high for each in found.looks]
    assert np.all(np.diff(lows) >= 0)
    assert np.all(np.diff(highs) <= 0)
    assert found.counts.n == 120
    assert found.now.method == "confidence sequence"


def test_wider_than_a_single_look():
    found = informed.monitor(LOOK).now
    single = interval("informedness", LOOK)
    assert found.low < single.low < single.high < found.high


def test_then_goes_on():
    both = informed.monitor([LOOK, LOOK])
    assert informed.monitor(LOOK).then(LOOK).looks == both.looks


def test_a_change_is_noticed():
    good, bad = informed.Counts([[300, 0], [0, 300]]), informed.Counts([[0, 3000], [3000, 0]])
    assert "has changed" in informed.monitor([good, bad]).now.note


def test_e_value_is_a_fair_bet():
    """Its mean over all outcomes of n fair coins is 1."""
    from scipy.stats import binom

    n = 9
    mean = sum(binom.pmf(k, n, 0.5) * e_value(k, n - k) for k in range(n + 1))
    assert_allclose(mean, 1)
    assert e_value(0, 0) == 1
    assert e_value(40, 5) > 20


def test_refused():
    with pytest.raises(InputError, match="one_vs_rest"):
        informed.monitor(informed.Counts(np.eye(3)))
    with pytest.raises(InputError, match="nothing has been looked at"):
        _ = informed.monitor().now
    with pytest.raises(InputError, match=r"did you mean 0\.95"):
        informed.monitor(LOOK, level=95)


@given(st.lists(st.lists(st.integers(0, 40), min_size=4, max_size=4), min_size=2, max_size=6))
def test_limits_never_widen(tables):
    """The running intersection: what one look has excluded no later look lets in again."""
    looks = informed.monitor(informed.Counts(np.reshape(table, (2, 2)) + 1) for table in tables).looks
    assert np.all(np.diff([each.low for each in looks]) >= 0)
    assert np.all(np.diff([each.high for each in looks]) <= 0)


def test_a_limit_of_exactly_nothing_is_a_limit():
    first = informed.monitor(LOOK)
    at_zero = replace(first, looks=(replace(first.now, low=0.0, high=0.0),))
    again = at_zero.then(LOOK).now
    assert (again.low, again.high) == (0.0, 0.0)


def test_the_verdict_says_what_is_known_so_far():
    good, bad = informed.Counts([[300, 0], [0, 300]]), informed.Counts([[0, 3000], [3000, 0]])
    assert informed.monitor().verdict == ("Nothing has been looked at yet.",)
    assert informed.monitor(good).verdict[0].startswith("Informed: informedness 100 % after 1 look at 600 items")
    assert informed.monitor(bad).verdict[0].startswith("Worse than guessing: ")
    assert informed.monitor(LOOK).verdict[0].startswith("Not shown to be informed so far: ")
    assert informed.monitor([good, bad]).verdict[0].startswith("Changed: ")
    assert informed.monitor([good, bad]).sizes == (600, 6600)
