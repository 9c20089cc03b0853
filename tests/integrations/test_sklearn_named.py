"""Functions of scikit-learn under its own names: the same numbers on what it takes, and words where one is refused."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from numpy.testing import assert_allclose

from informed import InputError
from informed.integrations import sklearn as ours

metrics = pytest.importorskip("sklearn.metrics", reason="needs scikit-learn")
calibration_curve = pytest.importorskip("sklearn.calibration").calibration_curve

SEEDS = range(25)


@pytest.fixture(autouse=True)
def quiet():
    """0/0 occurs in small samples; both libraries warn of it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def single(seed, labels="abc"):
    """Labels, and the same predicted now and then; with weights every other time."""
    rng = np.random.default_rng(seed)
    size = int(rng.integers(6, 60))
    y = rng.choice(list(labels), size)
    said = np.where(rng.random(size) < 0.5, y, rng.choice(list(labels), size))
    return y, said, (rng.random(size) + 0.1 if seed % 2 else None)


def sets(seed):
    rng = np.random.default_rng(seed)
    size = int(rng.integers(6, 60))
    return (*(rng.integers(0, 2, (2, size, 4))), (rng.random(size) + 0.1 if seed % 2 else None))


@pytest.mark.parametrize("made", [single, sets])
@pytest.mark.parametrize("name", ["hamming_loss", "zero_one_loss", "multilabel_confusion_matrix"])
@pytest.mark.parametrize("seed", SEEDS)
def test_losses_and_tables_are_theirs(name, made, seed):
    y, said, weights = made(seed)
    assert_allclose(
        getattr(ours, name)(y, said, sample_weight=weights), getattr(metrics, name)(y, said, sample_weight=weights)
    )


@pytest.mark.parametrize("made", [single, sets])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_number_of_wrong_items_is_theirs(made, seed):
    y, said, weights = made(seed)
    options = {"normalize": False, "sample_weight": weights}
    assert_allclose(ours.zero_one_loss(y, said, **options), metrics.zero_one_loss(y, said, **options))


@pytest.mark.parametrize("seed", SEEDS)
def test_tables_of_each_item_and_of_some_labels_are_theirs(seed):
    y, said, weights = sets(seed)
    for options in ({"samplewise": True}, {"labels": [2, 0]}):
        found, expected = (
            each.multilabel_confusion_matrix(y, said, sample_weight=weights, **options) for each in (ours, metrics)
        )
        assert_allclose(found, expected, atol=1e-12)  # theirs are differences, 2e-16 where ours are 0


@pytest.mark.parametrize("made", [single, sets])
@pytest.mark.parametrize("average", [None, "macro", "weighted", "micro"])
@pytest.mark.parametrize("name", ["precision_score", "recall_score", "f1_score", "jaccard_score"])
def test_rates_of_sets_and_pooled_ones_are_theirs(name, average, made):
    for seed in SEEDS:
        y, said, weights = made(seed)
        found, expected = (
            getattr(each, name)(y, said, average=average, sample_weight=weights) for each in (ours, metrics)
        )
        assert_allclose(found, expected)


def test_pooled_informedness_is_refused():
    with pytest.raises(InputError, match="nothing can be corrected for chance"):
        ours.informedness_score([0, 1, 2], [0, 1, 1], average="micro")


@pytest.mark.parametrize("seed", SEEDS)
def test_likelihood_ratios_are_theirs_also_where_undefined(seed):
    y, said, weights = single(seed, "ab")
    found, expected = (each.class_likelihood_ratios(y, said, sample_weight=weights) for each in (ours, metrics))
    assert_allclose(found, expected)
    sure = np.where(y == "a", "a", said)  # no false positive
    settled = {"replace_undefined_by": {"LR+": 9.0, "LR-": 1.0}}
    assert_allclose(
        ours.class_likelihood_ratios(y, sure, **settled), metrics.class_likelihood_ratios(y, sure, **settled)
    )


@pytest.mark.parametrize("given", [{}, {"labels": ["c", "a"]}, {"target_names": ["x", "y", "z"]}, {"zero_division": 0}])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_report_holds_their_numbers_and_ours_beside(seed, given):
    y, said, weights = single(seed)
    if len({*y, *said}) < 3:
        y[:3] = list("abc")
    found, expected = (
        each.classification_report(y, said, sample_weight=weights, output_dict=True, **given)
        for each in (ours, metrics)
    )
    assert list(found) == list(expected)
    for title, row in expected.items():
        if title == "accuracy":
            assert found[title] == pytest.approx(row)
        else:
            assert {name: found[title][name] for name in row} == pytest.approx(row)
            assert found[title].keys() - row.keys() == {"informedness"}
    labels = given.get("labels", sorted({*y, *said}))
    each = ours.informedness_score(y, said, average=None, labels=labels, sample_weight=weights)
    assert_allclose([found[title]["informedness"] for title in list(found)[: len(labels)]], each)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_printed_report_has_their_words_and_numbers_in_their_order(seed):
    y, said, _ = single(seed)
    expected = metrics.classification_report(y, said, digits=3).split()
    found = ours.classification_report(y, said, digits=3).split()
    left = iter(found)
    assert all(word in left for word in expected)  # theirs are a part of ours, in this order
    assert "informedness" in found


def test_the_report_of_sets_is_theirs_but_for_the_mean_over_items():
    for seed in SEEDS:
        y, said, weights = sets(seed)
        found, expected = (
            each.classification_report(y, said, sample_weight=weights, output_dict=True) for each in (ours, metrics)
        )
        assert expected.keys() - found.keys() == {"samples avg"}
        for title, row in found.items():
            assert {name: row[name] for name in expected[title]} == pytest.approx(expected[title])


@pytest.mark.parametrize("seed", SEEDS)
def test_areas_are_theirs(seed):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, 60)
    scores = rng.dirichlet(np.ones(3), 60).round(2)  # ties
    scores[:, 2] = 1 - scores[:, 0] - scores[:, 1]
    weights = rng.random(60) + 0.1
    two = y > 0
    assert_allclose(ours.roc_auc_score(two, scores[:, 1]), metrics.roc_auc_score(two, scores[:, 1]))
    names = np.where(two, "yes", "no")
    options = {"sample_weight": weights}
    assert_allclose(
        ours.roc_auc_score(names, scores[:, 1], **options), metrics.roc_auc_score(names, scores[:, 1], **options)
    )
    for multi, average, weight in [("ovr", "macro", weights), ("ovr", "weighted", weights), ("ovr", None, None),
                                   ("ovr", "micro", weights), ("ovo", "macro", None),
                                   ("ovo", "weighted", None)]:  # fmt: skip
        options = {"multi_class": multi, "average": average, "sample_weight": weight}
        assert_allclose(ours.roc_auc_score(y, scores, **options), metrics.roc_auc_score(y, scores, **options))
    for most in (0.1, 0.37, 1):
        options = {"max_fpr": most}
        assert_allclose(
            ours.roc_auc_score(two, scores[:, 1], **options), metrics.roc_auc_score(two, scores[:, 1], **options)
        )
    several = rng.integers(0, 2, (60, 3))
    several[:, :2] = np.stack([several[:, 0], 1 - several[:, 0]], 1)  # of each item one is there and one is not
    for average in (None, "macro", "weighted", "micro", "samples"):
        options = {"average": average, "sample_weight": weights}
        assert_allclose(
            ours.roc_auc_score(several, scores, **options), metrics.roc_auc_score(several, scores, **options)
        )


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: ours.roc_auc_score([0, 1, 2], np.eye(3), max_fpr=0.1, multi_class="ovr"), "of two labels"),
        (lambda: ours.roc_auc_score([0, 1, 2], np.eye(3)), "say 'ovr' or 'ovo'"),
        (
            lambda: ours.roc_auc_score([0, 1, 2], np.eye(3), multi_class="ovr", average="samples"),
            "is of sets of labels",
        ),
        (lambda: ours.roc_auc_score([0, 1, 2], np.eye(3), multi_class="ovo", average="micro"), "neither sample_weight"),
        (lambda: ours.roc_auc_score([0, 1, 2], [0.1, 0.2, 0.3]), "one column for 3 labels"),
        (lambda: ours.class_likelihood_ratios([0, 1, 2], [0, 1, 2]), "is of two labels, and there are 3"),
        (lambda: ours.classification_report([0, 1], [0, 1], target_names=["a"]), "1 names for 2 labels"),
        (lambda: ours.multilabel_confusion_matrix([0, 1], [0, 1], samplewise=True), "needs sets of labels"),
        (lambda: ours.hamming_loss([[0, 1], [1, 1]], [[0, 1, 1], [1, 1, 1]]), "same labels in both"),
        (lambda: ours.hamming_loss([[0, 2], [1, 1]], [[0, 1], [1, 1]]), "y_true has a row for each item"),
    ],
)
def test_what_cannot_be_answered_is_refused_in_words(ask, told):
    with pytest.raises(InputError, match=told):
        ask()


def test_the_display_of_calibration_has_their_points_and_our_intervals():
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.switch_backend("Agg")
    rng = np.random.default_rng(5)
    scores = rng.random(300)
    y = (rng.random(300) < scores).astype(int)
    for strategy in ("uniform", "quantile"):
        shown = ours.CalibrationDisplay.from_predictions(y, scores, n_bins=6, strategy=strategy, name="made")
        true, predicted = calibration_curve(y, scores, n_bins=6, strategy=strategy)
        assert_allclose(shown.prob_true, true)
        assert_allclose(shown.prob_pred, predicted)
    (bars,) = shown.ax_.containers
    ends = np.array([segment[:, 1] for segment in bars.lines[2][0].get_segments()])
    assert_allclose(ends, [(each.share.low, each.share.high) for each in shown.calibration.bins])
    pyplot.close("all")


def test_the_display_of_a_curve_has_their_points_and_a_band_that_holds_them():
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.switch_backend("Agg")
    rng = np.random.default_rng(7)
    y = rng.integers(0, 2, 200)
    scores = rng.normal(size=200) + y
    shown = ours.RocCurveDisplay.from_predictions(y, scores, name="made")
    fpr, tpr, _ = metrics.roc_curve(y, scores, drop_intermediate=False)
    assert_allclose((shown.fpr, shown.tpr), (fpr, tpr))
    assert_allclose(shown.roc_auc.value, metrics.roc_auc_score(y, scores))
    _, upper, lower, chance = shown.ax_.lines
    for left, top in zip(fpr, tpr, strict=True):
        assert lower.get_ydata()[lower.get_xdata() <= left].max() <= top + 1e-12
        assert upper.get_ydata()[upper.get_xdata() >= left].min() >= top - 1e-12 or left == 0
    assert chance.get_linestyle() == "--"
    pyplot.close("all")


def test_the_display_of_decisions_is_the_net_benefit():
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.switch_backend("Agg")
    rng = np.random.default_rng(8)
    scores = rng.random(400)
    y = (rng.random(400) < scores).astype(int)
    shown = ours.DecisionCurveDisplay.from_predictions(y, scores, thresholds=(0.1, 0.6))
    line, *_ = shown.ax_.lines
    for t, value in zip(line.get_xdata(), line.get_ydata(), strict=True):
        act = scores >= t  # Vickers & Elkin 2006
        assert_allclose(value, (act & (y == 1)).mean() - (act & (y == 0)).mean() * t / (1 - t), atol=1e-12)
    pyplot.close("all")


def test_the_display_of_an_estimator_names_it():
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.switch_backend("Agg")
    from sklearn.datasets import make_classification
    from sklearn.linear_model import LogisticRegression

    X, y = make_classification(120, random_state=0)
    model = LogisticRegression().fit(X, np.where(y, "yes", "no"))
    shown = ours.CalibrationDisplay.from_estimator(model, X, np.where(y, "yes", "no"))
    assert_allclose(shown.prob_true, calibration_curve(y, model.predict_proba(X)[:, 1], n_bins=5)[0])
    assert shown.name == "LogisticRegression"
    pyplot.close("all")
