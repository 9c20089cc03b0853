"""Clusters, weights and repeated looks: what a naive interval gets badly wrong."""

import numpy as np
import pytest

from informed.core.items import Items
from informed.inference.dependence import Grouped
from informed.inference.design import weighted
from informed.inference.interval import interval
from informed.questions.watch import sequence_limits

LABELS = ("+", "-")


def together(units) -> Grouped:
    """The items of each table as one cluster."""
    unit, actual, said = np.nonzero(units)
    rows, names = np.stack([actual, said], axis=1), tuple(range(len(units)))
    found = Items(LABELS, ("p",), rows, units[unit, actual, said], cluster=unit, clusters=names)
    return Grouped(found, "p")


def clustered(rng, clusters: int, size=20, correlation: float = 0.2):
    """Tables of clusters whose recall and fallout vary from cluster to cluster: intraclass correlation 0.2."""
    spread = (1 - correlation) / correlation
    recall, fallout = rng.beta(0.75 * spread, 0.25 * spread, clusters), rng.beta(0.3 * spread, 0.7 * spread, clusters)
    positive = rng.binomial(size, 0.4, clusters)
    hit, false = rng.binomial(positive, recall), rng.binomial(size - positive, fallout)
    return np.stack([np.stack([hit, positive - hit], -1), np.stack([false, size - positive - false], -1)], -2)


@pytest.mark.parametrize("clusters", [5, 10, 40])
def test_cluster_intervals_hold(clusters):
    """Published for this design: naive 74-75 %, sandwich with t(m - 1) 93.4-94.4 %."""
    rng, truth = np.random.default_rng(3), 0.75 - 0.3
    held, naive = [], []
    for _ in range(500):
        units = clustered(rng, clusters)
        within = interval("informedness", together(units))
        alone = interval("informedness", units.sum(0))
        held.append(bool(within.low <= truth <= within.high))
        naive.append(bool(alone.low <= truth <= alone.high))
    assert np.mean(held) > 0.93 - 2 * np.sqrt(0.93 * 0.07 / 500)
    assert np.mean(naive) < 0.85


def test_sampling_weights():
    """Lognormal weights, 200 items; published: sum of weights as n 66 %, sandwich 91.5 % with z, more with t."""
    rng, n = np.random.default_rng(5), 200
    truth = 0.8 - 0.3
    held, naive = [], []
    for _ in range(500):
        actual = rng.random(n) < 0.4
        said = rng.random(n) < np.where(actual, 0.8, 0.3)
        weight = rng.lognormal(0, 1, n)
        cell = 2 * ~actual + ~said
        table, squares = (np.bincount(cell, each, minlength=4).reshape(2, 2) for each in (weight, weight**2))
        within = interval("informedness", table, squares=squares, n=n)
        alone = interval("informedness", table, n=round(weight.sum()))
        held.append(bool(within.low <= truth <= within.high))
        naive.append(bool(alone.low <= truth <= alone.high))
    assert np.mean(held) > 0.915 - 2 * np.sqrt(0.915 * 0.085 / 500)
    assert np.mean(naive) < 0.8


def test_looking_again_and_again():
    """Sixty looks: ordinary intervals miss the truth at some look in many runs (published: 42 %)."""
    rng, runs, truth = np.random.default_rng(9), 200, 0.7 - 0.3
    hits, false = (rng.binomial(each, p, (runs, 60)).cumsum(1) for each, p in ((6, 0.7), (10, 0.3)))
    wholes = [np.broadcast_to(each * np.arange(1, 61), (runs, 60)) for each in (6, 10)]
    tables = np.stack([np.stack([x, n - x], -1) for x, n in zip((hits, false), wholes, strict=True)], -2)
    within = interval("informedness", tables)
    assert ((within.low > truth) | (within.high < truth)).any(1).mean() > 0.2
    recall, fallout = (sequence_limits(x, n, 0.025) for x, n in zip((hits, false), wholes, strict=True))
    assert ((recall[0] - fallout[1] > truth) | (recall[1] - fallout[0] < truth)).any(1).mean() < 0.02


def test_unequal_clusters_hold():
    """Ten to fifteen clusters as different in size as their mean, correlation 0.5: a worst corner of the sandwich."""
    rng, truth = np.random.default_rng(11), 0.75 - 0.3
    for clusters in (10, 15):
        held = []
        for _ in range(300):
            sizes = np.maximum(1, rng.lognormal(2.65, 0.83, clusters).astype(int))
            within = interval("informedness", together(clustered(rng, clusters, sizes, 0.5)))
            held.append(bool(within.low <= truth <= within.high))
        assert np.mean(held) > 0.92 - 2 * np.sqrt(0.92 * 0.08 / 300)


def test_classes_drawn_at_different_rates():
    """A class drawn ten times as often as its share, and weighted for it: neither too short nor far too wide."""
    rng, n, tables = np.random.default_rng(12), 200, 2000
    place = rng.choice(4, size=(tables, n), p=np.array([0.9, 0.1, 0.09, 0.81]) / 1.9)
    weight = np.where(place < 2, 0.1, 1.0)
    key = (np.arange(tables)[:, None] * 4 + place).ravel()
    sums = [np.bincount(key, each, 4 * tables) for each in (weight.ravel(), weight.ravel() ** 2, None)]
    design = weighted(*(each.reshape(tables, 2, 2) for each in sums))
    for name, truth in (("recall", 0.9), ("informedness", 0.8), ("precision", 0.5), ("accuracy", 0.9)):
        within = interval(name, design)
        assert 0.92 < ((within.low <= truth) & (truth <= within.high)).mean() < 0.98, name
