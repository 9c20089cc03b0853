"""Pseudo-items: two in all, none for a label that never occurs, half of them hits where hits are counted."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from informed.inference.smoothing import pseudo_counts, pseudo_hits

BATCH = np.array([[[5, 1, 0], [2, 9, 3], [0, 0, 1]], [[1, 0, 2], [0, 0, 0], [1, 0, 0]]])


@pytest.mark.parametrize("added", [pseudo_counts, pseudo_hits])
def test_two_items_whatever_the_table(added):
    assert_allclose(added(BATCH).sum((-1, -2)), 2)
    for place, table in enumerate(BATCH):
        assert_allclose(added(BATCH)[place], added(table))


def test_pseudo_hits_are_half_hits_and_spread_evenly():
    found = pseudo_hits(BATCH)
    assert_allclose(np.trace(found, axis1=-1, axis2=-2), 1)
    assert_allclose(found[0], np.where(np.eye(3), 1 / 3, 1 / 6))


@pytest.mark.parametrize("added", [pseudo_counts, pseudo_hits])
def test_a_label_that_never_occurs_gets_none(added):
    second = added(BATCH[1])
    assert (second[1] == 0).all()
    assert (second[:, 1] == 0).all()
    assert_allclose(second[np.ix_([0, 2], [0, 2])], 0.5)


@pytest.mark.parametrize("added", [pseudo_counts, pseudo_hits])
def test_a_label_that_is_only_predicted_or_only_actual_gets_its_share(added):
    for table in (np.array([[5, 1, 1], [2, 9, 0], [0, 0, 0]]), np.array([[5, 1, 0], [2, 9, 0], [1, 0, 0]])):
        assert_allclose(added(table), added(np.ones((3, 3))))


def test_two_classes_get_half_an_item_in_each_cell():
    """Agresti's correction."""
    for table in (np.array([[5, 1], [2, 9]]), np.array([[5, 0], [0, 9]]), np.array([[5, 3], [0, 0]])):
        assert_allclose(pseudo_counts(table), 0.5)
        assert_allclose(pseudo_hits(table), 0.5)


def test_a_class_alone_stands_against_the_rest():
    """Of one class that occurs there is always another, in the counts; there is no second label to hit."""
    assert_allclose(pseudo_counts(np.array([[7, 0], [0, 0]])), 0.5)
    assert_allclose(pseudo_hits(np.array([[7, 0], [0, 0]])), [[1, 0], [0, 0]])


def test_a_table_that_is_not_square_has_its_labels_on_each_axis():
    found = pseudo_counts(np.array([[4, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0]]), 3.0)
    assert_allclose(found[np.ix_([0, 1], [0, 2])], 0.75)
    assert_allclose(found.sum(), 3)


def test_an_empty_table_gets_its_items_everywhere():
    assert_allclose(pseudo_counts(np.zeros((3, 3))), 2 / 9)
    assert np.isfinite(pseudo_hits(np.ones((1, 1)))).all()
