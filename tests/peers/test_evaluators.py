"""Libraries that judge predictors and models: what they compute beside ours, on the rows of docs/coming-from.md."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import informed

SEED, ITEMS = 35, 500
pytestmark = pytest.mark.filterwarnings("ignore")


def rows():
    """Two systems that are right on 82% and 72% of the items, scores and groups."""
    rng = np.random.default_rng(SEED)
    y = rng.integers(0, 2, ITEMS)
    found = {name: np.where(rng.random(ITEMS) < share, y, 1 - y) for name, share in (("a", 0.82), ("b", 0.77))}
    scores = np.clip(0.25 * y + 0.75 * rng.random(ITEMS), 0, 1)
    return pd.DataFrame({"y": y, **found, "s": scores, "group": rng.choice(list("uvw"), ITEMS)})


ROWS = rows()
RIGHT = [ROWS[name].to_numpy() == ROWS.y.to_numpy() for name in "ab"]


def compared():
    """Our comparison of the two systems, and the size and the limits of their difference in accuracy."""
    found = informed.compare(ROWS, actual="y", predicted=["a", "b"])
    gap = next(each.estimate for each in found.differences if each.measure == "accuracy")
    return found, abs(gap.value), sorted(map(abs, (gap.low, gap.high)))


def test_truescore_agreement():
    theirs = pytest.importorskip("truescore")
    raters = ROWS.y.to_numpy(), ROWS.a.to_numpy()
    ours = informed.agree(ROWS, raters=["y", "a"]).measures
    assert ours["mean_pairwise_kappa"].value == pytest.approx(theirs.cohen_kappa(*raters), rel=1e-12)
    assert ours["gwet_ac1"].value == pytest.approx(theirs.gwet_ac1(*raters), rel=1e-12)
    assert ours["krippendorff_alpha"].value == pytest.approx(theirs.krippendorff_alpha(np.array(raters)), rel=1e-12)


def test_truescore_mcnemar():
    theirs = pytest.importorskip("truescore").mcnemar(*RIGHT)
    found, gap, _ = compared()
    assert gap == pytest.approx(theirs.difference, abs=1e-12)
    assert found.flips[0].tests["mcnemar_mid_p"].p == pytest.approx(theirs.p_value, rel=1e-9)


def test_evalstats_differences():
    """Tango's interval of a paired difference of accuracy is theirs on request, and ours."""
    theirs = pytest.importorskip("evalstats").pairwise_differences(np.array(RIGHT, float), 0, 1, method="tango")
    _, gap, limits = compared()
    assert gap == pytest.approx(theirs.point_diff, abs=1e-12)
    assert limits == pytest.approx([theirs.ci_low, theirs.ci_high], abs=5e-4)


def test_evalconfidence_differences():
    theirs = pytest.importorskip("evalconfidence")
    said = [[theirs.ItemResult(str(i), name, float(each)) for i, each in enumerate(right)]
            for name, right in zip("ab", RIGHT, strict=True)]  # fmt: skip
    assert theirs.compare(*said).diff == pytest.approx(compared()[1], abs=1e-12)


def test_dcurves_net_benefit():
    dca = pytest.importorskip("dcurves").dca
    ours = informed.sweep(ROWS.y, ROWS.s, positive=1, benefit=(0.05, 0.5)).net_benefit
    theirs = dca(ROWS, "y", ["s"], thresholds=ours.thresholds)
    for model, values in (("s", [each.value for each in ours.values]), ("all", ours.act_on_all)):
        curve = theirs[theirs.model == model].sort_values("threshold").net_benefit
        np.testing.assert_allclose(values, curve, atol=1e-12)


def test_fairlearn_gaps():
    metrics = pytest.importorskip("fairlearn.metrics")
    asked = {"recall": "true_positive_rate", "fallout": "false_positive_rate", "bias": "selection_rate"}
    said = {name: getattr(metrics, each) for name, each in asked.items()}
    gaps = metrics.MetricFrame(metrics=said, y_true=ROWS.y, y_pred=ROWS.a, sensitive_features=ROWS.group).difference()
    ours = informed.evaluate(ROWS, actual="y", predicted="a", by="group", positive=1).gaps.largest
    for name in asked:
        assert abs(ours[name].value) == pytest.approx(gaps[name], rel=1e-12)


def test_skore_metrics():
    skore = pytest.importorskip("skore")
    from sklearn.linear_model import LogisticRegression

    columns, fitted, held = ROWS[["s", "a"]], ROWS.index < ITEMS // 2, ROWS.index >= ITEMS // 2
    model = LogisticRegression().fit(columns[fitted], ROWS.y[fitted])
    theirs = skore.EstimatorReport(model, X_test=columns[held], y_test=ROWS.y[held], pos_label=1).metrics
    y, said, scores = ROWS.y[held], model.predict(columns[held]), model.predict_proba(columns[held])[:, 1]
    ours, ranked = informed.evaluate(y, said, positive=1), informed.sweep(y, scores, positive=1)
    assert theirs.accuracy() == pytest.approx(ours.measures["accuracy"].value, rel=1e-12)
    assert theirs.precision() == pytest.approx(ours.measures["precision"].value, rel=1e-12)
    assert theirs.recall() == pytest.approx(ours.measures["recall"].value, rel=1e-12)
    assert theirs.roc_auc() == pytest.approx(ranked.auc.value, rel=1e-12)
    assert theirs.brier_score() == pytest.approx(ranked.calibration().brier.value, rel=1e-12)
