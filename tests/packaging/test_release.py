"""What a stranger sees of a release says the same everywhere, and what runs elsewhere is pinned and has no rights."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest
import yaml

from informed import __version__
from informed.cli import cli

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
RECIPE = (ROOT / "release" / "conda" / "meta.yaml").read_text()
FILES = [*WORKFLOWS, *(ROOT / name for name in ("Dockerfile", "dev", "action.yml", "pyproject.toml", "SECURITY.md")),
         *(ROOT / "release").rglob("*.*"), *(ROOT / "paper").glob("*")]  # fmt: skip


def test_one_version_in_every_file():
    assert yaml.safe_load((ROOT / "CITATION.cff").read_text())["version"] == __version__
    assert re.search(r'set version = "(.+)"', RECIPE)[1] == __version__
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.M)
    released = [each.split()[0] for each in headings if each != "Unreleased"]
    assert headings.count("Unreleased") <= 1
    assert released[0] == __version__
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", each) for each in released)
    assert released == sorted(released, key=lambda each: [int(part) for part in each.split(".")], reverse=True)


def test_the_recipe_for_conda_asks_for_what_pip_asks_for():
    """The package that conda calls python-duckdb is called duckdb by pip."""
    run = re.search(r"  run:\n((?:    - .+\n)+)", RECIPE)[1]
    asked = {each.strip(" -").replace(" ", "").replace("python-duckdb", "duckdb") for each in run.splitlines()}
    assert asked == {*PROJECT["dependencies"], f"python{PROJECT['requires-python']}"}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_are_pinned_may_only_read_and_run_no_text_of_others(path):
    text = path.read_text()
    flow = yaml.safe_load(text)
    assert flow["permissions"] == {"contents": "read"}
    used = re.findall(r"uses: (.+)", text)
    assert used
    assert all(re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}  # v[\d.]+", each) for each in used)
    for job in flow["jobs"].values():
        assert not any("${{" in step.get("run", "") for step in job["steps"])
    assert "secrets." not in text


def test_workflows_run_the_versions_we_name_and_the_sets_there_are():
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text())["jobs"]
    named = re.findall(r"Python :: (3\.\d+)", " ".join(PROJECT["classifiers"]))
    assert jobs["tests"]["strategy"]["matrix"]["python"] == named
    sets = re.search(r'case "\$\{1:-\}" in (.+?)\)', (ROOT / "dev").read_text())[1].split(" | ")
    assert set(jobs["sets"]["strategy"]["matrix"]["set"]) <= set(sets)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_file_names_the_host_of_a_registry(path):
    """Whoever installs from a mirror installs from there alone."""
    assert not re.search(r"pypi\.org|ghcr\.io|docker\.io|quay\.io|anaconda\.org|conda-forge", path.read_text())


def test_the_container_listens_to_this_machine_alone_unless_told_otherwise():
    text = (ROOT / "Dockerfile").read_text()
    words = json.loads(re.search(r"^ENTRYPOINT (.+)$", text, re.M)[1]) + json.loads(
        re.search(r"^CMD (.+)$", text, re.M)[1]
    )
    assert words[words.index("--host") + 1] == "127.0.0.1"
    assert re.search(r"^USER (?!root)", text, re.M)
    cli.get_command(click.Context(cli), words[1]).make_context(words[1], words[2:])  # words that the command takes


def test_the_list_of_parts_holds_every_package_that_is_needed_with_its_licence():
    def made():
        run = [sys.executable, str(ROOT / "release" / "sbom.py")]
        return subprocess.run(run, capture_output=True, text=True, check=True, timeout=60).stdout

    written = made()
    assert written == made()
    bill = json.loads(written)
    parts = {each["name"]: each for each in bill["components"]}
    asked = {re.match(r"[\w-]+", each)[0] for each in PROJECT["dependencies"]}
    assert asked <= parts.keys()
    assert all(each["licenses"] and "unknown" not in str(each["licenses"]) for each in parts.values())
    known = {each["ref"] for each in bill["dependencies"]}
    assert all(set(each["dependsOn"]) <= known for each in bill["dependencies"])


def test_the_figures_of_the_paper_are_those_of_the_pages():
    """A share stands on a page as 93.2%, as 93.2 or as 0.932."""
    text = (ROOT / "paper" / "paper.md").read_text()
    rows = [each.strip("| ").split(" | ") for each in text.splitlines() if re.match(r"\|.+ (\w+) \|$", each)][1:]
    assert len(rows) > 5
    for *_, found, page in rows:
        written = (ROOT / "docs" / "coverage" / f"{page}.md").read_text()
        for share in re.findall(r"(\d+\.\d)%", found):
            assert f"{share}%" in written or f"{float(share) / 100:.3f}" in written, (share, page)


def test_every_work_that_the_paper_cites_is_in_its_list():
    cited = re.findall(r"@(\w+)", (ROOT / "paper" / "paper.md").read_text())
    assert set(cited) == set(re.findall(r"^@\w+\{(\w+),", (ROOT / "paper" / "paper.bib").read_text(), re.M))
