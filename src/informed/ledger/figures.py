"""The leading numbers of runs, as they were when recorded."""

import math
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from informed.core.estimate import Estimate
from informed.core.result import Result
from informed.core.saving import Saved
from informed.core.words import fixed
from informed.ledger.run import TABLES, reader

NAMED = 3  # intervals that a sentence names
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
    def of(cls, row: Sequence[Any]) -> "Recorded":
        """A row of the view."""
        return cls._make(READ(row))


def figures(result: Result | Saved, system: str) -> list[tuple[Any, ...]]:
    """The rows of the table ``figure`` below the run: system, group, label, measure, value and interval."""
    if not isinstance(result, Result):
        return []
    rows = {row[:4]: row for row in _rows(result, system)}
    return list(rows.values())


def _rows(result: Result, system: str) -> Iterator[tuple[Any, ...]]:
    for place, found in _placed(result, system):
        yield *place, *map(_finite, (found.value, found.low, found.high, found.chance, found.level))


def _placed(result: Result, system: str) -> Iterator[tuple[tuple[str, str, str, str], Estimate]]:
    for each in result.key_figures():
        if each.minus is not None:  # a run keeps what each system reached; differences follow
            continue
        group = "" if each.group is None else ", ".join(map(str, each.group))
        label = "" if each.label is None else str(each.label)
        yield (each.system or system, group, label, each.measure), each.estimate


def changed(recorded: Sequence[Recorded], result: Result, system: str) -> str | None:
    """Which intervals were recorded by another method than this version takes; None where all are the same."""
    kept = {(each.system, each.group, each.label, each.measure): (each.low, each.high) for each in recorded}
    found = []
    for place, new in _placed(result, system):
        old, now = kept.get(place, (None, None)), (new.low, new.high)
        pairs = [(was, is_) for was, is_ in zip(old, now, strict=True) if was is not None and is_ is not None]
        if len(pairs) < 2 or all(math.isclose(*pair, rel_tol=1e-9, abs_tol=1e-12) for pair in pairs):
            continue
        was, here = (" to ".join(fixed(end, 3) for end in each) for each in zip(*pairs, strict=True))
        found.append(f"{' '.join(filter(None, place[1:]))} {was}, now by {new.method!r} {here}")
    more = f"; and {len(found) - NAMED} more" if len(found) > NAMED else ""
    return f"recorded with another method: {'; '.join(found[:NAMED])}{more}" if found else None


def _finite(value: float | None) -> float | None:
    return None if value is None or not math.isfinite(value) else float(value)
