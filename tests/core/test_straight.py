"""Straight-line code gives what the bodies of measures give, to the last bit."""

import math
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from tests.strategies import tables

import informed
from informed.core import valuation
from informed.core.registry import forget
from informed.core.sharing import Sharing
from informed.core.straight import on_arrays, on_cells, over_zero, recordable
from informed.core.table import actuals, as_table, one_vs_rest, ratio, where
from informed.core.valuation import Together, values

WHOLE = [each for each in informed.measures.find(kind="table") if each.ready]
LABELWISE = informed.measures.find(labelwise=True)
UNITS = (1.0, 1 / 3, 1e-300, 1e200)  # counts, fractions, and weights so small or large that products leave the range


@cache
def often(measures, rows, columns):
    """Measures as if they had been asked for often."""
    together = Together([each for each in measures if each.applies(rows, columns)], rows, columns)
    together.uses = valuation.PATIENCE
    return together


def straight(measures, table):
    together = often(tuple(measures), *table.shape[-2:])
    with Sharing():
        return dict(zip(together.measures, together.of(table, "nan"), strict=True))


def same(found, table):
    for each, value in found.items():
        assert_array_equal(value, each.raw(table), err_msg=each.name)


@given(table=tables(classes=(2, 12), square=False, batch=((), (3,), (2, 2), (30,))), unit=st.sampled_from(UNITS))
def test_every_measure_of_the_whole(table, unit):
    table = as_table(table * unit)
    same(straight(WHOLE, table), table)


@given(table=tables(classes=(2, 6), batch=((), (9,)), most=10**9), unit=st.sampled_from(UNITS[:2]))
def test_every_measure_of_each_label(table, unit):
    labels = one_vs_rest(table * unit)
    same(straight(LABELWISE, labels), labels)


@given(table=tables(classes=(2, 9), batch=((40,), (4,))))
def test_a_batch_is_a_loop(table):
    table = as_table(table)
    batch = straight(WHOLE, table)
    for place, one in enumerate(table):
        for each, value in straight(WHOLE, one).items():
            assert_array_equal(batch[each][place], value, err_msg=each.name)


@pytest.mark.parametrize("measure", [each for each in WHOLE + LABELWISE if each.backend == "any"], ids=str)
def test_every_body_of_operators_and_helpers_is_recorded(measure):
    assert recordable(measure.raw, 2, 2)


def test_an_expression_that_measures_share_is_written_once():
    def length(*functions):
        return on_arrays(functions, 2, 2, batch=True).__code__.co_nlocals

    def doubled(table):
        return actuals(table)[..., 0] * 2.0

    assert length(doubled, doubled, lambda table: 2.0 * actuals(table)[..., 0]) == length(doubled)


@pytest.mark.parametrize("numerator", [0.0, -0.0, 1.0, -2.0, math.inf, -math.inf, math.nan])
@pytest.mark.parametrize("zero", [0.0, -0.0])
def test_division_by_zero_as_numpy_has_it(numerator, zero):
    with np.errstate(all="ignore"):
        assert_array_equal(over_zero(numerator, zero), np.float64(numerator) / np.float64(zero))


def test_a_choice_that_turns_on_the_numbers_is_not_recorded():
    assert recordable(lambda table: where(actuals(table) > 0, 1.0, 0.0), 2, 2)
    assert not recordable(lambda table: 1.0 if actuals(table)[0] > 0 else 0.0, 2, 2)
    assert not recordable(lambda table: np.linalg.det(table), 2, 2)
    assert not recordable(lambda table: 1.0, 2, 2)


@pytest.mark.parametrize("write", [on_cells, lambda *what: on_arrays(*what, batch=False)])
def test_an_error_of_the_body_is_the_callers(write):
    with pytest.raises(informed.InputError, match="beta"):
        write([informed.measures.get("f_measure(beta=-1)").raw], 2, 2)


def test_a_measure_of_ones_own_is_computed_as_it_stands():
    @informed.measures.measure(family="mine", source="here", formula="det(n)", square=True)
    def own_determinant(table):
        """The determinant of the table."""
        return np.linalg.det(table)

    try:
        table = np.array([[3.0, 1.0], [2.0, 4.0]])
        for _ in range(valuation.PATIENCE + 2):
            assert values(table)["own_determinant"] == own_determinant.raw(table)
    finally:
        forget("own_determinant")


def test_shares_of_nothing_stay_undefined():
    share = on_cells([lambda table: ratio(table[..., 0, 0], actuals(table)[..., 0])], 2, 2)
    assert math.isnan(share(0.0, 0.0, 1.0, 1.0)[0])
    assert share(1.0, 3.0, 0.0, 0.0) == (0.25,)
