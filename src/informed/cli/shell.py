"""The shell as a door: arguments are options of the command that was typed, questions are commands."""

import shlex
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import click

from informed.asking.declared import question_named
from informed.asking.vocabulary import ITEMS, RECORDING
from informed.core.door import UNSAID, Door, typed
from informed.core.writing import visible

CARRIED = ("data", "files", "logs", "search")  # groups of parameters that another question is asked with


class ShellDoor(Door):
    """The shell: arguments are options of the command that was typed, questions are commands."""

    guide = "informed measures --guide"
    broken = " \\"
    command: click.Command | None = None
    given: Mapping[str, Any] = {}  # replaced, never changed

    @property
    def asks(self) -> str:  # type: ignore[override]
        """The name of the command."""
        return str(self.command.name) if self.command is not None else ""

    def argument(self, name: str, value: Any = UNSAID) -> str:
        """``--missing drop``; what the command has no option for is said as Python says it."""
        options = _named(self.command)
        if name not in options:
            return super().argument(name, value)
        if value is UNSAID or value is True:
            return options[name]
        return f"{options[name]} {shlex.quote(value) if isinstance(value, str) else value}"

    def blamed(self, said: str) -> str:
        """The options that were given this value."""
        named = [name for name, value in self.given.items() if said in _texts(value)]
        return f"{' and '.join(self.argument(name) for name in named)} {shlex.quote(said)}" if named else ""

    def call(self, name: str) -> str:
        """Another command."""
        return f"informed {name}"

    def asking(self, ask: Any) -> str:
        """The command."""
        return str(ask.command())

    def step(self, step: Any) -> str:
        """Further options of the same command; or another command, about the same files and columns."""
        if step.question in ("", self.asks):
            return " ".join(self.argument(name, typed(value)) for name, value in step.arguments.items())
        from informed.asking.asks import Ask

        known = {each.name: each for each in question_named(step.question).parameters}
        shared = {name: value for name, value in self.given.items() if name in known and value not in (None, (), False)}
        kept = {
            name: list(value) if known[name].repeats else typed(value)
            for name, value in shared.items()
            if known[name].group in CARRIED and not known[name].positional and value != known[name].default
        }
        files = next((each for each in shared if known[each].positional), None)
        about = shared[files] if files else ()
        named = tuple(map(str, about if isinstance(about, tuple) else (about,)))
        said = {name: typed(value) for name, value in step.arguments.items()}
        if "predicted" in said and (systems := self.given.get("systems")):
            columns = dict(each.rpartition("=")[::2] for each in systems)
            said["predicted"] = columns.get(said["predicted"], said["predicted"])
        elif "predicted" in said and "systems" in self.given:
            return ""  # systems that are no columns: logs, or saved counts
        return Ask(step.question, named, {**kept, **said}).command()

    def actions(self) -> str:
        """What can be done with an answer that was printed."""
        return f"More: {self.every}   Explain: --explain   Report: -o report.html"

    @property
    def every(self) -> str:
        """How the rest of an answer is shown."""
        return "--all"

    def warn(self, sentence: str) -> None:
        """A line beside what is printed, on standard error."""
        click.echo(visible(f"informed: {sentence}"), err=True)


def _texts(value: Any) -> list[str]:
    """What was given, with the column alone of NAME=COLUMN."""
    values = value if isinstance(value, tuple) else (value,)
    texts = [str(each) for each in values if isinstance(each, (str, Path))]
    return [*texts, *(each.rpartition("=")[2] for each in texts)]


@cache
def _named(command: click.Command | None) -> dict[str, str]:
    """The options that an argument is said with; those of recording are advised by other commands too."""
    advised = {each.name: each.written for each in (*RECORDING, *ITEMS)}
    own = dict(_options(command)) if command is not None else {}
    return {**advised, "task": advised["record"], "system": advised["as_system"], **own}


def _options(command: click.Command) -> Iterator[tuple[str, str]]:
    """The options of a command and of those below it, by every name that the library may have for them."""
    for below in getattr(command, "commands", {}).values():
        yield from _options(below)
    known = [(each, name) for each in command.params for name in each.opts if name.startswith("--")]
    own = [(name.removeprefix("--").replace("-", "_"), name) for _, name in known]
    yield from ((str(each.name), str(each.name)) for each in command.params if isinstance(each, click.Argument))
    yield from ((str(each.name), written) for each, written in known)
    yield from own  # which wins where two options have the same name
