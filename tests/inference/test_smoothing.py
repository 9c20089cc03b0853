"""Pseudo-items: two in all, none for a label that never occurs."""

import numpy as np
from numpy.testing import assert_allclose

from informed.inference.smoothing import pseudo_counts

BATCH = np.array([[[5, 1, 0], [2, 9, 3], [0, 0, 1]], [[1, 0, 2], [0, 0, 0], [1, 0, 0]]])


def test_two_items_whatever_the_table():
    assert_allclose(pseudo_counts(BATCH).sum((-1, -2)), 2)
    for place, table in enumerate(BATCH):
        assert_allclose(pseudo_counts(BATCH)[place], pseudo_counts(table))


def test_a_label_that_never_occurs_gets_none():
    second = pseudo_counts(BATCH[1])
    assert (second[1] == 0).all()
    assert (second[:, 1] == 0).all()
    assert_allclose(second[np.ix_([0, 2], [0, 2])], 0.5)


def test_a_label_that_is_only_predicted_or_only_actual_gets_its_share():
    for table in (np.array([[5, 1, 1], [2, 9, 0], [0, 0, 0]]), np.array([[5, 1, 0], [2, 9, 0], [1, 0, 0]])):
        assert_allclose(pseudo_counts(table), pseudo_counts(np.ones((3, 3))))


def test_two_classes_get_half_an_item_in_each_cell():
    """Agresti's correction."""
    for table in (np.array([[5, 1], [2, 9]]), np.array([[5, 0], [0, 9]]), np.array([[5, 3], [0, 0]])):
        assert_allclose(pseudo_counts(table), 0.5)


def test_a_class_alone_stands_against_the_rest():
    """Of one class that occurs there is always another."""
    assert_allclose(pseudo_counts(np.array([[7, 0], [0, 0]])), 0.5)


def test_a_table_that_is_not_square_has_its_labels_on_each_axis():
    found = pseudo_counts(np.array([[4, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0]]), 3.0)
    assert_allclose(found[np.ix_([0, 1], [0, 2])], 0.75)
    assert_allclose(found.sum(), 3)


def test_an_empty_table_gets_its_items_everywhere():
    assert_allclose(pseudo_counts(np.zeros((3, 3))), 2 / 9)
