"""A bare table of counts, from text or a file: rows on lines or after semicolons, names of the labels optional."""

import re
from collections.abc import Sequence
from math import isclose
from pathlib import Path
from typing import Any, Literal, NamedTuple

from informed.core.counts import Counts
from informed.core.errors import InputError
from informed.readers.files.sources import KINDS, standard_input
from informed.readers.files.workbooks import sheet_text

NAMED = re.compile(r"(grand |row |column )?(totals?|all|sums?|margins?)", re.IGNORECASE)


class Cells(NamedTuple):
    """A table as it was read: the names of its rows and columns, where it has any, and its numbers."""

    side: tuple[str, ...]
    head: tuple[str, ...]
    body: list[list[float]]


def without_margins(found: Cells) -> tuple[Cells, list[str]]:
    """The table without a last row and a last column of sums, and a note of what was left out.

    One of them alone must be named as a sum; without names both must be there.
    """
    row, column = _sums(found.body), _sums(list(zip(*found.body, strict=True)))
    small = len(found.body) < 3 or len(found.body[0]) < 3
    bare = row and column and not small and not found.side and not found.head
    if bare:
        rest = Cells((), (), [line[:-1] for line in found.body[:-1]])
        return rest, ["the last row and the last column hold sums and are left out"]
    side, head, body = found
    notes = []
    if row and side and NAMED.fullmatch(side[-1]):
        notes.append(f"the row {side[-1]!r} holds sums and is left out")
        side, body = side[:-1], body[:-1]
    if column and head and NAMED.fullmatch(head[-1]):
        notes.append(f"the column {head[-1]!r} holds sums and is left out")
        head, body = head[:-1], [line[:-1] for line in body]
    return Cells(side, head, body), notes


def _sums(lines: Sequence[Sequence[float]]) -> bool:
    """Whether the last line holds the sums of those before it."""
    *rest, last = lines
    return len(rest) > 1 and all(
        isclose(end, sum(each), rel_tol=1e-9) for end, each in zip(last, zip(*rest, strict=True), strict=True)
    )


BOOKS = KINDS["workbook"]


def read_matrix(
    text: str,
    *,
    rows: Literal["actual", "predicted"],
    labels: Sequence[Any] = (),
    labels_predicted: Sequence[Any] = (),
    n: int | None = None,
) -> Counts:
    """Counts from ``"30 12; 30 28"``, or from lines with a heading row and a first column of labels."""
    lines = [cells_of(line) for line in re.split(r"[;\n]", text.lstrip("\ufeff")) if line.strip()]
    side, head, body = _headings(lines)
    width = len(body[0])
    for place, row in enumerate(body, start=1):
        if len(row) != width:
            raise InputError(
                f"table: row {place} has {len(row)} numbers where the first has {width}; write 0 for an empty cell"
            )
    numbers = [[_number(cell, place) for cell in row] for place, row in enumerate(body, start=1)]
    (side, head, table), notes = without_margins(Cells(side, head, numbers))
    side, head = side or (head if len(head) == len(table) else ()), head or (side if len(side) == len(table[0]) else ())
    if rows == "predicted":  # what stands beside the rows names the predicted classes then
        side, head = head, side
    actual, predicted = tuple(labels) or side, tuple(labels_predicted) or (tuple(labels) if labels else head)
    return Counts(table, labels=actual, labels_predicted=predicted, rows=rows, n=n, notes=tuple(notes))


def read_matrix_file(path: str | Path, **options: Any) -> Counts:
    """Counts from a file that holds nothing but a table; - is standard input."""
    return read_matrix(_text(path), **options)


def read_prices(source: str | Path, labels: Sequence[Any], labels_predicted: Sequence[Any]) -> list[list[float]]:
    """What each actual x predicted outcome is worth, in the order of the labels, however named rows stand.

    ``source``: the prices themselves, ``"0 1; 5 0"``, or a file of them.
    """
    path, lines = _lines(source)
    side, head, body = _headings([cells_of(line) for line in lines if line.strip()])
    prices = [[_number(cell, place) for cell in row] for place, row in enumerate(body, start=1)]
    rows, columns = _order(path, side, labels), _order(path, head, labels_predicted)
    if len(prices) != len(rows) or any(len(row) != len(columns) for row in prices):
        widths = sorted({len(row) for row in prices})
        raise InputError(
            f"the prices {path}: {len(prices)} rows of {' or '.join(map(str, widths))} prices for "
            f"{len(rows)} x {len(columns)} outcomes; give one price for each actual x predicted outcome"
        )
    return [[prices[row][column] for column in columns] for row in rows]


OUTCOMES = ("found", "missed", "wrong", "left")  # of a label


def read_label_prices(source: str | Path) -> Any:
    """Prices of the outcomes of a label: one 2 x 2 table for all labels, or a row of a file for each label.

    ``source``: ``"0 5; 1 0"``, or a file; columns of a file with one row per label are named as in `OUTCOMES`.
    """
    path, lines = _lines(source)
    side, head, body = _headings([cells_of(line) for line in lines if line.strip()])
    if not side:
        return read_prices(source, ("label", "no label"), ("label", "no label"))
    if unknown := [name for name in head if name not in OUTCOMES] or not head:
        named = f"column {unknown[0]!r}" if isinstance(unknown, list) else "its columns have no names"
        raise InputError(f"{path}: {named}; the columns of prices by label are {', '.join(OUTCOMES)}")
    rows = [[_number(cell, place) for cell in row] for place, row in enumerate(body, start=1)]
    for name, row in zip(side, rows, strict=True):
        if len(row) != len(head):
            raise InputError(
                f"{path}: the row {name!r} has {len(row)} prices for {len(head)} columns; write 0 for none"
            )
    found = [{**dict.fromkeys(OUTCOMES, 0), **dict(zip(head, row, strict=True))} for row in rows]
    return {
        label: [[each["found"], each["missed"]], [each["wrong"], each["left"]]]
        for label, each in zip(side, found, strict=True)
    }


def _lines(source: str | Path) -> tuple[str, list[str]]:
    """How the prices are called, and their lines: written out, or those of a file."""
    path = str(source)
    written = ";" in path or "\n" in path
    try:
        return path, re.split(r"[;\n]", path) if written else _text(source).splitlines()
    except (FileNotFoundError, IsADirectoryError):
        named = path or repr(path)
        told = f"{named}: no such file; write the prices as '0 1; 5 0', or name a file of them"
        raise InputError(told, said=path) from None


def _order(path: str, names: Sequence[str], labels: Sequence[Any]) -> list[int]:
    """Where the price of each label stands; in the order of the labels where nothing is named."""
    if not names:
        return list(range(len(labels)))
    for label in labels:
        if str(label) not in names:
            raise InputError(f"{path}: no price for label {label!r}; the file names {list(names)}")
    return [names.index(str(label)) for label in labels]


def _text(path: str | Path) -> str:
    if str(path).partition("#")[0].lower().endswith(BOOKS):
        return sheet_text(str(path), BOOKS)
    try:
        data = standard_input().read() if str(path) == "-" else Path(path).read_bytes()
        return str(data, "utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: byte {error.start} is not UTF-8; save the file as UTF-8") from None


def cells_of(line: str) -> list[str]:
    """The cells of one line: separated by commas or tabs if there are any, by blanks otherwise."""
    for separator in ("\t", ","):
        if separator in line:
            return [cell.strip().strip('"') for cell in line.strip(" \r").split(separator)]
    return line.split()


def _headings(lines: list[list[str]]) -> tuple[tuple[str, ...], tuple[str, ...], list[list[str]]]:
    """Labels beside the rows, labels above the columns, and the numbers; labels may be numbers under a named corner."""
    if not lines:
        raise InputError("the table is empty; write rows as '30 12; 30 28' or one on each line")
    first, rest = lines[0], lines[1:]
    corner = not _is_number(first[0]) and bool(rest) and all(_is_number(row[0]) for row in rest)
    names_only = not any(_is_number(cell) for cell in first[1:]) and not _is_number(first[0])
    head = tuple(first) if names_only or corner else ()
    body = rest if head else lines
    if not body:
        raise InputError(
            f"the table has a heading, {' '.join(first)!r}, but no numbers; write one row of counts per class"
        )
    beside = not all(_is_number(row[0]) for row in body) or (corner and not names_only)
    side = tuple(row[0] for row in body) if beside else ()
    body = [row[1:] for row in body] if beside else body
    if empty := [name for name, row in zip(side, body, strict=False) if not row]:
        raise InputError(f"table: the row {empty[0]!r} has no numbers; write one for every class")
    return side, head[-len(body[0]) :] if head else (), body


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _number(cell: str, row: int) -> float:
    if not _is_number(cell):
        raise InputError(f"table: row {row} holds {cell!r}, which is not a number; write a number in every cell")
    value = float(cell)
    return int(value) if value.is_integer() else value
