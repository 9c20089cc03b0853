"""A suite in print: verdict first, then one row per task."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.core.words import ci, interval, many, number
from informed.writers.layout import columns, cut, noted, screen, sentences

if TYPE_CHECKING:
    from informed.questions.suite.compute import Suite

MOST_TASKS, MOST_SYSTEMS = 12, 4


def suite(found: Suite, *, every: bool = False) -> str:
    """The suite to read."""
    order = sorted(found.systems, key=lambda name: (found.ranks[name], -found.pooled[name].value))
    shown = order if every else order[:MOST_SYSTEMS]
    tasks = found.tasks if every else found.tasks[:MOST_TASKS]
    head = f"Which is best over all tasks?   {many(len(found.tasks), 'task')}, {many(len(order), 'system')}"
    guessed = any(task.guess is not None for task in tasks)
    rows = [["task", "items", *map(cut, shown), *(["guess"] if guessed else [])]]
    for task in tasks:
        values = [number(task.values[name].value) if name in task.values else "-" for name in shown]
        rows.append([cut(task.name), f"{task.items:,}", *values, *([number(task.guess)] if guessed else [])])
    parts = [head, sentences(found.verdict), columns(rows)]
    if left := len(found.tasks) - len(tasks):
        parts.append(f"  ... and {many(left, 'more task')}: --all")
    best = [["rank", "system", "mean over tasks", ci(found.level)]]
    best += [
        [str(found.ranks[name]), name, number(found.pooled[name].value), interval(found.pooled[name])] for name in order
    ]
    parts.append(columns(best, left=2))
    how = "every task counts alike" if found.weights == "tasks" else "every item counts alike"
    return screen([*parts, *noted([f"mean over tasks: {how} (--weights)", *found.notes])], found.signature, every)
