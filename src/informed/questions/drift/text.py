"""Drift in print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.core.door import door
from informed.writers.layout import columns, sentences
from informed.writers.text import last, screen

if TYPE_CHECKING:
    from informed.questions.drift.compute import Drift

MOST = 10


def drift(found: Drift, *, every: bool = False) -> str:
    """The sentences, and the evidence at the last looks."""
    left = 0 if every else max(len(found.looks) - MOST, 0)
    table = columns(listed(found, left), left=2) + (
        f"\n  ... and {left:,} earlier looks: {door().every}" if left else ""
    )
    head = f"Has it changed?   task {found.task}, system {found.system}"
    return screen([head, sentences(found.verdict), f"{table}\n  {legend(found)}"], last(found, every), every)


def listed(found: Drift, left: int) -> list[list[str]]:
    """A row for each look but the first so many, under their names."""
    rows = [["look", "until (UTC)", "runs", "items", "evidence"]]
    for place, each in list(enumerate(found.looks, 1))[left:]:
        mark = " alarm" if found.alarm == place - 1 else " changed" if found.since == place - 1 else ""
        size = [str(each.runs), f"{each.n:,}", evidence(each.evidence) + mark]
        rows.append([str(place), f"{each.time:%Y-%m-%d %H:%M}", *size])
    return rows


def legend(found: Drift) -> str:
    """When the alarm rings."""
    return f"alarm when the evidence reaches {1 / (1 - found.level):g}: the odds won by betting on a change"


def evidence(value: float) -> str:
    """Odds as a reader wants them: above a thousand their size alone."""
    if value >= 1000:
        return f"over {10 ** min(len(str(int(value))) - 1, 6):,}"
    return f"{value:.3g}" if value >= 0.001 else "under 0.001"
