"""Scores counted by an engine are those counted from arrays."""

from __future__ import annotations

import random

import numpy as np
import pytest

from informed import InputError, Scores
from informed.readers.columns import Scored
from informed.readers.distinct import distinct

RANDOM = random.Random(7)
SIZE = 300
COLUMNS = {
    "y": [RANDOM.choice(["ill", "well"]) for _ in range(SIZE)],
    "s": [RANDOM.choice([RANDOM.gauss(0, 3), round(RANDOM.gauss(0, 3)), -0.0]) for _ in range(SIZE)],
    "w": [RANDOM.choice([0.25, 0.5, 2.0]) for _ in range(SIZE)],
    "times": [RANDOM.randrange(4) for _ in range(SIZE)],
}
ILL = [label == "ill" for label in COLUMNS["y"]]
LABELS = ("ill", "well")


def scores_of(source, actual, score, *, skip_bad_rows=False, **how):
    files = {"skip_bad_rows": True} if skip_bad_rows else {}
    return distinct(source, Scored.named(actual, score, **how), **files)


@pytest.fixture
def frame_of(engine):
    if engine is dict:
        pytest.skip("a dictionary of columns has no engine; its columns are arrays")
    return engine


@pytest.mark.parametrize("width", [0.0, 0.5, 4.0])
def test_scores(frame_of, width):
    counted = scores_of(frame_of(COLUMNS), "y", "s", positive="ill", width=width)
    assert counted == Scores.of(ILL, COLUMNS["s"], labels=LABELS, width=width)


def test_weights(frame_of):
    counted = scores_of(frame_of(COLUMNS), "y", "s", positive="ill", weights="w", width=0.25)
    assert counted == Scores.of(ILL, COLUMNS["s"], labels=LABELS, weights=COLUMNS["w"], width=0.25)


def test_frequencies(frame_of):
    counted = scores_of(frame_of(COLUMNS), "y", "s", positive="ill", weights="times", weight_kind="frequency")
    expected = Scores.of(ILL, COLUMNS["s"], labels=LABELS, weights=COLUMNS["times"], weight_kind="frequency")
    assert counted == expected


def test_gaps_are_dropped_on_request_and_infinity_is_a_score(frame_of):
    columns = {"y": [1, 0, None, 1, 0], "s": [0.5, float("nan"), 0.1, float("inf"), None]}
    columns["y"].append(0)
    columns["s"].append(float("-inf"))
    for width in (0.0, 0.25):
        counted = scores_of(frame_of(columns), "y", "s", width=width, missing="drop")
        assert counted.missing == 3
        assert counted.values.tolist() == [float("inf"), 0.5, float("-inf")]
        assert counted.counts.tolist() == [[1, 1, 0], [0, 0, 1]]
        with pytest.raises(InputError, match="3 items lack a label, a score or a key; use missing='drop'"):
            scores_of(frame_of(columns), "y", "s", width=width)


def test_more_than_two_classes_are_one_against_the_rest(frame_of):
    columns = {"y": [0, 1, 2, 1], "s": [0.1, 0.7, 0.3, 0.7]}
    counted = scores_of(frame_of(columns), "y", "s", positive=1)
    assert counted.labels == (1, "rest")
    assert counted.counts.tolist() == [[2, 0, 0], [0, 1, 1]]
    with pytest.raises(InputError, match=r"positive=3 is not a label; the labels are \[0, 1, 2\]"):
        scores_of(frame_of(columns), "y", "s", positive=3)


def test_files(tmp_path):
    text, lines = tmp_path / "rows.csv", tmp_path / "rows.jsonl"
    rows = list(zip(COLUMNS["y"], COLUMNS["s"], COLUMNS["w"], strict=True))
    text.write_text("y,s,w\n" + "".join(f"{y},{s!r},{w!r}\n" for y, s, w in rows))
    lines.write_text("".join(f'{{"y": "{y}", "s": {s!r}, "w": {w!r}}}\n' for y, s, w in rows))
    once = Scores.of(ILL, COLUMNS["s"], labels=LABELS)
    for path in (text, lines):
        assert scores_of([path], "y", "s", positive="ill") == once
    assert scores_of([text, lines], "y", "s", positive="ill") == once + once
    weighted = scores_of([text], "y", "s", positive="ill", weights="w", width=1.0)
    assert weighted == Scores.of(ILL, COLUMNS["s"], labels=LABELS, weights=COLUMNS["w"], width=1.0)


def test_a_score_that_is_no_number_is_named_with_its_line(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("y,s\n1,0.5\n0,high\n0,0.25\n")
    with pytest.raises(InputError, match="line 3: column 's' holds 'high', which is not a number"):
        scores_of([path], "y", "s", positive="1")
    counted = scores_of([path], "y", "s", positive="1", skip_bad_rows=True)
    assert (counted.labels, counted.n, counted.refused) == ((1, 0), 2, 1)


def test_scores_merge_to_the_whole():
    halves = [slice(0, 120), slice(120, None)]
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(COLUMNS)
    parts = [scores_of(frame[half].lazy(), "y", "s", positive="ill", width=0.5) for half in halves]
    assert parts[0] + parts[1] == Scores.of(ILL, np.array(COLUMNS["s"]), labels=LABELS, width=0.5)
