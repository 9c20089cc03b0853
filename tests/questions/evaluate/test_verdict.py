"""Every rule of the verdict speaks when it should and is silent otherwise."""

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.stats import binomtest

import informed
from informed.core.registry import get
from informed.core.table import one_vs_rest
from informed.inference.adjustment import adjust
from informed.inference.interval import p_value
from informed.inference.pooling import pooling
from informed.inference.significance.independence import conditional_moments, pearson
from informed.inference.strength import BEATING, NEAR, STRENGTHS
from informed.questions.evaluate.words import KEY_WORDS, RULES
from strategies import tables


def said(table, rule, **options):
    labels = options.pop("labels", None) or [chr(ord("a") + place) for place in range(len(table))]
    evaluation = informed.evaluate(informed.Counts(table, labels=labels), **options)
    return next((str(finding) for finding in evaluation.findings if finding.code == rule), None)


def test_always_saying_sun_in_san_diego_is_guessing():
    table, labels = [[362, 0], [3, 0]], ["sun", "rain"]
    assert said(table, "informed", labels=labels) == "Knows nothing: it always says 'sun'."
    assert said(table, "rates", labels=labels) == "It finds none of the 3 'rain'."
    found = informed.evaluate(informed.Counts(table, labels=labels))
    assert found.measures["informedness"].value == 0
    assert found.to_dict()["measures"]["informedness"]["value"] == 0
    assert said(table, "against_constant", labels=labels) == (
        "Its accuracy, 99.2%, is the share of 'sun' among the items."
    )


def test_what_is_0_by_construction_has_no_interval_on_the_screen():
    found = informed.evaluate(informed.Counts([[362, 0], [3, 0]], labels=["sun", "rain"]))
    for text in (str(found), found.report(every=True)):
        line = next(each for each in text.splitlines() if each.split()[:1] == ["informedness"])
        assert line.split()[1] == "0.000"
        assert " to " not in line
    assert found.to_dict()["measures"]["informedness"]["high"] > 0  # of the population nothing is certain


def test_better_than_guessing():
    text = said([[90, 10], [10, 90]], "informed")
    assert text.startswith(
        "Better than guessing: as good as knowing 80% of the answers and guessing the rest (informedness 0.800, 95% CI "
    )
    assert said(np.diag([50, 50]), "informed").startswith(
        "Better than guessing: as good as knowing all of the answers ("
    )


@pytest.mark.parametrize(
    ("table", "strength"),
    [
        ([[9, 1], [0, 0]], "unknown"),  # one class
        ([[362, 0], [3, 0]], "constant"),
        ([[10, 90], [90, 10]], "turned"),
        ([[51_500, 48_500], [49_000, 51_000]], "hardly"),  # .025 with a standard error of .0022
        ([[90, 10], [10, 90]], "better"),
        ([[6, 0], [0, 6]], "better"),  # Fisher: p = 2 / 924 = .002 < .005 though there are 12 items
        ([[4, 1], [1, 6]], "probably"),  # Fisher: 36/792 above, 21/792 below, and mid-P 57/792 - 35/1584 = .0499
        ([[30, 0, 0], [0, 30, 0], [4, 4, 8]], "better"),
        ([[1000, 1000], [1000, 1000]], "none"),  # within .044 on either side
        ([[10, 10], [10, 10]], "open"),
    ],
)
def test_strength_follows_the_evidence(table, strength):
    """The first rule of the closed list that holds; the sentence begins with its words."""
    found = informed.evaluate(informed.Counts(table))
    assert found.strength == strength
    assert next(each for each in found.findings if each.code == "informed").startswith(STRENGTHS[strength])


@given(tables(classes=(2, 4), batch=((),), most=400))
def test_strength_never_contradicts_the_interval(table):
    found = informed.evaluate(informed.Counts(table), only=["informedness"], per_label=[])
    lead = found.measures["informedness"]
    if found.strength in BEATING:
        assert lead.low > 0
        assert (found.strength == "hardly") == (lead.high < NEAR)
    if found.strength == "better":
        enough = min(size for size in table.sum(-1) if size) >= 20
        assert enough or found.claims.guessing < 0.005
    if found.strength == "turned":
        assert lead.high < 0
    if found.strength in ("none", "open"):
        assert lead.low <= 0 <= lead.high
        assert (found.strength == "none") == (lead.low >= -NEAR and lead.high <= NEAR)


def test_what_is_too_few_is_named():
    """Of 12 items the items; of 100 items with 6 of a class that class."""
    assert "; 12 items cannot settle it: " in said([[4, 1], [1, 6]], "informed")
    few = said([[4, 2], [15, 79]], "informed")
    assert few.startswith("Probably better than guessing; 6 'a' cannot settle it: as good as knowing")


def test_comparator_is_agreement_not_accuracy():
    table = [[90, 10], [10, 90]]
    assert said(table, "informed", reference="comparator").startswith(
        "Agreement beyond chance: correlation 0.800, 95% CI "
    )
    assert said(table, "against_constant", reference="comparator").startswith("Its agreement, 90%, is above the 50%")
    assert said(table, "rates", reference="comparator") is None
    # Powers 2007, Table 2, case 1, at the border: the claim follows the interval that is printed beside it
    border = said([[30, 30], [12, 28]], "informed", reference="comparator")
    low = float(border.split("95% CI ")[1].split(" to ")[0])
    assert border.startswith("Agreement beyond chance") == (low > 0)


def test_worse_than_guessing():
    assert said([[10, 90], [90, 10]], "informed").startswith(
        "Turned round: as if it knew 80% of the answers and said the opposite (informedness -0.800, 95% CI "
    )
    assert said([[10, 90], [90, 10]], "against_constant") is None  # beside the point
    # of three labels there is no opposite
    three = said([[0, 50, 50], [50, 0, 50], [50, 50, 0]], "informed")
    assert three.startswith("Turned round: worse than guessing (informedness -0.500, 95% CI ")


def test_one_actual_class_says_nothing():
    assert said([[9, 1], [0, 0]], "informed") == "Cannot tell: only 'a' occurs among the actual labels."


def test_accuracy_beside_the_constant_baseline():
    # Powers 2007, Table 2, case 1: accuracy 58 % where always saying + gives 60 %
    text = said([[30, 30], [12, 28]], "against_constant", labels=["+", "-"])
    assert text.startswith(
        "Its accuracy, 58%, and the 60% of always saying '+', which finds none of the 40 '-', cannot be told apart "
        "(difference -2 points, 95% CI -"
    )
    # McNemar, 28 items gained and 30 lost: ten times as many have z = 20 / sqrt(580) = 0.8, a hundred times 2.6
    assert "cannot be told apart (difference -2 points" in said([[300, 300], [120, 280]], "against_constant")
    assert said([[3000, 3000], [1200, 2800]], "against_constant") == (
        "Its accuracy, 58%, is below the 60% of always saying 'a', which finds none of the 4,000 'b', because more of "
        "its 'b' calls are wrong (3,000) than right (2,800)."
    )
    assert said([[90, 10], [10, 90]], "against_constant") == "Its accuracy, 90%, is above the 50% of always saying 'a'."


@given(tables(classes=(2, 2), batch=((),), most=500))
def test_fewer_are_right_than_by_a_constant_exactly_where_more_calls_are_wrong_than_right(table):
    """Law: accuracy less that of always saying the commonest label is (hits - false alarms) / n of the other one."""
    rare = int(np.argmin(table.sum(-1)))
    gap = np.trace(table) - table[1 - rare].sum()
    assert gap == table[rare, rare] - table[1 - rare, rare]


def test_two_verdicts_that_point_apart_are_reconciled_in_one_sentence():
    """39 of 48 ill found among 529 called ill: better than guessing, and yet less accurate than calling all well."""
    text = said([[39, 9], [490, 11462]], "against_constant", labels=["ill", "well"])
    assert text == (
        "Its accuracy, 95.8%, is below the 99.6% of always saying 'well'. For something so rare almost any test is; "
        "accuracy is no guide here."
    )
    three = said([[30, 10, 0], [40, 60, 20], [0, 10, 30]], "against_constant")
    assert three.startswith("Its accuracy, 60%, and the 60% of always saying 'b', which finds nothing else,") or (
        three == "Its accuracy, 60%, is exactly that of always saying 'b', which finds nothing else."
    )


def test_the_tests_and_the_verdict_never_contradict_each_other():
    """Each table is called guessing by both or by neither; Powers 2007, Table 2, case 1 lies at the border."""
    drawn = np.random.default_rng(6).multinomial(100, [0.3, 0.2, 0.2, 0.3], 40)
    for counts in ([30, 30, 12, 28], *drawn):
        found = informed.evaluate(informed.Counts(np.reshape(counts, (2, 2))))
        told = found.significance.verdict[0]
        kept = "not rejected" in told
        assert kept != (found.strength in (*BEATING, "turned")), counts


def said_by_tests(table):
    return informed.evaluate(informed.Counts(table)).significance.verdict[0]


def test_perverse_label():
    table = [[80, 10, 10], [10, 80, 10], [45, 45, 2]]
    assert said(table, "perverse_labels") == "'c' is predicted worse than chance. Is it swapped?"
    assert said([[90, 10], [10, 90]], "perverse_labels") is None


def test_uneven_use_names_both_shares():
    # 'b' occurs 20 of 100 and is predicted 5 times
    assert said([[80, 0], [15, 5]], "uneven_use") == "It says 'b' 5% of the time; 20% of the items are 'b'."
    # predicted 60 times it is said once, where it matters
    assert "because it says 'b' too often (60% of the time; 20% are)" in said([[40, 40], [0, 20]], "calls")
    assert said([[40, 40], [0, 20]], "uneven_use") is None
    assert said([[30, 10], [10, 30]], "uneven_use") is None
    assert said([[90, 0], [10, 0]], "uneven_use") is None  # a constant predictor says so already


def test_rates_name_what_is_found_and_which_calls_are_right():
    assert said([[90, 10], [11, 89]], "rates").startswith("It finds 90 of 100 'a' (90%, 95% CI 8")
    both = said([[39, 9], [490, 11462]], "rates", labels=["ill", "well"])  # Wilson: 68.1% to 89.8%, 95.5% to 96.2%
    assert both == (
        "It finds 39 of 48 'ill' (81%, 95% CI 68% to 90%) and 11,462 of 11,952 'well' (95.9%, 95% CI 95.5% to 96.2%)."
    )
    turned = said([[39, 9], [490, 11462]], "rates", labels=["ill", "well"], positive="well")
    assert turned.startswith("It finds 11,462 of 11,952 'well'")
    assert said([[11462, 490], [9, 39]], "rates", labels=["well", "ill"]) == both  # the rarer first
    # of more than two the two weakest, of those with 10 items or more
    three = [[8, 2, 0], [3, 7, 0], [2, 4, 44]]
    assert said(three, "rates").startswith("Weakest: it finds 7 of 10 'b' (70%, 95% CI ")
    assert " and 8 of 10 'a' (80%, " in said(three, "rates")
    assert said([[10, 10, 10]] * 3, "rates") is None
    assert said(np.diag([20, 30, 40]), "rates") == "It makes no errors."


def test_what_a_call_means_is_said_where_few_calls_are_right():
    """39 of 529 called ill are (Wilson: 5.4% to 9.9%), 9 of 11,471 called well are not."""
    assert said([[39, 9], [490, 11462]], "calls", labels=["ill", "well"]) == (
        "Of those it calls 'ill', 7% are (95% CI 5% to 10%), because only 0.4% of all are; of those it calls 'well', "
        "0.08% are 'ill'."
    )
    assert said([[90, 10], [10, 90]], "calls") is None
    assert said([[50, 50], [50, 50]], "calls") is None


def test_a_word_for_no_answer_is_no_weak_class():
    """'unsure' never occurs: the caution says so, and neither its precision nor its use is held against it."""
    evaluation = informed.evaluate(informed.Counts([[40, 5, 20], [4, 30, 20], [0, 0, 0]], labels=["a", "b", "unsure"]))
    assert evaluation.findings[0].code == "silent_label"
    assert "unsure" not in " ".join(str(each) for each in evaluation.findings if each.code in ("rates", "uneven_use"))
    assert not any(line.split()[:1] == ["unsure"] for line in str(evaluation).splitlines())  # no row of its own
    assert "'x'" in said([[40, 5, 20], [4, 30, 20], [0, 0, 0]], "uneven_use", labels=["a", "b", "x"])


def test_few_items_are_a_caution_before_the_claim():
    """12 right of 12 is better than guessing at any level in use, and yet only 12 items."""
    evaluation = informed.evaluate(informed.Counts([[6, 0], [0, 6]], labels=["a", "b"]))
    assert evaluation.verdict[0] == "Caution: only 12 items; treat every number as rough."
    assert evaluation.verdict[1].startswith("Better than guessing")
    assert said([[5, 0], [0, 5]], "few_items") is None  # the sentence itself says that 10 items cannot settle it
    assert said([[4, 0], [2, 60]], "few_items") == (
        "Caution: only 4 'a' items; nothing about 'a' can be measured well."
    )
    assert said([[40, 5], [5, 40]], "few_items") is None


def test_four_right_of_four_is_no_evidence():
    """A coin does that one time in 16."""
    found = findings_of(informed.Counts([[2, 0], [0, 2]]))
    assert found["informed"].startswith("Not shown to beat guessing: it knows at most ")
    assert "few_to_tell" in found


def test_labels_that_differ_in_case_or_space_are_said_first():
    evaluation = informed.evaluate(["Yes", "no"] * 20, ["yes", "no "] * 20)
    assert evaluation.verdict[0].startswith("Caution: labels 'no' and 'no ' differ only in case, space")
    assert "1 more like this" in evaluation.verdict[0]


def test_a_predicted_word_for_no_answer_suggests_to_abstain():
    evaluation = informed.evaluate(["a", "b"] * 40, ["a", "b", "unsure", "unsure"] * 20)
    assert evaluation.verdict[0] == (
        "Caution: it says 'unsure' 50% of the time, which is never an actual label: each counts as wrong."
    )
    assert [(each.code, each.told()) for each in evaluation.steps()] == [
        ("abstain", "say so if 'unsure' means no answer: the same with abstain='unsure'")
    ]
    assert "silent_label" not in findings_of(informed.count(["a", "unsure"] * 20, ["a", "unsure"] * 20))


def test_guessing_needs_an_interval_near_0():
    """1,000 of each class at chance: the interval of a difference of two rates of 1/2 is 0.044 on either side."""
    assert said([[1000, 1000], [1000, 1000]], "informed").startswith(
        "No better than guessing: at most 4% of the answers are known (informedness 0.000, 95% CI -0.03"
    )
    assert said([[10, 10], [10, 10]], "informed").startswith("Not shown to beat guessing: it knows at most ")
    small = said([[51_500, 48_500], [49_000, 51_000]], "informed")  # 0.025 with a standard error of 0.002
    assert small.startswith(
        "Better than guessing, but hardly: at most 3% of the answers are known (informedness 0.025, "
    )


@given(tables(classes=(2, 5), batch=((),), most=60))
def test_the_verdict_begins_with_a_key_word_after_its_cautions(table):
    verdict = informed.evaluate(informed.Counts(table), only=["informedness", "accuracy"], per_label=[]).verdict
    first = next(sentence for sentence in verdict if not sentence.startswith("Caution: "))
    assert first.startswith(KEY_WORDS)


def test_unjudged_items_are_said_first():
    evaluation = informed.evaluate(["a", "b", None], ["a", "b", "b"], missing="unjudged")
    assert evaluation.verdict[0].startswith("Cannot tell: 1 item has no actual label")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_every_rule_says_when_it_speaks(rule):
    assert rule.__doc__


def test_labels_of_another_column_are_noticed_before_anything_is_said_about_guessing():
    evaluation = informed.evaluate(["bug", "wish"] * 30, [f"T-{at % 9}" for at in range(60)])
    assert evaluation.findings[0].code == "strangers"
    assert "no predicted label is an actual one ('T-0'," in evaluation.verdict[0]
    assert evaluation.strength == "unknown"
    assert len(evaluation.verdict) == 1  # of labels of which none is on both sides nothing else can be meant
    one_shared = informed.evaluate(["bug", "wish"] * 30, ["bug"] + [f"T-{at % 9}" for at in range(59)])
    assert "strangers" not in {finding.code for finding in one_shared.findings}


def test_a_table_that_is_not_square_says_so_and_quotes_information():
    evaluation = informed.evaluate(informed.Counts([[30, 0, 0], [0, 20, 20]], ["a", "b"], ["x", "y", "z"]))
    assert evaluation.findings[0].code == "unmatched"
    assert evaluation.verdict[0].startswith("Cannot tell: 2 actual classes and 3 other predicted labels")
    assert "use informed.match(...)" in evaluation.verdict[0]
    assert "hold 100% of the information" in evaluation.verdict[0]  # x is always a, y and z are always b
    assert "Which number to quote: proficiency" in evaluation.report(every=True)
    assert said([[30, 0], [0, 40]], "unmatched") is None


# --- no sentence without a test of what it claims ---------------------------------------------------------------------


def findings_of(counts, **options):
    return {finding.code: str(finding) for finding in informed.evaluate(counts, **options).findings}


def test_labels_shifted_by_one_on_few_items_are_not_worse_than_guessing():
    """20 classes of one item each, none of them hit: guessing misses all of them with probability .95 ** 20 = .36."""
    table = np.roll(np.eye(20, dtype=int), 1, axis=1)
    assert findings_of(informed.Counts(table))["informed"].startswith("Not shown to beat guessing")


@given(tables(classes=(2, 5), batch=((),), most=1000))
def test_nothing_is_claimed_of_shares_of_an_unknown_number_of_items(table):
    shares = informed.Counts(np.asarray(table, dtype=float) / (3.0 * table.sum()))
    found = findings_of(shares, only=["informedness", "proficiency"], per_label=[])
    assert not {"permuted", "perverse_labels", "guesswork_labels", "rates"} & set(found)
    assert found.get("informed", "Cannot tell").startswith(("Cannot tell", "Knows nothing"))


def test_a_cyclic_permutation_of_the_labels_is_noticed_and_quotes_what_chance_gives():
    found = findings_of(informed.Counts([[2, 30, 1], [1, 2, 30], [30, 1, 2]]))
    assert "look permuted" in found["permuted"]
    assert "chance gives" in found["permuted"]


def test_the_moments_of_pearson_are_those_of_all_permutations():
    """Every way to deal the predictions of 7 items, written down."""
    actual, said_ = np.array([0, 0, 0, 1, 1, 2, 2]), np.array([0, 1, 1, 1, 1, 2, 0])
    dealt = np.array([np.bincount(3 * actual + np.array(each), minlength=9) for each in permutations(said_)])
    dealt = dealt.reshape(-1, 3, 3).astype(float)
    statistic = pearson(dealt)[0]
    assert_allclose(conditional_moments(dealt[0]), [statistic.mean(), statistic.var()])


def test_one_label_among_many_must_be_far_below_guessing():
    """Law: what is said of a label holds for all labels together, so that its p times their number is small."""
    rng = np.random.default_rng(5)
    tables_ = [np.bincount(rng.integers(0, 100, 400), minlength=100).reshape(10, 10) for _ in range(60)]
    for table in tables_:
        found = findings_of(informed.Counts(table, labels=list("abcdefghij")), only=["informedness"], per_label=[])
        labels = one_vs_rest(table)
        worse = (adjust(p_value("informedness", labels)) < 0.05) & (get("informedness")(labels) < 0)
        assert ("perverse_labels" in found) == worse.any()


# --- groups ----------------------------------------------------------------------------------------------------------

AT_CHANCE = np.array([[[810, 90], [90, 10]], [[10, 90], [90, 810]]])  # prevalence .9 and .1, independent in each


def rows_of(stack):
    return np.repeat(np.argwhere(stack >= 0), stack.ravel(), axis=0)


def test_groups_at_chance_are_not_informed_when_put_together():
    """Simpson 1951: the association over all items is that of the groups."""
    group, actual, predicted = rows_of(AT_CHANCE).T
    counts = informed.Counts(AT_CHANCE, by=("ward",), groups=((0,), (1,)))
    for evaluation in (
        informed.evaluate(counts),
        informed.evaluate(actual, predicted, stratum=group),
        informed.evaluate(actual, predicted, by=group, cluster=np.arange(len(group)) // 4),
    ):
        assert evaluation.findings[0].code == "group_guessing"
        assert "0.000 there and 0.640 over all items" in evaluation.verdict[0]


def test_informedness_within_groups_of_two_classes_is_that_of_mantel_and_haenszel():
    """The risk difference weighted by RP RN / n (Greenland & Robins 1985), tested by Cochran, Mantel and Haenszel."""
    from statsmodels.stats.contingency_tables import StratifiedTable

    rng = np.random.default_rng(3)
    stack = rng.integers(3, 30, (4, 2, 2))
    found = pooling(informed.Counts(stack, by=("g",), groups=tuple((at,) for at in range(4))), "g")
    rates = stack[:, :, 0] / stack.sum(-1)
    weight = stack.sum(-1).prod(-1) / stack.sum((-1, -2))
    assert_allclose(found.within, (weight * (rates[:, 0] - rates[:, 1])).sum() / weight.sum())
    other = StratifiedTable(np.moveaxis(stack, 0, -1).astype(float)).test_null_odds()
    assert_allclose(found.guessing, other.pvalue)


@given(tables(classes=(2, 4), batch=((),), most=200), st.integers(2, 4))
def test_groups_that_are_alike_change_nothing(table, copies):
    counts = informed.Counts(np.stack([table] * copies), by=("g",), groups=tuple((at,) for at in range(copies)))
    found = pooling(counts, "g")
    if found is not None:
        assert_allclose(found.within, found.pooled, atol=1e-9)
        assert found.apart > 0.9


def test_groups_that_differ_are_named_with_a_test():
    """.8 of 200 against .2 of 200 (10 standard errors apart), and .8 of both."""
    high, low = [[90, 10], [10, 90]], [[60, 40], [40, 60]]
    found = findings_of(informed.Counts([high, low], by=("site",), groups=(("north",), ("south",))))
    assert found["groups_differ"] == "Groups differ (p < 0.001): lowest 'south' 0.200, highest 'north' 0.800."
    found = findings_of(informed.Counts([high, high[::-1]], by=("site",), groups=(("north",), ("south",))))
    assert "lowest 'south' -0.800" in found["groups_differ"]
    close = [[89, 11], [10, 90]]
    found = findings_of(informed.Counts([high, close], by=("site",), groups=(("north",), ("south",))))
    assert found["groups_differ"].startswith("No significant difference between the groups (p = 0.")


def test_clusters_and_weights_make_groups_harder_to_tell_apart():
    """The same items in clusters of ten that fare alike, or with unequal weights, are fewer items."""
    rng = np.random.default_rng(4)
    actual, site = np.repeat(rng.integers(0, 2, 60), 10), np.repeat(["north", "south"], 300)
    wrong = np.repeat(rng.random(60) < np.repeat([0.05, 0.3], 30), 10)
    predicted = np.where(wrong, 1 - actual, actual)
    plain = informed.evaluate(actual, predicted, by=site).heterogeneity
    together = informed.evaluate(actual, predicted, by=site, cluster=np.arange(600) // 10).heterogeneity
    weighted = informed.evaluate(actual, predicted, by=site, weights=rng.lognormal(0, 1.5, 600)).heterogeneity
    assert plain < 1e-6
    assert together > 100 * plain
    assert weighted > 100 * plain


@given(tables(classes=(2, 4), batch=((3,),), most=200))
def test_the_test_of_groups_ignores_their_order_and_finds_nothing_between_equals(stack):
    counts = [informed.Counts(each, by=("g",), groups=((0,), (1,), (2,))) for each in (stack, stack[::-1])]
    one, other = (informed.evaluate(each).heterogeneity for each in counts)
    assert (one is None) == (other is None)
    if one is not None:
        assert_allclose(one, other)
    same = informed.Counts(np.stack([stack[0]] * 3), by=("g",), groups=((0,), (1,), (2,)))
    assert informed.evaluate(same).heterogeneity in (None, pytest.approx(1.0))


def test_a_label_of_few_items_is_not_called_overused():
    """4 predictions against 1 item of 60 are no rate."""
    assert said([[50, 0, 3], [0, 6, 0], [0, 0, 1]], "uneven_use") is None
    assert said([[500, 0, 30], [0, 60, 0], [0, 0, 10]], "uneven_use") is not None


# --- unjudged items, groups of one item, and too often ---------------------------------------------------------------


def test_no_format_shows_a_recall_where_actual_labels_are_missing():
    """Recall of 'a' among the judged would be 4/7, of 'b' 5/8; precision, 4/7 too, is told apart by the counts."""
    actual = ["a"] * 7 + ["b"] * 8 + [None] * 4
    predicted = ["a"] * 4 + ["b"] * 3 + ["b"] * 5 + ["a"] * 3 + ["a", "a", "b", "b"]
    found = informed.evaluate(actual, predicted, missing="unjudged")
    assert math.isnan(found.per_label["a"]["recall"].value)
    told = {"text": found.report(), "all": found.report(every=True)}
    told |= {style: found.report(style) for style in ("csv", "markdown", "html")}
    for style, text in told.items():
        assert "0.571" in text or "0.5714" in text, style  # precision of 'a', 4 of 7
        assert "0.625" in text, style  # precision of 'b', 5 of 8
    rows = [line.split() for line in found.report().splitlines()]
    header, first, second = (next(row for row in rows if row[:1] == [name]) for name in ("actual", "a", "b"))
    assert header[-1] == "recall"
    assert first[-1] == second[-1] == "-"


def test_unjudged_items_leave_bounds_that_may_tell():
    """Of 45 and 45 judged right and 5 and 5 wrong, 4 and 6 unjudged: all of these right, or none."""
    actual = ["a"] * 50 + ["b"] * 50 + [None] * 10
    predicted = ["a"] * 45 + ["b"] * 5 + ["b"] * 45 + ["a"] * 5 + ["a"] * 4 + ["b"] * 6
    found = informed.evaluate(actual, predicted, missing="unjudged")
    low, high = 45 / 56 - 9 / 54, 49 / 54 - 5 / 56
    assert f"lies between {low:.3f} and {high:.3f}" in found.verdict[0]
    assert found.verdict[0].startswith("Better than guessing, whatever the labels of the 10 unjudged items are")
    assert "finds" not in " ".join(found.verdict)  # a recall that is not known
    limits = found.measures["informedness"]
    assert math.isnan(limits.value)
    assert limits.low < low < high < limits.high
    assert "between" in found.measures["markedness"].note
    clustered = informed.evaluate(actual, predicted, missing="unjudged", cluster=[*range(55)] * 2)
    assert clustered.measures["informedness"].low is None
    assert f"between {low:.3f} and {high:.3f}" in clustered.measures["informedness"].note
    assert clustered.verdict[0].startswith("Cannot tell: 10 items have no actual label")
    grouped = informed.evaluate(actual, predicted, missing="unjudged", by=["x"] * 105 + ["y"] * 5)
    assert "whatever the labels" in " ".join(grouped.verdict)


@pytest.mark.parametrize("values", [range(12), [f"item {at}" for at in range(12)], [*range(8)] * 2])
def test_groups_of_one_item_are_said_to_be_so(values):
    values = list(values)
    n = len(values)
    found = informed.evaluate(["a", "b"] * (n // 2), ["a", "b", "b", "a"] * (n // 4), by=values)
    said = " ".join(found.verdict)
    assert ("Is it a number or an id?" in said) == (n < 2 * len(set(values)))
    assert "undefined, shown as 0" in " ".join(str(found).split())


def test_a_label_is_said_too_often_only_where_a_test_says_so():
    """McNemar's exact test of false alarms against misses: 3 against 1 shows nothing, 30 against 10 does."""
    few, many = (
        informed.evaluate(informed.Counts([[4 * times, times], [3 * times, 20 * times]], labels=["a", "b"]))
        for times in (1, 10)
    )
    assert many.claims.uneven == pytest.approx(binomtest(10, 40).pvalue)
    assert few.claims.uneven == pytest.approx(binomtest(1, 4).pvalue)
    assert "because it says 'a' too often (25% of the time; 18% are)" in " ".join(many.verdict)
    assert "too often" not in " ".join(few.verdict)


def test_a_predictor_that_says_a_label_as_often_as_it_occurs_is_seldom_said_to_say_it_too_often():
    """At most 5 % of tables, within three standard errors; before there was a test it was 6 to 10 %."""
    rng, prior = np.random.default_rng(2718), np.array([0.3, 0.7])
    truth = 0.55 * np.outer(prior, prior) + 0.45 * np.diag(prior)
    tables = rng.multinomial(40, truth.ravel(), size=300).reshape(-1, 2, 2)
    said = [any("too often" in each for each in informed.evaluate(informed.Counts(table)).verdict) for table in tables]
    assert np.mean(said) <= 0.05 + 3 * (0.05 * 0.95 / 300) ** 0.5
