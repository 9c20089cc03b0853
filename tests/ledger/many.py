"""What other processes do in the tests of the ledger: record many runs, until they are done or killed."""

import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from informed import Counts, Ledger
from informed.ledger.store import LedgerError

SHARED = Counts([[3, 1], [1, 3]], ["x", "y"])


def table(writer, number):
    """A table that no other run has: of two runs at least one cell differs."""
    return Counts([[writer + 1, number + 1], [2, 1]], ["x", "y"])


def record_many(url, writer, runs):
    """Record so many runs of one's own, and one that all writers record alike; the ids of one's own."""
    with Ledger(url) as ledger:
        ledger.record(SHARED, task="many", system="all")
        return [
            ledger.record(table(writer, each), task="many", system=f"w{writer}", dataset=str(each)).id
            for each in range(runs)
        ]


def record_until_killed(url, writer):
    """Record without end, and name each run once it is kept; a server that is gone is told by its name."""
    with Ledger(url) as ledger, suppress(LedgerError):
        for number in range(100_000):
            print(ledger.record(table(writer, number), task="many", system="w", dataset=str(number)).id, flush=True)


if __name__ == "__main__":  # python many.py URL WRITER ...: each with a connection of its own
    with ThreadPoolExecutor(len(sys.argv) - 2) as writers:
        for done in [writers.submit(record_until_killed, sys.argv[1], int(each)) for each in sys.argv[2:]]:
            done.result()
