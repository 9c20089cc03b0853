"""Groups put together: informedness over all items beside informedness within the groups (Simpson's paradox).

A predictor that only knows the group looks informed as soon as groups differ in how common each label is. Within
groups it is not: there the hits of each label are held against what the margins of its own group give.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from informed.core.counts import Counts
from informed.core.items import Items
from informed.core.registry import get
from informed.core.table import Array, actuals, diagonal, others, predictions, ratio, total
from informed.inference.dependence import deviations, weight_factor
from informed.inference.gradient import gradient
from informed.inference.significance.statistics import hits_variance, two_sided_p

ALIKE = 3.0
"""Items that each class of a group borrows from the other groups when variances are found."""

ROUNDING = 1e-9


@dataclass(frozen=True)
class Pooling:
    """Informedness of all items ``pooled``, and ``within`` groups: of each label by RP RN / n (Mantel & Haenszel 1959).

    ``apart`` is the p of the hypothesis that both are equal, ``guessing`` that the one within groups is 0.
    """

    by: str
    pooled: float
    within: float
    apart: float
    guessing: float


def pooling(sample: Counts | Items, name: str) -> Pooling | None:
    """How pooling changes informedness; None where no group has two classes."""
    tables, scatter, factor = _of_items(sample) if isinstance(sample, Items) else _of_counts(sample)
    within, slope, weight = _within(tables)
    if np.isnan(within):
        return None
    measure, whole = get("informedness"), tables.sum(0)
    pooled = float(measure(whole))
    gap = gradient(measure, whole) - slope
    between = 0.0 if abs(pooled - within) < ROUNDING else pooled - within
    # Weights and clusters never make an answer surer than as many plain items would.
    alike = factor[:, None, None] * tables
    alone = _one_by_one(alike, factor)
    apart = ratio(between, np.sqrt(max(alone(gap), scatter(gap))))
    spread = max(np.nansum(hits_variance(alike, weight) / factor**2), scatter(slope))
    found = [float(np.nan_to_num(two_sided_p(each), nan=1.0)) for each in (apart, ratio(within, np.sqrt(spread)))]
    return Pooling(name, pooled, float(within), *found)


def _within(tables: Array) -> tuple[Any, Array, Array]:
    """The value within groups, its slope by each cell ``(G, K, K)``, and what a hit of each label adds to it."""
    sizes = np.where(total(tables) > 0, total(tables), 1.0)[:, None]
    rows, columns, classes = actuals(tables), predictions(tables), actuals(tables.sum(0))
    beyond = (diagonal(tables) - rows * columns / sizes).sum(0)
    room = (rows * others(rows) / sizes).sum(0)
    known = room > 1e-9 * classes
    if not known.any():
        return np.nan, np.zeros_like(tables), np.zeros(len(classes))
    gains = np.where(known, beyond / np.where(known, room, 1.0), 0.0)
    shares = np.where(known, classes, 0.0) / classes[known].sum()
    value = (shares * gains).sum()
    weight = np.where(known, shares / np.where(known, room, 1.0), 0.0)
    # An item changes the hits, what the margins of its group give, the room for them, and how common its label is.
    share = ((weight * rows * columns).sum(-1) - (weight * gains * rows**2).sum(-1)) / sizes[:, 0] ** 2
    of_row = -weight * columns / sizes - weight * gains * (1 - 2 * rows / sizes)
    of_row = of_row + np.where(known, gains - value, 0.0) / classes[known].sum()
    of_column = -weight * rows / sizes
    slope = of_row[:, :, None] + of_column[:, None, :] + share[:, None, None] + np.diag(weight)
    return value, slope, weight


def _of_counts(counts: Counts) -> tuple[Array, Any, Array]:
    """The tables of the groups, the variance of a value by its slope, and the effective items that a weight counts."""
    table = np.asarray(counts.table, dtype=np.float64)
    if counts.squares is None or counts.items is None:
        return table, _no_more, np.ones(len(table))
    squares, n = np.asarray(counts.squares, dtype=np.float64), float(counts.items.sum())
    weighted = total(table), total(squares)
    factor = np.where(weighted[1] > 0, ratio(*weighted), 1.0)
    return table, lambda slope: n / (n - 1) * (squares * slope**2).sum(), factor


def _no_more(slope: Array) -> float:
    """Plain items scatter as plain items do."""
    return 0.0


def _one_by_one(tables: Array, factor: Array) -> Callable[[Array], Array]:
    drawn = _drawn_alike(tables)
    return lambda slope: (drawn * (slope / factor[:, None, None]) ** 2).sum()


def _drawn_alike(tables: Array) -> Array:
    """The items of each class and group, a few of them as that class is predicted everywhere.

    Three items that are all predicted alike say little of how predictions vary; other groups say more.
    """
    row, whole = tables.sum(-1, keepdims=True), tables.sum(0)
    usual = (whole + 1 / len(whole)) / (whole.sum(-1, keepdims=True) + 1)
    return row * (tables + ALIKE * usual) / (row + ALIKE)


def _of_items(items: Items) -> tuple[Array, Any, Array]:
    """The same of items whose strata are the groups; clusters are the units where there are any."""
    assert items.stratum is not None
    _, group = np.unique(items.stratum, return_inverse=True)
    actual, predicted, size = items.rows[:, 0], items.rows[:, 1], int(group.max()) + 1
    tables = np.zeros((size, len(items.labels), len(items.labels)))
    np.add.at(tables, (group, actual, predicted), items.sizes)
    if items.weights is None and items.cluster is None:
        return tables, _no_more, np.ones(size)
    units = items.unstratified()
    squares = items.items if items.squares is None else items.squares

    def scatter(slope: Array) -> Array:
        effects = np.broadcast_to(slope, tables.shape)[group, actual, predicted]
        return np.asarray((deviations(units, effects / weight_factor(units)) ** 2).sum())

    return tables, scatter, ratio(total(tables), np.bincount(group, squares, minlength=size))
