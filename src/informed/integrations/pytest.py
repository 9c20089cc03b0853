"""pytest: hold a predictor against requirements in a test, in the words of ``informed check``.

    def test_model(assert_informed):
        assert_informed(y_true, y_pred, require=["informedness.low >= 0.6", "recall[rain] >= 0.5"])

Every requirement is listed at the end of the run, stands as a property in JUnit files, and as a row of the summary
that GitHub shows, or of the file named by ``--informed-summary``.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from informed.core.given import Settled
    from informed.core.result import Result
    from informed.questions.check.compute import Outcome, Outcomes, Requirement

INFORMED = ("informedness.low > 0",)
MARK = "informed: "
HEAD = "### Informed or guessing?\n\n| test | requirement | reached |\n|---|---|---|\n"


@pytest.fixture
def assert_informed(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Fails unless every requirement is met; gives the evaluation, or comparison, back."""

    def check_informed(
        data: Any,
        predicted: Any = None,
        *,
        require: str | Iterable[str | Requirement] = INFORMED,
        undecided: Settled | None = None,
        margin: float | None = None,
        ledger: str | Path | None = None,
        task: str | None = None,
        system: str | None = None,
        **options: Any,
    ) -> Any:
        """``data``, ``require`` and so on as in `informed.check`; by default: informed at all.

        ``task``: what is measured again and again, in the ``ledger`` or the usual one, for "not worse than last" and
        the like; ``system``: who made the predictions, under whose name the run is recorded.
        """
        __tracebackhide__ = True
        from informed.core.errors import InputError
        from informed.ledger import Ledger
        from informed.questions.check import check
        from informed.questions.compare.result import Comparison
        from informed.questions.evaluate import Evaluation, evaluate

        stray = {"ledger": ledger, "system": system} if task is None else {}
        if (name := next((each for each, value in stray.items() if value is not None), None)) is not None:
            raise InputError("needs task, what is measured again and again", argument=name, value=stray[name])
        found = data if isinstance(data, (Comparison, Evaluation)) else evaluate(data, predicted, **options)
        with Ledger(ledger) as kept:
            past = kept if task else None
            outcomes = check(found, require=require, undecided=undecided, margin=margin, ledger=past, task=task)
            if task and system:
                where = Path(data) if isinstance(data, str) else request.node.nodeid
                kept.record(found, task=task, system=system, dataset=where, passed=outcomes.settled)
        request.node.user_properties.extend(map(_property, outcomes))
        if not outcomes.passed:
            pytest.fail(_message(found, outcomes), pytrace=False)
        return found

    return check_informed


def _property(outcome: Outcome) -> tuple[str, str]:
    return f"{MARK}{outcome.what}", outcome.shown if outcome.met else f"{outcome.shown}, {outcome.outcome.upper()}"


def _message(found: Result, outcomes: Outcomes) -> str:
    """The first line says it all, for reports that show no more."""
    head = " ".join(outcomes.verdict).removesuffix(".")
    return "\n".join([head, "", *(f"  {each}" for each in outcomes.missed), "", *found.verdict, "", found.signature])


# --- the end of the run ----------------------------------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    """Where the summary goes."""
    parser.getgroup("informed").addoption(
        "--informed-summary",
        metavar="FILE",
        default=os.environ.get("GITHUB_STEP_SUMMARY"),
        help="Append a Markdown table of all requirements to this file; on GitHub to the summary of the step.",
    )


def pytest_configure(config: pytest.Config) -> None:
    """One collector, in the process that hears of every test."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Summary(config.getoption("--informed-summary")), "informed-summary")


class Summary:
    """Gathers the requirements of all tests and shows them at the end."""

    def __init__(self, file: str | None) -> None:
        self.file = file
        self.rows: list[tuple[str, str, str]] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Requirements travel with the report of their test, also from other processes."""
        if report.when == "call":
            for name, reached in report.user_properties:
                if isinstance(name, str) and name.startswith(MARK):
                    self.rows.append((report.nodeid, name.removeprefix(MARK), str(reached)))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """In the terminal, and in the file if there is one."""
        if not self.rows:
            return
        terminalreporter.section("informed")
        for test, name, reached in self.rows:
            terminalreporter.write_line(f"{test}: {name}: {reached}")
        if self.file:
            with Path(self.file).open("a", encoding="utf-8") as summary:
                summary.write(HEAD + "".join(map(_row, self.rows)) + "\n")


def _row(cells: tuple[str, ...]) -> str:
    """One line of a Markdown table; a label may hold anything."""
    clean = (" ".join(cell.split()).replace("|", "\\|").replace("<", "&lt;") for cell in cells)
    return f"| {' | '.join(clean)} |\n"
