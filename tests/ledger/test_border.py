"""What stands between a ledger and the world: readers change nothing, and what is no ledger or damaged is refused."""

import json
import os
import random
import shutil
import sqlite3
import tempfile
import zlib
from contextlib import suppress
from pathlib import Path

import pytest
from questions_recorded import ACTUAL, ANSWERS, FIRST, SECOND

import informed
from informed import Counts, InputError, Ledger
from informed.cli import main
from informed.ledger.run import TABLES
from informed.ledger.store import LedgerError, NewerLedgerError
from informed.more import drift, history, leaderboard

SERVER = os.environ.get("INFORMED_TEST_POSTGRES", "")
TABLE = Counts([[8, 2], [3, 7]], ["x", "y"])
COMMANDS = (["ledger"], ["ledger", "t"], ["history", "t"], ["leaderboard", "t"], ["drift", "t"])
COMMANDS += (["ledger", "t", "--show", "last"], ["ledger", "--export"])


def typed(*words):
    """The exit code of a command."""
    with pytest.raises(SystemExit) as stopped:
        main([str(each) for each in words])
    return stopped.value.code


def held(folder):
    """Every file of a folder and what it holds."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def foreign(mode, table="users"):
    def made(path):
        with sqlite3.connect(path) as other:
            other.execute(f"PRAGMA journal_mode = {mode}")
            other.execute(f"CREATE TABLE {table} (x)")
        other.close()

    return made


def recorded(path):
    with Ledger(path) as ledger:
        for day in (1, 2):
            ledger.record(informed.evaluate(TABLE), task="t", system="s", dataset=str(day), time=f"2026-01-0{day}")


def changed(*statements):
    def made(path):
        recorded(path)
        with sqlite3.connect(path) as other:
            for each in statements:
                other.execute(each)
        other.close()

    return made


PLACES = {
    "a ledger": (recorded, ""),
    "no file": (lambda path: None, ""),
    "an empty file": (Path.touch, ""),
    "another program's file": (foreign("delete"), r"no ledger of informed.*another program \(users\)"),
    "another program's file with a log": (foreign("wal"), r"no ledger of informed.*another program \(users\)"),
    "another table of runs": (foreign("delete", "run"), r"no ledger of informed.*another program \(run\)"),
    "another schema_version": (foreign("delete", "schema_version"), r"schema_version is \[\]"),
    "a text": (lambda path: path.write_text("no ledger " * 500), "not an SQLite file"),
    "a damaged file": (lambda path: (recorded(path), path.write_bytes(path.read_bytes()[:3000])), "damaged"),
    "a version in words": (changed("UPDATE schema_version SET version = 'two'"), r"schema_version is \[\('two',\)\]"),
    "no version": (changed("DELETE FROM schema_version"), r"schema_version is \[\]"),
    "two versions": (changed("INSERT INTO schema_version VALUES (1)"), r"schema_version is \[\(\d,\), \(1,\)\]"),
    "no runs table": (changed("DROP VIEW estimate", "DROP TABLE run"), "no such table: run"),
    "no column": (changed("DROP VIEW estimate", "ALTER TABLE run DROP COLUMN way"), "no such column: way"),
    "a newer ledger": (changed("UPDATE schema_version SET version = 99"), "schema version 99.*upgrade informed"),
}
STRANGE = [name for name, (_, said) in PLACES.items() if said]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("name", PLACES)
def test_a_reading_command_changes_no_byte_and_makes_no_file(tmp_path, name, words):
    PLACES[name][0](tmp_path / "it.db")
    before = held(tmp_path)
    code = typed(*words, "--ledger", tmp_path / "it.db")
    assert held(tmp_path) == before
    assert code == 0 if name == "a ledger" else code == 2 or not PLACES[name][1]


@pytest.mark.parametrize("name", STRANGE)
def test_what_is_no_ledger_is_refused_by_name_and_left_alone(tmp_path, name):
    path = tmp_path / "it.db"
    PLACES[name][0](path)
    before = held(tmp_path)
    for ask in (Ledger.runs, lambda ledger: ledger.record(TABLE, task="t", system="s")):
        with Ledger(path) as ledger, pytest.raises(LedgerError, match=f"ledger .*it.db.*{PLACES[name][1]}") as told:
            ask(ledger)
        assert isinstance(told.value, NewerLedgerError) == (name == "a newer ledger")
        assert held(tmp_path) == before


def test_an_empty_or_missing_ledger_is_said(tmp_path, capsys):
    (tmp_path / "empty.db").touch()
    for name in ("empty.db", "none.db"):
        assert typed("history", "t", "--ledger", tmp_path / name) == 2
        assert "holds no runs; record a first one with --record t --as SYSTEM" in capsys.readouterr().err


def test_a_reader_sees_runs_that_are_recorded_after_it_was_opened(url):
    with Ledger(url) as reader, Ledger(url) as writer:
        assert not len(reader.runs())
        for system in ("one", "two"):
            writer.record(TABLE, task="t", system=system)
            assert reader.runs()[-1].system == system


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
@pytest.mark.parametrize("log", [False, True])
def test_a_ledger_on_a_disk_that_cannot_be_written_is_read(log):
    folder = Path(tempfile.mkdtemp())
    try:
        recorded(folder / "it.db")
        if log:  # as a writer leaves it that was killed
            (folder / "it.db-wal").write_bytes(b"unfinished")
        (folder / "it.db").chmod(0o444)
        folder.chmod(0o555)
        child = os.fork()
        if not child:
            with suppress(PermissionError):
                os.setuid(65534)  # root may write anywhere
            with Ledger(folder / "it.db") as ledger:
                try:
                    os._exit(len(ledger.runs("t")))
                except LedgerError as error:
                    os._exit(7 if "its last runs are still in it.db-wal" in str(error) else 8)
                except BaseException:
                    os._exit(9)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == (7 if log else 2)
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


@pytest.mark.skipif(not SERVER, reason="see ./dev test ledger")
def test_readers_of_a_server_make_nothing_and_strange_tables_are_refused():
    import psycopg

    schemas, gone = "SELECT count(*) FROM pg_namespace WHERE nspname = 'informed'", "DROP SCHEMA informed CASCADE"
    with psycopg.connect(SERVER, autocommit=True) as other:
        other.execute("DROP SCHEMA IF EXISTS informed CASCADE")
        with Ledger(SERVER) as ledger:
            assert not len(ledger.runs())
            assert other.execute(schemas).fetchone() == (0,)
            ledger.record(TABLE, task="t", system="s")
        with Ledger(SERVER) as ledger:
            ledger.runs()
            with pytest.raises(Exception, match="read-only"):
                ledger._store._connection.execute("DELETE FROM look")
        other.execute(gone)
        other.execute("CREATE SCHEMA informed")
        other.execute("CREATE TABLE informed.run (x integer)")
        for ask in (Ledger.runs, lambda ledger: ledger.record(TABLE, task="t", system="s")):
            with Ledger(SERVER) as ledger, pytest.raises(LedgerError, match=r"another program \(run\)"):
                ask(ledger)
        other.execute(gone)


# --- what a ledger holds ---------------------------------------------------------------------------------------------


@pytest.fixture
def full(ledger):
    """A ledger with a run of every kind of statistic, and items."""
    ids = list(range(len(ACTUAL)))
    for name, labels in (("one", FIRST), ("two", SECOND)):
        found = informed.evaluate(ACTUAL, labels)
        ledger.record(found, task="t", system=name, items=(ids, ACTUAL, labels), hash_ids=True, tags={"site": "north"})
    for name in ("compare", "sweep", "agree", "multilabel", "judge"):
        ledger.record(ANSWERS[name](), task=name, system="s")
    return ledger


def asked(ledger):
    """Everything a ledger is asked; each answer is there or an `InputError` says why not."""
    runs = []
    with suppress(InputError):
        runs = list(ledger.runs())
    for run in runs:
        for ask in (ledger.statistics, ledger.counts, ledger.items, ledger.looks, ledger.reproduce, ledger.dependent):
            with suppress(InputError):
                ask(run)
    for task in ("t", "compare", "sweep", "agree", "multilabel", "judge"):
        for question in (history, leaderboard, drift, Ledger.measures):
            with suppress(InputError):
                question(ledger, task)
        with suppress(InputError):
            ledger.pooled(task, system="one")
        with suppress(InputError):
            ledger.runs(task, system="s", tags={"site": "north"})
    if len(runs) > 1:
        with suppress(InputError):
            ledger.paired(*runs[:2])
    for ask in (ledger.tasks, ledger.estimates, lambda: list(ledger.export()), lambda: ledger._repr_html_()):
        with suppress(InputError):
            ask()
    with suppress(InputError):
        ledger.record(TABLE, task="t", system="new", items=(["i"], ["x"], ["x"]), hash_ids=True)


ODD = (
    None,
    "",
    "x",
    "[]",
    "{}",
    "null",
    "[1]",
    '{"a": 1}',
    '["a"',
    "2026-01-01",
    "NaN",
    "\\ud800",
    0,
    -1,
    7,
    0.5,
    1e400,
)
ODD += (b"", b"x", b"\xff", zlib.compress(b"[]"), zlib.compress(b'{"labels": ["x"], "ids": 3}'))
ODD += ('{"kind": "counts", "version": 1, "table": [[1]], "groups": {"x": []}}', '{"kind": "items", "version": 1}')


@pytest.mark.parametrize("seed", range(60))
def test_damaged_rows_are_refused_and_never_a_traceback(full, seed):
    draw = random.Random(seed)
    table = draw.choice([name for name in TABLES if name != "estimate"])
    column = draw.choice([name for name in TABLES[table] if name not in ("id", "run")])
    with suppress(LedgerError), full._store.writing() as execute:  # the tables themselves refuse some
        some = draw.choice(["", " WHERE run > '8'" if "run" in TABLES[table] else ""])
        execute(f"UPDATE {table} SET {column} = ?{some}", [draw.choice(ODD)])
    full.close()
    asked(full)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("run", "tags", "no JSON"), "run with id '{id}.*: tags is 'no JSON', but must be texts by name, as JSON"),
        (("run", "at", "yesterday"), "run with id '{id}.*: at is 'yesterday', but must be a time"),
        (("run", "systems", "3"), "run with id '{id}.*: systems is '3', but must be a list of texts, as JSON"),
        (("statistic", "document", "no JSON"), "run {id}, statistic 'judged/counts': not valid JSON"),
        (("statistic", "kind", "tables"), "holds 'tables', which this version does not know"),
    ],
    ids=lambda each: "" if isinstance(each, str) else f"{each[0]}.{each[1]}",
)
def test_a_damaged_row_is_refused_with_its_run_and_field(ledger, change, said):
    run = ledger.record(informed.evaluate(TABLE), task="t", system="s")
    table, column, value = change
    with ledger._store.writing() as execute:
        execute(f"UPDATE {table} SET {column} = ?", [value])
    with pytest.raises(InputError, match=said.replace("{id}", run.id[:10])):
        ledger.counts(ledger.runs("t")[0])


def test_a_run_that_was_changed_is_not_given_again(ledger):
    run = ledger.record(informed.evaluate(TABLE), task="t", system="s")
    with ledger._store.writing() as execute:
        execute("UPDATE run SET options = ?", ['{"level": 0.5}'])
    with pytest.raises(InputError, match=f"run {run.id[:10]} does not fit its id: it was changed"):
        ledger.reproduce(run.id)


NAMES = {"half of a pair": "a\ud800", "a NUL": "a\x00b"}


@pytest.mark.parametrize("wrong", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize(
    "name", ["task", "system", "version", "dataset", "fingerprint", "source", "tags", "label", "group"]
)
def test_names_that_no_database_keeps_are_refused_by_field(ledger, name, wrong):
    """The law of both stores: the same is refused, before anything is written."""
    found, given = informed.evaluate(TABLE), {"task": "t", "system": "s", name: wrong}
    if name == "tags":
        given["tags"] = {"site": wrong}
    if name == "label":
        found, given = informed.agree([[wrong, wrong], ["b", wrong]] * 5), {"task": "t", "system": "s"}
    if name == "group":
        found = informed.evaluate(list("aabb") * 5, list("abab") * 5, by={"site": [wrong, "n"] * 10})
        given = {"task": "t", "system": "s"}
    with pytest.raises(InputError, match={"group": "grouped"}.get(name, name)):
        ledger.record(found, **given)
    assert not len(ledger.runs())


@pytest.fixture(scope="module")
def lines(tmp_path_factory):
    """Exported runs."""
    with Ledger(tmp_path_factory.mktemp("exported") / "it.db") as ledger:
        rows = (list(range(len(ACTUAL))), ACTUAL, FIRST)
        ledger.record(informed.evaluate(ACTUAL, FIRST), task="t", system="s", items=rows, tags={"a": "b"})
        ledger.record(ANSWERS["agree"](), task="t", system="s")
        return list(ledger.export())


def places(data, at=()):
    yield at
    below = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, each in below:
        yield from places(each, (*at, key))


@pytest.mark.parametrize("seed", range(120))
def test_damaged_lines_are_refused_by_line_or_read_as_they_are(ledger, lines, seed):
    """What is imported can be asked everything."""
    draw = random.Random(seed)
    data = json.loads(draw.choice(lines))
    first = draw.choice([name for name in data if name != "statistics"]) if draw.random() < 0.7 else "statistics"
    *way, last = draw.choice([at for at in places(data) if at and at[0] == first])
    inner = data
    for key in way:
        inner = inner[key]
    if draw.random() < 0.2:
        del inner[last]
    else:
        inner[last] = draw.choice([*(each for each in ODD if not isinstance(each, bytes)), [], {}, [[]], True, 2**70])
    line = json.dumps(data)
    said = "lines, line 1: "
    try:
        ledger.load([line if draw.random() < 0.5 else line.encode()])
    except InputError as error:
        said = str(error)
    assert said.startswith("lines, line 1: ")
    asked(ledger)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "latin-1"])
def test_lines_of_another_encoding_are_refused_by_line(tmp_path, lines, encoding, capsys):
    text = "\n".join(each.replace('"t"', '"tä"') for each in lines)
    (tmp_path / "runs.jsonl").write_bytes(text.encode(encoding))
    assert typed("ledger", "--import", tmp_path / "runs.jsonl", "--ledger", tmp_path / "it.db") == 2
    assert "runs.jsonl, line 1: " in capsys.readouterr().err
