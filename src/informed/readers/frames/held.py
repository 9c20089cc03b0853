"""Named columns that lie in memory in no frame: dictionaries, rows of them, structured arrays, data sets of others."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple, TypeVar

import numpy as np

from informed.core.errors import InputError
from informed.readers.arrays.codes import Column, with_gaps
from informed.readers.columns import Columns, Roles, check_named
from informed.readers.frames.nested import split, within

Held = TypeVar("Held", bound=Columns)


class Holder(NamedTuple):
    """The names of the columns of some data, and how these are taken out, by name."""

    names: Sequence[str]
    taken: Callable[[Sequence[str]], dict[str, Any]]


def holder_of(data: Any) -> Holder | None:
    """How the columns are held; None where the data are a frame, a file or arrays."""
    made = kinds_of(data)
    if refusal := next((each for each in REFUSED if each in made), None):
        raise InputError(REFUSED[refusal](data))
    if "datasets.Dataset" in made:
        return Holder(_flat_names(data), lambda names: _of_dataset(data, names))
    if "xarray.Dataset" in made:
        return Holder([str(each) for each in data.variables], lambda names: _of_variables(data, names))
    if isinstance(data, Mapping):
        return Holder(list(data), lambda names: {name: data[name] for name in names})
    if are_rows(data):
        return Holder(
            list(dict.fromkeys(chain.from_iterable(map(_paths, data)))),
            lambda names: {name: _of_rows(data, name) for name in names},
        )
    dtype = getattr(data, "dtype", None)  # a frame of Spark Connect has every attribute one asks for, as a column
    if isinstance(dtype, np.dtype) and dtype.names:
        return Holder(dtype.names, lambda names: {name: data[name] for name in names})
    return None


def columns_held(data: Any, wanted: Roles) -> dict[str, Any] | None:
    """The wanted columns; None where the data are a frame, a file or arrays."""
    holder = holder_of(data)
    if holder is None:
        return None
    check_named(list(holder.names), wanted)
    return holder.taken([name for columns in wanted.values() for name in columns if name is not None])


def kinds_of(data: Any) -> frozenset[str]:
    """The classes of an object, each as package.Name, without an import of the package."""
    made: Any = type(data)
    return _kinds(made)


@lru_cache(256)
def _kinds(made: type) -> frozenset[str]:
    return frozenset(f"{each.__module__.partition('.')[0]}.{each.__name__}" for each in made.__mro__)


def as_list(values: Any) -> list[Any]:
    """A column that was taken out, as a list."""
    if isinstance(values, Column):
        return [None if values.levels is None else values.levels[code] for code in values.codes.tolist()]
    found = next((getattr(values, name) for name in ("to_pylist", "to_list", "tolist") if hasattr(values, name)), None)
    return list(values) if found is None else list(found())


# --- rows -------------------------------------------------------------------------------------------------------------


def are_rows(data: Any) -> bool:
    """Whether these are rows, each a dictionary."""
    return isinstance(data, (list, tuple)) and bool(data) and all(isinstance(each, Mapping) for each in data)


def _paths(row: Mapping[Any, Any], before: str = "") -> Iterator[str]:
    """The keys of a row; of one that holds dictionaries the paths to what is in them as well."""
    for key, value in row.items():
        name = f"{before}{key}"
        yield name
        if isinstance(value, Mapping):
            yield from _paths(value, f"{name}.")
        elif are_rows(value):
            yield from (path for at, each in enumerate(value) for path in _paths(each, f"{name}[{at}]."))


def _of_rows(rows: Sequence[Mapping[Any, Any]], name: str) -> list[Any]:
    """The values of a key, or of a path into the rows; what is both is refused."""
    steps = split(f".{name}") or ()
    key = next((place for place, row in enumerate(rows) if name in row), None)
    if key is None:
        return [within(row, steps) for row in rows]
    path = next((at for at, row in enumerate(rows) if len(steps) > 1 and within(row, steps) is not None), None)
    if path is not None:
        raise InputError(
            f"{name!r} is a key in row {key} of the data, and a path to a value inside row {path}; "
            "write it in the same way in all rows"
        )
    return [row.get(name) for row in rows]


# --- data sets of Hugging Face ----------------------------------------------------------------------------------------

REFUSED: dict[str, Callable[[Any], str]] = {
    "datasets.DatasetDict": lambda data: f"a DatasetDict has splits ({_splits(data)}); give one, as {_one(data)}",
    "datasets.IterableDatasetDict": lambda data: (
        f"an IterableDatasetDict has splits ({_splits(data)}); load one of them with split= and without streaming=True"
    ),
    "datasets.IterableDataset": lambda data: (
        "an IterableDataset is read while it is loaded; load it without "
        "streaming=True, or count its batches with informed.Counter"
    ),
}


def _splits(data: Any) -> str:
    return ", ".join(map(repr, data)) or "none"


def _one(data: Any) -> str:
    return f"data[{next(iter(data), 'test')!r}]"


def _flat_names(data: Any) -> list[str]:
    """The columns; of one that holds dictionaries the paths to what is in them as well."""
    return list(dict.fromkeys([*data.column_names, *data.flatten().column_names]))


def _of_dataset(data: Any, names: Sequence[str]) -> dict[str, Any]:
    held = data if set(names) <= set(data.column_names) else data.flatten()
    table = held.select_columns(list(dict.fromkeys(names))).with_format("arrow")[:]
    return {name: _named_classes(table.column(name), held.features[name], name) for name in names}


def _named_classes(values: Any, feature: Any, name: str) -> Any:
    """The classes of a data set by their names; -1 is how it writes that there is none."""
    if hasattr(feature, "int2str"):
        codes = values.fill_null(-1).to_numpy()
        return with_gaps(Column(name, codes, list(feature.names), fixed=True), codes < 0)
    inner: Any = getattr(feature, "feature", None)
    if hasattr(inner, "int2str"):
        return [None if each is None else [inner.names[code] for code in each] for each in values.to_pylist()]
    return values if inner is None else values.to_pylist()


# --- xarray -----------------------------------------------------------------------------------------------------------


def _of_variables(data: Any, names: Sequence[str]) -> dict[str, Any]:
    """Variables over the dimensions of the largest of them, which must have those of all others."""
    arrays = {name: data[name] for name in names}
    whole = max(arrays.values(), key=lambda each: each.ndim)
    for name, each in arrays.items():
        if lost := [str(dim) for dim in each.dims if dim not in whole.dims]:
            raise InputError(
                f"{name!r} has the dimension {lost[0]!r}, which {whole.name!r} lacks; items need one value of each"
            )
    return {name: each.broadcast_like(whole).transpose(*whole.dims).values.ravel() for name, each in arrays.items()}


def without_coordinates(columns: Held) -> Held:
    """The columns with plain arrays in the place of those of xarray, whose coordinates must be the same."""
    given = [value for each in fields(columns) if (value := getattr(columns, each.name)) is not None]
    arrays = [
        each for value in given for each in (value.values() if isinstance(value, dict) else [value]) if _is_array(each)
    ]
    if not arrays:
        return columns

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: plain(each) for name, each in value.items()}
        return _aligned(value, arrays[0]) if _is_array(value) else value

    return replace(columns, **{each.name: plain(getattr(columns, each.name)) for each in fields(columns)})


def _is_array(value: Any) -> bool:
    return "xarray.DataArray" in kinds_of(value)


def _aligned(array: Any, first: Any) -> Any:
    """Its values in the order of the first array."""
    if set(array.dims) != set(first.dims):
        raise InputError(
            f"arrays have the dimensions {tuple(map(str, first.dims))} and {tuple(map(str, array.dims))}; give all of "
            "them the same, as xarray.broadcast does"
        )
    for dim in first.dims:
        if not (first[dim].size == array[dim].size and first[dim].equals(array[dim])):
            raise InputError(f"arrays have other coordinates along {str(dim)!r}; align them first: xarray.align(...)")
    return array.transpose(*first.dims).values.ravel()
