"""Runs of which it is only known how each answer was graded: right, wrong or in between."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from informed.readers.logs.reading import Run, by_question
from informed.readers.logs.tables import check_models, guessing


class Grades(NamedTuple):
    """The grades of the answers to each item, why they are no table of options, and notes for the reader.

    ``guess`` is how often a blind guess is right, where the options of every item are known and one of them is right.
    """

    scorer: str
    values: tuple[tuple[float, ...], ...]
    reason: str
    guess: float | None = None
    notes: tuple[str, ...] = ()


def grades_of(runs: Sequence[Run], reason: str) -> Grades:
    """The grades of all the answers in these runs."""
    check_models(runs)
    answers = [each for run in runs for each in run.answers]
    values = tuple(map(tuple, by_question(answers).values()))
    alone = all(len(each.item.target) == 1 for each in answers)
    notes = tuple(dict.fromkeys(note for run in runs for note in run.notes))
    return Grades(runs[0].scorer, values, reason, guessing(answers) if alone else None, notes)
