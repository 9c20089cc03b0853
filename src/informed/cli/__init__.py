"""The command line: every command is made from the declaration of its question, or of a tool; no arithmetic."""

import os
import sys
from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from io import TextIOWrapper
from typing import Any, NoReturn

import click

from informed._version import __version__
from informed.cli.ending import orderly
from informed.core.errors import InputError, bounded, door, opened
from informed.core.writing import visible
from informed.questions import FORMERLY, PANELS, others, place, today

REPORT = "please report it with the lines above: open an issue in the project's repository, see docs/security.md"
TOOLS = {
    "measures": "Which number to quote? What does a term mean?",
    "schema": "What does the JSON of a question hold, or take?",
    "count": "Count rows once, to evaluate later; add up counts, read logs.",
    "ledger": "Which ledger applies here, and what does it hold?",
    "bench": "Write a page to type a table in and watch the verdict follow.",
    "serve": "Open the workbench in the browser.",
    "lab": "Simulate measures, intervals and tests; recompute the papers.",
}
LISTED = {**PANELS, "Tools": TOOLS}
PLACES = {  # commands and where they are declared, in the order of a user's day
    **{name: place(name) for panel in PANELS.values() for name in panel},
    **{name: f"informed.cli.commands.{name}" for name in TOOLS},
    "lab": "informed.lab.question",
}
COMMANDS = tuple(PLACES)
FIRST = """Is a predictor informed, or is it guessing?

  informed preds.csv
  informed evaluate preds.csv --actual y --predicted yhat
  informed compare preds.csv --actual y --predicted p0 --predicted p1
  informed measures informedness

Everything that can be asked: informed --help
The same in a browser:        informed serve
"""


def listed() -> dict[str, Mapping[str, str]]:
    """All commands by what a person wants, with what each asks; of those of other packages, which package it is."""
    more = {name: f"Added by the package {each.package}." for name, each in others().items()}
    return {**LISTED, **({"Other packages": more} if more else {})}


class UnreadError(Exception):
    """Nobody reads the output any longer."""


def command_named(name: str) -> click.Command:
    """The command of a question or a tool, made from its declaration; of one below it: "count merge"."""
    from informed.asking.declared import question_named
    from informed.cli.commanding import command_of

    first, *below = (word for word in today(name.split()) if not word.startswith("--"))
    if first not in PLACES and first in others():
        return command_of(question_named(first))
    if first not in PLACES:
        raise InputError(f"there is no command {first!r}{_meant(first)}")
    command: Any = command_of(import_module(PLACES[first]).QUESTION)
    for word in below:
        command = command.commands[word]
    return command  # type: ignore[no-any-return]


class Commands(click.Group):
    """Commands that are made when they are named, and a hint when the name is nearly right."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep what was typed, for the reports that tell it."""
        from informed.cli.origin import TYPED

        ctx.meta[TYPED] = tuple(args)
        return super().parse_args(ctx, today(args))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is named, by its words today, or one below it; without one, files are looked at.

        A command wins over a file of its name.
        """
        from informed.cli.commanding import Command

        first, *rest = today(args)
        known = first in COMMANDS or first in others()
        if known and not rest and os.path.isfile(first):
            door().warn(f"{first!r} is a command; the file of this name is read by: informed ./{first}")
        if not known and not first.startswith("--"):
            from informed.cli.front import Front, is_file

            if is_file(first):
                setattr(door(), "command", front := Front())  # noqa: B010
                return "FILE", front, args
        command = self.get_command(ctx, first)
        if isinstance(command, Command) and rest and rest[0] in command.commands:
            first, rest = f"{first} {rest[0]}", rest[1:]
            command = self.get_command(ctx, first)
        return first, command, rest

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in the order of a user's day."""
        return [*COMMANDS, *others()]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of this name; from here on the door speaks of its options."""
        if ctx.resilient_parsing and name in others():
            return None  # while a shell completes a line, no other package is imported
        command = command_named(name)
        setattr(door(), "command", command)  # noqa: B010  # doors of other kinds do not mind
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; click itself would exit with 1 where nobody reads on, which says "not met" here."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise UnreadError from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands by what a person wants; none of them is imported for it."""
        for panel, asked in listed().items():
            with formatter.section(panel):
                formatter.write_dl(list(asked.items()), col_max=14, col_spacing=max(2, 14 - max(map(len, asked))))

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Said in the first line."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands alone: every program has --help and --version."""
        self.format_commands(ctx, formatter)


def _meant(name: str) -> str:
    """The command that does what a wrong name asks for, or the one that is written nearly so; else all of them."""
    from informed.core.letters import key
    from informed.finder.commands import SOUGHT

    sought = [command for command, words in SOUGHT.items() if key(name) in map(key, words)]
    close = sought or get_close_matches(name.lower(), (*COMMANDS, *FORMERLY, *others()), n=1, cutoff=0.6)
    if close:
        return f"; did you mean `informed {' '.join(today(close[0].split()))}`?"
    return f"; the commands are {', '.join(COMMANDS)}. `informed measures {name}` explains a term"


def _version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        from informed.core.speed import compiled

        click.echo(f"informed {__version__}, loops {'in C' if compiled else 'in Python'}")
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Is a predictor informed, or is it guessing?   informed FILE, informed COMMAND --help"""
    if ctx.invoked_subcommand is None:
        click.echo(FIRST, nl=False)


def main(arguments: list[str] | None = None) -> None:
    """Run a command; bad input is one line on standard error and exit code 2, never a traceback.

    What is our fault has a traceback and exit code 3, for 1 says that a requirement is not met.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a label may have letters that this terminal lacks
    from informed.cli.shell import ShellDoor

    with orderly(), opened(ShellDoor()):
        _run(sys.argv[1:] if arguments is None else arguments)


def _run(arguments: list[str]) -> NoReturn:
    """Run a command, and put whatever stops it into words."""
    try:
        sys.exit(cli.main(arguments, prog_name="informed", standalone_mode=False) or 0)
    except UnreadError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what is still to be flushed at the end
        sys.exit(141)  # what a shell gives for a program whose output nobody reads on
    except (click.Abort, KeyboardInterrupt):
        _stop("stopped", 130)
    except click.NoSuchOption as error:
        _stop(f"there is no option {error.option_name}{_option_meant(error)}", 2)
    except (InputError, OSError, click.ClickException) as error:
        _stop(_one_line(error), 2)
    except MemoryError as error:
        _stop(f"not enough memory ({_one_line(error)}); give fewer labels, systems or groups at once", 2)
    except Exception:
        import traceback

        traceback.print_exc()
        if other := others().get(door().asks):
            _stop(f"this is a bug of the package {other.package}, not of your data; please report it there", 3)
        _stop(f"this is a bug of informed {__version__}, not of your data; {REPORT}", 3)


def _option_meant(error: click.NoSuchOption) -> str:
    """The option that does what a wrong one asks for, or those that are written nearly so; else where to look."""
    command = error.ctx.command if error.ctx else cli
    said = [each.parameter for each in command.params if hasattr(each, "parameter")]
    typed = error.option_name.lstrip("-")
    sought = [each.written for each in said if typed.replace("-", "_") in each.synonyms]
    known = [name for each in command.params for name in each.opts if name.startswith("--")]
    close = sought[:1] or get_close_matches(f"--{typed.replace('_', '-')}", known, n=1, cutoff=0.75)
    path = error.ctx.command_path if error.ctx else "informed"
    if command.name == "measures" and not close:  # a symbol of the papers: -P
        return f"; a term that begins so stands behind two hyphens: {path} -- {error.option_name}"
    return f"; did you mean {close[0]}?" if close else f". See {path} --help"


def _stop(message: str, code: int) -> NoReturn:
    click.echo(f"informed: {bounded(visible(message))}", err=True)
    sys.exit(code)


def _one_line(error: Exception) -> str:
    if isinstance(error, click.UsageError) and error.ctx:
        return f"{' '.join(error.format_message().split())} See {error.ctx.command_path} --help"
    if isinstance(error, OSError):
        return f"{error.filename or 'output'}: {(error.strerror or str(error)).lower()}"
    return " ".join(str(error).split())
