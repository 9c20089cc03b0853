"""The runs that a question about a task is asked of."""

from typing import TYPE_CHECKING, Any

from informed.core.errors import InputError, arg, choice

if TYPE_CHECKING:
    from informed.ledger import Ledger, Runs


def known_task(ledger: "Ledger", task: str) -> str:
    """A task of the ledger; any other is refused with those there are."""
    if not (tasks := ledger.tasks()):
        raise InputError(
            f"ledger {ledger.place.shown} holds no runs; record a first "
            f"one with {arg('record', task)} {arg('as_system', 'SYSTEM')}"
        )
    return choice("task", task, tasks)


def runs_of(ledger: "Ledger", task: str, system: str | None, **conditions: Any) -> "tuple[str, Runs]":
    """One system of a task and its runs; the only system of the task where none is named."""
    systems = ledger.systems(known_task(ledger, task))
    if system is None and len(systems) > 1:
        raise InputError(
            f"task {task!r} has several systems; name one with {arg('as_system')}: {', '.join(systems[:12])}"
        )
    chosen = systems[0] if system is None else choice("system", system, systems)
    runs = ledger.runs(task, system=chosen, **conditions)
    if not runs:
        raise InputError(f"no run of {chosen!r} in task {task!r} matches; leave out a condition")
    return chosen, runs
