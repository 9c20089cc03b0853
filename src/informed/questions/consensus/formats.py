"""A consensus as tools for annotation read it."""

import json
from typing import Any

from informed.core.errors import InputError, call
from informed.questions.consensus.result import Consensus, Labelled
from informed.readers.annotations.export import Task


def label_studio(found: Consensus, *, every: bool = False) -> str:
    """Tasks to import into Label Studio: each with its consensus as a prediction, whose score is its probability."""
    if not found.labels:
        raise InputError(f"there is no consensus to write: {found.refusal}")
    return json.dumps([_task(found, each) for each in found.labels], ensure_ascii=False, indent=2)


def _task(found: Consensus, each: Labelled) -> dict[str, Any]:
    task = found.tasks.get(each.item, Task({"item": each.item}))
    shown = task.shown_by.get(found.question, next(iter(task.data)))
    rated = isinstance(each.label, (int, float))
    value = {"rating": each.label} if rated else {"choices": [str(each.label)]}
    result = {"from_name": found.question, "to_name": shown, "type": next(iter(value)), "value": value}
    prediction = {"model_version": f"{call('consensus')}", "score": each.probability, "result": [result]}
    return {"data": dict(task.data), "predictions": [prediction]}
