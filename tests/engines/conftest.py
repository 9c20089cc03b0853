"""One fixture runs a test on every engine that holds rows of its own: ``./dev test engines``."""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import ExitStack, closing
from importlib import import_module
from itertools import count
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "ledger"))
from server import VARIABLE, server

SPARK = {
    "spark.ui.enabled": "false",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.connect.grpc.binding.address": "127.0.0.1",
    "spark.sql.shuffle.partitions": "2",
    "spark.default.parallelism": "2",
    "spark.sql.codegen.wholeStage": "false",  # a few hundred rows are soonest done without compiling
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
}
TYPES = {str: ("string", "text"), float: ("double", "double precision"), int: ("bigint", "bigint")}


def _type(values, dialect):
    return TYPES[type(next(each for each in values if each is not None))][dialect == "sql"]


class Spark:
    """A session of Spark, classic or Connect; there is room for one at a time."""

    def __init__(self, stack, connect=False):
        sql = pytest.importorskip("pyspark.sql", reason="PySpark is not installed; run ./dev test engines")
        builder = sql.SparkSession.builder
        if connect:
            pytest.importorskip("grpc_status", reason="the client of Spark Connect is not installed")
            os.environ["SPARK_TESTING"] = "1"  # a free port, not the usual one
            builder = builder.remote("local[2]")
        else:
            builder = builder.master("local[2]").appName("informed")
        for key, value in SPARK.items():
            builder = builder.config(key, value)
        self.session = builder.getOrCreate()
        stack.callback(self.session.stop)
        if not connect:
            self.session.sparkContext.setLogLevel("ERROR")

    def __call__(self, columns):
        schema = ", ".join(f"{name} {_type(values, 'spark')}" for name, values in columns.items())
        return self.session.createDataFrame(list(zip(*columns.values(), strict=True)), schema)


class Database:
    """Tables of a database behind Ibis, as many as are asked for."""

    def __init__(self, stack, kind, tmp_path):
        self.ibis = pytest.importorskip("ibis")
        self.kind, self.tables = kind, 0
        if kind == "sqlite":
            self.path = tmp_path / "rows.db"
            self.held = self.ibis.sqlite.connect(self.path)
        else:
            pytest.importorskip("ibis.backends.postgres", reason="needs ibis-framework[postgres]")
            self.path = os.environ.get(VARIABLE) or stack.enter_context(server()).url
            self.held = self.ibis.connect(self.path)
        stack.callback(self.held.disconnect)

    def _connected(self):
        return sqlite3.connect(self.path) if self.kind == "sqlite" else import_module("psycopg").connect(self.path)

    def __call__(self, columns):
        self.tables += 1
        name, mark = f"rows_{self.tables}", "?" if self.kind == "sqlite" else "%s"
        schema = ", ".join(f'"{each}" {_type(values, "sql")}' for each, values in columns.items())
        with closing(self._connected()) as connection:
            cursor = connection.cursor()
            cursor.execute(f"create table {name} ({schema})")
            marks = ", ".join([mark] * len(columns))
            cursor.executemany(f"insert into {name} values ({marks})", list(zip(*columns.values(), strict=True)))
            connection.commit()
        return self.held.table(name)


def _duckdb(stack):
    connection = stack.enter_context(import_module("duckdb").connect())
    return lambda columns: connection.from_arrow(_table(columns))


def _ibis(stack):
    ibis = pytest.importorskip("ibis")
    connection = stack.enter_context(import_module("duckdb").connect())
    held, number = ibis.duckdb.from_connection(connection), count()

    def frame(columns):
        name = f"rows_{next(number)}"
        connection.from_arrow(_table(columns)).create(name)
        return held.table(name)

    return frame


def _table(columns):
    return import_module("pyarrow").table(columns)


def _dask(stack):
    dask = pytest.importorskip("dask.dataframe")
    pandas = import_module("pandas")
    return lambda columns: dask.from_pandas(_table(columns).to_pandas(types_mapper=pandas.ArrowDtype), npartitions=2)


ENGINES = {
    "duckdb": lambda stack, path: _duckdb(stack),
    "polars": lambda stack, path: lambda columns: import_module("polars").LazyFrame(columns),
    "arrow": lambda stack, path: _table,
    "dask": lambda stack, path: _dask(stack),
    "ibis-duckdb": lambda stack, path: _ibis(stack),
    "ibis-sqlite": lambda stack, path: Database(stack, "sqlite", path),
    "ibis-postgres": lambda stack, path: Database(stack, "postgres", path),
    "spark": lambda stack, path: Spark(stack),
    "spark-connect": lambda stack, path: Spark(stack, connect=True),
}


@pytest.fixture(scope="session", params=ENGINES)
def engine(request, tmp_path_factory):
    """A function from a dictionary of columns to a frame of one engine."""
    with ExitStack() as stack:
        yield ENGINES[request.param](stack, tmp_path_factory.mktemp(request.param))


@pytest.fixture
def fetched(monkeypatch):
    """How many rows each answer of an engine had, whichever way it came."""
    import narwhals.stable.v2 as nw

    from informed.readers.engines import groupby

    seen = []

    def counting(original):
        def wrapped(*arguments, **named):
            answer = original(*arguments, **named)
            seen.append(0 if answer is None else len(answer))
            return answer

        return wrapped

    monkeypatch.setattr(groupby, "_rows", counting(groupby._rows))
    monkeypatch.setattr(nw.LazyFrame, "collect", counting(nw.LazyFrame.collect))
    return seen
