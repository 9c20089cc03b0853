"""What goes wrong at the border: every message names the argument, its place, its value and the remedy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import wraps
from inspect import Parameter, signature
from numbers import Integral, Real
from typing import Any, TypeVar

MOST_LISTED = 25  # choices in a message

Function = TypeVar("Function", bound=Callable[..., Any])


class InputError(ValueError):
    """Something given from outside cannot be used as it is."""


class UndefinedError(InputError):
    """A measure is 0/0 on this table and the caller asked to be stopped (``undefined="raise"``)."""


def unused(given: Mapping[str, object], on: str) -> None:
    """Refuse arguments that would have no effect."""
    if names := [name for name, value in given.items() if value is not None]:
        raise InputError(f"{', '.join(f'{name}=' for name in names)} has no effect on {on}; count the items with it")


ELSEWHERE = {  # the arguments of other libraries, and what stands for them here
    "sample_weight": "weights=",
    "pos_label": "positive=",
    "y_true": "the actual labels, as the first argument and without a name",
    "y_pred": "the predicted labels, as the second argument and without a name",
    "y_score": "scores=",
    "zero_division": "undefined=",
}


def translated(function: Function) -> Function:
    """A function that says what to write for an argument another library has and it has not."""
    own = signature(function).parameters
    unnamed = sum(each.kind is Parameter.POSITIONAL_OR_KEYWORD for each in own.values())

    @wraps(function)
    def called(*arguments: Any, **named: Any) -> Any:
        if len(arguments) > unnamed:
            raise InputError(
                f"{function.__name__}() takes {unnamed} arguments without a name, not {len(arguments)}; name "
                "columns as actual='...', predicted='...', and everything else too"
            )
        for name in named:
            if name in ELSEWHERE and name not in own:
                raise InputError(f"{function.__name__}() has no argument {name}=; give {ELSEWHERE[name]}")
        return function(*arguments, **named)

    return called  # type: ignore[return-value]


def choice(argument: str, value: object, choices: Iterable[object], listed: str = "") -> str:
    """The value, if it is one of the choices; otherwise an error that lists them and guesses the one meant.

    ``listed``: what lists the choices where they are too many for a message.
    """
    names = [str(each) for each in choices]
    if value in names:
        return str(value)
    close = get_close_matches(str(value), names, n=1, cutoff=0.6)
    meant = f"; did you mean {close[0]!r}?" if close else ""
    many = f"the {len(names)} known names" + (f", which {listed} lists" if listed else "")
    known = ", ".join(names) if len(names) <= MOST_LISTED else many
    raise InputError(f"{argument}={value!r} is not one of {known}{meant}")


def whole(argument: str, value: Any, least: int, remedy: str = "") -> int:
    """The value, if it is a whole number and large enough."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise InputError(f"{argument}={value!r} must be a whole number >= {least}{_then(remedy)}")
    return int(value)


def share(argument: str, value: Any, remedy: str = "", *, inside: bool = False) -> float:
    """The value, if it lies between 0 and 1; ``inside``: and is neither of them."""
    if isinstance(value, Real) and (0 < float(value) < 1 or (not inside and value in (0, 1))):
        return float(value)
    raise InputError(f"{argument}={value!r} must lie between 0 and 1{_then(remedy)}")


def _then(remedy: str) -> str:
    return f"; {remedy}" if remedy else ""
