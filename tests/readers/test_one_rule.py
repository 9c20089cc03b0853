"""What a label is, in every reader: the rule of docs/compatibility.md, row by row."""

from __future__ import annotations

import json
from datetime import date, datetime, timedelta
from decimal import Decimal

import numpy as np
import pytest

from informed import Counts, InputError, count
from informed.readers.files.saved import merge_files, write_counts
from informed.readers.streams import Counter

NAMED = {"actual": "actual", "predicted": "predicted"}


def from_text(tmp_path, values):
    path = tmp_path / "rows.csv"
    path.write_text("actual,predicted\n" + "".join(f"{each},{each}\n" for each in values))
    return count(path, **NAMED)


def from_json(tmp_path, values):
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps({"actual": each, "predicted": each}) + "\n" for each in values))
    return count(path, **NAMED)


def from_parquet(tmp_path, values):
    arrow, files = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    files.write_table(arrow.table({"actual": values, "predicted": values}), tmp_path / "rows.parquet")
    return count(tmp_path / "rows.parquet", **NAMED)


def from_arrow(_, values):
    arrow = pytest.importorskip("pyarrow")
    return count(arrow.table({"actual": values, "predicted": values}), **NAMED)


def from_pandas(_, values):
    pandas = pytest.importorskip("pandas")
    return count(pandas.DataFrame({"actual": values, "predicted": values}), **NAMED)


def from_polars(_, values):
    polars = pytest.importorskip("polars")
    return count(polars.DataFrame({"actual": values, "predicted": values}), **NAMED)


def from_list(_, values):
    return count(list(values), list(values))


def from_array(_, values):
    return count(np.array(values), np.array(values))


TYPED = {each.__name__: each for each in (from_parquet, from_arrow, from_pandas, from_polars, from_list, from_array)}
RULE = {  # values, labels of readers that know types, labels of text
    "texts of numbers": (["1", "1.0", "+1", "1e3"], ("+1", "1", "1.0", "1e3"), (1, 1000)),
    "leading zeros": (["007", "7"], ("007", "7"), ("007", "7")),
    "an empty text": (["", "a"], ("", "a"), "missing"),
    "NaN as text beside numbers": (["1", "NaN"], ("1", "NaN"), "missing"),
    "inf as text": (["1", "inf"], ("1", "inf"), ("1", "inf")),
    "texts of truth values": (["true", "false"], ("false", "true"), ("false", "true")),
    "whole numbers": ([1, 2], (1, 2), (1, 2)),
    "whole floats": ([1.0, 2.0], (1, 2), (1, 2)),
    "truth values": ([True, False], (False, True), ("False", "True")),
    "floats with fractions": ([0.5, 1.0], "looks like scores", "looks like scores"),
    "space": ([" a", "a"], (" a", "a"), (" a", "a")),
}
MORE = {
    "infinity": ([1.0, float("inf")], "must be finite"),
    "a missing number": ([1.0, float("nan")], "missing"),
    "a missing text": (["a", None], "missing"),
    "days": ([date(2024, 5, 1), date(2024, 5, 2)], ("2024-05-01", "2024-05-02")),
    "midnights": ([datetime(2024, 5, 1), datetime(2024, 5, 2)], ("2024-05-01", "2024-05-02")),
    "times": ([datetime(2024, 5, 1, 12), datetime(2024, 5, 2)], ("2024-05-01 12:00:00", "2024-05-02")),
    "durations": ([timedelta(seconds=1), timedelta(days=1)], "duration|m8"),
    "bytes": ([b"a", b"b"], ("a", "b")),
    "decimals": ([Decimal(1), Decimal(2)], (1, 2)),
}


def check(read, tmp_path, values, expected):
    """The labels, or the reason why there are none."""
    if isinstance(expected, str):
        with pytest.raises(InputError, match=expected):
            read(tmp_path, values)
    else:
        assert read(tmp_path, values).labels == expected


@pytest.mark.parametrize("reader", TYPED)
@pytest.mark.parametrize(("values", "expected", "_"), RULE.values(), ids=RULE)
def test_values_are_what_their_type_says(tmp_path, reader, values, expected, _):
    check(TYPED[reader], tmp_path, values, expected)


@pytest.mark.parametrize("reader", TYPED)
@pytest.mark.parametrize(("values", "expected"), MORE.values(), ids=MORE)
def test_values_beyond_json_too(tmp_path, reader, values, expected):
    if reader == "from_parquet" and isinstance(values[0], timedelta):
        pytest.skip("Parquet has no durations, only whole numbers")
    if reader == "from_array" and values == ["a", None]:
        values = np.array(values, object)
    check(TYPED[reader], tmp_path, values, expected)


@pytest.mark.parametrize(("values", "expected", "_"), RULE.values(), ids=RULE)
def test_json_knows_types(tmp_path, values, expected, _):
    check(from_json, tmp_path, values, expected)


@pytest.mark.parametrize(("values", "_", "expected"), RULE.values(), ids=RULE)
def test_text_is_numbers_where_all_of_it_is(tmp_path, values, _, expected):
    check(from_text, tmp_path, values, expected)


def test_several_spellings_of_a_number_are_noted(tmp_path):
    notes = from_text(tmp_path, ["1", "1.0", "2"]).notes
    assert "labels '1' and '1.0' are one number and counted as one" in notes


@pytest.mark.parametrize("given", [1, "1", [1], ["1"]])
@pytest.mark.parametrize("others", [["0", "2"], ["x", "y"]])
def test_an_abstention_may_be_given_as_number_or_text_for_text_files(tmp_path, given, others):
    path = tmp_path / "rows.csv"
    path.write_text(f"actual,predicted\n{others[0]},1\n{others[1]},{others[1]}\n")
    assert count(path, **NAMED, abstain=given).abstained.sum() == 1


def test_an_abstention_of_another_type_is_refused():
    with pytest.raises(InputError, match=r"abstain=1 is not the label '1'"):
        count(["1", "x"], ["1", "1"], abstain=1)
    with pytest.raises(InputError, match=r"abstain='1' is not the label 1"):
        count([1, 2], [1, 1], abstain="1")


def test_a_file_given_twice_counts_twice_and_says_so(tmp_path):
    for ending, text in {"csv": "actual,predicted\na,b\n", "jsonl": '{"actual": "a", "predicted": "b"}\n'}.items():
        path = tmp_path / f"rows.{ending}"
        path.write_text(text)
        from informed import read

        counted = read([path, path], **NAMED)
        assert counted.n == 2
        assert any("is given 2 times and counted 2 times" in note for note in counted.notes)


def test_saved_counts_given_twice_count_twice_and_say_so(tmp_path):
    path = tmp_path / "saved.json"
    write_counts(count(["a", "b"], ["a", "a"]), path)
    total = merge_files([path, path])
    assert total.n == 4
    assert total.notes == (f"{path} is given 2 times and counted 2 times",)
    assert merge_files([path]).notes == ()


def test_a_batch_of_weight_0_counts_nothing():
    counter = Counter()
    counter.update(["a", "b"], ["a", "b"], weights=[1, 2.5]).update(["a", "c"], ["b", "b"], weights=[0, 0])
    assert (counter.counts.n, counter.counts.labels) == (2, ("a", "b"))


def test_an_infinite_label_is_refused_without_a_remedy_that_does_not_help(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("actual,predicted\n1e400,1\n1,1\n2,2\n")
    with pytest.raises(InputError, match="a label must be finite: give such items a label of their own"):
        count(path, **NAMED, missing="drop")


def test_a_table_of_counts_that_no_64_bits_hold_is_called_too_large():
    with pytest.raises(InputError, match="holds a count of more than 64 bits; scale it down"):
        Counts([[10**308, 1], [1, 10**308]])
