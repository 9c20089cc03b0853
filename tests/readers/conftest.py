"""One fixture runs a frame test on every engine."""

from __future__ import annotations

from importlib import import_module

import numpy as np
import pytest


class Stream:
    """An object that offers Arrow's stream and nothing else."""

    def __init__(self, table):
        self.table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


class Interchange:
    """An object that offers the dataframe interchange protocol and nothing else."""

    def __init__(self, table):
        self.table = table

    def __dataframe__(self, nan_as_null=False, allow_copy=True):
        return self.table.__dataframe__(nan_as_null, allow_copy)


def _pandas(columns):
    return import_module("pandas").DataFrame(columns)


def _pandas_arrow(columns):
    return _table(columns).to_pandas(types_mapper=import_module("pandas").ArrowDtype)


def _pandas_nullable(columns):
    with np.errstate(invalid="ignore"):  # pandas before 3.1 tries whether infinity is a whole number
        return _pandas(columns).convert_dtypes()


def _pandas_object(columns):
    pandas = import_module("pandas")
    return pandas.DataFrame({name: pandas.Series(values, dtype=object) for name, values in columns.items()})


def _table(columns):
    return import_module("pyarrow").table(columns)


def _duckdb(columns):
    return import_module("duckdb").connect().from_arrow(_table(columns))


def _dask(columns):
    return import_module("dask.dataframe").from_pandas(_pandas_arrow(columns), npartitions=2)


def _ibis(columns):
    return import_module("ibis").memtable(_table(columns))


ENGINES = {
    "pandas": _pandas,
    "pandas-arrow": _pandas_arrow,
    "pandas-nullable": _pandas_nullable,
    "pandas-object": _pandas_object,
    "polars": lambda columns: import_module("polars").DataFrame(columns),
    "polars-lazy": lambda columns: import_module("polars").LazyFrame(columns),
    "pyarrow": _table,
    "duckdb": _duckdb,
    "dask": _dask,
    "ibis": _ibis,
    "arrow-stream": lambda columns: Stream(_table(columns)),
    "interchange": lambda columns: Interchange(_table(columns)),
    "dictionary": dict,
}
NEEDS = {"dask": "dask.dataframe", "ibis": "ibis"}


@pytest.fixture(params=ENGINES)
def engine(request):
    """A function from a dictionary of columns to a frame of one engine."""
    pytest.importorskip(NEEDS.get(request.param, "pyarrow"))
    return ENGINES[request.param]
