"""Counting where the data outgrows one machine: Spark groups, and only the counts leave it (./dev test spark)."""

from __future__ import annotations

import contextlib
import inspect
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from informed import InputError, count
from informed.readers.frames import aggregate, as_frame

pytestmark = [pytest.mark.spark, pytest.mark.filterwarnings("ignore")]  # Spark's own warnings are not ours
ROWS = 1_000_000
SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.sql.shuffle.partitions": "2",
}


@pytest.fixture(scope="module")
def spark():
    sql = pytest.importorskip("pyspark.sql", reason="PySpark is not installed; run ./dev test spark")
    builder = sql.SparkSession.builder.master("local[2]").appName("informed")
    for key, value in SETTINGS.items():
        builder = builder.config(key, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.fixture(scope="module")
def frame(spark):
    """A million rows whose table is known: predicted is actual + (id div 3 mod 2) modulo 3."""
    return spark.range(ROWS).selectExpr(
        "id % 3 as y", "(id + (id div 3) % 2) % 3 as p", "id % 2 as site", "0.5D + id % 2 as w"
    )


def expected(keep=lambda row: True):
    table = [[0] * 3 for _ in range(3)]
    period = [(row % 3, (row + row // 3 % 2) % 3, row) for row in range(ROWS) if keep(row)]
    for y, p, _ in period:
        table[y][p] += 1
    return table


def test_counts(frame):
    counts = count(frame, actual="y", predicted="p")
    assert counts.labels == (0, 1, 2)
    assert counts.table.tolist() == expected()


def test_groups_and_weights(frame):
    counts = count(frame, actual="y", predicted="p", by="site", weights="w")
    assert counts.groups == ((0,), (1,))
    for site in (0, 1):
        items = expected(lambda row, site=site: row % 2 == site)
        assert counts.items[site].tolist() == items
        assert counts.table[site].tolist() == [[(0.5 + site) * cell for cell in row] for row in items]
        assert counts.squares[site].tolist() == [[(0.5 + site) ** 2 * cell for cell in row] for row in items]


def test_gaps_and_bad_weights(spark):
    frame = spark.createDataFrame(
        [("a", "a", 1.0), (None, "b", 2.0), ("b", "b", float("nan"))], "y string, p string, w double"
    )
    assert count(frame, actual="y", predicted="p", missing="unjudged").unjudged.tolist() == [0, 1]
    counts = count(frame, actual="y", predicted="p", weights="w", missing="drop")
    assert (counts.missing, counts.n, counts.rows_read) == (2, 1, 3)
    with pytest.raises(InputError, match="missing='drop'"):
        count(frame, actual="y", predicted="p", weights="w")


def test_scores_are_refused(spark):
    frame = spark.createDataFrame([(1, 0.7), (0, 0.2)], "y int, p double")
    with pytest.raises(InputError, match="looks like scores"):
        count(frame, actual="y", predicted="p")


def test_only_counts_leave_the_cluster(frame):
    plan = aggregate(as_frame(frame), ["y", "p"]).to_native()
    assert plan.count() == 6
    text = plan._jdf.queryExecution().optimizedPlan().toString()
    assert text.count("Aggregate") == 1


CONNECT = """
import json, sys
from pyspark.sql import SparkSession
import informed

builder = SparkSession.builder.remote("local[2]")  # a server of its own, and a client that knows of it by gRPC alone
for key, value in json.loads(sys.argv[1]).items():
    builder = builder.config(key, value)
spark = builder.getOrCreate()
frame = spark.createDataFrame(
    [tuple(row) for row in json.loads(sys.argv[2])], "y string, p string, q string, w double, site string, s double"
)
assert "connect" in type(frame).__module__
print("ANSWERS" + json.dumps(answers(frame)))
spark.stop()
"""


def answers(frame):
    """Everything that takes a frame, in JSON."""
    import informed

    roles = {"actual": "y", "predicted": "p"}
    found = [
        informed.count(frame, **roles),
        informed.count(frame, **roles, weights="w", by="site"),
        informed.evaluate(frame, **roles, cluster="site"),
        informed.compare(frame, ["p", "q"], actual="y"),
        informed.sweep(frame, actual="y", scores="s", positive="a"),
        informed.agree(frame, raters=["y", "p", "q"]),
    ]
    return [each.to_json() for each in found]


def test_spark_connect(tmp_path):
    """A Connect frame answers like a frame in memory; in a process of its own, which ends in time."""
    pandas = pytest.importorskip("pandas")
    for module in ("pyspark", "grpc", "grpc_status"):
        pytest.importorskip(module, reason="the client of Spark Connect is not installed; run ./dev test spark")
    rows = [
        ("ab"[i % 2], "ab"[i % 2 ^ (i % 5 == 0)], "ab"[i % 3 == 0], 0.5 + i % 4, "xyz"[i % 3], i % 7 / 8)
        for i in range(90)
    ]
    script = tmp_path / "client.py"
    script.write_text(inspect.getsource(answers) + CONNECT, encoding="utf-8")
    settings = {**SETTINGS, "spark.connect.grpc.binding.address": "127.0.0.1"}
    client = subprocess.Popen(
        [sys.executable, "-W", "ignore", str(script), json.dumps(settings), json.dumps(rows)],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # so that Java goes with it
        env={**os.environ, "SPARK_TESTING": "1"},  # a free port, not the usual one
    )
    try:
        printed, _ = client.communicate(timeout=300)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(client.pid, signal.SIGKILL)
    columns = dict(zip(["y", "p", "q", "w", "site", "s"], map(list, zip(*rows, strict=True)), strict=True))
    assert json.loads(printed.partition("ANSWERS")[2]) == answers(pandas.DataFrame(columns))


def test_the_guide_runs(spark):
    page = (Path(__file__).parents[2] / "docs" / "spark.md").read_text(encoding="utf-8")
    names = {}
    for block in re.findall(r"```python\n(.*?)```", page, flags=re.DOTALL):
        exec(block, names)
    assert names["counts"].n == ROWS
    assert names["counts"].table.shape == (2, 3, 3)
    assert len(names["answer"]) == 6
