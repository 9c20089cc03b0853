"""Values from print, from other tools and from hand calculation, one file a family; each row names its source."""

from pathlib import Path

import pytest
from numpy.testing import assert_array_equal

import informed
from golden_rows import HEAD, rows_of, table_of, value_of

FILES = sorted(Path(__file__).parent.glob("*.csv"))
ROWS = [(path.stem, row) for path in FILES for row in rows_of(path.read_text())]


def test_both_ways_to_write_a_table_are_one_table():
    """Nested lists need quotes in a file of commas; they are what a Python user writes first."""
    (nested,) = rows_of(f'{HEAD}\n"[[40, 10], [5, 45]]",accuracy,0.85,by hand')
    (plain,) = rows_of(f"{HEAD}\n40 10; 5 45,accuracy,0.85,by hand")
    assert_array_equal(table_of(nested["table"]), table_of(plain["table"]))
    assert_array_equal(table_of(plain["table"]), [[40, 10], [5, 45]])


@pytest.mark.parametrize(("family", "row"), ROWS, ids=[f"{row['measure']} of {row['table']}" for _, row in ROWS])
def test_value_is_that_of_its_source(family, row):
    measure = informed.measures.get(row["measure"])
    value, tolerance = value_of(row["value"])
    assert measure.family == family
    assert measure(table_of(row["table"])) == pytest.approx(value, abs=tolerance, rel=0, nan_ok=True), row["source"]


@pytest.mark.parametrize("measure", informed.measures.find(), ids=str)
def test_every_measure_has_a_golden_value(measure):
    assert measure.name in {informed.measures.get(row["measure"]).name for _, row in ROWS}


def test_every_row_names_its_source():
    assert all(row["source"].strip() for _, row in ROWS)
