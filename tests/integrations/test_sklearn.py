"""scikit-learn: our score functions beside its own, and inside everything that takes a scorer."""

from __future__ import annotations

import inspect
import pickle
import sys
import warnings
from functools import partial

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given
from numpy.testing import assert_allclose

import informed
from informed import InputError
from informed.core import registry
from informed.core.errors import UndefinedError
from informed.core.words import code_of
from informed.integrations import sklearn as ours
from informed.questions.compare.folds import Spread

metrics = pytest.importorskip("sklearn.metrics", reason="needs scikit-learn")

from sklearn import config_context  # noqa: E402
from sklearn.datasets import make_classification  # noqa: E402
from sklearn.dummy import DummyClassifier  # noqa: E402
from sklearn.linear_model import LogisticRegression  # noqa: E402
from sklearn.model_selection import (  # noqa: E402
    GridSearchCV,
    GroupKFold,
    KFold,
    LeaveOneOut,
    RepeatedStratifiedKFold,
    StratifiedKFold,
    TunedThresholdClassifierCV,
    cross_val_predict,
    cross_val_score,
    cross_validate,
)
from sklearn.tree import DecisionTreeClassifier  # noqa: E402

WEIGHTS = st.integers(0, 5)
THREE = st.lists(st.tuples(*[st.sampled_from("abc")] * 2, WEIGHTS), min_size=1, max_size=40).filter(
    lambda rows: any(weight for *_, weight in rows)
)
TWO = st.lists(st.tuples(*[st.booleans()] * 2, st.integers(1, 5)), min_size=1, max_size=40)

WHOLE = {  # names of scikit-learn's that are ours as well, of the whole table
    "accuracy_score": metrics.accuracy_score,
    "balanced_accuracy_score": metrics.balanced_accuracy_score,
    "cohen_kappa_score": metrics.cohen_kappa_score,
    "homogeneity_score": metrics.homogeneity_score,
    "completeness_score": metrics.completeness_score,
    "v_measure_score": metrics.v_measure_score,
    "matthews_corrcoef": metrics.matthews_corrcoef,
}
RATES = {  # and of each label
    "recall_score": metrics.recall_score,
    "precision_score": metrics.precision_score,
    "f1_score": metrics.f1_score,
    "jaccard_score": metrics.jaccard_score,
    "fbeta_score": partial(metrics.fbeta_score, beta=1),
}
IMBALANCED = ("sensitivity_score", "specificity_score")
RENAMED = {  # the same number under another name
    "kappa_linear_score": lambda *y, **w: metrics.cohen_kappa_score(*y, weights="linear", **w),
    "kappa_quadratic_score": lambda *y, **w: metrics.cohen_kappa_score(*y, weights="quadratic", **w),
    "mcc_score": metrics.matthews_corrcoef,
    "adjusted_balanced_accuracy_score": lambda *y, **w: metrics.balanced_accuracy_score(*y, adjusted=True, **w),
}


def quiet(function, *args, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(*args, **options)


def same(mine, theirs):
    """Theirs is the number wherever it is one."""
    known = np.isfinite(theirs)
    assert_allclose(np.where(known, mine, 0), np.where(known, theirs, 0), atol=1e-9)


def imbalanced(name):
    return getattr(pytest.importorskip("imblearn.metrics", reason="needs imbalanced-learn"), name)


def test_every_name_of_a_peer_is_held_to_it():
    """Same name, same number: what both have is tested below, or we do not have it."""
    peers = {*dir(metrics), *dir(pytest.importorskip("imblearn.metrics", reason="needs imbalanced-learn"))}
    scores = set(ours.NAMES) | {f"{name}_score" for each in registry.catalogue() for name in (each.name, *each.aliases)}
    beside = {name for name, each in vars(ours).items() if getattr(each, "__module__", "") == ours.__name__}
    both = {name for name in scores | beside if name in peers and hasattr(ours, name)}
    assert both == {*WHOLE, *RATES, *IMBALANCED, "confusion_matrix"}


@pytest.mark.parametrize("name", ["fowlkes_mallows_score", "geometric_mean_score"])
def test_a_name_that_means_something_else_is_not_ours(name):
    with pytest.raises(AttributeError, match="g_measure_score"):
        getattr(ours, name)
    with pytest.raises(InputError):
        registry.get(name.removesuffix("_score"))


@pytest.mark.parametrize("name", {**WHOLE, **RENAMED})
@given(rows=THREE)
def test_the_whole_table_as_scikit_learn_has_it(name, rows):
    actual, predicted, weight = zip(*rows, strict=True)
    peer = {**WHOLE, **RENAMED}[name]
    given = (
        {"sample_weight": weight} if "sample_weight" in inspect.signature(peer).parameters or name in RENAMED else {}
    )
    same(quiet(getattr(ours, name), actual, predicted, **given), quiet(peer, actual, predicted, **given))


@pytest.mark.parametrize("average", [None, "macro", "weighted"])
@pytest.mark.parametrize("name", RATES)
@given(rows=THREE, labels=st.sampled_from([None, ["c", "z", "a"], ["z"]]))
def test_label_averages_as_scikit_learn_has_them(name, average, labels, rows):
    """Also over a label that never occurs; 0/0 is 0, or left out where asked for."""
    actual, predicted, weight = zip(*rows, strict=True)
    common = {"sample_weight": weight, "average": average, "labels": labels}
    same(quiet(getattr(ours, name), actual, predicted, **common), quiet(RATES[name], actual, predicted, **common))
    if name != "jaccard_score":  # whose 0/0 cannot be NaN
        mine = getattr(ours, name)(actual, predicted, **common, zero_division=np.nan)
        assert_allclose(mine, RATES[name](actual, predicted, **common, zero_division=np.nan), atol=1e-9)


@pytest.mark.parametrize("average", [None, "macro", "weighted"])
@pytest.mark.parametrize("name", IMBALANCED)
@given(rows=THREE)
def test_label_averages_as_imbalanced_learn_has_them(name, average, rows):
    """Without weights: its true negatives count every item once whatever it weighs (0.14)."""
    actual, predicted, _ = zip(*rows, strict=True)
    theirs = quiet(imbalanced(name), actual, predicted, average=average)
    same(quiet(getattr(ours, name), actual, predicted, average=average), theirs)


@pytest.mark.parametrize("name", [*RATES, *IMBALANCED])
@given(rows=TWO, labels=st.sampled_from([(0, 1), (-1, 1), (False, True)]))
def test_rates_of_the_positive_label(name, labels, rows):
    """By default that of 1 beside 0 or -1."""
    actual, predicted, weight = zip(*[(labels[y], labels[p], w) for y, p, w in rows], strict=True)
    peer, common = (RATES[name], {"sample_weight": weight}) if name in RATES else (imbalanced(name), {})
    mine = getattr(ours, name)
    if name != "specificity_score" or labels[1] in {*actual, *predicted}:  # else imbalanced-learn says 0 uncounted
        same(quiet(mine, actual, predicted, **common), quiet(peer, actual, predicted, **common))
        assert quiet(mine, actual, predicted, average="binary", **common) == quiet(mine, actual, predicted, **common)
    if labels[0] in {*actual, *predicted}:
        theirs = quiet(peer, actual, predicted, pos_label=labels[0], **common)
        same(quiet(mine, actual, predicted, pos_label=labels[0], **common), theirs)


@pytest.mark.parametrize("zero_division", [0, 1, np.nan])
@pytest.mark.parametrize("average", [None, "macro", "weighted"])
@pytest.mark.parametrize("name", ["recall_score", "precision_score", "f1_score"])
@given(rows=THREE)
def test_zero_division_as_scikit_learn_means_it(name, average, zero_division, rows):
    """Of labels that neither occur nor are predicted too; no warning where the reader has chosen."""
    actual, predicted, _ = zip(*rows, strict=True)
    common = {"labels": ["a", "b", "c", "z"], "average": average, "zero_division": zero_division}
    mine = getattr(ours, name)(actual, predicted, **common)
    assert_allclose(mine, quiet(RATES[name], actual, predicted, **common), atol=1e-9)


@pytest.mark.parametrize("beta", [0.5, 2])
@given(rows=THREE)
def test_f_by_beta(beta, rows):
    actual, predicted, weight = zip(*rows, strict=True)
    common = {"beta": beta, "average": "macro", "sample_weight": weight, "zero_division": 0}
    assert ours.fbeta_score(actual, predicted, **common) == pytest.approx(
        quiet(metrics.fbeta_score, actual, predicted, **common)
    )


@pytest.mark.parametrize("normalize", [None, "true", "pred", "all"])
@given(rows=THREE, labels=st.sampled_from([None, ["c", "a"], ["z", "b", "a", "c"]]), weighted=st.booleans())
def test_the_table_as_scikit_learn_has_it(normalize, labels, weighted, rows):
    actual, predicted, weight = zip(*rows, strict=True)
    if labels and not {*labels} & {*actual}:
        labels = None
    common = {"labels": labels, "normalize": normalize, "sample_weight": weight if weighted else None}
    theirs = quiet(metrics.confusion_matrix, actual, predicted, **common)
    assert_allclose(ours.confusion_matrix(actual, predicted, **common), theirs, atol=1e-12)


def test_a_table_of_labels_that_never_occur_is_refused():
    with pytest.raises(InputError, match="none of them occurs in y_true"):
        ours.confusion_matrix(["a"], ["b"], labels=["b"])


def test_leave_one_out_says_why_it_is_0():
    X, y = make_classification(12, random_state=0)
    with pytest.warns(UserWarning, match="with LeaveOneOut use evaluate_cv"):
        cross_val_score(
            LogisticRegression(), X, y, scoring=ours.scorers("informedness")["informedness"], cv=LeaveOneOut()
        )
    assert ours.evaluate_cv(LogisticRegression(), X, y, cv=LeaveOneOut()).n == 12


def test_a_convention_is_warned_of():
    from sklearn.exceptions import UndefinedMetricWarning

    for score, options in [
        (ours.precision_score, {}),
        (ours.markedness_score, {}),
        (ours.precision_score, {"average": "macro"}),
        (ours.informedness_score, {"labels": [0, 1], "average": None}),
    ]:
        actual = [0, 0] if "labels" in options else [0, 1]
        with pytest.warns(UndefinedMetricWarning, match="is undefined.*set to 0"):
            score(actual, [0, 0], **options)
        with pytest.raises(UndefinedError):
            score(actual, [0, 0], zero_division="raise", **options)


@pytest.mark.parametrize("average", [None, "macro", "weighted"])
def test_a_choice_of_labels_to_average_over(average):
    actual, predicted = list("aabbbcccc"), list("abbbcccca")
    mine = ours.recall_score(actual, predicted, labels=["c", "a"], average=average)
    theirs = metrics.recall_score(actual, predicted, labels=["c", "a"], average=average)
    assert_allclose(mine, theirs)


@pytest.mark.parametrize("measure", [each for each in registry.catalogue() if each.ready], ids=str)
def test_every_measure_is_a_score_function(measure):
    score = getattr(ours, f"{measure.name}_score")
    signature = inspect.signature(score)
    assert list(signature.parameters)[:5] == ["y_true", "y_pred", "labels", "sample_weight", "average"]
    assert ("pos_label" in signature.parameters) == ("pos_label" in score.__doc__) == (measure.kind == "binary")
    assert measure.formula in score.__doc__
    assert f"{measure.name}_score" in dir(ours)
    actual, predicted = [1, 1, 1, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0, 1]
    counts = informed.count(actual, predicted)
    assert_allclose(
        score(actual, predicted), measure((counts if measure.kind == "table" else counts.positive_first(1)).table)
    )
    assert pickle.loads(pickle.dumps(score)) is score


@given(rows=THREE)
def test_informedness_is_its_weighted_mean_and_edge_its_mean_by_bias(rows):
    actual, predicted, _ = zip(*rows, strict=True)
    for average, whole in (("weighted", ours.informedness_score), ("bias", ours.edge_score)):
        mean = quiet(ours.informedness_score, actual, predicted, average=average)
        assert_allclose(mean, quiet(whole, actual, predicted), atol=1e-12)


def test_parameters_and_aliases():
    actual, predicted = [1, 1, 1, 0, 0], [1, 0, 1, 0, 1]
    assert "beta" in inspect.signature(ours.f_measure_score).parameters
    assert_allclose(ours.f_measure_score(actual, predicted, beta=2), metrics.fbeta_score(actual, predicted, beta=2))
    assert ours.youden_j_score is ours.informedness_score


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ours.informedness_score([0, 1], [1, 1], average="micro"), "nothing can be corrected for chance"),
        (lambda: ours.mcc_score([0, 1], [1, 1], average="macro"), "one value for the whole table"),
        (lambda: ours.recall_score([0, 1, 2], [1, 1, 0]), "there are 3; use average=None"),
        (lambda: ours.recall_score(["no", "yes"], ["yes", "yes"]), "pos_label='yes', or use a mean"),
        (lambda: ours.recall_score([2, 3], [3, 3]), "pos_label=3, or use a mean"),
        (lambda: ours.recall_score(["no", "yes"], ["yes", "yes"], pos_label=1), "pos_label=1 is not a label"),
        (lambda: ours.mcc_score([0, 1], [1, 1], pos_label=1), r"mcc_score\(\) has no argument pos_label="),
        (
            lambda: ours.precision_score([0, 1], [1, 1], zero_division=2),
            "zero_division=2 is not one of 'warn', 0, 1, nan",
        ),
        (lambda: ours.precision_score([0, 1], [1, 1], undefined="nan"), "undefined=; give zero_division="),
        (lambda: ours.cohen_kappa_score([0, 1], [1, 1], weights="linear"), "use kappa_linear_score"),
        (lambda: ours.scorers("recall", average=None), "a scorer gives one"),
        (lambda: ours.scorers("mcc", average="macro"), "one value for the whole table"),
        (lambda: ours.recall_score([0, 1], [1, 1], average="marco"), "did you mean 'macro'"),
        (lambda: ours.kappa_score([0, 1], [1, 2], labels=[0, 1]), "2 occurs in the data"),
    ],
)
def test_what_cannot_be_scored_is_said(call, message):
    with pytest.raises(InputError, match=message):
        call()
    with pytest.raises(AttributeError, match="did you mean 'informedness'"):
        ours.informednes_score  # noqa: B018


def test_one_label_alone_is_no_reason_to_stop():
    assert ours.recall_score([0, 0], [0, 0], pos_label=0) == 1
    assert np.isnan(ours.recall_score([0, 0], [0, 0], pos_label=1, zero_division=np.nan))
    assert quiet(ours.recall_score, [0, 0], [0, 0], pos_label=1) == quiet(metrics.recall_score, [0, 0], [0, 0]) == 0
    assert quiet(ours.informedness_score, [0, 0], [0, 0]) == 0


# --- scorers ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def data():
    return make_classification(300, 6, weights=[0.8], flip_y=0.1, random_state=1)


def test_every_scorer_in_cross_validate(data):
    scoring = ours.scorers(pos_label=1)
    found = cross_validate(LogisticRegression(), *data, scoring=scoring, cv=3)
    assert {f"test_{name}" for name in scoring} <= set(found)
    assert_allclose(found["test_neg_error_rate"], found["test_accuracy"] - 1)
    assert_allclose(found["test_recall"] + found["test_inverse_recall"] - 1, found["test_informedness"])
    assert set(ours.scorers()) < set(scoring)
    assert not {"recall", "determination"} & set(ours.scorers())


LABELS = {
    "words": ["malignant", "benign"],
    "numbers": [2, 3],
    "usual": [0, 1],
    "signs": [-1, 1],
    "truth": [False, True],
    "three words": ["a", "b", "c"],
    "three numbers": [5, 6, 7],
}


@pytest.mark.parametrize("average", ["definition", "macro", "weighted", "bias"])
@pytest.mark.parametrize("kind", LABELS)
def test_every_scorer_is_finite_whatever_the_labels_are(kind, average):
    labels = np.array(LABELS[kind])
    X, y = make_classification(
        400, 6, n_informative=4, n_redundant=0, n_classes=len(labels), flip_y=0.4, random_state=1
    )
    positive = labels[0].item() if len(labels) == 2 else None
    scoring = ours.scorers(average=average, pos_label=positive)
    model, options = LogisticRegression(), {"cv": 3, "error_score": "raise"}
    found = cross_validate(model, X, labels[y], scoring=scoring, **options)
    for name in scoring:
        assert np.isfinite(found[f"test_{name}"]).all(), name
    bare = metrics.make_scorer(ours.informedness_score, average=average)
    assert_allclose(
        cross_val_score(model, X, labels[y], scoring=bare, **options), found["test_informedness"], atol=1e-12
    )


@pytest.mark.parametrize("kind", LABELS)
def test_a_rate_wants_a_positive_label_where_nobody_knows_it(kind):
    labels = np.array(LABELS[kind])
    X, y = make_classification(
        200, 6, n_informative=4, n_redundant=0, n_classes=len(labels), flip_y=0.3, random_state=1
    )
    scoring = {**ours.scorers("recall"), "accuracy": "accuracy"}
    options = {"cv": 3, "error_score": "raise"}
    if kind in ("usual", "signs", "truth"):
        found = cross_validate(LogisticRegression(), X, labels[y], scoring={**scoring, "theirs": "recall"}, **options)
        assert_allclose(found["test_recall"], found["test_theirs"])
        return
    with pytest.raises(InputError, match="average="):
        cross_validate(LogisticRegression(), X, labels[y], scoring=scoring, **options)


def test_the_best_candidate_is_found_whatever_the_labels_are(data):
    X, y = data
    search = GridSearchCV(
        LogisticRegression(), {"C": [1e-9, 1.0]}, scoring=ours.scorers("informedness")["informedness"], cv=3
    )
    search.fit(X, np.where(y == 1, "malignant", "benign"))
    assert search.best_params_ == {"C": 1.0}  # the other learns nothing
    assert search.best_score_ > 0


def test_averaged_scorers_take_any_number_of_classes():
    X, y = make_classification(200, 6, n_informative=5, n_redundant=0, n_classes=3, random_state=1)
    scoring = ours.scorers("recall", "f_measure(beta=2)", average="macro", labels=range(3))
    found = cross_validate(LogisticRegression(), X, y, scoring={**scoring, "theirs": "recall_macro"}, cv=3)
    assert_allclose(found["test_recall"], found["test_theirs"])
    assert "test_f_measure(beta=2)" in found


def test_grid_search_in_two_processes_and_saved(data):
    scoring = ours.scorers("informedness", "mcc")
    search = GridSearchCV(LogisticRegression(), {"C": [0.01, 1]}, scoring=scoring, refit="informedness", cv=3, n_jobs=2)
    search.fit(*data)
    again = pickle.loads(pickle.dumps(search))
    assert again.score(*data) == ours.informedness_score(data[1], search.predict(data[0]))


def test_a_tuned_threshold_beats_one_half(data):
    X, y = data
    tuned = TunedThresholdClassifierCV(LogisticRegression(), scoring=ours.scorers("informedness")["informedness"], cv=3)
    plain = LogisticRegression().fit(X, y)
    tuned.fit(X, y)
    assert tuned.best_threshold_ < 0.5  # the positive class is rare: informedness wants more of it found
    assert ours.informedness_score(y, tuned.predict(X)) > ours.informedness_score(y, plain.predict(X))


def test_weights_are_routed_to_scorers(data):
    X, y = data
    weight = np.where(y == 1, 4.0, 1.0)
    with config_context(enable_metadata_routing=True):
        scorer = ours.scorers("accuracy")["accuracy"].set_score_request(sample_weight=True)
        model = LogisticRegression().set_fit_request(sample_weight=False)
        found = cross_validate(
            model,
            X,
            y,
            scoring=scorer,
            cv=3,
            params={"sample_weight": weight},
            return_estimator=True,
            return_indices=True,
        )
    for score, fitted, test in zip(found["test_score"], found["estimator"], found["indices"]["test"], strict=True):
        expected = metrics.accuracy_score(y[test], fitted.predict(X[test]), sample_weight=weight[test])
        assert_allclose(score, expected)


def test_a_measure_of_ones_own_is_scored_in_other_processes(data):
    @informed.measures.measure(family="mine", source="here", formula="tp / n", kind="binary")
    def share_of_hits(table):
        """The share of items that are true positives."""
        return table[..., 0, 0] / table.sum((-2, -1))

    try:
        found = cross_validate(
            LogisticRegression(), *data, scoring=ours.scorers("share_of_hits", pos_label=1), cv=2, n_jobs=2
        )
    finally:
        registry.forget("share_of_hits")
    assert (found["test_share_of_hits"] > 0).all()


def test_items_of_a_group_are_a_cluster():
    """Ten copies of every item say no more than one: with them as groups the interval is not ten times as sure."""
    X, y = make_classification(120, random_state=0)
    groups = np.repeat(np.arange(120), 10)
    model, folds = LogisticRegression(), list(GroupKFold(4).split(groups, groups, groups))
    blind, aware = (
        ours.evaluate_cv(model, np.repeat(X, 10, 0), np.repeat(y, 10), cv=list(folds), **how)
        for how in ({}, {"groups": groups})
    )
    assert aware.measures["informedness"].value == blind.measures["informedness"].value
    assert aware.measures["informedness"].method == "cluster"
    widths = [each.measures["informedness"].high - each.measures["informedness"].low for each in (blind, aware)]
    assert 2.5 < widths[1] / widths[0] < 4.0  # the square root of ten


def test_groups_of_a_metric_frame():
    fairlearn = pytest.importorskip("fairlearn.metrics", reason="needs fairlearn")
    rng = np.random.default_rng(1)
    y, p, site, weight = rng.integers(0, 2, 90), rng.integers(0, 2, 90), rng.choice(list("ab"), 90), rng.random(90)
    frame = fairlearn.MetricFrame(
        metrics={"informedness": ours.informedness_score, "recall": ours.recall_score},
        y_true=y,
        y_pred=p,
        sensitive_features=site,
        sample_params={"informedness": {"sample_weight": weight}},
    )
    counts = informed.count(y, p, by=site, weights=weight)
    assert_allclose(frame.by_group["informedness"], informed.measures.informedness(counts.table))


# --- pictures --------------------------------------------------------------------------------------------------------


@pytest.fixture
def pyplot():
    pytest.importorskip("matplotlib", reason="needs matplotlib").use("Agg")
    from matplotlib import pyplot

    yield pyplot
    pyplot.close("all")


def test_a_display_shows_the_numbers_of_the_evaluation(pyplot):
    """Its points are the informedness of all labels and of each, its bars the intervals."""
    rng = np.random.default_rng(0)
    y = rng.choice(list("abc"), 200)
    said = np.where(rng.random(200) < 0.7, y, rng.choice(list("abc"), 200))
    shown = ours.InformednessDisplay.from_predictions(y, said, name="made")
    found = informed.evaluate(y, said)
    expected = [found.measures["informedness"], *(row["informedness"] for row in found.per_label.values())]
    (bars,) = shown.ax_.containers
    assert_allclose(np.array(bars.lines[0].get_xdata(), float), [each.value for each in expected])
    ends = np.array([segment[:, 0] for segment in bars.lines[2][0].get_segments()])
    assert_allclose(ends, [(each.low, each.high) for each in expected])
    assert [each.get_text() for each in shown.ax_.get_yticklabels()] == ["all labels", "a", "b", "c"]
    assert shown.ax_.get_legend().get_texts()[0].get_text() == "made"


def test_a_display_says_what_it_needs(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(InputError, match="RocCurveDisplay needs matplotlib; install it with: pip install matplotlib"):
        ours.RocCurveDisplay.from_predictions([0, 1, 0, 1], [0.1, 0.9, 0.4, 0.3])


def test_a_display_of_an_estimator(pyplot):
    X, y = make_classification(60, random_state=0)
    model = LogisticRegression().fit(X, y)
    figure, axes = pyplot.subplots()
    shown = ours.InformednessDisplay.from_estimator(model, X, y, ax=axes)
    assert (shown.ax_, shown.figure_) == (axes, figure)
    assert shown.evaluation.counts == informed.count(y, model.predict(X))
    assert shown.name == "LogisticRegression"


# --- out of fold -----------------------------------------------------------------------------------------------------


def test_out_of_fold_counts_are_those_of_the_pooled_predictions(data):
    X, y = data
    folds = KFold(4, shuffle=True, random_state=1)
    evaluation = ours.evaluate_cv(LogisticRegression(), X, y, cv=folds, positive=1)
    expected = informed.count(y, cross_val_predict(LogisticRegression(), X, y, cv=folds)).positive_first(1)
    assert evaluation.counts.table.tolist() == expected.table.tolist()
    assert "recall" in evaluation.measures
    assert any("not fitted to" in warning for warning in evaluation.warnings)
    weight = np.linspace(0.5, 1.5, len(y))
    weighted = ours.evaluate_cv(LogisticRegression(), X, y, cv=folds, sample_weight=weight)
    assert_allclose(weighted.counts.total, weight.sum())


def test_out_of_fold_columns_go_to_any_question(data):
    X, y = data
    folds = KFold(4, shuffle=True, random_state=1)
    found = ours.out_of_fold(LogisticRegression(), X, y, cv=folds)
    order = np.argsort(found["item"])
    assert (found["predicted"][order] == cross_val_predict(LogisticRegression(), X, y, cv=folds)).all()
    chances = cross_val_predict(LogisticRegression(), X, y, cv=folds, method="predict_proba")
    assert_allclose(found["score"][order], chances[:, 1])
    assert informed.sweep(found, actual="actual", scores="score").scores.n == len(y)


def test_checks_speak_of_a_planted_fault_alone():
    """A full tree on noisy labels, and a column that is the label; plain regression has neither."""
    X, y = make_classification(400, 8, flip_y=0.2, random_state=1)
    leak = np.c_[X, y + np.random.default_rng(0).normal(0, 0.1, len(y))]
    codes = [
        {code_of(note) for note in ours.evaluate_cv(model, given, y).counts.notes} - {""}
        for model, given in [(LogisticRegression(), X), (DecisionTreeClassifier(random_state=0), X),
                             (LogisticRegression(), leak)]
    ]  # fmt: skip
    assert codes == [set(), {"overfitted", "worse_than_simple"}, {"leak"}]
    few = ours.evaluate_cv(DummyClassifier(), X[:20], y[:20])
    assert few.strength == "constant"
    assert "few_to_tell" in {each.code for each in few.findings}
    unasked = ours.evaluate_cv(DecisionTreeClassifier(random_state=0), X, y, checks=False)
    assert not any(map(code_of, unasked.counts.notes))


def test_repeats_do_not_make_items(data):
    X, y = data
    folds = RepeatedStratifiedKFold(n_splits=3, n_repeats=4, random_state=1)
    repeated = ours.evaluate_cv(LogisticRegression(), X, y, cv=folds)
    once = ours.evaluate_cv(LogisticRegression(), X, y, cv=3)
    assert repeated.n == once.n == len(y)
    width = [each.measures["informedness"].high - each.measures["informedness"].low for each in (repeated, once)]
    assert_allclose(width[0], width[1], rtol=0.1)
    with pytest.raises(InputError, match="more than once"):
        ours.evaluate_cv(LogisticRegression(), X, y, cv=folds, sample_weight=np.ones(len(y)))


def test_folds_are_compared_by_the_corrected_t_test(data):
    """Nadeau & Bengio 2003: t = mean / sqrt((1/J + test/train) variance), here beside its formula written out."""
    X, y = data
    systems = {"guess": DummyClassifier(strategy="stratified", random_state=1), "model": LogisticRegression()}
    folds = RepeatedStratifiedKFold(n_splits=5, n_repeats=2, random_state=1)
    compared = ours.compare_cv(systems, X, y, cv=folds)
    found = compared.difference("informedness")
    scores = [
        cross_validate(each, X, y, cv=folds, scoring=ours.scorers("informedness")["informedness"])["test_score"]
        for each in systems.values()
    ]
    gaps = scores[1] - scores[0]
    error = np.sqrt((1 / 10 + 60 / 240) * gaps.var(ddof=1))
    assert (found.first, found.second) == ("model", "guess")
    assert_allclose(found.estimate.value, gaps.mean())
    assert_allclose(found.estimate.high - found.estimate.low, 2 * 2.262157 * error, rtol=1e-6)  # t(9) at 0.975
    assert (found.p < 0.05) == (found.estimate.low > 0)
    assert_allclose(compared.values["model"]["informedness"].value, scores[1].mean())
    assert "This is about systems fitted anew: 10 folds, corrected resampled t test." in str(compared)
    assert (compared.kind, compared.n, compared.folds) == ("comparison", 600, 10)


def test_predictions_of_folds_in_a_file_are_those_of_the_models(data, tmp_path):
    """Predictions and their folds by `compare(fold=)`, and the estimators themselves, give the same differences."""
    X, y = data
    systems = {"tree": DecisionTreeClassifier(max_depth=2, random_state=0), "model": LogisticRegression()}
    folds = StratifiedKFold(5, shuffle=True, random_state=1)
    fitted = ours.compare_cv(systems, X, y, cv=folds)
    said = {name: cross_val_predict(each, X, y, cv=folds) for name, each in systems.items()}
    fold = np.empty(len(y), int)
    for place, (_, test) in enumerate(folds.split(X, y)):
        fold[test] = place
    read = informed.compare(y, said, fold=fold)
    for one, two in zip(read.differences, fitted.differences, strict=True):
        assert_allclose([one.estimate.low, one.estimate.high, one.p], [two.estimate.low, two.estimate.high, two.p])


def test_the_corrected_test_keeps_its_size():
    """Two useless predictors, drawn anew: the plain t test over folds finds a difference too often, ours does not."""
    rng = np.random.default_rng(1)
    shared = rng.normal(size=400)  # what the folds have in common, as their training items make it
    gaps = (rng.normal(size=(10, 400)) + shared) * 0.1
    assert np.mean(Spread.of(gaps, 1.0).p < 0.05) < 0.1  # correlation 1/2 between folds
    # Uncorrected, t is sqrt(11) times too large: beyond 2.26 where a normal deviate is beyond 0.68, half of the time.
    assert abs(np.mean(Spread.of(gaps, 0.0).p < 0.05) - 0.5) < 0.1


def test_folds_that_say_nothing_are_left_without_an_interval():
    found = Spread.of(np.array([[1.0, 1.0], [1.0, np.nan]]), 0.25)
    assert found.notes() == ["no interval: the folds do not differ", "undefined in 1 of 2 folds"]
    assert np.isnan([*found.limits(0.025), found.p]).all()
