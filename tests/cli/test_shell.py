"""Messages of the library, in the words of the door that a user came through."""

import pytest

import informed
from informed.cli import main
from informed.core.errors import arg, call, opened
from informed.questions.evaluate.question import QUESTION
from informed.web.tabs import PageDoor
from typed import in_the_shell


@pytest.mark.parametrize(
    ("command", "said", "written"),
    [
        ("evaluate", ("missing", "drop"), "--missing drop"),
        ("evaluate", ("positive",), "--positive"),
        ("evaluate", ("skip_bad_rows", True), "--skip-bad-rows"),
        ("evaluate", ("weight_kind", "frequency"), "--weight-kind frequency"),
        ("evaluate", ("positive", "not ill"), "--positive 'not ill'"),
        ("evaluate", ("beta", 2), "beta=2"),  # no option of that name
        ("compare", ("margin", -0.5), "--margin -0.5"),
        ("sweep", ("width", 0.3), "--bin 0.3"),
        ("history", ("task", "nigthly"), "task nigthly"),
        ("plan", ("prevalence", (0.9, 0.3)), "--prevalence (0.9, 0.3)"),
        ("merge", ("missing", "drop"), "missing='drop'"),  # merge has no such option
        ("study", ("draws", 3), "--draws 3"),
    ],
)
def test_an_argument_is_an_option_of_the_command_that_was_typed(command, said, written):
    with opened(in_the_shell(command)):
        assert arg(*said) == written


def test_each_door_says_an_argument_and_a_question_in_its_own_words():
    assert (arg("missing", "drop"), call("sweep")) == ("missing='drop'", "informed.sweep(...)")
    with opened(in_the_shell("evaluate")):
        assert (arg("missing", "drop"), call("sweep")) == ("--missing drop", "informed sweep")
    with opened(PageDoor(QUESTION)):
        assert (arg("missing", "drop"), call("sweep")) == ("'missing' drop", "the question 'sweep'")


@pytest.mark.parametrize("name", ["skip_bad_rows.csv", "system_version=2.csv", "missing='drop'.csv"])
def test_what_a_user_named_is_never_rewritten(name, capsys, tmp_path):
    """A file, a column or a label may look like an argument."""
    with pytest.raises(SystemExit):
        main(["evaluate", str(tmp_path / name), "--actual", "y", "--predicted", "p"])
    assert f"{name}: there is no such file" in capsys.readouterr().err
    (tmp_path / "rows.csv").write_text("y,p\na,a\nb,b\n")
    with pytest.raises(SystemExit):
        main(["evaluate", str(tmp_path / "rows.csv"), "--actual", name, "--predicted", "p"])
    assert f"has no column {name!r}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--require", "n > 1", "--seed", "-1"], "--seed -1 must be a whole number >= 0"),
        (["--require", "n > 1", "--margin", "-1"], "--margin -1 must be a number > 0"),
        ([], "missing --require, for example --require 'informedness.low >= 0.6'"),
    ],
)
def test_an_option_of_check_that_cannot_hold_is_refused_with_one_that_can(words, said, capsys, tmp_path):
    (tmp_path / "all.csv").write_text("y,p\na,a\nb,b\n")
    with pytest.raises(SystemExit):
        main(["check", str(tmp_path / "all.csv"), "--actual", "y", "--predicted", "p", *words])
    assert said in capsys.readouterr().err


def test_the_library_itself_speaks_python_and_the_command_does_not(capsys, tmp_path):
    path = tmp_path / "gap.csv"
    path.write_text("y,p\na,a\n,b\n")
    with pytest.raises(informed.InputError, match="use missing='drop' to leave them out"):
        informed.evaluate(path, actual="y", predicted="p")
    with pytest.raises(SystemExit):
        main(["evaluate", str(path), "--actual", "y", "--predicted", "p"])
    assert "use --missing drop to leave them out" in capsys.readouterr().err
