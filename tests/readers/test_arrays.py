"""Counting two columns of labels, whatever they come in."""

from __future__ import annotations

import re
from collections import Counter

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from informed import InputError, count, items
from informed.readers.arrays import kernel
from informed.readers.arrays.series import encode

LABELS = st.one_of(st.integers(0, 4), st.integers(-(2**40), 2**40), st.integers(2**63, 2**64 - 1))
SMALL = st.integers(0, 6)
PAIRS = st.lists(st.tuples(SMALL, SMALL), min_size=1, max_size=80)


def cells(counts):
    """The table as a dictionary of its occupied cells."""
    return {
        (actual, predicted): int(counts.table[row, column])
        for row, actual in enumerate(counts.labels)
        for column, predicted in enumerate(counts.labels_predicted)
        if counts.table[row, column]
    }


def columns(pairs):
    return tuple(map(list, zip(*pairs, strict=True)))


# --- every pair is counted, in whatever form --------------------------------------------------------------------------


@given(st.lists(st.tuples(LABELS, LABELS), min_size=1, max_size=60))
def test_the_table_counts_every_pair(pairs):
    counts = count(*columns(pairs))
    assert cells(counts) == Counter(pairs)
    assert list(counts.labels) == sorted({label for pair in pairs for label in pair})


@given(st.lists(st.tuples(st.text(max_size=3), st.text(max_size=3)), min_size=1, max_size=60))
def test_texts_are_counted_alike(pairs):
    assert cells(count(*columns(pairs))) == Counter(pairs)


ANY = st.sampled_from([0, 1, 2, True, False, None, 1.0])
HOW = st.fixed_dictionaries(
    {}, optional={"labels": st.just((2, 1, 0, 7)), "abstain": st.sampled_from([2, None]), "by": st.just(True)}
)


@given(st.lists(st.tuples(ANY, ANY), min_size=1, max_size=40), st.sampled_from(["raise", "drop", "unjudged"]), HOW)
def test_counts_are_the_tabulation_of_the_items(pairs, missing, how):
    actual, predicted = columns(pairs)
    how |= {"by": [place % 2 for place in range(len(pairs))]} if "by" in how else {}
    try:
        expected = items(actual, predicted, missing=missing, **how).counts()
    except InputError as error:
        with pytest.raises(InputError, match=re.escape(str(error))):
            count(actual, predicted, missing=missing, **how)
    else:
        assert count(actual, predicted, missing=missing, **how) == expected


def forms():
    """Ways to hold small whole numbers."""
    kinds = [
        "int8",
        "uint8",
        "int16",
        "uint16",
        "int32",
        "uint32",
        "int64",
        "uint64",
        "float16",
        "float64",
        ">i4",
        ">f8",
    ]
    forms = {kind: lambda values, kind=kind: np.array(values, kind) for kind in kinds}
    forms |= {
        "list": list,
        "tuple": tuple,
        "iterator": iter,
        "numpy scalars": lambda values: [np.int32(value) for value in values],
        "object array": lambda values: np.array(values, object),
        "column vector": lambda values: np.array(values)[:, None],
        "every other": lambda values: np.repeat(values, 2)[::2],
        "backwards": lambda values: np.array(values)[::-1][::-1],
        "read-only": lambda values: np.frombuffer(np.array(values, np.int64).tobytes(), np.int64),
        "one-hot": lambda values: np.eye(7, dtype=int)[values],
        "one-hot booleans": lambda values: np.eye(7, dtype=bool)[values],
    }
    return forms


@pytest.mark.parametrize("form", forms().values(), ids=forms())
@given(pairs=PAIRS)
def test_the_form_of_an_array_does_not_matter(form, pairs):
    actual, predicted = columns(pairs)
    assert count(form(actual), form(predicted)) == count(actual, predicted)


@given(PAIRS, st.randoms())
def test_order_does_not_matter(pairs, random):
    shuffled = random.sample(pairs, len(pairs))
    assert count(*columns(shuffled)) == count(*columns(pairs))


@pytest.mark.parametrize("adder", [lambda items: kernel._add, lambda items: kernel._Sparse()], ids=["numpy", "scipy"])
@given(pairs=PAIRS, chunk=st.integers(1, 9))
def test_neither_chunks_nor_the_adder_matter(adder, pairs, chunk):
    weights = np.arange(1, len(pairs) + 1) / 8  # sums of eighths are exact
    actual, predicted = columns(pairs)
    whole = count(actual, predicted, weights=weights, by=actual)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "CHUNK", chunk)
        patch.setattr(kernel, "_adder", adder)
        assert count(actual, predicted, weights=weights, by=actual) == whole
        assert count(np.array(actual, np.uint8), np.array(predicted, np.int8)) == count(actual, predicted)


@pytest.mark.parametrize("adder", [lambda items: kernel._add, lambda items: kernel._Sparse()], ids=["numpy", "scipy"])
@pytest.mark.parametrize("kind", ["int8", "int16", "int32", "int64"])
def test_negative_codes_never_reach_an_adder(adder, kind, monkeypatch):
    monkeypatch.setattr(kernel, "CHUNK", 4)
    monkeypatch.setattr(kernel, "_adder", adder)
    late = np.array([1, 0, 1, 0, 1, -1, np.iinfo(kind).min], kind)
    for columns in ([late, late], [late], [late, abs(late), late]):
        assert kernel.crosstab(columns, None, 2**22) is None


@given(PAIRS, st.lists(st.integers(0, 3), min_size=80, max_size=80))
def test_groups_add_up_to_the_whole(pairs, groups):
    actual, predicted = columns(pairs)
    by = groups[: len(pairs)]
    counts = count(actual, predicted, by=by)
    assert counts.groups == tuple((group,) for group in sorted(set(by)))
    assert counts.pooled() == count(actual, predicted)
    for group in set(by):
        alone = count(*columns([pair for pair, at in zip(pairs, by, strict=True) if at == group]), labels=counts.labels)
        assert counts.group(group).table.tolist() == alone.table.tolist()


@given(PAIRS, st.lists(st.integers(0, 5), min_size=80, max_size=80))
def test_frequencies_are_repetitions(pairs, times):
    times = [max(time, place == 0) for place, time in enumerate(times[: len(pairs)])]
    repeated = [pair for pair, time in zip(pairs, times, strict=True) for _ in range(time)]
    assert count(*columns(pairs), weights=times, weight_kind="frequency") == count(*columns(repeated))


@given(PAIRS)
def test_weights_of_one_count(pairs):
    weighted = count(*columns(pairs), weights=np.ones(len(pairs)))
    plain = count(*columns(pairs))
    for table in (weighted.table, weighted.items, weighted.squares):
        assert table.tolist() == plain.table.tolist()


def test_weights_are_summed_and_squared():
    counts = count(["a", "a", "b"], ["a", "a", "a"], weights=[0.5, 1.5, 0.25])
    assert counts.table.tolist() == [[2.0, 0.0], [0.25, 0.0]]
    assert counts.squares.tolist() == [[2.5, 0.0], [0.0625, 0.0]]
    assert (counts.items.tolist(), counts.n) == ([[2, 0], [1, 0]], 3)


# --- every row has one fate -------------------------------------------------------------------------------------------

MAYBE = st.sampled_from(["a", "b", "?", None])


@given(st.lists(st.tuples(MAYBE, MAYBE, st.sampled_from(["x", None])), min_size=1, max_size=40))
def test_rows_add_up(rows):
    rows.append(("a", "a", "x"))
    actual, predicted, by = columns(rows)
    counts = count(actual, predicted, by=by, abstain="?", missing="drop")
    assert counts.rows_read == len(rows)
    assert counts.missing == sum(None in row for row in rows)
    assert int(counts.abstained.sum()) == sum(None not in row and row[1] == "?" for row in rows)


def test_unjudged_items_are_counted_per_predicted_label():
    counts = count(["a", "b", None, None], ["a", "b", "b", "c"], missing="unjudged")
    assert counts.labels == ("a", "b", "c")
    assert (counts.n, counts.unjudged.tolist(), counts.rows_read) == (2, [0, 1, 1], 4)


def test_abstentions_are_counted_per_actual_label():
    counts = count([1, 1, 2, 2], [1, -1, -1, -2], abstain=[-1, -2])
    assert counts.labels == (1, 2)
    assert (counts.table.tolist(), counts.abstained.tolist()) == ([[1, 0], [0, 0]], [1, 2])


def test_a_predictor_that_always_abstains_is_counted():
    counts = count([1, 2, 2], [0, 0, 0], abstain=0)
    assert (counts.labels, counts.abstained.tolist(), counts.rows_read) == ((1, 2), [1, 2], 3)


def test_a_missing_prediction_can_be_an_abstention():
    counts = count(["a", "b"], ["a", None], abstain=[None])
    assert counts.abstained.tolist() == [0, 1]
    assert counts.rows_read == 2


# --- labels -----------------------------------------------------------------------------------------------------------


def test_labels_are_ordered_and_added_on_request():
    counts = count(["b", "a"], ["a", "a"], labels=["c", "b", "a"])
    assert counts.labels == ("c", "b", "a")
    assert counts.table.tolist() == [[0, 0, 0], [0, 0, 1], [0, 0, 1]]


def test_booleans_stay_booleans():
    counts = count([True, False], np.array([True, True]))
    assert [type(label) for label in counts.labels] == [bool, bool]


def test_booleans_beside_integers_are_integers_and_noted():
    counts = count([True, False, True], [1, 0, 0])
    assert [type(label) for label in counts.labels] == [int, int]
    assert counts.table.tolist() == [[1, 0], [1, 1]]
    assert any("True as 1" in note for note in counts.notes)


def test_negative_zero_is_zero():
    assert count([-0.0, 0.0, 1.0], [0, 0, 1]).labels == (0, 1)


def test_look_alikes_are_noted():
    notes = count(["caf\u00e9", "cafe\u0301"], ["x", "x "]).notes
    assert len(notes) == 2
    assert all("Unicode" in note for note in notes)


def test_dates_become_texts():
    days = np.array(["2024-05-01", "2024-05-02"], "datetime64[D]")
    assert count(days, days).labels == ("2024-05-01", "2024-05-02")


def test_bytes_become_texts():
    assert count(np.array([b"a", b"b"]), ["a", "b"]).labels == ("a", "b")


def test_categories_are_labels_in_their_order():
    pandas = pytest.importorskip("pandas")
    levels = ["low", "middle", "high"]
    actual = pandas.Series(pandas.Categorical(["high", "low", "low"], categories=levels))
    counts = count(actual, pandas.Categorical(["low", "low", "high"], categories=levels))
    assert counts.labels == ("low", "middle", "high")
    assert counts.table.tolist() == [[1, 0, 1], [0, 0, 0], [1, 0, 0]]
    assert any("'middle'" in note for note in counts.notes)


@pytest.mark.parametrize("kind", ["int8", "int16", "int32", "int64", "uint8", "uint64"])
@pytest.mark.parametrize("span", [1, 2, 200, 255])
def test_integers_at_the_ends_of_their_range(kind, span):
    ends = np.iinfo(kind)
    low = max(ends.min, ends.max - span)
    for start in (ends.min, low):
        values = np.array([start, start + span] * 200, kind)
        counts = count(values, values[::-1])
        assert counts.labels == (start, start + span)
        assert counts.table.tolist() == [[0, 200], [200, 0]]
        assert count(values, values, by=values).table.sum() == 400


def test_a_sparse_table_of_unsigned_integers_is_exact():
    values = np.arange(3_000, dtype=np.uint64)
    counts = count(values % 7, values % 7, by=[values, values[::-1]])
    assert counts.table.sum() == 3_000


def test_ten_thousand_labels_far_apart():
    actual = np.arange(2_000) * 10**12
    counts = count(actual, actual[::-1])
    assert len(counts.labels) == 2_000
    assert (counts.table.sum(), counts.table.trace()) == (2_000, 0)


def test_a_million_groups_stay_sparse():
    items = np.arange(100_000) * 10**9
    counts = count(items % 2, items % 2, by=items)
    assert counts.table.shape == (100_000, 1, 1)


# --- other ways in ----------------------------------------------------------------------------------------------------


def test_two_columns_at_once():
    pairs = [(0, 1), (1, 1), (1, 0)]
    assert count(pairs) == count(np.array(pairs)) == count([0, 1, 1], [1, 1, 0])


def test_named_columns_of_a_dictionary_and_of_records():
    data = {"y": [0, 1, 1], "p": [1, 1, 0], "w": [1.5, 1.0, 1.0], "site": ["a", "b", "b"]}
    records = np.array(list(zip(*data.values(), strict=True)), "i8,i8,f8,U1")
    records.dtype.names = tuple(data)
    wanted = {"actual": "y", "predicted": "p", "weights": "w", "by": "site"}
    assert count(data, **wanted) == count(records, **wanted)


@pytest.mark.parametrize("form", [list, np.array, iter], ids=["list", "array", "iterator"])
def test_groups_may_have_fractions(form):
    assert count([0, 1, 1], [0, 1, 0], by=form([0.5, 0.25, 0.5])).groups == ((0.25,), (0.5,))


def test_groups_can_be_named():
    single, several = count([0, 1], [0, 1], by={"site": [1, 2]}), count([0, 1], [0, 1], by=[["a", "b"], [1, 2]])
    assert single.by == ("site",)
    assert several.by == ("group 1", "group 2")
    assert several.groups == (("a", 1), ("b", 2))


def test_series_of_one_engine_are_counted_there():
    polars, pyarrow = pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    actual, predicted, weights = ["a", "b", None], ["b", "b", "a"], [0.5, 2.5, 1.0]
    expected = count(actual, predicted, weights=weights, missing="drop")
    for series in (polars.Series, lambda values: pyarrow.chunked_array([values]), pyarrow.array):
        counts = count(series(actual), series(predicted), weights=series(weights), missing="drop")
        assert counts == expected


# --- encoding ---------------------------------------------------------------------------------------------------------


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


@given(st.lists(st.tuples(LABELS, LABELS, LABELS), min_size=1, max_size=40))
def test_codes_lead_back_to_the_labels(rows):
    encoded = encode(*columns(rows))
    assert [[encoded.labels[code] for code in codes] for codes in encoded.codes] == list(columns(rows))
