"""Every public name says what it takes, gives, refuses, and how it is used; the examples run."""

import ast
import doctest
import inspect
import re
from importlib import import_module
from pathlib import Path

import numpy
import pytest

import informed
from informed.core.registry import Measure, forget
from informed.core.result import KINDS
from informed.questions import QUESTIONS

ROOMS = ("informed", "informed.measures", "informed.more", "informed.odds")
PUBLIC = {
    f"{room}.{name}": thing
    for room in ROOMS
    for name in import_module(room).__all__
    if not inspect.ismodule(thing := getattr(import_module(room), name)) and not isinstance(thing, Measure)
}
LAB = {
    f"informed.lab.{name}": getattr(import_module("informed.lab"), name)
    for name in import_module("informed.lab").__all__
}
FREE = ("informed.odds.payoffs",)  # refuses nothing


def sections(thing):
    """The numpydoc sections of a docstring."""
    return re.findall(r"^(\w+)\n-+$", inspect.getdoc(thing) or "", re.MULTILINE)


@pytest.mark.parametrize("name", PUBLIC | LAB)
def test_a_public_name_has_examples_that_run(name):
    thing, room = (PUBLIC | LAB)[name], import_module(name.rpartition(".")[0])
    assert "Examples" in sections(thing)
    known = {each: getattr(space, each) for space in (informed, room) for each in space.__all__}
    text = inspect.getdoc(thing)
    found = doctest.DocTestParser().get_doctest(text, {**known, "informed": informed, "numpy": numpy}, name, None, 0)
    assert found.examples
    try:
        assert doctest.DocTestRunner(verbose=False).run(found).failed == 0
    finally:
        if name == "informed.measures.measure":
            forget("first_hits")


@pytest.mark.parametrize("name", [name for name, thing in PUBLIC.items() if inspect.isfunction(thing)])
def test_a_public_function_says_what_it_takes_gives_and_refuses(name):
    wanted = ["Parameters", "Returns", "Raises", "Examples"]
    assert sections(PUBLIC[name]) == [each for each in wanted if each != "Raises" or name not in FREE]


def results():
    """Every kind of answer that a question gives."""
    for question in QUESTIONS:
        import_module(f"informed.questions.{question}")
    return dict(sorted(KINDS.items()))


@pytest.mark.parametrize("kind", results())
def test_what_a_result_has_is_said_in_one_sentence(kind):
    members = {name: each for name, each in vars(results()[kind]).items() if not name.startswith("_")}
    for name, each in members.items():
        function = getattr(each, "fget", None) or getattr(each, "func", None) or getattr(each, "__func__", each)
        if not inspect.isfunction(function):
            continue
        first = (inspect.getdoc(function) or "").split("\n\n")[0]
        assert first.endswith("."), f"{kind}.{name}: {first!r}"


def test_a_public_method_has_words_of_its_own_or_those_of_what_it_overrides():
    trees = [ast.parse(each.read_text()) for each in Path(informed.__file__).parent.rglob("*.py")]
    classes = [each for tree in trees for each in ast.walk(tree) if isinstance(each, ast.ClassDef)]

    def methods(kind):
        return [each for each in kind.body if isinstance(each, ast.FunctionDef) and not each.name.startswith("_")]

    def said(kind, name):
        bases = {ast.unparse(each).split("[")[0] for each in kind.bases}
        own = any(each.name == name and ast.get_docstring(each) for each in methods(kind))
        return own or any(said(each, name) for each in classes if each.name in bases)

    public = [each for each in classes if not each.name.startswith("_")]
    assert not [f"{kind.name}.{each.name}" for kind in public for each in methods(kind) if not said(kind, each.name)]
