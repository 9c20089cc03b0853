"""The words of the library in those of the shell: ``missing='drop'`` is ``--missing drop``."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import rich_click as click

SAME = {"sweep": ("did you mean informed sweep?", "are --actual and --scores swapped?")}  # no command suggests itself
CALLS = {"a.union(b)": "informed merge --union"}  # what other calls are here
COMMAND = re.compile(r"informed\.(\w+)\(\.\.\.\)")
QUOTED = r"(?<!\w)(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")(?!\w)"  # a file, column or label as it is
NUMBER = r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w/\\]|\.\w)"
ARGUMENT = (  # as the library marks it, and no part of a path
    rf"(?<![\w./\\-])(?:--)?(?P<name>[a-z_]+)=(?:'(?P<text>[^']*)'|(?P<number>{NUMBER})|(?P<flag>True\b)|(?![\w./\\-]))"
)


def in_the_shell(message: str, command: click.Command, typed: Sequence[str] = ()) -> str:
    """A message of the library as a command says it: its arguments as options, its functions as commands.

    What is quoted stays as it is, and so does what was ``typed``: these are names of files, columns and labels.
    """
    options = dict(_options(command))
    for call, said in CALLS.items():
        message = message.replace(call, said)
    message = COMMAND.sub(r"informed \1", message).replace(*SAME.get(str(command.name), ("", "")))
    names = [rf"(?<!\w){re.escape(word)}(?!\w)" for word in sorted(typed, key=len, reverse=True) if "=" in word]
    return re.sub("|".join([*names, QUOTED, ARGUMENT]), lambda found: _option(found, options), message)


def blaming(message: str, words: Sequence[str], command: click.Command) -> str:
    """The message with the options in front, as typed, whose value it quotes first, where it names none of them."""
    known = {
        name: [long for long in each.opts if long.startswith("--")] for each in command.params for name in each.opts
    }
    quote = re.search(r"['\"]", message)
    first = message[quote.start() :] if quote else ""
    guilty: dict[str, list[str]] = {}
    for typed, value in pairwise(words):
        names = known.get(typed, [])
        quoted = first.startswith(repr(value)) or (value and re.match(re.escape(value) + r"(: | is | has )", message))
        if names and quoted and not any(name in message for name in names):
            guilty.setdefault(value, []).append(typed if typed in names else names[0])
    for value, options in guilty.items():
        return f"{' and '.join(options)} {shlex.quote(value)}: {message.removeprefix(f'{value}: ')}"
    return message


def _option(found: re.Match[str], options: Mapping[str, str]) -> str:
    """``name='value'``, ``name=2``, ``name=True`` or ``name=`` alone, if the command has such an option."""
    if found["name"] not in options:
        return found[0]
    value = found["number"] or "" if found["text"] is None else shlex.quote(found["text"])
    apart = value or found.string[found.end() :][:1] in ("(", "[", "{", '"')  # a list or the like follows
    return options[found["name"]] + (f" {value}" if apart else "")


def _options(command: click.Command) -> Iterator[tuple[str, str]]:
    """The options of a command and of those below it, by every name that the library may have for them."""
    for below in getattr(command, "commands", {}).values():
        yield from _options(below)
    known = [(each, name) for each in command.params for name in each.opts if name.startswith("--")]
    own = [(name.removeprefix("--").replace("-", "_"), name) for _, name in known]
    yield from ((str(each.name), str(each.name)) for each in command.params if isinstance(each, click.Argument))
    yield from ((f"{name}s", written) for name, written in own)
    yield from ((str(each.name), written) for each, written in known)
    yield from own  # which wins where two options have the same name
