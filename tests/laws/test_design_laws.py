"""What weights, clusters and strata may and may not change."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.special import ndtr, stdtrit

from informed import evaluate
from informed.core.counts import Counts
from informed.core.items import Items
from informed.core.registry import find, get
from informed.inference.dependence import Grouped, deviations, freedom, variants
from informed.inference.gradient import influence
from informed.inference.interval import interval, p_value
from informed.inference.pairing import Paired
from informed.inference.proportions import jeffreys_wilson
from strategies import tables

SCALES = st.lists(st.floats(0.01, 100), min_size=2, max_size=2)


def ends(measure, table, **options):
    within = interval(measure, table, **options)
    return np.array([within.low, within.high])


def grouped(units, **beside) -> Grouped:
    """One table for each cluster."""
    unit, actual, said = np.nonzero(units)
    rows, names = np.stack([actual, said], axis=1), tuple(range(len(units)))
    labels = tuple(range(units.shape[-1]))
    return Grouped(Items(labels, ("p",), rows, units[unit, actual, said], cluster=unit, clusters=names, **beside), "p")


def some_units(seed: int, clusters: int = 12, size: int = 2, most: int = 9) -> np.ndarray:
    """Clusters that differ in size and in how well they fare."""
    rng = np.random.default_rng(seed)
    units = rng.integers(0, most, (clusters, size, size)) + np.eye(size, dtype=int) * rng.integers(1, 9, clusters)[
        :, None, None
    ] * rng.integers(0, 2, (clusters, 1, 1))
    return units + 1 * (units.sum((1, 2), keepdims=True) == 0)


# --- weights ---------------------------------------------------------------------------------------------------------


@given(table=tables(classes=(2, 2), most=500, batch=((),)), scale=SCALES)
def test_weights_constant_within_a_class_change_nothing_given_that_class(table, scale):
    """Sampling a class more often says nothing of its recall; the dual, of a label and its precision."""
    assume(table.sum(0).min() > 0)
    assume(table.sum(1).min() > 0)
    for names, weight in (
        (("recall", "fallout", "informedness"), np.array(scale)[:, None]),
        (("precision", "false_omission_rate", "markedness"), np.array(scale)[None, :]),
    ):
        weighted = Counts(table * weight, items=table, squares=table * weight**2)
        for name in names:
            assert_allclose(get(name)(weighted.table), get(name)(table), rtol=1e-9, atol=1e-12)
            assert_allclose(ends(name, weighted), ends(name, table), rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("weight", [1.0, 0.3, 1e6])
def test_equal_weights_are_the_plain_design(size, weight):
    table = np.random.default_rng(size).integers(1, 30, (size, size))
    weighted = Counts(weight * table, items=table, squares=weight**2 * table)
    for measure in find():
        if measure.applies(size, size) and measure.ready and not measure.extensive:
            one, other = (interval(measure, each, draws=200) for each in (weighted, table))
            assert one.method == other.method, measure
            assert_array_equal([one.low, one.high], [other.low, other.high], err_msg=str(measure))


@given(
    table=tables(classes=(2, 3), dense=True, most=60, batch=((),)),
    seed=st.integers(0, 10**6),
    alpha=st.sampled_from([0.01, 0.05, 0.2]),
)
def test_p_is_the_inversion_of_the_interval_under_every_design(table, seed, alpha):
    rng = np.random.default_rng(seed)
    weight = rng.uniform(0.2, 5.0, table.shape)
    weighted = Counts(table * weight, items=table, squares=table * weight**2)
    units = rng.multinomial(1, np.full(6, 1 / 6), table.shape).transpose(2, 0, 1) * table
    assume((units.sum((1, 2)) > 0).sum() > 1)
    for sample in (weighted, grouped(units)):
        for name in ("informedness", "kappa"):
            low, high = ends(name, sample, level=1 - alpha)
            p = p_value(name, sample)
            if min(abs(low), abs(high)) > 1e-9:
                assert (low > 0 or high < 0) == (p < alpha)


# --- clusters --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("seed", range(12))
def test_clusters_never_narrow_an_interval(size, seed):
    units = some_units(seed, size=size)
    names = ("informedness", "markedness", "accuracy", "kappa", "mcc", "edge")
    of_two = ("recall", "precision", "fallout", "odds_ratio", "lift")
    for name in names + of_two * (size == 2):
        (low, high), (least, most) = ends(name, grouped(units)), ends(name, units.sum(0))
        assert high - low >= most - least - 1e-9, name


@pytest.mark.parametrize("clusters", [5, 12, 50])
@pytest.mark.parametrize("items", [2, 10, 300])
def test_perfect_clusters_say_as_much_as_so_many_perfect_items(clusters, items):
    """The rule of three on clusters: if nothing varies, nothing says that items of a cluster fare independently."""
    units = np.broadcast_to(items * np.eye(2, dtype=int), (clusters, 2, 2))
    low, high = ends("recall", grouped(units))
    tail = ndtr(stdtrit(clusters - 1, 0.025))  # the tail of the normal as far out as Student's t
    assert high == 1
    assert_allclose(low, jeffreys_wilson(np.array(clusters), np.array(clusters), tail)[0], atol=0.02)
    assert low < ends("recall", units.sum(0))[0]


@pytest.mark.parametrize("seed", range(5))
def test_leaving_out_clusters_is_the_jackknife_of_rates(seed):
    """(m - 1) / m times the squared changes when each cluster is left out, exact for recall and informedness."""
    units = some_units(seed)
    table, m = units.sum(0), len(units)
    for name in ("recall", "informedness"):
        effect = influence(get(name), table)
        items = grouped(units).data
        effects = effect[items.rows[:, 0], items.rows[:, 1]]
        found = (variants(items, effects, items.rows[:, 0])[1] ** 2).sum() / table.sum() ** 2
        changes = get(name)(table - units) - get(name)(table)
        assert_allclose(found, (m - 1) / m * (changes**2).sum(), rtol=1e-9)


def test_unequal_clusters_count_for_fewer():
    """m / (1 + CV^2) effective clusters, less one (Carter, Schnepel & Steigerwald 2017); m - 1 where all are alike."""
    for sizes in ([20] * 8, [100, 10, 10, 10, 10, 10, 10, 10]):
        units = np.array(sizes)[:, None, None] * np.array([[3, 1], [1, 3]])
        items = grouped(units).data
        effect = influence(get("accuracy"), units.sum(0))[items.rows[:, 0], items.rows[:, 1]]
        varied = np.var(sizes) / np.mean(sizes) ** 2
        assert_allclose(freedom(items, effect, items.rows[:, 0]), len(sizes) / (1 + varied) - 1)


def test_clusters_widen_a_paired_difference():
    rng = np.random.default_rng(3)
    for _ in range(10):
        cluster = np.repeat(np.arange(12), rng.integers(2, 20, 12))
        actual, first, second = rng.integers(0, 3, (3, len(cluster)))
        said = {"a": first, "b": np.where(rng.random(len(cluster)) < 0.5, first, second)}
        plain = Items.of(actual, said, (0, 1, 2))
        apart = Items.of(actual, said, (0, 1, 2), cluster=cluster, clusters=tuple(range(12)))
        width = [
            np.subtract(*Paired(get("kappa"), each).limits(np.array([[1, 0]]))[1](0.025)) for each in (apart, plain)
        ]
        assert abs(width[0]) >= abs(width[1])


def test_many_clusters_are_judged_at_once():
    """No step takes each cluster in turn: the work is on arrays over all rows."""
    units = some_units(0, clusters=20_000)
    low, high = ends("informedness", grouped(units))
    plain = ends("informedness", units.sum(0))
    assert low <= plain[0] < plain[1] <= high


# --- strata ----------------------------------------------------------------------------------------------------------


def test_strata_with_unequal_weights_by_the_formula_of_surveys():
    """The variance of a weighted total over strata, Lumley 2010, section 2: with z = weight times influence it is the
    sum over strata of n_h / (n_h - 1) times the squares of z about its mean in the stratum."""
    rng = np.random.default_rng(1)
    n = 120
    actual, said, stratum = rng.integers(0, 2, n), rng.integers(0, 2, n), rng.integers(0, 3, n)
    weights = rng.lognormal(0, 1, n)
    items = Items.of(actual, {"p": said}, (0, 1), weights=weights, stratum=stratum, strata=("a", "b", "c"))
    effect = influence(get("kappa"), items.table("p"))
    z = weights.sum() / (weights**2).sum() * weights * effect[actual, said]  # scaled to the effective number of items
    parts = [z[stratum == each] for each in range(3)]
    by_hand = sum(len(part) / (len(part) - 1) * ((part - part.mean()) ** 2).sum() for part in parts)
    found = deviations(items, effect[items.rows[:, 0], items.rows[:, 1]])
    assert_allclose((found**2).sum(), by_hand)


def test_more_confidence_is_never_narrower_under_any_design():
    units = some_units(4)
    weights = np.array([[0.5, 2.0], [1.0, 3.0]])
    table = units.sum(0)
    weighted = Counts(table * weights, items=table, squares=table * weights**2)
    for sample in (grouped(units), weighted):
        for name in ("informedness", "kappa", "accuracy", "recall"):
            found = [ends(name, sample, level=level) for level in (0.5, 0.8, 0.95, 0.999)]
            assert all(wide[0] <= narrow[0] and narrow[1] <= wide[1] for narrow, wide in pairwise(found))


@pytest.mark.parametrize("seed", range(4))
def test_the_names_of_clusters_say_nothing(seed):
    rng = np.random.default_rng(seed)
    actual, cluster = rng.integers(0, 3, 20), rng.integers(0, 7, 20)
    predicted = np.where(rng.random(20) < 0.6, actual, rng.integers(0, 3, 20))
    names = np.array([f"c{997 * each % 1000:03d}" for each in range(7)])  # in another order
    one, other = (evaluate(actual, predicted, cluster=each).per_label for each in (cluster, names[cluster]))
    for label, found in one.items():
        ends, again = ([each[label][name].high for name in found] for each in (one, other))
        assert ends == pytest.approx(again, rel=1e-9, nan_ok=True)
