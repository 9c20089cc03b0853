"""Where a test of another project may fail: listed with a reason in permitted.toml, and only as long as it does."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

PERMITTED = tomllib.loads((Path(__file__).parent / "permitted.toml").read_text())


def pytest_ignore_collect(collection_path, config):
    """Thousands of tests: only where the set is asked for."""
    return True if config.getoption("markexpr") != "peers" and collection_path.name.startswith("test_") else None


def pytest_collection_modifyitems(config, items):
    """Each entry of a file marks the tests that fail for its reason; an entry for which no test fails is an error."""
    here = [item for item in items if item.path.parent == Path(__file__).parent]  # items of every folder come here
    needed = set()
    for item in here:
        item.add_marker("peers")
        for place, entry in enumerate(PERMITTED.get(item.path.stem, ())):
            if any(fnmatchcase(item.name, each) for each in entry["tests"]):
                needed.add((item.path.stem, place))
                item.add_marker(pytest.mark.xfail(strict=True, reason=entry["reason"]))
                break
    for file in {item.path.stem for item in here}:
        for place, entry in enumerate(PERMITTED.get(file, ())):
            if (file, place) not in needed:
                raise pytest.UsageError(f"permitted.toml: no test is called {entry['tests']}; take the entry out")


def pytest_configure(config):
    config.addinivalue_line("markers", "thread_unsafe: of scikit-learn's own")
