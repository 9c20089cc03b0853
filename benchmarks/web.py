"""How fast the workbench answers an edit, how many edits a second it keeps up with, and how fast a report is written.

python benchmarks/web.py [SECTION ...]
Sections: edit, sustained, report, bench
Goals: an edit of a table of 10 labels answered in under 150 ms on the server, 20 edits a second sustained; the HTML
report of 10 labels in under 2 s from counts, in a fresh process; the bench under 150 KB, its first number in under
half a second, and 30 ms from a key to the new number.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import httpx2
import numpy as np
import uvicorn
from starlette.testclient import TestClient

from informed.web.app import create_app
from informed.web.server import listen

HERE = "http://127.0.0.1"
REPORT = """
import time
start = time.perf_counter()
import informed, numpy as np
rng = np.random.default_rng(1)
counts = informed.Counts(rng.integers(0, 9, (10, 10)) + np.diag(rng.integers(20, 90, 10)))
informed.evaluate(counts).report("html")
print(time.perf_counter() - start)
"""


def form(labels: int, seed: int) -> dict[str, list[str]]:
    """A table as the page sends it."""
    rng = np.random.default_rng(seed)
    table = rng.integers(0, 9, (labels, labels)) + np.diag(rng.integers(20, 90, labels))
    return {"label": [f"label {place}" for place in range(labels)], "cell": [str(cell) for cell in table.ravel()]}


def told(name: str, seconds: list[float]) -> None:
    """Median and worst of twenty."""
    print(f"  {name:<44}{1e3 * median(seconds):8.1f} ms median{1e3 * quantiles(seconds, n=20)[-1]:8.1f} ms of 95%")


def edit() -> None:
    """One edit after the other, without a network: what the server itself takes."""
    client = TestClient(create_app(), base_url=HERE, headers={"Origin": HERE})
    print("\nan edit, on the server (goal: 10 labels under 150 ms)")
    for labels in (2, 3, 10, 30):
        times = {"at once": [], "the rest, when typing pauses": []}  # type: dict[str, list[float]]
        for turn in range(20):
            start = time.perf_counter()
            answer = client.post("/bench", data=form(labels, turn))
            times["at once"].append(time.perf_counter() - start)
            start = time.perf_counter()
            client.get("/rest" + answer.headers["HX-Replace-Url"][1:])
            times["the rest, when typing pauses"].append(time.perf_counter() - start)
        for name, seconds in times.items():
            told(f"{labels} labels, {name}", seconds[1:])


def sustained(rate: int = 20, seconds: int = 10) -> None:
    """Edits at a steady pace against a running server; each is due at its time, whatever happened to the others."""
    listening = listen("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(create_app(), log_level="error"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    base = f"{HERE}:{listening.getsockname()[1]}"
    waits: list[float] = []

    def send(client: Any, due: float, turn: int) -> None:
        client.post("/bench", data=form(10, turn)).raise_for_status()
        waits.append(time.perf_counter() - due)

    with httpx2.Client(base_url=base, headers={"Origin": base}, timeout=30) as client:
        send(client, time.perf_counter(), 0)
        waits.clear()
        start, sent = time.perf_counter(), []
        for turn in range(rate * seconds):
            due = start + turn / rate
            time.sleep(max(0.0, due - time.perf_counter()))
            sent.append(threading.Thread(target=send, args=(client, due, turn)))
            sent[-1].start()
        for each in sent:
            each.join()
        took = time.perf_counter() - start
    server.should_exit = True
    thread.join()
    print(f"\n{rate} edits a second for {seconds} s, 10 labels: {len(waits) / took:.1f} a second were answered")
    told("from due to answered", waits)


def report() -> None:
    """The whole report, from counts, imports included."""
    print("\nthe HTML report of 10 labels, in a fresh process (goal: under 2 s)")
    runs = [
        float(subprocess.run([sys.executable, "-c", REPORT], capture_output=True, check=True).stdout) for _ in range(6)
    ]
    told("from counts to text, imports included", runs[1:])


KEYS = """async ([cell, turns]) => {
  const input = document.getElementById(cell), times = [];
  for (let turn = 0; turn < turns; turn += 1) {
    input.value = String(20 + (turn % 9));
    const start = performance.now();
    input.dispatchEvent(new Event("input", { bubbles: true }));
    document.getElementById("verdict").getBoundingClientRect();
    times.push((performance.now() - start) / 1000);
    await new Promise((done) => setTimeout(done, 60));
  }
  return times;
}"""


def bench() -> None:
    """The page of `informed bench`, opened from disk in Chromium."""
    from playwright.sync_api import sync_playwright

    from informed.bench import page as written

    print(f"\nthe bench: {len(written().encode()) / 1e3:.0f} KB (goals: under 150 KB, 500 ms, 30 ms)")
    rng = np.random.default_rng(1)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder) / "bench.html"
        path.write_text(written(), encoding="utf-8")
        chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for labels in (2, 3, 10, 30):
            table = rng.integers(0, 9, (labels, labels)) + np.diag(rng.integers(20, 90, labels))
            state = ";".join(",".join(map(str, row)) for row in table)
            first, keys = [], []
            for _ in range(5):
                page = chromium.new_page()
                page.goto(f"{path.as_uri()}#table={state}")
                first.append(page.evaluate("performance.getEntriesByName('first number')[0].startTime / 1000"))
                page.wait_for_timeout(500)
                keys += page.evaluate(KEYS, ["c0-1", 12])[2:]
                page.close()
            told(f"{labels} labels, from opening to the first number", first)
            told(f"{labels} labels, from key to number", keys)
        chromium.close()


SECTIONS = {"edit": edit, "sustained": sustained, "report": report, "bench": bench}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sections", nargs="*", default=[*SECTIONS])
    for name in parser.parse_args().sections:
        SECTIONS[name]()
