"""Whatever a library that parses files raises: one line that names the file; a fault of our own stays a fault."""

from __future__ import annotations

import json
import sqlite3

import pytest

from informed import InputError, count
from informed.readers.files.packing import parsing
from informed.readers.logs.runs import read_log


class StrangeError(Exception):
    """An error of a library that nobody has heard of."""


def strange(*_, **__):
    raise StrangeError("odd\nthings " + "x" * 5_000)


def database(path):
    with sqlite3.connect(path) as connection:
        connection.execute("create table t (actual text, predicted text)")
        connection.execute("insert into t values ('yes', 'yes'), ('no', 'yes')")
    connection.close()


def test_python_is_told_the_same(tmp_path, monkeypatch):
    path = tmp_path / "rows.db"
    database(path)
    monkeypatch.setattr("sqlite3.connect", strange)
    with pytest.raises(InputError, match=r"rows\.db.*StrangeError"):
        count(path, actual="actual", predicted="predicted")


def test_a_log_named_as_such_is_no_exception(tmp_path, monkeypatch):
    path = tmp_path / "log.json"
    path.write_text(json.dumps({"samples": [], "eval": {}, "version": 2, "status": "x"}))
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
