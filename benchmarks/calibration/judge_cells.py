"""What the simulations of judges share: the cells of a grid, those of one process, and lines of a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from frame import grid
from scipy.special import betaincinv

TAIL, GOAL, SEED = 0.025, 0.93, 40477
SHARE = [0, 1]  # this process takes every so many-th cell, from this one on


def numbered(grid: Iterable[Any]) -> Iterator[Any]:
    """The settings of a grid that this process is to measure, with their places."""
    return islice(enumerate(grid), SHARE[0], None, SHARE[1])


class Cell(NamedTuple):
    """One setting: how many of its tables had an interval, how many of those held the truth, and the mean width."""

    setting: dict[str, float | str]
    usable: float
    coverage: float
    width: float
    tables: int

    @property
    def counted(self) -> bool:
        """Whether most samples had an interval."""
        return self.usable >= 0.5

    @property
    def fails(self) -> bool:
        """Whether the upper 99% limit of the coverage is below the goal."""
        if not self.counted:
            return False
        n = round(self.usable * self.tables)
        hits = round(self.coverage * n)
        return hits < n and float(betaincinv(hits + 1, n - hits, 0.99)) < GOAL


def cell(setting: dict, truth: np.ndarray, ends: tuple, usable: np.ndarray) -> Cell:
    """A cell from the limits of every label; of several labels the least coverage counts."""
    low, high = (each[usable] for each in ends)
    held = ((low <= truth + 1e-9) & (truth - 1e-9 <= high)).mean(0) if usable.any() else np.array([np.nan])
    width = float((high - low).mean()) if usable.any() else float("nan")
    return Cell(setting, float(usable.mean()), float(np.min(held)), width, len(usable))


def judges(informed: float, tilt: float) -> np.ndarray:
    """The matrix of a judge that knows with this probability and guesses otherwise."""
    guess = np.array([tilt, 1 - tilt])
    return informed * np.eye(2) + (1 - informed) * guess


def summary(cells: list[Cell], by: tuple[str, ...]) -> Iterator[str]:
    """One line for all cells with the same values."""
    yield from grid(
        " | ".join([*by, *["cells", "refused", "min", "mean", "fail", "usable", "width"]]), _summed(cells, by), 0
    )


def _summed(cells: list[Cell], by: tuple[str, ...]) -> Iterator[tuple[object, ...]]:
    for key in dict.fromkeys(tuple(each.setting[name] for name in by) for each in cells):
        here = [each for each in cells if tuple(each.setting[name] for name in by) == key]
        kept = [each for each in here if each.counted]
        shown = [f"{len(kept)}", f"{len(here) - len(kept)}"]
        if kept:
            coverage = [each.coverage for each in kept]
            shown += [f"{min(coverage):.3f}", f"{np.mean(coverage):.3f}", str(sum(each.fails for each in kept))]
            shown += [f"{np.mean([each.usable for each in kept]):.2f}", f"{np.mean([each.width for each in kept]):.3f}"]
        else:
            shown += [""] * 5
        yield *key, *shown


def worst(cells: Iterable[Cell], most: int = 8) -> Iterator[str]:
    """The cells with the lowest coverage."""
    yield "\nThe lowest:\n"
    lowest = sorted((each for each in cells if each.counted), key=lambda each: each.coverage)[:most]
    named = (", ".join(f"{name} {value}" for name, value in each.setting.items()) for each in lowest)
    rows = (
        (said, f"{each.usable:.2f}", f"{each.coverage:.3f}", f"{each.width:.3f}", "fails" * each.fails)
        for said, each in zip(named, lowest, strict=True)
    )
    yield from grid("setting | usable | coverage | width | ", rows)
