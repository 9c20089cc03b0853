"""What is kept as JSON: written once, read back exactly, and refused in clear words where a text is something else."""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cache
from inspect import Parameter, signature
from typing import Any, ClassVar, Self

import numpy as np

from informed.core.errors import InputError, choice
from informed.core.shape import Shape, held

VERSION = 1  # of the documents


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number in JSON")


@cache
def _arguments(kind: type) -> Mapping[str, Parameter]:
    """The arguments of a class; a ledger reads thousands of documents of one."""
    return signature(kind).parameters


class Fixed:
    """Arrays that cannot be changed stay so when they are pickled or copied."""

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        """What was pickled, as it was."""
        for value in state.values():
            if isinstance(value, np.ndarray):
                value.flags.writeable = False
        self.__dict__.update(state)


class Saved(Fixed, ABC):
    """A sufficient statistic that saves as JSON; ``kind`` is what the document calls itself.

    The keys of the document are the arguments of the class, and two of one kind are equal when their documents are.
    """

    kind: ClassVar[str]
    shapes: ClassVar[Mapping[str, Shape]]
    """What each key of the document must be."""

    def head(self) -> dict[str, Any]:
        """What every document begins with."""
        return {"kind": self.kind, "version": VERSION}

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Plain data; what is equal gives equal dictionaries."""

    def to_json(self) -> str:
        """One JSON document that `from_json` reads back exactly."""
        return json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """What `to_dict` gave, read back."""
        if not isinstance(data, Mapping) or data.get("kind") != cls.kind:
            raise InputError(f"not saved {cls.kind} (no 'kind': {cls.kind!r}); {cls._remedy()}")
        known = {key: value for key, value in data.items() if key not in ("kind", "version")}
        arguments = _arguments(cls)
        for key in known.keys() - cls.shapes.keys():
            choice(f"key of saved {cls.kind}", key, cls.shapes)
        if data.get("version") != VERSION:
            raise InputError(
                f"saved {cls.kind} have version {data.get('version')!r}, this program reads {VERSION}; {cls._remedy()}"
            )
        for name, argument in arguments.items():
            if argument.default is Parameter.empty and known.get(name) is None:
                raise InputError(f"saved {cls.kind} lack {name!r}; {cls._remedy()}")
        said = {key: value for key, value in known.items() if value is not None or arguments[key].default is not None}
        shapes = {key: cls.shapes[key] for key in said}
        return cls(**dict(zip(said, held(f"saved {cls.kind}", shapes, [*said.values()], cls._remedy()), strict=True)))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """What `to_json` gave, read back."""
        try:
            data = json.loads(text, parse_constant=_no_number)
        except (ValueError, RecursionError) as error:
            raise InputError(f"not valid JSON, so not saved {cls.kind}: {error}; {cls._remedy()}") from None
        return cls.from_dict(data)

    @classmethod
    def _remedy(cls) -> str:
        return f"make them with {cls.__name__}.to_json"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]
