"""Small plain files give what the engine gives, and leave to it whatever takes more than splitting."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from informed.readers.engines.connection import connected
from informed.readers.files import csv, plain, tables
from informed.readers.files.csv import layout
from informed.readers.files.sources import sources
from informed.readers.files.spool import Spool

FIELD = st.text("ab 01.-#é'\\", max_size=4)


@given(
    rows=st.lists(st.tuples(FIELD, FIELD, FIELD), max_size=12), separator=st.sampled_from(",;\t|"), end=st.booleans()
)
def test_the_same_rows_with_and_without_an_engine(tmp_path_factory, rows, separator, end):
    path = tmp_path_factory.mktemp("plain") / "rows.csv"
    text = "\n".join(separator.join(row) for row in [("group", "actual", "said"), *rows])
    path.write_text(text + "\n" * end, encoding="utf-8")
    (source,) = sources([path], Spool())
    of = layout(None, source, separator)
    assert plain.fields(source, of) is not None
    with connected([source]) as connection:
        frame = tables.as_frame(csv.relation(connection, [source], of))
        by_engine = tables.grouped(frame, ["c0", "c1", "c2"])
    assert sorted(plain.grouped(plain.fields(source, of), [0, 1, 2]).rows, key=repr) == sorted(by_engine.rows, key=repr)


@pytest.mark.parametrize(
    "text",
    [
        'a,b\n"x",y\n',
        "a,b\r\nx,y\r\n",
        "a,b\nx,y\n\nx,y\n",
        "a,b\nx\n",
        "a,b\nx,y,z\n",
        b"a,b\n\xff,y\n",
        "a,b\n\0,y\n",
    ],
    ids=["quote", "line ends", "blank line", "too few", "too many", "encoding", "zero"],
)
def test_what_takes_more_is_left_to_the_engine(tmp_path, text):
    path = tmp_path / "rows.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    (source,) = sources([path], Spool())
    assert plain.fields(source, layout(None, source, ",")) is None


def test_large_files_are_left_to_the_engine(tmp_path, monkeypatch):
    path = tmp_path / "rows.csv"
    path.write_text("a,b\nx,y\n")
    monkeypatch.setattr(plain, "SMALL", 3)
    (source,) = sources([path], Spool())
    assert plain.fields(source, layout(None, source, ",")) is None


def test_no_engine_is_loaded_for_a_small_plain_file(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("actual,predicted\n" + "x,y\ny,y\n" * 5)
    code = f"import sys, informed; informed.read({str(path)!r});print(*{{name.split('.')[0] for name in sys.modules}})"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"duckdb", "narwhals"} & set(loaded)
