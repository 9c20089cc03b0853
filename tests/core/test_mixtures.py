import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from informed import InputError, recover
from informed.core import measures as m
from informed.core.mixtures import WRONG, informed_table
from informed.core.table import prevalences
from informed.lab import mixture

share_lists = st.integers(2, 7).flatmap(
    lambda size: st.tuples(*[st.lists(st.floats(0.05, 1), min_size=size, max_size=size) for _ in range(2)])
)


def shares(values):
    return np.array(values) / sum(values)


@given(share_lists, st.floats(0, 1))
def test_informedness_is_how_often_it_is_informed_whatever_the_guess(lists, informed):
    prevalence, guess = map(shares, lists)
    table = mixture(prevalence, guess, informed=informed)
    assert_allclose(prevalences(table), prevalence, rtol=1e-12)
    assert m.informedness(table) == pytest.approx(informed, abs=1e-9)
    assert m.edge(table) == pytest.approx(informed, abs=1e-9)


@given(st.floats(0.05, 0.95), st.floats(0.05, 0.95), st.floats(0, 0.5), st.floats(0, 0.5), st.sampled_from(list(WRONG)))
def test_two_classes_are_wrong_in_one_way_only(prevalence, guess, informed, perverse, wrong):
    table = mixture(prevalence, guess, informed=informed, perverse=perverse, wrong=wrong)
    assert m.informedness(table) == pytest.approx(informed - perverse, abs=1e-9)


@given(share_lists, st.sampled_from(list(WRONG)))
def test_a_perverse_predictor_is_never_right_and_keeps_the_prevalence(lists, wrong):
    prevalence = shares(lists[0])
    table = mixture(prevalence, perverse=1, wrong=wrong)
    assert m.accuracy(table) == 0
    assert_allclose(prevalences(table), prevalence, rtol=1e-12)


def test_perverse_with_even_classes_has_its_known_minimum():
    # Powers 2003, general case: for equal prevalences informedness falls no lower than -1/(K - 1).
    for classes in range(2, 7):
        table = mixture(np.full(classes, 1 / classes), perverse=1)
        assert m.informedness(table) == pytest.approx(-1 / (classes - 1))


def test_which_wrong_horse_loses_most():
    # Erratum E39: backing the favourite loses most by equation 42, not by the bias-weighted edge of 2003.
    prevalence = np.array([0.5, 0.3, 0.2])
    favourite = mixture(prevalence, perverse=1, wrong="favourite")
    rival = prevalence[:, None] * np.array([[0, 0, 1], [0, 0, 1], [1, 0, 0]])
    assert m.edge(favourite) == pytest.approx(-0.857, abs=5e-4)
    assert m.edge(rival) == pytest.approx(-0.880, abs=5e-4)
    assert m.informedness(favourite) < m.informedness(rival)
    for wrong in ("uniform", "proportional"):
        assert m.informedness(favourite) <= m.informedness(mixture(prevalence, perverse=1, wrong=wrong))


def test_wrong_labels_by_each_rule():
    prevalence = [0.5, 0.3, 0.2]
    assert_allclose(mixture(prevalence, perverse=1, wrong="uniform")[0], [0, 0.25, 0.25])
    assert_allclose(mixture(prevalence, perverse=1, wrong="proportional")[0], [0, 0.3, 0.2])
    assert_allclose(mixture(prevalence, perverse=1, wrong="favourite"), [[0, 0.5, 0], [0.3, 0, 0], [0.2, 0, 0]])


def test_a_batch_of_prevalences_is_a_batch_of_tables():
    prevalence = shares([1, 2, 3]) * np.ones((4, 1))
    assert mixture(prevalence, informed=0.3).shape == (4, 3, 3)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"prevalence": [0.5, 0.6]}, "prevalence"),
        ({"prevalence": []}, "two or more"),
        ({"prevalence": 0.5, "guess": [0.2, 0.3, 0.5]}, "3 labels"),
        ({"prevalence": 0.5, "informed": 1.2}, "informed=1.2"),
        ({"prevalence": 0.5, "informed": 0.6, "perverse": 0.6}, r"informed \+ perverse"),
        ({"prevalence": 0.5, "wrong": "favorite"}, "favourite"),
    ],
)
def test_mixtures_that_cannot_be(arguments, message):
    with pytest.raises(InputError, match=message):
        mixture(**arguments)


# --- with a given bias -----------------------------------------------------------------------------------------------

one_share = st.floats(0.05, 0.95)


@given(one_share, one_share, st.floats(0, 1))
def test_recall_precision_accuracy_and_kappa_follow_from_informedness(prevalence, guess, informed):
    # Powers 2007 section 3; the printed denominator of kappa is erratum E20.
    bias = informed * prevalence + (1 - informed) * guess
    table = informed_table(informed, prevalence, bias)
    beyond = informed * prevalence * (1 - prevalence)
    marked = beyond / (bias * (1 - bias))
    assert m.recall(table) == pytest.approx(informed * (1 - prevalence) + bias)
    assert m.precision(table) == pytest.approx(marked * (1 - bias) + prevalence)
    assert m.accuracy(table) == pytest.approx(2 * (beyond + bias * prevalence) + 1 - (bias + prevalence))
    assert m.kappa(table) == pytest.approx(beyond / ((bias + prevalence) / 2 - bias * prevalence))


@given(share_lists, st.floats(0, 1))
def test_a_given_bias_is_that_of_the_mixture_that_has_it(lists, informed):
    prevalence, guess = map(shares, lists)
    bias = informed * prevalence + (1 - informed) * guess
    assert_allclose(
        informed_table(informed, prevalence, bias), mixture(prevalence, guess, informed=informed), atol=1e-9
    )


def test_how_recall_moves_with_prevalence_and_bias():
    # Section 3: d recall / d prevalence = -B, d recall / d bias = 1.
    step = 1e-6
    at = m.recall(informed_table(0.2, 0.6, 0.42))
    assert (m.recall(informed_table(0.2, 0.6 + step, 0.42)) - at) / step == pytest.approx(-0.2, abs=1e-4)
    assert (m.recall(informed_table(0.2, 0.6, 0.42 + step)) - at) / step == pytest.approx(1, abs=1e-4)


def test_table_2_case_1_from_its_three_numbers():
    table = informed_table(0.2, 0.6, 0.42)
    assert_allclose(table * 100, [[30, 30], [12, 28]])  # Powers 2007, Table 2
    assert m.kappa(table) == pytest.approx(0.1860, abs=5e-5)  # printed form: .2017
    assert_allclose(recover(informedness=0.2, prevalence=0.6, bias=0.42).tables[0], table, atol=1e-9)


@given(one_share, one_share, st.floats(1e-6, 1))
def test_what_cannot_be_is_refused(prevalence, bias, excess):
    most = min(bias / prevalence, (1 - bias) / (1 - prevalence))  # hits and rejections fit into their margins
    assert m.informedness(informed_table(most, prevalence, bias)) == pytest.approx(most)
    with pytest.raises(InputError, match="cell of the table would be negative"):
        informed_table(most + excess, prevalence, bias)
