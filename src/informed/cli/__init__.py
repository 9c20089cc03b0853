"""The command line: thin commands around the library, one file each; no arithmetic."""

from __future__ import annotations

import os
import sys
import traceback
from difflib import get_close_matches
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn

import rich_click as click

from informed._version import __version__
from informed.cli.ending import orderly
from informed.cli.kinds import once
from informed.cli.origin import TYPED
from informed.cli.shell import blaming, in_the_shell
from informed.core.errors import InputError, bounded
from informed.core.speed import compiled
from informed.core.writing import visible
from informed.questions import QUESTIONS

PACKAGE = Path(__file__).parents[1]
ASKED = [name for name in QUESTIONS if (PACKAGE / "questions" / name / "command.py").exists()]
OTHERS = sorted(path.stem for path in (PACKAGE / "cli" / "commands").glob("[!_]*.py"))
REPORT = "please report it with the lines above: open an issue in the project's repository, see docs/security.md"
COMMANDS = {  # questions in the order of a user's day, then the rest, and where they are
    **{name: f"informed.questions.{name}.command" for name in ASKED},
    **{name: f"informed.cli.commands.{name}" for name in OTHERS},
    "study": "informed.lab.command",
    "reproduce": "informed.lab.papers.command",
}


class UnreadError(Exception):
    """Nobody reads the output any longer."""


class Commands(click.RichGroup):
    """Commands that are imported when they are named, and a hint when the name is nearly right."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep what was typed, for the reports that tell it."""
        ctx.meta[TYPED] = tuple(args)
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in the order of a user's day."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of this name; its file has the same name."""
        if name not in COMMANDS:
            raise InputError(f"there is no command {name!r}{_meant(name)}")
        command: click.Command = import_module(COMMANDS[name]).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command and its words, no option of one value among them twice."""
        name, command, words = super().resolve_command(ctx, args)
        if command is not None:
            once(command, name, words, ctx)
        return name, command, words

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; click itself would exit with 1 where nobody reads on, which says "not met" here."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise UnreadError from None


def _meant(name: str) -> str:
    """The command that does what a wrong name asks for, or the one that is written nearly so; else all of them."""
    from informed.core.letters import key
    from informed.finder.commands import SOUGHT

    sought = [command for command, words in SOUGHT.items() if key(name) in map(key, words)]
    close = sought or get_close_matches(name.lower(), COMMANDS, n=1, cutoff=0.6)
    if close:
        return f"; did you mean `informed {close[0]}`?"
    return f"; the commands are {', '.join(COMMANDS)}. `informed measures {name}` explains a term"


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message=f"informed %(version)s, loops {'in C' if compiled else 'in Python'}")
def cli() -> None:
    """Is a predictor informed, or is it guessing? How sure are we, on which labels, and what is it worth?

    \b
    informed evaluate preds.csv --actual y --predicted yhat
    informed table "30 12; 30 28" --rows predicted --labels +,-
    informed measures informedness
    """


def main(arguments: list[str] | None = None) -> None:
    """Run a command; bad input is one line on standard error and exit code 2, never a traceback.

    What is our fault has a traceback and exit code 3, for 1 says that a requirement is not met.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a label may have letters that this terminal lacks
    with orderly():
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
    except InputError as error:
        _stop(_told(error, arguments), 2)
    except click.MissingParameter as error:
        _stop(_missing(error, arguments), 2)
    except click.NoSuchOption as error:
        _stop(f"there is no option {error.option_name}{_option_meant(error)}", 2)
    except OSError as error:
        _stop(_told(error, arguments), 2)
    except click.ClickException as error:
        _stop(_one_line(error), 2)
    except MemoryError as error:
        _stop(f"not enough memory ({_one_line(error)}); give fewer labels, systems or groups at once", 2)
    except Exception:
        traceback.print_exc()
        _stop(f"this is a bug of informed {__version__}, not of your data; {REPORT}", 3)


def _called(arguments: list[str]) -> click.Command:
    """The command that was typed, or all of them where none was."""
    name = next((word for word in arguments if word in COMMANDS), None)
    found: click.Command = cli if name is None else import_module(COMMANDS[name]).command
    below: dict[str, click.Command] = getattr(found, "commands", {})
    return next((below[word] for word in arguments if word in below), found)


def _told(error: Exception, arguments: list[str]) -> str:
    """What went wrong in the words of the shell, with the option that it is about."""
    command = _called(arguments)
    said = blaming(in_the_shell(_one_line(error), command, arguments), arguments, command)
    return " ".join(said.split())  # what was typed may have several lines


ELSEWHERE = {
    "--actual": ("truth", "true", "y-true", "gold", "label", "target", "reference"),
    "--predicted": ("system", "prediction", "predictions", "pred", "y-pred", "yhat", "cluster", "scores", "score"),
    "--scores": ("score", "probability", "proba", "y-score", "predicted"),
    "--rater": ("raters", "annotator", "system", "predicted", "actual"),
    "--measure": ("metric", "measures", "metrics"),
    "--weights": ("weight", "sample-weight"),
    "--by": ("group", "groups", "slice"),
    "--cluster": ("group", "groups"),
    "--output": ("out", "save", "html"),
    "--level": ("confidence", "alpha", "ci"),
    "--draws": ("bootstrap", "n-boot", "permutations"),
}
"""What other programs call an option, by what it is called here."""


def _option_meant(error: click.NoSuchOption) -> str:
    """The option that does what a wrong one asks for, or those that are written nearly so; else where to look."""
    command = error.ctx.command if error.ctx else cli
    if error.option_name in ("--actual", "--predicted") and any(each.name == "source" for each in command.params):
        return (
            f"; `informed {command.name}` takes a table or saved counts: first `informed count FILE --actual ... "
            f"--predicted ... -o counts.json`, then `informed {command.name} counts.json ...`"
        )
    known = [name for each in command.params for name in each.opts if name.startswith("--")]
    typed = error.option_name.lstrip("-").replace("_", "-")
    sought = [name for name in known if typed in ELSEWHERE.get(name, ())]
    close = sought[:1] or get_close_matches(f"--{typed}", known, n=1, cutoff=0.75)
    path = error.ctx.command_path if error.ctx else "informed"
    return f"; did you mean {close[0]}?" if close else f". See {path} --help"


def _missing(error: click.MissingParameter, arguments: list[str]) -> str:
    """All that a command still needs, not only what was looked for first, with the columns of its file."""
    from informed.cli.options import lacking

    if error.ctx is None:
        return _one_line(error)
    command = error.ctx.command
    probe = click.Context(command, info_name=command.name, resilient_parsing=True)
    command.parse_args(probe, arguments[arguments.index(str(command.name)) + 1 :])
    needed = [each for each in command.params if each.required and not probe.params.get(str(each.name))]
    names = [
        each.opts[0] if isinstance(each, click.Option) else each.make_metavar(probe).rstrip(".") for each in needed
    ]
    try:
        return str(
            lacking(names, probe.params.get("files") or (), {k: v for k, v in probe.params.items() if v is not None})
        )
    except (InputError, OSError) as unread:
        return _one_line(unread)


def _stop(message: str, code: int) -> NoReturn:
    click.echo(visible(f"informed: {bounded(message)}"), err=True)
    sys.exit(code)


def _one_line(error: Exception) -> str:
    if isinstance(error, click.UsageError) and error.ctx:
        return f"{' '.join(error.format_message().split())} See {error.ctx.command_path} --help"
    if isinstance(error, OSError):
        return f"{error.filename or 'output'}: {(error.strerror or str(error)).lower()}"
    return " ".join(str(error).split())
