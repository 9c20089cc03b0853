"""The bounds over all labellings of unjudged items are those of going through all of them."""

from itertools import combinations_with_replacement, product

import numpy as np
import pytest
from numpy.testing import assert_allclose

from informed.core.registry import get
from informed.inference.unjudged import WORST, reach


def labellings(table, unjudged):
    """The table of every labelling: of each predicted label, how many items are of each class."""
    size = len(unjudged)
    ways = [
        [
            np.bincount(np.array(each, dtype=int), minlength=size)
            for each in combinations_with_replacement(range(size), n)
        ]
        for n in unjudged
    ]
    return np.array([table + np.stack(each, 1) for each in product(*ways)], dtype=float)


def defined(measure, tables):
    """Those with two classes, without which informedness is not defined."""
    return tables[(tables.sum(-1) > 0).sum(-1) > 1] if measure == "informedness" else tables


@pytest.mark.parametrize("measure", WORST)
@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_bounds_are_sharp(measure, size):
    """Over random tables, rare labels and empty cells among them."""
    rng = np.random.default_rng(size)
    for _ in range(400 if size == 2 else 60):
        table = rng.poisson(rng.choice([0.3, 1.0, 4.0]), (size, size)).astype(float)
        unjudged = rng.multinomial(rng.integers(1, 7 - size + 2), rng.dirichlet(np.ones(size)))
        values = np.asarray(get(measure).raw(defined(measure, labellings(table, unjudged))))
        values = values[~np.isnan(values)]
        found = reach(measure, table, unjudged)
        if found is None:
            assert len(values) == 0, f"{table} {unjudged}"
            continue
        assert_allclose(
            [found.low, found.high], [values.min(), values.max()], atol=1e-12, err_msg=f"{table} {unjudged}"
        )
        assert_allclose(found.least.sum(-2), table.sum(-2) + unjudged)  # what was predicted is known
        assert_allclose(found.most.sum(-2), table.sum(-2) + unjudged)


def test_without_unjudged_items_the_bounds_are_the_value():
    table = np.array([[40, 10, 0], [5, 20, 2], [5, 10, 8]])
    for measure in WORST:
        found = reach(measure, table, [0, 0, 0])
        assert_allclose([found.low, found.high], get(measure)(table))


def test_of_two_classes_the_bounds_are_those_of_the_text():
    """8 of 10 and 8 of 10 right; of 2 and 2 unjudged all are right, or none: 20/24 - 4/24 ..."""
    found = reach("informedness", [[8, 2], [2, 8]], [2, 2])
    assert_allclose([found.low, found.high], [8 / 12 - 4 / 12, 10 / 12 - 2 / 12])


def test_a_million_items_and_many_labels_take_no_longer_than_their_table():
    rng = np.random.default_rng(0)
    table = rng.integers(0, 200, (100, 100)) + 5000 * np.eye(100, dtype=int)
    unjudged = rng.integers(0, 10_000, 100)
    assert table.sum() + unjudged.sum() > 1e6
    for measure in WORST:
        found = reach(measure, table, unjudged)
        assert found.low < get(measure)(table) < found.high
