"""An imperfect reference: inverted exactly where it is known, and bounded where errors may depend on each other."""

from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import optimize

from informed import Counts, InputError
from informed.inference.reference import Reference, against_truth, hits_within, left_the_table

MATRIX = np.array([[0.9, 0.1, 0.0], [0.05, 0.85, 0.1], [0.1, 0.2, 0.7]])
TRUTH = np.array([[30.0, 4.0, 6.0], [5.0, 20.0, 5.0], [2.0, 8.0, 20.0]])


def test_what_a_known_reference_made_of_the_truth_is_undone():
    """If errors do not depend on each other the observed table is R' T."""
    seen = np.stack([MATRIX.T @ TRUTH, MATRIX.T @ TRUTH[::-1]])
    assert_allclose(against_truth(seen, MATRIX), np.stack([TRUTH, TRUTH[::-1]]) / TRUTH.sum())
    assert not left_the_table(seen[0], MATRIX)


def test_a_perfect_reference_changes_nothing():
    sparse = np.diag([3.0, 4.0, 5.0])
    assert_allclose(against_truth(sparse, np.eye(3)), sparse / 12)
    assert not left_the_table(sparse, np.eye(3))  # an empty cell is not below 0
    low, high, true = hits_within(sparse, np.eye(3))
    assert_allclose([low, high, true], np.tile(np.array([3, 4, 5]) / 12, (3, 1)))


def test_what_no_truth_can_give_leaves_the_table_and_is_moved_to_its_edge():
    never = np.diag([5.0, 5.0, 5.0])  # this reference would make errors of its own
    assert left_the_table(never, MATRIX)
    found = against_truth(never, MATRIX)
    assert (found >= 0).all()
    assert_allclose(found.sum(), 1)


def test_the_bounds_of_hits_are_those_of_a_linear_program():
    """Vacek 1985: how truth and prediction lie together, given the reference's label, is free within their sums."""
    seen = MATRIX.T @ TRUTH + np.diag([1.0, 0.0, 2.0])
    low, high, true = hits_within(seen, MATRIX)
    shares = seen / seen.sum()
    together = true[:, None] * MATRIX
    together = together * (shares.sum(-1) / together.sum(0))  # as often as the reference gave each label
    size = 3
    ways = np.arange(size**3).reshape(size, size, size)  # truth, reference, prediction
    rules, sums = [], []
    for reference in range(size):
        for other in range(size):
            for places, value in (
                (ways[:, reference, other], shares[reference, other]),
                (
                    ways[other, reference],
                    together[other, reference],
                ),
            ):
                rule = np.zeros(size**3)
                rule[places] = 1
                rules.append(rule)
                sums.append(value)
    for label in range(size):
        hits = np.zeros(size**3)
        hits[ways[label, :, label]] = 1
        ends = [sign * optimize.linprog(sign * hits, A_eq=rules, b_eq=sums).fun for sign in (1, -1)]
        assert_allclose([low[label], high[label]], ends, atol=1e-9)


def test_the_informedness_of_a_reference_is_its_recall_less_its_fallout():
    found = Reference.given((0.9, 0.2), ["ill", "well"])
    assert_allclose(found.informedness, 0.7)
    assert_allclose(found.matrix, [[0.9, 0.1], [0.2, 0.8]])
    assert Reference.given(np.eye(3), "abc").informedness == 1
    assert_allclose(Reference.given(np.full((3, 3), 0.2) + 0.4 * np.eye(3), "abc").informedness, 0.4)


@pytest.mark.parametrize(
    ("quality", "told"),
    [
        ((1.2, 0.1), "outside 0 to 1"),
        ((0.9, -0.1), "outside 0 to 1"),
        ((float("nan"), 0.1), "outside 0 to 1"),
        ([[0.9, 0.1], [-0.1, 1.1]], "outside 0 to 1"),
        ([[0.9, 0.2], [0.1, 0.9]], "do not add up to 1"),
        ([[0.7, 0.2], [0.1, 0.9]], "do not add up to 1"),
        ((0.4, 0.4), "knows nothing of some class"),
        ((0.9, 0.1, 0.3), "must be counts truth x reference"),
        (Counts([[9, 1], [2, 8]], labels=["ill", "other"]), "for the same labels"),
        (Counts([[5, 5], [5, 5]], labels=["ill", "well"]), "no evidence that this reference knows the truth"),
        (
            Counts([[9.5, 1], [2, 8]], labels=["ill", "well"], items=[[9, 1], [2, 8]], squares=[[11, 1], [2, 8]]),
            "one unweighted",
        ),
        (Counts([[[9, 1], [2, 8]]] * 2, labels=["ill", "well"], by=["site"], groups=[["x"], ["y"]]), "one unweighted"),
        (
            Counts([[9, 1, 0], [2, 8, 1]], labels=["ill", "well"], labels_predicted=["ill", "well", "?"]),
            "one unweighted",
        ),
        (Counts([[9, 1], [0, 0]], labels=["ill", "well"]), "no item that is truly 'well'"),
    ],
)
def test_a_reference_that_cannot_be_is_refused(quality, told):
    with pytest.raises(InputError, match=told):
        Reference.given(quality, ["ill", "well"])


def test_the_labels_of_a_reference_are_put_in_the_order_of_the_table():
    known = SimpleNamespace(labels=("c", "a", "b"), matrix=MATRIX)
    found = Reference.given(known, ("a", "b", "c"))
    assert_allclose(found.matrix, MATRIX[np.ix_([1, 2, 0], [1, 2, 0])])
    assert Reference.given(found, ("a", "b", "c")) is found


def test_draws_of_a_reference_have_the_mean_and_variance_of_their_posterior():
    """Each row is Dirichlet: its counts and, of every prior, an equal share of its items for each label."""
    counts = np.array([[40, 3], [6, 30]])
    found = Reference.given(Counts(counts, labels=["ill", "well"]), ["ill", "well"])
    assert_allclose(found.matrix, counts / counts.sum(-1, keepdims=True))
    drawn = found.draws(20_000, np.random.default_rng(0))
    assert drawn.shape == (2, 20_000, 2, 2)
    assert_allclose(drawn.sum(-1), 1)
    for each, prior in zip(drawn, (1, 3), strict=True):
        added = counts + prior / 2
        whole = added.sum(-1, keepdims=True)
        mean = added / whole
        variance = mean * (1 - mean) / (whole + 1)
        assert_allclose(each.mean(0), mean, atol=5 * np.sqrt(variance / 20_000).max())
        assert_allclose(each.var(0), variance, rtol=0.06)
    known = Reference.given((0.9, 0.2), ["ill", "well"]).draws(7, np.random.default_rng(0))
    assert known.shape == (1, 7, 2, 2)
    assert (known == known[0, 0]).all()
