"""A suite on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from informed.core.grid import Grid
from informed.questions.suite.text import how, order, per_task, whole
from informed.writers.page import MOST, plain

if TYPE_CHECKING:
    from informed.questions.suite.compute import Suite


def suite(found: Suite) -> dict[str, Any]:
    """The mean over tasks, the best system first, then every task."""
    best = Grid("Mean over tasks", whole(found)[: 1 + MOST], how(found), left=2)
    tasks = Grid("Tasks", per_task(found, found.tasks, order(found), limits=True)[: 1 + MOST])
    return plain(found) | {"grids": [best, tasks], "facts": {}}
