"""Public functions whose answer depends on an argument: typed once, with the answer of each form."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, ParamSpec, Protocol, TypeVar, overload

from informed.core.errors import asked
from informed.core.given import Column, Log

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S")
Plain = TypeVar("Plain", covariant=True)
Other = TypeVar("Other", covariant=True)
Third = TypeVar("Third", covariant=True)
Fourth = TypeVar("Fourth", covariant=True)
Fifth = TypeVar("Fifth", covariant=True)
T = TypeVar("T")
U = TypeVar("U")
V = TypeVar("V")
Forms = Callable[[], tuple[type[R], type[S]]]
"""The answer and the other one, which need not be imported before they are asked for."""
_asked: Callable[..., Any] = asked  # the same at run time: the forms are for readers and type checkers


class Stepped(Protocol[P, Plain, Other]):
    """With ``steps`` it answers something else."""

    @overload
    def __call__(self, *data: Any, steps: str, **more: Any) -> Other: ...
    @overload
    def __call__(self, *data: P.args, **more: P.kwargs) -> Plain: ...


class Judging(Protocol[P, Plain, Other, Third, Fourth]):
    """With ``steps``, ``ordered=True`` or ``verified`` it answers something else."""

    @overload
    def __call__(self, *data: Any, steps: str, **more: Any) -> Other: ...
    @overload
    def __call__(self, *data: Any, ordered: Literal[True], **more: Any) -> Third: ...
    @overload
    def __call__(self, *data: Any, verified: Column, **more: Any) -> Fourth: ...
    @overload
    def __call__(self, *data: P.args, **more: P.kwargs) -> Plain: ...


class Changed(Protocol[P, Plain, Other]):
    """With ``changes=True`` it answers something else."""

    @overload
    def __call__(self, *data: Any, changes: Literal[True], **more: Any) -> Other: ...
    @overload
    def __call__(self, *data: P.args, **more: P.kwargs) -> Plain: ...


class Within(Protocol[P, Plain, Other, Third, Fourth, Fifth]):
    """Of logs it answers something else, and with ``subject`` and ``condition``, ``cues=True`` or ``verified``."""

    @overload
    def __call__(self, data: Log | Sequence[Log], **more: Any) -> Fourth: ...
    @overload
    def __call__(self, *data: Any, subject: Any, condition: Any, **more: Any) -> Other: ...
    @overload
    def __call__(self, *data: Any, cues: Literal[True], **more: Any) -> Third: ...
    @overload
    def __call__(self, *data: Any, verified: Column, **more: Any) -> Fifth: ...
    @overload
    def __call__(self, *data: P.args, **more: P.kwargs) -> Plain: ...


class Leaning(Protocol[P, Plain, Other]):
    """With ``first`` and ``second`` it answers something else."""

    @overload
    def __call__(self, *data: Any, first: str, second: str, **more: Any) -> Other: ...
    @overload
    def __call__(self, *data: P.args, **more: P.kwargs) -> Plain: ...


class InPairs(Protocol[P, Plain, Other]):
    """With several scores by name it answers something else."""

    @overload
    def __call__(self, data: Any, scores: Mapping[str, Any], **more: Any) -> Other: ...
    @overload
    def __call__(self, data: Any = None, *, scores: Mapping[str, Any], **more: Any) -> Other: ...
    @overload
    def __call__(self, *data: P.args, **more: P.kwargs) -> Plain: ...


def stepped(forms: Forms[R, S]) -> Callable[[Callable[P, R | S]], Stepped[P, R, S]]:
    """What gives the other where steps are named."""
    return _asked


def judging(
    forms: Callable[[], tuple[type[R], type[S], type[T], type[U]]],
) -> Callable[[Callable[P, R | S | T | U]], Judging[P, R, S, T, U]]:
    """What gives the second where steps are named, the third of ordered values, the fourth where some are verified."""
    return _asked


def changed(forms: Forms[R, S]) -> Callable[[Callable[P, R | S]], Changed[P, R, S]]:
    """What gives the other where changes are asked for."""
    return _asked


def within(
    forms: Callable[[], tuple[type[R], type[S], type[T], type[U], type[V]]],
) -> Callable[[Callable[P, R | S | T | U | V]], Within[P, R, S, T, U, V]]:
    """What gives the second within subjects, the third of cues, the fourth of logs, the fifth of verified items."""
    return _asked


def in_pairs(forms: Forms[R, S]) -> Callable[[Callable[P, R | S]], InPairs[P, R, S]]:
    """What gives the other of several scores."""
    return _asked


def leans(forms: Forms[R, S]) -> Callable[[Callable[P, R | S]], Leaning[P, R, S]]:
    """What gives the other of two answers that were shown together."""
    return _asked
