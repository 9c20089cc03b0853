"""How often a gate against an earlier run is right, wrong and silent; and sums of runs over the same items.

Run: ``python benchmarks/calibration/gates.py [--tables N]``. It writes ``docs/coverage/gates.md``.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from frame import even, grid, write

from informed.core.items import Items
from informed.inference.estimates import estimate
from informed.ledger.items import shared
from informed.questions.check.compute import MET, MISSED, UNDECIDED, Outcome, checked
from informed.questions.compare.compute import compared

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "gates.md"
SEED, MARGIN = 20261116, 0.05
GATES = [  # labels, items of a run, of them in both, informedness before, after, share of shared items answered anew
    *((k, n, n * 24 // 100, 0.95, 0.95, 0.0) for k in (2, 10) for n in (250, 500, 1000, 2000)),
    *((k, 250, 0, 0.95, 0.95, 0.0) for k in (2, 10)),
    *((k, 250, 150, 0.95, 0.95, 0.1) for k in (2, 10)),
    *((k, 250, 150, 0.5, 0.5, 0.5) for k in (2, 10)),
    *((k, 250, 60, 0.95, after, 0.0) for k in (2, 10) for after in (0.54, 0.8, 0.9)),
]
POOLS = [(2, 300, 5, 100, 0.8), (10, 1000, 19, 250, 0.95), (2, 1000, 2, 500, 0.6)]  # labels, pool, runs, items, value


def night(
    rng: np.random.Generator, labels: int, n: int, both: int, before: float, after: float, anew: float
) -> dict[str, Items] | Items | str:
    """Two runs: items in both are answered as before but for some; the others decide what the later run is worth."""
    fresh = after if both == 0 else (after * n - before * both) / (n - both)
    actual, actual_new = rng.integers(0, labels, n), rng.integers(0, labels, n - both)
    said, said_new = (answers(rng, labels, *each) for each in ((actual, before), (actual_new, fresh)))
    again = np.where(rng.random(both) < anew, answers(rng, labels, actual[:both], before), said[:both])
    ids = np.r_[np.arange(both), n + np.arange(n - both)]
    runs = (actual, said, np.arange(n)), (np.r_[actual[:both], actual_new], np.r_[again, said_new], ids)
    old, new = (items(labels, *each) for each in runs)
    return {"old": old, "new": new} if both == 0 else shared(("old", old), ("new", new))


def answers(rng: np.random.Generator, labels: int, actual: np.ndarray, value: float) -> np.ndarray:
    """What a predictor says that knows a share of the items and guesses the others."""
    return np.where(rng.random(len(actual)) < value, actual, rng.choice(labels, len(actual), p=even(labels)))


def items(labels: int, actual: np.ndarray, said: np.ndarray, ids: np.ndarray) -> Items:
    names, cluster = np.unique(ids, return_inverse=True)
    return Items.of(actual, {"predicted": said}, list(range(labels)), cluster=cluster, clusters=tuple(names.tolist()))


def gated(rng: np.random.Generator, *setting: object, among: int = 1) -> Outcome:
    """The outcome of 'not worse' for one pair of runs."""
    found = compared(night(rng, *setting), measures=["informedness"], margin=MARGIN)  # type: ignore[arg-type]
    (outcome,) = checked(found, "not worse", among)
    return outcome


def best_of(rng: np.random.Generator, systems: int, n: int, value: float) -> str:
    """The outcome of 'not worse than best' for a system as good as all others."""
    runs = [
        items(2, actual, answers(rng, 2, actual, value), np.arange(n))
        for actual in rng.integers(0, 2, (systems + 1, n))
    ]
    values = [estimate(each, "informedness").value for each in runs[1:]]
    best = runs[1 + int(np.argmax(values))].counts()
    found = compared({"best": best, "new": runs[0].counts()}, measures=["informedness"], margin=MARGIN)
    return checked(found, "not worse", systems)[0].outcome


def pooled(rng: np.random.Generator, labels: int, pool: int, runs: int, n: int, value: float) -> tuple[bool, bool]:
    """Whether the interval of all runs over a pool of items holds the value: by id, and as if no item came again."""
    actual = rng.integers(0, labels, pool)
    said = answers(rng, labels, actual, value)
    drawn = np.concatenate([rng.choice(pool, n, replace=False) for _ in range(runs)])
    every = items(labels, actual[drawn], said[drawn], drawn)
    limits = (estimate(each, "informedness") for each in (every, every.counts()))
    return tuple(bool(each.low <= value <= each.high) for each in limits)  # type: ignore[return-value, operator]


def last(rng, many):
    """Gates against the last run, setting by setting."""
    for setting in GATES:
        labels, n, both, before, after, anew = setting
        found = [gated(rng, *setting) for _ in range(many)]
        told = (f"{100 * np.mean([each.outcome == name for each in found]):.1f}%" for name in (MET, UNDECIDED, MISSED))
        needed = [each.needed for each in found if each.needed is not None]
        enough = f"{int(float(f'{np.median(needed):.2g}')):,}" if needed else ""
        yield labels, f"{n:,}", both, f"{anew:g}", f"{before:g}", f"{after:g}", *told, enough


def best(rng, many):
    """Gates against the best of so many equal systems."""
    for systems in (2, 10, 30):
        found = [best_of(rng, systems, 250, 0.8) for _ in range(many)]
        yield systems, *(f"{100 * np.mean([each == name for each in found]):.1f}%" for name in (MET, UNDECIDED, MISSED))


def sums(rng, many):
    """Sums of runs that share items."""
    for labels, pool, runs, n, value in POOLS:
        by_id, apart = np.mean([pooled(rng, labels, pool, runs, n, value) for _ in range(many)], axis=0)
        yield labels, pool, runs, n, f"{value:g}", f"{100 * by_id:.1f}%", f"{100 * apart:.1f}%"


def page(many):
    """The page, line by line."""
    rng = np.random.default_rng(SEED)
    yield f"""# Gates against earlier runs, and sums of runs

Simulated, seed {SEED}, {many:,} pairs of runs a row. Made by `python benchmarks/calibration/gates.py`.

## Not worse than last, margin {MARGIN}

The items in both runs are answered as before, but for the share answered anew. The predictor knows a share of all other
items and guesses the rest, so that the informedness of the later run is as given. *Needed*: the median of the items
that an undecided gate asks for.
"""
    yield from grid(
        "labels | items | in both | anew | before | after | met | undecided | not met | needed", last(rng, many), 0
    )
    yield """
## Not worse than best

All systems are equal (informedness 0.8, 250 items, two labels). *Not met* is false.
"""
    yield from grid("systems that the best is of | met | undecided | not met", best(rng, many), 0)
    yield """
## Runs over the same items

A pool of items is drawn, and each run takes some of it. Shares of intervals of the sum of all runs that hold the
informedness of the population; nominal 95%.
"""
    yield from grid(
        "labels | pool | runs | items of a run | informedness | ids are clusters | ids not kept", sums(rng, many), 0
    )


if __name__ == "__main__":
    write(PAGE, page, __doc__)
