"""The influence of a cell against closed forms and other tools."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from delta import standard_error
from informed.core.registry import forget, get, measure
from informed.core.table import actuals, namespace, predictions
from informed.inference.gradient import differences, gradient, influence
from informed.inference.trace import slopes

TABLE = np.array([[40.0, 10.0, 0.0], [5.0, 20.0, 2.0], [5.0, 10.0, 8.0]])  # actual x predicted; Powers 2007, transposed
BINARY = np.array([[30.0, 30.0], [12.0, 28.0]])


def test_standard_error_of_phi():
    """Bishop, Fienberg & Holland 1975, (11.3-14)."""
    p = BINARY / BINARY.sum()
    (r1, r2), (c1, c2) = p.sum(1), p.sum(0)
    phi = float(get("mcc")(BINARY))
    spread = (r1 - r2) * (c1 - c2) / np.sqrt(r1 * r2 * c1 * c2)
    skew = (r1 - r2) ** 2 / (r1 * r2) + (c1 - c2) ** 2 / (c1 * c2)
    variance = 1 - phi**2 + phi * (1 + phi**2 / 2) * spread - 0.75 * phi**2 * skew
    assert_allclose(standard_error(get("mcc"), BINARY) ** 2, variance / BINARY.sum(), rtol=1e-12)


def test_standard_error_of_kappa():
    """Fleiss, Cohen & Everitt 1969, as statsmodels has it."""
    from statsmodels.stats.inter_rater import cohens_kappa

    for table in (BINARY, TABLE):
        assert_allclose(standard_error(get("kappa"), table), cohens_kappa(table).std_kappa, rtol=1e-10)


def test_standard_error_of_weighted_kappa():
    from statsmodels.stats.inter_rater import cohens_kappa

    weights = np.abs(np.subtract.outer(np.arange(3), np.arange(3)))
    assert_allclose(standard_error(get("kappa_linear"), TABLE), cohens_kappa(TABLE, weights).std_kappa, rtol=1e-10)


def test_standard_error_of_proficiency():
    """Theil 1970, as SAS and DescTools print it."""
    table = TABLE + 1
    p = table / table.sum()
    r, c = p.sum(1, keepdims=True), p.sum(0, keepdims=True)
    h_actual, h_predicted, h_joint = (-(each * np.log(each)).sum() for each in (r, c, p))
    terms = p * (h_actual * np.log(p / c) + (h_predicted - h_joint) * np.log(r)) ** 2
    expected = np.sqrt(terms.sum() / (table.sum() * h_actual**4))
    assert_allclose(standard_error(get("proficiency"), table), expected, rtol=1e-10)


def test_influence_on_informedness_by_hand():
    """Of two classes: (1 - recall) / prevalence for a hit, and so on with the other rates."""
    recall, fallout, prevalence = 0.5, 0.3, 0.6
    by_hand = [
        [(1 - recall) / prevalence, -recall / prevalence],
        [-(1 - fallout) / (1 - prevalence), fallout / (1 - prevalence)],
    ]
    assert_allclose(influence(get("informedness"), BINARY), by_hand, rtol=1e-12)


def test_a_body_written_for_numpy_alone_still_has_one():
    declare = measure(family="test", formula="log odds", source="here", kind="binary", backend="any")

    @declare
    def log_odds_here(table):
        """Log odds."""
        return np.log(table[..., 0, 0] * table[..., 1, 1] / (table[..., 0, 1] * table[..., 1, 0]))

    try:
        assert_allclose(standard_error(log_odds_here, BINARY), np.sqrt((1 / BINARY).sum()), rtol=1e-6)
    finally:
        forget("log_odds_here")


@pytest.mark.parametrize("name", ["informedness", "mcc", "proficiency", "average_f"])
def test_an_empty_cell_has_a_finite_influence(name):
    assert np.isfinite(influence(get(name), TABLE)).all()


def _in_bits(table):
    share = table / table.sum((-2, -1))[..., None, None]
    return -(share * namespace(table).log2(share)).sum((-2, -1))


def _ranked(table):
    """The squared gaps between the distributions of ordered classes on both axes, as an ordinal measure has them."""
    xp = namespace(table)
    gap = xp.cumulative_sum(actuals(table), axis=-1) - xp.cumulative_sum(predictions(table), axis=-1)
    return (gap**2).sum(-1) / table.sum((-2, -1))


def _weighted(table):
    return (table @ np.array([1.0, 2.0, 4.0])).sum(-1) / table.sum((-2, -1))


@pytest.mark.parametrize("body", [_in_bits, _ranked, _weighted], ids=["log2", "cumulative_sum", "matmul"])
def test_what_a_measure_of_ones_own_may_be_written_with(body):
    """Traced or, where that knows no such step, by differences: the slopes are those of small steps up and down."""
    declare = measure(family="test", formula="-", source="here", kind="table", backend="any")
    tables = np.stack([TABLE + 1, 3 * TABLE.T + 2])
    try:
        assert_allclose(gradient(declare(body), tables), differences(body, tables), rtol=1e-6, atol=1e-9)
    finally:
        forget(body.__name__)


def test_logarithms_and_running_sums_are_traced():
    for body in (_in_bits, _ranked):
        assert_allclose(slopes(body, TABLE + 1), differences(body, TABLE + 1), rtol=1e-6, atol=1e-9)
