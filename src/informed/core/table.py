"""The axes of a table, and the few operations every measure is written with.

A table is an array of shape ``(..., A, P)``: ``A`` actual classes by ``P`` predicted classes, any batch in front.
Which axis is which is known here and nowhere else. Everything works on NumPy, torch, JAX and CuPy arrays alike.
"""

import sys
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from informed.core.errors import InputError
from informed.core.sharing import Sharing, once, working

Array: TypeAlias = Any  # an array of whichever library holds the data

ACTUAL, PREDICTED = -2, -1

# glibc gives freed memory back at once, and every new array pays for getting it again, until it has seen a larger block
# freed. This one is never touched and costs nothing; the arrays of a hundred classes are then made twice as fast.
np.empty(2**21)


def namespace(array: Array) -> Any:
    """The array library an array belongs to (NumPy for plain numbers and lists)."""
    if isinstance(array, (np.ndarray, np.generic, float, int, list, tuple)):
        return np
    if (library := getattr(array, "library", None)) is not None:  # one of our own
        return library
    import array_api_compat as api

    return api.array_namespace(array)


def bare(table: Array) -> Array:
    """The array itself: a Counts serves wherever a table does."""
    return getattr(table, "table", table)


def as_table(table: Array) -> Array:
    """The table as float64, the precision every measure is computed in; it stays in its library and on its device."""
    table = bare(table)
    xp = namespace(table)
    if xp is np:
        table = np.asarray(table, dtype=np.float64)
    elif table.dtype != xp.float64:
        table = xp.astype(table, _widest_float(xp))
    if table.ndim < 2:
        raise InputError(f"table has shape {tuple(table.shape)}; a table needs two axes, actual x predicted")
    return _batch_innermost(table) if xp is np and table.ndim > 2 else table


def _batch_innermost(table: Array) -> Array:
    """The same table with the batch contiguous in memory: NumPy then runs along it, not along two or three classes.

    From 8 classes on the classes are long enough to run along, and NumPy sums a longer axis in another order: left as
    it is, a batch gives what its tables give one by one, bit for bit.
    """
    if max(table.shape[ACTUAL:]) >= 8:
        return table
    outermost = np.ascontiguousarray(table.transpose(ACTUAL, PREDICTED, *range(table.ndim - 2)))
    return outermost.transpose(*range(2, table.ndim), 0, 1)


BLOCK = 2**16  # cells: half a MiB, so that what is computed on the way stays in the cache


def blocks(table: Array) -> list[Array]:
    """The table, or a large batch as one piece after another."""
    table = bare(table)
    if not isinstance(table, np.ndarray) or table.size <= BLOCK:
        return [table]
    flat = table.reshape(-1, *table.shape[ACTUAL:])
    step = max(BLOCK // flat[0].size, 1)
    return [flat[start : start + step] for start in range(0, len(flat), step)] if len(flat) > 1 else [table]


def rejoined(parts: list[Array], table: Array) -> Array:
    """What was computed from each block of a table, as a batch of the table's own shape."""
    if len(parts) == 1:
        return parts[0]
    return np.concatenate(parts).reshape(*bare(table).shape[:ACTUAL], *parts[0].shape[1:])


def like(table: Array) -> dict[str, Any]:
    """How to make a new array that works with this one: of its type and, where it knows of such, on its device."""
    device = getattr(table, "device", None)
    return {"dtype": table.dtype} if device is None else {"dtype": table.dtype, "device": device}


def apart(table: Array) -> Array:
    """How many places the first of two labels stands above the second: ``i - j``, shape ``(K, K)``."""
    xp = namespace(table)
    if xp is np:
        return _apart(table.shape[PREDICTED])
    places = xp.arange(table.shape[PREDICTED], **like(table))
    return places[:, None] - places[None, :]


@lru_cache(maxsize=16)
def _apart(size: int) -> Array:
    return np.subtract.outer(np.arange(size), np.arange(size)).astype(np.float64)


def _widest_float(xp: Any) -> Any:
    """float64, save in JAX, which would warn and truncate unless 64-bit mode was switched on."""
    jax = sys.modules.get("jax")
    if jax is not None and "jax" in xp.__name__ and not jax.config.read("jax_enable_x64"):
        return xp.float32
    return xp.float64


# --- margins ---------------------------------------------------------------------------------------------------------


def _added(array: Array, axis: int) -> Array:
    return np.add.reduce(array, axis=axis) if isinstance(array, np.ndarray) else namespace(array).sum(array, axis=axis)


def over_labels(values: Array) -> Array:
    """The sum of what there is for each label."""
    return np.add.reduce(values, -1) if isinstance(values, np.ndarray) else namespace(values).sum(values, axis=-1)


@once
def actuals(table: Array) -> Array:
    """How many items are of each class: shape ``(..., A)``."""
    return _added(table, PREDICTED)


@once
def predictions(table: Array) -> Array:
    """How many items were predicted to be of each class: shape ``(..., P)``."""
    return _added(table, ACTUAL)


@once
def total(table: Array) -> Array:
    """How many items the table holds: shape ``(...)``."""
    return over_labels(actuals(table))


def nearly_whole(numbers: Array) -> Array:
    """Whether each number is whole but for the rounding of the sums or products it came from."""
    gap = abs(numbers - namespace(numbers).round(numbers))
    return (gap <= 1e-9 * abs(numbers)) & (gap <= 1e-3)


def every_cell(condition: Array) -> Array:
    """Whether it holds in every cell of a table: shape ``(...)``."""
    return namespace(condition).all(condition, axis=(ACTUAL, PREDICTED))


@once
def diagonal(table: Array) -> Array:
    """The items on which actual and predicted agree, per class: shape ``(..., K)``."""
    return namespace(table).linalg.diagonal(table)


@once
def errors(table: Array) -> Array:
    """The table without its diagonal: the items on which actual and predicted differ."""
    xp = namespace(table)
    size = table.shape[PREDICTED]
    return table * (_off_diagonal(size) if xp is np else 1 - xp.eye(size, **like(table)))


@lru_cache(maxsize=16)
def _off_diagonal(size: int) -> Array:
    return 1 - np.eye(size)


@once
def others(margin: Array) -> Array:
    """What a margin holds beside each class. Counts, not ``1 - share``: exact for whole numbers up to 2**53."""
    if margin.shape[-1] == 2:
        return margin[..., ::-1] if isinstance(margin, np.ndarray) else namespace(margin).flip(margin, axis=-1)
    return over_labels(margin)[..., None] - margin


@once
def occurring(margin: Array) -> Array:
    """1 for each class that occurs, 0 for each that does not."""
    return namespace(margin).astype(margin > 0, margin.dtype)


def shares(margin: Array) -> Array:
    """A margin as shares of its total."""
    return ratio(margin, over_labels(margin)[..., None])


@once
def prevalences(table: Array) -> Array:
    """The share of each class among the actual labels."""
    return shares(actuals(table))


@once
def biases(table: Array) -> Array:
    """The share of each class among the predicted labels."""
    return shares(predictions(table))


# --- arithmetic ------------------------------------------------------------------------------------------------------


def ratio(numerator: Array, denominator: Array) -> Array:
    """The one place where 0/0 is decided: it is NaN, and x/0 is infinite, as IEEE 754 has it."""
    if working():
        return numerator / denominator
    with Sharing():
        return numerator / denominator


def where(condition: Array, then: Array, otherwise: Array) -> Array:
    """Elementwise choice, in whichever library holds the values; of a single table a number, not an array."""
    if namespace(condition) is np and namespace(then) is np and namespace(otherwise) is np:
        chosen: Array = np.where(condition, then, otherwise)
        return chosen[()]
    xp = next(xp for xp in map(namespace, (condition, then, otherwise)) if xp is not np)
    return xp.where(condition, then, otherwise)


def root(square: Array) -> Array:
    """The square root."""
    return namespace(square).sqrt(square)


def surprise(items: Array, rest: Array) -> Array:
    """``items log((items + rest) / items)`` in nats: what it tells, over all items, that they are not of the rest.

    From counts, so that nothing is lost where ``items`` are nearly all; what never happens tells nothing.
    """
    xp = namespace(items)
    return items * xp.log1p(rest / xp.where(items > 0, items, 1.0))


def average(values: Array, weights: Array, mean: str = "arithmetic") -> Array:
    """The weighted mean of per-label values over the last axis.

    Terms of zero weight are dropped; an undefined term of positive weight counts 0; weights are not renormalised.
    With no defined term at all the mean is undefined too.
    """
    xp = namespace(values)
    used = weights > 0
    if xp is np and np.count_nonzero(used & (values == values)) == values.size:  # the usual case: nothing to drop
        return MEANS[mean](xp, values, weights, used)
    defined = used & (values == values)  # not NaN
    values = xp.where(defined, values, 0.0)
    mean_of = MEANS[mean](xp, values, xp.where(used, weights, 0.0), used)
    return where(xp.any(defined, axis=-1), mean_of, xp.nan)


def _arithmetic(xp: Any, values: Array, weights: Array, used: Array) -> Array:
    return over_labels(values * weights)


def _harmonic(xp: Any, values: Array, weights: Array, used: Array) -> Array:
    with Sharing():
        return over_labels(weights) / over_labels(xp.where(used, weights / values, 0.0))


def _geometric(xp: Any, values: Array, weights: Array, used: Array) -> Array:
    with Sharing():
        return xp.exp(over_labels(xp.where(used, weights * xp.log(values), 0.0)))


MEANS = {"arithmetic": _arithmetic, "harmonic": _harmonic, "geometric": _geometric}


# --- other tables ----------------------------------------------------------------------------------------------------


@once
def expected(table: Array) -> Array:
    """The table with the same margins and no association: what chance alone would give."""
    rows, columns = actuals(table), predictions(table)
    return ratio(rows[..., :, None] * columns[..., None, :], over_labels(rows)[..., None, None])


def given_actual(table: Array) -> Array:
    """Every row as shares of its actual class: how that class is predicted; the diagonal is recall."""
    return ratio(table, actuals(table)[..., :, None])


def residuals(table: Array) -> Array:
    """How many standard deviations each cell lies from what independence expects of it (Haberman 1973).

    A cell that the margins fix, because one of them is empty or holds every item, is no surprise: 0.
    """
    chance, whole = expected(table), total(table)[..., None, None]
    others = (whole - actuals(table)[..., :, None]) * (whole - predictions(table)[..., None, :])
    variance = ratio(chance * others, whole**2)
    return where(variance > 0, ratio(table - chance, variance**0.5), 0.0)


def ceiling(table: Array) -> Array:
    """The table with the same margins that agrees most: what the mismatch of prevalence and bias still allows."""
    rows, columns = actuals(table), predictions(table)
    xp = namespace(table)
    agreed = xp.minimum(rows, columns)
    # Where a class is over-predicted no actual item is left over, and the reverse: the rest never meets the diagonal.
    spare = (rows - agreed)[..., :, None] * (columns - agreed)[..., None, :]
    rest = (rows - agreed).sum(-1)[..., None, None]
    spread = xp.where(rest > 0, ratio(spare, rest), 0.0)
    return spread + agreed[..., None, :] * xp.eye(agreed.shape[-1], **like(table))


@once
def excess(table: Array) -> Array:
    """What each cell holds beyond chance, relative to chance: ``n / e - 1``, from counts so that nothing cancels.

    0 where an empty margin leaves no chance.
    """
    rows, columns, whole = actuals(table)[..., :, None], predictions(table)[..., None, :], total(table)[..., None, None]
    missed, false = rows - table, columns - table
    both = rows * columns
    return (table * (whole - rows - false) - missed * false) / where(both > 0, both, 1.0)


def normalized(table: Array) -> Array:
    """The table as probabilities that add up to one."""
    return ratio(table, total(table)[..., None, None])


@once
def dual(table: Array) -> Array:
    """Actual and predicted exchanged: recall becomes precision, informedness markedness."""
    return namespace(table).matrix_transpose(table)


def inverse(table: Array) -> Array:
    """The inverse problem of two classes: each takes the place of the other, on both axes."""
    if table.shape[ACTUAL:] != (2, 2):
        raise InputError(f"table has shape {tuple(table.shape)}; the inverse needs two classes, use one_vs_rest")
    return namespace(table).flip(table, axis=(ACTUAL, PREDICTED))


def two_by_two(tp: Array, fn: Array, fp: Array, tn: Array) -> Array:
    """A batch of binary tables from their cells, the positive class first on both axes."""
    xp = namespace(tp)
    if xp is np:
        table = np.array([[tp, fn], [fp, tn]])
        return table.transpose(*range(2, table.ndim), 0, 1)
    return xp.stack([xp.stack([tp, fn], axis=-1), xp.stack([fp, tn], axis=-1)], axis=-2)


def cells(table: Array) -> tuple[Array, Array, Array, Array]:
    """tp, fn, fp, tn of binary tables whose positive class stands first."""
    return table[..., 0, 0], table[..., 0, 1], table[..., 1, 0], table[..., 1, 1]


def one_vs_rest(table: Array) -> Array:
    """Each class against all others: shape ``(..., K, 2, 2)``, the class itself in the positive place."""
    table = as_table(table)
    hits, missed, false, rejected = label_cells(table)
    if table.shape[PREDICTED] > 2:
        # A difference of rounded sums leaves crumbs where every cell is empty; counted instead, they are none.
        occupied = occurring(table)
        some = others(actuals(occupied)) - predictions(errors(occupied))
        rejected = where(some > 0, rejected, 0.0)
    return two_by_two(hits, missed, false, rejected)


@once
def label_cells(table: Array) -> tuple[Array, Array, Array, Array]:
    """tp, fn, fp, tn of every label against the rest, each of shape ``(..., K)``."""
    hits, wrong = diagonal(table), errors(table)
    false = predictions(wrong)
    rejected = others(hits) if table.shape[PREDICTED] == 2 else others(actuals(table)) - false
    return hits, actuals(wrong), false, rejected


@once
def fewest_classes(table: Array) -> Array:
    """How many classes occur on the axis where fewer do."""
    classes, said = over_labels(occurring(actuals(table))), over_labels(occurring(predictions(table)))
    return namespace(table).minimum(classes, said)


@once
def degenerate(table: Array) -> Array:
    """Whether some coefficients are 0/0: fewer than two classes occur on one of the axes, or none on both of them."""
    fewest = fewest_classes(table)
    if table.shape[ACTUAL] != table.shape[PREDICTED]:
        return fewest == 1
    common = (actuals(table) > 0) & (predictions(table) > 0)
    return (fewest == 1) | ((fewest > 1) & ~namespace(table).any(common, axis=-1))
