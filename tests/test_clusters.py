"""Items that belong together."""

import numpy as np
import pytest
from informed.clusters import Clusters
from numpy.testing import assert_allclose

import informed
from informed.counts import Counts
from informed.errors import InputError
from informed.inference.dependence import Grouped
from informed.inference.gradient import influence
from informed.inference.interval import interval
from informed.registry import get

RNG = np.random.default_rng(0)
UNITS = RNG.integers(0, 9, (12, 2, 2))


def grouped(units, *by, groups=None):
    groups = [(place,) for place in range(len(units))] if groups is None else groups
    return Counts(units, labels=("+", "-"), by=by or ("patient",), groups=groups)


def sample(**options):
    return Grouped(Clusters(grouped(UNITS), cluster="patient"), **options)


def test_sandwich_by_hand():
    """m / (m - 1) times the squared sums of influences, cluster by cluster."""
    effect = influence(get("informedness"), UNITS.sum(0))
    totals = (UNITS * effect).sum((1, 2))
    assert_allclose(sample().scatter(effect), 12 / 11 * (totals**2).sum(), rtol=1e-9)


def test_one_item_a_cluster_is_no_cluster():
    items = np.eye(4).reshape(4, 2, 2).repeat([9, 4, 3, 8], axis=0).astype(int)
    alone = interval("kappa", Grouped(Clusters(grouped(items), cluster="patient")))
    plain = interval("kappa", items.sum(0))
    assert_allclose((alone.low, alone.high), (plain.low, plain.high), atol=0.04)  # t(23) and 24/23 for z and 1
    assert alone.high - alone.low > plain.high - plain.low


def test_repeating_clusters_says_nothing_new():
    """Every item five times within its cluster: five times the items, the same interval but for the pseudo-items."""
    once, more = (
        interval("informedness", Grouped(Clusters(grouped(times * UNITS), cluster="patient"))) for times in (20, 100)
    )
    assert_allclose((once.low, once.high), (more.low, more.high), atol=0.005)


def test_labels_are_seen_one_by_one():
    units = RNG.integers(0, 9, (8, 3, 3))
    clusters = Clusters(Counts(units, by=("day",), groups=[(place,) for place in range(8)]), cluster="day")
    split = interval("recall", Grouped(clusters, split=True))
    for label in range(3):
        alone = clusters.units.one_vs_rest(label)
        own = Counts(alone.table, labels=("x", "rest"), by=("day",), groups=clusters.units.groups)
        one = interval("recall", Grouped(Clusters(own, cluster="day")))
        assert_allclose((split.low[label], split.high[label]), (one.low, one.high))


def test_strata_leave_out_what_lies_between_them():
    """Two strata that differ a lot: drawn apart, their difference is no uncertainty."""
    units = np.array([[[90, 10], [10, 90]], [[10, 90], [90, 10]]])
    counts = grouped(units, "site", groups=[("a",), ("b",)])
    strata = interval("accuracy", Grouped(Clusters(counts, stratum="site")))
    plain = interval("accuracy", units.sum(0))
    assert strata.method == "strata"
    assert strata.high - strata.low < 0.7 * (plain.high - plain.low)


def test_clusters_within_strata():
    groups = [(place, "north" if place < 6 else "south") for place in range(12)]
    clusters = Clusters(grouped(UNITS, "patient", "region", groups=groups), cluster="patient", stratum="region")
    design = Grouped(clusters)
    effect = influence(get("kappa"), design.table)
    totals = (UNITS * effect).sum((1, 2))
    by_hand = sum(6 / 5 * ((part - part.mean()) ** 2).sum() for part in (totals[:6], totals[6:]))
    assert_allclose(design.scatter(effect), by_hand)
    assert design.freedom == 10


def test_other_groups_stay():
    groups = [(place % 2, place) for place in range(12)]
    clusters = Clusters(grouped(UNITS, "site", "patient", groups=groups), cluster="patient")
    assert clusters.by == ("site",)
    assert_allclose(clusters.counts.group(0).table, UNITS[::2].sum(0))
    assert len(clusters.within((1,)).units.groups) == 6


def test_a_cluster_in_two_groups_is_one_unit():
    groups = [(place % 2, place // 2) for place in range(12)]
    clusters = Clusters(grouped(UNITS, "site", "patient", groups=groups), cluster="patient")
    assert len(clusters.pooled().units.groups) == 6
    assert_allclose(clusters.pooled().units.table[0], UNITS[:2].sum(0))


def test_evaluate_with_clusters():
    actual, said, patient = (RNG.integers(0, 2, 200), RNG.integers(0, 2, 200), np.repeat(np.arange(20), 10))
    found = informed.evaluate(actual, said, cluster=patient)
    assert found.measures["informedness"].method == "cluster"
    assert found.per_label["0"]["recall"].method == "cluster"
    assert set(found.significance) == {"informedness", "sellke"}
    assert "cluster:cluster" in found.signature
    frame = {"y": actual, "p": said, "patient": patient}
    named = informed.evaluate(frame, actual="y", predicted="p", cluster="patient")
    assert named.measures["informedness"].low == found.measures["informedness"].low


def test_evaluate_weighs_clusters():
    actual, said, patient = (RNG.integers(0, 2, 200), RNG.integers(0, 2, 200), np.repeat(np.arange(20), 10))
    plain = informed.evaluate(actual, said, cluster=patient)
    weighed = informed.evaluate(actual, said, cluster=patient, weights=np.full(200, 2.5))
    for end in ("low", "high"):
        assert_allclose(getattr(weighed.measures["kappa"], end), getattr(plain.measures["kappa"], end))


def test_estimate_of_clusters():
    found = informed.estimate(Clusters(grouped(UNITS), cluster="patient"), "informedness")
    assert found.method == "cluster"
    assert found.chance_mean is None


def test_few_clusters_are_warned_of():
    note = interval("kappa", Grouped(Clusters(grouped(UNITS[:4]), cluster="patient"))).note.item()
    assert "only 4 clusters" in note


def test_refused():
    with pytest.raises(InputError, match="only one"):
        interval("kappa", Grouped(Clusters(grouped(UNITS[:1]), cluster="patient")))
    groups = [(0, "a"), (1, "a"), (2, "b")]
    clusters = Clusters(grouped(UNITS[:3], "patient", "region", groups=groups), "patient", "region")
    with pytest.raises(InputError, match="stratum 'b' has a single cluster"):
        interval("kappa", Grouped(clusters))
    with pytest.raises(InputError, match="cluster='patent'"):
        Clusters(grouped(UNITS), cluster="patent")
    with pytest.raises(InputError, match="clusters need"):
        Clusters(grouped(UNITS))
