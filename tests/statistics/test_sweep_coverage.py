"""How often the intervals of a sweep hold what they should, on scores of known areas with fixed seeds."""

import numpy as np
import pytest
from scipy.special import ndtr, ndtri
from scipy.stats import binom

from informed import Scores
from informed.questions.sweep import sweep
from informed.questions.sweep.area import auc, compare_areas
from informed.questions.sweep.calibration import calibration

TABLES = 300


def binormal(rng, shift, positives, others, ratio=1.0):
    labels = np.arange(positives + others) < positives
    return labels, rng.normal(size=len(labels)) * np.where(labels, ratio, 1.0) + shift * labels


def at_least(hits, tables, goal):
    """Whether so few hits may still be luck when the goal is reached: one in a thousand."""
    return binom.cdf(hits, tables, goal) > 0.001


# positives, others, area, and how many times as spread out positive scores are: the worst corners
CORNERS = [(10, 1000, 0.98, 1.0), (10, 100, 0.95, 1.0), (20, 500, 0.91, 3.0), (12, 300, 0.97, 3.0), (10, 10, 0.5, 1.0)]


@pytest.mark.parametrize(("positives", "others", "area", "ratio"), CORNERS)
def test_the_interval_of_an_area_covers_where_few_items_are_ranked_high(positives, others, area, ratio):
    rng = np.random.default_rng(7)
    shift = np.hypot(ratio, 1) * ndtri(area)
    found = [auc(Scores.of(*binormal(rng, shift, positives, others, ratio))) for _ in range(TABLES)]
    assert at_least(sum(each.low <= area <= each.high for each in found), TABLES, 0.92)


def test_two_scores_of_equal_area_are_seldom_told_apart():
    rng = np.random.default_rng(9)
    labels = np.arange(315) < 15
    claims = 0
    for _ in range(TABLES):
        first = rng.normal(size=315)
        second = 0.95 * first + (1 - 0.95**2) ** 0.5 * rng.normal(size=315)
        second = second * np.where(labels, 2.5, 1.0) + np.hypot(2.5, 1) * ndtri(0.93) * labels
        claims += compare_areas(labels, first + 2**0.5 * ndtri(0.93) * labels, second).p < 0.05
    assert at_least(TABLES - claims, TABLES, 0.94)


@pytest.mark.parametrize(("shift", "positives", "others"), [(0.0, 10, 10), (1.0, 15, 100), (2.0, 40, 40)])
def test_cross_validation_takes_the_optimism_off_the_best_threshold(shift, positives, others):
    rng = np.random.default_rng(8)
    optimism, honesty, covered = [], [], 0
    for seed in range(TABLES):
        found = sweep(*binormal(rng, shift, positives, others), positive=True, seed=seed).best()
        truth = ndtr(shift - found.threshold) - ndtr(-found.threshold)
        optimism.append(found.informedness - truth)
        honesty.append(found.value.value - truth)
        covered += found.value.low <= truth <= found.value.high
    error = np.std(honesty) / TABLES**0.5
    assert np.mean(optimism) > 0.04
    assert abs(np.mean(honesty)) < 0.03 + 3 * error  # nine tenths of the items choose a little worse than all
    assert at_least(covered, TABLES, 0.92)


def test_sentences_about_scores_without_information_are_seldom_wrong():
    rng = np.random.default_rng(10)
    false = {"are informed": 0, "worse than chance": 0, "The best threshold is": 0}
    for seed in range(TABLES):
        said = " ".join(sweep(*binormal(rng, 0.0, 12, 40), positive=True, seed=seed).verdict)
        false = {claim: times + (claim in said) for claim, times in false.items()}
    for times in false.values():
        assert at_least(TABLES - times, TABLES, 0.95)
    assert at_least(TABLES - sum(false.values()), TABLES, 0.9)


@pytest.mark.parametrize("loss", ["brier", "log_loss"])
def test_the_interval_of_a_loss_covers_where_positives_are_rare(loss):
    rng = np.random.default_rng(11)
    many = rng.beta(1, 30, 400_000)
    truth = {"brier": many * (1 - many), "log_loss": -many * np.log2(many) - (1 - many) * np.log2(1 - many)}[
        loss
    ].mean()
    covered = 0
    for _ in range(TABLES):
        scores = rng.beta(1, 30, 50)
        found = getattr(calibration(Scores.of(rng.random(50) < scores, scores)), loss)
        covered += found.low <= truth <= found.high
    assert at_least(covered, TABLES, 0.92)
