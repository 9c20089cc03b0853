"""Dask makes texts of objects when it takes in a pandas frame; labels are those of the frame, or refused."""

from __future__ import annotations

from decimal import Decimal

import pytest

from informed import InputError, count

pandas = pytest.importorskip("pandas")
dask = pytest.importorskip("dask.dataframe")

KINDS = {
    "texts": ["a", "b", "b", "a"],
    "texts that look like numbers": ["0", "0.5", "1", "1"],
    "whole numbers": [0, 1, 2, 1],
    "Decimals": [Decimal(0), Decimal(1), Decimal(1), Decimal(0)],
    "halves": [Decimal(0), Decimal("0.5"), Decimal(1), Decimal(0)],
    "truths": [True, False, False, True],
}


def found(frame):
    try:
        return count(frame, actual="y", predicted="p").to_json()
    except InputError as error:
        return type(error)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("change", [lambda frame: frame, lambda frame: frame[frame.z > 0].assign(q=1)])
def test_labels_are_those_of_the_pandas_frame_or_refused(kind, change):
    values = KINDS[kind]
    frame = pandas.DataFrame({"y": pandas.Series(values, dtype=object), "p": values[::-1], "z": 1})
    assert found(change(dask.from_pandas(frame, npartitions=2))) in (found(frame), InputError)


def test_the_refusal_names_the_column_and_the_remedy():
    frame = pandas.DataFrame({"y": KINDS["halves"], "p": KINDS["halves"]})
    with pytest.raises(InputError, match=r"column 'y': Dask made texts of its values, such as Decimal\(.0.\); give"):
        count(dask.from_pandas(frame, npartitions=2), actual="y", predicted="p")
