"""Assignments: the best there is, and the proof of it."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose

from informed import LabelSets
from informed.core.assignment import assign
from informed.core.measures import mutual_information
from informed.core.sets import Sets
from informed.core.table import two_by_two
from informed.questions.multilabel import rename
from informed.questions.multilabel.assignment import assign_sparse
from informed.questions.multilabel.rename import PairInformation, information
from strategies import label_sets

# Few distinct values, so that ties abound.
GAINS = st.integers(1, 5).flatmap(lambda size: arrays(float, (size, size), elements=st.integers(-3, 3).map(float)))


def all_totals(gains):
    rows = np.arange(len(gains))
    return {columns: gains[rows, columns].sum() for columns in permutations(range(len(gains)))}


@given(GAINS)
def test_total_is_the_greatest_and_proved(gains):
    best = max(all_totals(gains).values())
    found = assign(gains)
    assert_allclose(found.total, best, atol=1e-9)
    assert found.bound >= best - 1e-9
    assert found.gap <= 1e-9


@given(GAINS)
def test_among_the_best_most_rows_stay_or_fewest(gains):
    totals = all_totals(gains)
    best = [columns for columns, total in totals.items() if total == max(totals.values())]
    moved = [sum(row != column for row, column in enumerate(columns)) for columns in best]
    assert len(assign(gains, stay=1).moved) == min(moved)
    assert len(assign(gains, stay=-1).moved) == max(moved)


@given(GAINS)
def test_tied_rows_are_those_whose_column_is_not_the_same_in_all_best_assignments(gains):
    totals = all_totals(gains)
    best = np.asarray([columns for columns, total in totals.items() if total == max(totals.values())])
    assert assign(gains).tied.tolist() == (best != best[0]).any(0).tolist()


@given(st.integers(1, 30), st.integers(0, 10), st.integers(0, 10), st.integers(0, 10))
def test_information_is_the_measure_of_the_table(neither, both, left, right):
    n = both + left + right + neither
    table = two_by_two(*(np.float64(cell) for cell in (both, left, right, neither)))
    assert_allclose(information(both, both + left, both + right, n), mutual_information(table), rtol=1e-12)


def test_categories_that_must_meet_share_nothing_apart():
    assert information(0, 6, 6, 10) == 0


def pair_information(data):
    actual, predicted, size = data
    return PairInformation(LabelSets.of(range(size), [Sets.of(actual), Sets.of(predicted)]))


@given(label_sets(categories=(1, 6)))
def test_the_matrix_holds_every_pair(data):
    actual, predicted, size = data
    matrix = pair_information(data).matrix()
    for one in range(size):
        for other in range(size):
            said = [(one in a, other in p) for a, p in zip(actual, predicted, strict=True)]
            cells = (said.count(pair) for pair in ((True, True), (True, False), (False, True), (False, False)))
            table = two_by_two(*map(np.float64, cells))
            assert_allclose(matrix[one, other], mutual_information(table), atol=1e-12)


@pytest.mark.parametrize("held", [0, 10**9], ids=["found again", "held"])
@pytest.mark.parametrize("few", [1, 8])
@given(data=label_sets(items=(1, 30), categories=(2, 12)))
def test_few_pairs_lead_to_the_same_total_as_all(held, few, data):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rename, "HELD", held)
        patch.setattr(rename, "FEW", few)
        found = pair_information(data)
        best, dense = assign_sparse(found), assign(found.matrix())
    assert_allclose(best.total, dense.total, atol=1e-9)
    assert len(best.moved) == len(dense.moved)
    assert best.gap <= 1e-9


def scattered(size, items, seed):
    """Sets without any association, the hardest case for a search: most pairs never meet."""
    rng = np.random.default_rng(seed)
    rows = rng.zipf(1.5, (2, items, 3)) % size
    return rows[0].tolist(), rows[1].tolist(), size


@pytest.mark.parametrize("seed", range(3))
def test_pairs_that_never_meet_are_part_of_the_proof(seed):
    found = pair_information(scattered(150, 200, seed))
    told = []
    best = assign_sparse(found, report=told.append)
    assert_allclose(best.total, assign(found.matrix()).total, rtol=1e-9)
    assert best.certified
    assert best.rounds > 1
    assert told.count(1) == best.rounds
    met = sum(block.nnz for _, block in found._blocks())
    assert met < 150**2 / 4, "the example no longer has many pairs that never meet"


def test_an_unfinished_search_says_how_far_it_may_be_from_the_best():
    found = pair_information(scattered(150, 200, seed=1))
    best = assign(found.matrix()).total
    first = assign_sparse(found, rounds=1)
    assert not first.certified
    assert first.total <= best <= first.bound
