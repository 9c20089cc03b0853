"""Columns that an engine would take for one are refused, in whatever holds them."""

from __future__ import annotations

import sqlite3

import duckdb
import pyarrow
import pytest
from pyarrow import dataset, feather, parquet

from informed import InputError, count, read

Y, P = ["cat", "dog", "cat"], ["cat", "dog", "dog"]
NAMED = {"actual": "y", "predicted": "p"}
WRITERS = {"feather": feather.write_feather, "parquet": parquet.write_table}


def in_duckdb(table, path):
    with duckdb.connect(path) as database:
        database.from_arrow(table).create("rows")


@pytest.mark.parametrize("ending", WRITERS)
@pytest.mark.parametrize(
    ("names", "message"),
    [(["y", "y", "p"], "two columns are called 'y'"), (["y", "Y", "p"], "columns 'y' and 'Y' differ only in case")],
)
def test_two_columns_of_one_name_are_refused(tmp_path, ending, names, message):
    path = str(tmp_path / f"rows.{ending}")
    WRITERS[ending](pyarrow.table([Y, P, P], names=names), path)
    with pytest.raises(InputError, match=message):
        count(path, **NAMED)


@pytest.mark.parametrize("ending", [*WRITERS, "duckdb"])
def test_names_that_differ_in_case_across_files_are_refused(tmp_path, ending):
    paths = [str(tmp_path / f"{place}.{ending}") for place in range(2)]
    for path, names in zip(paths, (["y", "p"], ["Y", "P"]), strict=True):
        (WRITERS | {"duckdb": in_duckdb})[ending](pyarrow.table([Y, P], names=names), path)
    with pytest.raises(InputError, match=r"0\.\w+ and .*1\.\w+: columns 'y' and 'Y' differ only in case"):
        read(paths, **NAMED)
    assert read([paths[0], paths[0]], **NAMED).counts().table.tolist() == count(Y + Y, P + P).table.tolist()


def test_names_inside_other_columns_are_no_columns(tmp_path):
    inside = [{"Y": 1, "y": [{"p": 2}]}] * 3
    parquet.write_table(pyarrow.table({"s": inside, "y": Y, "p": P}), tmp_path / "rows.parquet")
    assert count(tmp_path / "rows.parquet", **NAMED) == count(Y, P)


@pytest.mark.parametrize(
    ("folder", "message"),
    [
        ("Fold=1", "columns 'fold' and 'Fold' differ only in case"),
        ("a=1/a=2", "two columns are called 'a'"),
        ("a=1/A=2", "columns 'a' and 'A' differ only in case"),
    ],
)
def test_keys_of_folders_are_told_apart_from_columns(tmp_path, folder, message):
    (tmp_path / folder).mkdir(parents=True)
    parquet.write_table(pyarrow.table({"y": Y, "p": P, "fold": [7, 8, 9]}), tmp_path / folder / "rows.parquet")
    with pytest.raises(InputError, match=message):
        count(tmp_path, **NAMED)


HOLDERS = [pyarrow.Table.slice, dataset.dataset, pyarrow.Table.to_reader, pyarrow.Table.to_pandas]


@pytest.mark.parametrize("hold", HOLDERS)
def test_frames_with_two_columns_of_one_name_are_refused(hold):
    with pytest.raises(InputError, match="two columns are called 'y'; rename one of them"):
        count(hold(pyarrow.table([Y, Y, P], names=["y", "y", "p"])), **NAMED)


def test_frames_in_memory_tell_case_apart_and_data_sets_are_refused():
    table = pyarrow.table([Y, P, P], names=["y", "Y", "p"])
    assert count(table, **NAMED) == count(table.to_pandas(), **NAMED) == count(Y, P)
    with pytest.raises(InputError, match="columns 'y' and 'Y' differ only in case"):
        count(dataset.dataset(table), **NAMED)


def test_queries_name_their_columns_apart_and_may_end_in_a_comment(tmp_path):
    with sqlite3.connect(tmp_path / "rows.sqlite") as database:
        database.execute("create table rows (y, p)")
        database.executemany("insert into rows values (?, ?)", zip(Y, P, strict=True))
    database.close()
    in_duckdb(pyarrow.table([Y, P], names=["y", "p"]), str(tmp_path / "rows.duckdb"))
    for path in (tmp_path / "rows.sqlite", tmp_path / "rows.duckdb"):
        with pytest.raises(InputError, match="columns 'a' and 'A' differ only in case"):
            read(path, actual="a", predicted="A", sql="select y as a, p as A from rows")
        assert read(path, **NAMED, sql="select y, p from rows -- all").counts() == count(Y, P)


def test_keys_of_json_that_differ_in_case_are_refused_in_our_words(tmp_path):
    (tmp_path / "rows.jsonl").write_text('{"y": "a", "Y": "b", "p": "a"}\n' * 3)
    with pytest.raises(
        InputError, match=r"rows\.jsonl: the keys '[yY]' and '[yY]' differ only in case; rename one of them$"
    ):
        count(tmp_path / "rows.jsonl", **NAMED)
