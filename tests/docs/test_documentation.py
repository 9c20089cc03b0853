"""Pages tell the truth: their code runs, their outputs are what is printed today, their links lead somewhere."""

import json
import re
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

import informed
from blocks import NEEDS, RUN_ELSEWHERE, pages, regenerate
from generated import makers

ROOT = Path(__file__).parents[2]
MADE = makers()
BESIDE = [ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", ROOT / "examples" / "README.md"]
WRITTEN = [path for path in pages() if str(path.relative_to(ROOT)).removeprefix("docs/") not in MADE]
RUNNING = [path for path in WRITTEN if re.search(r"^```(python|console)$", path.read_text(), re.MULTILINE)]


def name(path):
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", RUNNING, ids=name)
def test_the_code_runs_and_prints_what_the_page_shows(path):
    text = path.read_text()
    if RUN_ELSEWHERE in text:
        pytest.skip("this page has a test of its own")
    for package in NEEDS.findall(text):
        if find_spec(package) is None:
            pytest.skip(f"{package} is not installed")
    assert regenerate(text) == text, "run ./dev docs"


@pytest.mark.parametrize("page", MADE)
def test_pages_made_from_the_code_are_current(page):
    assert (ROOT / "docs" / page).read_text() == MADE[page](), "run ./dev docs"


def test_every_measure_has_a_page_and_no_page_is_left_over():
    found = {f"measures/{path.name}" for path in (ROOT / "docs" / "measures").iterdir()}
    assert found == {page for page in MADE if page.startswith("measures/")}
    assert len(found) == len(informed.measures.find()) + 1


SHELL = {  # lines that set a machine up are not run; what they name exists all the same
    "pip": re.compile(r"pip install '?(?:\.|informed)(?:\[(?P<extra>\w+)\])?'?(?: +#.*)?"),
    "uv": re.compile(r"uv tool install '\.\[(?P<extra>\w+)\]'(?: +#.*)?"),
    "./dev": re.compile(r"\./dev (?P<task>\w+)(?: .*)?"),
    "sudo": re.compile(r"sudo apt-get install [\w-]+"),
    "eval": re.compile(r'eval "\$\(_INFORMED_COMPLETE=(?:bash|zsh)_source informed\)" +#.*'),
    "_INFORMED_COMPLETE=fish_source": re.compile(r"_INFORMED_COMPLETE=fish_source informed \| source +#.*"),
}


@pytest.mark.parametrize("path", [*WRITTEN, ROOT / "CONTRIBUTING.md"], ids=name)
def test_every_block_is_run_or_sets_a_machine_up(path):
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    tasks = re.findall(r"^    (\w+)\)", (ROOT / "dev").read_text(), re.MULTILINE)
    for language, block in re.findall(r"^```(\w*)\n(.*?)^```$", path.read_text(), re.MULTILINE | re.DOTALL):
        assert language in (
            "console",
            "python",
            "text",
            "sh",
            "",
            *(["diff"] if path.name == "CONTRIBUTING.md" else []),
            *(["yaml"] if path.name == "ci.md" else []),  # run by tests/packaging/test_definitions.py
        )
        for line in block.splitlines() if language == "sh" else ():
            known = SHELL[line.split()[0]].fullmatch(line)
            assert known, f"{line!r} is not run by any test"
            assert known.groupdict().get("extra") in (None, *extras)
            assert known.groupdict().get("task") in (None, *tasks)


def test_a_changed_output_is_noticed():
    page = "```console\n$ echo right\nwrong\n```\n\n```python\nprint(1 + 1)\n```\n\n```text\n3\n```\n"
    assert regenerate(page) == page.replace("wrong", "right").replace("3", "2")


def test_a_python_block_that_fails_is_an_error():
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        regenerate("```python\n1 / 0\n```\n")


def anchors(path):
    """What a heading of this page is called in a link."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", [*pages(), *BESIDE], ids=name)
def test_links_lead_somewhere(path):
    text = re.sub(r"^```.*?^```", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)
    for target, anchor in re.findall(r"\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)", text):
        found = (path.parent / target).resolve() if target else path
        assert found.exists(), f"{target} does not exist"
        assert not anchor or anchor in anchors(found), f"{target} has no heading {anchor}"


def test_the_site_builds_without_warnings_and_loads_nothing_from_elsewhere(tmp_path):
    if find_spec("mkdocs") is None:
        pytest.skip("mkdocs is not installed: pip install informed[docs]")
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr, done.stderr
    for page in tmp_path.rglob("*.html"):
        loaded = re.findall(r"<(?:script|img)[^>]*src=\"(https?:[^\"]*)", page.read_text())
        assert not loaded, f"{page.name} loads {loaded}"
    assert 'id="dare"' in (tmp_path / "index.html").read_text()  # the bench is the front page
    searched = (tmp_path / "search.js").read_text().removeprefix("window.PAGES=").rstrip(";\n")
    names = {each["url"]: each["names"] for each in json.loads(searched)}
    for each in informed.measures.find():
        assert {each.name.lower(), *map(str.lower, each.aliases)} <= {*names[f"measures/{each.name}.html"]}
    assert len(names) == sum(1 for page in tmp_path.rglob("*.html")) - 1  # the front page


def test_every_guide_has_a_picture():
    guides = [path for path in (ROOT / "docs" / "guides").glob("*.md") if path.name != "index.md"]
    assert [path.name for path in guides if "![" not in path.read_text()] == []


def test_examples_are_what_their_script_makes(tmp_path):
    examples = ROOT / "examples"
    for script in ("make.py", "annotated.py"):
        (tmp_path / script).write_text((examples / script).read_text())
    subprocess.run([sys.executable, "make.py"], cwd=tmp_path, check=True)
    data = (".csv", ".json", ".jsonl", ".conll", ".run", ".qrels")
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.suffix in data}
    kept = {path.name: path.read_bytes() for path in examples.iterdir() if path.suffix in data}
    assert made == kept
