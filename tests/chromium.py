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

SCREENS = [(1440, "light"), (390, "light"), (1440, "dark")]


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
