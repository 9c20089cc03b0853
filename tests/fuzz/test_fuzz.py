"""Whatever a file holds: an answer in strict JSON, or one line that names what is wrong; never a traceback.

``FUZZ=20000`` says how many documents are read in all; what once failed is kept in ``found/`` and read every time.
"""

from __future__ import annotations

import json
import os
from contextlib import redirect_stderr, redirect_stdout, suppress
from importlib.util import module_from_spec, spec_from_file_location
from io import StringIO
from pathlib import Path
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
    said = err.getvalue()
    assert stop.value.code in (0, 2), f"{data!r}\n{said}"
    if stop.value.code == 0:
        json.loads(out.getvalue(), parse_constant=lambda name: pytest.fail(f"{name} is not JSON: {data!r}"))
    else:
        assert len(said.splitlines()) == 1, said
        assert said.startswith("informed: "), said
        assert len(said.strip()) <= 600, said  # its marks made visible
    return stop.value.code


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


@pytest.mark.parametrize("path", FOUND, ids=lambda path: "/".join(path.parts[-2:]))
def test_what_once_failed(path, tmp_path):
    read(corpus.KINDS[path.parent.name], path.read_bytes(), tmp_path)


@pytest.mark.parametrize("path", STATISTICS, ids=lambda path: "/".join(path.parts[-2:]))
def test_statistics_that_once_failed(path):
    read_back(type(SAVED[path.parent.name]()), path.read_text())
