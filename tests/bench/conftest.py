"""The page in a real browser, as it is opened from disk."""

import numpy as np
import pytest

from chromium import Heard
from informed.bench import page as written

SCREENING = "#table=26,14;202,3758&label=ill&label=well"


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

    def open_(state=SCREENING, width=1440, height=900, **how):
        contexts.append(browser.new_context(viewport={"width": width, "height": height}, **how))
        page = contexts[-1].new_page()
        page.heard = Heard(page, bench)
        page.set_default_timeout(30_000)
        page.goto(f"{bench}{state}")
        page.wait_for_selector("#height > *")  # the pictures are drawn after the numbers
        pages.append(page)
        return page

    yield open_
    for context in contexts:
        context.close()
    for page in pages:
        assert page.heard.abroad == []
        assert page.heard.errors == []


@pytest.fixture
def rows():
    """Sites, actual and predicted labels of 600 items; one site is judged hardly better than by guessing."""
    rng = np.random.default_rng(8)
    site = rng.choice(["north", "south", "east, far"], 600)
    actual = rng.choice(["ill", "well"], 600)
    right = rng.random(600) < np.select([site == "north", site == "south"], [0.95, 0.8], 0.55)
    return site, actual, np.where(right, actual, np.where(actual == "ill", "well", "ill"))


@pytest.fixture
def csv(rows, tmp_path):
    """The same as a file, with scores."""
    noise = np.random.default_rng(9).random(600) * 0.4
    score = np.round((rows[2] == "ill") * 0.6 + noise, 3)
    lines = [f'{i},"{s}",{a},{p},{c}' for i, (s, a, p, c) in enumerate(zip(*rows, score, strict=True))]
    (tmp_path / "data.csv").write_text("id,site,actual,predicted,score\n" + "\n".join(lines) + "\n")
    return tmp_path / "data.csv"
