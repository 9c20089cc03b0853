"""The page in a real browser, as it is opened from disk."""

import pytest

from chromium import Heard, started
from informed.bench import page as written


@pytest.fixture(scope="session")
def browser():
    """Debian's Chromium."""
    yield from started()


@pytest.fixture(scope="session")
def bench(tmp_path_factory):
    """The address of the page on disk."""
    path = tmp_path_factory.mktemp("bench") / "bench.html"
    path.write_text(written(), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def opened(browser, bench):
    """Open the page with any state and window; it must not complain, nor ask anyone for anything."""
    contexts, pages = [], []

    def open_(state="", width=1440, height=900, **how):
        contexts.append(browser.new_context(viewport={"width": width, "height": height}, **how))
        page = contexts[-1].new_page()
        page.heard = Heard(page, bench)
        page.set_default_timeout(30_000)
        page.goto(f"{bench}{state}")
        pages.append(page)
        return page

    yield open_
    for context in contexts:
        context.close()
    for page in pages:
        assert page.heard.abroad == []
        assert page.heard.errors == []
