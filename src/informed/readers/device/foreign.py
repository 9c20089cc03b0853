"""Arrays of other libraries. Those on an accelerator are counted there, and only the table comes back."""

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from informed.core.errors import InputError
from informed.core.table import namespace
from informed.readers.arrays import kernel
from informed.readers.device import cuda

SAMPLE = 2**16
APART = 3  # kinds of items behind the last cell: ignored, outside, bad_weights


def is_array(values: Any) -> bool:
    """Whether this is an array of torch, JAX, CuPy or another array-API library, NumPy excepted."""
    if isinstance(values, (np.ndarray, np.generic, list, tuple, str)):
        return False
    import array_api_compat as api

    return bool(api.is_array_api_obj(values))


def on_accelerator(values: Any) -> bool:
    """Whether the array lies in the memory of an accelerator."""
    if not is_array(values):
        return False
    import array_api_compat as api

    place = str(api.device(values)).lower()
    return "cpu" not in place and place != "none"


def to_numpy(values: Any) -> NDArray[Any]:
    """The array in host memory; gradients and half precisions are shed first."""
    import array_api_compat as api

    if api.is_torch_array(values):
        values = values.detach().cpu()
        return np.asarray(values if values.dtype != namespace(values).bfloat16 else values.float())
    get = getattr(values, "get", None)  # CuPy copies to the host only when asked
    return np.asarray(get() if get is not None else values)


def codes(values: Any) -> Any:
    """The array as codes where it lies, or None when it must be looked at on the host."""
    if not on_accelerator(values) or values.ndim != 1:
        return None
    return values if namespace(values).isdtype(values.dtype, "integral") and values.shape[0] else None


def floats(values: Any) -> Any:
    """Numbers where they lie, in single or double precision."""
    import array_api_compat as api

    xp = namespace(values)
    if xp.isdtype(values.dtype, "complex floating"):
        raise TypeError("complex numbers")
    values = values.detach() if api.is_torch_array(values) else values
    return values if values.dtype in (xp.float32, xp.float64) else xp.astype(values, xp.float64)


def beside(values: Any, codes: Iterable[Any]) -> bool:
    """Whether an array lies on an accelerator, and all these codes too, in arrays of the same library."""
    return all(on_accelerator(each) and namespace(each) is namespace(values) for each in (values, *codes))


def first(wrong: Any) -> int:
    """The place of the first True of an array of any library."""
    return int(namespace(wrong).nonzero(wrong)[0][0])


class Pairs(NamedTuple):
    """Counted pairs: the items of each cell and then those set apart, flat; sums of weights and of their squares."""

    cells: Any
    sums: Any
    shape: tuple[int, int]

    @property
    def items(self) -> Any:
        """Items in each cell ``(A, P)``."""
        return self.cells[:-APART].reshape(self.shape)

    @property
    def weight(self) -> Any:
        """The weight in each cell."""
        return self.sums[0].reshape(self.shape)

    @property
    def square(self) -> Any:
        """The sum of squared weights in each cell."""
        return self.sums[1].reshape(self.shape)

    @property
    def ignored(self) -> Any:
        """Items whose row was to be ignored."""
        return self.cells[-3]

    @property
    def outside(self) -> Any:
        """Items with a code that the table has no place for."""
        return self.cells[-2]

    @property
    def bad_weights(self) -> Any:
        """Items whose weight is neither 0 nor of a size that can be squared and summed."""
        return self.cells[-1]


def pairs(
    rows: Any,
    columns: Any,
    shape: tuple[int, int],
    *,
    weights: Any = None,
    ignore: int | None = None,
    into: Pairs | None = None,
) -> Pairs:
    """Pairs of codes counted where they lie; nothing comes back to the host, so nothing waits for the device.

    An item of weight 0 is as good as absent.
    ``ignore``: the row of items to set apart; ``into``: counts to add to, which on a GPU happens in their place.
    """
    if ignore is not None and not -(2**31) <= ignore < 2**31:
        raise InputError(f"ignore={ignore} must be a number of 32 bits")
    given = [cuda.tensor(each) for each in (rows, columns, weights) if each is not None]
    if given[0] is not None:
        if len({None if each is None else each.device for each in given}) > 1:
            raise InputError("labels and weights lie on different devices; move all of them to one")
        first, second, *weighted = given
        total = into or Pairs(*cuda.zeros(first, math.prod(shape), APART, weights is not None), shape)
        cuda.add_pairs(first, second, weighted[0] if weighted else None, shape, ignore, total)
        return total
    found = None if on_accelerator(rows) else _on_host(rows, columns, shape, weights, ignore)
    found = found or _bincount(rows, columns, shape, weights, ignore)
    if into is None:
        return found
    return Pairs(into.cells + found.cells, None if weights is None else into.sums + found.sums, shape)


def _sound(weights: Any) -> Any:
    return (weights == 0) | ((weights >= kernel.LIGHTEST) & (weights <= kernel.HEAVIEST))


def _on_host(rows: Any, columns: Any, shape: tuple[int, int], weights: Any, ignore: int | None) -> Pairs | None:
    """By the host's kernel, which does not say what is wrong: None when anything is outside of the table."""
    given = [to_numpy(each) for each in (rows, columns, weights) if each is not None]
    kept = slice(None) if ignore is None else given[0] != ignore
    first, second, *weighted = (each[kept] for each in given)
    if weighted and not _sound(weighted[0]).all():
        return None
    codes = [each.view(np.uint8) if each.dtype == bool else each for each in (first, second)]
    ignored = len(given[0]) - len(first)
    if weighted and not weighted[0].all():
        *codes, weighted[0] = (each[weighted[0] > 0] for each in (*codes, weighted[0]))
    sums = kernel.crosstab(codes, weighted[0].astype(np.float64) if weighted else None, math.prod(shape))
    if sums is None or any(found > wanted for found, wanted in zip(sums[0].shape, shape, strict=True)):
        return None
    items, *sums = (kernel.grown(each, shape).ravel() for each in sums)
    xp = namespace(rows)
    cells = xp.asarray(np.append(items, [ignored, 0, 0]))
    return Pairs(cells, xp.asarray(np.stack(sums)) if sums else None, shape)


def _bincount(rows: Any, columns: Any, shape: tuple[int, int], weights: Any, ignore: int | None) -> Pairs:
    """By the bincount of any array library."""
    xp = namespace(rows)
    whole = xp.asarray([0]).dtype  # 64 bits, save in JAX, which has 32 unless told otherwise
    rows, columns = (xp.astype(each, whole) for each in (rows, columns))
    size = math.prod(shape)
    inside = (rows >= 0) & (rows < shape[0]) & (columns >= 0) & (columns < shape[1])
    place = xp.where(inside, rows * shape[1] + columns, size + 1)
    if weights is not None:
        sound = _sound(weights)
        place = xp.where(inside & ~sound, size + 2, xp.where(inside & (weights == 0), size + APART, place))
        weights = xp.where(sound, xp.astype(weights, xp.float64), 0.0)
    if ignore is not None:
        place = xp.where(rows == ignore, size, place)
    cells = xp.bincount(place, minlength=size + APART)[: size + APART]
    if weights is None:
        return Pairs(cells, None, shape)
    sums = [xp.bincount(place, each, minlength=size + APART)[:size] for each in (weights, weights * weights)]
    return Pairs(cells, xp.stack(sums), shape)


def crosstab(columns: list[Any], weights: Any, most: int) -> list[NDArray[Any]] | None:
    """Items, and with weights their sums and sums of squares, for every combination of codes.

    None when codes are negative or give more than ``most`` combinations, or a weight is none.
    """
    import array_api_compat as api

    xp = namespace(columns[0])
    whole = xp.asarray([0]).dtype
    if weights is not None:
        weights = xp.asarray(weights, device=api.device(columns[0]))
    for sample in (SAMPLE, None):  # the first items mostly tell how many codes there are; counting finds out if not
        tops = [xp.astype(xp.max(each[:sample]), whole, copy=False) for each in columns]
        sizes = [
            max(top + 1, 1) for top in to_numpy(xp.stack(tops)).tolist()
        ]  # together: each look waits for the device
        if math.prod(sizes) > most:
            return None
        shape = math.prod(sizes[:-1]), sizes[-1]
        found = pairs(_rows(xp, columns, sizes), columns[-1], shape, weights=weights)
        found = Pairs(_fetched(found.cells), None if weights is None else _fetched(found.sums), shape)
        if found.bad_weights:
            return None
        if not found.outside:
            sums = [found.items] if weights is None else [found.items, found.weight, found.square]
            return [each.reshape(sizes) for each in sums]
    return None


def _fetched(table: Any) -> NDArray[Any]:
    """A table in host memory; from a GPU through pages that do not move, which PyTorch keeps for the next one."""
    there = cuda.tensor(table)
    return to_numpy(table) if there is None else cuda.fetched(there)


def _rows(xp: Any, columns: list[Any], sizes: list[int]) -> Any:
    """All columns but the last as one; negative where one of them has a code that was not expected."""
    rows = columns[0] if len(columns) > 1 else xp.zeros_like(columns[0])
    for each, size in zip(columns[1:-1], sizes[1:], strict=False):
        rows = xp.where((each >= 0) & (each < size), xp.astype(rows, xp.asarray([0]).dtype) * size + each, -1)
    return rows
