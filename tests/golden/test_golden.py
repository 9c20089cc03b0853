"""Values from print, from other tools and from hand calculation, one file a family; each row names its source."""

import csv
import math
import re
from pathlib import Path

import numpy as np
import pytest

import informed

FILES = sorted(Path(__file__).parent.glob("*.csv"))
ROWS = [(path.stem, row) for path in FILES for row in csv.DictReader(path.read_text().splitlines())]


def table_of(text: str):
    """``"30 30; 12 28"``: actual classes in rows, as the command line reads it."""
    return np.array([[float(cell) for cell in row.split()] for row in text.split(";")])


def value_of(text: str) -> tuple[float, float]:
    """A value and its tolerance: half a unit of the last digit printed, or none to speak of for arithmetic."""
    if printed := re.fullmatch(r"-?\d+\.(\d+)", text):
        return float(text), 0.5 * 10.0 ** -len(printed[1]) * (1 + 1e-9)
    return eval(text, {"sqrt": math.sqrt, "log2": math.log2, "nan": math.nan, "inf": math.inf}), 1e-12


@pytest.mark.parametrize(("family", "row"), ROWS, ids=[f"{row['measure']} of {row['table']}" for _, row in ROWS])
def test_value_is_that_of_its_source(family, row):
    measure = informed.get(row["measure"])
    value, tolerance = value_of(row["value"])
    assert measure.family == family
    assert measure(table_of(row["table"])) == pytest.approx(value, abs=tolerance, rel=0, nan_ok=True), row["source"]


@pytest.mark.parametrize("measure", informed.find(), ids=str)
def test_every_measure_has_a_golden_value(measure):
    assert measure.name in {informed.get(row["measure"]).name for _, row in ROWS}


def test_every_row_names_its_source():
    assert all(row["source"].strip() for _, row in ROWS)
