"""Recovered tables in print."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from informed.core.door import arg
from informed.core.registry import get
from informed.core.validate import Numbers
from informed.core.words import count, number
from informed.writers.layout import columns, sentences, wrapped
from informed.writers.text import last, screen

if TYPE_CHECKING:
    from informed.questions.recover.by_label import LabelRecovery
    from informed.questions.recover.compute import Range, Recovery


MOST_TABLES, FEW_TABLES, ABREAST = 20, 3, 3  # with --all, else, and side by side
SCREEN = ("accuracy", "f_measure", "recall", "precision", "prevalence", "mcc", "proficiency")
PER_LABEL = ("recall", "precision", "f_measure", "informedness", "markedness")


def recovery(recovery: Recovery, *, every: bool = False) -> str:
    """How many tables fit, the measures they leave open or settle, and the tables themselves if few."""
    parts = [
        "Which table was it?",
        sentences(recovery.verdict),
        _measures(recovery.measures, every, recovery.given),
        _tables(recovery, every),
    ]
    return screen(parts, last(recovery, every), every)


def _measures(measures: dict[str, Range], every: bool, given: Iterable[str] = ()) -> str:
    """The measures; by default a few, none that was given, equals another by definition or stands in the verdict."""
    told = {*given, "informedness"}
    shown = {name: each for name, each in measures.items() if every or (name in SCREEN and name not in told)}
    rows = [["measure", "from", "to"]]
    rows += [[name, *_ends(each)] for name, each in shown.items()]
    return columns(rows)


def telling(name: str) -> bool:
    """Whether a measure is shown before all others."""
    which = get(name)
    return which.headline or which.proportion


def _ends(each: Range) -> list[str]:
    return [number(each.low, 4), "" if each.value is not None else number(each.high, 4)]


def fitting(recovery: Recovery) -> list[list[str]]:
    """The first tables that fit, one a line."""
    tables = [list(map(count, table.ravel())) for table in recovery.tables[:MOST_TABLES]]
    return [["tp", "fn", "fp", "tn"], *tables]


def _tables(recovery: Recovery, every: bool) -> str:
    """The first tables that fit, side by side, each with both axes named."""
    shown = recovery.tables[: MOST_TABLES if every else FEW_TABLES]
    width = max(len(count(cell)) for cell in shown.ravel())
    lines = [_side_by_side(shown[start : start + ABREAST], width) for start in range(0, len(shown), ABREAST)]
    rest = len(recovery.tables) - len(shown)
    head = "The table" if len(recovery.tables) == 1 else "The tables, nearest to the values given first"
    more = f"\n\n  ... and {rest:,} more: {arg('style', 'json')}, or .tables" if rest else ""
    return f"{head}\n" + "\n\n".join(lines) + more


def _side_by_side(tables: Numbers, width: int) -> str:
    """Tables abreast, each with both axes named."""
    grids = [_grid([[count(cell) for cell in row] for row in table], width) for table in tables]
    return "\n".join(("  " + "    ".join(line)).rstrip() for line in zip(*grids, strict=True))


def _grid(cells: list[list[str]], width: int) -> list[str]:
    rows = [("actual", "+", "-"), *((label, *row) for label, row in zip("+-", cells, strict=True))]
    lines = [f"{'':8}predicted", *(f"{name:8}{one:>{width}}  {two:>{width}}" for name, one, two in rows)]
    return [line.ljust(max(map(len, lines))) for line in lines]


def label_recovery(recovery: LabelRecovery, *, every: bool = False) -> str:
    """The whole as far as it is determined, then each label."""
    rows = [["label", *PER_LABEL]]
    for label, measures in recovery.by_label.items():
        rows.append([str(label), *(_both(measures[name]) if name in measures else "-" for name in PER_LABEL)])
    parts = [
        "Which table was it?",
        sentences(recovery.verdict),
        *([_measures(recovery.measures, every)] if recovery.measures else []),
        columns(rows),
    ]
    if recovery.undetermined:
        left = f"Not determined (they depend on which wrong label was said): {', '.join(recovery.undetermined)}."
        parts.append(wrapped(left))
    return screen(parts, last(recovery, every), every)


def _both(each: Range) -> str:
    low, high = _ends(each)
    return f"{low} to {high}" if high else low
