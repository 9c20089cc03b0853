"""The axes of a table and the operations on them, worked by hand."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from informed.core import table as t
from informed.core.errors import InputError

WEATHER = np.array([[100.0, 10, 1], [5, 20, 6], [0, 3, 2]])  # Steingold & Laclavik: sun, rain, hurricane


def test_margins():
    assert_array_equal(t.actuals(WEATHER), [111, 31, 5])
    assert_array_equal(t.predictions(WEATHER), [105, 33, 9])
    assert t.total(WEATHER) == 147
    assert_array_equal(t.diagonal(WEATHER), [100, 20, 2])
    assert_array_equal(t.errors(WEATHER), [[0, 10, 1], [5, 0, 6], [0, 3, 0]])


def test_margins_of_a_batch():
    batch = np.stack([WEATHER, 2 * WEATHER])
    assert_array_equal(t.actuals(batch), [[111, 31, 5], [222, 62, 10]])
    assert_array_equal(t.predictions(batch), [[105, 33, 9], [210, 66, 18]])
    assert_array_equal(t.total(batch), [147, 294])


def test_shares():
    assert_allclose(t.prevalences(WEATHER), np.array([111, 31, 5]) / 147)
    assert_allclose(t.biases(WEATHER), np.array([105, 33, 9]) / 147)
    assert_array_equal(t.others(np.array([111, 31, 5])), [36, 116, 142])
    assert_array_equal(t.others(np.array([60.0, 40.0])), [40, 60])


def test_ratio_is_ieee_without_a_warning():
    assert_array_equal(t.ratio(np.array([0.0, 2.0, 3.0]), np.array([0.0, 0.0, 4.0])), [np.nan, np.inf, 0.75])


@pytest.mark.parametrize(("mean", "value"), [("arithmetic", 0.55), ("harmonic", 10 / 19), ("geometric", 0.5**0.9)])
def test_average(mean, value):
    """Half a point nine times in ten, one point else; the term of zero weight is dropped."""
    assert t.average(np.array([0.5, 1.0, 7.0]), np.array([0.9, 0.1, 0.0]), mean) == pytest.approx(value)


def test_average_counts_an_undefined_term_as_nothing():
    values, weights = np.array([0.5, np.nan]), np.array([0.8, 0.2])
    assert t.average(values, weights) == pytest.approx(0.4)
    assert np.isnan(t.average(values, np.array([0.0, 1.0])))
    assert np.isnan(t.average(values, np.array([0.0, 0.0])))


def test_surprise_loses_no_digits_where_nearly_all_is_said():
    """1e15 items of 1e15 + 1: about one nat in all, since log(1 + x) = x for a small x."""
    assert t.surprise(np.array(1e15), np.array(1.0)) == pytest.approx(1.0, rel=1e-14)
    assert t.surprise(np.array(0.0), np.array(5.0)) == 0
    assert t.surprise(np.array(2.0), np.array(6.0)) == pytest.approx(2 * np.log(4))


def test_expected_keeps_the_margins():
    by_chance = t.expected(np.array([[30.0, 30.0], [12.0, 28.0]]))
    assert_allclose(by_chance, [[25.2, 34.8], [16.8, 23.2]])


def test_excess_is_relative_to_chance():
    assert_allclose(
        t.excess(np.array([[30.0, 30.0], [12.0, 28.0]])), [[4.8 / 25.2, -4.8 / 34.8], [-4.8 / 16.8, 4.8 / 23.2]]
    )


def test_turning_a_table():
    table = np.array([[1, 2, 3], [4, 5, 6]])
    assert_array_equal(t.dual(table), [[1, 4], [2, 5], [3, 6]])
    assert_array_equal(t.inverse(table[:, :2]), [[5, 4], [2, 1]])
    with pytest.raises(InputError, match=r"shape \(2, 3\); the inverse needs two classes"):
        t.inverse(table)
    assert t.total(t.normalized(table.astype(float))) == pytest.approx(1)


def test_one_vs_rest():
    assert_array_equal(
        t.one_vs_rest(WEATHER),
        [[[100, 11], [5, 31]], [[20, 11], [13, 103]], [[2, 3], [7, 135]]],
    )


def test_one_vs_rest_leaves_no_crumbs():
    """Differences of rounded sums must not turn an empty cell into 1e-17 items."""
    table = np.zeros((3, 3))
    table[0, :2] = 0.1, 0.2
    tables = t.one_vs_rest(table)
    assert_array_equal(tables[0], [[0.1, 0.2], [0, 0]])
    assert tables[1][0, 0] == tables[1][0, 1] == 0
    assert_array_equal(tables[2], [[0, 0], [0, tables[2][1, 1]]])


def test_cells_of_a_binary_table():
    assert t.cells(np.array([[1, 2], [3, 4]])) == (1, 2, 3, 4)
    assert_array_equal(t.two_by_two(*(np.array([value]) for value in (1, 2, 3, 4))), [[[1, 2], [3, 4]]])


@pytest.mark.parametrize(
    ("table", "degenerate"),
    [
        ([[3, 1], [2, 4]], False),
        ([[3, 0], [2, 0]], True),  # a constant predictor
        ([[3, 1], [0, 0]], True),  # one actual class
        ([[0, 3, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0]], True),  # no label on both axes
        ([[0, 0], [0, 0]], False),  # nothing at all: undefined, not degenerate
    ],
)
def test_degenerate(table, degenerate):
    assert t.degenerate(np.array(table)) == degenerate


def test_batch_is_laid_out_for_running_along_it():
    table = t.as_table(np.arange(24).reshape(6, 2, 2))
    assert table.strides[0] == 8
    assert_array_equal(table, np.arange(24).reshape(6, 2, 2))
    assert t.as_table(table) is not None
    assert np.shares_memory(t.as_table(table), table)  # laid out once


@pytest.mark.parametrize("shape", [(70_000, 2, 2), (300, 300, 2, 2), (2_000, 9, 9), (3, 300, 300)])
def test_blocks_give_what_the_whole_gives(shape):
    table = np.random.default_rng(0).integers(1, 9, shape).astype(float)
    parts = t.blocks(table)
    assert len(parts) > 1
    assert_array_equal(t.rejoined([t.total(part) for part in parts], table), t.total(table))
    assert_array_equal(t.rejoined([t.actuals(part) for part in parts], table), t.actuals(table))


@pytest.mark.parametrize("shape", [(300, 300), (1, 1, 300, 300), (5, 2, 2), (0, 2, 2)])
def test_what_fits_is_left_alone(shape):
    table = np.ones(shape)
    assert t.blocks(table)[0] is table


def test_a_row_is_not_a_table():
    with pytest.raises(InputError, match=r"shape \(3,\).*two axes"):
        t.as_table([1, 2, 3])
