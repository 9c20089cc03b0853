"""What was computed from a table is not computed again while one piece of work lasts."""

from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from types import TracebackType
from typing import Any, TypeVar

import numpy as np

_KNOWN: ContextVar[dict[Any, Any] | None] = ContextVar("known", default=None)

Function = TypeVar("Function", bound=Callable[..., Any])


class Sharing:
    """A piece of work: inside it, functions marked `once` remember their results and x/0 makes no noise.

    Entered again inside itself it changes nothing, so that whoever starts the work decides how long it lasts.
    """

    __slots__ = ("_quiet", "_token")

    def __enter__(self) -> None:
        self._token = None if working() else _KNOWN.set({})
        if self._token:
            self._quiet = np.errstate(divide="ignore", invalid="ignore", over="ignore")
            self._quiet.__enter__()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._token:
            self._quiet.__exit__(kind, error, at)
            _KNOWN.reset(self._token)


def working() -> bool:
    """Whether a piece of work is under way."""
    return _KNOWN.get() is not None


def once(function: Function) -> Function:
    """Let a pure function of one array remember its results while a piece of work lasts."""

    @wraps(function)
    def remembered(array: Any) -> Any:
        known = _KNOWN.get()
        if known is None:
            return function(array)
        key = function, id(array)
        found = known.get(key)
        if found is None:
            found = known[key] = function(array), array  # held on to: an id is its own as long as the array lives
        return found[0]

    return remembered  # type: ignore[return-value]
