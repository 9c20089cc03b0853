"""Systems ranked by tests of every pair."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import informed
from informed import Counts, InputError, Ledger
from informed.more import leaderboard
from informed.questions.leaderboard import ranked


@pytest.fixture
def ledger(tmp_path):
    with Ledger(tmp_path / "ledger.db") as opened:
        yield opened


def table(right, size=100):
    return Counts([[right, size - right], [size // 10, size - size // 10]], ["ill", "well"])


def test_ties_share_a_rank(ledger):
    for system, right in {"a": 90, "b": 88, "c": 50}.items():
        ledger.record(table(right), task="t", system=system)
    found = leaderboard(ledger, "t")
    assert [(each.system, each.rank) for each in found.standings] == [("a", 1), ("b", 1), ("c", 3)]
    assert found.verdict[0].startswith("No single best: 'a' has informedness 0.80")
    assert found.verdict[0].endswith("no significant difference from 'b'.")


def test_a_rank_is_an_interval_that_ends_before_the_systems_shown_to_be_worse(ledger):
    """Equal systems: every rank is possible. All apart: each has one. The intervals never contradict the tests."""
    for system, right in {"a": 90, "b": 88, "c": 50, "d": 45}.items():
        ledger.record(table(right), task="t", system=system)
        ledger.record(table({"a": 900, "b": 700, "c": 500, "d": 300}[system], 1000), task="apart", system=system)
        ledger.record(table(90), task="same", system=system)
    assert [each.ranks for each in leaderboard(ledger, "t").standings] == ["1 to 2", "1 to 2", "3 to 4", "3 to 4"]
    assert [each.ranks for each in leaderboard(ledger, "apart").standings] == ["1", "2", "3", "4"]
    assert [each.ranks for each in leaderboard(ledger, "same").standings] == ["1 to 4"] * 4


@pytest.mark.combinations
def test_the_ranks_of_all_systems_hold_together():
    """At most 5 % of leaderboards may have a system whose true rank lies outside of its interval."""
    rng, truth = np.random.default_rng(5), {"a": 0.9, "b": 0.8, "c": 0.8, "d": 0.6}
    allowed = {"a": {1}, "b": {2, 3}, "c": {2, 3}, "d": {4}}
    wrong, boards = 0, 200
    for _ in range(boards):
        counts = {name: table(int(rng.binomial(200, right)), 200) for name, right in truth.items()}
        found = ranked("t", counts, dict.fromkeys(counts, 1), "recall[ill]", 0.95, paired=lambda *_: "")
        wrong += any(not allowed[each.system] <= {*range(each.rank, each.lowest + 1)} for each in found.standings)
    assert wrong / boards <= 0.05


def test_other_data_are_said(ledger):
    """The content of the data tells, or their names; nothing is said where neither is known."""
    for system, night in {"a": "1", "b": "2", "c": "1"}.items():
        ledger.record(table(90 if system == "a" else 85), task="t", system=system, fingerprint=night)
        ledger.record(table(90), task="unknown", system=system)
    found = leaderboard(ledger, "t")
    assert {each.system: each.other_data for each in found.standings} == {"a": False, "b": True, "c": False}
    assert any(each.startswith("Other data: 'b' and 'a' were not measured on the same data") for each in found.verdict)
    assert not any(each.other_data for each in leaderboard(ledger, "unknown").standings)


def test_numbers_are_those_of_the_pooled_counts(ledger):
    for night, right in enumerate((90, 80)):
        ledger.record(table(right), task="t", system="a", fingerprint=str(night))
    (only,) = leaderboard(ledger, "t", measure="mcc").standings
    assert only.estimate == informed.estimate([[170, 30], [20, 180]], "mcc")
    assert (only.runs, only.n, only.p) == (2, 400, None)


def test_versions_stand_for_themselves(ledger):
    ledger.record(table(50), task="t", system="a", version="1")
    ledger.record(table(90), task="t", system="a", version="2")
    assert [each.system for each in leaderboard(ledger, "t").standings] == ["a 2", "a 1"]


def test_the_lower_the_better_where_the_measure_says_so(ledger):
    for system, right in {"a": 90, "b": 50}.items():
        ledger.record(table(right), task="t", system=system)
    assert [each.system for each in leaderboard(ledger, "t", measure="error_rate").standings] == ["a", "b"]


def test_pairs_where_items_were_kept(ledger):
    """The p is that of the paired comparison of the same items."""
    rng = np.random.default_rng(2)
    y = rng.integers(0, 2, 300)
    good = np.where(rng.random(300) < 0.85, y, 1 - y)
    worse = np.where(rng.random(300) < 0.08, 1 - y, good)
    for system, said in {"good": good, "worse": worse}.items():
        ids = np.arange(300)
        names = {"task": "t", "system": system, "dataset": "d", "fingerprint": "f"}
        ledger.record(informed.evaluate(y, said), **names, items=(ids.tolist(), y.tolist(), said.tolist()))
    first, second = leaderboard(ledger, "t").standings
    expected = informed.compare(y, {"good": good, "worse": worse}, measures=["informedness"]).differences[0].p
    assert second.paired
    assert_allclose(second.p, expected)
    assert not first.paired


def night(rng, ids, actual, said):
    rows = ids.tolist(), actual[ids].tolist(), said[ids].tolist()
    return {"items": rows, "fingerprint": str(rng.random())}, informed.evaluate(*rows[1:])


def test_a_collapse_on_other_items_is_seen(ledger):
    """60 items are answered as before, 190 others are not: the p is that of the whole runs, not of what they share."""
    rng = np.random.default_rng(7)
    actual = rng.integers(0, 10, 440)
    said = np.where(rng.random(440) < 0.95, actual, rng.integers(0, 10, 440))
    fell = np.where(np.arange(440) < 60, said, rng.integers(0, 10, 440))
    for system, ids, told in (("before", np.arange(250), said), ("after", np.r_[:60, 250:440], fell)):
        names, found = night(rng, ids, actual, told)
        ledger.record(found, task="t", system=system, **names)
    board = leaderboard(ledger, "t")
    first, second = board.standings
    assert (first.system, second.system, second.rank, second.paired) == ("before", "after", 2, False)
    assert second.p < 1e-6
    value = informed.measures.informedness(informed.count(actual[:60], said[:60]))
    assert second.part == (
        f"60 items in both, of 250 and 250; all items count; informedness on those in both: {value:.3f} and {value:.3f}"
    )
    assert any(each.startswith("In part: 'before' shares items with 'after' (60 items") for each in board.verdict)


def test_a_system_of_more_nights_is_said_to_have_other_data(ledger):
    """'old' answered a bad night beside; on the night of both the two systems give the same answers."""
    rng = np.random.default_rng(8)
    actual = rng.integers(0, 2, 400)
    good = np.where(rng.random(400) < 0.9, actual, 1 - actual)
    first, second = np.r_[:200], np.r_[200:400]
    for system, ids, said in (("old", first, good), ("old", second, 1 - actual), ("new", first, good)):
        names, found = night(rng, ids, actual, said)
        ledger.record(found, task="t", system=system, **names | {"fingerprint": str(ids[0])})
    board = leaderboard(ledger, "t")
    value = informed.measures.informedness(informed.count(actual[first], good[first]))
    assert [each.other_data for each in board.standings] == [False, True]
    assert board.standings[1].part.endswith(f"informedness on those in both: {value:.3f} and {value:.3f}")
    assert any(each.startswith("Other data: 'old' and 'new'") for each in board.verdict)


def test_the_p_of_other_items_is_that_of_compare(ledger):
    """At every level, also where Holm asks for far less than 5%."""
    tables = {"a": table(90), "b": table(80), "c": table(50), "d": table(20)}
    for system, counts in tables.items():
        ledger.record(counts, task="t", system=system)
    found = informed.compare(tables, measures=["informedness"], adjust="holm").differences
    expected = {each.first: each.p_adjusted for each in found if each.second == "a"}
    for each in leaderboard(ledger, "t").standings[1:]:
        assert_allclose(each.p, expected[each.system], rtol=1e-3, atol=1e-12)


def test_comparisons_recorded_several_times_are_added_up(ledger):
    """Two systems of the same recorded comparisons: the p is that of all their items."""
    rng = np.random.default_rng(3)
    nights = []
    for place in range(3):
        actual = rng.integers(0, 2, 100)
        nights.append((actual, *(np.where(rng.random(100) < each, actual, 1 - actual) for each in (0.85, 0.75))))
        found = informed.compare(nights[-1][0], {"a": nights[-1][1], "b": nights[-1][2]})
        ledger.record(found, task="t", fingerprint=str(place))
    actual, first, second = np.hstack(nights)
    expected = informed.compare(actual, {"a": first, "b": second}, measures=["informedness"]).differences[0].p
    assert_allclose(leaderboard(ledger, "t").standings[1].p, expected)


@pytest.mark.parametrize(
    ("turned", "how", "why"),
    [
        (7, {}, "7 of 300 common item ids have another actual label"),
        (0, {"cluster": np.arange(300) // 3}, "kept items hold no clusters, strata or weights"),
    ],
)
def test_the_reason_is_said_where_kept_items_are_not_paired(ledger, turned, how, why):
    rng = np.random.default_rng(2)
    y, ids = rng.integers(0, 2, 300), list(range(300))
    for system in ("a", "b"):
        said = np.where(rng.random(300) < 0.8, y, 1 - y)
        names = {"task": "t", "system": system, "dataset": "d", "fingerprint": system}
        ledger.record(informed.evaluate(y, said, **how), **names, items=(ids, y.tolist(), said.tolist()))
        y = np.where(np.arange(300) < turned, 1 - y, y)
    found = leaderboard(ledger, "t")
    first, second = found.standings
    assert (first.apart, second.apart, second.paired) == ("", why, False)
    told = f"'{second.system}' and '{first.system}' are compared as independent samples, because {why}."
    assert found.verdict[1] == f"Not paired: {told}"


def test_a_reversal_is_said(ledger):
    """a is better over all and at the large site, b at the small one."""
    sites = {"large": {"a": (900, 1000), "b": (600, 1000)}, "small": {"a": (40, 200), "b": (190, 200)}}
    for site, rows in sites.items():
        for system, (right, size) in rows.items():
            ledger.record(table(right, size), task="t", system=system, tags={"site": site}, fingerprint=site)
    found = leaderboard(ledger, "t", by="site")
    assert [(each.group, each.better, each.worse) for each in found.reversals] == [("small", "a", "b")]
    assert found.verdict[-1].startswith("Reversed for site 'small': there 'b' is better than 'a'")
    assert found.groups["small"]["b"] == informed.estimate(table(190, 200), "informedness")


@pytest.mark.combinations
def test_equal_systems_are_seldom_told_apart():
    """Six equal systems: a false difference in at most 5% of leaderboards (Holm); 200 of them."""
    rng = np.random.default_rng(4)
    false = 0
    for _ in range(200):
        counts = {name: table(int(rng.binomial(100, 0.8))) for name in "abcdef"}
        board = ranked("t", counts, dict.fromkeys(counts, 1), "informedness", 0.95, paired=lambda *_: "")
        false += any(each.rank > 1 for each in board.standings)
    assert false <= 16  # were it 5%, more than this with probability 0.03


GROUPS, SIZE = 40, 10


def together(rng, right=0.8):
    """Actual and predicted labels of clusters whose items are all right or all wrong."""
    actual = np.repeat(rng.integers(0, 2, GROUPS), SIZE)
    return actual, np.where(np.repeat(rng.random(GROUPS) < right, SIZE), actual, 1 - actual)


CLUSTER = np.repeat(np.arange(GROUPS), SIZE)
DESIGNS = {
    "clusters": {"cluster": CLUSTER},
    "strata": {"stratum": CLUSTER // 10},
    "weights": {"weights": 1 + CLUSTER % 3},
    "clusters and weights": {"cluster": CLUSTER, "weights": 1 + CLUSTER % 3},
}


@pytest.mark.parametrize("measure", ["informedness", "mcc", "recall[1]"])
@pytest.mark.parametrize("design", DESIGNS.values(), ids=DESIGNS)
def test_numbers_are_those_of_the_design_that_was_recorded(ledger, design, measure):
    """What evaluate says of the rows of both nights with the same design, the leaderboard says of the runs."""
    rng = np.random.default_rng(1)
    nights = [together(rng) for _ in range(2)]
    for night, (actual, predicted) in enumerate(nights):
        found = informed.evaluate(actual, predicted, **design)
        ledger.record(found, task="t", system="a", fingerprint=str(night))
    actual, predicted = np.hstack(nights)
    both = {name: np.tile(each, 2) for name, each in design.items()}
    expected = informed.evaluate(actual, predicted, positive=1, **both).measures[measure.partition("[")[0]]
    (only,) = leaderboard(ledger, "t", measure=measure).standings
    assert_allclose(
        [only.estimate.value, only.estimate.low, only.estimate.high], [expected.value, expected.low, expected.high]
    )
    assert only.n == len(actual)


def test_items_that_were_abstained_from_are_never_right(ledger):
    actual, predicted = together(np.random.default_rng(3))
    said = ["?" if place % 7 == 0 else str(each) for place, each in enumerate(predicted)]
    found = informed.evaluate(actual.astype(str).tolist(), said, cluster=CLUSTER, abstain="?")
    ledger.record(found, task="t", system="a")
    (only,) = leaderboard(ledger, "t").standings
    assert only.n == len(actual)
    assert only.estimate.value == pytest.approx(found.abstention.zero_stake["informedness"].value)


def test_systems_of_one_comparison_are_paired_with_their_clusters(ledger):
    rng = np.random.default_rng(2)
    actual, first = together(rng)
    second = np.where(np.repeat(rng.random(GROUPS) < 0.2, SIZE), 1 - actual, first)
    found = informed.compare(actual, {"a": first, "b": second}, cluster=CLUSTER, measures=["informedness"])
    ledger.record(found, task="t")
    last = leaderboard(ledger, "t").standings[-1]
    assert last.paired
    assert last.p == found.differences[0].p


@pytest.mark.combinations
def test_equal_clustered_systems_are_seldom_told_apart():
    """Two equal systems whose clusters are all right or all wrong: from counts alone half of the pairs would differ."""
    rng = np.random.default_rng(5)
    false = 0
    for _ in range(150):
        items = {name: informed.items(*together(rng), cluster=CLUSTER) for name in "ab"}
        board = ranked("t", items, dict.fromkeys(items, 1), "informedness", 0.95, paired=lambda *_: "")
        false += any(each.rank > 1 for each in board.standings)
    assert false <= 13  # were it 5%, more than this with probability 0.02


def test_runs_of_other_designs_are_not_added_up(ledger):
    actual, predicted = together(np.random.default_rng(6))
    for design in ({}, DESIGNS["clusters"]):
        ledger.record(informed.evaluate(actual, predicted, **design), task="t", system="a")
    with pytest.raises(InputError, match="some have independent items, others clusters; choose runs with since="):
        leaderboard(ledger, "t")


def test_what_is_refused(ledger):
    ledger.record(table(90), task="t", system="a", tags={"site": "x"})
    for given, said in (
        ({"by": "sit"}, "there are site"),
        ({"task": "u"}, "task='u'"),
        ({"tags": ["site=y"]}, "leave out"),
    ):
        with pytest.raises(InputError, match=said):
            leaderboard(ledger, **{"task": "t", **given})


def test_very_many_systems_are_ranked_as_a_few_are(ledger, monkeypatch):
    """The same numbers, p and ranks of independent samples; of shared items the p of both intervals moving together."""
    rng = np.random.default_rng(11)
    for system, right in {"a": 90, "b": 88, "c": 60, "d": 0, "e": 75}.items():
        ledger.record(table(right), task="apart", system=system, fingerprint=system)
    actual = rng.integers(0, 2, 200)
    for system, share in {"one": 0.9, "two": 0.8, "three": 0.5}.items():
        said = np.where(rng.random(200) < share, actual, 1 - actual)
        names, found = night(rng, np.arange(200), actual, said)
        ledger.record(found, task="shared", system=system, **names)
    few = {task: leaderboard(ledger, task) for task in ("apart", "shared")}
    monkeypatch.setattr(informed.questions.leaderboard, "MOST", 1)
    several = {task: leaderboard(ledger, task) for task in ("apart", "shared")}
    for task, rtol in {"apart": 1e-9, "shared": 0.6}.items():
        for each, other in zip(few[task].standings, several[task].standings, strict=True):
            assert (each.system, each.ranks, each.n) == (other.system, other.ranks, other.n)
            assert_allclose(
                [each.estimate.value, each.estimate.low, each.estimate.high],
                [other.estimate.value, other.estimate.low, other.estimate.high],
            )
            assert_allclose(each.p or 0, other.p or 0, rtol=rtol, atol=1e-9)
    assert any(each.startswith("More than 1 systems: ") for each in several["apart"].verdict)


def test_an_id_with_two_actual_labels_tells_very_many_systems_nothing(ledger, monkeypatch):
    monkeypatch.setattr(informed.questions.leaderboard, "MOST", 1)
    rng = np.random.default_rng(12)
    for system, turned in {"a": 0, "b": 0, "c": 1}.items():
        actual = np.r_[[turned], np.tile([0, 1], 50)]
        said = np.where(rng.random(101) < 0.9, actual, 1 - actual)
        names, found = night(rng, np.arange(101), actual, said)
        ledger.record(found, task="t", system=system, **names)
    entries = {each.system: ledger.identified([each], each.system) for each in ledger.runs("t")}
    assert informed.questions.leaderboard._told_alike(entries) == set()
    assert informed.questions.leaderboard._told_alike({each: entries[each] for each in "ab"}) == {"a", "b"}
    assert len(leaderboard(ledger, "t").standings) == 3


def test_a_system_that_leaves_items_alone_is_not_better_for_it(tmp_path):
    """An abstention is never right, as in compare; with ids and without, beside labels that are numbers."""
    rng = np.random.default_rng(9)
    actual = rng.integers(0, 2, 600)
    right = rng.random(600) < 0.8
    said = np.where(right, actual, 1 - actual)
    alone = ~right & (rng.random(600) < 0.9)
    shy = [None if left else int(each) for each, left in zip(said, alone, strict=True)]
    for kept in (False, True):
        with informed.Ledger(tmp_path / f"{kept}.db") as ledger:
            for name, column in {"bold": said.tolist(), "shy": shy}.items():
                found = informed.evaluate(actual.tolist(), column, abstain=None if name == "bold" else [None])
                rows = (range(600), actual.tolist(), column) if kept else None
                ledger.record(found, task="t", system=name, dataset="d", items=rows)
            board = informed.more.leaderboard(ledger, "t")
        shown = {each.system: each for each in board.standings}
        worth = informed.evaluate(actual.tolist(), shy, abstain=[None]).abstention.zero_stake["informedness"].value
        assert shown["shy"].estimate.value == pytest.approx(worth)
        assert (shown["shy"].n, shown["shy"].abstained) == (600, shy.count(None))
        assert any(each.startswith(f"Abstained: 'shy' from {shy.count(None)} of 600 items") for each in board.verdict)
