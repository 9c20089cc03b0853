"""Which system is best over several tasks, and where does the order turn?"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path

from informed.core.choices import Adjustment, Counting
from informed.core.errors import asked
from informed.questions.suite.compute import Suite, suited
from informed.questions.suite.reading import tasks_of
from informed.readers.logs import Log, read_log

__all__ = ["Suite", "suite"]


@asked
def suite(
    data: Iterable[str | PathLike[str] | Log],
    *,
    task: str | None = None,
    scorer: str | None = None,
    weights: Counting = "tasks",
    level: float = 0.95,
    adjust: Adjustment = "holm",
) -> Suite:
    """Compare systems over several tasks.

    Parameters
    ----------
    data
        Sample logs (`read`) or their files, of any number of tasks and models.
    task
        The field that splits the items into tasks; by default the task of each log.
    scorer
        The scorer to use where a task has it; by default each task's first.
    weights
        What counts alike in the mean over tasks: "tasks" or "items".
    level, adjust
        The level of the intervals; how p-values are adjusted across pairs: "holm", "bh" or "none".

    Returns
    -------
    Suite
        The mean of every system on every task, the mean over tasks, ranks with ties, and reversals.

    Raises
    ------
    InputError
        If a file is no log that is known, or no task was done by all systems.

    Examples
    --------
    >>> import json, pathlib, tempfile
    >>> logs = [pathlib.Path(tempfile.mkdtemp()) / "log.jsonl" for _ in "ab"]
    >>> for model, log in zip("ab", logs):
    ...     rows = [{"id": n, "task": "sums", "model": model, "grade": n % 2} for n in range(8)]
    ...     _ = log.write_text("".join(json.dumps(row) + "\\n" for row in rows))
    >>> suite(logs).pooled["a"].value
    0.5
    """
    logs = [each if isinstance(each, Log) else read_log(Path(each)) for each in data]
    return suited(tasks_of(logs, field=task, scorer=scorer), weights=weights, level=level, adjust=adjust)
