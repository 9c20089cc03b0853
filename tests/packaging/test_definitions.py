"""What other programs read at the root of this repository: the hook of pre-commit, the action of GitHub."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest
import yaml

from informed.cli import cli

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "weather.csv"
HOOK = {"id", "name", "description", "entry", "language", "pass_filenames", "require_serial"}


def test_the_hook_has_what_its_manifest_needs():
    """https://pre-commit.com/#creating-new-hooks: id, name, entry and language are required."""
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert hook.keys() == HOOK
    assert (hook["id"], hook["language"]) == ("informed-check", "python")
    program, command = hook["entry"].split()
    assert program == "informed"
    assert command in cli.list_commands(click.Context(cli))


ACTION = yaml.safe_load((ROOT / "action.yml").read_text())


def test_every_input_is_described_used_and_kept_out_of_the_scripts():
    """Inputs reach the shell as variables alone: text of a caller inside a script could run as a command."""
    used = set(re.findall(r"\$\{\{ inputs\.(\w+) \}\}", (ROOT / "action.yml").read_text()))
    assert used == set(ACTION["inputs"])
    assert all(each["description"] and ("default" in each) != each.get("required", False)
               for each in ACTION["inputs"].values())  # fmt: skip
    assert not any("${{" in step["run"] for step in ACTION["runs"]["steps"])


def test_the_guide_names_inputs_and_hooks_that_there_are():
    text = (ROOT / "docs" / "guides" / "ci.md").read_text()
    ((step,), kept, job, hooked) = (
        yaml.safe_load(each) for each in re.findall(r"^```yaml\n(.*?)^```$", text, re.M | re.S)
    )
    needed = {name for name, each in ACTION["inputs"].items() if each.get("required")}
    assert needed <= step["with"].keys() <= ACTION["inputs"].keys()
    for line in re.findall(
        r"informed (\w+ --.*|check .*)$", "".join(each["run"] for each in kept).replace("\\\n", " "), re.M
    ):
        words = shlex.split(line.partition("||")[0].partition("&&")[0])
        cli.get_command(click.Context(cli), words[0]).make_context(words[0], words[1:], resilient_parsing=True)
    assert job["informed"]["artifacts"]["reports"]["junit"] in job["informed"]["script"][0]
    ((hook,),) = (each["hooks"] for each in hooked["repos"])
    assert hook["id"] == "informed-check"
    check = cli.get_command(click.Context(cli), "check")
    check.make_context("check", list(hook["args"]))  # words that the command takes


@pytest.fixture
def job(tmp_path):
    """Run the steps of the action as GitHub does, on a machine where environments hold this very program."""
    fake = tmp_path / "bin" / "python3"
    fake.parent.mkdir()
    fake.write_text(
        '#!/bin/sh\nmkdir -p "$3/bin"\n'
        'printf \'#!/bin/sh\\necho "$@" > "$RUNNER_TEMP/installed"\\n\' > "$3/bin/pip"\n'
        f'printf \'#!/bin/sh\\nexec {sys.executable} -m informed "$@"\\n\' > "$3/bin/informed"\n'
        'chmod +x "$3"/bin/*\n'
    )
    fake.chmod(0o755)
    (tmp_path / "summary.md").touch()

    def run(**inputs):
        given = {name: each.get("default", "") for name, each in ACTION["inputs"].items()} | inputs
        known = {f"inputs.{name}": value for name, value in given.items()} | {"github.action_path": "/the/action"}
        around = {"PATH": f"{fake.parent}:{os.environ['PATH']}", "RUNNER_TEMP": str(tmp_path),
                  "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
                  "PYTHONPATH": str(ROOT / "src")}  # fmt: skip
        for step in ACTION["runs"]["steps"]:
            own = {name: re.sub(r"\$\{\{ (\S+) \}\}", lambda found: known[found[1]], text)
                   for name, text in step["env"].items()}  # fmt: skip
            command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]]
            ended = subprocess.run(command, env=around | own, capture_output=True, text=True, timeout=120, cwd=tmp_path)
            if ended.returncode:
                break
        return ended, (tmp_path / "summary.md").read_text(), (tmp_path / "installed").read_text()

    return run


GIVEN = {"files": str(EXAMPLE), "actual": "actual", "predicted": "forecast"}


def test_a_use_that_fails_does_not_repeat_the_outcome_of_an_earlier_one(job):
    _, before, _ = job(**GIVEN, require="accuracy > 0.5")
    ended, summary, _ = job(**GIVEN | {"files": "nosuch.csv"}, require="accuracy > 0.5")
    assert ended.returncode == 2
    assert summary == before


def test_a_requirement_that_is_not_met_fails_the_job_and_is_in_the_summary(job):
    ended, summary, installed = job(**GIVEN, require="accuracy > 0.5\ninformedness.low >= 0.6\n")
    assert ended.returncode == 1
    assert summary.startswith("### informed check\n\n- 1 of 2 requirements not met")
    assert "| accuracy > 0.5 |  | True |" in summary
    assert installed.split()[-1] == "/the/action"


def test_requirements_that_are_met_pass_the_job(job):
    """Words with blanks stay whole, and a text of the caller never runs."""
    ended, summary, installed = job(
        **GIVEN,
        require="n >= 300\nrecall[sun] >= 0.9",
        options="--level=0.9\n--labels\nsun,rain",
        install="informed==9",
    )
    assert (ended.returncode, ended.stderr.splitlines()[-1][:5]) == (0, "wrote")
    assert "All 2 requirements are met" in summary
    assert installed.split()[-1] == "informed==9"


def test_a_mistake_is_told_in_the_log(job):
    ended, summary, _ = job(**{**GIVEN, "actual": "actaul"}, require="n > 1; touch here")
    assert (ended.returncode, summary) == (2, "")
    assert "--require 'n > 1; touch here'" in ended.stderr
