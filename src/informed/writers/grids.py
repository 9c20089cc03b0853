"""Rows of any result as tables to read: what is the same in every row is said once, what is empty is left out."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from informed.core.estimate import as_json
from informed.core.registry import FAMILIES, get
from informed.core.result import LONG, MOST, Grid, Result
from informed.core.words import count, is_p, number, p_cell, percent
from informed.writers.layout import Groups, group_rows, seen

TELLING = ("balanced_accuracy", "f_measure", "average_f", "average_g")  # shown beside the headline measures


def shown(names: Iterable[str], every: bool) -> list[str]:
    """All names, or the most telling ones and those of one's own."""
    names = list(names)
    telling = [name for name in names if get(name).headline or name in TELLING or get(name).family not in FAMILIES]
    return names if every or not telling else telling


MOST_GROUPS = 12  # that a screen lists
NAMES = {"n": "items", "p_adjusted": "p (adjusted)", "std": "standard deviation"}
ABOUT = ("rows", "note", "notes", "warnings")  # facts that are said elsewhere on a page
ENDS = ("low", "high", "level")
Row = Mapping[str, Any]


def group_grid(by: Sequence[str], name: str, found: Groups, level: float, spared: int = 0) -> list[Grid]:
    """The groups as a table, the lowest first; none where there are none."""
    if not found:
        return []
    rows, others = group_rows(by, name, found, level), f"more groups, with higher {name}"
    about = f"Each group by itself, the lowest {name} first"
    return [Grid("Groups", rows, about, most=MOST_GROUPS, others=others, spared=spared)]


def grids(result: Result, title: str = "What was found") -> list[Grid]:
    """The rows of a result as one table; a single row is told by `facts` alone."""
    every = result.rows()
    rows = _telling(every) if len(every) > LONG else every
    if len(rows) < 2:
        return []
    names = _differing(rows)
    shown = [name for name in names if name not in ENDS]
    body = [_folded(row) for row in rows[:MOST]]
    sure = any(row.get("interval") for row in body)
    place = 1 + shown.index(_bounded(names))
    shown[place:place] = ["interval"] if sure else []
    cells = [[_told(name, row.get(name), _whole(rows, name)) for name in shown] for row in body]
    few = min(len(rows), MOST)
    more = f"{few} of {len(every):,} rows; JSON output holds all of them" if few < len(every) else ""
    left = next((place for place, name in enumerate(shown) if not _is_text(rows, name)), len(shown))
    return [Grid(title, [[_head(name, rows) for name in shown], *cells], more, max(left, 1))]


def _telling(rows: Sequence[Row]) -> Sequence[Row]:
    """Of one row per measure, those of the most telling measures; all rows of anything else."""
    names = [row.get("measure") for row in rows]
    if None in names or len(set(names)) < len(names):
        return rows
    kept = set(shown(map(str, names), every=False))
    return [row for row in rows if row["measure"] in kept]


def facts(result: Result) -> dict[str, str]:
    """Single facts of a result: those of its JSON, and what all of its rows have in common."""
    rows = result.rows()
    alike = rows[0] if len(rows) == 1 else {name: rows[0][name] for name in _alike(rows)} if rows else {}
    found = {**alike, **{name: value for name, value in as_json(result.facts()).items() if name not in ABOUT}}
    single = {name: _single(name, value) for name, value in _folded(found).items() if name not in ENDS}
    return {_head(name, rows): text for name, text in single.items() if text}


def notes(result: Result) -> list[str]:
    """What a reader should bear in mind."""
    found = result.facts()
    note = found.get("note")
    return [*([note] if note else []), *(found.get("warnings") or ()), *(found.get("notes") or ())]


def _names(rows: Sequence[Row]) -> list[str]:
    """The columns that hold anything, in the order they are met."""
    names = dict.fromkeys(name for row in rows for name in row)
    return [name for name in names if any(row.get(name) not in (None, "") for row in rows)]


def _alike(rows: Sequence[Row]) -> list[str]:
    """Columns that say the same in every row, save the first, which names the rows."""
    names = _names(rows)[1:] if len(rows) > 1 else []
    return [name for name in names if all(row.get(name) == rows[0].get(name) for row in rows)]


def _folded(row: Row) -> dict[str, Any]:
    """Both ends of an interval as one text; where they meet, as one number."""
    low, high = row.get("low"), row.get("high")
    if low is None:
        return {**row, "interval": ""}
    high = math.inf if high is None else high  # a low end alone: the ratio has no upper bound
    return {**row, "interval": number(low) if low == high else f"{number(low)} to {number(high)}"}


def _differing(rows: Sequence[Row]) -> list[str]:
    """The columns that a table shows."""
    alike = _alike(rows)
    return [name for name in _names(rows) if name not in alike]


def _bounded(names: Sequence[str]) -> str:
    """The column whose ends the rows hold: the value, or the number just before them; else the first, a name."""
    before = [name for name in names[: names.index("low")] if name not in ENDS] if "low" in names else []
    return "value" if "value" in names else (before or names[:1])[-1]


def _head(name: str, rows: Sequence[Row]) -> str:
    levels = {float(row["level"]) for row in rows if row.get("level")}
    if name == "interval" and len(levels) == 1:
        return f"{percent(levels.pop())} interval"
    names = _differing(rows)
    if name == "interval" and _bounded(names) == names[0]:
        return "range"
    return NAMES.get(name, name.replace("_", " "))


def _whole(rows: Sequence[Row], name: str) -> bool:
    """Whether a column counts something, though it may be written in floating point."""
    values = [row[name] for row in rows if isinstance(row.get(name), (int, float))]
    return any(abs(value) > 1 for value in values) and all(float(value).is_integer() for value in values)


def _is_text(rows: Sequence[Row], name: str) -> bool:
    return any(isinstance(row.get(name), str) for row in rows)


def _cell(value: Any, whole: bool = False) -> str:
    if value is None or isinstance(value, dict):
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return " / ".join(" ".join(map(_cell, row)) if isinstance(row, (list, tuple)) else _cell(row) for row in value)
    if isinstance(value, (int, float)):
        return count(value) if whole or isinstance(value, int) else number(value)
    return seen(value)


def _told(name: str, value: Any, whole: bool = False) -> str:
    return p_cell(value) if is_p(name) and isinstance(value, (int, float)) else _cell(value, whole)


def _single(name: str, value: Any) -> str:
    """A fact in one piece: a scalar, or an estimate with its interval; nothing of what is larger."""
    if isinstance(value, dict) and {"value", "low", "high"} <= value.keys():
        within = _folded(value)["interval"]
        return _cell(value["value"]) + (f" ({within})" if within else "")
    return "" if isinstance(value, (list, tuple, dict)) or value in (None, "") else _told(name, value)
