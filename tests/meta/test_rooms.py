"""Every question, every kind of result and every command is whole: computed, worded, printed, tested and documented."""

import re
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

from informed.cli import COMMANDS
from informed.core.result import KINDS, Result
from informed.questions import ASKS, QUESTIONS, place

ROOT = Path(__file__).parents[2]


def kinds():
    for room in ("questions", "inference", "lab"):
        package = import_module(f"informed.{room}")
        for module in walk_packages(package.__path__, f"informed.{room}."):
            import_module(module.name)
    return {name: each for name, each in KINDS.items() if each.__module__.startswith("informed.")}


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_is_a_whole_room(question):
    import_module(place(question))
    assert list((ROOT / "tests" / "questions" / question).glob("test_*.py"))
    page = (ROOT / "docs" / "guides" / f"{question}.md").read_text()
    assert re.search(rf"informed[ .]{question}\b", page), "the page never asks"
    assert f"[{question}]({question}.md)" in (ROOT / "docs" / "guides" / "index.md").read_text()


def test_no_room_is_unlisted():
    places = (ROOT / "src" / "informed" / "questions").iterdir()
    assert {path.stem for path in places if not path.stem.startswith("__")} == set(QUESTIONS)
    assert {*ASKS} <= {*COMMANDS}


def test_every_kind_of_result_has_a_head_words_and_a_screen():
    for name, each in kinds().items():
        if each.__subclasses__():
            continue
        assert each.head is not Result.head or each.asks, name
        assert each.words is not Result.words or callable(getattr(each.part("words"), each.called(), None)), name
        assert each.grids is not Result.grids or callable(getattr(each.part("text"), each.called(), None)), name


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_page(command):
    page = (ROOT / "docs" / "commands" / f"{command}.md").read_text()
    assert f"# informed {command}\n" in page
    assert f"[{command}]({command}.md)" in (ROOT / "docs" / "commands" / "index.md").read_text()
