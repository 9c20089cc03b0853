"""What comes from outside, held to a declared shape; what differs is refused by record, field and value."""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import numpy as np

from informed.core.errors import InputError
from informed.core.labels import shown

WRONG = (TypeError, ValueError, LookupError, AttributeError, OverflowError, RecursionError)  # no value that we wrote


class Shape(NamedTuple):
    """What a value must be, in words, and how it is read; reading what is something else raises one of `WRONG`."""

    words: str
    read: Callable[[Any], Any]


def held(record: str, shapes: Mapping[str, Shape], values: Sequence[Any], remedy: str) -> list[Any]:
    """The fields of a record, each read by its shape, in the order of the shapes."""
    try:
        return [shape.read(value) for shape, value in zip(shapes.values(), values, strict=True)]
    except WRONG:
        for (name, shape), value in zip(shapes.items(), values, strict=False):
            try:
                shape.read(value)
            except WRONG as reason:
                why = f" ({reason})" if isinstance(reason, InputError) else ""
                raise InputError(
                    f"{record}: {name} is {shown(value)}, but must be {shape.words}{why}; {remedy}"
                ) from None
        raise InputError(f"{record} has {len(values)} fields, but must have {', '.join(shapes)}; {remedy}") from None


def one_of(words: str, *kinds: type) -> Shape:
    """A value of exactly these types: True is no number."""

    def read(value: Any) -> Any:
        if type(value) not in kinds or (isinstance(value, float) and not math.isfinite(value)):
            raise TypeError
        return value

    return Shape(words, read)


def maybe(shape: Shape) -> Shape:
    """The same, or nothing."""
    return Shape(f"{shape.words}, or nothing", lambda value: None if value is None else shape.read(value))


def listed(shape: Shape, words: str) -> Shape:
    """A list of such."""

    def read(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, (list, tuple)):
            raise TypeError
        return tuple(map(shape.read, value))

    return Shape(words, read)


def mapped(shape: Shape, words: str) -> Shape:
    """Such values by name."""

    def read(value: Any) -> dict[str, Any]:
        for name, each in value.items():
            try:
                shape.read((TEXT.read(name), each)[1])
            except WRONG:
                raise InputError(f"{shown(name)} is {shown(each)}, but must be {shape.words}") from None
        return {name: shape.read(each) for name, each in value.items()}

    return Shape(words, read)


def in_json(shape: Shape) -> Shape:
    """The same, written as JSON."""
    return Shape(f"{shape.words}, as JSON", lambda value: shape.read(json.loads(TEXT.read(value))))


def _text(value: Any) -> str:
    if not isinstance(value, str) or "\0" in value:
        raise TypeError
    value.encode()  # half of a surrogate pair is no character
    return value


def _whole(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 2**63:
        raise TypeError
    return value


def _time(value: Any) -> datetime:
    time = value if isinstance(value, datetime) else datetime.fromisoformat(value)
    if time.tzinfo is None:
        raise ValueError
    return time


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise TypeError
    return float(value)


def _numbers(kinds: str, axes: int = 1) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        array = np.asarray(value)
        if array.ndim < axes or (array.size and array.dtype.kind not in kinds):
            raise TypeError
        return value

    return read


TEXT = Shape("a text of whole characters, none of them NUL", _text)
WHOLE = Shape("a whole number >= 0", _whole)
NUMBER = Shape("a number", _number)
FLAG = one_of("true or false", bool)
LABEL = one_of("a text or a number", str, int, float, bool)
TIME = Shape("a time with its zone", _time)
TEXTS = listed(TEXT, "a list of texts")
LABELS = listed(LABEL, "a list of texts or numbers")
GROUPS = listed(LABELS, "a list of groups, each a list of texts or numbers")
NUMBERS = Shape("numbers, in lists of one length", _numbers("iuf"))
WHOLES = Shape("whole numbers, in lists of one length", _numbers("iu"))
COUNTED = Shape("a whole number, or lists of them", _numbers("iu", axes=0))
