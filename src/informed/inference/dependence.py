"""Items that belong together: the variance of a sum over clusters, over strata, or over clusters within strata.

What varies is not the item but the unit that was drawn: the cluster where there are clusters, the item otherwise. Every
unit has a table of its own, so its share of any measure is its table times the influence of each cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from informed.clusters import Clusters
from informed.errors import InputError
from informed.table import Array, as_table, one_vs_rest

FEW_CLUSTERS = 10


@dataclass(frozen=True)
class Grouped:
    """A sample in clusters, strata or both, for `interval`; ``split`` looks at every label against the rest."""

    clusters: Clusters
    split: bool = False

    @property
    def name(self) -> str:
        """The method that fits."""
        return "strata" if self.clusters.cluster is None else "cluster"

    def _seen(self, tables: Any) -> Array:
        return one_vs_rest(tables) if self.split else as_table(tables)

    @cached_property
    def _factor(self) -> float:
        """Scales weights so that their sum is the effective number of items; 1 where nothing is weighed."""
        squares = self.clusters.units.squares
        return 1.0 if squares is None else float(self.clusters.units.table.sum() / squares.sum())

    @cached_property
    def units(self) -> Array:
        """The table of every unit, weights scaled: ``(units, ..., A, P)``."""
        return self._factor * self._seen(self.clusters.units.table)

    @cached_property
    def table(self) -> Array:
        """All units together."""
        return self.units.sum(0)

    @cached_property
    def support(self) -> Array:
        """The items behind it."""
        items = self.clusters.units.items
        return self.table if items is None else self._seen(items).sum(0)

    @cached_property
    def stratum(self) -> Array:
        """The stratum of every unit; all are in one where there are none."""
        units = len(self.clusters.units.groups)
        return np.zeros(units, int) if self.clusters.stratum is None else self.clusters.codes(self.clusters.stratum)[0]

    @property
    def freedom(self) -> Array:
        """Units less strata; items are units where there are no clusters."""
        strata = len(np.unique(self.stratum))
        units = self.table.sum((-2, -1)) if self.clusters.cluster is None else len(self.units)
        return np.maximum(np.asarray(units) - strata, 1.0)

    def scatter(self, influence: Array) -> Array:
        """The variance of the sum of all influences: how far the units of a stratum lie from their mean."""
        totals = (self.units * influence).sum((-2, -1))
        if self.clusters.cluster is None:
            return self._within(totals, influence)
        count = np.bincount(self.stratum)
        self._refuse_single(count, "cluster")
        gain = count / np.maximum(count - 1, 1)
        apart = totals - _means(self.stratum, totals, count)
        return (_column(gain[self.stratum], apart) * apart**2).sum(0)

    def _within(self, totals: Array, influence: Array) -> Array:
        """Strata without clusters: every item varies about the mean of its stratum."""
        counts = self.clusters.units
        items = as_table(counts.table if counts.items is None else counts.items).sum((-2, -1))
        self._refuse_single(items, "item")
        squares = counts.table if counts.squares is None else counts.squares
        squared = (self._factor**2 * self._seen(squares) * influence**2).sum((-2, -1))
        apart = squared - totals**2 / _column(items, totals)
        return (_column(items / (items - 1), apart) * apart).sum(0)

    def _refuse_single(self, count: Array, unit: str) -> None:
        """One unit shows nothing of how units vary."""
        alone = np.flatnonzero(count == 1)
        if not alone.size:
            return
        if self.clusters.stratum is None:
            raise InputError(f"{unit}: there is only one, so nothing shows how they vary; leave it out or add data")
        name = self.clusters.codes(self.clusters.stratum)[1][int(alone[0])]
        raise InputError(f"stratum {name!r} has a single {unit}, so nothing shows how they vary; merge strata")

    def notes(self) -> list[tuple[Any, str]]:
        """Few clusters say little of how clusters vary."""
        few = self.clusters.cluster is not None and len(self.units) < FEW_CLUSTERS
        return [(few, f"only {len(self.units)} clusters: how clusters vary is itself uncertain")]


def _column(values: Array, like: Array) -> Array:
    return np.asarray(values, dtype=np.float64).reshape(-1, *[1] * (like.ndim - 1))


def _means(stratum: Array, totals: Array, count: Array) -> Array:
    """The mean of its stratum for every unit."""
    sums = np.zeros((len(count), *totals.shape[1:]))
    np.add.at(sums, stratum, totals)
    return (sums / _column(np.maximum(count, 1), sums))[stratum]
