"""Derivatives of a measure by the chain rule, backwards through the arithmetic its body is written in.

Measures use only the helpers of `table` and operators, on whichever array library holds the table. `Traced` is one
more such library: NumPy that remembers. One evaluation and one walk back give the slope in every cell of every table
of a batch, exact to rounding, where differences would need a table for each cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np

from informed.core.table import Array

Back = Callable[[Array], Array]
"""Takes the slope of the result to the slope of one operand."""


class Traced:
    """An array that remembers the steps that led to it."""

    __slots__ = ("steps", "tape", "value")
    __array_ufunc__ = None  # NumPy operands leave the operation to this class
    library: ClassVar[Any]

    def __init__(self, value: Any, tape: list[Traced], steps: Iterable[tuple[Traced, Back]] = ()) -> None:
        self.value = np.asarray(value)
        self.tape = tape
        self.steps = tuple(steps)
        tape.append(self)

    # --- what an array has -------------------------------------------------------------------------------------------

    @property
    def shape(self) -> tuple[int, ...]:
        """The size of every axis."""
        return self.value.shape

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self.value.ndim

    @property
    def dtype(self) -> Any:
        """The type of the numbers."""
        return self.value.dtype

    def __array_function__(self, function: Any, types: Any, arguments: Any, options: Any) -> Any:
        """NumPy functions that meet one of these beside plain arrays, as `where` does."""
        return getattr(NAMESPACE, function.__name__)(*arguments, **options)

    def _then(self, value: Any, back: Back) -> Traced:
        return Traced(value, self.tape, [(self, back)])

    # --- operators ---------------------------------------------------------------------------------------------------

    def __add__(self, other: Any) -> Traced:
        return _combine(self, other, np.add, lambda g, a, b: g, lambda g, a, b: g)

    def __sub__(self, other: Any) -> Traced:
        return _combine(self, other, np.subtract, lambda g, a, b: g, lambda g, a, b: -g)

    def __rsub__(self, other: Any) -> Traced:
        return _combine(other, self, np.subtract, lambda g, a, b: g, lambda g, a, b: -g)

    def __mul__(self, other: Any) -> Traced:
        return _combine(self, other, np.multiply, lambda g, a, b: _times(g, b), lambda g, a, b: _times(g, a))

    def __truediv__(self, other: Any) -> Traced:
        return _combine(
            self, other, np.divide, lambda g, a, b: _over(g, b), lambda g, a, b: _times(_over(-g, b), a / b)
        )

    def __rtruediv__(self, other: Any) -> Traced:
        return _combine(
            other, self, np.divide, lambda g, a, b: _over(g, b), lambda g, a, b: _times(_over(-g, b), a / b)
        )

    __radd__ = __add__
    __rmul__ = __mul__

    def __pow__(self, power: float) -> Traced:
        return self._then(self.value**power, lambda g: _times(g, power * self.value ** (power - 1)))

    def __rpow__(self, base: float) -> Traced:
        value = base**self.value
        return self._then(value, lambda g: g * value * np.log(base))

    def __neg__(self) -> Traced:
        return self._then(-self.value, np.negative)

    def __abs__(self) -> Traced:
        return self._then(np.abs(self.value), lambda g: g * np.sign(self.value))

    def __getitem__(self, place: Any) -> Traced:
        def back(g: Array) -> Array:
            whole = np.zeros(self.shape)
            whole[place] = g  # measures take slices, which meet no entry twice
            return whole

        return self._then(self.value[place], back)

    def sum(self, axis: int | tuple[int, ...] | None = None) -> Traced:
        """The sum over one or more axes."""
        kept = np.sum(self.value, axis=axis, keepdims=True).shape
        return self._then(self.value.sum(axis), lambda g: np.broadcast_to(g.reshape(kept), self.shape))

    # Decisions are plain: no slope passes through them.
    def __lt__(self, other: Any) -> Any:
        return self.value < plain(other)

    def __le__(self, other: Any) -> Any:
        return self.value <= plain(other)

    def __gt__(self, other: Any) -> Any:
        return self.value > plain(other)

    def __ge__(self, other: Any) -> Any:
        return self.value >= plain(other)

    def __eq__(self, other: object) -> Any:
        return self.value == plain(other)

    def __ne__(self, other: object) -> Any:
        return self.value != plain(other)

    __hash__ = None  # type: ignore[assignment]


def plain(array: Any) -> Any:
    """The numbers alone."""
    return array.value if isinstance(array, Traced) else array


def _times(g: Array, factor: Any) -> Array:
    """No slope stays none, even times infinity: the branch was not taken."""
    return np.where(g == 0, 0.0, g * factor)


def _over(g: Array, divisor: Any) -> Array:
    return np.where(g == 0, 0.0, g / divisor)


def _fold(g: Array, shape: tuple[int, ...]) -> Array:
    """The slope of an operand that was repeated along some axes: the sum over the repeats."""
    g = g.sum(tuple(range(g.ndim - len(shape))))
    repeated = tuple(axis for axis, size in enumerate(shape) if size == 1 and g.shape[axis] != 1)
    return g.sum(repeated, keepdims=True) if repeated else g


def _combine(left: Any, right: Any, operation: Callable[..., Any], to_left: Any, to_right: Any) -> Traced:
    a, b = (each.value if isinstance(each, Traced) else each for each in (left, right))
    steps: list[tuple[Traced, Back]] = []
    for operand, own, back in ((left, a, to_left), (right, b, to_right)):
        if isinstance(operand, Traced):

            def home(g: Array, back: Any = back, shape: tuple[int, ...] = own.shape) -> Array:
                found: Array = back(g, a, b)
                return found if found.shape == shape else _fold(found, shape)

            steps.append((operand, home))
    return Traced(operation(a, b), steps[0][0].tape, steps)


# --- the functions of the namespace ----------------------------------------------------------------------------------


def _where(condition: Any, then: Any, otherwise: Any) -> Any:
    if not isinstance(then, Traced) and not isinstance(otherwise, Traced):
        return np.where(plain(condition), then, otherwise)
    chosen = plain(condition)
    return _combine(
        then,
        otherwise,
        lambda a, b: np.where(chosen, a, b),
        lambda g, a, b: np.where(chosen, g, 0.0),
        lambda g, a, b: np.where(chosen, 0.0, g),
    )


def _smooth(function: Callable[..., Any], slope: Callable[[Array, Array], Array]) -> Callable[[Any], Any]:
    """An elementwise function with its slope, given argument and value."""

    def apply(array: Any) -> Any:
        if not isinstance(array, Traced):
            return function(array)
        value = function(array.value)
        return array._then(value, lambda g: _times(g, slope(array.value, value)))

    return apply


def _rearranged(function: Callable[..., Any], back: Callable[..., Array]) -> Callable[..., Any]:
    """A function that only moves entries; ``back`` moves the slopes home."""

    def apply(array: Any, **options: Any) -> Any:
        if not isinstance(array, Traced):
            return function(array, **options)
        return array._then(function(array.value, **options), lambda g: back(g, array.shape, **options))

    return apply


def _to_diagonal(g: Array, shape: tuple[int, ...]) -> Array:
    whole = np.zeros(shape)
    np.einsum("...ii->...i", whole)[...] = g
    return whole


def _stack(arrays: Iterable[Any], axis: int = 0) -> Any:
    arrays = list(arrays)
    traced = [(place, each) for place, each in enumerate(arrays) if isinstance(each, Traced)]
    value = np.stack([plain(each) for each in arrays], axis=axis)
    steps = [(each, lambda g, place=place: np.take(g, place, axis=axis)) for place, each in traced]
    return Traced(value, traced[0][1].tape, steps) if traced else value


def _reshape(array: Any, shape: tuple[int, ...]) -> Any:
    if not isinstance(array, Traced):
        return np.reshape(array, shape)
    return array._then(np.reshape(array.value, shape), lambda g: np.reshape(g, array.shape))


def _decision(function: Callable[..., Any]) -> Callable[..., Any]:
    def apply(*arrays: Any, **options: Any) -> Any:
        return function(*(plain(each) for each in arrays), **options)

    return apply


NAMESPACE = SimpleNamespace(
    __name__="informed.inference.trace",
    float64=np.float64,
    nan=np.nan,
    where=_where,
    sum=lambda array, axis=None: array.sum(axis),
    log2=_smooth(np.log2, lambda x, _: 1 / (x * np.log(2))),
    log1p=_smooth(np.log1p, lambda x, _: 1 / (1 + x)),
    log=_smooth(np.log, lambda x, _: 1 / x),
    exp=_smooth(np.exp, lambda _, value: value),
    sqrt=_smooth(np.sqrt, lambda _, value: 0.5 / value),
    matrix_transpose=_rearranged(np.matrix_transpose, lambda g, _: np.matrix_transpose(g)),
    flip=_rearranged(np.flip, lambda g, _, axis: np.flip(g, axis=axis)),
    cumulative_sum=_rearranged(
        np.cumulative_sum, lambda g, _, axis: np.flip(np.cumsum(np.flip(g, axis=axis), axis=axis), axis=axis)
    ),
    linalg=SimpleNamespace(diagonal=_rearranged(np.linalg.diagonal, _to_diagonal)),
    stack=_stack,
    reshape=_reshape,
    astype=lambda array, dtype: array if isinstance(array, Traced) else np.astype(array, dtype),
    asarray=np.asarray,
    arange=np.arange,
    eye=np.eye,
    sign=_decision(np.sign),
    isnan=_decision(np.isnan),
    any=_decision(np.any),
    minimum=_decision(np.minimum),
)
Traced.library = NAMESPACE


def slopes(function: Callable[[Any], Any], table: Array) -> Array:
    """The derivative of the value of each table by each of its cells: an array of the table's shape."""
    tape: list[Traced] = []
    try:
        start = Traced(table, tape)
        end = function(start)
        if not isinstance(end, Traced):
            raise TypeError(f"{function} left the arithmetic that can be traced")
        with np.errstate(all="ignore"):
            return _back(tape, start, end)
    finally:
        tape.clear()  # steps and tape hold one another, and with them every array on the way


def _back(tape: list[Traced], start: Traced, end: Traced) -> Array:
    """The walk from the end to the start, which lets go of every step behind it."""
    gathered: dict[int, Array] = {id(end): np.ones(end.shape)}
    while (node := tape.pop()) is not start:
        g = gathered.pop(id(node), None)
        for operand, back in () if g is None else node.steps:
            add = back(g)
            known = gathered.get(id(operand))
            gathered[id(operand)] = add if known is None else known + add
    return gathered.get(id(start), np.zeros(start.shape))
