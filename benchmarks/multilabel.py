"""How fast label sets are judged, beside scikit-learn and the plain way, in one process and interleaved: medians.

python benchmarks/multilabel.py [SECTION ...] [--items 1000000]
Sections: small (67 categories, 800 items), tables (beside the peers), proficiency (50,000 categories), renaming (5,000
and 50,000 categories), noise (5,000 categories without any association: the hardest renaming; minutes)
The large ones run each in a process of its own, so that their peak memory can be told.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from statistics import median
from typing import Any

import numpy as np
from scipy.sparse import csr_array

import informed
from informed.questions.multilabel.compute import multilabel
from informed.questions.multilabel.measures import MEASURES
from informed.questions.multilabel.rename import relabelling
from informed.readers.sets import read_sets

LABELS = 5  # on every item
SHIFTED = 20  # one category in so many is predicted under another name


def indicator(codes: Any, categories: int) -> Any:
    """Rows of codes as a sparse matrix of zeros and ones."""
    items, width = codes.shape
    matrix = csr_array(
        (np.ones(codes.size, np.int8), codes.ravel(), np.arange(0, codes.size + 1, width)), (items, categories)
    )
    matrix.sum_duplicates()
    matrix.data[:] = 1
    return matrix


def labelled(items: int, categories: int, keep: float = 0.6, seed: int = 0) -> tuple[Any, Any]:
    """Actual labels of Zipfian popularity; a predictor that knows a share of them, guesses the others, and has
    swapped the names of some categories."""
    rng = np.random.default_rng(seed)
    weights = np.arange(1, categories + 1) ** -0.8
    popularity = np.cumsum(weights / weights.sum())
    popularity[-1] = 1.0
    actual, guess = (np.searchsorted(popularity, rng.random((items, LABELS))) for _ in range(2))
    said = np.where(rng.random((items, LABELS)) < keep, actual, guess)
    names = np.arange(categories)
    some = rng.choice(categories, categories // SHIFTED, replace=False)
    names[some] = some[rng.permutation(len(some))]
    return indicator(actual, categories), indicator(names[said], categories)


def interleaved(work: Mapping[str, Callable[[], Any]], repeats: int) -> dict[str, float]:
    """The median seconds of each, run in turns so that a busy machine is busy for all."""
    times: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(repeats):
        for name, run in work.items():
            start = time.perf_counter()
            run()
            times[name].append(time.perf_counter() - start)
    return {name: median(each) for name, each in times.items()}


def as_lists(matrix: Any) -> list[list[int]]:
    """Rows of codes as plain lists."""
    return [part.tolist() for part in np.split(matrix.indices, matrix.indptr[1:-1])]


def plainly(actual: list[list[int]], predicted: list[list[int]], categories: int) -> float:
    """Proficiency the way a script would: for each category a loop over the items."""
    shared = held = 0.0
    sets = [(set(a), set(p)) for a, p in zip(actual, predicted, strict=True)]
    for category in range(categories):
        cells = np.zeros((2, 2))
        for a, p in sets:
            cells[int(category not in a), int(category not in p)] += 1
        shared += float(informed.measures.mutual_information(cells))
        held += float(informed.measures.entropy_actual(cells))
    return shared / held


def small() -> None:
    """The size of KDD Cup 2005, from lists of labels to numbers."""
    actual, predicted = (as_lists(each) for each in labelled(800, 67))
    named = [[[f"category {code}" for code in row] for row in side] for side in (actual, predicted)]
    sets = read_sets(*named)
    work = {
        "proficiency": lambda: MEASURES["proficiency"](sets),
        "reading the lists": lambda: read_sets(*named),
        "renaming (with proof)": lambda: relabelling(sets),
        "lists to proficiency": lambda: multilabel(*named, measures=["proficiency"], level=None),
        "lists to permuted proficiency": lambda: multilabel(*named, measures=["permuted_proficiency"], level=None),
        "every measure with intervals": lambda: multilabel(*named, draws=0),
    }
    print("\n67 categories, 800 items (goal: under 6 ms)")
    times = interleaved(work, 21) | interleaved({"a loop over categories": lambda: plainly(actual, predicted, 67)}, 3)
    for name, seconds in times.items():
        print(f"  {name:<34}{seconds * 1e3:10.2f} ms")


def tables() -> None:
    """The 2x2 tables of every category, beside scikit-learn's."""
    from sklearn.metrics import multilabel_confusion_matrix

    print("\nTables of every category, from sparse matrices")
    for items, categories in ((800, 67), (100_000, 1000)):
        actual, predicted = labelled(items, categories)
        sets = read_sets(actual, predicted)
        work = {
            "informed": lambda sets=sets: replace(sets).tables(),  # a fresh copy remembers nothing
            "informed, with reading": lambda a=actual, p=predicted: read_sets(a, p).tables(),
            "scikit-learn, sparse": lambda a=actual, p=predicted: multilabel_confusion_matrix(a, p),
        }
        if items * categories < 2**27:
            dense = actual.toarray(), predicted.toarray()
            work["scikit-learn, dense"] = lambda d=dense: multilabel_confusion_matrix(*d)
        times = interleaved(work, 7)
        for name, seconds in times.items():
            beside = "" if name == "informed" else f"{seconds / times['informed']:10.2f} x ours"
            print(f"  {items:>7,} x {categories:<6,}{name:<24}{seconds * 1e3:10.2f} ms{beside}")


def alone(task: str, *arguments: Any) -> dict[str, Any]:
    """A task in a fresh process: its seconds, its result and its peak memory."""
    command = [sys.executable, __file__, "--task", task, *map(str, arguments)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[-1])


def task_proficiency(items: int, categories: int, keep: float) -> dict[str, Any]:
    """Proficiency with its interval and its level under chance, from sparse matrices."""
    data = labelled(items, categories, keep)
    with Watch() as watch:
        multilabel(*data, measures=["proficiency"])
    return watch.told()


def task_renaming(items: int, categories: int, keep: float) -> dict[str, Any]:
    """The best renaming and its proof."""
    sets = read_sets(*labelled(items, categories, keep))
    with Watch() as watch:
        found = relabelling(sets)
    return watch.told() | {"certified": found.certified, "gap": found.gap, "reassigned": found.reassigned}


class Watch:
    """Seconds on the clock and on the processor, and the peak memory of the process in GiB."""

    def __enter__(self) -> Watch:
        self.start = time.perf_counter(), time.process_time()
        return self

    def __exit__(self, *_: object) -> None:
        self.end = time.perf_counter(), time.process_time()

    def told(self) -> dict[str, Any]:
        clock, processor = (end - start for start, end in zip(self.start, self.end, strict=True))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
        return {"seconds": clock, "processor": processor, "peak": peak}


def timing(found: Mapping[str, Any]) -> str:
    """The times and the peak of one task."""
    return f"{found['seconds']:7.2f} s ({found['processor']:.2f} s of processor), peak {found['peak']:.2f} GiB"


TASKS = {"proficiency": task_proficiency, "renaming": task_renaming}


def proficiency(items: int) -> None:
    """A million items and fifty thousand categories."""
    found = sorted((alone("proficiency", items, 50_000, 0.6) for _ in range(3)), key=lambda each: each["seconds"])
    print(f"\nProficiency with interval and chance, {items:,} items, 50,000 categories (goal: under 5 s and 2 GiB)")
    print(f"  {timing(found[1])}")


def renaming(items: int) -> None:
    """Permuted proficiency, proved."""
    print(f"\nRenaming of categories, {items:,} items (goal: 5,000 categories proved in under 60 s)")
    for categories in (5000, 50_000):
        show(alone("renaming", items, categories, 0.6), categories)


def noise(items: int) -> None:
    """The same when predictions have nothing to do with the actual labels."""
    print(f"\nRenaming of categories without association, {items:,} items")
    show(alone("renaming", items, 5000, 0.0), 5000)


def show(found: Mapping[str, Any], categories: int) -> None:
    """One line for a renaming."""
    proof = "proved best" if found["certified"] else f"gap {found['gap']:.2g} bits"
    print(f"  {categories:>6,} categories: {timing(found)}, {found['reassigned']:,} renamed, {proof}")


SECTIONS: dict[str, Callable[[int], None]] = {
    "small": lambda items: small(),
    "tables": lambda items: tables(),
    "proficiency": proficiency,
    "renaming": renaming,
    "noise": noise,
}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sections", nargs="*", default=[])
    parser.add_argument("--items", type=int, default=10**6)
    parser.add_argument("--task")
    options = parser.parse_args()
    if options.task:
        items, categories, keep = options.sections
        print(json.dumps(TASKS[options.task](int(items), int(categories), float(keep))))
    else:
        for section in options.sections or list(SECTIONS)[:-1]:
            SECTIONS[section](options.items)
