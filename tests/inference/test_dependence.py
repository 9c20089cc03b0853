"""Items that belong together: clusters and strata in items of one system."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import informed
from informed.core.errors import InputError
from informed.core.items import Items
from informed.core.registry import get
from informed.inference.dependence import Grouped
from informed.inference.gradient import influence
from informed.inference.interval import interval

RNG = np.random.default_rng(0)
UNITS = RNG.integers(0, 9, (12, 2, 2))


def items(units, strata=None):
    """One table for each cluster, and the stratum each lies in."""
    units = np.asarray(units)
    unit, *cells = np.nonzero(units)
    labels = tuple(range(units.shape[-1]))
    names = tuple(range(len(units)))
    beside = {} if strata is None else {"stratum": np.unique(strata, return_inverse=True)[1][unit]}
    beside |= {} if strata is None else {"strata": tuple(np.unique(strata).tolist())}
    rows = np.stack(cells, axis=1)
    return Items(labels, ("p",), rows, units[unit, cells[0], cells[1]], cluster=unit, clusters=names, **beside)


def sample(units, strata=None):
    return Grouped(items(units, strata), "p")


def test_sandwich_by_hand():
    """m / (m - 1) times the squared sums of influences, cluster by cluster."""
    effect = influence(get("informedness"), UNITS.sum(0))
    totals = (UNITS * effect).sum((1, 2))
    assert_allclose(sample(UNITS).scatter(effect), 12 / 11 * (totals**2).sum(), rtol=1e-9)


def test_one_item_a_cluster_is_no_cluster():
    """Nothing belongs together then: the method and the numbers of plain items, alone and compared."""
    items = np.eye(4).reshape(4, 2, 2).repeat([9, 4, 3, 8], axis=0).astype(int)
    for name in ("kappa", "informedness", "accuracy", "proficiency"):
        alone, plain = interval(name, sample(items)), interval(name, items.sum(0))
        assert (alone.method, alone.low, alone.high) == (plain.method, plain.low, plain.high)
    actual, said, other = RNG.integers(0, 2, (3, 60))
    plain, alone = (informed.evaluate(actual, said, **kind) for kind in ({}, {"cluster": np.arange(60)}))
    assert (alone.measures, alone.per_label, alone.significance) == (
        plain.measures,
        plain.per_label,
        plain.significance,
    )
    systems = {"a": said, "b": other}
    plain, alone = (informed.compare(actual, systems, **kind) for kind in ({}, {"cluster": np.arange(60)}))
    assert alone.differences == plain.differences


def test_repeating_the_items_of_a_cluster_says_nothing_new():
    """Every item five times within its cluster: the same interval but for the pseudo-items."""
    once, more = (interval("informedness", sample(times * UNITS)) for times in (20, 100))
    assert_allclose((once.low, once.high), (more.low, more.high), atol=0.005)


def test_labels_are_seen_one_by_one():
    units = RNG.integers(0, 9, (8, 3, 3))
    split = interval("recall", sample(units).labels())
    for label in range(3):
        one = interval("recall", Grouped(items(units).one_vs_rest(label), "p"))
        assert_allclose((split.low[label], split.high[label]), (one.low, one.high))


def test_strata_leave_out_what_lies_between_them():
    """Two strata that differ a lot: drawn apart, their difference is no uncertainty."""
    units = np.array([[[90, 10], [10, 90]], [[10, 90], [90, 10]]])
    found = items(units)
    strata = Items(found.labels, ("p",), found.rows, found.items, stratum=found.cluster, strata=("a", "b"))
    within, plain = interval("accuracy", Grouped(strata, "p")), interval("accuracy", units.sum(0))
    assert within.method == "strata"
    assert within.high - within.low < 0.7 * (plain.high - plain.low)


def test_clusters_within_strata_by_hand():
    design = sample(UNITS, ["north"] * 6 + ["south"] * 6)
    effect = influence(get("kappa"), design.table)
    totals = (UNITS * effect).sum((1, 2))
    by_hand = sum(6 / 5 * ((part - part.mean()) ** 2).sum() for part in (totals[:6], totals[6:]))
    assert_allclose(design.scatter(effect), by_hand)
    assert design.freedom == 10


def test_evaluate_names_the_clusters_in_its_signature_and_takes_columns_of_a_frame():
    actual, said, patient = RNG.integers(0, 2, 200), RNG.integers(0, 2, 200), np.repeat(np.arange(20), 10)
    found = informed.evaluate(actual, said, cluster=patient)
    assert found.per_label["0"]["recall"].method == "cluster"
    assert "clusters:20" in found.signature
    frame = {"y": actual, "p": said, "patient": patient}
    named = informed.evaluate(frame, actual="y", predicted="p", cluster="patient")
    assert named.measures == found.measures


def test_equal_weights_change_nothing():
    actual, said, patient = RNG.integers(0, 2, 200), RNG.integers(0, 2, 200), np.repeat(np.arange(20), 10)
    plain = informed.evaluate(actual, said, cluster=patient).measures["kappa"]
    weighted = informed.evaluate(actual, said, cluster=patient, weights=np.full(200, 2.5)).measures["kappa"]
    assert_allclose((weighted.low, weighted.high), (plain.low, plain.high))


def test_estimate_allows_for_clusters():
    assert informed.estimate(items(UNITS), "informedness").method == "cluster"


def test_few_clusters_are_warned_of_and_one_is_refused():
    assert "only 4 clusters" in interval("kappa", sample(UNITS[:4])).note.item()
    with pytest.raises(InputError, match="a single cluster"):
        interval("kappa", sample(UNITS[:1]))
    with pytest.raises(InputError, match="stratum 'b' has a single cluster"):
        interval("kappa", sample(UNITS[:3], ["a", "a", "b"]))


def test_systems_in_clusters_are_compared_and_shown_alike():
    """The value of a system in a comparison is what its own evaluation says; single items are not exchanged."""
    draw = np.random.default_rng(1)
    actual, cluster = np.repeat(draw.integers(0, 2, 40), 5), np.repeat(np.arange(40), 5)
    said = {
        name: np.where(np.repeat(draw.random(40) < share, 5), actual, 1 - actual)
        for name, share in (("old", 0.6), ("new", 0.9))
    }
    found = informed.compare(actual, said, cluster=cluster, measures=["informedness", "accuracy"])
    for name, predicted in said.items():
        alone = informed.evaluate(actual, predicted, cluster=cluster)
        for measure, value in found.values[name].items():
            assert (value.low, value.high) == (alone.measures[measure].low, alone.measures[measure].high)
        book = alone.bookmaker()
        assert (book.edge, book.bets[0].edge) == (alone.measures["edge"], alone.per_label["0"]["informedness"])
    assert found.flips[0].tests == {}
    assert any("items are clustered" in note for note in found.notes)
    assert "clusters:40" in found.signature
