"""Clustered and stratified items, and the variance of sums over them.

What varies is not the item but the unit that was drawn: the cluster where there are clusters, the item otherwise,
within its stratum where there are strata. The rows of `deviations` are such units; their squares add up to a variance
and their products to a covariance, whatever the measure.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from informed.core.counts import Counts
from informed.core.errors import InputError, arg
from informed.core.items import Items
from informed.core.keyed import Units
from informed.core.table import Array, one_vs_rest
from informed.inference.design import Divided, Independent, Side, Weighted, degrees, divided, over, weighted

FEW_CLUSTERS, FEW_ERRING = 10, 2

Rows = Items | Units


class SingleUnitError(InputError):
    """A single cluster, or a single item of a stratum, which shows nothing of how they vary."""


def weight_factor(data: Rows) -> float:
    """Scales weights so that one counts as one item: their sum becomes the effective number of items."""
    return 1.0 if data.weights is None or data.squares is None else _share(data.weights, data.squares)


def _share(weights: Array, squares: Array) -> float:
    return float(weights.sum() / squares.sum())


def effective(data: Rows) -> float:
    """How many unweighted items would say as much (Kish 1965)."""
    return float(data.sizes.sum()) * weight_factor(data)


def freedom(data: Rows, effects: Array, classes: Array) -> Array | None:
    """The degrees of freedom of a variance over these units; None for plain items, where the normal serves.

    A few large clusters tell as little as a few clusters: ``m / (1 + CV^2)`` count, where CV is the variation of their
    sizes, as far as their items have a say in the measure (after Carter, Schnepel & Steigerwald 2017).
    """
    strata = 1 if data.stratum is None else len(np.unique(data.stratum))
    if data.cluster is not None:
        return np.maximum(_effective_clusters(data, effects, classes) - strata, 1.0)
    if data.stratum is None and data.weights is None:
        return None
    whole = effective(data)
    return np.asarray(max(whole - strata, 1.0) if data.weights is None else degrees(data.n, whole))


def clump(data: Rows, classes: Array) -> float:
    """How many items of a class a cluster holds on average: what a pseudo-item of clusters counts for.

    Where clusters hardly vary, as when all are perfect, nothing says how alike their items fare. It is then taken that
    the next cluster would fare as one item does, which gives the rule of three on clusters.
    """
    if data.cluster is None:
        return 1.0
    return data.n / len(_by_class(data, classes)[1])


def variants(data: Rows, effects: Array, classes: Array) -> list[Array]:
    """Deviations of units in up to three ways; the largest of their variances is safe.

    Between clusters; with each cluster left out (the jackknife, to first order), which sees what a large cluster hides;
    and of items as if there were no clusters, since clusters never add to what is known.
    """
    between = deviations(data, effects)
    if data.cluster is None:
        return [between]
    alone = deviations(data.alone(), effects)
    return [between, alone] if data.stratum is not None else [between, _left_out(data, effects, classes), alone]


def _left_out(data: Rows, effects: Array, classes: Array) -> Array:
    """By how much the value changes when a cluster is left out, in the units of `deviations`."""
    cluster, _, _, share = _by_class(data, classes)
    many = int(cluster.max()) + 1
    kept = np.maximum(1 - share, 1 / many)  # a cluster may hold a whole class
    changed = _column(weight_factor(data) * data.sizes / kept, effects) * effects
    return np.sqrt((many - 1) / many) * _sums(cluster, changed, many)


def _by_class(data: Rows, classes: Array) -> tuple[Array, Array, Array, Array]:
    """The cluster of each row; of each class in a cluster its code and its size; and each row's share of its class."""
    assert data.cluster is not None
    cluster = np.unique(data.cluster, return_inverse=True)[1]
    found, place = np.unique(cluster * (int(classes.max()) + 1) + classes, return_inverse=True)
    size, whole = np.bincount(place, data.sizes), np.bincount(classes, data.sizes)
    return cluster, found, size, over(size[place], whole[classes])


def _effective_clusters(data: Rows, effects: Array, classes: Array) -> Array:
    cluster, found, size, _ = _by_class(data, classes)
    count = int(classes.max()) + 1
    squares = _sums(classes, _column(data.sizes, effects) * effects**2, count)
    mean = squares / _column(np.maximum(np.bincount(classes, data.sizes), 1e-300), squares)
    adds = _sums(found // count, _column(size, mean) * mean[found % count], int(cluster.max()) + 1)
    return np.where(adds.sum(0) > 0, over(adds.sum(0) ** 2, (adds**2).sum(0)), len(adds))


def deviations(data: Rows, effects: Array) -> Array:
    """How far each unit lies from its mean, ``(units, ...)``; ``effects`` are those of an item of each row."""
    effects = weight_factor(data) * np.asarray(effects, dtype=np.float64)
    if data.cluster is not None:
        return _between(data, effects)
    if data.stratum is not None:
        return _within_strata(data, effects)
    squares = data.items if data.squares is None else data.squares
    return _column(np.sqrt(squares), effects) * effects


def _column(values: Array, like: Array) -> Array:
    return values.reshape(-1, *[1] * (like.ndim - 1))


def _sums(codes: Array, values: Array, size: int) -> Array:
    """The values added up by code along the first axis."""
    order = np.argsort(codes, kind="stable")
    found, starts = np.unique(codes[order], return_index=True)
    total = np.zeros((size, *values.shape[1:]))
    total[found] = np.add.reduceat(values[order], starts, axis=0)
    return total


def _between(data: Rows, effects: Array) -> Array:
    """The sum of every cluster, less the mean of its stratum."""
    assert data.cluster is not None
    names, cluster = np.unique(data.cluster, return_inverse=True)
    totals = _sums(cluster, _column(data.sizes, effects) * effects, len(names))
    stratum = _stratum_of_clusters(data, cluster, len(names))
    count = _several(data, np.bincount(stratum))
    mean = _sums(stratum, totals, len(count)) / _column(np.maximum(count, 1), totals)
    gain = np.sqrt(count / np.maximum(count - 1, 1))[stratum]
    return _column(gain, totals) * (totals - mean[stratum])


def _several(data: Rows, count: Array) -> Array:
    """How many units every stratum has; a single one is refused."""
    if (count == 1).any():
        unit = "item" if data.cluster is None else "cluster"
        raise SingleUnitError(
            f"stratum {data.strata[int(np.argmax(count == 1))]!r} has a single {unit}, so nothing shows how its "
            f"{unit}s vary; merge strata"
            if data.strata
            else "there is a single cluster, so nothing shows how "
            f"clusters vary; leave {arg('cluster')} out or add data"
        )
    return count


def lacking(data: Rows) -> str | None:
    """Why nothing shows how units vary; None where something does."""
    try:
        deviations(data, np.zeros(len(data.items)))
    except SingleUnitError as error:
        return f"no interval: {error}"
    return None


def _stratum_of_clusters(data: Rows, cluster: Array, size: int) -> Array:
    if data.stratum is None:
        return np.zeros(size, dtype=np.int64)
    stratum = np.zeros(size, dtype=np.int64)
    stratum[cluster] = data.stratum
    torn = stratum[cluster] != data.stratum
    if torn.any():
        name = data.clusters[int(np.asarray(data.cluster)[torn][0])]
        raise InputError(f"cluster {name!r} is in more than one stratum; a cluster must be within one stratum")
    return stratum


def _within_strata(data: Rows, effects: Array) -> Array:
    """What each item adds, its weight times its effect, less the mean of its stratum.

    The items of a row may differ in weight. What they differ by stands in rows of its own, since only squares of
    deviations and their products are ever asked for.
    """
    assert data.stratum is not None
    count = _several(data, np.bincount(data.stratum, data.items))
    items = np.maximum(data.items, 1)
    weight = data.sizes / items
    squares = data.items if data.squares is None else data.squares
    apart = np.maximum(squares - data.items * weight**2, 0.0)
    added = _column(weight, effects) * effects
    sums = _sums(data.stratum, _column(data.items, added) * added, len(count))
    mean = sums / _column(np.maximum(count, 1), sums)
    gain = (count / np.maximum(count - 1, 1))[data.stratum]
    about = _column(np.sqrt(gain * data.items), added) * (added - mean[data.stratum])
    if data.weights is None:
        return about
    return np.concatenate([about, _column(np.sqrt(gain * apart), effects) * effects])


def scatter(data: Rows, effects: Array, classes: Array) -> tuple[float, float, float]:
    """The variance of a sum of effects with all due caution, that of items on their own, and degrees of freedom.

    ``effects``: by how much one unit of weight of each row moves the value.
    """
    effects = np.asarray(effects, dtype=np.float64) / weight_factor(data)
    largest = max(float((each**2).sum()) for each in variants(data, effects, classes))
    plain = float((deviations(data.alone().unstratified(), effects) ** 2).sum())
    known = freedom(data, effects, classes)
    return largest, plain, np.inf if known is None else float(known)


def grouped(data: Items, system: str | None = None) -> "Counts | Grouped":
    """The sample of one system (the only one, when not named): its counts, or a design where items are clustered."""
    data = data.answered()
    counts, plain = data.counts(system), data.plain()
    if not plain.dependent:
        return counts
    return Grouped(plain, plain.systems[0] if system is None else system)


def of_systems(
    samples: Sequence[Items], sample: Array, system: Array, *, placed: bool
) -> Iterator[tuple[Array, Divided]]:
    """Systems by the place of their sample and their place in it: batches of them, with where each was asked for.

    ``placed``: with the labels that never occur too, so that each stays in its place.
    """
    samples = [data.answered() for data in samples]
    kinds = [(len(data.labels), place * data.plain().dependent) for place, data in enumerate(samples, 1)]
    for kind in dict.fromkeys(kinds):
        members = [place for place, each in enumerate(kinds) if each == kind]
        here = np.flatnonzero(np.isin(sample, members))
        if not len(here):
            continue
        asked = np.searchsorted(members, sample[here]), system[here]
        cells = zip(*(samples[place].cells for place in members), strict=True)
        if not kind[1]:
            yield here, divided(*(np.stack(each)[asked] for each in cells), alike=not placed)
            continue
        data = samples[members[0]].plain()
        used = [(np.flatnonzero(asked[1] == place), name) for place, name in enumerate(data.systems)]
        parts = [(some, Grouped(data, name)) for some, name in used if len(some)]
        yield here, Divided(weight_factor(data) * data.tables[asked[1]], tuple(parts))


@dataclass(frozen=True)
class Grouped:
    """The items of one system in clusters, strata or both: a sample for `interval`.

    ``split`` looks at every label against the rest, one table each. ``staked``: the last label is an abstention, which
    never occurs (`Items.staked`): the tables have no row of it.
    """

    data: Items
    system: str
    split: bool = False
    staked: bool = False

    @property
    def name(self) -> str:
        """The method that fits."""
        return "cluster" if self.data.cluster is not None else "strata"

    @property
    def simplest(self) -> "Independent | Weighted | Grouped":
        """The design without what says nothing: that of plain or weighted items, where no items are clustered."""
        plain = self.data.plain()
        found = self if plain is self.data else replace(self, data=plain)
        return found if plain.dependent else found._alone.simplest

    def labels(self) -> "Grouped":
        """The same items, every label against the rest."""
        return replace(self, split=True)

    @cached_property
    def table(self) -> Array:
        """The table ``(K, K)``, or one for each label ``(K, 2, 2)``."""
        return self._seen(weight_factor(self.data) * self.data.table(self.system))

    @cached_property
    def support(self) -> Array:
        """The items behind it."""
        items = self.data.counts(self.system).items
        return self.table if items is None else self._seen(items)

    def _seen(self, table: Array) -> Array:
        table = np.asarray(table, dtype=np.float64)
        if self.split:
            return one_vs_rest(table)[: len(self._labels)]
        return table[: len(self._labels)]

    @property
    def _labels(self) -> range:
        """The places of the labels that may occur."""
        return range(len(self.data.labels) - self.staked)

    @property
    def freedom(self) -> Array:
        """Units less strata."""
        units, strata = self.data.cluster, self.data.stratum
        count = self.data.n if units is None else len(np.unique(units))
        return np.asarray(max(count - (1 if strata is None else len(np.unique(strata))), 1.0))

    def scatter(self, influence: Array) -> Array:
        """The squared deviations of all units."""
        return self._each(influence, "actual", lambda effects, classes: (deviations(self.data, effects) ** 2).sum(0))

    def weight(self, side: Side) -> Any:
        """What items of each class weigh, clusters or not."""
        return self._alone.weight(side)

    def unseen(self, side: Side) -> Any:
        """What one more item would weigh, clusters or not."""
        return self._alone.unseen(side)

    @property
    def clump(self) -> Any:
        """What a pseudo-item counts for."""
        actual = self.data.rows[:, 0]
        if not self.split:
            return clump(self.data, actual)
        return np.array([clump(self.data, 1 * (actual != label)) for label in self._labels])

    def spread(self, influence: Array, side: Side) -> tuple[Array, Array]:
        """The largest of the variances that clusters may be given, and what the sizes of clusters leave of them."""

        def cautious(effects: Array, classes: Array) -> Array:
            largest = np.max([(each**2).sum(0) for each in variants(self.data, effects, classes)], axis=0)
            known = np.asarray(freedom(self.data, effects, classes), dtype=np.float64)
            return np.stack([largest, np.broadcast_to(known, largest.shape)])

        variance, known = self._each(influence, side, cautious)
        return variance, known

    @cached_property
    def _alone(self) -> Independent | Weighted:
        counts = self.data.counts(self.system)
        if counts.squares is None or counts.items is None:
            return Independent(self.table)
        return weighted(*map(self._seen, (counts.table, counts.squares, counts.items)))

    def _each(self, influence: Array, side: Side, of: Callable[[Array, Array], Array]) -> Array:
        """What ``of`` makes of the effects of all rows and their classes, or of those of each label in turn."""
        actual, predicted = self.data.rows[:, 0], self.data.rows[:, 1 + self.data.place(self.system)]
        if not self.split:
            effects = np.moveaxis(influence[..., actual, predicted], -1, 0)
            return of(effects, predicted if side == "predicted" else actual)
        found = []
        for label in self._labels:
            rows, columns = 1 * (actual != label), 1 * (predicted != label)
            found.append(of(influence[label, rows, columns], columns if side == "predicted" else rows))
        return np.stack(found, axis=-1)

    def notes(self) -> list[tuple[Any, str]]:
        """Few clusters, or errors in few of them, say little of how clusters vary."""
        if self.data.cluster is None:
            return []
        units, erring = len(np.unique(self.data.cluster)), self._erring
        few = units < FEW_CLUSTERS
        told = f"only {units} clusters: how clusters vary is itself uncertain"
        said = "one cluster holds most errors: how clusters vary is itself uncertain"
        return [(few, told), (not few and 0 < erring < FEW_ERRING, said)]

    @property
    def _erring(self) -> float:
        """As many clusters as would hold all errors (or all hits, if these are fewer) in equal parts."""
        data = self.data
        wrong = data.rows[:, 0] != data.rows[:, 1 + data.place(self.system)]
        rare = wrong if data.items[wrong].sum() <= data.n / 2 else ~wrong
        held = np.bincount(data.cluster[rare], data.items[rare]) if data.cluster is not None else np.ones(1)
        return float(over(held.sum() ** 2, (held**2).sum())) if held.any() else 0.0
