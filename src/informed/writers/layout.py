"""Lines and columns of plain text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

WIDTH = 100
ROUNDING = 1e-15  # what is left of a 0 that was reached by subtracting
NUMBER_AND_UNIT = "\0%"  # a space that no line is broken at


def wrapped(line: str, indent: str = "  ") -> str:
    """A sentence over as many lines as it needs; the lines after a bullet hang below its text."""
    hang = indent + "  " * line.startswith(("*", "-"))
    whole = line.replace(" %", NUMBER_AND_UNIT)
    return textwrap.fill(whole, WIDTH, initial_indent=indent, subsequent_indent=hang).replace(NUMBER_AND_UNIT, " %")


def bullets(lines: Iterable[str]) -> str:
    """Sentences, each behind a bullet."""
    return "\n".join(wrapped(f"* {line}") for line in lines)


def noted(lines: Iterable[str], title: str = "Notes") -> Iterator[str]:
    """The notes below a report, each said once; nothing where there is none."""
    if found := list(dict.fromkeys(lines)):
        yield f"{title}\n" + "\n".join(wrapped(f"- {line}") for line in found)


def seen(label: object) -> str:
    """A label as it can be told from others: in quotes where space at its ends would not be seen, or there is none."""
    text = str(label)
    return text if text == text.strip() and text else repr(text)


def columns(rows: Iterable[Sequence[str]], left: int = 1, gap: str = "  ", indent: str = "  ") -> str:
    """Rows as aligned columns, the first ``left`` of them flush left, numbers flush right."""
    table = [list(row) for row in rows]
    widths = [max(len(row[place]) for row in table) for place in range(len(table[0]))]
    return "\n".join((indent + gap.join(_padded(row, widths, left))).rstrip() for row in table)


def _padded(row: Sequence[str], widths: Sequence[int], left: int) -> Iterable[str]:
    for place, (cell, width) in enumerate(zip(row, widths, strict=True)):
        yield cell.ljust(width) if place < left else cell.rjust(width)
