"""Kinds of options and arguments that several commands share."""

from __future__ import annotations

import math
import shlex
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

import rich_click as click

from informed.core.errors import InputError, choice

DATABASE = "informed.database"  # where --database waits until the files are known
SAMPLES = {"--require": "'informedness.low >= 0.6'"}  # of required options that name no column
LARGEST = 2**53  # beyond which floats are no longer every whole number
SEVERAL = dict.fromkeys(  # what is meant by several values of an option, by command and option
    [("evaluate", "predicted"), ("check", "predicted")], ", or use informed compare for several systems"
)


class Kind(click.ParamType):  # type: ignore[type-arg]
    """What an option takes; a refusal names the option, the value and the remedy in our words, in every door."""

    example: str

    def refuse(self, value: object, must: str, param: click.Parameter | None) -> NoReturn:
        """Stop with what the value must be, and an example: the default, if the option has one."""
        option = option_of(param)
        usual = param.default if param is not None and isinstance(param.default, str | int | float) else self.example
        shown = f"{usual:g}" if isinstance(usual, float) else usual
        raise InputError(f"{option} {shlex.quote(str(value))} must be {must}, for example {option} {shown}")


def option_of(param: click.Parameter | None) -> str:
    """The option as a person types it."""
    return "" if param is None else max(param.opts, key=len)


class Number(Kind):
    """A finite number; ``least``, ``above`` and ``most``: its bounds."""

    name, example, noun = "float", "0.5", "a number"
    read: Callable[[Any], Any] = float

    def __init__(self, *, least: float = -math.inf, above: float = -math.inf, most: float = math.inf) -> None:
        self.least, self.above, self.most = least, above, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number; anything else is refused, NaN and infinity too."""
        try:
            number = type(self).read(value)
        except (ValueError, OverflowError):
            self.refuse(value, self.noun, param)
        if not math.isfinite(number):
            self.refuse(value, "a finite number", param)
        if not (self.least <= number <= self.most and number > self.above):
            self.refuse(value, f"{self.noun}{self._bounds()}", param)
        return number

    def _bounds(self) -> str:
        said = {">=": self.least, ">": self.above, "<=": self.most}
        return " and".join(f" {sign} {bound:g}" for sign, bound in said.items() if math.isfinite(bound))


class Whole(Number):
    """A whole number."""

    name, example, noun, read = "integer", "10", "a whole number", int

    def __init__(self, *, least: float = -LARGEST, most: float = LARGEST) -> None:
        super().__init__(least=least, most=most)


class Several(Kind):
    """A list of numbers (or words) separated by commas."""

    name = "A,B,..."

    def __init__(self, kind: Callable[[str], Any], example: str = "0.5,0.3,0.2", least: float = -LARGEST) -> None:
        self.kind, self.example, self.least = kind, example, least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The numbers; a part that is none is refused."""
        if not isinstance(value, str):
            return value
        try:
            found = tuple(self.kind(part.strip()) for part in value.split(","))
        except ValueError:
            found = (math.nan,)
        if any(isinstance(each, int | float) and not self.least <= each <= LARGEST for each in found):
            bound = f" >= {self.least:g}" if self.least > -LARGEST else ""
            self.refuse(value, f"{'whole ' if self.kind is int else ''}numbers{bound} separated by commas", param)
        return found


class Named(click.Choice[str]):
    """One of a few names; an error says which there are and which was meant."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name, if it is one of them."""
        return choice(option_of(param), value, self.choices)


class Place(Kind):
    """A file, or a ``folder``; ``there``: it has to exist already."""

    def __init__(self, *, folder: bool = False, there: bool = False) -> None:
        self.folder, self.there = folder, there
        self.name, self.example = ("directory", "reports") if folder else ("file", "report.html")

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path; a folder where a file is meant is refused, and the other way round."""
        path = Path(value)
        wrong = path.is_file() if self.folder else path.is_dir()
        if not str(value).strip() or wrong or (self.there and not path.exists()):
            there = " that exists" if self.there else ""
            self.refuse(value, f"a {'folder' if self.folder else 'file'}{there}", param)
        return path


WHOLE, NUMBER = Whole(), Number()
SHARES, WHOLES, WORDS = Several(float), Several(int, "1,5,10"), Several(str)
FILE, FOLDER = Place(), Place(folder=True)


def once(command: click.Command, name: str | None, words: Sequence[str], above: click.Context | None = None) -> None:
    """Refuse an option that takes one value and is given several: a parser keeps the last and says nothing."""
    context = command.context_class(command, info_name=name, parent=above, **command.context_settings)
    _, rest, order = command.make_parser(context).parse_args(list(words))
    for option, times in Counter(order).items():
        if times > 1 and isinstance(option, click.Option) and not (option.multiple or option.is_flag or option.count):
            remedy = SEVERAL.get((str(name), str(option.name)), "")
            written = " or ".join(name for name in option.opts if name.startswith("--"))
            raise InputError(f"{written} is given {times} times and takes one value; give it once{remedy}")
    if isinstance(command, click.Group) and rest:
        below = command.get_command(context, rest[0])
        if below is not None:
            once(below, rest[0], rest[1:], context)


class Files(click.Argument):
    """The files of a command; a database may be named by its option."""

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        """The files, and the database behind them."""
        if (database := ctx.meta.get(DATABASE)) is not None:
            value = [*(() if self.value_is_missing(value) else value), database]
        return super().process_value(ctx, value)
