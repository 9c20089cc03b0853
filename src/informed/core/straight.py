"""Measures as straight-line code: recorded once for each shape of table, then run without the overhead of array calls.

Bodies of measures use operators and the helpers of `table` only, on whichever array library holds the table. Here are
two more such libraries. They compute nothing: they write down one line of Python for each step, an expression that
several measures share only once. `Whole` writes a line for each step on arrays, and runs on NumPy. `Cells` writes a
line for each number, and runs on the floats of one small table. Both give what the bodies give, to the last bit.
"""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from types import SimpleNamespace
from typing import Any

import numpy as np

from informed.core.sharing import Sharing
from informed.core.table import ACTUAL, PREDICTED, Array

LONGEST = 7  # classes: NumPy sums that many in order, and more of them in pairs

Function = Callable[[Any], Any]
"""What is recorded: from a table to its value, or to one value for each label."""

# How each operation is written: for arrays, and for numbers where that differs. Python would refuse x/0.
WRITTEN = {
    "add": ("{} + {}",),
    "subtract": ("{} - {}",),
    "multiply": ("{} * {}",),
    "divide": ("{} / {}", "{0} / {1} if {1} else over_zero({0}, {1})"),
    "negative": ("-{}",),
    "absolute": ("abs({})",),
    "less": ("{} < {}",),
    "less_equal": ("{} <= {}",),
    "greater": ("{} > {}",),
    "greater_equal": ("{} >= {}",),
    "equal": ("{} == {}",),
    "not_equal": ("{} != {}",),
    "and": ("{} & {}",),
    "or": ("{} | {}",),
    "not": ("~{}", "not {}"),
    "where": ("np.where({}, {}, {})", "{1} if {0} else {2}"),
    "minimum": ("np.minimum({}, {})", "{0} if {0} <= {1} or {0} != {0} else {1}"),
    "maximum": ("np.maximum({}, {})", "{0} if {0} >= {1} or {0} != {0} else {1}"),
    "sqrt": ("np.sqrt({})", "math.sqrt({0}) if {0} >= 0 else math.nan"),
    "sign": ("np.sign({})", "float(({0} > 0) - ({0} < 0)) if {0} == {0} else {0}"),
    "float": ("{}.astype(float)", "float({})"),
}
COMMUTATIVE = ("add", "multiply")
NAME = re.compile(r"\bv\d+\b")


def over_zero(numerator: float, zero: float) -> float:
    """A number divided by 0, as IEEE 754 has it."""
    if numerator == 0 or numerator != numerator:
        return math.nan
    return math.copysign(math.inf, numerator) * math.copysign(1.0, zero)


class Code:
    """Lines of straight-line code. Each has a name; the same expression is written once."""

    def __init__(self) -> None:
        self.lines: dict[str, str] = {}  # the name of each expression
        self.known: dict[str, Any] = {"np": np, "math": math, "over_zero": over_zero}
        self._done: defaultdict[int, str] = defaultdict(str)  # what follows a line

    def line(self, expression: str) -> str:
        """The name of an expression."""
        if expression.isidentifier():
            return expression
        return self.lines.setdefault(expression, f"v{len(self.lines)}")

    def constant(self, value: Any) -> str:
        """The name of something the lines refer to."""
        key = next((name for name, known in self.known.items() if known is value), f"c{len(self.known)}")
        self.known[key] = value
        return key

    def compiled(self, arguments: Iterable[str], results: Sequence[str]) -> Callable[..., tuple[Any, ...]]:
        """The lines as a function."""
        body = [
            f"{name} = {expression}{self._done[place]}" for place, (expression, name) in enumerate(self.lines.items())
        ]
        source = [f"def run({', '.join(arguments)}):", *body, f"return {', '.join(results)},"]
        scope = dict(self.known)
        exec(compile("\n    ".join(source), "<straight-line code>", "exec"), scope)  # written here, from measures alone
        return scope["run"]  # type: ignore[no-any-return]

    def let_go(self, results: Sequence[str]) -> None:
        """Let every array go after the last line that needs it."""
        last = {name: place for place, text in enumerate(self.lines) for name in NAME.findall(text)}
        for name in last.keys() - set(results):
            self._done[last[name]] += f"; del {name}"


def _operator(operation: str) -> Any:
    return lambda self, *other: self.then(operation, self, *other)


def _reflected(operation: str) -> Any:
    return lambda self, other: self.then(operation, other, self)


class Recorded(ABC):
    """What stands for an array while the lines are written."""

    __array_ufunc__ = None  # NumPy operands leave the operation to this class
    dtype = np.dtype(np.float64)

    def __init__(self, code: Code) -> None:
        self.code = code

    @property
    @abstractmethod
    def shape(self) -> tuple[int, ...]:
        """The size of every axis."""

    @abstractmethod
    def then(self, operation: str, *operands: Any) -> Any:
        """An operation of `WRITTEN`."""

    @abstractmethod
    def called(self, function: Callable[..., Array], *operands: Any) -> Any:
        """A function of arrays, element by element."""

    @abstractmethod
    def folded(self, operation: str, axis: int) -> Any:
        """An operation on all that stands along an axis, in order."""

    @abstractmethod
    def moved(self, function: Callable[[Array], Array], written: str) -> Any:
        """The entries in other places, as the function moves those of an array."""

    @abstractmethod
    def stacked(self, parts: Sequence[Any], axis: int) -> Any:
        """Arrays of one shape along a new axis."""

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    def __array_namespace__(self, api_version: str | None = None) -> Any:
        return NAMESPACE

    def __bool__(self) -> bool:
        raise TypeError("what depends on the numbers cannot be straight-line code")

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise TypeError("a function of NumPy arrays alone cannot be straight-line code")

    def __getitem__(self, place: Any) -> Any:
        parts = place if isinstance(place, tuple) else (place,)
        return self.moved(lambda array: array[place], f"[{', '.join(map(_index, parts))}]")

    def __pow__(self, power: float) -> Any:
        return self.then("multiply", self, self) if power == 2 else NotImplemented

    __add__, __radd__ = _operator("add"), _reflected("add")
    __sub__, __rsub__ = _operator("subtract"), _reflected("subtract")
    __mul__, __rmul__ = _operator("multiply"), _reflected("multiply")
    __truediv__, __rtruediv__ = _operator("divide"), _reflected("divide")
    __and__, __or__, __invert__ = _operator("and"), _operator("or"), _operator("not")
    __neg__, __abs__ = _operator("negative"), _operator("absolute")
    __lt__, __le__ = _operator("less"), _operator("less_equal")
    __gt__, __ge__ = _operator("greater"), _operator("greater_equal")
    __eq__, __ne__ = _operator("equal"), _operator("not_equal")
    __hash__ = __iter__ = None  # type: ignore[assignment]


def _index(part: Any) -> str:
    if isinstance(part, slice):
        return ":".join("" if end is None else str(end) for end in (part.start, part.stop, part.step))
    return "..." if part is ... else str(part)


def _number(value: Any) -> str:
    return repr(float(value)) if math.isfinite(value) else f"math.{float(value)}"


def _shape(array: Any) -> tuple[int, ...]:
    return array.shape if isinstance(array, Recorded) else np.shape(array)


class Whole(Recorded):
    """An array with a name. What has no axes is a plain float, and stays one beside arrays."""

    def __init__(self, code: Code, name: str, shape: tuple[int, ...]) -> None:
        super().__init__(code)
        self.name = name
        self._shape = shape

    @property
    def shape(self) -> tuple[int, ...]:
        """The size of every axis; that of the batch is 1."""
        return self._shape

    def _written(self, operand: Any) -> str:
        if isinstance(operand, Whole):
            return operand.name
        return self.code.constant(operand) if np.ndim(operand) else _number(operand)

    def _line(self, expression: str, shape: tuple[int, ...], to_number: str = "{}") -> Whole:
        return Whole(self.code, self.code.line(expression if shape else to_number.format(expression)), shape)

    def then(self, operation: str, *operands: Any) -> Whole:
        """One line."""
        shape = np.broadcast_shapes(*map(_shape, operands))
        return self._line(_expression(operation, map(self._written, operands), -1 if shape == () else 0), shape)

    def called(self, function: Callable[..., Array], *operands: Any) -> Whole:
        """One call."""
        expression = f"{self.code.constant(function)}({', '.join(map(self._written, operands))})"
        return self._line(expression, np.broadcast_shapes(*map(_shape, operands)), "float({})")

    def folded(self, operation: str, axis: int) -> Whole:
        """One reduction."""
        shape = np.empty(self.shape).sum(axis).shape
        if operation == "add":
            return self._line(f"np.add.reduce({self.name}, {axis})", shape, "float({})")
        some = f"np.logical_or.reduce({self.name}, {axis})" if shape else f"np.count_nonzero({self.name}) > 0"
        return self._line(some, shape)

    def moved(self, function: Callable[[Array], Array], written: str) -> Whole:
        """One view."""
        if not self.shape:
            return self
        return self._line(f"{self.name}{written}", function(np.empty(self.shape)).shape, "float({})")

    def stacked(self, parts: Sequence[Any], axis: int) -> Whole:
        """One array, in memory with the new axis first: NumPy then runs along the batch."""
        shape = np.stack([np.empty(each.shape) for each in parts], axis).shape
        order = [*range(1, len(shape))]
        order.insert(axis % len(shape), 0)
        return self._line(f"np.array(({', '.join(map(self._written, parts))})).transpose({order})", shape)


class Cells(Recorded):
    """An array of names, one for each number."""

    def __init__(self, code: Code, names: Any) -> None:
        super().__init__(code)
        self.names = np.asarray(names, dtype=object)

    @property
    def shape(self) -> tuple[int, ...]:
        """The size of every axis."""
        return self.names.shape

    def _each(self, function: Callable[..., str], operands: Sequence[Any]) -> Cells:
        names = (each.names if isinstance(each, Cells) else _NUMBERS(each) for each in operands)
        return Cells(self.code, np.frompyfunc(function, len(operands), 1)(*names))

    def then(self, operation: str, *operands: Any) -> Cells:
        """A line for each number."""
        return self._each(lambda *names: self.code.line(_expression(operation, names, -1)), operands)

    def called(self, function: Callable[..., Array], *operands: Any) -> Cells:
        """A call for each number."""
        name = self.code.constant(function)
        return self._each(lambda *names: self.code.line(f"float({name}({', '.join(names)}))"), operands)

    def folded(self, operation: str, axis: int) -> Cells:
        """A line for each number and the one before."""
        parts = [Cells(self.code, each) for each in np.moveaxis(self.names, axis, 0)]
        return reduce(lambda before, each: before.then(operation, before, each), parts)

    def moved(self, function: Callable[[Array], Array], written: str) -> Cells:
        """No line: the names move."""
        return Cells(self.code, function(self.names))

    def stacked(self, parts: Sequence[Any], axis: int) -> Cells:
        """No line either."""
        return Cells(self.code, np.stack([each.names for each in parts], axis))


_NUMBERS = np.frompyfunc(_number, 1, 1)


def _expression(operation: str, operands: Iterable[str], kind: int) -> str:
    names = list(operands)
    if operation == "multiply" and "1.0" in names:
        names.remove("1.0")
        return names[0]
    return WRITTEN[operation][kind].format(*(sorted(names) if operation in COMMUTATIVE else names))


def _first(arrays: Iterable[Any]) -> Recorded:
    return next(each for each in arrays if isinstance(each, Recorded))


def _operation(name: str) -> Callable[..., Any]:
    return lambda *arrays: _first(arrays).then(name, *arrays)


def _function(function: Callable[..., Array]) -> Callable[[Any], Any]:
    return lambda array: array.called(function, array)


NAMESPACE = SimpleNamespace(
    __name__="informed.core.straight",
    float64=Recorded.dtype,
    nan=math.nan,
    where=_operation("where"),
    minimum=_operation("minimum"),
    maximum=_operation("maximum"),
    sqrt=_operation("sqrt"),
    sign=lambda array: array.then("sign", array) if isinstance(array, Recorded) else np.sign(array),
    isnan=lambda array: array != array,
    log=_function(np.log),
    log1p=_function(np.log1p),
    exp=_function(np.exp),
    tanh=_function(np.tanh),
    cosh=_function(np.cosh),
    elementwise=lambda function, *arrays: _first(arrays).called(function, *arrays),
    sum=lambda array, axis: array.folded("add", axis),
    any=lambda array, axis: array.folded("or", axis),
    flip=lambda array, axis: array[..., ::-1],
    matrix_transpose=lambda array: array.moved(np.matrix_transpose, ".swapaxes(-1, -2)"),
    linalg=SimpleNamespace(diagonal=lambda array: array.moved(_diagonal, f".diagonal(0, {ACTUAL}, {PREDICTED})")),
    stack=lambda arrays, axis: _first(arrays).stacked(arrays, axis),
    astype=lambda array, dtype: array.then("float", array),
    asarray=np.asarray,
    arange=np.arange,
    eye=np.eye,
)


def _diagonal(array: Array) -> Array:
    return array.diagonal(0, ACTUAL, PREDICTED)


def on_arrays(functions: Iterable[Function], rows: int, columns: int, *, batch: bool) -> Callable[[Array], Any]:
    """Functions of one A x P table, or of any batch of them, as one function of a NumPy array: a value for each."""
    code = Code()
    table = Whole(code, "table", (1, rows, columns) if batch else (rows, columns))
    with Sharing():
        results = [function(table).name for function in functions]
    code.let_go(results)
    return code.compiled(["table"], results)


def on_cells(functions: Iterable[Function], rows: int, columns: int) -> Callable[..., tuple[float, ...]]:
    """Functions of one table of a few classes as one function of its cells, row by row: a value for each."""

    def together(*cells: Cells) -> list[Any]:
        table = cells[0].stacked(cells, 0).moved(lambda names: names.reshape(rows, columns), "")
        return [function(table) for function in functions]

    with Sharing():
        return on_numbers(together, rows * columns)


def on_numbers(function: Callable[..., Iterable[Any]], count: int) -> Callable[..., tuple[float, ...]]:
    """A function from so many numbers to several numbers, on Python floats."""
    code = Code()
    names = [f"t{place}" for place in range(count)]
    return code.compiled(names, [each.names.item() for each in function(*(Cells(code, name) for name in names))])


def recordable(function: Function, rows: int, columns: int) -> bool:
    """Whether a function of a table is written in operators and helpers alone."""
    with Sharing():
        try:
            return isinstance(function(Whole(Code(), "table", (rows, columns))), Whole)
        except (TypeError, AttributeError):  # it is for NumPy alone, or turns on the numbers
            return False
