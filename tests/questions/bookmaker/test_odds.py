import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from informed import InputError
from informed.core import measures as m
from informed.core.measures.informedness import gains
from informed.core.table import as_table, biases, normalized, prevalences, ratio
from informed.odds import Odds, dutch_book, payoffs
from strategies import tables

probabilities = st.floats(1e-6, 1 - 1e-6)


@given(probabilities)
def test_fair_odds_and_probability_are_each_other(probability):
    odds = Odds.fair(probability)
    assert odds.probability == pytest.approx(probability)
    assert probability * odds.profit - (1 - probability) == pytest.approx(0, abs=1e-9)  # a unit stake gains nothing
    assert odds.returned == pytest.approx(1 / probability)
    assert sum(odds.percent) == pytest.approx(100)


def test_two_to_one_is_twice_as_likely_to_lose():
    odds = Odds.parse("2:1")  # Powers 2003: "at least twice as likely to lose as to win"
    assert odds.probability == pytest.approx(1 / 3)
    assert (odds.profit, odds.returned) == (2, 3)
    assert Odds.parse("1/2").probability == pytest.approx(2 / 3)


def test_odds_on_of_the_papers():
    # Printed in the earlier paper as "1:2 (or 2:1 against)"; one to two is 2:1 on (erratum E26).
    assert Odds.parse("1:2").probability > 0.5
    assert Odds.parse("2:1").probability < 0.5


@pytest.mark.parametrize(
    ("probability", "reduced"),
    [(0.7, (3, 7)), (0.5, (1, 1)), (1 / 3, (2, 1)), (0.0, (1, 0)), (1.0, (0, 1)), (0.001, (999, 1)), (0.999, (1, 999))],
)
def test_reduced_odds(probability, reduced):
    assert Odds.fair(probability).reduced == reduced


@given(probabilities)
def test_reduced_odds_are_near(probability):
    win, lose = Odds.fair(probability).reduced
    assert lose / (win + lose) == pytest.approx(probability, rel=0.01, abs=0.006)


@pytest.mark.parametrize(
    ("odds", "told"),
    [
        (Odds(362, 3), "121:1"),  # rain in San Diego: 120.67 to one
        (Odds(2, 1), "2:1"),
        (Odds(71, 19), "71:19"),
        (Odds(3, 7), "3:7"),
        (Odds(1, 1), "1:1"),
        (Odds.fair(0.0), "-"),
        (Odds.fair(1.0), "-"),
    ],
)
def test_odds_are_told_as_whole_numbers(odds, told):
    assert str(odds) == told


@given(probabilities)
def test_odds_and_payout_say_the_same(probability):
    """What the printed odds pay, the stake included, is the payout up to the last digit of either."""
    odds = Odds.fair(probability)
    assert Odds.parse(str(odds).replace(",", "")).returned == pytest.approx(odds.returned, rel=0.05)
    assert Odds(*odds.reduced).profit == pytest.approx(odds.profit, rel=0.05)


@pytest.mark.parametrize("text", ["2", "two:one", "-1:2", "0:0", "nan:1", ""])
def test_odds_that_are_none(text):
    with pytest.raises(InputError, match="odds"):
        Odds.parse(text)


def test_binary_payoffs_are_the_stakes_of_the_track():
    # Bet $W on horse 1 to win $L, bet $L on horse 2 to win $W; k = W L divides both (Powers 2003, erratum E26).
    W, L = 0.7, 0.3
    bet_on = [[L, -L], [-W, W]]  # actual x bet on; the earlier paper leaves the minus signs out
    assert_allclose(payoffs(np.array([W, L])) * W * L, bet_on, rtol=1e-12)


@given(tables(batch=((),), most=10**6))  # payoffs are made from shares, which tell no more cases than that apart
def test_gains_are_what_the_cells_of_a_label_won(table):
    table = as_table(table)
    won = (normalized(table) * payoffs(prevalences(table))).sum(-2)
    assert_allclose(won, np.nan_to_num(gains(table)), atol=1e-9)
    assert_allclose(np.nansum(won * biases(table)), m.edge(table), atol=1e-9)


@given(st.lists(st.floats(0.01, 1), min_size=2, max_size=7))
def test_fair_payoffs_are_zero_sum(weights):
    prevalence = np.array(weights) / sum(weights)
    found = dutch_book(payoffs(prevalence), prevalence)
    assert found.fair
    assert not found.dutch_book
    assert found.sure == pytest.approx(0, abs=1e-6)


def test_the_binary_weight_extended_to_three_is_not_fair():
    # Erratum E23: -1/p(c) for a loss agrees with -1/(1 - p(l)) for two classes only.
    for prevalence, fair in (([0.7, 0.3], True), ([0.5, 0.3, 0.2], False)):
        p = np.array(prevalence)
        printed = np.where(np.eye(len(p), dtype=bool), 1.0, -1.0) / p[:, None]
        assert dutch_book(printed, p).fair == fair
    bias, joint = np.array([0.4, 0.4, 0.2]), np.outer(p, [0.4, 0.4, 0.2])
    assert (bias * (joint * printed).sum(0)).sum() == pytest.approx(-0.36)
    assert (bias * (joint * payoffs(p)).sum(0)).sum() == pytest.approx(0, abs=1e-12)


def entropy_payoffs(table):
    """The weights log2(1/p(c|l)) / p(l), which turn the payoff formula into the conditional entropy.

    Never negative, so they cannot be fair. The papers of 2003 print the prior p(c) in place of p(c|l), which gives the
    entropy of the classes instead (erratum E24).
    """
    joint, bias = normalized(table), biases(table)
    conditional = ratio(joint, bias)
    bits = -np.log2(np.where(conditional > 0, conditional, 1.0))
    return np.where(bias > 0, ratio(bits, bias), 0.0)


@given(tables(classes=(2, 6), batch=((),), most=1000))
def test_entropy_payoffs_give_the_conditional_entropy_and_are_not_fair(table):
    table = as_table(table)
    weights = entropy_payoffs(table)
    joint, bias = normalized(table), biases(table)
    assert (bias * (joint * weights).sum(-2)).sum() == pytest.approx(m.conditional_entropy(table), abs=1e-9)
    assert (weights >= 0).all()
    if m.conditional_entropy(table) > 1e-6:
        assert not dutch_book(weights, prevalences(table)).fair


def test_entropy_payoffs_are_the_failing_example():
    table = np.outer([0.5, 0.3, 0.2], [0.4, 0.4, 0.2])  # guessing: p(c|l) = p(c)
    found = dutch_book(entropy_payoffs(table), prevalences(table))
    assert not found.fair
    assert found.dutch_book
    assert_allclose(found.expected, m.entropy_actual(table) / np.array([0.4, 0.4, 0.2]), rtol=1e-12)
    assert "Dutch book" in str(found)


def test_a_weighting_with_an_edge_for_one_label_only():
    found = dutch_book([[1, -1], [-1, 1.0]], [0.7, 0.3])  # even money on a race that is not even
    assert_allclose(found.expected, [0.4, -0.4])
    assert not found.fair
    assert not found.dutch_book  # nothing is won for sure: the outsider may win
    assert "+0.4" in str(found)


@pytest.mark.parametrize(
    ("weights", "prevalence", "message"),
    [
        ([[1, -1]], [0.5, 0.5], "1 x 2 for 2"),
        ([[1, np.nan], [0, 1]], [0.5, 0.5], "NaN"),
        ([[1, 0], [0, 1]], [0, 0], "positive"),
    ],
)
def test_weightings_that_cannot_be_checked(weights, prevalence, message):
    with pytest.raises(InputError, match=message):
        dutch_book(weights, prevalence)


def test_a_class_that_never_occurs_cannot_be_bet_on():
    assert_allclose(payoffs(np.array([0.6, 0.4, 0.0]))[:, 2], 0)
    assert_allclose(payoffs(np.array([1.0, 0.0])), 0)
