"""The site from a folder, in a real browser: searched without a server, nothing cut, nothing for axe to say."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api")

from chromium import Heard, accessible

ROOT = Path(__file__).parents[2]
PAGES = (
    *("start", "install", "new", "guides/index", "guides/sweep", "commands/evaluate", "measures/index"),
    *("measures/f_measure", "coverage/tables", "api", "rooms", "papers/powers2007"),
)
CUT = """() => [...document.querySelectorAll("main .scroll")].filter(
    each => each.scrollWidth > each.clientWidth + 1).map(each => each.ariaLabel)"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    if find_spec("mkdocs") is None:
        pytest.skip("mkdocs is not installed: pip install informed[docs]")
    there = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(there)]
    subprocess.run(build, cwd=ROOT, check=True)
    return there


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_accessible_and_no_table_is_cut(browser, site, name):
    for width, scheme in ((1440, "light"), (390, "dark")):
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        page = context.new_page()
        heard = Heard(page, "file:")
        page.goto((site / f"{name}.html").as_uri())
        assert heard.errors == []
        assert page.evaluate(CUT) == []
        accessible(page, width)
        assert heard.abroad == []
        context.close()


@pytest.mark.parametrize(
    ("words", "first"),
    [("f1", "measures/f_measure.html"), ("mcc", "measures/mcc.html"), ("install", "install.html")],
)
def test_the_search_finds_it_first_without_a_server(browser, site, words, first):
    page = browser.new_page()
    heard = Heard(page, "file:")
    page.goto((site / "guides" / "sweep.html").as_uri())
    page.keyboard.press("/")
    page.keyboard.type(words)
    page.locator("#found a").first.wait_for()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{first}")
    assert heard.errors == heard.abroad == []
    page.close()


def test_the_bench_is_the_front_page_and_leads_to_the_others(browser, site):
    page = browser.new_page()
    page.goto((site / "index.html").as_uri())
    page.click("#dare-skip")
    page.get_by_role("link", name="Documentation").click()
    page.wait_for_url("**/start.html")
    page.close()
