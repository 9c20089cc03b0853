"""Confidence sequences and e-values."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

import informed
from informed.core.errors import InputError
from informed.inference.e_values import e_value
from informed.inference.interval import interval
from informed.questions.watch import _gain, sequence, sequence_limits

LOOK = informed.Counts([[8, 2], [3, 7]], labels=("+", "-"))


def test_limits_are_where_the_mixture_gains_one_over_alpha():
    """Beta(1/2, 1/2) mixture over the likelihood at the limit: exactly 1 / alpha."""
    from scipy.special import betaln

    low, high = sequence_limits(np.array([7.0]), np.array([20.0]), 0.025)
    for p in (low[0], high[0]):
        gain = betaln(7.5, 13.5) - betaln(0.5, 0.5) - 7 * np.log(p) - 13 * np.log(1 - p)
        assert_allclose(gain, np.log(40), rtol=1e-9)


@pytest.mark.parametrize("cells", [(8, 2, 3, 7), (30, 1, 40, 160), (12, 0, 0, 9), (0, 5, 5, 0)])
def test_limits_of_informedness_are_where_both_bets_together_gain_one_over_alpha(cells):
    """Turner, Ly & Grunwald 2024: of all pairs of shares that the product has not outdone, the farthest apart."""
    hits, misses, false, quiet = cells
    p = np.linspace(0.0005, 0.9995, 1000)
    gains = [_gain(np.float64(a), np.float64(a + b), p) for a, b in ((hits, misses), (false, quiet))]
    left = gains[0][:, None] + gains[1] <= np.log(20)
    apart = (p[:, None] - p)[left]
    low, high = sequence(np.array([[hits, misses], [false, quiet]], float), 0.95)
    assert_allclose([low, high], [apart.min(), apart.max()], atol=0.003)


def test_the_truth_is_ever_left_out_in_one_of_twenty_runs_at_most():
    """Ville's inequality, at every of 40 looks; 32 of 400 have p .006."""
    rng = np.random.default_rng(4)
    steps = rng.multinomial(15, [0.15, 0.05, 0.4, 0.4], size=(400, 40)).cumsum(1)  # recall .75, fallout .5
    part, whole = steps[..., [0, 2]], steps[..., [0, 2]] + steps[..., [1, 3]]
    assert (_gain(part, whole, np.array([0.75, 0.5])).sum(-1) > np.log(20)).any(1).sum() <= 31


def test_extremes():
    low, high = sequence_limits(np.array([0.0, 10.0, 0.0]), np.array([10.0, 10.0, 0.0]), 0.05)
    assert low[0] == 0
    assert high[1] == 1
    assert (low[2], high[2]) == (0, 1)


def test_looks_only_narrow():
    found = informed.watch(LOOK for _ in range(6))
    lows, highs = [each.low for each in found.looks], [each.high for each in found.looks]
    assert np.all(np.diff(lows) >= 0)
    assert np.all(np.diff(highs) <= 0)
    assert found.counts.n == 120
    assert found.now.method == "confidence sequence"


def test_wider_than_a_single_look():
    found = informed.watch(LOOK).now
    single = interval("informedness", LOOK)
    assert found.low < single.low < single.high < found.high


def test_then_goes_on():
    both = informed.watch([LOOK, LOOK])
    assert informed.watch(LOOK).then(LOOK).looks == both.looks


def test_a_change_is_noticed():
    good, bad = informed.Counts([[300, 0], [0, 300]]), informed.Counts([[0, 3000], [3000, 0]])
    assert "has changed" in informed.watch([good, bad]).now.note


def test_e_value_is_a_fair_bet():
    """Its mean over all outcomes of n fair coins is 1."""
    from scipy.stats import binom

    n = 9
    mean = sum(binom.pmf(k, n, 0.5) * e_value(k, n - k) for k in range(n + 1))
    assert_allclose(mean, 1)
    assert e_value(0, 0) == 1
    assert e_value(40, 5) > 20


def test_refused():
    with pytest.raises(InputError, match="choose one label against the rest with positive="):
        informed.watch(informed.Counts(np.eye(3)))
    with pytest.raises(InputError, match="these counts are weighted; count them without weights"):
        informed.watch(informed.count(list("aab"), list("abb"), weights=[1, 2.5, 1]))
    with pytest.raises(InputError, match="nothing has been looked at"):
        _ = informed.watch().now
    with pytest.raises(InputError, match=r"did you mean 0\.95"):
        informed.watch(LOOK, level=95)


@given(st.lists(st.lists(st.integers(0, 40), min_size=4, max_size=4), min_size=2, max_size=6))
def test_limits_never_widen(tables):
    """The running intersection: what one look has excluded no later look lets in again."""
    looks = informed.watch(informed.Counts(np.reshape(table, (2, 2)) + 1) for table in tables).looks
    assert np.all(np.diff([each.low for each in looks]) >= 0)
    assert np.all(np.diff([each.high for each in looks]) <= 0)


def test_a_limit_of_exactly_nothing_is_a_limit():
    first = informed.watch(LOOK)
    at_zero = replace(first, looks=(replace(first.now, low=0.0, high=0.0),))
    again = at_zero.then(LOOK).now
    assert (again.low, again.high) == (0.0, 0.0)


def test_the_verdict_says_what_is_known_so_far():
    good, bad = informed.Counts([[300, 0], [0, 300]]), informed.Counts([[0, 3000], [3000, 0]])
    assert informed.watch().verdict == ("Cannot tell: there are no items yet.",)
    assert (
        informed.watch(good)
        .verdict[0]
        .startswith(
            "Better than guessing: as good as knowing 100% of the answers, informedness 1.000 after 1 look at 600 items"
        )
    )
    assert informed.watch(bad).verdict[0].startswith("Worse than guessing: ")
    assert informed.watch(LOOK).verdict[0].startswith("Not shown to beat guessing so far: ")
    assert informed.watch([good, bad]).verdict[0].startswith("Changed: ")
    assert informed.watch([good, bad]).sizes == (600, 6600)


def test_of_one_class_there_is_no_number():
    """Informedness is 0/0 until items of both classes came: a sentence, and no value that could be read as guessing."""
    found = informed.watch([informed.Counts([[5, 1], [0, 0]], ["ill", "well"])])
    assert np.isnan(found.now.value)
    assert found.verdict[0].startswith("Cannot tell: after 1 look at 6 items only one label occurs")
    assert informed.watch([found.counts, informed.Counts([[4, 1], [1, 9]], ["ill", "well"])]).now.value > 0


@pytest.mark.parametrize(
    ("cells", "code"),
    [([[90, 10], [10, 90]], "labels"), ([[10, 90], [90, 10]], "labels"), ([[6, 4], [4, 6]], "more_items")],
)
def test_what_is_shown_is_looked_at_and_what_is_not_takes_more_items(cells, code):
    (step,) = informed.watch(informed.Counts(cells, labels=("+", "-"))).steps()
    assert step.code == code
