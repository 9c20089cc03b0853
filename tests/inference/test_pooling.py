"""Informedness within groups: Mantel & Haenszel's mean, its slope, and its tests."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from informed import count, items
from informed.inference.pooling import _within, pooling

TABLES = np.array([[[20, 5], [8, 30]], [[6, 9], [4, 40]], [[50, 12], [3, 7]]], dtype=float)
ROWS = [
    (actual, said, site)
    for site, table in zip("xyz", TABLES.astype(int), strict=True)
    for actual in (0, 1)
    for said in (0, 1)
    for _ in range(table[actual, said])
]
ACTUAL, SAID, SITE = (np.array(each) for each in zip(*ROWS, strict=True))


def test_two_classes_have_the_risk_difference_of_mantel_and_haenszel():
    """Greenland & Robins 1985: differences of rates, each weighted by RP RN / n."""
    rows, n = TABLES.sum(-1), TABLES.sum((-1, -2))
    rates = TABLES[:, :, 0] / rows
    weight = rows[:, 0] * rows[:, 1] / n
    expected = (weight * (rates[:, 0] - rates[:, 1])).sum() / weight.sum()
    found = pooling(count(ACTUAL, SAID, by=SITE), "site")
    assert_allclose(found.within, expected)
    whole = TABLES.sum(0)
    assert_allclose(found.pooled, whole[0, 0] / whole[0].sum() - whole[1, 0] / whole[1].sum())


def test_guessing_within_groups_is_the_test_of_cochran_mantel_and_haenszel():
    stratified = pytest.importorskip("statsmodels.stats.contingency_tables").StratifiedTable
    weak = TABLES.astype(int)
    weak[:, 0, 0] = [12, 2, 40]
    rows = [(i, j, g) for g in range(3) for i in (0, 1) for j in (0, 1) for _ in range(weak[g, i, j])]
    actual, said, site = (np.array(each) for each in zip(*rows, strict=True))
    theirs = stratified([table.T for table in weak]).test_null_odds(correction=False).pvalue
    assert_allclose(pooling(count(actual, said, by=site), "site").guessing, theirs, rtol=1e-9)


@pytest.mark.parametrize("size", [2, 4])
def test_the_slope_within_groups_is_its_derivative(size):
    tables = np.random.default_rng(size).integers(1, 30, (3, size, size)).astype(float)
    _, slope, _ = _within(tables)
    step = 1e-4 * np.eye(tables.size).reshape(-1, *tables.shape)
    ends = [[_within(tables + sign * each)[0] for each in step] for sign in (1, -1)]
    assert_allclose(slope.ravel(), np.subtract(*ends) / 2e-4, atol=1e-8)


def test_a_group_of_one_class_and_an_empty_one_tell_nothing_of_what_is_within():
    alone = np.array([[[0, 0], [5, 20]], [[0, 0], [0, 0]]])
    assert_allclose(_within(np.concatenate([TABLES, alone]))[0], _within(TABLES)[0])
    assert np.isnan(_within(alone.astype(float))[0])
    assert pooling(count(list("aab"), list("aba"), by=list("xxy")), "site") is None


def test_a_label_that_no_group_can_miss_has_no_part_in_what_is_within():
    """Where 'c' occurs nothing else does: it adds no room, so the others alone are averaged."""
    wide = np.zeros((4, 3, 3))
    wide[:3, :2, :2] = TABLES
    wide[3, 2, 2] = 9
    assert_allclose(_within(wide)[0], _within(TABLES)[0])
    assert_allclose(_within(wide)[1][:3, :2, :2], _within(TABLES)[1])


def test_groups_with_equal_shares_of_classes_pool_without_a_change():
    found = pooling(count(np.tile(ACTUAL, 2), np.tile(SAID, 2), by=np.repeat(["x", "y"], len(ACTUAL))), "site")
    assert_allclose(found.pooled, found.within)
    assert found.apart == 1


def test_pooling_is_told_apart_as_often_as_it_should_be():
    """A predictor that knows the group alone: pooled it looks informed, within groups it guesses."""
    rng = np.random.default_rng(4)
    site = np.repeat([0, 1], 400)
    actual = rng.random(800) < np.where(site, 0.8, 0.2)
    found = pooling(count(actual, site == 1, by=site), "site")
    assert found.pooled > 0.4
    assert abs(found.within) < 1e-9
    assert found.apart < 1e-9
    assert found.guessing > 0.9


@pytest.mark.parametrize("kind", ["counts", "items"])
def test_weights_have_no_unit(kind):
    weights = np.random.default_rng(1).uniform(0.2, 3, len(ACTUAL))
    one, other = (_weighted(kind, unit * weights) for unit in (1.0, 40.0))
    assert_allclose([one.within, one.pooled], [other.within, other.pooled])
    assert_allclose([one.apart, one.guessing], [other.apart, other.guessing])


def _weighted(kind, weights):
    if kind == "counts":
        return pooling(count(ACTUAL, SAID, by=SITE, weights=weights), "site")
    return pooling(items(ACTUAL, SAID, stratum=SITE, weights=weights), "site")


def test_counts_and_items_tell_the_same_of_weights():
    weights = np.random.default_rng(1).uniform(0.2, 3, len(ACTUAL))
    one, other = (_weighted(kind, weights) for kind in ("counts", "items"))
    assert_allclose([one.within, one.pooled], [other.within, other.pooled])
    n = len(ACTUAL)
    for p, same in ((one.apart, other.apart), (one.guessing, other.guessing)):
        assert_allclose(stats.norm.isf(same / 2) ** 2 / stats.norm.isf(p / 2) ** 2, n / (n - 1))


def test_weights_and_clusters_never_make_it_surer():
    plain = pooling(items(ACTUAL, SAID, stratum=SITE), "site")
    few = np.arange(len(ACTUAL)) // 8  # rows stand in order, so that clusters fare alike
    uneven = np.where(np.arange(len(ACTUAL)) % 4 == 0, 9.0, 1.0)
    for found in (
        pooling(items(ACTUAL, SAID, stratum=SITE, cluster=[f"{s}{c}" for s, c in zip(SITE, few, strict=True)]), "site"),
        pooling(items(ACTUAL, SAID, stratum=SITE, weights=uneven), "site"),
    ):
        assert found.guessing > plain.guessing
    assert_allclose(pooling(count(ACTUAL, SAID, by=SITE), "site").guessing, plain.guessing)


def test_copies_of_every_item_say_no_more_than_the_items():
    """Five copies of each item, in clusters: the delta-method variance of the items alone."""
    times = 5
    actual, said, site = (np.repeat(each, times) for each in (ACTUAL, SAID, SITE))
    cluster = np.repeat(np.arange(len(ACTUAL)), times)
    copies = pooling(items(actual, said, stratum=site, cluster=cluster), "site")
    many = pooling(items(actual, said, stratum=site), "site")
    assert_allclose(copies.within, many.within)
    assert np.log(many.guessing) < 2 * np.log(copies.guessing)  # plain copies would look five times as sure
