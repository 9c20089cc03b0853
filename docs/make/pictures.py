"""Pictures of the bench and of the workbench, taken with Chromium: ``python docs/make/pictures.py``."""

import shutil
import subprocess
import sys
from typing import Any

from playwright.sync_api import sync_playwright

from blocks import ROOT

INFORMED = [sys.executable, "-m", "informed"]
SCREEN = {"width": 1200, "height": 850}
ASKED = {
    "data": ("screening.csv", "groups?actual=actual&predicted=test&by=site"),
    "sweep": ("scores.csv", "sweep?actual=actual&scores=score&positive=spam&cost-fn=0.2"),
}


def take(page: Any, name: str) -> None:
    """One picture of a page, once nothing moves any more."""
    page.wait_for_timeout(3000)
    page.screenshot(path=ROOT / "docs" / "pictures" / f"{name}.png")


def main() -> None:
    """All pictures."""
    command = [*INFORMED, "serve", "--port", "0", "--no-browser"]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, bufsize=1) as server,
        sync_playwright() as playwright,
    ):
        assert server.stdout
        address = next(word for line in server.stdout for word in line.split() if word.startswith("http"))
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport=SCREEN)
        page.goto(address)
        page.click("[data-answer=yes]")
        page.click("#dare-next")
        take(page, "dare")
        page.click("#dare-skip")
        take(page, "bench")
        for name, (file, asked) in ASKED.items():
            page.goto(f"{address}data")
            page.set_input_files("#file", ROOT / "examples" / file)
            page.wait_for_selector("#answer")
            page.goto(page.url.rpartition("/")[0] + f"/{asked}")
            take(page, name)
        browser.close()
        server.terminate()


if __name__ == "__main__":
    main()
