"""Logs sorted into tasks and systems, the items of each task matched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from informed.core.door import arg
from informed.core.errors import InputError, choice
from informed.readers.logs import Log, runs_of
from informed.readers.logs.fields import column
from informed.readers.logs.items import Grade, listed
from informed.readers.logs.runs import Run, by_question
from informed.readers.logs.tables import guessing

Values = tuple[tuple[float, ...], ...]


class Task(NamedTuple):
    """One task: the grades of each system for the items that all of its systems answered."""

    name: str
    scorer: str
    systems: dict[str, Values]
    guess: float | None
    lost: tuple[str, ...] = ()


class Tasks(NamedTuple):
    """All tasks, in order, and notes for the reader."""

    tasks: tuple[Task, ...]
    notes: tuple[str, ...]


def tasks_of(logs: Sequence[Log], *, field: str | None = None, scorer: str | None = None) -> Tasks:
    """The tasks in these logs; the items of one task are matched over its systems."""
    parts: dict[str, list[Log]] = {}
    if scorer is not None:
        choice("scorer", scorer, [*dict.fromkeys(name for log in logs for name in log.scorers)])
    for log in logs:
        for name, part in _by_task(log, field).items():
            parts.setdefault(name, []).append(part)
    tasks = tuple(_task(name, found, scorer) for name, found in parts.items())
    left = [
        f"{each.name}: {len(each.lost):,} items are not answered by all and were left out: {listed(each.lost)}"
        for each in tasks
        if each.lost
    ]
    notes = dict.fromkeys((*(note for log in logs for note in log.notes), *left))
    return Tasks(tasks, tuple(notes))


def _by_task(log: Log, field: str | None) -> dict[str, Log]:
    """The log of each task; what its header says of all of them together is said of none."""
    none = Grade(None)
    names = [each.task for each in log.items]
    if field is not None:
        names = [str(each) for each in column([(item, none) for item in log.items], field, f"{arg('task')}")]
    names = [name or log.path.stem for name in names]
    found: dict[str, Log] = {}
    for name in dict.fromkeys(names):
        items = tuple(item for item, own in zip(log.items, names, strict=True) if own == name)
        found[name] = log if len(items) == len(log.items) else replace(log, items=items, claims=())
    return found


def _task(name: str, logs: Sequence[Log], scorer: str | None) -> Task:
    has = scorer if scorer is not None and all(scorer in log.scorers for log in logs) else None
    runs = runs_of(logs, scorer=has)
    named: dict[str, Run] = {}
    for run in runs:
        system = _system(run)
        if system in named:
            raise InputError(
                f"task {name!r} has two logs of system {system!r}: {named[system].log.path}, {run.log.path}"
            )
        named[system] = run
    graded = {system: by_question(run.answers) for system, run in named.items()}
    first, *others = graded.values()
    both = [key for key in first if all(key in each for each in others)]
    if not both:
        raise InputError(f"task {name!r}: the systems {listed(list(named))} have no item in common")
    lost = {id for each in graded.values() for _, id in each.keys() - set(both)}
    systems = {system: tuple(tuple(each[key]) for key in both) for system, each in graded.items()}
    answers = [each for run in runs for each in run.answers]
    guess = guessing(answers) if all(len(each.item.target) == 1 for each in answers) else None
    return Task(name, runs[0].scorer, systems, guess, tuple(sorted(lost)))


def _system(run: Run) -> str:
    """The model; of a log that does not name it, the folder or the file, as harnesses sort them."""
    path = run.log.path
    return run.answers[0].item.model or (path.parent.name if path.stem.startswith("samples_") else path.stem)
