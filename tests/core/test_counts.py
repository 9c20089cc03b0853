"""Counts: making, merging, turning and saving them, and what is refused."""

import json

import numpy as np
import pytest
from hypothesis import given
from numpy.testing import assert_allclose, assert_array_equal

from informed import Counts, InputError
from strategies import tables

WEATHER = Counts([[100, 10, 1], [5, 20, 6], [0, 3, 2]], labels=["sun", "rain", "hurricane"])
BY_SITE = Counts(
    [[[3, 1], [0, 2]], [[4, 0], [1, 5]]],
    labels=["+", "-"],
    by=("site",),
    groups=(("north",), ("south",)),
    abstained=[[1, 0], [0, 2]],
    missing=3,
)
WEIGHTED = Counts(
    [[2.5, 1.0, 0], [0.5, 3.5, 0], [0, 1, 2]],
    labels=["a", "b", "c"],
    items=[[2, 1, 0], [1, 3, 0], [0, 1, 2]],
    squares=[[3.25, 1.0, 0], [0.25, 4.25, 0], [0, 1, 2]],
)


# --- making ----------------------------------------------------------------------------------------------------------


def test_rows_are_actual_unless_said_otherwise():
    """Powers prints predictions in rows: Table 2 case 1 is [[30, 12], [30, 28]] there."""
    counts = Counts([[30, 12], [30, 28]], rows="predicted", labels=["+", "-"])
    assert counts == Counts.binary(tp=30, fp=12, fn=30, tn=28)
    assert_array_equal(counts.table, [[30, 30], [12, 28]])


def test_letters_of_powers():
    assert Counts.binary(a=30, b=12, c=30, d=28) == Counts.binary(tp=30, fp=12, fn=30, tn=28)


def test_labels_are_numbered_when_not_given():
    assert Counts([[1, 2], [3, 4]]).labels == (0, 1)
    wide = Counts([[1, 2, 3], [4, 5, 6]], labels=["a", "b"])
    assert wide.labels_predicted == (0, 1, 2)
    assert not wide.square


def test_whole_floats_are_counts():
    counts = Counts([[3.0, 1.0], [2.0, 4.0]])
    assert counts.table.dtype == np.int64
    assert counts.n == 10


def test_proportions_have_no_size_unless_it_is_given():
    shares = [[0.3, 0.3], [0.12, 0.28]]
    assert Counts(shares).n is None
    assert Counts(shares).rows_read is None
    with_n = Counts(shares, n=100)
    assert with_n.n == 100
    assert_allclose(with_n.table, [[30, 30], [12, 28]])


def test_a_share_of_one_is_still_a_share():
    assert_array_equal(Counts([[1.0, 0.0], [0.0, 0.0]], n=50).table, [[50, 0], [0, 0]])


def test_size_and_rows_read():
    assert WEATHER.n == WEATHER.total == WEATHER.rows_read == 147
    assert BY_SITE.n == 16
    assert BY_SITE.rows_read == 16 + 3 + 3
    assert WEIGHTED.n == 10
    assert WEIGHTED.total == 10.5
    assert WEIGHTED.weighted


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ([[1, 2], [3]], r"different lengths \[1, 2\]"),
        ([1, 2, 3], "rectangular table of numbers"),
        ([["a", "b"], ["c", "d"]], "rectangular table of numbers"),
        ([[1, 2], [3, -4]], r"actual 1, predicted 1 holds -4; counts must be finite and >= 0"),
        ([[1, np.nan], [3, 4]], "actual 0, predicted 1 holds nan"),
        ([[1, 2], [np.inf, 4]], "actual 1, predicted 0 holds inf"),
        ([[0, 0], [0, 0]], "table is empty"),
        (np.zeros((0, 2)), "at least one class on each axis"),
        (np.full((2, 2), 2**63, dtype=np.uint64), "64-bit"),
        (np.full((2, 2), 2**62), "64-bit"),
        (np.ones((3, 2, 2)), r"batch axes \(3,\) for 0 groups"),
        (np.broadcast_to(1, (10_001, 10_001)), "merge or drop rare labels"),
    ],
)
def test_bad_tables(table, message):
    with pytest.raises(InputError, match=message):
        Counts(table)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"labels": ["a"]}, "labels: 1 names for 2 classes"),
        ({"labels": ["a", "a"]}, "duplicate label 'a'"),
        ({"labels": ["a", "b"], "labels_predicted": ["a"]}, "labels_predicted: 1 names for 2 classes"),
        ({"rows": "truth"}, "rows='truth' is not one of actual, predicted"),
        ({"n": 11}, "n=11, but the table counts 10 items"),
    ],
)
def test_bad_arguments(arguments, message):
    with pytest.raises(InputError, match=message):
        Counts([[1, 2], [3, 4]], **arguments)


@pytest.mark.parametrize("cells", [{"tp": 1, "fp": 2}, {"tp": 1, "fp": 2, "fn": 3, "tn": 4, "a": 1}, {}])
def test_named_cells_are_all_or_none(cells):
    with pytest.raises(InputError, match="all four"):
        Counts.binary(**cells)


# --- merging ---------------------------------------------------------------------------------------------------------


@given(table=tables(batch=((3,),), most=10**12))
def test_merging_is_adding_in_any_order(table):  # law 22
    one, two, three = (Counts(each) for each in table)
    assert (one + two) + three == one + (two + three) == three + one + two
    assert_array_equal((one + two + three).table, table.sum(0))
    assert (one + two).n == one.n + two.n


def test_groups_that_one_part_lacks_are_empty_there():
    other = Counts([[[1, 1], [1, 1]]], labels=["+", "-"], by=("site",), groups=(("east",),))
    both = BY_SITE + other
    assert both.groups == (other + BY_SITE).groups == (("east",), ("north",), ("south",))
    assert_array_equal(both.group("east").table, [[1, 1], [1, 1]])
    assert_array_equal(both.group("north").table, [[3, 1], [0, 2]])
    assert_array_equal(both.abstained, [[0, 0], [1, 0], [0, 2]])
    assert both.missing == 3


def test_weights_merge_with_what_was_counted():
    twice = WEIGHTED + WEIGHTED
    assert twice.n == 20
    assert_array_equal(twice.items, 2 * WEIGHTED.items)
    assert_array_equal(twice.squares, 2 * WEIGHTED.squares)


def test_different_labels_merge_only_when_asked():
    other = Counts([[7, 0], [1, 2]], labels=["rain", "snow"])
    with pytest.raises(InputError, match=r"'snow' is only in one; use a.union\(b\)"):
        WEATHER + other
    union = WEATHER.union(other)
    assert union.labels == ("sun", "rain", "hurricane", "snow")
    assert_array_equal(union.table, [[100, 10, 1, 0], [5, 27, 6, 0], [0, 3, 2, 0], [0, 1, 0, 2]])


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (Counts([[1, 1, 0], [1, 1, 0], [0, 0, 1]], labels=["a", "b", "c"]), "weighted"),
        (BY_SITE, "different labels"),
    ],
)
def test_what_cannot_be_merged(other, message):
    with pytest.raises(InputError, match=message):
        WEIGHTED + other


def test_grouped_and_ungrouped_are_not_merged():
    with pytest.raises(InputError, match="grouped by"):
        BY_SITE + BY_SITE.pooled()


# --- views -----------------------------------------------------------------------------------------------------------


def test_groups():
    assert_array_equal(BY_SITE.group("south").table, [[4, 0], [1, 5]])
    assert_array_equal(BY_SITE.group("south").abstained, [0, 2])
    assert_array_equal(BY_SITE.pooled().table, [[7, 1], [1, 7]])
    with pytest.raises(InputError, match="does not occur"):
        BY_SITE.group("west")


def test_relabelling_merges_and_permutes():
    merged = WEATHER.relabel({"rain": "wet", "hurricane": "wet"})
    assert merged.labels == ("sun", "wet")
    assert_array_equal(merged.table, [[100, 11], [5, 31]])
    swapped = WEATHER.relabel({"sun": "rain", "rain": "sun"}, axis="predicted")
    assert swapped.labels == swapped.labels_predicted == ("sun", "rain", "hurricane")
    assert_array_equal(swapped.table, WEATHER.table[:, [1, 0, 2]])
    with pytest.raises(InputError, match="'snow' is not a label"):
        WEATHER.relabel({"snow": "wet"})


def test_aligning_adds_labels_but_loses_none():
    wider = WEATHER.aligned(["hurricane", "snow", "sun", "rain"])
    assert_array_equal(wider.table[0], [2, 0, 0, 3])
    with pytest.raises(InputError, match="'hurricane' occurs in the data but is missing"):
        WEATHER.aligned(["sun", "rain"])


def test_dual_exchanges_everything():
    turned = Counts(
        [[1, 2, 3], [4, 5, 6]], labels=["a", "b"], labels_predicted=["x", "y", "z"], abstained=[7, 8]
    ).dual()
    assert_array_equal(turned.table, [[1, 4], [2, 5], [3, 6]])
    assert turned.labels == ("x", "y", "z")
    assert turned.abstained is None
    assert_array_equal(turned.unjudged, [7, 8])


def test_dual_of_groups():
    turned = BY_SITE.dual()
    assert_array_equal(turned.table, np.swapaxes(BY_SITE.table, 1, 2))
    assert_array_equal(turned.unjudged, BY_SITE.abstained)
    assert turned.dual() == BY_SITE


def test_inverse_and_positive():
    counts = Counts.binary(tp=30, fp=12, fn=30, tn=28)
    assert_array_equal(counts.inverse().table, [[28, 12], [30, 30]])
    assert counts.positive_first("-") == counts.inverse()
    assert counts.positive_first("+") is counts
    with pytest.raises(InputError, match=r"positive='\?' is not a label"):
        counts.positive_first("?")
    with pytest.raises(InputError, match=r"3 labels, and a positive class needs two; .*recall"):
        WEATHER.positive_first("rain")


def test_one_label_against_the_rest():
    rain = WEATHER.one_vs_rest("rain")
    assert rain.labels == ("rain", "rest")
    assert_array_equal(rain.table, [[20, 11], [13, 103]])
    assert rain.n == 147


def test_every_label_against_the_rest():
    labels = WEATHER.one_vs_rest()
    assert labels.by == ("label",)
    assert_array_equal(labels.group("sun").table, [[100, 11], [5, 31]])
    assert labels.group("hurricane").n == 147


def test_one_vs_rest_keeps_weights_groups_and_abstentions():
    split = WEIGHTED.one_vs_rest("b")
    assert split.n == WEIGHTED.n
    assert_array_equal(split.table, [[3.5, 0.5], [2, 4.5]])
    assert_array_equal(split.items, [[3, 1], [2, 4]])
    assert_array_equal(split.squares, [[4.25, 0.25], [2, 5.25]])
    by_site = BY_SITE.one_vs_rest("-")
    assert_array_equal(by_site.group("south").table, [[5, 1], [0, 4]])
    assert_array_equal(by_site.abstained, [[0, 1], [2, 0]])
    with pytest.raises(InputError, match="needs a label"):
        BY_SITE.one_vs_rest()


def test_a_label_called_rest():
    assert Counts([[1, 2], [3, 4]], labels=["rest", "work"]).one_vs_rest("rest").labels == ("rest", "others")


def test_one_vs_rest_needs_matching_labels():
    with pytest.raises(InputError, match="same labels on both axes"):
        Counts([[1, 2], [3, 4]], labels=["a", "b"], labels_predicted=["x", "y"]).one_vs_rest("a")


def test_expected_and_normalized():
    counts = Counts.binary(tp=30, fp=12, fn=30, tn=28)
    assert_allclose(counts.expected().table, [[25.2, 34.8], [16.8, 23.2]])
    assert counts.expected().n == 100
    assert_allclose(counts.normalized().table, [[0.3, 0.3], [0.12, 0.28]])
    assert counts.normalized().n is None
    assert_allclose(WEIGHTED.expected().total, WEIGHTED.total)


# --- saving ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("counts", [WEATHER, BY_SITE, WEIGHTED, Counts([[0.1, 0.2], [0.3, 0.4]])], ids=repr)
def test_saved_counts_come_back_exactly(counts):
    again = Counts.from_json(counts.to_json())
    assert again == counts
    assert again.to_json() == counts.to_json()


def test_labels_are_native_in_json():
    saved = json.loads(Counts([[1, 2], [3, 4]], labels=np.array([True, False])).to_json())
    assert saved["labels"] == [True, False]
    assert saved["rows"] == "actual"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "not saved counts"),
        ("[1, 2]", "not saved counts"),
        ("{", "not valid JSON"),
        ('{"kind": "counts", "tabel": [[1]]}', "did you mean 'table'"),
        ('{"kind": "counts", "table": [[1]]}', "version None, this program reads 1"),
        ('{"kind": "counts", "version": 1, "table": [[NaN]]}', "NaN is no number in JSON"),
    ],
)
def test_what_was_not_saved_by_us(text, message):
    with pytest.raises(InputError, match=message):
        Counts.from_json(text)


def test_equal_counts_are_equal_and_print_what_they_are():
    assert Counts([[1, 2], [3, 4]]) == Counts([[1.0, 2.0], [3.0, 4.0]])
    assert Counts([[1, 2], [3, 4]]) != Counts([[1, 2], [3, 5]])
    assert Counts([[1, 2], [3, 4]]) != "counts"
    assert repr(WEATHER) == "Counts(3 x 3, actual x predicted, 147 items, labels ['sun', 'rain', 'hurricane'])"
    assert "unknown number of items" in repr(Counts([[0.5, 0.5]], labels=["a"]))
