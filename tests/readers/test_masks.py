"""Masked arrays of NumPy: masking an item is leaving it out, or None in its place, whatever lies under the mask."""

import numpy as np
import pytest

import informed
from informed.core.errors import InputError
from informed.questions.sweep.selection import selective_risk
from informed.readers.arrays.series import encode

MASK = np.array([0, 0, 1, 0, 1, 0, 0, 0, 1, 0], bool)
LABELS = {
    "text": (["a", "b", "b", "a", "c", "c", "a", "b", "c", "a"], "zzz"),
    "whole": ([0, 2, 2, 0, 1, 1, 0, 2, 1, 0], 99),
    "negative": ([-3, 5, 5, -3, 9, 9, -3, 5, 9, -3], -77),
    "float": ([0.0, 2.0, 2.0, 0.0, 1.0, 1.0, 0.0, 2.0, 1.0, 0.0], 0.37),
    "bool": ([True, False, True, True, False, False, True, False, True, True], True),
    "large": ([2**60, 2**60 + 1] * 5, 2**61),
}
PREDICTED = [0, 2, 1, 0, 1, 2, 0, 2, 1, 1]
WEIGHTS = [1.0, 2.5, 1.0, 0.5, 3.0, 1.0, 2.0, 1.5, 1.0, 1.0]


def masked(values, under):
    """The values with the masked ones hidden over junk."""
    junk = np.array(values)
    junk[MASK] = np.array(under).astype(junk.dtype)
    return np.ma.array(junk, mask=MASK)


def with_none(values):
    return [None if gap else value for value, gap in zip(values, MASK.tolist(), strict=True)]


def kept(values):
    return [value for value, gap in zip(values, MASK.tolist(), strict=True) if not gap]


@pytest.mark.parametrize("kind", LABELS)
def test_masked_labels_are_missing(kind):
    values, under = LABELS[kind]
    others = list(reversed(values))
    found = informed.count(masked(values, under), others, missing="drop")
    assert found == informed.count(with_none(values), others, missing="drop")
    assert found.missing == MASK.sum()
    assert (found.table == informed.count(kept(values), kept(others), labels=found.labels).table).all()
    with pytest.raises(InputError, match="missing"):
        informed.count(masked(values, under), others)


def test_masked_predictions_are_abstentions_where_none_means_that():
    values, under = LABELS["text"]
    one, other = (informed.count(values, each, abstain=[None]) for each in (masked(values, under), with_none(values)))
    assert one == other
    assert one.abstained.sum() == MASK.sum()


def test_masked_one_hot_rows_and_column_vectors_are_missing():
    codes = np.array(LABELS["whole"][0])
    rows = np.ma.array(np.eye(3, dtype=int)[codes], mask=np.zeros((10, 3), bool))
    rows[MASK, 1] = np.ma.masked
    for given in (rows, np.ma.array(codes[:, None], mask=MASK[:, None])):
        assert informed.count(given, codes, missing="drop").missing == MASK.sum()


def test_nothing_but_masked_labels_is_nothing():
    with pytest.raises(InputError):
        informed.count(np.ma.array([1, 2], mask=[1, 1]), [1, 2], missing="drop")


def test_a_mask_that_hides_nothing_changes_nothing():
    values = LABELS["whole"][0]
    for mask in (False, np.zeros(10, bool)):
        assert informed.count(np.ma.array(values, mask=mask), PREDICTED) == informed.count(values, PREDICTED)


@pytest.mark.parametrize("values", [WEIGHTS, [1, 2, 1, 5, 3, 1, 2, 1, 1, 1]])
def test_masked_weights_are_missing(values):
    actual = LABELS["whole"][0]
    found = informed.count(actual, PREDICTED, weights=masked(values, -5), missing="drop")
    gaps = np.where(MASK, np.nan, values)
    assert found == informed.count(actual, PREDICTED, weights=gaps, missing="drop")
    with pytest.raises(InputError, match="missing"):
        informed.count(actual, PREDICTED, weights=masked(values, -5))


@pytest.mark.parametrize("groups", [["n", "s"] * 5, [1, 2] * 5])
def test_masked_groups_are_missing(groups):
    found, expected = (
        informed.count(LABELS["whole"][0], PREDICTED, by=each, missing="drop")
        for each in (masked(groups, groups[0]), with_none(groups))
    )
    assert found == expected


@pytest.mark.parametrize("scores", [[0.1, 0.9, 0.7, 0.2, 0.6, 0.8, 0.3, 0.4, 0.5, 0.15], list(range(10))])
def test_masked_scores_are_missing(scores):
    actual = [0, 1, 1, 0, 0, 1, 0, 1, 1, 0]
    found = informed.sweep(actual, masked(scores, 7), missing="drop")
    assert found.auc.value == informed.sweep(kept(actual), kept(scores)).auc.value
    assert found.scores.n == len(kept(actual))
    with pytest.raises(InputError, match="not a number"):
        informed.sweep(actual, masked(scores, 7))
    hidden = informed.sweep(masked(actual, 1), scores, missing="drop")
    assert hidden.auc.value == found.auc.value


def test_masked_labels_of_systems_and_masked_clusters_are_missing():
    values, under = LABELS["whole"]
    cluster = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    one = informed.items(values, {"a": masked(PREDICTED, under), "b": values}, cluster=cluster, missing="drop")
    assert one.n == len(kept(values))
    with pytest.raises(InputError):
        informed.items(values, {"a": PREDICTED, "b": values}, cluster=masked(cluster, 9))


def test_masked_ratings_were_not_given():
    one, other = [1, 2, 2, 1, 3, 3, 1, 2, 3, 1], [1, 2, 1, 1, 3, 2, 1, 2, 3, 3]
    with_gaps = {"one": with_none(one), "two": other, "three": one}
    hidden = {"one": masked(one, 9), "two": other, "three": one}
    assert informed.agree(hidden).to_json() == informed.agree(with_gaps).to_json()
    stacked = np.ma.stack([masked(one, 9), np.ma.array(other), np.ma.array(one)], axis=1)
    rows = [list(row) for row in zip(with_none(one), other, one, strict=True)]
    assert informed.agree(stacked).to_json() == informed.agree(rows).to_json()


def test_encode_drops_masked_items():
    values, under = LABELS["text"]
    assert encode(masked(values, under), missing="drop").missing == MASK.sum()


def test_what_cannot_have_gaps_says_so():
    values = LABELS["whole"][0]
    with pytest.raises(InputError, match="mask"):
        informed.Counts(np.ma.array([[1, 2], [3, 4]], mask=[[0, 1], [0, 0]]))
    with pytest.raises(InputError, match="mask"):
        selective_risk(values, PREDICTED, masked([float(place) for place in range(10)], 3))
