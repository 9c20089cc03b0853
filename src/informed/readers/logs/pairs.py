"""Logs of several systems matched: what each of them answered to the questions that all of them were asked."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import lcm
from typing import Any, NamedTuple

from informed.core.errors import InputError, arg
from informed.core.items import Items
from informed.core.merging import gathered
from informed.core.words import many
from informed.readers.counting import items
from informed.readers.logs.items import MOST, listed, names, value_of
from informed.readers.logs.runs import Answer, Run
from informed.readers.logs.tables import NO_KEYS, Keys, options_of

WHICH = ("id", "epoch")  # fields that tell answers apart, and so are no groups

Question = tuple[str, str]
"""What was asked: the task and the item, whichever time it was."""


class Matched(NamedTuple):
    """The answers of several systems to the questions that all of them have.

    ``answers``: those of each system, question by question in one order. ``beside``: the same side by side, where an
    answer stands beside several of a system that gave more; each question then has ``weights`` of 1 in all, unless
    every question has equally many. ``lost`` questions are not in all logs.
    """

    answers: dict[str, list[Answer]]
    beside: dict[str, list[Answer]]
    weights: list[float] | None
    lost: int
    notes: tuple[str, ...]


def matched(runs: Sequence[Run]) -> Matched:
    """The answers to each question that every system was asked, by task and item; epochs are repeats of it.

    Where a log does not name its task, only the items and their right answers tell whether it is the same.
    """
    if len(runs) < 2:
        raise InputError(f"only one log, {str(runs[0].log.path)!r}; give one for each model")
    named = all(run.log.names_task for run in runs)
    asked = {name: _asked(run, named) for name, run in zip(run_names(runs), runs, strict=True)}
    first, *others = asked.values()
    both = [key for key in first if all(key in each for each in others)]
    if not both:
        raise InputError(f"the logs {', '.join(asked)} have no question in common; compare runs of the same task")
    kept = set(both)
    lost = list(dict.fromkeys(key for each in asked.values() for key in each if key not in kept))
    times = {name: [len(each[key]) for key in both] for name, each in asked.items()}
    rows = [(key, *cut) for key, *sizes in zip(both, *times.values(), strict=True) for cut in _cut(sizes)]
    beside = {name: [each[key][at[place]] for key, at, _ in rows] for place, (name, each) in enumerate(asked.items())}
    _check_targets(beside)
    weights = [weight for *_, weight in rows]
    notes = (*_unmatched(lost), *_averaged(times), *dict.fromkeys(note for run in runs for note in run.notes))
    answers = {name: [answer for key in both for answer in each[key]] for name, each in asked.items()}
    return Matched(answers, beside, weights if len(set(weights)) > 1 else None, len(lost), notes)


def _asked(run: Run, named: bool) -> dict[Question, list[Answer]]:
    """The answers to every question in the order of their epochs: one log begins at 0 and another at 1."""
    ordered = sorted(run.answers, key=lambda each: each.item.epoch)
    return gathered(((each.item.task if named else "", each.item.id), each) for each in ordered)


def _cut(sizes: Sequence[int]) -> list[tuple[list[int], float]]:
    """A question cut where the next answer of some system begins: which answer of each stands there, and how long."""
    whole = lcm(*sizes)
    cuts = sorted({place * whole // size for size in sizes for place in range(size + 1)})
    return [([at * size // whole for size in sizes], (end - at) / whole) for at, end in pairwise(cuts)]


def _averaged(times: Mapping[str, Sequence[int]]) -> list[str]:
    """How often a question was answered, where some system answered one several times."""
    ranges = {name: (min(each), max(each)) for name, each in times.items()}
    if max(most for _, most in ranges.values()) == 1:
        return []
    alike = len(set(ranges.values())) == 1
    said = [
        f"{few if few == most else f'{few} to {most}'} of {'each system' if alike else repr(name)}"
        for name, (few, most) in ranges.items()
    ]
    questions = many(len(next(iter(times.values()))), "question")
    return [f"{questions}, each counted once: its answers are averaged ({', '.join(said[: 1 if alike else 5])})"]


def check_shared(systems: Mapping[str, Sequence[Answer]], keys: Keys) -> None:
    """Refuse a field that says one thing of an item in one log and another in the next: items are grouped, not logs."""
    named = (
        *((f"{arg('by')}", name) for name in keys.by),
        (f"{arg('cluster')}", keys.cluster),
        (f"{arg('stratum')}", keys.stratum),
    )
    for option, name in named:
        if name is not None and (odd := _differing(systems, name)):
            same = [each for each in _held(systems) if not _differing(systems, each)]
            raise InputError(
                f"{option}: {name!r} is not the same in all logs ({odd}); name a field that is"
                + (f": {listed(same, MOST)}" if same else "; these logs have none")
            )


def _held(systems: Mapping[str, Sequence[Answer]]) -> list[str]:
    """The fields that say something of an item, in the first log."""
    answers = next(iter(systems.values()))
    found = [each for each in names(each.item for each in answers) if each not in WHICH]
    return [name for name in found if any(value_of(*each, name) not in (None, "") for each in answers)]


def _differing(systems: Mapping[str, Sequence[Answer]], name: str) -> str:
    """The first item of which two logs say different things; nothing where they agree."""
    (first, own), *others = systems.items()
    for other, theirs in others:
        for one, two in zip(own, theirs, strict=True):
            said = value_of(*one, name), value_of(*two, name)
            if None not in said and said[0] != said[1]:
                return f"item {one.item.id!r}: {said[0]!r} in {first!r}, {said[1]!r} in {other!r}"
    return ""


def systems_of_runs(runs: Sequence[Run], *, keys: Keys = NO_KEYS, **how: Any) -> Items:
    """What several models said about the same questions; ``how`` labels are counted: see `items`."""
    found = matched(runs)
    check_shared(found.beside, keys)
    spelled = options_of([each for answers in found.beside.values() for each in answers])
    answers = next(iter(found.beside.values()))
    size = len(answers)
    said = [spelled.predicted[at * size : (at + 1) * size] for at in range(len(found.beside))]
    systems = dict(zip(found.beside, said, strict=True))
    read = items(spelled.actual[:size], systems, weights=found.weights, **keys.design(answers), **how)
    return replace(read, missing=found.lost, notes=(*read.notes, *found.notes))


def _check_targets(systems: Mapping[str, Sequence[Answer]]) -> None:
    (first, own), *others = systems.items()
    for name, theirs in others:
        for one, two in zip(own, theirs, strict=True):
            if one.item.target != two.item.target:
                raise InputError(
                    f"question {one.item.id!r} has another right answer in {name} ({listed(two.item.target)}) than in "
                    f"{first} ({listed(one.item.target)}): not the same task"
                )


def _unmatched(lost: Sequence[Question]) -> list[str]:
    names = listed([id for _, id in lost])
    return [f"{len(lost):,} questions are not in all logs and were left out: {names}"] if lost else []


def run_names(runs: Sequence[Run]) -> list[str]:
    """What tells the logs apart: their models, the names of the files, of their folders, or the whole paths."""
    ways: tuple[Callable[[Run], str], ...] = (
        lambda run: run.answers[0].item.model,
        lambda run: run.log.path.stem,
        lambda run: run.log.path.parent.name,
        lambda run: str(run.log.path.resolve()),
    )
    for name in ways:
        names = [name(run) for run in runs]
        if all(names) and len(set(names)) == len(names):
            return names
    raise InputError(f"the same log is given twice: {', '.join(str(run.log.path) for run in runs)}")
