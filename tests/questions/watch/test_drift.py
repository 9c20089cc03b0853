"""Evidence for a change: laws of a bet, an alarm that is rarely false, and what is refused."""

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import betabinom, kstest, norm

import informed
from informed import Counts, InputError, Ledger, watch
from informed.questions.watch import SHARES, any_cell, evidence, ranked, shifted, wagered

START = datetime(2026, 10, 1, tzinfo=UTC)


def night(rng, recall, size=100):
    ill = int(rng.binomial(size, 0.4))
    found, false = int(rng.binomial(ill, recall)), int(rng.binomial(size - ill, 0.1))
    return Counts([[found, ill - found], [false, size - ill - false]], ["ill", "well"])


@pytest.fixture
def nightly(tmp_path):
    """Twelve nights; recall falls from 0.9 to 0.5 after the eighth."""
    rng = np.random.default_rng(1)
    with Ledger(tmp_path / "ledger.db") as ledger:
        for day in range(12):
            counts = night(rng, 0.9 if day < 8 else 0.5)
            ledger.record(counts, task="t", system="a", fingerprint=str(day), time=START + timedelta(days=day))
        yield ledger


def test_the_first_look_by_hand():
    """One actual label, two items of each kind: Jeffreys' forecast of the sequence over (1/2)^4, against no change."""
    forecast = betabinom(4, 0.5, 0.5).pmf(2) / 6  # of one of the six orders
    assert_allclose(np.exp(any_cell(np.array([[[2, 2], [0, 0]]]))[0]), forecast / 0.5**4)
    assert evidence(np.array([[[2, 2], [0, 0]]])).evidence == np.log(max(SHARES))  # the other bets have not begun


def test_the_bet_is_fair_against_every_unchanging_predictor():
    """Over all outcomes of two looks at two items the expected evidence is at most 1, whatever the chances."""
    for chance in (0.1, 0.3, 0.5, 0.8):
        expected = 0.0
        for first in range(3):
            for second in range(3):
                table = np.array([[[first, 2 - first], [0, 0]], [[second, 2 - second], [0, 0]]])
                ways = [1, 2, 1][first] * [1, 2, 1][second]
                right = first + second
                expected += ways * chance**right * (1 - chance) ** (4 - right) * np.exp(any_cell(table)[0][-1])
        assert expected <= 1 + 1e-12


def test_how_often_labels_come_does_not_matter():
    """The same shares of predictions for twice as many ill patients are no evidence."""
    even = np.array([[[40, 10], [5, 45]], [[40, 10], [5, 45]]])
    more = np.array([[[40, 10], [5, 45]], [[80, 20], [5, 45]]])
    assert (evidence(even)[0] < 0).all()
    assert (evidence(more)[0] < 0).all()


def test_renaming_labels_changes_nothing():
    table = np.array([[[30, 5, 2], [3, 20, 1], [0, 2, 9]], [[10, 25, 2], [3, 20, 1], [0, 2, 9]]])
    order = [2, 0, 1]
    both = evidence(table, "abc")[:3], evidence(table[:, order][:, :, order], "cab")[:3]
    for ours, theirs in zip(*both, strict=True):
        assert_allclose(ours if ours.ndim == 1 else ours[:, order], theirs)


def test_hits_of_a_process_that_does_not_change_rank_as_independent_normal_values():
    """Whatever the recall of each label and the sizes of the looks; the first look has nothing to rank among."""
    rng = np.random.default_rng(4)
    size = rng.integers(0, 30, (40, 100))
    found = ranked(rng.binomial(size, rng.uniform(0.05, 1.0, 100)), size, range(100))
    assert np.isnan(found[0]).all()
    known = found[~np.isnan(found)]
    assert kstest(known, norm.cdf).pvalue > 0.01
    both = ~np.isnan(found[1:-1]) & ~np.isnan(found[2:])
    assert abs(np.corrcoef(found[1:-1][both], found[2:][both])[0, 1]) < 4 / np.sqrt(both.sum())


def test_the_bet_on_a_shift_is_fair():
    """Its expectation over standard normal values is 1: by quadrature over the first value that counts."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(60)
    streams = np.vstack([np.full(60, np.nan), nodes])
    won = np.exp(shifted(streams)[0][-1]) @ weights / weights.sum()
    assert won == pytest.approx(1, abs=1e-6)


def test_the_label_that_moved_is_named(tmp_path):
    rng, labels = np.random.default_rng(3), ["a", "b", "c", "d"]
    with Ledger(tmp_path / "ledger.db") as ledger:
        for day in range(10):
            recall = np.array([0.8, 0.8 if day < 6 else 0.3, 0.8, 0.8])
            rows = [rng.multinomial(60, np.where(np.arange(4) == at, r, (1 - r) / 3)) for at, r in enumerate(recall)]
            ledger.record(Counts(rows, labels), task="t", system="s", fingerprint=str(day))
        found = watch(ledger, "t")
    assert [each.label for each in found.moved] == ["b"]
    assert found.moved[0].after < 0.5 < found.moved[0].before
    assert any(each.startswith("Recall of 'b' fell from 0.") for each in found.verdict)


def test_false_alarms_are_rare():
    """Ville's bound: at most 5% of unchanging systems are ever called changed; 150 of them, 60 looks each."""
    rng = np.random.default_rng(7)
    rung = 0
    for _ in range(150):
        looks = np.stack([night(rng, 0.8, 40).table for _ in range(60)])
        rung += bool((evidence(looks)[0] >= np.log(20)).any())
    assert rung <= 12  # of 150, were it 5%, more than this with probability 0.04


def test_a_fall_is_found_and_dated(nightly):
    found = watch(nightly, "t")
    assert found.since == 8
    assert found.alarm >= 8
    before, after = (informed.estimate(_sum(nightly, part), "informedness") for part in (slice(8), slice(8, 12)))
    assert (found.before.value, found.after.value) == (before.value, after.value)
    assert found.verdict[0].startswith("Changed: 'a' has informedness")


def _sum(ledger, part):
    counts = ledger.counts_of(ledger.runs("t")[part])
    return sum(counts[1:], counts[0])


def test_windows_gather_runs(nightly):
    found = watch(nightly, "t", window="3d")
    assert [each.runs for each in found.looks] == [3, 3, 3, 3]
    assert sum(each.n for each in found.looks) == sum(each.n for each in watch(nightly, "t").looks) == 1200


def test_one_look_has_nothing_to_be_compared_with(nightly):
    found = watch(nightly, "t", window="99w")
    assert len(found.looks) == 1
    assert found.verdict[0].startswith("Nothing to compare yet: 'a' has informedness")


def test_without_a_change_it_says_so(nightly):
    found = watch(nightly, "t", since="2026-10-09")
    assert found.alarm is found.since is found.after is None
    assert found.verdict[0].startswith("No change shown: 'a' has informedness")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"task": "u"}, "task='u' is not one of t"),
        ({"system": "b"}, "system='b' is not one of a"),
        ({"window": "7x"}, "write it like 12h, 7d or 4w"),
        ({"window": "0d"}, "not a span of time"),
        ({"since": "2027-01-01"}, "leave out a condition"),
        ({"level": 5}, "level"),
    ],
)
def test_what_is_refused(nightly, given, said):
    with pytest.raises(InputError, match=said):
        watch(nightly, **{"task": "t", **given})


def test_an_empty_ledger_says_how_to_begin(tmp_path):
    with Ledger(tmp_path / "none.db") as ledger, pytest.raises(InputError, match="task='t' system='SYSTEM'"):
        watch(ledger, "t")


@pytest.mark.parametrize("design", ["cluster", "stratum"])
def test_dependent_items_are_refused(tmp_path, design):
    """The alarm promises its risk for items that were drawn one by one."""
    actual, key = [0, 0, 1, 1] * 10, list(range(20)) * 2
    with informed.Ledger(tmp_path / "ledger.db") as ledger:
        ledger.record(informed.evaluate(actual, actual, **{design: key}), task="t", system="a")
        with pytest.raises(InputError, match=r"was recorded with (clusters|strata); this question needs independent"):
            watch(ledger, "t")


def watched(tmp_path, nights):
    """What is told of the tables of some nights, each with what was left alone."""
    with Ledger(tmp_path / "ledger.db") as ledger:
        for night, (table, left) in enumerate(nights):
            counts = Counts(table, ["ill", "well"], abstained=left)
            ledger.record(counts, task="t", system="a", fingerprint=str(night), time=START + timedelta(days=night))
        return watch(ledger, "t")


def of_kind(found, what):
    return [each for each in found.shifts if each.what == what]


def test_a_system_that_recovers_has_changed_twice(tmp_path):
    """After an alarm the bets begin anew, so that what is told of the last change is of the two sides of that one."""
    rng = np.random.default_rng(5)
    nights = [night(rng, 0.5 if 8 <= day < 12 else 0.9, 300).table for day in range(20)]
    found = watched(tmp_path, [(each, None) for each in nights])
    assert [each.since for each in of_kind(found, "answers")] == [8, 12]
    assert all(each.earliest <= each.since <= each.latest <= each.alarm for each in found.shifts)
    sides = [informed.estimate(Counts(sum(nights[part])), "informedness") for part in (slice(8, 12), slice(12, 20))]
    assert [found.before.value, found.after.value] == [each.value for each in sides]
    assert any(each.startswith("Recall of 'ill' rose") for each in found.verdict)
    assert any(each.startswith("Earlier changes of answers: the alarm rang at look 9") for each in found.verdict)


def test_items_of_all_looks_are_told_apart_after_two_changes(tmp_path):
    """Ten ids come again every night, ninety are new: of 12 nights there are 10 + 12 * 90 items."""
    rng = np.random.default_rng(4)
    with Ledger(tmp_path / "ledger.db") as ledger:
        for day in range(12):
            ids = [*range(10), *range(1000 * (day + 1), 1000 * (day + 1) + 90)]
            actual = np.r_[np.arange(10) % 2, rng.integers(0, 2, 90)]
            said = np.where(rng.random(100) < (0.9 if day < 4 or day > 7 else 0.1), actual, 1 - actual)
            rows = ids, actual.tolist(), said.tolist()
            names = {"task": "t", "system": "a", "fingerprint": str(day), "time": START + timedelta(days=day)}
            ledger.record(informed.evaluate(*rows[1:]), items=rows, **names)
        found = watch(ledger, "t")
    assert len([each for each in found.shifts if each.what == "answers"]) == 2
    assert found.distinct == 10 + 12 * 90
    assert any("1,200 answers are to 1,090 items" in each for each in found.verdict)


def test_how_often_labels_come_is_apart_from_what_the_system_does(tmp_path):
    rng = np.random.default_rng(6)
    nights = []
    for ill in rng.binomial(300, np.where(np.arange(12) < 7, 0.2, 0.4)):
        found, false = rng.binomial(ill, 0.8), rng.binomial(300 - ill, 0.1)
        nights.append(([[found, ill - found], [false, 300 - ill - false]], None))
    found = watched(tmp_path, nights)
    (shift,) = found.shifts
    assert (shift.what, shift.since, found.alarm) == ("prevalence", 7, None)
    sizes = np.array([np.sum(each, 1) for each, _ in nights])
    shares = [part.sum(0) / part.sum() for part in (sizes[:7], sizes[7:])]
    place = ["ill", "well"].index(shift.label)
    assert [shift.before, shift.after] == pytest.approx([each[place] for each in shares])
    assert found.verdict[0].startswith("No change shown")
    assert any(each.startswith("Prevalence changed, apart from the system: ") for each in found.verdict)


def test_leaving_more_items_alone_is_a_change(tmp_path):
    """Also where the items that are answered are answered as before."""
    rng = np.random.default_rng(8)
    nights = []
    for day in range(12):
        left = rng.binomial(100, 0.02 if day < 6 else 0.2, 2)
        hits = rng.binomial(100 - left, 0.9)
        nights.append(([[hits[0], 100 - left[0] - hits[0]], [100 - left[1] - hits[1], hits[1]]], left))
    found = watched(tmp_path, nights)
    (shift,) = found.shifts
    assert (shift.what, shift.since, shift.label) == ("abstention", 6, None)
    assert shift.after == pytest.approx(sum(left.sum() for _, left in nights[6:]) / 1200)
    assert found.tracks["abstention"][0] == pytest.approx(nights[0][1].sum() / 200)
    assert "abstention" in found.pictures()


def test_bets_on_what_comes_are_fair():
    """Over all outcomes of two looks at two items the expected evidence is at most 1, whatever the chances."""
    for chance in (0.1, 0.3, 0.5):
        expected = 0.0
        for first, second in np.ndindex(3, 3):
            size = np.array([[first, 2 - first], [second, 2 - second]], dtype=float)
            bets = wagered(size[:, None], size, np.full((2, 2), 2.0), "ab", (1.0, 0.0, 0.0))
            ways = [1, 2, 1][first] * [1, 2, 1][second]
            right = first + second
            expected += ways * chance**right * (1 - chance) ** (4 - right) * np.exp(bets.evidence[-1])
        assert expected <= 1 + 1e-12
