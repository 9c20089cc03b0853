"""Scores: what may go in, how they merge, how they are saved."""

import json

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from informed import InputError, Scores

TRUE, FALSE = True, False


def small():
    return Scores.of([TRUE, FALSE, TRUE], [0.9, 0.1, 0.9], labels=("spam", "ham"))


def test_counts_per_distinct_score():
    found = small()
    assert_array_equal(found.values, [0.9, 0.1])
    assert_array_equal(found.counts, [[2, 0], [0, 1]])
    assert (found.n, found.labels, found.weighted) == (3, ("spam", "ham"), False)
    assert repr(found) == "Scores(3 items, 2 distinct scores, labels ['spam', 'ham'])"


def test_counts_from_an_engine_come_in_any_order_with_repeats():
    found = Scores([0.1, 0.9, 0.9, 0.4], [[0, 1, 1, 0], [1, 0, 0, 0]], labels=("spam", "ham"))
    assert found == small()


def test_negative_zero_is_zero():
    found = Scores.of([TRUE, FALSE], [-0.0, 0.0])
    assert_array_equal(found.values, [0.0])
    assert str(found.values[0]) == "0.0"


def test_infinite_scores_stand_at_the_ends_and_survive_json():
    found = Scores.of([TRUE, FALSE, TRUE], [-np.inf, np.inf, 0.0])
    assert_array_equal(found.values, [np.inf, 0.0, -np.inf])
    assert json.loads(found.to_json())["values"] == ["inf", 0.0, "-inf"]
    assert Scores.from_json(found.to_json()) == found


def test_single_precision_scores_keep_their_value():
    assert Scores.of([TRUE, FALSE], np.array([0.1, 0.2], np.float32)).values.tolist() == [
        float(np.float32(0.2)),
        float(np.float32(0.1)),
    ]


def test_weights_are_summed_with_their_squares():
    found = Scores.of([TRUE, FALSE, TRUE], [1.0, 1.0, 1.0], weights=[0.5, 2.0, 3.0])
    assert_array_equal(found.counts, [[3.5], [2.0]])
    assert_array_equal(found.items, [[2], [1]])
    assert_array_equal(found.squares, [[9.25], [4.0]])
    assert (found.n, found.weighted) == (3, True)
    assert Scores.from_json(found.to_json()) == found


def test_bins_of_different_width_merge_into_the_wider():
    fine = Scores.of([TRUE, FALSE], [0.3, 0.7], width=0.125)
    wide = Scores.of([TRUE, FALSE], [0.3, 0.7], width=0.5)
    assert (fine + wide).width == 0.5
    assert fine + wide == wide + wide


def test_error_of_the_area_is_half_the_pairs_that_share_a_bin():
    found = Scores.of([TRUE, FALSE, FALSE, TRUE], [0.1, 0.2, 0.9, 0.8], width=0.5)
    assert found.auc_error == (1 + 1) / (2 * 4)
    assert Scores.of([TRUE, FALSE], [0.1, 0.2]).auc_error == 0


REFUSED = {
    r"scores\[1\] is not a number": lambda: Scores.of([TRUE, FALSE], [0.1, np.nan]),
    r"values\[0\] is not a number": lambda: Scores([np.nan], [[1], [1]]),
    "2 labels and 3 scores": lambda: Scores.of([TRUE, FALSE], [1, 2, 3]),
    "scores is empty": lambda: Scores.of([], []),
    r"scores has shape \(1, 2\)": lambda: Scores.of([TRUE], [[0.1, 0.2]]),
    "scores must be real numbers": lambda: Scores.of([TRUE], ["high"]),
    "beyond 9,007,199,254,740,992": lambda: Scores.of([TRUE, FALSE], [2**53 + 2, 5]),
    r"counts\[1\]\[0\] is -1": lambda: Scores([0.5, 0.1], [[1, 2], [-1, 0]]),
    r"counts has shape \(2, 1\) for 2 scores": lambda: Scores([0.5, 0.1], [[1], [1]]),
    "every count is 0": lambda: Scores([0.5], [[0], [0]]),
    "width=0.3 must be a power of two, for example 0.25": lambda: Scores.of([TRUE], [0.5], width=0.3),
    "name those two": lambda: Scores([0.5], [[1], [1]], labels=("a", "b", "c")),
    "different labels": lambda: small() + Scores.of([TRUE], [0.5]),
    "weighted and the other is not": lambda: small() + Scores.of([TRUE], [0.5], labels=("spam", "ham"), weights=[1.0]),
    "cannot get finer": lambda: small().coarser(0.5).coarser(0.25),
    "not saved scores": lambda: Scores.from_json("{}"),
    "key of saved scores='score'": lambda: Scores.from_dict({"kind": "scores", "score": 1}),
}


@pytest.mark.parametrize("message", REFUSED)
def test_refusals_name_place_value_and_remedy(message):
    with pytest.raises(InputError, match=message):
        REFUSED[message]()
