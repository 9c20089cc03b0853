"""Numbers and columns of plain text."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Iterator, Sequence

from informed.inference.estimate import Estimate

WIDTH = 100


def wrapped(line: str, indent: str = "  ") -> str:
    """A sentence over as many lines as it needs; the lines after a bullet hang below its text."""
    hang = indent + "  " * line.startswith(("*", "-"))
    return textwrap.fill(line, WIDTH, initial_indent=indent, subsequent_indent=hang)


def bullets(lines: Iterable[str]) -> str:
    """Sentences, each behind a bullet."""
    return "\n".join(wrapped(f"* {line}") for line in lines)


def noted(lines: Iterable[str], title: str = "Notes") -> Iterator[str]:
    """The notes below a report, each said once; nothing where there is none."""
    if found := list(dict.fromkeys(lines)):
        yield f"{title}\n" + "\n".join(wrapped(f"- {line}") for line in found)


def number(value: float | None, digits: int = 3) -> str:
    """A number for reading; undefined is a dash, never a word that could be taken for a value."""
    if value is None or math.isnan(value):
        return "-"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if value == 0:
        return "0"
    if abs(value) >= 1e6 or abs(value) < 10**-digits:
        return f"{value:.2e}"
    return f"{value:.{digits}f}" if abs(value) < 100 else f"{value:,.1f}"


def count(value: float) -> str:
    """A cell of a table: whole numbers whole, weights and proportions short."""
    return f"{int(value):,}" if float(value).is_integer() else f"{value:,.4g}"


def interval(estimate: Estimate) -> str:
    """Both ends, or nothing."""
    if estimate.low is None or estimate.high is None:
        return ""
    return f"{number(estimate.low)} to {number(estimate.high)}"


def signed(value: float | None, digits: int = 3) -> str:
    """A gain or a loss: its sign always shown; what rounding left of nothing is nothing."""
    value = value if value is None else round(value, 12)
    text = number(value, digits)
    return f"+{text}" if value is not None and value > 0 else text


def columns(rows: Iterable[Sequence[str]], left: int = 1, gap: str = "  ", indent: str = "  ") -> str:
    """Rows as aligned columns, the first ``left`` of them flush left, numbers flush right."""
    table = [list(row) for row in rows]
    widths = [max(len(row[place]) for row in table) for place in range(len(table[0]))]
    return "\n".join((indent + gap.join(_padded(row, widths, left))).rstrip() for row in table)


def _padded(row: Sequence[str], widths: Sequence[int], left: int) -> Iterable[str]:
    for place, (cell, width) in enumerate(zip(row, widths, strict=True)):
        yield cell.ljust(width) if place < left else cell.rjust(width)
