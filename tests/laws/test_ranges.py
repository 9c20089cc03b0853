"""Every interval lies where its measure can lie, and short of what the items seen exclude, in every design."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

import informed
from informed.core.items import Items
from informed.core.registry import find
from informed.core.table import one_vs_rest
from informed.inference.dependence import grouped
from informed.inference.design import Independent
from informed.inference.interval import METHODS, interval
from informed.inference.jackknife import jackknife
from informed.inference.proportions import Sample

WHOLE = [each for each in find(kind="table") if each.ready]
ALL = [each for each in find() if each.ready]
ROUNDING = 1e-9


@st.composite
def few_items(draw):
    """A few items of two systems that know something, plain, weighted or in clusters."""
    size, n = draw(st.integers(2, 4)), draw(st.integers(4, 40))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    actual = rng.integers(0, size, n)
    actual[:2] = 0, 1
    knows = draw(st.sampled_from((0.0, 0.5, 0.9, 0.97)))
    said = {name: np.where(rng.random(n) < knows, actual, rng.integers(0, size, n)) for name in "ab"}
    units = {"plain": {}, "weights": {"weights": rng.integers(1, 4, n)}}
    units |= {"clusters": {"cluster": np.arange(n) % max(3, n // 4), "clusters": tuple(range(max(3, n // 4)))}}
    return Items.of(actual, said, range(size), **draw(st.sampled_from([*units.values()])))


def within(measure, shape, value, low, high):
    """Whether an interval lies in the range, and leaves out a perfect value that the items do not have."""
    least, most = (measure.bound(end, *shape) for end in (0, 1))
    best = measure.best(*shape)
    inside = least - ROUNDING <= low <= high <= most + ROUNDING
    touched = best in (least, most) and not np.isclose(value, best, rtol=1e-12) and (low <= best <= high)
    return inside and not touched


@settings(max_examples=25)
@given(few_items())
def test_an_interval_lies_in_the_range_of_its_measure_and_short_of_a_perfect_value_after_an_error(items):
    for measure in WHOLE:
        sample = grouped(items.occurring(), "a")
        found = interval(measure, sample, draws=200)
        value = float(measure(sample.table))
        if np.isfinite(found.low) and np.isfinite(value):
            assert within(measure, sample.table.shape, value, found.low, found.high), (measure.name, found)


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("table", [[[0, 4], [5, 0]], [[2, 0, 1], [0, 0, 0], [1, 0, 3]]], ids=["two", "three"])
def test_so_does_that_of_every_method_that_may_be_asked_for(name, table):
    table = np.array(table, dtype=float)
    for measure in ALL if len(table) == 2 else WHOLE:
        if METHODS[name].applies(measure, Sample(Independent(table))):
            with np.errstate(all="ignore"):
                found, value = interval(measure, table, method=name, draws=100), float(measure(table))
            if np.isfinite(found.low) and np.isfinite(value):
                assert within(measure, table.shape, value, found.low, found.high), (measure.name, found)


@settings(max_examples=25)
@given(few_items())
def test_so_does_that_of_one_label(items):
    for measure in find(kind="binary"):
        if not measure.ready:
            continue
        table = one_vs_rest(np.asarray(items.counts("a").table, dtype=float))
        found, values = interval(measure, items.counts("a").one_vs_rest(0), draws=200), measure(table)
        if np.isfinite(found.low) and np.isfinite(values[0]):
            assert within(measure, (2, 2), float(values[0]), found.low, found.high), (measure.name, table[0], found)


@settings(max_examples=25)
@given(few_items(), st.sampled_from([None, "fold"]))
def test_a_difference_lies_in_the_difference_of_the_ranges(items, fold):
    """Range less range; and no further than both values may lie."""
    fold = {} if fold is None else {"fold": np.arange(len(items.rows)) % 3}
    actual, *said = np.repeat(items.rows, items.items, axis=0).T
    fold = {name: np.arange(len(actual)) % 3 for name in fold}
    data = (actual, dict(zip("ab", said, strict=True))) if fold else (items,)
    found = informed.compare(*data, measures=[each.name for each in WHOLE], draws=200, **fold)
    size = len(found.labels)
    for each, measure in zip(found.differences, WHOLE, strict=True):
        low, high = each.estimate.low, each.estimate.high
        if low is None or high is None:
            continue
        reach = measure.bound(1, size, size) - measure.bound(0, size, size)
        assert -reach - ROUNDING <= low <= each.estimate.value + ROUNDING, measure.name
        assert each.estimate.value - ROUNDING <= high <= reach + ROUNDING, measure.name
        ends = [(found.values[name][each.measure].low, found.values[name][each.measure].high) for name in "ba"]
        if None not in (*ends[0], *ends[1]):
            assert low >= min(ends[0][0] - ends[1][1], 0) - ROUNDING, measure.name
            assert high <= max(ends[0][1] - ends[1][0], 0) + ROUNDING, measure.name


@pytest.mark.parametrize("measure", WHOLE, ids=lambda each: each.name)
def test_the_jackknife_does_not_jump_where_a_cell_falls_below_one_item(measure):
    """Clusters and weights make of items somewhat fewer: as cells shrink, the value without its bias moves little."""
    if measure.extensive:
        return
    rng = np.random.default_rng(2)
    table = 30.0 * np.eye(6) + rng.integers(0, 2, (6, 6))
    table[0, 1] = 1.0
    assert_allclose(jackknife(measure, table * (1 - 1e-9)), jackknife(measure, table), rtol=1e-5, atol=1e-5)
    corrected, value = jackknife(measure, 0.3 * table), measure.raw(table)
    assert abs(corrected - value) <= 5 * abs(jackknife(measure, table) - value) / 0.3 + 1 / (0.3 * table.sum())
