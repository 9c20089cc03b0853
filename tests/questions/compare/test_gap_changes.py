"""Changes of gaps between groups: differences of paired differences, and what is refused."""

import json

import numpy as np
import pytest
from numpy.testing import assert_allclose

import informed
from informed import InputError
from informed.cli import main
from informed.core.registry import get
from informed.questions.evaluate.gaps import OF_TWO

RNG = np.random.default_rng(4)
N = 900
ACTUAL = (RNG.random(N) < 0.4).astype(int)
SITE = RNG.choice(["a", "b", "c"], N)
RATES = {"a": 0.85, "b": 0.55, "c": 0.7}
OLD = (RNG.random(N) < np.where(ACTUAL == 1, [RATES[each] for each in SITE], 0.1)).astype(int)
NEW = (RNG.random(N) < np.where(ACTUAL == 1, 0.85, 0.1)).astype(int)


def compared(**how):
    return informed.compare(ACTUAL, {"old": OLD, "new": NEW}, by={"site": SITE}, positive=1, **how)


def gap(measure, predicted, one, other):
    """From the tables of both groups, the positive class first."""
    values = []
    for site in (one, other):
        here = site == SITE
        table = [[np.sum(here & (ACTUAL == a) & (predicted == p)) for p in (1, 0)] for a in (1, 0)]
        values.append(float(get(measure)(np.array(table, float))))
    return values[0] - values[1]


def test_a_change_is_the_gap_of_the_later_system_less_that_of_the_earlier():
    found = compared().gaps
    assert set(found.changes) == set(OF_TWO)
    for name, changes in found.changes.items():
        assert len(changes) == 3
        for each in changes:
            before, after = (gap(name, system, each.first, each.second) for system in (OLD, NEW))
            assert_allclose([each.before, each.after], [before, after], atol=1e-12)
            assert_allclose(each.estimate.value, after - before, atol=1e-12)
            assert each.estimate.low < each.estimate.value < each.estimate.high


def test_the_interval_is_that_of_both_paired_differences_joined():
    """Zou & Donner 2008, at a level that 5 measures and 3 pairs of groups share."""
    each = compared().gaps.changes["recall"][0]
    level = 1 - 0.05 / (5 * 3)
    ends = []
    for site in (each.first, each.second):
        here = site == SITE
        alone = informed.compare(
            ACTUAL[here], {"old": OLD[here], "new": NEW[here]}, positive=1, measures=["recall"], level=level
        )
        ends.append(alone.differences[0].estimate)
    one, other = ends
    low = each.estimate.value - np.hypot(one.value - one.low, other.high - other.value)
    assert_allclose(each.estimate.low, low, atol=1e-9)


def test_a_system_that_is_the_same_changes_no_gap():
    found = informed.compare(ACTUAL, {"old": OLD, "same": OLD.copy()}, by={"site": SITE}, positive=1).gaps
    assert next(each.code for each in found.findings) == "gaps_not_changed"
    assert all(each.estimate.value == 0 for changes in found.changes.values() for each in changes)


def test_a_group_without_positive_items_has_no_change_of_recall_and_is_named():
    site = np.where((SITE == "c") & (ACTUAL == 0), "empty", np.where(SITE == "c", "a", SITE))
    found = informed.compare(ACTUAL, {"old": OLD, "new": NEW}, by={"site": site}, positive=1).gaps
    assert found.left_out["recall"] == ("empty",)
    assert not any("empty" in (each.first, each.second) for each in found.changes["recall"])
    assert any("recall has no interval in 'empty'" in each for each in found.remarks())


def test_the_shell_says_what_python_says(tmp_path, capsys):
    path = tmp_path / "rows.csv"
    rows = zip(ACTUAL, OLD, NEW, SITE, strict=True)
    path.write_text("y,old,new,site\n" + "".join(f"{y},{a},{b},{s}\n" for y, a, b, s in rows))
    words = ["compare", str(path), "--actual=y", "--predicted=old", "--predicted=new", "--positive=1", "--show=gaps"]
    with pytest.raises(SystemExit) as done:
        main([*words, "--by=site", "--format=json"])
    assert not done.value.code
    told = json.loads(capsys.readouterr().out)
    assert told["changes"] == json.loads(compared().gaps.to_json())["changes"]
    with pytest.raises(SystemExit) as done:
        main(words)
    assert done.value.code == 2
    assert "--show gaps needs --by" in capsys.readouterr().err


def test_without_groups_there_is_no_gap():
    with pytest.raises(InputError, match="by= with 2 to 100 groups"):
        _ = informed.compare(ACTUAL, {"old": OLD, "new": NEW}).gaps
