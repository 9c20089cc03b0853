"""What must hold of every sweep, whatever the scores."""

from itertools import pairwise

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from informed import Scores, sweep
from informed.core.table import cells, total
from informed.measures import find
from informed.questions.sweep.area import area

TIED = st.sampled_from([-np.inf, -2.5, -0.0, 0.0, 1e-300, 0.25, 0.5, 1.0, 1.5, 1e300, np.inf])
FREE = st.floats(allow_nan=False, width=64)


@st.composite
def scored(draw, scores=TIED | FREE, most=40):
    """Labels of both classes and a score for each item, many of them tied."""
    values = draw(st.lists(scores, min_size=2, max_size=most))
    labels = draw(st.lists(st.booleans(), min_size=len(values), max_size=len(values)))
    labels[:2] = [True, False]
    return np.array(labels), np.array(values)


def pairs_won(labels, scores):
    """For each pair of a positive and another item: 1 if the positive one scores higher, 1/2 if they tie."""
    ups, downs = scores[labels][:, None], scores[~labels][None, :]
    return (ups > downs) + 0.5 * (ups == downs)


@given(data=scored())
def test_area_is_mann_whitney_with_ties_half(data):
    labels, scores = data
    assert_allclose(area(Scores.of(labels, scores)).value, pairs_won(labels, scores).mean(), rtol=1e-12)


@given(data=scored())
def test_variance_of_the_area_is_delongs(data):
    labels, scores = data
    won = pairs_won(labels, scores)
    if min(won.shape) < 2:
        return
    by_definition = won.mean(1).var(ddof=1) / won.shape[0] + won.mean(0).var(ddof=1) / won.shape[1]
    assert_allclose(area(Scores.of(labels, scores)).variance, by_definition, rtol=1e-9, atol=1e-15)


@given(data=scored())
def test_tables_count_the_items_at_or_above_each_threshold(data):
    labels, scores = data
    found = sweep(labels, scores, positive=True)
    for threshold, table in zip(found.thresholds[1:], found.tables[1:], strict=True):
        predicted = scores >= threshold
        expected = [[(labels & predicted).sum(), (labels & ~predicted).sum()]]
        expected += [[(~labels & predicted).sum(), (~labels & ~predicted).sum()]]
        assert_array_equal(table, expected)
    assert_array_equal(found.tables[0], [[0, labels.sum()], [0, (~labels).sum()]])
    assert not (scores >= found.thresholds[0]).any()


@given(data=scored(scores=st.integers(-30, 30).map(float)))
def test_area_is_unchanged_by_monotone_maps_and_turns_with_the_scores(data):
    labels, scores = data
    value = sweep(labels, scores, positive=True).auc.value
    for mapped in (3 * scores - 7, np.exp(scores / 4), np.arctan(scores), scores**3):
        assert_allclose(sweep(labels, mapped, positive=True).auc.value, value, rtol=1e-12)
    assert_allclose(sweep(labels, -scores, positive=True).auc.value, 1 - value, rtol=1e-12, atol=1e-15)
    assert_allclose(sweep(~labels, scores, positive=True).auc.value, 1 - value, rtol=1e-12, atol=1e-15)


@given(data=scored())
def test_best_informedness_is_the_highest_of_any_threshold(data):
    labels, scores = data
    highest = max(
        (scores[labels] >= threshold).mean() - (scores[~labels] >= threshold).mean() for threshold in [*scores, np.nan]
    )
    assert_allclose(sweep(labels, scores, positive=True).best("informedness").informedness, highest, atol=1e-12)


@given(data=scored())
def test_the_interval_of_the_area_holds_it_and_has_a_width(data):
    labels, scores = data
    found = sweep(labels, scores, positive=True).auc
    if found.low is not None:
        assert 0 <= found.low <= found.value <= found.high <= 1
        assert found.low < found.high
        wider = sweep(labels, scores, positive=True, level=0.99).auc
        assert wider.low <= found.low
        assert found.high <= wider.high


@given(data=scored())
def test_every_measure_runs_along_the_sweep_as_it_does_on_each_table(data):
    labels, scores = data
    found = sweep(labels, scores, positive=True)
    for measure in find():
        if measure.ready and measure.applies(2, 2):
            assert_array_equal(found.along(measure), [measure(table) for table in found.tables], err_msg=str(measure))


@given(data=scored(), cut=st.integers(0, 40))
def test_merging_parts_is_counting_the_whole(data, cut):
    labels, scores = data
    cut = min(max(cut, 1), len(scores) - 1)
    whole = Scores.of(labels, scores)
    first, second = Scores.of(labels[:cut], scores[:cut]), Scores.of(labels[cut:], scores[cut:])
    assert first + second == whole == second + first
    assert whole.n == len(scores)
    assert Scores.from_json(whole.to_json()) == whole


@given(data=scored(), exponent=st.integers(-60, 60) | st.integers(-4, 4))
def test_bins_are_exact_at_their_thresholds_and_bound_the_area(data, exponent):
    labels, scores = data
    width = 2.0**exponent
    exact, binned = Scores.of(labels, scores), Scores.of(labels, scores, width=width)
    assert binned == exact.coarser(width) == Scores.of(labels, scores, width=width / 4).coarser(width)
    assert abs(area(binned).value - area(exact).value) <= binned.auc_error + 1e-12
    for threshold, table in zip(binned.values, sweep(binned).tables[1:], strict=True):
        hits, _, alarms, _ = cells(table)
        assert (hits, alarms) == ((scores[labels] >= threshold).sum(), (scores[~labels] >= threshold).sum())


@given(data=scored(), times=st.integers(2, 5))
def test_frequency_weights_are_replication(data, times):
    labels, scores = data
    weighted = Scores.of(labels, scores, weights=np.full(len(scores), times), weight_kind="frequency")
    assert weighted == Scores.of(np.tile(labels, times), np.tile(scores, times))


@given(data=scored(), scale=st.sampled_from([0.25, 1.0, 8.0]))
def test_sampling_weights_all_alike_change_neither_value_nor_interval(data, scale):
    labels, scores = data
    plain = sweep(labels, scores, positive=True)
    weighted = sweep(labels, scores, positive=True, weights=np.full(len(scores), scale))
    assert_allclose(weighted.auc.value, plain.auc.value, rtol=1e-12)
    assert (weighted.auc.low is None) == (plain.auc.low is None)
    if plain.auc.low is not None:
        assert_allclose([weighted.auc.low, weighted.auc.high], [plain.auc.low, plain.auc.high], rtol=1e-9, atol=1e-12)


@given(data=scored())
def test_items_without_weight_are_absent(data):
    labels, scores = data
    weights = np.r_[np.ones(len(scores)), np.zeros(len(scores))]
    doubled = Scores.of(np.tile(labels, 2), np.r_[scores, scores[::-1]], weights=weights)
    assert doubled == Scores.of(labels, scores, weights=np.ones(len(scores)))


@given(data=scored())
def test_the_hull_is_concave_and_nothing_lies_above_it(data):
    labels, scores = data
    found = sweep(labels, scores, positive=True)
    outline = found.hull
    slopes = np.diff(found.hits[outline.places]), np.diff(found.alarms[outline.places])
    turns = slopes[0][:-1] * slopes[1][1:] - slopes[0][1:] * slopes[1][:-1]
    assert (turns > 0).all()
    assert (np.interp(found.fallout, outline.fallout, outline.recall) >= found.recall - 1e-12).all()
    assert found.auc.value <= outline.auc + 1e-12
    assert outline.auc >= 0.5 - 1e-12


@given(data=scored(), share=st.floats(0, 1))
def test_mixtures_lie_on_the_hull_and_have_what_was_asked_for(data, share):
    labels, scores = data
    found = sweep(labels, scores, positive=True)
    positives = labels.mean()
    for name in ("fallout", "recall", "bias"):
        mixture = found.hull.at(**{name: share})
        bias = positives * mixture.recall + (1 - positives) * mixture.fallout
        assert 0 <= mixture.q <= 1
        assert_allclose({"fallout": mixture.fallout, "recall": mixture.recall, "bias": bias}[name], share, atol=1e-12)
        ends = [found.at(each) if np.isfinite(each) else None for each in (mixture.first, mixture.second)]
        if all(ends):
            recall = mixture.q * ends[0].recall + (1 - mixture.q) * ends[1].recall
            assert_allclose(mixture.recall, recall, atol=1e-12)


@given(data=scored())
def test_repair_gains_twice_what_the_curve_lacks(data):
    labels, scores = data
    found = sweep(labels, scores, positive=True)
    repaired = found.repaired()
    assert_allclose(repaired.auc, 2 * found.hull.auc - found.auc.value, atol=1e-12)
    assert (np.diff(repaired.fallout) >= -1e-12).all()
    assert (np.diff(repaired.recall) >= -1e-12).all()
    assert bool(repaired.stretches) == (found.hull.auc - found.auc.value > 1e-12)


@given(data=scored(), c=st.floats(0, 50))
def test_the_isocost_tangent_touches_the_hull(data, c):
    labels, scores = data
    found = sweep(labels, scores, positive=True)
    point = found.isocost(c)
    highest = (found.hull.recall - c * found.hull.fallout).max()
    assert_allclose(point.recall - c * point.fallout, highest, atol=1e-9)


@given(data=scored())
def test_gini_is_lift_quality_and_twice_the_area_less_one(data):
    labels, scores = data
    found = sweep(labels, scores, positive=True)
    taken, found_of = found.gain
    gained = (np.diff(taken) * (found_of[1:] + found_of[:-1]) / 2).sum() - 0.5
    perfect = (1 - labels.mean() / 2) - 0.5
    assert_allclose(found.gini.value, gained / perfect, atol=1e-12)
    assert_allclose(found.gini.value, 2 * found.auc.value - 1, atol=1e-15)


@given(data=scored())
def test_perverse_point_mirrors_and_the_kite_is_informedness(data):
    labels, scores = data
    point = sweep(labels, scores, positive=True).best()
    fallout, recall = point.perverse
    corners = [(0, 0), (point.fallout, point.recall), (1, 1), (fallout, recall)]
    around = [*corners, corners[0]]
    shoelace = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(around)) / 2
    assert_allclose(point.kite, abs(shoelace), atol=1e-12)
    assert_allclose(recall - fallout, -point.informedness, atol=1e-12)


@given(data=scored(scores=st.floats(0, 1)))
def test_brier_is_reliability_less_resolution_plus_uncertainty(data):
    labels, scores = data
    assume(not np.isin(scores, (0, 1)).all())  # labels, which are refused
    found = sweep(labels, scores, positive=True).calibration()
    assert_allclose(found.brier.value, found.reliability - found.resolution + found.uncertainty, atol=1e-12)
    assert_allclose(found.brier.value, ((scores - labels) ** 2).mean(), atol=1e-12)
    assert_allclose(sum(each.n for each in found.bins), len(scores))


@given(data=scored(scores=st.floats(0, 1)))
def test_always_saying_the_prevalence_has_no_skill_and_is_calibrated(data):
    labels, _ = data
    found = sweep(labels, np.full(len(labels), labels.mean()), positive=True).calibration()
    assert_allclose([found.brier_skill, found.log_skill, found.ece], 0, atol=1e-9)


@given(data=scored())
def test_turning_scores_around_is_flipping_them(data):
    labels, scores = data
    assert Scores.of(labels, scores, labels=("a", "b")).flipped() == Scores.of(~labels, -scores, labels=("b", "a"))


@given(data=scored())
def test_items_may_come_in_any_order(data):
    labels, scores = data
    order = np.random.default_rng(len(scores)).permutation(len(scores))
    assert Scores.of(labels, scores) == Scores.of(labels[order], scores[order])
    assert total(sweep(labels, scores, positive=True).tables).tolist() == [len(scores)] * (
        len(set(scores.tolist())) + 1
    )
