"""Whatever options are given together: an answer in its format, or one line that names what is wrong.

A tenth of ``FUZZ=20000`` says how many commands are typed; what once failed is kept in ``found commands/``.
"""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import signal
import zipfile
from contextlib import redirect_stderr, redirect_stdout
from html.parser import HTMLParser
from importlib.util import module_from_spec, spec_from_file_location
from itertools import pairwise
from pathlib import Path
from warnings import catch_warnings
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from informed import Counts, evaluate
from informed.cli import main
from informed.ledger import Ledger

HERE = Path(__file__).parent
_spec = spec_from_file_location("commands", HERE / "commands.py")
commands = module_from_spec(_spec)
_spec.loader.exec_module(commands)

RUNS = max(2, int(os.environ.get("FUZZ", "300")) // 10 // len(commands.BASES))
SEEDED = "FUZZ" not in os.environ
FOUND = sorted(HERE.glob("found commands/*.json"))
VOID = ("meta", "link", "br", "hr", "img", "input", "col", "path", "line", "rect", "circle", "wbr")
SCREENS = [{"COLUMNS": "20"}, {"COLUMNS": "80", "NO_COLOR": "1"}, {"COLUMNS": "200", "FORCE_COLOR": "1"}]


class Balanced(HTMLParser):
    """A page in which every element that is opened is closed, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_startendtag(self, tag, attrs):
        pass


def well_formed(kind: str, data: bytes) -> None:
    """The document is what its format says."""
    if kind == "json":
        json.loads(data, parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))
    elif kind == "html":
        page = Balanced()
        page.feed(data.decode())
        page.close()
        assert page.open == []
    elif kind == "xlsx":
        with zipfile.ZipFile(io.BytesIO(data)) as book:
            for name in book.namelist():
                ElementTree.fromstring(book.read(name))
    elif kind == "junit":
        ElementTree.fromstring(data)
    elif kind == "csv":
        assert len({len(row) for row in csv.reader(io.StringIO(data.decode()))}) <= 1


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """A ledger with two runs of a task."""
    path = tmp_path_factory.mktemp("ledger") / "ledger.db"
    with Ledger(str(path)) as ledger:
        for system, hits in (("old", 7), ("new", 8)):
            found = evaluate(Counts([[hits, 10 - hits], [3, 7]], labels=("yes", "no")))
            ledger.record(found, task="task", system=system)
    return path


@pytest.fixture
def place(tmp_path, monkeypatch, recorded):
    """A folder with the files that commands name, in which they are typed."""
    for name, text in commands.FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8", newline="")
    (tmp_path / "counts.json").write_text(Counts([[8, 2], [3, 7]], labels=("yes", "no")).to_json())
    (tmp_path / "quality.json").write_text(Counts([[80, 2], [3, 70]], labels=("yes", "no")).to_json())
    shutil.copy(recorded, tmp_path / "ledger.db")
    for name in EXAMPLES.values():
        shutil.copy(HERE.parents[1] / "examples" / name, tmp_path)
    monkeypatch.setattr("uvicorn.Server.run", lambda _, sockets: sockets[0].close())  # as if it were stopped at once
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("INFORMED_LEDGER", str(tmp_path / "own.db"))
    return tmp_path


EXAMPLES = {
    "EPOCHS": "epochs_small.jsonl",
    "LARGE": "epochs_large.jsonl",
    "LOG": "samples_model_a.jsonl",
    "TAGS": "names.conll",
    "MARKED": "prodigy-names.jsonl",
}
STANDS = {"QUALITY": "quality.json", "COUNTS": "counts.json", "TABLE": "8 2; 3 7", "LEDGER": "ledger.db", **EXAMPLES}
LONGEST = 20  # seconds of the processor for a small file


def type_in(words, screen, encoding, folder):
    """Type a command, twice: 0, or 1 where something was asked for and is not so, or 2 with one line."""
    code, *printed = typed_once(words, screen, encoding, folder)
    if not {"--record", "serve"} & {*words} and code != 2:  # a record is one more; a server takes another port
        assert typed_once(words, screen, encoding, folder) == (code, *printed), f"another answer to {words}"
    return code


def _late(*_):
    raise TimeoutError(f"this takes more than {LONGEST} seconds of the processor")


def typed_once(words, screen, encoding, folder):
    """The exit code of a command, what it printed and what it said; every document it wrote is well formed."""
    for left in folder.glob("OUT.*"):
        shutil.rmtree(left) if left.is_dir() else left.unlink()
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="") for _ in range(2))
    with pytest.MonkeyPatch.context() as patch, catch_warnings(action="error"):
        for name, value in screen.items():
            patch.setenv(name, value)
        patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
        signal.signal(signal.SIGPROF, _late)
        signal.setitimer(signal.ITIMER_PROF, LONGEST)
        with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as stop:
            main([STANDS.get(word, word) for word in words])
    signal.setitimer(signal.ITIMER_PROF, 0)
    for stream in (out, err):
        stream.flush()
    printed, said = (stream.buffer.getvalue().decode(encoding, "replace") for stream in (out, err))
    told = f"{words}\n{screen} {encoding}\n{said}"
    assert stop.value.code in (0, 1, 2), told
    if stop.value.code == 2:
        assert len(said.splitlines()) == 1, told
        assert said.startswith("informed: "), told
        assert len(said) < 3000, told
        assert "None" not in said, told
        return 2, printed, said
    if stop.value.code == 1:
        assert "--require" in words, told
    formats = [word for before, word in pairwise(words) if before == "--format"]
    written = list(folder.glob("OUT.*"))
    if formats and not written and encoding == "utf-8":
        well_formed(formats[-1], printed.encode())
    statistics = words[0] == "count" or "--export" in words  # JSON, whatever the file is called
    for file in () if statistics else written:
        well_formed(formats[-1] if formats else file.suffix[1:], file.read_bytes())
    return stop.value.code, printed, said


def test_every_command_is_tried():
    assert {*commands.BASES} == {*commands.every()}


@pytest.mark.parametrize("name", commands.BASES)
def test_no_set_of_options_ends_in_a_traceback(name, place):
    codes = []

    @settings(max_examples=RUNS, deadline=None, derandomize=SEEDED, suppress_health_check=HealthCheck)
    @given(
        words=commands.typed(name),
        screen=st.sampled_from(SCREENS),
        encoding=st.sampled_from(["utf-8", "utf-8", "cp1252"]),
    )
    def every(words, screen, encoding):
        codes.append(type_in(words, screen, encoding, place))

    every()
    print(f"{name}: {len(codes)} commands, {codes.count(0)} answered, {codes.count(2)} refused")


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)
def test_commands_that_once_failed(path, place):
    type_in(json.loads(path.read_text()), SCREENS[0], "utf-8", place)
