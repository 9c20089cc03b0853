"""What is read is all that was named, once, and nothing else."""

from __future__ import annotations

import json
from zipfile import ZipFile

import duckdb
import pandas
import polars
import pyarrow
import pytest
from pyarrow import parquet

from informed import InputError, agree, consensus, count, evaluate, read
from informed.cli import main

Y, P = ["cat", "dog", "cat"], ["cat", "dog", "dog"]
NAMED = {"actual": "y", "predicted": "p"}
TEXT = "y,p\n" + "".join(f"{y},{p}\n" for y, p in zip(Y, P, strict=True))
TABLE = pyarrow.table({"y": Y, "p": P})


@pytest.fixture
def database(tmp_path):
    with duckdb.connect(str(tmp_path / "rows.duckdb")) as connection:
        connection.from_arrow(TABLE).create("rows")
    return tmp_path / "rows.duckdb"


@pytest.fixture
def partition(tmp_path):
    """A folder outside of a data set, and the data set."""
    for name in ("other/site=2", "rows/site=1"):
        (tmp_path / name).mkdir(parents=True)
        parquet.write_table(TABLE, tmp_path / name / "part.parquet")
    return tmp_path / "other" / "site=2", tmp_path / "rows"


def test_a_partition_may_be_a_link_to_a_folder(partition):
    other, rows = partition
    (rows / "site=2").symlink_to(other, target_is_directory=True)
    assert count(rows, **NAMED, by="site").groups == ((1,), (2,))


@pytest.mark.parametrize("link", ["site=1/again", "site=3"])
def test_a_folder_that_links_lead_to_twice_is_refused(partition, link):
    rows = partition[1]
    (rows / link).symlink_to(rows if "again" in link else rows / "site=1", target_is_directory=True)
    with pytest.raises(InputError, match="are the same folder; remove the link"):
        count(rows, **NAMED)


def test_a_link_to_nothing_is_refused(partition):
    (partition[1] / "site=2").symlink_to(partition[1] / "gone")
    with pytest.raises(InputError, match="site=2 is a link to a file or folder that does not exist"):
        count(partition[1], **NAMED)


def test_a_view_reads_no_other_file(database, tmp_path):
    (tmp_path / "secret.csv").write_text(TEXT)
    with duckdb.connect(str(database)) as connection:
        connection.execute(f"create view looking as from read_csv('{tmp_path}/secret.csv')")
    assert read(database, **NAMED, table="rows").counts() == count(Y, P)
    with pytest.raises(InputError, match="a database reads nothing but the files that were named"):
        read(database, **NAMED, table="looking")


def test_other_files_are_read_beside_a_database(database, tmp_path):
    parquet.write_table(TABLE, tmp_path / "odd [x]*.parquet")
    (tmp_path / "rows.csv").write_text(TEXT)
    (tmp_path / "link.duckdb").symlink_to(database)
    found = read([tmp_path / "link.duckdb", tmp_path / "odd [x]*.parquet", tmp_path / "rows.csv"], **NAMED)
    assert found.counts().table.tolist() == (3 * count(Y, P).table).tolist()


@pytest.mark.parametrize("end", ["", ";", " -- all", "; -- all", " /* ; */ ;; "])
def test_a_query_may_end_in_a_comment(database, end):
    assert read(database, **NAMED, sql=f"select y, p from rows where p <> ';é'{end}").counts() == count(Y, P)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--database", "{0}", "--database", "{0}"], "--database is given 2 times"),
        (
            ["{0}", "--database", "{0}", "--sql", "select y, p from rows"],
            "--sql asks one database, and 2 files are named",
        ),
    ],
)
def test_a_query_is_asked_of_one_database(database, capsys, words, message):
    with pytest.raises(SystemExit, match="2"):
        main(["count", *(each.format(database) for each in words), "--actual", "y", "--predicted", "p"])
    assert message in capsys.readouterr().err


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_an_archive_with_two_files_of_one_name_is_refused(tmp_path):
    with ZipFile(tmp_path / "rows.zip", "w") as archive:
        for text in (TEXT, "y,p\na,b\n"):
            archive.writestr("rows.csv", text)
    for named in ("rows.zip", "rows.zip#rows.csv"):
        with pytest.raises(InputError, match=r"rows\.zip: two files in it are called 'rows\.csv'"):
            count(tmp_path / named, **NAMED)


def test_a_file_of_an_archive_may_have_a_name_that_no_disk_can_hold(tmp_path):
    with ZipFile(tmp_path / "rows.zip", "w") as archive:
        archive.writestr("é" * 400 + ".csv", TEXT)
    assert count(tmp_path / "rows.zip", **NAMED) == count(Y, P)


# --- values in memory -------------------------------------------------------------------------------------------------


class Refusing:
    """A value that cannot be hashed, for a reason of its own."""

    def __hash__(self):
        raise ValueError("no")


@pytest.mark.parametrize("value", [("b", [1]), Refusing(), [1]])
@pytest.mark.parametrize("hold", [list, pandas.Series])
def test_a_value_that_cannot_be_hashed_is_refused_by_its_place(value, hold):
    with pytest.raises(InputError, match=r"actual\[1\] is .*; a label must be a text, a number or a frozenset"):
        evaluate(hold(["a", value] * 5), ["a", "b"] * 5)


def test_a_key_that_is_also_a_path_is_refused(tmp_path):
    flat, deep = [{"a.b": y, "p": p} for y, p in zip(Y, P, strict=True)], {"a": {"b": "cat"}, "p": "cat"}
    assert count(flat, actual="a.b", predicted="p") == count(Y, P)
    for rows in ([*flat, deep], [deep, *flat], [{**flat[0], **deep}]):
        with pytest.raises(InputError, match=r"'a\.b' is a key in row \d of the data, and a path .* inside row \d"):
            count(rows, actual="a.b", predicted="p")
        (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)))
        with pytest.raises(InputError, match=r"two columns are called 'a\.b'"):
            count(tmp_path / "rows.jsonl", actual="a.b", predicted="p")


LONG = {"item": [1.0, None, None, 1.0, 2.0, 2.0], "rater": list("abcbab"), "label": list("xyxyyx")}
ROLES = {"item": "item", "rater": "rater", "label": "label"}


@pytest.mark.parametrize("ask", [agree, consensus])
@pytest.mark.parametrize("hold", [dict, pandas.DataFrame, pyarrow.table, polars.DataFrame, polars.LazyFrame])
def test_ratings_of_no_item_are_refused(ask, hold):
    with pytest.raises(InputError, match="column 'item' has no item in 2 rows; fill in the items, or leave out"):
        ask(hold(LONG), **ROLES)


def test_an_item_that_is_not_a_number_is_no_item():
    frame = polars.DataFrame(LONG).with_columns(polars.col("item").fill_null(float("nan")))
    with pytest.raises(InputError, match="column 'item' has no item in 2 rows"):
        agree(frame, **ROLES)
