"""The chain of a ledger: any change to what was recorded shows, and names the first run; nothing else does."""

import json
import shutil
from datetime import UTC, datetime, timedelta

import pytest
from fixture.make import ANSWERS, LEDGER

from informed import Counts, InputError, Ledger, evaluate
from informed.cli import main
from informed.ledger.run import TABLES

KEYS = ("id", "run", "place", "system", "grouped", "label", "measure")  # of a row below a run, save for the run itself
OTHER = {"n": 7, "passed": 1, "hashed": 1, "at": "2020-01-01T00:00:00.000000Z"}
CHANGED = [
    (table, column)
    for table in ("run", "statistic", "figure", "item", "look")
    for column in TABLES[table]
    if (table == "run" and column != "id") or column not in KEYS
]


def table(number):
    return Counts([[8 + number, 2], [3, 7]], ["x", "y"])


@pytest.fixture
def runs(ledger):
    """Three runs, with all that a run can have."""
    rows = ["i", "j"], ["x", "y"], ["x", "x"]
    for each in range(3):
        ledger.record(evaluate(table(each)), task="t", system=f"s{each}", items=rows, passed=False, tags={"a": "b"})
    return ledger.runs()


def changed(ledger, sql, *values):
    with ledger._store.writing() as execute:
        assert execute(sql, values) >= 1


def test_what_was_recorded_is_intact(ledger, runs):
    found = ledger.verify()
    assert found.intact
    assert (found.runs, found.links, found.faults, found.dropped) == (3, 3, (), {})


def test_each_record_adds_a_link_and_none_is_ever_changed(ledger, runs):
    """A look, and another outcome of the gate, are links of the same run; what changes nothing adds none."""
    heads = [ledger.verify().head]
    for passed, links in ((None, 4), (True, 5)):
        ledger.record(evaluate(table(0)), task="t", system="s0", passed=passed)
        found = ledger.verify(heads[-1])
        assert (found.intact, found.links, found.runs) == (True, links, 3)
        heads.append(found.head)
    assert len(set(heads)) == 3
    ledger.load(ledger.export())
    assert ledger.verify().head == heads[-1]


@pytest.mark.parametrize(("where", "column"), CHANGED)
def test_a_change_to_any_column_names_the_run(ledger, runs, where, column):
    key = "id" if where == "run" else "run"
    shape = TABLES[where][column]
    value = OTHER.get(
        column, 0.123 if "number" in shape.words else b"other" if column == "document" and where == "item" else "other"
    )
    changed(ledger, f"UPDATE {where} SET {column} = ? WHERE {key} = ?", value, runs[1].id)
    found = ledger.verify()
    assert [(each.what, each.run) for each in found.faults] == [("altered", runs[1].id)]


@pytest.mark.parametrize("where", ["statistic", "figure", "item", "look"])
def test_a_row_taken_from_a_run_names_it(ledger, runs, where):
    changed(ledger, f"DELETE FROM {where} WHERE run = ?", runs[2].id)
    assert [(each.what, each.run) for each in ledger.verify().faults] == [("altered", runs[2].id)]


def test_a_run_that_was_deleted_and_one_that_was_put_in_are_named(ledger, runs):
    for where in ("statistic", "figure", "item", "look", "run"):
        changed(ledger, f"DELETE FROM {where} WHERE {'id' if where == 'run' else 'run'} = ?", runs[0].id)
    columns = ", ".join(each for each in TABLES["run"] if each != "id")
    changed(ledger, f"INSERT INTO run (id, {columns}) SELECT ?, {columns} FROM run WHERE id = ?", "ab" * 16, runs[1].id)
    found = ledger.verify()
    assert [(each.what, each.run) for each in found.faults] == [("missing", runs[0].id), ("inserted", "ab" * 16)]
    assert str(found).startswith(f"NOT INTACT: run {runs[0].id[:10]} (link 1) was deleted.")


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM link WHERE place = 2",
        "UPDATE link SET note = 'x' WHERE place = 2",
        "UPDATE link SET at = '2020-01-01' WHERE place = 2",
        "UPDATE link SET place = 9 WHERE place = 2",
    ],
)
def test_a_change_to_a_link_shows(ledger, runs, sql):
    changed(ledger, sql)
    assert "broken" in {each.what for each in ledger.verify().faults}


def test_a_chain_written_anew_lacks_the_hash_that_was_kept(ledger, runs, url):
    """Who can write everything can write a whole chain; the hash kept elsewhere tells."""
    head = ledger.verify().head
    changed(ledger, "DELETE FROM link WHERE run = ?", runs[2].id)
    for where in ("statistic", "figure", "item", "look", "run"):
        changed(ledger, f"DELETE FROM {where} WHERE {'id' if where == 'run' else 'run'} = ?", runs[2].id)
    assert ledger.verify().intact
    assert not ledger.verify(head).intact
    assert ledger.verify(head).known is False


def test_the_ledger_of_an_earlier_schema_begins_a_chain_with_the_next_run(tmp_path):
    """Until then it is read as it is; then all its runs have a link, and stay as they were."""
    shutil.copy(LEDGER, tmp_path / "ledger.db")
    kept = json.loads(ANSWERS.read_text())
    with Ledger(tmp_path / "ledger.db") as old:
        assert str(old.verify()).startswith(f"No chain yet: {len(kept)} runs")
        assert old._store.version() == 1
        before = {run.id: line for run, line in zip(old.runs(), old.export(), strict=True)}
        old.record(table(0), task="t", system="new")
        found = old.verify()
        assert (found.intact, found.before, found.runs, found.links) == (True, len(kept), len(kept) + 1, len(kept) + 1)
        after = [json.loads(line) for line in old.export() if json.loads(line)["id"] in before]
        assert [each.pop("links") is not None for each in after] == [True] * len(kept)
        assert after == [json.loads(line) for line in before.values()]


def test_old_runs_are_dropped_and_the_chain_still_holds(ledger, url):
    """A run that was looked at since stays; what was dropped is said, and is not missing."""
    now = datetime.now(UTC)
    for each, days in enumerate((900, 500, 401, 399, 1)):
        ledger.record(table(each), task="t", system=f"s{each}", time=now - timedelta(days=days))
    ledger.record(table(0), task="t", system="s0")
    assert ledger.keep("400 days")[0] == 2
    assert [run.system for run in ledger.runs()] == ["s0", "s3", "s4"]
    found = ledger.verify()
    assert found.intact
    assert sum(found.dropped.values()) == 2
    assert "Dropped: 2 runs" in str(found)
    ledger.record(table(1), task="t", system="s1")  # may come again
    assert ledger.verify().intact
    assert ledger.keep("400 days")[0] == 0


@pytest.mark.parametrize("age", ["400", "0 days", "-3 days", "a year", "4 days ago", "1e3 days"])
def test_a_length_of_time_that_is_none_is_refused(ledger, age):
    with pytest.raises(InputError, match=r"age=.* is no length of time; write '400 days'"):
        ledger.keep(age)


def test_a_chain_goes_to_another_ledger_with_its_runs(ledger, runs, tmp_path):
    """All runs into an empty ledger: the same chain, with what was dropped. Else they join the chain that is there."""
    ledger.record(evaluate(table(0)), task="t", system="s0", passed=True)
    ledger.record(table(5), task="t", system="old", time="2020-01-01")
    assert ledger.keep("1 year")[0] == 1
    whole = ledger.verify()
    with Ledger(tmp_path / "empty.db") as empty, Ledger(tmp_path / "other.db") as other:
        assert empty.load(ledger.export()) == (3, 3)
        assert empty.verify() == whole
        other.record(table(9), task="t", system="own")
        assert other.load(ledger.export()) == (3, 3)
        assert other.verify().intact
        assert (other.verify().links, other.verify().head) != (whole.links, whole.head)


@pytest.mark.parametrize("field", ["figures", "looks", "tags", "source", "signature", "passed"])
def test_a_line_that_was_changed_is_refused(ledger, runs, tmp_path, field):
    """Even where the id of the run does not follow from what was changed."""
    lines = [json.loads(line) for line in ledger.export()]
    other = {"looks": ["2020-01-01T00:00:00Z"], "tags": {"c": "d"}, "passed": True, "figures": lines[1]["figures"][:-1]}
    lines[1][field] = other.get(field, "other")
    with (
        Ledger(tmp_path / "other.db") as other_ledger,
        pytest.raises(InputError, match=r"line 2: run .* was changed after"),
    ):
        other_ledger.load(map(json.dumps, lines))


def said(capsys, *words):
    with pytest.raises(SystemExit) as ended:
        main([*words])
    return ended.value.code, capsys.readouterr()


def test_the_command_verifies_and_drops(ledger, runs, url, capsys):
    code, told = said(capsys, "ledger", "--verify", "--ledger", url)
    assert code == 0
    assert told.out.startswith("Intact: 3 runs, 3 links, last hash ")
    head = told.out.rstrip(".\n").split()[-1]
    assert said(capsys, "ledger", "--verify", "--hash", head[:12], "--ledger", url)[0] == 0
    assert said(capsys, "ledger", "--verify", "--hash", "0123", "--ledger", url)[0] == 1
    assert said(capsys, "ledger", "--hash", head, "--ledger", url)[0] == 2
    code, told = said(capsys, "ledger", "t", "--keep", "1 year", "--ledger", url)
    assert (code, told.out[:14]) == (0, "0 runs dropped")
    code, told = said(capsys, "ledger", "--keep", "soon", "--ledger", url)
    assert code == 2
    assert "--keep soon is no length of time" in told.err
    changed(ledger, "UPDATE run SET n = 1 WHERE id = ?", runs[1].id)
    code, told = said(capsys, "ledger", "--verify", "--ledger", url)
    assert code == 1
    assert told.out.startswith(f"NOT INTACT: run {runs[1].id[:10]} (link 2) was changed after it was recorded.")
