"""Whatever a file holds: an answer in strict JSON, or one line that names what is wrong; never a traceback.

``FUZZ=20000`` says how many documents are read in all; what once failed is kept in ``found/`` and read every time.
"""

from __future__ import annotations

import json
import os
import re
from contextlib import redirect_stderr, redirect_stdout, suppress
from importlib.util import module_from_spec, spec_from_file_location
from io import StringIO
from pathlib import Path
from pkgutil import resolve_name
from warnings import catch_warnings

import pytest
from hypothesis import HealthCheck, given, settings

from informed import (
    Counts,
    InputError,
    Items,
    LabelSets,
    Scores,
    compare,
    count,
    evaluate,
    items,
    multilabel,
    sweep,
)
from informed.cli import main
from informed.readers.columns import Scored
from informed.readers.distinct import distinct
from informed.readers.sets import read_sets

pytest.importorskip("pyarrow")
HERE = Path(__file__).parent
_spec = spec_from_file_location("corpus", HERE / "corpus.py")
corpus = module_from_spec(_spec)
_spec.loader.exec_module(corpus)

RUNS = int(os.environ.get("FUZZ", "300")) // len(corpus.KINDS)
SEEDED = "FUZZ" not in os.environ  # the same documents every time, unless many are asked for
FOUND = sorted(HERE.glob("found/*/*"))
STATISTICS = sorted(HERE.glob("found statistics/*/*"))


def read(kind, data, folder):
    """Read a document as its command does: 0 with strict JSON, or 2 with one line."""
    code, out, said = ran(kind, data, folder)
    assert code in (0, 2), f"{data!r}\n{said}"
    if code == 0:
        json.loads(out, parse_constant=lambda name: pytest.fail(f"{name} is not JSON: {data!r}"))
    else:
        assert len(said.splitlines()) == 1, said
        assert said.startswith("informed: "), said
        assert len(said.strip()) <= 600, said  # its marks made visible
    return code


def ran(kind, data, folder):
    """What the command of a document returned, wrote and said."""
    path = folder / kind.name
    path.write_bytes(data)
    sound = folder / "sound.csv"
    sound.write_text("actual,predicted\nyes,yes\nno,no\nno,yes\n")
    beside = {name: folder / f"beside-{name.lower()}.jsonl" for name in ("SECOND", "QRELS", "RUN")}
    for name, place in beside.items():
        place.write_bytes(getattr(corpus, name))
    words = [
        {"FILE": str(path), "SOUND": str(sound), **{name: str(place) for name, place in beside.items()}}.get(word, word)
        for word in kind.command.split()
    ]
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err), catch_warnings(action="error"), pytest.raises(SystemExit) as stop:
        main(words)
    return stop.value.code, out.getvalue(), err.getvalue()


@pytest.mark.parametrize("name", corpus.KINDS)
def test_no_document_ends_in_a_traceback(name, tmp_path):
    kind, codes = corpus.KINDS[name], []

    @settings(max_examples=RUNS, deadline=None, derandomize=SEEDED, suppress_health_check=HealthCheck)
    @given(data=corpus.documents(kind))
    def every(data):
        codes.append(read(kind, data, tmp_path))

    every()
    print(f"{len(codes)} documents: {codes.count(0)} answered, {codes.count(2)} refused")


SAVED = {
    "counts": lambda: count(list("aab"), list("abb"), by=list("xyx"), abstain="b"),
    "weighted counts": lambda: count(list("aab"), list("abb"), weights=[1, 2.5, 3]),
    "items": lambda: items(list("aab"), {"old": list("abb"), "new": list("aba")}, cluster=list("xyx"), abstain="b"),
    "scores": lambda: distinct(None, Scored.arrays([0, 1, 1], [0.1, 0.5, 0.9], positive=1)),
    "label sets": lambda: read_sets([["a", "b"], []], [["a"], ["c"]]),
}


@pytest.mark.parametrize("name", SAVED)
def test_damaged_statistics_are_refused_by_name(name):
    statistic = SAVED[name]()
    assert type(statistic).from_json(statistic.to_json()) == statistic

    @settings(max_examples=3 * RUNS, deadline=None, derandomize=SEEDED, suppress_health_check=HealthCheck)
    @given(text=corpus.revalued(statistic.to_json()))
    def every(text):
        read_back(type(statistic), text)

    every()


ASKED = {
    Counts: evaluate,
    Items: lambda found: evaluate(found) if len(found.systems) == 1 else compare(found, draws=20),
    Scores: lambda found: sweep(found, draws=20),
    LabelSets: lambda found: multilabel(found, draws=2),
}


def read_back(kind, text):
    """Refused by name, or read, written alike, and answered or refused by the question that takes it."""
    with suppress(InputError), catch_warnings(action="ignore"):
        found = kind.from_json(text)
        assert kind.from_json(found.to_json()) == found
        answer = ASKED[kind](found)
        assert answer.to_json()
        assert str(answer)


@pytest.mark.parametrize("name", corpus.KINDS)
def test_sound_documents_are_read(name, tmp_path):
    kind = corpus.KINDS[name]
    pack = corpus.PACKINGS.get(kind.packed, bytes)
    assert 0 in [read(kind, pack(data), tmp_path) for data in kind.seeds]


class StrangeError(Exception):
    """An error of a library that nobody has heard of."""


PARSERS = (
    *("csv.reader", "json.load", "json.loads", "json.JSONDecoder.raw_decode", "sqlite3.connect", "duckdb.connect"),
    *("gzip.open", "bz2.open", "lzma.open", "zipfile.ZipFile.open", "xml.etree.ElementTree.iterparse"),
    *("pyarrow.ipc.open_file", "pyarrow.ipc.open_stream", "pyarrow.parquet.read_table"),
)


@pytest.mark.parametrize("name", corpus.KINDS)
def test_whatever_a_parser_raises_names_what_was_read(name, tmp_path, monkeypatch):
    kind, called = corpus.KINDS[name], set()
    data = corpus.PACKINGS.get(kind.packed, bytes)(kind.seeds[0])

    def noting(parser):
        real = resolve_name(parser)

        def parse(*given, **options):
            called.add(parser)
            return real(*given, **options)

        return parse

    def strange(*_, **__):
        raise StrangeError("odd\nthings " + "x" * 5_000)

    with monkeypatch.context() as patched:
        for parser in PARSERS:
            patched.setattr(parser, noting(parser))
        ran(kind, data, tmp_path)
    for parser in called:
        with monkeypatch.context() as patched:
            patched.setattr(parser, strange)
            code, _, said = ran(kind, data, tmp_path)
        assert code in (0, 2), said  # 0 where another way to the same rows serves
        if code:
            assert re.search(rf"informed: .*({kind.name}|beside-|sound).*StrangeError: odd things", said), said
            assert len(said.splitlines()) == 1
            assert len(said.strip()) <= 600


@pytest.mark.parametrize("path", FOUND, ids=lambda path: "/".join(path.parts[-2:]))
def test_what_once_failed(path, tmp_path):
    read(corpus.KINDS[path.parent.name], path.read_bytes(), tmp_path)


@pytest.mark.parametrize("path", STATISTICS, ids=lambda path: "/".join(path.parts[-2:]))
def test_statistics_that_once_failed(path):
    read_back(type(SAVED[path.parent.name]()), path.read_text())
