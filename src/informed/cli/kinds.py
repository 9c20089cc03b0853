"""Kinds of options and arguments that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import rich_click as click

from informed.core.errors import choice

DATABASE = "informed.database"  # where --database waits until the files are known


class Format(click.Choice[str]):
    """The name of a format; an error says which there are and which was meant."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name, if it is one of them."""
        return choice("--format", value, self.choices)


class Several(click.ParamType):  # type: ignore[type-arg]
    """A list of numbers (or words) separated by commas."""

    name = "A,B,..."

    def __init__(self, kind: Callable[[str], Any]) -> None:
        self.kind = kind

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The numbers; a part that is none is refused."""
        if not isinstance(value, str):
            return value
        try:
            return tuple(self.kind(part.strip()) for part in value.split(","))
        except ValueError:
            self.fail(f"{value!r} is not a list of numbers separated by commas", param, ctx)


SHARES, WORDS = Several(float), Several(str)


def one_database(ctx: click.Context, param: click.Parameter, names: tuple[str, ...]) -> None:
    """Keep the database until the files are known."""
    if len(names) > 1:
        raise click.UsageError(f"--database is given {len(names)} times; give it once, and name other files as FILE.")
    ctx.meta[DATABASE] = next(iter(names), None)


class Files(click.Argument):
    """The files of a command; a database may be named by its option."""

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        """The files, and the database behind them."""
        if (database := ctx.meta.get(DATABASE)) is not None:
            value = [*(() if self.value_is_missing(value) else value), database]
        return super().process_value(ctx, value)
