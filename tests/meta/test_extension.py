"""A measure, a kind of file and a question of another package go through every door; one that fails harms no other."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "tests" / "extension"
ROWS = [("sun", "sun")] * 6 + [("rain", "sun")] * 3 + [("rain", "rain")] * 2 + [("sun", "rain")]
NAMED = ("--actual", "actual", "--predicted", "predicted")
ANSWER = "'sun' was hit most often, on 6 of 12 items."
WORKBENCH = """
from starlette.testclient import TestClient
from informed.web.app import create_app
here = "http://127.0.0.1:8000"
if __name__ == "__main__":
    with TestClient(create_app(), base_url=here, headers={"Origin": here}) as client:
        page = client.post("/data", files={"file": ("day.omens", open("day.omens", "rb").read())})
        tab = str(page.url).replace("/evaluate", "/luck")
        print(page.status_code, "/luck" in page.text, client.get(f"{tab}?actual=actual&predicted=predicted").text)
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder with the package, as pip installs it without any network, and files to ask about."""
    folder = tmp_path_factory.mktemp("installed")
    how = ("--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check")
    subprocess.run([sys.executable, "-m", "pip", "install", *how, "--target", folder, PACKAGE], check=True)
    (folder / "day.csv").write_text("actual,predicted\n" + "".join(f"{a},{p}\n" for a, p in ROWS))
    (folder / "day.omens").write_text("actual -> predicted\n" + "".join(f"{a} -> {p}\n" for a, p in ROWS))
    return folder


@pytest.fixture
def broken(tmp_path):
    """Packages that cannot be used: names that are taken, modules that fail, and a measure that is none."""
    announced = {
        "taken": "[informed.measures]\nmcc = taken:mcc\n[informed.questions]\nevaluate = taken\ncount = taken\n"
        "[informed.readers]\nparquet = taken\n",
        "torn": "[informed.measures]\ntorn = torn:torn\n[informed.readers]\ntorn = torn\n"
        "[informed.questions]\ntorn = torn\n",
        "void": "# nothing = here\n[informed.measures]\nvoid = void:VOID\n[informed.readers]\nvoid = void\n"
        "csvs = csvs\n[informed.questions]\nvoid = void\n",
    }
    packages = tmp_path / "packages"
    for name, entries in announced.items():
        (packages / f"{name}-1.0.dist-info").mkdir(parents=True)
        (packages / f"{name}-1.0.dist-info" / "entry_points.txt").write_text(entries)
    (packages / "torn.py").write_text("import nowhere\n")
    (packages / "void.py").write_text("VOID = 3\n")
    (packages / "csvs.py").write_text("ENDINGS, MAGIC, table = ('.csv',), b'', None\n")
    (tmp_path / "day.csv").write_text("actual,predicted\n" + "".join(f"{a},{p}\n" for a, p in ROWS))
    return tmp_path


def python(folder, *arguments, **environment):
    path = os.pathsep.join(map(str, (ROOT / "src", folder, folder / "packages")))
    environment = {**os.environ, "PYTHONPATH": path, "COLUMNS": "100", "NO_COLOR": "1", **environment}
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def informed(folder, *arguments, **environment):
    return python(folder, "-m", "informed", *arguments, **environment)


def printed(done):
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_in_the_shell(installed):
    assert "luck          Added by the package informed-luck." in printed(informed(installed, "--help"))
    assert ANSWER in printed(informed(installed, "luck", "day.csv", *NAMED))
    assert printed(informed(installed, "luck", "day.omens", *NAMED)) == printed(
        informed(installed, "luck", "day.csv", *NAMED)
    )
    assert "informed luck preds.csv" in printed(informed(installed, "luck", "--help"))
    found = json.loads(printed(informed(installed, "evaluate", "day.omens", *NAMED, "--format", "json")))
    assert found["measures"]["fullest_cell"]["value"] == 0.5  # 6 of 12
    nearly = informed(installed, "lukc", "day.csv")
    assert nearly.stderr == "informed: there is no command 'lukc'; did you mean `informed luck`?\n"
    complete = {"_INFORMED_COMPLETE": "bash_complete", "COMP_WORDS": "informed ev", "COMP_CWORD": "1"}
    assert "evaluate" in informed(installed, **complete).stdout


def test_it_is_explained(installed):
    assert "informed.more.luck(...)" in printed(informed(installed, "measures", "luck"))
    assert "max n(a, p) / N" in printed(informed(installed, "measures", "fullest_cell"))
    assert "fullest_cell" in printed(informed(installed, "measures", "--family", "agreement"))


def test_in_python(installed):
    said = "; ".join(
        [
            "import informed, pickle",
            "from informed.more import luck",
            "print(luck(['a', 'b'], ['a', 'a']).label, informed.measures.fullest_cell([[3, 1], [0, 0]]))",
            "print(pickle.loads(pickle.dumps(informed.measures.fullest_cell)) is informed.measures.fullest_cell)",
            "print(informed.estimate([[3, 1], [0, 0]], 'fullest_cell').value)",
            "print(hasattr(informed.more, 'lukc'), hasattr(informed.measures, 'fullest'))",
        ]
    )
    assert printed(python(installed, "-c", said)) == "a 0.75\nTrue\n0.75\nFalse False\n"
    first = "import informed_luck.measures, informed; print(informed.measures.get('fullest_cell'))"
    assert printed(python(installed, "-W", "error", "-c", first)) == "fullest_cell\n"  # its own package came first


def test_in_the_workbench(installed):
    status, listed, page = printed(python(installed, "-c", WORKBENCH)).split(" ", 2)
    assert (status, listed) == ("200", "True")
    assert ANSWER.replace("'", "&#39;") in page


def test_in_a_ledger(installed):
    """By its name, and given again from what was kept."""
    record = ("--record", "nightly", "--as", "v1", "--ledger", "kept.db")
    assert informed(installed, "luck", "day.csv", *NAMED, *record).returncode == 0
    assert ANSWER in printed(informed(installed, "ledger", "--show", "last", "--ledger", "kept.db"))
    kept = "import sqlite3; print([row for row in sqlite3.connect('kept.db').iterdump() if 'luck' in row])"
    assert "luck lucky" in printed(python(installed, "-c", kept))
    assert "informed_luck" not in printed(python(installed, "-c", kept))


def test_in_the_documentation(installed):
    """Pages that are made while it is installed hold it."""
    made = f"import sys; sys.path.insert(0, {str(ROOT / 'docs' / 'make')!r}); from generated import makers\n"
    made += "pages = makers()\n"
    made += "print(*(pages[name]() for name in ('commands/luck.md', 'measures/fullest_cell.md', 'files.md')))"
    pages = printed(python(installed, "-c", made))
    assert "# informed luck\n" in pages
    assert "# fullest_cell\n" in pages
    assert "| `.omens` | Files of omens" in pages


def test_its_schema(installed):
    found = json.loads(printed(informed(installed, "schema", "luck")))
    assert found["$defs"]["Luck"]["properties"]["hits"] == {"type": "integer"}
    asked = json.loads(printed(informed(installed, "schema", "luck", "--request")))
    assert "predicted" in asked["properties"]


REFUSED = {
    "evaluate": [
        "the package taken cannot add the measure 'mcc': informed itself has a measure or command of this name",
        "the package torn cannot add the measure 'torn': ModuleNotFoundError: No module named 'nowhere'",
        "the package void cannot add the measure 'void': void:VOID is not a measure of this name",
        "the package taken cannot add the reader 'parquet': informed itself has a reader or command of this name",
        "the package torn cannot add the reader 'torn': ModuleNotFoundError: No module named 'nowhere'",
        "the package void cannot add the reader 'void': void has no ENDINGS",
        "the package void cannot add the reader 'csvs': files that end in .csv are read as 'separated'",
    ],
    "--help": [
        "the package taken cannot add the question 'evaluate': informed itself has a question or command of this name",
        "the package taken cannot add the question 'count': informed itself has a question or command of this name",
    ],
}


@pytest.mark.parametrize(("asked", "told"), REFUSED.items())
def test_what_cannot_be_used_is_told_in_one_sentence_and_harms_no_other(broken, asked, told):
    words = [asked, *(("day.csv", *NAMED) if asked == "evaluate" else ())]
    done, alone = informed(broken, *words), informed(broken, *words, PYTHONPATH=str(ROOT / "src"))
    assert (done.returncode, alone.returncode, alone.stderr) == (0, 0, "")
    assert sorted(done.stderr.splitlines()) == sorted(f"informed: {each}" for each in told)
    assert done.stdout.partition("\nOther packages:")[0] == alone.stdout


def test_a_question_that_fails_is_refused_when_it_is_asked(broken):
    done = informed(broken, "torn", "day.csv")
    assert done.returncode == 2
    why = "the package torn cannot add the question 'torn': ModuleNotFoundError: No module named 'nowhere'"
    assert done.stderr.splitlines()[-1] == f"informed: {why}"
    assert "Traceback" not in done.stderr
    done = informed(broken, "void", "day.csv")
    assert (done.returncode, "cannot add the question 'void'" in done.stderr.splitlines()[-1]) == (2, True)


def test_in_python_it_is_a_warning(broken):
    said = "import informed; print(informed.evaluate([1, 0], [1, 1]).measures['mcc'].value)"
    done = python(broken, "-c", said)
    assert done.returncode == 0
    assert "UserWarning: the package torn cannot add the measure 'torn'" in done.stderr


def test_a_page_of_the_workbench_has_the_other_tabs(broken):
    said = "from informed.web.tabs import ABOUT_FILES; print(len(ABOUT_FILES), ABOUT_FILES[-1].name)"
    assert python(broken, "-c", said).stdout == printed(python(ROOT, "-c", said))


def test_two_packages_with_one_name(tmp_path):
    for name in ("first", "second"):
        (tmp_path / f"{name}-1.0.dist-info").mkdir()
        (tmp_path / f"{name}-1.0.dist-info" / "entry_points.txt").write_text("[informed.questions]\nomen = here\n")
    done = informed(tmp_path, "--help")
    assert "omen          Added by the package first." in done.stdout
    why = "the package first has a question or command of this name"
    assert done.stderr == f"informed: the package second cannot add the question 'omen': {why}\n"


def test_tools_keep_their_names():
    """No question of another package can have the name of a command that asks nothing."""
    from informed import cli, questions

    assert set(questions.TOOLS) == set(cli.TOOLS)


def test_contributing_shows_what_is_installed_here():
    page = (ROOT / "CONTRIBUTING.md").read_text().partition("## Add from your own package")[2]
    shown = re.findall(r"^`(tests/extension/[\w/.]+)`:\n\n```\w+\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert len(shown) == 3
    for path, block in shown:
        assert block in (ROOT / path).read_text(), path
    assert re.search(r"```text\ninformed: (.*)\n", page)[1] in REFUSED["evaluate"]
