"""Distinct scores with their counts, the same by every road: plain sort, buckets, bins."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from informed.core import ranking
from informed.core.ranking import binned, ranked
from loops import loops as loops

pytestmark = pytest.mark.usefixtures("loops")


def by_definition(scores, positive):
    values = np.unique(scores)[::-1]
    counts = [[int((scores[each] == value).sum()) for value in values] for each in (positive, ~positive)]
    return values, counts


def test_distinct_scores_highest_first():
    values, counts = ranked(np.array([0.5, -1.0, 0.5, 2.0]), np.array([True, True, False, False]))
    assert_array_equal(values, [2.0, 0.5, -1.0])
    assert_array_equal(counts, [[0, 1, 1], [1, 1, 0]])


SHAPES = {
    "normal": lambda rng, n: rng.normal(size=n),
    "ties": lambda rng, n: np.round(rng.random(n), 2),
    "crowded": lambda rng, n: np.exp(8 * rng.normal(size=n)),
    "nearly constant": lambda rng, n: np.where(np.arange(n) == 7, 1.0, 0.25),
    "constant": lambda rng, n: np.full(n, 0.25),
    "infinite": lambda rng, n: np.where(np.arange(n) % 9 == 0, np.inf, rng.normal(size=n)),
    "whole range": lambda rng, n: rng.choice([-1.7e308, 0.0, 1.7e308], n),
    "single precision": lambda rng, n: rng.normal(size=n).astype(np.float32),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_buckets_give_what_a_sort_gives(monkeypatch, shape):
    rng = np.random.default_rng(3)
    scores, positive = SHAPES[shape](rng, 6000), rng.random(6000) < 0.3
    sorted_plainly = ranked(scores, positive)
    monkeypatch.setattr(ranking, "MANY", 1)
    dealt = ranked(scores, positive)
    for plain, found, expected in zip(sorted_plainly, dealt, by_definition(scores, positive), strict=True):
        assert_array_equal(plain, expected)
        assert_array_equal(found, expected)


def test_many_scores_are_sorted_into_buckets_and_exact():
    rng = np.random.default_rng(4)
    n = ranking.MANY + 1000
    scores, positive = rng.normal(size=n), rng.random(n) < 0.01
    values, counts = ranked(scores, positive)
    order = np.argsort(-scores)
    assert_array_equal(values, scores[order])
    assert_array_equal(counts[0], positive[order])
    assert_array_equal(counts[1], ~positive[order])


def test_bins_round_down():
    scores, positive = (
        np.array([0.3, 0.26, -0.1, np.inf, -np.inf, 0.5]),
        np.array([True, False, True, False, True, True]),
    )
    values, counts = binned(scores, positive, 0.25)
    assert_array_equal(values, [np.inf, 0.5, 0.25, -0.25, -np.inf])
    assert_array_equal(counts, [[0, 1, 1, 1, 1], [1, 0, 1, 0, 0]])


def test_bins_finer_than_the_items_are_no_bins():
    rng = np.random.default_rng(5)
    scores, positive = rng.normal(size=50), rng.random(50) < 0.5
    fine, exact = binned(scores, positive, 2.0**-40), ranked(scores, positive)
    assert_array_equal(fine[1], exact[1])
    assert (abs(fine[0] - exact[0]) < 2.0**-40).all()
