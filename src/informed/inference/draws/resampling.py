"""The four ways of drawing tables."""

from typing import Any

import numpy as np

from informed.core.errors import InputError
from informed.core.table import Array, actuals, nearly_whole, predictions, total
from informed.inference.draws import device
from informed.inference.draws.sampler import Sampler
from informed.inference.smoothing import pseudo_counts

FEW = 8  # items a cell: up to here shuffling them is faster than dealing the cells
LARGEST = 10**9  # what NumPy deals hypergeometrically


def _flat(table: Array) -> Array:
    return table.reshape(*table.shape[:-2], -1)


def _multinomial(shares: Array, size: Any, count: int, rng: "np.random.Generator") -> Array:
    """Items thrown into cells: float64 tables, as every measure takes them."""
    whole = _flat(shares).sum(-1, keepdims=True)
    p = np.divide(_flat(shares), whole, out=np.zeros_like(_flat(shares)), where=whole > 0)
    p[..., -1] = np.where(whole[..., 0] > 0, p[..., -1], 1.0)  # an empty table has nowhere to throw its no items
    sizes = np.broadcast_to(np.asarray(size, dtype=np.int64), p.shape[:-1])
    drawn = rng.multinomial(sizes, p, size=(count, *p.shape[:-1]))
    return drawn.reshape(count, *shares.shape).astype(np.float64)


def _bootstrap(table: Array, count: int, rng: "np.random.Generator") -> Array:
    return _multinomial(table, np.rint(total(table)), count, rng)


def _simulate(table: Array, count: int, rng: "np.random.Generator", *, n: Any) -> Array:
    return _multinomial(table, n, count, rng)


def _posterior(table: Array, count: int, rng: "np.random.Generator", *, mass: float = 2.0) -> Array:
    if not mass > 0:
        raise InputError(f"mass={mass!r}: the prior counts as this many items and must be > 0; 2 is usual")
    drawn = rng.standard_gamma(table + pseudo_counts(table, mass), size=(count, *table.shape))
    whole = total(table)[..., None, None]
    return drawn * (whole / total(drawn)[..., None, None])


def _permutation(table: Array, count: int, rng: "np.random.Generator") -> Array:
    if not nearly_whole(table).all():
        raise InputError("permutation needs whole counts; a table of weights or shares has no items to exchange")
    if table.size and total(table).max() >= LARGEST:
        raise InputError(f"permutation: a table holds {LARGEST:,} items or more; the chi-squared tests serve there")
    table = np.rint(table)
    return (_item_by_item if few_items(table) else _cell_by_cell)(table, count, rng)


def few_items(table: Array) -> bool:
    """Whether one table has few items for its cells, so that it is shorter to deal items than cells."""
    return bool(table.ndim == 2 and total(table) <= FEW * table.size)


def shuffled(table: Array, count: int, rng: "np.random.Generator") -> tuple[Array, Array]:
    """The actual class of every item, and the predictions shuffled among them: ``(count, items)``."""
    cells = np.repeat(np.arange(table.size), table.ravel().astype(np.int64))
    actual, predicted = np.divmod(cells, table.shape[-1])
    return actual, rng.permuted(np.broadcast_to(predicted, (count, len(cells))), axis=-1)


def _item_by_item(table: Array, count: int, rng: "np.random.Generator") -> Array:
    """The predictions shuffled: the shorter way where there are many cells for the items."""
    actual, said = shuffled(table, count, rng)
    places = (np.arange(count)[:, None] * table.shape[-2] + actual) * table.shape[-1] + said
    drawn = np.bincount(places.ravel(), minlength=count * table.size)
    return drawn.reshape(count, *table.shape).astype(np.float64)


def _cell_by_cell(table: Array, count: int, rng: "np.random.Generator") -> Array:
    """How much of what the row still needs comes from the rest of this column."""
    rest = np.broadcast_to(predictions(table), (count, *table.shape[:-2], table.shape[-1])).astype(np.int64)
    drawn = np.empty((count, *table.shape), dtype=np.int64)
    for row, size in enumerate(np.moveaxis(actuals(table).astype(np.int64), -1, 0)):
        needed = np.broadcast_to(size, rest.shape[:-1])
        left = rest.sum(-1)
        for column in range(table.shape[-1]):
            left = left - rest[..., column]
            taken = rng.hypergeometric(rest[..., column], left, needed)
            drawn[..., row, column] = taken
            needed = needed - taken
        rest = rest - drawn[..., row, :]
    return drawn.astype(np.float64)


bootstrap = Sampler(_bootstrap, "As many items drawn again from the table as it holds.", device.bootstrap)
simulate = Sampler(
    _simulate, "``n`` items drawn from a stated truth: a table of probabilities, or of any weights.", device.simulate
)
posterior = Sampler(
    _posterior,
    "What the truth may be given the table: Dirichlet, the prior worth ``mass`` items spread evenly over the cells.",
    device.posterior,
)
permutation = Sampler(
    _permutation, "The predictions exchanged among the items at random: both margins stay exactly as they are."
)
