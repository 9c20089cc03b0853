"""A question asked by another program: names and values as JSON has them, held to its declaration.

Nothing is written, no query is run, and only files below one folder are read.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from informed.asking.declared import Answer, Flag, Given, Parameter, Question, Several, question_named
from informed.asking.reading import complete
from informed.asking.schema import Schema, request_schema
from informed.core.errors import UNSAID, Door, InputError, arg, choice, opened
from informed.questions import QUESTIONS

UNASKED = ("sql",)  # a query may read any file


class RequestDoor(Door):
    """A request: arguments are names with values as JSON writes them, questions are names."""

    def __init__(self, question: Question) -> None:
        self.question, self.asks = question, question.name

    def argument(self, name: str, value: Any = UNSAID) -> str:
        """``"missing": "drop"``."""
        return f'"{name}"' if value is UNSAID else f'"{name}": {json.dumps(value, default=str)}'

    def call(self, name: str) -> str:
        """Another question."""
        return f"the question {name!r}"

    def actions(self) -> str:
        """Nothing: a program has all of the answer."""
        return ""


def asked_of(name: str) -> Schema:
    """What a question can be asked by another program."""
    found = request_schema(question_named(choice("question", name, QUESTIONS)))
    return {**found, "properties": {each: kind for each, kind in found["properties"].items() if each not in UNASKED}}


def answered(name: str, request: Mapping[str, Any], folder: Path) -> tuple[Any, str]:
    """The answer to a question, and its screen; what is wrong is refused in the words of the request."""
    question = question_named(choice("question", name, QUESTIONS))
    with opened(RequestDoor(question)):
        try:
            found = question.answer(_given(question, request, folder))
        except InputError as error:
            raise InputError(str(error)) from None
        found = found.result if isinstance(found, Answer) else found
        return found, str(found)


def _given(question: Question, request: Mapping[str, Any], folder: Path) -> Given:
    known = asked_of(question.name)["properties"]
    for name in request:
        choice("name", name, known)
    values = {each.name: _value(each, request.get(each.name)) for each in question.parameters}
    for each in question.parameters:
        if each.positional == "many" or each.kind.field == "place":
            _below(folder, each.name, values[each.name])
    values = {name: _placed(folder, question.parameter(name), value) for name, value in values.items()}
    complete(question, values)
    return Given(values, request)


def _value(parameter: Parameter, said: Any) -> Any:
    """What was said, read as if it had been typed; else the usual value."""
    if parameter.positional == "rest":
        if not isinstance(said or {}, Mapping):
            raise InputError("must be values by name", argument=parameter.name, value=said)
        return tuple(part for name, value in (said or {}).items() for part in (f"--{name}", _typed(value)))
    several = parameter.repeats or parameter.positional == "many"
    if said is None:
        usual = parameter.default
        return usual or () if several else usual if usual is None else parameter.read(usual)
    if isinstance(parameter.kind, Flag):
        if not isinstance(said, bool):
            raise InputError("must be true or false", argument=parameter.name, value=said)
        return said
    listed = isinstance(said, Sequence) and not isinstance(said, str)
    if isinstance(parameter.kind, Several) and listed and not several:
        return tuple(map(str, said)) if parameter.kind.of is str else parameter.read(",".join(map(str, said)))
    if listed != several:
        must = "a list of values" if several else "one value"
        raise InputError(f"must be {must}", argument=parameter.name, value=said)
    return tuple(parameter.read(_typed(each)) for each in said) if several else parameter.read(_typed(said))


def _typed(value: Any) -> Any:
    return value if isinstance(value, str) else json.dumps(value)


def _below(folder: Path, name: str, said: Any) -> None:
    """Refuse what is outside the folder, and what is no file."""
    for each in said if isinstance(said, tuple) else (said,):
        if each is None:
            continue
        text = str(each)
        if text == "-" or "://" in text:
            raise InputError(f"{arg(name)} {text!r} is no file below {str(folder)!r}; only those are read")
        if not (folder / text).resolve().is_relative_to(folder.resolve()):
            raise InputError(f"{arg(name)} {text!r} lies outside {str(folder)!r}; only files below it are read")


def _placed(folder: Path, parameter: Parameter | None, value: Any) -> Any:
    """Names of files as they are found from the folder; what is no file, a table say, stays as it is."""
    if parameter is None or not (parameter.positional == "many" or parameter.kind.field == "place"):
        return value
    if isinstance(value, tuple):
        return tuple(_placed(folder, parameter, each) for each in value)
    path = folder / str(value) if value is not None else None
    return type(value)(path) if path is not None and path.exists() else value
