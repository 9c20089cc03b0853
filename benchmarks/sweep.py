"""Sweeps beside scikit-learn: area, curve and binned sweep, interleaved in one process, medians of processor time.

    python benchmarks/sweep.py [--n 10000000] [--rounds 5] [--shapes normal probabilities ties]

Both sides start from the same arrays of labels and scores and check them. Ours counts the scores, and gives the area
with DeLong's interval, where scikit-learn gives the area alone. NumPy's vectorised sort is several times slower than it
need be on some processors (AVX-512 on Zen 4); NPY_DISABLE_CPU_FEATURES="X86_V4 AVX512_ICL AVX512_SPR" shows that, for
both sides.
"""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

import numpy as np
import sklearn
from sklearn.metrics import roc_auc_score, roc_curve

import informed

GOALS = {"area": 15, "curve": 10, "binned": 30}
BINS = 4096


def data(shape: str, n: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(0)
    actual = (rng.random(n) < 0.3).astype(np.int64)
    normal = rng.normal(size=n) + actual
    shapes = {"normal": lambda: normal, "probabilities": lambda: 1 / (1 + np.exp(1 - 2 * normal))}
    shapes["ties"] = lambda: np.round(normal, 3)
    return actual, shapes[shape]()


def curve(actual: Any, scores: Any) -> tuple[Any, ...]:
    found = informed.sweep(actual, scores)
    return found.fallout, found.recall, found.thresholds


def tasks(actual: Any, scores: Any) -> dict[str, tuple[Callable[[], Any], Callable[[], Any]]]:
    """Of each task ours and theirs; the binned sweep has no counterpart, so it stands beside the exact curve."""

    def exactly() -> Any:
        return roc_curve(actual, scores, drop_intermediate=False)

    return {
        "area": (lambda: informed.sweep(actual, scores).auc, lambda: roc_auc_score(actual, scores)),
        "curve": (lambda: curve(actual, scores), exactly),
        "binned": (lambda: informed.sweep(actual, scores, bins=BINS).roc, exactly),
    }


def seconds(work: Callable[[], Any]) -> float:
    start = process_time()
    work()
    return process_time() - start


def agree(actual: Any, scores: Any) -> None:
    """The two sides give the same, and the bins keep their promise."""
    ours, theirs = curve(actual, scores), roc_curve(actual, scores, drop_intermediate=False)
    for one, two in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(one, two, rtol=1e-12)
    area, exact = informed.sweep(actual, scores).auc.value, roc_auc_score(actual, scores)
    np.testing.assert_allclose(area, exact, rtol=1e-12)
    binned = informed.sweep(actual, scores, bins=BINS)
    error = abs(binned.auc.value - exact)
    assert error <= binned.scores.auc_error
    promised, bins = binned.scores.auc_error, len(binned.scores.values)
    print(f"  binned: {bins:,} bins, area off by {error:.1e}, promised within {promised:.1e}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=int, default=10**7)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--shapes", nargs="+", default=["normal", "probabilities", "ties"])
    options = parser.parse_args()
    print(f"N = {options.n:,}, {options.rounds} rounds, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    print(f"numpy {np.__version__}, scikit-learn {sklearn.__version__}, Python {platform.python_version()}")
    for shape in options.shapes:
        print(shape)
        actual, scores = data(shape, options.n)
        agree(actual, scores)
        times: dict[str, list[tuple[float, float]]] = {}
        for _ in range(options.rounds):
            for name, (ours, theirs) in tasks(actual, scores).items():
                times.setdefault(name, []).append((seconds(ours), seconds(theirs)))
        for name, pairs in times.items():
            mine, theirs = (median(side) for side in zip(*pairs, strict=True))
            ratio = f"{theirs / mine:5.1f}x (goal {GOALS[name]}x)"
            print(f"  {name:7} {mine:7.3f} s  scikit-learn {theirs:7.3f} s  {ratio}")


if __name__ == "__main__":
    main()
