"""A workbook's formulas, computed by a spreadsheet engine, give the measures; so they do after a count is changed."""

import math

import openpyxl
import pytest

import informed
from informed.core.errors import InputError
from informed.questions.bookmaker import bookmaker
from informed.writers.sheet import MEASURES

TABLES = {
    "2003, model three": [[58.1, 11.9], [20.4, 9.6]],  # Powers 2003, Figure 1: G = 15 %, 70 % real, guess 80 %
    "2007, three classes": [[40, 10, 0], [5, 20, 2], [5, 10, 8]],
    "never said": [[3, 0], [362, 0]],
    "opposed": [[1, 1, 14], [29, 26, 14], [20, 3, 3]],  # informedness and markedness differ in sign
}
pytestmark = pytest.mark.filterwarnings("ignore")  # of the engine's own libraries


def grouped(tables):
    """Tables of one size as the groups of one evaluation."""
    return informed.Counts(tables, by=("case",), groups=[(str(place),) for place in range(len(tables))])


def computed(path):
    """Every sheet as the engine computes it: the value of a cell by its place."""
    import formulas

    cells = formulas.ExcelModel().loads(str(path)).finish().calculate()
    found = {}
    for name, cell in cells.items():
        sheet, _, place = name.rpartition("!")
        if ":" not in place:
            found.setdefault(sheet.split("]")[1].rstrip("'"), {})[place] = cell.value.ravel()[0]
    return found


def by_name(cells):
    """The measures on a sheet."""
    rows = {cells.get(f"A{row}"): row for row in range(1, 60)}
    return {name: cells[f"B{rows[name]}"] for name in MEASURES}


def held(cells, table):
    """Whether a sheet shows the measures of a table."""
    evaluation = informed.evaluate(informed.Counts(table))
    for name, value in by_name(cells).items():
        expected = evaluation.measures.value(name)
        if math.isnan(expected):
            assert value == "signs differ"
        else:
            assert float(value) == pytest.approx(expected, abs=1e-9), name


@pytest.mark.parametrize("case", TABLES)
def test_the_formulas_are_the_measures_also_after_a_count_is_changed(case, tmp_path):
    table = TABLES[case]
    path = informed.evaluate(informed.Counts(table)).save(tmp_path / "one.xlsx")
    held(computed(path)["ALL ITEMS"], table)
    book = openpyxl.load_workbook(path)
    book["All items"]["B5"] = 77
    book.save(path)
    held(computed(path)["ALL ITEMS"], [[77, *table[0][1:]], *table[1:]])


def test_the_sheet_is_the_betting_slip_of_2003(tmp_path):
    """Figure 1, model three: perfect play wins 10 on each label, edge .15."""
    table = TABLES["2003, model three"]
    path = informed.evaluate(informed.Counts(table)).save(tmp_path / "slip.xlsx")
    book = openpyxl.load_workbook(path)
    sheet = book["All items"]
    pool = next(row for row in range(1, 60) if sheet[f"A{row}"].value == "perfect play wins, on each label")
    sheet[f"B{pool}"] = 10
    book.save(path)
    cells, slip = computed(path)["ALL ITEMS"], bookmaker(table, pool=10)
    won = [[float(cells[f"{column}{pool + row}"]) for column in "BC"] for row in (2, 3)]
    assert won == [pytest.approx(row, abs=1e-9) for row in slip.cells]
    assert float(by_name(cells)["edge"]) == pytest.approx(0.15, abs=1e-9)


def test_each_group_has_a_sheet_and_what_was_found_has_one(tmp_path):
    evaluation = informed.evaluate(grouped([[[9, 1], [2, 8]], [[5, 5], [5, 5]]]))
    path = evaluation.save(tmp_path / "groups.xlsx")
    book = openpyxl.load_workbook(path)
    assert book.sheetnames == ["All items", "0", "1", "As computed"]
    assert book["As computed"]["A1"].value == evaluation.verdict[0]


def test_a_label_is_never_run_as_a_formula(tmp_path):
    evaluation = informed.evaluate(informed.Counts([[9, 1], [2, 8]], labels=["=1+1", "b"]))
    sheet = openpyxl.load_workbook(evaluation.save(tmp_path / "label.xlsx"))["All items"]
    assert (sheet["A5"].value, sheet["A5"].data_type, sheet["B4"].data_type) == ("=1+1", "s", "s")


def test_any_other_result_is_written_as_rows(tmp_path):
    slip = bookmaker([[9, 1], [2, 8]])
    sheet = openpyxl.load_workbook(slip.save(tmp_path / "slip.xlsx"))["As computed"]
    held = [[cell.value for cell in row] for row in sheet.iter_rows()]
    head = next(place for place, row in enumerate(held) if row[0] == "label")
    assert [row[0] for row in held[head + 1 :]] == [row["label"] for row in slip.rows()]


def test_without_the_library_the_remedy_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "openpyxl", None)
    with pytest.raises(InputError, match=r"pip install 'informed\[excel\]'"):
        informed.evaluate(informed.Counts([[9, 1], [2, 8]])).save(tmp_path / "none.xlsx")
