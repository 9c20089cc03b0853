"""Every question is declared once, and every door is made from it: Python, the shell, pages and documentation."""

import inspect
import re
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import get_args, get_type_hints

import pytest

import informed
from informed import finder
from informed.asking.declared import GROUPS, Choice
from informed.asking.schema import answer_schema, request_schema
from informed.cli import LISTED, PLACES, command_named
from informed.core import names
from informed.questions import ASKS, FORMERLY, QUESTIONS, today
from informed.web.pages import PAGES
from informed.web.tabs import ABOUT_FILES, ABOUT_RUNS, PLAN, REPEATS, SPANS, SUITE

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "informed"
TABS = {tab.question.name: tab for tab in (*ABOUT_FILES, *ABOUT_RUNS, PLAN, REPEATS, SPANS, SUITE)}
OWN = {  # arguments that Python alone has: data as such, and what a program wants
    *("data", "synonyms", "more", "only", "per_label", "progress", "payoffs", "ratios", "ledger", "task"),
    *("input", "rater", "strip", "bins", "labels", "measures", "id", "predicted"),
}
OF_FILES = {  # how files are read; Python's `read` and `count` take it
    *("encoding", "separator", "skip_bad_rows", "table", "sql", "kind", "model", "gold_file", "id", "scorer", "target"),
    *("question", "rater", "qrels", "relevant", "cutoff", "unjudged", "n", "rows", "many_labels"),
}
OF_ROWS = {"actual", "weights", "weight_kind", "by", "labels", "rename", "missing", "abstain"}
COLUMNS_ALONE = {  # what the shell has of reading, where Python is given counts or arrays
    "check": {"reference", "reference_quality", "measures", "view"},
    "deploy": {"by", "abstain"},
    "compare": {"systems"},
    "sweep": {"width"},
    "multilabel": {"columns", "raw", "item", "no_header", "first_label", "stability"},
}


def declared(name):
    return import_module(PLACES[name]).QUESTION


def function(name):
    return getattr(informed, name, None) or getattr(informed.more, name)


@pytest.mark.parametrize("name", ASKS)
def test_a_function_has_the_arguments_that_are_declared(name):
    """By the same names; what only one side has is listed, so that nothing is forgotten."""
    own = {each.name for each in declared(name).parameters if each.door != "shell" and not each.positional}
    python = set(inspect.signature(function(name)).parameters)
    of_rows = set() if "actual" in python else OF_ROWS  # which is given counts
    assert own - python - OF_FILES - of_rows == COLUMNS_ALONE.get(name, set()) - of_rows
    assert python - own <= OWN


@pytest.mark.parametrize("name", ASKS)
def test_usual_values_are_the_same_in_python_and_in_the_shell(name):
    own = inspect.signature(function(name)).parameters
    for each in declared(name).parameters:
        if each.name in own and not each.required and each.door != "shell" and own[each.name].default is not None:
            assert own[each.name].default == each.default or each.name in ("labels", "label"), each.name


@pytest.mark.parametrize("name", ASKS)
def test_closed_choices_are_literals_in_python(name):
    """mypy and pyright refuse a wrong one; the shell and the page offer the same names."""
    taken = {each: hint for each, hint in function(name).__annotations__.items() if each != "return"}
    known = {**vars(import_module(function(name).__module__)), "Ledger": informed.Ledger}
    hints = get_type_hints(SimpleNamespace(__annotations__=taken), known)
    for each in declared(name).parameters:
        if isinstance(each.kind, Choice) and get_args(each.kind.of) and each.name in hints:
            said = {value for part in (hints[each.name], *get_args(hints[each.name])) for value in get_args(part)}
            assert {value for value in said if isinstance(value, str)} == set(each.kind.names), each.name


DOORS = {
    "function": lambda name: callable(function(name)),
    "declaration": lambda name: declared(name).name == name and declared(name).examples,
    "command": lambda name: command_named(name).name == name,
    "tab": lambda name: name in TABS or f"/{name}" in PAGES,
    "answer schema": lambda name: answer_schema(declared(name))["$defs"],
    "request schema": lambda name: request_schema(declared(name))["properties"],
    "page of the command": lambda name: (ROOT / "docs" / "commands" / f"{name}.md").exists(),
    "guide": lambda name: (ROOT / "docs" / "guides" / f"{name}.md").exists(),
    "term": lambda name: finder.named(name),
    "ledger": lambda name: name in names.PLACES or not (name in ASKS and declared(name).records),
}
LACKING = {"check": {"ledger"}}  # the doors that a question does not have: check keeps the evaluation that it checked


def opens(door, name):
    try:
        return bool(DOORS[door](name))
    except (AttributeError, KeyError, informed.InputError):
        return False


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_is_in_every_door(name):
    """A door cannot forget a question, and a gap that was closed is taken off the list."""
    assert {door for door in DOORS if not opens(door, name)} == LACKING.get(name, set())


@pytest.mark.parametrize("name", [name for panel in LISTED.values() for name in panel])
def test_parameters_are_declared_whole(name):
    """A sentence of help, a known group, no name twice, and no option twice."""
    below = [part for each in declared(name).below for part in (each, *each.below)]
    for question in (declared(name), *below):
        whole(question.parameters)


def whole(parameters):
    names, written = [each.name for each in parameters], [each.written for each in parameters]
    assert len(set(names)) == len(names)
    assert len(set(written)) == len(written)
    for each in parameters:
        assert each.help.endswith((".", "?")), each.name
        assert each.group in GROUPS, each.name


@pytest.mark.parametrize(("former", "name"), FORMERLY.items())
def test_a_former_name_still_works(former, name):
    words = today(former.split())
    assert words == name.split()
    command = command_named(" ".join(each for each in words if not each.startswith("--")))
    options = {each.partition("=")[0] for each in words if each.startswith("--")}
    assert options <= {opt for each in command.params for opt in each.opts}


def test_help_is_short(capsys):
    """One screen for all commands, and one for the usual options of each; --help-all has the rest."""
    from click import Context

    from informed.cli import cli

    assert len(cli.get_help(Context(cli, info_name="informed")).splitlines()) <= 45
    for name in PLACES:
        command = command_named(name)
        assert len(command.get_help(Context(command, info_name=f"informed {name}")).splitlines()) <= 40, name


FINISHED = re.compile(r"re\.sub\(.*str\(error|in_the_shell|fielded\(")


def test_no_finished_sentence_is_rewritten():
    """Doors word what they say; none searches or replaces in what another said."""
    for path in SOURCE.rglob("*.py"):
        assert not FINISHED.search(path.read_text()), path
