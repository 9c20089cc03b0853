"""Whatever is typed, piped or closed: a named error and exit code 2, and nothing that a terminal would obey."""

from __future__ import annotations

import csv
import io
import json
import lzma
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

import informed
from informed import Counts, evaluate
from informed.cli import main
from informed.core.writing import visible
from informed.readers.files import spool

HERE = {**os.environ, "PYTHONPATH": str(Path(informed.__file__).parents[1])}
CSV = "actual,predicted\na,a\nb,b\na,b\n"
CLIPBOARD, RED, REVERSED, CSI = "\x1b]52;c;aGk=\x07", "\x1b[31mred", "a\u202eb", "\x9b31mred"
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def shell(command, **environment):
    """A command as a shell runs it, ``informed`` being this one."""
    program = f"{sys.executable} -m informed"
    line = ["bash", "-c", command.replace("informed ", f"{program} ")]
    return subprocess.run(line, capture_output=True, timeout=60, env={**HERE, **environment}, check=False)


def run(capsys, *arguments):
    with pytest.raises(SystemExit) as stop:
        main(list(arguments))
    return stop.value.code, *capsys.readouterr()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "x.csv").write_text(CSV)
    monkeypatch.chdir(tmp_path)
    return tmp_path


# --- what leaves the program ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("label", [CLIPBOARD, RED, REVERSED, CSI, "two\nlines", "bell\x07"], ids=ascii)
@pytest.mark.parametrize("command", ["evaluate", "count", "bookmaker", "check"])
def test_no_label_reaches_the_terminal_raw(capsys, tmp_path, label, command):
    path = tmp_path / "x.jsonl"
    rows = [(label, "b"), ("b", "b"), (label, label)]
    path.write_text("".join(json.dumps({"actual": one, "predicted": two}) + "\n" for one, two in rows))
    _, out, err = run(capsys, command, str(path), *(["--require", "accuracy >= 0.1"] if command == "check" else []))
    assert not OBEYED.search(out)
    assert not OBEYED.search(err)


def test_errors_say_labels_in_letters(capsys, folder):
    code, _, err = run(capsys, "evaluate", "x.csv", "--positive", RED, "--actual", CLIPBOARD)
    assert code == 2
    assert not OBEYED.search(err)


def test_ordinary_text_is_left_as_it_is():
    text = "été → 日本語\tüber\nnext \u200c line 😀\u200d"
    assert visible(text) == text


@pytest.mark.parametrize("label", ["=1+2", "@SUM(1)", "+cmd|' /C calc'!A0", "-2+3", "\t=1", "\r=1"])
def test_a_spreadsheet_computes_no_label(label):
    text = evaluate(Counts([[3, 1], [1, 3]], labels=(label, "b"))).report("csv")
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row if visible(label) in cell]
    assert cells
    assert all(cell.startswith("'") for cell in cells)


def test_signs_and_numbers_are_no_formulas():
    text = evaluate(Counts([[3, 1, 0], [1, 3, 0], [0, 0, 1]], labels=("+", "-", "-1.5e3"))).report("csv")
    assert {"+", "-", "-1.5e3"} <= {cell for row in csv.reader(io.StringIO(text)) for cell in row}


@pytest.mark.parametrize("coding", ["latin-1", "cp437", "ascii"])
def test_letters_that_the_terminal_lacks_are_written_out(folder, coding):
    (folder / "u.csv").write_text("actual,predicted\né→日,é→日\nb,b\n", encoding="utf-8")
    done = shell("informed evaluate u.csv", PYTHONIOENCODING=coding)
    assert done.returncode == 0, done.stderr


# --- pipes, signals, surroundings -------------------------------------------------------------------------------------


def test_standard_streams_may_be_closed(folder):
    assert shell("informed evaluate x.csv 2>&-").returncode == 0
    for command in ("informed count - <&-", "informed table - --rows actual <&-"):
        done = shell(command)
        assert (done.returncode, b"standard input is closed" in done.stderr) == (2, True)


def test_process_substitution_is_counted(folder):
    assert json.loads(shell("informed count <(cat x.csv)").stdout)["n"] == 3


def test_output_that_nobody_reads_is_not_a_requirement_unmet(folder):
    done = shell("set -o pipefail; informed evaluate x.csv | true")
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_full_disk_is_named_and_leaves_the_old_report(folder):
    done = shell("informed evaluate x.csv > /dev/full")
    assert (done.returncode, b"no space left" in done.stderr) == (2, True)
    (folder / "report.txt").write_text("old")
    done = shell("ulimit -f 0; informed evaluate x.csv -o report.txt")
    assert done.returncode not in (0, 1)
    assert (folder / "report.txt").read_text() == "old"
    assert sorted(path.name for path in folder.iterdir() if path.name.startswith(".")) == []


def test_interrupted_while_counting(folder):
    path = folder / "rows.csv"
    rows = "".join(f'"a{place % 1000}",b\n' for place in range(100_000))
    path.write_text("actual,predicted\n" + 60 * rows)
    program = [sys.executable, "-m", "informed", "count", str(path), "--actual", "actual", "--predicted", "predicted"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=HERE) as process:
        time.sleep(1.0)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    if process.returncode != 0:  # a fast machine may have counted all of them
        assert process.returncode in (130, -signal.SIGINT)
        assert b"Traceback" not in err or b"import" in err  # before the command has begun Python itself is stopped


@pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
@pytest.mark.parametrize("how", ["SIGTERM", "SIGHUP", "SIGINT", "SIGKILL"])
def test_no_copy_of_a_packed_file_outlives_its_command(folder, how, monkeypatch):
    rows = lzma.compress(b"actual,predicted\n" + 10**6 * b"yes,no\n")
    (folder / "rows.csv.xz").write_bytes(200 * rows)  # minutes to unpack: the command is told to end long before
    program = [sys.executable, "-m", "informed", "evaluate", "rows.csv.xz"]
    told = getattr(signal, how)
    heard = None if how == "SIGKILL" else lambda: signal.signal(told, signal.SIG_DFL)  # under nohup it is ignored
    alone = {**HERE, "TMPDIR": str(folder)}
    with subprocess.Popen(program, stderr=subprocess.PIPE, env=alone, preexec_fn=heard) as process:
        while process.poll() is None and not any(folder.glob(f"{spool.PREFIX}*/*-rows.csv")):
            time.sleep(0.02)
        process.send_signal(told)
        _, err = process.communicate(timeout=60)
    assert process.returncode == (-told if how == "SIGKILL" else 128 + told)  # as a shell gives them
    assert err.decode().strip() == ("" if how == "SIGKILL" else "informed: stopped")
    assert len(list(folder.glob("informed-*"))) == (how == "SIGKILL")
    monkeypatch.setattr(spool, "YOUNG", 0.0)
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    spool.clear_leftovers()
    assert list(folder.glob("informed-*")) == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
def test_a_command_that_reads_clears_what_a_dead_one_left(folder):
    left, alive = (folder / f"{spool.PREFIX}{name}" for name in ("dead", "alive"))
    for each in (left, alive):
        each.mkdir()
        (each / spool.LOCK).touch()
        os.utime(each, (0, 0))
    fcntl = pytest.importorskip("fcntl")
    with (alive / spool.LOCK).open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        shell("informed evaluate x.csv", TMPDIR=str(folder))
    assert (left.exists(), alive.exists()) == (False, True)


def test_a_bug_says_where_to_report_it(capsys, monkeypatch, folder):
    monkeypatch.setattr("informed.cli.commands.count.save", lambda *_: 1 / 0)
    code, _, err = run(capsys, "count", "x.csv")
    assert code == 3
    assert "report it" in err.splitlines()[-1]


# --- what people give -------------------------------------------------------------------------------------------------

SAVED = {"kind": "counts", "version": 1, "table": [[2, 1], [0, 1]], "labels": ["a", "b"]}
DAMAGED = {
    "missing": -5,
    "refused": 1.5,
    "n": "x",
    "abstained": [1],
    "unjudged": [-1, 0],
    "items": [[1]],
    "notes": [1],
    "by": "site",
    "groups": 3,
    "labels": {"a": 1},
    "table": [[1e400]],
    "version": 2,
}


@pytest.mark.parametrize("key", DAMAGED)
def test_damaged_counts_are_refused(capsys, folder, key):
    (folder / "saved.json").write_text(json.dumps({**SAVED, key: DAMAGED[key]}))
    code, _, err = run(capsys, "evaluate", "saved.json")
    assert (code, "saved.json" in err) == (2, True), err


def test_saved_counts_without_a_version_or_too_deep_are_refused(capsys, folder):
    unversioned = {key: value for key, value in SAVED.items() if key != "version"}
    for text in (json.dumps(unversioned), '{"kind": "counts", "version": 1, "table": ' + "[" * 100_000):
        (folder / "saved.json").write_text(text)
        assert run(capsys, "evaluate", "saved.json")[0] == 2


@pytest.mark.parametrize("text", ["", "\n,\n", "a b\n", "\xff"])
def test_empty_prices_are_refused(capsys, folder, text):
    (folder / "cost.csv").write_text(text, encoding="latin-1")
    assert run(capsys, "evaluate", "x.csv", "--cost", "cost.csv")[0] == 2
