"""Many writers, killed writers, full disks, other versions: nothing is lost, doubled or half written."""

import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path

import many
import pytest

from informed import Counts, InputError, Ledger
from informed.ledger import store
from informed.ledger.place import VARIABLE, place_of
from informed.ledger.store import BusyError, DiskFullError, LedgerError, NewerLedgerError

TABLE = Counts([[8, 2], [3, 7]], ["x", "y"])
HEAVY = pytest.mark.ledger


@pytest.mark.parametrize(("writers", "runs"), [(3, 20), pytest.param(8, 500, marks=HEAVY)])
def test_many_processes_record_at_once_and_nothing_is_lost(url, writers, runs):
    """They also make the ledger at once, and all record one run alike, which stays one."""
    with ProcessPoolExecutor(writers, mp_context=multiprocessing.get_context("spawn")) as pool:
        work = [pool.submit(many.record_many, url, writer, runs) for writer in range(writers)]
        ids = [each for done in work for each in done.result()]
    with Ledger(url) as ledger:
        assert len(set(ids)) == writers * runs
        assert {each.id for each in ledger.runs() if each.system != "all"} == set(ids)
        (shared,) = ledger.runs(system="all")
        assert len(ledger.looks(shared)) == writers
        assert ledger.pooled("many", system="all") == many.SHARED
        for writer in range(writers):
            expected = Counts([[(writer + 1) * runs, runs * (runs + 1) // 2], [2 * runs, runs]], ["x", "y"])
            assert ledger.pooled("many", system=f"w{writer}") == expected
        chain = ledger.verify()
        assert (chain.intact, chain.links) == (True, writers * (runs + 1))


@pytest.mark.parametrize("after", [3, pytest.param(50, marks=HEAVY), pytest.param(333, marks=HEAVY)])
def test_a_killed_writer_loses_at_most_the_run_in_flight(url, after):
    command = [sys.executable, many.__file__, url, "1"]
    path = {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | path) as writer:
        named = [line.strip() for line in islice(writer.stdout, after)]
        writer.send_signal(signal.SIGKILL)
        named += [line.strip() for line in writer.stdout if line.endswith("\n")]
    with Ledger(url) as ledger:
        runs = ledger.runs()
        assert {each.id for each in runs} >= set(named)
        assert len(runs) - len(named) <= 1
        for run, counts in zip(runs, ledger.counts_of(runs), strict=True):
            assert counts == many.table(1, int(run.dataset))
        assert all(len(ledger.looks(run)) == 1 for run in runs)
        assert ledger.verify().intact
        ledger.record(TABLE, task="after", system="s")


def fill(ledger):
    """No more room: a limit on the pages of the file; on a server the error that it gives."""
    connection = ledger._store._ready()
    if ledger._store.dialect == "sqlite":
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages}")
        return lambda: connection.execute("PRAGMA max_page_count = 1000000")
    connection.execute(
        "CREATE FUNCTION informed.full() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = 'disk_full'; END $$"
    )
    connection.execute("CREATE TRIGGER filled BEFORE INSERT ON informed.look EXECUTE FUNCTION informed.full()")
    return lambda: connection.execute("DROP TRIGGER filled ON informed.look")


def test_a_full_disk_has_its_name_and_leaves_nothing_half_written(ledger):
    ledger.record(TABLE, task="t", system="before")
    emptied = fill(ledger)
    large = Counts([[1] * 60] * 60, range(60))
    with pytest.raises(DiskFullError, match="disk full, the run was not recorded"):
        ledger.record(large, task="t", system="after")
    assert [run.system for run in ledger.runs()] == ["before"]
    emptied()
    ledger.record(large, task="t", system="after")
    assert ledger.pooled("t", system="after") == large


def test_a_newer_schema_is_refused_with_the_remedy(ledger, url):
    ledger.record(TABLE, task="t", system="s")
    with ledger._store.writing() as execute:
        execute("UPDATE schema_version SET version = 99")
    with Ledger(url) as again:
        for ask in (again.runs, lambda: again.record(TABLE, task="t", system="s")):
            with pytest.raises(NewerLedgerError, match=r"schema version 99.*upgrade informed"):
                ask()


def test_an_older_ledger_is_migrated_and_keeps_its_runs(url, monkeypatch):
    with Ledger(url) as old:
        run = old.record(TABLE, task="t", system="s")
    monkeypatch.setattr(store, "MIGRATIONS", (*store.MIGRATIONS, ("ALTER TABLE run ADD COLUMN colour TEXT",)))
    with Ledger(url) as new:
        assert new.runs()[0] == run  # a reader changes nothing
        assert new._store.version() == len(store.MIGRATIONS) - 1
        assert new.record(TABLE, task="t", system="s") == run
        assert new.counts(run) == TABLE
        assert new._store.rows("SELECT colour FROM run") == [(None,)]
        assert new._store.rows("SELECT version FROM schema_version") == [(len(store.MIGRATIONS),)]


def test_a_failed_migration_changes_nothing(url, monkeypatch):
    with Ledger(url) as old:
        old.record(TABLE, task="t", system="s")
    right = store.MIGRATIONS
    with monkeypatch.context() as wrong:
        wrong.setattr(store, "MIGRATIONS", (*right, ("ALTER TABLE run ADD COLUMN colour TEXT", "CREATE NONSENSE")))
        with Ledger(url) as broken, pytest.raises(LedgerError, match="NONSENSE"):
            broken.record(TABLE, task="t", system="again")
    with Ledger(url) as again:
        assert len(again.runs()) == 1
        with pytest.raises(Exception, match="colour"):
            again._store.rows("SELECT colour FROM run")


def test_a_busy_file_has_its_name(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "WAIT", 0.05)
    with Ledger(tmp_path / "ledger.db") as ledger:
        ledger.record(TABLE, task="t", system="s")
        other = sqlite3.connect(tmp_path / "ledger.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(BusyError, match="busy"):
            ledger.record(TABLE, task="u", system="s")
        assert len(ledger.runs()) == 1  # readers do not wait for writers
        other.close()


def test_a_file_that_is_no_ledger_is_left_alone(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("no ledger " * 500)
    with Ledger(path) as ledger, pytest.raises(LedgerError, match="not an SQLite file"):
        ledger.record(TABLE, task="t", system="s")
    assert path.read_text() == "no ledger " * 500


def test_a_server_that_is_not_there_is_named_without_its_password(monkeypatch):
    pytest.importorskip("psycopg")
    with Ledger("postgresql://someone:secret@127.0.0.1:1/none") as ledger:
        assert "secret" not in repr(ledger)
        with pytest.raises(LedgerError, match="no connection") as told:
            ledger.runs()
        assert "secret" not in str(told.value)


def test_a_ledger_survives_a_fork(ledger):
    """A connection is never shared by two processes."""
    ledger.record(TABLE, task="t", system="parent")
    child = os.fork()
    if not child:
        ledger.record(TABLE, task="t", system="child")
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    ledger.record(TABLE, task="t", system="parent again")
    assert {run.system for run in ledger.runs()} == {"parent", "child", "parent again"}


def test_the_place_follows_the_environment_the_project_and_the_user(tmp_path, monkeypatch):
    below = tmp_path / "project" / "src"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    assert place_of().file == Path(os.environ["XDG_DATA_HOME"]) / "informed" / "ledger.db"
    (tmp_path / "project" / ".informed").mkdir()
    assert place_of().file == tmp_path / "project" / ".informed" / "ledger.db"
    monkeypatch.setenv(VARIABLE, "postgresql://someone:secret@host/base")
    assert place_of().shown == "postgresql://someone:***@host/base"
    assert place_of("other.db").file == Path("other.db")
    assert place_of("sqlite:////tmp/x.db").file == Path("/tmp/x.db")
    with pytest.raises(InputError, match="the address of a ledger is"):
        place_of("mysql://host/base")
