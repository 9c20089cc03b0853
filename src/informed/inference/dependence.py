"""Items that belong together: clusters and strata, and the variance of sums over them.

What varies is not the item but the unit that was drawn: the cluster where there are clusters, the item otherwise,
within its stratum where there are strata. The rows of `deviations` are such units; their squares add up to a variance
and their products to a covariance, whatever the measure.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from informed.counts import Counts
from informed.errors import InputError
from informed.patterns import Patterns
from informed.table import Array, one_vs_rest

FEW_CLUSTERS = 10


def weight_factor(patterns: Patterns) -> float:
    """Scales weights so that one counts as one item: their sum becomes the effective number of items."""
    return 1.0 if patterns.weights is None or patterns.squares is None else _share(patterns.weights, patterns.squares)


def _share(weights: Array, squares: Array) -> float:
    return float(weights.sum() / squares.sum())


def effective(patterns: Patterns) -> float:
    """How many unweighted items would say as much (Kish 1965)."""
    return float(patterns.sizes.sum()) * weight_factor(patterns)


def freedom(patterns: Patterns) -> float | None:
    """The degrees of freedom of a variance over these units; None for plain items, where the normal serves."""
    strata = 1 if patterns.stratum is None else len(np.unique(patterns.stratum))
    if patterns.cluster is not None:
        return float(len(np.unique(patterns.cluster)) - strata)
    if patterns.stratum is None and patterns.weights is None:
        return None
    return max(effective(patterns) - strata, 1.0)


def deviations(patterns: Patterns, effects: Array) -> Array:
    """How far each unit lies from its mean, ``(units, ...)``; ``effects`` are those of an item of each row."""
    effects = weight_factor(patterns) * np.asarray(effects, dtype=np.float64)
    if patterns.cluster is not None:
        return _between(patterns, effects)
    squares = patterns.items if patterns.squares is None else patterns.squares
    if patterns.stratum is not None:
        effects, gain = _within_strata(patterns, effects)
        return _column(np.sqrt(squares * gain), effects) * effects
    n = patterns.n
    gain = 1.0 if patterns.weights is None else n / max(n - 1, 1)
    return _column(np.sqrt(squares * gain), effects) * effects


def _column(values: Array, like: Array) -> Array:
    return values.reshape(-1, *[1] * (like.ndim - 1))


def _sums(codes: Array, values: Array, size: int) -> Array:
    """The values added up by code along the first axis."""
    order = np.argsort(codes, kind="stable")
    found, starts = np.unique(codes[order], return_index=True)
    total = np.zeros((size, *values.shape[1:]))
    total[found] = np.add.reduceat(values[order], starts, axis=0)
    return total


def _between(patterns: Patterns, effects: Array) -> Array:
    """The sum of every cluster, less the mean of its stratum."""
    assert patterns.cluster is not None
    names, cluster = np.unique(patterns.cluster, return_inverse=True)
    totals = _sums(cluster, _column(patterns.sizes, effects) * effects, len(names))
    stratum = _stratum_of_clusters(patterns, cluster, len(names))
    count = np.bincount(stratum)
    if (count[count > 0] < 2).any():
        one = patterns.strata[int(np.argmax(count == 1))] if patterns.strata else None
        raise InputError(
            "cluster: there is a single cluster, so nothing shows how clusters vary; leave cluster= out or add data"
            if one is None
            else f"stratum {one!r} has a single cluster, so nothing shows how its clusters vary; merge strata"
        )
    mean = _sums(stratum, totals, len(count)) / _column(np.maximum(count, 1), totals)
    gain = np.sqrt(count / np.maximum(count - 1, 1))[stratum]
    return _column(gain, totals) * (totals - mean[stratum])


def _stratum_of_clusters(patterns: Patterns, cluster: Array, size: int) -> Array:
    if patterns.stratum is None:
        return np.zeros(size, dtype=np.int64)
    stratum = np.zeros(size, dtype=np.int64)
    stratum[cluster] = patterns.stratum
    torn = stratum[cluster] != patterns.stratum
    if torn.any():
        name = patterns.clusters[int(np.asarray(patterns.cluster)[torn][0])]
        raise InputError(f"cluster {name!r} lies in more than one stratum; a cluster must lie within one")
    return stratum


def _within_strata(patterns: Patterns, effects: Array) -> tuple[Array, Array]:
    """Effects less the mean of their stratum, and what a sum of squares of each row is multiplied with."""
    assert patterns.stratum is not None
    count = np.bincount(patterns.stratum, patterns.items)
    if (count == 1).any():
        name = patterns.strata[int(np.argmax(count == 1))]
        raise InputError(f"stratum {name!r} has a single item, so nothing shows how its items vary; merge strata")
    weighed = _column(patterns.sizes, effects) * effects
    whole = np.bincount(patterns.stratum, patterns.sizes)
    mean = _sums(patterns.stratum, weighed, len(count)) / _column(np.where(whole > 0, whole, 1.0), weighed)
    gain = count / np.maximum(count - 1, 1)
    return effects - mean[patterns.stratum], gain[patterns.stratum]


def grouped(patterns: Patterns, system: str | None = None) -> Counts | Grouped:
    """The sample of one system (the only one, when not named): its counts, or a design where items belong together."""
    counts = patterns.counts(system)
    if patterns.cluster is None and patterns.stratum is None:
        return counts
    return Grouped(patterns, patterns.systems[0] if system is None else system)


@dataclass(frozen=True)
class Grouped:
    """The items of one system in clusters, strata or both: a sample for `interval`.

    ``split`` looks at every label against the rest, one table each.
    """

    patterns: Patterns
    system: str
    split: bool = False

    @property
    def name(self) -> str:
        """The method that fits."""
        return "cluster" if self.patterns.cluster is not None else "strata"

    def labels(self) -> Grouped:
        """The same items, every label against the rest."""
        return Grouped(self.patterns, self.system, split=True)

    @cached_property
    def table(self) -> Array:
        """The table ``(K, K)``, or one for each label ``(K, 2, 2)``."""
        return self._seen(weight_factor(self.patterns) * self.patterns.table(self.system))

    @cached_property
    def support(self) -> Array:
        """The items behind it."""
        items = self.patterns.counts(self.system).items
        return self.table if items is None else self._seen(items)

    def _seen(self, table: Array) -> Array:
        table = np.asarray(table, dtype=np.float64)
        return one_vs_rest(table) if self.split else table

    @property
    def freedom(self) -> Array:
        """Units less strata."""
        return np.asarray(freedom(self.patterns))

    def scatter(self, influence: Array) -> Array:
        """The squared deviations of all units."""
        actual = self.patterns.rows[:, 0]
        predicted = self.patterns.rows[:, 1 + self.patterns.place(self.system)]
        if self.split:
            label = np.arange(influence.shape[-3])[:, None]
            effects = influence[..., label, (actual != label) * 1, (predicted != label) * 1]
        else:
            effects = influence[..., actual, predicted]
        return (deviations(self.patterns, np.moveaxis(effects, -1, 0)) ** 2).sum(0)

    def notes(self) -> list[tuple[Any, str]]:
        """Few clusters say little of how clusters vary."""
        if self.patterns.cluster is None:
            return []
        units = len(np.unique(self.patterns.cluster))
        return [(units < FEW_CLUSTERS, f"only {units} clusters: how clusters vary is itself uncertain")]
