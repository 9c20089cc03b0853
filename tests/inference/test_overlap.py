"""Samples that share some of their items: what is shared moves both values, and all items count."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import informed
from informed.core.items import Items
from informed.core.registry import get
from informed.inference.pairing import Paired, correlations
from informed.inference.proportions import mover
from informed.questions.compare.compute import compared


def sample(rng, ids, actual, value=0.8, labels=3):
    """Items by their ids; what is said depends on the item alone."""
    said = np.where(rng.random(len(actual)) < value, actual, rng.integers(0, labels, len(actual)))
    return items(ids, actual[ids], said[ids], labels)


def items(ids, actual, said, labels=3):
    return Items.of(
        actual, {"predicted": said}, range(labels), cluster=np.arange(len(ids)), clusters=tuple(ids.tolist())
    )


@pytest.mark.parametrize("measure", ["informedness", "mcc", "accuracy", "recall[1]"])
def test_samples_without_a_common_item_are_independent(measure):
    """The same limits and p as of their counts."""
    rng = np.random.default_rng(1)
    actual = rng.integers(0, 3, 400)
    halves = {"a": sample(rng, np.arange(200), actual), "b": sample(rng, np.arange(200, 400), actual, 0.7)}
    found = compared(halves, measures=[measure], margin=0.1).differences
    apart = compared({name: each.counts() for name, each in halves.items()}, measures=[measure], margin=0.1).differences
    assert found == apart


def test_the_correlation_is_that_of_the_influences_of_common_items():
    """0 where nothing is common, in proportion to what is, and that of paired systems where all is."""
    rng = np.random.default_rng(2)
    actual = rng.integers(0, 3, 6000)
    first, second = (np.where(rng.random(6000) < 0.7, actual, rng.integers(0, 3, 6000)) for _ in range(2))
    second = np.where(rng.random(6000) < 0.5, first, second)
    every, measure = np.arange(6000), get("informedness")
    for start in (0, 1000, 2000):
        one, two = every[:4000], every[start : start + 4000]
        samples = [items(one, actual[one], first[one]), items(two, actual[two], second[two])]
        both = np.intersect1d(one, two)
        pair = Items.of(actual[both], {"a": first[both], "b": second[both]}, range(3))
        covariance = Paired(measure, pair).covariance
        expected = covariance[0, 1] / np.sqrt(covariance[0, 0] * covariance[1, 1]) * len(both) / 4000
        assert correlations(measure, samples)[0, 1] == pytest.approx(expected, abs=0.01)
    assert (
        correlations(measure, [items(every[:9], actual[:9], first[:9]), items(every[9:], actual[9:], first[9:])])[0, 1]
        == 0
    )


def test_the_variance_of_the_difference_is_that_of_repeated_samples():
    """Two runs with a third of their items in common, 150 times: spread and mean standard error agree."""
    rng = np.random.default_rng(3)
    gaps, errors = [], []
    for _ in range(150):
        actual = rng.integers(0, 2, 500)
        said = np.where(rng.random(500) < 0.6, actual, rng.integers(0, 2, 500))
        one, two = np.arange(300), np.arange(200, 500)
        runs = {"a": items(one, actual[one], said[one], 2), "b": items(two, actual[two], said[two], 2)}
        (each,) = compared(runs, measures=["informedness"]).differences
        gaps.append(each.estimate.value)
        errors.append((each.estimate.high - each.estimate.low) / 2 / 1.96)
    assert np.std(gaps) == pytest.approx(np.mean(errors), rel=0.15)


def test_the_order_of_samples_turns_the_difference_round():
    rng = np.random.default_rng(4)
    actual = rng.integers(0, 3, 300)
    runs = {"a": sample(rng, np.arange(200), actual), "b": sample(rng, np.arange(120, 300), actual, 0.6)}
    (there,) = informed.compare(runs, measures="informedness").differences
    (back,) = informed.compare(dict(reversed(runs.items())), measures="informedness").differences
    assert_allclose(
        [there.estimate.low, there.estimate.high, there.p], [-back.estimate.high, -back.estimate.low, back.p]
    )


def test_mover_with_a_correlation_by_hand():
    """Zou 2007: the arms 3 and 4 make 5 apart, and sqrt(9 + 16 - 2 * 0.5 * 12) together; infinite arms stay so."""
    left, right = (10.0, (7.0, 13.0)), (0.0, (-4.0, 4.0))
    assert_allclose(mover(left, right), (5.0, 15.0))
    assert_allclose(mover(left, right, 0.5), (10 - np.sqrt(13), 10 + np.sqrt(13)))
    assert mover((10.0, (7.0, np.inf)), right, 0.5)[1] == np.inf
