"""One question for runs, rows and counts: what is a look, which of them are taken together, and what is refused."""

import shlex

import numpy as np
import pytest

import informed
from informed import Counts, InputError, Ledger, watch

RNG = np.random.default_rng(3)
ACTUAL = RNG.choice(["ill", "well", "odd"], 90)
SAID = np.where(RNG.random(90) < 0.8, ACTUAL, RNG.choice(["ill", "well", "odd"], 90))
DAY = np.repeat([f"2026-{month}-{day:02}" for month in ("01", "02") for day in range(1, 16)], 3)
RNG.shuffle(DAY)


def of(days):
    """The counts of the items of these days, of one label against the rest."""
    kept = np.isin(DAY, days)
    return informed.count(ACTUAL[kept], SAID[kept], labels=["ill", "odd", "well"]).one_vs_rest("ill")


@pytest.fixture
def shell(capsys):
    from informed.cli import main

    def typed(line):
        with pytest.raises(SystemExit) as stopped:
            main(shlex.split(line))
        told = capsys.readouterr()
        return stopped.value.code, told.out + told.err

    return typed


@pytest.fixture
def folder(tmp_path, monkeypatch):
    rows = [f"{day},{y},{p}" for day, y, p in zip(DAY, ACTUAL, SAID, strict=True)]
    (tmp_path / "rows.csv").write_text("\n".join(["day,y,p", *rows]) + "\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def looks_of(found):
    """What each look says; the value of the first, which has one class only, is none."""
    return [each.to_dict() for each in found.looks]


def test_each_value_of_a_column_is_a_look_in_their_order():
    days = sorted(set(DAY))
    found = watch(ACTUAL, SAID, looks=DAY, positive="ill")
    assert looks_of(found) == looks_of(watch([of([day]) for day in days]))
    assert list(found.until) == days
    frame = {"y": ACTUAL, "p": SAID, "day": DAY}
    assert looks_of(watch(frame, actual="y", predicted="p", looks="day", positive="ill")) == looks_of(found)
    assert looks_of(watch(informed.count(ACTUAL, SAID, by={"day": DAY}), positive="ill")) == looks_of(found)


@pytest.mark.parametrize(
    ("window", "parts"),
    [("10", [(0, 10), (10, 20), (20, 30)]), ("8", [(0, 8), (8, 16), (16, 24), (24, 30)]), ("4w", [(0, 15), (15, 30)])],
)
def test_a_window_takes_looks_together(window, parts):
    """So many of them, or those of a span of time from the first day on; both are the looks at their sums."""
    days = sorted(set(DAY))
    found = watch(ACTUAL, SAID, looks=DAY, positive="ill", window=window)
    assert found.looks == watch([of(days[start:end]) for start, end in parts]).looks
    assert [each["until"] for each in found.rows()] == [days[end - 1] for _, end in parts]


def test_several_looks_at_once_are_the_looks_one_by_one():
    days = [of([day]) for day in sorted(set(DAY))]
    one_by_one = watch()
    for each in days:
        one_by_one = one_by_one.then(each)
    assert looks_of(watch(days[:3]).then(*days[3:])) == looks_of(one_by_one) == looks_of(watch(days))


def test_a_number_of_runs_is_a_window_too(tmp_path):
    with Ledger(tmp_path / "ledger.db") as ledger:
        for night in range(6):
            counts = Counts([[90 - night, 10 + night], [10, 90]], ["ill", "well"])
            ledger.record(counts, task="t", system="a", fingerprint=str(night), time=f"2026-10-0{night + 1}")
        found = watch(ledger, "t", window="2")
        assert [(each.runs, each.n) for each in found.looks] == [(2, 400)] * 3
        assert found.looks[-1].evidence == pytest.approx(watch(ledger, task="t", window="2d").looks[-1].evidence)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"system": "a"}, "system='a' is for the recorded runs"),
        ({"window": "7x", "positive": "ill"}, "window='7x' is not a span of time"),
        ({"window": "0", "positive": "ill"}, "window='0' is not a span of time"),
        ({"window": "7d", "positive": "ill", "looks": ACTUAL}, "window='7d' needs dates"),
        ({}, "choose one label against the rest with positive="),
    ],
)
def test_what_rows_have_no_use_for(how, said):
    with pytest.raises(InputError, match=said):
        watch(ACTUAL, SAID, **{"looks": DAY, **how})


def test_the_shell_watches_rows_files_and_saved_counts_as_python_does(folder, shell):
    read = "--actual y --predicted p"
    by_day = watch(ACTUAL, SAID, looks=DAY, positive="ill", window="10")
    asked = f"watch rows.csv {read} --positive ill --looks day --window 10"
    assert by_day.verdict[0] in " ".join(shell(asked)[1].split())
    assert shell(asked.replace("watch", "monitor", 1)) == shell(asked)  # by its former name
    assert shell(f"count rows.csv {read} --by day -o days.json")[0] == 0
    told = (
        shell(each)[1].partition("Next: ")[0]
        for each in ("watch days.json --looks day --positive ill --window 10", asked)
    )
    assert next(told) == next(told)  # what can be pasted next names the file
    for name, days in (("one", sorted(set(DAY))[:12]), ("two", sorted(set(DAY))[12:])):
        rows = [f"{y},{p}" for day, y, p in zip(DAY, ACTUAL, SAID, strict=True) if day in days]
        (folder / f"{name}.csv").write_text("\n".join(["y,p", *rows]))
    days = sorted(set(DAY))
    parts = watch([of(days[:12]), of(days[12:])])
    assert parts.verdict[0] in " ".join(shell(f"watch one.csv two.csv {read} --positive ill")[1].split())


def test_the_shell_watches_runs_by_both_names(folder, shell):
    for night in range(3):
        table = f"'{80 - night} 20; 10 90' --rows actual --record nightly --as a --time 2026-10-0{night + 1}"
        assert shell(f"evaluate {table} --ledger it.db")[0] == 0
    code, told = shell("watch nightly --as a --ledger it.db --window 2d")
    assert code == 0
    assert told.startswith("Has it changed?   task nightly, system a")
    assert shell("drift nightly --as a --ledger it.db --window 2d") == (code, told)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("watch rows.csv --actual y --predicted p --as a", "--actual cannot be used with recorded runs"),
        ("watch nightly --positive ill --ledger it.db", "--positive cannot be used with recorded runs"),
        ("watch a b --ledger it.db", "2 tasks; give one"),
        ("watch rwos.csv", "rwos.csv: there is no such file, and no such task"),
        ("watch days.json", "the saved counts are by day; give --looks day"),
        ("watch rows.csv --actual y --predicted p --looks dya", "Did you mean 'day'"),
    ],
)
def test_what_the_shell_refuses(folder, shell, line, said):
    (folder / "days.json").write_text(informed.count(ACTUAL, SAID, by={"day": DAY}).to_json())
    code, told = shell(line)
    assert code == 2
    assert said in told


def test_what_moved_is_drawn_look_by_look_and_the_items_behind_it_are_named(tmp_path):
    """Tracks are the numbers of each look alone; an item has fallen that was right before and is wrong since."""
    rng = np.random.default_rng(4)
    actual = np.tile(["ill", "well"], 100)
    with informed.Ledger(tmp_path / "l.db") as ledger:
        for look in range(6):
            wrong = rng.random(200) < 0.05 if look < 3 else (actual == "ill") & (np.arange(200) % 4 < 2)
            said = np.where(wrong, np.where(actual == "ill", "well", "ill"), actual)
            rows = [f"i{each}" for each in range(200)], actual.tolist(), said.tolist()
            ledger.record(informed.evaluate(*rows[1:]), task="t", system="s", fingerprint=str(look), items=rows)
        found = informed.watch(ledger, "t")
        each = ledger.counts_of(ledger.runs("t"))
        sides = [[ledger.items(run) for run in part] for part in (ledger.runs("t")[:3], ledger.runs("t")[3:])]
    assert found.since == 3
    before, after = (
        {
            id
            for rows in side
            for id, *both in zip(rows.ids, rows.actual, rows.column("s"), strict=True)
            if both[0] != both[1]
        }
        for side in sides
    )
    assert set(found.fallen) == after - before
    assert any("answered rightly before and wrongly since" in line for line in found.verdict)
    numbers = [informed.estimate(counts, "informedness").value for counts in each]
    assert found.tracks["informedness"] == pytest.approx(numbers)
    assert found.tracks["prevalence[ill]"] == (0.5,) * 6
    assert {*found.pictures()} == {"evidence", "informedness", "recall", "prevalence"}
