import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from informed import InputError
from informed.core import measures as m
from informed.inference.abstention import ZERO_STAKE, staked
from informed.questions.sweep.selection import selective_risk

items = st.lists(
    st.tuples(st.sampled_from("abc"), st.sampled_from("abc"), st.integers(0, 5)), min_size=2, max_size=40
).filter(lambda rows: {row[0] for row in rows} == set("abc"))


@given(items)
def test_each_point_is_the_table_of_what_is_answered_there(rows):
    actual, predicted, confidence = map(np.array, zip(*rows, strict=True))
    curve = selective_risk(actual, predicted, confidence)
    for place, threshold in enumerate(curve.thresholds):
        kept = confidence >= threshold
        table = np.zeros((3, 3), int)
        np.add.at(table, (_code(actual[kept]), _code(predicted[kept])), 1)
        left = np.bincount(_code(actual[~kept]), minlength=3)
        assert curve.coverage[place] == pytest.approx(kept.mean())
        assert curve.risk[place] == pytest.approx((actual[kept] != predicted[kept]).mean())
        zero_stake = ZERO_STAKE["informedness"](staked(table.astype(float), left))
        assert curve.informedness[place] == pytest.approx(zero_stake, abs=1e-9)


def _code(labels):
    return np.array(["abc".index(each) for each in labels], int)


def test_the_area_is_the_mean_risk_when_items_are_answered_one_by_one():
    rng = np.random.default_rng(5)
    confidence, right = rng.permutation(200) / 200, rng.random(200) < 0.7
    curve = selective_risk(np.ones(200, int), np.where(right, 1, 0), confidence)
    ordered = ~right[np.argsort(-confidence)]
    assert curve.area == pytest.approx((ordered.cumsum() / np.arange(1, 201)).mean())


def test_counted_rows_are_as_good_as_rows():
    rng = np.random.default_rng(6)
    actual, predicted, confidence = rng.integers(0, 2, 500), rng.integers(0, 2, 500), rng.integers(0, 7, 500) / 7
    whole = selective_risk(actual, predicted, confidence)
    rows, counts = np.unique(np.stack([actual, predicted, confidence]), axis=1, return_counts=True)
    counted = selective_risk(*rows, counts=counts)
    for name in ("thresholds", "coverage", "risk", "informedness", "area"):
        assert_allclose(getattr(counted, name), getattr(whole, name))


def test_answering_all_is_the_plain_table_and_confidence_pays():
    rng = np.random.default_rng(7)
    confidence, actual = rng.random(4000), rng.integers(0, 4, 4000)
    predicted = np.where(rng.random(4000) < confidence, actual, rng.integers(0, 4, 4000))
    curve = selective_risk(actual, predicted, confidence)
    table = np.zeros((4, 4), int)
    np.add.at(table, (actual, predicted), 1)
    assert len(curve.thresholds) <= 1000
    assert curve.coverage[-1] == 1
    assert curve.informedness[-1] == pytest.approx(m.informedness(table))
    assert curve.risk[-1] == pytest.approx(m.error_rate(table))
    assert curve.risk[len(curve.risk) // 10] < curve.risk[-1] / 2
    assert curve.area < curve.risk[-1]
    assert "AURC" in str(curve)
    assert curve.to_dict()["area"] == curve.area


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((["a"], ["a", "b"], [1.0]), "1, 2 and 1 items"),
        ((["a"], ["a"], [np.nan]), "position 0 is NaN"),
        (([], [], []), "0 items"),
    ],
)
def test_curves_that_cannot_be_drawn(arguments, message):
    with pytest.raises(InputError, match=message):
        selective_risk(*arguments)


def test_json_has_no_infinite_confidence():
    curve = selective_risk(["a", "b", "a"], ["a", "b", "b"], [np.inf, 0.5, -np.inf])
    told = json.loads(curve.to_json())
    assert told["thresholds"] == [None, 0.5, None]
    assert told["risk"] == pytest.approx([0, 0, 1 / 3])
