"""Several tasks: the mean over tasks is a stratified mean, its error that of every task's items (Cochran 1977)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from informed.core.door import arg
from informed.core.errors import InputError, choice
from informed.core.estimate import Estimate
from informed.core.metrics import Figure
from informed.core.record import Row, written
from informed.core.result import Result
from informed.core.signature import signature
from informed.core.validate import Numbers
from informed.inference.adjustment import adjust as adjusted
from informed.inference.adjustment import shown_at
from informed.inference.grades import of_gaps, of_point_gaps, of_strata, of_strata_gaps, stratified
from informed.inference.interval import check_level
from informed.questions.grade.compute import estimated, item_means
from informed.questions.grade.pairs import GradeDifference, ranked
from informed.questions.suite.reading import Task, Tasks
from informed.readers.logs.items import listed

WEIGHTS = ("tasks", "items")
ADJUSTMENTS = ("holm", "bh", "none")


@dataclass(frozen=True)
class TaskResult:
    """One task: its items, the mean grade of every system, and how often a blind guess is right where that is known."""

    name: str
    items: int
    scorer: str
    values: Mapping[str, Estimate]
    guess: float | None


@dataclass(frozen=True)
class Reversal:
    """Two systems, each significantly better on one of two tasks; p-values adjusted over all tasks and pairs."""

    first: str
    second: str
    task: str
    p: float
    other: str
    other_p: float


@dataclass(frozen=True, repr=False)
class Suite(Result):
    """Systems over several tasks; ``pooled`` is over the tasks that all systems did."""

    kind = "suite"
    json_types = written(
        "tasks",
        "systems",
        "pooled",
        "ranks",
        "right_or_wrong",
        "level",
        estimates=list[Row],
        differences=list[Row],
        guess=dict[str, float | None],
    )

    tasks: tuple[TaskResult, ...]
    systems: tuple[str, ...]
    pooled: Mapping[str, Estimate]
    differences: tuple[GradeDifference, ...]
    ranks: Mapping[str, int]
    reversals: tuple[Reversal, ...]
    turned: int
    weights: str
    right_or_wrong: bool
    level: float
    adjust: str
    notes: tuple[str, ...]
    signature: str

    def key_figures(self) -> Iterator[Figure]:
        """The mean over tasks of each system, every difference, and the grade on each task."""
        name = "accuracy" if self.right_or_wrong else "mean_grade"
        yield from (Figure(name, each, system) for system, each in self.pooled.items())
        yield from (Figure(name, each.estimate, each.first, minus=each.second) for each in self.differences)
        for task in self.tasks:
            yield from (Figure(name, each, system, (task.name,)) for system, each in task.values.items())

    def rows(self) -> list[dict[str, Any]]:
        """One row per task and system, then the mean over tasks."""
        found = [
            {"task": task.name, "system": name, "items": task.items, "scorer": task.scorer, **each.to_dict()}
            for task in self.tasks
            for name, each in task.values.items()
        ]
        whole = (
            {"task": None, "system": name, "rank": self.ranks[name], **each.to_dict()}
            for name, each in self.pooled.items()
        )
        return [*found, *whole]

    def facts(self) -> dict[str, Any]:
        """Everything, as JSON has it."""
        gaps = [
            {
                "first": each.first,
                "second": each.second,
                **each.estimate.to_dict(),
                "p": each.p,
                "p_adjusted": each.p_adjusted,
            }
            for each in self.differences
        ]
        turns = [vars(each) for each in self.reversals]
        about = {"weights": self.weights, "adjust": self.adjust, "turned": self.turned, "notes": list(self.notes)}
        guesses = {task.name: task.guess for task in self.tasks}
        return {"estimates": self.rows(), "differences": gaps, "reversals": turns, "guess": guesses, **about}


def suited(found: Tasks, *, weights: str = "tasks", level: float = 0.95, adjust: str = "holm") -> Suite:
    """Every system on every task, and over all tasks that every system did."""
    level = check_level(level)
    choice("weights", weights, WEIGHTS)
    choice("adjust", adjust, ADJUSTMENTS)
    systems = tuple(dict.fromkeys(name for task in found.tasks for name in task.systems))
    shared = [task for task in found.tasks if len(task.systems) == len(systems)]
    if not shared:
        raise InputError(_nothing_shared(found.tasks, systems))
    every = np.array([value for task in found.tasks for one in task.systems.values() for each in one for value in each])
    binary = bool(np.isin(every, (0.0, 1.0)).all())
    bounded = bool(every.min() >= 0 and every.max() <= 1)
    share = _weights(shared, weights)
    means = {name: [item_means(task.systems[name]) for task in shared] for name in systems}
    pooled = {name: _pooled(each, share, _answers(shared, name), level, binary) for name, each in means.items()}
    pairs = [(second, first) for first, second in combinations(systems, 2)]
    gaps = {pair: [one - two for one, two in zip(means[pair[0]], means[pair[1]], strict=True)] for pair in pairs}
    differences = _differences(gaps, share, level, adjust)
    reversals, turned = _reversals(gaps, shared, bounded, level, adjust)
    tasks = tuple(_result(task, binary, level) for task in found.tasks)
    notes = [*found.notes, *_left(found.tasks, shared)]
    recipe = {"systems": len(systems), "tasks": len(shared), "weights": weights, "level": level, "adjust": adjust}
    about = (weights, binary, level, adjust, tuple(notes), signature(recipe))
    ranks = ranked(pooled, differences, level)
    return Suite(tasks, systems, pooled, differences, ranks, reversals, turned, *about)


def _nothing_shared(tasks: tuple[Task, ...], systems: tuple[str, ...]) -> str:
    """Which system did which tasks, and what to do."""
    did = (f"{name!r} did {listed([task.name for task in tasks if name in task.systems])}" for name in systems)
    return (
        f"no task was done by all {len(systems)} systems: {'; '.join(did)}. A log without a task is "
        "named by its file. Give every log a field 'task', choose "
        f"a field with {arg('task')}, or give logs of the same tasks"
    )


def _weights(tasks: list[Task], weights: str) -> Numbers:
    sizes = np.array([len(next(iter(task.systems.values()))) for task in tasks], float)
    return sizes / sizes.sum() if weights == "items" else np.full(len(tasks), 1 / len(tasks))


def _result(task: Task, binary: bool, level: float) -> TaskResult:
    values = {name: estimated(each, binary, level) for name, each in task.systems.items()}
    return TaskResult(task.name, len(next(iter(task.systems.values()))), task.scorer, values, task.guess)


def _answers(tasks: list[Task], name: str) -> int:
    return sum(len(each) for task in tasks for each in task.systems[name])


def _pooled(means: list[Numbers], share: Numbers, answers: int, level: float, binary: bool) -> Estimate:
    low, high, method = of_strata(means, share, answers, level, binary) or (None, None, None)
    return Estimate(stratified(means, share).value, low=low, high=high, level=level, method=method)


def _differences(
    gaps: Mapping[tuple[str, str], list[Numbers]], share: Numbers, level: float, adjust: str
) -> tuple[GradeDifference, ...]:
    found = [of_strata_gaps(each, share, level) for each in gaps.values()]
    known = np.array([1.0 if p is None else p for _, p in found])
    ps = adjusted(known, adjust)
    told = []
    for (pair, each), (_, p), q, size in zip(
        gaps.items(), found, ps, shown_at(known, ps, 1 - level, adjust), strict=True
    ):
        limits, _ = of_strata_gaps(each, share, 1 - float(size))  # at the level that agrees with the adjusted p
        low, high, method = limits or (None, None, None)
        estimate = Estimate(stratified(each, share).value, low=low, high=high, level=level, method=method)
        better = [int((np.concatenate(each) * sign > 0).sum()) for sign in (1, -1)]
        told.append(GradeDifference(*pair, estimate, p, None if p is None else float(q), better[0], better[1]))
    return tuple(told)


def _reversals(
    gaps: Mapping[tuple[str, str], list[Numbers]], tasks: list[Task], bounded: bool, level: float, adjust: str
) -> tuple[tuple[Reversal, ...], int]:
    """Pairs of systems that change places between two tasks by test, and how many do by their means alone."""
    times = [max(len(each) for one in task.systems.values() for each in one) for task in tasks]
    tested = {
        pair: [
            (of_gaps(each, r, level) if bounded else of_point_gaps(each, level))[1]
            for each, r in zip(found, times, strict=True)
        ]
        for pair, found in gaps.items()
    }
    flat = [1.0 if p is None else p for found in tested.values() for p in found]
    ps = np.reshape(adjusted(flat, adjust), (len(gaps), len(tasks))) if flat else np.zeros((0, 0))
    reversals, turned = [], 0
    for (pair, found), row in zip(gaps.items(), ps, strict=True):
        signs = np.array([np.sign(each.mean()) for each in found])
        turned += bool((signs > 0).any() and (signs < 0).any())
        up, down = (np.where((signs == sign) & (row < 1 - level))[0] for sign in (1, -1))
        if len(up) and len(down):
            best, worst = up[row[up].argmin()], down[row[down].argmin()]
            reversals.append(Reversal(*pair, tasks[best].name, float(row[best]), tasks[worst].name, float(row[worst])))
    return tuple(reversals), turned


def _left(tasks: tuple[Task, ...], shared: list[Task]) -> list[str]:
    left = [task.name for task in tasks if task not in shared]
    told = ", ".join(map(repr, left))
    return [f"not done by all systems, so not in the mean over tasks: {told}"] if left else []
