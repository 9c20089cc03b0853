"""Values of the formulas in a workbook, kept in its file: viewers that do not calculate show them."""

import io
import re
import zipfile
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

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
