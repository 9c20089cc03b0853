"""Counting where the data outgrows one machine: Spark groups, and only the counts leave it (./dev test spark)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from informed import InputError, count
from informed.readers.frames import aggregate, as_frame

pytestmark = [pytest.mark.spark, pytest.mark.filterwarnings("ignore")]  # Spark's own warnings are not ours
ROWS = 1_000_000


@pytest.fixture(scope="module")
def spark():
    sql = pytest.importorskip("pyspark.sql", reason="PySpark is not installed; run ./dev test spark")
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.sql.shuffle.partitions": "2",
    }
    builder = sql.SparkSession.builder.master("local[2]").appName("informed")
    for key, value in settings.items():
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
    counts = count(frame, actual="y", predicted="p", by="site", weight="w")
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
    counts = count(frame, actual="y", predicted="p", weight="w", missing="drop")
    assert (counts.missing, counts.n, counts.rows_read) == (2, 1, 3)
    with pytest.raises(InputError, match="missing='drop'"):
        count(frame, actual="y", predicted="p", weight="w")


def test_scores_are_refused(spark):
    frame = spark.createDataFrame([(1, 0.7), (0, 0.2)], "y int, p double")
    with pytest.raises(InputError, match="looks like scores"):
        count(frame, actual="y", predicted="p")


def test_only_counts_leave_the_cluster(frame):
    plan = aggregate(as_frame(frame), ["y", "p"]).to_native()
    assert plan.count() == 6
    text = plan._jdf.queryExecution().optimizedPlan().toString()
    assert text.count("Aggregate") == 1


def test_the_guide_runs(spark):
    page = (Path(__file__).parents[2] / "docs" / "spark.md").read_text(encoding="utf-8")
    names = {}
    for block in re.findall(r"```python\n(.*?)```", page, flags=re.DOTALL):
        exec(block, names)
    assert names["counts"].n == ROWS
    assert names["counts"].table.shape == (2, 3, 3)
    assert len(names["answer"]) == 6
