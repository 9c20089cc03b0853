"""What can be asked in the workbench: every tab is a question, its fields are parameters of its declaration."""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from informed.asking.declared import Answer, Choice, Flag, Parameter, Question, others_declared, question_named
from informed.asking.declared import Given as Said
from informed.asking.reading import complete
from informed.core.errors import UNSAID, Door, InputError, arg, choice, opened, typed
from informed.questions import ASKS, today
from informed.readers.roles import Column
from informed.web.kept import called

Given = Mapping[str, Sequence[str]]  # what the address says: each name and its values

LONGEST = 200  # characters of a value
OPTION = re.compile(r"(?<![\w-])--?([a-z][a-z-]*)")  # a parameter, as its help names it
ASKED = re.compile(r"[^?]+\?")
MOST = 12  # values of one name
TO_SAY = {"COLUMN", "FILE", "N"}  # what a next step leaves to the reader


class Subject(NamedTuple):
    """What a question is about: files or a task, and options that name a file, which no address may give."""

    words: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()

    @property
    def named(self) -> "Subject":
        """The same by the names of the files alone, with the part that is read."""
        return Subject(tuple(map(_name, self.words)), tuple((name, _name(path)) for name, path in self.options))

    def __str__(self) -> str:
        return " and ".join([*self.named.words, *(path for _, path in self.named.options)])


def _name(path: str) -> str:
    file, mark, part = path.partition("#")
    return f"{called(Path(file).name)}{mark}{part}"


NOTHING = Subject()

PLAIN = {  # fields in the words of a reader, where the name in the shell is not one
    "actual": "actual labels",
    "as": "system",
    "benefit": "net benefit, from and to",
    "by": "groups",
    "cluster": "clusters of items",
    "cost-fn": "cost of a miss",
    "cost-fp": "cost of a false alarm",
    "drawn": "how items were drawn",
    "human": "human labels",
    "informedness": "expected informedness",
    "item": "items",
    "judge": "labels of the judge",
    "label": "labels",
    "looks": "when it was looked at",
    "n": "number of items",
    "positive": "positive label",
    "power": "wanted power",
    "predicted": "predicted labels",
    "require": "requirement",
    "value": "expected value",
    "width": "width of the interval",
}


def plain(name: str) -> str:
    """A field as a reader calls it."""
    return PLAIN.get(name, name.replace("-", " "))


class Field(NamedTuple):
    """A parameter as a field: its name in the shell, what its help says, and what may be chosen."""

    name: str
    about: str
    kind: str
    choices: tuple[str, ...] = ()
    usual: str = ""
    several: bool = False
    least: int = 1  # fields in sight, of a parameter that may be repeated
    required: bool = False

    @property
    def said(self) -> str:
        """Its name on the page."""
        return plain(self.name)


class PageDoor(Door):
    """The page: arguments are fields of the question that is asked."""

    def __init__(self, question: Question) -> None:
        self.question, self.asks = question, question.name

    def argument(self, name: str, value: Any = UNSAID) -> str:
        """The field, and its value."""
        found = self.question.parameter(name)
        field = f"'{plain(_name_of(found) if found is not None else name)}'"
        return field if value is UNSAID or value is True else f"{field} {value}"

    def call(self, name: str) -> str:
        """Another tab."""
        return f"the question {name!r}"

    def step(self, step: Any) -> str:
        """Fields to fill in here, or in another tab."""
        known = {name: typed(value) for name, value in step.arguments.items() if not {*_all(value)} & TO_SAY}
        said = ", ".join(self.argument(name, value) for name, value in known.items())
        asks = next((tab.asks for tab in (*ABOUT_FILES, *ABOUT_RUNS) if tab.name == step.question), step.question)
        return " with ".join(filter(None, (asks and f"'{asks}'", said)))


def _all(value: Any) -> list[str]:
    return [str(each) for each in (value if isinstance(value, list | tuple) else [value])]


@dataclass(frozen=True)
class Tab:
    """A question about a file, or one that needs no file; by its own parameters, or by those that fit a file."""

    name: str
    asks: str = ""
    fields: str = ""
    folded: str = ""
    about: str = ""  # the question, where the tab has another name

    @cached_property
    def question(self) -> Question:
        """The declaration."""
        return question_named(self.about or self.name)

    def shown(self, names: str, known: Mapping[str, Sequence[str]] | None = None) -> list[Field]:
        """These parameters as fields. Only what is listed here can be asked: nothing that names a file is.

        ``known`` is what can be chosen in some of them; where that is nothing, text.
        """
        found = [self.question.parameter(name) for name in names.split()]
        return [_choosing(_field(each), known or {}) for each in found if each is not None]

    @property
    def every(self) -> list[Field]:
        """All fields."""
        return self.shown(f"{self.fields} {self.folded}")

    def pairs(self, given: Given) -> Iterator[tuple[str, str]]:
        """What is asked, in the order of the fields; what is empty or usual is left out."""
        for field in self.every:
            values = [value[:LONGEST] for value in given.get(field.name, ())][:MOST]
            for value in values:
                if value and value != field.usual:
                    yield field.name, value

    def line(self, given: Given, subject: Subject = NOTHING) -> str:
        """The same question as one line of the shell."""
        flags = {field.name for field in self.every if field.kind == "flag"}
        words = [part for name, value in self.pairs(given) for part in ((f"--{name}", value)[: 2 - (name in flags)])]
        named = [word for name, path in subject.options for word in (f"--{name}", path)]
        return shlex.join(["informed", self.question.name, *subject.words, *named, *words])

    def ask(self, given: Given, subject: Subject = NOTHING) -> Any:
        """The answer; what is wrong is said in the words of the fields."""
        with opened(PageDoor(self.question)):
            try:
                found = self.question.answer(self._said(given, subject))
            except InputError as error:
                raise InputError(str(error)) from None
        return found.result if isinstance(found, Answer) else found

    def _said(self, given: Given, subject: Subject) -> Said:
        """What was said for every parameter; what has no field, and is no file, is as usual."""
        typed: dict[str, list[str]] = {}
        for name, value in (*self.pairs(given), *subject.options):
            typed.setdefault(name, []).append(value)
        by_name = {each.name: typed.get(_name_of(each), []) for each in self.question.parameters}
        for each in self.question.parameters:
            if len(by_name[each.name]) > 1 and not each.repeats:
                times = len(by_name[each.name])
                raise InputError(f"{arg(each.name)} is given {times} times and takes one value; give it once")
        values = {each.name: _value(each, by_name[each.name], subject) for each in self.question.parameters}
        complete(self.question, values)
        return Said(values, [name for name, found in by_name.items() if found])


def _value(parameter: Parameter, found: Sequence[str], subject: Subject) -> Any:
    """The value of a parameter: what was typed, read by its kind; else the usual one."""
    if parameter.positional:
        return subject.words if parameter.positional == "many" else next(iter(subject.words), None)
    if isinstance(parameter.kind, Flag):
        return bool(found) or parameter.default
    read = [parameter.read(each) for each in found]
    if parameter.repeats:
        return tuple(read)
    return read[0] if read else None if parameter.default is None else parameter.read(parameter.default)


def _name_of(parameter: Parameter) -> str:
    return parameter.written.removeprefix("--").partition("/")[0]


def _field(parameter: Parameter) -> Field:
    kind = "text" if parameter.kind.field == "place" else parameter.kind.field
    usual = parameter.default if isinstance(parameter.default, (str, int, float)) else ""
    choices = parameter.kind.names if isinstance(parameter.kind, Choice) else ()
    least = 2 if parameter.name in ("systems", "raters") else 1
    about = OPTION.sub(lambda found: f"'{plain(found[1])}'", parameter.help)
    return Field(_name_of(parameter), about, kind, choices, str(usual), parameter.repeats, least, parameter.required)


def _choosing(field: Field, known: Mapping[str, Sequence[str]]) -> Field:
    if field.name not in known:
        return field
    return field._replace(kind="choice" if known[field.name] else "text", choices=tuple(known[field.name]))


def chosen(
    tab: Tab, given: Given, columns: Sequence[Column], guessed: Mapping[str, str | None]
) -> dict[str, list[str]]:
    """For each field what the address says, else the column whose name leaves no doubt."""
    there = {column.name for column in columns}
    found = {}
    for field in tab.every:
        said = [value for value in given.get(field.name, ()) if value]
        if field.kind == "column":
            said = [value for value in said if value in there]
        usual = guessed.get(field.name) if field.name not in given else None
        found[field.name] = said or ([usual] if usual else [])
    return found


def asked(name: str) -> str:
    """A question without what else a shell is told."""
    return "".join(ASKED.findall(ASKS[name])) or ASKS[name]


def tab_of(name: str, asks: str = "") -> Tab:
    """The tab of a question, with the fields that its declaration puts in sight and those that it folds."""
    tab = Tab(name)
    fields, _, folded = tab.question.tab.partition("|")
    return Tab(name, asks or asked(name), fields, folded)


def _of_rows(question: Question) -> bool:
    """Whether it is asked of files with rows: its tab names columns of them."""
    return any(each.kind.field == "column" for each in question.parameters if each.name in question.tab.split())


PLAN, SPANS, REPEATS, SUITE = map(tab_of, ("plan", "spans", "repeats", "suite"))
ABOUT_RUNS = (*map(tab_of, ("history", "leaderboard")), Tab("watch", asked("watch"), "system window", "since level"))
FIRST = (
    *("compare", "sweep", "deploy", "judge", "agree", "consensus", "match", "multilabel"),
    *("bookmaker", "check", "watch"),
)
PLACED = ("evaluate", *FIRST, *(tab.name for tab in (PLAN, SPANS, REPEATS, SUITE, *ABOUT_RUNS)))
LAST = (*(question_named(name) for name in ASKS if name not in PLACED), *others_declared())
ABOUT_FILES = (
    tab_of("evaluate", "How informed are the predictions?"),
    Tab("groups", "Which groups are misjudged?", "actual predicted by", "missing encoding skip_bad_rows", "evaluate"),
    *map(tab_of, FIRST),
    *(tab_of(each.name, "" if each.name in ASKS else each.about) for each in LAST if _of_rows(each)),
)


def tab_named(name: str, tabs: Sequence[Tab] = ABOUT_FILES) -> Tab:
    """The tab of this name, or of a former one."""
    known = choice("question", today([name])[0], [each.name for each in tabs])
    return next(tab for tab in tabs if tab.name == known)
