"""Arrays of other libraries. Those on an accelerator are counted there, and only the table comes back."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from informed.errors import InputError
from informed.readers import cuda, kernel

SAMPLE = 2**16


def is_array(values: Any) -> bool:
    """Whether this is an array of torch, JAX, CuPy or another array-API library, NumPy excepted."""
    if isinstance(values, (np.ndarray, np.generic, list, tuple, str)):
        return False
    from array_api_compat import is_array_api_obj

    return bool(is_array_api_obj(values))


def on_accelerator(values: Any) -> bool:
    """Whether the array lies in the memory of an accelerator."""
    if not is_array(values):
        return False
    from array_api_compat import device

    place = str(device(values)).lower()
    return "cpu" not in place and place != "none"


def to_numpy(values: Any) -> NDArray[Any]:
    """The array in host memory; gradients and half precisions are shed first."""
    from array_api_compat import array_namespace, is_torch_array

    if is_torch_array(values):
        values = values.detach().cpu()
        return np.asarray(values if values.dtype != array_namespace(values).bfloat16 else values.float())
    get = getattr(values, "get", None)  # CuPy copies to the host only when asked
    return np.asarray(get() if get is not None else values)


def codes(values: Any) -> Any:
    """The array as codes where it lies, or None when it must be looked at on the host."""
    if not on_accelerator(values) or values.ndim != 1:
        return None
    from array_api_compat import array_namespace

    xp = array_namespace(values)
    return values if xp.isdtype(values.dtype, "integral") and values.shape[0] else None


class Pairs(NamedTuple):
    """Items in every cell ``(A, P)``, the weights and squared weights there, and how many items were set apart."""

    items: Any
    weight: Any
    square: Any
    ignored: Any
    outside: Any
    misweighed: Any


def pairs(rows: Any, columns: Any, shape: tuple[int, int], *, weights: Any = None, ignore: int | None = None) -> Pairs:
    """Pairs of codes counted where they lie; nothing comes back to the host, so nothing waits for the device.

    Set apart are items whose row is ``ignore``, pairs outside of the table, and weights that are not finite and >= 0.
    """
    if ignore is not None and not -(2**31) <= ignore < 2**31:
        raise InputError(f"ignore={ignore} must be a number of 32 bits")
    if not on_accelerator(rows) and (found := _on_host(rows, columns, shape, weights, ignore)):
        return found
    tensors = [cuda.tensor(each) for each in (rows, columns)]
    if any(each is None for each in tensors):
        items, *sums = _bincount(rows, columns, shape, weights, ignore)
    else:
        items, *sums = cuda.count_pairs(tensors[0], tensors[1], shape, weights, ignore)
    cells = math.prod(shape)
    weight, square = (each[:cells].reshape(shape) for each in sums) if sums else (None, None)
    return Pairs(items[:cells].reshape(shape), weight, square, *items[cells:])


def _on_host(rows: Any, columns: Any, shape: tuple[int, int], weights: Any, ignore: int | None) -> Pairs | None:
    """The same by the host's kernel, which does not say what is wrong: None when anything is outside of the table."""
    from array_api_compat import array_namespace

    xp = array_namespace(rows)
    given = [to_numpy(each) for each in (rows, columns, weights) if each is not None]
    kept = slice(None) if ignore is None else given[0] != ignore
    first, second, *weighed = (each[kept] for each in given)
    if weighed and not ((weighed[0] >= 0) & (weighed[0] < np.inf)).all():
        return None
    codes = [each.view(np.uint8) if each.dtype == bool else each for each in (first, second)]
    sums = kernel.crosstab(codes, weighed[0].astype(np.float64) if weighed else None, math.prod(shape))
    if sums is None or any(found > wanted for found, wanted in zip(sums[0].shape, shape, strict=True)):
        return None
    items, *sums = (xp.asarray(kernel.grown(each, shape)) for each in sums)
    apart = (xp.asarray(each) for each in (len(given[0]) - len(first), 0, 0))
    return Pairs(items, *(sums or (None, None)), *apart)


def _bincount(rows: Any, columns: Any, shape: tuple[int, int], weights: Any, ignore: int | None) -> list[Any]:
    """The same by the bincount of any array library."""
    from array_api_compat import array_namespace

    xp = array_namespace(rows, columns)
    whole = xp.asarray([0]).dtype  # 64 bits, save in JAX, which has 32 unless told otherwise
    rows, columns = (xp.astype(each, whole) for each in (rows, columns))
    cells = math.prod(shape)
    inside = (rows >= 0) & (rows < shape[0]) & (columns >= 0) & (columns < shape[1])
    place = xp.where(inside, rows * shape[1] + columns, cells + 1)
    values = [None]
    if weights is not None:
        sound = (weights >= 0) & (weights < float("inf"))
        place = xp.where(inside & ~sound, cells + 2, place)
        weights = xp.where(sound, xp.astype(weights, xp.float64), 0.0)
        values += [weights, weights * weights]
    if ignore is not None:
        place = xp.where(rows == ignore, cells, place)
    return [xp.bincount(place, each, minlength=cells + cuda.APART) for each in values]


def crosstab(columns: list[Any], weights: Any, most: int) -> list[NDArray[Any]] | None:
    """Items, and with weights their sums and sums of squares, for every combination of codes.

    None when codes are negative or give more than ``most`` combinations.
    """
    from array_api_compat import array_namespace, device

    xp = array_namespace(*columns)
    if weights is not None:
        weights = xp.asarray(weights, device=device(columns[0]))
    for sample in (SAMPLE, None):  # the first items mostly tell how many codes there are; counting finds out if not
        sizes = [max(int(xp.max(each[:sample])) + 1, 1) for each in columns]
        if math.prod(sizes) > most:
            return None
        shape = math.prod(sizes[:-1]), sizes[-1]
        found = pairs(_rows(xp, columns, sizes), columns[-1], shape, weights=weights)
        if not bool(found.outside):
            sums = [found.items] if weights is None else [found.items, found.weight, found.square]
            return [to_numpy(each).reshape(sizes) for each in sums]
    return None


def _rows(xp: Any, columns: list[Any], sizes: list[int]) -> Any:
    """All columns but the last as one; negative where one of them has a code that was not expected."""
    rows = columns[0] if len(columns) > 1 else xp.zeros_like(columns[0])
    for each, size in zip(columns[1:-1], sizes[1:], strict=False):
        rows = xp.where((each >= 0) & (each < size), xp.astype(rows, xp.asarray([0]).dtype) * size + each, -1)
    return rows
