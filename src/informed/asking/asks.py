"""Asks: questions with their arguments, composed from what files and columns are; each door words them.

Only roles that are sure are taken. Where they are not, nothing is chosen, and what may be meant is offered.
"""

import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from informed.asking.declared import Flag, Given, Parameter, Question, question_named
from informed.asking.reading import is_table
from informed.core.errors import InputError
from informed.core.estimate import Record
from informed.core.result import Result
from informed.questions import place
from informed.readers.files.matrix import cells_of
from informed.readers.kinds import Recognised
from informed.readers.logs.items import listed
from informed.readers.roles import PREDICTIONS, SWITCH, TIMES, TRUTHS, Seen

ANY = "COLUMN"  # where nothing is known
CLASSES = {"items": "Items", "scores": "Scores", "label sets": "LabelSets"}
APART = {"model", "system", "split", "subset"}  # names of groups that nobody pools: models, training and test items
RIGHT = re.compile("gold|truth|actual|reference", re.IGNORECASE)  # in the name of a file of actual labels
YES = ("1", "1.0", "yes", "true", "y", "t", "positive", "pos")  # labels that a score of no other name is of
LABELS = ("text", "integer", "boolean")  # types of columns that labels may have


@dataclass(frozen=True)
class Ask(Record):
    """A question with its arguments, by their names in Python.

    ``files``: what it is asked about; none where the data are in memory. ``called``: whether Python has a function that
    takes these files.
    """

    question: str
    files: tuple[str, ...]
    arguments: Mapping[str, Any] = field(default_factory=dict)
    called: bool = True

    @property
    def declared(self) -> Question:
        """The question."""
        return question_named(self.question)

    def _said(self) -> Iterator[tuple[Parameter, list[Any]]]:
        """Each parameter of the question that is given, with its values."""
        for name, value in self.arguments.items():
            found = next(each for each in self.declared.parameters if name in (each.name, each.option))
            several = tuple(value) if isinstance(value, list) else value
            yield found, list(value) if isinstance(value, list) and found.repeats else [several]

    def without(self, option: str) -> "Ask | None":
        """The same without an option, for it to be given anew; None where the question does not have it."""
        names = [each.name for each in self.declared.parameters if each.written == option]
        kept = {name: value for name, value in self.arguments.items() if name not in names}
        return replace(self, arguments=kept) if names else None

    def words(self) -> list[str]:
        """The command, word by word, without the name of the program."""
        files = [f"./{each}" if each[:1] == "-" and each != "-" else each for each in self.files]
        options = [
            word
            for each, values in self._said()
            for value in values
            for word in (each.written, _typed(value))[: 2 - isinstance(each.kind, Flag)]
        ]
        return [self.question, *files, *options]

    def command(self) -> str:
        """The command as it can be pasted into a shell."""
        return shlex.join(["informed", *self.words()])

    def call(self) -> str:
        """The call as it can be pasted into Python; of files that no function takes, the command."""
        if not self.called:
            return f"$ {self.command()}"
        data = "frame" if not self.files else repr(self.files[0] if len(self.files) == 1 else [*self.files])
        given = [data, *(f"{name}={value!r}" for name, value in self.arguments.items())]
        home = "informed" if hasattr(sys.modules["informed"], self.question) else "informed.more"
        return f"{home}.{self.question}({', '.join(given)})"

    def query(self) -> list[tuple[str, str]]:
        """What is given, by the names of options, as an address has it."""
        return [(each.written.removeprefix("--"), _typed(value)) for each, values in self._said() for value in values]

    def answer(self, data: Any = None) -> Result:
        """The answer: of files as every door has it, of ``data`` in memory by the function of Python."""
        found: Any
        if not self.files:
            home = import_module(place(self.question).removesuffix(".question"))
            found = getattr(home, self.question)(data, **self.arguments)
        else:
            said = {each.name: tuple(values) if each.repeats else values[0] for each, values in self._said()}
            usual = {each.name: () if each.repeats else _usual(each) for each in self.declared.parameters}
            about = next(each for each in self.declared.parameters if each.positional)
            said[about.name] = self.files if about.positional == "many" else self.files[0]
            found = self.declared.answer(Given({**usual, **said}, said))
        result: Result = getattr(found, "result", found)
        return result


def _typed(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _usual(parameter: Parameter) -> Any:
    """The value that was not given."""
    plain = parameter.default is None or isinstance(parameter.kind, Flag)
    return parameter.default if plain else parameter.read(parameter.default)


class Found(NamedTuple):
    """The ask that is most natural, and further ones; where there is none, why, and what to choose from."""

    chosen: Ask | None
    others: Iterable[Ask] = ()
    unclear: str = ""


# --- rows -------------------------------------------------------------------------------------------------------------


class Rows:
    """The columns of rows by what they are for, and the asks that can be made of them."""

    def __init__(self, seen: Recognised, files: Sequence[str]) -> None:
        self.files, self.of = tuple(files), {each.name: each for each in seen.columns}
        self.sure: dict[str, list[str]] = {}
        self.likely: dict[str, list[str]] = {}  # sure ones too
        for each in seen.roles:
            self.likely.setdefault(each.role, []).append(each.column)
            if each.sure == "sure":
                self.sure.setdefault(each.role, []).append(each.column)

    def found(self) -> Found:
        """What is asked of them, if their roles are sure and nothing else is open."""
        chosen = self.natural(self.sure)
        if chosen is None:
            return Found(None, *self.unclear())
        given = chosen.arguments
        if weights := [each for each in self.likely.get("weights", ()) if each not in self.sure.get("weights", ())]:
            counted = self.ask(chosen.question, **given, weights=weights[0], weight_kind="frequency")
            return Found(None, (counted, chosen), f"{weights[0]!r} may say how often each row was met")
        if apart := [each for each in self.likely.get("by", ()) if {*_words(each)} & APART and "actual" in given]:
            grouped = self.ask(chosen.question, **given, by=apart[0])
            return Found(None, (grouped, chosen), f"{apart[0]!r} may name groups that are not to be pooled")
        if gap := next(self.gaps(chosen), None):
            return Found(None, self.filled(chosen, gap), f"{gap!r} has empty cells, which may mean two things")
        if chosen.question == "sweep" and not self.settled(chosen):
            which = [self.ask("sweep", **given, positive=each) for each in self.examples(given["actual"])]
            return Found(None, which, "it is not clear which label high scores indicate")
        return Found(chosen, self.others(chosen))

    def natural(self, roles: Mapping[str, Sequence[str]]) -> Ask | None:
        """The most natural question about columns of these roles."""
        predicted = [each for each in roles.get("predicted", ()) if "=" not in each]  # which names a system
        actual, raters, scores = (roles.get(name, ()) for name in ("actual", "rater", "scores"))
        if all(len(roles.get(name, ())) == 1 for name in ("item", "rater", "label")):
            return self.weighted("agree", **{name: roles[name][0] for name in ("item", "rater", "label")})
        if len(raters) > 1:
            return self.weighted("agree", raters=list(raters))
        if len(actual) != 1:
            return None
        if predicted and self.of[actual[0]].type == "list":
            return self.sets(actual[0], predicted)
        if len(predicted) > 1:
            return self.weighted("compare", actual=actual[0], predicted=predicted)
        for name in (*predicted, *([] if scores else roles.get("clusters", ()))):
            return self.weighted("evaluate" if predicted else "match", actual=actual[0], predicted=name)
        return self.swept(actual[0], scores)

    def sets(self, actual: str, predicted: Sequence[str]) -> Ask | None:
        """Sets of labels; of several systems where files hold them."""
        if len(predicted) > 1 and not self.files:
            return None
        given = {"actual": actual, "predicted": predicted if len(predicted) > 1 else predicted[0]}
        return Ask("multilabel", self.files, given, called=not self.files)

    def swept(self, actual: str, scores: Sequence[str]) -> Ask | None:
        """A score and the label it is of: that it is called after, or the one that says yes. Not of several classes."""
        labels = self.examples(actual)
        called = {label: _words(str(label)) for label in labels}
        own = {
            label: each for each in scores for label in labels if _words(each)[-len(called[label]) :] == called[label]
        }
        if len(labels) != 2 or not scores or len(scores) != max(len(own), 1):
            return None
        yes = next((each for each in labels if str(each).lower() in YES), None)
        positive = yes if yes in own or not own else next(iter(own))
        given = {"actual": actual, "scores": own.get(positive, scores[0])}
        if positive is not None and labels != [0, 1]:  # of these a sweep takes 1 by itself
            given["positive"] = positive
        return self.weighted("sweep", **given)

    def settled(self, ask: Ask) -> bool:
        """Whether a sweep knows which label high scores indicate."""
        return "positive" in ask.arguments or self.examples(ask.arguments["actual"]) == [0, 1]

    def others(self, chosen: Ask) -> Iterator[Ask]:
        """What else can be asked, the more telling first."""
        given, name = dict(chosen.arguments), chosen.question
        pair = {each: given[each] for each in ("actual", "predicted") if each in given}
        if name in ("evaluate", "compare") and (more := [*self.alike(pair["actual"], self.labels(chosen))]):
            yield self.weighted("compare", actual=pair["actual"], predicted=[*self.labels(chosen)[1:], *more])
        if name == "agree":
            yield from self.rated(given)
        if name in ("evaluate", "compare", "sweep"):
            groups = ((role, each) for role in ("cluster", "by") for each in self.likely.get(role, ()))
            yield from (self.ask(name, **given, **{role: each}) for role, each in groups)
        if name == "compare":
            yield from (self.weighted("evaluate", **pair | {"predicted": each}) for each in pair["predicted"])
            yield from (self.ask(name, **given, fold=each) for each in self.sure.get("fold", ()))
        if "predicted" in pair and (swept := self.swept(pair["actual"], self.sure.get("scores", ()))) is not None:
            yield from [swept] * self.settled(swept)
        if name == "sweep":
            yield self.ask(name, **given, cost_fp=1, cost_fn=5)
        if name == "evaluate":
            labels = self.examples(pair["actual"])
            positive = next((each for each in labels if str(each).lower() in YES), labels[0])
            yield self.weighted("bookmaker", **pair)
            if len(labels) == 2:
                yield self.weighted("deploy", **pair, positive=positive, prevalence=0.1)
            yield self.weighted("check", **pair, require=["informedness.low > 0"])

    def alike(self, actual: str, but: Sequence[str]) -> Iterator[str]:
        """Further columns that may be predictions: likely ones, and texts with no other labels than the actual ones."""
        role = {each: name for name, columns in self.likely.items() for each in columns}
        known = {*self.of[actual].examples}
        for name, each in self.of.items():
            same = each.type == "text" and each.kind == "labels" and {*each.examples} <= known and not known <= SWITCH
            if name not in but and "=" not in name and (role.get(name) == "predicted" or (same and name not in role)):
                yield name

    def rated(self, given: Mapping[str, Any]) -> Iterator[Ask]:
        """What else can be asked of raters: against a truth, without one, and of grades in an order."""
        if actual := self.sure.get("actual"):
            yield self.weighted("compare", actual=actual[0], predicted=given["raters"])
        if item := self.sure.get("item") or self.sure.get("id"):
            yield self.ask("consensus", **{"item": item[0], **given})
        if all(self.of[each].type == "integer" for each in given.get("raters", [given.get("label")])):
            yield self.ask("agree", **given, metric="interval")

    # --- where it is not clear ---

    def unclear(self) -> tuple[Sequence[Ask], str]:
        """Asks to choose from, and why: what the columns may be for, and what else that could be."""
        ask = self.natural(self.likely)
        if ask is None:
            return [*self.possible()], "which column is which is not clear"
        given = dict(ask.arguments)
        if "raters" in given:
            first, *rest = given["raters"] = [*given["raters"], *self.alike(given["raters"][0], given["raters"])]
            told = f"{listed(given['raters'])} may be raters, or the first of them the truth"
            return (
                self.weighted("agree", **given),
                self.whole("compare" if len(rest) > 1 else "evaluate", actual=first, predicted=rest),
            ), told
        if ask.question == "agree":
            told = f"{given['label']!r} may be the labels that {given['rater']!r} gave to {given['item']!r}"
            return (ask, self.ask("consensus", **given)), told
        if ask.question == "match":
            many = self.ask("match", **given, many_to_one=True)
            return (ask, many), f"{given['predicted']!r} may be clusters, and {given['actual']!r} their classes"
        beside = self.labels(ask)[1:]
        told = f"{given['actual']!r} may be what is right, and {listed(beside)} what was said"
        if ask.question == "sweep":
            labels = self.examples(given["actual"])
            return [self.whole("sweep", **given | {"positive": each}) for each in labels], told
        return (self.whole(ask.question, **given), self.ask("agree", raters=[given["actual"], *beside])), told

    def possible(self) -> Iterator[Ask]:
        """Asks of columns of no known role: two with labels in common, or two labels beside a number."""
        few = [each for each in self.of.values() if each.type in LABELS and each.kind == "labels" and each.distinct > 1]
        pairs = [pair for pair in combinations(few, 2) if {*pair[0].examples} & {*pair[1].examples}]
        decimal = [each.name for each in self.of.values() if each.type == "decimal"]
        two = [each for each in few if each.distinct == 2]
        if pairs:
            one, *rest = dict.fromkeys(each.name for pair in pairs if pairs[0][0] in pair for each in pair)
            yield self.whole("compare" if len(rest) > 1 else "evaluate", actual=one, predicted=rest)
            yield self.whole("evaluate", actual=rest[0], predicted=one)
            yield from [self.ask("agree", raters=[one, *rest])] * (len(rest) > 1)
        elif two and decimal:
            for label in self.examples(two[0].name):
                yield self.whole("sweep", actual=two[0].name, scores=decimal[0], positive=label)
        elif len(few) > 1:
            one, other = few[0].name, few[1].name
            if few[0].distinct == few[1].distinct:  # perhaps other names of the same labels
                yield self.whole("evaluate", actual=one, predicted=other)
            yield self.whole("match", actual=one, predicted=other)
            yield self.whole("match", actual=other, predicted=one)
        else:
            yield self.ask("evaluate", actual=ANY, predicted=ANY)
            yield self.ask("agree", raters=[ANY, ANY])

    def filled(self, chosen: Ask, gap: str) -> Iterator[Ask]:
        """What empty cells may mean: no human label, no prediction, or a row to leave out."""
        given = chosen.arguments
        if chosen.question == "evaluate" and gap == given["actual"]:
            yield self.ask("judge", human=gap, judged=given["predicted"], drawn="random")
        elif chosen.question in ("evaluate", "compare") and gap != given["actual"]:
            yield self.ask(chosen.question, **given, abstain=[""])
        yield self.ask(chosen.question, **given, missing="drop")

    # --- asks ---

    def ask(self, question: str, **arguments: Any) -> Ask:
        """An ask of these rows."""
        return Ask(question, self.files, arguments)

    def weighted(self, question: str, **arguments: Any) -> Ask:
        """The same with their weights, where the question takes any."""
        weights = self.sure.get("weights", ())
        if len(weights) == 1 and question_named(question).parameter("weight_kind") is not None:
            often = {"weight_kind": "frequency"} if _words(weights[0])[-1] in TIMES else {}
            arguments |= {"weights": weights[0], **often}
        return self.ask(question, **arguments)

    def whole(self, question: str, **arguments: Any) -> Ask:
        """The same without the rows that lack a label."""
        predicted = arguments.get("predicted")
        if isinstance(predicted, list) and len(predicted) == 1:
            arguments["predicted"] = predicted[0]
        ask = self.weighted(question, **arguments)
        return self.ask(question, **ask.arguments, missing="drop") if any(self.gaps(ask)) else ask

    def gaps(self, ask: Ask) -> Iterator[str]:
        """The columns of labels and scores of an ask that have empty cells."""
        return (each for each in self.labels(ask) if self.of[each].filled < self.of[each].sampled)

    def labels(self, ask: Ask) -> list[str]:
        """The columns of labels and scores of an ask, the actual labels first."""
        named = [ask.arguments[name] for name in ("actual", "predicted", "scores") if name in ask.arguments]
        return [each for one in named for each in ([one] if isinstance(one, str) else one)]

    def examples(self, name: str) -> list[Any]:
        """The labels of a column as the data have them: numbers as numbers."""
        column = self.of[name]
        if column.type == "boolean" and not self.files:
            return [each == "True" for each in column.examples]
        return [int(float(each)) if column.type == "integer" else each for each in column.examples]


def _words(name: str) -> tuple[str, ...]:
    return Seen(name, ()).words


# --- files that know what they hold -----------------------------------------------------------------------------------


def _logs(files: Sequence[str], seen: Recognised) -> Found:
    """One log: of several models, of repeats, of one answer per item; several: each is a system."""
    alone = len(files) == 1
    every = [question for question in ("compare", "repeats", "evaluate", "suite") if question in seen.questions]
    if not alone:
        every = ["compare", "suite"]
    elif "compare" in every:
        every.remove("evaluate")  # which is of one model
    asks = [Ask(question, tuple(files), {}, called=question in ("repeats", "suite")) for question in every]
    return Found(asks[0], asks[1:] if alone else (Ask("evaluate", (each,), {}, called=False) for each in files))


def _exports(files: Sequence[str], seen: Recognised) -> Found:
    every = [question for question in ("agree", "evaluate", "spans", "consensus") if question in seen.questions]
    asks = [Ask(question, tuple(files), {}, called=question != "evaluate") for question in every]
    return Found(asks[0], asks[1:]) if asks else Found(None, (), "it has one rater and no ground truth")


def _tags(files: Sequence[str], _: Recognised) -> Found:
    """Tags, the actual and the predicted ones in one file or in two."""
    ordered = _right_first(files)
    if len(files) > 2:
        raise InputError(f"{len(files)} files of tags: give two, the actual tags and the predicted ones")
    asks = [Ask("spans", tuple(each), {}, called=len(files) == 1) for each in ([*ordered], [*reversed(ordered)])]
    if len(files) == 2 and not _one_right(files):
        return Found(None, asks, "it is not clear which file holds the actual tags")
    return Found(asks[0])


def _one_right(files: Sequence[str]) -> bool:
    """Whether the name of one file, and of no other, says that it holds the actual side."""
    return sum(RIGHT.search(Path(each).stem) is not None for each in files) == 1


def _right_first(files: Sequence[str]) -> list[str]:
    return sorted(files, key=lambda each: RIGHT.search(Path(each).stem) is None)  # the others stay in their order


def sets_of(files: Sequence[str], seen: Recognised) -> Found | None:
    """Files with one set of labels for each item, a file for each side; None where they are others."""
    if [each.type for each in seen.columns if each.name not in _ids(seen)] != ["list"] or seen.tool != "json":
        return None
    if len(files) == 1:
        return Found(None, (), "it has one set of labels for each item: name the file of predicted sets as well")
    sides = _right_first(files), [*reversed(_right_first(files))]
    asks = [Ask("multilabel", tuple(each), {"input": "json"}, called=False) for each in sides]
    return (
        Found(asks[0]) if _one_right(files) else Found(None, asks, "it is not clear which file holds the actual sets")
    )


def _ids(seen: Recognised) -> list[str]:
    return [each.column for each in seen.roles if each.role == "id"]


def _saved(files: Sequence[str], seen: Recognised) -> Found:
    """Saved counts; other statistics are read in Python alone."""
    if seen.tool != "counts":
        read = f"informed.{CLASSES[seen.tool]}.from_json(open({files[0]!r}).read())"
        return Found(None, (), f"Python reads it: {read}")
    if len(files) > 1:
        return Found(Ask("compare", tuple(files), {}, called=False))
    return Found(*_split([Ask(question, tuple(files), {}, called=False) for question in ("evaluate", "bookmaker")]))


def _split(asks: Sequence[Ask]) -> tuple[Ask, Sequence[Ask]]:
    return asks[0], asks[1:]


def _searched(files: Sequence[str], seen: Recognised) -> Found:
    """A run or judgements, of which one is missing."""
    other = "its relevance judgements" if seen.what == "run" else "the search run that it judges"
    return Found(None, (), f"it is asked about together with {other}: name both files")


def _matrix(files: Sequence[str], seen: Recognised) -> Found:
    """A bare table of counts, whose rows are known where its corner names them."""
    text = files[0] if is_table(files[0]) else _first_line(files[0])
    corner = Seen(cells_of(text)[0] if text else "", ())
    sides = [side for side, words in (("actual", TRUTHS), ("predicted", PREDICTIONS)) if corner.named(words)]
    if len(files) > 1:
        raise InputError(f"{len(files)} tables of counts; give one")
    asks = [
        Ask(question, tuple(files), {"rows": side}, called=False)
        for question in ("evaluate", "bookmaker")
        for side in sides or ("actual", "predicted")
    ]
    if len(sides) == 1:
        return Found(asks[0], asks[1:])
    return Found(None, asks[:2], "it does not say whether its rows are the actual or the predicted labels")


def _first_line(path: str) -> str:
    with Path(path).open(encoding="utf-8-sig", errors="replace") as file:
        return next(filter(str.strip, file), "")


def _ledger(files: Sequence[str], seen: Recognised) -> Found:
    """The history of the only task that runs were recorded for."""
    from informed.ledger import Ledger

    if len(files) > 1:
        raise InputError(f"{len(files)} ledgers; give one")
    try:
        with Ledger(files[0]) as ledger:
            tasks = ledger.tasks()
    except InputError:
        kept = f"`informed ledger --import {shlex.quote(files[0])} --ledger runs.db`"
        return Found(None, (), f"it is in JSON, and {kept} makes a ledger of it that can be asked")
    asks = [Ask(question, (task,), {"ledger": files[0]}, called=False) for question in seen.questions for task in tasks]
    if len(tasks) == 1:
        return Found(asks[0], asks[1:])
    return Found(None, asks, f"it holds runs of {len(tasks)} tasks" if tasks else "it holds no run yet")


def _answer(files: Sequence[str], _: Recognised) -> Found:
    return Found(None, (), "name the data that it was found from")


WAYS: Mapping[str, Callable[[Sequence[str], Recognised], Found]] = {
    "log": _logs,
    "export": _exports,
    "tags": _tags,
    "statistic": _saved,
    "run": _searched,
    "qrels": _searched,
    "matrix": _matrix,
    "ledger": _ledger,
    "answer": _answer,
}
