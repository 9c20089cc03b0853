"""A report says where it comes from: file, columns, day, version, and the command; a title of its own stands first."""

import html
import re
from datetime import date
from pathlib import Path

import openpyxl
import pytest

import informed
from informed._version import __version__
from informed.cli import COMMANDS, cli, main
from informed.core.errors import InputError

ROWS = "y,p,q\n" + "a,a,b\nb,b,b\na,b,a\nb,b,a\n" * 10


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("rows.csv").write_text(ROWS)
    return tmp_path


def asked(*words):
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    assert ended.value.code == 0


def paragraph(text, name):
    return html.unescape(re.search(rf'class="{name}".*?>(.*?)</(?:p|details)>', text, re.DOTALL)[1])


def test_a_report_says_its_file_its_columns_the_day_the_version_and_the_command(here):
    words = ("compare", "rows.csv", "--actual", "y", "--predicted", "old=p", "--predicted", "new=q", "-o", "r.html")
    asked(*words, "--title", "Old & <b>new</b>")
    page = Path("r.html").read_text()
    about = ("rows.csv", "actual y", "predicted old=p, new=q", f"{date.today()}", f"informed {__version__}")
    assert paragraph(page, "quiet source") == " · ".join(about)
    assert f"informed {' '.join(words)} --title 'Old & <b>new</b>'" in paragraph(page, "asked")
    assert "<h1>Old &amp; &lt;b&gt;new&lt;/b&gt;</h1>" in page
    assert "<title>Old &amp; &lt;b&gt;new&lt;/b&gt;" in page


def test_every_command_that_writes_a_page_takes_a_title():
    with cli.make_context("informed", ["measures"]) as context:
        commands = {name: cli.get_command(context, name) for name in COMMANDS}
    for _ in "ab":  # those below them, and those below these
        commands |= {each.name: each for above in commands.values() for each in above.commands.values()}
    every = {name: each.params for name, each in commands.items()}
    writing = {
        name
        for name, params in every.items()
        for each in params
        if each.name == "style" and "html" in each.parameter.kind.names
    }
    assert writing >= {"evaluate", "compare", "sweep", "lab reproduce", "lab study measures", "watch", "ledger"}
    assert {name for name in writing if not any("--title" in each.opts for each in every[name])} == set()


def test_a_report_of_saved_counts_says_so(here):
    asked("count", "rows.csv", "--actual", "y", "--predicted", "p", "-o", "all.json")
    asked("evaluate", "all.json", "-o", "r.html")
    assert "saved counts in all.json" in paragraph(Path("r.html").read_text(), "quiet source")


def test_a_password_is_never_told(here):
    from informed.cli.origin import _public

    for address in ("postgresql://ann:se/cr@t@host/db", "postgresql://host/db?user=ann&password=se/cr@t&x=1"):
        told = _public(f"informed watch t --ledger '{address}'")
        assert "cr" not in told
        assert "host/db" in told


def test_markdown_and_a_workbook_have_the_title_too(here):
    words = ("evaluate", "rows.csv", "--actual", "y", "--predicted", "p", "--title", "Ours")
    for output in ("r.md", "r.xlsx"):
        asked(*words, "-o", output)
    first, _, about = Path("r.md").read_text().splitlines()[:3]
    assert (first, about.split(" · ")[:3]) == ("# Ours", ["rows.csv", "actual y", "predicted p"])
    sheets = [each for each in openpyxl.load_workbook("r.xlsx") if each.title != "Figure 1 of 2003"]  # of the paper
    for sheet in sheets:
        cells = [row[0].value for row in sheet.iter_rows(max_row=3)]
        assert cells[0] == "Ours"
        assert any(str(cell).startswith("rows.csv · ") for cell in cells)


def test_from_python_a_page_has_a_title_and_no_date(tmp_path):
    found = informed.evaluate(["a", "b"] * 9, ["a", "b", "b"] * 6)
    page = found.save(tmp_path / "r.html", title="Ours").read_text()
    assert "<h1>Ours</h1>" in page
    assert found.report("html") == found.report("html")
    assert str(date.today()) not in page
    with pytest.raises(InputError, match="title='Ours': csv has no heading; use html, markdown or xlsx"):
        found.save(tmp_path / "r.csv", title="Ours")
