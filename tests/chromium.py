"""A real browser for tests, and what went on behind a page."""

import shutil

import pytest

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

SCREENS = [(1440, "light"), (390, "light"), (390, "dark"), (1440, "dark")]
PAPER = 718  # pixels across a sheet of A4 with margins of a centimetre


def started():
    """Debian's Chromium, closed when the tests are done."""
    playwright = pytest.importorskip("playwright.sync_api")
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("no Chromium here; ./dev test browser installs it")
    playwright.expect.set_options(timeout=30_000)  # a busy machine is slow, not wrong
    with playwright.sync_playwright() as running:
        chromium = running.chromium.launch(executable_path=path, args=list(FLAGS))
        yield chromium
        chromium.close()


def becomes(page, expression: str, expected) -> None:
    """Wait until the page finds this value: what a click or a key leads to may come a moment later."""
    for _ in range(300):
        if page.evaluate(expression) == expected:
            return
        page.wait_for_timeout(100)
    assert page.evaluate(expression) == expected


def accessible(page, width):
    """Nothing that axe would mind, everything unfolded, and nothing that sticks out."""
    from axe_playwright_python.sync_playwright import Axe

    for folded in page.locator("summary").all():
        if folded.is_visible() and folded.evaluate("each => !each.parentElement.open"):
            folded.click()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width


def accessible_everywhere(page):
    """The same on a desktop and a phone, light and dark, without loading the page again."""
    for width, scheme in SCREENS:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        accessible(page, width)


def printed(page):
    """On paper nothing is cut off, broken or dark, and of folds only those are there that the reader opened."""
    page.set_viewport_size({"width": PAPER, "height": 1000})
    page.emulate_media(media="print", color_scheme="dark")
    cut = """() => [...document.querySelectorAll("main *")].filter(each => each.getClientRects().length
        && each.getBoundingClientRect().right > document.documentElement.clientWidth + 1
        && !each.closest(".unseen")).map(each => each.outerHTML.slice(0, 120))"""
    assert page.evaluate(cut) == []
    broken = """() => [...document.querySelectorAll("main :is(th, td)")].filter(each => {
        const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT), tops = new Set();
        for (let node; (node = texts.nextNode());) {
            const text = document.createRange();
            text.selectNodeContents(node);
            if (node.textContent.trim()) [...text.getClientRects()].forEach(box => tops.add(Math.round(box.top)));
        }
        return !each.querySelector(".unseen, button") && /^[\\w.,%+]+$/.test(each.textContent.trim()) && tops.size > 1;
    }).map(each => each.textContent)"""
    found = page.evaluate(broken)
    assert found == [], found
    assert page.locator("tfoot").evaluate_all(
        "all => all.every(each => getComputedStyle(each).display === 'table-row-group')"
    )  # sums are printed once, at the end
    hidden = """() => [...document.querySelectorAll("main .scroll, main .chart")].filter(each =>
        each.getClientRects().length && getComputedStyle(each).overflowX !== "visible").length"""
    assert page.evaluate(hidden) == 0
    assert page.evaluate("getComputedStyle(document.body).getPropertyValue('--paper').trim()") in ("#fff", "#ffffff")
    assert page.locator("details:not([open]) > summary").evaluate_all(
        "all => all.every(each => !each.checkVisibility())"
    )
    page.emulate_media(media="screen")


class Heard:
    """What went on behind a page: messages, errors, and requests to anyone else."""

    def __init__(self, page, allowed: str) -> None:
        self.errors: list[str] = []
        self.abroad: list[str] = []
        page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on(
            "request", lambda sent: None if sent.url.startswith((allowed, "data:")) else self.abroad.append(sent.url)
        )
