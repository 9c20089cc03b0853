"""Bad input is refused in words: the argument, the place, the value and the remedy (or accepted, and noted)."""

from __future__ import annotations

import re

import numpy as np
import pytest

from informed import Counts, InputError, count

NAN, INF = float("nan"), float("inf")


def arrays(*rows):
    """An object array whose items are arrays."""
    made = np.empty(len(rows), object)
    made[:] = [np.array(row) for row in rows]
    return made


BAD = {
    "lengths": (([1, 0, 1], [1, 0]), {}, "actual has 3 items, predicted has 2"),
    "empty": (([], []), {}, "actual is empty"),
    "none": ((["a", None], ["a", "b"]), {}, r"actual\[1\] is missing .*missing='drop'"),
    "none predicted": ((["a", "b", "b"], ["a", "b", None]), {}, r"predicted\[2\] is missing .*missing='drop'"),
    "nan": (([1.0, NAN], [1, 2]), {}, r"actual\[1\] is missing .*missing='drop'"),
    "nan among texts": ((["a", NAN], ["a", "b"]), {}, r"actual\[1\] is missing"),
    "infinity": (([1.0, INF], [1, 2]), {}, r"actual\[1\] is inf; a label must be finite"),
    "infinity as object": (([1, INF, None], [1, 2, 1]), {"missing": "drop"}, r"inf; a label must be finite"),
    "date gap": ((np.array(["2024-05-01", "NaT"], "M8[D]"), [1, 2]), {}, r"actual\[1\] is missing"),
    "texts beside numbers": ((["1", "2"], [1, 2]), {}, r"mix text and numbers \(1 beside '1'\); convert"),
    "texts among numbers": ((["1", 1], [1, 1]), {}, r"mix text and numbers \(1 beside '1'\)"),
    "fractions": (([1, 0], [0.7, 0.2]), {}, r"predicted\[0\] is 0.7: looks like scores; did you mean informed.sweep"),
    "a text among lists": (([[], ""], [1, 1]), {}, r"actual\[1\] is '', actual\[0\] has length 0"),
    "lists within lists": (([[1, [2]], [3, 4]], [1, 1]), {}, r"actual\[0\] is \[1, \[2\]\]; a label must be a text"),
    "a list among numbers": (
        ([1, []], [1, 1]),
        {},
        r"actual\[1\] is \[\]; a label must be a text, a number or a frozenset",
    ),
    "fractions among gaps": (([1, 0], [0.7, None]), {"missing": "drop"}, "0.7: looks like scores"),
    "probabilities": (
        ([1, 0], [[0.2, 0.8], [0.6, 0.4]]),
        {},
        r"predicted has shape \(2, 2\) and looks like prob.*argmax",
    ),
    "two hot": (([1, 0], [[1, 1], [0, 1]]), {}, r"predicted has shape \(2, 2\); give one label for each item"),
    "cube": ((np.zeros((2, 2, 2)), [1, 0]), {}, r"actual has shape \(2, 2, 2\)"),
    "ragged": (([[1], [1, 0]], [1, 0]), {}, r"actual\[1\] is \[1, 0\], actual\[0\] has length 1"),
    "arrays inside": (
        (arrays([1], [1, 0]), [1, 0]),
        {},
        r"actual\[0\] is array.*a label must be a text, a number or a frozenset",
    ),
    "lists inside": ((["a", ["b"]], ["a", "b"]), {}, r"actual\[1\] is \['b'\]; a label must be"),
    "complex": ((np.array([1j]), [1]), {}, "actual has dtype complex128"),
    "one text": (("abc", "abc"), {}, "actual='abc' is one value"),
    "one number": ((1, 1), {}, "actual=1 is one value"),
    "labels twice": ((["a"], ["a"]), {"labels": ["a", "b", "a"]}, r"duplicate label 'a' \(again at position 2\)"),
    "labels lack one": ((["a"], ["b"]), {"labels": ["a"]}, r"'b' occurs in the data but not among 'a'; add it"),
    "labels one text": ((["a"], ["b"]), {"labels": "ab"}, r"labels='ab' is one text"),
    "labels of another kind": (([0, 1], [0, 1]), {"labels": ["0", "1"]}, "mix text and numbers"),
    "negative weight": (
        ([1, 0], [1, 0]),
        {"weights": [1, -2]},
        r"weights\[1\] is -2.0; weights must be finite and >= 0",
    ),
    "infinite weight": (([1, 0], [1, 0]), {"weights": [INF, 1]}, r"weights\[0\] is inf"),
    "nan weight": (([1, 0], [1, 0]), {"weights": [1, NAN]}, r"weights\[1\] is missing; use missing='drop'"),
    "zero weights": (([1, 0], [1, 0]), {"weights": [0, 0]}, "weights are all 0"),
    "weight length": (([1, 0], [1, 0]), {"weights": [1]}, r"weights has shape \(1,\) for 2 items"),
    "weight text": (([1, 0], [1, 0]), {"weights": ["a", "b"]}, "weights must be real numbers"),
    "weight kind": (([1, 0], [1, 0]), {"weight_kind": "freq"}, "did you mean 'frequency'"),
    "fractional frequency": (
        ([1, 0], [1, 0]),
        {"weights": [1, 1.5], "weight_kind": "frequency"},
        r"weights\[1\] is 1.5; frequencies are whole numbers",
    ),
    "missing kind": (([1, 0], [1, 0]), {"missing": "omit"}, "missing='omit' is not one of raise, drop, unjudged"),
    "group length": (([1, 0], [1, 0]), {"by": [1]}, "group has 1"),
    "group gap": (([1, 0], [1, 0]), {"by": ["a", None]}, r"group\[1\] is missing"),
    "group mixture": (([1, 0], [1, 0]), {"by": ["a", 1]}, "mix text and numbers"),
    "all missing": (([None], [1]), {"missing": "drop"}, r"no item has both .* \(1 missing\)"),
    "no prediction": (([1, 0],), {}, "predicted is missing: give actual and predicted"),
    "a column without a frame": (([1, 0], [1, 0]), {"weights": "w"}, "weights='w' names a column of a frame"),
    "another name": (([1, 0], [1, 0]), {"weight": "w"}, "no argument weight=; did you mean weights="),
    "too many labels": ((range(20_000), range(20_000)), {}, r"20,000 labels make a table of more than .* cells"),
}


@pytest.mark.parametrize(("columns", "options", "message"), BAD.values(), ids=BAD)
def test_refused(columns, options, message):
    with pytest.raises(InputError, match=message):
        count(*columns, **options)


def test_gaps_of_pandas_are_missing():
    pandas = pytest.importorskip("pandas")
    for gap in (pandas.NA, pandas.NaT, None, NAN):
        with pytest.raises(InputError, match=r"actual\[1\] is missing"):
            count(["a", gap], ["a", "b"])


def test_series_with_different_indexes():
    pandas = pytest.importorskip("pandas")
    actual, predicted = pandas.Series([1, 0, 1]), pandas.Series([1, 0, 1], index=[0, 2, 1])
    with pytest.raises(InputError, match=r"different indexes \(at position 1: 1 and 2\); align them"):
        count(actual, predicted)
    assert count(actual, predicted.to_numpy()).n == 3
    with pytest.raises(InputError, match="different indexes"):
        count(actual, actual, weights=predicted)


def test_an_iterator_is_read_once():
    assert count(iter("ab"), (label for label in "ab")).table.tolist() == [[1, 0], [0, 1]]


def test_whole_weights_are_taken_as_sampling_weights_and_noted():
    assert any("weight_kind='frequency'" in note for note in count([1, 0], [1, 0], weights=[3, 2]).notes)
    assert not count([1, 0], [1, 0], weights=[0.5, 2.5]).notes


def test_counts_beyond_32_bits_are_exact():
    counts = count(["a", "b"], ["a", "a"], weights=[2**40 + 1, 2**41 + 1], weight_kind="frequency")
    assert counts.table.tolist() == [[2**40 + 1, 0], [2**41 + 1, 0]]


# --- tables given as they are -----------------------------------------------------------------------------------------

TABLES = {
    "negative": ([[1, -2], [3, 4]], r"actual 0, predicted 1 holds -2; counts must be finite and >= 0"),
    "nan": ([[1, NAN], [3, 4]], "holds nan"),
    "infinite": ([[1, INF], [3, 4]], "holds inf"),
    "zero": ([[0, 0], [0, 0]], "every count is 0"),
    "ragged": ([[1, 2], [3]], r"rows have different lengths \[1, 2\]"),
    "texts": ([["a", "b"]], "must be a rectangular table of numbers"),
    "flat": ([1, 2], "must be a rectangular table of numbers"),
    "no class": (np.zeros((0, 2)), "at least one class"),
    "unsigned": (np.array([[2**63, 0], [0, 1]], np.uint64), re.escape(str(2**63))),
}


@pytest.mark.parametrize(("table", "message"), TABLES.values(), ids=TABLES)
def test_tables_refused(table, message):
    with pytest.raises(InputError, match=message):
        Counts(table)


def test_the_memory_of_a_table_is_guarded():
    with pytest.raises(InputError, match="more than 100,000,000 cells"):
        Counts(np.broadcast_to(np.int8(1), (10_001, 10_001)))


def test_labels_must_fit_the_table():
    with pytest.raises(InputError, match="3 names for 2 classes"):
        Counts([[1, 2], [3, 4]], labels=("a", "b", "c"))


def test_orientation_is_said_not_guessed():
    assert Counts([[1, 2], [3, 4]], rows="predicted").table.tolist() == [[1, 3], [2, 4]]
    with pytest.raises(InputError, match="rows='columns' is not one of actual, predicted"):
        Counts([[1, 2], [3, 4]], rows="columns")


def test_a_positive_label_must_be_one_of_two():
    counts = Counts([[1, 2], [3, 4]], labels=("a", "b"))
    with pytest.raises(InputError, match="positive='c' is not a label"):
        counts.positive_first("c")
    with pytest.raises(InputError, match="a positive class needs two"):
        Counts(np.eye(3, dtype=int)).positive_first(0)


def test_counts_over_different_labels_merge_only_on_request():
    left, right = count(["a", "b"], ["a", "b"]), count(["a", "c"], ["a", "c"])
    with pytest.raises(InputError, match=r"different labels.*union"):
        left + right
    assert left.union(right).table.tolist() == [[2, 0, 0], [0, 1, 0], [0, 0, 1]]
