"""Recorded runs in the order of time, and where what they show has changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from informed.core.estimate import Estimate
from informed.core.metrics import Figure
from informed.core.record import Record
from informed.core.result import Result
from informed.core.signature import signature
from informed.core.table import Array

DRAWS = 1999  # of histories without a change
BLOCKS = 400  # runs beyond this number are tested in blocks of neighbours
MOST_CHANGES = 8
LEAST_SHUFFLED = 8  # runs: with fewer, no order is rare enough


@dataclass(frozen=True)
class Point(Record):
    """A run: when, who, how many items, and the measure."""

    run: str
    time: datetime
    system: str
    version: str
    n: int | None
    estimate: Estimate


@dataclass(frozen=True)
class Change(Record):
    """A run from which on a system differs from before: the mean of either side, and the p of the split.

    ``earliest`` and ``latest`` are the ends of a confidence interval of the first run after the change.
    """

    system: str
    point: Point
    before: float
    after: float
    p: float
    earliest: Point
    latest: Point


@dataclass(frozen=True)
class History(Result):
    """The runs of a task, and the changes that a test finds in each system."""

    kind = "history"

    task: str
    measure: str
    level: float
    points: tuple[Point, ...]
    changes: tuple[Change, ...]
    p: dict[str, float | None]
    """The p of the first split of each system; None for one with fewer than two runs."""

    @cached_property
    def signature(self) -> str:
        """The recipe in one line."""
        facts = {"task": self.task, "measure": self.measure, "runs": len(self.points), "level": self.level}
        return signature({**facts, "test": "largest split", "draws": DRAWS})

    @cached_property
    def systems(self) -> dict[str, list[Point]]:
        """The runs of each system."""
        found: dict[str, list[Point]] = {}
        for each in self.points:
            found.setdefault(each.system, []).append(each)
        return found

    def key_figures(self) -> Iterator[Figure]:
        """The newest number of each system."""
        return (Figure(self.measure, runs[-1].estimate, system) for system, runs in self.systems.items())

    def rows(self) -> list[dict[str, Any]]:
        """One row a run; ``change`` is the p of a change that begins with it."""
        begun = {each.point.run: each.p for each in self.changes}
        rows = []
        for each in self.points:
            row = each.to_dict()
            number = row.pop("estimate")
            rows.append({**row, **number, "change": begun.get(each.run)})
        return rows


def told(task: str, measure: str, points: Sequence[Point], level: float) -> History:
    """The history with its changes; the risk of a false one is shared by the systems."""
    bare = History(task, measure, level, tuple(points), (), {})
    found = {system: changes(runs, (1 - level) / len(bare.systems), level) for system, runs in bare.systems.items()}
    every = sorted((each for _, those in found.values() for each in those), key=lambda each: each.point.time)
    return History(task, measure, level, bare.points, tuple(every), {system: p for system, (p, _) in found.items()})


def changes(runs: Sequence[Point], alpha: float, level: float = 0.95) -> tuple[float | None, list[Change]]:
    """The p that nothing changed, and the runs at which something did; each part is searched again.

    ``level`` is that of the interval of the date of each change.
    """
    error = _errors(runs)
    usable = [each for each, known in zip(runs, np.isfinite(error).tolist(), strict=True) if known]
    if len(usable) < 2:
        return None, []
    starts = np.arange(0, len(usable), -(-len(usable) // BLOCKS))
    weight = _weights(usable, error[np.isfinite(error)])
    sums = np.add.reduceat(weight * [each.estimate.value for each in usable], starts)
    weight = np.add.reduceat(weight, starts)
    first, found = _splits(sums / weight, weight, alpha)
    bounds = [0, *sorted(place for place, _ in found), len(weight)]
    means = [float(sums[a:b].sum() / weight[a:b].sum()) for a, b in pairwise(bounds)]
    p, told = dict(found), []
    last = [*(starts[1:] - 1), len(usable) - 1]  # of each block
    for (low, place, high), (before, after) in zip(
        zip(bounds, bounds[1:], bounds[2:], strict=False), pairwise(means), strict=True
    ):
        early, late = likely_splits(sums[low:high] / weight[low:high], weight[low:high], place - low, level)
        ends = usable[int(starts[low + early])], usable[int(last[low + late])]
        told.append(Change(usable[0].system, usable[int(starts[place])], before, after, p[place], *ends))
    return first, told


def likely_splits(value: Array, weight: Array, split: int, level: float) -> tuple[int, int]:
    """The first and the last place at which the change may have come, around the one where it is most likely.

    Places are rejected whose likelihood is too small beside that of the most likely one. The limit is that of the
    likelihood ratio of the place of a change (Hansen 2000), and holds for smaller changes than those that are found.
    Runs that vary more than their items explain make it as much wider.
    """
    fit = _gaps(value[None], weight[None])[0] ** 2
    parts = np.split(np.arange(len(value)), [split])
    spread = sum(
        float((weight[part] * (value[part] - np.average(value[part], weights=weight[part])) ** 2).sum())
        for part in parts
    )
    scale = max(spread / max(len(value) - 2, 1), 1.0)
    kept = np.flatnonzero(fit[split - 1] - fit <= -2 * np.log1p(-np.sqrt(level)) * scale) + 1
    return int(kept[0]), int(kept[-1])


def _weights(runs: Sequence[Point], error: Array) -> Array:
    """One over the variance of each run, from one variance per item for all.

    The error of a small run depends on its value, so that weights of its own would make lucky runs weigh more.
    """
    known = [each.n for each in runs if each.n]
    usual = float(np.median(known)) if known else 1.0
    items = np.array([each.n or usual for each in runs])
    return np.asarray(items / np.average(items * error**2, weights=items))


def _errors(runs: Sequence[Point]) -> Array:
    """The standard errors that the longer halves of the intervals imply: of a few items the shorter is too short.

    NaN where there is no interval.
    """
    from scipy.special import ndtri

    found = [(each.estimate.value, each.estimate.low, each.estimate.high, each.estimate.level) for each in runs]
    value, low, high, level = np.array(found, dtype=float).reshape(-1, 4).T
    half = np.maximum(high - value, value - low) / ndtri((1 + np.where(np.isnan(level), 0.95, level)) / 2)
    return np.where(high > low, half, np.nan)


def _splits(value: Array, weight: Array, alpha: float) -> tuple[float, list[tuple[int, float]]]:
    """The p of the whole, and each place where the values after it differ from those before.

    The two parts of a split share its risk, so that all further changes together are false no more often than one.
    """
    rng = np.random.default_rng(0)
    todo, first = [(0, len(value), alpha)], 1.0
    found: list[tuple[int, float]] = []
    while todo and len(found) < MOST_CHANGES:
        low, high, risk = todo.pop()
        if high - low < 2:
            continue
        place, p = largest_split(value[low:high], weight[low:high], rng)
        first = p if (low, high) == (0, len(value)) else first
        if p <= risk:
            found.append((low + place, p))
            todo += [(low, low + place, risk / 2), (low + place, high, risk / 2)]
    return first, found


def largest_split(value: Array, weight: Array, rng: np.random.Generator, draws: int = DRAWS) -> tuple[int, float]:
    """Where the means before and after differ most, in standard errors; and the p of so large a difference.

    The same search runs over histories without a change, so the p allows for having searched: over histories drawn
    with the errors of the runs, and where there are enough over the runs in any other order, since runs may vary more
    than their items explain. The larger p counts.
    """
    drawn = rng.standard_normal((draws, len(value))) / np.sqrt(weight)
    p = _share(value, drawn, weight[None])
    if len(value) >= LEAST_SHUFFLED:
        order = rng.permuted(np.tile(np.arange(len(value)), (draws, 1)), axis=1)
        p = max(p, _share(value, value[order], np.vstack([weight, weight[order]])))
    return int(np.argmax(_gaps(value[None], weight[None])[0])) + 1, p


def _share(value: Array, others: Array, weight: Array) -> float:
    """The share of histories, this one included, whose largest gap is as large as that of this one."""
    largest = _gaps(np.vstack([value[None], others]), weight).max(-1)
    return float(np.mean(largest >= largest[0] * (1 - 1e-12)))


def _gaps(value: Array, weight: Array) -> Array:
    """For each split the difference of the weighted means over its standard error."""
    before = np.cumsum(weight, -1)[:, :-1]
    after = weight.sum(-1, keepdims=True) - before
    part = np.cumsum(value * weight, -1)
    gap = part[:, :-1] / before - (part[:, -1:] - part[:, :-1]) / after
    return np.asarray(np.abs(gap) / np.sqrt(1 / before + 1 / after))
