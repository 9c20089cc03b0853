"""Messages of the library, as a command says them."""

import pytest

from informed.cli import COMMANDS, _called, main
from informed.cli.shell import in_the_shell
from informed.web.tabs import fielded


@pytest.mark.parametrize(
    ("command", "message", "said"),
    [
        ("evaluate", "use missing='drop' to leave them out", "use --missing drop to leave them out"),
        ("evaluate", "recall needs positive=, or a label", "recall needs --positive, or a label"),
        ("evaluate", "no abstain=", "no --abstain"),
        ("evaluate", "mend it, or use skip_bad_rows=True", "mend it, or use --skip-bad-rows"),
        ("evaluate", "weight_kind='frequency'", "--weight-kind frequency"),
        ("evaluate", "weights= has no effect", "--weights has no effect"),
        ("evaluate", "positive='not ill' is not a label", "--positive 'not ill' is not a label"),
        ("evaluate", "did you mean informed.sweep(...)?", "did you mean informed sweep?"),
        ("evaluate", "measure f_measure(beta=2)", "measure f_measure(beta=2)"),  # no option of that name
        ("evaluate", "informedness.low >= 0.6 is not == 1", "informedness.low >= 0.6 is not == 1"),
        ("compare", "margin=-0.5 must be positive", "--margin -0.5 must be positive"),
        ("compare", "level=1.5, draws=1e-3", "--level 1.5, --draws 1e-3"),
        ("sweep", "width=0.3 must be a power of two", "--bin 0.3 must be a power of two"),
        ("history", "task='nigthly' is not one of", "task nigthly is not one of"),
        ("check", "require=\"recall['a'] > 1\": no", "--require \"recall['a'] > 1\": no"),
        ("plan", "prevalence=(0.9, 0.3) must", "--prevalence (0.9, 0.3) must"),
        ("merge", "use a.union(b) to merge", "use informed merge --union to merge"),
        ("merge", "missing='drop'", "missing='drop'"),  # merge has no such option
    ],
)
def test_arguments_are_options_and_functions_are_commands(command, message, said):
    assert in_the_shell(message, _called([command])) == said


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
    with pytest.raises(SystemExit):
        main(["evaluate", str(path), "--actual", "y", "--predicted", "p"])
    assert "use --missing drop to leave them out" in capsys.readouterr().err


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("door", [in_the_shell, fielded])
def test_names_of_files_columns_and_labels_stay_as_they_are(command, door):
    """Whichever option they are called like: an argument is what the library marks as one, ``name=``."""
    found = _called([command])
    options = {name.removeprefix("--").replace("-", "_") for each in found.params for name in each.opts}
    for name in options | {str(each.name) for each in found.params}:
        for said in (
            f"{name}.csv: there is no such file",
            f"part/{name}: there is no such file",
            f"t/{name}=3/part.csv and {name}=3/part.csv: no such file",
            f"{name}=3.parquet has no rows",
            f"x.csv has no column 'y'; it has ['{name}', '{name}=2', \"it's --{name}\"]. Did you mean '--{name}'?",
            f"'{name}=None' occurs in the data but not among ['{name}', '{name}=\"a\"']",
        ):
            assert door(said, found) == said


def test_a_file_that_is_called_like_an_argument_stays_as_it_was_typed(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("level=3", "level=0.5", "missing="):
        with pytest.raises(SystemExit):
            main(["evaluate", name, "--actual", "y", "--predicted", "p"])
        assert f"{name}: there is no such file" in capsys.readouterr().err


def test_options_of_the_commands_below_a_group_are_known():
    assert in_the_shell("draws=3 must be", _called(["study"])) == "--draws 3 must be"
