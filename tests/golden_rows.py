"""How rows of golden values are read: by the tests of the values, and by that of the row in CONTRIBUTING."""

import csv
import json
import math
import re

import numpy as np

HEAD = "table,measure,value,source"


def rows_of(text: str) -> list[dict[str, str]]:
    """The rows of a file, header first."""
    return list(csv.DictReader(text.splitlines()))


def table_of(text: str):
    """``"30 30; 12 28"`` as the command line reads it, or ``"[[30, 30], [12, 28]]"``: actual classes in rows."""
    if text.lstrip().startswith("["):
        return np.array(json.loads(text), float)
    return np.array([[float(cell) for cell in row.split()] for row in text.split(";")])


def value_of(text: str) -> tuple[float, float]:
    """A value and its tolerance: half a unit of the last digit printed, or none to speak of for arithmetic."""
    if printed := re.fullmatch(r"-?\d+\.(\d+)", text):
        return float(text), 0.5 * 10.0 ** -len(printed[1]) * (1 + 1e-9)
    return eval(text, {"sqrt": math.sqrt, "log2": math.log2, "nan": math.nan, "inf": math.inf}), 1e-12
