"""Sweeps beside scikit-learn and SciPy, on random scores with and without ties; and by hand."""

import json
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.spatial import ConvexHull
from scipy.stats import ks_2samp, mannwhitneyu, norm

import informed
from informed import InputError, Scores, sweep
from informed.core.registry import get
from informed.core.words import number
from informed.more import sweep_classes
from informed.questions.sweep.area import Area, Spread, area, limits, modelled, paired_areas
from informed.questions.sweep.calibration import calibration
from informed.questions.sweep.chart import curves
from informed.questions.sweep.optimism import MOST_PLACES, _coarse, _folded, cross_validated

metrics = pytest.importorskip("sklearn.metrics", reason="scikit-learn is not installed")

ROUNDED = {"distinct": 17, "ties": 1, "many ties": 0}


@pytest.fixture(params=ROUNDED)
def data(request):
    rng = np.random.default_rng(11)
    actual = (rng.random(700) < 0.3).astype(int)
    return actual, np.round(rng.normal(size=700) + actual, ROUNDED[request.param])


# --- beside scikit-learn ---------------------------------------------------------------------------------------------


def test_roc_curve(data):
    found = sweep(*data)
    fallout, recall, thresholds = metrics.roc_curve(*data, drop_intermediate=False)
    assert_allclose(found.fallout, fallout, rtol=1e-15)
    assert_allclose(found.recall, recall, rtol=1e-15)
    assert_array_equal(found.thresholds, thresholds)


def test_area(data):
    assert_allclose(sweep(*data).auc.value, metrics.roc_auc_score(*data), rtol=1e-12)


def test_det_curve(data):
    fallout, misses, thresholds = metrics.det_curve(*data)
    found = sweep(*data)
    places = np.searchsorted(-found.thresholds, -thresholds)
    assert_allclose(found.det[0][places], fallout, rtol=1e-15)
    assert_allclose(found.det[1][places], misses, rtol=1e-12)


def test_precision_recall_curve_and_average_precision(data):
    found = sweep(*data)
    precision, recall, thresholds = metrics.precision_recall_curve(*data)
    assert_allclose(found.precision_recall[0][1:], recall[:-1][::-1], rtol=1e-15)
    assert_allclose(found.precision_recall[1][1:], precision[:-1][::-1], rtol=1e-15)
    assert_array_equal(found.thresholds[1:], thresholds[::-1])
    assert_allclose(found.average_precision.value, metrics.average_precision_score(*data), rtol=1e-12)
    assert_allclose(found.average_precision.chance, data[0].mean())


def test_weights(data):
    actual, scores = data
    weights = np.random.default_rng(1).exponential(size=len(actual))
    found = sweep(actual, scores, weights=weights)
    assert_allclose(found.auc.value, metrics.roc_auc_score(actual, scores, sample_weight=weights), rtol=1e-12)
    by_peer = metrics.average_precision_score(actual, scores, sample_weight=weights)
    assert_allclose(found.average_precision.value, by_peer, rtol=1e-12)


def test_each_class_against_the_rest():
    rng = np.random.default_rng(2)
    actual = rng.choice(["cat", "dog", "owl"], 300)
    scores = rng.random((300, 3)) + (actual[:, None] == ["cat", "dog", "owl"]) * 0.4
    shares = scores / scores.sum(1, keepdims=True)
    found = sweep_classes(actual, shares)
    assert found.labels == ("cat", "dog", "owl")
    for weights, name in (("equal", "macro"), ("prevalence", "weighted")):
        by_peer = metrics.roc_auc_score(actual, shares, multi_class="ovr", average=name)
        assert_allclose(found.average(weights), by_peer, rtol=1e-12)
    assert found["dog"].scores.labels == ("dog", "rest")
    assert_allclose(found["dog"].auc.value, metrics.roc_auc_score(actual == "dog", shares[:, 1]), rtol=1e-12)
    turned = sweep_classes(actual, shares[:, ::-1], labels=["owl", "dog", "cat"])
    assert turned.auc["cat"] == found.auc["cat"]


def test_two_columns_are_the_scores_of_two_classes():
    actual, shares = np.array(["no", "yes", "yes"]), np.array([[0.9, 0.1], [0.3, 0.7], [0.6, 0.4]])
    assert sweep(actual, shares, positive="yes").scores == sweep(actual, shares[:, 1], positive="yes").scores


def test_brier_and_log_loss():
    rng = np.random.default_rng(3)
    scores = np.round(rng.random(500), 2).clip(0.01, 0.99)
    actual = rng.random(500) < scores
    found = sweep(actual, scores, positive=True).calibration()
    assert_allclose(found.brier.value, metrics.brier_score_loss(actual, scores), rtol=1e-12)
    assert_allclose(found.log_loss.value * np.log(2), metrics.log_loss(actual, scores), rtol=1e-12)
    shares = actual.mean(), 1 - actual.mean()
    assert_allclose(found.log_loss.chance, -sum(p * np.log2(p) for p in shares))
    assert found.brier.low < found.brier.value < found.brier.high < found.brier.chance


def test_calibration_curve():
    calibration_curve = pytest.importorskip("sklearn.calibration").calibration_curve
    rng = np.random.default_rng(4)
    scores = rng.random(800)
    actual = rng.random(800) < scores**2
    share, mean = calibration_curve(actual, scores, n_bins=8)
    found = sweep(actual, scores, positive=True).calibration(bins=8)
    assert_allclose([each.share.value for each in found.bins], share, rtol=1e-12)
    assert_allclose([each.score for each in found.bins], mean, rtol=1e-12)
    sizes = np.array([each.n for each in found.bins])
    assert_allclose(found.ece, (sizes * abs(share - mean)).sum() / sizes.sum(), rtol=1e-12)
    assert_allclose(found.mce, abs(share - mean).max(), rtol=1e-12)
    even = [each.n for each in sweep(actual, scores, positive=True).calibration(8, strategy="count").bins]
    assert even == [100.0] * 8


# --- beside SciPy ----------------------------------------------------------------------------------------------------


def test_hull(data):
    found = sweep(*data)
    points = np.c_[found.fallout, found.recall]
    vertices = ConvexHull(np.r_[points, [[1.0, 0.0]]]).vertices  # the corner (1, 0) closes it from below
    corners = {tuple(np.round(points[place], 12)) for place in vertices if place < len(points)}
    assert {tuple(each) for each in np.round(np.c_[found.hull.fallout, found.hull.recall], 12)} == corners
    assert_allclose(found.hull.auc, ConvexHull(np.r_[points, [[1.0, 0.0]]]).volume, rtol=1e-12)


def test_mann_whitney_and_kolmogorov_smirnov(data):
    actual, scores = data
    ups, downs = scores[actual == 1], scores[actual == 0]
    found = sweep(actual, scores).significance
    by_peer = mannwhitneyu(ups, downs, use_continuity=False, method="asymptotic")
    assert_allclose(found["mann_whitney"].p, by_peer.pvalue, rtol=1e-9)
    by_peer = ks_2samp(ups, downs)
    assert_allclose(found["kolmogorov_smirnov"].statistic, by_peer.statistic, rtol=1e-12)
    assert_allclose(found["kolmogorov_smirnov"].p, by_peer.pvalue, rtol=1e-9)


def test_significance_of_each_threshold_is_chi_squared(data):
    from scipy.stats import chi2_contingency

    found = sweep(*data)
    for place in (1, len(found.thresholds) // 2):
        assert_allclose(found.p_along()[place], chi2_contingency(found.tables[place], correction=False).pvalue)
    assert found.p_along()[0] == 1


# --- two scores of the same items ------------------------------------------------------------------------------------


def naive_covariance(actual, first, second):
    """DeLong's covariance from all pairs, in O(mn)."""
    placements = []
    for scores in (first, second):
        ups, downs = scores[actual == 1][:, None], scores[actual == 0][None, :]
        won = (ups > downs) + 0.5 * (ups == downs)
        placements.append((won.mean(1), won.mean(0)))
    (a10, a01), (b10, b01) = placements
    return np.cov(a10, b10) / len(a10) + np.cov(a01, b01) / len(a01)


def test_paired_delong_is_that_of_all_pairs(data):
    actual, scores = data
    other = np.round(scores + np.random.default_rng(5).normal(size=len(scores)), 1)
    found = informed.more.compare_auc(actual, scores, other)
    covariance = naive_covariance(actual, scores, other)
    variance = covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1]
    gap = metrics.roc_auc_score(actual, scores) - metrics.roc_auc_score(actual, other)
    assert_allclose(found.difference.value, gap, rtol=1e-9)
    assert_allclose(paired_areas(actual == 1, scores, other)[2].variance, variance, rtol=1e-9)
    assert found.difference.high - found.difference.low >= 2 * 1.959963984540054 * variance**0.5
    assert "DeLong's variance with Student's t" in str(found)
    own = informed.more.compare_auc(actual, scores, other, method="delong")  # DeLong, DeLong & Clarke-Pearson 1988
    assert_allclose(own.p, 2 * norm.sf(abs(gap) / variance**0.5), rtol=1e-9)
    assert_allclose(
        [own.difference.low, own.difference.high], gap + variance**0.5 * norm.ppf([0.025, 0.975]), rtol=1e-9
    )
    assert ", DeLong)." in str(own)
    with pytest.raises(InputError, match="method='bootstrap' is not one of delong"):
        informed.more.compare_auc(actual, scores, other, method="bootstrap")
    mirrored = informed.more.compare_auc(actual, other, scores)
    assert_allclose([mirrored.difference.low, mirrored.p], [-found.difference.high, found.p], rtol=1e-9)


def test_a_score_against_itself_differs_by_nothing(data):
    actual, scores = data
    found = informed.more.compare_auc(actual, scores, 3 * scores + 1)
    assert (found.difference.value, found.p) == (0, 1)


# --- by hand ---------------------------------------------------------------------------------------------------------

FIVE = [1, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.4, 0.2]
"""Descending: + + - + -. Recall 1/3, 2/3, 2/3, 1, 1; fallout 0, 0, 1/2, 1/2, 1."""


def test_operating_points():
    found = sweep(*FIVE)
    assert_allclose(found.auc.value, 5 / 6)  # one of six pairs is the wrong way round
    assert found.best().threshold == 0.8
    assert_allclose(found.best(draws=0).value.value, 2 / 3)
    assert found.best("f_measure").threshold == 0.4  # 2 * 3 / (3 + 4)
    assert_allclose(found.best("f_measure", draws=0).value.value, 6 / 7)
    assert found.closest().threshold == 0.8  # 1/3 away, the next corner 1/2
    assert found.balanced().threshold == 0.7  # three predicted, three positive
    assert found.at_least(recall=0.9).threshold == 0.4
    assert found.at_least(precision=0.7).threshold == 0.8
    assert found.isocost(0.5).threshold == 0.4  # 1 - 1/4 = 3/4 beats 2/3
    assert found.isocost(2).threshold == 0.8
    assert found.at(0.75).threshold == 0.75
    assert found.at(0.75).counts.table.tolist() == [[2, 1], [0, 2]]
    assert found.best().perverse == (1 - 0, 1 - 2 / 3)
    assert_allclose(found.best().kite, 2 / 3)


def test_hull_and_mixture_by_hand():
    outline = sweep(*FIVE).hull
    assert_allclose(outline.fallout, [0, 0, 0.5, 1])
    assert_allclose(outline.recall, [0, 2 / 3, 1, 1])
    half = outline.at(fallout=0.25)
    assert (half.first, half.second, half.q) == (0.8, 0.4, 0.5)
    assert_allclose([half.recall, half.informedness], [5 / 6, 5 / 6 - 1 / 4])
    assert str(half) == "threshold 0.8 with probability 0.500, else 0.4"
    assert_allclose(outline.auc, 0.5 * (2 / 3 + 1) / 2 + 0.5)
    assert_allclose(outline.probability, [1, 0.5, 0])


def test_retuning_follows_prevalence_and_costs():
    found = sweep(*FIVE)
    assert found.retune(prevalence=0.5, cost_fp=1, cost_fn=1).threshold == found.isocost(1).threshold
    # prevalence .1: c = 9 / 18 = 1/2 when a miss costs 18 times a false alarm
    rare = found.retune(prevalence=0.1, cost_fp=1, cost_fn=18, draws=0)
    assert rare.threshold == 0.4
    assert_allclose(rare.value.value, 0.9 * 0.5)  # nothing missed, half of the others alarmed
    assert rare.value.low < rare.value.value < rare.value.high
    # by chance with the same share predicted positive, .1 + .9 / 2 = .55
    assert_allclose(rare.value.chance, 0.1 * 18 * 0.45 + 0.9 * 0.55)
    assert "optimistic" in rare.value.note


def brute_force(actual, scores, cost_fp, cost_fn):
    """The lowest cost per item of all thresholds, and the threshold: counted item by item."""
    actual, scores = np.asarray(actual), np.asarray(scores)
    ends = [np.inf, *np.unique(scores)[::-1]]
    paid = [
        cost_fp * ((scores >= t) & (actual == 0)).mean() + cost_fn * ((scores < t) & (actual == 1)).mean() for t in ends
    ]
    return min(paid), ends[int(np.argmin(np.round(paid, 12)))]  # the highest of equals


@pytest.mark.parametrize(("cost_fp", "cost_fn"), [(1, 1), (5, 1), (1, 5), (0, 1), (20, 1)])
def test_costs_decide_headline_picture_and_threshold(data, cost_fp, cost_fn):
    actual, scores = data
    found = sweep(actual, scores, cost_fp=cost_fp, cost_fn=cost_fn)
    least, threshold = brute_force(actual, scores, cost_fp, cost_fn)
    assert found.chosen is found.points["cheapest"]
    assert_allclose(found.cost["cheapest"], least)
    assert_allclose(found.chosen.threshold, threshold)
    never, always = cost_fn * np.mean(actual), cost_fp * (1 - np.mean(actual))  # by definition
    assert_allclose([found.cost["never"], found.cost["always"]], [never, always])
    assert least <= min(never, always) + 1e-12
    (dot,) = (row for row in curves(found) if row["kind"] == "chosen")
    assert (dot["fallout"], dot["recall"]) == (found.chosen.fallout, found.chosen.recall)
    headline = found.verdict[1]
    assert f"{found.chosen.threshold:.6g}" in headline or "cheapest never" in headline or "cheapest always" in headline
    assert f"costs {number(never)} per item, always {number(always)}" in headline
    assert found.to_dict()["costs"]["per_item"]["never"] == found.cost["never"]
    plain = sweep(actual, scores)
    assert plain.chosen is plain.points["best"]
    assert not plain.cost


def test_one_is_taken_as_positive_and_that_is_said():
    assumed, named = sweep([0, 1, 0, 1], [1, 2, 3, 4]), sweep([0, 1, 0, 1], [1, 2, 3, 4], positive=1)
    assert assumed.scores == named.scores
    assert "1 is taken as the positive label" in str(assumed)
    assert "taken as" not in str(named)
    assert sweep(["0", "1"], [1, 2]).scores.labels == ("1", "0")
    assert sweep([False, True], [1, 2]).scores.labels == (True, False)
    assert sweep([-1, 1], [1, 2]).scores.labels == (1, -1)


def test_repair_of_a_concavity():
    found = sweep([1, 0, 0, 1, 1, 0], [6, 5, 4, 3, 2, 1])
    assert_allclose(found.auc.value, 5 / 9)
    repaired = found.repaired()
    assert repaired.stretches == ((6.0, 2.0),)
    assert_allclose(repaired.recall, [0, 1 / 3, 2 / 3, 1, 1, 1, 1])  # - - + + turned to + + - -
    assert_allclose(repaired.auc, 1)
    assert "may not hold for others" in repaired.note


def test_thresholds_are_judged_on_other_items():
    chosen = sweep([1, 0, 0, 1, 1, 0], [6, 5, 4, 3, 2, 1], cost_fn=5)
    other = Scores.of(np.array([True, True, False, False]), np.array([7.0, 1.5, 3.5, 0.5]), labels=(1, 0))
    found = chosen.held_out(other)
    assert list(found.points) == list(chosen.points) == ["cheapest", "best", "closest", "balanced"]
    for name, point in chosen.points.items():
        assert found.points[name].chosen is point
        assert found[name].counts == sweep(other).at(point.threshold).counts
        assert found[name].rule == point.rule
        assert "optimistic" not in str(found[name].value.note)  # nothing was chosen there
        paid = 5 * found[name].counts.table[0, 1] + found[name].counts.table[1, 0]
        assert found[name].value.value == (paid / 4 if name == "cheapest" else found[name].informedness)
    # The best threshold, 6, finds one of the two positives and no other item.
    assert (found["best"].recall, found["best"].fallout) == (0.5, 0)
    assert found.to_dict() == chosen.held_out(sweep(other)).to_dict()
    assert json.loads(found.to_json())["points"]["best"]["held_out"]["recall"] == 0.5
    assert "tried on 4" in str(found)


def test_a_perfect_score_has_an_interval_with_width():
    found = sweep([1] * 10 + [0] * 10, range(20, 0, -1))
    assert found.auc.value == found.auc.high == 1
    assert_allclose(found.auc.low, 0.025**0.1)
    assert found.gini.low < 1
    assert found.average_precision.low < 1
    worst = sweep([0] * 10 + [1] * 10, range(20, 0, -1)).auc
    assert (worst.value, worst.low) == (0, 0)
    assert_allclose(worst.high, 1 - 0.025**0.1)


def test_constant_scores_rank_nothing():
    found = sweep([1, 0, 1], [0.5, 0.5, 0.5])
    assert found.auc.value == 0.5
    assert found.auc.low is None
    assert len(found.thresholds) == 2
    assert found.best().informedness == 0
    assert found.significance["mann_whitney"].p == 1
    assert found.hull.auc == 0.5


def test_few_items_are_said_to_be_few():
    assert "treat as rough" in sweep([1, 1, 0, 0, 0, 0], [4, 2, 3, 1, 0, -1]).auc.note
    assert "single item" in sweep([1, 0, 0], [2, 3, 1]).auc.note


def test_a_wrong_certainty_costs_infinitely_many_bits():
    found = sweep([1, 0, 1], [0.0, 0.2, 0.9]).calibration()
    assert found.log_loss.value == np.inf
    assert "infinitely many bits" in found.log_loss.note
    assert found.to_dict()["log_skill"] is None


def test_bins_state_their_error(data):
    exact, binned = sweep(*data), sweep(*data, bins=64)
    assert 1 < len(binned.scores.values) <= 65
    assert abs(exact.auc.value - binned.auc.value) <= binned.scores.auc_error
    assert binned.auc.low <= exact.auc.value <= binned.auc.high
    assert "to within" in binned.auc.note
    assert sweep(Scores.of(data[0] == 1, data[1])).auc == exact.auc


def test_missing_items_are_dropped_and_counted():
    actual, scores = [1, None, 0, 1], [0.9, 0.8, np.nan, 0.1]
    with pytest.raises(InputError, match=r"actual\[1\] is missing"):
        sweep(actual, scores)
    found = sweep([*actual, 0], [*scores, 0.5], missing="drop", weights=[1.0, 1.0, 1.0, 2.0, 4.0])
    assert found.scores.missing == 2
    assert_array_equal(found.scores.counts, [[1, 0, 2], [0, 4, 0]])


# --- frames ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("library", ["pandas", "polars", "duckdb", "dictionary"])
def test_columns_of_a_frame(library):
    rng = np.random.default_rng(6)
    actual = rng.random(60) < 0.4
    score = np.round(rng.normal(size=60) + actual, 1)
    columns = {"y": np.where(actual, "yes", "no").tolist(), "p": score.tolist(), "w": rng.integers(1, 5, 60).tolist()}
    frame = columns
    if library == "duckdb":
        pyarrow = pytest.importorskip("pyarrow")
        frame = pytest.importorskip("duckdb").connect().from_arrow(pyarrow.table(columns))
    elif library != "dictionary":
        frame = pytest.importorskip(library).DataFrame(columns)
    expected = Scores.of(actual, score, labels=("yes", "no"))
    assert sweep(frame, actual="y", scores="p", positive="yes").scores == expected
    weighted = Scores.of(actual, score, labels=("yes", "no"), weights=np.array(columns["w"], float))
    found = sweep(frame, actual="y", scores="p", positive="yes", weights="w", bins=8).scores
    assert found == weighted.coarser(1.0)  # the scores span less than 8 but more than 4
    assert sweep(frame, actual="y", scores="p", positive="yes", weights="w").scores == weighted
    with pytest.raises(InputError, match="weights is ndarray, but actual= names a column"):
        sweep(frame, actual="y", scores="p", positive="yes", weights=np.ones(60))
    with pytest.raises(InputError, match="'prob' is not one of"):
        sweep(frame, actual="y", scores="prob", positive="yes")


@pytest.mark.parametrize("mark", [-1, 24])  # 24 begins a bin
@pytest.mark.parametrize("source", ["file", "engine"])
def test_bins_are_the_same_wherever_they_are_formed(tmp_path, source, mark):
    """A score that means "no score" is in no bin and does not widen the bins."""
    rng = np.random.default_rng(7)
    actual = rng.integers(0, 2, 300)
    score = np.where(rng.random(300) < 0.1, float(mark), rng.integers(20, 100, 300) + rng.random(300))
    path = tmp_path / "s.csv"
    path.write_text("y,p\n" + "".join(f"{y},{float(p)!r}\n" for y, p in zip(actual, score, strict=True)))
    data = path if source == "file" else pytest.importorskip("duckdb").connect().read_csv(str(path))
    found = sweep(data, actual="y", scores="p", positive=1, bins=16, abstain=mark).scores
    assert found == sweep(actual, score, positive=1, bins=16, abstain=mark).scores
    assert found.width == 8.0  # 80 / 16 = 5, and the next power of two


def test_columns_of_a_file(tmp_path):
    path = tmp_path / "s.csv"
    path.write_text("y,p,w\n1,.9,2\n1,.8,1\n0,.7,1.5\n1,.6,1\n0,.3,1\n0,.2,3\n")
    found = sweep(path, actual="y", scores="p", weights="w")
    arrays = sweep([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.3, 0.2], weights=[2, 1, 1.5, 1, 1, 3])
    assert found.scores == sweep(str(path), actual="y", scores="p", weights="w").scores == arrays.scores


REFUSED = {
    "actual='y' names a column; name that of scores= as well": lambda: sweep({"y": [0, 1]}, [0, 1], actual="y"),
    "scores='y' is already the actual column": lambda: sweep({"y": [0, 1]}, actual="y", scores="y"),
    "positive= is missing: the labels are \\['no', 'yes'\\]": lambda: sweep(["no", "yes"], [0, 1]),
    "positive=1 is not a label; the labels are \\['no', 'yes'\\]": lambda: sweep(["no", "yes"], [0, 1], positive=1),
    "actual has 2 items, scores has 3": lambda: sweep([0, 1], [1, 2, 3]),
    "no item is": lambda: sweep([1, 1], [1, 2]),
    r"scores\[1\] is not a number": lambda: sweep([0, 1], [1, np.nan]),
    "scores is missing": lambda: sweep([0, 1]),
    "2 columns for 3 labels": lambda: sweep_classes([0, 1, 2], [[0, 1], [1, 0], [1, 1]]),
    "3 columns for 3 labels .* use sweep_classes": lambda: sweep([0, 1, 2], np.eye(3), positive=0),
    "bins=1 must be": lambda: sweep([0, 1], [1, 2], bins=1),
    "level=95 must lie between 0 and 1.*did you mean 0.95": lambda: sweep([0, 1], [1, 2], level=95),
    "no threshold has precision >= 0.9; precision reaches 0.5": lambda: sweep([0, 1], [2, 1]).at_least(precision=0.9),
    "needs a floor": lambda: sweep([0, 1], [1, 2]).at_least(),
    "bias has no direction": lambda: sweep([0, 1], [1, 2]).best("bias"),
    "is not a probability": lambda: sweep([0, 1], [1, 2]).calibration(),
    "c=-1": lambda: sweep([0, 1], [1, 2]).isocost(-1),
    "prevalence=1.5": lambda: sweep([0, 1], [1, 2]).retune(prevalence=1.5),
    "takes one of fallout": lambda: sweep([0, 1], [1, 2]).hull.at(),
    "draws=-3 must be": lambda: sweep([0, 1], [1, 2]).best(draws=-3),
    "others are of .*give the same labels": lambda: sweep([0, 1], [1, 2]).held_out(sweep([0, 1], [1, 2], positive=0)),
    "'fly' is not a label": lambda: sweep_classes([0, 1, 2], np.eye(3))["fly"],
}


@pytest.mark.parametrize("message", REFUSED)
def test_refusals_name_argument_value_and_remedy(message):
    with pytest.raises(InputError, match=message):
        REFUSED[message]()


def test_text_says_the_verdict_first(data):
    actual, scores = data
    text = str(sweep(actual, scores))
    assert text.index("Better than guessing") < text.index("auc")
    assert "Turned round: " in str(sweep(actual, -scores))
    assert "optimistic" not in text
    assert "optimistic" in str(sweep(actual, scores, draws=0))
    assert "Mean auc" in str(sweep_classes([0, 1, 2, 0], [[3, 1, 1], [1, 4, 1], [1, 1, 5], [2, 1, 1]]))


def test_a_corrected_point_prints_what_it_is_worth_elsewhere():
    rng = np.random.default_rng(5)
    labels = rng.integers(0, 2, 60)
    found = sweep(labels, labels + rng.normal(0, 2, 60))
    plain, corrected = found.best(draws=0), found.best()
    assert corrected.value.value < plain.value.value == corrected.informedness
    assert f"informedness {corrected.value}, cross-validated" in str(corrected)
    assert f"on the items that chose it recall {plain.recall:.3f}" in str(corrected)
    assert "cross-validated" not in str(plain)


def test_cross_validation_judges_the_usual_operating_points():
    rng = np.random.default_rng(6)
    labels = rng.integers(0, 2, 80)
    scores = labels + rng.normal(0, 2, 80)
    found = sweep(labels, scores, draws=30, seed=3)
    assert found.points["best"].value == found.best().value == sweep(labels, scores).best(draws=30, seed=3).value
    assert found.points["closest"].value == sweep(labels, scores).closest(draws=30, seed=3).value
    assert {name for name, point in found.points.items() if point.corrected} == {"best", "closest"}
    assert found.signature.endswith("|draws:30|seed:3")
    text = str(found)
    assert "optimistic" not in text
    assert "cross-validated" in text
    with pytest.raises(InputError, match="draws=-5 must be"):
        sweep(labels, scores, draws=-5)


@given(st.integers(1, 30_000), st.integers(0, 9))
def test_very_many_scores_are_put_together_and_none_is_lost(size, seed):
    counts = np.random.default_rng(seed).integers(0, 3, (2, size))
    (coarse,) = _coarse(counts)
    assert coarse.shape[1] <= MOST_PLACES
    assert_array_equal(coarse.sum(1), counts.sum(1))
    curve, all_of_it = np.cumsum(coarse, 1).T.tolist(), np.cumsum(counts, 1).T.tolist()
    assert {*map(tuple, curve)} <= {*map(tuple, all_of_it)}  # points of the same curve


def test_very_many_thresholds_flatter_no_more_than_many(monkeypatch):
    rng = np.random.default_rng(7)
    labels = rng.integers(0, 2, 8000)
    found = sweep(labels, labels + rng.normal(0, 2, 8000))
    assert len(found.scores.values) > MOST_PLACES
    coarse = found.best(draws=100).value.value
    monkeypatch.setattr("informed.questions.sweep.optimism.MOST_PLACES", 10_000)
    standard_error = (4 * 0.25 / 4000) ** 0.5  # of recall less fallout, each of 4000 items, at most
    assert abs(coarse - found.best(draws=100).value.value) < 0.2 * standard_error


@pytest.mark.parametrize("scores", [[1, 1], [2, 1]], ids=["constant", "inverted"])
def test_scores_that_decide_nothing_are_said_to(scores):
    said = sweep([0, 1] * 20, scores * 20).verdict
    assert said[1].startswith("No threshold beats guessing")
    assert not any("inf" in each.split() or "?." in each for each in said)


# --- what a threshold chosen on the data is worth --------------------------------------------------------------------


def cross_validated_by_hand(labels, scores, folds):
    """Each item judged by the threshold that is best for the items outside its fold."""
    predicted = np.zeros(len(labels), bool)
    for fold in np.unique(folds):
        inside = folds == fold
        predicted[inside] = scores[inside] >= sweep(labels[~inside], scores[~inside]).best(draws=0).threshold
    return predicted[labels == 1].mean() - predicted[labels == 0].mean()


@pytest.mark.parametrize("decimals", [9, 0], ids=["distinct", "ties"])
def test_the_value_of_the_best_threshold_is_that_of_cross_validation(monkeypatch, decimals):
    rng = np.random.default_rng(8)
    labels = np.repeat([1, 0], [7, 30])
    scores = np.round(labels + rng.normal(0, 1, 37), decimals)
    dealt = [rng.permutation(np.arange(len(row)) % 10) for row in (scores[:7], scores[7:])]
    found = sweep(labels, scores)
    places = np.searchsorted(-found.scores.values, -scores)

    def in_order(items, first, times, rng):
        mine = slice(0, 7) if first == 0 else slice(7, None)
        held = np.zeros((1, 10, len(items)), np.int64)
        np.add.at(held[0], (dealt[first != 0], places[mine]), 1)
        return held

    monkeypatch.setattr("informed.questions.sweep.optimism._folded", in_order)
    by_hand = cross_validated_by_hand(labels, scores, np.concatenate(dealt))
    assert_allclose(found.best(draws=1).value.value, by_hand, atol=1e-12)


@given(st.lists(st.integers(0, 4), min_size=1, max_size=20), st.integers(0, 9), st.integers(0, 9))
def test_every_item_is_in_one_fold_and_folds_are_even(items, first, seed):
    held = _folded(np.array(items), first, 3, np.random.default_rng(seed))
    assert_array_equal(held.sum(axis=1), [items] * 3)
    sizes = held.sum(axis=2)
    assert sizes.max() - sizes.min() <= 1


def test_many_items_are_divided_evenly_on_average():
    items = np.array([40_000, 0, 1_000_000])
    held = _folded(items, 0, 5, np.random.default_rng(0))
    assert_array_equal(held.sum(axis=1), [items] * 5)
    assert_allclose(held.mean(axis=(0, 1)), items / 10)


def test_weights_all_alike_leave_the_cross_validated_value():
    rng = np.random.default_rng(9)
    labels = rng.integers(0, 2, 60)
    scores = np.round(labels + rng.normal(0, 1, 60), 1)
    plain, weighted = sweep(labels, scores).best(), sweep(labels, scores, weights=np.full(60, 2.5)).best()
    assert_allclose(weighted.value.value, plain.value.value, rtol=1e-12)
    assert weighted.value.low < weighted.value.value < weighted.value.high


def test_a_class_of_one_item_cannot_be_cross_validated_and_no_value_is_claimed():
    found = sweep([1, 0, 0, 0], [4, 3, 2, 1])
    assert "optimistic" in found.best().value.note
    assert "optimistic" in found.verdict[1]
    assert "1" not in found.verdict[1].replace("threshold 4", "")


def test_without_cross_validation_the_verdict_gives_no_optimistic_number():
    rng = np.random.default_rng(10)
    labels = rng.integers(0, 2, 40)
    found = sweep(labels, rng.normal(size=40), draws=0)
    assert f"{found.best().informedness:.3f}" not in " ".join(found.verdict)


# --- the interval of an area ------------------------------------------------------------------------------------------


def test_the_variance_of_the_score_limits_is_newcombes():
    # Newcombe 2006 (Statistics in Medicine 25, 559), method 5: N* is the mean of both sizes in either term.
    area, m, n = 0.8, 12.0, 40.0
    star = (m + n) / 2 - 1
    inner = 1 + star * (1 - area) / (2 - area) + star * area / (1 + area)
    assert_allclose(modelled(area, (m, n), 0.5), area * (1 - area) * inner / (m * n))


def test_the_variance_at_the_worse_order_is_hanley_and_mcneils():
    # Hanley & McNeil 1982: Q1 = A / (2 - A), Q2 = 2 A^2 / (1 + A); above 1/2 the latter varies more.
    area, few, many = 0.9, 10.0, 300.0
    one, two = area / (2 - area) - area**2, 2 * area**2 / (1 + area) - area**2
    expected = (area * (1 - area) + (few - 1) * one + (many - 1) * two) / (few * many)
    assert_allclose(modelled(area, (few, many), 1.0), expected)
    assert_allclose(modelled(1 - area, (many, few), 1.0), expected)


def test_degrees_of_freedom_are_welchs():
    from scipy.stats import ttest_ind

    rng = np.random.default_rng(11)
    ups, downs = rng.random(9), rng.random(40)
    parts = ups.var(ddof=1) / 9, downs.var(ddof=1) / 40
    assert_allclose(Area(0.7, parts, (9, 40)).freedom, ttest_ind(ups, downs, equal_var=False).df)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 9), st.integers(0, 9)), min_size=6, max_size=40))
def test_the_p_of_a_difference_agrees_with_its_interval(items):
    actual, first, second = map(np.array, zip(*items, strict=True))
    actual[:4] = [True, True, False, False]
    found = informed.more.compare_auc(actual.astype(int), first, second)
    if found.difference.low is None:
        assert found.p == 1
    else:
        assert (found.p < 0.05) == (not found.difference.low <= 0 <= found.difference.high)


@given(st.lists(st.floats(0.01, 100), min_size=4, max_size=12), st.integers(2, 10))
def test_weighted_scores_that_separate_the_classes_have_area_one_with_an_interval(weights, positives):
    positives = min(positives, len(weights) - 2)
    found = sweep([1] * positives + [0] * (len(weights) - positives), -np.arange(len(weights)), weights=weights)
    for each in (found.auc, found.average_precision):
        assert each.value == each.high == 1
        assert each.low < 1


def test_weights_all_alike_leave_average_precision_its_interval(data):
    plain, weighted = (sweep(*data, weights=each).average_precision for each in (None, np.full(700, 0.3)))
    assert_allclose([weighted.value, weighted.low, weighted.high], [plain.value, plain.low, plain.high], rtol=1e-9)


# --- probabilities ---------------------------------------------------------------------------------------------------


def test_losses_vary_as_much_as_scores_taken_at_their_word():
    # Twenty items at .05, none of them positive: the losses do not vary, yet one in twenty was to be expected.
    found = Scores.of(np.arange(21) < 1, np.r_[0.6, np.full(20, 0.05)])
    brier = sweep(found).calibration().brier
    of_twenty = 20 * 0.05 * 0.95 * (0.95**2 - 0.05**2) ** 2
    assert (brier.high - brier.value) * 21 > 1.96 * of_twenty**0.5


def test_calibrated_scores_differ_from_shares_as_far_as_chance_says():
    rng = np.random.default_rng(12)
    found = []
    for _ in range(400):
        scores = rng.random(200)
        found.append(calibration(Scores.of(rng.random(200) < scores, scores)))
    # The mean distance of a normal deviate; 400 draws leave about a hundredth of it.
    assert_allclose(np.mean([each.ece for each in found]), np.mean([each.ece_chance for each in found]), rtol=0.05)


def test_calibration_of_items_of_one_class_has_no_skill():
    found = calibration(Scores.of([False, False], [0.1, 0.2]))
    assert found.brier_skill == found.log_skill == -np.inf  # always saying the prevalence loses nothing
    assert found.to_dict()["brier_skill"] is None


def test_the_note_of_a_cross_validated_value_says_of_what():
    rng = np.random.default_rng(2)
    actual = rng.integers(0, 2, 60)
    found = sweep(actual, actual + rng.normal(0, 1, 60)).best("informedness", draws=2, seed=0).value
    assert re.match(r"informedness 0[.]\d{3} on the items that chose the threshold, 0[.]\d{3} cross", found.note)
    assert found.note.endswith(f"{found.value:.3f} cross-validated")


def test_precision_is_that_of_the_prevalence_asked_for():
    """Bayes: prevalence x recall over that and (1 - prevalence) x fallout; recall, fallout and threshold stay."""
    rng = np.random.default_rng(3)
    actual = (rng.random(300) < 0.4).astype(int)
    scores = rng.normal(actual)
    here, there = (informed.sweep(actual, scores, draws=0, cost_fp=1, prevalence=share) for share in (None, 0.05))
    found = {name: point for name, point in there.points.items() if point.bias}
    assert len(found) > 1
    for name, point in found.items():
        right = 0.05 * point.recall / (0.05 * point.recall + 0.95 * point.fallout)
        assert point.precision == pytest.approx(right)
        assert there.to_dict()["points"][name]["precision"] == pytest.approx(right)
    table = here.points["best"].table
    assert here.points["best"].precision == pytest.approx(table[0, 0] / table[:, 0].sum())
    assert there.points["best"].recall == here.points["best"].recall
    for text in (there.report(every=True), there.report("markdown"), there.report("html")):
        assert "precision at 5%" in text


def test_markdown_has_the_areas_and_the_operating_points():
    found = informed.sweep([1, 0, 1, 0, 1, 1, 0, 0] * 4, np.linspace(0, 1, 32), draws=0)
    text = found.report("markdown")
    assert f"| auc | {found.auc.value:.3f} | {found.auc.low:.3f} to {found.auc.high:.3f} | 0.500 |" in text
    assert text.count("\n|") < 20  # not one row for each threshold


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(-50, 50)), min_size=2, max_size=60), st.integers(1, 7))
def test_moments_met_chunk_by_chunk_are_those_of_all_values(rows, chunk):
    """Weighted sums of powers of deviations, against their definition."""
    weights, values = np.asarray(rows, float).T
    found = Spread()
    for start in range(0, len(values), chunk):
        found.add(weights[start : start + chunk], values[start : start + chunk])
    away = values - np.average(values, weights=weights)
    for power, moment in ((2, found.squares), (3, found.cubes), (4, found.fourths)):
        assert_allclose(moment, weights @ away**power, rtol=1e-9, atol=1e-6)


def test_the_interval_of_an_area_nears_delongs_as_items_come_in():
    """Where the fourth moment says that DeLong's variance is known, the score limits add nothing to it."""
    rng = np.random.default_rng(4)
    ratios = []
    for size in (30, 300, 30_000):
        scores = Scores.of(
            np.repeat([True, False], size), np.concatenate([rng.normal(2, 1, size), rng.normal(0, 1, size)])
        )
        found = area(scores)
        low, high = limits(found, 0.025)
        ratios.append((high - low) / (2 * 1.96 * found.variance**0.5))
    assert ratios[0] > ratios[1] > ratios[2]
    assert_allclose(ratios[2], 1, atol=0.01)


def test_the_rates_of_a_point_are_cross_validated_for_the_rule_that_chose_it():
    draw = np.random.default_rng(5)
    ill = draw.random(300) < 0.3
    found = sweep(1 * ill, draw.normal(size=300) * np.where(ill, 0.4, 1) + ill)
    assert found.rates("best") != found.rates("closest")
    for name, rule in {"best": "informedness", "closest": "distance"}.items():
        (hits, misses), (alarms, calm) = cross_validated(
            found.sample.curve, get(rule), draws=found.draws, seed=found.seed
        )[0]
        recall, specificity = found.rates(name)
        assert_allclose([recall.value, specificity.value], [hits / (hits + misses), calm / (alarms + calm)])
