"""What a report says of where it comes from: its title, the files and columns, the day, and the command."""

import re
import shlex
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from informed._version import __version__

TYPED = "informed.typed"  # where the words of the command wait until a result leaves the program
TITLE = "informed.title"  # where --title waits
COLUMNS = {  # options that name a column
    *("actual", "predicted", "systems", "columns", "score", "by", "weights", "cluster", "stratum"),
    *("human", "judged", "item", "raters", "label"),
}
SECRET = re.compile(r"(?<=://)([^/\s:@]*):\S*@|(?<=password=)[^&\s]*")  # in the address of a database


def origin(context: click.Context) -> dict[str, str]:
    """What the options of a report say of this command."""
    typed = context.meta.get(TYPED, ())
    return {
        "title": context.meta.get(TITLE) or "",
        "source": source(*_files(context), *_columns(context)),
        "asked": _public(shlex.join(["informed", *typed])) if typed else "",
    }


def source(*about: str) -> str:
    """What an answer is about, the day it was given, and the version that gave it, in one line."""
    return " · ".join(filter(None, (*about, f"{datetime.now():%Y-%m-%d}", f"informed {__version__}")))


def _public(text: str) -> str:
    return SECRET.sub(lambda found: f"{found[1]}:***@" if found[1] is not None else "***", text)


def _files(context: click.Context) -> Iterator[str]:
    """The files that a command was given, or whatever else stands there: a table, a task."""
    for each in context.command.params:
        if isinstance(each, click.Argument) and (given := context.params.get(str(each.name))):
            yield from map(_called, given if isinstance(given, tuple) else [given])


def _called(given: Any) -> str:
    from informed.readers.kinds import kind_of

    path = Path(str(given))
    if str(given) == "-":
        return "standard input"
    if not path.is_file():
        return str(given)
    kind = kind_of(path).statistic
    return f"saved {kind} in {path.name}" if kind else path.name


def _columns(context: click.Context) -> Iterator[str]:
    """The columns that were named, each with what it is."""
    for each in context.command.params:
        given = context.params.get(str(each.name)) if each.name in COLUMNS else None
        if given:
            yield f"{each.opts[0].removeprefix('--')} {', '.join(given) if isinstance(given, tuple) else given}"
