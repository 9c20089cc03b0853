"""Arrays of other libraries. Those on an accelerator are counted there, and only the table comes back."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray


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


def crosstab(columns: list[Any], weights: Any, most: int) -> list[NDArray[Any]] | None:
    """Items, and with weights their sums and sums of squares, for every combination of codes; None if too many."""
    from array_api_compat import array_namespace

    xp = array_namespace(*columns)
    columns = [xp.astype(each, xp.int64) for each in columns]
    sizes = [int(xp.max(each)) + 1 for each in columns]
    if math.prod(sizes) > most or any(int(xp.min(each)) < 0 for each in columns):
        return None
    combined = columns[0]
    for each, size in zip(columns[1:], sizes[1:], strict=True):
        combined = combined * size + each
    values = [None] if weights is None else [None, weights, weights * weights]
    cells = math.prod(sizes)
    sums = [xp.bincount(combined, value, minlength=cells) for value in values]
    return [to_numpy(each).reshape(sizes) for each in sums]
