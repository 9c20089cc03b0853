"""A next step is data; every door words it, and what a shell is told can be pasted."""

import shlex

import pytest

from informed.asking.declared import question_named
from informed.cli.shell import ShellDoor
from informed.core.errors import opened
from informed.core.words import Next
from informed.web.tabs import PageDoor
from informed.writers.layout import WIDTH, following

ELSEWHERE = Next("commoner", "where 'ill' is commoner", "deploy", {"positive": "ill", "prevalence": 0.05})
AGAIN = Next("costs", "with costs", "", {"cost": "0 1; 5 0"})
OUTSIDE = Next("label", "label 200 more items")


def shell(name="evaluate", **given):
    from informed.cli import command_named

    door = ShellDoor()
    door.command = command_named(name)
    door.given = given
    return door


def test_python_is_told_a_call_or_an_argument():
    assert ELSEWHERE.told().endswith(": informed.deploy(..., positive='ill', prevalence=0.05)")
    assert AGAIN.told() == "with costs: the same with cost='0 1; 5 0'"
    assert OUTSIDE.told() == "label 200 more items."


def test_a_shell_is_told_a_command_about_the_same_files_and_columns():
    with opened(shell(files=("my data.csv",), actual="y", predicted="test", level=0.9, missing="raise", seed=3)):
        words = shlex.split(ELSEWHERE.told().partition(": ")[2])
        again = shlex.split(AGAIN.told().partition(": ")[2])
    own = ["--actual", "y", "--predicted", "test", "--positive", "ill", "--prevalence", "0.05"]
    assert words == ["informed", "deploy", "my data.csv", *own]
    said = ["--actual", "y", "--predicted", "test", "--level", "0.9", "--seed", "3", "--cost", "0 1; 5 0"]
    assert again == ["informed", "evaluate", "my data.csv", *said]


def test_the_page_names_a_question_and_fields():
    with opened(PageDoor(question_named("evaluate"))):
        assert ELSEWHERE.told().endswith(
            ": 'What happens at another prevalence?' with 'positive label' ill, 'prevalence' 0.05"
        )


@pytest.mark.parametrize("column", ["y", "a column of a very long name with spaces in it"])
def test_a_long_command_is_broken_as_a_shell_breaks_lines(column):
    with opened(shell(files=("data.csv",), actual=column, predicted="a_prediction_of_some_length")):
        shown = following([ELSEWHERE])
        whole = ELSEWHERE.told().partition(": ")[2]
    assert all(len(line) <= WIDTH for line in shown.splitlines())
    pasted = shown.partition(":\n")[2].replace("\\\n", "")
    assert shlex.split(pasted) == shlex.split(whole)
