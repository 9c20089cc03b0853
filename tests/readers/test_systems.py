"""What several systems said, counted by an engine, is what it is when counted from arrays."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import informed
from informed import InputError, Items, compare, evaluate
from informed.readers.arrays.series import encode

RANDOM = random.Random(11)
SYSTEMS = {"old": "p0", "new": "p1", "other": "p2"}


def columns(labels, size=300):
    return {name: [RANDOM.choice(labels) for _ in range(size)] for name in ("y", "p0", "p1", "p2")}


def expected(data, **options):
    encoded = encode(*data.values(), **options)
    actual, *said = encoded.codes
    return Items.of(actual, dict(zip(SYSTEMS, said, strict=True)), encoded.labels, missing=encoded.missing)


def text(data):
    rows = zip(*data.values(), strict=True)
    return ",".join(data) + "\n" + "".join(",".join("" if x is None else str(x) for x in row) + "\n" for row in rows)


@pytest.mark.parametrize("labels", [["a", "b", "c"], [0, 1, 12], [True, False]], ids=["texts", "numbers", "booleans"])
def test_frames(engine, labels):
    data = columns(labels)
    assert informed.items(engine(data), SYSTEMS, actual="y") == expected(data)


def test_gaps(engine):
    data = columns(["a", "b", None])
    assert informed.items(engine(data), SYSTEMS, actual="y", missing="drop") == expected(data, missing="drop")
    with pytest.raises(InputError, match=r"missing.*use missing='drop'"):
        informed.items(engine(data), SYSTEMS, actual="y")


def test_files(tmp_path):
    data = columns(["0", "1", "12"])
    path = tmp_path / "rows.csv"
    path.write_text(text(data))
    numbers = {name: list(map(int, values)) for name, values in data.items()}
    once = informed.read([path], actual="y", predicted=SYSTEMS)
    assert once == expected(numbers)
    copy = tmp_path / "again.csv"
    copy.write_text(text(data))
    assert informed.read([path, copy], actual="y", predicted=SYSTEMS) == once + once
    twice = informed.read([path, path], actual="y", predicted=SYSTEMS)
    assert replace(twice, notes=()) == once + once
    assert any("is given 2 times" in note for note in twice.notes)
    assert informed.read([path], actual="y", predicted=SYSTEMS, labels=["12", "1", "0"]).labels == (12, 1, 0)


def test_one_odd_label_makes_the_labels_of_all_systems_texts(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("y,p0,p1,p2\n1,1,1,1\n0,0,0,x\n")
    assert informed.read([path], actual="y", predicted=SYSTEMS).labels == ("0", "1", "x")


def test_two_ways_to_write_a_number_are_one_label(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("y,p,c\n1,0,a\n1.0,0,a\n1,0.0,b\n")
    found = informed.items(path, ["p"], actual="y", cluster="c")
    assert replace(found, notes=()) == informed.items([1, 1, 1], {"p": [0, 0, 0]}, cluster=["a", "a", "b"])
    assert any("'0' and '0.0' are one number" in note for note in found.notes)
    assert found.items.tolist() == [2, 1]


def test_many_labels_stay_sparse(engine):
    size = 2_000
    data = {
        name: [f"label {(place * step) % size}" for place in range(size)]
        for name, step in zip(["y", "p0", "p1", "p2"], (1, 3, 7, 9), strict=True)
    }
    items = informed.items(engine(data), SYSTEMS, actual="y")
    assert (items.n, len(items.rows), len(items.labels)) == (size, size, size)


def test_they_are_ready_for_comparison(tmp_path):
    path = tmp_path / "rows.csv"
    data = columns(["a", "b"])
    path.write_text(text(data))
    from_file = compare(informed.read([path], actual="y", predicted=SYSTEMS), seed=1)
    from_lists = compare(data["y"], {name: data[column] for name, column in SYSTEMS.items()}, seed=1)
    assert from_file.to_dict() == from_lists.to_dict()


BESIDE = {
    "site": [RANDOM.choice(["x", "y", "z"]) for _ in range(300)],
    "patient": [RANDOM.randrange(40) for _ in range(300)],
    "w": [RANDOM.choice([0.5, 1.25, 3.0]) for _ in range(300)],
    "times": [RANDOM.choice([0, 1, 2]) for _ in range(300)],
}


def from_arrays(data, **options):
    said = {name: data[column] for name, column in SYSTEMS.items()}
    return informed.items(data["y"], said, **options)


def test_clusters_strata_and_weights_are_columns_of_every_engine(engine):
    data = columns(["a", "b", "c"]) | BESIDE
    beside = {"cluster": data["patient"], "stratum": data["site"], "weights": data["w"]}
    found = informed.items(engine(data), SYSTEMS, actual="y", weights="w", cluster="patient", stratum="site")
    assert found == from_arrays(data, **beside)
    assert found.clusters == tuple(sorted(set(data["patient"])))
    assert found.strata == ("x", "y", "z")
    assert found.weights.sum() == pytest.approx(sum(data["w"]))
    assert informed.items(engine(data), SYSTEMS, actual="y", weights="w", cluster="patient", stratum="site") == found


def test_an_item_with_a_frequency_is_so_many_items(engine):
    data = columns(["a", "b"]) | BESIDE
    often = {
        name: [x for x, n in zip(values, data["times"], strict=True) for _ in range(n)] for name, values in data.items()
    }
    found = informed.items(
        engine(data), SYSTEMS, actual="y", weights="times", weight_kind="frequency", cluster="patient"
    )
    assert found == from_arrays(often, cluster=often["patient"])
    assert found.weights is None


def test_columns_of_files_are_arrays(tmp_path):
    path = tmp_path / "rows.csv"
    data = columns(["a", "b"]) | BESIDE
    path.write_text(text(data))
    found = informed.items(path, SYSTEMS, actual="y", weights="w", cluster="patient", stratum="site")
    assert found == from_arrays(data, weights=data["w"], cluster=data["patient"], stratum=data["site"])
    named = informed.items(str(path), ["p0", "p1"], actual="y", weights="times", weight_kind="frequency")
    assert named == informed.items(
        data["y"], {name: data[name] for name in ("p0", "p1")}, weights=data["times"], weight_kind="frequency"
    )


def test_an_item_without_a_cluster_or_a_weight_is_missing(engine):
    data = {"y": ["a", "b", "a"], "p": ["a", "b", "b"], "c": ["u", None, "v"], "w": [1.5, 2.0, None]}
    dropped = informed.items(engine(data), ["p"], actual="y", cluster="c", weights="w", missing="drop")
    assert (dropped.n, dropped.missing, dropped.clusters) == (1, 2, ("u",))
    with pytest.raises(InputError, match=r"missing='drop'"):
        informed.items(engine(data), ["p"], actual="y", cluster="c")
    with pytest.raises(InputError, match=r"missing='drop'"):
        informed.items(engine(data), ["p"], actual="y", weights="w")


def test_many_systems_whose_rows_do_not_fit_one_number(engine):
    data = {f"s{place}": [RANDOM.choice("abcd") for _ in range(50)] for place in range(70)}
    twice = {name: values * 2 for name, values in data.items()}
    systems = list(data)[1:]
    found = informed.items(engine(twice), systems, actual="s0")
    assert (found.n, len(found.rows), found.systems) == (100, 50, tuple(systems))
    assert found == informed.items(twice["s0"], {name: twice[name] for name in systems})


SMALL = {"y": [1, 0, 1, 0], "p": [1, 0, 0, 0], "q": [1, 1, 1, 0], "w": [1.0, 2.0, 0.5, 1.0]}
REFUSED = {
    "only one system": lambda frame: compare(frame, {"one": "p"}, actual="y"),
    "system 'two'='p' is already the system 'one' column": lambda frame: informed.items(
        frame, {"one": "p", "two": "p"}, actual="y"
    ),
    "duplicate system name 'p'": lambda frame: informed.items(frame, ["p", "p"], actual="y"),
    "p9": lambda frame: informed.items(frame, {"one": "p", "two": "p9"}, actual="y"),
    "cluster='y' is already the actual column": lambda frame: informed.items(frame, ["p"], actual="y", cluster="y"),
    "cluster is list, but actual= names a column": lambda frame: informed.items(
        frame, ["p"], actual="y", cluster=SMALL["q"]
    ),
    "weights is list, but actual= names a column": lambda frame: informed.items(
        frame, ["p"], actual="y", weights=SMALL["w"]
    ),
    "name the column of each system": lambda frame: informed.items(frame, {"one": SMALL["p"]}, actual="y"),
    "by name: compare": lambda frame: compare(frame, ["p", "q"]),
}


@pytest.mark.parametrize("message", REFUSED)
def test_names_that_cannot_be_meant(engine, message):
    with pytest.raises(InputError, match=message):
        REFUSED[message](engine(SMALL))


ARRAYS = {
    "a system is called 'actual'": lambda: informed.items([0, 1], {"actual": [0, 1]}),
    "duplicate system name '1'": lambda: informed.items([0, 1], {1: [0, 1], "1": [1, 0]}),
    "weights='w' names a column of a frame": lambda: informed.items([0, 1], {"p": [0, 1]}, weights="w"),
    "actual has 2 items, p has 3": lambda: informed.items([0, 1], {"p": [0, 1, 1]}),
    "actual has 2 items, cluster has 1": lambda: informed.items([0, 1], {"p": [0, 1]}, cluster=["a"]),
    r"p\[1\] is missing": lambda: informed.items([0, 1], {"p": [0, None]}),
    "weights are all 0": lambda: informed.items([0, 1], {"p": [0, 1]}, weights=[0, 0]),
    r"weights\[1\] is -1": lambda: informed.items([0, 1], {"p": [0, 1]}, weights=[1, -1]),
    "a frame, file or dictionary of columns is needed": lambda: informed.items([0, 1], ["p"], actual="y"),
    "cluster= has no effect on systems that have been counted already": lambda: compare(
        informed.items([0, 1], {"p": [0, 1], "q": [1, 1]}), cluster=[0, 1]
    ),
}


def test_clusters_do_not_come_after_counting():
    with pytest.raises(InputError, match="cluster= has no effect on items that have been counted already"):
        evaluate(informed.items([0, 1], {"p": [0, 1]}), cluster=[0, 1])


@pytest.mark.parametrize("message", ARRAYS)
def test_arrays_that_do_not_fit(message):
    with pytest.raises(InputError, match=message):
        ARRAYS[message]()


def test_comparison_and_evaluation_read_columns_as_they_read_arrays(engine, tmp_path):
    data = columns(["a", "b"]) | BESIDE
    data["site"] = ["north" if patient % 2 else "south" for patient in data["patient"]]  # one site for each patient
    path = tmp_path / "rows.csv"
    path.write_text(text(data))
    said = {name: data[name] for name in ("p0", "p1")}
    beside = {"cluster": data["patient"], "stratum": data["site"], "weights": data["w"]}
    named = {"actual": "y", "cluster": "patient", "stratum": "site", "weights": "w"}
    by_array = compare(data["y"], said, **beside).to_dict()
    assert compare(engine(data), ["p0", "p1"], **named).to_dict() == by_array
    assert compare(path, {"p0": "p0", "p1": "p1"}, **named).to_dict() == by_array
    alone = evaluate(data["y"], data["p0"], **beside).to_dict()
    assert evaluate(engine(data), "p0", **named).to_dict() == alone
    assert evaluate(path, "p0", **named).to_dict() == alone
