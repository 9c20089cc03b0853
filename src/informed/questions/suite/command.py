"""``informed suite``: systems over several tasks."""

from __future__ import annotations

import rich_click as click

from informed.cli.options import answering, levelled
from informed.core.result import Result


@click.command("suite")
@click.argument("files", nargs=-1, required=True)
@click.option("--task", help="The field that splits the items into tasks; by default the task of each log.")
@click.option("--scorer", help="The scorer to use where a task has it; by default the first of each task.")
@click.option("--input", "kind", default="auto", show_default=True, help="The format of the logs; auto detects it.")
@click.option("--weights", default="tasks", show_default=True, help="What counts alike in the mean: tasks or items.")
@click.option("--adjust", default="holm", show_default=True, help="Adjustment of p-values: holm, bh or none.")
@levelled
@answering
def command(
    files: tuple[str, ...], task: str | None, scorer: str | None, kind: str, weights: str, adjust: str, level: float
) -> Result:
    """Compare systems over several tasks: FILES are sample logs of any number of models and tasks.

    \b
    informed suite small.jsonl large.jsonl
    informed suite epochs.jsonl --task length
    """
    from informed.questions.suite.compute import suited
    from informed.questions.suite.reading import tasks_of
    from informed.readers.logs import read_log

    logs = [read_log(path, kind) for path in files]
    return suited(tasks_of(logs, field=task, scorer=scorer), weights=weights, level=level, adjust=adjust)
