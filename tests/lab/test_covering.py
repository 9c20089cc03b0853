"""Coverage, against what can be worked out exactly by going through every table."""

import json
from math import lgamma

import numpy as np
import pytest
from numpy.testing import assert_allclose

from informed import lab as study
from informed.core.errors import InputError
from informed.core.registry import get
from informed.inference.interval import interval
from informed.lab import mixture

ITEMS, TABLES = 9, 3000


def every_table(items):
    """All 2x2 tables with so many items."""
    cells = [
        (a, b, c, items - a - b - c)
        for a in range(items + 1)
        for b in range(items + 1 - a)
        for c in range(items + 1 - a - b)
    ]
    return np.array(cells, dtype=float).reshape(-1, 2, 2)


def probabilities(tables, truth):
    flat, logs = tables.reshape(-1, 4), np.log(truth.ravel())
    ways = [lgamma(ITEMS + 1) - sum(lgamma(cell + 1) for cell in table) for table in flat]
    return np.exp(np.array(ways) + flat @ logs)


@pytest.mark.parametrize("measure", ["informedness", "kappa", "markedness"])
@pytest.mark.parametrize("method", ["wald", "delta"])
@pytest.mark.parametrize("informed", [0.0, 0.6])
def test_coverage_is_that_of_all_tables(measure, method, informed):
    """Within 4.5 standard errors of 3000 tables."""
    truth = mixture([0.3, 0.7], [0.5, 0.5], informed=informed)
    tables = every_table(ITEMS)
    weight, aim = probabilities(tables, truth), get(measure)(truth)
    within = interval(measure, tables, method=method)
    usable = ~np.isnan(within.low)
    held = usable & (within.low <= aim + 1e-12) & (aim - 1e-12 <= within.high)
    share = weight[usable].sum()
    right = {"coverage": weight[held].sum() / share, "usable": share}
    right["width"] = weight[usable] @ (within.high - within.low)[usable] / share

    found = study.intervals(
        [measure], methods=[method], items=ITEMS, prevalence=0.3, informed=informed, tables=TABLES, seed=1
    )
    (row,) = found.rows()
    for figure in ("coverage", "usable"):
        error = np.sqrt(right[figure] * (1 - right[figure]) / TABLES / share)
        assert_allclose(row[figure], right[figure], rtol=0, atol=4.5 * error + 1e-9, err_msg=figure)
    assert_allclose(row["width"], right["width"], rtol=0.05)


def test_the_exact_interval_never_falls_short():
    """It is guaranteed; four standard errors for the drawing."""
    found = study.intervals(["informedness"], methods=["exact"], items=(10, 40), tables=400, seed=2)
    assert all(row["coverage"] >= 0.95 - 4 * row["error"] for row in found.rows())


def test_rare_classes_break_the_textbook_interval_and_not_the_default():
    found = study.intervals(
        ["informedness"], methods=["delta", "mover"], items=(50, 100), prevalence=0.01, informed=0.9, tables=600
    )
    summary = {row["method"]: row for row in found.summary()}
    assert summary["delta"]["mean"] < 0.6
    assert summary["mover"]["least"] > 0.9
    assert summary["mover"]["default"]
    assert not summary["delta"]["default"]


def test_more_classes_and_random_margins():
    found = study.intervals(
        ["informedness", "proficiency"], methods=["wald"], classes=(2, 4), items=200, prevalence="random", tables=100
    )
    assert {(row["measure"], row["classes"]) for row in found.rows()} == {
        (name, classes) for name in ("informedness", "proficiency") for classes in (2, 4)
    }


def test_the_json_has_a_summary_and_every_setting():
    found = study.intervals(["kappa"], methods=["wald"], items=20, tables=50)
    data = json.loads(found.to_json())
    assert set(data["measures"]["kappa"]["wald"]) >= {"least", "mean", "width"}
    assert len(data["settings"]) == len(found.settings) == 9


def test_errors_name_the_remedy():
    with pytest.raises(InputError, match="mover"):
        study.intervals(methods=["movr"])
    with pytest.raises(InputError, match="none of them"):
        study.intervals(["kappa"], methods=["mover"])
    with pytest.raises(InputError, match=r"0\.95"):
        study.intervals(level=95)
