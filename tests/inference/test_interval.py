"""Intervals: published examples, edges, and what is refused."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import optimize, stats
from scipy.special import logit, xlogy
from statsmodels.stats.proportion import confint_proportions_2indep

from informed.core.counts import Counts
from informed.core.errors import InputError
from informed.core.registry import find, get
from informed.inference.estimates import estimate
from informed.inference.interval import METHODS, interval, inversion, one_sided, p_value
from informed.inference.scoring import both_ratio

TABLE2 = np.array([[30, 30], [12, 28]])  # Powers 2007, Table 2, case 1
PERFECT = np.diag([10, 10])


def ends(*arguments, **options):
    within = interval(*arguments, **options)
    return float(within.low), float(within.high)


def test_newcombe():
    """Newcombe 1998: 56 of 70 against 48 of 80 by method 10."""
    assert_allclose(ends("informedness", [[56, 14], [48, 32]], method="wilson"), (0.0524, 0.3339), atol=5e-5)


def test_informedness_and_its_p_agree_on_table_2():
    """The interval leaves out 0 although two-sided Fisher mid-P is .0512: one promise, kept by both."""
    assert_allclose(ends("informedness", TABLE2), (0.0037, 0.3756), atol=5e-5)
    assert 0.04 < p_value("informedness", TABLE2) < 0.05


@pytest.mark.parametrize(("method", "level"), [("wilson", 0.95), ("exact", 0.9)])
def test_proportions_against_scipy(method, level):
    theirs = stats.binomtest(30, 60).proportion_ci(level, method)
    assert_allclose(ends("recall", TABLE2, method=method, level=level), theirs, rtol=1e-10)


def test_jeffreys_against_the_beta_distribution():
    assert_allclose(ends("recall", TABLE2), stats.beta(30.5, 30.5).ppf([0.025, 0.975]), rtol=1e-10)


def test_log_interval_of_the_odds_ratio():
    """Haldane and Anscombe: log odds of the table + 1/2, standard error from the reciprocals."""
    table = TABLE2 + 0.5
    centre = np.log(table[0, 0] * table[1, 1] / table[0, 1] / table[1, 0])
    reach = stats.norm.ppf(0.975) * np.sqrt((1 / table).sum())
    assert_allclose(ends("odds_ratio", TABLE2, method="log"), np.exp([centre - reach, centre + reach]), rtol=1e-9)


KOOPMAN = np.array([[36, 4], [16, 64]])


def test_the_limits_of_a_likelihood_ratio_are_those_of_print():
    """36 of 40 against 16 of 80 (Koopman 1984, Biometrics 40, 513): 2.94 to 7.15, there without n / (n - 1)."""
    tail = 1 - stats.norm.cdf(stats.norm.ppf(0.975) * np.sqrt(119 / 120))
    found = ends("likelihood_ratio_positive", KOOPMAN, level=1 - 2 * tail)
    assert_allclose(found, (2.94, 7.15), atol=0.005)


@pytest.mark.parametrize("table", [KOOPMAN, TABLE2, [[3, 2], [1, 94]], [[9, 1], [70, 20]], [[1, 5], [4, 300]]])
@pytest.mark.parametrize(
    ("measure", "compare", "swapped"),
    [
        ("likelihood_ratio_positive", "ratio", False),
        ("likelihood_ratio_negative", "ratio", True),
        ("odds_ratio", "odds-ratio", False),
    ],
)
def test_score_limits_against_statsmodels(table, measure, compare, swapped):
    """Miettinen & Nurminen 1985, as statsmodels works them out with a root finder; a zero cell leaves an end open."""
    (tp, fn), (fp, tn) = np.asarray(table)[:, ::-1] if swapped else np.asarray(table)
    if 0 in (tp, fp) or (compare == "odds-ratio" and 0 in (fn, tn)):
        pytest.skip("their root finder needs a ratio that is neither 0 nor infinite")
    with np.errstate(all="ignore"):  # their search passes an odds ratio of 1, where their formula divides by 0
        theirs = confint_proportions_2indep(tp, tp + fn, fp, fp + tn, compare=compare, method="score")
    assert_allclose(ends(measure, table, method="score"), theirs, rtol=1e-6)
    (low, high), (least, most) = ends(measure, table), theirs
    wider = 1 in np.asarray(table)  # of a single item: the end away from 1
    value = float(get(measure)(np.asarray(table)))
    assert high == pytest.approx(most) or (wider and value > 1 and high > most)
    assert low == pytest.approx(least) or (wider and value < 1 and low < least)


def test_the_table_likeliest_to_have_a_lift_is_likeliest():
    """No table with that lift, found by a general optimiser, makes the observed one likelier."""
    rng = np.random.default_rng(3)
    tables, logs = rng.integers([1, 0, 0, 1], 9, (40, 4)), rng.normal(0, 1, 40)

    def loss(margins, table, ratio):
        actual, predicted = 1 / (1 + np.exp(-margins))
        both = ratio * actual * predicted
        shares = np.array([both, actual - both, predicted - both, 1 - actual - predicted + both])
        return 1e9 if (shares < 0).any() else -xlogy(table, shares).sum()

    for table, ratio in zip(tables.astype(float), np.exp(logs), strict=True):
        with np.errstate(all="ignore"):
            shares = both_ratio(table[:, None], np.array([ratio]))[:, 0]
        assert shares.sum() == pytest.approx(1)
        assert shares[0] / (shares[0] + shares[1]) / (shares[0] + shares[2]) == pytest.approx(ratio)
        for start in ([-1.0, -1.0], [-4.0, -4.0], logit(shares.reshape(2, 2).sum(0) * 0.999)):
            found = optimize.minimize(loss, start, (table, ratio), method="Nelder-Mead")
            assert -xlogy(table, shares).sum() <= found.fun + 1e-6


@pytest.mark.parametrize("table", [KOOPMAN, TABLE2, [[3, 2], [1, 94]], [[5, 0], [0, 95]], [[0, 4], [3, 20]]])
def test_at_independence_every_score_is_the_chi_squared_of_n_less_1(table):
    """Likelihood ratios, odds ratio and lift are 1 together: one hypothesis, one p (Campbell 2007's N - 1 test)."""
    n = np.sum(table)
    chi2 = stats.chi2_contingency(table, correction=False).statistic * (n - 1) / n
    for measure in find(interval="score_mover"):
        assert p_value(measure, table) == pytest.approx(stats.chi2.sf(chi2, 1), rel=1e-6), measure


@pytest.mark.parametrize("table", [KOOPMAN, [[3, 2], [1, 94]], [[5, 0], [0, 95]], [[0, 4], [3, 20]], [[4, 2], [0, 9]]])
def test_the_p_of_a_ratio_is_the_inversion_of_its_limits(table):
    for measure in find(interval="score_mover"):
        low, high = ends(measure, table, level=0.9)
        for end in (low, high):
            if 0 < end < np.inf:
                assert p_value(measure, table, null=end) == pytest.approx(0.1, rel=1e-4), measure


def test_an_infinite_ratio_has_a_finite_low_end():
    for measure in ("likelihood_ratio_positive", "odds_ratio"):
        found = estimate(PERFECT, measure)
        assert found.value == np.inf
        assert 1 < found.low < np.inf
        assert found.high is None
        assert str(found).endswith("inf]")
    assert ends("likelihood_ratio_negative", PERFECT)[0] == 0 < ends("likelihood_ratio_negative", PERFECT)[1]


def test_odds_have_the_limits_of_the_prevalence():
    low, high = np.array(ends("prevalence", KOOPMAN))
    assert_allclose(ends("odds", KOOPMAN), (low / (1 - low), high / (1 - high)))
    assert_allclose(ends("skew", KOOPMAN), ((1 - high) / high, (1 - low) / low))


def extreme(classes):
    """Perfect, nearly perfect, mislabelled, constant and independent predictors of even and uneven classes."""
    for size in (1, 4, 20):
        for margin in (np.full(classes, size), size * np.arange(1, classes + 1), size + np.eye(classes)[0]):
            perfect = np.diag(margin).astype(float)
            near = perfect.copy()
            near[0, :2] += [-1, 1]
            constant = np.zeros_like(perfect)
            constant[:, 0] = margin
            yield from (perfect, near, np.roll(perfect, 1, axis=1), constant, constant.T, np.outer(margin, margin))


@pytest.mark.parametrize("classes", [2, 3, 5, 10])
def test_no_interval_is_a_point_and_none_ends_at_its_value_short_of_a_bound(classes):
    """Not for a rounding error either; only at an end of the measure's range may the interval end at the value."""
    tables = np.stack([*extreme(classes)])
    hair = 1e-9 / tables.sum((-1, -2))
    for measure in find():
        if not measure.ready or not measure.applies(classes, classes):
            continue
        within, value = interval(measure, tables), measure.raw(tables)
        least, most = (measure.bound(end, classes, classes) for end in (0, 1))
        none = np.isnan(within.low)
        assert (none | (within.high - within.low > hair)).all(), measure
        assert (none | (within.high > value + hair) | (value >= most - 1e-12)).all(), measure
        assert (none | (within.low < value - hair) | (value <= least + 1e-12)).all(), measure


def test_what_chance_hardly_ever_fills_does_not_take_mutual_information_away():
    """A cell 1e-40 of what chance gives tells nothing by itself; its logarithm must not swallow the rest."""
    table = np.array([[30.0, 5.0], [1e-40, 1e-20]])
    clean = np.array([[30.0, 5.0], [0.0, 1e-20]])
    mi = get("mutual_information")
    assert mi(np.array([[10.0, 1e-60], [20.0, 30.0]])) == pytest.approx(float(mi(np.array([[10.0, 0], [20.0, 30.0]]))))
    assert mi(table) == pytest.approx(float(mi(clean)), abs=1e-18)


def test_a_perfect_table_is_not_certain():
    for measure in find():
        if measure.ready and measure.applies(2, 2) and measure.best(2, 2) is not None:
            low, high = ends(measure, PERFECT)
            assert low < high, measure


def test_a_table_exactly_at_chance_is_not_certain_either():
    for table in (np.full((2, 2), 5), np.full((3, 3), 5), np.outer([4, 2, 6], [1, 2, 3])):
        for measure in find():
            if measure.ready and measure.applies(*table.shape) and not measure.fragile:
                low, high = ends(measure, table)
                assert low < high or interval(measure, table).note.item().startswith("no interval"), measure


def test_a_mean_over_classes_says_nothing_of_classes_that_never_occur():
    """The mean recall of two classes cannot be told from items of one; that of the class itself can."""
    found = interval("balanced_accuracy", np.array([[0, 0], [3, 17]]))
    assert np.isnan(found.low)
    assert "only one class occurs" in found.note.item()
    assert ends("recall", np.array([[17, 3], [0, 0]]))[0] > 0


def test_constant_predictor():
    """Informedness is really 0, with an interval; markedness is 0 by convention, without one."""
    constant = np.array([[10, 0], [5, 0]])
    assert ends("informedness", constant)[0] < 0 < ends("informedness", constant)[1]
    assert np.isnan(interval("markedness", constant).low)
    assert "0/0" in interval("markedness", constant).note.item()


def test_one_class_has_no_interval_of_informedness():
    assert np.isnan(interval("informedness", [[5, 5], [0, 0]]).low)


def test_few_items_are_flagged():
    note = interval("informedness", [[[2, 1], [3, 90]], [[20, 10], [3, 90]]]).note
    assert note[0] == "only 3 items in the smallest class: treat as rough"
    assert note[1] is None
    assert "1 item" in interval("precision", [[1, 3], [0, 9]]).note.item()


def test_shares_need_a_number_of_items():
    shares = TABLE2 / 100
    within = interval("informedness", shares)
    assert np.isnan(within.low)
    assert "give n=" in within.note.item()
    assert ends("informedness", shares, n=100) == ends("informedness", TABLE2)


def test_counts_serve_as_tables():
    assert ends("kappa", Counts(TABLE2)) == ends("kappa", TABLE2)


def test_transformed_measures_have_transformed_intervals():
    low, high = ends("informedness", TABLE2)
    assert_allclose(ends("auc", TABLE2), ((low + 1) / 2, (high + 1) / 2))
    assert_allclose(ends("guesswork", TABLE2), (1 - high, 1 - low))
    low, high = ends("jaccard", TABLE2)
    assert_allclose(ends("f_measure", TABLE2), (2 * low / (1 + low), 2 * high / (1 + high)))
    assert interval(get("f_measure").with_(beta=2), TABLE2).method == "wald"


def test_guesswork_reaches_one_when_informedness_may_be_zero():
    assert ends("guesswork", [[10, 10], [9, 11]])[1] == 1


def test_bootstrap_draws_are_those_of_the_seed():
    first, again, other = (ends("kappa", TABLE2, method="bootstrap", draws=500, seed=seed) for seed in (1, 1, 2))
    assert first == again != other


def test_bootstrap_warns_of_empty_cells():
    assert "never fills" in interval("kappa", [[30, 0], [12, 28]], method="bootstrap", draws=100).note.item()


@pytest.mark.parametrize("method", ["bootstrap", "bootstrap_basic", "bootstrap_bca", "posterior", "delta"])
def test_methods_agree_on_a_large_table(method):
    large = 1000 * TABLE2
    assert_allclose(ends("mcc", large, method=method, draws=4000), ends("mcc", large), atol=0.002)


def test_bca_against_scipy():
    """The same correction as scipy.stats.bootstrap, up to the noise of the draws."""
    actual = np.repeat([0, 0, 1, 1], TABLE2.ravel())
    said = np.repeat([0, 1, 0, 1], TABLE2.ravel())

    def kappa(first, second, axis=-1):
        agree = (first == second).mean(axis)
        chance = first.mean(axis) * second.mean(axis) + (1 - first.mean(axis)) * (1 - second.mean(axis))
        return (agree - chance) / (1 - chance)

    theirs = stats.bootstrap(
        (actual, said), kappa, paired=True, n_resamples=4000, rng=np.random.default_rng(0)
    ).confidence_interval
    assert_allclose(ends("kappa", TABLE2, method="bootstrap_bca", draws=4000), theirs, atol=0.02)


def test_exact_difference_is_wider():
    inner, outer = ends("informedness", TABLE2), ends("informedness", TABLE2, method="exact")
    assert outer[0] < inner[0] < inner[1] < outer[1]


def test_kish_uses_the_effective_number():
    """Equal weights: as many effective items as items."""
    weights = 3.0 * TABLE2
    within = interval("informedness", weights, squares=9.0 * TABLE2, n=100, method="kish")
    assert_allclose((within.low, within.high), ends("informedness", TABLE2))


def test_infinite_odds():
    low, high = ends("odds_ratio", PERFECT)
    assert 1 < low < high == np.inf


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level": 95}, "did you mean 0.95"),
        ({"level": 2}, "did you mean 0.02"),
        ({"level": 99.9}, "did you mean 0.999"),
        ({"level": 100}, "0.95 is usual"),
        ({"level": 1}, "0.95 is usual"),
        ({"level": 0}, "between 0 and 1"),
        ({"method": "jefreys"}, "did you mean 'jeffreys'"),
        ({"method": "jeffreys"}, "is for a proportion"),
        ({"method": "bootstrap", "draws": 50}, "draws=50 must be a whole number >= 100"),
        ({"method": "bootstrap", "draws": 200.5}, "whole number"),
        ({"method": "bootstrap", "seed": "one"}, "seed='one'"),
    ],
)
def test_refused(options, message):
    with pytest.raises(InputError, match=message):
        interval("informedness", TABLE2, **options)


def test_names_of_methods_are_their_keys():
    assert all(name == method.name for name, method in METHODS.items())
    assert all(each.interval in METHODS for each in find())


def test_posterior_is_called_credible():
    assert interval("kappa", TABLE2, method="posterior", draws=100).kind == "credible"
    assert interval("kappa", TABLE2).kind == "confidence"


def test_inversion_of_a_normal_interval():
    """centre 2, error 1: p = 2 Phi(-2); above 0 one-sided half of it, below 0 the rest."""
    from scipy.special import ndtri

    def limits(tail):
        return np.array(2 + ndtri(tail)), np.array(2 - ndtri(tail))

    assert_allclose(inversion(limits, 0.0), 2 * stats.norm.sf(2), rtol=1e-10)
    assert_allclose(one_sided(limits, 0.0, 1), stats.norm.sf(2), rtol=1e-10)
    assert_allclose(one_sided(limits, 0.0, -1), stats.norm.cdf(2), rtol=1e-10)
    assert inversion(limits, 2.0) == 1


def test_p_needs_a_null():
    with pytest.raises(InputError, match="null="):
        p_value("accuracy", TABLE2)
    assert_allclose(p_value("accuracy", TABLE2, null=0.58), 1.0)
