"""Whatever a library that parses files raises: one line that names the file; a fault of our own stays a fault."""

from __future__ import annotations

import gzip
import json
import sqlite3

import pytest

from informed import InputError, count
from informed.cli import main
from informed.readers.files.packing import parsing
from informed.readers.logs.runs import read_log


class StrangeError(Exception):
    """An error of a library that nobody has heard of."""


def strange(*_, **__):
    raise StrangeError("odd\nthings " + "x" * 5_000)


ROWS = "actual,predicted\nyes,yes\nno,yes\n"
JSONL = '{"actual": "yes", "predicted": "yes"}\n{"actual": "no", "predicted": "yes"}\n'


def database(path):
    with sqlite3.connect(path) as connection:
        connection.execute("create table t (actual text, predicted text)")
        connection.execute("insert into t values ('yes', 'yes'), ('no', 'yes')")
    connection.close()


def parquet(path):
    duckdb = pytest.importorskip("duckdb")
    duckdb.connect().execute(f"copy (select 'yes' as actual, 'yes' as predicted) to '{path}' (format parquet)")


MADE = {
    "rows.csv": lambda path: path.write_text(ROWS),
    "rows.csv.gz": lambda path: path.write_bytes(gzip.compress(ROWS.encode())),
    "rows.jsonl": lambda path: path.write_text(JSONL),
    "rows.db": database,
    "rows.parquet": parquet,
    "log.json": lambda path: path.write_text(json.dumps({"samples": [], "eval": {}, "version": 2, "status": "x"})),
}
PARSERS = {
    "rows.csv": "csv.reader",
    "rows.csv.gz": "gzip.open",
    "rows.jsonl": "duckdb.connect",
    "rows.db": "sqlite3.connect",
    "rows.parquet": "duckdb.connect",
    "log.json": "json.loads",
}


@pytest.mark.parametrize("name", MADE)
def test_an_error_of_a_library_names_the_file(name, tmp_path, monkeypatch, capsys):
    path = tmp_path / name
    MADE[name](path)
    monkeypatch.setattr(PARSERS[name], strange)
    with pytest.raises(SystemExit) as stop:
        main(["evaluate", str(path), "--actual", "actual", "--predicted", "predicted"])
    monkeypatch.undo()
    said = capsys.readouterr().err
    assert stop.value.code == 2, said
    assert name in said
    assert "StrangeError: odd things" in said
    assert len(said.splitlines()) == 1
    assert len(said) < 700


def test_python_is_told_the_same(tmp_path, monkeypatch):
    path = tmp_path / "rows.db"
    database(path)
    monkeypatch.setattr("sqlite3.connect", strange)
    with pytest.raises(InputError, match=r"rows\.db.*StrangeError"):
        count(path, actual="actual", predicted="predicted")


def test_a_log_named_as_such_is_no_exception(tmp_path, monkeypatch):
    path = tmp_path / "log.json"
    MADE["log.json"](path)
    monkeypatch.setattr("json.load", strange)
    monkeypatch.setattr("json.loads", strange)
    with pytest.raises(InputError, match=r"log\.json.*StrangeError"):
        read_log(path, "inspect")


@pytest.mark.parametrize("error", [KeyError("a"), TypeError("b"), AssertionError()])
def test_a_fault_of_our_own_is_not_blamed_on_the_file(error):
    source = {"__name__": "informed.readers.made_up", "error": error}
    exec("def fault():\n    raise error", source)
    with pytest.raises(type(error)), parsing("file.csv"):
        source["fault"]()
    with pytest.raises(InputError, match=r"file\.csv and 2 more: "), parsing("file.csv", "b", "c"):
        strange()
