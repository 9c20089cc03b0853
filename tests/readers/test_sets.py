"""Label sets from every shape they are written in: the same sets, and nothing lost."""

import json

import numpy as np
import pytest
from scipy.sparse import coo_array, csr_array

from informed import InputError, LabelSets
from informed.readers.files.setlists import read_set_files
from informed.readers.sets import read_sets

ACTUAL = [["cat", "dog"], ["dog"], [], ["emu", "cat"], ["dog"]]
PREDICTED = [["cat"], ["emu", "dog"], [], ["cat"], ["emu", "dog"]]
LABELS = ("cat", "dog", "emu")
WHOLE = read_sets(ACTUAL, PREDICTED)


def same(sets, like=WHOLE):
    """The same labels, rows and counts, however they were read."""
    parts = ("labels", "systems", "sides", "counts")
    assert {key: sets.to_dict()[key] for key in parts} == {key: like.to_dict()[key] for key in parts}


def indicators(rows):
    return np.asarray([[label in row for label in LABELS] for row in rows])


def test_plain_lists_are_read_as_they_are():
    assert WHOLE.labels == LABELS
    assert WHOLE.n == 5
    assert len(WHOLE.counts) == 4
    rows = zip(WHOLE.actual.lists(), WHOLE.predicted.lists(), WHOLE.counts.tolist(), strict=True)
    assert sorted(rows) == [([], [], 1), ([0, 1], [0], 1), ([0, 2], [0], 1), ([1], [1, 2], 2)]


@pytest.mark.parametrize(
    "change",
    [
        lambda rows: [set(row) for row in rows],
        lambda rows: tuple(tuple(row) for row in rows),
        lambda rows: (frozenset(row) for row in rows),
        lambda rows: [np.asarray(row, dtype=object) for row in rows],
        lambda rows: [[*row, *row[:1]] for row in rows],
        lambda rows: [[*row, "", None] for row in rows],
    ],
    ids=["sets", "tuples", "generator", "arrays", "repeated", "blank"],
)
def test_collections_of_any_kind(change):
    same(read_sets(change(ACTUAL), change(PREDICTED)))


@pytest.mark.parametrize(
    "kind", [np.asarray, csr_array, coo_array, lambda x: x.astype(float), lambda x: csr_array(1 * x)]
)
def test_indicator_matrices(kind):
    same(read_sets(kind(indicators(ACTUAL)), kind(indicators(PREDICTED)), labels=LABELS))


def test_columns_of_a_matrix_are_numbered_when_they_have_no_names():
    assert read_sets(indicators(ACTUAL), indicators(PREDICTED)).labels == (0, 1, 2)


def test_stored_zeros_are_no_labels():
    matrix = csr_array(([1, 0, 1], ([0, 0, 1], [0, 1, 2])), shape=(2, 3))
    assert read_sets(matrix, matrix).actual.lists() in ([[0], [2]], [[2], [0]])


def test_texts_are_split_when_asked():
    same(read_sets(["cat|dog", "dog", "", "emu|cat", "dog"], ["cat", "emu|dog", "", "cat", "emu|dog"], separator="|"))


@pytest.fixture
def frame(request, engine):
    if not any(name in request.node.name for name in ("pandas-", "pandas]", "polars", "pyarrow]", "duckdb")):
        pytest.skip("lists of labels in a column are read from eager frames, polars and duckdb")
    return engine


def test_columns_of_lists(frame):
    same(read_sets(frame({"tags": ACTUAL, "guess": PREDICTED}), actual="tags", predicted="guess"))


def test_several_columns_of_single_labels(frame):
    def padded(rows, place):
        return [row[place] if place < len(row) else None for row in rows]

    columns = {"a1": padded(ACTUAL, 0), "a2": padded(ACTUAL, 1), "p1": padded(PREDICTED, 0), "p2": padded(PREDICTED, 1)}
    same(read_sets(frame(columns), actual=["a1", "a2"], predicted=["p1", "p2"]))


def test_one_label_a_row(frame):
    def long(rows):
        pairs = [(f"item {place}", label) for place, row in enumerate(rows) for label in row]
        return frame({"id": [item for item, _ in pairs], "label": [label for _, label in pairs]})

    sets = read_sets(long(ACTUAL), long(PREDICTED), id="id", label="label")
    assert sets.n == 4  # an item without any label stands in neither
    assert sets.tables()[:, 0, 0].tolist() == WHOLE.tables()[:, 0, 0].tolist()


def test_an_item_only_one_side_mentions_has_no_label_on_the_other(frame):
    one, other = frame({"id": [1, 2], "label": ["a", "b"]}), frame({"id": [1], "label": ["a"]})
    sets = read_sets(one, other, id="id", label="label")
    assert sorted(zip(sets.actual.lists(), sets.predicted.lists(), strict=True)) == [([0], [0]), ([1], [])]
    assert "1 item has no row in predicted" in sets.notes[0]


def test_several_systems_share_the_rows():
    sets = read_sets(ACTUAL, {"one": PREDICTED, "two": ACTUAL})
    assert sets.systems == ("one", "two")
    assert sets.system("one").tables().tolist() == WHOLE.tables().tolist()
    assert (sets.system("two").tables()[:, 0, 1] == 0).all()


# --- hygiene ---------------------------------------------------------------------------------------------------------


def test_space_at_the_ends_is_stripped_and_said():
    sets = read_sets([["a ", "b"], ["a"]], [["a"], [" a"]])
    assert sets.labels == ("a", "b")
    assert (sets.read["actual_stripped"], sets.read["predicted_stripped"]) == (1, 1)
    assert "'a '" in sets.notes[0]
    assert "strip=False" in sets.notes[0]


def test_raw_labels_are_kept_and_look_alikes_said():
    sets = read_sets([["a ", "b"], ["a"]], [["a"], ["a"]], strip=False)
    assert sets.labels == ("a", "a ", "b")
    assert any("differ only in case, space" in note for note in sets.notes)


def test_every_label_read_is_accounted_for():
    rows = [["a", "a ", "", None, "b"], [], ["b", "b", "b"]]
    sets = read_sets(rows, rows)
    read = sets.read
    assert read["rows"] == sets.n == 3
    assert read["actual_labels"] == 8 == sets.margin(0).sum() + read["actual_blank"] + read["actual_repeated"]
    assert (read["actual_blank"], read["actual_repeated"], read["actual_stripped"]) == (2, 3, 1)


def test_two_labels_written_together_are_suspected():
    sets = read_sets([["red", "blue"], ["red blue"]], [["red"], ["blue"]])
    assert any("'red blue' looks like 'red', 'blue' with a separator missing" in note for note in sets.notes)


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((ACTUAL,), {}, "predicted is missing"),
        ((ACTUAL, PREDICTED[:4]), {}, "actual has 5 items, predicted has 4"),
        (([], []), {}, "actual is empty"),
        ((["cat"], [["cat"]]), {}, r"actual\[0\] is 'cat', not a set; .*separator="),
        (([["cat"], None], [["cat"], []]), {}, r"actual\[1\] is None, not a set; use an empty set"),
        (([1, 2], [[1], [2]]), {}, r"actual\[0\] is 1, not a set"),
        (("cat", ["cat"]), {}, "actual='cat' is one value"),
        ((np.asarray([[0, 2]]), np.asarray([[0, 1]])), {}, r"actual\[0, 1\] is 2; an indicator is 0 or 1"),
        (
            (indicators(ACTUAL), indicators(PREDICTED)),
            {"labels": ["a"]},
            "1 names for the 3 columns of actual; name",
        ),
        ((ACTUAL, PREDICTED), {"labels": ["cat", "dog"]}, "'emu' occurs in the data"),
        ((ACTUAL, PREDICTED), {"id": "x"}, "needs both id= .* and label="),
        ((ACTUAL, "guess"), {"actual": "tags"}, "list, not a frame"),
        (([["a"], [1]], [["a"], [1]]), {}, "labels mix text and numbers"),
    ],
)
def test_bad_input_is_named(arguments, options, message):
    with pytest.raises(InputError, match=message):
        read_sets(*arguments, **options)


def test_missing_column(frame):
    with pytest.raises(InputError, match="'tag' is not one of"):
        read_sets(frame({"tags": ACTUAL, "guess": PREDICTED}), actual="tag", predicted="guess")


# --- files -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def write(tmp_path):
    def to(name, text):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return to


def tabs(rows, end="\n"):
    return "".join(f"item {place}\t" + "\t".join(row) + end for place, row in enumerate(rows))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\t\t\n", "\n\n"], ids=["lf", "crlf", "empty fields", "blank lines"])
def test_tab_separated_files(write, end):
    same(read_set_files(write("a.txt", tabs(ACTUAL, end)), write("p.txt", tabs(PREDICTED, end))))


def test_a_byte_order_mark_is_no_part_of_an_item(write):
    same(read_set_files(write("a.txt", b"\xef\xbb\xbf" + tabs(ACTUAL).encode()), write("p.txt", tabs(PREDICTED))))


def test_compressed_files(write):
    import gzip

    same(read_set_files(write("a.txt.gz", gzip.compress(tabs(ACTUAL).encode())), write("p.txt", tabs(PREDICTED))))


def test_items_in_another_order_are_found_by_name(write):
    shuffled = "".join(reversed(tabs(PREDICTED).splitlines(keepends=True)))
    same(read_set_files(write("a.txt", tabs(ACTUAL)), write("p.txt", shuffled)))


def test_json_lines(write):
    lists = "".join(json.dumps(row) + "\n" for row in ACTUAL)
    same(
        read_set_files(
            write("a.json", lists), write("p.json", "".join(json.dumps(row) + "\n" for row in PREDICTED)), kind="json"
        )
    )
    objects = [
        "".join(json.dumps({"id": at, "labels": row}) + "\n" for at, row in enumerate(rows))
        for rows in (ACTUAL, PREDICTED)
    ]
    same(read_set_files(write("a.jsonl", objects[0]), write("p.jsonl", objects[1]), kind="json"))


def test_long_files(write):
    def long(rows):
        return "id,label\n" + "".join(f"{at},{label}\n" for at, row in enumerate(rows) for label in row)

    sets = read_set_files(write("a.csv", long(ACTUAL)), write("p.csv", long(PREDICTED)), kind="long")
    assert sets.n == 4
    assert sets.margin(1).tolist() == WHOLE.margin(1).tolist()


@pytest.mark.parametrize(
    ("actual", "predicted", "kind", "message"),
    [
        ("x\ta\n", "y\ta\n", "sets", r"a.txt, line 1 is about 'x', .*p.txt, line 1 about 'y'"),
        ("x\ta\n", "x\ta\ny\tb\n", "sets", "1 items, .*2"),
        ("{", "[]", "json", "a.txt, line 1: .*one JSON list or object per line"),
        ("3", "[]", "json", "line 1: give a list of labels"),
        (b"x\t\xff\n", "x\ta\n", "sets", "not UTF-8 at byte offset 2"),
        ("id,tag\n1,a\n", "id,label\n1,a\n", "long", r"has no column 'label'; its columns are \['id', 'tag'\]"),
        ("x\ta\n", "x\ta\n", "wide", "kind='wide' is not one of"),
    ],
)
def test_bad_files_are_named(write, actual, predicted, kind, message):
    with pytest.raises(InputError, match=message):
        read_set_files(write("a.txt", actual), write("p.txt", predicted), kind=kind)


def test_label_sets_are_passed_through():
    assert read_sets(WHOLE) is WHOLE
    assert isinstance(WHOLE, LabelSets)
