"""How fast the workbench answers about a file, what its pages weigh, and how fast a report is written.

python benchmarks/web.py [SECTION ...]
Sections: data, report, weight, bench
Processor time stands beside the time that passed, which says little on a busy machine; the load is printed first.
Goals: the HTML report of 10 labels in under 2 s from counts, in a fresh process; the bench under 150 KB, its first
number in under half a second, and 30 ms from a key to the new number; a saved report under 200 KB.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import numpy as np
from starlette.testclient import TestClient

import informed
from informed import lab
from informed.web.app import create_app
from informed.web.data import MOST_ROWS, _page, _picked

HERE = "http://127.0.0.1"
REPORT = """
import time
start = time.perf_counter()
import resource
import informed, numpy as np
rng = np.random.default_rng(1)
counts = informed.Counts(rng.integers(0, 9, (10, 10)) + np.diag(rng.integers(20, 90, 10)))
informed.evaluate(counts).report("html")
used = resource.getrusage(resource.RUSAGE_SELF)
print(time.perf_counter() - start, used.ru_utime + used.ru_stime)
"""


def rows(items: int) -> bytes:
    """A file of two systems, scores and groups."""
    rng = np.random.default_rng(1)
    actual = rng.choice(["ill", "well"], items)
    systems = [np.where(rng.random(items) < share, actual, "well") for share in (0.5, 0.8)]
    columns = [rng.choice(["north", "south"], items), actual, *systems, np.round(rng.random(items), 3)]
    return b"site,y,old,new,risk\n" + "\n".join(",".join(map(str, row)) for row in zip(*columns, strict=True)).encode()


ASKED = {
    "evaluate": {"actual": "y", "predicted": "new"},
    "groups": {"actual": "y", "predicted": "new", "by": "site"},
    "compare": {"actual": "y", "predicted": ["old", "new"]},
    "sweep": {"actual": "y", "scores": "risk", "positive": "ill"},
    "rows": {"actual": "y", "predicted": "new"},
}


def told(name: str, seconds: list[float], used: list[float] | None = None) -> None:
    """Median and worst of twenty, and the median of the processor time."""
    spent = f"{1e3 * median(used):8.1f} ms of processor" if used else ""
    print(
        f"  {name:<44}{1e3 * median(seconds):8.1f} ms median{1e3 * quantiles(seconds, n=20)[-1]:8.1f} ms of 95%{spent}"
    )


def used_by(tab: str, asked: dict[str, str | list[str]], path: Path) -> float:
    """The processor time of one answer, found in this process."""
    given = {name: value if isinstance(value, list) else [value] for name, value in asked.items()}
    start = time.process_time()
    if tab == "rows":
        _picked(given, path, MOST_ROWS)
    else:
        _page(tab, given, "key", path)
    return time.process_time() - start


def data() -> None:
    """Pages about a file of 5,000 rows, each answered by a process of its own, and their weight."""
    print("\nthe Data page, 5,000 rows")
    with (
        tempfile.TemporaryDirectory() as folder,
        TestClient(create_app(), base_url=HERE, headers={"Origin": HERE}) as client,
    ):
        path = Path(folder) / "rows.csv"
        path.write_bytes(rows(5000))
        there = str(client.post("/data", files={"file": ("rows.csv", rows(5000))}).url)
        for tab, asked in {"evaluate, columns alone": {}, **ASKED}.items():
            seconds = []
            for _ in range(6):
                start = time.perf_counter()
                answer = client.get(there.replace("/evaluate", f"/{tab.split(',')[0]}"), params=asked)
                seconds.append(time.perf_counter() - start)
                answer.raise_for_status()
            used = [used_by(tab.split(",")[0], asked, path) for _ in range(4)][1:]
            told(f"{tab} ({len(answer.content) / 1e3:.0f} KB)", seconds[1:], used)
        print(f"  sent once: style.css {len(client.get('/assets/style.css').content) / 1e3:.0f} KB")


def square(labels: int) -> np.ndarray:
    """A table with something in nearly every cell."""
    rng = np.random.default_rng(1)
    return rng.integers(0, 9, (labels, labels)) + np.diag(rng.integers(20, 90, labels))


def sorts() -> Iterator[tuple[str, Any]]:
    """Answers of every sort, the large ones among them."""
    rng = np.random.default_rng(1)
    for labels in (2, 10, 40, 100):
        yield f"evaluate, {labels} labels", informed.evaluate(informed.Counts(square(labels)))
    for groups in (2, 100):
        tables = rng.integers(1, 20, (groups, 2, 2))
        sites = [(f"site {place}",) for place in range(groups)]
        yield f"evaluate, {groups} groups", informed.evaluate(informed.Counts(tables, by=["site"], groups=sites))
    actual = rng.integers(0, 3, 600)
    for systems in (2, 12):
        given = {f"system {each}": np.where(rng.random(600) < 0.5, actual, 0) for each in range(systems)}
        yield f"compare, {systems} systems", informed.compare(actual, given)
    yield "sweep, 3,000 scores", informed.sweep(rng.integers(0, 2, 3000), rng.normal(size=3000), positive=1)
    raters = {f"rater {each}": rng.integers(0, 9, 900) for each in range(8)}
    yield "agree, 8 raters of 900 items", informed.agree(raters)
    yield "study of 3 measures", lab.measures(["informedness", "accuracy", "kappa"], studies=2)
    yield "study of every test", lab.significance(classes=(2, 3), items=20, tables=100)


def weight() -> None:
    """What saved reports weigh, and which parts of the JSON they have no room for."""
    print("\nsaved reports (goal: under 200 KB)")
    for name, result in sorts():
        text = result.report("html")
        left_out = re.search(r'"left_out":\[(.*?)\]', text)
        print(f"  {name:<44}{len(text.encode()) / 1e3:8.0f} KB   {'without ' + left_out[1] if left_out else ''}")


def report() -> None:
    """The whole report, from counts, imports included."""
    print("\nthe HTML report of 10 labels, in a fresh process (goal: under 2 s)")
    made = [subprocess.run([sys.executable, "-c", REPORT], capture_output=True, check=True).stdout for _ in range(6)]
    seconds, used = zip(*(map(float, each.split()) for each in made[1:]), strict=True)
    told("from counts to text, imports included", list(seconds), list(used))


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

    print(f"\nthe bench: {len(written().encode()) / 1e3:.0f} KB (goals: under 150 KB, 300 ms, 30 ms)")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder) / "bench.html"
        path.write_text(written(), encoding="utf-8")
        chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for labels in (2, 10, 30, 50):
            state = ";".join(",".join(map(str, row)) for row in square(labels))
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


SECTIONS = {"data": data, "report": report, "weight": weight, "bench": bench}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sections", nargs="*", default=[*SECTIONS])
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    for name in parser.parse_args().sections:
        SECTIONS[name]()
