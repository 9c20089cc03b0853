"""Laws that one wrong sign, axis or bound breaks: merging, groups, exact p, posteriors, limits."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import stats

import informed
from informed import Counts, InputError, count, items
from informed.core.registry import get
from informed.core.valuation import values
from informed.inference.adjustment import shown_at
from informed.inference.chance import chance_mean
from informed.inference.design import weighted
from informed.inference.gradient import influence
from informed.inference.heterogeneity import heterogeneity
from informed.inference.interval import interval
from informed.inference.jackknife import jackknife
from informed.inference.pairing import MASS, PairTests, better_probability, swapped_p
from informed.inference.proportions import exact, jeffreys_wilson, tango
from informed.inference.significance.exact import mcnemar
from informed.readers.columns import Scored
from informed.readers.distinct import distinct
from informed.readers.sets import read_sets

GAPS = (["a", None, "b", "b"], ["a", "a", None, "a"])
MORE = (["b", None, "a"], ["b", "b", "a"])
STATISTICS = {
    "counts": lambda actual, said: count(actual, said, missing="drop"),
    "items": lambda actual, said: items(actual, {"one": said}, missing="drop"),
    "scores": lambda actual, said: distinct(
        None, Scored.arrays(actual, np.arange(len(said)) / 2, positive="a", missing="drop")
    ),
    "label sets": lambda actual, said: replace(read_sets([["a"], ["b"]], [["b"], ["a"]]), missing=actual.count(None)),
}


@pytest.mark.parametrize("kind", STATISTICS)
def test_what_is_missing_adds_up(kind):
    one, other = STATISTICS[kind](*GAPS), STATISTICS[kind](*MORE)
    assert (one + other).missing == one.missing + other.missing
    assert (other + one).missing == (one + other).missing
    assert one.missing > 0


# --- groups ----------------------------------------------------------------------------------------------------------


def test_groups_whose_rows_are_predicted_are_turned_one_by_one():
    tables = np.arange(12).reshape(3, 2, 2) + 1
    groups = (("x",), ("y",), ("z",))
    turned = Counts(tables, by=("g",), groups=groups, rows="predicted")
    for place in range(3):
        assert turned[place] == Counts(tables[place], rows="predicted")


def test_one_label_against_the_rest_group_by_group():
    actual, said, site = list("abcabcabbc"), list("abbcbc-b-c"), list("xxxxxyyyyy")
    whole = count(actual, said, by=site, abstain="-")
    split = whole.one_vs_rest("b")
    for place in range(2):
        assert_array_equal(split[place].table, whole[place].one_vs_rest("b").table)
        assert_array_equal(split[place].abstained, whole[place].one_vs_rest("b").abstained)


def test_a_group_of_fractional_counts_keeps_its_share_of_the_items():
    tables = np.array([[[2.5, 0.5], [1.0, 2.0]], [[3.5, 0.5], [1.0, 9.0]]])
    whole = Counts(tables, by=("g",), groups=(("x",), ("y",)), n=20)
    assert [whole[place].n for place in range(2)] == [6, 14]


def test_a_count_beyond_64_bits_is_refused_wherever_it_stands():
    with pytest.raises(InputError, match="more than a 64-bit count"):
        Counts(np.array([[1, 2], [3, 2**64 - 1]], np.uint64))


def test_values_of_two_blocks_are_those_of_each_table():
    tables = np.random.default_rng(0).integers(1, 50, (20_000, 2, 2))
    whole = values(tables)["informedness"]
    assert whole.shape == (20_000,)
    assert_array_equal(whole[[0, -1]], [values(tables[0])["informedness"], values(tables[-1])["informedness"]])


def test_items_in_another_order_of_labels_are_the_same_items():
    found = items(list("abcab"), {"one": list("ab-cb")}, abstain="-")
    moved = found.aligned(("d", "c", "b", "a"))
    assert moved.labels == ("d", "c", "b", "a")
    for actual in "abc":
        for said in "abc":
            at, now = (tuple(each.labels.index(label) for label in (actual, said)) for each in (found, moved))
            assert moved.counts("one").table[now] == found.counts("one").table[at]
    assert moved.counts("one").abstained.sum() == found.counts("one").abstained.sum() == 1


# --- two systems -----------------------------------------------------------------------------------------------------

WON, LOST = 9, 3


def two_systems():
    """40 items of two classes; the first alone is right on 9, the second alone on 3."""
    actual = np.array([0, 1] * 20)
    first, second = actual.copy(), actual.copy()
    second[:WON] = 1 - second[:WON]
    first[WON : WON + LOST] = 1 - first[WON : WON + LOST]
    return items(actual, {"first": first, "second": second})


def test_mcnemar_is_the_binomial_test_of_the_items_that_differ():
    for first, second in ((9, 3), (3, 9), (0, 4), (5, 5), (1, 0), (40, 17)):
        told, size = mcnemar(first, second), first + second
        assert_allclose(told["mcnemar"], stats.binomtest(first, size).pvalue, rtol=1e-9)
        if first != second:  # mid-P counts what was observed by half, on both sides
            half = stats.binom.pmf(first, size, 0.5)
            assert_allclose(told["mcnemar_mid_p"], told["mcnemar"] - half, rtol=1e-9)
    assert mcnemar(0, 0) == {"mcnemar": 1.0, "mcnemar_mid_p": 1.0}


def test_exchanging_systems_of_equal_value_is_the_sign_test():
    """Accuracy depends on the items that differ alone: each goes either way with probability 1/2."""
    found = two_systems()
    gap = (WON - LOST) / 40
    p = swapped_p(get("accuracy"), found, gap, draws=20_000, rng=np.random.default_rng(1))
    assert_allclose(p, stats.binomtest(WON, WON + LOST).pvalue, atol=4 * np.sqrt(0.146 * 0.854 / 20_000))


def test_the_posterior_of_accuracy_is_a_beta_distribution():
    """The share of the differing items on which the first is right has a Beta posterior."""
    joint = two_systems().pair("first", "second")
    each = MASS / joint.size
    expected = stats.beta.sf(0.5, WON + 2 * each, LOST + 2 * each)
    told = better_probability(get("accuracy"), joint, draws=20_000, rng=np.random.default_rng(2))
    assert_allclose(told, expected, atol=4 * np.sqrt(expected * (1 - expected) / 20_000))


def test_the_posterior_turns_with_the_pair_and_with_what_is_better():
    joint = two_systems().pair("first", "second")
    turned = np.swapaxes(joint, -1, -2)
    for name in ("accuracy", "error_rate"):
        one, other = (
            better_probability(get(name), each, draws=8000, rng=np.random.default_rng(3)) for each in (joint, turned)
        )
        assert_allclose(one + other, 1, atol=0.03)
        assert one > 0.9  # the first is the better one whichever way the measure counts


def test_two_systems_that_say_the_same_are_even():
    found = items([0, 1, 1, 0], {"first": [0, 1, 0, 0], "second": [0, 1, 0, 0]})
    joint = found.pair("first", "second")
    told = PairTests(get("informedness"), found, "first", "second", draws=700, seed=0)
    assert told["swap"].p == 1  # every exchange is as large, of 700 made 500 at a time
    assert told["mcnemar"].p == 1
    assert abs(better_probability(get("accuracy"), joint, draws=4000, rng=np.random.default_rng(0)) - 0.5) < 0.05
    alone = np.ones((1, 1, 1))  # one label: both are always right, and every draw is a tie
    assert better_probability(get("accuracy"), alone, draws=100, rng=np.random.default_rng(0)) == 0.5


def test_a_difference_that_is_not_significant_is_told_without_a_reason_that_is_not_there():
    verdict = str(informed.compare([0, 1] * 10, {"a": [0, 1] * 10, "b": [0, 1] * 9 + [1, 0]}).verdict)
    assert "No significant difference" in verdict
    assert "None" not in verdict


def test_tango_reaches_the_end_where_every_item_differs():
    """All items differ one way: the difference is 1 or -1 itself, and the limit on that side is the end."""
    low, high = tango(np.array([0.0, 5.0]), np.array([5.0, 0.0]), np.array([5.0, 5.0]), 0.025)
    assert low[0] == -1
    assert high[1] == 1
    assert -1 < high[0] < 0 < low[1] < 1
    assert_allclose(low[1], -high[0], atol=1e-12)


def test_tango_without_a_difference_reaches_as_far_on_both_sides():
    """Tango 1998, with nothing that differs: +- z^2 / (n + z^2)."""
    z2 = stats.norm.isf(0.025) ** 2
    low, high = tango(np.array([0.0]), np.array([0.0]), np.array([20.0]), 0.025)
    assert_allclose([low[0], high[0]], [-z2 / (20 + z2), z2 / (20 + z2)], atol=1e-9)


# --- limits ----------------------------------------------------------------------------------------------------------


def test_exact_limits_of_informedness_hold_both_rates_together():
    """Two independent intervals at level sqrt(1 - alpha) cover together with at least 1 - alpha."""
    table = np.array([[17, 3], [8, 32]])
    each = (1 - np.sqrt(0.95)) / 2
    (low, high), (least, most) = exact(np.array(17.0), np.array(20.0), each), exact(np.array(8.0), np.array(40.0), each)
    found = informed.estimate(Counts(table), "informedness", method="exact")
    assert_allclose([found.low, found.high], [low - most, high - least], atol=1e-9)


def test_a_p_that_is_just_the_level_rejects_nothing():
    """Two tests at p = alpha / 2 and alpha: Holm's adjusted p is alpha for both, which is not below it."""
    assert_allclose(shown_at([0.025, 0.05], [0.05, 0.05], 0.05, "holm"), [0.025, 0.025])


@pytest.mark.parametrize("table", [[[12, 8], [9, 11]], [[30, 5], [10, 55]], [[3, 0], [4, 90]], [[1, 9], [30, 2]]])
def test_association_of_two_classes_is_judged_on_the_scale_of_its_root(table):
    """Phi squared and its root have one interval; so has a table whose predictions are called the other way round."""
    squared, own = interval("phi_squared", table), interval("cramers_v", table)
    assert_allclose([squared.low, squared.high], [own.low**2, own.high**2], atol=1e-12)
    for name in ("mutual_information", "proficiency", "phi_squared"):
        ends = [interval(name, each) for each in (table, np.array(table)[:, ::-1], np.array(table)[::-1, ::-1])]
        assert_allclose([each.low for each in ends], ends[0].low, atol=1e-12)
        assert_allclose([each.high for each in ends], ends[0].high, atol=1e-12)


def test_what_may_be_independent_has_an_interval_down_to_chance():
    for table in ([[12, 8, 5], [9, 11, 6], [7, 9, 8]], [[12, 8], [9, 11]]):
        for name in ("mutual_information", "proficiency"):
            found = informed.estimate(Counts(table), name)
            assert found.low <= 0 <= found.high


@pytest.mark.parametrize("size", [500, 20_000, 800_000])
def test_the_mean_information_of_chance_is_what_the_expansion_says(size):
    """Miller 1955: (A - 1)(P - 1) / (2 n ln 2) bits, the more exactly the more items there are."""
    table = Counts(np.array([[3, 2, 1], [2, 5, 2], [1, 2, 4]]) * size)
    told = chance_mean("mutual_information", table)
    assert_allclose(told, 4 / (2 * table.n * np.log(2)), rtol=0.01)


# --- designs ---------------------------------------------------------------------------------------------------------


def test_errors_of_one_cluster_are_noted_where_they_are_the_rarer_kind():
    """20 clusters of 6 items are right, one of 80 is wrong: 40 % of all items, and one cluster holds them."""
    actual = np.array([0, 1] * 100)
    cluster = np.repeat(np.arange(21), [6] * 20 + [80])
    said = np.where(cluster == 20, 1 - actual, actual)
    for side in (said, 1 - said):  # the hits, where these are fewer
        found = informed.evaluate(actual, side, cluster=cluster, draws=100)
        assert "one cluster holds most errors" in str(found.to_dict())
    spread = informed.evaluate(actual, np.where(np.arange(200) % 5 < 2, 1 - actual, actual), cluster=cluster, draws=100)
    assert "one cluster holds most errors" not in str(spread.to_dict())


def test_weights_without_a_count_are_those_of_as_few_items_as_can_be():
    weights, squares = np.array([[6.0, 2.0], [3.0, 0.0]]), np.array([[12.0, 4.0], [9.0, 0.0]])
    assert_allclose(weighted(weights, squares).support, [[3, 1], [1, 0]])


@pytest.mark.parametrize("side", [None, "actual", "predicted"])
def test_the_freedom_of_a_variance_has_no_unit(side):
    weights, squares = np.array([[6.0, 2.0], [3.0, 9.0]]), np.array([[16.0, 4.0], [5.0, 30.0]])
    design = weighted(weights, squares, np.array([[3.0, 2.0], [3.0, 4.0]]))
    influence = np.array([[0.3, -0.2], [0.1, 0.4]])
    (one, free), (other, same) = (design.spread(unit * influence, side) for unit in (1e-3, 1e3))
    assert_allclose(other, 1e12 * one)
    assert_allclose(free, same)


def test_no_seed_is_a_new_one_every_time():
    ends = {informed.estimate(Counts([[9, 3], [2, 8]]), "mcc", method="posterior", seed=None).low for _ in range(3)}
    assert len(ends) == 3
    assert all(np.isfinite(list(ends)))


def test_the_corrected_bootstrap_is_that_of_others():
    """Efron 1987, as SciPy has it: 3 errors in 20 items, a skewed share whose two limits lie unevenly."""
    data = np.array([1] * 17 + [0] * 3)
    theirs = stats.bootstrap((data,), np.mean, n_resamples=20_000, method="BCa", rng=1).confidence_interval
    ours = informed.estimate(Counts([[8, 1], [2, 9]]), "accuracy", method="bootstrap_bca", draws=20_000)
    assert_allclose([ours.low, ours.high], theirs, atol=1e-9)


def test_scores_at_a_threshold_are_the_items_that_it_decides():
    actual, scores, cluster = list("ppnpnnpn"), [0.9, 0.4, 0.6, 0.7, 0.1, 0.6, 0.2, 0.8], [0, 0, 1, 1, 2, 2, 3, 3]
    found = distinct(None, Scored.arrays(actual, scores, positive="p", cluster=cluster)).at_least(0.6)
    said = ["p" if score >= 0.6 else "n" for score in scores]
    assert_array_equal(found.counts("predicted").table, count(actual, said, labels=["p", "n"]).table)
    assert found.clusters == (0, 1, 2, 3)


def test_abstentions_of_label_sets_add_up_in_each_group():
    one = read_sets([["a"], ["b"], ["a"]], [["a"], ["?"], ["b"]], by=["x", "x", "y"], abstain="?")
    other = read_sets([["b"], ["a"], ["b"]], [["?"], ["?"], ["a"]], by=["y", "z", "z"], abstain="?")
    both = one.union(other)
    told = dict(
        zip([group[0] for group in both.groups], np.asarray(both.abstained).reshape(3, -1).sum(-1), strict=True)
    )
    assert told == {"x": 1, "y": 1, "z": 1}


def test_the_test_of_equal_groups_is_welchs():
    """Welch 1951, as statsmodels has it, where every interval is even about its value."""
    oneway = pytest.importorskip("statsmodels.stats.oneway")
    value, variance, size = np.array([0.3, 0.5, 0.42, 0.9]), np.array([0.2, 0.5, 0.3, 1.1]), np.array([12, 30, 20, 9])
    reach = stats.norm.isf(0.025) * np.sqrt(variance / size)
    found = SimpleNamespace(value=value, low=value - reach, high=value + reach, level=0.95)
    theirs = oneway.anova_generic(value, variance, size, use_var="unequal").pvalue
    assert_allclose(heterogeneity(found, size - 1.0), theirs, rtol=1e-6)


def test_the_influence_of_accuracy_is_known_in_every_cell():
    """One more item that is right moves it by 1 - accuracy, one that is wrong by -accuracy, into empty cells too."""
    table = np.array([[5, 0, 1], [3, 2, 0], [0, 0, 4]])
    right = 11 / 15
    assert_allclose(influence(get("accuracy"), table), np.eye(3) - right, atol=1e-6)


@pytest.mark.parametrize(("size", "told"), [(1, "only 1 item in"), (2, "only 2 items in")])
def test_the_smallest_class_is_named_by_its_size(size, told):
    note = informed.estimate(Counts([[size, 0], [3, 30]]), "informedness").note
    assert told in note
    assert informed.estimate(Counts([[30, 0], [3, 30]]), "informedness").note is None


def test_one_class_alone_has_no_interval_and_no_warning():
    for name in ("balanced_accuracy", "informedness"):
        found = informed.estimate(Counts([[5, 2], [0, 0]]), name, method="mover")
        assert (found.low, found.high) == (None, None)
        assert "no interval" in found.note


def test_the_bootstrap_is_doubted_where_a_cell_is_empty_and_not_where_it_holds_one():
    notes = [
        informed.estimate(Counts([[20, few], [9, 30]]), "informedness", method="bootstrap", draws=200).note
        for few in (0, 1)
    ]
    assert "never fills an empty cell" in notes[0]
    assert notes[1] is None


def test_the_jackknife_of_a_large_table_takes_off_the_bias_of_phi_squared():
    """At independence phi squared has the mean (A - 1)(P - 1) / (n - 1), all of which is bias."""
    rows, columns = np.arange(30, 70), np.arange(50, 90)
    table = np.outer(rows, columns) / 1000.0
    expected = 39 * 39 / (table.sum() - 1)
    assert_allclose(jackknife(get("phi_squared"), table), -expected, rtol=0.15)


def test_four_labels_still_have_a_posterior_and_forty_have_none():
    for size, told in ((4, True), (40, False)):
        actual = np.arange(size).repeat(3)
        found = items(actual, {"first": actual, "second": np.roll(actual, 1)})
        tests = PairTests(get("informedness"), found, "first", "second", draws=50, seed=0)
        assert ("posterior" in tests) == told


def test_the_order_of_two_systems_turns_the_sign_of_their_difference_alone():
    """Clusters of many sizes, whose classes are those of the truth, whichever system stands first."""
    rng = np.random.default_rng(5)
    cluster = np.repeat(np.arange(14), np.arange(1, 15))
    actual = (cluster % 3 == 0) ^ (rng.random(len(cluster)) < 0.2)
    said = {"a": actual ^ (rng.random(len(actual)) < 0.3), "b": actual & (rng.random(len(actual)) < 0.6)}
    one, other = (
        informed.compare(actual, {name: said[name] for name in names}, cluster=cluster, measures=["mcc", "accuracy"])
        for names in ("ab", "ba")
    )
    for name in ("mcc", "accuracy"):
        here, there = one.difference(name).estimate, other.difference(name).estimate
        assert_allclose([here.value, here.low, here.high], [-there.value, -there.high, -there.low], atol=1e-9)


def test_one_hit_leaves_out_only_shares_at_which_none_is_as_probable_as_the_level():
    """Brown, Cai & DasGupta 2001: the lower limit of one hit in 20, and by symmetry the upper one of 19."""
    low, high = jeffreys_wilson(np.array([1.0, 19.0]), np.array([20.0, 20.0]), 0.025)
    assert_allclose([(1 - low[0]) ** 20, high[1] ** 20], 0.95)
