"""Pictures of the report and of the workbench, taken with Chromium: ``python docs/make/pictures.py``."""

import subprocess
import sys
import tempfile
from pathlib import Path

from blocks import ROOT

INFORMED = [sys.executable, "-m", "informed"]
REPORT = ["evaluate", "examples/screening.csv", "--actual", "actual", "--predicted", "test", "--by", "site"]
CHROMIUM = [
    "chromium",
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--hide-scrollbars",
    "--virtual-time-budget=6000",
    "--force-device-scale-factor=2",  # sharp at the width of a README
]


def take(address: str, name: str, size: str) -> None:
    """One picture of a page."""
    file = ROOT / "docs" / "pictures" / name
    command = [*CHROMIUM, f"--window-size={size}", f"--screenshot={file}", address]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)  # a browser without a desktop grumbles


def main() -> None:
    """Both pictures."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        subprocess.run([*INFORMED, *REPORT, "-o", str(page)], cwd=ROOT, check=True)
        take(page.as_uri(), "report.png", "980,1075")
    with subprocess.Popen(
        [*INFORMED, "serve", "--port", "0", "--no-browser"], stdout=subprocess.PIPE, text=True, bufsize=1
    ) as server:
        assert server.stdout
        address = next(word for line in server.stdout for word in line.split() if word.startswith("http"))
        take(address, "workbench.png", "1200,1015")
        server.terminate()


if __name__ == "__main__":
    main()
