"""Several scores of the same items: differences by their definition, bands that hold, and what is refused."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.special import expit, ndtr

from informed import InputError, Scores, more, sweep
from informed.questions.sweep.band import may_be_best, roc_band
from informed.questions.sweep.benefit import benefit_gap
from informed.readers.scores import several_scores

RANGE = (0.1, 0.5)


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(11)
    actual = (rng.random(300) < 0.3).astype(int)
    latent = rng.normal(size=300) + 1.4 * actual - 1.4
    return actual, {"old": expit(latent + rng.normal(size=300)), "new": expit(latent), "flat": np.full(300, 0.4)}


def pair(data):
    return data[0], {name: data[1][name] for name in ("old", "new")}


def gap(found, measure):
    return next(each for each in found.differences if each.measure == measure)


def test_differences_are_those_of_two_sweeps_and_of_the_paired_test(data):
    actual, scores = pair(data)
    found = sweep(actual, scores, fallout=(0, 0.2))
    alone = {name: sweep(actual, each, fallout=(0, 0.2)) for name, each in scores.items()}
    for measure, of in (
        ("auc", "auc"),
        ("average_precision", "average_precision"),
        ("auc at fallout 0 to 0.2", "partial_auc"),
    ):
        by_hand = getattr(alone["new"], of).value - getattr(alone["old"], of).value
        assert_allclose(gap(found, measure).estimate.value, by_hand, atol=1e-12)
    tested = more.compare_auc(actual, scores["new"], scores["old"])
    assert_allclose(gap(found, "auc").p, tested.p)
    ends = gap(found, "auc").estimate
    assert_allclose([ends.low, ends.high], [tested.difference.low, tested.difference.high])


def test_weights_of_one_and_clusters_of_one_give_the_same_difference(data):
    actual, scores = pair(data)
    plain = sweep(actual, scores, recall=(0.5, 1))
    for keys in ({"weights": np.ones(300)}, {"cluster": np.arange(300)}):
        other = sweep(actual, scores, recall=(0.5, 1), **keys)
        for one, two in zip(plain.differences, other.differences, strict=True):
            assert_allclose(one.estimate.value, two.estimate.value, atol=1e-12)
            assert_allclose([one.estimate.low, one.estimate.high], [two.estimate.low, two.estimate.high], atol=0.005)


def test_repeated_items_in_clusters_add_nothing(data):
    actual, scores = pair(data)
    plain = sweep(actual, scores)
    thrice = {name: np.tile(each, 3) for name, each in scores.items()}
    tiled = sweep(np.tile(actual, 3), thrice, cluster=np.tile(np.arange(300), 3))
    for one, two in zip(plain.differences, tiled.differences, strict=True):
        assert_allclose(one.estimate.value, two.estimate.value, atol=1e-12)
        widths = [each.estimate.high - each.estimate.low for each in (one, two)]
        assert_allclose(*widths, rtol=0.05)


def test_p_and_interval_agree_and_several_pairs_are_adjusted(data):
    found = sweep(*data)
    assert len(found.differences) == 2 * 3
    for each in found.differences:
        assert each.p_adjusted >= each.p
        if each.estimate.low is not None:
            assert (each.p_adjusted < 0.05) == (not each.estimate.low <= 0 <= each.estimate.high)


def test_a_score_beside_itself_does_not_differ(data):
    actual, scores = data
    found = sweep(actual, {"one": scores["new"], "two": scores["new"]}, benefit=RANGE)
    assert all(each.estimate.value == 0 and each.p == 1 for each in found.differences)
    assert all(each.low < 0 < each.high for each in found.net_benefit[0].values)  # no item apart is no certainty


def test_the_difference_in_net_benefit_is_that_of_both(data):
    actual, scores = pair(data)
    for more_options in ({}, {"prevalence": 0.1}):
        found = sweep(actual, scores, benefit=RANGE, **more_options)
        one, two = (found.benefits[name].values for name in ("new", "old"))
        for each, a, b in zip(found.net_benefit[0].values, one, two, strict=True):
            assert_allclose(each.value, a.value - b.value, atol=1e-12)
            assert each.low <= each.value <= each.high


def test_the_band_of_the_difference_holds_at_all_thresholds():
    """300 tables of 200 items with equal scores but for noise; docs/coverage/several.md has more."""
    rng, at, held = np.random.default_rng(3), tuple(np.linspace(0.1, 0.5, 9)), 0
    for _ in range(300):
        positive = rng.random(200) < 0.3
        latent = rng.normal(size=200) + 1.4 * positive - 1.4
        one, two = (expit(latent + rng.normal(size=200)) for _ in range(2))
        read = several_scores(None, positive, {"one": one, "two": two})
        found = benefit_gap(read, ("one", "two"), at, None, 0.95, 0)
        held += all(each.low <= 0 <= each.high for each in found.values)
    assert held >= 0.91 * 300  # 0.95 less three standard errors


def test_the_region_holds_the_curve_and_the_best_threshold_is_among_those_that_may_be():
    rng, held, there = np.random.default_rng(5), 0, 0
    at = np.linspace(-4, 6, 200)
    true = ndtr(-at), ndtr(1.2 - at)
    for _ in range(200):
        positive = rng.random(150) < 0.4
        scores = Scores.of(positive, rng.normal(size=150) + 1.2 * positive)
        upper, lower = (np.array(edge).T for edge in roc_band(scores, 0.95, 0).corners)
        above = [
            recall <= upper[1][upper[0] <= fallout + 1e-9].max() + 1e-9 for fallout, recall in zip(*true, strict=True)
        ]
        below = [
            recall >= lower[1][lower[0] >= fallout - 1e-9].min() - 1e-9 for fallout, recall in zip(*true, strict=True)
        ]
        held += all(above) and all(below)
        low, high = may_be_best(scores, 1.0, 0.95, 0)
        there += low <= 0.6 <= high
    assert held >= 0.91 * 200
    assert there >= 0.9 * 200


def test_a_given_threshold_takes_scores_at_it_and_its_rates_are_those_of_the_table(data):
    actual, scores = data
    found = sweep(actual, scores, threshold=0.4)
    for name, cut in found.cuts.items():
        said = scores[name] >= 0.4
        assert_allclose(cut.recall.value, said[actual == 1].mean())
        assert_allclose(cut.inverse_recall.value, 1 - said[actual == 0].mean())
        assert cut.low is cut.high is None
    assert sweep(actual, scores, threshold=[0.3, 0.4, 0.5]).cuts["flat"].threshold == 0.5
    assert sweep(actual, scores["new"], threshold=0.4).points["given"].threshold == 0.4


def test_screen_page_picture_and_rows(data, tmp_path):
    found = sweep(*pair(data), benefit=RANGE)
    text = found.report()
    assert "from: the least score that is called" in text
    assert "may be best" in found.report(every=True)
    assert {row["curve"] for row in found.chart("roc").rows} == {"old", "new"}
    assert {row["kind"] for row in found.chart("roc").rows} == {
        "curve",
        "chosen",
        "band, upper edge",
        "band, lower edge",
    }
    assert "Difference in net benefit" in found.report("html")
    assert len(found.to_dict()["net_benefit"][0]["rows"]) == len(found.net_benefit[0].thresholds)


def test_columns_of_a_frame_and_of_a_file(data, tmp_path):
    actual, scores = pair(data)
    path = tmp_path / "two.csv"
    lines = [
        f"{y},{a!r},{b!r}"
        for y, a, b in zip(actual.tolist(), scores["old"].tolist(), scores["new"].tolist(), strict=True)
    ]
    path.write_text("\n".join(["y,old,new", *lines]), encoding="utf-8")
    plain = sweep(actual, scores)
    for source in ({"y": actual, **scores}, path):
        other = sweep(source, actual="y", scores=["old", "new"])
        assert_allclose([each.p for each in other.differences], [each.p for each in plain.differences])


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"by": [0, 1] * 150}, "by=.*several scores"),
        ({"bins": 10}, "bins=.*several scores"),
        ({"threshold": [0.1, 0.2, 0.3]}, "threshold=.*one for each of 2"),
        ({"threshold": "x"}, "threshold="),
        ({"weights": [-1.0] * 300}, "weights: -1"),
        ({"benefit": 2.0}, "benefit="),
    ],
)
def test_what_has_no_effect_or_is_wrong_is_refused_by_name(data, how, said):
    with pytest.raises(InputError, match=said):
        sweep(*pair(data), **how)


def test_gaps_are_refused_or_counted(data):
    actual, scores = pair(data)
    holes = scores["old"].copy()
    holes[:3] = np.nan
    with pytest.raises(InputError, match="3 items lack"):
        sweep(actual, {"old": holes, "new": scores["new"]})
    found = sweep(actual, {"old": holes, "new": scores["new"]}, missing="drop")
    assert found.n == 297
    assert any("3" in note for note in found.notes)
    with pytest.raises(InputError, match="no item is"):
        sweep([1] * 4, {"a": [1, 2, 3, 4], "b": [1, 2, 3, 4]}, positive=1)
    with pytest.raises(InputError, match="not a number"):
        sweep({"y": [1, 0], "a": ["x", "y"], "b": [1, 2]}, actual="y", scores=["a", "b"])
