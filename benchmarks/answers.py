"""What an answer costs, beside scikit-learn's report: ratios of processor time, interleaved, medians, one process.

    python benchmarks/answers.py [--rounds 15] [--large]

Informedness: `evaluate` on two arrays of labels, and reading informedness with its interval. Printed: the report as
text. scikit-learn: `classification_report` on the same arrays. Groups: the report of 1,000 groups of 3 x 3 beside that
of one. ``--large`` adds 100,000 groups and 2,000 classes, each in a process of its own, with the memory it took.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import subprocess
import sys
import warnings
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

import numpy as np
import sklearn
from sklearn.metrics import classification_report

import informed

SIZES = {(1_000, 2): (1.0, 2.5), (1_000, 10): (1.0, 2.5), (10_000, 50): (None, 4.0), (100_000, 200): (None, 4.0)}
GROUPS = 100.0
EVERYTHING = 0.3  # seconds
LARGE = {"groups": "100,000 groups of 3 x 3, printed", "classes": "2,000 classes, 200,000 items, printed"}


def labels(items: int, classes: int) -> tuple[Any, Any]:
    """Actual labels, and predictions that are right in six of ten cases and otherwise guessed."""
    draw = np.random.default_rng(classes)
    actual = draw.integers(0, classes, items)
    return actual, np.where(draw.random(items) < 0.6, actual, draw.integers(0, classes, items))


def groups(count: int) -> Any:
    """Counts of so many groups of three classes; one group is a table of its own."""
    tables = np.random.default_rng(0).poisson(9, (count, 3, 3)) + 9 * np.eye(3, dtype=int)
    if count == 1:
        return informed.Counts(tables[0])
    return informed.Counts(tables, by=("group",), groups=tuple((place,) for place in range(count)))


def seconds(work: Callable[[], Any]) -> float:
    start = process_time()
    work()
    return process_time() - start


def medians(rounds: int, *works: Callable[[], Any]) -> list[float]:
    """The works in turn, each tried out once before."""
    for work in works:
        work()
    found = [[seconds(work) for work in works] for _ in range(rounds)]
    return [median(each) for each in zip(*found, strict=True)]


def row(*cells: Any) -> None:
    print(f"| {' | '.join(map(str, cells))} |", flush=True)


def against(work: str, mine: float, other: float, goal: float | None) -> None:
    row(work, f"{1e3 * mine:.3g}", f"{1e3 * other:.3g}", f"{mine / other:.2f}x", "" if goal is None else f"{goal:g}x")


def large(which: str) -> None:
    """One large answer, and the memory of the process."""
    subject = (groups(100_000),) if which == "groups" else labels(200_000, 2_000)
    taken = seconds(lambda: str(informed.evaluate(*subject)))
    print(f"{LARGE[which]}: {taken:.3g} s, {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20:.2f} GiB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--large", nargs="?", const="all", choices=["all", *LARGE])
    options = parser.parse_args()
    if options.large in LARGE:
        large(options.large)
        return
    warnings.simplefilter("ignore")
    print(f"Python {platform.python_version()}, NumPy {np.__version__}, scikit-learn {sklearn.__version__}, "
          f"load {os.getloadavg()[0]:.1f}\n")  # fmt: skip
    row("work", "informed, ms", "beside it, ms", "ratio", "goal")
    row(*["---"] * 5)
    for (items, classes), (quick, printed) in SIZES.items():
        pair = labels(items, classes)
        report, one, text = medians(
            max(options.rounds // (1 + items // 20_000), 3),
            lambda pair=pair: classification_report(*pair, zero_division=0.0),
            lambda pair=pair: informed.evaluate(*pair).measures["informedness"].low,
            lambda pair=pair: str(informed.evaluate(*pair)),
        )
        against(f"informedness, {items:,} items, {classes} classes", one, report, quick)
        against(f"printed, {items:,} items, {classes} classes", text, report, printed)
    one_group, many_groups = groups(1), groups(1_000)
    few, many = medians(5, lambda: str(informed.evaluate(one_group)), lambda: str(informed.evaluate(many_groups)))
    against("1,000 groups of 3 x 3, printed, beside one", many, few, GROUPS)
    pair = labels(10_000, 50)
    (everything,) = medians(5, lambda: informed.evaluate(*pair).to_dict())
    against("everything (to_dict), 50 classes, beside the goal", everything, EVERYTHING, 1)
    for which in LARGE if options.large else ():
        subprocess.run([sys.executable, __file__, "--large", which], check=True)


if __name__ == "__main__":
    main()
