"""Laws of the intervals of one table: what stands beside it, how large it is and what it is called change nothing."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import norm

import informed
from informed.core.counts import Counts
from informed.core.registry import find
from informed.core.table import as_table, nearly_whole
from informed.inference.design import Independent
from informed.inference.interval import METHODS, interval, p_value
from informed.inference.proportions import Sample
from informed.inference.significance.statistics import hits_z
from informed.inference.smoothing import pseudo_counts
from strategies import tables

READY = [each for each in find() if each.ready]
HITS = [each for each in find() if each.hit is not None]
ALPHAS = (0.001, 0.01, 0.05, 0.3, 0.8)
BATCHES = [
    np.array([[[30, 8], [6, 28]], [[28, 6], [8, 30]], [[9, 0], [3, 5]], [[5, 5], [5, 5]]]),
    np.array(
        [[[7, 2, 1], [3, 9, 0], [1, 2, 5]], [[0, 6, 0], [0, 0, 6], [6, 0, 0]], [[4, 8, 12], [2, 4, 6], [1, 2, 3]]]
    ),
]


def fitting(measure, table):
    """The default, and every method that may be asked for."""
    sample = Sample(Independent(as_table(table)))
    return [None, *(name for name, method in METHODS.items() if method.applies(measure, sample))]


def ends(measure, table, **options):
    within = interval(measure, table, draws=100, **options)
    return np.stack([within.low, within.high])


@pytest.mark.parametrize("measure", READY, ids=str)
def test_a_batch_is_a_loop_for_every_method(measure):
    """Intervals included: no table's numbers change when others join it, nor when they come in another order."""
    for batch in BATCHES:
        if not measure.applies(*batch.shape[-2:]):
            continue
        for method in fitting(measure, batch):
            alone = np.stack([ends(measure, each, method=method) for each in batch], axis=-1)
            assert_allclose(ends(measure, batch, method=method), alone, rtol=1e-12, atol=1e-14, err_msg=str(method))
            some = ends(measure, batch[::-2], method=method)
            assert_allclose(some, alone[:, ::-2], rtol=1e-12, atol=1e-14, err_msg=str(method))


@given(cells=st.lists(st.integers(0, 40), min_size=4, max_size=4))
@settings(max_examples=25, deadline=None)
def test_two_classes_have_one_interval_on_a_page(cells):
    """Overall and of either label: what is one number by definition has one interval, drawn or not."""
    table = np.reshape(cells, (2, 2))
    assume(table.sum(0).all() and table.sum(1).all())
    found = informed.evaluate(Counts(table), draws=100)
    for name, whole in found.measures.items():
        for label in found.per_label.values():
            if name in label and find(name=name)[0].relabel:
                assert_allclose(label[name].value, whole.value, atol=1e-12)
                assert_allclose([label[name].low, label[name].high], [whole.low, whole.high], rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("measure", HITS, ids=str)
@given(table=tables(classes=(3, 8), most=30, batch=((4,),)))
@settings(max_examples=25, deadline=None)
def test_p_and_interval_agree_at_every_level(measure, table):
    p = p_value(measure, table)
    for alpha in ALPHAS:
        within = interval(measure, table, level=1 - alpha)
        excluded = (within.low > 0) | (within.high < 0)
        clear = ~np.isnan(within.low) & (abs(p - alpha) > 1e-9)
        assert_array_equal(excluded[clear], (p < alpha)[clear])


@pytest.mark.parametrize("measure", [each for each in HITS if each.name != "correlation"], ids=str)
@given(table=tables(classes=(3, 8), most=30, batch=((4,),)))
@settings(max_examples=25, deadline=None)
def test_the_test_is_the_z_with_fixed_margins_corrected_for_skewness(measure, table):
    """Wilson & Hilferty 1931, Hall 1992, with the third moment of an item's influence at independence."""
    table = as_table(table)
    assume((((table.sum(-1) > 0) | (table.sum(-2) > 0)).all()) and not np.isnan(measure.raw(table)).any())
    z, n = hits_z(table, measure.hit(table)), table.sum((-1, -2))
    chance = table.sum(-1)[..., :, None] * table.sum(-2)[..., None, :] / n[:, None, None] ** 2
    hit = np.eye(table.shape[-1]) * measure.hit(table)[..., None]
    rows, columns = ((chance * hit).sum(axis) / np.maximum(chance.sum(axis), 1e-300) for axis in (-1, -2))
    effect = hit - rows[..., :, None] - columns[..., None, :] + (chance * hit).sum((-1, -2))[:, None, None]
    variance, third = ((chance * effect**power).sum((-1, -2)) for power in (2, 3))
    clear = variance * n**2 > 1e-6
    skew = np.divide(third, variance**1.5 * np.sqrt(np.maximum(n - 1, 1)), where=clear, out=np.zeros(len(n)))
    for sign, tail in ((1, z > 1e-9), (-1, z < -1e-9)):
        x, g = sign * z, sign * skew
        hall = x + g / 6 - g * x**2 / 6 + g**2 * x**3 / 108
        with np.errstate(all="ignore"):
            deviate = np.where(g * x > 1e-9, g / 6 + 6 / g * (np.cbrt(1 + g * x / 2) - 1), hall)
        here = clear & tail & (abs(deviate) < 30)
        assert_allclose(p_value(measure, table)[here], np.minimum(2 * norm.sf(deviate), 1)[here], rtol=1e-6, atol=1e-12)


def test_labels_shifted_by_one_are_not_worse_than_guessing():
    """20 labels, one item each: guessing misses all of them with probability (1 - 1/20)^20 = .36."""
    shifted = np.roll(np.eye(20), 1, axis=1)
    for measure in HITS:
        assert p_value(measure, shifted) > 0.2, measure


@given(table=tables(classes=(2, 2), most=200, batch=((3,),)))
def test_balanced_accuracy_of_two_classes_is_informedness_on_another_scale(table):
    informedness, balanced = interval("informedness", table), interval("balanced_accuracy", table)
    adjusted = interval("adjusted_balanced_accuracy", table)
    there = ~np.isnan(informedness.low)
    for end in ("low", "high"):
        of = getattr(informedness, end)[there]
        assert_allclose(getattr(balanced, end)[there], (1 + of) / 2, atol=1e-12)
        assert_allclose(getattr(adjusted, end)[there], of, atol=1e-12)


def test_pseudo_items_of_two_classes_are_half_an_item_a_cell():
    """Agresti's correction."""
    assert_array_equal(pseudo_counts(np.array([[3.0, 1.0], [2.0, 9.0]])), np.full((2, 2), 0.5))


# --- whole numbers ---------------------------------------------------------------------------------------------------


@given(table=tables(classes=(2, 4), most=10**6, batch=((),)), share=st.floats(0.01, 0.99))
@settings(max_examples=25, deadline=None)
def test_rounding_makes_no_count_a_share(table, share):
    """Counts that came out of sums and products of floats are counts."""
    rounded = table * share / share
    assert nearly_whole(rounded[rounded > 0]).all()
    assert Counts(rounded).n == table.sum()
    for name in ("informedness", "kappa", "accuracy"):
        old, new = interval(name, table), interval(name, rounded)
        assert_array_equal([new.low, new.high], [old.low, old.high])


def test_shares_are_not_whole():
    assert not nearly_whole(np.array([0.5, 1e-10, 1.001, 2.5, 1e9 + 0.25])).any()
    assert nearly_whole(np.array([0.0, 1.0, 55.00000000000001, 3 - 1e-12, 1e15])).all()
    assert Counts([[0.25, 0.25], [0.2, 0.3]]).n is None


# --- any size --------------------------------------------------------------------------------------------------------

SHAPES = {
    "two classes": [[61, 9], [7, 23]],
    "three classes": [[31, 4, 2], [6, 28, 1], [3, 9, 16]],
    "a label never occurs": [[61, 9, 0], [7, 23, 0], [0, 0, 0]],
    "one prediction only": [[70, 0], [30, 0]],
    "no hit": [[0, 50], [50, 0]],
}


@pytest.mark.parametrize("power", [0, 4, 8, 9, 10, 13])
@pytest.mark.parametrize("shape", SHAPES)
def test_any_number_of_items_is_answered(shape, power):
    """From a hundred to 10^15 items; every defined measure but those without hits has an interval."""
    table = np.array(SHAPES[shape], dtype=np.int64) * 10**power
    found = informed.evaluate(Counts(table))
    assert found.significance["informedness"].p is not None
    for name, each in found.measures.items():
        if not np.isnan(each.value) and each.note is None:
            assert each.low is not None, name


@pytest.mark.parametrize("name", ["cramers_v", "phi_squared", "determination", "proficiency"])
def test_chance_gives_nothing_among_very_many_items(name):
    found = informed.estimate(np.array(SHAPES["three classes"]) * 10**12, name)
    assert found.low < found.value < found.high
    assert found.by_chance == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(("name", "prices"), [("expected_value", "value"), ("total_cost", "cost")])
def test_prices_keep_the_places_of_labels_that_never_occur(name, prices):
    """Without the empty label the table and its prices say the same."""
    measure, matrix = informed.measures.get(name), [[5.0, -1.0, 7.0], [-2.0, 3.0, 7.0], [7.0, 7.0, 7.0]]
    wide = informed.estimate(Counts(SHAPES["a label never occurs"]), measure.with_(**{prices: matrix}))
    short = informed.estimate(Counts([[61, 9], [7, 23]]), measure.with_(**{prices: [row[:2] for row in matrix[:2]]}))
    assert_allclose([wide.value, wide.low, wide.high], [short.value, short.low, short.high])


# --- what was asked for is what was done -----------------------------------------------------------------------------


@pytest.mark.parametrize("method", [None, *METHODS])
@pytest.mark.parametrize("by", [None, [0] * 18 + [1] * 18])
def test_the_signature_names_the_methods_really_used(method, by):
    actual, predicted = [0, 1, 1] * 12, [0, 1, 0, 0, 1, 1] * 6
    found = informed.evaluate(actual, predicted, method=method, draws=100, positive=1, by=by)
    for each in (found, *found.groups):
        within = (each, *each.groups)
        used = {each.estimate.method for one in within for each in one.every_figure() if each.estimate.low is not None}
        written = dict(part.split(":", 1) for part in each.signature.split("|")).get("interval")
        if method is None:
            assert written is None
        else:
            assert written == (method if used == {method} else f"{method}+default")


def test_one_label_without_hits_leaves_no_interval_of_a_mean_that_it_decides():
    """The harmonic and the geometric mean are 0 as soon as one label has no hit: a few items decide them."""
    for name in ("average_f", "average_g"):
        few = informed.estimate([[40, 2, 3], [4, 3, 1], [2, 2, 40]], name)
        assert few.low is None
        assert "fewer than 5 hits" in few.note
        enough = informed.estimate([[40, 2, 3], [4, 13, 1], [2, 2, 40]], name)
        assert enough.low < enough.value < enough.high
