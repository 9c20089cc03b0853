"""Label sets: exact merging, and tables that plain counting gives too."""

import numpy as np
import pytest
from hypothesis import given
from numpy.testing import assert_array_equal
from sklearn.metrics import multilabel_confusion_matrix

from informed import InputError, LabelSets
from informed.core import labelsets, sets
from informed.core.sets import Sets, kinds
from strategies import label_sets


def of(actual, predicted, size):
    return LabelSets.of(range(size), [Sets.of(actual), Sets.of(predicted)])


def indicators(rows, size):
    return np.asarray([[label in row for label in range(size)] for row in rows], int).reshape(len(rows), size)


def items(sets):
    """Every item as a pair of frozen sets, whatever the order."""
    rows = zip(sets.actual.lists(), sets.predicted.lists(), sets.counts, strict=True)
    return sorted((tuple(a), tuple(p)) for a, p, times in rows for _ in range(times))


@given(label_sets())
def test_rows_are_distinct_and_every_item_is_kept(data):
    actual, predicted, _ = data
    sets = of(*data)
    assert items(sets) == sorted((tuple(sorted(a)), tuple(sorted(p))) for a, p in zip(actual, predicted, strict=True))
    assert len(set(items(sets))) == len(sets.counts)


@given(label_sets())
def test_tables_are_those_of_scikit_learn(data):
    actual, predicted, size = data
    truth, guess = indicators(actual, size), indicators(predicted, size)
    theirs = multilabel_confusion_matrix(truth, guess, labels=range(size)) if size > 1 else None
    mine = of(*data).tables()
    if theirs is not None:
        assert_array_equal(mine, theirs[:, ::-1, ::-1])
    assert_array_equal(mine.sum((-2, -1)), len(actual))


@given(label_sets())
def test_object_tables_count_categories(data):
    sets = of(*data)
    for table, a, p in zip(sets.object_tables(), sets.actual.lists(), sets.predicted.lists(), strict=True):
        both = len(set(a) & set(p))
        assert_array_equal(table, [[both, len(a) - both], [len(p) - both, data[2] - len(set(a) | set(p))]])


@given(label_sets())
def test_cooccurrences_are_the_product_of_the_indicators_however_they_are_cut(data):
    actual, predicted, size = data
    whole = indicators(actual, size).T @ indicators(predicted, size)
    for block in (1, 4, 2**24):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(labelsets, "BLOCK", block)
            found = np.zeros((size, size))
            for first, part in of(*data).cooccurrences():
                found[first : first + part.shape[0]] += part.toarray()
        assert_array_equal(found, whole)


@given(label_sets(categories=(4, 4)), label_sets(categories=(4, 4)), label_sets(categories=(4, 4)))
def test_merging_is_exact_in_any_order(first, second, third):
    one, two, three = of(*first), of(*second), of(*third)
    assert one + two == two + one
    assert (one + two) + three == one + (two + three)
    assert one + two == of(first[0] + second[0], first[1] + second[1], 4)


@given(label_sets())
def test_saved_and_read_back(data):
    sets = of(*data)
    assert LabelSets.from_json(sets.to_json()) == sets


@given(label_sets())
def test_dual_exchanges_the_cells(data):
    sets = of(*data)
    assert_array_equal(sets.dual().tables(), np.swapaxes(sets.tables(), -1, -2))


def test_other_counts_give_a_batch_of_tables():
    sets = of([{0}, {1}, {0, 1}], [{0}, {0}, {1}], 2)
    counts = np.asarray([[3, 0, 2], [1, 1, 1]])
    batch = sets.tables(counts)
    for row, table in zip(counts, batch, strict=True):
        rows = np.repeat(np.arange(3), row)
        again = LabelSets.of(range(2), [side.take(rows) for side in sets.sides])
        assert_array_equal(table, again.tables())


def test_union_is_over_all_labels():
    one = LabelSets.of(["a"], [Sets.of([[0]]), Sets.of([[0]])])
    two = LabelSets.of(["b", "a"], [Sets.of([[0], [0, 1]]), Sets.of([[1], [1]])])
    with pytest.raises(InputError, match=r"'b' is only in one; use a.union\(b\)"):
        one + two
    both = one.union(two)
    assert both.labels == ("a", "b")
    assert items(both) == [((0,), (0,)), ((0, 1), (0,)), ((1,), (0,))]


def test_a_label_in_use_cannot_be_left_out():
    sets = LabelSets.of(["a", "b"], [Sets.of([[0, 1]]), Sets.of([[0]])])
    with pytest.raises(InputError, match="'b' occurs in the data"):
        sets.aligned(["a"])


def test_a_collision_of_fingerprints_costs_nothing(monkeypatch):
    rows = [[0], [1], [0, 1], [1]]
    honest = kinds([Sets.of(rows)])
    mixed = sets._fingerprints
    monkeypatch.setattr(
        sets, "_fingerprints", lambda sides, salt: 0 * mixed(sides, salt) if salt == 0 else mixed(sides, salt)
    )
    assert len(kinds([Sets.of(rows)])[0]) == len(honest[0]) == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"counts": [1]}, "actual has 2 rows for 1 counts"),
        ({"systems": ("one", "two")}, "2 names for 1 predicted sides; name each"),
        ({"labels": ("a",)}, "codes outside 0..0"),
        ({"counts": [0, 0]}, "there are no items"),
    ],
)
def test_what_does_not_fit_is_refused(arguments, message):
    side = Sets.of([[0], [1]])
    with pytest.raises(InputError, match=message):
        LabelSets(**{"labels": ("a", "b"), "sides": (side, side), "counts": [1, 1], **arguments})


def test_not_saved_label_sets():
    with pytest.raises(InputError, match="not saved label sets"):
        LabelSets.from_dict({"kind": "counts"})
