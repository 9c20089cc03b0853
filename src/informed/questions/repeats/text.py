"""Repeats in print: verdict first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.core.estimate import Estimate
from informed.core.words import ci, many, number
from informed.writers.layout import columns, noted, sentences
from informed.writers.text import last, screen

if TYPE_CHECKING:
    from informed.questions.repeats.compute import Repeats


def repeats(found: Repeats, *, every: bool = False) -> str:
    """The repeats to read."""
    times = f"{found.fewest}" if found.fewest == found.most else f"{found.fewest} to {found.most}"
    parts = [f"How steady?   {many(found.items, 'item')}, {times} answers each", sentences(found.verdict)]
    if found.drawn:
        parts.append(columns(drawn(found)))
    parts.append(columns(shares(found)))
    if every:
        parts.append(columns(bought(found)))
    return screen([*parts, *noted(found.notes)], last(found, every), every)


def drawn(found: Repeats) -> list[list[str]]:
    """What k answers to an item bring, below a head."""
    level = ci(found.mean.level)
    head = ["k answers", *(f"{name} ({level})" for name in ("one right", "all right", "majority right"))]
    return [head, *([str(each.k), *map(_cell, (each.pass_at, each.pass_all, each.majority))] for each in found.drawn)]


def shares(found: Repeats) -> list[list[str]]:
    """The two parts of the squared standard error below a head."""
    between = ["between items", number(found.between), number(1 - found.noise)]
    within = ["within items", number(found.within), number(found.noise)]
    return [["source", "variance", "share of the squared standard error"], between, within]


def bought(found: Repeats) -> list[list[str]]:
    """The standard error as it is, and with more items or repeats, below a head."""
    return [["standard error", "value"], *([name, number(value, 4)] for name, value in found.errors.items())]


def _cell(each: Estimate) -> str:
    """A value and its interval in one column."""
    return number(each.value, 2) + ("" if each.low is None else f" ({number(each.low, 2)} to {number(each.high, 2)})")
