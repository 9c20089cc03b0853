"""What Spark is asked for, and the page that says so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from informed.readers.engines.groupby import aggregate
from informed.readers.frames.frame import as_frame

pytestmark = [pytest.mark.engines, pytest.mark.filterwarnings("ignore")]


IN_SPARK = pytest.mark.parametrize("engine", ["spark"], indirect=True)


@IN_SPARK
def test_one_aggregate(engine):
    rows = engine.session.range(1000).selectExpr("id % 3 as y", "(id + (id div 3) % 2) % 3 as p")
    plan = aggregate(as_frame(rows), ["y", "p"]).to_native()
    assert plan.count() == 6
    assert plan._jdf.queryExecution().optimizedPlan().toString().count("Aggregate") == 1


@IN_SPARK
def test_the_guide_runs(engine):
    page = (Path(__file__).parents[2] / "docs" / "spark.md").read_text(encoding="utf-8")
    names = {}
    for block in re.findall(r"```python\n(.*?)```", page, flags=re.DOTALL):
        exec(block, names)
    assert names["counts"].n == 1_000_000
    assert names["counts"].table.shape == (2, 3, 3)
    assert len(names["answer"]) == 6
    assert names["curve"].scores.width == 2.0**-9  # the width of 1,000 bins at most
    assert names["difference"].n == names["agreement"].n == 100_000
    assert names["long_agreement"].n == names["topics"].n == 10_000
