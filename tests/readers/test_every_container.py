"""One set of values, the same labels and table in every container that holds it, or a refusal by name.

``CONTAINERS=1000`` says how many sets of values hypothesis makes; by default a few, and one of every kind.
"""

from __future__ import annotations

import os
from collections import Counter
from datetime import UTC, date, datetime
from decimal import Decimal
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings

from informed import InputError, count

for package in ("pyarrow", "pandas", "polars", "openpyxl"):
    pytest.importorskip(package)
_spec = spec_from_file_location("kept", Path(__file__).parent / "kept.py")
kept = module_from_spec(_spec)
_spec.loader.exec_module(kept)

RUNS = int(os.environ.get("CONTAINERS", "2"))
ALIKE = () if "CONTAINERS" in os.environ else kept.ALIKE  # left out when time is short
NAMES = [name for name in kept.CONTAINERS if name not in ALIKE]


def read(name, pairs, folder):
    """How often each pair of labels occurs in a container; or why nothing is counted."""
    columns = {"y": [actual for actual, _ in pairs], "p": [predicted for _, predicted in pairs]}
    source = kept.CONTAINERS[name].made(columns, folder)
    try:
        found = count(source, actual="y", predicted="p")
    except InputError as error:
        return kept.MISSING if "missing" in str(error) else kept.REFUSED
    return Counter(
        {
            (actual, predicted): int(found.table[row, column])
            for row, actual in enumerate(found.labels)
            for column, predicted in enumerate(found.labels_predicted)
            if found.table[row, column]
        }
    )


def same(name, pairs, folder):
    """Hold a container to the rule; 1 and True are told apart, which are equal in Python."""
    if name in ("xarray", "Hugging Face"):
        pytest.importorskip({"xarray": "xarray", "Hugging Face": "datasets"}[name])
    found, wanted = read(name, pairs, folder), kept.expected(pairs, kept.CONTAINERS[name])
    assert found == wanted, name
    if isinstance(found, Counter) and not any(
        isinstance(each, int) and not isinstance(each, bool) for pair in wanted for each in pair
    ):
        assert sorted(map(repr, found)) == sorted(map(repr, wanted))


@pytest.mark.parametrize("name", NAMES)
def test_values_of_every_kind(name, tmp_path):
    for kind, values in kept.VALUES.items():
        if kept.CONTAINERS[name].holds(kind):
            same(name, [*((each, values[0]) for each in values), (values[-1], values[-1])], tmp_path)


FAILED = [  # what hypothesis found: the kind and the pairs
    ("NaN", [(float("nan"), float("nan"))]),
    ("None beside texts", [(None, None)]),
    ("None beside texts", [(None, None), ("a", "a"), (None, None)]),
]


@pytest.mark.parametrize("name", NAMES)
def test_values_that_failed_once(name, tmp_path):
    for kind, pairs in FAILED:
        if kept.CONTAINERS[name].holds(kind):
            same(name, pairs, tmp_path)


TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=4)
MADE = {
    "texts": TEXT,
    "whole numbers": st.integers(-(2**53) + 1, 2**53 - 1),
    "beyond 2**53": st.integers(2**53, 2**63 - 1),
    "beyond 2**63": st.integers(2**63, 2**64 - 1),
    "whole floats": st.integers(-(2**53) + 1, 2**53 - 1).map(float),
    "NaN": st.sampled_from([float("nan"), 1.0, 2.0]),
    "fractions": st.floats(-1e6, 1e6),
    "days": st.dates(date(1900, 3, 1)),
    "times": st.datetimes(datetime(1900, 3, 1)).map(lambda time: time.replace(microsecond=0)),  # Excel rounds
    "times with a zone": st.datetimes(
        datetime(1900, 3, 1), datetime(2200, 1, 1), timezones=st.sampled_from([UTC, kept.EAST])
    ),
    "decimals": st.integers(-(10**6), 10**6).map(Decimal),
    "bytes": TEXT.map(str.encode),
}


@settings(
    max_examples=RUNS, deadline=None, derandomize="CONTAINERS" not in os.environ, suppress_health_check=HealthCheck
)
@given(data=st.data())
def test_values_that_are_made_up(tmp_path_factory, data):
    kind = data.draw(st.sampled_from(list(kept.VALUES)))
    value = MADE.get(kind, st.sampled_from(kept.VALUES[kind]))
    pairs = data.draw(st.lists(st.tuples(value, value), min_size=1, max_size=8))
    folder = tmp_path_factory.mktemp("kept")
    for name in NAMES:
        if kept.CONTAINERS[name].holds(kind):
            same(name, pairs, folder)
