"""Measures of label sets: against scikit-learn, against brute force, and by the laws they obey."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn.metrics import hamming_loss, precision_recall_fscore_support

import informed
from informed import LabelSets
from informed.core import measures
from informed.core.sets import Sets
from informed.core.table import expected
from informed.questions.multilabel.inference import (
    Jackknife,
    bootstrap,
    difference,
    estimate,
    halves,
    jackknife,
    random_proficiency,
    shuffled,
)
from informed.questions.multilabel.measures import MEASURES
from informed.questions.multilabel.rename import relabelling
from strategies import label_sets

EVERY = pytest.mark.parametrize("measure", MEASURES.values(), ids=MEASURES)


def of(actual, predicted, size):
    return LabelSets.of(range(size), [Sets.of(actual), Sets.of(predicted)])


def indicators(rows, size):
    return np.asarray([[label in row for label in range(size)] for row in rows], int)


@pytest.mark.parametrize(("average", "ending"), [("micro", ""), ("macro", "_per_category"), ("samples", "_per_object")])
@given(data=label_sets(categories=(2, 6)))
def test_rates_are_those_of_scikit_learn(average, ending, data):
    actual, predicted, size = data
    used = sorted(set().union(*actual, *predicted))
    if len(used) < 2:
        return
    truth, guess = indicators(actual, size)[:, used], indicators(predicted, size)[:, used]
    theirs = precision_recall_fscore_support(truth, guess, average=average, zero_division=0)
    # Where an item has no labels and is given none scikit-learn counts 0, and we what subset accuracy counts: right.
    nothing = np.mean(~truth.any(1) & ~guess.any(1)) if average == "samples" else 0.0
    for name, value in zip(("precision", "recall", "f_measure"), theirs[:3], strict=True):
        assert_allclose(np.nan_to_num(MEASURES[name + ending](of(*data))), value + nothing, atol=1e-12)


@given(label_sets(categories=(2, 6)))
def test_a_perfect_labeller_is_perfect_on_every_object(data):
    actual, _, size = data
    for name in ("precision", "recall", "f_measure"):
        assert_allclose(MEASURES[f"{name}_per_object"](of(actual, actual, size)), 1.0)


@given(label_sets(categories=(2, 6)))
def test_hamming_and_subset(data):
    actual, predicted, size = data
    sets = of(*data)
    theirs = hamming_loss(indicators(actual, size), indicators(predicted, size))
    assert_allclose(MEASURES["hamming_loss"](sets), theirs)
    right = np.mean([a == p for a, p in zip(actual, predicted, strict=True)])
    assert_allclose(MEASURES["subset_accuracy"](sets), right)


@given(label_sets(items=(3, 12)))
def test_leaving_an_item_out_is_what_it_says(data):
    sets = of(*data)
    for measure in MEASURES.values():
        found = measure.left_out(sets)
        for row in range(len(sets.counts)):
            counts = sets.counts - (np.arange(len(sets.counts)) == row)
            again = float(measure(sets, counts)) if counts.any() else np.nan
            assert_allclose(found[row], again, atol=1e-12)


LINEAR = [
    each
    for name, each in MEASURES.items()
    if each.fixed_chance is None and not name.endswith("per_category")  # those divide by how often a label is given
]


@settings(max_examples=20)
@given(label_sets(items=(2, 5), categories=(1, 4)))
def test_chance_is_the_mean_over_all_ways_to_deal_the_sets(data):
    actual, predicted, size = data[0][:5], data[1][:5], data[2]
    ways = [of(actual, dealt, size) for dealt in permutations(predicted)]
    for measure in LINEAR:
        values = [float(measure(way)) for way in ways]
        assert_allclose(measure.chance(of(actual, predicted, size)), np.mean(values), atol=1e-12)


@given(label_sets())
def test_fixed_chance_is_the_value_on_the_expected_tables(data):
    tables = expected(of(*data).tables())
    for measure in MEASURES.values():
        if measure.fixed_chance is not None:
            value = measure.of_tables(tables)
            assert np.isnan(value) or abs(value - measure.fixed_chance) < 1e-9


@settings(max_examples=20)
@given(label_sets(items=(2, 5), categories=(1, 3)))
def test_random_proficiency_is_the_mean_over_all_ways_to_deal_the_sets(data):
    actual, predicted, size = data
    actual, predicted = actual[:5], predicted[:5]
    values = [float(MEASURES["proficiency"](of(actual, dealt, size))) for dealt in permutations(predicted)]
    assert_allclose(random_proficiency(of(actual, predicted, size)), np.mean(values), atol=1e-12)


def test_shuffled_sets_keep_their_frequencies():
    sets = of([{0, 1}, {2}, {0}, {1, 2}], [{0}, {1, 2}, {2}, {0, 1}], 3)
    for each in shuffled(sets, draws=5, rng=np.random.default_rng(0)):
        assert each.margin(0).tolist() == sets.margin(0).tolist()
        assert each.margin(1).tolist() == sets.margin(1).tolist()
        assert sorted(each.predicted.lists()) == sorted(sets.predicted.lists())


SINGLE = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=30)


@given(SINGLE)
def test_one_label_an_item_makes_precision_recall_f_and_accuracy_one_number(pairs):
    sets = of([{a} for a, _ in pairs], [{p} for _, p in pairs], 4)
    accuracy = np.mean([a == p for a, p in pairs])
    for name in ("precision", "recall", "f_measure", "precision_per_object", "recall_per_object", "subset_accuracy"):
        assert_allclose(MEASURES[name](sets), accuracy)


@given(SINGLE)
def test_one_label_an_item_gives_the_informedness_and_markedness_of_the_table(pairs):
    table = np.zeros((4, 4))
    for a, p in pairs:
        table[a, p] += 1
    sets = of([{a} for a, _ in pairs], [{p} for _, p in pairs], 4)
    assert_allclose(MEASURES["informedness"](sets), measures.informedness(table), atol=1e-12)
    assert_allclose(MEASURES["markedness"](sets), measures.markedness(table), atol=1e-12)


@given(label_sets())
def test_exchanging_the_sides_exchanges_the_duals(data):
    sets, dual = of(*data), of(*data).dual()
    for one, other in (
        ("precision", "recall"),
        ("informedness", "markedness"),
        ("proficiency", "information_gain_ratio"),
        ("precision_per_object", "recall_per_object"),
        ("precision_per_category", "recall_per_category"),
        ("f_measure", "f_measure"),
        ("dependency", "dependency"),
    ):
        assert_allclose(MEASURES[one](sets), MEASURES[other](dual), atol=1e-12)


@given(label_sets())
def test_a_category_nobody_uses_changes_nothing(data):
    actual, predicted, size = data
    for name, measure in MEASURES.items():
        if name != "hamming_loss":  # by definition a share of all decisions
            assert_allclose(measure(of(actual, predicted, size + 1)), measure(of(actual, predicted, size)), atol=1e-12)


@given(label_sets(categories=(2, 6)), st.randoms())
def test_permuted_proficiency_is_never_below_and_blind_to_names(data, random):
    actual, predicted, size = data
    alpha = MEASURES["proficiency"]
    names = list(range(size))
    random.shuffle(names)
    renamed = [{names[label] for label in row} for row in predicted]
    values = []
    for guess in (predicted, renamed):
        sets = of(actual, guess, size)
        found = relabelling(sets)
        best = float(alpha(sets.relabelled(found.new)))
        assert np.isnan(best) or best >= float(alpha(sets)) - 1e-12
        values.append(best)
    assert_allclose(*values, atol=1e-9)


@given(label_sets(categories=(2, 5)))
def test_the_renaming_is_the_best_of_all(data):
    size = data[2]
    alpha, sets = MEASURES["proficiency"], of(*data)
    found = relabelling(sets)
    values = [float(alpha(sets.relabelled(np.asarray(new)))) for new in permutations(range(size))]
    assert_allclose(alpha(sets.relabelled(found.new)), max(values), atol=1e-12)
    best = [new for new, value in zip(permutations(range(size)), values, strict=True) if value >= max(values) - 1e-11]
    moved = [sum(old != new for old, new in enumerate(each)) for each in best]
    if not np.isnan(values[0]):
        assert (found.reassigned, found.most) == (min(moved), max(moved))


# --- how sure --------------------------------------------------------------------------------------------------------


def test_jackknife_of_a_mean_is_the_textbook_standard_error():
    values, counts = np.asarray([0.0, 1.0, 1.0]), np.asarray([5, 3, 2])
    rows = np.repeat(values, counts)
    left = (rows.sum() - values) / (len(rows) - 1)
    found = Jackknife.of(rows.mean(), left, counts)
    assert_allclose(found.error, rows.std(ddof=1) / np.sqrt(len(rows)))
    assert_allclose(found.corrected, rows.mean())


def test_jackknife_removes_the_bias_of_a_variance():
    values = np.asarray([1.0, 4.0, 2.0, 8.0, 5.0])
    left = np.asarray([np.delete(values, place).var() for place in range(5)])
    assert_allclose(Jackknife.of(values.var(), left, np.ones(5)).corrected, values.var(ddof=1))


@given(label_sets(items=(2, 12)), st.sampled_from([0.5, 0.9, 0.99]))
def test_intervals_hold_the_value_stay_in_range_and_widen_with_the_level(data, level):
    sets = of(*data)
    for measure in MEASURES.values():
        found, wider = estimate(measure, sets, level), estimate(measure, sets, 0.995)
        if found.low is None:
            assert found.value == 0 if measure.fixed_chance == 0 else np.isnan(found.value)
            assert found.note
            continue
        assert measure.least <= wider.low <= found.low + 1e-12
        assert found.low - 1e-12 <= found.value <= found.high + 1e-12
        assert found.high <= wider.high + 1e-12 <= 1 + 1e-9


def test_a_perfect_labeller_has_no_interval_of_no_width():
    rows = [{0}, {1}, {0, 1}, set()] * 10
    for name in ("precision", "recall", "proficiency", "informedness", "subset_accuracy"):
        found = estimate(MEASURES[name], of(rows, rows, 2))
        assert found.value == pytest.approx(1)
        assert found.low < 0.99


def test_halves_and_bootstrap_keep_the_items():
    sets = of([{0}, {1}, {1}, {0, 1}] * 5, [{0}, {0}, {1}, {1}] * 5, 2)
    rng = np.random.default_rng(0)
    both = np.concatenate(list(halves(sets, draws=7, rng=rng)))
    assert both.shape == (14, len(sets.counts))
    assert (both[:7] + both[7:] == sets.counts).all()
    again = np.concatenate(list(bootstrap(sets, draws=7, rng=rng)))
    assert (again.sum(1) == sets.n).all()


def noisy(rng, size, items, keep):
    actual = rng.random((items, size)) < 0.3
    return actual, np.where(rng.random((items, size)) < keep, actual, rng.random((items, size)) < 0.3)


def as_sets(*sides):
    starts = [np.concatenate([[0], np.cumsum(side.sum(1))]) for side in sides]
    sets = [Sets(start, np.nonzero(side)[1]) for start, side in zip(starts, sides, strict=True)]
    return LabelSets.of(range(sides[0].shape[1]), sets)


@pytest.mark.parametrize("keep", [0.0, 0.6, 0.95])
def test_intervals_cover_the_truth(keep):
    """Nominal 95 %; 300 samples of 150 items leave a Monte Carlo error of 1.3 points."""
    rng = np.random.default_rng(7)
    whole = noisy(rng, 8, 60_000, keep)
    names = ("precision", "f_measure", "informedness", "proficiency", "subset_accuracy", "f_measure_per_object")
    truth = {name: float(MEASURES[name](as_sets(*whole))) for name in names}
    hits = dict.fromkeys(names, 0)
    for _ in range(300):
        rows = rng.integers(0, 60_000, 150)
        sample = as_sets(*(side[rows] for side in whole))
        for name in names:
            found = estimate(MEASURES[name], sample)
            hits[name] += found.low <= truth[name] <= found.high
    assert min(hits.values()) / 300 > 0.90, hits


def test_jackknife_brings_the_proficiency_of_small_samples_down_to_that_of_large_ones():
    rng = np.random.default_rng(3)
    whole = noisy(rng, 8, 20_000, 0.5)
    alpha = MEASURES["proficiency"]
    truth, found = float(alpha(as_sets(*whole))), []
    for _ in range(400):
        rows = rng.integers(0, 20_000, 100)
        found.append(jackknife(alpha, as_sets(*(side[rows] for side in whole))))
    plug_in = np.mean([each.value for each in found]) - truth
    corrected = np.mean([each.corrected for each in found]) - truth
    assert plug_in > 0.005
    assert abs(corrected) < plug_in / 3


def two_systems(seed=0):
    rng = np.random.default_rng(seed)
    actual, first = noisy(rng, 6, 200, 0.5)
    _, second = noisy(rng, 6, 200, 0.5)
    rows = [[np.flatnonzero(row).tolist() for row in side] for side in (actual, first, second)]
    return LabelSets.of(range(6), [Sets.of(side) for side in rows], systems=("one", "two"))


@EVERY
def test_differences_are_antisymmetric_and_none_with_oneself(measure):
    sets = two_systems()
    one, two = sets.system("one"), sets.system("two")
    (there, p), (back, p_back) = difference(measure, one, two), difference(measure, two, one)
    assert_allclose([there.value, there.low, there.high], [-back.value, -back.high, -back.low], atol=1e-12)
    assert_allclose(there.value, float(measure(one)) - float(measure(two)))
    assert p == pytest.approx(p_back)
    same, certain = difference(measure, one, one)
    assert (same.value, certain) == (0, 1)


def test_p_agrees_with_the_interval():
    for seed in range(5):
        sets = two_systems(seed)
        for measure in MEASURES.values():
            found, p = difference(measure, sets.system("one"), sets.system("two"))
            assert (p < 0.05) == (found.low > 0 or found.high < 0)


def test_pairing_items_sharpens_the_comparison_of_like_systems():
    """A system and itself with one set changed: the difference is far surer than either value."""
    sets = two_systems()
    actual, first = sets.actual.lists(), sets.sides[1].lists()
    rows = np.repeat(np.arange(len(sets.counts)), sets.counts)
    second = [first[row] for row in rows]
    second[0] = []
    pair = [Sets.of([actual[row] for row in rows]), Sets.of([first[row] for row in rows]), Sets.of(second)]
    both = LabelSets.of(range(6), pair, systems=("one", "two"))
    found, _ = difference(MEASURES["recall"], both.system("one"), both.system("two"))
    alone = estimate(MEASURES["recall"], both.system("one"))
    assert found.high - found.low < (alone.high - alone.low) / 5


def test_product_proficiency_is_that_of_whole_sets_as_classes():
    """I(prod P; prod A) / H(prod A), written out with Python's own logarithms."""
    rng = np.random.default_rng(3)
    actual = [frozenset(x for x in "abc" if rng.random() < 0.4) for _ in range(90)]
    predicted = [a if rng.random() < 0.6 else b for a, b in zip(actual, reversed(actual), strict=True)]

    def entropy(values):
        shares = np.asarray(list(Counter(values).values())) / len(values)
        return -(shares * np.log(shares)).sum()

    shared = entropy(actual) + entropy(predicted) - entropy([*zip(actual, predicted, strict=True)])
    found = informed.multilabel([{*a} for a in actual], [{*p} for p in predicted], draws=0)
    assert_allclose(found.product.value, shared / entropy(actual), rtol=1e-12)
    assert f"{found.product.value:.3f}" in found.report("text", every=True)
    shuffled = [
        entropy(actual) + entropy(predicted) - entropy([*zip(actual, (predicted[i] for i in order), strict=True)])
        for order in (rng.permutation(90) for _ in range(2000))
    ]
    error = np.std(shuffled) / np.sqrt(2000) / entropy(actual)
    assert abs(found.product.chance_mean - np.mean(shuffled) / entropy(actual)) < 5 * error


def test_sets_that_hardly_repeat_have_no_product_proficiency():
    sets = [{str(place), "x"} for place in range(9)]
    assert informed.multilabel(sets, sets, draws=0).product is None
