"""Every reproduced figure of the papers that is the value of a measure on a table."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from published import BY_EDGE, MEASURES, NATS, PER_LABEL, SIGNIFICANCE, figures

import informed
from informed.core import measures as m
from informed.core.table import expected, one_vs_rest


@pytest.fixture(scope="module")
def published():
    return list(figures())


def test_there_are_figures_from_every_paper(published):
    assert len(published) > 150
    assert {"model1_guess", "chance_table", "comparison_i50", "san_diego_rain_positive"} <= {f.case for f in published}


def test_every_key_is_known(published):
    assert {figure.key for figure in published} <= {*MEASURES, *PER_LABEL, *NATS, *SIGNIFICANCE, *BY_EDGE}


def test_every_measure_gives_the_published_value(published):
    for figure in published:
        if figure.key in MEASURES:
            measure = informed.measures.get(MEASURES[figure.key])
            agrees(measure(shown_to(measure, figure.table)), figure)


def test_values_per_label(published):
    for figure in published:
        if figure.key in PER_LABEL:
            agrees(informed.measures.get(PER_LABEL[figure.key])(one_vs_rest(figure.table)), figure)


def test_values_in_nats(published):
    for figure in published:
        if figure.key in NATS:
            agrees(informed.measures.get(NATS[figure.key])(figure.table) * np.log(2), figure)


def shown_to(measure, table):
    return table if measure.applies(*table.shape) else one_vs_rest(table)


def agrees(value, figure):
    assert_allclose(value, figure.value, rtol=0, atol=figure.tolerance, err_msg=f"{figure.case}: {figure.key}")


def test_informedness_falls_while_every_other_measure_rises():
    """Powers 2007 Table 2: what the two cases were made to show."""
    tables = np.array([[[30, 30], [12, 28]], [[56, 12], [20, 12]]])
    first, second = m.informedness(tables)
    assert first > second
    for each in (m.markedness, m.correlation, m.recall, m.precision, m.accuracy, m.f_measure, m.g_measure, m.kappa):
        first, second = each(tables)
        assert first < second, each


def test_chance_accuracy_of_geometric_classes():
    """Slides: classes of probability 1/2, 1/4, 1/8, ... are guessed right a third of the time."""
    prevalence = 0.5 ** np.arange(1, 60)
    assert_allclose(m.accuracy(expected(np.diag(prevalence))), 1 / 3)


def test_nine_committees_of_ten_at_random():
    """Slides, "Academic Setting": precision and recall 90 % for a worthless predictor, proficiency 0."""
    table = np.outer([0.9, 0.1], [0.9, 0.1])
    assert_allclose([each(table) for each in (m.precision, m.recall, m.f_measure)], 0.9)
    assert_allclose(m.proficiency(table), 0, atol=1e-12)


def test_a_worthless_predictor_can_be_worth_something():
    """Slides, expected value: .1 % a decision, although nothing is known about the class."""
    table = [[0.01, 0.09], [0.09, 0.81]]
    assert_allclose(m.expected_value.with_(value=[[1, 0], [-0.1, 0]])(table), 0.001)
    assert_allclose(m.proficiency(table), 0, atol=1e-12)
