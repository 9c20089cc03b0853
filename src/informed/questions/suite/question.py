"""``suite``: systems over several tasks."""

from __future__ import annotations

from informed.asking.declared import Choice, Given, Parameter, Question
from informed.asking.vocabulary import FILES, INPUT, LEVEL, SCORER
from informed.core.choices import Adjustment, Counting
from informed.core.result import Result

QUESTION = Question(
    "suite",
    "Compare systems over several tasks: FILES are sample logs of any number of models and tasks.",
    (
        FILES,
        Parameter("task", "The field that splits the items into tasks; by default the task of each log.", usual=True),
        SCORER.but(help="The scorer to use where a task has it; by default the first of each task.", usual=True),
        INPUT,
        Parameter("weights", "What counts alike in the mean.", Choice(Counting), default="tasks", usual=True),
        Parameter("adjust", "Adjustment of p-values.", Choice(Adjustment), "uncertainty", default="holm"),
        LEVEL,
    ),
    examples=("informed suite small.jsonl large.jsonl", "informed suite epochs.jsonl --task length"),
    tab="task scorer | weights adjust",
)


def answer(given: Given) -> Result:
    """The comparison over tasks."""
    from informed.questions.suite.compute import suited
    from informed.questions.suite.reading import tasks_of
    from informed.readers.logs import read_log

    logs = [read_log(path, given["kind"]) for path in given["files"]]
    asked = {name: given[name] for name in ("weights", "level", "adjust")}
    return suited(tasks_of(logs, field=given["task"], scorer=given["scorer"]), **asked)
