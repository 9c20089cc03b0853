"""The state of the workbench: a table as it was typed, equal to the query of its address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

import numpy as np
from starlette.datastructures import ImmutableMultiDict

from informed.core.counts import Counts
from informed.core.errors import InputError
from informed.core.mixtures import in_items, mixture
from informed.core.table import shares
from informed.readers.matrix import read_matrix

LEAST, MOST = 2, 30  # labels of an editable table
MOST_ITEMS = 2**53  # of a cell: above it whole numbers are not exact
LONGEST = 40  # characters of a cell
NAMES = ("+", "-")
Fields = ImmutableMultiDict[str, Any]


class FormError(InputError):
    """What is wrong with a form, field by field: the id of the field and the message beside it."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        super().__init__("; ".join(fields.values()))
        self.fields = dict(fields)


@dataclass(frozen=True)
class Bench:
    """Labels, cells and number of items exactly as typed; nothing here is trusted before `counts` has read it."""

    labels: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    n: str = ""

    @classmethod
    def from_query(cls, query: Fields) -> Bench:
        """The bench that an address describes; an address without a table describes the example."""
        if "table" not in query:
            return EXAMPLE
        cells = tuple(tuple(row.split(",")) for row in query["table"].split(";"))
        labels = tuple(query.getlist("label")) or _default_labels(len(cells))
        return cls(labels, cells, query.get("n", ""))._checked()

    @classmethod
    def from_form(cls, form: Fields) -> Bench:
        """The bench as the page sent it: K labels and K x K cells, row by row."""
        labels, cells = tuple(map(str, form.getlist("label"))), tuple(map(str, form.getlist("cell")))
        size = len(labels)
        rows = tuple(cells[start : start + size] for start in range(0, len(cells), size or 1))
        return cls(labels, rows, str(form.get("n", "")))._checked()

    @classmethod
    def from_counts(cls, counts: Counts) -> Bench:
        """The bench that shows these counts."""
        if not counts.square:
            raise InputError("the workbench needs the same labels on both axes; use `informed table` for this one")
        whole = counts.table.dtype.kind == "i"
        cells = tuple(tuple(str(cell) if whole else f"{cell:.10g}" for cell in row) for row in counts.table.tolist())
        return cls(tuple(map(str, counts.labels)), cells, "" if whole or counts.n is None else str(counts.n))._checked()

    def _checked(self) -> Bench:
        size = len(self.labels)
        if not LEAST <= size <= MOST:
            raise InputError(f"the table has {size} labels; the workbench edits {LEAST} to {MOST}")
        if len(self.cells) != size or any(len(row) != size for row in self.cells):
            raise InputError(f"the table does not have {size} rows and columns, one for each label")
        return self

    @property
    def query(self) -> str:
        """The state as the query of an address."""
        table = ";".join(",".join(row) for row in self.cells)
        parts = [("table", table), *(("label", label) for label in self.labels), *([("n", self.n)] if self.n else [])]
        return urlencode(parts, safe=",;")

    @property
    def whole(self) -> bool:
        """Whether the cells count items, so that nobody needs to say how many there are."""
        return all(not _is_count(cell) or float(cell).is_integer() for row in self.cells for cell in row)

    def counts(self) -> Counts:
        """The table as counts; what cannot be read is raised field by field."""
        found = dict(_wrong_labels(self.labels)) | dict(self._wrong_cells()) | dict(_wrong_size(self.n))
        if found:
            raise FormError(found)
        try:
            table: Any = [[_number(cell) for cell in row] for row in self.cells]
            return Counts(table, labels=self.labels, n=int(self.n) if self.n and not self.whole else None)
        except InputError as error:
            raise FormError({"table": str(error)}) from None

    def _wrong_cells(self) -> list[tuple[str, str]]:
        return [
            (f"cell-{row}-{column}", f"{cell[:LONGEST]!r} is not a count; write a number, 0 or more{_too_large(cell)}")
            for row, cells in enumerate(self.cells)
            for column, cell in enumerate(cells)
            if not _is_count(cell)
        ]

    def grown(self) -> Bench:
        """One more label, never seen."""
        if len(self.labels) == MOST:
            raise FormError({"table": f"the workbench edits at most {MOST} labels"})
        taken = set(self.labels)
        new = next(name for name in _default_labels(MOST + 1) if name not in taken)
        rows = tuple((*row, "0") for row in self.cells)
        return replace(self, labels=(*self.labels, new), cells=(*rows, ("0",) * (len(self.labels) + 1)))

    def shrunk(self) -> Bench:
        """Without the last label."""
        if len(self.labels) == LEAST:
            raise FormError({"table": f"a table needs at least {LEAST} labels"})
        return replace(self, labels=self.labels[:-1], cells=tuple(row[:-1] for row in self.cells[:-1]))


EXAMPLE = Bench(("sun", "rain", "hurricane"), (("100", "10", "1"), ("5", "20", "6"), ("0", "3", "2")))
EXAMPLES = {
    "Weather, three labels": EXAMPLE,
    "San Diego: always sun": Bench(("sun", "rain"), (("362", "0"), ("3", "0"))),
    "Powers 2003, figure 1: guessing": Bench(NAMES, (("56", "14"), ("24", "6"))),
    "Powers 2003, figure 1: 15% informed": Bench(NAMES, (("58.1", "11.9"), ("20.4", "9.6")), "100"),
    "Powers 2003, figure 1: 15% perverse": Bench(NAMES, (("47.6", "22.4"), ("24.9", "5.1")), "100"),
    "Powers 2007, table 2: first case": Bench(NAMES, (("30", "30"), ("12", "28"))),
    "Associated, but not informed": Bench(("A", "B", "C"), (("10", "20", "0"), ("0", "10", "20"), ("20", "0", "10"))),
}


def pasted(form: Fields) -> Bench:
    """The bench that shows a table pasted from a spreadsheet; which axis is which must be said."""
    rows = form.get("rows")
    if rows not in ("actual", "predicted"):
        raise FormError({"rows": "choose what the rows are: actual or predicted classes"})
    try:
        return Bench.from_counts(read_matrix(str(form.get("pasted", "")), rows=rows))
    except InputError as error:
        raise FormError({"pasted": str(error)}) from None


def mixed(form: Fields) -> Bench:
    """The bench that shows a predictor made to order: informed, perverse and guessing, on so many whole items."""
    labels = tuple(map(str, form.getlist("label")))
    try:
        told: dict[str, Any] = {name: _numbers(form, name)[0] / 100 for name in ("informed", "perverse")}
        table = mixture(_weights(form, "prevalence"), _weights(form, "guess"), **told)
        return Bench.from_counts(Counts(in_items(table, _size(form)), labels=labels))
    except InputError as error:
        raise FormError({"mixture": str(error)}) from None


def _size(form: Fields) -> int:
    (size, *_) = _numbers(form, "items")
    if not (1 <= size <= MOST_ITEMS and size.is_integer()):
        raise InputError(f"items: {form.get('items')!r} is not a number of items; write a whole one, 1 or more")
    return int(size)


def _weights(form: Fields, name: str) -> Any:
    """How common each label is, in any unit; of two labels the first one's percentage says it all."""
    given = _numbers(form, name)
    return given[0] / 100 if len(given) == 1 else shares(np.array(given))


def _numbers(form: Fields, name: str) -> list[float]:
    """What the sliders of this name say; one that was not sent stands at 0."""
    try:
        given = [float(str(each)) for each in form.getlist(name)] or [0.0]
    except ValueError:
        raise InputError(f"{name}: {form.getlist(name)} are not numbers") from None
    if not np.isfinite(given).all():
        raise InputError(f"{name}: {given} are not finite")
    return given


ACTIONS: dict[str, Callable[[Fields], Bench]] = {
    "edit": Bench.from_form,
    "grow": lambda form: Bench.from_form(form).grown(),
    "shrink": lambda form: Bench.from_form(form).shrunk(),
    "paste": pasted,
    "mix": mixed,
}


def _default_labels(size: int) -> tuple[str, ...]:
    return (
        NAMES if size == len(NAMES) else tuple(chr(ord("A") + place % 26) * (1 + place // 26) for place in range(size))
    )


def _is_count(cell: str) -> bool:
    try:
        return len(cell) <= LONGEST and 0 <= float(cell) <= MOST_ITEMS
    except ValueError:
        return False


def _too_large(cell: str) -> str:
    return f" and at most {MOST_ITEMS:,}" if any(map(str.isdecimal, cell)) else ""


def _number(cell: str) -> float:
    value = float(cell)
    return int(value) if value.is_integer() else value


def _wrong_labels(labels: tuple[str, ...]) -> list[tuple[str, str]]:
    found = []
    for place, label in enumerate(labels):
        if not label.strip():
            found.append((f"label-{place}", "give the label a name"))
        elif label in labels[:place]:
            found.append((f"label-{place}", f"duplicate label {label!r}; name each label once"))
    return found


def _wrong_size(n: str) -> list[tuple[str, str]]:
    if not n or (n.isdecimal() and len(n) <= LONGEST and int(n) <= MOST_ITEMS):
        return []
    return [("n", f"{n[:LONGEST]!r} is not a number of items; write a whole number up to {MOST_ITEMS:,}")]
