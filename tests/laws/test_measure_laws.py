"""What the traits of a measure promise, held by every measure that declares them.

The numbers of the laws are those of the reliability section of the inference notes (5.1).
"""

from random import Random

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

import informed
from informed.core.errors import UndefinedError
from informed.core.table import degenerate, dual, expected
from strategies import independent_tables, seen, tables

READY = [each for each in informed.measures.find() if each.ready]
OVERALL = [each for each in READY if each.kind == "table"]
BINARY = [each for each in READY if each.kind == "binary"]


def close(actual, desired, measure, tolerance=1e-10):
    assert_allclose(actual, desired, rtol=tolerance, atol=tolerance, err_msg=str(measure))


# --- symmetries ------------------------------------------------------------------------------------------------------


@given(table=tables())
def test_dual_is_the_measure_of_the_transposed_table(table):  # law 3
    for each, shown in seen(READY, table):
        if each.dual:
            close(each(dual(shown)), informed.measures.get(each.dual)(shown), each)


@given(table=tables())
def test_symmetric_is_unchanged_by_transposing(table):  # law 3
    for each, shown in seen(READY, table):
        if each.symmetric:
            close(each(dual(shown)), each(shown), each)


@pytest.mark.parametrize("measure", [each for each in READY if each.dual], ids=str)
def test_dual_of_the_dual_is_the_measure_itself(measure):
    assert informed.measures.get(measure.dual).dual == measure.name
    assert not measure.symmetric


# Informedness is 0 here: its terms cancel, and leave what the order of the sum makes of them.
CANCELLING = np.zeros((7, 7))
CANCELLING[[0, 3, 4, 5], [4, 5, 3, 5]] = 2, 1, 1, 1


@given(table=tables(), random=st.randoms(use_true_random=False))
@example(table=CANCELLING, random=Random(0))
def test_order_of_the_labels_does_not_matter(table, random):  # laws 1 and 4
    order = random.sample(range(table.shape[-1]), table.shape[-1])
    moved = table[..., order, :][..., order]
    labels = dict(seen(BINARY, moved))
    for each, shown in seen(READY, table):
        if each.kind == "binary":
            close(each(labels[each]), each(shown)[..., order], each)
        elif not each.ordered:
            close(each(moved), each(table), each)


@pytest.mark.parametrize("classes", [3, 4, 6])
def test_order_of_the_labels_does_not_matter_in_sparse_tables(classes):
    """Where most cells are empty, terms often cancel: what rounding leaves of them must not be told from 0."""
    rng = np.random.default_rng(0)
    sparse, order = rng.poisson(0.25, (4000, classes, classes)), rng.permutation(classes)
    for each in OVERALL:
        if not each.ordered:
            moved = sparse[..., order, :][..., order]
            close(each(moved, undefined="nan"), each(sparse, undefined="nan"), each)


@given(table=tables())
def test_labels_may_be_reversed_even_where_they_are_ordered(table):
    for each in OVERALL:
        close(each(table[..., ::-1, ::-1]), each(table), each)


@given(table=tables(square=False), random=st.randoms(use_true_random=False))
def test_relabel_is_unchanged_by_renaming_predictions(table, random):  # law 2
    order = random.sample(range(table.shape[-1]), table.shape[-1])
    for each in READY:
        if each.relabel and each.applies(*table.shape[-2:]):
            close(each(table[..., order]), each(table), each)


# --- chance, perfection, range ---------------------------------------------------------------------------------------


@given(table=independent_tables())
def test_independence_gives_chance(table):  # law 9
    for each, shown in seen(READY, table):
        if each.fixed_chance is not None:
            value = each(shown)
            close(value, np.where(np.isnan(value), np.nan, each.fixed_chance), each)
            assert each.kind == "binary" or not np.isnan(value), each


@given(table=tables(most=10**6))
def test_expected_table_gives_chance(table):  # law 9
    by_chance = expected(table.astype(float))
    for each, shown in seen(READY, by_chance):
        if each.fixed_chance is not None and each.limit is not None:
            close(each(shown), each.fixed_chance, each, tolerance=1e-7)


@pytest.mark.parametrize("measure", READY, ids=str)
def test_limit_is_chance(measure):
    assert None in (measure.limit, measure.fixed_chance) or measure.limit == measure.fixed_chance


@given(hits=st.lists(st.integers(1, 10**14), min_size=2, max_size=12))
def test_perfect_predictor_gives_the_perfect_value(hits):  # law 10
    for each, shown in seen(READY, np.diag(hits)):
        best = each.best(*shown.shape[-2:])
        if best is not None:
            close(each(shown), best, each, tolerance=1e-14)


@given(table=tables())
def test_value_lies_in_the_range(table):
    for each, shown in seen(READY, table):
        assert_within(each, shown)


@given(table=tables(square=False))
def test_value_lies_in_the_range_whatever_the_shape(table):
    for each in OVERALL:
        if not each.square:
            assert_within(each, table)


def assert_within(measure, table):
    value = measure(table)
    low, high = (measure.bound(end, *table.shape[-2:]) for end in (0, 1))
    assert np.all(np.isnan(value) | ((value >= low - 1e-12) & (value <= high + 1e-12))), f"{measure}: {value}"


# --- undefined values ------------------------------------------------------------------------------------------------


@given(table=tables(batch=((2,),)))
def test_limit_is_taken_where_a_margin_is_empty(table):
    for each, shown in seen(READY, table):
        if each.limit is not None:
            raw = each(shown, undefined="nan")
            settled = np.isnan(raw) & degenerate(shown)
            assert_array_equal(each(shown), np.where(settled, each.limit, raw), err_msg=str(each))


@given(table=tables())
def test_undefined_values_can_be_refused(table):
    for each, shown in seen(READY, table):
        if np.isnan(each(shown, undefined="nan")).any():
            with pytest.raises(UndefinedError, match=each.name):
                each(shown, undefined="raise")
        else:
            assert_array_equal(each(shown, undefined="raise"), each(shown), err_msg=str(each))


# --- batches, sizes, labels without items ----------------------------------------------------------------------------


@given(table=tables(batch=((3,), (2, 2))))
def test_a_batch_is_a_loop_bit_for_bit(table):  # law 23
    for each, shown in seen(READY, table):
        one_by_one = [each(shown[place]) for place in np.ndindex(shown.shape[:-2])]
        assert_array_equal(each(shown).ravel(), one_by_one, err_msg=str(each))


@pytest.mark.parametrize("measure", READY, ids=str)
def test_an_empty_batch_has_no_values(measure):
    assert measure(np.zeros((0, 2, 2))).shape == (0,)


@given(table=tables(most=10**9), factor=st.integers(2, 10**4))
def test_more_of_the_same_changes_nothing(table, factor):  # law 6
    larger = dict(seen(READY, table * factor))
    for each, shown in seen(READY, table):
        if not each.extensive:
            close(each(larger[each]), each(shown), each)


@given(table=tables(), place=st.floats(0, 1))
def test_an_unused_label_changes_nothing(table, place):  # law 27
    at = round(place * table.shape[-1])
    wider = np.insert(np.insert(table, at, 0, axis=-1), at, 0, axis=-2)
    labels = dict(seen(BINARY, wider))
    for each, shown in seen(READY, table):
        if each.kind == "binary":
            close(np.delete(each(labels[each]), at, axis=-1), each(shown), each)
        elif not each.ordered or at in (0, table.shape[-1]):
            close(each(wider), each(table), each)


@given(table=tables(batch=((),)))
def test_lists_and_counts_serve_as_tables(table):  # law 26
    for each in OVERALL:
        value = each(table)
        assert_array_equal(each(table.tolist()), value, err_msg=str(each))
        assert_array_equal(each(informed.Counts(table)), value, err_msg=str(each))


# --- what is not declared --------------------------------------------------------------------------------------------


def holds(measure, change, tables):
    """Whether a change of the table leaves the value alone, on every one of them."""
    return all(np.allclose(measure(change(table)), measure(table), atol=1e-9, equal_nan=True) for table in tables)


@pytest.mark.parametrize("measure", READY, ids=str)
def test_a_trait_that_is_not_declared_is_not_there(measure):
    rng = np.random.default_rng(0)
    tables = [rng.integers(1, 30, (50, size, size)) for size in (2, 4) if measure.applies(size, size)]
    assert measure.symmetric == holds(measure, dual, tables)
    assert measure.relabel == holds(measure, lambda table: np.roll(table, 1, axis=-1), tables)
    assert measure.extensive != holds(measure, lambda table: 3 * table, tables)
    if measure.kind == "table":
        assert measure.ordered != holds(measure, lambda table: np.roll(table, 1, axis=(-2, -1)), tables)
