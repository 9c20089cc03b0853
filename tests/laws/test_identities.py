"""What must hold between measures: the equations of the papers and the identities of the inference notes (5.1)."""

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from informed.core import measures as m
from informed.core.table import (
    actuals,
    average,
    biases,
    cells,
    dual,
    expected,
    inverse,
    normalized,
    one_vs_rest,
    predictions,
    prevalences,
    total,
)
from strategies import tables

# Every margin occurs, so every ratio is defined; moderate, since the textbook forms with 1 - p lose digits beyond.
BINARY = tables(classes=(2, 2), dense=True, most=10**4)
DENSE = tables(dense=True, most=10**9)


def equal(*values, tolerance=1e-10):
    for value in values[1:]:
        assert_allclose(value, values[0], rtol=tolerance, atol=tolerance)


def shares_of(draw_from):
    """Probabilities that add up to one, none of them 0."""
    return st.lists(st.integers(1, 1000), min_size=draw_from, max_size=draw_from).map(lambda w: np.array(w) / sum(w))


# --- two classes: Powers 2007, by number of the equation -------------------------------------------------------------


@given(table=BINARY)
def test_accuracy_is_the_mean_recall_and_the_mean_precision(table):  # eq. 5 (erratum E2: tpr, not tp)
    rp, pp = m.prevalence(table), m.bias(table)
    equal(
        m.accuracy(table),
        rp * m.recall(table) + (1 - rp) * m.inverse_recall(table),
        pp * m.precision(table) + (1 - pp) * m.inverse_precision(table),
        2 * m.recall(table) * rp + 1 - pp - rp,
    )


@given(table=BINARY)
def test_f_is_g_squared_over_a(table):  # section 2.1
    equal(m.f_measure(table), m.g_measure(table) ** 2 / m.a_measure(table))
    equal(m.f_measure(table), 2 * m.recall(table) * m.prevalence(table) / (m.bias(table) + m.prevalence(table)))


@given(table=BINARY)
def test_auc_of_a_point(table):  # eq. 9 and law 14
    recall, fallout = m.recall(table), m.fallout(table)
    equal(m.auc(table), (recall - fallout + 1) / 2, 1 - (fallout + m.miss_rate(table)) / 2, m.balanced_accuracy(table))
    equal(m.informedness(table), 2 * m.auc(table) - 1, m.adjusted_balanced_accuracy(table))


@given(table=BINARY)
def test_cost_forms_at_the_skew_are_the_plain_ones(table):  # eq. 10 to 13
    for one in table.reshape(-1, 2, 2):
        c = float(m.skew(one))
        equal(m.cost_accuracy.with_(c=c)(one), m.accuracy(one))
        equal(m.cost_precision.with_(c=c)(one), m.precision(one))
        equal(m.cost_f.with_(c=c)(one), m.f_measure(one))
        equal(m.cost_wracc.with_(c=c)(one), m.wracc(one))
    equal(m.cost_wracc(table), m.informedness(table))  # c = 1


@given(table=BINARY)
def test_wracc_is_four_times_the_hits_beyond_chance(table):  # eq. 13
    equal(m.wracc(table), 4 * (m.recall(table) - m.bias(table)) * m.prevalence(table), 4 * m.determinant(table))


@given(table=BINARY)
def test_informedness_and_markedness_in_all_their_forms(table):  # eq. 14, 15, 17, 18, 20, 21, 26 to 29; law 15
    rp, pp, dt = m.prevalence(table), m.bias(table), m.determinant(table)
    equal(
        m.informedness(table),
        m.recall(table) + m.inverse_recall(table) - 1,
        m.recall(table) - m.fallout(table),
        dt / m.evenness_actual(table),
        2 * dt / m.prevalence_h(table),
        (m.recall(table) - pp) / (1 - rp),
        m.edge(table),
    )
    equal(
        m.markedness(table),
        m.precision(table) + m.inverse_precision(table) - 1,
        m.precision(table) - m.false_omission_rate(table),
        dt / m.evenness_predicted(table),
        2 * dt / m.bias_h(table),
        (m.precision(table) - rp) / (1 - pp),
        m.edge_markedness(table),
    )


@given(table=BINARY)
def test_correlation_in_all_its_forms(table):  # eq. 19, 22 and laws 7 and 8
    b, k, r = m.informedness(table), m.markedness(table), m.correlation(table)
    equal(r, m.mcc(table), m.determinant(table) / m.evenness(table), np.sign(b) * np.sqrt(b * k))
    equal(m.determination(table), r**2, m.phi_squared(table), m.cramers_v(table) ** 2)
    equal(np.sign(b), np.sign(k), np.sign(r), np.sign(m.determinant_count(table)))


@given(table=BINARY)
def test_deviation_from_chance_is_one_number(table):  # eq. 24, with the sign of erratum E9
    table = normalized(table.astype(float))
    hits, missed, false, rejected = (
        seen - by_chance for seen, by_chance in zip(cells(table), cells(expected(table)), strict=True)
    )
    equal(m.determinant(table), hits, rejected, -missed, -false)


@given(table=BINARY)
def test_kappa_in_both_forms(table):  # section 2.6 and section 3 with the denominator of erratum E20
    rp, pp, dt = m.prevalence(table), m.bias(table), m.determinant(table)
    _, fn, fp, _ = cells(normalized(table.astype(float)))
    equal(m.kappa(table), dt / (dt + (fp + fn) / 2), dt / ((pp + rp) / 2 - pp * rp))


@given(table=BINARY)
def test_what_informedness_predicts(table):  # section 3
    b, rp, pp = m.informedness(table), m.prevalence(table), m.bias(table)
    equal(m.recall(table), b * (1 - rp) + pp)
    equal(m.precision(table), m.markedness(table) * (1 - pp) + rp)
    equal(m.accuracy(table), 2 * (b * rp * (1 - rp) + pp * rp) + 1 - (pp + rp))


@given(table=BINARY)
def test_ratios_of_rates(table):
    equal(m.likelihood_ratio_positive(table), m.recall(table) / m.fallout(table))
    equal(m.likelihood_ratio_negative(table), m.miss_rate(table) / m.inverse_recall(table))
    equal(m.odds_ratio(table), m.likelihood_ratio_positive(table) / m.likelihood_ratio_negative(table))
    equal(m.lift(table), m.precision(table) / m.prevalence(table), m.recall(table) / m.bias(table))
    equal(m.odds(table), 1 / m.skew(table), m.prevalence(table) / (1 - m.prevalence(table)))


@given(table=BINARY)
def test_geometric_mean_lies_between(table):  # law 17
    b, k, r = (abs(each(table)) for each in (m.informedness, m.markedness, m.mcc))
    assert np.all(abs(m.kappa(table)) <= r + 1e-12)
    assert np.all((r <= (b + k) / 2 + 1e-12) & (r >= np.minimum(b, k) - 1e-12))


@given(hits=st.integers(1, 10**6), wrong=st.integers(1, 10**6), rejected=st.integers(1, 10**6))
def test_all_agree_when_bias_is_prevalence(hits, wrong, rejected):  # law 16
    table = [[hits, wrong], [wrong, rejected]]
    equal(m.informedness(table), m.markedness(table), m.kappa(table), m.mcc(table), m.correlation(table))


@given(table=BINARY)
def test_the_opposite_predictor(table):  # law 2; slides: re-labelling
    opposite = table[..., ::-1]
    for each in (m.informedness, m.markedness, m.mcc, m.correlation, m.tetrachoric, m.wracc):
        equal(each(opposite), -each(table))
    equal(m.accuracy(opposite), 1 - m.accuracy(table))
    equal(m.proficiency(opposite), m.proficiency(table))


@given(table=BINARY)
def test_the_inverse_problem(table):  # law 1 and Powers 2007 section 2.1
    for plain, inverted in (
        (m.recall, m.inverse_recall),
        (m.precision, m.inverse_precision),
        (m.f_measure, m.inverse_f),
        (m.g_measure, m.inverse_g),
        (m.fallout, m.miss_rate),
        (m.odds, m.skew),
    ):
        equal(plain(inverse(table)), inverted(table))


# --- any number of classes -------------------------------------------------------------------------------------------


@given(table=tables())
def test_mean_recall_is_mean_precision_is_accuracy(table):
    labels = one_vs_rest(table)
    floats = table.astype(float)
    equal(
        m.accuracy(table),
        average(m.recall(labels), prevalences(floats)),
        average(m.precision(labels), biases(floats)),
    )


@given(table=DENSE)
def test_overall_is_the_mean_over_labels(table):  # eq. 41, 42, 43
    labels, floats = one_vs_rest(table), table.astype(float)
    equal(m.informedness(table), average(m.informedness(labels), prevalences(floats)))
    equal(m.edge(table), average(m.informedness(labels), biases(floats)))
    equal(m.markedness(table), average(m.markedness(labels), biases(floats)))
    equal(m.edge_markedness(table), average(m.markedness(labels), prevalences(floats)))
    equal(m.average_f(table), average(m.f_measure(labels), biases(floats), mean="harmonic"))
    equal(m.average_g(table), average(m.g_measure(labels), biases(floats), mean="geometric"))


@given(data=st.data(), classes=st.integers(2, 12), informed=st.floats(0, 1))
def test_informed_or_guessing(data, classes, informed):  # laws 11 and 12
    prevalence, guess = data.draw(shares_of(classes)), data.draw(shares_of(classes))
    table = informed * np.diag(prevalence) + (1 - informed) * np.outer(prevalence, guess)
    equal(informed, m.informedness(table), m.edge(table))
    equal(informed, m.markedness(dual(table)), m.edge_markedness(dual(table)))


@given(table=tables(dense=True, most=10**6, batch=((2,),)), part=st.floats(0, 1))
def test_informedness_is_linear_in_the_predictor(table, part):  # law 13
    rows = actuals(table[0]).astype(float)
    first, second = (one / actuals(one)[:, None] * rows[:, None] for one in table)  # two predictors, one truth
    mixed = m.informedness(part * first + (1 - part) * second)
    equal(mixed, part * m.informedness(first) + (1 - part) * m.informedness(second))


@given(table=tables(square=False))
def test_information_has_its_bounds(table):  # law 20
    actual, predicted, shared = m.entropy_actual(table), m.entropy_predicted(table), m.mutual_information(table)
    assert np.all((shared >= 0) & (shared <= np.minimum(actual, predicted) + 1e-12))
    equal(m.entropy_joint(table), actual + predicted - shared)
    equal(m.conditional_entropy(table), actual - shared)
    equal(m.perplexity(table), 2 ** m.conditional_entropy(table))


@given(table=tables(square=False, classes=(3, 12)))
def test_merging_predictions_never_adds_information(table):  # law 20, data processing
    merged = np.concatenate([table[..., :1] + table[..., 1:2], table[..., 2:]], axis=-1)
    assert np.all(m.mutual_information(merged) <= m.mutual_information(table) + 1e-12)


@given(table=DENSE)
def test_shares_of_information(table):
    shared = m.mutual_information(table)
    equal(m.proficiency(table) * m.entropy_actual(table), shared)
    equal(m.information_gain_ratio(table) * m.entropy_predicted(table), shared)
    equal(m.dependency(table) * m.entropy_joint(table), shared)
    forward, backward = m.proficiency(table), m.information_gain_ratio(table)
    assume(np.all(forward > 1e-9))
    equal(m.symmetric_uncertainty(table), 2 * forward * backward / (forward + backward))


@given(table=DENSE)
def test_pearsons_chi_squared_per_item(table):  # law 18
    floats = table.astype(float)
    by_chance = expected(floats)
    equal(m.phi_squared(table), total((floats - by_chance) ** 2 / by_chance) / total(floats))


@given(table=tables(dense=True, most=10**6))
def test_evenness_is_half_the_harmonic_mean_of_shares(table):  # section 5
    for value, margin in (
        (m.evenness_actual(table), actuals(table)),
        (m.evenness_predicted(table), predictions(table)),
    ):
        share = margin / margin.sum(-1)[..., None]
        both = np.concatenate([share, 1 - share], axis=-1)
        equal(value, both.shape[-1] / (1 / both).sum(-1) / 2)


def test_markedness_without_informedness():
    """Powers 2007 section 5: recall 1 and markedness near 1 with a predictor that hardly knows anything."""
    table = [[10**6, 0], [999, 1]]
    equal(m.recall(table), 1)
    equal(m.informedness(table), 0.001)
    equal(m.markedness(table), 10**6 / (10**6 + 999))


def test_association_without_informedness():
    """Each class is mistaken for its neighbour: not informed, yet two thirds of a bit of each class are there."""
    table = [[10, 20, 0], [0, 10, 20], [20, 0, 10]]
    equal(0, m.informedness(table), m.edge(table), m.markedness(table), m.kappa(table), m.mcc(table))
    equal(m.phi_squared(table), 60 / 90)
    equal(m.mutual_information(table), 2 / 3)  # H(1/3, 1/3, 1/3) - H(1/3, 2/3) = log2 3 - (log2 3 - 2/3)
