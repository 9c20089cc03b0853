"""Systems judged on the same items: how their values differ, from the items alone.

The difference of two systems moves with an item by the difference of its influences. One matrix of influences, rows
by systems, therefore gives the variance of every pair at once, at a cost that does not grow with the items.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from informed.core.items import Items
from informed.core.registry import Measure, get
from informed.core.table import Array, actuals, ratio, total
from informed.inference.dependence import clump, effective, freedom, of_systems, variants, weight_factor
from informed.inference.draws import generator
from informed.inference.draws.sampler import AT_ONCE
from informed.inference.e_values import e_value
from informed.inference.gradient import influence
from informed.inference.interval import limits_of
from informed.inference.proportions import Pair, Tail, mover, quantile, tango
from informed.inference.sample import Limits
from informed.inference.significance.exact import mcnemar
from informed.inference.significance.named import Test

MOST_JOINT = 2**15  # cells of actual x first x second from which posterior draws take too long
SEEN_OFTEN = "anytime-valid McNemar; 20 or more is strong evidence"
MASS = 4.0
"""Pseudo-items in the joint table of two systems: 1/2 a cell for two classes, 4/K^3 for K."""

OTHER = "(another label)"
ENOUGH = 20
"""Items of each class from which on a system that says one label throughout is taken for a constant."""


@dataclass(frozen=True)
class Paired:
    """All systems of some items under one measure; pairs are given by their places ``(P, 2)``: of, over."""

    measure: Measure
    data: Items
    draws: int = 4000
    seed: Any = 0

    def __post_init__(self) -> None:
        if len(self.data.labels) == 1:  # where one label is all there is, a mistake would be another one
            object.__setattr__(self, "data", replace(self.data, labels=(*self.data.labels, OTHER)))

    @cached_property
    def values(self) -> Array:
        """The measure of every system, on the items as they are."""
        return np.asarray(self.measure(self.data.tables))

    @cached_property
    def smoothed(self) -> Array:
        """The tables of all systems with their share of the pseudo-items."""
        return weight_factor(self.data) * self.data.tables + MASS * self._open / self._open.sum()

    @cached_property
    def _open(self) -> Array:
        """The cells of labels that occur, ``(K, K)``: pseudo-items of unused labels would change what is compared."""
        size = len(self.data.labels)
        used = np.isin(np.arange(size), self.data.rows) | (size < 3)
        return np.outer(used, used)

    @cached_property
    def influence(self) -> Array:
        """The influence of every cell on every system's value, ``(S, K, K)``; none where nothing can lie."""
        return np.where(self._open, influence(self.measure, self.smoothed), 0.0)

    @cached_property
    def _effects(self) -> Array:
        """By how much an item of each row moves every system's value, ``(R, S)``."""
        rows = self.data.rows
        return np.stack([each[rows[:, 0], rows[:, 1 + place]] for place, each in enumerate(self.influence)], axis=1)

    @cached_property
    def covariances(self) -> Array:
        """The covariance of the systems' values, for each way to see the units: that of items and of pseudo-items."""
        units = variants(self.data, self._effects, self.data.rows[:, 0])
        size = np.sqrt(self._open.sum())
        whole, lines = total(self.influence**2), actuals(self.influence)
        pseudo = MASS / size**3 * (lines @ lines.T + np.diag(size * whole - (lines**2).sum(-1)))
        pseudo = clump(self.data, self.data.rows[:, 0]) * pseudo
        return np.stack([each.T @ each + pseudo for each in units]) / (effective(self.data) + MASS) ** 2

    @property
    def covariance(self) -> Array:
        """The covariance of the systems' values between units."""
        return np.asarray(self.covariances[0])

    @cached_property
    def _constant(self) -> Array:
        """Which systems say one label whatever the item is, and so have the value of chance."""
        rows = self.data.rows
        return (rows[:, 1:] == rows[:1, 1:]).all(0) & (self.values == self.measure.fixed_chance)

    @cached_property
    def _rarest(self) -> int:
        """The items of the rarest class that occurs."""
        items = np.bincount(self.data.rows[:, 0], self.data.items)
        return int(items[items > 0].min())

    @property
    def _fixed(self) -> Array:
        """Which systems have that value in every sample: one that is constant on few items may know the next ones."""
        return self._constant & (self._rarest >= ENOUGH)

    def notes(self, pairs: Array) -> list[str | None]:
        """Why the difference from a constant system is less sure than the other system's own value, where it is."""
        few = f"always says one label, but the rarest class has only {self._rarest} items: too few to be sure"
        systems = np.array(self.data.systems)
        doubtful = self._constant & ~self._fixed
        return [
            f"{str(systems[pair][doubtful[pair]][0])!r} {few}" if doubtful[pair].sum() == 1 else None for pair in pairs
        ]

    def _beside_constant(self, pairs: Array) -> tuple[Array, Limits]:
        """The methods and limits of differences from a value that does not vary: those of the other value alone."""
        of, over = pairs.T
        later = self._fixed[over]
        methods, limits = self._alone(np.where(later, of, over))
        chance = self.measure.fixed_chance or 0.0

        def at(tail: Tail) -> Pair:
            low, high = limits(tail)
            return np.where(later, low - chance, chance - high), np.where(later, high - chance, chance - low)

        return methods, at

    def _alone(self, systems: Array) -> tuple[Array, Limits]:
        """The methods and the limits of the values of these systems, each by itself."""
        batch = of_systems(self.data, systems, placed=self.measure.placed)
        methods, parts = np.full(batch.shape, None, dtype=object), []
        for places, design in batch.parts:
            method, limits, _ = limits_of(self.measure, design, draws=self.draws, seed=self.seed)
            methods[places] = method.name
            parts += [(places, limits)] if design.table.ndim > 2 else [(place, limits) for place in places]

        def at(tail: Tail) -> Pair:
            tails, (low, high) = np.broadcast_to(tail, batch.shape), np.empty((2, *batch.shape))
            for places, limits in parts:
                low[places], high[places] = limits(tails[places])
            return low, high

        return methods, at

    def errors(self, pairs: Array) -> Array:
        """The standard error of every difference: the largest that may be."""
        of, over = pairs.T
        each = np.diagonal(self.covariances, axis1=-2, axis2=-1)
        apart = each[:, of] + each[:, over] - 2 * self.covariances[:, of, over]
        return np.sqrt(np.maximum(apart, 0.0).max(0))

    def limits(self, pairs: Array) -> tuple[list[str], Limits]:
        """The methods and the limits of the differences, which hold the difference itself."""
        of, over = pairs.T
        gap = self.values[of] - self.values[over]
        name, inner = self._inner(pairs)
        methods, own = np.full(len(pairs), name, dtype=object), np.flatnonzero(self._fixed[pairs].sum(1) == 1)
        if own.size:
            methods[own], beside = self._beside_constant(pairs[own])

        def at(tail: Tail) -> Pair:
            low, high = inner(tail)
            if own.size:
                low, high = (np.array(np.broadcast_to(end, gap.shape)) for end in (low, high))
                low[own], high[own] = beside(np.broadcast_to(tail, gap.shape)[own])
            return np.fmin(low, gap), np.fmax(high, gap)

        return methods.tolist(), at

    def possible(self, pairs: Array, tail: Tail) -> Pair:
        """The ends beyond which no difference lies unless one of both values lies beyond its own limits."""
        size = len(self.data.labels)
        least, most = (self.measure.bound(end, size, size) for end in (0, 1))
        low, high = self._alone(pairs.T.ravel())[1](np.tile(tail, 2))
        (low, other_low), (high, other_high) = (
            end.reshape(2, -1) for end in (np.fmax(low, least), np.fmin(high, most))
        )
        return np.minimum(low - other_high, 0.0), np.maximum(high - other_low, 0.0)

    def _inner(self, pairs: Array) -> tuple[str, Limits]:
        """The method and the limits where both values vary."""
        if self._on_one_margin:
            return "tango", self._tango(pairs)
        if self.measure.interval == "gated":
            return "mover", self._recovered(pairs)
        return "paired", self._linear(pairs)

    def _recovered(self, pairs: Array) -> Limits:
        """Limits of each difference from those of both values, which chance biases, and how they move together.

        The method of variance estimates recovery for terms that depend on each other (Zou 2007), joined with the
        normal approximation: the one is short where both know much, the other where one of them knows nothing.
        """
        normal = self._linear(pairs)
        of, over = pairs.T
        ends = self._alone(pairs.T.ravel())[1]
        spread = np.sqrt(np.diag(self.covariance))
        together = ratio(self.covariance[of, over], spread[of] * spread[over])
        together = np.where(self._constant[of] | self._constant[over], 0.0, together)  # one of them does not move
        first, second = self.values[of], self.values[over]

        def at(tail: Tail) -> Pair:
            (low, other_low), (high, other_high) = (
                end.reshape(2, -1) for end in ends(np.tile(np.broadcast_to(tail, len(pairs)), 2))
            )
            inner = mover((first, (low, high)), (second, (other_low, other_high)), together)
            below, above = normal(tail)
            return np.fmin(below, inner[0]), np.fmax(above, inner[1])

        return at

    @property
    def _on_one_margin(self) -> bool:
        """Whether the value is a difference of two rates among the actual classes, which all systems share."""
        terms = self.measure.contrast
        plain = self.data.weights is None and self.data.cluster is None and self.data.stratum is None
        shared = terms is not None and get(terms[0]).given == "actual"
        return plain and shared and len(self.data.labels) == 2

    def _linear(self, pairs: Array) -> Limits:
        from scipy.special import stdtrit

        of, over = pairs.T
        smooth = np.asarray(self.measure.raw(self.smoothed))
        centre, error = smooth[of] - smooth[over], self.errors(pairs)
        # Pseudo-items draw a large difference towards 0: the far end is seen from the difference itself.
        plain = np.asarray(self.measure.raw(1.0 * self.data.tables))
        gap = plain[of] - plain[over]
        below, above = np.fmin(centre, gap), np.fmax(centre, gap)
        known = freedom(self.data, self._effects, self.data.rows[:, 0])
        degrees = known if known is None or known.ndim == 0 else np.minimum(known[of], known[over])

        def at(tail: Tail) -> Pair:
            reach = error * (quantile(tail) if degrees is None else -stdtrit(degrees, tail))
            return below - reach, above + reach

        return at

    def _tango(self, pairs: Array) -> Limits:
        """For each class the score limits of the difference of rates, then both classes together."""
        counts = [_alone(self.data, pairs, actual=place, said=0) for place in (0, 1)]
        first, second, whole = np.swapaxes(np.array(counts), 0, 1)
        gap = (first - second) / np.maximum(whole, 1.0)

        def at(tail: Tail) -> Pair:
            low, high = tango(first, second, whole, tail)
            return mover((gap[0], (low[0], high[0])), (gap[1], (low[1], high[1])))

        return at


def correlations(measure: Measure, samples: Sequence[Any]) -> Array:
    """How the values of samples move together, ``(S, S)``: clusters of the same name are in several of them.

    What a cluster adds to a value is the sum of the influences of its items. Samples without clusters share nothing.
    """
    shared = [each for each in samples if isinstance(each, Items) and each.cluster is not None]
    names = {name: place for place, name in enumerate(dict.fromkeys(name for each in shared for name in each.clusters))}
    moves = np.zeros((len(samples), len(names)))
    for row, data in zip(moves, samples, strict=True):
        if any(data is each for each in shared):
            alone = Paired(measure, data)
            place = np.array([names[name] for name in data.clusters])[data.cluster]
            np.add.at(row, place, weight_factor(data) * data.sizes * alone._effects[:, 0])
            row /= (effective(data) + MASS) * np.sqrt(alone.covariance[0, 0])
    return np.asarray(moves @ moves.T)


def apart(point: Array, ends: Sequence[Limits], pairs: Array, together: Array) -> Limits:
    """Limits of every difference from the limits of both values, and how these move together (MOVER)."""

    def of(place: int, tail: Tail) -> Pair:
        later, earlier = pairs[place]
        first, second = ((point[each], ends[each](tail)) for each in (later, earlier))
        return mover(first, second, together[later, earlier])

    def at(tail: Tail) -> Pair:
        tails = np.broadcast_to(tail, len(pairs))
        low, high = zip(*(of(place, tails[place]) for place in range(len(pairs))), strict=True)
        return np.array(low, dtype=float), np.array(high, dtype=float)

    return at


# --- other questions about two systems -------------------------------------------------------------------------------


def flips(data: Items, pairs: Array) -> Array:
    """For each pair and actual class: items the first got right and the second wrong, and the reverse ``(P, K, 2)``."""
    places = range(len(data.labels))
    found = [_alone(data, pairs, actual=place, said=place)[:2].T for place in places]
    return np.rint(np.stack(found, axis=1)).astype(np.int64)


def _alone(data: Items, pairs: Array, *, actual: int, said: int) -> Array:
    """Of the items of a class, those that only the first, and only the second, of each pair calls so; and all of them.

    Shape ``(3, P)``. One matrix holds what every two systems have in common.
    """
    of, over = np.asarray(pairs).T
    here = data.rows[:, 0] == actual
    called = (data.rows[here, 1:] == said).astype(np.float64)
    items = data.items[here]
    both = called.T @ (items[:, None] * called)
    each = np.diag(both)
    return np.stack([each[of] - both[of, over], each[over] - both[of, over], np.full(len(of), float(items.sum()))])


@dataclass(frozen=True, eq=False, repr=False)
class PairTests(Mapping[str, Test]):
    """Tests beside the interval, each of a hypothesis of its own, which its note states; made when first looked at."""

    measure: Measure
    data: Items
    of: str
    over: str
    draws: int
    seed: Any

    @cached_property
    def _made(self) -> dict[str, Test]:
        return dict(self._each()) if self.data.weights is None else {}

    def _each(self) -> Iterator[tuple[str, Test]]:
        measure, data, draws = self.measure, self.data.only(self.of, self.over), self.draws
        won, lost = flips(data, np.array([[0, 1]]))[0].sum(0).tolist()
        for name, p in mcnemar(won, lost).items():
            yield name, Test(float(won - lost), None, p, "both are right equally often (accuracy, not informedness)")
        yield "e_value", Test(e_value(won, lost), None, None, SEEN_OFTEN)
        gap = float(np.subtract(*measure(data.tables)))
        p = swapped_p(measure, data, gap, draws=draws, rng=generator(self.seed))
        yield "swap", Test(gap, None, p, f"the two are exchangeable, item by item; {draws} random exchanges")
        if len(data.labels) ** 3 <= MOST_JOINT:
            better = better_probability(measure, data.pair(self.of, self.over), draws=draws, rng=generator(self.seed))
            note = f"{self.of} is better: posterior probability, not a p; {draws} draws"
            yield "posterior", Test(better, None, None, note)

    def __getitem__(self, name: str) -> Test:
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)

    def __repr__(self) -> str:
        return repr(self._made)


def swapped_p(measure: Measure, data: Items, gap: float, *, draws: int, rng: np.random.Generator) -> float:
    """How often exchanging two systems at random on every item gives a difference as large as the one seen."""
    size = len(data.labels)
    actual, first, second = data.rows.T
    items = data.items.astype(np.int64)
    cells = np.concatenate([actual * size + first, actual * size + second])  # where a row goes as it is, and exchanged
    at_once = max(1, min(500, AT_ONCE // size**2))
    beyond = 0
    for start in range(0, draws, at_once):
        count = min(at_once, draws - start)
        kept = rng.binomial(items, 0.5, size=(count, len(items)))
        places = (np.arange(count)[:, None] * size**2 + cells).ravel()
        stays = np.concatenate([kept, items - kept], axis=1), np.concatenate([items - kept, kept], axis=1)
        tables = [np.bincount(places, each.ravel(), count * size**2).reshape(count, size, size) for each in stays]
        values = measure(np.stack(tables))
        beyond += int((abs(values[0] - values[1]) >= abs(gap) - 1e-12).sum())
    return (1 + beyond) / (1 + draws)


def better_probability(measure: Measure, joint: Array, *, draws: int, rng: np.random.Generator) -> float:
    """The posterior probability that the first system is the better one: Dirichlet, four pseudo-items in all."""
    sign = -1 if measure.higher_is_better is False else 1
    won = ties = 0
    for start in range(0, draws, 500):
        shape = (min(500, draws - start), *joint.shape)
        drawn = rng.standard_gamma(joint + MASS / joint.size, size=shape)
        gap = sign * (measure(drawn.sum(-1)) - measure(drawn.sum(-2)))
        won, ties = won + int((gap > 0).sum()), ties + int((gap == 0).sum())
    return (won + ties / 2) / draws
