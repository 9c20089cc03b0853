"""Net benefit by its definition (Vickers & Elkin 2006), its relation to informedness and to costs, and its band."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.special import expit, logit, ndtr

from informed import InputError, Scores, sweep
from informed.questions.sweep.benefit import RELATION, benefit, thresholds_of

RANGE = (0.05, 0.6)


@pytest.fixture(params=(17, 1), ids=("distinct", "ties"))
def data(request):
    rng = np.random.default_rng(5)
    actual = (rng.random(400) < 0.3).astype(int)
    return actual, np.round(expit(rng.normal(size=400) + 1.5 * actual - 1.5), request.param)


def test_true_positives_less_false_ones_at_the_odds_of_the_threshold(data):
    actual, scores = data
    found = sweep(actual, scores, benefit=RANGE).net_benefit
    for at, value, gain, treated in zip(found.thresholds, found.values, found.gains, found.act_on_all, strict=True):
        odds, acted = at / (1 - at), scores >= at
        by_hand = np.mean(acted & (actual == 1)) - odds * np.mean(acted & (actual == 0))
        assert_allclose(value.value, by_hand, atol=1e-12)
        assert_allclose(treated, actual.mean() - odds * (1 - actual.mean()), atol=1e-12)
        assert_allclose(gain.value, by_hand - treated, atol=1e-12)
        assert value.low <= value.value <= value.high
        assert gain.low <= gain.value <= gain.high


def test_standardised_it_is_the_cost_line_and_informedness_where_the_threshold_is_the_prevalence(data):
    actual, scores = data
    share = actual.mean()
    for at in (0.1, share, 0.5):
        swept = sweep(actual, scores, benefit=at)
        point, c = swept.at(at), at / (1 - at) * (1 - share) / share
        assert_allclose(swept.net_benefit.standardised, point.recall - c * point.fallout, atol=1e-12)
    assert_allclose(sweep(actual, scores, benefit=share).net_benefit.standardised, swept.at(share).informedness)


def test_it_is_what_acting_on_none_costs_less_what_the_score_costs(data):
    """With costs t and 1 - t the cheapest of several thresholds has the most benefit."""
    actual, scores = data
    at = 0.2
    swept = sweep(actual, scores, benefit=at, cost_fp=at / (1 - at), cost_fn=1.0)
    cost = float(swept.costs.measure(swept.at(at).table))
    assert_allclose(swept.net_benefit.values[0].value, swept.cost["never"] - cost, atol=1e-12)


def test_the_prevalence_of_the_items_changes_no_value_and_another_one_weights_the_classes(data):
    actual, scores = data
    own = sweep(actual, scores, benefit=RANGE).net_benefit
    same = sweep(actual, scores, benefit=RANGE, prevalence=actual.mean()).net_benefit
    assert_allclose([each.value for each in own.values], [each.value for each in same.values], atol=1e-12)
    other = sweep(actual, scores, benefit=0.2, prevalence=0.1)
    point = other.at(0.2)
    assert_allclose(other.net_benefit.values[0].value, 0.1 * point.recall - 0.9 * 0.25 * point.fallout, atol=1e-12)


def test_clusters_of_one_item_and_weights_of_one_change_nothing_and_repeated_items_add_nothing(data):
    actual, scores = data
    plain = sweep(actual, scores, benefit=0.2).net_benefit.values[0]
    alone = sweep(actual, scores, benefit=0.2, weights=np.ones(400)).net_benefit.values[0]
    assert_allclose([alone.low, alone.high], [plain.low, plain.high], atol=1e-3)
    thrice = sweep(np.tile(actual, 3), np.tile(scores, 3), benefit=0.2, cluster=np.tile(np.arange(400), 3))
    assert_allclose(thrice.net_benefit.values[0].value, plain.value, atol=1e-12)
    kept = thrice.net_benefit.values[0]
    assert_allclose(kept.high - kept.low, plain.high - plain.low, rtol=0.03)


def test_a_band_is_wider_than_an_interval(data):
    at = thresholds_of(RANGE)[15]
    band, alone = (sweep(*data, benefit=ends).net_benefit for ends in (RANGE, at))
    place = band.thresholds.index(at)
    assert band.values[place].value == alone.values[0].value
    assert band.values[place].low < alone.values[0].low
    assert band.values[place].high > alone.values[0].high


def test_the_band_holds_the_whole_curve_and_guesses_are_not_said_to_help():
    """400 tables each of 200 items; docs/coverage/benefit.md has more."""
    at = np.array(thresholds := thresholds_of(RANGE))
    odds, share = at / (1 - at), 0.3
    for apart in (0.0, 1.5):
        rng = np.random.default_rng([7, int(apart)])
        slope = max(apart, 1.0)
        cut = (logit(at) - logit(share)) / slope + apart / 2
        value = share * ndtr(apart - cut) - odds * (1 - share) * ndtr(-cut)
        truth = np.stack([value, value - (share - odds * (1 - share))])
        held = helped = 0
        for _ in range(400):
            positive = rng.random(200) < share
            said = expit(logit(share) + slope * (rng.normal(size=200) + apart * positive - apart / 2))
            found = benefit(Scores.of(positive, said), thresholds, None, 0.95, 0)
            low, high = (
                np.array([[getattr(each, end) for each in curve] for curve in (found.values, found.gains)])
                for end in ("low", "high")
            )
            held += bool(((low <= truth) & (truth <= high)).all())
            helped += bool(found.helps)
        assert held >= 0.92 * 400  # 0.95 less three standard errors
        assert helped <= 0.05 * 400 if apart == 0 else helped > 0.9 * 400


def test_words_tables_and_picture(data):
    swept = sweep(*data, benefit=RANGE)
    codes = [each.code for each in swept.findings]
    assert "benefit" in codes
    (low, high), *_ = swept.net_benefit.helps
    assert f"{low:g} to {high:g}" in swept.findings[codes.index("benefit")]
    assert RELATION in swept.notes
    assert {row["measure"] for row in swept.chart("net_benefit").rows} >= {"net benefit", "act on all", "act on none"}
    assert "Net benefit" in swept.report("html")
    assert len(swept.to_dict()["net_benefit"]["rows"]) == len(thresholds_of(RANGE))


@pytest.mark.parametrize("wrong", [1.0, (0.5, 0.2), (0.1, 0.2, 0.3), -0.1, "x", (), (0.1, 1)])
def test_wrong_thresholds_are_refused_by_name(wrong):
    with pytest.raises(InputError, match="benefit="):
        sweep([1, 0, 1, 0], [0.9, 0.1, 0.4, 0.6], benefit=wrong)


def test_scores_that_are_no_probabilities_are_refused():
    with pytest.raises(InputError, match=r"1\.5 is not a probability, so net benefit"):
        sweep([1, 0, 1, 0], [1.5, 0.1, 0.4, 0.6], benefit=0.2)
    with pytest.raises(InputError, match="needs the scores as they are"):
        sweep([1, 0] * 20, np.linspace(0, 1, 40), benefit=0.2, bins=4)
