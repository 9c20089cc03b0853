"""Files that once were counted wrongly, or ended in a traceback: counted as what they are, or refused by name."""

from __future__ import annotations

import gzip
import os
from threading import Thread

import numpy as np
import pytest

from informed import InputError, count, multilabel, read
from informed.readers.columns import Columns
from informed.readers.files.rows import distinct_rows
from informed.readers.files.setlists import read_set_files
from informed.readers.streams import Counter

duckdb = pytest.importorskip("duckdb")
NAMED = {"actual": "actual", "predicted": "predicted"}
CSV = "actual,predicted\nyes,yes\nno,yes\n"
JSONL = '{"actual": "yes", "predicted": "yes"}\n{"actual": "no", "predicted": "yes"}\n'
ROWS = {"csv": CSV.encode(), "jsonl": JSONL.encode()}


def parquet(path, actual, predicted="'yes'"):
    """A Parquet file of one row, of whatever types."""
    source = f"select {actual} as actual, {predicted} as predicted"
    duckdb.connect().execute(f"copy ({source}) to '{path}' (format parquet)")
    return path


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
@pytest.mark.parametrize("name", ["p[1]", "p?", "p*", "b\\s", "b'q", "b{1,2}", "[!p]1"])
def test_a_name_is_no_pattern_where_a_file_has_it(tmp_path, ending, name):
    def write(stem, label):
        path = tmp_path / f"{stem}.{ending}"
        if ending == "parquet":
            parquet(tmp_path / "made", f"'{label}'").rename(path)
        else:
            path.write_bytes(ROWS[ending].replace(b"no", label.encode()))

    for other in ("p1", "pp", "p", "b1", "q1"):
        write(other, "wrong")
    write(name, "right")
    labels = count(tmp_path / f"{name}.{ending}", **NAMED).labels
    assert set(labels) == {"right", "yes"}


def test_a_pattern_that_no_file_is_called_stands_for_files_alone(tmp_path):
    (tmp_path / "day1.csv").write_text(CSV)
    (tmp_path / "day2.csv").write_text(CSV)
    (tmp_path / "day3").mkdir()
    assert count(f"{tmp_path}/day*", **NAMED).n == 4
    with pytest.raises(InputError, match="no file matches"):
        count(f"{tmp_path}/[d]ay3", **NAMED)


@pytest.mark.parametrize("ending", ROWS)
def test_gzip_is_held_against_its_checksum(tmp_path, ending):
    whole = gzip.compress(ROWS[ending])
    path = tmp_path / f"rows.{ending}.gz"
    path.write_bytes(whole)
    assert count(path, **NAMED).n == 2
    damaged = bytearray(whole)
    damaged[-7] ^= 1  # in the checksum, which stands before the length
    for data in (damaged, whole[:-9], whole[:12] + b"xx" + whole[14:], whole + b"more"):
        path.write_bytes(data)
        with pytest.raises(InputError, match="damaged or cut short"):
            count(path, **NAMED)


def test_every_member_of_a_gzip_file_is_counted(tmp_path):
    path = tmp_path / "rows.csv.gz"
    path.write_bytes(gzip.compress(ROWS["csv"]) + gzip.compress(b"no,no\n"))
    assert count(path, **NAMED).n == 3


UNLIKE = {
    "2**53 + 1 beside a float": ("9007199254740993::bigint", "9007199254740992::double"),
    "numbers beside texts": ("1", "'a'"),
    "numbers beside booleans": ("1", "true"),
    "texts beside decimals": ("'a'", "0.5"),
    "texts beside dates": ("'2024-05-01'", "date '2024-05-01'"),
}


@pytest.mark.parametrize(("one", "other"), UNLIKE.values(), ids=UNLIKE)
def test_columns_of_different_types_are_refused_by_name(tmp_path, one, other):
    files = [parquet(tmp_path / f"{place}.parquet", each) for place, each in enumerate((one, other))]
    with pytest.raises(InputError, match=r"0\.parquet and .*1\.parquet: column 'actual' is .* in one and .* in the"):
        count_rows(files)


def count_rows(files, actual="actual", predicted="predicted"):
    """The distinct rows of two columns of several files."""
    return distinct_rows(files, Columns.named(actual, predicted))


def test_whole_numbers_of_any_width_go_together(tmp_path):
    kinds = ("1::tinyint", "2::bigint", "3::uinteger")
    files = [parquet(tmp_path / f"{at}.parquet", each, "1") for at, each in enumerate(kinds)]
    counted, _ = count_rows(files)
    assert counted.cells.n.sum() == 3


@pytest.mark.parametrize("label", [b"\xff", b"caf\xe9"])
def test_bytes_that_are_not_utf8_are_no_label(tmp_path, label):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'{"actual": "%s", "predicted": "a"}\n' % label)
    for source in ([label, b"a"], np.array([label, b"a"]), np.array([label, b"a"], object)):
        with pytest.raises(InputError, match="not UTF-8; decode it first"):
            count(source, source)
    with pytest.raises(InputError, match="invalid UTF-8"):
        count(path, **NAMED)
    blob = f"from_hex('{label.hex()}')"
    with pytest.raises(InputError, match="not UTF-8; decode it first"):
        count(parquet(tmp_path / "rows.parquet", blob), **NAMED)
    assert count([b"a", b"b"], ["a", "b"]).labels == ("a", "b")


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
def test_folders_say_nothing_of_the_rows(tmp_path, ending):
    folder = tmp_path / "actual=other" / "predicted=3"
    folder.mkdir(parents=True)
    path = folder / f"rows.{ending}"
    parquet(path, "'yes'") if ending == "parquet" else path.write_bytes(ROWS[ending])
    assert "other" not in count(path, **NAMED).labels


def test_columns_that_differ_in_case_alone_are_refused(tmp_path):
    arrow, files = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    files.write_table(arrow.table({"Actual": ["a"], "actual": ["b"], "predicted": ["a"]}), tmp_path / "rows.parquet")
    with pytest.raises(InputError, match="columns 'Actual' and 'actual' differ only in case; rename one"):
        count(tmp_path / "rows.parquet", **NAMED)


@pytest.mark.parametrize("ending", ROWS)
def test_a_pipe_is_read_once_and_counted(tmp_path, ending):
    pipe = tmp_path / f"pipe.{ending}"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_bytes, args=(ROWS[ending],), daemon=True)
    writer.start()
    assert count(pipe, **NAMED).n == 2
    writer.join(10)


REFUSED = {
    "a heading that is too long": (b"a" * 200_000 + b",b\nx,y\n", "does not name columns"),
    "zero bytes": (b"\0" * 4096, "does not name columns|no column"),
}


@pytest.mark.parametrize(("data", "message"), REFUSED.values(), ids=REFUSED)
def test_refused(tmp_path, data, message):
    path = tmp_path / "rows.csv"
    path.write_bytes(data)
    with pytest.raises(InputError, match=message):
        count(path, **NAMED)


def test_devices_and_impossible_names_are_refused():
    names = {"/dev/zero": "is a device", "x" * 5000: "name too long", "a\0b": "null byte", "a\0*": "null byte|no file"}
    for name, why in names.items():
        with pytest.raises(InputError, match=f"(?i){why}"):
            count(name, **NAMED)


SETS = {
    "a row too long": ("csv", "id,label\n1,a\n2,b,c\n", "long", "line 3.*expected 2 fields, found 3"),
    "an open quote": ("csv", 'id,label\n1,"a\n2,b\n', "long", "cannot be read"),
    "half an object": ("jsonl", '{"id": 1, "label": "a"}\n{"id":', "long", "Malformed JSON"),
    "a list as id": ("jsonl", '{"id": [1], "labels": ["a"]}\n', "json", "line 1: give a list of labels"),
    "a list as label": ("jsonl", '{"id": 1, "labels": [["a"]]}\n', "json", "line 1: give a list of labels"),
    "a list as id of a row": ("jsonl", '{"id": [1], "label": "a"}\n', "long", "must be a text or a number"),
    "depth": ("jsonl", "[" * 100_000, "json", "line 1: .*recursion"),
}


@pytest.mark.parametrize(("ending", "text", "kind", "message"), SETS.values(), ids=SETS)
def test_label_sets_refused(tmp_path, ending, text, kind, message):
    path = tmp_path / f"sets.{ending}"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read_set_files(path, path, kind=kind)


def test_long_files_of_every_kind_hold_the_same_sets(tmp_path):
    (tmp_path / "sets.csv").write_text("id,label\n1,a\n1,b\n2,a\n")
    (tmp_path / "sets[1].jsonl").write_text("".join(f'{{"id": {i}, "label": "{x}"}}\n' for i, x in ("1a", "1b", "2a")))
    one, other = (
        read_set_files(tmp_path / name, tmp_path / name, kind="long") for name in ("sets.csv", "sets[1].jsonl")
    )
    assert one == other
    assert multilabel(one).n == 2


def test_a_wrong_name_among_very_many_columns_is_refused_in_a_few_words(tmp_path):
    path = tmp_path / "wide.csv"
    path.write_text(",".join(f"column{place}" for place in range(5_000)) + "\n" + "1," * 4_999 + "1\n")
    for columns in ({"actual": "colum7", "predicted": "column8"}, {"actual": "column1", "predicted": None}):
        with pytest.raises(InputError) as refused:
            count_rows([path], **columns)
        assert len(str(refused.value)) < 1000


def test_a_text_beside_numbers_is_refused_in_a_later_batch_too():
    counter = Counter().update([1, 2], [1, 1])
    with pytest.raises(InputError, match="mix text and numbers"):
        counter.update(["a", "b"], ["a", "a"])
    assert counter.update([3], [3]).counts.labels == (1, 2, 3)


def test_very_many_columns_are_read_like_few(tmp_path):
    """What stands in columns that nobody asked for changes nothing, quotes, gaps and line breaks included."""
    rows = [("a", "b", "1"), ("b", "b", "2.5"), ("a", "", "1"), ('"a,x"', '"a\n1"', "3"), ("a", '"b"', "0.5")]
    beside = ("", *(',"x"' for _ in range(5000)))
    found = []
    for more in (1, len(beside)):
        text = "".join(beside[:more])
        path = tmp_path / f"{more}.csv"
        path.write_text(f"actual,predicted,w{text}\n\n" + "".join(",".join(row) + f"{text}\n" for row in rows))
        for options in ({}, {"weights": "w"}):
            found.append(count(path, **NAMED, missing="drop", **options))
    assert found[:2] == found[2:]
    assert found[0].n == 4


def test_bad_rows_of_very_many_columns_are_named_by_line(tmp_path):
    path = tmp_path / "wide.csv"
    beside = ",x" * 5000
    path.write_text(f"actual,predicted{beside}\na,b{beside}\na,b\nb,b{beside}\n")
    with pytest.raises(InputError, match=r"1 row cannot be read \(line 3: expected 5002 fields, found 2\)"):
        count(path, **NAMED)
    skipped = read(path, **NAMED, skip_bad_rows=True)
    assert (skipped.n, skipped.refused) == (2, 1)
    path.write_bytes(path.read_bytes() + b"\xff,b" + beside.encode())
    with pytest.raises(InputError, match="is not UTF-8 at byte offset"):
        read(path, **NAMED, skip_bad_rows=True)


def test_a_first_line_without_end_is_refused(tmp_path):
    path = tmp_path / "long.csv"
    path.write_text("actual,predicted," + "x" * 2**21 + "\na,b,c\n")
    with pytest.raises(InputError, match="longer than 2,097,152 characters"):
        count(path, **NAMED)
