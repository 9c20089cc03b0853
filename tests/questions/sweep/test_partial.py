"""Partial areas beside scikit-learn, by integration, and over the whole range, where they are the area."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import quad
from scipy.special import ndtr, ndtri

from informed import InputError, Scores, sweep
from informed.more import compare_auc
from informed.questions.sweep.area import area
from informed.questions.sweep.partial import Range, paired_parts, partial_area, partial_auc

metrics = pytest.importorskip("sklearn.metrics", reason="scikit-learn is not installed")


@pytest.fixture(params=(17, 1, 0), ids=("distinct", "ties", "many ties"))
def data(request):
    rng = np.random.default_rng(3)
    actual = (rng.random(300) < 0.3).astype(int)
    return actual, np.round(rng.normal(size=300) + actual, request.param)


@pytest.mark.parametrize("most", [0.05, 0.2, 0.7])
def test_corrected_as_scikit_learn_has_it(data, most):
    assert_allclose(sweep(*data, fallout=(0, most)).partial_auc.value, metrics.roc_auc_score(*data, max_fpr=most))


@pytest.mark.parametrize("ends", [(0.1, 0.3), (0.8, 1.0), (0.0, 0.45)])
def test_the_integral_of_the_curve(data, ends):
    swept = sweep(*data)
    for rate, across, up in (
        ("fallout", swept.fallout, swept.recall),
        ("recall", 1 - swept.recall[::-1], 1 - swept.fallout[::-1]),
    ):
        low, high = ends if rate == "fallout" else (1 - ends[1], 1 - ends[0])
        inside = across[(across > low) & (across < high)]
        steps = np.unique(np.concatenate([[low, high], inside]))
        middles = (steps[1:] + steps[:-1]) / 2  # the curve is straight between two steps
        raw = float(np.interp(middles, across, up) @ np.diff(steps))
        chance, most = (high**2 - low**2) / 2, high - low
        corrected = (1 + (raw - chance) / (most - chance)) / 2  # McClish 1989
        assert_allclose(sweep(*data, **{rate: ends}).partial_auc.value, corrected)


@pytest.mark.parametrize("rate", ["fallout", "recall"])
def test_the_whole_range_is_the_area_with_delongs_variance(data, rate):
    actual, scores = data
    whole, part = area(Scores.of(actual, scores)), partial_area(Scores.of(actual, scores), Range(rate, 0, 1))
    assert_allclose([part.value, part.variance], [whole.value, whole.variance])
    other = np.random.default_rng(4).normal(size=300) + 2 * actual
    here, there = (compare_auc(actual, scores, other, **how) for how in ({rate: (0, 1)}, {}))
    assert_allclose(
        [here.difference.low, here.difference.high, here.p], [there.difference.low, there.difference.high, there.p]
    )


def test_the_difference_of_two_is_that_of_their_parts_and_swapping_turns_its_sign(data):
    actual, scores = data
    other = np.random.default_rng(4).normal(size=300) + actual
    for within in (Range("fallout", 0, 0.2), Range("recall", 0.7, 0.95)):
        first, second, apart = paired_parts(actual == 1, scores, other, within)
        assert_allclose(apart.value, first.value - second.value, atol=1e-12)
    one, two = (compare_auc(actual, *pair, fallout=(0, 0.2)) for pair in ((scores, other), (other, scores)))
    assert_allclose([one.difference.low, one.difference.high], [-two.difference.high, -two.difference.low])
    assert_allclose(one.first.value - one.second.value, one.difference.value)


def test_a_range_of_recall_is_one_of_fallout_of_the_other_class(data):
    actual, scores = data
    here = sweep(actual, scores, recall=(0.7, 0.9)).partial_auc
    there = sweep(1 - actual, -scores, fallout=(0.1, 0.3)).partial_auc
    assert_allclose([here.value, here.low, here.high], [there.value, there.low, there.high])


def test_weights_of_whole_numbers_are_repeated_items_and_clusters_of_copies_add_nothing(data):
    actual, scores = data
    times = np.random.default_rng(6).integers(1, 4, 300)
    weighed = sweep(actual, scores, weights=times, weight_kind="frequency", fallout=(0, 0.3)).partial_auc
    repeated = sweep(np.repeat(actual, times), np.repeat(scores, times), fallout=(0, 0.3)).partial_auc
    assert_allclose([weighed.value, weighed.low], [repeated.value, repeated.low])
    plain = sweep(actual, scores, fallout=(0, 0.3)).partial_auc
    clusters = np.tile(np.arange(300), 3)
    thrice = sweep(np.tile(actual, 3), np.tile(scores, 3), cluster=clusters, fallout=(0, 0.3)).partial_auc
    assert_allclose(thrice.high - thrice.low, plain.high - plain.low, rtol=0.05)


@pytest.mark.parametrize(("apart", "sizes"), [(0.0, (50, 50)), (1.0, (30, 300)), (2.0, (100, 100)), (3.0, (30, 1000))])
def test_the_interval_holds_the_area_of_normal_scores(apart, sizes):
    """600 tables each; benchmarks/calibration/partial.py has more settings."""
    rng, within = np.random.default_rng([8, int(apart)]), Range("fallout", 0, 0.2)
    truth = within.corrected(quad(lambda f: ndtr(apart + ndtri(f)), 0, 0.2)[0] / 0.2)
    positive = np.repeat([True, False], sizes)
    drawn = (rng.normal(size=positive.size) + apart * positive for _ in range(600))
    found = [partial_auc(Scores.of(positive, each), within, 0.95) for each in drawn]
    assert np.mean([each.low <= truth <= each.high for each in found]) > 0.92


def test_words_and_refusals(data):
    found = sweep(*data, fallout=(0, 0.1))
    assert "part" in [each.code for each in found.findings]
    assert "auc at fallout 0 to 0.1" in found.report()
    assert "auc at fallout 0 to 0.1" in found.report("html")
    assert found.to_dict()["partial_auc"]["within"] == "fallout 0 to 0.1"
    for wrong in ((0.1,), (0.3, 0.1), (0, 2), "x", 0.1, (0.2, 0.2)):
        with pytest.raises(InputError, match="fallout="):
            sweep(*data, fallout=wrong)
    with pytest.raises(InputError, match="leave one of them out"):
        sweep(*data, fallout=(0, 0.1), recall=(0.5, 1))
