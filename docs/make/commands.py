"""A page per command, made from its help."""

from inspect import cleandoc
from typing import Any

import click

from informed.cli import COMMANDS, cli
from reference import cell

MADE = "<!-- made by ./dev docs; change the command instead -->\n\n"


def command_pages() -> dict[str, str]:
    """The page of every command, and the list of them."""
    found = {name: cli.get_command(click.Context(cli), name) for name in COMMANDS}
    rows = "".join(f"| [{name}]({name}.md) | {_first(each)} |\n" for name, each in found.items())
    index = f"{MADE}# Commands\n\n| command | |\n|---|---|\n{rows}"
    return {"index": index} | {name: _page(name, each) for name, each in found.items()}


def _first(command: Any) -> str:
    return cell(_help(command).split("\n\n")[0])


def _help(command: Any) -> str:
    return cleandoc(command.help or "")


def _page(name: str, command: Any) -> str:
    context = click.Context(command, info_name=f"informed {name}")
    said, _, examples = _help(command).partition("\b\n")
    usage = " ".join([f"informed {name}", *command.collect_usage_pieces(context)])
    told = [each.get_help_record(context) for each in command.get_params(context)]
    rows = "".join(f"| `{option}` | {cell(text)} |\n" for option, text in filter(None, told))
    shown = "".join(f"    {line.strip()}\n" for line in examples.strip().splitlines())
    shown = f"For example:\n\n{shown}" if shown else ""
    return f"{MADE}# informed {name}\n\n{said.strip()}\n\n    {usage}\n\n{shown}\n| option | |\n|---|---|\n{rows}"
