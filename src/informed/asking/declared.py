"""How a question is declared: its name, its parameters, and who answers. Every door is made from this alone.

A `Parameter` is one object for all doors: the argument in Python, the option in the shell, the field on a page.
Its `Kind` says what it holds, and reads what a person typed. Nothing here loads NumPy.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, cast

from informed.core.errors import InputError, choice
from informed.core.extending import loaded
from informed.core.given import values
from informed.questions import QUESTIONS, TAKEN, others, place

LARGEST = 2**53  # beyond which floats are no longer every whole number
GROUPS = {  # of parameters, in the order of the help, and their headings
    "data": "Data",
    "asked": "What is asked",
    "uncertainty": "Uncertainty",
    "output": "Output",
    "files": "Reading files",
    "logs": "Logs and exports",
    "search": "Search runs",
    "recording": "Recording",
}


# --- kinds of values -------------------------------------------------------------------------------------------------


class RefusedError(ValueError):
    """What a typed value must be; who reads it knows the name and the value."""


@dataclass(frozen=True)
class Kind:
    """Any text. ``field``: what a page draws for it; ``shown``: what the help shows in the place of a value."""

    field, right, place = "text", "", "TEXT"

    @property
    def example(self) -> str:
        """A value that is right."""
        return self.right

    @property
    def shown(self) -> str:
        """What stands for a value in the help."""
        return self.place

    def read(self, text: Any) -> Any:
        """The value that a person typed; raises `RefusedError`."""
        return text


class Column(Kind):
    """The name of a column of the file; on a page one of those there are."""

    field, place = "column", "COLUMN"


class Label(Kind):
    """A label that occurs in the file; the doors find the label that is written like this."""

    field, place = "label", "LABEL"


class Silence(Label):
    """A label that means no answer; an empty text stands for empty cells."""

    def read(self, text: Any) -> Any:
        """The label, or None."""
        return text or None


@dataclass(frozen=True)
class Number(Kind):
    """A finite number; ``least``, ``above`` and ``most``: its bounds."""

    least: float = -math.inf
    above: float = -math.inf
    most: float = math.inf

    field, right, place, noun = "number", "0.5", "NUMBER", "a number"
    convert: ClassVar[Any] = staticmethod(float)

    def read(self, text: Any) -> Any:
        """The number; anything else is refused, NaN and infinity too."""
        try:
            number = self.convert(text)
        except (ValueError, OverflowError):
            raise RefusedError(self.noun) from None
        if not math.isfinite(number):
            raise RefusedError("a finite number")
        if not (self.least <= number <= self.most and number > self.above):
            raise RefusedError(f"{self.noun}{self._bounds()}")
        return number

    def _bounds(self) -> str:
        said = {">=": self.least, ">": self.above, "<=": self.most}
        within = {sign: bound for sign, bound in said.items() if math.isfinite(bound) and abs(bound) < LARGEST}
        return " and".join(f" {sign} {bound:g}" for sign, bound in within.items())


@dataclass(frozen=True)
class Whole(Number):
    """A whole number."""

    least: float = -LARGEST
    most: float = LARGEST

    right, noun = "10", "a whole number"
    convert: ClassVar[Any] = staticmethod(int)


@dataclass(frozen=True)
class Several(Kind):
    """Numbers or words, separated by commas."""

    of: Callable[[str], Any] = str
    sample: str = "0.5,0.3,0.2"
    least: float = -LARGEST
    place = "A,B,..."

    @property
    def example(self) -> str:
        """A value that is right."""
        return self.sample

    def read(self, text: Any) -> Any:
        """The parts; one that is no number where numbers are wanted is refused."""
        if not isinstance(text, str):
            return text
        try:
            found = tuple(self.of(part.strip()) for part in text.split(","))
        except ValueError:
            found = (math.nan,)
        if any(isinstance(each, int | float) and not self.least <= each <= LARGEST for each in found):
            bound = f" >= {self.least:g}" if self.least > -LARGEST else ""
            raise RefusedError(f"{'whole ' if self.of is int else ''}numbers{bound} separated by commas")
        return found


@dataclass(frozen=True)
class Choice(Kind):
    """One of a few names: those of a Literal, or of a function that lists what there is when it is asked."""

    of: Any = None
    field = "choice"

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names."""
        return tuple(self.of()) if callable(self.of) and not values(self.of) else values(self.of)

    @property
    def shown(self) -> str:
        """What stands for a value in the help."""
        return f"[{'|'.join(self.names)}]"


class Flag(Kind):
    """Said or not said."""

    field = "flag"


@dataclass(frozen=True)
class Place(Kind):
    """A file, or a ``folder``; ``there``: it has to exist already. No page can name one."""

    folder: bool = False
    there: bool = False
    field = "place"

    @property
    def example(self) -> str:
        """A value that is right."""
        return "reports" if self.folder else "report.html"

    @property
    def shown(self) -> str:
        """What stands for a value in the help."""
        return "FOLDER" if self.folder else "FILE"

    def read(self, text: Any) -> Path:
        """The path; a folder where a file is meant is refused, and the other way round."""
        path = Path(text)
        wrong = path.is_file() if self.folder else path.is_dir()
        if not str(text).strip() or wrong or (self.there and not path.exists()):
            raise RefusedError(f"a {'folder' if self.folder else 'file'}{' that exists' if self.there else ''}")
        return path


class Renaming(Kind):
    """A label and its new name, in one text."""

    right, place = "pos=ill", "OLD=NEW"

    def read(self, text: Any) -> Any:
        """The two names; the old one may hold an equals sign."""
        old, _, new = text.rpartition("=") if isinstance(text, str) else ("", "", "")
        if not (old and new):
            raise RefusedError("OLD=NEW")
        return text


class Written(Kind):
    """A text as it is, or a file that holds it; so no page can name one."""

    field = "place"


TEXT, COLUMN, LABEL, FLAG, FILE, FOLDER = Kind(), Column(), Label(), Flag(), Place(), Place(folder=True)
NUMBER, WHOLE = Number(), Whole()
SHARES, WHOLES, WORDS = Several(float), Several(int, "1,5,10"), Several(str)


# --- parameters ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Parameter:
    """One thing that can be said, in every door.

    ``name`` is the argument in Python, ``option`` its name in the shell and on pages where that is another one.
    ``repeats``: several values; a single one that is given twice is refused. ``usual``: in the short help.
    ``door``: where it can be said: everywhere, or in "python" or the "shell" alone.
    """

    name: str
    help: str
    kind: Kind = TEXT
    group: str = "asked"
    default: Any = None
    required: bool = False
    unless: str = ""  # what makes it unnecessary: another parameter
    repeats: bool = False
    option: str = ""
    short: str = ""
    other: tuple[str, ...] = ()  # further options of the same meaning
    synonyms: tuple[str, ...] = ()  # what other programs call it
    usual: bool = False
    door: str = ""
    shown: str = ""  # what stands for a value in the help, where the kind does not say it
    positional: str = ""  # said without a name in the shell: "one", "many" or "rest", which is not read

    @property
    def written(self) -> str:
        """The option as a person types it."""
        return f"--{self.option or self.name.replace('_', '-')}"

    def but(self, **changes: Any) -> "Parameter":
        """The same with another help, default or the like."""
        return replace(self, **changes)

    def read(self, text: Any) -> Any:
        """The value that was typed; a wrong one is refused with what it must be, and an example."""
        if isinstance(self.kind, Choice):
            return choice(self.name, text, self.kind.names)
        try:
            return self.kind.read(text)
        except RefusedError as must:
            usual = self.default if isinstance(self.default, str | int | float) else self.kind.example
            shown = f"{usual:g}" if isinstance(usual, float) else usual
            raise InputError(f"must be {must}, for example {shown}", argument=self.name, value=text) from None


# --- questions -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Question:
    """A question, declared once.

    ``name`` never changes: it is the command, the address, the page, and what JSON and ledgers keep.
    ``about`` and ``examples`` are its help. ``place`` has the function ``answer``, from what was said to a result;
    or it is ``ask``.
    ``formats``: what its answer can be written as, beyond those of every result; None where it is no result.
    ``records``: whether its answer can be recorded, "items" with the labels of each item, "named" where it names its
    systems itself. ``tab``: the parameters that a page shows, the rest of which is folded after a bar. ``gives``: other
    questions whose kinds of answers it gives too.
    ``below``: questions whose names continue this one's; one without parameters is nothing but their list.
    """

    name: str
    about: str
    parameters: tuple[Parameter, ...]
    examples: tuple[str, ...] = ()
    place: str = ""
    formats: tuple[str, ...] | None = ()
    records: tuple[str, ...] = ()
    tab: str = ""
    gives: tuple[str, ...] = ()
    ask: Callable[..., Any] | None = None
    below: "tuple[Question, ...]" = ()

    def parameter(self, name: str) -> Parameter | None:
        """The parameter of this name."""
        return next((each for each in self.parameters if each.name == name), None)

    @property
    def answer(self) -> Callable[..., Any]:
        """The function that answers."""
        found: Callable[..., Any] = self.ask or import_module(self.place or place(self.name)).answer
        return found


def question_named(name: str) -> Question:
    """The declaration of a question; one of another package that cannot be used is refused by the name of that."""
    other = None if name in QUESTIONS else others().get(name)
    if other is None:
        return cast(Question, import_module(place(name)).QUESTION)
    found: Any = getattr(other.load(), "QUESTION", None)
    found = found or other._replace(place=f"{other.place}.question:QUESTION").load()
    if not (isinstance(found, Question) and found.name == name):
        raise other.refused(f"{other.place} does not declare a question of this name")
    return found


def others_declared() -> list[Question]:
    """The questions of other packages, as far as they can be used; what cannot is told."""
    found: dict[str, Question] = loaded("question", TAKEN, lambda each: question_named(each.name))
    return list(found.values())


class Given(dict[str, Any]):
    """What was said for every parameter of a question, usual values included; ``said`` are the names of the rest."""

    def __init__(self, values: Mapping[str, Any], said: Iterable[str] = ()) -> None:
        super().__init__(values)
        self.said = frozenset(said)


class Answer(NamedTuple):
    """An answer with what a door does with it beyond showing it.

    ``of``: what a ledger keeps, where the result is only a reading of it; ``passed``: whether requirements were met;
    ``rows``: the labels of each item; ``gate``: the outcomes that decide the exit code; ``code``: the exit code itself;
    ``required``: what `check` takes to find the gate, where the answer does not have it.
    """

    result: Any
    of: Any = None
    passed: bool | None = None
    rows: Any = None
    gate: Any = None
    notes: tuple[str, ...] = ()
    code: int = 0
    required: Mapping[str, Any] | None = None


def flat(*parts: Parameter | Sequence[Parameter]) -> tuple[Parameter, ...]:
    """Parameters and groups of parameters as one list, in their order."""
    return tuple(each for part in parts for each in ((part,) if isinstance(part, Parameter) else part))
