"""Files: every row is counted, or the reason why not is told."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
from collections import Counter

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from informed import Counts, InputError, count, items, read
from informed.readers.columns import Columns
from informed.readers.counting import count_files as counts_of
from informed.readers.files.saved import merge_files, samples_of_files, write_counts

ROWS = [("cat", "dog"), ("dog", "dog"), ("cat", "cat"), ("emu", "cat")] * 500
EXPECTED = count(*zip(*ROWS, strict=True))
NAMED = {"actual": "y", "predicted": "p"}
READING = ("encoding", "separator", "skip_bad_rows", "progress")


def count_files(paths, *, actual=None, predicted=None, **options):
    """Counts of columns of files, with every option by name."""
    how = {name: options.pop(name) for name in READING if name in options}
    return counts_of(paths, Columns.named(actual, predicted, **options), **how)


def text(rows=ROWS, separator=",", end="\n"):
    return "".join(separator.join(row) + end for row in [("y", "p"), *rows])


def jsonl(rows=ROWS):
    return "".join(json.dumps({"y": y, "p": p}) + "\n" for y, p in rows)


@pytest.fixture
def write(tmp_path):
    def write(name, content, encoding="utf-8"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode(encoding))
        return path

    return write


# --- good files, in every dress ---------------------------------------------------------------------------------------

DRESSES = {
    "plain.csv": text(),
    "bom.csv": b"\xef\xbb\xbf" + text().encode(),
    "crlf.csv": text(end="\r\n"),
    "no-last-line-end.csv": text().rstrip("\n"),
    "semicolon.csv": text(separator=";"),
    "tab.tsv": text(separator="\t"),
    "bar.txt": text(separator="|"),
    "quoted.csv": "".join(f'"{y}","{p}"\n' for y, p in [("y", "p"), *ROWS]),
    "blank-lines.csv": text().replace("emu,cat\n", "emu,cat\n\n", 1),
    "packed.csv.gz": gzip.compress(text().encode()),
    "rows.jsonl": jsonl(),
    "rows.ndjson": jsonl(),
    "array.json": json.dumps([{"y": y, "p": p} for y, p in ROWS]),
    "packed.jsonl.gz": gzip.compress(jsonl().encode()),
    "no-ending": text(),
    "a name [with] marks*.csv": text(),
}


@pytest.mark.parametrize(("name", "content"), DRESSES.items(), ids=DRESSES)
def test_dresses(write, name, content):
    assert count_files([write(name, content)], **NAMED) == EXPECTED


def test_parquet(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    table = pytest.importorskip("pyarrow").table({"y": [y for y, _ in ROWS], "p": [p for _, p in ROWS]})
    parquet.write_table(table, tmp_path / "rows.parquet")
    (tmp_path / "no-ending").write_bytes((tmp_path / "rows.parquet").read_bytes())
    assert count_files([tmp_path / "rows.parquet"], **NAMED) == EXPECTED
    assert count(tmp_path / "no-ending", **NAMED) == EXPECTED


def test_zstd(tmp_path):
    duckdb = pytest.importorskip("duckdb")
    target = tmp_path / "rows.csv.zst"
    rows = ", ".join(f"('{y}', '{p}')" for y, p in ROWS)
    duckdb.sql(f"copy (from (values {rows}) t(y, p)) to '{target}' (format csv, header, compression zstd)")
    assert count_files([target], **NAMED) == EXPECTED


def test_patterns_and_several_files_add_up(write, tmp_path):
    write("part-1.csv", text(ROWS[:700]))
    write("part-2.csv", "p;y\n" + "".join(f"{p};{y}\n" for y, p in ROWS[700:]))  # another layout
    assert count_files([tmp_path / "part-*.csv"], **NAMED) == EXPECTED
    more = write("more.jsonl", jsonl(ROWS))
    assert count_files([tmp_path / "part-*.csv", more], **NAMED) == EXPECTED + EXPECTED


def test_standard_input(monkeypatch):
    class Input:
        buffer = io.BytesIO(text().encode())

    monkeypatch.setattr("sys.stdin", Input)
    assert count_files(["-"], **NAMED) == EXPECTED


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-16"])
def test_other_encodings(write, encoding):
    rows = [("caf\u00e9", "th\u00e9")] * 2000
    path = write("rows.csv", text(rows), encoding)
    counts = count_files([path], **NAMED, encoding=encoding)
    assert (counts.labels, counts.n) == (("caf\u00e9", "th\u00e9"), 2000)


LABEL = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\0"), min_size=1, max_size=5)


@settings(max_examples=25)
@given(st.lists(st.tuples(LABEL, LABEL), min_size=1, max_size=30))
def test_any_text_survives(tmp_path_factory, pairs):
    path = tmp_path_factory.mktemp("texts") / "rows.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows([("y", "p"), *pairs])
    counts = count_files([path], **NAMED)
    read = float if all(not isinstance(label, str) for label in counts.labels) else str
    found = {
        (read(actual), read(predicted)): int(counts.table[row, column])
        for row, actual in enumerate(counts.labels)
        for column, predicted in enumerate(counts.labels)
        if counts.table[row, column]
    }
    assert found == Counter((read(actual), read(predicted)) for actual, predicted in pairs)


# --- what the text means ----------------------------------------------------------------------------------------------


def test_zeros_in_front_stay(write):
    counts = count_files([write("codes.csv", "y,p\n00,01\n01,01\n")], **NAMED)
    assert counts.labels == ("00", "01")


def test_numbers_are_numbers_when_all_are(write):
    counts = count_files([write("codes.csv", "y,p\n10,9.0\n9,10\n-1,+2\n")], **NAMED)
    assert counts.labels == (-1, 2, 9, 10)


def test_a_letter_late_in_the_file_makes_all_of_them_texts(write):
    counts = count_files([write("late.csv", text([("1", "2")] * 30_000 + [("x", "2")]))], **NAMED)
    assert counts.labels == ("1", "2", "x")
    assert counts.n == 30_001


def test_a_quote_late_in_the_file_is_a_quote(write):
    rows = text([("1", "2")] * 30_000) + '"1","2"\n"a,b",2\n"say ""hi""",2\n'
    counts = count_files([write("late.csv", rows)], **NAMED)
    assert counts.labels == ("1", "2", "a,b", 'say "hi"')
    assert counts.table[0, 1] == 30_001


def test_na_is_a_label_and_nothing_is_a_gap(write):
    path = write("gaps.csv", 'y,p\nNA,a\na,a\n,a\n"",a\n')
    counts = count_files([path], **NAMED, missing="drop")
    assert (counts.labels, counts.missing, counts.rows_read) == (("NA", "a"), 2, 4)


def test_nan_among_numbers_is_a_gap(write):
    counts = count_files([write("gaps.csv", "y,p\n1.0,1\nnan,0\n0.0,0\n")], **NAMED, missing="drop")
    assert (counts.labels, counts.table.tolist(), counts.missing) == ((0, 1), [[1, 0], [0, 1]], 1)


def test_json_tells_its_kinds_apart(write):
    path = write("kinds.jsonl", '{"y": 1, "p": 1.0}\n{"y": 0, "p": 1}\n{"y": null, "p": 1}\n{"p": 0}\n')
    counts = count_files([path], **NAMED, missing="unjudged")
    assert (counts.labels, counts.table.tolist(), counts.unjudged.tolist()) == ((0, 1), [[0, 1], [0, 1]], [1, 1])
    with pytest.raises(InputError, match="mix text and numbers"):
        count_files([write("mixed.jsonl", '{"y": 1, "p": "1"}\n')], **NAMED)


def test_json_not_a_number_is_a_gap(write):
    with pytest.raises(InputError, match="column 'y' has missing values"):
        count_files([write("nan.jsonl", '{"y": NaN, "p": 1}\n{"y": 1, "p": 1}\n')], **NAMED)


def test_labels_of_a_command_line_are_understood(write):
    path = write("codes.csv", "y,p\n1,0\n0,?\n0,0\n")
    counts = count_files([path], **NAMED, labels=["1", "0", "2"], abstain="?")
    assert counts.labels == (1, 0, 2)
    assert counts.abstained.tolist() == [0, 1, 0]


def test_weights_and_groups(write):
    path = write("w.csv", "y,p,w,site,round\na,b,0.5,x,2\na,b,1.5,x,2\nb,b,1,y,10\n")
    counts = count_files([path], **NAMED, weights="w", by=["site", "round"])
    assert counts.groups == (("x", 2), ("y", 10))
    assert counts.table[0].tolist() == [[0, 2.0], [0, 0]]
    assert counts.squares[0].tolist() == [[0, 2.5], [0, 0]]
    with pytest.raises(InputError, match="line 2: column 'w' holds 'heavy', which is not a number"):
        count_files([write("bad.csv", "y,p,w\na,b,heavy\n")], **NAMED, weights="w")


# --- which columns ----------------------------------------------------------------------------------------------------


def test_columns_are_guessed_when_only_two_can_be_meant(write):
    counts = count_files([write("rows.csv", "id,y_true,Prediction\n1,a,b\n")])
    assert counts.labels == ("a", "b")
    assert any("'y_true'" in note and "'Prediction'" in note for note in counts.notes)


@pytest.mark.parametrize("header", ["a,b", "y,label,p", "y,pred,prediction", "y"])
def test_columns_in_doubt_are_asked_for(write, header):
    with pytest.raises(
        InputError, match=rf"missing (actual=|predicted=).*the columns of .*rows.csv are {header.replace(',', ', ')}$"
    ):
        count_files([write("rows.csv", f"{header}\n{header}\n")])


def test_columns_of_one_name(write):
    path = write("rows.csv", "y,y,p,q,q\na,b,a,1,2\n")
    with pytest.raises(InputError, match="two columns are called 'y'"):
        count_files([path], **NAMED)


def test_names_that_differ_in_case_alone(write):
    assert count_files([write("rows.csv", "Y,y,p\na,b,c\n")], **NAMED).labels == ("b", "c")


# --- bad files --------------------------------------------------------------------------------------------------------

BAD = {
    "ragged": (
        text() + "cat\ncat,dog,emu\n",
        r"2 rows cannot be read \(line 2,002: expected 2 fields, found 1; line 2,003: expected 2 fields, found 3\)",
    ),
    "late": (text([("a", "b")] * 200_000) + "cat\n", r"line 200,002: expected 2 fields, found 1"),
    "unclosed": (text() + '"cat,dog\ncat,dog\n', r"line 2,002: .*unterminated quote"),
    "latin": (
        text([("caf\u00e9", "a")] * 900).encode("latin-1"),
        r"is not UTF-8 at byte offset 7; .*encoding='latin-1'",
    ),
    "latin late": (
        text().encode() + "caf\u00e9,a\n".encode("latin-1"),
        rf"is not UTF-8 at byte offset {len(text()) + 3:,}; .*encoding=",
    ),
    "image": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "is not a table: it holds binary data, as an image does"),
    "utf-16": (text().encode("utf-16"), r"begins like UTF-16 .*encoding='utf-16'"),
    "header": ("y,p\n", "there are no items"),
    "empty": ("", "is empty; the first line must name the columns"),
    "no header": ("cat,dog\ncat,dog\n", r"no column 'y'; its columns are \['cat', 'dog'\]. Does its first line name"),
    "wrong separator": ("y p\na b\n", r"no column 'y'; its columns are \['y p'\]"),
    "title": ("my results\n\ny,p\na,b\n", r"no column 'y'; its columns are \['my results'\]"),
    "mixed line ends": ("y,p\na,b\r\nb,b\nc,b\r\n", "line ends are mixed"),
    "scores": ("y,p\n" + "1,0.7\n0,0.2\n" * 50, "column 'p' is 0.[27]: looks like scores; did you mean informed.sweep"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_text(write, name):
    content, message = BAD[name]
    with pytest.raises(InputError, match=message) as error:
        count_files([write("rows.csv", content)], **NAMED)
    assert "\n" not in str(error.value)


def test_rows_that_cannot_be_read_are_counted_on_request(write):
    counts = count_files([write("rows.csv", text() + "cat\ncat,dog,emu\ncat,dog\n")], **NAMED, skip_bad_rows=True)
    assert (counts.n, counts.refused, counts.rows_read) == (2001, 2, 2003)


BROKEN = {
    "cut.csv.gz": (gzip.compress(text().encode())[:-60], "damaged or cut short"),
    "cut.json": ('[{"y": "a", "p": "b"}, {"y"', "Malformed JSON"),
    "broken.jsonl": (jsonl() + '{"y": \n' + jsonl(), "Malformed JSON .* in line"),
    "none.parquet": (b"not at all, not even the end", "no Parquet file, or cut short"),
    "nested.jsonl": ('{"y": ["a"], "p": "b"}\n', "a label must be a text, a number or a frozenset"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_files(write, name):
    content, message = BROKEN[name]
    with pytest.raises(InputError, match=message) as error:
        count_files([write(name, content)], **NAMED)
    assert "\n" not in str(error.value)


def test_files_that_are_none(tmp_path, write):
    for name, message in [
        (tmp_path, "is a directory without Parquet files; name its files"),
        (tmp_path / "nothing.csv", "there is no such file"),
        (tmp_path / "*.nothing", "no file matches this pattern"),
    ]:
        with pytest.raises(InputError, match=message):
            count_files([name], **NAMED)
    with pytest.raises(InputError, match="no file was given"):
        count_files([])


@pytest.mark.parametrize(
    "encoding", ["latin-99", "undefined", "rot13", "base64", "zlib", "\udcff", "utf\0", "", "punycode"]
)
def test_encodings_that_read_no_text(write, encoding):
    with pytest.raises(InputError, match=r"is unknown; try utf-8|give another encoding"):
        count_files([write("rows.csv", text())], **NAMED, encoding=encoding)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_a_file_that_may_not_be_read(write):
    path = write("secret.csv", text())
    path.chmod(0)
    with pytest.raises(InputError, match="permission denied"):
        count_files([path], **NAMED)


# --- saved counts -----------------------------------------------------------------------------------------------------


def test_counts_are_saved_and_merged(write, tmp_path):
    shards = []
    for place in range(3):
        part = count_files([write(f"{place}.csv", text(ROWS[place::3]))], **NAMED)
        shards.append(tmp_path / f"{place}.json")
        write_counts(part, shards[-1])
    assert merge_files(shards) == count_files(shards) == EXPECTED
    assert count_files([tmp_path / "?.json"]) == EXPECTED


@pytest.mark.parametrize("indent", [None, 0, 2, "\t"])
def test_saved_counts_are_known_however_they_are_set_out(write, indent):
    printed = json.dumps(EXPECTED.to_dict(), indent=indent, separators=(",", ":") if indent is None else None)
    assert count_files([write("counts.json", "\n " + printed)]) == EXPECTED


def test_saved_counts_over_other_labels_merge_only_on_request(tmp_path):
    for name, labels in (("a", ("x", "y")), ("b", ("w", "x"))):
        write_counts(Counts([[1, 0], [0, 1]], labels=labels), tmp_path / f"{name}.json")
    shards = [tmp_path / "a.json", tmp_path / "b.json"]
    with pytest.raises(InputError, match="different labels"):
        merge_files(shards)
    assert merge_files(shards, union=True).labels == ("w", "x", "y")


def test_what_is_no_saved_counts(tmp_path, write):
    with pytest.raises(InputError, match="not saved counts"):
        merge_files([write("other.json", "{}")])
    with pytest.raises(InputError, match=r"broken\.json: "):
        merge_files([write("broken.json", '{"kind": "counts", ')])
    with pytest.raises(InputError, match="there is no such file"):
        merge_files([tmp_path / "nothing.json"])
    with pytest.raises(InputError, match="cannot be written"):
        write_counts(EXPECTED, tmp_path / "nowhere" / "counts.json")


def test_progress_is_told(write):
    shares = []
    rows = text([("a", "b")] * 3_000_000)
    count_files([write("large.csv", rows)], **NAMED, progress=shares.append)
    assert shares
    assert all(0 <= share <= 1 for share in shares)


# --- items -----------------------------------------------------------------------------------------------------------


def test_items_of_shards_saved_and_read_again_are_those_of_all_rows(write, tmp_path):
    """Every key travels: the parts, some of them saved, add up to the whole."""
    rows = [(y, p, f"g{place % 3}", f"c{place % 7}", f"s{place % 2}") for place, (y, p) in enumerate(ROWS)]
    keys = {"by": "g", "cluster": "c", "stratum": "s", "abstain": "dog"}

    def shard(name, part):
        return write(name, "y,p,g,c,s\n" + "".join(",".join(row) + "\n" for row in part))

    first, second = shard("1.csv", rows[::2]), shard("2.csv", rows[1::2])
    saved = write("first.json", read(first, "p", actual="y", **keys).to_json())
    whole = read(shard("all.csv", rows), "p", actual="y", **keys)
    assert read([saved, second], "p", actual="y", **keys) == read([first, second], "p", actual="y", **keys) == whole
    actual, predicted, group, cluster, stratum = zip(*rows, strict=True)
    arrays = {"by": {"g": group}, "cluster": cluster, "stratum": stratum, "abstain": "dog"}
    assert whole == items(actual, predicted, **arrays)


def test_saved_counts_are_not_items(write):
    with pytest.raises(InputError, match="not saved items"):
        read(write("counts.json", EXPECTED.to_json()))


def test_saved_counts_of_one_name_are_told_apart_by_their_folders(tmp_path):
    for folder, hits in (("monday", 9), ("tuesday", 5)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "counts.json").write_text(Counts([[hits, 1], [2, 8]]).to_json())
    paths = [tmp_path / folder / "counts.json" for folder in ("monday", "tuesday")]
    found = samples_of_files(paths)
    assert [each.n for each in found.values()] == [20, 16]
    assert list(found) == list(map(str, paths))
    assert list(samples_of_files(paths[:1])) == ["counts"]
    with pytest.raises(InputError, match="is given twice"):
        samples_of_files([paths[0], paths[1], paths[0]])
