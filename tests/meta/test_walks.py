"""One more measure, method, kind of file, command, question and option: made on a copy as CONTRIBUTING shows them."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from pyarrow import csv
from pyarrow.orc import write_table

ROOT = Path(__file__).parents[2]
COPIED = ("dev", "src", "docs", "tests", "examples", "pyproject.toml", "README.md", "CONTRIBUTING.md", "CHANGELOG.md")
BLOCK = re.compile(r"^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
PLACE = re.compile(r"^`(?P<path>[\w./]+\.\w+)`", re.MULTILINE)
PREDS = ("preds.csv", "--actual", "y", "--predicted", "yhat")
OPENED = """
from starlette.testclient import TestClient
from informed.web.app import create_app
here = "http://127.0.0.1:8000"
if __name__ == "__main__":
    with TestClient(create_app(), base_url=here, headers={"Origin": here}) as client:
        page = client.post("/data", files={"file": ("preds.orc", open("preds.orc", "rb").read())})
        print(page.status_code)
        print(client.get(f"{page.url}?actual=y&predicted=yhat").status_code)
"""
ROWS = "y,yhat\n" + "sun,sun\n" * 6 + "rain,sun\n" * 3 + "rain,rain\n" * 2 + "sun,rain\n"


def changes():
    """Every block of CONTRIBUTING after a heading that adds something, with the file it belongs to."""
    page = (ROOT / "CONTRIBUTING.md").read_text().partition("## Add a measure")[2]
    page = page.partition("## Add from your own package")[0]  # which tests/meta/test_extension.py installs
    for block in BLOCK.finditer(page):
        path = [each["path"] for each in PLACE.finditer(page[: block.start()])][-1]
        yield path, block["language"], block["text"]


def change(folder, path, language, text):
    """Write a new file, lengthen an old one, or make the change that a diff shows."""
    file = folder / path
    if language != "diff":
        file.parent.mkdir(parents=True, exist_ok=True)
        gap = "\n\n" if file.suffix == ".py" else ""
        file.write_text(file.read_text() + gap + text if file.exists() else text)
        return
    lines = text.splitlines(keepends=True)
    old = "".join(line[1:] or line for line in lines if line[0] != "+")
    new = "".join(line[1:] or line for line in lines if line[0] != "-")
    assert file.read_text().count(old) == 1, f"{path} has no such place, or several:\n{old}"
    file.write_text(file.read_text().replace(old, new))
    if not any(line[0] == "-" for line in lines):  # whoever follows the walk must leave it in place for the next
        assert file.read_text().count(old) == 1, f"{path}: after this change there is no such place:\n{old}"


def python(folder, *arguments):
    """What Python prints on the copy."""
    environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "COLUMNS": "100", "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def informed(folder, *arguments):
    return python(folder, "-m", "informed", *arguments)


def ran(folder, *arguments):
    """The tests that were run on the copy; all of them pass."""
    printed = python(folder, "-m", "pytest", "-n", "0", "-rA", "--tb=short", *arguments)
    return re.findall(r"^PASSED (.+)$", printed, re.MULTILINE)


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the checkout after every walk, its generated pages and screens written anew."""
    folder = tmp_path_factory.mktemp("copy") / "informed"
    folder.mkdir()
    for name in COPIED:
        target = folder / name
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, target)
    for each in changes():
        change(folder, *each)
    (folder / "preds.csv").write_text(ROWS)
    python(folder, "docs/make", "--generated")
    ruff = [sys.executable, "-m", "ruff", "check", "--quiet", "."]
    assert subprocess.run(ruff, cwd=folder, capture_output=True, text=True, check=False).stdout == ""
    return folder


@pytest.fixture(scope="module")
def house(copy):
    """The tests of the copy that know of what is new there, or of the whole house."""
    rooms = (
        "golden/test_golden.py",
        "golden/test_precision.py",
        "golden/test_reproduction.py",
        "laws",
        "readers/test_orc.py",
        "cli/test_help_examples.py",
        "cli/test_nonsense.py",
        "cli/test_unused.py",
        "core/test_result.py",
        "docs/test_documentation.py",
    )
    meta = ("questions/confuse", *(f"meta/test_{name}.py" for name in ("rooms", "layers", "public_names", "declared")))
    new = "bennett_s or agresti_coull or test_orc or confus or labels.py or (help_examples and labels)"
    whole = "unlisted or has_words or sorted or holds_every or held_to_it or fresh or made_from_the_code"
    return ran(copy, *(f"tests/{each}" for each in rooms + meta), "-k", f"{new} or {whole}")


@pytest.mark.combinations
def test_one_more_measure(copy, house):
    assert "bennett_s" in informed(copy, "measures")
    assert "Bennett, Alpert & Goldstein 1954" in page(copy, "measures/bennett_s.md")
    assert "[bennett_s](bennett_s.md)" in page(copy, "measures/index.md")
    found = json.loads(informed(copy, "evaluate", *PREDS, "--format", "json"))
    assert found["measures"]["bennett_s"]["value"] == pytest.approx(2 * 8 / 12 - 1)  # 8 of 12 are right
    assert len([each for each in house if each.startswith("tests/laws") and "bennett_s" in each]) > 5
    for held in ("test_golden.py", "test_precision.py::test_twelve_digits_are_right"):
        assert any(each.startswith(f"tests/golden/{held}") and "bennett_s" in each for each in house)
    assert "tests/golden/test_precision.py::test_every_closed_form_is_held_to_it" in house
    assert "tests/golden/test_reproduction.py::test_pages_are_fresh" in house


@pytest.mark.combinations
def test_screens_are_written_anew(copy):
    """The screen of every measure holds the new one, and the snapshot of it is met."""
    screen = ("tests/writers/test_text.py::test_every_measure",)
    kept = copy / "tests" / "writers" / "__snapshots__" / "test_text.ambr"
    assert "bennett_s" not in kept.read_text()
    ran(copy, *screen, "--snapshot-update")
    assert "bennett_s" in kept.read_text()
    assert ran(copy, *screen) == list(screen)


@pytest.mark.combinations
def test_one_more_way_to_an_interval(copy, house):
    asked = ("--rows", "actual", "--method", "agresti_coull", "--format", "json")
    told = informed(copy, "evaluate", "30 30; 12 28", *asked)
    estimate = json.loads(told)["measures"]["accuracy"]
    z = 1.959963984540054
    share = (58 + z**2 / 2) / (100 + z**2)
    reach = z * (share * (1 - share) / (100 + z**2)) ** 0.5  # Agresti & Coull 1998
    assert estimate["method"] == "agresti_coull"
    assert (estimate["low"], estimate["high"]) == pytest.approx((share - reach, share + reach))
    assert "| `agresti_coull` |" in page(copy, "intervals.md")
    assert any(each.startswith("tests/laws") and "agresti_coull" in each for each in house)


@pytest.mark.combinations
def test_one_more_kind_of_file(copy, house):
    rows = csv.read_csv(copy / "preds.csv")
    write_table(rows, str(copy / "preds.orc"))
    orc = informed(copy, "evaluate", "preds.orc", *PREDS[1:])
    assert orc == informed(copy, "evaluate", *PREDS)
    assert "`.orc`" in page(copy, "files.md")
    assert sum("test_orc" in each for each in house) == 2
    assert python(copy, "-c", OPENED) == "200\n200\n"


@pytest.mark.combinations
def test_one_more_command(copy, house):
    assert " labels " in informed(copy, "--help")
    assert informed(copy, "labels", *PREDS) == "rain\t5\nsun\t7\n"
    assert "# informed labels\n" in page(copy, "commands/labels.md")
    assert "[labels](labels.md)" in page(copy, "commands/index.md")
    assert any("test_help_examples" in each and "informed labels preds" in each for each in house)


@pytest.mark.combinations
def test_one_more_question(copy, house):
    sentence = "3 of 5 'rain' items were predicted as 'sun'."
    assert sentence in informed(copy, "confuse", *PREDS)
    assert json.loads(informed(copy, "confuse", *PREDS, "--format", "json"))["verdict"] == [sentence]
    assert "<html" in informed(copy, "confuse", *PREDS, "--format", "html")
    assert " confuse " in informed(copy, "--help")
    assert "[confuse](confuse.md)" in page(copy, "guides/index.md")
    assert "# informed confuse\n" in page(copy, "commands/confuse.md")
    assert "tests/meta/test_rooms.py::test_a_question_is_a_whole_room[confuse]" in house
    assert "tests/meta/test_declared.py::test_a_question_is_in_every_door[confuse]" in house
    assert len([each for each in house if "test_result.py" in each and "confusion" in each]) > 3


@pytest.mark.combinations
def test_one_more_option(copy, house):
    assert "1 of 7 'sun' items were predicted as 'rain'." in informed(copy, "confuse", *PREDS, "--of", "sun")
    assert "`--of LABEL`" in page(copy, "commands/confuse.md")
    assert any("test_option.py" in each for each in house)
    assert any("test_unused.py" in each and "confuse --of" in each for each in house)
    refused = [sys.executable, "-m", "informed", "confuse", *PREDS, "--of", "snow"]
    how = {"cwd": copy, "env": {**os.environ, "PYTHONPATH": str(copy / "src")}, "capture_output": True, "text": True}
    assert "informed: --of snow is not a label" in subprocess.run(refused, **how, check=False).stderr


def page(copy, name):
    return (copy / "docs" / name).read_text()


def test_every_walk_finds_its_place(tmp_path):
    """The changes alone; what they bring is tried on a whole copy, in ``./dev test combinations``."""
    for path, language, text in changes():
        target = tmp_path / path
        if (ROOT / path).exists() and not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, target)
        change(tmp_path, path, language, text)


def test_a_walk_that_no_longer_fits_is_noticed(tmp_path):
    (tmp_path / "old.py").write_text("one\ntwo\n")
    change(tmp_path, "old.py", "diff", " one\n two\n+more\n")
    assert (tmp_path / "old.py").read_text() == "one\ntwo\nmore\n"
    with pytest.raises(AssertionError, match="no such place"):
        change(tmp_path, "old.py", "diff", " three\n+four\n")
