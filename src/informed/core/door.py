"""The door that a user came through, and how it writes what can be said there: an argument, a call, what to do next.

Messages and sentences never spell an option themselves: they ask with `arg` and `call`, and the door in use answers.
Python is the door unless another one was opened: the shell and the pages open theirs around each question.
"""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum
from typing import Any


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
