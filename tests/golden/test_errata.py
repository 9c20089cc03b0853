"""What the papers print and what is right, wherever it can be shown with the value of a measure.

The numbers E1 to E42 are those of the errata list in the notes on the papers; those about significance stand in
test_published_significance.py, those about label sets in test_label_sets.py.
"""

from itertools import combinations, product

import numpy as np
import pytest

import informed
from informed.core import measures as m
from informed.core.table import actuals, expected, normalized, prevalences

CASE_1 = np.array([[30, 30], [12, 28]])  # Powers 2007 Table 2, actual x predicted
THREE = np.array([[40, 10, 0], [5, 20, 2], [5, 10, 8]])


def shows(*, printed, right, form, measure):
    """The printed form gives one number, the measure another."""
    assert form == pytest.approx(printed, abs=5e-5)
    assert measure == pytest.approx(right, abs=5e-5)
    assert abs(printed - right) > 1e-4


def test_e1_fallout_and_miss_rate_are_shares_of_their_own_class():
    (_, fn), (fp, _) = CASE_1
    rp, rn = actuals(CASE_1)
    shows(printed=0.2, right=0.3, form=fp / rp, measure=m.fallout(CASE_1))
    shows(printed=0.75, right=0.5, form=fn / rn, measure=m.miss_rate(CASE_1))


def test_e2_accuracy_is_a_mean_of_rates():
    tp, rp = 0.30, m.prevalence(CASE_1)
    shows(printed=0.46, right=0.58, form=rp * tp + (1 - rp) * m.inverse_recall(CASE_1), measure=m.accuracy(CASE_1))


def test_e3_few_false_alarms_are_specificity_not_precision():
    table = [[10, 0], [5, 95]]
    shows(printed=0.95, right=10 / 15, form=m.inverse_recall(table), measure=m.precision(table))


def test_e4_equal_margins_do_not_equate_fallout_and_miss_rate():
    table = [[30, 10], [10, 50]]
    assert m.bias(table) == m.prevalence(table)
    shows(printed=1 / 4, right=1 / 6, form=m.miss_rate(table), measure=m.fallout(table))
    assert m.false_discovery_rate(table) == m.miss_rate(table)
    assert m.false_omission_rate(table) == m.fallout(table)


@pytest.mark.parametrize(
    ("name", "aliases"), [("markedness", ("delta_p", "DeltaP")), ("informedness", ("delta_p_prime", "DeltaP'"))]
)
def test_e6_the_names_are_those_of_section_2_4(name, aliases):
    assert {informed.measures.get(alias).name for alias in aliases} == {name}


@pytest.mark.parametrize("letter", ["r_P", "r_R"])
def test_e7_a_letter_with_two_meanings_is_refused(letter):
    with pytest.raises(informed.InputError, match=r"'(informedness|markedness)' .* or '(informedness|markedness)'"):
        informed.measures.get(letter)


def test_e8_correlation_keeps_the_sign():
    table = CASE_1[:, ::-1]
    form = (m.informedness(table) * m.markedness(table)) ** 0.5
    shows(printed=0.1985, right=-0.1985, form=form, measure=m.correlation(table))


def test_e9_both_kinds_of_hits_exceed_chance_alike():
    beyond = normalized(CASE_1.astype(float)) - expected(normalized(CASE_1.astype(float)))
    shows(printed=-0.048, right=0.048, form=-beyond[1, 1], measure=m.determinant(CASE_1))
    assert beyond[1, 1] == pytest.approx(beyond[0, 0])


def test_e10_twice_the_deviation_over_the_harmonic_mean():
    form = m.determinant(CASE_1) / m.prevalence_h(CASE_1)
    shows(printed=0.1, right=0.2, form=form, measure=m.informedness(CASE_1))


def test_e12_g_squared_is_twice_n_times_the_information():
    from scipy.stats import chi2_contingency

    g2 = chi2_contingency(CASE_1, correction=False, lambda_="log-likelihood").statistic
    nats = 100 * m.mutual_information(CASE_1) * np.log(2)
    shows(printed=2.0058, right=4.0116, form=nats, measure=g2)
    assert g2 == pytest.approx(2 * nats)


def test_e14_evenness_is_at_most_a_quarter():
    even = [[20, 30], [10, 40]]
    shows(printed=0.5, right=0.25, form=m.prevalence_g(even), measure=m.evenness_actual(even))


def test_e20_denominator_of_kappa():
    rp, pp, beyond = m.prevalence(CASE_1), m.bias(CASE_1), m.determinant(CASE_1)
    form = beyond / (1 - pp * rp - (pp + rp) / 2)
    shows(printed=0.2017, right=0.1860, form=form, measure=m.kappa(CASE_1))


def test_e21_information_is_not_negative():
    joint = normalized(THREE.astype(float))
    by_chance = expected(joint)
    occupied = joint > 0
    form = -np.sum(joint[occupied] * np.log2(joint[occupied] / by_chance[occupied]))
    shows(printed=-0.3645, right=0.3645, form=form, measure=m.mutual_information(THREE))


def test_e22_equation_41_weighs_by_bias_and_equation_42_by_prevalence():
    shows(printed=0.5189, right=0.5001, form=m.edge(THREE), measure=m.informedness(THREE))


def payoff(prevalence, lost):
    """What a bet pays, actual x predicted: the inverse of the winner's odds, or what is lost (Powers 2003)."""
    return np.where(np.eye(len(prevalence), dtype=bool), 1 / prevalence, -lost)


def won(table, pays):
    return m.expected_value.with_(value=pays.tolist())(table)


def test_e23_the_loss_depends_on_the_bet_not_on_the_winner():
    prevalence, bias = np.array([0.5, 0.3, 0.2]), np.array([0.4, 0.4, 0.2])
    guess = np.outer(prevalence, bias)
    by_winner = bias * payoff(prevalence, 1 / prevalence[:, None])  # each label's gain weighted by its bias
    by_bet = bias * payoff(prevalence, 1 / (1 - prevalence)[None, :])
    shows(printed=-0.36, right=0, form=won(guess, by_winner), measure=won(guess, by_bet))
    assert m.edge(guess) == pytest.approx(0)


def test_e24_entropy_of_the_class_given_the_prediction():
    joint = normalized(THREE.astype(float))
    form = np.sum(joint * np.log2(1 / prevalences(joint))[:, None])
    right = m.entropy_joint(THREE) - m.entropy_predicted(THREE)
    shows(printed=1.4977, right=1.1332, form=form, measure=m.conditional_entropy(THREE))
    assert form == pytest.approx(m.entropy_actual(THREE))
    assert m.conditional_entropy(THREE) == pytest.approx(right)


def test_e25_alpha_is_a_share():
    table = [[56, 14], [24, 6]]  # precision .7, recall .8
    alpha = 2.0**2
    form = 1 / (alpha / 0.8 + (1 - alpha) / 0.7)
    shows(printed=1.4, right=0.7778, form=form, measure=m.f_measure.with_(beta=2)(table))


def test_e26_a_wrong_bet_loses():
    win, lose = 0.7, 0.3
    guess = np.outer([win, lose], [0.8, 0.2])
    printed, right = np.array([[lose, win], [win, lose]]), np.array([[lose, -lose], [-win, win]])
    always = 0.8 * 2 * win * lose + 0.2 * (win**2 + lose**2)
    shows(printed=always, right=0, form=won(guess, printed), measure=won(guess, right))


def test_e27_a_label_of_precision_one_has_its_recall_as_informedness():
    """The printed row has B = -24 % for a label of precision or recall 100 %, which no table gives."""
    hits, missed, rejected = (np.arange(1, 40) for _ in range(3))
    tables = np.array([[[tp, fn], [0, tn]] for tp, fn, tn in product(hits[::6], missed[::6], rejected[::6])])
    np.testing.assert_allclose(m.informedness(tables), m.recall(tables))
    assert (m.informedness(tables) > 0).all()


def test_e27_the_wav_row_is_not_the_mean_of_the_rows_above_it():
    """F and G are plain harmonic and geometric means; recall and precision weigh to one accuracy, B to less than p."""
    f, g = [52, 5, 50, 11, 17, 18, 29, 50, 39, 13, 22, 33], [60, 16, 58, 15, 18, 32, 29, 58, 49, 14, 35, 45]
    assert round(12 / sum(1 / each for each in f)) == 18
    assert round(np.exp(np.mean(np.log(g)))) == 31
    p = np.array([100, 3, 33, 7, 13, 10, 33, 100, 100, 8, 13, 20]) / 100
    r = np.array([35, 100, 100, 33, 25, 100, 25, 33, 24, 25, 100, 100]) / 100
    rng = np.random.default_rng(1)
    right = rng.dirichlet(np.full(12, 0.2), 20_000)
    right /= (right / r).sum(-1, keepdims=True)  # prevalences r sum to 1
    valid = np.abs((right / p).sum(-1) - 1) < 0.05  # and so do biases
    assert valid.sum() > 100
    assert right[valid].sum(-1).max() < 0.54  # the printed 54 %
    b = np.array([100, -24, 32, -2, 5, 4, 32, 100, 100, 1, -2, 18]) / 100
    assert (b <= p + 0.01).all()  # so that no weights make B 86 % and p 34 %


def test_e27_two_items_have_no_recall_of_three_percent():
    assert {round(100 * hits / items) for items in (1, 2) for hits in range(items + 1)} == {0, 50, 100}


def test_e13_equation_33_has_the_square_of_biasg_and_holds_for_prevalence_near_one():
    rp, marked = m.prevalence(CASE_1), m.markedness(CASE_1)
    form = 100 * marked**2 * m.bias_g(CASE_1) / rp
    right = 100 * marked**2 * m.bias_g(CASE_1) ** 2 / rp
    shows(printed=3.1939, right=1.5764, form=form, measure=right)
    for prevalence in (0.5, 0.9, 0.99):  # 1 + (1 - Prev) over 1/Prev: the bias does not matter
        table = 1000 * np.outer([prevalence, 1 - prevalence], [0.95, 0.05]) + np.array([[2, -2], [-2, 2]])
        exact = 1000 * m.markedness(table) ** 2 * m.evenness_predicted(table) / prevalence
        near = (1000 + 1000 * (1 - prevalence)) * m.markedness(table) ** 2 * m.evenness_predicted(table)
        assert near / exact == pytest.approx(1 - (1 - prevalence) ** 2)


def test_e13_equation_35_has_the_square_of_dtp():
    evenness, beyond = m.evenness(CASE_1), m.determinant(CASE_1)
    right = 2 * 100 * m.informedness(CASE_1) * m.markedness(CASE_1) * evenness
    shows(printed=39.7033, right=1.9058, form=200 * beyond / evenness, measure=right)
    assert 200 * beyond**2 / evenness == pytest.approx(right)


def test_e43_zero_weight_needs_the_shares_of_the_bets_made():
    """A perfect half of the items: n/N times B = 1 is a half, and so is edge over the bets that were made."""
    answered = ["a"] * 25 + ["b"] * 25
    found = informed.evaluate(2 * answered, answered + ["-"] * 50, abstain="-").abstention
    literal = 2 * 0.25 * (0.25 / 0.5)  # sum of p_P(l) G(l), with p_P over all items
    shows(printed=0.25, right=0.5, form=literal, measure=found.zero_stake["edge"].value)


def test_e44_equal_proficiency_does_not_make_the_identity_the_only_best_assignment():
    """Four items on which nothing is known of either label: exchanging the labels loses nothing."""
    actual, predicted = [["x"], ["x"], ["y"], ["y"]], [["x"], ["y"], ["x"], ["y"]]
    found = informed.multilabel(actual, predicted, level=None)
    assert found.measures["proficiency"].value == pytest.approx(0, abs=1e-12)
    renamed = [["y" if label == "x" else "x" for label in labels] for labels in predicted]
    assert informed.multilabel(actual, renamed, level=None).measures["proficiency"].value == pytest.approx(0, abs=1e-12)


def test_e30_total_cost_of_the_weather():
    weather = [[100, 10, 1], [5, 20, 6], [0, 3, 2]]
    assert m.total_cost.with_(cost=[[0, 1, 3], [2, 0, 2], [10, 5, 0]])(weather) == 50  # printed 45


def test_e31_joint_entropy_is_at_most_the_sum():
    assert m.entropy_joint(THREE) < m.entropy_actual(THREE) + m.entropy_predicted(THREE)  # printed >=


@pytest.mark.parametrize("classes", [2, 3, 7])
def test_e33_phi_squared_of_a_perfect_predictor_does_not_depend_on_the_data(classes):
    perfect = np.diag(np.arange(1, classes + 1) ** 3)
    assert m.phi_squared(perfect) == pytest.approx(classes - 1)
    assert m.proficiency(np.roll(perfect, 1, axis=-1)) == pytest.approx(1)  # perfect only up to relabelling
    assert m.informedness(np.roll(perfect, 1, axis=-1)) < 0


def test_e36_phi_opposes_proficiency_and_accuracy_only_where_it_is_negative():
    tables = np.array([[[tp, 5 - tp], [fp, 45 - fp]] for tp in range(6) for fp in range(46)])
    phi, alpha, accuracy = m.mcc(tables), m.proficiency(tables), m.accuracy(tables)

    def opposed(one, other):
        order = [np.sign(np.round(each[one] - each[other], 12)) for each in (phi, alpha, accuracy)]
        return order[0] * order[1] < 0 and order[0] * order[2] < 0

    pairs = [pair for pair in combinations(range(len(tables)), 2) if opposed(*pair)]
    assert pairs
    assert not [pair for pair in pairs if min(phi[list(pair)]) > 0]


def test_e39_the_favourite_is_the_worst_wrong_bet_for_equation_42_only():
    prevalence = np.array([0.5, 0.3, 0.2])
    wrong = [bets for bets in product(range(3), repeat=3) if all(bet != at for at, bet in enumerate(bets))]
    tables = prevalence[:, None] * np.eye(3)[np.array(wrong)]
    favourite, worse = wrong.index((1, 0, 0)), wrong.index((2, 2, 0))
    assert m.edge(tables)[favourite] == pytest.approx(-0.857, abs=5e-4)
    assert m.edge(tables)[worse] == pytest.approx(-0.880, abs=5e-4)
    assert m.informedness(tables).argmin() == favourite


def test_e41_informedness_is_wracc_only_at_even_prevalence():
    shows(printed=0.200, right=0.192, form=m.informedness(CASE_1), measure=m.wracc(CASE_1))
    even = [[30, 20], [10, 40]]
    assert m.wracc(even) == pytest.approx(m.informedness(even))


@pytest.mark.parametrize("classes", [2, 3])
def test_e42_perfect_play_wins_as_many_stakes_as_there_are_classes(classes):
    prevalence = np.arange(1, classes + 1) / sum(range(1, classes + 1))
    pays = payoff(prevalence, 1 / (1 - prevalence)[None, :])
    assert won(np.diag(prevalence), pays) == pytest.approx(classes)  # printed: $1 for every single bet
