"""What all tests share: a browser, no ledger of the user, and how hard hypothesis looks."""

import os

import pytest
from hypothesis import HealthCheck, settings

from chromium import started

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or every process that a test starts compiles the package anew

# Here every run draws other examples, so that fewer of them do; CI has always the same.
settings.register_profile("here", deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("here"), max_examples=60, derandomize=True, print_blob=True)
settings.register_profile("thorough", settings.get_profile("here"), max_examples=500)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "here"))


@pytest.fixture(autouse=True)
def _no_ledger_of_the_user(tmp_path_factory, monkeypatch):
    """No test reads or writes the ledger of whoever runs it."""
    monkeypatch.delenv("INFORMED_LEDGER", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.getbasetemp() / "data"))


@pytest.fixture(scope="session")
def browser():
    """Debian's Chromium, one for all."""
    yield from started()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Whatever needs the browser belongs to the set `./dev test browser`."""
    for item in items:
        if "browser" in item.fixturenames:
            item.add_marker("browser")


def pytest_terminal_summary(terminalreporter):
    """Say how many tests were skipped because the folder beside the checkout is not there."""
    skipped = terminalreporter.stats.get("skipped", [])
    wanting = sum("../shared" in str(report.longrepr) for report in skipped)
    terminalreporter.write_line(f"{wanting} of {len(skipped)} skipped tests were skipped for want of ../shared")
