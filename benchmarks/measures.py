"""All measures of a table beside PyCM and scikit-learn, interleaved in one process, medians of processor time.

    python benchmarks/measures.py [--tables 100000] [--rounds 15]

Ours: every measure of the whole table and every measure of each label against the rest, from a matrix of counts.
PyCM: its full statistics, overall and per class, from the same matrix. scikit-learn: `classification_report` with
balanced accuracy, kappa, Matthews and V-measure, from the items that the table counts (it takes no matrix).
In the batch all of ours are computed for every table; the peers are timed on a sample of the tables, one by one.
All of it runs on one core, so that processor time is what a quiet machine would take.
"""

from __future__ import annotations

import argparse
import os
import platform
import warnings
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

import numpy as np
import pycm
import sklearn
from pycm import ConfusionMatrix
from sklearn import metrics

import informed
from informed.core.table import one_vs_rest
from informed.core.valuation import values

GOALS = {"2 classes": 3, "10 classes": 10, "100 classes": 60, "batch of 2 x 2": 200}
WANTED_SPEED = 1e7  # informedness of 2x2 tables per second on one core
PER_LABEL = informed.measures.find(labelwise=True)
SAMPLE = 20  # tables of the batch given to the peers in each round


def ours(table: Any) -> Any:
    return values(table), values(one_vs_rest(table), PER_LABEL)


def theirs(matrix: dict[int, dict[int, int]]) -> Any:
    return ConfusionMatrix(matrix=matrix)


def reported(actual: Any, predicted: Any) -> Any:
    return (
        metrics.classification_report(actual, predicted, output_dict=True, zero_division=0.0),
        metrics.balanced_accuracy_score(actual, predicted),
        metrics.cohen_kappa_score(actual, predicted),
        metrics.matthews_corrcoef(actual, predicted),
        metrics.homogeneity_completeness_v_measure(actual, predicted),
    )


def as_matrix(table: Any) -> dict[int, dict[int, int]]:
    return {place: dict(enumerate(row)) for place, row in enumerate(table.tolist())}


def as_items(table: Any) -> tuple[Any, Any]:
    actual, predicted = np.indices(table.shape)
    return np.repeat(actual.ravel(), table.ravel()), np.repeat(predicted.ravel(), table.ravel())


def seconds(work: Callable[[], Any], times: int = 1) -> float:
    start = process_time()
    for _ in range(times):
        work()
    return (process_time() - start) / times


def medians(works: list[Callable[[], Any]], rounds: int) -> list[float]:
    """The works in turn, each for some 20 ms a round; they are tried out once before."""
    times = [max(1, round(0.02 / min(seconds(work) for _ in range(3)))) for work in works]
    found = [[seconds(work, many) for work, many in zip(works, times, strict=True)] for _ in range(rounds)]
    return [median(each) for each in zip(*found, strict=True)]


def one_table(classes: int, rounds: int) -> list[float]:
    table = np.random.default_rng(classes).integers(1, 50, (classes, classes))
    matrix, items = as_matrix(table), as_items(table)
    agree(table, theirs(matrix))
    return medians([lambda: ours(table), lambda: theirs(matrix), lambda: reported(*items)], rounds)


def batch(count: int, rounds: int) -> list[float]:
    """Seconds for one table of the batch."""
    tables = np.random.default_rng(0).integers(1, 50, (count, 2, 2))
    matrices, items = [as_matrix(each) for each in tables[:SAMPLE]], [as_items(each) for each in tables[:SAMPLE]]
    works = [
        lambda: ours(tables),
        lambda: [theirs(each) for each in matrices],
        lambda: [reported(*each) for each in items],
    ]
    return [each / size for each, size in zip(medians(works, rounds), (count, SAMPLE, SAMPLE), strict=True)]


def agree(table: Any, other: ConfusionMatrix) -> None:
    """Both sides give the same where both have the measure."""
    overall, labels = ours(table)
    for name, key in {"kappa": "Kappa", "mcc": "Overall_MCC", "proficiency": "RCI", "cramers_v": "V"}.items():
        np.testing.assert_allclose(overall[name], getattr(other, key), rtol=1e-9, atol=1e-12, err_msg=name)
    for name, key in {"recall": "TPR", "informedness": "BM", "markedness": "MK", "odds_ratio": "DOR"}.items():
        np.testing.assert_allclose(labels[name], list(getattr(other, key).values()), rtol=1e-9, err_msg=name)


def speed(count: int, rounds: int) -> float:
    """Informedness of 2x2 tables per second."""
    tables = np.random.default_rng(0).integers(0, 1000, (count, 2, 2)).astype(np.float64)
    return count / medians([lambda: informed.measures.informedness(tables)], rounds)[0]


def row(name: str, times: list[float]) -> str:
    mine, pycm_time, sklearn_time = times
    cells = [name, *(f"{1e6 * each:,.4g}" for each in times)]
    return f"| {' | '.join(cells)} | {pycm_time / mine:.3g}x | {GOALS[name]}x | {sklearn_time / mine:.3g}x |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    warnings.simplefilter("ignore")  # the peers warn of classes that were never predicted
    overall, labels = ours(np.ones((3, 3)))
    print(f"{len(overall)} measures of the whole, {len(labels)} of each label; load {os.getloadavg()[0]:.1f},")
    print(f"Python {platform.python_version()}, NumPy {np.__version__}, PyCM {pycm.PYCM_VERSION}, "
          f"scikit-learn {sklearn.__version__}\n")  # fmt: skip
    print("| one table | informed, us | PyCM, us | scikit-learn, us | PyCM / informed | goal | sklearn / informed |")
    print("|---|---|---|---|---|---|---|")
    for classes in (2, 10, 100):
        print(row(f"{classes} classes", one_table(classes, options.rounds)), flush=True)
    print(row("batch of 2 x 2", batch(options.tables, max(options.rounds // 3, 3))), flush=True)
    found = speed(options.tables, options.rounds)
    print(f"\ninformedness: {found:.3g} tables of 2 x 2 per second (goal {WANTED_SPEED:.0e})")


if __name__ == "__main__":
    main()
