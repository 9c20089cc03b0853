"""Sheets of Excel workbooks, copied as JSON: one object per row, numbers as numbers and text as text."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from informed.core.errors import InputError
from informed.readers.arrays.codes import EXACT, level
from informed.readers.files.packing import part_named

ENDINGS = (".xlsx", ".xlsm")
MOST_BYTES = 2**31  # of a workbook unpacked; a small file may hold more than any memory
OWN = {"Counts", "all", "prevalence"}  # what stands above the counts of a sheet that informed wrote
FIRST = 20  # rows among which that is
ERRORS = {"#N/A", "#DIV/0!", "#REF!", "#VALUE!", "#NAME?", "#NUM!", "#NULL!"}  # cells that hold no value


def openpyxl() -> Any:
    """The library of workbooks."""
    try:
        import openpyxl
        import openpyxl.styles
        import openpyxl.utils
    except ModuleNotFoundError as error:
        raise InputError(
            f"Excel workbooks need {error.name}; install it with: pip install 'informed[excel]', or save the sheet as "
            ".csv"
        ) from None
    return openpyxl


def is_workbook(path: Path) -> bool:
    """Whether an archive is a workbook."""
    try:
        with ZipFile(path) as parts:
            return any(name.startswith("xl/") for name in parts.namelist())
    except (BadZipFile, OSError, ValueError):
        return False


def sheet_rows(path: Path, name: str, sheet: str | None, copy: Path) -> tuple[Path, tuple[str, ...]]:
    """The rows of a sheet, the first one by default, written to ``copy``; and all sheets, this one first."""
    if path.suffix.lower() not in ENDINGS:  # which the library insists on
        link = copy.with_suffix(ENDINGS[0])
        link.symlink_to(path.absolute())
        path = link
    with _opened(path, name) as book:
        chosen = book[_sheet(name, sheet, book.sheetnames)]
        if _own_table(list(_cells(chosen, name, FIRST))):
            raise InputError(
                f"{name}, sheet {chosen.title!r} holds a table that informed wrote, not rows of items; read it with: "
                f"informed evaluate {name} --rows actual"
            )
        rows = _rows(_cells(chosen, name))
        with copy.open("w", encoding="utf-8") as file:
            for row in _objects(rows, f"{name}, sheet {chosen.title!r}"):
                file.write(json.dumps(row, ensure_ascii=False, default=level) + "\n")
        return copy, (chosen.title, *(each for each in book.sheetnames if each != chosen.title))


def _rows(rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """The rows from the first to the last that hold anything: an empty one between them is an item without labels."""
    empty: list[tuple[Any, ...]] | None = None
    for row in rows:
        if any(cell is not None for cell in row):
            yield from empty or ()
            yield row
            empty = []
        elif empty is not None:
            empty.append(row)


def sheets(path: Path, name: str) -> list[str]:
    """The sheets of a workbook."""
    with _opened(path, name) as book:
        return list(book.sheetnames)


def sheet_text(given: str, endings: tuple[str, ...]) -> str:
    """The cells of a sheet as lines of text, tabs between them, without empty rows and columns at the edge."""
    name, sheet = part_named(given, endings)
    Path(name).stat()  # a file that is not there is not a damaged one
    with _opened(Path(name), name) as book:
        rows = list(_cells(book[_sheet(name, sheet, book.sheetnames)], name))
    rows = _own_table(rows) or rows
    used = [place for row in rows for place, cell in enumerate(row) if cell is not None]
    if not used:
        raise InputError(f"{given} is empty; write the table into its first cells")
    first, last = min(used), max(used) + 1
    lines = [row[first:last] for row in rows if any(cell is not None for cell in row)]
    return "\n".join("\t".join("" if cell is None else str(cell) for cell in row) for row in lines)


def _own_table(rows: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The labels and counts of a sheet that `informed` wrote, with whatever was changed in them; else nothing."""
    for place, row in enumerate(rows):
        if OWN <= set(row):
            labels = row.index("prevalence") - 2
            return [
                (None, *row[1 : labels + 1]),
                *(each[: labels + 1] for each in rows[place + 1 : place + labels + 1]),
            ]
    return []


@contextmanager
def _opened(path: Path, name: str) -> Iterator[Any]:
    load = openpyxl().load_workbook
    with _damaged(name):
        with ZipFile(path) as parts:
            size = sum(part.file_size for part in parts.infolist())
        if size > MOST_BYTES:
            raise InputError(f"{name}: {size:,} bytes unpacked are too many for a workbook; save the sheet as .csv")
        book = load(path, read_only=True, data_only=True)
    with closing(book):
        yield book


def _cells(sheet: Any, name: str, most: int | None = None) -> Iterator[tuple[Any, ...]]:
    """The rows of a sheet, which is unpacked and parsed while they are read."""
    with _damaged(name):
        yield from sheet.iter_rows(values_only=True, max_row=most)


@contextmanager
def _damaged(name: str) -> Iterator[None]:
    """Whatever openpyxl and what it stands on say of a damaged file (XML, deflate, numbers, references), in one way."""
    try:
        yield
    except (InputError, MemoryError):
        raise
    except Exception:
        raise InputError(f"{name} is no Excel workbook, or it is damaged; save it as .xlsx or .csv again") from None


def _sheet(name: str, sheet: str | None, names: list[str]) -> str:
    """The sheet that was named, or the first one."""
    if sheet is None:
        return names[0]
    if sheet not in names:
        raise InputError(f"{name} has no sheet {sheet!r}; its sheets are {', '.join(names)}")
    return sheet


def _kept(cell: Any) -> Any:
    """What a cell holds; a number that Excel cannot tell from its neighbours is refused where it is a label."""
    if isinstance(cell, (int, float)) and abs(cell) >= EXACT:
        return {"more than 15 digits": str(cell), "remedy": "write it as text"}
    return None if cell in ERRORS else cell


def _objects(rows: Iterable[tuple[Any, ...]], place: str) -> Iterator[dict[str, Any]]:
    """Each row by the names of the first one; columns without a name are left out, cells with errors are empty."""
    rows = iter(rows)
    names = [None if cell is None else str(cell) for cell in next(rows, ())]
    known = [each for each in names if each is not None]
    if doubled := next((each for each in known if known.count(each) > 1), None):
        raise InputError(f"{place}: two columns are called {doubled!r}; rename one of them")
    some = False
    for row in rows:
        some = True
        cells = zip(names, row, strict=False)
        yield {name: _kept(cell) for name, cell in cells if name is not None}
    if not some:
        raise InputError(f"{place} has no rows below its first one, which names the columns")
