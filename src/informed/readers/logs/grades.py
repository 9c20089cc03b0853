"""Runs of which it is only known how each answer was graded: right, wrong or in between."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from informed.core.errors import arg
from informed.readers.logs.pairs import check_shared, matched
from informed.readers.logs.runs import Answer, Run, by_question
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


def grades_of(runs: Sequence[Run], reason: str, keys: Keys = NO_KEYS) -> Grades:
    """The grades of all the answers in these runs."""
    check_models(runs)
    answers = [each for run in runs for each in run.answers]
    values = tuple(map(tuple, by_question(answers).values()))
    alone = all(len(each.item.target) == 1 for each in answers)
    notes = tuple(dict.fromkeys(note for run in runs for note in run.notes))
    about = (_clusters(answers, keys), keys.by, _groups(answers, keys), _said(answers))
    return Grades(runs[0].scorer, values, reason, guessing(answers) if alone else None, notes, *about)


def paired_grades(runs: Sequence[Run], keys: Keys = NO_KEYS) -> PairedGrades:
    """The grades of every system for the items that all of them answered."""
    found = matched(runs)
    check_shared(found.beside, keys)
    values = {name: tuple(map(tuple, by_question(answers).values())) for name, answers in found.answers.items()}
    answers = next(iter(found.answers.values()))
    about = (_clusters(answers, keys), keys.by, _groups(answers, keys))
    return PairedGrades(runs[0].scorer, values, found.notes, *about)


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
    found: dict[tuple[str, str], list[str]] = {}
    for each in answers:
        if each.grade.answer is None:
            return None
        found.setdefault(each.question, []).append(each.grade.answer)
    return tuple(map(tuple, found.values()))
