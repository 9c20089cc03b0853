"""A gate night after night: abstentions, rare and renamed labels, groups, other times, a margin without use."""

import shlex

import numpy as np
import pytest

import informed
from informed import Counts, InputError, Ledger, check
from informed.cli import main

LABELS = ["cat", "dog", "fox"]


@pytest.fixture
def nightly(tmp_path, monkeypatch, capsys):
    """Write a night of rows, and hold it against the runs before: the exit code, and all that is said."""
    monkeypatch.chdir(tmp_path)

    def night(name, rows, *words, require="not worse than last", margin=True, recorded=True):
        lines = [",".join(map(str, each)) for each in (("id", "y", "p", "site"), *rows)]
        (tmp_path / f"{name}.csv").write_text("\n".join(lines) + "\n")
        asked = f"check {name}.csv --actual y --predicted p --ledger l.db --require '{require}'"
        asked += " --margin 0.1" if margin else ""
        asked += f" --record t --as {name}" if recorded else ""
        with pytest.raises(SystemExit) as stopped:
            main([*shlex.split(asked), *words])
        told = capsys.readouterr()
        return stopped.value.code, " ".join((told.out + told.err).split())

    return night


def rows(seed, size=600, silent=0.0, recall=0.8, labels=LABELS, first=0):
    """Items of two sites with their ids; some are left alone."""
    rng = np.random.default_rng(seed)
    actual = rng.choice(labels, size)
    said = np.where(rng.random(size) < recall, actual, rng.choice(labels, size))
    said = np.where(rng.random(size) < silent, "unsure", said)
    return list(zip(range(first, first + size), actual, said, rng.choice(["north", "south"], size), strict=True))


def columns(night):
    _, actual, said, _ = zip(*night, strict=True)
    return actual, said


def test_an_abstention_is_never_right_whether_ids_pair_or_not(nightly):
    """The difference is that of informedness over all items, which a count of what was answered does not give."""
    before, after = rows(1), rows(2, silent=0.4, first=10_000)
    worth = [
        informed.evaluate(*columns(each), abstain="unsure").abstention.zero_stake["informedness"].value
        if any(said == "unsure" for _, _, said, _ in each)
        else informed.evaluate(*columns(each)).measures["informedness"].value
        for each in (before, after)
    ]
    for words in ((), ("--keep-items", "id")):
        nightly("old" + "x" * len(words), before, "--abstain", "unsure", *words)
        code, told = nightly("new" + "x" * len(words), after, "--abstain", "unsure", *words)
        assert code == 1
        assert f"(informedness): {worth[1] - worth[0]:.3f} (" in told
        assert "an abstention is never right" in told
        assert "labelled 'abstained'" not in told


def test_counts_with_abstentions_are_compared_as_their_items_are():
    samples = {"a": columns(rows(3)), "b": columns(rows(4, silent=0.3))}
    how = {"abstain": "unsure", "labels": LABELS}
    counts = {name: informed.count(*each, **how) for name, each in samples.items()}
    staked = {name: informed.items(*each, **how).staked().counts() for name, each in samples.items()}
    assert counts["b"].staked().n == 600
    assert counts["b"].staked().table.tolist() == staked["b"].table.tolist()
    (found,) = informed.compare(counts, measures=["informedness"]).differences
    values = [informed.estimate(each, "informedness").value for each in staked.values()]
    assert found.estimate.value == pytest.approx(values[1] - values[0])


def test_a_label_that_one_night_lacks_is_named_and_no_end_of_the_gate(nightly):
    """Rare labels are missing now and then, and names change; labels of another question are refused."""
    nightly("old", rows(1, labels=["cat", "dog", "fox"]))
    code, told = nightly("new", rows(2, labels=["cat", "dog", "owl"]))
    assert code in (0, 4)
    assert "only 'old' has 'fox'; only 'new' has 'owl'" in told
    code, told = nightly("odd", rows(3, labels=["yes", "no"]))
    assert code == 2
    assert "different labels" in told


@pytest.mark.parametrize("words", [(), ("--by", "site")], ids=["named", "by"])
def test_each_group_is_held_against_the_same_group_before(nightly, words):
    require = "not worse than last" if words else "not worse than last in every site"
    nightly("old", rows(1), *words, require=require)
    night = [(*each, "fox" if each[0] % 2 and site == "south" else said, site) for *each, said, site in rows(2)]
    code, told = nightly("new", night, *words, require=require)
    assert code == 1
    north, south = told.partition(" in north")[2].split(" in south", 1)
    assert "NOT MET" in north  # which begins the line of the south
    assert "shown to be worse" in south
    whole = informed.evaluate(*columns([each for each in night if each[3] == "south"]))
    before = informed.evaluate(*columns([each for each in rows(1) if each[3] == "south"]))
    gap = whole.measures["informedness"].value - before.measures["informedness"].value
    assert f"in south: {gap:.3f} (" in told


def test_groups_need_an_earlier_run_with_groups(nightly):
    nightly("old", rows(1))
    code, told = nightly("new", rows(2), require="not worse than last in every site")
    assert code == 2
    assert "has no groups by site; record it with --by" in told


def test_a_run_of_an_earlier_time_is_not_held_against_later_ones(nightly):
    nightly("one", rows(1), "--time", "2026-10-01")
    nightly("two", rows(2), "--time", "2026-10-03")
    assert "than 'one' by" in nightly("late", rows(3), "--time", "2026-10-02")[1]
    assert "than 'two' by" in nightly("now", rows(4))[1]


def test_a_margin_that_nothing_needs_is_refused(nightly):
    code, told = nightly("new", rows(1), require="informedness >= 0.1")
    assert code == 2
    assert "--margin 0.1 is for 'not worse than'" in told
    with pytest.raises(InputError, match=r"margin=0\.1 is for"):
        check([1, 0, 1], [1, 0, 0], require="accuracy >= 0.1", margin=0.1)
    ready = informed.compare({"a": Counts([[9, 1], [1, 9]]), "b": Counts([[9, 1], [1, 9]])})
    with pytest.raises(InputError, match="no effect on a ready comparison"):
        check(ready, require="better", margin=0.1)


def test_a_system_whose_runs_all_failed_is_named_as_such(nightly):
    nightly("bad", rows(1), require="informedness >= 0.99", margin=False)
    code, told = nightly("new", rows(2), require="not worse than bad")
    assert code == 2
    assert "has no other run that met its requirements" in told


def test_a_run_without_a_value_is_passed_over(tmp_path):
    """One class alone has no informedness, and nothing can be held against it."""
    with Ledger(tmp_path / "l.db") as ledger:
        for name, table in {"good": [[90, 10], [10, 90]], "none": [[90, 10], [0, 0]]}.items():
            ledger.record(informed.evaluate(Counts(table, ["ill", "well"])), task="t", system=name)
        now = informed.evaluate(Counts([[89, 11], [10, 90]], ["ill", "well"]))
        (outcome,) = check(now, require="better than last", ledger=ledger, task="t")
    assert outcome.requirement.baseline == "good"


def test_items_are_asked_for_only_where_more_of_them_decide():
    """Of two items the interval is so uneven that a formula of its shorter arm asked for none."""
    found = informed.compare(
        {"old": Counts([[1, 0], [0, 1]], ["a", "b"]), "new": Counts([[70, 10], [10, 70]], ["a", "b"])},
        measures=["informedness"],
        margin=0.05,
    )
    (only,) = check(found, require="not worse")
    assert only.needed is None or only.needed > 2
