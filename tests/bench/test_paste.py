"""Tables as programs print them: the same numbers, labels and axes, whatever the form."""

import pytest
from playwright.sync_api import expect

from chromium import becomes

TABLE = [[50, 10], [5, 35]]
NAMED = ["no", "yes"]
ANSWERS = "".join(f"{i},{j}\n" * TABLE[i][j] for i in range(2) for j in range(2))
FORMS = {  # the text, the table as it stands in the text, its labels, what its rows are
    "Excel, numbers alone": ("50\t10\n5\t35\n", TABLE, [], None),
    "Excel, labels": ("\tno\tyes\nno\t50\t10\nyes\t5\t35", TABLE, NAMED, None),
    "Excel, sums": ("\tno\tyes\tTotal\nno\t50\t10\t60\nyes\t5\t35\t40\nTotal\t55\t45\t100", TABLE, NAMED, None),
    "Excel, sums without names": ("50\t10\t60\n5\t35\t40\n55\t45\t100", TABLE, [], None),
    "Excel, thousands": ("1,250\t10\n5\t12,035", [[1250, 10], [5, 12035]], [], None),
    "thousands with spaces": ("1\u00a0250\t10\n5\t12\u202f035", [[1250, 10], [5, 12035]], [], None),
    "CSV": ("actual,no,yes\nno,50,10\nyes,5,35\n", TABLE, NAMED, "actual"),
    "CSV, quoted thousands": ('"1,250",10\n5,"2,035"', [[1250, 10], [5, 2035]], [], None),
    "CSV, decimal comma": (";no;yes\nno;0,5;0,1\nyes;0,05;0,35", [[0.5, 0.1], [0.05, 0.35]], NAMED, None),
    "per cent": ("50%\t10%\n5%\t35%", TABLE, [], None),
    "Markdown": ("|  | no | yes |\n|---|---:|---:|\n| no | 50 | 10 |\n| **yes** | 5 | 35 |", TABLE, NAMED, None),
    "Markdown, axes named": (
        "| actual \\ predicted | no | yes |\n|:--|--|--|\n| no | 50 | 10 |\n| yes | 5 | 35 |",
        TABLE,
        NAMED,
        "actual",
    ),
    "NumPy repr": ("array([[50, 10],\n       [ 5, 35]])", TABLE, [], None),
    "NumPy str": ("[[50 10]\n [ 5 35]]", TABLE, [], None),
    "NumPy floats": ("[[5.0e+01 1.0e+01]\n [5.0e+00 3.5e+01]]", TABLE, [], None),
    "Python list": ("[[50, 10], [5, 35]]", TABLE, [], None),
    "MATLAB": ("[50 10; 5 35]", TABLE, [], None),
    "informed": ("50 10; 5 35", TABLE, [], None),
    "pandas crosstab": (
        "predicted  no  yes\nactual            \nno         50   10\nyes         5   35",
        TABLE,
        NAMED,
        "actual",
    ),
    "pandas crosstab, margins": (
        "predicted  no  yes  All\nactual                 \nno         50   10   60\nyes         5   35   40\n"
        "All        55   45  100",
        TABLE,
        NAMED,
        "actual",
    ),
    "pandas crosstab, numbers as labels": (
        "col_0   0   1\nrow_0        \n0      50  10\n1       5  35",
        TABLE,
        ["0", "1"],
        None,
    ),
    "R table": ("     \n      no yes\n  no  50  10\n  yes  5  35", TABLE, NAMED, None),
    "R matrix": ("     [,1] [,2]\n[1,]   50   10\n[2,]    5   35", TABLE, [], None),
    "caret": (
        "          Reference\nPrediction no yes\n       no  50  10\n       yes  5  35",
        TABLE,
        NAMED,
        "predicted",
    ),
    "randomForest": ("    no yes class.error\nno  50  10   0.1666667\nyes  5  35   0.1250000", TABLE, NAMED, None),
    "LaTeX": (
        "\\begin{tabular}{lrr}\n\\toprule\n & no & yes \\\\\n\\midrule\n"
        "no & \\textbf{50} & 10 \\\\\nyes & 5 & 35 \\\\\n\\bottomrule\n\\end{tabular}",
        TABLE,
        NAMED,
        None,
    ),
    "HTML": (
        "<table><tr><th></th><th>no</th><th>yes</th></tr><tr><th>no</th><td>50</td><td>10</td></tr>"
        "<tr><th>yes</th><td>5</td><td>35</td></tr></table>",
        TABLE,
        NAMED,
        None,
    ),
    "HTML, sums": (
        "<table><tr><td></td><td>no</td><td>yes</td><td>all</td></tr><tr><td>no</td><td>1,050</td><td>10</td>"
        "<td>1,060</td></tr><tr><td>yes</td><td>5</td><td>35</td><td>40</td></tr></table>",
        [[1050, 10], [5, 35]],
        NAMED,
        None,
    ),
    "JSON": ('{"labels": ["no", "yes"], "table": [[50, 10], [5, 35]]}', TABLE, NAMED, None),
    "terminal": ("┌─────┬────┬─────┐\n│     │ no │ yes │\n├─────┼────┼─────┤\n│ no  │ 50 │  10 │\n│ yes │  5 │  35 │\n"
                 "└─────┴────┴─────┘", TABLE, NAMED, None),
    "JSON, a row in each key": ('{"no": {"no": 50, "yes": 10}, "yes": {"no": 5, "yes": 35}}', TABLE, NAMED, None),
    "JSON, a row lacks what is 0": ('{"no": {"no": 50}, "yes": {"no": 5, "yes": 35}}', [[50, 0], [5, 35]], NAMED, None),
    "named cells": ("TP: 50, FN: 10, FP: 5, TN: 35", TABLE, ["positive", "negative"], "actual"),
    "named cells, another order": ("tn=35 fp=5 fn=10 tp=50", TABLE, ["positive", "negative"], "actual"),
    "JSON, named cells": ('{"tp": 50, "fn": 10, "fp": 5, "tn": 35}', TABLE, ["positive", "negative"], "actual"),
    "answers": ("y_true,y_pred\n" + ANSWERS, TABLE, ["0", "1"], "actual"),
    "answers, from Excel": ("yhat\ty\n" + ANSWERS.replace(",", "\t"), [[50, 5], [10, 35]], ["0", "1"], "actual"),
    "answers in words": ('"actual";"predicted"\nno;"no"\nyes;no\nyes;yes\n', [[1, 0], [1, 1]], NAMED, "actual"),
    "columns in another order": ("\tyes\tno\nno\t10\t50\nyes\t35\t5", TABLE, NAMED, None),
    "other labels": ("\ta\tb\na\t4\t1\nb\t0\t2", [[4, 1], [0, 2]], [*"ab"], None),
}  # fmt: skip


PASTE = """text => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
  document.getElementById("c0-0").dispatchEvent(event);
}"""


SHOWN = "[...document.querySelectorAll('#preview td')].slice(-4).map((each) => each.textContent)"


@pytest.fixture(scope="module")
def read(browser, bench):
    page = browser.new_page()
    page.goto(bench)
    yield lambda text: page.evaluate("text => bench.readTable(text)", text)
    page.close()


def test_the_corpus_has_the_usual_forms():
    assert len(FORMS) >= 23


@pytest.mark.parametrize("form", FORMS)
def test_forms(read, form):
    text, table, labels, rows = FORMS[form]
    found = read(text)
    assert found.get("table") == table, found
    assert found["labels"] == labels
    assert found["rows"] == rows


@pytest.mark.parametrize(
    "form", ["Excel, sums", "Excel, sums without names", "pandas crosstab, margins", "randomForest"]
)
def test_what_is_left_out_is_said(read, form):
    assert all(note.startswith("Left out the ") for note in read(FORMS[form][0])["notes"])
    assert read(FORMS[form][0])["notes"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nothing here", "at least two rows"),
        ("actual,predicted\nno,no\nno,no", "Only one label"),
        ("1\t2\t3\n4\t5\t6", "2 rows and 3 columns"),
        ("1\t2\n3", "at least two rows"),
        ("a\t1\t2\t3\nb\t3\t4\nc\t1\t2\t3", "Row 2 has 2 numbers"),
    ],
)
def test_what_cannot_be_read_says_why(read, text, said):
    assert said in read(text)["error"]


def test_pasting_into_a_cell_asks_about_the_rows_and_shows_the_table(opened):
    page = opened()
    page.evaluate(PASTE, FORMS["caret"][0])
    expect(page.locator("input[name=rows][value=predicted]")).to_be_checked()
    becomes(page, SHOWN, ["50", "5", "10", "35"])
    page.check("input[name=rows][value=actual]")
    becomes(page, SHOWN, ["50", "10", "5", "35"])
    page.click("#use")
    becomes(page, "bench.state.table", TABLE)
    becomes(page, "bench.state.labels", NAMED)


def test_a_large_table_leaves_the_button_that_uses_it_in_sight(opened):
    page = opened(width=1280, height=720)
    page.click("#pasting")
    page.fill("#pasted", "\n".join([",".join(["5"] * 30)] * 30))
    expect(page.locator("#preview tbody tr")).to_have_count(30)
    expect(page.locator("#use")).to_be_in_viewport(ratio=1)


def test_counted_answers_say_which_column_is_which(read):
    assert read(FORMS["answers, from Excel"][0])["notes"] == [
        "100 answers are counted: 'y' is actual, 'yhat' predicted."
    ]


def test_bare_numbers_are_numbered_and_that_is_said(opened):
    page = opened()
    page.click("#pasting")
    page.fill("#pasted", FORMS["NumPy str"][0])
    expect(page.locator("#asked")).to_contain_text("The text does not say which")
    expect(page.locator("#notes")).to_contain_text("The text has no labels; they are numbered.")
    page.click("#use")
    becomes(page, "bench.state.labels", ["1", "2"])


@pytest.mark.parametrize(
    "text", ["50 -10\n5 35", "[[50, 10, 1], [-5, 35, 2], [1, 2, 3]]", "\tno\tyes\nno\t50\t−10\nyes\t5\t35"]
)
def test_negative_counts_are_refused_as_such(read, text):
    assert read(text)["error"].startswith("Counts cannot be negative: ")
