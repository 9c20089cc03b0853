"""``informed FILE``: no command, but files. What they are is said, and the most natural question is asked of them."""

import io
import os
import re
import sys
from typing import Any

import click

from informed.asking.declared import Question
from informed.asking.front import looked
from informed.asking.reading import is_table
from informed.asking.vocabulary import FILES
from informed.cli import command_named
from informed.cli.commanding import Command
from informed.cli.origin import TYPED
from informed.core.errors import InputError, door
from informed.core.writing import visible
from informed.readers.files.sources import ADDRESS, standard_input

LIKE_A_FILE = re.compile(r".*([/\\*?]|\.\w{1,9}(#.*)?$)", re.DOTALL)  # a folder, a pattern, an ending, a part
QUESTION = Question(
    "FILE",
    "Say what FILES are, which columns are taken for what and why, and ask the most natural question of them. Where "
    "that is not clear nothing is asked, and the commands to choose from are shown.",
    (FILES,),
    examples=("informed preds.csv", "informed monday.json tuesday.json", "informed preds.csv -o report.html"),
)


def is_file(word: str) -> bool:
    """Whether a word in the place of a command is a file: it is there, or it is written like one."""
    return (
        word == "-" or os.path.lexists(word) or bool(LIKE_A_FILE.match(word) or ADDRESS.match(word)) or is_table(word)
    )


class Front(Command):
    """The command of no name."""

    def __init__(self) -> None:
        super().__init__(QUESTION)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuse what only a question can take, with the command that takes it."""
        try:
            return super().parse_args(ctx, list(args))
        except click.NoSuchOption as error:
            place = next(place for place, word in enumerate(args) if word.startswith(error.option_name))
            seen = looked(args[:place]) if place and "-" not in args[:place] else None
            shown = ["informed", "COMMAND", *args]
            if seen and seen.chosen:
                every = (seen.chosen, *sorted(seen.others, key=lambda each: each.question != "check"))
                asks = (each.without(error.option_name) for each in every)
                shown = [door().asking(next(filter(None, asks), seen.chosen)), *args[place:]]
            told = f"{error.option_name} is an option of a question; name the question"
            raise InputError(f"{told}: {' '.join(shown)}") from None

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Files stand where a command would."""
        formatter.write_usage("informed", "FILE... [OPTIONS]")

    def run(self, **given: Any) -> int:
        """Say what the files are, ask, and say what else can be asked; on standard error where the answer is a file."""
        files = given["files"]
        if "-" in files:
            sys.stdin = io.TextIOWrapper(io.BytesIO(standard_input().read()))  # it is looked at, and then read
        look = looked(files)
        if "-" in files:
            sys.stdin.seek(0)
        aside = look.chosen is None or given["output"] is not None or given["style"] not in (None, "text")
        click.echo(visible(f"{look.heading}\n"), err=aside)
        if look.chosen is None:
            return 2
        name, *words = [*look.chosen.words(), *_output(given)]
        above = click.get_current_context().find_root()
        above.meta[TYPED] = (name, *words)
        setattr(door(), "command", command := command_named(name))  # noqa: B010
        with command.make_context(name, words, parent=above) as own:
            code = command.invoke(own)
        if look.also:
            click.echo(visible(f"\n{look.also}"), err=aside)
        return int(code or 0)


def _output(given: dict[str, Any]) -> list[str]:
    """How the answer leaves, as it was typed."""
    options = {"-o": given["output"], "--format": given["style"], "--chart": given["chart"], "--title": given["title"]}
    typed = [word for name, value in options.items() if value is not None for word in (name, str(value))]
    flags = {"--all": given["every"], "--explain": given["explain"]}
    return [*typed, *(name for name, said in flags.items() if said)]
