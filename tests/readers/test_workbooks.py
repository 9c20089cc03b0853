"""A sheet of a workbook gives the counts of its rows."""

import bz2
import gzip
import json
import lzma
from contextlib import suppress
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import openpyxl
import pytest

import informed
from informed.cli import main
from informed.core.errors import InputError

ACTUAL, PREDICTED = ["a", "b", "b", "a"], ["a", "b", "a", "a"]


@pytest.fixture
def book(tmp_path):
    """A workbook of two sheets, with an empty row and a column without a name."""
    made = openpyxl.Workbook()
    first, second = made.active, made.create_sheet("Second half")
    for row in [["y", "p", None, "w"], *zip(ACTUAL, PREDICTED, ["x"] * 4, [1, 2, 1, 1], strict=True), [None] * 4]:
        first.append(row)
    for row in [["y", "p"], (1, 1), (0, 1), (0, 0)]:
        second.append(row)
    made.save(tmp_path / "preds.xlsx")
    return str(tmp_path / "preds.xlsx")


def test_the_first_sheet_is_read(book):
    found = informed.count(book, actual="y", predicted="p")
    assert (found.table == informed.count(ACTUAL, PREDICTED).table).all()


def test_rows_without_any_label_are_missing_as_in_csv(tmp_path):
    """Empty rows below the last are no rows."""
    made, lines = openpyxl.Workbook(), [["y", "p"], ["a", "a"], [None, None], ["b", None], ["b", "b"]]
    for row in lines:
        made.active.append(row)
    made.active.cell(row=9, column=1).number_format = "0.00"  # a cell with a style and nothing in it
    made.save(tmp_path / "it.xlsx")
    text = "\n".join(",".join(cell or "" for cell in row) for row in lines)
    (tmp_path / "it.csv").write_text(text + "\n")
    sheet, rows = (
        informed.count(str(tmp_path / name), actual="y", predicted="p", missing="drop")
        for name in ("it.xlsx", "it.csv")
    )
    assert sheet.missing == rows.missing == 2
    assert (sheet.table == rows.table).all()


def test_weights_are_numbers(book):
    found = informed.count(book, actual="y", predicted="p", weights="w")
    assert found.table.tolist() == [[2, 0], [1, 2]]


def test_another_sheet_is_named_after_a_hash_and_numbers_stay_numbers(book):
    found = informed.count(f"{book}#Second half", actual="y", predicted="p")
    assert found.labels == (0, 1)
    assert found.table.tolist() == [[1, 1], [0, 1]]


@pytest.mark.parametrize("packed", [gzip, bz2, lzma])
def test_a_packed_workbook_is_unpacked(book, tmp_path, packed):
    path = tmp_path / "preds.xlsx.packed"
    path = path.with_suffix({gzip: ".gz", bz2: ".bz2", lzma: ".xz"}[packed])
    path.write_bytes(packed.compress(Path(book).read_bytes()))
    for sheet in ("", "#Second half"):
        assert informed.count(f"{path}{sheet}", actual="y", predicted="p") == informed.count(
            f"{book}{sheet}", actual="y", predicted="p"
        )


def test_a_sheet_that_is_not_there_is_refused_with_those_that_are(book):
    with pytest.raises(InputError, match=r"no sheet 'Third'; its sheets are Sheet, Second half"):
        informed.count(f"{book}#Third", actual="y", predicted="p")


def test_a_cell_with_an_error_holds_no_label(tmp_path):
    made = openpyxl.Workbook()
    for row in [["y", "p"], ["a", "a"], ["#N/A", "b"]]:
        made.active.append(row)
    made.save(tmp_path / "errors.xlsx")
    found = informed.count(str(tmp_path / "errors.xlsx"), actual="y", predicted="p", missing="drop")
    assert (found.n, found.missing) == (1, 1)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([["y", "y"], ["a", "b"]], "two columns are called 'y'"),
        ([["y", "p"]], "no rows below its first one"),
    ],
)
def test_a_sheet_that_is_no_table_is_refused(tmp_path, rows, message):
    made = openpyxl.Workbook()
    for row in rows:
        made.active.append(row)
    made.save(tmp_path / "odd.xlsx")
    with pytest.raises(InputError, match=message):
        informed.count(str(tmp_path / "odd.xlsx"), actual="y", predicted="p")


def test_a_file_that_is_no_workbook_is_refused(tmp_path):
    (tmp_path / "no.xlsx").write_text("y,p\na,a\n")
    with pytest.raises(InputError, match="no Excel workbook, or it is damaged"):
        informed.count(str(tmp_path / "no.xlsx"), actual="y", predicted="p")


def test_the_command_reads_and_writes_workbooks(book, tmp_path, capsys):
    output = tmp_path / "evaluation.xlsx"
    with pytest.raises(SystemExit) as done:
        main(["evaluate", book, "--actual", "y", "--predicted", "p", "-o", str(output)])
    assert not done.value.code
    changed = openpyxl.load_workbook(output)
    (cell,) = (cell for row in changed["All items"]["B1:B9"] for cell in row if cell.value == 2)
    cell.value = 7  # as somebody does who plays with the counts
    changed.save(output)
    capsys.readouterr()
    with pytest.raises(SystemExit):
        main(["table", str(output), "--rows", "actual", "--format", "json"])
    found = informed.Counts(json.loads(capsys.readouterr().out)["table"], labels=("a", "b"))
    assert found.table.tolist() == [[7, 0], [1, 1]]
    with pytest.raises(InputError, match=r"holds a table that informed wrote.*informed evaluate"):
        informed.count(str(output), actual="y", predicted="p")


def test_a_bare_table_in_a_sheet(tmp_path, capsys):
    """Table 2 of Powers 2007, case 1, somewhere on a sheet: informedness .2."""
    import openpyxl

    from informed.cli import main

    book = openpyxl.Workbook()
    for row in ([], [None, None, "+", "-"], [None, "+", 30, 30], [None, "-", 12, 28]):
        book.active.append(row)
    book.save(tmp_path / "table.xlsx")
    with pytest.raises(SystemExit, match="0"):
        main(["table", str(tmp_path / "table.xlsx"), "--rows", "actual"])
    assert "informedness 0.20" in capsys.readouterr().out
    for name, said in (("table.xlsx#second", "has no sheet 'second'"), ("none.xlsx", "no such file")):
        with pytest.raises(SystemExit):
            main(["table", str(tmp_path / name), "--rows", "actual"])
        assert said in capsys.readouterr().err


SHEET = "xl/worksheets/sheet1.xml"
DAMAGE = {
    "an unknown entity": (SHEET, lambda text: text.replace(b"<v>", b"<v>&a;", 1)),
    "a sheet cut short": (SHEET, lambda text: text[: len(text) // 2]),
    "no such cell": (SHEET, lambda text: text.replace(b'r="A1"', b'r="ZZZZZZ99999999"')),
    "no number": (SHEET, lambda text: text.replace(b"<v>", b"<v>x", 1)),
    "no sheet": (SHEET, lambda _: b""),
    "no list of sheets": ("xl/workbook.xml", lambda text: text[:-20]),
    "no styles": ("xl/styles.xml", lambda text: text[:200]),
}


def damaged(book, part, change):
    """The same workbook with one of its parts changed."""
    path = Path(book).with_name("damaged.xlsx")
    with ZipFile(book) as old, ZipFile(path, "w") as new:
        for name in old.namelist():
            new.writestr(name, change(old.read(name)) if name == part else old.read(name))
    return str(path)


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_workbook_is_refused_in_one_sentence(book, kind, capsys):
    path = damaged(book, *DAMAGE[kind])
    for words in (["count", path, "--actual", "y", "--predicted", "p"], ["table", path, "--rows", "actual"]):
        with pytest.raises(SystemExit, match="2"):
            main(words)
        assert capsys.readouterr().err == (
            f"informed: {path} is no Excel workbook, or it is damaged; save it as .xlsx or .csv again\n"
        )


@pytest.mark.filterwarnings("ignore")
def test_a_workbook_with_changed_bytes_is_read_or_refused(book, tmp_path):
    """Deflate data, the directory of the archive, anything: 60 files with up to five bytes changed, seed 3."""
    rng, whole = np.random.default_rng(3), Path(book).read_bytes()
    for _ in range(60):
        bytes_ = np.frombuffer(whole, np.uint8).copy()
        bytes_[rng.integers(0, len(whole), 5)] = rng.integers(0, 256, 5)
        (tmp_path / "x.xlsx").write_bytes(bytes_.tobytes())
        with suppress(InputError):
            informed.count(str(tmp_path / "x.xlsx"), actual="y", predicted="p")
