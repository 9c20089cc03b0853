"""The pytest plugin, in runs of its own."""

from __future__ import annotations

import re
from importlib.metadata import entry_points
from pathlib import Path
from xml.etree import ElementTree

import pytest

import informed

pytest_plugins = ["pytester"]

TESTS = """
    import informed

    ACTUAL, GOOD, BAD = ["rain", "sun"] * 50, ["rain", "sun"] * 48 + ["sun", "rain"] * 2, ["sun"] * 100

    def test_good(assert_informed):
        evaluation = assert_informed(ACTUAL, GOOD, require=["informedness.low >= 0.6", "recall[rain] >= 0.9"])
        assert evaluation.n == 100

    def test_bad(assert_informed):
        assert_informed(ACTUAL, BAD)

    def test_counts_by_group(assert_informed):
        assert_informed(informed.count(ACTUAL, GOOD, by=["a|b"] * 50 + ["c"] * 50), require="accuracy >= 0.95")

    def test_not_worse(assert_informed):
        found = informed.compare(ACTUAL, {"in use": BAD, "new": GOOD}, margin=0.05)
        assert assert_informed(found, require="not worse") is found

    def test_undecided(assert_informed):
        found = informed.compare(ACTUAL, {"in use": GOOD, "new": GOOD[2:] + GOOD[:2]}, margin=0.01)
        assert_informed(found, require="not worse", undecided="pass")
        assert_informed(found, require="not worse")

    def test_mistyped(assert_informed):
        assert_informed(ACTUAL, GOOD, require="informednes >= 0.5")

    def test_of_something_else():
        assert True
"""


@pytest.fixture
def run(pytester, monkeypatch):
    """A stranger's project, where the plugin is found by itself if the package is installed."""
    pytester.makepyfile(TESTS)
    monkeypatch.setenv("PYTHONPATH", str(Path(informed.__file__).parents[1]))
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    installed = any(each.name == "informed" for each in entry_points(group="pytest11"))
    plugin = [] if installed else ["-p", "informed.integrations.pytest"]
    return lambda *options: pytester.runpytest_subprocess(*plugin, *options)


def test_requirements_pass_and_fail_with_their_reason(run):
    result = run()
    result.assert_outcomes(passed=3, failed=4)
    result.stdout.fnmatch_lines(
        [
            "*1 of 1 requirements not met: informedness.low > 0 (*",
            "*it always says 'sun'.*",
            "*1 of 1 requirements undecided: *new* not worse than *too few items to tell*",
            "*did you mean 'informedness'*",
            "*= informed =*",
            "*test_good: informedness.low >= 0.6: 0.*",
            "*test_good: recall[[]rain] >= 0.9: 0.96*",
        ]
    )


def test_junit_and_github(run, pytester, monkeypatch):
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(pytester.path / "summary.md"))
    run("--junitxml=junit.xml", "-o", "junit_family=xunit2")
    suite = ElementTree.parse(pytester.path / "junit.xml").getroot()
    cases = {case.get("name"): case for case in suite.iter("testcase")}
    properties = {each.get("name"): each.get("value") for each in cases["test_good"].iter("property")}
    assert set(properties) == {"informed: informedness.low >= 0.6", "informed: recall[rain] >= 0.9"}
    assert properties["informed: recall[rain] >= 0.9"] == "0.96"
    assert "1 of 1 requirements not met" in cases["test_bad"].find("failure").get("message")
    summary = (pytester.path / "summary.md").read_text()
    table = [line for line in summary.splitlines() if line.startswith("|")]
    assert len(table) == 2 + 2 + 1 + 2 + 1 + 2
    assert all(len(re.findall(r"(?<!\\)\|", line)) == 4 for line in table)
    assert re.search(r"test_bad \| informedness.low > 0 \| .*, NOT MET", summary)
    assert "accuracy >= 0.95 in a\\|b" in summary


def test_in_several_processes(run):
    pytest.importorskip("xdist", reason="needs pytest-xdist")
    result = run("-n", "2")
    result.assert_outcomes(passed=3, failed=4)
    result.stdout.fnmatch_lines(["*test_good: recall[[]rain] >= 0.9: 0.96*"])


def test_runs_are_recorded_and_held_against_the_last(pytester, run, monkeypatch):
    monkeypatch.setenv("INFORMED_LEDGER", "runs.db")
    gate = 'require="not worse than last", margin=0.1, task="nightly"'
    pytester.makepyfile(
        f"""
        ACTUAL, GOOD, BAD = ["rain", "sun"] * 200, ["rain", "sun"] * 198 + ["sun", "rain"] * 2, ["sun"] * 400

        def test_first(assert_informed):
            assert_informed(ACTUAL, GOOD, {gate}, system="v1")

        def test_collapse(assert_informed):
            assert_informed(ACTUAL, BAD, {gate}, system="v2")

        def test_next(assert_informed):
            assert_informed(ACTUAL, GOOD[1:] + GOOD[:1], {gate}, system="v3")

        def test_held_without_being_recorded(assert_informed):
            assert_informed(ACTUAL, BAD, {gate})
        """
    )
    run().assert_outcomes(passed=1, failed=3)
    with informed.Ledger(pytester.path / "runs.db") as ledger:
        kept = [(each.system, each.passed) for each in ledger.runs("nightly")]
    assert kept == [("v1", True), ("v2", False), ("v3", False)]
