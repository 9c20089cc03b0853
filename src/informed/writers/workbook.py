"""Results as Excel workbooks: rows as they are, and tables with live formulas.

The active spreadsheet of Powers 2003 as a file: who changes a count sees margins, chance, measures and the betting slip
change. The formulas use whole counts and no array functions, so that every spreadsheet program reads them.
"""

import io
import re
import zipfile
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from informed.core.counts import Counts
from informed.core.result import Result
from informed.readers.files.workbooks import openpyxl
from informed.writers.sheet import Sheet, put
from informed.writers.tabular import _fields, _flat

TOKEN = re.compile(r'"[^"]*"|\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?|[<>]=?|=|\^')
WRITTEN = re.compile(rb'<c r="([A-Z]+\d+)"([^>]*)><f>([^<]*)</f><v ?/?>(?:</v>)?</c>')
FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "SUM": lambda *values: sum(float(np.sum(each)) for each in values),
    "SUMPRODUCT": lambda *values: float(np.sum(np.prod([np.ravel(each) for each in values], axis=0))),
    "SUMSQ": lambda values: float(np.sum(np.square(values))),
    "IF": lambda test, yes, no: yes if test else no,
    "LOG": lambda value, base: np.log(value) / np.log(base),
    "LN": np.log,
    "EXP": np.exp,
    "SQRT": np.sqrt,
    "SIGN": np.sign,
    "ABS": abs,
    "MAX": max,
}


class Values:
    """The value of every cell of a sheet, its formulas worked out when they are needed."""

    def __init__(self, sheet: Any) -> None:
        self.sheet, self.known = sheet, dict[str, Any]()

    def at(self, place: str) -> Any:
        """The value of one cell, or the array of a range."""
        place = place.replace("$", "")
        if ":" in place:
            return np.array([[self.at(cell.coordinate) for cell in row] for row in self.sheet[place]])
        if place not in self.known:
            cell = self.sheet[place]
            self.known[place] = self._worked_out(cell.value) if cell.data_type == "f" else _number(cell.value)
        return self.known[place]

    def _worked_out(self, formula: str) -> Any:
        """A formula of `writers.sheet`, which has no label in it, as Python would write it."""

        def written(token: re.Match[str]) -> str:
            text = token[0]
            return {"=": "==", "^": "**"}.get(text) or (
                f"at({text!r})" if text[0] in "$ABCDEFGHIJKLMNOPQRSTUVWXYZ" else text
            )

        with np.errstate(all="ignore"):
            return eval(TOKEN.sub(written, formula[1:]), {"__builtins__": {}, "at": self.at, **FUNCTIONS})


def _number(value: Any) -> Any:
    return np.float64(value or 0) if value is None or isinstance(value, (int, float)) else value


def with_values(book: Any) -> bytes:
    """The file of a workbook, each formula with its value."""
    plain, full = io.BytesIO(), io.BytesIO()
    book.save(plain)
    with zipfile.ZipFile(plain) as before, zipfile.ZipFile(full, "w", zipfile.ZIP_DEFLATED) as after:
        for name in before.namelist():
            content = before.read(name)
            if sheet := re.fullmatch(r"xl/worksheets/sheet(\d+)\.xml", name):
                content = _filled(content, Values(book.worksheets[int(sheet[1]) - 1]))
            after.writestr(before.getinfo(name), content)
    return full.getvalue()


def _filled(content: bytes, values: Values) -> bytes:
    def cell(found: re.Match[bytes]) -> bytes:
        place, style, formula = found.groups()
        value = values.at(place.decode())
        if isinstance(value, str):
            return b'<c r="%b"%b t="str"><f>%b</f><v>%b</v></c>' % (place, style, formula, value.encode())
        written = repr(float(value)).encode() if np.isfinite(value) else b""
        return b'<c r="%b"%b><f>%b</f><v>%b</v></c>' % (place, style, formula, written)

    return WRITTEN.sub(cell, content)


FIGURE = "Figure 1 of 2003"  # the sheet whose counts follow from N, prevalence, decision probability and G %
FOUND = "As computed"  # the sheet of what was found, which stays as it is
LONGEST = 31  # characters of the name of a sheet
MOST_LABELS = 100  # on a sheet with formulas
MOST_SHEETS = 50
REFUSED = re.compile(r"[\[\]:*?/\\]")  # in the name of a sheet


def workbook(result: Result, title: str = "", source: str = "") -> bytes:
    """The verdict and the rows, under a title and what they are about."""
    book = _empty()
    _found(book, result, title, source)
    return with_values(book)


def active_workbook(result: Result, parts: Sequence[tuple[str, Counts]], title: str = "", source: str = "") -> bytes:
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


def _found(book: Any, result: Result, title: str, source: str) -> None:
    rows = result.rows()
    names = _fields(rows)
    lines = [[each] for each in (*filter(None, (title, source)), *result.verdict, result.signature)]
    lines += [[], names, *([_flat(row.get(name)) for name in names] for row in rows)]
    sheet = book.create_sheet(_title(FOUND, book.sheetnames))
    for place, line in enumerate(lines, 1):
        for column, value in enumerate(line, 1):
            put(sheet.cell(place, column), value)
