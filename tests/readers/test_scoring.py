"""Scores from frames of every engine are those of the same items in arrays."""

import numpy as np
import pytest

from informed import InputError, Scores, sweep
from informed.readers.scoring import in_memory, score_frame


def columns():
    rng = np.random.default_rng(6)
    actual = rng.random(60) < 0.4
    score = np.round(rng.normal(size=60) + actual, 1)
    return {"y": np.where(actual, "yes", "no").tolist(), "p": score.tolist(), "w": rng.integers(1, 5, 60).tolist()}


def expected(**options):
    data = columns()
    return Scores.of(np.array(data["y"]) == "yes", data["p"], labels=("yes", "no"), **options)


def test_a_frame_of_any_engine(engine):
    assert sweep(engine(columns()), actual="y", score="p", positive="yes").scores == expected()


def test_weights_and_bins(engine):
    found = sweep(engine(columns()), actual="y", score="p", positive="yes", weight="w", weight_kind="frequency", bins=8)
    weighed = expected(weights=np.array(columns()["w"]), weight_kind="frequency")
    assert found.scores.width == 1.0  # the scores span less than 8 but more than 4
    assert found.scores == weighed.coarser(1.0)


def test_the_engine_itself_groups(engine):
    frame = engine(columns())
    if in_memory(frame, ["y", "p"]) is not None:
        pytest.skip("held in memory, so nothing is asked of an engine")
    assert score_frame(frame, "y", "p", positive="yes") == expected()
    sampled = score_frame(frame, "y", "p", positive="yes", weight="w", bins=8)
    assert sampled == expected(weights=np.array(columns()["w"], float)).coarser(1.0)


def test_items_without_label_or_score(engine):
    data = columns()
    data["y"][0], data["p"][1] = None, None
    kept = np.arange(60) > 1
    with pytest.raises(InputError, match="missing"):
        sweep(engine(data), actual="y", score="p", positive="yes")
    found = sweep(engine(data), actual="y", score="p", positive="yes", missing="drop").scores
    labels, scores = np.array(columns()["y"])[kept] == "yes", np.array(columns()["p"])[kept]
    assert found == Scores.of(labels, scores, labels=("yes", "no"), missing=2)


def test_columns_that_do_not_exist(engine):
    with pytest.raises(InputError, match="'prob' is not one of"):
        sweep(engine(columns()), actual="y", score="prob", positive="yes")
    with pytest.raises(InputError, match="'maybe' is not a label"):
        sweep(engine(columns()), actual="y", score="p", positive="maybe")
