"""A suite in print: verdict first, then one row per task."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from informed.core.door import arg, door
from informed.core.estimate import Estimate
from informed.core.words import ci, interval, many, number
from informed.writers.layout import columns, cut, noted, sentences
from informed.writers.text import last, screen

if TYPE_CHECKING:
    from informed.questions.suite.compute import Suite, TaskResult

MOST_TASKS, MOST_SYSTEMS = 12, 4


def suite(found: Suite, *, every: bool = False) -> str:
    """The suite to read."""
    best = order(found)
    shown = best if every else best[:MOST_SYSTEMS]
    tasks = found.tasks if every else found.tasks[:MOST_TASKS]
    head = f"Which is best over all tasks?   {many(len(found.tasks), 'task')}, {many(len(best), 'system')}"
    parts = [head, sentences(found.verdict), columns(per_task(found, tasks, shown))]
    if left := len(found.tasks) - len(tasks):
        parts.append(f"  ... and {many(left, 'more task')}: {door().every}")
    parts.append(columns(whole(found), left=2))
    return screen(
        [*parts, *noted([f"mean over tasks: {how(found)} ({arg('weights')})", *found.notes])], last(found, every), every
    )


def order(found: Suite) -> list[str]:
    """The systems, the best first."""
    return sorted(found.systems, key=lambda name: (found.ranks[name], -found.pooled[name].value))


def how(found: Suite) -> str:
    """What counts alike in the mean over tasks."""
    return "every task counts alike" if found.weights == "tasks" else "every item counts alike"


def whole(found: Suite) -> list[list[str]]:
    """The mean over tasks of every system below a head."""
    rows = [["rank", "system", "mean over tasks", ci(found.level)]]
    for name in order(found):
        each = found.pooled[name]
        rows.append([str(found.ranks[name]), name, number(each.value), interval(each)])
    return rows


def per_task(
    found: Suite, tasks: Sequence[TaskResult], systems: Sequence[str], limits: bool = False
) -> list[list[str]]:
    """These systems on these tasks below a head; with their ``limits`` where there is room."""
    guessed = any(task.guess is not None for task in tasks)
    level = f" ({ci(found.level)})" if limits else ""
    rows = [["task", "items", *(f"{cut(name)}{level}" for name in systems), *(["guess"] if guessed else [])]]
    for task in tasks:
        values = [_cell(task.values.get(name), limits) for name in systems]
        rows.append([cut(task.name), f"{task.items:,}", *values, *([number(task.guess)] if guessed else [])])
    return rows


def _cell(each: Estimate | None, limits: bool) -> str:
    if each is None:
        return "-"
    return number(each.value) + (f" ({interval(each)})" if limits and each.low is not None else "")
