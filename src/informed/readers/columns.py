"""A column of labels as integer codes, whatever it came from.

A missing value is one more level, ``None``, as it is one more group for an engine. Nothing is dropped here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from informed.errors import InputError
from informed.labels import Label, plain

Codes = NDArray[np.integer[Any]]
Level = Label | None

DENSE = 2**16  # integers spread over no more than this are their own codes


class Column(NamedTuple):
    """Codes, and the level each of them stands for; ``fixed`` levels are kept although no item may have them."""

    name: str
    codes: Codes
    levels: Sequence[Level]
    fixed: bool = False

    def where(self, level: Level) -> str:
        """The place of the first item with this level, for a message."""
        code = list(self.levels).index(level)
        return f"{self.name}[{int(np.argmax(self.codes == code))}]"


def column(values: Any, name: str) -> Column:
    """Codes and levels of an array, a list, a series or an iterator."""
    if isinstance(values, Column):
        return values
    if hasattr(values, "codes") and hasattr(values, "categories"):
        return _categories(values, name)
    if hasattr(values, "cat") and hasattr(values.cat, "categories"):
        return _categories(values.array, name)
    if hasattr(values, "__array__") and not isinstance(values, np.generic):
        return _array(np.asarray(values), name)
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise InputError(f"{name}={values!r:.80} is one value; give a list or array with one label for each item")
    return _listed(values if isinstance(values, (list, tuple)) else list(values), name)


def _listed(values: Sequence[Any], name: str) -> Column:
    """A list; only one of plain numbers becomes an array, for NumPy would turn 1 beside 'a' into '1'."""
    kinds = set(map(type, values))
    if kinds == {float} or kinds == {bool}:
        return _array(np.asarray(values), name)
    if kinds == {int}:
        try:
            return _array(np.asarray(values, np.int64), name)
        except OverflowError:
            return _texts(values, name)
    if kinds and all(issubclass(kind, (list, tuple, np.ndarray)) for kind in kinds):
        return _array(_rectangle(values, name), name)
    return _texts(values, name)


def _rectangle(values: Sequence[Any], name: str) -> NDArray[Any]:
    """Nested lists as an array of two axes."""
    lengths = [len(row) for row in values]
    odd = next((place for place, length in enumerate(lengths) if length != lengths[0]), None)
    if odd is not None:
        raise InputError(f"{name}[{odd}] has length {lengths[odd]}, {name}[0] has {lengths[0]}; give one label an item")
    return np.asarray(values)


def _array(values: NDArray[Any], name: str) -> Column:
    """A NumPy array of any kind."""
    if values.ndim != 1:
        values = _flat(values, name)
    kind = values.dtype.kind
    if kind == "b":
        return Column(name, values.view(np.uint8), (False, True))
    if kind in "iu":
        return _integers(values, name)
    if kind == "f":
        return _floats(values, name)
    if kind in "mM":
        gaps, values = np.isnat(values), values.astype(str).astype(object)
        values[gaps] = None
    elif kind in "cV":
        raise InputError(f"{name} has dtype {values.dtype}; labels are texts, whole numbers or booleans")
    return _texts(values.tolist(), name)


def _flat(values: NDArray[Any], name: str) -> NDArray[Any]:
    """A column vector or one-hot rows as labels."""
    shape = values.shape
    if values.ndim == 2 and shape[1] == 1:
        return values[:, 0]
    if values.ndim == 2 and shape[1] > 1 and values.dtype.kind in "biuf":
        if ((values == 0) | (values == 1)).all() and (values.sum(1) == 1).all():
            return np.asarray(values.argmax(1))
        if values.dtype.kind == "f" and np.allclose(values.sum(1), 1):
            raise InputError(
                f"{name} has shape {shape} and looks like probabilities; "
                f"take {name}.argmax(1), or did you mean informed.sweep(...)?"
            )
    raise InputError(f"{name} has shape {shape}; give one label for each item, or one-hot rows with a single 1 each")


def _integers(values: NDArray[Any], name: str) -> Column:
    """Integers of a narrow range are codes already."""
    if not values.size:
        return Column(name, values, ())
    low, high = int(values.min()), int(values.max())
    if 0 <= low and high < DENSE:
        return Column(name, values, range(high + 1))
    if high - low < DENSE:
        return Column(name, values.astype(np.int64) - low if high < 2**63 else values - low, range(low, high + 1))
    levels, codes = np.unique(values, return_inverse=True)
    return Column(name, codes, levels.tolist())


def _floats(values: NDArray[Any], name: str) -> Column:
    """Whole floats are integers; other floats are scores, not labels."""
    gaps = np.isnan(values)
    whole = values == np.floor(values)
    odd = ~(whole | gaps) | np.isinf(values)
    if odd.any():
        raise not_labels(values[place := int(odd.argmax())], f"{name}[{place}]")
    if values.size and np.abs(values[~gaps], dtype=np.float64).max(initial=0) >= 2**53:
        return _texts([None if gap else value for value, gap in zip(values.tolist(), gaps.tolist(), strict=True)], name)
    read = _integers(np.where(gaps, 0, values).astype(np.int64), name)
    return _with_gaps(read, gaps) if gaps.any() else read


def _with_gaps(read: Column, gaps: NDArray[np.bool_]) -> Column:
    levels = [*read.levels, None]
    return Column(read.name, np.where(gaps, len(levels) - 1, read.codes), levels, read.fixed)


def not_labels(value: Any, place: str) -> InputError:
    """The error for a number that cannot be a label."""
    if math.isinf(value):
        return InputError(f"{place} is {value}; a label must be finite")
    return InputError(f"{place} is {value}: looks like scores; did you mean informed.sweep(...)?")


def _categories(values: Any, name: str) -> Column:
    """A categorical: its codes are reused, its levels kept in their order."""
    codes = np.asarray(values.codes)
    levels = [level(each, name) for each in values.categories]
    read = Column(name, codes, levels, fixed=True)
    return _with_gaps(read, codes < 0) if codes.size and codes.min() < 0 else read


class _Dictionary(dict[Any, int]):
    """Gives every new key the next code."""

    def __missing__(self, key: Any) -> int:
        self[key] = code = len(self)
        return code


def _texts(values: Sequence[Any], name: str) -> Column:
    """Any hashable values by dictionary; equal levels (1 and 1.0, None and NaN) are united afterwards."""
    seen = _Dictionary()
    try:
        codes = np.fromiter(map(seen.__getitem__, values), np.int64, len(values))
    except TypeError:
        place = next(at for at, value in enumerate(values) if type(value).__hash__ is None)
        raise InputError(f"{name}[{place}] is {values[place]!r:.60}; a label must be a text or a number") from None
    return Column(name, codes, [level(each, name) for each in seen])


def level(value: Any, name: str) -> Level:
    """One level as a native scalar, or None when it is missing."""
    if value is None or type(value).__name__ == "NAType" or value != value:  # NA has no truth value
        return None
    if isinstance(value, bytes):
        return value.decode(errors="replace")
    if isinstance(value, Decimal) and value.is_finite():
        value = int(value) if value == value.to_integral_value() else float(value)
    return plain(value)
