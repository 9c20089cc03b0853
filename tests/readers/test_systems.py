"""What several systems said, counted by an engine, is what it is when counted from arrays."""

from __future__ import annotations

import random

import pytest

from informed import InputError, Patterns, compare
from informed.readers.arrays import encode
from informed.readers.systems import patterns_of_files, patterns_of_frame

RANDOM = random.Random(11)
SYSTEMS = {"old": "p0", "new": "p1", "other": "p2"}


def columns(labels, size=300):
    return {name: [RANDOM.choice(labels) for _ in range(size)] for name in ("y", "p0", "p1", "p2")}


def expected(data, **options):
    encoded = encode(*data.values(), **options)
    actual, *said = encoded.codes
    return Patterns.of(actual, dict(zip(SYSTEMS, said, strict=True)), encoded.labels, missing=encoded.missing)


def text(data):
    rows = zip(*data.values(), strict=True)
    return ",".join(data) + "\n" + "".join(",".join("" if x is None else str(x) for x in row) + "\n" for row in rows)


@pytest.fixture
def frame_of(engine):
    if engine is dict:
        pytest.skip("a dictionary of columns has no engine; its columns are arrays")
    return engine


@pytest.mark.parametrize("labels", [["a", "b", "c"], [0, 1, 12], [True, False]], ids=["texts", "numbers", "booleans"])
def test_frames(frame_of, labels):
    data = columns(labels)
    assert patterns_of_frame(frame_of(data), "y", SYSTEMS) == expected(data)


def test_gaps(frame_of):
    data = columns(["a", "b", None])
    assert patterns_of_frame(frame_of(data), "y", SYSTEMS, missing="drop") == expected(data, missing="drop")
    with pytest.raises(InputError, match=r"missing values .*missing='drop'"):
        patterns_of_frame(frame_of(data), "y", SYSTEMS)


def test_files(tmp_path):
    data = columns(["0", "1", "12"])
    path = tmp_path / "rows.csv"
    path.write_text(text(data))
    numbers = {name: list(map(int, values)) for name, values in data.items()}
    once = patterns_of_files([path], "y", SYSTEMS)
    assert once == expected(numbers)
    assert patterns_of_files([path, path], "y", SYSTEMS) == once + once
    assert patterns_of_files([path], "y", SYSTEMS, labels=["12", "1", "0"]).labels == (12, 1, 0)


def test_one_odd_label_makes_the_labels_of_all_systems_texts(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("y,p0,p1,p2\n1,1,1,1\n0,0,0,x\n")
    assert patterns_of_files([path], "y", SYSTEMS).labels == ("0", "1", "x")


def test_many_labels_stay_sparse(frame_of):
    size = 2_000
    data = {
        name: [f"label {(place * step) % size}" for place in range(size)]
        for name, step in zip(["y", "p0", "p1", "p2"], (1, 3, 7, 9), strict=True)
    }
    patterns = patterns_of_frame(frame_of(data), "y", SYSTEMS)
    assert (patterns.n, len(patterns.rows), len(patterns.labels)) == (size, size, size)


def test_they_are_ready_for_comparison(tmp_path):
    path = tmp_path / "rows.csv"
    data = columns(["a", "b"])
    path.write_text(text(data))
    from_file = compare(patterns_of_files([path], "y", SYSTEMS), seed=1)
    from_lists = compare(data["y"], {name: data[column] for name, column in SYSTEMS.items()}, seed=1)
    assert from_file.to_dict() == from_lists.to_dict()


def test_bad_names(frame_of):
    frame = frame_of(columns(["a", "b"]))
    for systems, message in [
        ({"one": "p0"}, "only one system"),
        ({"one": "p0", "two": "p0"}, "name a column twice"),
        ({"one": "p0", "two": "p9"}, "p9"),
    ]:
        with pytest.raises(InputError, match=message):
            patterns_of_frame(frame, "y", systems)
