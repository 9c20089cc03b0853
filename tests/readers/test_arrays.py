"""Counting two columns of labels."""

from __future__ import annotations

from collections import Counter

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from informed import InputError, count
from informed.readers.arrays import encode

LABELS = st.one_of(st.integers(0, 4), st.integers(-(2**40), 2**40), st.integers(2**63, 2**64 - 1))


def cells(counts):
    """The table as a dictionary of its occupied cells."""
    return {
        (actual, predicted): int(counts.table[row, column])
        for row, actual in enumerate(counts.labels)
        for column, predicted in enumerate(counts.labels_predicted)
        if counts.table[row, column]
    }


@given(st.lists(st.tuples(LABELS, LABELS), min_size=1, max_size=60))
def test_the_table_counts_every_pair(pairs):
    counts = count(*zip(*pairs, strict=True))
    assert cells(counts) == Counter(pairs)
    assert list(counts.labels) == sorted({label for pair in pairs for label in pair})


@given(st.lists(st.tuples(st.text(max_size=3), st.text(max_size=3)), min_size=1, max_size=60))
def test_texts_are_counted_alike(pairs):
    assert cells(count(*zip(*pairs, strict=True))) == Counter(pairs)


def test_rows_add_up():
    counts = count(["a", "b", None, "a", "b"], ["a", "?", "b", None, "b"], abstain="?", missing="drop")
    assert (counts.n, counts.missing, counts.abstained.tolist()) == (2, 2, [0, 1])
    assert counts.rows_read == 5


def test_encode_gives_one_order_for_all_columns():
    encoded = encode(["b", "a", "b"], ["c", "c", "a"])
    assert encoded.labels == ("a", "b", "c")
    assert [codes.tolist() for codes in encoded.codes] == [[1, 0, 1], [2, 2, 0]]
    assert encoded.kept is None


def test_encode_drops_on_request():
    encoded = encode([1.0, np.nan, 3.0], [1, 1, 2], missing="drop")
    assert encoded.labels == (1, 2, 3)
    assert encoded.kept.tolist() == [True, False, True]
    assert (encoded.missing, [codes.tolist() for codes in encoded.codes]) == (1, [[0, 2], [0, 1]])
    with pytest.raises(InputError, match=r"column 0\[1\] is missing"):
        encode([1.0, np.nan, 3.0], [1, 1, 2])
