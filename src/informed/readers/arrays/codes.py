"""A column of labels as integer codes, whatever it came from.

A missing value is one more level, ``None``, as it is one more group for an engine. Nothing is dropped here.
"""

import math
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from informed.core import speed
from informed.core.errors import InputError, arg, call, instead
from informed.core.labels import Label, one_label, plain, shown
from informed.core.validate import is_masked_array
from informed.readers.arrays.kernel import as_unsigned
from informed.readers.device import foreign

Codes = NDArray[np.integer[Any]]
Level = Label | None

SEVERAL = 2**16  # different texts coded by their bytes
EXACT = 2**53  # floats tell whole numbers apart up to here


class Column(NamedTuple):
    """Codes and the level each of them stands for; None: whole numbers that stand for themselves.

    ``fixed`` levels were declared by a categorical: they are labels in this order, whether an item has them or not.
    """

    name: str
    codes: Codes
    levels: Sequence[Level] | None = None
    fixed: bool = False

    def where(self, level: Level) -> str:
        """The place of the first item with this level, for a message."""
        code = level if self.levels is None else list(self.levels).index(level)
        return f"{self.name}[{int((self.codes == code).argmax())}]"


def column(values: Any, name: str) -> Column:
    """Codes and levels of an array, a list, a series or an iterator."""
    if isinstance(values, Column):
        return values
    if is_masked_array(values):
        return _masked(values, name)
    if isinstance(values, np.ndarray):
        return _array(values, name)
    if foreign.is_array(values):
        return _foreign(values, name)
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise InputError(f"{name}={values!r:.80} is one value; give a list or array with one label for each item")
    if isinstance(values, (set, frozenset)):
        raise InputError(f"{name} is a set, which has no order; give a list or array with one label for each item")
    if isinstance(values, (list, tuple)):
        return _listed(values, name)
    return _series(values, name) or _listed(list(values), name)


def _listed(values: Sequence[Any], name: str) -> Column:
    """A list; only one of plain numbers may become an array, for NumPy would turn 1 beside 'a' into '1'."""
    first = next(iter(values), None)
    if isinstance(first, (list, tuple, np.ndarray)):
        return _array(_rectangle(values, name), name)
    if isinstance(first, (bool, int, float, np.number, np.bool_)):
        try:
            array = np.asarray(values)
        except ValueError:  # a list among numbers, which the dictionary refuses by its place
            return _dictionary(values, name)
        if array.dtype.kind in "biu" or (array.dtype.kind == "f" and not (np.abs(array) >= EXACT).any()):
            return _array(array, name)
    return _dictionary(values, name)


def _rectangle(values: Sequence[Any], name: str) -> NDArray[Any]:
    """Nested lists as an array of two axes."""
    lengths = [len(row) if isinstance(row, (list, tuple, np.ndarray)) else None for row in values]
    odd = next((place for place, length in enumerate(lengths) if length != lengths[0]), None)
    if odd is not None:
        raise InputError(
            f"{name}[{odd}] is {values[odd]!r:.40}, {name}[0] has length {lengths[0]}; "
            f"give one label per item; for sets of labels use {call('multilabel')}"
        )
    try:
        return np.asarray(values)
    except ValueError:  # lists within lists
        raise InputError(f"{name}[0] is {values[0]!r:.60}; {one_label()}") from None


def _series(values: Any, name: str) -> Column | None:
    """A series of a frame library, if it is one."""
    if hasattr(values, "factorize"):
        return _pandas(getattr(values, "array", values), name)
    import narwhals.stable.v2 as nw

    if hasattr(values, "to_pylist") and not hasattr(values, "chunks"):  # one chunk of Arrow is no series yet
        values = import_module("pyarrow").chunked_array([values])
    series = nw.from_native(values, series_only=True, pass_through=True)
    if not isinstance(series, nw.Series):
        return None
    if (series.dtype.is_numeric() or series.dtype == nw.Boolean) and series.null_count() == 0:
        return _array(series.to_numpy(), name)
    read = _dictionary(series.to_list(), name)
    return with_levels(read, series.dtype.categories) if isinstance(series.dtype, nw.Enum) else read


def _pandas(values: Any, name: str) -> Column:
    """A pandas array: categories are reused, plain numbers viewed, everything else factorised by pandas."""
    if hasattr(values, "categories"):
        return _categories(values, name)
    native = getattr(values.dtype, "numpy_dtype", values.dtype)
    if type(values).__name__ == "NumpyExtensionArray":
        return _array(values.to_numpy(), name)
    if native.kind in "biu" and not values.isna().any():
        return _array(values.to_numpy(dtype=native), name)
    codes, levels = values.factorize()
    return with_gaps(Column(name, codes, [level(each) for each in levels]), codes < 0)


def _categories(values: Any, name: str) -> Column:
    """A categorical: its codes are reused, its levels kept in their order."""
    codes = np.asarray(values.codes)
    return with_gaps(Column(name, codes, [level(each) for each in values.categories], fixed=True), codes < 0)


def with_gaps(read: Column, gaps: NDArray[np.bool_]) -> Column:
    """The column with these items missing."""
    if not gaps.any():
        return read
    levels = range(int(read.codes.max()) + 1) if read.levels is None else read.levels
    return read._replace(codes=np.where(gaps, len(levels), read.codes), levels=[*levels, None])


def _foreign(values: Any, name: str) -> Column:
    """An array of another library; on an accelerator it stays there if its numbers can be codes as they are."""
    on_device = foreign.codes(values)
    return Column(name, on_device) if on_device is not None else _array(foreign.to_numpy(values), name)


def _masked(values: Any, name: str) -> Column:
    """A masked array: what is masked is missing, whatever lies under the mask."""
    gaps = np.asarray(np.ma.getmaskarray(values).reshape(len(values), -1).any(axis=1))
    if len(gaps) and gaps.all():
        return Column(name, np.zeros(len(gaps), np.int64), [None])
    filled = np.array(values.data)
    if gaps.any():
        filled[gaps] = filled[int((~gaps).argmax())]
    return with_gaps(own_codes(_array(filled, name)), gaps)


def _array(values: NDArray[Any], name: str) -> Column:
    """A NumPy array of any kind."""
    if values.ndim != 1:
        values = _flat(values, name)
    kind = values.dtype.kind
    if kind == "b":
        return Column(name, values.view(np.uint8), (False, True))
    if kind in "iu":
        return Column(name, values)
    if kind == "f":
        return _floats(values, name)
    if kind == "M":
        exact = values.astype("M8[us]")
        fine = (exact == values) | np.isnat(values)  # what Python's own type holds; it is written as others are
        gaps, values = np.isnat(values), (exact if fine.all() else values.astype(str)).astype(object)
        values[gaps] = None
    elif kind in "cVm":
        raise InputError(f"{name} has dtype {values.dtype}; labels are texts, whole numbers or booleans")
    elif kind in "US" and (read := _records(values, name)) is not None:
        return read
    objects: Any = values.tolist() if speed.compiled is None or kind != "O" else values
    return _dictionary(objects, name)


def _records(values: NDArray[Any], name: str) -> Column | None:
    """Texts of equal length coded by their bytes; None without the loop in C, or where they are very many."""
    if speed.compiled is None or not values.itemsize:
        return None
    codes, firsts = np.empty(len(values), np.int32), np.empty(SEVERAL, np.int64)
    met = speed.compiled.code_texts(np.ascontiguousarray(values).view(np.uint8), values.itemsize, codes, firsts)
    return Column(name, codes, [level(each) for each in values[firsts[:met]].tolist()]) if met >= 0 else None


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
                f"{name} has shape {shape} and looks like probabilities; take {name}.argmax(1), or {_swapped()}"
            )
    raise InputError(
        f"{name} has shape {shape}; give one label for each item, or one-hot rows with a single 1 each; "
        f"for sets of labels use {call('multilabel')}"
    )


def _floats(values: NDArray[Any], name: str) -> Column:
    """Whole floats are integers; other floats are scores, not labels."""
    gaps = np.isnan(values)
    odd = (values != np.floor(values)) & ~gaps | np.isinf(values)
    if odd.any():
        raise not_a_label(values[place := int(odd.argmax())], f"{name}[{place}]")
    if (np.abs(values, dtype=np.float64) >= EXACT).any():
        return _dictionary(values.tolist(), name)
    if not gaps.any():
        return Column(name, values.astype(np.int64))
    return with_gaps(own_codes(Column(name, np.where(gaps, 0, values).astype(np.int64))), gaps)


def _swapped() -> str:
    return instead("sweep", f"are {arg('actual')} and {arg('scores')} swapped?")


def not_a_label(value: Any, place: str) -> InputError:
    """The error for a number that cannot be a label."""
    if math.isinf(value):
        return InputError(f"{place} is {value}; a label must be finite")
    return InputError(f"{place} is {value}: looks like scores; {_swapped()}")


class _Dictionary(dict[Any, int]):
    """Gives every new key the next code."""

    def __missing__(self, key: Any) -> int:
        self[key] = code = len(self)
        return code


def _dictionary(values: Sequence[Any], name: str) -> Column:
    """Any hashable values, coded in the order they are met."""
    seen = _Dictionary()
    try:
        codes = _coded(values, seen)
    except MemoryError:
        raise
    except Exception:  # whatever the values themselves raise when they are hashed and compared
        place = next((at for at, value in enumerate(values) if not _is_hashable(value)), None)
        if place is None:
            raise InputError(f"{name} has values that cannot be compared with one another; {one_label()}") from None
        raise InputError(f"{name}[{place}] is {shown(values[place])}; {one_label()}") from None
    return Column(name, codes, [level(each) for each in seen])


def _is_hashable(value: Any) -> bool:
    try:
        hash(value)
    except Exception:
        return False
    return True


def _coded(values: Sequence[Any], seen: _Dictionary) -> Codes:
    """The codes of values; in Python in bytes while these suffice, which it makes faster than anything else."""
    if speed.compiled is not None:
        codes = np.empty(len(values), np.int32)
        objects = np.ascontiguousarray(values) if isinstance(values, np.ndarray) else values
        speed.compiled.code_objects(list(objects) if isinstance(objects, tuple) else objects, seen, codes)
        return codes
    try:
        return np.frombuffer(bytes(map(seen.__getitem__, values)), np.uint8)
    except ValueError:
        return np.fromiter(map(seen.__getitem__, values), np.int64, len(values))


def level(value: Any) -> Level:
    """One level as a native scalar, or None when it is missing."""
    if _is_missing(value):
        return None
    if isinstance(value, bytes):
        return _decoded(value)
    if isinstance(value, timedelta):
        raise InputError(f"the label {str(value)!r} is a duration; give texts or whole numbers, such as seconds")
    if isinstance(value, datetime):
        time = value if value.tzinfo is None else value.astimezone(UTC)  # the zone is often that of the machine
        return time.isoformat(" ").removesuffix(" 00:00:00")
    if isinstance(value, Decimal) and value.is_finite():
        value = int(value) if value == value.to_integral_value() else float(value)
    return value if isinstance(value, float) and math.isinf(value) else plain(value)


def _is_missing(value: Any) -> bool:
    try:
        return (
            value is None or type(value).__name__ == "NAType" or bool(value != value)
        )  # pandas' NA has no truth value
    except Exception:  # whatever a stranger's object raises
        raise InputError(f"the label {shown(value)} cannot be compared with another; {one_label()}") from None


def _decoded(value: bytes) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError:
        raise InputError(f"the label {value!r:.60} is not UTF-8; decode it first, as .decode('latin-1') does") from None


def with_levels(read: Column, levels: Iterable[Any]) -> Column:
    """The column over the levels it declares, in their order."""
    order = list(dict.fromkeys([*map(level, levels), *(read.levels or ())]))
    at = {each: place for place, each in enumerate(order)}
    places = np.asarray([at[each] for each in read.levels or ()], np.int64)
    return Column(read.name, places[read.codes], order, fixed=True)


def own_codes(read: Column) -> Column:
    """Whole numbers that may be negative or far apart as codes from 0 on."""
    if read.levels is not None or not len(read.codes):
        return read
    values = foreign.to_numpy(read.codes) if foreign.is_array(read.codes) else read.codes
    low, high = int(values.min()), int(values.max())
    if 0 <= low and high < len(values):
        return read._replace(codes=values, levels=range(high + 1))
    if high - low < len(values):
        shifted = values - values.dtype.type(low)  # it may wrap, and as unsigned it is right again
        return read._replace(codes=as_unsigned(shifted), levels=range(low, high + 1))
    levels, codes = np.unique(values, return_inverse=True)
    return read._replace(codes=codes, levels=levels.tolist())


def has(column: Column, levels: Sequence[Level]) -> NDArray[np.bool_]:
    """Which rows have one of these levels."""
    if not any(each in (column.levels or ()) for each in levels):
        return np.zeros(len(column.codes), bool)
    return np.asarray([each in levels for each in column.levels or ()], bool)[column.codes]
