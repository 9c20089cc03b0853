"""Graded runs in print: verdict first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.core.door import door
from informed.core.grid import Grid
from informed.core.words import ci, interval, many, number, p_cell, signed
from informed.writers.grids import group_grid
from informed.writers.layout import columns, cut, noted, seen, sentences
from informed.writers.text import last, screen

if TYPE_CHECKING:
    from informed.questions.grade.compute import Grading
    from informed.questions.grade.pairs import GradeComparison

MOST_PAIRS, MOST_GROUPED = 6, 12


def grading(found: Grading, *, every: bool = False) -> str:
    """The run to read."""
    each = found.estimate
    rows = [
        ["measure", "value", ci(each.level)],
        [found.measure, number(each.value), interval(each)],
    ]
    parts: list[str | Grid] = [
        f"How often right?   {many(found.items, 'item')}, graded",
        sentences(found.verdict),
        columns(rows),
    ]
    if found.groups:
        parts += group_grid(found.by, found.measure, found.groups, each.level or 0.95)
    notes = [*found.notes, *([each.note] if each.note else [])]
    return screen([*parts, *noted(notes)], last(found, every), every)


def grade_comparison(found: GradeComparison, *, every: bool = False) -> str:
    """The systems, the best first, their differences, and where they differ."""
    head = f"Which is graded better?   {many(found.items, 'item')}, {len(found.values)} systems, the same items"
    shown = len(found.differences) if every else MOST_PAIRS
    parts = [head, sentences(found.verdict), columns(ranked(found), left=2), columns(pairs(found)[: 1 + shown])]
    if (left := len(found.differences) - shown) > 0:
        parts.append(f"  ... and {many(left, 'more pair')}: {door().every}")
    if found.groups:
        parts.append(columns(grouped(found)[: None if every else 1 + MOST_GROUPED], left=2))
        if not every and (left := len(grouped(found)) - 1 - MOST_GROUPED) > 0:
            parts.append(f"  ... and {many(left, 'more row')} of groups: {door().every}")
    return screen([*parts, *noted(found.notes)], last(found, every), every)


def ranked(found: GradeComparison) -> list[list[str]]:
    """The systems, the best first, below a head."""
    order = sorted(found.values, key=lambda name: (found.ranks[name], -found.values[name].value))
    best = [[str(found.ranks[name]), name, *_cells(found, name)] for name in order]
    return [["rank", "system", found.measure, ci(found.level)], *best]


def pairs(found: GradeComparison) -> list[list[str]]:
    """The differences below a head, each named by its pair."""
    rows = [["difference", "", ci(found.level), "p", "items better"]]
    for each in found.differences:
        told = [signed(each.estimate.value), interval(each.estimate), p_cell(each.p_adjusted)]
        better = f"{cut(each.second)} {each.second_better:,}, {cut(each.first)} {each.first_better:,}"  # as given
        rows.append([f"{each.first} - {each.second}", *told, better])
    return rows


def grouped(found: GradeComparison) -> list[list[str]]:
    """The differences in each group below a head."""
    rows = [[", ".join(found.by), "difference", "items", found.measure, ci(found.level), "p"]]
    for part in found.groups:
        name = ", ".join(map(seen, part.group or ()))
        for each in part.differences:
            told = [signed(each.estimate.value), interval(each.estimate), p_cell(each.p_adjusted)]
            rows.append([name, f"{each.first} - {each.second}", f"{part.items:,}", *told])
    return rows


def _cells(found: GradeComparison, name: str) -> list[str]:
    return [number(found.values[name].value), interval(found.values[name])]
