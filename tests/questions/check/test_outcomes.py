"""A claim within a margin is met, not met because the system is worse, or undecided because the items are too few."""

import json
from xml.etree import ElementTree

import numpy as np
import pytest

import informed
from informed import Counts, check
from informed.cli import main
from informed.questions.check.compute import CODES, MET, MISSED, UNDECIDED

LABELS = ["ill", "well"]
MARGIN = 0.1


def compared(right, other, size=100, margin=MARGIN):
    """Two samples of so many items of each class, with as many hits and as many correct rejections."""
    tables = {
        name: Counts([[hits * size // 100, size - hits * size // 100], [0, size]], LABELS)
        for name, hits in {"old": right, "new": other}.items()
    }
    return informed.compare(tables, measures=["informedness"], margin=margin)


CASES = [  # hits of 100 before, after, items of a class, claim, outcome
    (90, 90, 2000, "not worse", MET),
    (90, 89, 2000, "not worse", MET),  # worse by less than the margin, and so many items show that
    (90, 90, 40, "not worse", UNDECIDED),
    (90, 86, 100, "not worse", UNDECIDED),
    (90, 70, 100, "not worse", MISSED),
    (90, 82, 300, "not worse", MISSED),  # shown to be worse, though not by more than the margin
    (90, 90, 2000, "equivalent", MET),
    (90, 95, 40, "equivalent", UNDECIDED),
    (70, 90, 100, "equivalent", MISSED),
    (70, 90, 100, "not worse", MET),
    (70, 90, 100, "better", MET),
    (90, 90, 100, "better", MISSED),  # what is required is to be shown to be better
]


@pytest.mark.parametrize(("before", "after", "size", "claim", "outcome"), CASES)
def test_three_outcomes(before, after, size, claim, outcome):
    found = check(compared(before, after, size), require=claim)
    (only,) = found
    assert (only.outcome, found.outcome, found.code) == (outcome, outcome, CODES[outcome])
    assert (only.met, found.met, found.passed) == ((outcome == MET,) * 3)
    assert str(only).startswith("met: " if outcome == MET else f"{outcome.upper()}: ")
    assert ("too few items to tell" in str(only)) == (outcome == UNDECIDED)
    worse = "shown to be different" if claim == "equivalent" else "shown to be worse"
    assert (worse in str(only)) == (outcome == MISSED and claim != "better")
    assert (only.needed is not None) == (outcome == UNDECIDED)
    facts = json.loads(found.to_json())
    assert (facts["met"], facts["outcome"], facts["outcomes"][0]["outcome"]) == (outcome == MET, outcome, outcome)
    assert facts["outcomes"][0]["needed"] == only.needed


def test_the_interval_tells_which_it_is():
    """Not met: the interval lies below 0. Met: the one-sided limit lies above the margin. Never both words."""
    rng = np.random.default_rng(1)
    for right, other in rng.integers(60, 100, (60, 2)).tolist():
        comparison = compared(right, other, 200)
        (only,) = check(comparison, require="not worse")
        (gap,) = comparison.differences
        met = gap.equivalence["non_inferior"] < 0.05
        assert only.met == met
        assert (only.outcome == MISSED) == (not met and gap.estimate.high < 0)


def test_more_items_decide_and_their_number_is_stable():
    """The number needed lies above what there is, and hardly depends on how many items say the same."""
    sizes = (50, 100, 150)
    found = [check(compared(90, 84, size), require="not worse")[0] for size in sizes]
    assert all(each.outcome == UNDECIDED for each in found)
    assert all(each.needed > 2 * 2 * size for each, size in zip(found, sizes, strict=True))
    assert max(each.needed for each in found) < 1.3 * min(each.needed for each in found)
    assert check(compared(90, 84, found[-1].needed // 100 * 50), require="not worse")[0].outcome != UNDECIDED


def test_an_undefined_difference_meets_nothing():
    """A run without a class has no informedness: that is no want of items that a policy may pass."""
    one = Counts([[10, 2], [0, 0]], LABELS)
    found = check(informed.compare({"old": one, "new": one}, margin=0.1), require="not worse", undecided="pass")
    assert (found.outcome, found.passed) == (MISSED, False)


@pytest.mark.parametrize(
    ("policy", "code", "failures", "skipped"), [(None, 4, 1, 0), ("fail", 1, 1, 0), ("pass", 0, 0, 1)]
)
def test_what_is_undecided_counts_as_told(policy, code, failures, skipped):
    found = check(compared(90, 90, 40), require="not worse", undecided=policy)
    assert (found.outcome, found.met, found.code, found.passed) == (UNDECIDED, False, code, code == 0)
    suite = ElementTree.fromstring(found.report("junit"))
    assert (suite.get("failures"), suite.get("skipped")) == (str(failures), str(skipped))
    assert "undecided" in found.report("markdown")
    assert found.verdict[0].startswith("1 of 1 requirements undecided: 'new' not worse than 'old'")


def test_one_that_is_not_met_is_no_matter_of_policy():
    with pytest.raises(informed.InputError, match="undecided='maybe' is not one of pass, fail"):
        check(compared(90, 90, 40), require="not worse", undecided="maybe")
    found = check(compared(90, 70), require="not worse", undecided="pass")
    assert (found.outcome, found.code) == (MISSED, 1)
    both = check(informed.evaluate(Counts([[5, 5], [5, 5]])), require=["n >= 1", "n >= 100"], undecided="pass")
    assert (both.outcome, both.code) == (MISSED, 1)


@pytest.mark.parametrize(("words", "code"), [([], 4), (["--undecided", "pass"], 0), (["--undecided", "fail"], 1)])
def test_exit_codes(tmp_path, capsys, monkeypatch, words, code):
    monkeypatch.chdir(tmp_path)
    rows = [("ill", "ill"), ("well", "well")] * 45 + [("ill", "well"), ("well", "ill")] * 5
    for name in ("old", "new"):
        (tmp_path / f"{name}.csv").write_text(
            "y,p\n" + "".join(f"{a},{b}\n" for a, b in rows[:: 1 if name == "old" else -1])
        )
    read = ["--actual", "y", "--predicted", "p", "--record", "t", "--ledger", "l.db"]
    gate = ["--require", "not worse than last", "--margin", "0.05", *words]

    def run(*given):
        with pytest.raises(SystemExit) as left:
            main(given)
        return left.value.code

    run("evaluate", "old.csv", *read, "--as", "v1")
    assert run("check", "new.csv", *read, "--as", "v2", *gate) == code
    assert "UNDECIDED: 'v2' not worse than 'v1' by more than 0.05" in capsys.readouterr().out
    with informed.Ledger(tmp_path / "l.db") as ledger:
        assert [each.passed for each in ledger.runs("t")] == [None, None]  # whatever it counts as
    columns = "y,old,new\n" + "".join(
        f"{a},{b},{c}\n" for (a, b), (_, c) in zip(rows, rows[2:] + rows[:2], strict=True)
    )
    (tmp_path / "both.csv").write_text(columns)
    systems = ["both.csv", "--actual", "y", "--predicted", "old", "--predicted", "new"]
    assert run("compare", *systems, "--require", "not-worse", "--margin", "0.01", *words) == code
    if words:
        assert run("compare", *systems, *words) == 2
        assert "has no effect without --require" in capsys.readouterr().err
