"""Values inside other values, by their path: ``data.expected``, ``choices[0].label``."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")

Types = Mapping[str, Any]
"""Columns by name, each with its type in DuckDB."""


def names(types: Types) -> tuple[str, ...]:
    """The names of columns; of one that holds objects the paths to what is in them."""
    return tuple(name for column, kind in types.items() for name in _leaves(column, kind))


def _leaves(name: str, kind: Any) -> Iterator[str]:
    if kind.id != "struct":
        yield name
        return
    for key, child in kind.children:
        yield from _leaves(f"{name}.{key}", child)


def column_of(name: str, types: Types) -> str | None:
    """The column that a name or a path begins with."""
    if name in types:
        return name
    return max((each for each in types if name.startswith((f"{each}.", f"{each}["))), key=len, default=None)


def expression(name: str, types: Types, json: bool = False) -> str | None:
    """A column, or what a path leads to in one, in SQL; None where there is no such. ``json``: columns hold JSON."""
    column = column_of(name, types)
    if column is None or (steps := split(name[len(column) :])) is None or not _leads(types[column], steps, json):
        return None
    found = _quoted(column)
    if json and steps:
        path = "".join(f"[{step}]" if isinstance(step, int) else f'."{step}"' for step in steps).replace("'", "''")
        return f"json_extract({found}, '${path}')"
    return found + "".join(f"[{step + 1}]" if isinstance(step, int) else f".{_quoted(step)}" for step in steps)


def chosen(relation: Any, wanted: Sequence[str], types: Types) -> Any:
    """The relation, with a column of its own for every path that is wanted."""
    if not types or all(name in types for name in wanted):
        return relation
    return relation.project(
        ", ".join(f"{expression(name, types)} as {_quoted(name)}" for name in dict.fromkeys(wanted))
    )


def split(path: str) -> list[str | int] | None:
    """The steps of a path, None where it is none."""
    found = list(STEP.finditer(path))
    if "".join(each[0] for each in found) != path:
        return None
    return [each[1] if each[1] is not None else int(each[2]) for each in found]


def _leads(kind: Any, steps: Sequence[str | int], json: bool) -> bool:
    """Whether values of this type may hold something there; JSON with many keys is a map to DuckDB."""
    if not steps or (json and str(kind) == "JSON"):
        return True
    step, *rest = steps
    if kind.id not in ("struct", "list", "array", "map"):
        return False
    inside = dict(kind.children)
    if kind.id == "struct":
        return step in inside and _leads(inside[step], rest, json)
    if kind.id == "map":
        return json and isinstance(step, str) and _leads(inside["value"], rest, json)
    return isinstance(step, int) and _leads(inside["child"], rest, json)


def within(row: Any, path: Sequence[str | int]) -> Any:
    """What lies in a value of Python there, None where nothing does."""
    for step in path:
        try:
            row = row[step]
        except (KeyError, IndexError, TypeError):
            return None
    return row


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
