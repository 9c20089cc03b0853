"""Inference side by side with its peers: draws, intervals of a batch and of one evaluation, comparisons.

    python benchmarks/inference.py

Medians of interleaved runs in one process; ratios are within one run. Nothing here is a test.
"""

import time
from collections.abc import Callable

import numpy as np

import informed
from informed.core.registry import find, get
from informed.core.table import one_vs_rest
from informed.inference.draws import bootstrap
from informed.inference.interval import interval

RNG = np.random.default_rng(0)


def labels(n: int, classes: int, right: float = 0.7):
    actual = RNG.integers(0, classes, n)
    return actual, np.where(RNG.random(n) < right, actual, RNG.integers(0, classes, n))


def timed(*functions: Callable[[], object], repeats: int = 5) -> list[float]:
    """The median time of each function, run in turns."""
    times = [[] for _ in functions]
    for _ in range(repeats):
        for place, function in enumerate(functions):
            start = time.perf_counter()
            function()
            times[place].append(time.perf_counter() - start)
    return [float(np.median(each)) for each in times]


def told(what: str, seconds: float, goal: str) -> None:
    print(f"{what:<72} {1000 * seconds:9.1f} ms   goal {goal}")


def bootstrap_draws() -> None:
    from sklearn.metrics import matthews_corrcoef

    n, draws, few = 10_000, 10_000, 10
    actual, said = labels(n, 10)
    table = np.asarray(informed.count(actual, said).table)

    def ours():
        return bootstrap.values(get("mcc"), table, draws=draws, rng=np.random.default_rng(0))

    def theirs():
        rng = np.random.default_rng(0)
        for _ in range(few):
            rows = rng.integers(0, n, n)
            matthews_corrcoef(actual[rows], said[rows])

    mine, other = timed(ours, theirs, repeats=3)
    told("10,000 bootstrap draws, K = 10, N = 1e4 (mcc)", mine, "200 ms at any N")
    print(
        f"    scikit-learn loop over rows: {other / few * draws:.0f} s for as many, {other / few * draws / mine:.0f} x"
    )
    large = table * 10**5
    (mine,) = timed(lambda: bootstrap.values(get("mcc"), large, draws=draws, rng=np.random.default_rng(0)), repeats=3)
    told("10,000 bootstrap draws, K = 10, N = 1e9 (mcc)", mine, "200 ms at any N")


def one_evaluation() -> None:
    table = np.asarray(informed.count(*labels(5_000, 10)).table)
    split = one_vs_rest(table)
    overall = [each for each in find(kind="table") if each.ready]
    labelwise = [each for each in find(labelwise=True) if each.ready]

    def ours():
        for each in overall:
            interval(each, table)
        for each in labelwise:
            interval(each, split)

    (mine,) = timed(ours)
    told(f"all intervals of one evaluation, K = 10 ({len(overall)} + 10 x {len(labelwise)})", mine, "50 ms")


def many_tables() -> None:
    alike = RNG.multinomial(500, [0.3, 0.2, 0.1, 0.4], size=100_000).reshape(-1, 2, 2)
    unlike = RNG.integers(0, 1000, (100_000, 2, 2))
    mine, worst = timed(lambda: interval("informedness", alike), lambda: interval("informedness", unlike), repeats=3)
    told("1e5 tables of one world: MOVER over Jeffreys limits", mine, "500 ms")
    told("1e5 tables with nothing in common: the same", worst, "500 ms")


def tables_a_minute() -> None:
    """Intervals of distinct tables, by the time of one processor, whatever else runs."""
    for measure, classes, count, goal in (
        ("informedness", 2, 100_000, 10**6),
        ("kappa", 2, 20_000, 10**6),
        ("proficiency", 2, 20_000, 10**6),
        ("informedness", 3, 20_000, 10**5),
        ("informedness", 40, 100, 10**4),
    ):
        shares = 0.5 * np.eye(classes) / classes + 0.5 / classes**2
        tables = RNG.multinomial(40 * classes, shares.ravel(), size=count).reshape(count, classes, classes)
        start = time.process_time()
        interval(measure, tables.astype(float))
        each = (time.process_time() - start) / count
        print(f"{measure + f', K = {classes}':<72} {60 / each:12,.0f} tables a minute   goal {goal:,}")


def comparisons() -> None:
    for classes in (2, 10):
        actual, first = labels(10**6, classes)
        _, second = labels(10**6, classes)
        (mine,) = timed(lambda a=actual, b=first, c=second: informed.compare(a, {"one": b, "two": c}), repeats=3)
        told(f"compare 2 systems on 1e6 items, K = {classes}", mine, "1 s")
    actual = RNG.integers(0, 10, 10**5)
    systems = {
        f"s{place}": np.where(RNG.random(10**5) < 0.5 + place / 500, actual, RNG.integers(0, 10, 10**5))
        for place in range(50)
    }
    (mine,) = timed(lambda: informed.compare(actual, systems), repeats=1)
    told("all pairs of 50 systems x 1e5 items, K = 10", mine, "10 s")


if __name__ == "__main__":
    for part in (bootstrap_draws, one_evaluation, many_tables, tables_a_minute, comparisons):
        part()
