"""Results as rows and as flat numbers: CSV, Markdown, the metrics of trackers."""

import csv as csv_module
import json
import re
from collections.abc import Iterable, Sequence
from itertools import chain
from types import SimpleNamespace
from typing import Any

from informed.core.result import Result
from informed.core.words import is_p, number, p_cell

FORMULA = re.compile("[=@\t\r\n\uff1d\uff20]|[+\uff0b\uff0d-].", re.DOTALL)  # wide signs too; a sign alone is none
NUMBER = re.compile(r"[+-]?[\d.]+(e[+-]?\d+)?", re.IGNORECASE)


def csv(result: Result, **_: Any) -> str:
    """One line a row; an empty field where there is nothing, lists and tables as JSON."""
    return listed(result.rows())


def listed(rows: list[dict[str, Any]]) -> str:
    """Rows as CSV."""
    names = _fields(rows)
    return delimited(names, ([_flat(row.get(name)) for name in names] for row in rows))


def delimited(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Names and rows as CSV; whatever text a spreadsheet would compute has an apostrophe before it."""
    lines: list[str] = []
    ended = SimpleNamespace(write=lambda line: lines.append(line.removesuffix("\r\n")))
    writer = csv_module.writer(ended, lineterminator="\r\n")  # so that a cell with either end of a line is quoted
    writer.writerows([_inert(value) for value in line] for line in chain([names], rows))
    return "".join(f"{line}\n" for line in lines)


def markdown(result: Result, **_: Any) -> str:
    """The verdict, and the rows as a table."""
    rows = result.rows()
    names = _fields(rows)
    body = [[_cell(name, row.get(name)) for name in names] for row in rows]
    parts = [_verdict(result), *([grid([names, *body])] if rows else []), _escaped(result.signature)]
    return "\n\n".join(filter(None, parts)) + "\n"


def headed(text: str, title: str, source: str) -> str:
    """A Markdown text under a title, which says what the text is about."""
    return "\n\n".join([f"# {_escaped(title)}", *([_escaped(source)] if source else []), text])


def metrics(result: Result, *, every: bool = False, **_: Any) -> str:
    """The flat names and numbers as JSON, which DVC reads."""
    return json.dumps(result.metrics(every=every), ensure_ascii=False, indent=2)


def _fields(rows: list[dict[str, Any]]) -> list[str]:
    """The names of all columns, in the order they are met."""
    return list(dict.fromkeys(name for row in rows for name in row))


def _flat(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (list, tuple, dict)) else value


def _inert(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and FORMULA.match(value) and not NUMBER.fullmatch(value) else value


def _cell(name: str, value: Any) -> str:
    value = _flat(value)
    if is_p(name) and isinstance(value, (int, float)):
        return p_cell(value)
    return number(value) if isinstance(value, float) else "" if value is None else str(value)


def _verdict(result: Result) -> str:
    return "\n".join(f"- {_escaped(sentence)}" for sentence in result.verdict)


def grid(rows: list[list[str]]) -> str:
    """Rows as a Markdown table, the first of them its head."""
    head, *body = ([_escaped(cell) for cell in row] for row in rows)
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *body]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _escaped(cell: str) -> str:
    return cell.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")
