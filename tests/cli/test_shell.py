"""Messages of the library, as a command says them."""

import pytest

from informed.cli import _called, main
from informed.cli.shell import in_the_shell


@pytest.mark.parametrize(
    ("command", "message", "said"),
    [
        ("evaluate", "use missing='drop' to leave them out", "use --missing drop to leave them out"),
        ("evaluate", "recall needs positive=, or a label", "recall needs --positive, or a label"),
        ("evaluate", "no abstain=", "no --abstain"),
        ("evaluate", "mend it, or use skip_bad_rows", "mend it, or use --skip-bad-rows"),
        ("evaluate", "weight_kind='frequency'", "--weight-kind frequency"),
        ("evaluate", "weights= has no effect", "--weights has no effect"),
        ("evaluate", "positive='not ill' is not a label", "--positive 'not ill' is not a label"),
        ("evaluate", "did you mean informed.sweep(...)?", "did you mean informed sweep?"),
        ("evaluate", "measure f_measure(beta=2)", "measure f_measure(beta=2)"),  # no option of that name
        ("evaluate", "informedness.low >= 0.6 is not == 1", "informedness.low >= 0.6 is not == 1"),
        ("compare", "margin=-0.5 must be positive", "--margin -0.5 must be positive"),
        ("compare", "level=1.5, draws=1e-3", "--level 1.5, --draws 1e-3"),
        ("sweep", "width=0.3 must be a power of two", "--bin 0.3 must be a power of two"),
        ("plan", "prevalence=(0.9, 0.3) must", "--prevalence (0.9, 0.3) must"),
        ("merge", "use a.union(b) to merge", "use informed merge --union to merge"),
        ("merge", "missing='drop'", "missing='drop'"),  # merge has no such option
    ],
)
def test_arguments_are_options_and_functions_are_commands(command, message, said):
    assert in_the_shell(message, _called([command])) == said


def test_the_library_itself_speaks_python_and_the_command_does_not(capsys, tmp_path):
    path = tmp_path / "gap.csv"
    path.write_text("y,p\na,a\n,b\n")
    with pytest.raises(SystemExit):
        main(["evaluate", str(path), "--actual", "y", "--predicted", "p"])
    assert "use --missing drop to leave them out" in capsys.readouterr().err


def test_options_of_the_commands_below_a_group_are_known():
    assert in_the_shell("draws=3 must be", _called(["study"])) == "--draws 3 must be"
