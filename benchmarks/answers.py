"""What an answer costs, beside scikit-learn's report: ratios of processor time, interleaved, medians, one process.

    python benchmarks/answers.py [--rounds 15] [--large] [--questions]

``--questions``: what else people wait for, beside the report of 1,000 items.
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
SLOW = 150  # the goal of what takes too long for more than one turn
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


def systems(items: int, classes: int, count: int) -> tuple[Any, dict[str, Any]]:
    """Actual labels, and systems that know more and more of them."""
    draw = np.random.default_rng(classes)
    actual = draw.integers(0, classes, items)
    known = np.linspace(0.5, 0.8, count)
    said = [np.where(draw.random(items) < share, actual, draw.integers(0, classes, items)) for share in known]
    return actual, {f"system {place}": each for place, each in enumerate(said)}


def questions() -> dict[str, tuple[Callable[[], Any], float]]:
    """What people wait for, each with the goal: times the report of scikit-learn on 1,000 items."""
    draw = np.random.default_rng(0)
    two, many, sparse = systems(10_000, 4, 2), systems(10_000, 4, 20), systems(1_000, 20, 2)
    grouped, sets = labels(60_000, 3), draw.random((5_000, 50)) < 0.1
    said, ill = sets ^ (draw.random(sets.shape) < 0.05), draw.random(2_000) < 0.3
    scores = draw.normal(size=2_000) + ill
    by = {"group": np.arange(60_000) % 2_000}
    found: dict[str, tuple[Callable[[], Any], float]] = {
        "`compare`, 2 systems, 10,000 items, 4 classes": (lambda: informed.compare(*two).verdict, 3),
        "`compare`, 2 systems, 1,000 items, 20 classes": (lambda: informed.compare(*sparse).verdict, 15),
        "`compare`, 20 systems, 10,000 items, 4 classes": (lambda: informed.compare(*many).verdict, 30),
        "`compare`, 2 systems, 20 groups": (
            lambda: informed.compare(*two, by={"group": np.arange(10_000) % 20}).verdict,
            9,
        ),
        "`multilabel`, 5,000 items, 50 labels, printed": (lambda: str(informed.multilabel(sets, said)), 15),
        "`sweep`, 2,000 scores, printed": (lambda: str(informed.sweep(1 * ill, scores)), 1.5),
        "`evaluate`, 2,000 groups, `to_dict`": (lambda: informed.evaluate(*grouped, by=by).to_dict(), SLOW),
    }
    for classes, goal in ((2, 2.3), (10, 4.6), (100, 46)):
        pair = labels(100 * classes if classes > 10 else 1_000, classes)
        found[f"`evaluate`, {classes} classes, `to_dict`"] = lambda pair=pair: informed.evaluate(*pair).to_dict(), goal
    return found


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
    parser.add_argument("--questions", action="store_true")
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
    if options.questions:
        pair = labels(1_000, 10)
        for work, (asked, goal) in questions().items():
            rounds = 1 if goal == SLOW else options.rounds
            mine, report = medians(rounds, asked, lambda: classification_report(*pair, zero_division=0.0))
            against(work, mine, report, goal)
        return
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
