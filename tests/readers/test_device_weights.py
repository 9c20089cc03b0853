"""Weights on an accelerator are checked and summed there: what comes to the host is as large as the table."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.readers.away import Away

from informed import InputError, count, evaluate
from informed.integrations.sklearn import accuracy_score
from informed.readers.device.foreign import APART

N, CLASSES = 5_000, 4
RNG = np.random.default_rng(11)
ACTUAL, PREDICTED, GROUP = RNG.integers(0, CLASSES, (3, N))
WEIGHTS = {
    "fractions": RNG.random(N),
    "single precision": RNG.random(N).astype(np.float32),
    "half precision": RNG.random(N).astype(np.float16),
    "some are 0": np.where(RNG.random(N) < 0.3, 0.0, RNG.random(N)),
    "all are 0 or 1": RNG.integers(0, 2, N),
    "whole": RNG.integers(0, 5, N),
    "a column": RNG.random((N, 1)),
}
OPTIONS = {
    "fractions": {},
    "groups": {"by": GROUP},
    "labels": {"labels": range(CLASSES)},
}


@pytest.fixture(autouse=True)
def fetched():
    Away.fetched.clear()
    return Away.fetched


def both(weights, **options):
    """The counts of arrays of the host, and of the same arrays on the device."""
    away = {name: Away(each) if isinstance(each, np.ndarray) else each for name, each in options.items()}
    yield count(ACTUAL, PREDICTED, weights=weights, **options)
    yield count(Away(ACTUAL), Away(PREDICTED), weights=Away(weights), **away)


def most(counts):
    """Numbers that may come to the host at once: items of each cell and those set apart, or both sums of weights."""
    return 2 * counts.table.size + APART


def assert_alike(one, other):
    assert (one.labels, one.groups, one.missing, one.notes) == (other.labels, other.groups, other.missing, other.notes)
    for part in ("table", "items", "squares"):
        one_part, other_part = getattr(one, part), getattr(other, part)
        assert (one_part is None) == (other_part is None)
        if one_part is not None:
            assert_allclose(other_part, one_part, rtol=1e-12)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("weights", WEIGHTS)
def test_weights_are_counted_where_they_lie(weights, options, fetched):
    host, away = both(WEIGHTS[weights], **OPTIONS[options])
    assert_alike(host, away)
    assert fetched
    assert max(fetched) <= most(host)


@pytest.mark.parametrize("kind", ["all are 0 or 1", "whole"])
def test_frequencies_too(kind, fetched):
    host, away = both(WEIGHTS[kind], weight_kind="frequency")
    assert_alike(host, away)
    assert max(fetched) <= most(host)


def test_a_missing_weight_is_refused_or_dropped_there(fetched):
    weights = WEIGHTS["fractions"].copy()
    weights[[7, 70]] = np.nan
    with pytest.raises(InputError, match=r"weights\[7\] is missing; use missing='drop'"):
        count(Away(ACTUAL), Away(PREDICTED), weights=Away(weights))
    host, away = both(weights, missing="drop")
    assert away.missing == 2
    assert_alike(host, away)
    assert max(fetched) <= most(host)


@pytest.mark.parametrize("wrong", [-1.0, np.inf, -np.inf, 1e-200, 1e20])
def test_a_wrong_weight_is_refused_in_the_same_words(wrong, fetched):
    weights = WEIGHTS["fractions"].copy()
    weights[[7, 70]] = wrong
    said = []
    for labels, given in (((ACTUAL, PREDICTED), weights), ((Away(ACTUAL), Away(PREDICTED)), Away(weights))):
        with pytest.raises(InputError, match=r"weights\[7\] is ") as error:
            count(*labels, weights=given)
        said.append(str(error.value))
    assert said[0] == said[1]
    assert max(fetched) <= 2 * CLASSES**2 + APART


def test_frequencies_with_fractions_are_refused_there(fetched):
    with pytest.raises(InputError, match="frequencies are whole numbers"):
        count(Away(ACTUAL), Away(PREDICTED), weights=Away(WEIGHTS["fractions"]), weight_kind="frequency")
    assert fetched == [2]  # the least and the greatest


def test_another_length_is_refused_there(fetched):
    with pytest.raises(InputError, match=f"weights has shape .* for {N} items"):
        count(Away(ACTUAL), Away(PREDICTED), weights=Away(WEIGHTS["fractions"][1:]))
    assert not fetched


def test_labels_on_the_host_have_their_weights_fetched():
    found = count(ACTUAL, PREDICTED, weights=Away(WEIGHTS["fractions"]))
    assert_alike(found, count(ACTUAL, PREDICTED, weights=WEIGHTS["fractions"]))


def test_labels_far_apart_are_coded_on_the_host():
    host = count(ACTUAL * 10**12, PREDICTED - 7, weights=WEIGHTS["fractions"])
    away = count(Away(ACTUAL * 10**12), Away(PREDICTED - 7), weights=Away(WEIGHTS["fractions"]))
    assert_alike(host, away)


def test_an_evaluation_of_weighted_items_fetches_no_item(fetched):
    found = evaluate(Away(ACTUAL), Away(PREDICTED), weights=Away(WEIGHTS["fractions"]))
    plain = evaluate(ACTUAL, PREDICTED, weights=WEIGHTS["fractions"])
    assert found.measures["informedness"].high == pytest.approx(plain.measures["informedness"].high, rel=1e-9)
    assert max(fetched) <= 2 * CLASSES**2 + APART


COMPLEX = np.array([1 + 2j, 1])


@pytest.mark.parametrize("weights", [COMPLEX, COMPLEX.astype(np.complex64), COMPLEX.tolist(), list(COMPLEX)])
def test_no_part_of_a_complex_weight_is_dropped(weights):
    """As scikit-learn refuses them (check_array)."""
    for call in (
        lambda: count([0, 1], [0, 1], weights=weights),
        lambda: accuracy_score([0, 1], [0, 1], sample_weight=weights),
        lambda: count(Away(np.arange(2)), Away(np.arange(2)), weights=Away(np.asarray(weights))),
    ):
        with pytest.raises(InputError, match="weights must be real numbers"):
            call()
