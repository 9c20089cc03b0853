"""A page per command, made from its declaration."""

from collections.abc import Iterator
from typing import Any

import click

from informed.asking.declared import GROUPS
from informed.cli import command_named, listed
from reference import cell

MADE = "<!-- made by ./dev docs; change the declaration instead -->\n\n"


def command_pages() -> dict[str, str]:
    """The page of every command, and the list of them."""
    parts = []
    for panel, asked in listed().items():
        rows = "".join(f"| [{name}]({name}.md) | {cell(asks)} |\n" for name, asks in asked.items())
        parts.append(f"## {panel}\n\n| command | |\n|---|---|\n{rows}")
    index = f"{MADE}# Commands\n\n" + "\n".join(parts)
    return {"index": index} | {name: _page(name) for asked in listed().values() for name in asked}


def _page(name: str) -> str:
    return MADE + "\n".join(_parts(command_named(name)))


def _parts(command: Any, depth: int = 1) -> Iterator[str]:
    """A command, then those below it, each under its own heading."""
    name = f"informed {command.question.name}"
    yield f"{'#' * depth} {name}\n\n" + (
        _told(name, command) if command.question.parameters else f"{command.question.about}\n"
    )
    for each in command.commands.values():
        yield from _parts(each, depth + 1)


def _told(words: str, command: Any) -> str:
    """What it is for, how it is typed, examples, and its options in groups."""
    context = click.Context(command, info_name=words)
    usage = " ".join([words, *command.collect_usage_pieces(context)])
    shown = "".join(f"    {line}\n" for line in command.question.examples)
    parts = [f"{command.question.about}\n\n    {usage}\n", f"For example:\n\n{shown}" if shown else ""]
    said = [each for each in command.params if hasattr(each, "parameter")]
    for group, heading in GROUPS.items():
        rows = [each.lines(context) for each in said if each.parameter.group == group]
        listed = "".join(f"| `{cell(option)}` | {cell(text)} |\n" for option, text in rows)
        parts.append(f"| {heading} | |\n|---|---|\n{listed}" if rows else "")
    return "\n".join(filter(None, parts))
