"""What is recorded comes back exactly, counts once, and answers again to the last digit."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose
from questions_recorded import ACTUAL, ANSWERS, FIRST, SECOND

import informed
from informed import Counts, InputError

TABLE = Counts([[8, 2], [3, 7]], ["x", "y"])
OTHER = Counts([[5, 5], [1, 9]], ["x", "y"])


@pytest.mark.parametrize("name", ANSWERS)
def test_a_recorded_answer_is_given_again_to_the_last_digit(ledger, name):
    answer = ANSWERS[name]()
    run = ledger.record(answer, task="again", system="s")
    again = ledger.reproduce(run.id)
    assert again.to_json() == answer.to_json()
    assert str(again) == str(answer)
    assert run.signature == answer.signature
    assert run.question == name.split(",")[0].split()[0]


def test_the_same_again_is_a_look_and_not_a_run(ledger):
    first = ledger.record(informed.evaluate(TABLE), task="t", system="s", dataset="d")
    again = ledger.record(informed.evaluate(TABLE), task="t", system="s", dataset="d")
    assert first == again
    assert len(ledger.runs()) == 1
    assert len(ledger.looks(first)) == 2
    assert ledger.pooled("t", system="s") == TABLE


@pytest.mark.parametrize(
    "other",
    [{"task": "u"}, {"system": "r"}, {"version": "2"}, {"dataset": "e"}, {"fingerprint": "f"}],
    ids=lambda other: next(iter(other)),
)
def test_another_task_system_version_or_data_is_another_run(ledger, other):
    how = {"task": "t", "system": "s", "version": "1", "dataset": "d"}
    ledger.record(TABLE, **how)
    ledger.record(TABLE, **{**how, **other})
    assert len(ledger.runs()) == 2


def test_other_options_are_another_run_of_the_same_items(ledger):
    for level in (0.95, 0.9):
        ledger.record(informed.evaluate(TABLE, level=level), task="t", system="s", dataset="d")
    assert len(ledger.runs()) == 2
    assert ledger.pooled("t", system="s") == TABLE


def test_items_compared_and_evaluated_are_pooled_once(ledger):
    how = {"task": "t", "dataset": "d"}
    ledger.record(informed.evaluate(ACTUAL, FIRST), system="one", **how)
    ledger.record(informed.compare(ACTUAL, {"one": FIRST, "two": SECOND}, draws=100), **how)
    assert ledger.pooled("t", system="one") == informed.count(ACTUAL, FIRST)
    assert ledger.pooled("t", system="two") == informed.count(ACTUAL, SECOND)
    assert ledger.systems("t") == ("one", "two")


def test_pooled_is_the_sum_over_different_data(ledger):
    ledger.record(TABLE, task="t", system="s", dataset="monday")
    ledger.record(OTHER, task="t", system="s", dataset="tuesday")
    ledger.record(OTHER, task="t", system="other", dataset="tuesday")
    assert ledger.pooled("t", system="s") == TABLE + OTHER


def test_sums_of_many_runs_are_the_same_however_they_are_read(ledger):
    """Runs that differ in their cells alone are added up together; one of another shape makes all be read alone."""
    parts = [Counts([[40 + each, 10], [5, 45 - each]], ["ill", "well"], missing=each) for each in range(5)]
    for place, each in enumerate(parts):
        ledger.record(each, task="t", system="a", fingerprint=str(place))
    total = sum(parts[1:], parts[0])
    assert ledger.pooled("t", system="a") == total
    other = Counts([[1, 0, 0], [0, 1, 0], [0, 0, 1]], ["ill", "unsure", "well"])
    ledger.record(other, task="t", system="a", fingerprint="other")
    assert ledger.pooled("t", system="a") == total.union(other).aligned(["ill", "unsure", "well"])


def test_equal_counts_of_two_nights_are_two_runs_where_the_files_differ(ledger, tmp_path):
    for night in ("monday", "tuesday"):
        (tmp_path / night).write_text(night)
        ledger.record(TABLE, task="t", system="s", dataset=Path(tmp_path / night))
    assert ledger.pooled("t", system="s") == TABLE + TABLE
    assert [run.dataset for run in ledger.runs("t")] == ["monday", "tuesday"]


def test_pooling_unites_the_labels(ledger):
    ledger.record(Counts([[1]], ["x"]), task="t", system="s", dataset="1")
    ledger.record(Counts([[2]], ["y"]), task="t", system="s", dataset="2")
    assert ledger.pooled("t", system="s") == Counts([[1, 0], [0, 2]], ["x", "y"])


def test_runs_are_found_by_what_they_are(ledger):
    start = datetime(2026, 1, 1, tzinfo=UTC)
    for day, system in enumerate(["a", "b", "a"]):
        tags = {"day": day, "half": "first" if day < 2 else "second"}
        ledger.record(
            TABLE, task="t", system=system, dataset=str(day), tags=tags, time=start + timedelta(days=day), source="job"
        )
    assert [run.dataset for run in ledger.runs("t")] == ["0", "1", "2"]
    assert [run.dataset for run in ledger.runs("t", system="a")] == ["0", "2"]
    assert [run.dataset for run in ledger.runs(since="2026-01-02")] == ["1", "2"]
    assert [run.dataset for run in ledger.runs(until="2026-01-02")] == ["0"]
    assert [run.dataset for run in ledger.runs(last=1)] == ["2"]
    assert [run.dataset for run in ledger.runs(tags={"half": "first"}, last=1)] == ["1"]
    assert [run.dataset for run in ledger.runs(tags=["half=first"])] == ["0", "1"]
    assert ledger.tasks() == {"t": 3}
    run = ledger.runs()[0]
    assert (run.time, run.tags, run.source, run.n) == (start, {"day": "0", "half": "first"}, "job", 20)
    assert ledger.run(run.id[:8]) == run


def test_the_view_holds_the_leading_estimates(ledger):
    found = informed.evaluate(ACTUAL, FIRST)
    run = ledger.record(found, task="t", system="s")
    rows = {each.measure: each for each in ledger.estimates([run])}
    assert rows.keys() == found.headline.keys()
    value = found.measures["informedness"]
    row = rows["informedness"]
    assert (row.value, row.low, row.high, row.chance, row.level, row.n) == (
        value.value,
        value.low,
        value.high,
        value.chance,
        0.95,
        len(ACTUAL),
    )


def test_runs_that_keep_items_are_compared_in_pairs(ledger):
    ids = np.arange(len(ACTUAL))
    shuffled = np.random.default_rng(1).permutation(len(ACTUAL))
    columns = {"one": FIRST, "two": SECOND}
    for hashed in (False, True):
        runs = [
            ledger.record(
                informed.evaluate(ACTUAL, labels),
                task=f"hashed {hashed}",
                system=name,
                items=(ids[shuffled], ACTUAL[shuffled], labels[shuffled]),
                hash_ids=hashed,
            )
            for name, labels in columns.items()
        ]
        assert ledger.paired(*runs) == informed.items(ACTUAL, columns)
        kept = ledger.items(runs[0])
        assert set(kept.ids).isdisjoint(map(str, ids)) == hashed


def test_ids_with_two_actual_labels_name_other_items_and_are_never_paired(ledger):
    runs = [
        ledger.record(TABLE, task="t", system=name, items=(["i", "j", "k"], actual, ["x", "y", None]))
        for name, actual in {"before": ["x", "x", "y"], "after": ["x", "y", "y"], "unknown": ["x", None, "y"]}.items()
    ]
    assert ledger.paired(*runs[:2]) == "1 of 3 common item ids has another actual label"
    after, unknown = ledger.paired(*runs[1:]).values()  # a label not known contradicts nothing
    assert (after.n, unknown.n) == (3, 2)


def test_runs_that_share_a_part_of_their_items_are_samples_of_all_of_them(ledger):
    runs = [
        ledger.record(
            TABLE, task="t", system=name, items=(ids, ["x", "x", "y"][: len(ids)], ["x", None, "y"][: len(ids)])
        )
        for name, ids in {"all": ["i", "j", "k"], "some": ["i", "j"], "others": ["l"]}.items()
    ]
    both = ledger.paired(*runs[:2])
    assert {name: (each.n, each.clusters, each.abstaining) for name, each in both.items()} == {
        "all": (3, ("i", "j", "k"), True),
        "some": (2, ("i", "j"), True),
    }
    assert both["all"].notes == both["some"].notes == ("2 items in both, of 3 and 2; all items count",)
    assert ledger.paired(*runs[1:]) == "the runs have no item id in common"


def test_items_that_came_again_are_clusters_of_the_sum(ledger):
    """The law of every sum of runs: it is what evaluate says of all rows with the ids as clusters."""
    rng = np.random.default_rng(8)
    actual = np.array(["x", "y"])[rng.integers(0, 2, 60)]
    said = np.where(rng.random(60) < 0.8, actual, "x")
    drawn = [rng.choice(60, 40, replace=False) for _ in range(3)]
    for night, each in enumerate(drawn):
        rows = each.tolist(), actual[each].tolist(), said[each].tolist()
        ledger.record(informed.evaluate(*rows[1:]), task="t", system="s", fingerprint=str(night), items=rows)
    every = np.concatenate(drawn)
    expected = informed.evaluate(actual[every], said[every], cluster=every).measures["informedness"]
    apart = informed.evaluate(actual[every], said[every]).measures["informedness"]
    assert expected.high - expected.low > 1.2 * (apart.high - apart.low)  # an item that came again adds little
    pooled = informed.evaluate(ledger.pooled("t", system="s")).measures["informedness"]
    (only,) = informed.more.leaderboard(ledger, "t").standings
    before = informed.watch(ledger, "t").before
    for found in (pooled, only.estimate, before):
        assert_allclose([found.value, found.low, found.high], [expected.value, expected.low, expected.high])
    assert (only.n, only.distinct) == (120, len(set(every.tolist())))
    told = f"120 answers of 's' are to {only.distinct} items"
    assert any(told in each for each in informed.more.leaderboard(ledger, "t").verdict)
    assert any(f"120 answers are to {only.distinct} items" in each for each in informed.watch(ledger, "t").verdict)


def test_where_ids_were_not_kept_items_may_repeat(ledger):
    """Said of a sum of several sets of data alone; other items than were counted tell nothing."""
    ledger.record(TABLE, task="t", system="s", fingerprint="1")
    assert not any("repeat" in each for each in informed.more.leaderboard(ledger, "t").verdict)
    ledger.record(TABLE, task="t", system="s", fingerprint="2", items=(["i"], ["x"], ["x"]))
    for found in (informed.more.leaderboard(ledger, "t"), informed.watch(ledger, "t")):
        assert sum(each.startswith("Items may repeat: ") for each in found.verdict) == 1
    assert ledger.pooled("t", system="s") == TABLE + TABLE


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"task": ""}, "task=''"),
        ({"task": "a\x00b"}, "control character"),
        ({"system": None}, "missing system="),
        ({"tags": "x"}, "tags='x' is one text"),
        ({"tags": ["x"]}, "tag 'x' has no value"),
        ({"time": datetime(2026, 1, 1)}, "has no time zone"),
        ({"time": "tonight"}, "time='tonight' is not a time; write it like 2026-11-01"),
        ({"time": 5}, "time=5 is not a time"),
        ({"time": "0001-01-01T00:00+14:00"}, "is not a time"),
        ({"items": (["i", "i"], ["x", "y"], ["x", "y"])}, "id 'i' occurs more than once"),
        ({"items": (["i"], ["x", "y"], ["x", "y"])}, "1 ids but 2 labels"),
    ],
    ids=str,
)
def test_wrong_arguments_are_refused_by_name(ledger, wrong, said):
    with pytest.raises(InputError, match=said):
        ledger.record(TABLE, **{"task": "t", "system": "s", **wrong})
    assert not len(ledger.runs())


def test_what_cannot_be_recorded_is_refused(ledger):
    with pytest.raises(InputError, match="does not follow from statistics alone"):
        ledger.record(informed.plan(power=0.8, informedness=0.3), task="t", system="s")
    with pytest.raises(InputError, match="is of type float"):
        ledger.record(0.5, task="t", system="s")


def test_unknown_runs_and_names_are_refused(ledger):
    ledger.record(TABLE, task="nightly", system="v1")
    with pytest.raises(InputError, match="no such run"):
        ledger.run("abcdef")
    with pytest.raises(InputError, match="did you mean 'nightly'"):
        ledger.pooled("nightli", system="v1")
    with pytest.raises(InputError, match="system='v2' is not one of v1"):
        ledger.pooled("nightly", system="v2")
    with pytest.raises(InputError, match="since='yesterday' is not a time"):
        ledger.runs(since="yesterday")


def test_a_notebook_shows_the_last_runs_with_all_text_escaped(ledger):
    ledger.record(TABLE, task="<b>", system="s")
    shown = ledger._repr_html_()
    assert "&lt;b&gt;" in shown
    assert "<b>" not in shown
    assert ledger.runs().rows()[0]["task"] == "<b>"


def test_a_file_of_checked_labels_is_not_needed_again(ledger, tmp_path):
    checked = tmp_path / "checked.csv"
    checked.write_text("truth,label\n" + "x,x\n" * 30 + "x,y\n" * 3 + "y,y\n" * 25 + "y,x\n" * 2)
    found = informed.evaluate(TABLE, reference_quality=str(checked))
    run = ledger.record(found, task="t", system="s")
    checked.unlink()
    assert ledger.reproduce(run).to_json() == found.to_json()
    assert ledger.counts(run) == TABLE
