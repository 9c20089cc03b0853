"""Laws of inference, by trait, over tables with zeros, several classes and batches."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from delta import standard_error
from informed.core.counts import Counts
from informed.core.registry import find, get
from informed.core.table import as_table, one_vs_rest
from informed.inference.adjustment import adjust
from informed.inference.gradient import differences, gradient, influence
from informed.inference.interval import METHODS, interval, p_value
from informed.inference.significance.statistics import powers
from informed.inference.trace import slopes
from strategies import paired_limits, tables

READY = [each for each in find() if each.ready]
SMALL = {"most": 10**4, "batch": ((), (3,))}


def shaped(measure, table):
    """The table as the measure takes it."""
    return one_vs_rest(table) if measure.kind == "binary" else as_table(table)


def n_items(table):
    return table.sum((-2, -1), keepdims=True)


@pytest.mark.parametrize("measure", [each for each in READY if each.backend == "any"], ids=str)
@settings(max_examples=8)
@given(table=tables(classes=(2, 5), dense=True, most=10**4))
def test_derivatives_agree_with_differences(measure, table):
    """And every measure can be traced: differences are for bodies that leave the common arithmetic."""
    assume(all(np.all(abs(get(name)(table)) > 1e-3) for name in ("informedness", "markedness")))  # signs turn there
    table = shaped(measure, table)
    exact, rough = (n_items(table) * each(measure.raw, table) for each in (slopes, differences))
    fine = np.isfinite(exact) & np.isfinite(rough)
    assert_allclose(exact[fine], rough[fine], rtol=1e-4, atol=1e-4 * np.max(abs(rough[fine]), initial=1.0))


@given(table=tables(classes=(2, 6), **SMALL), measure=st.sampled_from([each for each in READY if each.kind == "table"]))
def test_influence_has_mean_zero(table, measure):
    table = as_table(table)
    effect = influence(measure, table)
    assume(np.isfinite(effect).all())
    mean = (table * effect).sum((-2, -1)) / table.sum((-2, -1))
    assert_allclose(mean, 0, atol=1e-7 * max(1, abs(effect).max()))


@given(table=tables(classes=(2, 2), dense=True, **SMALL))
def test_variance_of_informedness_is_that_of_two_rates(table):
    """s (1 - s) / RP + f (1 - f) / RN, and the same on the columns for markedness."""
    table = as_table(table)
    for name, seen in (("informedness", table), ("markedness", np.swapaxes(table, -1, -2))):
        part, whole = seen[..., 0], seen.sum(-1)
        share = part / whole
        assert_allclose(standard_error(get(name), table) ** 2, (share * (1 - share) / whole).sum(-1), rtol=1e-8)


@given(table=tables(classes=(2, 4), **SMALL), times=st.integers(2, 50))
def test_plain_standard_errors_shrink_with_the_root(table, times):
    measure = get("kappa")
    once = standard_error(measure, table)
    assume(np.isfinite(once).all())
    assert_allclose(standard_error(measure, times * table), once / times**0.5, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("measure", READY, ids=str)
@settings(max_examples=20)
@given(table=tables(classes=(2, 4), most=300, batch=((), (3,))))
def test_intervals_hold_the_estimate_and_stay_in_range(measure, table):
    table = shaped(measure, table)
    within, value = interval(measure, table, draws=100), measure.raw(table)
    there = ~np.isnan(np.asarray(within.low))
    scarce, alone = (
        np.array([why in str(note) for note in np.ravel(within.note)]).reshape(there.shape)
        for why in ("fewer than 5 hits", "only one class occurs")
    )
    assert measure.fragile or not scarce.any()
    assert measure.over == "equal" or not alone.any()  # a mean over the classes
    assert_array_equal(there, ~np.isnan(np.asarray(value)) & ~scarce & ~alone)
    least, most = (measure.bound(end, *table.shape[-2:]) for end in (0, 1))
    slack = 1e-9 * (1 + abs(np.nan_to_num(value, posinf=0, neginf=0)))
    assert np.all((within.low <= value + slack) | ~there)
    assert np.all((value - slack <= within.high) | ~there)
    assert np.all((within.low >= least) & (within.high <= most) | ~there)


@pytest.mark.parametrize("method", [name for name in METHODS if name not in ("sandwich", "cluster", "strata", "kish")])
@settings(max_examples=20)
@given(table=tables(classes=(2, 3), most=60, batch=((),)))
def test_intervals_are_nested_in_level(method, table):
    for measure in (get("informedness"), get("accuracy"), get("proficiency"), get("odds_ratio")):
        seen = shaped(measure, table)
        try:
            ends = [interval(measure, seen, level=level, method=method, draws=200) for level in (0.8, 0.95, 0.99)]
        except ValueError:  # not for this measure
            continue
        for inner, outer in pairwise(ends):
            with np.errstate(invalid="ignore"):
                assert not np.any(np.asarray(inner.low) < np.asarray(outer.low) - 1e-9)
                assert not np.any(np.asarray(inner.high) > np.asarray(outer.high) + 1e-9)


@given(table=tables(classes=(2, 4), most=200, batch=((4,),)), alpha=st.sampled_from([0.01, 0.05, 0.3]))
def test_the_p_of_informedness_agrees_with_its_interval(table, alpha):
    within, p = interval("informedness", table, level=1 - alpha), p_value("informedness", table)
    excluded = (within.low > 0) | (within.high < 0)
    clear = ~np.isnan(within.low) & (abs(p - alpha) > 1e-9)
    assert_array_equal(excluded[clear], (p < alpha)[clear])


@given(table=tables(classes=(2, 5), most=10**4, batch=((4,),)))
def test_a_batch_is_a_loop(table):
    for name in ("informedness", "mcc", "accuracy"):
        whole = interval(name, table)
        for place, each in enumerate(table):
            alone = interval(name, each)
            assert_allclose([whole.low[place], whole.high[place]], [alone.low, alone.high], rtol=1e-13, atol=1e-15)


@given(table=tables(classes=(3, 5), most=10**3, batch=((),)))
def test_an_unused_label_changes_no_interval(table):
    assume((table.sum(0) + table.sum(1) > 0).all())
    wider = np.pad(table, ((0, 1), (0, 1)))
    for name in ("informedness", "kappa", "mcc", "accuracy", "proficiency", "entropy_actual"):
        old, new = interval(name, Counts(table)), interval(name, Counts(wider))
        assert_array_equal([new.low, new.high], [old.low, old.high])


@given(table=tables(classes=(2, 4), dense=True, most=500, batch=((),)), scale=st.floats(0.01, 100))
def test_sampling_weights_have_no_unit(table, scale):
    """All weights times k: the same interval; weights of one: the plain variance times n / (n - 1)."""
    weights = table * 1.7
    squares = table * 1.7**2
    n = int(table.sum())
    one = interval("kappa", weights, squares=squares, n=n)
    other = interval("kappa", scale * weights, squares=scale**2 * squares, n=n)
    assert_allclose([other.low, other.high], [one.low, one.high], rtol=0, atol=1e-9 * (one.high - one.low))


@given(data=st.data(), size=st.integers(2, 3))
def test_a_difference_mirrors_when_systems_are_swapped(data, size):
    cells = data.draw(st.lists(st.integers(0, 30), min_size=size**3, max_size=size**3))
    joint = np.array(cells, float).reshape(size, size, size)
    assume(((joint.sum((1, 2)) > 0).sum()) > 1)
    for name in ("informedness", "kappa"):
        low, high = paired_limits(get(name), joint)(0.025)
        back = paired_limits(get(name), np.swapaxes(joint, 1, 2))(0.025)
        assert_allclose([low, high], [-back[1], -back[0]], atol=1e-9)


@given(p=st.lists(st.floats(0, 1), min_size=1, max_size=20).map(np.array))
def test_holm_and_benjamini_hochberg(p):
    holm, bh = adjust(p, "holm"), adjust(p, "bh")
    assert np.all(holm >= p)
    assert np.all(bh <= holm + 1e-12)
    assert np.all(np.diff(holm[np.argsort(p)]) >= -1e-15)


@given(table=tables(classes=(2, 2), most=10**4, batch=((),)))
def test_kb_is_a_share_of_pearson(table):
    """chi2_KB = 2 bias (1 - bias) chi2 for two classes: never more than half of it."""
    table = as_table(table)
    assume(min(table.sum(0).min(), table.sum(1).min()) > 0)
    bias = table.sum(0)[0] / table.sum()
    pearson = table.sum() * get("mcc")(table) ** 2
    assert_allclose(powers(table)["chi2_kb"].value, 2 * bias * (1 - bias) * pearson, rtol=1e-7, atol=1e-9)


@given(table=tables(classes=(2, 4), dense=True, most=100, batch=((),)))
def test_duplicating_every_item_narrows_the_interval(table):
    for name in ("informedness", "kappa", "accuracy"):
        once, twice = (interval(name, times * table) for times in (1, 2))
        assert twice.high - twice.low < once.high - once.low


def test_gradient_falls_back_to_differences():
    measure = get("tetrachoric")
    table = np.array([[30.0, 12.0], [9.0, 40.0]])
    assert_allclose(gradient(measure, table), differences(measure.raw, table))
