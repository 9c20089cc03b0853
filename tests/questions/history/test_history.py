"""Runs in the order of time, and a test of change that allows for having searched."""

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import norm

import informed
from informed import Counts, InputError, Ledger
from informed.core.estimate import Estimate
from informed.more import history
from informed.questions.history import Point, changes, largest_split, likely_splits

START = datetime(2026, 10, 1, tzinfo=UTC)


def recorded(ledger, values, system="a", **how):
    for day, right in enumerate(values):
        found = informed.evaluate(Counts([[right, 100 - right], [10, 90]], ["ill", "well"]))
        names = {"task": "t", "system": system, "fingerprint": f"{day}", "time": START + timedelta(days=day)}
        ledger.record(found, **names, **how)


@pytest.fixture
def ledger(tmp_path):
    with Ledger(tmp_path / "ledger.db") as opened:
        yield opened


def test_a_version_stands_only_where_there_is_one(ledger):
    recorded(ledger, [90])
    recorded(ledger, [85], "b", version="7")
    lines = [line.split() for line in str(history(ledger, "t")).splitlines() if line.startswith("  2026-")]
    assert [line[2:4] for line in lines] == [["a", "200"], ["b", "7"]]


def test_numbers_are_those_recorded(ledger):
    recorded(ledger, [90, 85])
    found = history(ledger, "t")
    for point, run in zip(found.points, ledger.runs("t"), strict=True):
        again = ledger.reproduce(run).measures["informedness"]
        assert (point.estimate.value, point.estimate.low, point.estimate.high) == (again.value, again.low, again.high)


def test_any_measure_follows_from_the_counts(ledger):
    recorded(ledger, [90])
    (point,) = history(ledger, "t", measure="mcc", level=0.9).points
    assert point.estimate == informed.estimate([[90, 10], [10, 90]], "mcc", level=0.9)


def test_a_measure_that_was_not_recorded_allows_for_clusters(ledger):
    """At another level it is computed anew, and is what evaluate says of the rows at this level."""
    actual, cluster = [0, 1] * 50, np.repeat(np.arange(20), 5)
    predicted = np.where(np.repeat(np.arange(20) < 16, 5), actual, 1)
    ledger.record(informed.evaluate(actual, predicted, cluster=cluster), task="t", system="a")
    (point,) = history(ledger, "t", measure="mcc", level=0.9).points
    expected = informed.evaluate(actual, predicted, cluster=cluster, level=0.9).measures["mcc"]
    assert (point.estimate.low, point.estimate.high) == (expected.low, expected.high)


def test_a_fall_is_found_where_it_is(ledger):
    recorded(ledger, [90, 91, 89, 90, 60, 61, 59, 60])
    (change,) = history(ledger, "t").changes
    assert change.point.time == START + timedelta(days=4)
    assert_allclose([change.before, change.after], [0.8, 0.5], atol=1e-3)
    said = "Changed: mean informedness of the runs of 'a' fell from 0.800 to 0.500 on 2026-10-05"
    assert history(ledger, "t").verdict[0].startswith(said)


def test_the_date_of_a_change_has_an_interval(ledger):
    """Where the fall is steep the run is certain; where it is not, the interval says between which days it came."""
    recorded(ledger, [95, 94, 96, 95, 30, 31, 29, 30])
    (sure,) = history(ledger, "t").changes
    assert sure.earliest == sure.point == sure.latest
    assert "on 2026-10-05 (p = " in (told := history(ledger, "t").verdict[0])
    assert "; 95% CI of the date: that run alone)." in told
    recorded(ledger, [90, 88, 91, 89, 87, 80, 72, 74, 73, 71], "b", version="7")
    (doubtful,) = history(ledger, "t", system="b").changes
    assert doubtful.earliest.time <= doubtful.point.time < doubtful.latest.time
    days = f"{doubtful.earliest.time:%Y-%m-%d} to {doubtful.latest.time:%Y-%m-%d}"
    told = history(ledger, "t", system="b").verdict[0]
    assert " with version 7 (p = " in told
    assert f"; 95% CI of the date: {days})." in told


def test_a_version_is_named_as_the_cause_only_where_no_earlier_run_may_have_changed(ledger):
    for day, right in enumerate([90, 88, 91, 89, 87, 80, 72, 74, 73, 71]):
        found = informed.evaluate(Counts([[right, 100 - right], [10, 90]], ["ill", "well"]))
        names = {"task": "t", "system": "a", "fingerprint": f"{day}", "version": "2" if day > 4 else "1"}
        ledger.record(found, **names, time=START + timedelta(days=day))
    found = history(ledger, "t")
    (change,) = found.changes
    assert (change.point.version, change.earliest.version) == ("2", "1")
    assert ", a run of version 2 (p = " in found.verdict[0]


def test_the_interval_of_a_date_keeps_its_level():
    """One change after 8 of 16 runs, found or not: of 120 that are found at least 93% hold the true run."""
    rng = np.random.default_rng(12)
    held = []
    while len(held) < 120:
        value = rng.normal(np.where(np.arange(16) < 8, 0.8, 0.7), 0.05)
        runs = [
            Point(str(place), START, "a", "", 200, Estimate(each, 0.0, each - 0.098, each + 0.098, 0.95))
            for place, each in enumerate(value.tolist())
        ]
        if found := changes(runs, 0.05)[1]:
            held.append(any(int(each.earliest.run) <= 8 <= int(each.latest.run) for each in found))
    assert np.mean(held) >= 0.93


def test_a_date_does_not_depend_on_the_unit_of_the_measure():
    rng = np.random.default_rng(13)
    value, weight = rng.normal(np.repeat([0.0, 3.0], 6)), rng.uniform(1, 2, 12)
    ends = likely_splits(value, weight, 6, 0.95)
    assert ends == likely_splits(10 * value + 5, weight / 100, 6, 0.95)
    assert likely_splits(value, weight, 6, 0.5)[0] >= ends[0]
    assert ends[0] <= 6 <= ends[1]


def test_two_runs_of_equal_error_are_a_z_test():
    """With one place to split there is no search: p is that of the normal distribution."""
    z = 2.0
    _, p = largest_split(np.array([0.0, z * np.sqrt(2)]), np.ones(2), np.random.default_rng(0), 40_000)
    assert p == pytest.approx(2 * norm.sf(z), abs=0.003)


def test_unit_and_order_of_time_do_not_matter():
    """Values in another unit, and the same history backwards, have the same p but for the draws."""
    rng = np.random.default_rng(3)
    value, weight = rng.normal(size=6), rng.uniform(1, 2, 6)
    for other, mass in ((10 * value, weight / 100), (value[::-1], weight[::-1])):
        p = [largest_split(*each, np.random.default_rng(0), 20_000)[1] for each in ((value, weight), (other, mass))]
        assert p[0] == pytest.approx(p[1], abs=0.015)


def test_runs_that_vary_alike_all_the_time_are_no_change(ledger):
    """More than their items explain, but in no order: shuffled runs show as much."""
    recorded(ledger, [90, 60] * 6)
    assert history(ledger, "t").changes == ()


def test_systems_share_the_risk(ledger):
    recorded(ledger, [90, 78], system="a")
    alone = history(ledger, "t")
    for name in "bcdefgh":
        recorded(ledger, [90, 90], system=name)
    among = history(ledger, "t")
    assert alone.p["a"] == pytest.approx(among.p["a"], abs=0.02)
    assert len(among.systems) == 8
    assert history(ledger, "t", system="a").points == alone.points


def test_one_run_is_no_history(ledger):
    recorded(ledger, [90])
    assert history(ledger, "t").verdict[0].startswith("Only one run with an interval: 'a' has informedness 0.80")


def test_rows_hold_the_change(ledger):
    recorded(ledger, [90, 91, 92, 50, 51, 52])
    rows = history(ledger, "t").rows()
    assert [row["change"] is not None for row in rows] == [False, False, False, True, False, False]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"task": "u"}, "task='u'"),
        ({"measure": "informednes"}, "did you mean"),
        ({"system": "b"}, "not one of a"),
        ({"last": 0}, "last"),
    ],
)
def test_what_is_refused(ledger, given, said):
    recorded(ledger, [90])
    with pytest.raises(InputError, match=said):
        history(ledger, **{"task": "t", **given})


def test_a_change_that_passed_is_seen_in_the_lowest_run_and_leads_to_watch(tmp_path):
    """Three of twelve nights are bad, and the last are good again: no split of the history shows it."""
    with Ledger(tmp_path / "ledger.db") as ledger:
        for day, right in enumerate([95, 96, 94, 95, 97, 94, 96, 60, 58, 61, 95, 96]):
            counts = Counts([[right, 100 - right], [5, 95]], ["ill", "well"])
            how = {"task": "t", "system": "a", "fingerprint": str(day), "time": datetime(2026, 11, day + 1, tzinfo=UTC)}
            ledger.record(informed.evaluate(counts), **how)
        found = history(ledger, "t")
    assert found.changes == ()
    assert "over 12 runs, the lowest 0.530, the highest 0.920" in found.verdict[0]
    assert [each.question for each in found.steps()] == ["watch"]
