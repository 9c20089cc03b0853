"""The recommended p of informedness rejects chance about as often as it says, and the exact tests never more often."""

import numpy as np
import pytest
from worlds import EVEN3, EVEN5, SKEW3, SKEW5, two_classes

from informed.core.counts import Counts
from informed.inference.claims import Claims
from informed.inference.design import Independent
from informed.inference.draws import generator, simulate
from informed.inference.interval import interval
from informed.inference.significance.exact import fisher
from informed.inference.significance.statistics import two_sided_p, z_informedness
from informed.questions.evaluate.price import priced

TABLES = 2000
CHANCE = [
    (n, two_classes(prevalence, bias, bias))
    for n in (20, 50, 100, 1000)
    for prevalence in (0.5, 0.1, 0.01)
    for bias in (0.5, 0.3, 0.1)
] + [(n, np.outer(prevalence, prevalence)) for n in (50, 100) for prevalence in (EVEN3, SKEW3, EVEN5, SKEW5)]


def rejected(n, truth, seed):
    """The share of tables whose interval leaves out 0, which is where the p lies below 0.05 (a law of its own)."""
    tables = simulate(truth, draws=TABLES, rng=generator(seed), n=n)
    within = interval("informedness", tables)
    usable = ~np.isnan(within.low)
    return float(((within.low > 0) | (within.high < 0))[usable].mean())


def test_recommended_p_keeps_its_level():
    sizes = {place: rejected(n, truth, 500 + place) for place, (n, truth) in enumerate(CHANCE)}
    error = np.sqrt(0.07 * 0.93 / TABLES)
    expects_one = [
        place for place, (n, truth) in enumerate(CHANCE) if n * min(truth.sum(0).min(), truth.sum(1).min()) >= 1
    ]
    assert np.mean(list(sizes.values())) <= 0.05
    assert max(sizes[place] for place in expects_one) <= 0.07 + 2 * error


def test_fixed_margin_z_keeps_its_level():
    """For two classes it is Pearson's test times (N - 1) / N, whose size was up to .060 with five items expected."""
    for place, (n, truth) in enumerate(CHANCE):
        if n * truth.min() < 5:
            continue
        tables = simulate(truth, draws=TABLES, rng=generator(700 + place), n=n)
        p = two_sided_p(z_informedness(tables))
        assert np.nanmean(p < 0.05) < 0.06 + 2 * np.sqrt(0.06 * 0.94 / TABLES)


def test_fisher_is_conservative():
    tables = simulate(two_classes(0.3, 0.4, 0.4), draws=1000, rng=generator(1), n=40)
    p = [fisher(table) for table in tables]
    assert np.mean([each["fisher"] < 0.05 for each in p]) <= 0.05
    assert np.mean([each["fisher_mid_p"] < 0.05 for each in p]) <= 0.06


def test_a_guesser_is_seldom_said_to_differ_from_a_constant_answer():
    """Its accuracy is that of always giving any label, of which the most common is chosen on the same items."""
    for place, (n, labels) in enumerate(((30, 2), (100, 5), (400, 5))):
        tables = simulate(np.full((labels, labels), 1 / labels**2), draws=300, rng=generator(800 + place), n=n)
        gaps = [Claims(Independent(np.asarray(each, float))).over_constant(0.95) for each in tables]
        assert np.mean([gap.low > 0 or gap.high < 0 for gap in gaps]) <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / 300)


@pytest.mark.combinations
def test_prices_seldom_find_a_gain_where_there_is_none():
    """Twenty labels, two items each: the interval of the gain alone leaves out 0 in one table of seven."""
    tables = simulate(np.full((20, 20), 1 / 400), draws=120, rng=generator(810), n=40)
    gains = [priced(Counts(each), value=np.eye(20)) for each in tables]
    assert np.mean([not each.worthless for each in gains]) <= 0.05
    assert np.mean([not each.gain.low <= 0 <= each.gain.high for each in gains]) > 0.1
