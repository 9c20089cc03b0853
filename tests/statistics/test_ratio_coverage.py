"""Intervals of ratios, information, abstention and label sets hold the truth in the corners where they failed."""

import numpy as np
import pytest

from informed import Counts
from informed.core.measures.information import entropy_actual, mutual_information
from informed.core.registry import find, get
from informed.core.table import two_by_two
from informed.inference.abstention import DISCOUNTED, product_limits
from informed.inference.interval import interval
from informed.inference.proportions import jeffreys
from informed.questions.evaluate.abstention import abstaining
from informed.questions.multilabel.inference import jackknife, limits
from informed.questions.multilabel.measures import MEASURES
from informed.readers.sets import read_sets

LEAST = 0.9  # of 600 tables: 2.5 standard errors below the goal of 92 %


def drawn(shares, n, tables=600, seed=11):
    found = np.random.default_rng(seed).multinomial(n, np.ravel(shares), size=tables)
    return found.reshape(tables, *np.shape(shares)).astype(float)


def share_held(low, high, truth):
    usable = ~np.isnan(low)
    return ((low <= truth + 1e-9) & (high >= truth - 1e-9))[usable].mean()


@pytest.mark.parametrize("measure", find(interval="score_mover"), ids=str)
@pytest.mark.parametrize(
    ("prevalence", "recall", "fallout", "n"), [(0.03, 0.9, 0.04, 90), (0.05, 0.97, 0.01, 70), (0.1, 0.3, 0.3, 50)]
)
def test_a_ratio_with_few_positives(measure, prevalence, recall, fallout, n):
    rates = prevalence * recall, prevalence * (1 - recall), (1 - prevalence) * fallout
    truth = np.reshape([*rates, 1 - sum(rates)], (2, 2))
    within = interval(measure, drawn(truth, n))
    assert share_held(within.low, within.high, float(measure.raw(truth))) > LEAST


@pytest.mark.parametrize("shares", [(0.5, 0.5), (0.4, 0.6)])
@pytest.mark.parametrize(("right", "n"), [(1.0, 20), (1.0, 120), (0.97, 25)])
def test_mutual_information_of_a_sure_predictor(shares, right, n):
    truth = np.array(shares)[:, None] * np.array([[right, 1 - right], [1 - right, right]])
    within = interval("mutual_information", drawn(truth, n, 250), draws=500)
    assert share_held(within.low, within.high, float(get("mutual_information").raw(truth))) > LEAST


@pytest.mark.parametrize(("prevalence", "right", "n"), [(0.1, 0.5, 60), (0.5, 1.0, 20), (0.05, 0.5, 100)])
def test_discounted_informedness(prevalence, right, n):
    hits = np.array([[right, 1 - right], [1 - right, right]])
    truth = np.array([prevalence, 1 - prevalence])[:, None] * np.hstack([0.75 * hits, [[0.25], [0.25]]])
    tables = drawn(truth, n)
    answers = tables[..., :-1]
    within, said = interval("informedness", answers), answers.sum((-1, -2))
    share = said / n, *jeffreys(said, np.full(len(said), float(n)), 0.025)
    low, high = product_limits((get("informedness").raw(answers), within.low, within.high), share)
    assert share_held(low, high, float(DISCOUNTED["informedness"].raw(truth))) > LEAST


def test_the_discounted_value_is_the_product_and_so_are_its_limits():
    """Within the product of all four ends, which would hold only if both terms were off to the same side at once."""
    counts = Counts([[20, 5], [3, 30]], labels=("a", "b"), abstained=[8, 4])
    found = abstaining(counts)
    answers, share = found.answers["informedness"], found.coverage
    discounted = found.discounted["informedness"]
    assert discounted.value == pytest.approx(answers.value * share.value)
    low, high = product_limits(*((each.value, each.low, each.high) for each in (answers, share)))
    assert (discounted.low, discounted.high) == pytest.approx((float(low), float(high)))
    assert answers.low * share.low < discounted.low < discounted.value < discounted.high < answers.high * share.high
    known = product_limits((0.5, 0.3, 0.6), (0.8, 0.8, 0.8))
    assert known == pytest.approx((0.8 * 0.3, 0.8 * 0.6))  # a share that is known scales the limits


@pytest.mark.parametrize(("categories", "n", "missed", "false"), [(20, 60, 0.005, 0.005), (40, 80, 0.02, 0.002)])
def test_proficiency_of_label_sets_with_hardly_a_wrong_label(categories, n, missed, false):
    shares = np.linspace(0.03, 0.25, categories)
    truth = two_by_two(shares * (1 - missed), shares * missed, (1 - shares) * false, (1 - shares) * (1 - false))
    value = mutual_information.raw(truth).sum() / entropy_actual.raw(truth).sum()
    rng, measure, ends = np.random.default_rng(2), MEASURES["proficiency"], []
    for _ in range(150):
        actual = rng.random((n, categories)) < shares
        said = np.where(actual, rng.random(actual.shape) >= missed, rng.random(actual.shape) < false)
        sets = read_sets(actual.astype(int), said.astype(int))
        ends.append(limits(measure, jackknife(measure, sets), sets, 0.95))
    assert share_held(*np.transpose(ends), value) > 0.87  # of 150: two standard errors below the goal


@pytest.mark.parametrize("weighted", [False, True], ids=["clusters", "clusters and weights"])
def test_label_sets_in_clusters(weighted):
    """40 clusters of 5 items, some of which are hard and, with weights, rarely drawn."""

    def drawn(clusters, rng):
        hard, cluster = rng.random(clusters) < 0.3, np.repeat(np.arange(clusters), 5)
        actual = rng.random((5 * clusters, 4)) < np.array([0.5, 0.3, 0.2, 0.1])
        said = actual ^ (rng.random(actual.shape) < np.where(hard, 0.4, 0.1)[cluster, None])
        weights = np.where(hard, 3.0, 1.0)[cluster] if weighted else None
        return read_sets(actual.astype(int), said.astype(int), cluster=cluster, weights=weights).plain().scaled()

    rng, whole = np.random.default_rng(4), drawn(20_000, np.random.default_rng(3))
    samples = [drawn(40, rng) for _ in range(200)]
    for name in ("informedness", "precision", "proficiency"):
        measure = MEASURES[name]
        ends = [limits(measure, jackknife(measure, sets), sets, 0.95) for sets in samples]
        assert share_held(*np.transpose(ends), float(measure(whole))) > 0.91  # of 200: two standard errors below
