"""The shell as a door: arguments are options of the command that was typed, questions are commands."""

import shlex
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import click

from informed.asking.declared import Parameter, question_named
from informed.asking.vocabulary import ITEMS, RECORDING
from informed.core.errors import UNSAID, Door, typed
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
        """The same command with further options; or another command, about the same files and columns."""
        from informed.asking.asks import ANY, Ask

        name, given = (
            step.question or self.asks,
            {each: of for each, of in self.given.items() if of not in (None, (), False)},
        )
        own, known = ({each.name: each for each in question_named(of).parameters} for of in (self.asks, name))
        about = next((of for each, of in given.items() if each in own and own[each].positional), ())
        reads = any(each.positional for each in known.values())
        kept = {
            each: list(value) if known[each].repeats else typed(value)
            for each, value in given.items()
            if each in known
            and not known[each].positional
            and value != known[each].default
            and (name == self.asks or (reads and _carried(own[each], known[each], given)))
        }
        said = {each: typed(value) for each, value in step.arguments.items()}
        if "predicted" in said and (systems := self.given.get("systems")):
            columns = dict(each.rpartition("=")[::2] for each in systems)
            said["predicted"] = columns.get(said["predicted"], said["predicted"])
        elif "predicted" in said and "systems" in self.given:
            return ""  # systems that are no columns: logs, or saved counts
        elif ANY in said.values() and not about:
            about = "FILE"
        if not reads:
            about = ()
        named = tuple(map(str, about if isinstance(about, tuple) else (about,)))
        said = {each: value for each, value in said.items() if value != ANY or each not in kept}
        return Ask(name, named, {**kept, **said}).command()

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


def _carried(own: Parameter, there: Parameter, given: Mapping[str, Any]) -> bool:
    """Whether what was said is said of another question too: what names data, and the ledger that is read."""
    return {own.group, there.group} <= {*CARRIED} or (own.name == "ledger" and "record" not in given)


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
