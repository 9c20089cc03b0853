"""What holds of every comparison: values, intervals and p of the same thing agree, whatever was asked for."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

import informed
from informed.core.items import Items
from informed.core.registry import find, get
from informed.inference.adjustment import adjust, shown_at

WHOLE = [each for each in find(kind="table") if each.ready]
BINARY = [each.name for each in find(kind="binary") if each.ready]


@st.composite
def with_empty_levels(draw):
    """Actual and two predicted columns over more labels than occur: gaps anywhere on the scale."""
    size = draw(st.integers(3, 6))
    used = sorted(draw(st.sets(st.integers(0, size - 1), min_size=2, max_size=size - 1)))
    column = st.lists(st.sampled_from(used), min_size=30, max_size=30)
    actual, first, second = (np.array(draw(column)) for _ in range(3))
    actual[:2] = used[:2]
    return size, actual, first, second


@settings(max_examples=5)
@given(with_empty_levels())
def test_a_declared_label_that_never_occurs_leaves_one_value_in_all_answers(data):
    """For every measure evaluate, estimate and compare give one value, and its interval holds it."""
    size, actual, first, second = data
    items = Items.of(actual, {"a": first, "b": second}, range(size))
    compared = informed.compare(items, measures=WHOLE, draws=100)
    counts = items.counts("a")
    evaluated = informed.evaluate(counts, draws=100).measures
    for measure in WHOLE:
        values = [compared.values["a"][measure.name], informed.estimate(counts, measure, draws=100)]
        values += [evaluated[measure.name]] if measure.name in evaluated else []
        assert_allclose([each.value for each in values], values[0].value, err_msg=measure.name)
        for each in values:
            if each.low is not None and each.high is not None:
                assert each.low <= each.value + 1e-12
                assert each.value - 1e-12 <= each.high
        gap = compared.difference(measure, "b", "a").estimate
        assert_allclose(gap.value, compared.values["b"][measure.name].value - values[0].value, atol=1e-12)


def test_a_step_of_the_scale_that_never_occurs_is_still_a_step():
    """Cohen 1968: the weight of a disagreement is its distance on the scale, which does not depend on the sample."""
    table = np.zeros((4, 4))
    table[np.ix_([0, 1, 3], [0, 1, 3])] = [[20, 5, 1], [4, 15, 3], [0, 2, 10]]
    place = np.arange(4)
    apart = abs(place[:, None] - place) / 3
    by_chance = np.outer(table.sum(1), table.sum(0)) / table.sum()
    kappa = 1 - (apart * table).sum() / (apart * by_chance).sum()
    rows = np.argwhere(table)
    items = Items(range(4), ("a", "b"), rows[:, [0, 1, 1]], table[tuple(rows.T)].astype(int))
    compared = informed.compare(items, measures=["kappa_linear"]).values["a"]["kappa_linear"]
    for found in (informed.estimate(informed.Counts(table), "kappa_linear"), compared):
        assert_allclose(found.value, kappa)
        assert found.low < kappa < found.high


# --- one label -------------------------------------------------------------------------------------------------------

ACTUAL = np.array([0, 1] * 40)
SYSTEMS = {"a": np.array([0, 1, 1, 1] * 20), "b": np.array([0, 0, 0, 1] * 20)}


@pytest.mark.parametrize("name", BINARY)
def test_a_measure_of_one_label_is_never_taken_for_that_of_the_first(name):
    counts = informed.count(ACTUAL, SYSTEMS["a"])
    for ask in (
        lambda: informed.compare(ACTUAL, SYSTEMS, measures=[name]),
        lambda: informed.compare({"a": counts, "b": counts}, measures=[name]),
        lambda: informed.estimate(counts, name),
        lambda: informed.check(counts, require=f"{name} >= 0"),
    ):
        with pytest.raises(informed.InputError, match="label"):
            ask()


@pytest.mark.parametrize("label", [0, 1])
@pytest.mark.parametrize("name", ["recall", "precision", "f_measure(beta=2)", "fallout"])
def test_a_named_label_and_a_positive_one_give_the_measure_of_that_label(name, label):
    asked = f"{name}[{label}]"
    value = informed.estimate(informed.count(ACTUAL, SYSTEMS["a"]), name, label=label).value
    named = informed.compare(ACTUAL, SYSTEMS, measures=[asked])
    positive = informed.compare(ACTUAL, SYSTEMS, measures=[name], positive=label)
    assert named.values["a"][asked].value == positive.values["a"][asked].value == value
    assert informed.estimate(informed.count(ACTUAL, SYSTEMS["a"]), asked).value == value
    apart = informed.compare({key: informed.count(ACTUAL, said) for key, said in SYSTEMS.items()}, measures=[asked])
    assert apart.values["a"][asked].value == value


def test_recall_of_the_other_label_says_the_opposite():
    """a calls more items 1 than b does: it finds more of the 1s and fewer of the 0s."""
    gaps = [informed.compare(ACTUAL, SYSTEMS, measures=[each]).difference(each) for each in ("recall[0]", "recall[1]")]
    assert gaps[0].estimate.value > 0 > gaps[1].estimate.value
    assert "'b' is better than 'a' by recall[0]: " in informed.compare(ACTUAL, SYSTEMS, measures="recall[0]").verdict[0]


def test_a_label_in_brackets_is_read_back():
    for text, name, label in (
        ("recall[rain]", "recall", "rain"),
        ("f_measure(beta=2)[a(b)]", "f_measure(beta=2)", "a(b)"),
        ("recall[x[1]]", "recall", "x[1]"),
        ("kappa", "kappa", None),
    ):
        found = get(text)
        assert (str(replace(found, label=None)), found.label) == (name, label)


# --- one system that does not vary -----------------------------------------------------------------------------------


@settings(max_examples=8)
@given(st.integers(2, 4), st.integers(0, 2**32 - 1))
def test_beside_a_constant_system_a_difference_is_the_other_systems_own_value(size, seed):
    """Where chance has one value, a constant has it in every sample: nothing of the difference is its doing."""
    rng = np.random.default_rng(seed)
    actual, other = rng.integers(0, size, 200), rng.integers(0, size, 200)
    other = np.where(rng.random(200) < 0.4, actual, other)
    systems = {"constant": np.full(200, actual[0]), "other": other}
    names = [each.name for each in find(headline=True) if each.kind == "table" and each.fixed_chance == 0]
    found = informed.compare(actual, systems, measures=names)
    for name in names:
        alone, gap = found.values["other"][name], found.difference(name).estimate
        if found.values["constant"][name].value == 0:
            assert_allclose([gap.value, gap.low, gap.high], [alone.value, alone.low, alone.high], atol=1e-12)


# --- many systems ----------------------------------------------------------------------------------------------------


@settings(max_examples=40)
@example(8 * [0.0] + 3 * [1.0] + [0.15], "bh")  # 0.15 * 12 / 9 is 0.2 but for rounding
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12), st.sampled_from(["holm", "bh", "none"]))
def test_an_interval_leaves_out_the_null_exactly_when_the_adjusted_p_says_so(p, method):
    adjusted = adjust(p, method)
    for alpha in (0.05, 0.2):
        apart = abs(adjusted - alpha) > 1e-12  # rounding decides a tie
        inside = np.array(p) < shown_at(p, adjusted, alpha, method)
        assert_allclose(inside[apart], (adjusted < alpha)[apart])


@pytest.mark.parametrize("how", ["holm", "bh", "none", "max_t"])
@pytest.mark.parametrize("size", [2, 3])
def test_intervals_of_many_systems_agree_with_the_adjusted_p(how, size):
    rng = np.random.default_rng(size)
    for knows in (0.0, 0.25, 0.5):
        actual = rng.integers(0, size, 150)
        systems = {
            f"s{place}": np.where(rng.random(150) < knows * place / 5, actual, rng.integers(0, size, 150))
            for place in range(5)
        }
        for each in informed.compare(actual, systems, adjust=how, draws=100).differences:
            outside = each.estimate.low > 0 or each.estimate.high < 0
            assert outside == (each.p_adjusted < 0.05)


def test_a_system_that_is_constant_on_a_few_items_is_not_taken_for_a_constant():
    """It may know a share of the next ones: of 3 items a system that knows half misses all with probability 1/8."""
    actual, other = np.array([0] * 3 + [1] * 97), np.array([0] * 2 + [1] * 98)
    found = informed.compare(actual, {"constant": np.ones(100, dtype=int), "other": other})
    assert "'constant' always says one label, but the rarest class has only 3 items" in found.verdict[0]
    assert found.difference().estimate.low < found.values["other"]["informedness"].low


def test_a_reversal_needs_both_differences_to_be_shown():
    """Equal informedness (.4 each), unequal accuracy: one finds the common class, the other the rare one."""
    rng = np.random.default_rng(11)
    for _ in range(10):
        actual = (rng.random(400) < 0.2).astype(int)
        first = (rng.random(400) > np.where(actual == 0, 0.9, 0.5)).astype(int)
        second = (rng.random(400) > np.where(actual == 0, 0.5, 0.1)).astype(int)
        found = informed.compare(actual, {"a": first, "b": second}, measures=["informedness", "accuracy"], draws=100)
        shown = {each.measure: each.p_adjusted < 0.05 for each in found.differences}
        assert not found.reversals or (shown["informedness"] and shown["accuracy"])
