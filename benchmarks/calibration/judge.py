"""How often the corrected shares of `judge` hold the truth, and whether its tests keep their size.

``python benchmarks/calibration/judge.py [--tables N]`` writes ``docs/coverage/judge.md``, with all processor cores.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import judge_cells
import judge_paired
import numpy as np
from frame import grid, write
from judge_cells import GOAL, SEED, Cell, summary, worst
from judge_parts import (
    INFORMED,
    PREVALENCES,
    from_elsewhere,
    from_the_pool,
    in_clusters,
    of_several_classes,
    of_three_from_the_pool,
    of_two_systems,
)
from judge_references import against_references, against_several, between_systems, sizes

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "judge.md"
SLOW = 4000  # tables at most where each is resampled
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
Part = Callable[[int], Iterator[Any]]
PARTS: dict[str, tuple[Part, tuple[str, ...]]] = {
    "Labelled at random from the pool": (partial(from_the_pool, "random"), ("m", "B")),
    "So many labelled of each of the judge's labels": (partial(from_the_pool, "by_judge"), ("m", "B")),
    "Three classes, labelled from the pool": (of_three_from_the_pool, ("drawn", "m", "B")),
    "Labelled elsewhere, two classes": (from_elsewhere, ("m", "B")),
    "Labelled elsewhere, three and five classes": (of_several_classes, ("K", "m", "B")),
    "Differences of two systems": (of_two_systems, ("drawn", "m", "B")),
}
RESAMPLED: dict[str, tuple[Part, tuple[str, ...]]] = {
    "In clusters": (in_clusters, ("drawn", "clusters", "items", "alike")),
    "Measures against an imperfect reference": (against_references, ("measure", "reference B", "n", "checked")),
    "Differences of two systems against an imperfect reference": (between_systems, ("reference B", "n", "checked")),
}
FEW = 200  # tables at most of several classes
SEVERAL = "Measures against an imperfect reference of three and five classes"
BY_SEVERAL = ("measure", "K", "reference B", "n", "checked")


def _share(part: Part, tables: int, place: int, parts: int) -> list[Any]:
    """Every so many-th setting of a part."""
    judge_cells.SHARE[:] = [place, parts]
    return list(part(tables))


def measured(tables: int) -> dict[str, list[Any]]:
    """The cells of every part."""
    slow = min(tables, SLOW)
    asked = {title: (part, slow, 32) for title, (part, _) in RESAMPLED.items()} | {"sizes": (sizes, slow, 4)}
    asked[SEVERAL] = against_several, min(tables, FEW), 32
    asked |= {title: (part, tables, 30) for title, (part, _) in PARTS.items()}
    with ProcessPoolExecutor(CORES) as pool:
        begun = {
            title: [pool.submit(_share, part, count, place, parts) for place in range(parts)]
            for title, (part, count, parts) in asked.items()
        }
        return {title: list(chain(*(each.result() for each in shares))) for title, shares in begun.items()}


def page(tables: int) -> str:
    """The evidence as a page."""
    found, grids = measured(tables), PARTS | RESAMPLED
    every: list[Cell] = list(chain(*(found[title] for title in grids)))
    kept, failed = [each for each in every if each.counted], sum(each.fails for each in every)
    coverage = [each.coverage for each in kept]
    lines = [
        "# Rates corrected for a judge\n",
        f"{tables:,} tables a cell, seeds from {SEED}, nominal level 95%. Prevalence {PREVALENCES[0]} to "
        f"{PREVALENCES[-1]}, informedness B of the judge {INFORMED[0]} to {INFORMED[-1]}, m items with a human label, "
        "a pool of N. A judge that does not know guesses; *tilt* is how often it then guesses the first label. "
        "*Checked*: items of each class on which the reference of `reference_quality=` was checked, 0 where its matrix "
        "is known.\n",
        "*Refused* cells are not counted: those in which most samples hold no item of a class, or in which most "
        "samples are refused because the judge, or a reference of many classes, is too little informed. Coverage is of "
        "the samples that are not refused, of the label covered least; a cell fails when its upper 99% limit is "
        f"below {GOAL}. Nothing is flagged.\n",
        f"In all {len(kept):,} cells are counted and {len(every) - len(kept):,} refused; {failed} fail, the lowest "
        f"coverage is {min(coverage):.3f}, the mean {np.mean(coverage):.3f}.\n",
    ]
    for title, (_, by) in grids.items():
        fewer = f" ({min(tables, SLOW):,} tables)" if title in RESAMPLED else ""
        lines += [f"## {title}{fewer}\n", *summary(_in_order(found[title], by), by), *worst(found[title]), ""]
    lines += [f"## {SEVERAL} ({min(tables, FEW):,} tables)\n"]
    lines += [*summary(_in_order(found[SEVERAL], BY_SEVERAL), BY_SEVERAL), *worst(found[SEVERAL]), ""]
    lines += [
        f"## Does the judge err alike?\n\nThe share of {min(tables, SLOW):,} pairs of systems for which p is below "
        "0.05 although the judge errs alike for both; m items of each have a human label.\n",
        *grid("B | m | size", found["sizes"], 0),
        "",
        *judge_paired.part(tables),
    ]
    return "\n".join([*lines, ""])


def _in_order(cells: list[Cell], by: tuple[str, ...]) -> list[Cell]:
    return sorted(cells, key=lambda each: [each.setting[name] for name in by])


if __name__ == "__main__":
    write(PAGE, page, __doc__)
