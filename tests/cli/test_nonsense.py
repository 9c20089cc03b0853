"""Whatever nonsense an option is given: one line with the option, the value and the remedy, and exit code 2."""

from __future__ import annotations

import shlex

import pytest
from click import Context, Option

from informed.asking.declared import Choice, Number, Place, Several, Whole
from informed.cli import cli, main

NONSENSE = {
    Whole: ("five", "", "nan", "inf", "1e400", "2.5", "9" * 30, "1,000"),
    Number: ("five", "", "nan", "-inf", "1e400", "1,5", "0x1"),
    Several: ("five,six", "1,,2", "nan", "1,inf", "1e400"),
    Choice: ("no such name", "", "nan"),
    Place: ("",),
}


def commands(found=cli, *words):
    """Every command that asks, by the words that are typed for it."""
    if getattr(found, "question", None) is not None and found.question.parameters:
        yield list(words), found
    for name in found.list_commands(Context(cli)) if found is cli else found.commands:
        yield from commands(cli.get_command(Context(cli), name) if found is cli else found.commands[name], *words, name)


OPTIONS = [
    pytest.param(words, each, id=" ".join([*words, max(each.opts, key=len)]))
    for words, command in commands()
    for each in command.params
    if isinstance(getattr(each, "parameter", None) and each.parameter.kind, tuple(NONSENSE))
]


@pytest.mark.parametrize(("words", "option"), OPTIONS)
def test_nonsense_is_named_with_its_option(words, option, capsys):
    written = max(option.opts, key=len)
    kind = next(each for each in NONSENSE if isinstance(option.parameter.kind, each))
    words_only = isinstance(option.parameter.kind, Several) and option.parameter.kind.of not in (int, float)
    right = option.parameter.kind.names if kind is Choice else ()
    for value in () if words_only else [each for each in NONSENSE[kind] if each not in right]:
        with pytest.raises(SystemExit) as stop:
            main([*words, written, value])
        (line,) = capsys.readouterr().err.splitlines()
        assert (stop.value.code, line[:10]) == (2, "informed: ")
        assert line.startswith(f"informed: {written} {shlex.quote(value)} ")
        assert "for example" in line or "is not one of" in line
        assert not {"Invalid", "valid", "See"} & {*line.split()}


def test_every_option_is_a_declared_parameter():
    """So none speaks in the words of another program; --help and --help-all alone are not asked."""
    for words, command in commands():
        own = [each.name for each in command.params if isinstance(each, Option) and not hasattr(each, "parameter")]
        assert own == ["help_all"], words


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("evaluate x.csv --by nowhere", "--by nowhere: x.csv has no column 'nowhere'; its columns are"),
        ("evaluate x.csv --cost five", "--cost five: no such file; write the prices as '0 1; 5 0'"),
        ("evaluate x.csv --draws -5", "--draws -5 must be a whole number >= "),
        ("evaluate x.csv -o x.nothing", "--output x.nothing: unknown file ending '.nothing'; use .json"),
        ("evaluate x.csv --gold-file y", "--gold-file cannot be used with rows"),
        ("evaluate x.csv --labels a", "'b' occurs in the data but not among 'a'; add it to --labels, or leave it out"),
        ("bench -o bench.json", "--output bench.json must end in .html"),
        ("study measures --levels 1", "--levels 1 must be a whole number >= 2"),
        ("study measures --workers 0 --studies 1", "--workers 0 must be a whole number >= 1"),
        ("study significance --margins x", "--margins x is not one of random, even"),
    ],
)
def test_what_a_command_refuses_names_the_option_too(words, line, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.csv").write_text("actual,predicted\na,a\nb,b\na,b\n")
    with pytest.raises(SystemExit) as stop:
        main(words.split())
    assert stop.value.code == 2
    assert capsys.readouterr().err.startswith(f"informed: {line}")
