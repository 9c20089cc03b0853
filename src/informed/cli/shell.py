"""The words of the library in those of the shell: ``missing='drop'`` is ``--missing drop``."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping

import rich_click as click

CALLS = {"a.union(b)": "informed merge --union"}  # what other calls are here
COMMAND = re.compile(r"informed\.(\w+)\(\.\.\.\)")
ARGUMENT = re.compile(r"(?:--)?\b(?P<name>[a-z_]+)=(?:'(?P<text>[^']*)'|(?P<number>-?\d[\w.+-]*\b)|(?P<flag>True\b))?")
FLAG = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")


def in_the_shell(message: str, command: click.Command) -> str:
    """A message of the library as a command says it: its arguments as options, its functions as commands."""
    options = dict(_options(command))
    for call, said in CALLS.items():
        message = message.replace(call, said)
    message = COMMAND.sub(r"informed \1", message)
    message = ARGUMENT.sub(lambda found: _option(found, options), message)
    return FLAG.sub(lambda found: options.get(found[0], found[0]), message)


def _option(found: re.Match[str], options: Mapping[str, str]) -> str:
    """``name='value'``, ``name=2``, ``name=True`` or ``name=`` alone, if the command has such an option."""
    if found["name"] not in options:
        return found[0]
    value = found["number"] or "" if found["text"] is None else shlex.quote(found["text"])
    apart = value or found.string[found.end() :][:1] in ("(", "[", "{")  # a list or the like follows
    return options[found["name"]] + (f" {value}" if apart else "")


def _options(command: click.Command) -> Iterator[tuple[str, str]]:
    """The options of a command and of those below it, by every name that the library may have for them."""
    for below in getattr(command, "commands", {}).values():
        yield from _options(below)
    for each in command.params:
        written = next((name for name in each.opts if name.startswith("--")), None)
        if written is not None:
            own = written.removeprefix("--").replace("-", "_")
            yield from ((name, written) for name in (f"{own}s", str(each.name), own))
