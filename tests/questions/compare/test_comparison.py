"""Differences between systems: published values, mirror laws, other tools, and coverage."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import stats

import informed
from informed.cli import main
from informed.core.items import Items
from informed.inference.adjustment import adjust
from informed.inference.adjustment import adjust as adjusted_for
from informed.inference.e_values import e_value
from informed.inference.interval import one_sided
from informed.inference.proportions import tango
from informed.questions.evaluate.abstention import abstaining
from strategies import paired_limits
from thorough import few

CASE_1 = informed.Counts.binary(tp=30, fp=12, fn=30, tn=28)  # Powers 2007, Table 2
CASE_2 = informed.Counts.binary(tp=56, fp=20, fn=12, tn=12)

joints = st.integers(2, 4).flatmap(
    lambda k: st.lists(st.integers(0, 9), min_size=k**3, max_size=k**3).map(lambda cells: np.reshape(cells, (k, k, k)))
)
proper = joints.filter(lambda joint: (joint.sum((1, 2)) > 0).all())


def of_joint(joint):
    rows = np.argwhere(joint)
    return Items(tuple(range(len(joint))), ("a", "b"), rows, joint[tuple(rows.T)])


@pytest.mark.parametrize(("first", "second", "n"), [(12, 2, 44), (0, 3, 20), (1, 0, 10), (40, 35, 200)])
def test_tango_limits_are_where_the_score_statistic_is_the_normal_quantile(first, second, n):
    """Tango 1998: the score uses the most likely discordant share under the hypothesis, found here by brute force."""
    from scipy.optimize import minimize_scalar
    from scipy.special import xlogy

    for d in np.ravel(tango(np.array(float(first)), np.array(float(second)), np.array(float(n)), 0.025)):

        def unlikely(share, d=d):
            return -(xlogy(first, share + d) + xlogy(second, share) + xlogy(n - first - second, 1 - 2 * share - d))

        share = minimize_scalar(unlikely, bounds=(max(0, -d), (1 - d) / 2), options={"xatol": 1e-12}).x
        score = (first - second - n * d) / np.sqrt(n * (2 * share + d * (1 - d)))
        assert abs(score) == pytest.approx(1.959964, abs=1e-4)


def test_tango_without_any_difference_is_not_sure_of_it():
    low, high = tango(np.array(0.0), np.array(0.0), np.array(20.0), 0.025)
    assert_allclose([low, high], [-(1.959964**2) / (20 + 1.959964**2), 1.959964**2 / (20 + 1.959964**2)], atol=1e-6)


def test_tango_reaches_the_end_where_all_items_differ():
    low, high = tango(np.array([5.0, 0.0]), np.array([0.0, 5.0]), np.array([5.0, 5.0]), 0.025)
    assert high[0] == 1
    assert low[1] == -1


@settings(max_examples=12)
@given(proper)
def test_swapping_the_systems_mirrors_everything(joint):  # law 30
    one, two = informed.compare(of_joint(joint)), informed.compare(of_joint(np.swapaxes(joint, 1, 2)))
    for here, there in zip(one.differences, two.differences, strict=True):
        assert_allclose(here.estimate.value, -there.estimate.value, atol=1e-12)
        if here.estimate.low is not None:
            assert_allclose(
                [here.estimate.low, here.estimate.high], [-there.estimate.high, -there.estimate.low], atol=1e-9
            )
            assert_allclose(here.p, there.p, rtol=1e-6, atol=1e-9)


@given(st.integers(2, 4).flatmap(lambda k: st.lists(st.integers(1, 9), min_size=k * k, max_size=k * k)))
def test_a_system_does_not_differ_from_itself(cells):  # law 30
    k = int(len(cells) ** 0.5)
    table = np.reshape(cells, (k, k))
    joint = table[:, :, None] * np.eye(k, dtype=int)[None]
    for difference in informed.compare(of_joint(joint)).differences:
        if not np.isnan(difference.estimate.value):  # correlation of opposite signs
            assert difference.estimate.value == 0
            assert difference.p == difference.p_adjusted == 1


@settings(max_examples=12)
@given(proper)
def test_the_interval_leaves_out_zero_exactly_when_p_is_small(joint):  # law 28
    for difference in informed.compare(of_joint(joint)).differences:
        if difference.estimate.low is not None and difference.estimate.value:
            outside = difference.estimate.low > 0 or difference.estimate.high < 0
            assert outside == (difference.p < 0.05)


def test_informedness_falls_while_every_other_measure_rises():
    """Powers 2007, Table 2: the showcase of reversals."""
    names = ["informedness", "markedness", "correlation", "accuracy", "kappa"]
    assert not informed.compare({"case 1": CASE_1, "case 2": CASE_2}, measures=names).reversals  # 100 items show none
    many = {
        name: informed.Counts(100_000 * case.table, case.labels)
        for name, case in (("case 1", CASE_1), ("case 2", CASE_2))
    }
    found = informed.compare(many, measures=names)
    ((first, second, against),) = found.reversals
    assert (first, second) == ("case 2", "case 1")
    assert set(against) == set(names) - {"informedness"}


@pytest.mark.parametrize("order", permutations(["sun", "rain", "fog"]), ids="-".join)
def test_the_order_of_the_labels_of_a_sample_does_not_matter(order):
    table = informed.Counts([[30, 5, 2], [4, 20, 3], [1, 2, 9]], ["sun", "rain", "fog"])
    other = informed.Counts([[25, 9, 3], [8, 12, 7], [3, 2, 7]], ["sun", "rain", "fog"])
    one, two = informed.compare(table, other), informed.compare(table, other.aligned(order))
    assert one.differences == two.differences
    assert one.signature == two.signature


def test_recall_is_that_of_the_same_label_in_both_samples():
    first = informed.Counts([[9, 1], [6, 4]], ["ill", "well"])
    second = informed.Counts([[4, 6], [1, 9]], ["well", "ill"])  # the same table, written the other way round
    assert informed.compare(first, second, measures=["recall[ill]"]).difference("recall[ill]").estimate.value == 0


def test_a_sample_without_some_of_the_labels_is_compared_over_all_of_them():
    two = informed.Counts([[9, 1], [6, 4]], ["ill", "well"])
    three = informed.Counts([[9, 1, 0], [6, 4, 1], [1, 1, 3]], ["ill", "well", "dead"])
    found = informed.compare({"first": two, "second": three})
    assert found.labels == three.labels
    assert found.notes[0].startswith("'first' has no items labelled 'dead'; compared over all labels")
    assert found.values["first"]["accuracy"].value == 13 / 20


def test_samples_of_different_things_are_not_compared():
    dogs, birds = (informed.Counts([[9, 1], [6, 4]], labels) for labels in (["dog", "cat"], ["duck", "cat"]))
    with pytest.raises(
        informed.InputError, match="'B' and 'A' have different labels: 'duck' against 'dog'; count both"
    ):
        informed.compare(dogs, birds)


def test_independent_rates_are_compared_as_newcombe_does():
    # Newcombe 1998, method 10 uses Wilson limits: 56/70 - 48/80 is in (0.0524, 0.3339); Jeffreys limits lie close by
    table = np.array([[56, 14], [48, 32]])
    low, high = informed.inference.interval.interval("informedness", table, method="wilson").low, None
    high = informed.inference.interval.interval("informedness", table, method="wilson").high
    assert_allclose([low, high], [0.0524, 0.3339], atol=5e-5)


def test_groups_are_independent_samples():
    grouped = informed.Counts([CASE_1.table, CASE_2.table], labels=["+", "-"], by=("case",), groups=(("1",), ("2",)))
    by_group, by_name = informed.compare(grouped), informed.compare({"1": CASE_1, "2": CASE_2})
    assert by_group.to_dict() == by_name.to_dict()


def test_holm_and_benjamini_hochberg_agree_with_statsmodels():
    from statsmodels.stats.multitest import multipletests

    p = np.random.default_rng(1).random(40) ** 3
    for ours, theirs in (("holm", "holm"), ("bh", "fdr_bh")):
        assert_allclose(adjust(p, ours), multipletests(p, method=theirs)[1])
    assert (adjust(p, "holm") >= p).all()  # law 33
    assert (adjust(p, "bh") <= adjust(p, "holm")).all()


def test_adjusted_p_outside_of_zero_and_one_are_refused():
    with pytest.raises(informed.InputError, match=r"p\[1\] is 1.5"):
        adjust(np.array([0.1, 1.5]))


def test_the_bet_against_equal_systems_stands_beside_mcnemar():
    actual = np.array([0, 1] * 30)
    right = np.arange(60) % 6 != 0
    found = informed.compare(actual, {"old": np.where(right, actual, 1 - actual), "new": actual}).flips[0]
    won, lost = sum(found.first_right.values()), sum(found.second_right.values())
    assert (won, lost) == (10, 0)
    assert found.tests["e_value"].statistic == pytest.approx(e_value(won, lost))
    assert found.tests["e_value"].p is None
    assert "anytime-valid" in found.tests["e_value"].note


def test_mcnemar_agrees_with_statsmodels():
    from statsmodels.stats.contingency_tables import mcnemar

    rng = np.random.default_rng(2)
    actual = rng.integers(0, 2, 300)
    systems = {name: np.where(rng.random(300) < right, actual, 1 - actual) for name, right in (("a", 0.8), ("b", 0.7))}
    found = informed.compare(actual, systems).flips[0]
    right = {name: said == actual for name, said in systems.items()}
    table = [[np.sum(a & b) for b in (right["b"], ~right["b"])] for a in (right["a"], ~right["a"])]
    assert found.tests["mcnemar"].p == pytest.approx(mcnemar(table, exact=True).pvalue)
    assert sum(found.first_right.values()) == np.sum(right["b"] & ~right["a"])


def test_max_t_is_less_conservative_than_holm_for_systems_that_err_alike():
    rng = np.random.default_rng(3)
    actual = rng.integers(0, 2, 2000)
    base = np.where(rng.random(2000) < 0.8, actual, 1 - actual)
    systems = {f"s{place}": np.where(rng.random(2000) < 0.02, 1 - base, base) for place in range(8)}
    systems["better"] = np.where((rng.random(2000) < 0.08) & (base != actual), actual, base)
    holm, maximum = (informed.compare(actual, systems, adjust=adjust) for adjust in ("holm", "max_t"))
    ours, theirs = (
        np.array([each.p_adjusted for each in found.differences if each.measure == "informedness"])
        for found in (maximum, holm)
    )
    raw = np.array([each.p for each in holm.differences if each.measure == "informedness"])
    assert ours.mean() < theirs.mean()
    assert (ours >= raw - 0.02).all()


def test_equivalence_within_a_margin_and_not_within_a_smaller_one():
    rng = np.random.default_rng(4)
    actual = rng.integers(0, 2, 4000)
    systems = {name: np.where(rng.random(4000) < 0.8, actual, 1 - actual) for name in "ab"}
    wide, narrow = (informed.compare(actual, systems, margin=margin).difference() for margin in (0.1, 0.01))
    assert wide.equivalence["equivalent"] < 0.05
    assert narrow.equivalence["equivalent"] > 0.05


@given(proper, st.floats(0.01, 0.5))
def test_one_sided_p_agrees_with_the_interval_at_twice_the_level(joint, margin):
    limits = paired_limits(informed.measures.get("informedness"), joint)
    p = float(one_sided(limits, -margin, 1))
    assert (p < 0.05) == bool(limits(0.05)[0] > -margin)


def test_difference_of_accuracy_is_the_textbook_difference_of_paired_proportions():
    # Large tables: the linearised variance is (b + c - (b - c)^2 / n) / n^2, Newcombe 1998 (paired), equation for Wald
    joint = np.zeros((2, 2, 2), int)
    joint[0] = [[4000, 600], [400, 500]]
    joint[1] = [[500, 700], [300, 3000]]
    n, b, c = joint.sum(), 600 + 300, 400 + 700
    low, high = paired_limits(informed.measures.get("accuracy"), joint)(0.025)
    expected = 1.959964 * np.sqrt((b + c - (b - c) ** 2 / n) / n**2)
    assert_allclose((high - low) / 2, expected, rtol=2e-3)


@pytest.mark.parametrize("prevalence", few([0.5, 0.1], 1))
def test_paired_interval_of_informedness_covers(prevalence):
    """Section 3.4 of the inference notes: Tango with MOVER covers at least 94.7 % (less two Monte Carlo errors)."""
    rng = np.random.default_rng(5)
    right = {"a": (0.9, 0.2), "b": (0.8, 0.1)}  # recall, fallout: both informed 70 %
    cells = [
        share * np.outer(*[(rate, 1 - rate) for rate in (right["a"][place], right["b"][place])])
        for place, share in enumerate((prevalence, 1 - prevalence))
    ]
    joint = rng.multinomial(100, np.ravel(cells), 2000).reshape(-1, 2, 2, 2)
    joint = joint[(joint.sum((2, 3)) > 0).all(-1)]
    ends = np.array([paired_limits(informed.measures.get("informedness"), each)(0.025) for each in joint])
    assert np.mean((ends[:, 0] <= 0) & (0 <= ends[:, 1])) > 0.947 - 2 * (0.05 * 0.95 / len(joint)) ** 0.5


def test_clusters_widen_the_interval_of_a_difference():
    """Ten copies of every item are one item seen ten times: the interval is that of the items alone, or wider."""
    rng = np.random.default_rng(6)
    actual = rng.integers(0, 2, 200)
    systems = {name: np.where(rng.random(200) < right, actual, 1 - actual) for name, right in (("a", 0.8), ("b", 0.7))}
    copied = {name: np.repeat(said, 10) for name, said in systems.items()}
    once = informed.compare(actual, systems).difference().estimate
    blind = informed.compare(np.repeat(actual, 10), copied).difference().estimate
    aware = informed.compare(np.repeat(actual, 10), copied, cluster=np.repeat(np.arange(200), 10)).difference().estimate
    width = {name: each.high - each.low for name, each in (("once", once), ("blind", blind), ("aware", aware))}
    assert width["blind"] < 0.4 * width["once"]
    assert width["aware"] == pytest.approx(width["once"], rel=0.15)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: informed.compare([0, 1], {"a": [0, 1]}), "only one system, 'a'"),
        (lambda: informed.compare([0, 1], [0, 1]), "by name"),
        (lambda: informed.compare(CASE_1), "needs a second sample"),
        (lambda: informed.compare(CASE_1, CASE_2, adjust="max_t"), "same items"),
        (lambda: informed.compare(CASE_1, CASE_2, adjust="homl"), "did you mean 'holm'"),
        (lambda: informed.compare(CASE_1, CASE_2, margin=-1), "margin=-1 must be positive"),
        (lambda: informed.compare([0, 1], {"a": [0, 1], "b": [0, 1, 1]}), "3"),
    ],
)
def test_bad_comparisons_are_refused(call, message):
    with pytest.raises(informed.InputError, match=message):
        call()


def test_a_column_of_something_else_is_no_system():
    with pytest.raises(informed.InputError, match=r"system 'id': none of its labels .* check the column"):
        informed.compare(["a", "b"] * 20, {"old": ["a", "b"] * 20, "id": [f"case {at}" for at in range(40)]})


def test_many_labels_are_compared_without_a_table_of_all_their_combinations():
    draw = np.random.default_rng(4)
    actual = draw.integers(0, 300, 900)
    said = {name: np.where(draw.random(900) < share, actual, 0) for name, share in (("a", 0.3), ("b", 0.7))}
    tests = informed.compare(actual, said, measures="informedness", draws=100).flips[0].tests
    assert "posterior" not in tests
    assert tests["swap"].p < 0.02


# --- abstention ------------------------------------------------------------------------------------------------------


def test_an_abstention_is_a_bet_not_placed():
    """The informedness of each system is its zero-stake form, and abstaining is no class of its own."""
    rng = np.random.default_rng(4)
    actual, old, new = rng.integers(0, 3, 200), rng.integers(0, 4, 200), rng.integers(0, 4, 200)
    items = informed.items(actual, {"old": old, "new": new}, abstain=3)
    found = informed.compare(items)
    for name in ("old", "new"):
        stake = abstaining(items.only(name).counts()).zero_stake["informedness"].value
        assert_allclose(found.values[name]["informedness"].value, stake, rtol=1e-12)


def test_an_abstention_is_no_class():
    """A class of that name may exist; nothing can be asked of silence, and silence is told apart from both."""
    actual = ["abstained", "b", "b", "abstained"] * 20
    old, new = ["abstained", "b", "-", "-"] * 20, ["abstained", "b", "b", "b"] * 20
    found = informed.compare(actual, {"old": old, "new": new}, abstain="-", measures=["accuracy", "recall[abstained]"])
    assert found.labels == ("abstained", "b")
    assert found.values["old"]["accuracy"].value == 0.5  # half of the items, none of those it left alone
    assert found.values["old"]["recall[abstained]"].value == 0.5
    assert {name: each.abstained for name, each in found.abstention.items()} == {"old": 40, "new": 0}
    assert found.abstention["old"].share.value == 0.5
    assert {name: (each.answers.value, each.answered) for name, each in found.abstention.items()} == {
        "old": (1.0, 40),
        "new": (1.0, 40),
    }
    assert list(found.flips[0].first_right) == ["abstained", "b"]
    with pytest.raises(informed.InputError, match="is not a label"):
        informed.compare(actual, {"old": old, "new": new}, abstain="-", measures=["recall[(abstained)]"])


# --- groups ----------------------------------------------------------------------------------------------------------


def grouped_systems(seed, items=240, groups=3):
    rng = np.random.default_rng(seed)
    actual, site = rng.integers(0, 2, items), rng.integers(0, groups, items)
    said = {
        name: np.where(rng.random(items) < share, actual, 1 - actual)
        for name, share in zip("abc", (0.5, 0.6, 0.8), strict=True)
    }
    return actual, said, site


@pytest.mark.parametrize("adjust", ["holm", "bh", "max_t", "none"])
def test_p_of_groups_allows_for_all_groups_and_pairs_and_agrees_with_the_interval(adjust):
    actual, said, site = grouped_systems(6)
    found = informed.compare(actual, said, by={"site": site}, adjust=adjust, measures="informedness")
    every = [each for part in found.groups for each in part.differences]
    p = np.array([each.p for each in every])
    if adjust != "max_t":
        assert_allclose([each.p_adjusted for each in every], adjusted_for(p, adjust), rtol=1e-12)
    for each in every:
        assert (each.p_adjusted < 0.05) == (each.estimate.low > 0 or each.estimate.high < 0)
    assert found.differences == informed.compare(actual, said, adjust=adjust, measures="informedness").differences


def test_systems_alike_in_every_group_are_rarely_said_to_differ_in_any():
    """20 groups in which two systems err alike: some p is below 0.05 in most trials, an adjusted one in few."""
    rng = np.random.default_rng(7)
    plain = claims = 0
    for _ in range(40):
        actual, site = rng.integers(0, 2, 1000), np.arange(1000) % 20
        said = {name: np.where(rng.random(1000) < 0.75, actual, 1 - actual) for name in ("old", "new")}
        found = informed.compare(actual, said, by={"site": site}, measures="accuracy", draws=100)
        every = [each for part in found.groups for each in part.differences]
        plain += any(each.p < 0.05 for each in every)
        claims += any(each.p_adjusted < 0.05 for each in every)
        assert ("better in" in " ".join(found.verdict)) <= any(each.p_adjusted < 0.05 for each in every)
    assert plain >= 15
    assert claims <= 6  # at most 0.05 of 40 are expected; more than 6 has a chance of 0.003


def test_a_group_with_a_single_cluster_is_compared_without_intervals():
    actual, said, site = grouped_systems(8, groups=2)
    cluster = np.where(site == 0, 99, np.arange(240) % 12)
    found = informed.compare(actual, said, by={"site": site}, cluster=cluster, measures="informedness")
    first, last = found.groups
    assert all("there is a single cluster" in each.estimate.note for each in first.differences)
    assert all(each.p != each.p and each.estimate.low is None for each in first.differences)
    inside = site == 1
    one = {name: each[inside] for name, each in said.items()}
    alone = informed.compare(actual[inside], one, cluster=cluster[inside], measures="informedness")
    assert last.differences == alone.differences  # the other group is no part of the family
    assert "0: no interval: there is a single cluster" in " ".join(str(found).split())


def test_a_group_without_the_label_has_no_value_of_it_and_the_others_do():
    actual = np.array(["rain", "sun"] * 30 + ["sun"] * 30)
    said = {"old": np.roll(actual, 1), "new": actual}
    site = ["wet"] * 60 + ["dry"] * 30
    found = informed.compare(actual, said, by={"site": site}, measures=["recall[rain]"])
    dry, wet = found.groups
    assert np.isnan(dry.difference("recall[rain]").estimate.value)
    assert wet.difference("recall[rain]").estimate.value == 1.0
    assert "In each group" in found.report("html")


def test_claims_are_required_of_every_group():
    actual, said, site = grouped_systems(9)
    found = informed.compare(actual, said, by={"site": site})
    outcomes = informed.check(found, require="better")
    assert [each.group for each in outcomes] == [str(site) for site in (0, 0, 1, 1, 2, 2)]
    assert outcomes.met == all(
        each.p_adjusted < 0.05 and each.estimate.value > 0
        for part in found.groups
        for each in part.differences
        if each.measure == "informedness" and each.second == "a"
    )


def test_very_many_systems_are_compared_with_the_first_and_the_rest_is_said(monkeypatch):
    """The same differences and ranks as if the first had been compared with each of them."""
    monkeypatch.setattr("informed.questions.compare.judging.MANY", 3)
    rng = np.random.default_rng(4)
    actual = rng.integers(0, 2, 300)
    right = {"first": 0.5, "worse": 0.05, "better": 0.95, "best": 1.0, "same": 0.5}
    said = {name: np.where(rng.random(300) < share, actual, rng.integers(0, 2, 300)) for name, share in right.items()}
    found = informed.compare(actual, said, measures=["accuracy"], adjust="none")
    assert [each.second for each in found.differences] == ["first"] * 4
    for each in found.differences:
        alone = informed.compare(actual, {"first": said["first"], each.first: said[each.first]}, measures=["accuracy"])
        (pair,) = alone.differences
        assert (pair.estimate, pair.p) == (each.estimate, each.p)
    assert dict(found.ranking["accuracy"]) == {"best": 1, "better": 1, "same": 1, "first": 3, "worse": 4}
    assert any("6 other pairs are left out" in note for note in found.notes)
    assert informed.compare(actual, {name: said[name] for name in ("first", "worse", "best")}).notes == ()


def test_the_verdict_of_many_systems_counts_them():
    actual = [0, 1] * 60
    wrong = [1 - each for each in actual]
    said = (
        {"first": [0, 0, 1, 1] * 30}
        | {f"good {at}": actual for at in range(9)}
        | {f"bad {at}": wrong for at in range(5)}
    )
    found = informed.compare(actual, said, measures=["accuracy"], draws=100)
    assert found.verdict[0] == (
        "Of 14 other systems 9 are better than 'first', 5 are worse, and 0 show no significant difference by accuracy."
    )
    assert len(found.verdict) == 3
    assert "the first 6 and the last 4 of the ranking; 5 more: .report(every=True)" in str(found)


# --- what a comparison is of ------------------------------------------------------------------------------------------


def test_a_difference_is_found_by_the_name_that_was_asked_for():
    """Of one label it is kept with the label; a name that is not kept is answered with those that are."""
    actual, systems = [1, 1, 0, 0] * 10, {"old": [1, 0, 0, 0] * 10, "new": [1, 1, 0, 1] * 10}
    found = informed.compare(actual, systems, measures=["recall", "accuracy"], positive=1)
    assert found.difference("recall") is found.difference("recall[1]")
    assert found.difference("sensitivity") is found.difference("recall[1]")
    both = informed.compare(actual, systems, measures=["recall[0]", "recall[1]"])
    for wrong, result in (("informedness", found), ("recall", both)):
        with pytest.raises(informed.InputError, match=rf"{wrong}.* is not one of recall\[.\], "):
            result.difference(wrong)
    with pytest.raises(informed.InputError, match=r"no difference 'old' - 'new'; it is later minus earlier of .*'old'"):
        found.difference("recall", "old", "new")


@pytest.mark.parametrize("labels", [["a"], ["a", "b"], ["a", "b", "c"]])
def test_systems_that_never_differ_are_not_known_to_be_equal(labels):
    """Of n items all alike, the share on which they differ may be as much as -log(.05) / n (the rule of three)."""
    actual = np.array(labels * 12)
    found = informed.compare(actual, {"one": actual, "two": actual}, margin=0.001, draws=100)
    for each in found.differences:
        if each.estimate.low is not None:
            assert each.estimate.low < 0 < each.estimate.high
            assert each.equivalence["equivalent"] > 0.05
    gap = found.difference("accuracy").estimate
    assert gap.high >= 1 / len(actual)
    several = len(labels) > 1
    told = "equivalence within 0.001 is not shown" if several else "Cannot tell 'two' from 'one': only 'a' occurs"
    assert told in " ".join(str(found).split())


FOLDED = "actual,fold,one,two\n" + "".join(
    f"{at % 2},{at // 10},{(at + (at % 3 == 0)) % 2},{(at + (at % 7 == 0)) % 2}\n" for at in range(50)
)


def test_predictions_in_folds_say_what_they_are_about(tmp_path, capsys):
    """A plain test is about these models; over folds it is about models fitted anew, and the paths agree."""
    path = tmp_path / "folds.csv"
    path.write_text(FOLDED)
    arguments = ["compare", str(path), "--actual", "actual", "--predicted", "one", "--predicted", "two"]

    def asked(*more):
        with pytest.raises(SystemExit):
            main([*arguments, *more])
        return capsys.readouterr()

    assert (
        "This is about the models that made these predictions. For models fitted anew:\n    --fold fold." in asked().out
    )
    anew = asked("--fold", "fold").out
    assert "50 items, 2 systems, 5 folds" in anew
    assert "This is about systems fitted anew: 5 folds, corrected resampled t test." in anew
    for option in ("--by", "--cluster", "--stratum"):
        assert f"{option} cannot be used with --fold" in asked("--fold", "fold", option, "fold").err
    assert "--fold flod" in asked("--fold", "flod").err
    read = informed.compare(str(path), ["one", "two"], actual="actual")
    assert read.unfolded == "fold"
    again = informed.compare(str(path), ["one", "two"], actual="actual", fold="fold")
    shown, printed = (text.partition("Next: ")[0] for text in (str(again), anew))  # then each door says what to do
    assert shown == printed
    assert "unfolded" not in again.to_dict()
    with pytest.raises(informed.InputError, match="by= cannot be used with fold="):
        informed.compare(str(path), ["one", "two"], actual="actual", fold="fold", by="fold")
    with pytest.raises(informed.InputError, match="has a single value"):
        informed.compare([0, 1] * 5, {"a": [0, 1] * 5, "b": [0, 1] * 5}, fold=[1] * 10)


def test_folds_of_one_class_have_no_informedness():
    """There is nothing to be informed of in them: no value, and the accuracy all the same."""
    found = informed.compare([0, 1] * 10, {"a": [0, 1] * 10, "b": [1, 1, 0, 1] * 5}, fold=[1, 2, 3, 4] * 5)
    assert found.difference("informedness").estimate.note == "undefined in 4 of 4 folds"
    assert "Cannot tell 'b' from 'a'" in found.verdict[0]
    assert_allclose(found.difference("accuracy").estimate.value, -0.25)


def test_the_test_over_folds_is_nadeau_and_bengios():
    """t = mean / sqrt((1/J + 1/(J - 1)) variance) with J - 1 degrees of freedom, of the accuracies by hand."""
    rng = np.random.default_rng(3)
    actual, fold = rng.integers(0, 3, 200), np.arange(200) % 8
    said = {
        name: np.where(rng.random(200) < share, actual, (actual + 1) % 3) for name, share in (("a", 0.6), ("b", 0.8))
    }
    gaps = [
        np.mean(said["b"][fold == at] == actual[fold == at]) - np.mean(said["a"][fold == at] == actual[fold == at])
        for at in range(8)
    ]
    error = np.sqrt((1 / 8 + 1 / 7) * np.var(gaps, ddof=1))
    found = informed.compare(actual, said, fold=fold, measures=["accuracy"], margin=0.1).difference("accuracy")
    assert_allclose(found.p, 2 * stats.t.sf(np.mean(gaps) / error, 7))
    assert_allclose(found.estimate.low, np.mean(gaps) - stats.t.ppf(0.975, 7) * error)
    assert_allclose(found.equivalence["non_inferior"], stats.t.sf((np.mean(gaps) + 0.1) / error, 7), rtol=1e-9)


def test_of_one_class_nothing_is_said_of_what_is_known():
    found = informed.compare(["x"] * 10, {"a": ["x"] * 10, "b": ["y"] * 10})
    assert found.verdict == ("Cannot tell 'b' from 'a': only 'x' occurs among the actual labels.",)
    gaps = {each.measure: each.estimate for each in found.differences}
    assert np.isnan(gaps["informedness"].value)
    assert gaps["informedness"].low is None
    assert gaps["accuracy"].high < 0
