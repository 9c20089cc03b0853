"""Lines and columns of plain text."""

import math
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from informed.core.errors import door
from informed.core.estimate import Estimate
from informed.core.words import Next, ci, interval, number
from informed.core.writing import seen as seen

WIDTH = 80
EQUALS = "\0=\0"  # no line is broken at an equals sign
ROUNDING = 1e-15  # what is left of a 0 that was reached by subtracting


def wrapped(line: str, indent: str = "  ") -> str:
    """A sentence over as many lines as it needs; the lines after a bullet hang below its text."""
    hang = indent + "  " * line.startswith(("*", "-"))
    return textwrap.fill(line, WIDTH, initial_indent=indent, subsequent_indent=hang, break_on_hyphens=False)


def sentences(lines: Iterable[str]) -> str:
    """Sentences, each on a line of its own; what does not fit hangs below."""
    fill = textwrap.TextWrapper(WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
    return "\n".join(fill.fill(line.replace(" = ", EQUALS)).replace(EQUALS, " = ") for line in lines)


def following(steps: Iterable[Next]) -> str:
    """What to do next; what can be pasted stands below where it is long, broken as the door breaks lines."""
    lines = []
    for step in steps:
        told = f"Next: {step.told()}"
        action = told.removeprefix(f"Next: {step.aim}: ")
        if len(told) <= WIDTH or action == told:
            lines.append(textwrap.fill(told, WIDTH, subsequent_indent="  ", break_on_hyphens=False))
            continue
        kept = re.sub(r"'[^']*'", lambda quoted: quoted[0].replace(" ", "\0"), action)
        kept = re.sub(r"(--[\w-]+) (?!--)", "\\1\0", kept)  # an option stays with its value
        room = WIDTH - 2 if len(action) <= WIDTH - 2 else WIDTH - 4 - len(door().broken)
        parts = textwrap.wrap(kept, room, break_on_hyphens=False, break_long_words=False)
        about = textwrap.fill(f"Next: {step.aim}:", WIDTH, subsequent_indent="  ", break_on_hyphens=False)
        pasted = f"{door().broken}\n    ".join(parts).replace("\0", " ")
        lines.append(f"{about}\n  {pasted}")
    return "\n".join(lines)


def fitted(line: str) -> str:
    """A line cut to the width of the screen."""
    return line if len(line) <= WIDTH else f"{line[: WIDTH - 3].rstrip()}..."


def noted(lines: Iterable[str], title: str = "Notes") -> Iterator[str]:
    """The notes below a report, each said once; nothing where there is none."""
    if found := list(dict.fromkeys(lines)):
        yield f"{title}\n" + "\n".join(wrapped(f"- {line}") for line in found)


def remarks(lines: Iterable[str]) -> str:
    """The notes of a default screen, each once and on a line of its own."""
    return "\n".join(wrapped(f"Note: {line}") for line in dict.fromkeys(lines))


LONGEST = 18  # letters of a label in a table of the default screen


def cut(label: object) -> str:
    """A label short enough for a table; a longer one is cut in its middle."""
    text = seen(label)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 8]}...{text[-5:]}"


def columns(rows: Iterable[Sequence[str]], left: int = 1, gap: str = "  ", indent: str = "  ") -> str:
    """Rows as aligned columns, the first ``left`` of them flush left, numbers flush right."""
    table = [list(row) for row in rows]
    widths = [max(len(row[place]) for row in table) for place in range(len(table[0]))]
    return "\n".join((indent + gap.join(_padded(row, widths, left))).rstrip() for row in table)


def _padded(row: Sequence[str], widths: Sequence[int], left: int) -> Iterable[str]:
    for place, (cell, width) in enumerate(zip(row, widths, strict=True)):
        yield cell.ljust(width) if place < left else cell.rjust(width)


Groups = Mapping[tuple[Any, ...], tuple[int, Estimate]]
"""How many items each group has, and its value."""


def group_rows(by: Sequence[str], name: str, found: Groups, level: float) -> list[list[str]]:
    """The value of each group, the worst first, below a head."""
    order = sorted(found, key=lambda group: (math.isnan(found[group][1].value), found[group][1].value))
    each = [(group, *found[group]) for group in order]
    rows = [[", ".join(map(seen, group)), f"{n:,}", number(value.value), interval(value)] for group, n, value in each]
    return [[", ".join(by), "items", name, ci(level)], *rows]
