"""A suite as charts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.writers.charts import Figure, lanes
from informed.writers.charts.rows import Rows, ends

if TYPE_CHECKING:
    from informed.questions.suite.compute import Suite

MOST = 30  # tasks that are drawn, in their order


def by_system(found: Suite) -> Rows:
    """The mean over tasks of each system with its interval, the best first."""
    order = sorted(found.systems, key=lambda name: (found.ranks[name], -found.pooled[name].value))
    return [{"measure": name, **ends(found.pooled[name])} for name in order]


def by_task(found: Suite) -> Rows:
    """Each system on each task, with a mark where a blind guess is."""
    return [
        {"row": task.name, "measure": name, "items": task.items, **ends(each), "chance": task.guess}
        for name in found.systems
        for task in found.tasks[:MOST]
        if (each := task.values.get(name)) is not None
    ]


def tasks_title(found: Suite) -> str:
    """Which tasks are drawn."""
    return "Each task" if len(found.tasks) <= MOST else f"The first {MOST} of {len(found.tasks):,} tasks"


FIGURES = {
    "suite": {
        "systems": Figure("Mean over tasks of each system", by_system, lanes.forest),
        "tasks": Figure(tasks_title, by_task, lanes.small_multiples),
    }
}
