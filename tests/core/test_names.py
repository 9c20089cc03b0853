"""What a ledger keeps of a question is a name that no move of code changes."""

from importlib import import_module
from pkgutil import walk_packages

import pytest

import informed.questions
from informed.core.basis import marked
from informed.core.names import FIRST, PLACES, mark_of, name_of, place_of


def answering():
    """Every function of a question whose answer keeps its basis."""
    for module in walk_packages(informed.questions.__path__, "informed.questions."):
        if module.name.rpartition(".")[2] != "question":
            for each in vars(import_module(module.name)).values():
                if getattr(each, "answers", False) is True and each.__module__ == module.name:
                    yield f"{each.__module__.removeprefix('informed.')}:{each.__qualname__}"


def test_every_question_that_can_be_recorded_has_a_name():
    found = set(answering())
    assert found
    assert {each for each in found if name_of(each) is None} == set()


@pytest.mark.parametrize("name", PLACES)
def test_a_name_leads_to_what_is_there(name):
    module, _, thing = PLACES[name].partition(":")
    assert hasattr(import_module(f"informed.{module}"), thing)
    assert place_of(name) == PLACES[name]


@pytest.mark.parametrize(("name", "path"), FIRST.items())
def test_a_path_that_an_earlier_version_kept_is_still_understood(name, path):
    assert place_of(path) == place_of(name)
    assert mark_of(path) == mark_of(name) == path


def test_the_id_of_a_run_is_made_from_what_the_first_version_kept():
    now = {"costs": {"is": "costs", "parts": {"fp": [1, {"is": "panel", "parts": {}}]}}}
    then = {
        "costs": {
            "is": "questions.sweep.cost:Costs",
            "parts": {"fp": [1, {"is": "questions.judge.reading:Panel", "parts": {}}]},
        }
    }
    assert marked(now) == then == marked(then)


def test_names_are_words_and_no_paths():
    assert all(each.replace(" ", "").isalpha() for each in PLACES)
