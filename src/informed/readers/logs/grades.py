"""Runs of which it is only known how each answer was graded: right, wrong or in between."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from informed.core.errors import InputError, arg
from informed.core.merging import gathered
from informed.core.words import many
from informed.readers.logs.items import column, listed
from informed.readers.logs.pairs import check_shared, matched, run_names
from informed.readers.logs.runs import POOLED, Answer, Run, by_question
from informed.readers.logs.tables import NO_KEYS, Keys, check_models, cluster_of, guessing, whole_items


class Grades(NamedTuple):
    """The grades of the answers to each item, why they are no table of options, and notes for the reader.

    ``guess`` is how often a blind guess is right, where the options of every item are known and one of them is right.
    ``clusters`` and ``groups`` have one entry per item, where they were asked for; ``by`` names the groups.
    ``answers`` are what was graded, per item, where the log holds it.
    """

    scorer: str
    values: tuple[tuple[float, ...], ...]
    reason: str
    guess: float | None = None
    notes: tuple[str, ...] = ()
    clusters: tuple[Any, ...] | None = None
    by: tuple[str, ...] = ()
    groups: tuple[tuple[Any, ...], ...] = ()
    answers: tuple[tuple[str, ...], ...] | None = None


class PairedGrades(NamedTuple):
    """The grades that several systems got for the same items, in one order; clusters and groups as in `Grades`."""

    scorer: str
    systems: dict[str, tuple[tuple[float, ...], ...]]
    notes: tuple[str, ...] = ()
    clusters: tuple[Any, ...] | None = None
    by: tuple[str, ...] = ()
    groups: tuple[tuple[Any, ...], ...] = ()


class CrossedGrades(NamedTuple):
    """The grades of every system for the same items under the same conditions (prompts), which differ within items.

    ``systems`` has for each system and condition the grades of every item, the conditions and items in one order.
    """

    scorer: str
    by: tuple[str, ...]
    conditions: tuple[str, ...]
    systems: dict[str, tuple[tuple[tuple[float, ...], ...], ...]]
    notes: tuple[str, ...] = ()


def grades_of(runs: Sequence[Run], reason: str, keys: Keys = NO_KEYS) -> Grades:
    """The grades of all the answers in these runs."""
    check_models(runs)
    answers = [each for run in runs for each in run.answers]
    values = tuple(map(tuple, by_question(answers).values()))
    alone = all(len(each.item.target) == 1 for each in answers)
    notes = tuple(dict.fromkeys(note for run in runs for note in run.notes))
    about = (_clusters(answers, keys), keys.by, _groups(answers, keys), _said(answers))
    return Grades(runs[0].scorer, values, reason, guessing(answers) if alone else None, notes, *about)


def paired_grades(runs: Sequence[Run], keys: Keys = NO_KEYS) -> PairedGrades | CrossedGrades:
    """The grades of every system for the items that all of them answered; crossed with what differs within items."""
    if keys.by and (crossed := _crossed(runs, keys)) is not None:
        return crossed
    found = matched(runs)
    check_shared(found.beside, keys)
    values = {name: tuple(map(tuple, by_question(answers).values())) for name, answers in found.answers.items()}
    answers = next(iter(found.answers.values()))
    groups = _groups(answers, keys)
    single = (f"{', '.join(keys.by)} has one value: nothing can be said of others",) if len(set(groups)) == 1 else ()
    return PairedGrades(runs[0].scorer, values, (*found.notes, *single), _clusters(answers, keys), keys.by, groups)


def _crossed(runs: Sequence[Run], keys: Keys) -> CrossedGrades | None:
    """Every system by every condition by every item; None where an item has one condition, or systems share none."""
    models = [run.answers[0].item.model for run in runs]
    named = all(run.log.names_task for run in runs)
    found: dict[str, dict[str, dict[tuple[str, str], list[float]]]] = {}
    for name, run in zip(models if all(models) else run_names(runs), runs, strict=True):
        fields = [column(run.answers, each, f"{arg('by')}") for each in keys.by]
        for answer, values in zip(run.answers, zip(*fields, strict=True), strict=True):
            condition, (task, item) = ", ".join(map(str, values)), answer.question
            place = (task if named else "", item)
            found.setdefault(name, {}).setdefault(condition, {}).setdefault(place, []).append(answer.grade.value or 0.0)
    every = {name: [place for items in each.values() for place in items] for name, each in found.items()}
    first, *others = found.values()
    conditions = tuple(each for each in first if all(each in other for other in others))
    if len(conditions) < 2 or all(len(set(places)) == len(places) for places in every.values()):
        return None
    for name in ("cluster", "stratum"):
        if getattr(keys, name) is not None:
            told = f"cannot be used where {arg('by', keys.by[0])} differs between answers to an item; leave it out"
            raise InputError(told, argument=name, value=getattr(keys, name))
    cells = [each[condition] for each in found.values() for condition in conditions]
    items = [place for place in cells[0] if all(place in cell for cell in cells)]
    by = ", ".join(keys.by)
    if len(found) < 2 or len(items) < 2:
        raise InputError(
            f"{many(len(items), 'item')} answered by all of {many(len(found), 'system')} under every {by}; two of each "
            "are needed to tell what depends on it"
        )
    kept = set(items)
    lost = list(dict.fromkeys(item for places in every.values() for _, item in set(places) - kept))
    gone = list(dict.fromkeys(name for each in found.values() for name in each if name not in conditions))
    notes = [f"{by} {listed(gone)}: not of every system, and left out"] if gone else []
    notes += [f"{many(len(lost), 'item')} without an answer in some cell left out: {listed(lost)}"] if lost else []
    pooled = tuple(POOLED.format(name) for name in keys.by)
    notes += [note for run in runs for note in run.notes if not any(each in note for each in pooled)]
    systems = {
        name: tuple(tuple(tuple(each[condition][place]) for place in items) for condition in conditions)
        for name, each in found.items()
    }
    return CrossedGrades(runs[0].scorer, keys.by, conditions, systems, tuple(dict.fromkeys(notes)))


def _clusters(answers: Sequence[Answer], keys: Keys) -> tuple[Any, ...] | None:
    found = cluster_of(answers, keys.cluster)
    return None if found is None else _per_item(answers, found)


def _groups(answers: Sequence[Answer], keys: Keys) -> tuple[tuple[Any, ...], ...]:
    """The group of each item; nothing where none are asked for."""
    fields = [_per_item(answers, whole_items(answers, name, f"{arg('by')}")) for name in keys.by]
    return tuple(zip(*fields, strict=True)) if fields else ()


def _per_item(answers: Sequence[Answer], values: Sequence[Any]) -> tuple[Any, ...]:
    """The value of each item: that of its first answer."""
    first: dict[tuple[str, str], Any] = {}
    for each, value in zip(answers, values, strict=True):
        first.setdefault(each.question, value)
    return tuple(first.values())


def _said(answers: Sequence[Answer]) -> tuple[tuple[str, ...], ...] | None:
    """The answers to each item, where the log holds all of them."""
    said = [(each.question, each.grade.answer) for each in answers if each.grade.answer is not None]
    return tuple(map(tuple, gathered(said).values())) if len(said) == len(answers) else None
