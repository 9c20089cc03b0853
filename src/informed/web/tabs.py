"""What can be asked in the workbench: every tab is a command of the shell, its fields are options of that command."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import rich_click as click

from informed.cli.kinds import once
from informed.cli.options import TAKER
from informed.cli.origin import COLUMNS
from informed.cli.shell import QUOTED, in_the_shell
from informed.core.errors import InputError, choice
from informed.readers.looking import Column
from informed.web.kept import called

Given = Mapping[str, Sequence[str]]  # what the address says: each name and its values

CHOICES = {
    "missing": ("raise", "drop"),
    "encoding": ("utf-8", "latin-1", "cp1252", "utf-16"),
    "drawn": ("random", "by_judge", "elsewhere"),
    "metric": ("nominal", "ordinal", "interval", "ratio"),
    "model": ("auto", "dawid_skene", "knows_or_guesses"),
    "maximize": ("informedness", "edge", "trace", "mutual-information"),
    "adjust": ("holm", "bh", "max_t", "none"),
    "measure": ("recall", "specificity", "precision", "kappa", "auc", "accuracy"),
}
OPTION = re.compile(rf"{QUOTED}|(?<!serve )--(?P<name>[a-z][a-z-]*)")
LONGEST = 200  # characters of a value
MOST = 12  # values of one name


class Subject(NamedTuple):
    """What a question is about: files or a task, and options that name a file, which no address may give."""

    words: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()

    @property
    def named(self) -> Subject:
        """The same by the names of the files alone, with the part that is read."""
        return Subject(tuple(map(_name, self.words)), tuple((name, _name(path)) for name, path in self.options))

    def __str__(self) -> str:
        return " and ".join([*self.named.words, *(path for _, path in self.named.options)])


def _name(path: str) -> str:
    file, mark, part = path.partition("#")
    return f"{called(Path(file).name)}{mark}{part}"


NOTHING = Subject()


class Field(NamedTuple):
    """One option as a field: its name in the shell, what its help says, and what may be chosen."""

    name: str
    about: str
    kind: str
    choices: tuple[str, ...] = ()
    usual: str = ""
    several: bool = False
    least: int = 1  # fields in sight, of an option that may be repeated
    required: bool = False


@dataclass(frozen=True)
class Tab:
    """A question about a file, or one that needs no file: the options that are in sight, and those that are folded."""

    name: str
    asks: str
    fields: str
    folded: str = ""
    command_name: str = ""
    answer: Callable[[Tab, Given, Subject], Any] | None = None
    also: str = ""  # another command that has some of the options

    @cached_property
    def command(self) -> click.Command:
        """The command that answers."""
        return _command(self.command_name or self.name)

    def shown(self, names: str, known: Mapping[str, Sequence[str]] | None = None) -> list[Field]:
        """These options as fields. Only what is listed here can be asked: no option that names a file is.

        ``known`` is what can be chosen in some of them; where that is nothing, text.
        """
        further = _command(self.also).params if self.also else []
        options = {each.name: each for each in (*further, *self.command.params)}
        return [_choosing(_field(options[name]), known or {}) for name in names.split() if name in options]

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
        """The same question as one line of the shell, where one command answers it."""
        if self.also:
            return ""
        options = [part for name, value in self.pairs(given) for part in _written(self, name, value)]
        named = [word for name, path in subject.options for word in (f"--{name}", path)]
        return shlex.join(["informed", self.command_name or self.name, *subject.words, *named, *options])

    def ask(self, given: Given, subject: Subject = NOTHING) -> Any:
        """The answer, as the command finds it; what is wrong is said in the words of the fields."""
        try:
            return (self.answer or commanded)(self, given, subject)
        except click.MissingParameter:
            wanted = [field.name for field in self.every if field.required and not any(given.get(field.name, ()))]
            raise InputError(missing(wanted)) from None
        except click.ClickException as error:
            raise InputError(fielded(error.format_message(), self.command)) from None
        except InputError as error:
            raise InputError(fielded(str(error), self.command)) from None


def _command(name: str) -> click.Command:
    found: click.Command = import_module(f"informed.questions.{name}.command").command
    return found


def _written(tab: Tab, name: str, value: str) -> list[str]:
    """An option of the shell; a flag has no value."""
    flag = next(field.kind == "flag" for field in tab.every if field.name == name)
    return [f"--{name}"] if flag else [f"--{name}", value]


def commanded(tab: Tab, given: Given, subject: Subject) -> Any:
    """What the command finds; it is told nothing but the fields of the tab."""
    words = ["=".join(_written(tab, name, value)) for name, value in tab.pairs(given)]
    words += [f"--{name}={path}" for name, path in subject.options]
    words += ["--", *subject.words]
    found: list[Any] = []
    once(tab.command, tab.name, words)
    with tab.command.make_context(tab.name, words) as context:
        context.meta[TAKER] = found.append
        tab.command.invoke(context)
    return found[0]


def deployed(tab: Tab, given: Given, subject: Subject) -> Any:
    """The table of a file at another prevalence."""
    from informed.questions.deploy import deploy

    wanted = {name: value for name, value in tab.pairs(given) if name in ("prevalence", "positive")}
    if lacking := [field.name for field in tab.every if not any(given.get(field.name, ()))]:
        raise InputError(missing(lacking))
    share = click.FLOAT(wanted["prevalence"])
    counts = commanded(
        EVALUATE, {name: given[name] for name in ("actual", "predicted") if name in given}, subject
    ).counts
    positive = next((label for label in counts.labels if str(label) == wanted["positive"]), wanted["positive"])
    return deploy(counts.positive_first(positive), positive=positive, prevalence=share)


def fielded(message: str, command: click.Command) -> str:
    """A message as the page says it: options are called as their fields are, numbers are not called after types."""
    said = _renamed(in_the_shell(message, command))
    return said.replace("is not a valid float", "is not a number").replace("a valid integer", "a whole number")


def missing(names: Sequence[str]) -> str:
    """What has to be chosen before there is an answer, all of it at once."""
    *first, last = [f"'{name}'" for name in names]
    said = f"{', '.join(first)} and {last}" if first else last
    return f"missing {said}; fill in {'them' if first else 'it'} above"


def _renamed(text: str) -> str:
    """Options as fields; options of the server are none, and what is quoted is no option but a name in the data."""
    return OPTION.sub(lambda found: f"'{found['name']}'" if found["name"] else found[0], text)


def _field(option: click.Parameter) -> Field:
    name = max(option.opts[:1], key=len).removeprefix("--").removeprefix("-")
    about, usual = _renamed(str(getattr(option, "help", "") or "")), option.default
    told: dict[str, Any] = {
        "usual": str(usual) if isinstance(usual, (str, int, float)) and not isinstance(usual, bool) else "",
        "several": bool(getattr(option, "multiple", False)),
        "least": 2 if option.name in ("systems", "raters") else 1,
        "required": option.required,
    }
    choices = CHOICES.get(str(option.name), ())
    if told["usual"] and told["usual"] not in choices:
        choices = ()  # another command means something else by this name
    if option.name in COLUMNS:
        kind = "column"
    elif option.name == "positive":
        kind = "label"
    elif getattr(option, "is_flag", False):
        kind = "flag"
    else:
        kind = "choice" if choices else "number" if option.type in (click.FLOAT, click.INT) else "text"
    return Field(name, about, kind, choices, **told)


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


READING = "missing encoding skip_bad_rows"
EVALUATE = Tab(
    "evaluate",
    "How informed are the predictions?",
    "actual predicted",
    f"weights cluster positive abstain labels {READING}",
)
ABOUT_FILES = (
    EVALUATE,
    Tab("groups", "Which groups are misjudged?", "actual predicted by", READING, "evaluate"),
    Tab("compare", "Which system is better?", "actual systems", f"by cluster positive margin adjust {READING}"),
    Tab(
        "sweep",
        "Do the scores rank, and where to put the threshold?",
        "actual score positive cost_fp cost_fn prevalence",
        f"by cluster weights {READING}",
    ),
    Tab(
        "deploy",
        "What happens at another prevalence?",
        "actual predicted positive prevalence",
        answer=deployed,
        also="evaluate",
    ),
    Tab(
        "judge",
        "What do the labels of a judge say, corrected by human labels?",
        "human judged drawn by",
        "shared cluster positive",
    ),
    Tab("agree", "Do the raters agree?", "raters item label metric", f"labels {READING}"),
    Tab("consensus", "How good are the raters, and what is the label of every item?", "item raters label", "by model"),
    Tab("match", "Which cluster is which class?", "actual predicted many_to_one", f"maximize {READING}"),
    Tab("multilabel", "How informed are sets of labels?", "actual columns separator", "by cluster missing encoding"),
)
PLAN = Tab(
    "plan",
    "How many items does a test set need?",
    "informedness prevalence width power n",
    "difference correlation measure value against classes bias level",
)
SPANS = Tab("spans", "Are the same parts of the texts marked?", "actual predicted", "cluster encoding")
ABOUT_RUNS = (
    Tab("history", "What did we measure, and has anything changed?", "system measure", "last since level"),
    Tab("leaderboard", "Which system leads?", "measure by", "tags since level"),
    Tab("drift", "Has a system changed, however often one looks?", "system window", "since level"),
)


def tab_named(name: str, tabs: Sequence[Tab] = ABOUT_FILES) -> Tab:
    """The tab of this name."""
    return next(tab for tab in tabs if tab.name == choice("question", name, [each.name for each in tabs]))
