"""Gaps between groups: differences of what the groups have, and intervals that hold for all of them together."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from informed import Counts, evaluate
from informed.cli import main
from informed.core.registry import get
from informed.questions.evaluate.gaps import OF_MANY, OF_TWO


def of_tables(*tables, labels=("yes", "no")):
    groups = tuple((f"g{place}",) for place in range(len(tables)))
    return Counts(np.array(tables), labels=labels, by=("site",), groups=groups)


TABLES = ([40, 10], [12, 88]), ([30, 20], [8, 92]), ([44, 6], [20, 80])


def test_a_gap_is_the_difference_of_two_groups_and_the_largest_is_the_largest():
    found = evaluate(of_tables(*TABLES), positive="yes").gaps
    assert set(found.gaps) == set(OF_TWO)
    for name, pairs in found.gaps.items():
        values = [float(get(name)(np.array(each, float))) for each in TABLES]
        assert_allclose(found.largest[name].value, max(values) - min(values), atol=1e-12)
        for gap in pairs:
            one, two = (values[int(group[1:])] for group in (gap.first, gap.second))
            assert_allclose(gap.estimate.value, one - two, atol=1e-12)
            assert gap.estimate.low <= gap.estimate.value <= gap.estimate.high
            assert max(abs(gap.estimate.low), abs(gap.estimate.high)) <= found.largest[name].high + 1e-12


def test_the_interval_of_the_largest_gap_starts_above_0_only_where_a_pair_is_shown_to_differ():
    for tables in (TABLES, TABLES[:1] * 3, (([45, 5], [5, 95]), ([10, 40], [5, 95]))):
        found = evaluate(of_tables(*tables), positive="yes").gaps
        for name, largest in found.largest.items():
            assert (largest.low > 0) == any(gap.apart for gap in found.gaps[name])


def test_intervals_together_are_wider_than_those_of_fewer_groups():
    two, three = (evaluate(of_tables(*TABLES[:size]), positive="yes").gaps for size in (2, 3))
    for name in OF_TWO:
        wide = next(gap for gap in three.gaps[name] if (gap.first, gap.second) == ("g0", "g1")).estimate
        (narrow,) = (gap.estimate for gap in two.gaps[name])
        assert_allclose(wide.value, narrow.value)
        assert wide.high - wide.low > narrow.high - narrow.low


@pytest.mark.combinations
def test_equal_groups_are_seldom_said_to_lie_apart():
    """100 tables of three equal groups, 500 items in all; docs/coverage/gaps.md has more."""
    rng, said = np.random.default_rng(9), 0
    for _ in range(100):
        tables = [[rng.multinomial(50, [0.8, 0.2]), rng.multinomial(117, [0.1, 0.9])] for _ in range(3)]
        found = evaluate(of_tables(*tables), positive="yes").gaps
        said += any(gap.apart for pairs in found.gaps.values() for gap in pairs)
    assert said <= 11  # 0.05 and three standard errors of 100


def test_clusters_widen_and_weights_of_one_change_nothing():
    rng = np.random.default_rng(2)
    actual = rng.integers(0, 2, 240)
    predicted = np.where(rng.random(240) < 0.8, actual, 1 - actual)
    site = np.arange(240) % 3
    plain = evaluate(actual, predicted, by=site, positive=1).gaps
    alone = evaluate(actual, predicted, by=site, positive=1, weights=np.ones(240)).gaps
    tiled = evaluate(
        np.tile(actual, 3), np.tile(predicted, 3), by=np.tile(site, 3), positive=1, cluster=np.tile(np.arange(240), 3)
    ).gaps
    naive = evaluate(np.tile(actual, 3), np.tile(predicted, 3), by=np.tile(site, 3), positive=1).gaps
    for name in ("recall", "informedness"):
        ends = [each.largest[name].high for each in (plain, alone, tiled, naive)]
        assert_allclose(ends[1], ends[0], atol=0.03)
        assert ends[3] < ends[2]


def test_a_group_without_a_class_is_named_and_has_no_gap():
    found = evaluate(of_tables(*TABLES[:2], ([0, 0], [5, 20])), positive="yes").gaps
    assert found.left_out["recall"] == ("g2",)
    assert all("g2" not in (gap.first, gap.second) for gap in found.gaps["recall"])
    assert any("'g2'" in note and "recall" in note for note in found.remarks())
    alone = evaluate(of_tables(TABLES[0], ([0, 0], [5, 20])), positive="yes").gaps
    assert alone.gaps["recall"] == ()
    assert alone.largest["recall"].high is None


def test_more_labels_have_accuracy_and_informedness_and_a_positive_label_is_assumed_aloud():
    tables = np.eye(3, dtype=int) * 20 + 2
    found = evaluate(of_tables(tables, tables + np.eye(3, dtype=int), labels=("a", "b", "c"))).gaps
    assert set(found.gaps) == set(OF_MANY)
    assert any("since none was named" in note for note in evaluate(of_tables(*TABLES)).gaps.remarks())


def test_words_page_json_and_picture():
    found = evaluate(of_tables(*TABLES), positive="yes")
    codes = [each.code for each in found.gaps.findings]
    assert codes[-1] == "largest_gap"
    assert "How far the groups lie apart" in found.report("html")
    assert found.to_dict()["gaps"]["largest"]["recall"]["high"] == found.gaps.largest["recall"].high
    assert {row["measure"] for row in found.gaps.chart("gaps").rows} == set(OF_TWO)
    assert "How far do the groups lie apart?" in found.report(every=True)


def test_without_groups_there_is_none_and_the_shell_says_what_is_needed(tmp_path, capsys):
    assert evaluate(of_tables(*TABLES).pooled()).gaps is None
    path = tmp_path / "rows.csv"
    path.write_text("y,p\n" + "1,1\n0,0\n" * 10, encoding="utf-8")
    with pytest.raises(SystemExit) as left:
        main(["evaluate", str(path), "--actual", "y", "--predicted", "p", "--show", "gaps"])
    assert left.value.code == 2
    assert "--show gaps needs --by" in capsys.readouterr().err
