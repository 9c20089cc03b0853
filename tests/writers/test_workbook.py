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


@pytest.mark.parametrize("case", TABLES)
def test_every_formula_carries_its_value_for_viewers_that_do_not_calculate(case, tmp_path):
    path = informed.evaluate(informed.Counts(TABLES[case])).save(tmp_path / "one.xlsx")
    kept, checked = openpyxl.load_workbook(path, data_only=True), 0
    for name, cells in computed(path).items():
        sheet = next(each for each in kept if each.title.upper() == name)
        for place, value in cells.items():
            found = sheet[place].value
            if isinstance(found, (int, float)):
                assert found == pytest.approx(float(value), rel=1e-9, abs=1e-12), place
                checked += 1
            else:
                assert str(value) in {str(found), "empty", ""}, place
    assert checked > 100


@pytest.mark.parametrize(("gain", "figures"), [
    (0, {"F": ("0.7467", "0.2400"), "G": ("0.7483", "0.2449"), "average_f": "0.5250", "average_g": "0.5985"}),
    (100, {"F": ("1.0000", "1.0000"), "G": ("1.0000", "1.0000"), "average_f": "1.0000", "average_g": "1.0000"}),
    (15, {"F": ("0.7825", "0.3728"), "G": ("0.7838", "0.3780"), "average_f": "0.6330", "average_g": "0.6700"}),
    (-15, {"F": ("0.6681", "0.1774"), "G": ("0.6682", "0.1776"), "average_f": "0.3794", "average_g": "0.4641"}),
])  # fmt: skip
def test_figure_1_of_2003_follows_from_four_numbers(gain, figures, tmp_path):
    """N 100, prevalence 70 %, decision probability 80 %: the four models as they are printed (Powers 2003)."""
    path = informed.evaluate(informed.Counts([[30, 30], [12, 28]])).save(tmp_path / "one.xlsx")
    book = openpyxl.load_workbook(path)
    sheet = book["Figure 1 of 2003"]
    rows = {sheet[f"A{row}"].value: row for row in range(1, 60) if sheet[f"A{row}"].value}
    for name, value in zip(("N", "prevalence", "decision", "G %"), (100, 0.7, 0.8, gain), strict=True):
        sheet[f"B{next(row for head, row in rows.items() if head.startswith(name))}"] = value
    book.save(path)
    cells = computed(path)["FIGURE 1 OF 2003"]
    heads = {sheet.cell(rows["Labels"], column).value: sheet.cell(1, column).column_letter for column in range(2, 17)}
    lines = (rows["Labels"] + 1, rows["Labels"] + 2)
    shown = {name: tuple(f"{cells[heads[name] + str(line)]:.4f}" for line in lines) for name in "FG"}
    shown |= {name: f"{cells['B' + str(rows[name])]:.4f}" for name in ("average_f", "average_g")}
    assert shown == figures
    assert float(cells[f"B{rows['edge']}"]) == pytest.approx(gain / 100, abs=1e-12)


@pytest.mark.parametrize("table", [[[30, 30], [12, 28]], [[2, 8], [30, 5]], [[5, 0], [0, 9]], [[0, 9], [5, 0]]])
def test_the_four_numbers_of_a_table_give_the_table_back(table, tmp_path):
    path = informed.evaluate(informed.Counts(table)).save(tmp_path / "one.xlsx")
    sheet = openpyxl.load_workbook(path, data_only=True)["Figure 1 of 2003"]
    head = next(row for row in range(1, 30) if sheet[f"A{row}"].value == "Counts")
    found = [[sheet[f"{column}{head + row}"].value for column in "BC"] for row in (1, 2)]
    assert found == [pytest.approx(row, abs=1e-9) for row in table]


def test_each_group_has_a_sheet_and_what_was_found_has_one(tmp_path):
    evaluation = informed.evaluate(grouped([[[9, 1], [2, 8]], [[5, 5], [5, 5]]]))
    path = evaluation.save(tmp_path / "groups.xlsx")
    book = openpyxl.load_workbook(path)
    assert book.sheetnames == ["All items", "0", "1", "Figure 1 of 2003", "As computed"]
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
