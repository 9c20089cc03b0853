"""No cell of a CSV that we write is computed by a spreadsheet: neither a value nor the name of a column."""

import ast
import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import informed
from informed.cli import main
from informed.writers.tabular import delimited

SOURCE = Path(__file__).parents[2] / "src" / "informed"
STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")  # OWASP, CSV injection
SIGNED = st.from_regex(r"\A[+-]?[0-9]{1,6}(\.[0-9]{1,4})?(e[+-]?[0-9]{1,2})?\Z")
TEXT = st.one_of(st.text(max_size=6), st.tuples(st.sampled_from(STARTS), st.text(max_size=5)).map("".join))


def parsed(text):
    return list(csv.reader(io.StringIO(text, newline="")))


@given(names=st.lists(TEXT, min_size=2, max_size=2), cells=st.lists(TEXT, min_size=2, max_size=2))
def test_what_begins_like_a_formula_has_an_apostrophe_before_it(names, cells):
    for given_, written in zip([names, cells], parsed(delimited(names, [cells])), strict=True):
        for before, after in zip(given_, written, strict=True):
            assert after in (before, f"'{before}")
            harmless = after[:1] not in STARTS or after in ("+", "-", "\uff0b", "\uff0d") or is_number(after)
            assert harmless


@given(SIGNED)
def test_numbers_stay_numbers(number):
    assert parsed(delimited(["n"], [[number]])) == [["n"], [number]]


def is_number(text):
    try:
        return float(text) == float(text)
    except ValueError:
        return False


def test_csv_is_written_in_one_place():
    """Whoever writes CSV calls `delimited`; the names that write it otherwise are in no other file."""
    writers = {"writer", "DictWriter", "to_csv", "write_csv", "sink_csv"}
    found = [
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and node.attr in writers
    ]
    assert found == ["writers/tabular.py"]


@pytest.mark.parametrize("formula", ["=cmd|' /C calc'!A0", "@SUM(A1)", '=HYPERLINK("http://x")', "+1+1", "-2+3"])
def test_items_of_a_log_and_names_of_columns_are_written_so(formula, tmp_path, capsys):
    row = {"id": 1, "target": formula, "answer": "b", "grade": 1, formula: formula}
    (tmp_path / "log.jsonl").write_text(json.dumps(row) + "\n")
    with pytest.raises(SystemExit, match="0"):
        main(["read", str(tmp_path / "log.jsonl"), "--input", "items", "-o", str(tmp_path / "items.csv")])
    head, body = parsed((tmp_path / "items.csv").read_text())
    assert f"'{formula}" in head
    assert body.count(f"'{formula}") == 2
    assert formula not in head + body
    grouped = informed.evaluate(["a", "b"] * 9, ["a", "b"] * 9, by={formula: ["x", "y", "z"] * 6})
    assert f"'{formula}" in parsed(grouped.report("csv"))[0]
