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
    from informed.evaluation import Evaluation
    from informed.requirement import Outcome, Requirement

INFORMED = ("informedness.low > 0",)
MARK = "informed: "
HEAD = "### Informed or guessing?\n\n| test | requirement | reached |\n|---|---|---|\n"


@pytest.fixture
def assert_informed(request: pytest.FixtureRequest) -> Callable[..., Evaluation]:
    """Fails unless every requirement is met; gives the evaluation back."""

    def check_informed(
        data: Any, predicted: Any = None, *, require: str | Iterable[str | Requirement] = INFORMED, **options: Any
    ) -> Evaluation:
        """``data`` and ``options`` as in `informed.evaluate`, or a ready evaluation; by default: informed at all."""
        __tracebackhide__ = True
        from informed.evaluation import Evaluation, evaluate
        from informed.requirement import check

        evaluation = data if isinstance(data, Evaluation) else evaluate(data, predicted, **options)
        outcomes = check(evaluation, [require] if isinstance(require, str) else require)
        request.node.user_properties.extend(map(_property, outcomes))
        missed = [outcome for outcome in outcomes if not outcome.met]
        if missed:
            pytest.fail(_message(evaluation, missed, len(outcomes)), pytrace=False)
        return evaluation

    return check_informed


def _property(outcome: Outcome) -> tuple[str, str]:
    where = "" if outcome.group is None else f" in {outcome.group}"
    reached = "undefined" if outcome.reached is None else f"{outcome.reached:.4g}"
    return f"{MARK}{outcome.requirement}{where}", reached if outcome.met else f"{reached}, NOT MET"


def _message(evaluation: Evaluation, missed: list[Outcome], wanted: int) -> str:
    """The first line says it all, for reports that show no more."""
    head = f"{len(missed)} of {wanted} requirements not met: {'; '.join(map(_short, missed))}"
    return "\n".join([head, "", *(f"  {each}" for each in missed), "", *evaluation.verdict, "", evaluation.signature])


def _short(outcome: Outcome) -> str:
    name, reached = _property(outcome)
    return f"{name.removeprefix(MARK)} ({reached.removesuffix(', NOT MET')})"


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
