"""How long a ledger of many runs takes: written, listed, verified, followed, ranked, drawn; a run with many kept items.

Run: ``python benchmarks/ledger.py [--runs N] [--items N] [--ledger ADDRESS]``, on SQLite unless an address is given,
which must be that of an empty ledger. ``python tests/ledger/server.py`` starts a PostgreSQL for it.
"""

from __future__ import annotations

import argparse
import os
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from informed import Counts, Ledger, evaluate
from informed.ledger.run import written
from informed.ledger.writing import entered, entry_of
from informed.more import history, leaderboard

SYSTEMS, STEP, SEED = 1000, 500, 20261118
START = datetime(2026, 1, 1, tzinfo=UTC)


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Print how long a block took, by the clock and of the processor, and the most memory the process ever had."""
    start, busy = time.perf_counter(), time.process_time()
    yield
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    took, busy = time.perf_counter() - start, time.process_time() - busy
    print(f"| {what} | {took:.2f} s | {busy:.2f} s | {peak:,.0f} MB |", flush=True)


def fill(ledger: Ledger, runs: int) -> None:
    """So many runs of a task: half of one system, the others of many."""
    rng = np.random.default_rng(SEED)
    tables = [Counts(rng.multinomial(200, (0.4, 0.1, 0.1, 0.4)).reshape(2, 2), ["ill", "well"]) for _ in range(200)]
    answers = [evaluate(each) for each in tables]
    for start in range(0, runs, STEP):
        entries: list[Any] = []
        for each in range(start, min(start + STEP, runs)):
            system = "main" if each % 2 else f"s{each // 2 % SYSTEMS}"
            names = {"task": "nightly", "system": system, "version": "", "dataset": "", "fingerprint": str(each)}
            entry = entry_of(answers[each % len(answers)], **names)
            entries.append((entry._replace(at=written(START + timedelta(minutes=each))), ""))
        entered(ledger._store, entries)


def kept(ledger: Ledger, items: int) -> None:
    """A run with so many kept items, and what is read of it."""
    rng = np.random.default_rng(SEED)
    actual = rng.integers(0, 10, items).tolist()
    counts = Counts(np.eye(10, dtype=int) * (items // 10), range(10))
    ids = list(map(str, range(items)))
    with timed(f"record a run with {items:,} kept items"):
        run = ledger.record(counts, task="kept", system="s", items=(ids, actual, actual))
    with timed("read them"):
        ledger.items(run)


def main() -> None:
    """All measurements, as rows of a table."""
    words = argparse.ArgumentParser()
    words.add_argument("--runs", type=int, default=100_000)
    words.add_argument("--items", type=int, default=1_000_000)
    words.add_argument("--ledger")
    asked = words.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}\n")
    print("| what | time | of the processor | peak memory |\n|---|--:|--:|--:|")
    with TemporaryDirectory() as folder, Ledger(asked.ledger or Path(folder) / "ledger.db") as ledger:
        kept(ledger, asked.items)
        with timed(f"write {asked.runs:,} runs"):
            fill(ledger, asked.runs)
        followed = history(ledger, "nightly", system="main")
        ways: dict[str, Callable[[], Any]] = {
            "list the last 20 runs": lambda: list(ledger.runs("nightly", last=20)),
            "list all runs": lambda: ledger.runs("nightly"),
            "verify all": ledger.verify,
            "history with its test": lambda: history(ledger, "nightly", system="main"),
            "a page of that history": lambda: followed.save(Path(folder) / "history.html"),
            f"leaderboard of {SYSTEMS + 1:,} systems": lambda: leaderboard(ledger, "nightly"),
        }
        for what, ask in ways.items():
            with timed(what):
                ask()


if __name__ == "__main__":
    main()
