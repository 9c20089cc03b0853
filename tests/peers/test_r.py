"""The values of R's packages (caret, vcd, psych, pROC, stats), as values.R printed them, beside ours."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

import informed
from informed.core import measures as m
from informed.core.table import one_vs_rest
from informed.inference.significance.named import significance
from informed.questions.sweep.area import area

HERE = Path(__file__).parent
THEIRS = json.loads((HERE / "r.json").read_text())
RATES = ["recall", "inverse_recall", "precision", "inverse_precision", "f_measure", "balanced_accuracy"]


@pytest.mark.parametrize("row", THEIRS["tables"], ids=str)
def test_tables(row):
    table = np.array(row["table"])
    for name in ("accuracy", "kappa", "kappa_quadratic", "cramers_v"):
        assert_allclose(getattr(m, name)(table), row[name], atol=1e-12, err_msg=name)
    split = one_vs_rest(table)
    for place, rates in enumerate(row["labels"]):  # of two labels caret has the first alone
        for name, value in zip(RATES, rates, strict=True):
            if value not in (None, "NA", "NaN"):
                assert_allclose(getattr(m, name)(split[place]), value, atol=1e-12, err_msg=name)
    tests = significance(table)
    for name in ("pearson", "g2"):
        assert_allclose(tests[name].statistic, row[name], rtol=1e-10)
        assert_allclose(tests[name].p, row[f"{name}_p"], rtol=1e-8)
    if "fisher_p" in row and row["fisher_p"] is not None:
        assert_allclose(tests["fisher"].p, row["fisher_p"], rtol=1e-6)


@pytest.mark.parametrize("row", THEIRS["curves"], ids=lambda row: f"{len(row['actual'])} items")
def test_areas_and_their_variance(row):
    found = informed.sweep(row["actual"], row["scores"])
    assert_allclose(found.auc.value, row["auc"], rtol=1e-12)
    scores = informed.core.scores.Scores.of(np.array(row["actual"]) == 1, np.array(row["scores"]))
    assert_allclose(area(scores).variance, row["variance"], rtol=1e-10)


def test_r_still_prints_these_values():
    if shutil.which("Rscript") is None:
        pytest.skip("needs R")
    ready = 'stopifnot(requireNamespace("caret"), requireNamespace("vcd"), requireNamespace("psych"))'
    if subprocess.run(["Rscript", "-e", ready], capture_output=True, timeout=120).returncode:
        pytest.skip("needs caret, vcd, psych, pROC and jsonlite: apt-get install r-cran-caret r-cran-psych ...")
    run = ["Rscript", str(HERE / "values.R")]
    made = json.loads(subprocess.run(run, capture_output=True, text=True, check=True, timeout=300).stdout)
    for kind in THEIRS:
        for kept, new in zip(THEIRS[kind], made[kind], strict=True):
            for name, value in kept.items():
                if name != "labels" and value is not None:
                    assert_allclose(new[name], value, rtol=1e-10, err_msg=name)
