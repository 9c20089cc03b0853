"""Long use: many people at the workbench at once, and a stream of a billion rows.

python tests/soak [users] [stream]
Goals: 50 users for 5 minutes, all answered, memory flat, 95 % of the edits answered within a second on two cores, and
95 % of the sums, which never queue behind files;
1e9 rows counted batch by batch in memory that does not grow. Minutes long: ./dev test soak.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random
from statistics import median, quantiles

import httpx2
import numpy as np

from informed.readers.streams import Counter

USERS = int(os.environ.get("USERS", "50"))
MINUTES = float(os.environ.get("MINUTES", "5"))
ROWS = int(float(os.environ.get("ROWS", "1e9")))
BATCH = 1_000_000
TYPING = 1.0, 2.0  # seconds between two edits of one person
READING = 15.0, 45.0  # seconds for which the answer is read
GROWTH = 1.25  # the memory at the end against that after the first fifth
ROUNDS = 5  # one in so many turns begins with a new file
FILE = "site,actual,predicted,other,risk\n" + "".join(
    f"{'north' if at % 3 else 'south'},{'yes' if at % 2 else 'no'},{'yes' if at % 5 else 'no'},"
    f"{'yes' if at % 7 < 3 else 'no'},{at * 37 % 100 / 100}\n"
    for at in range(800)
)
ASKED: dict[str, dict[str, str | list[str]]] = {
    "evaluate": {"actual": "actual", "predicted": "predicted"},
    "groups": {"actual": "actual", "predicted": "predicted", "by": "site"},
    "compare": {"actual": "actual", "predicted": ["predicted", "other"]},
    "sweep": {"actual": "actual", "scores": "risk", "positive": "yes"},
    "rows": {"actual": "actual", "predicted": "predicted"},
}


def memory(pid: int | str) -> float:
    """The memory of a process, in MB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


SUMS = ("/plan?informedness=0.4&prevalence=0.1&power=0.9", "/recover", "/evaluation.json?table=30,12;30,28")


class User(threading.Thread):
    """One person: opens a file, asks, changes what is asked, and reads each answer; the bench itself asks no server."""

    def __init__(self, base: str, place: int, end: float) -> None:
        super().__init__(daemon=True)
        self.base, self.rng, self.end = base, Random(place), end
        self.edits: list[float] = []
        self.files: list[float] = []
        self.sums: list[float] = []
        self.failed: list[str] = []

    def run(self) -> None:
        """Until the time is over."""
        there = ""
        with httpx2.Client(
            base_url=self.base, headers={"Origin": self.base}, timeout=120, follow_redirects=True
        ) as web:
            for turn in itertools.count():
                time.sleep(self.rng.uniform(*READING))
                if time.monotonic() > self.end:
                    return
                try:
                    if turn % ROUNDS == 0:
                        there = self._opened(web)
                    self._asked(web, there)
                except httpx2.HTTPError as error:
                    self.failed.append(repr(error))

    def _opened(self, web: httpx2.Client) -> str:
        """The address of the page of a file that is opened now."""
        start = time.monotonic()
        answer = web.post("/data", files={"file": ("rows.csv", FILE)}).raise_for_status()
        self.files.append(time.monotonic() - start)
        return str(answer.url).rpartition("/")[0]

    def _asked(self, web: httpx2.Client, there: str) -> None:
        """A question, changed some times."""
        tab = self.rng.choice(tuple(ASKED))
        for _ in range(self.rng.randrange(3, 7)):
            time.sleep(self.rng.uniform(*TYPING))
            more = {"confidence": self.rng.choice(("0.9", "0.95", "0.99"))} if tab != "rows" else {}
            start = time.monotonic()
            web.get(f"{there}/{tab}", params=ASKED[tab] | more).raise_for_status()
            self.edits.append(time.monotonic() - start)
        start = time.monotonic()
        web.get(self.rng.choice(SUMS)).raise_for_status()
        self.sums.append(time.monotonic() - start)


def users() -> bool:
    """The real server in a process of its own, and everybody at once."""
    command = [sys.executable, "-m", "informed", "serve", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        base = next(word for line in server.stdout for word in line.split() if word.startswith("http")).rstrip("/.")
        end = time.monotonic() + 60 * MINUTES
        people = [User(base, place, end) for place in range(USERS)]
        for each in people:
            each.start()
        sizes = []
        while any(each.is_alive() for each in people):
            time.sleep(6 * MINUTES)  # ten looks
            sizes.append(memory(server.pid))
            answered = sum(len(each.edits) for each in people)
            print(f"  {answered:,} edits answered, {sizes[-1]:.0f} MB, load {os.getloadavg()[0]:.1f}", flush=True)
        server.terminate()
    edits = [seconds for each in people for seconds in each.edits]
    files = [seconds for each in people for seconds in each.files]
    sums = [seconds for each in people for seconds in each.sums]
    failed = [why for each in people for why in each.failed]
    late, behind = quantiles(edits, n=20)[-1], quantiles(sums, n=20)[-1]
    early = max(sizes[: max(len(sizes) // 5, 1)])
    print(f"{USERS} users, {MINUTES:g} minutes: {len(edits):,} edits and {len(files):,} files, {len(failed)} failed")
    print(f"  an edit: {median(edits):.3f} s median, {late:.3f} s of 95 %; a file {median(files or [0]):.2f} s median")
    print(f"  {len(sums)} sums: {median(sums):.3f} s median, {behind:.3f} s of 95 %")
    print(f"  memory of the server: {early:.0f} MB in the first fifth, {sizes[-1]:.0f} MB at the end")
    for why in failed[:5]:
        print(f"  {why}")
    return not failed and max(late, behind) < 1 and sizes[-1] < GROWTH * early


def stream() -> bool:
    """A billion rows in batches, as they come from a queue."""
    rng = np.random.default_rng(1)
    batches = [rng.integers(0, 4, (2, BATCH), dtype=np.int8) for _ in range(4)]
    counter, sizes, start = Counter(), [], time.monotonic()
    for turn in range(ROWS // BATCH):
        counter.update(*batches[turn % len(batches)])
        if turn % max(ROWS // BATCH // 10, 1) == 0:
            sizes.append(memory("self"))
            print(f"  {(turn + 1) * BATCH:,} rows, {sizes[-1]:.0f} MB, {time.monotonic() - start:.0f} s", flush=True)
    sizes.append(memory("self"))
    counted = counter.counts.n
    print(
        f"{counted:,} rows in {time.monotonic() - start:.0f} s: {sizes[0]:.0f} MB at first, {sizes[-1]:.0f} MB at last"
    )
    return counted == ROWS // BATCH * BATCH and sizes[-1] < GROWTH * sizes[0]


if __name__ == "__main__":
    asked = sys.argv[1:] or ["users", "stream"]
    met = {name: {"users": users, "stream": stream}[name]() for name in asked}
    print(", ".join(f"{name}: {'met' if each else 'NOT MET'}" for name, each in met.items()))
    sys.exit(not all(met.values()))
