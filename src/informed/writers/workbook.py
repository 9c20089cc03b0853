"""Results as Excel workbooks: rows as they are, and tables with live formulas.

The active spreadsheet of Powers 2003 as a file: who changes a count sees margins, chance, measures and the betting slip
change. The formulas use whole counts and no array functions, so that every spreadsheet program reads them.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from informed.core.counts import Counts
from informed.readers.files.workbooks import openpyxl
from informed.writers.cached import with_values
from informed.writers.sheet import Sheet, put
from informed.writers.tabular import _fields, _flat

if TYPE_CHECKING:
    from informed.core.result import Result

FIGURE = "Figure 1 of 2003"  # the sheet whose counts follow from N, prevalence, decision probability and G %
FOUND = "As computed"  # the sheet of what was found, which stays as it is
LONGEST = 31  # characters of the name of a sheet
MOST_LABELS = 100  # on a sheet with formulas
MOST_SHEETS = 50
REFUSED = re.compile(r"[\[\]:*?/\\]")  # in the name of a sheet


def workbook(result: "Result", title: str = "", source: str = "") -> bytes:
    """The verdict and the rows, under a title and what they are about."""
    book = _empty()
    _found(book, result, title, source)
    return with_values(book)


def active_workbook(result: "Result", parts: Sequence[tuple[str, Counts]], title: str = "", source: str = "") -> bytes:
    """A sheet with live formulas for each named table, as far as there is room, and a sheet of what was found."""
    book = _empty()
    for name, counts in parts[:MOST_SHEETS]:
        if counts.square and len(counts.labels) <= MOST_LABELS:
            Sheet(book.create_sheet(_title(name, book.sheetnames)), counts).write(title, source)
    if (counts := parts[0][1]).square and len(counts.labels) == 2 and counts.table.sum() > 0:
        Sheet(book.create_sheet(_title(FIGURE, book.sheetnames)), counts, model=True).write(FIGURE, source)
    _found(book, result, title, source)
    return with_values(book)


def _empty() -> Any:
    book = openpyxl().Workbook()
    book.remove(book.active)
    return book


def _title(name: str, taken: Sequence[str]) -> str:
    """A name that a sheet may have and none has."""
    plain = REFUSED.sub("_", name).strip("'")[:LONGEST] or "group"
    used = {each.lower() for each in taken}
    for number in range(2, len(taken) + 3):
        if plain.lower() not in used:
            break
        plain = f"{plain[: LONGEST - 4]} {number}"
    return plain


def _found(book: Any, result: "Result", title: str, source: str) -> None:
    rows = result.rows()
    names = _fields(rows)
    lines = [[each] for each in (*filter(None, (title, source)), *result.verdict, result.signature)]
    lines += [[], names, *([_flat(row.get(name)) for name in names] for row in rows)]
    sheet = book.create_sheet(_title(FOUND, book.sheetnames))
    for place, line in enumerate(lines, 1):
        for column, value in enumerate(line, 1):
            put(sheet.cell(place, column), value)
