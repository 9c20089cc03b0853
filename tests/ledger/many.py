"""What other processes do in the tests of the ledger: record many runs, until they are done or killed."""

import sys

from informed import Counts, Ledger

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


if __name__ == "__main__":  # record until killed, and name each run once it is kept
    url, writer = sys.argv[1], int(sys.argv[2])
    with Ledger(url) as ledger:
        for number in range(100_000):
            print(ledger.record(table(writer, number), task="many", system="w", dataset=str(number)).id, flush=True)
