"""Laws of the limits along the path of chance, which are one test and its inversion (docs/methods/informedness.md)."""

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import norm

import informed
from informed.core.counts import Counts
from informed.core.registry import find, get
from informed.inference.design import Independent
from informed.inference.interval import interval, p_value
from informed.inference.path import path
from informed.inference.proportions import Sample
from strategies import tables

BEYOND = [each for each in find() if each.hit is not None or each.over is not None]
# Recalls 1/3, 1/4, 1/4, 1/6 and 0 add up to 1: by how they are summed balanced accuracy is above or below its chance.
AT_CHANCE = np.array([[[1, 0, 0, 1, 1], [1, 1, 0, 1, 1], [1, 1, 1, 0, 1], [2, 1, 1, 1, 1], [1, 1, 1, 1, 0]]])
MANY = tables(classes=(3, 8), most=30, batch=((3,),))


def ends(measure, table, tail=0.025):
    with np.errstate(all="ignore"):
        return np.stack(path(get(measure), Sample(Independent(np.asarray(table, float))))(tail))


# --- the limits, worked out anew --------------------------------------------------------------------------------------


def informedness(shares):
    r, q, d = shares.sum(-1), shares.sum(-2), np.diag(shares)
    return ((d - r * q) / (1 - r)).sum()


def moments(shares):
    """Variance and third moment of the influence of one item on informedness, from its formula."""
    r, q, d = shares.sum(-1), shares.sum(-2), np.diag(shares)
    g = 1 / (1 - r)
    effect = np.diag(g) - (r * g)[None, :] + ((d - q) * g * g)[:, None]
    effect -= (shares * effect).sum()
    return (shares * effect**2).sum(), (shares * effect**3).sum()


def deviate(z, skew):
    """Wilson & Hilferty 1931 for a gamma variable, Hall 1992 on its short side."""
    if skew * z > 0:
        return skew / 6 + 6 / skew * (np.cbrt(1 + skew * z / 2) - 1)
    return z + skew / 6 - skew * z**2 / 6 + skew**2 * z**3 / 108


def followed(table, side):
    """One limit by plain bisection over tables, without polynomials: low for side 1, high for side -1."""
    n = table.sum()
    shares = table / n
    r, q, value = shares.sum(-1), shares.sum(-2), informedness(shares)
    chance, perfect, size = np.outer(r, q), np.diag(r), len(table)
    known = np.clip(value, 0, 1)
    lent = 2 / (n * r + 2)
    likely = (1 - lent)[:, None] * shares + (lent * r)[:, None] * (known * np.eye(size) + (1 - known) * q)

    def hitless(each):
        off = (1 - np.eye(size)) * each.sum(-2)
        found = each * (1 - np.eye(size)) + np.diag(each)[:, None] * off / off.sum(-1, keepdims=True)
        return found / found.sum()

    towards = (value > 0) == (side > 0)
    away = perfect if side < 0 else hitless(shares if not towards else chance)
    legs = [(shares, likely, chance), (chance, chance, away)] if towards else [(shares, likely, away)]

    def kept(leg, place):
        start, scattered, stop = leg
        variance, third = moments((1 - place) * scattered + place * stop)
        variance = max(variance, 1e-13)
        z = side * (value - informedness((1 - place) * start + place * stop)) * np.sqrt((n - 1) / variance)
        skew = side * third / variance**1.5 / np.sqrt(n - 1) if variance > 1e-7 else 0.0
        return deviate(z, skew) <= norm.isf(0.025)

    for leg in legs:
        if kept(leg, 1.0):
            end = informedness(leg[2])
            continue
        low, high = 0.0, 1.0
        for _ in range(50):
            middle = (low + high) / 2
            low, high = (middle, high) if kept(leg, middle) else (low, middle)
        return informedness((1 - low) * leg[0] + low * leg[2])
    return end


@given(table=tables(classes=(3, 6), most=20, batch=((),)))
@settings(max_examples=40, deadline=None)
def test_the_limits_are_those_of_a_walk_over_tables(table):
    table = np.asarray(table, float)
    assume(np.trace(table) > 0)  # without a hit there is no way down
    assume(
        (table.sum(-1) > 0).all() and (table.sum(-2) > 0).sum() > 2 and abs(informedness(table / table.sum())) > 1e-6
    )
    low, high = ends("informedness", table)
    assert_allclose(high, followed(table, -1), atol=2e-7)
    walked = followed(table, 1)
    if informedness(table / table.sum()) > 0:
        assert_allclose(low, walked, atol=2e-7)
    else:  # the margins of rare labels scatter too
        assert low <= walked + 2e-7


# --- one test, one interval -------------------------------------------------------------------------------------------


@given(table=tables(classes=(2, 6), most=12, batch=((),)), level=st.sampled_from([0.8, 0.9, 0.95, 0.99]))
@settings(max_examples=60, deadline=None)
def test_a_claim_is_made_exactly_where_the_interval_leaves_out_guessing(table, level):
    """And exactly where the p on the same screen is below 1 - level."""
    found = informed.evaluate(Counts(table), level=level, draws=100)
    lead = found.measures["informedness"]
    assume(lead.low is not None and (np.asarray(table).sum(-2) > 0).sum() > 1)
    p = found.significance["informedness"].p
    assume(abs(p - (1 - level)) > 1e-9)
    better, turned = ("Better than guessing", "Probably better than guessing"), "Turned round"
    for said, shown in ((better, lead.low > 0), (turned, lead.high < 0)):
        assert any(each.startswith(said) for each in found.verdict) == shown
    assert (lead.low > 0 or lead.high < 0) == (p < 1 - level)


@pytest.mark.parametrize("measure", BEYOND, ids=str)
@given(table=MANY)
@settings(max_examples=15, deadline=None)
def test_an_interval_holds_its_value_and_stays_in_what_the_data_allow(measure, table):
    """Within the range; after an error no end is perfect, after a hit none is wholly wrong."""
    table = np.asarray(table, float)
    within, value = interval(measure, table), np.asarray(measure.raw(table))
    there = ~np.isnan(within.low)
    assert (within.low <= value)[there].all()
    assert (value <= within.high)[there].all()
    assert (within.low >= measure.bound(0, *table.shape[-2:]))[there].all()
    wrong = value < 1 - 1e-12
    assert (within.high < 1)[there & wrong].all()


@pytest.mark.parametrize("measure", BEYOND, ids=str)
@given(table=MANY, seed=st.integers(0, 99))
@example(table=AT_CHANCE, seed=0)
@settings(max_examples=15, deadline=None)
def test_the_order_of_labels_changes_nothing(measure, table, seed):
    order = np.random.default_rng(seed).permutation(table.shape[-1])
    first, second = interval(measure, table), interval(measure, table[:, order][:, :, order])
    assert_allclose([second.low, second.high], [first.low, first.high], rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("measure", [each for each in BEYOND if each.symmetric or each.dual], ids=str)
@given(table=MANY)
@settings(max_examples=15, deadline=None)
def test_the_dual_is_the_measure_of_the_transpose(measure, table):
    other = measure if measure.symmetric else get(measure.dual)
    first, second = interval(measure, table), interval(other, np.swapaxes(table, -1, -2))
    assert_allclose([second.low, second.high], [first.low, first.high], rtol=1e-9, atol=1e-9)


@given(table=MANY, level=st.sampled_from([0.5, 0.9, 0.99]))
@settings(max_examples=15, deadline=None)
def test_a_higher_level_is_a_wider_interval(table, level):
    for name in ("informedness", "edge", "kappa", "balanced_accuracy"):
        inner, outer = interval(name, table, level=level), interval(name, table, level=(1 + level) / 2)
        there = ~np.isnan(inner.low)
        assert (outer.low <= inner.low + 1e-9)[there].all()
        assert (outer.high >= inner.high - 1e-9)[there].all()


def test_weights_that_are_alike_change_nothing():
    table = np.array([[7.0, 2, 1], [3, 9, 0], [1, 2, 5]])
    plain = informed.estimate(Counts(table), "informedness")
    rows = [(i, j) for i in range(3) for j in range(3) for _ in range(int(table[i, j]))]
    actual, said = zip(*rows, strict=True)
    weighed = informed.estimate(informed.count(actual, said, weights=[2.5] * len(rows)), "informedness")
    assert_allclose([weighed.low, weighed.high], [plain.low, plain.high], rtol=1e-9)


def test_p_of_weights_and_clusters_agrees_with_their_interval():
    rng = np.random.default_rng(4)
    actual = rng.integers(0, 4, 120)
    said = np.where(rng.random(120) < 0.15, actual, rng.integers(0, 4, 120))
    weighed = informed.count(actual, said, weights=rng.lognormal(0, 0.7, 120))
    clustered = informed.items(actual, {"a": said}, cluster=np.arange(120) // 4)
    from informed.inference.dependence import grouped

    for sample in (weighed, grouped(clustered)):
        p = float(p_value("informedness", sample))
        for alpha in (0.9 * p, 1.1 * p):
            within = interval("informedness", sample, level=1 - alpha)
            assert bool((within.low > 0) | (within.high < 0)) == (p < alpha)


def test_two_classes_keep_the_limits_of_their_rates():
    assert interval("informedness", [[5, 2], [3, 9]]).method == "mover"
    assert interval("informedness", [[5, 2, 1], [3, 9, 1], [1, 1, 4]]).method == "path"
    assert_array_equal(interval("markedness", [[5, 2], [3, 9]]).low, interval("informedness", [[5, 3], [2, 9]]).low)
