"""Patterns hold what several systems said about the same items, and add up exactly."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import informed
from informed.core.patterns import Patterns

codes = st.lists(st.tuples(*[st.integers(0, 3)] * 4), min_size=1, max_size=40)


def patterns(rows, **beside):
    actual, *said = np.array(rows).T
    return Patterns.of(actual, dict(zip("abc", said, strict=True)), (10, 20, 30, 40), **beside)


@given(codes)
def test_counts_of_a_system_are_those_of_its_column(rows):
    table = np.zeros((4, 4), int)
    for actual, _, said, _ in rows:
        table[actual, said] += 1
    assert patterns(rows).counts("b").table.tolist() == table.tolist()


@given(codes)
def test_the_joint_table_has_both_systems_as_its_sides(rows):
    found = patterns(rows)
    joint = found.pair("a", "c")
    assert joint.sum(-1).tolist() == found.counts("a").table.tolist()
    assert joint.sum(-2).tolist() == found.counts("c").table.tolist()


@given(codes, codes)
def test_adding_is_counting_everything_and_does_not_depend_on_order(one, two):
    assert patterns(one) + patterns(two) == patterns(one + two) == patterns(two) + patterns(one)


@given(codes)
def test_saved_and_read_again(rows):
    assert Patterns.from_json(patterns(rows).to_json()) == patterns(rows)


def test_many_systems_whose_rows_do_not_fit_one_number():
    rng = np.random.default_rng(0)
    rows = rng.integers(0, 4, (50, 41))
    actual, *said = np.concatenate([rows, rows]).T
    found = Patterns.of(actual, {f"s{place}": each for place, each in enumerate(said)}, (1, 2, 3, 4))
    assert found.n == 100
    assert (found.items % 2 == 0).all()


def test_from_a_file_grouped_by_the_engine(tmp_path):
    from informed.readers.systems import patterns_of_files

    path = tmp_path / "p.csv"
    path.write_text("y,p,q\na,a,b\na,a,b\nb,a,b\nb,c,b\n")
    found = patterns_of_files([path], "y", {"first": "p", "second": "q"})
    assert found.labels == ("a", "b", "c")
    assert found.counts("first").table.tolist() == [[2, 0, 0], [1, 0, 1], [0, 0, 0]]
    assert found.counts("second").table.tolist() == [[0, 2, 0], [0, 2, 0], [0, 0, 0]]


@given(codes, st.randoms())
def test_clusters_of_the_same_name_are_one_however_they_are_split(rows, random):
    cluster = np.array([random.randrange(3) for _ in rows])
    whole = patterns(rows, cluster=cluster, clusters=("x", "y", "z"))
    cut = random.randrange(1, len(rows)) if len(rows) > 1 else 1
    parts = [
        patterns(rows[part], cluster=cluster[part], clusters=("x", "y", "z"))
        for part in (slice(None, cut), slice(cut, None))
        if rows[part]
    ]
    assert sum(parts[1:], parts[0]) == whole


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"systems": ("a", "a")}, "'a' stands twice"),
        ({"systems": ("a",)}, "1 predictions"),
        ({"items": [3, -4]}, r"items\[1\] is -4"),
        ({"items": [3]}, "items has 1 entries for 2 rows"),
        ({"labels": ("x",)}, "codes 0 to 1 for 1 labels"),
    ],
)
def test_bad_patterns_are_refused(change, message):
    good = {"rows": [[0, 1, 0], [1, 1, 0]], "items": [3, 4], "labels": ("x", "y"), "systems": ("a", "b")}
    Patterns(**good)
    with pytest.raises(informed.InputError, match=message):
        Patterns(**(good | change))
