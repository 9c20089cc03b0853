"""A running workbench, and a real browser to look at it."""

import threading
import time
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from chromium import Heard

pytest.importorskip("starlette")
uvicorn = pytest.importorskip("uvicorn")

import informed  # noqa: E402
from informed.web.app import create_app  # noqa: E402
from informed.web.server import configured, listen  # noqa: E402


@contextmanager
def running(**how):
    """The address of a workbench on a free port of this machine, and how it is stopped."""
    listening = listen("127.0.0.1", 0)
    server = uvicorn.Server(configured(create_app(**how), log_level="error"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)

    def stop():
        server.should_exit = True
        thread.join()

    yield f"http://127.0.0.1:{listening.getsockname()[1]}", stop
    stop()


@pytest.fixture(scope="session")
def address():
    """The address of a workbench."""
    with running() as (there, _):
        yield there


@pytest.fixture
def lone():
    """A workbench that may be stopped: its address, and how."""
    with running() as found:
        yield found


@pytest.fixture
def page(browser, address):
    """A page that must not complain, nor talk to anyone but the workbench; ``page.heard`` is what was heard."""
    context = browser.new_context(
        viewport={"width": 1200, "height": 900}, permissions=["clipboard-read", "clipboard-write"]
    )
    opened = context.new_page()
    opened.heard = Heard(opened, address)
    opened.set_default_timeout(30_000)
    yield opened
    context.close()
    assert opened.heard.abroad == []
    assert [each for each in opened.heard.errors if "422" not in each] == []


def recorded(place):
    """A ledger in which one of two systems falls; the last runs of both keep their items."""
    ledger, rng, start = informed.Ledger(place), np.random.default_rng(3), datetime(2026, 1, 1, tzinfo=UTC)
    for night in range(12):
        for system, share in (("old", 0.6), ("new", 0.9 if night < 6 else 0.3)):
            if night < 11 or system == "old":  # an id names the same item in both of the last runs
                actual = rng.choice(["ill", "well"], 200)
            predicted = np.where(rng.random(200) < share, actual, rng.choice(["ill", "well"], 200))
            items = (range(200), actual, predicted) if night == 11 else None
            ledger.record(
                informed.evaluate(actual, predicted),
                task="nightly",
                system=system,
                dataset=f"night {night}",
                items=items,
                tags={"site": "north"},
                time=start + timedelta(days=night, minutes=system == "new"),
            )
    ledger.record(informed.Counts([[8, 2], [3, 7]], ["x", "y"]), task="night/ly <b>&task=x", system="<i>s", time=start)
    return ledger


@pytest.fixture(scope="session")
def ledger(tmp_path_factory):
    """Two tasks, and in the one a change."""
    with recorded(tmp_path_factory.mktemp("ledger") / "kept.db") as made:
        yield made


@pytest.fixture(scope="session")
def past(ledger):
    """The address of a workbench with that ledger."""
    with running(recorded=ledger.place.url) as (there, _):
        yield there
