"""No option is without effect in silence: one value is given once, and what a command does not use it refuses."""

import re
import shlex

import pytest
from click import Option
from test_help_examples import NEEDS_MORE, examples, folder, typed  # noqa: F401
from test_nonsense import commands

from informed.asking.declared import Choice, Column, Kind, Label
from informed.asking.reading import ABOUT_READING
from informed.cli import command_named, main

NOTHING = "no-such-thing"
VALUED = [
    pytest.param(words, each, id=" ".join([*words, each.opts[-1]]))
    for words, command in commands()
    for each in command.params
    if isinstance(each, Option) and not each.is_flag
]
UNSEEN = {  # options of text that are used and need not show
    "abstain": "no item has this label",
    "dataset": "a name that only the ledger keeps",
    "version": "the same",
    "title": "the heading of a report, not of the screen",
    "ledger": "the place of recorded runs, where nothing is recorded",
}


def called(words):
    """The command that is typed, or the one below it."""
    found = command_named(words[0])
    return getattr(found, "commands", {}).get(words[1] if len(words) > 1 else "", found)


def named_or_text(kind):
    """What may name anything: a text, a column, a label."""
    return type(kind) in (Kind, Column, Label)


def stopped(words, capsys):
    with pytest.raises(SystemExit) as stop:
        main(words)
    printed = capsys.readouterr()
    return stop.value.code, printed.out, printed.err


def valued(option):
    """A value that the option takes."""
    kind = option.parameter.kind
    return kind.names[0] if isinstance(kind, Choice) else kind.example or NOTHING


@pytest.mark.parametrize(("words", "option"), VALUED)
def test_an_option_of_one_value_is_given_once(words, option, capsys):
    """Whether it is written with a blank or with =, and by whichever of its names."""
    first, last = option.opts[0], option.opts[-1]
    twice = [f"{first}={valued(option)}" if first[1] == "-" else first + valued(option), last, valued(option)]
    if option.multiple:  # its declaration says that it takes several values
        called(words).make_context(words[-1], twice, resilient_parsing=True)
        return
    code, _, said = stopped([*words, *twice], capsys)
    assert code == 2
    assert "is given 2 times and takes one value; give it once" in said
    assert max(option.opts, key=len) in said


@pytest.mark.parametrize("line", [each for each in examples() if not any(word in each for word in NEEDS_MORE)])
def test_a_text_that_names_nothing_is_never_overlooked(line, folder, capsys):  # noqa: F811
    """Whatever the kind of file: what an option names is looked for, or the option is refused."""
    words = list(typed(line, folder))
    usual = stopped(words, capsys)
    for option in called(words).params:
        free = isinstance(option, Option) and not option.is_flag and named_or_text(option.parameter.kind)
        given = {each.partition("=")[0] for each in words}
        if not free or option.name in UNSEEN or given & {*option.opts}:
            continue
        long = max(option.opts, key=len)
        assert stopped([*words, long, NOTHING], capsys) != usual, f"{long} is overlooked"


def test_what_commands_read_is_declared_in_one_place():
    """An option that several commands share with `evaluate` for reading is one that a kind of file may not use."""
    evaluate = {each.name for each in command_named("evaluate").params}
    assert evaluate >= {*ABOUT_READING} - {"systems", "fold"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("evaluate all.json --actual y", "--actual cannot be used with saved counts; leave it out"),
        ("evaluate a*l.json --encoding utf-8", "--encoding cannot be used with saved counts; leave it out"),
        ("table counts.json --rows actual", "--rows cannot be used with saved counts; leave it out"),
        ("evaluate log.eval --separator ;", "--separator cannot be used with a sample log; leave it out"),
        ("evaluate log.eval --id x", "--id is the column of ids in --gold-file; give --gold-file too"),
        ("evaluate export.json --missing drop", "--missing cannot be used with an export; leave it out"),
        (
            "count scores.parquet --actual y --predicted p --separator ;",
            "separator ';' has no effect on scores.parquet",
        ),
        ("count preds.csv --actual y --predicted p --predicted p", "--predicted is given 2 times"),
        ("check preds.csv --actual y --predicted p --predicted=new --require x", "or use informed compare for several"),
    ],
)
def test_the_refusal_names_the_option_and_the_reason(words, said, folder, capsys):  # noqa: F811
    code, _, err = stopped(shlex.split(words.replace(";", "';'")), capsys)
    assert code == 2
    assert said in re.sub(r"\s+", " ", err)
