"""The leading numbers of runs, as they were when recorded."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from informed.core.result import Result
from informed.core.saving import Saved
from informed.ledger.rows import TABLES, reader

READ = reader("estimate", list(TABLES["estimate"]))


class Recorded(NamedTuple):
    """One number of a run; ``group`` and ``label`` are empty for the whole."""

    run: str
    time: datetime
    task: str
    system: str
    version: str
    group: str
    label: str
    measure: str
    value: float | None
    low: float | None
    high: float | None
    chance: float | None
    level: float | None
    n: int | None

    @classmethod
    def columns(cls) -> list[str]:
        """The columns of the view ``estimate``, in this order."""
        return list(TABLES["estimate"])

    @classmethod
    def of(cls, row: Sequence[Any]) -> Recorded:
        """A row of the view."""
        return cls._make(READ(row))


def figures(result: Result | Saved, system: str) -> list[tuple[Any, ...]]:
    """The rows of the table ``figure`` below the run: system, group, label, measure, value and interval."""
    if not isinstance(result, Result):
        return []
    rows = {row[:4]: row for row in _rows(result, system)}
    return list(rows.values())


def _rows(result: Result, system: str) -> Iterator[tuple[Any, ...]]:
    for each in result.key_figures():
        if each.minus is not None:  # a run keeps what each system reached; differences follow
            continue
        group = "" if each.group is None else ", ".join(map(str, each.group))
        label = "" if each.label is None else str(each.label)
        found = each.estimate
        numbers = (found.value, found.low, found.high, found.chance, found.level)
        yield each.system or system, group, label, each.measure, *map(_finite, numbers)


def _finite(value: float | None) -> float | None:
    return None if value is None or not math.isfinite(value) else float(value)
