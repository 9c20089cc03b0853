"""A running workbench, and a real browser to look at it."""

import threading
import time
from contextlib import contextmanager

import pytest

from chromium import Heard

pytest.importorskip("starlette")
uvicorn = pytest.importorskip("uvicorn")

from informed.web.app import create_app  # noqa: E402
from informed.web.server import configured, listen  # noqa: E402


@contextmanager
def running():
    """The address of a workbench on a free port of this machine, and how it is stopped."""
    listening = listen("127.0.0.1", 0)
    server = uvicorn.Server(configured(create_app(), log_level="error"))
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
