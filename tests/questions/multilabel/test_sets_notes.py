"""What is left out of label sets is said once."""

import pandas as pd

import informed
from informed.core.result import Grid
from informed.writers.text import screen


def test_items_without_a_row_are_noted_once():
    ids = list(range(8))
    gold = {"id": ids, "label": ["a", "b"] * 4}
    said = {"id": ids[:6], "label": ["a", "b"] * 3}
    found = informed.multilabel(pd.DataFrame(gold), pd.DataFrame(said), id="id", label="label", draws=0)
    assert [note for note in found.warnings if "2 items" in note] == [
        "2 items have no row in predicted: they count as having no label there"
    ]


def test_a_shortened_table_says_how_many_rows_are_left_out():
    table = Grid("", [["head"], *([f"row {place}"] for place in range(1012))], most=12, spared=1)
    for lines in range(2, 20):
        shown = screen(["title", "\n".join(["  note"] * lines), table], "", False)
        rows = shown.count("  row ")
        assert rows == 12 or f"  ... {1012 - rows:,} more: .report(every=True)" in shown or rows == 0
        assert rows >= 3 or lines > 12
