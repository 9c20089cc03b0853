"""What goes wrong at the border, and how the door that a user came through writes what can be said there.

Every message names the argument, its place, its value and the remedy. Messages and sentences never spell an option
themselves: they ask with `arg` and `call`, and the door in use answers. Python is the door unless another one was
opened: the shell and the pages open theirs around each question.
"""

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from difflib import get_close_matches
from enum import Enum
from functools import wraps
from inspect import Parameter, signature
from numbers import Integral, Real
from typing import Any, ParamSpec, TypedDict, TypeVar


class Unsaid(Enum):
    """No value, where None is one."""

    UNSAID = "unsaid"


UNSAID = Unsaid.UNSAID


LEDGER = {"record": "task", "as_system": "system"}  # what `Ledger.record` calls them


class Door:
    """Python: arguments are ``name=value``, questions are functions."""

    asks = ""  # the question that is being asked, where the door knows it
    guide = ""  # where it is said which measure to quote
    broken = ""  # what ends a line of something to paste that goes on in the next one
    goes_on = True  # whether there is something to ask next about; a recorded answer has no files at hand

    def argument(self, name: str, value: Any = UNSAID) -> str:
        """An argument with its value, or alone."""
        return f"{LEDGER.get(name, name)}={'' if value is UNSAID else repr(value)}"

    def blamed(self, said: str) -> str:
        """The argument by which a column or a file was named; Python says nothing, its messages name the column."""
        return ""

    def call(self, name: str) -> str:
        """Another question."""
        return f"informed.{name}(...)"

    def step(self, step: Any) -> str:
        """What can be asked next (`finding.Next`): the same question with further arguments, or another one."""
        said = ", ".join(self.argument(name, value) for name, value in step.arguments.items())
        another = self.call(step.question) if step.question not in ("", self.asks) else ""
        return f"{another[:-1]}, {said})" if another and said else another or f"the same with {said}"

    def asking(self, ask: Any) -> str:
        """A question with its arguments (see `asking.asks`), as it can be pasted."""
        return str(ask.call())

    def actions(self) -> str:
        """What can be done with an answer that was printed."""
        return f'More: {self.every}   Explain: .explain()   Report: .save("report.html")'

    @property
    def every(self) -> str:
        """How the rest of an answer is shown."""
        return ".report(every=True)"

    def warn(self, sentence: str) -> None:
        """Say what stops nothing: a package that cannot be used."""
        warnings.warn(sentence, stacklevel=2)


_door: ContextVar[Door] = ContextVar("door", default=Door())  # noqa: B039  # it has no state


def door() -> Door:
    """The door in use."""
    return _door.get()


@contextmanager
def opened(other: Door) -> Iterator[Door]:
    """Another door, as long as the block lasts."""
    token = _door.set(other)
    try:
        yield other
    finally:
        _door.reset(token)


def typed(value: Any) -> Any:
    """A value as it is typed: a matrix row by row, several values with commas."""
    if isinstance(value, list | tuple) and value and isinstance(value[0], list | tuple):
        return "; ".join(" ".join(f"{each:g}" for each in row) for row in value)
    if isinstance(value, dict):
        return [f"{name}={each}" for name, each in value.items()]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return ",".join(map(str, value)) if isinstance(value, tuple) else value


def arg(name: str, value: Any = UNSAID) -> str:
    """An argument in the words of the door: ``missing='drop'``, ``--missing drop``."""
    return door().argument(name, value)


def instead(name: str, otherwise: str) -> str:
    """The suggestion of another question; where that one is being asked, what may be wrong otherwise."""
    return otherwise if door().asks == name else f"did you mean {call(name)}?"


def call(name: str) -> str:
    """Another question in the words of the door: ``informed.sweep(...)``, ``informed sweep``."""
    return door().call(name)


MOST_LISTED = 25  # choices in a message
MOST_SAID = 590  # characters of a message, whatever it says back; 600 with the name of the program

P = ParamSpec("P")
R = TypeVar("R")


class InputError(ValueError):
    """Something given from outside cannot be used as it is; the message names it and says what to do.

    Examples
    --------
    >>> try:
    ...     informed.evaluate([1, 0], [1])
    ... except informed.InputError as reason:
    ...     print(reason)
    actual has 2 items, predicted has 1; each item needs one of each

    Where one ``argument`` is wrong it is known by name, so that each door can say it in its own words. Where a column
    or a file is wrong it is known as it was ``said``, and the door knows by which name.
    """

    def __init__(self, problem: object = "", *, argument: str = "", value: Any = UNSAID, said: Any = "") -> None:
        super().__init__(problem)
        self.problem, self.argument, self.value, self.said = str(problem), argument, value, str(said)

    def __str__(self) -> str:
        if self.argument:
            apart = "" if self.problem.startswith(":") else " "
            return bounded(f"{door().argument(self.argument, self.value)}{apart}{self.problem}")
        head = door().blamed(self.said) if self.said else ""
        return bounded(f"{head}: {self.problem.removeprefix(f'{self.said}: ')}" if head else self.problem)


def bounded(message: str) -> str:
    """A message of bearable length: of a longer one its beginning and its end, where the remedy stands."""
    if len(message) <= MOST_SAID:
        return message
    half = MOST_SAID // 2 - 20  # room for what is said of the rest
    return f"{message[:half]} ... {len(message) - 2 * half:,} characters ... {message[-half:]}"


class UndefinedError(InputError):
    """A measure is 0/0 on this table and the caller asked to be stopped (``undefined="raise"``)."""


def unused(given: Mapping[str, object], on: str) -> None:
    """Refuse arguments that would have no effect."""
    if names := [name for name, value in given.items() if value is not None]:
        raise InputError(f"{', '.join(map(door().argument, names))} has no effect on {on}; count the items with it")


def unusual(given: Mapping[str, Any], names: Iterable[str], function: Callable[..., Any], why: str) -> None:
    """Refuse those of these arguments of a function that are not as usual: they would have no effect."""
    own = signature(function).parameters
    for name in names:
        value, usual = given[name], own[name].default
        if value is not usual and not (isinstance(value, (str, int, float)) and value == usual):
            raise InputError(f"{door().argument(name)} cannot be used {why}; leave it out")


USUAL = {"weight_kind": "sampling", "missing": "raise"}  # arguments that say nothing with these values


def among(said: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Those of what was said that have these names."""
    return {name: said[name] for name in names}


def stated(**arguments: Any) -> dict[str, Any]:
    """The arguments that say something: neither None nor what is usual."""
    return {
        name: value
        for name, value in arguments.items()
        if value is not None and not (isinstance(value, str) and value == USUAL.get(name))
    }


class Synonyms(TypedDict, total=False):
    """The names that scikit-learn has for arguments: ``y_true`` is ``actual``, ``y_pred`` is ``predicted``."""

    y_true: Any
    y_pred: Any
    sample_weight: Any
    pos_label: Any


SYNONYMS = {"y_true": "actual", "y_pred": "predicted", "sample_weight": "weights", "pos_label": "positive"}
NEAR = 0.75  # a name that is so much like an argument is taken for it
SCORED = ("predicted", "y_score")  # what ``scores`` is called where predictions are scores
ELSEWHERE = {  # the arguments of other libraries and earlier versions, and what stands for them here
    "zero_division": "undefined",
    "weight": "weights",
    "interval": "method",
    "confidence": "level",
    "alpha": "level",
    "n_boot": "draws",
    "random_state": "seed",
    "groups": "by",
    "clusters": "predicted",
    **dict.fromkeys(("y", "truth", "gold", "target"), "actual"),
    **dict.fromkeys(("yhat", "y_hat", "pred", "prediction", "predictions"), "predicted"),
}


def asked(function: Callable[P, R]) -> Callable[P, R]:
    """A public function that understands synonyms and refuses a wrong keyword by name, with the nearest right one."""
    parameters = signature(function).parameters
    own = {name: each.kind for name, each in parameters.items()}
    unnamed = sum(kind is Parameter.POSITIONAL_OR_KEYWORD for kind in own.values())
    names = [name for name, kind in own.items() if kind is not Parameter.VAR_KEYWORD]
    needed = [name for name in names if parameters[name].default is Parameter.empty]
    free = {*own} - {*names, "synonyms"}  # it takes names of its own: those of measures

    def own_name(name: str) -> str:
        known = name if name in names else SYNONYMS.get(name, name)
        known = "scores" if name in SCORED and "scores" in names else known
        if known in names or (free and not get_close_matches(name, names, n=1, cutoff=NEAR)):
            return known
        instead = ELSEWHERE.get(name)
        near = [] if name in SYNONYMS or len(name) < 2 else get_close_matches(name, names, n=1, cutoff=0.6)
        close = [instead] if instead in names else near
        meant = f"; did you mean {close[0]}=?" if close else f"; it takes {', '.join(names)}"
        if instead in ("actual", "predicted") and {"actual", "predicted"} <= {*names}:
            meant = f"; give {function.__name__}(frame, actual='column', predicted='column')"
        raise InputError(f"{function.__name__}() has no argument {name}={meant}")

    @wraps(function)
    def called(*arguments: P.args, **named: P.kwargs) -> R:
        if len(arguments) > unnamed:
            raise InputError(
                f"{function.__name__}() takes at most {unnamed} positional arguments ({len(arguments)} given); name "
                "columns as actual='...', predicted='...', and everything else too"
            )
        given: dict[str, Any] = {}
        for name, value in named.items():
            known = own_name(name)
            if known in given or known in names[: len(arguments)]:
                raise InputError(f"{function.__name__}() got {known} twice; leave out {name}=")
            given[known] = value
        if missing := [f"{name}=" for name in needed if name not in {*given, *names[: len(arguments)]}]:
            raise InputError(f"{function.__name__}() needs {' and '.join(missing)}")
        return function(*arguments, **given)

    return called


def choice(argument: str, value: object, choices: Iterable[object], listed: str = "") -> str:
    """The value, if it is one of the choices; otherwise an error that lists them and guesses the one meant.

    ``listed``: what lists the choices where they are too many for a message.
    """
    names = [str(each) for each in choices]
    if value in names:
        return str(value)
    raise InputError(unlisted(value, names, listed), argument=argument, value=value)


def unlisted(value: object, names: Sequence[str], listed: str = "") -> str:
    """That a value is not one of the names, which there are, and the one meant."""
    close = get_close_matches(str(value), names, n=1, cutoff=0.6)
    meant = f"; did you mean {close[0]!r}?" if close else ""
    many = f"the {len(names)} known names" + (f", which {listed} lists" if listed else "")
    known = ", ".join(names) if len(names) <= MOST_LISTED else many
    return f"is not one of {known}{meant}"


def whole(argument: str, value: Any, least: int, remedy: str = "") -> int:
    """The value, if it is a whole number and large enough."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise InputError(f"must be a whole number >= {least}{_then(remedy)}", argument=argument, value=value)
    return int(value)


def share(argument: str, value: Any, remedy: str = "", *, inside: bool = False) -> float:
    """The value, if it lies between 0 and 1; ``inside``: and is neither of them."""
    if isinstance(value, Real) and (0 < float(value) < 1 or (not inside and value in (0, 1))):
        return float(value)
    raise InputError(f"must lie between 0 and 1{_then(remedy)}", argument=argument, value=value)


def _then(remedy: str) -> str:
    return f"; {remedy}" if remedy else ""
