"""Systems judged on the same items: how their values differ, from the items alone.

The difference of two systems moves with an item by the difference of its influences. One matrix of influences, rows
by systems, therefore gives the variance of every pair at once, at a cost that does not grow with the items.
"""

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
from informed.inference.interval import inversion, limits_of
from informed.inference.proportions import Limits, Pair, Tail, mover, quantile, tango
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

    @classmethod
    def each(cls, measure: Measure, samples: Sequence[Items], draws: int, seed: Any) -> "list[Paired]":
        """Those of several samples; the values and influences of equally many labels are found at once."""
        found = [cls(measure, data, draws, seed) for data in samples]
        for size in dict.fromkeys(len(each.data.labels) for each in found):
            some = [each for each in found if len(each.data.labels) == size]
            values = measure(np.stack([each.data.tables for each in some]))
            moves = influence(measure, np.stack([each.smoothed for each in some]))
            for each, own, move in zip(some, np.asarray(values), moves, strict=True):
                vars(each).update(values=own, influence=np.where(each._open, move, 0.0))
        return found

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

    def errors(self, pairs: Array) -> Array:
        """The standard error of every difference: the largest that may be."""
        of, over = pairs.T
        each = np.diagonal(self.covariances, axis1=-2, axis2=-1)
        apart = each[:, of] + each[:, over] - 2 * self.covariances[:, of, over]
        return np.sqrt(np.maximum(apart, 0.0).max(0))

    def limits(self, pairs: Array) -> tuple[list[str], Limits]:
        """The methods and the limits of the differences, which hold the difference itself."""
        found = Differences([self], pairs)
        return found.methods, found.limits

    @property
    def bounds(self) -> tuple[float, float]:
        """The ends of the range."""
        size = len(self.data.labels)
        return self.measure.bound(0, size, size), self.measure.bound(1, size, size)

    @property
    def kind(self) -> tuple[str, bool]:
        """The method where both values vary, and whether the normal distribution serves."""
        name = "tango" if self._on_one_margin else "mover" if self.measure.interval == "gated" else "paired"
        return name, self._freedom is None

    @property
    def _on_one_margin(self) -> bool:
        """Whether the value is a difference of two rates among the actual classes, which all systems share."""
        terms = self.measure.contrast
        plain = self.data.weights is None and self.data.cluster is None and self.data.stratum is None
        shared = terms is not None and get(terms[0]).given == "actual"
        return plain and shared and len(self.data.labels) == 2

    @cached_property
    def _freedom(self) -> Array | None:
        return freedom(self.data, self._effects, self.data.rows[:, 0])

    def normal(self, pairs: Array) -> Array:
        """The ends that limits reach out from, the standard error and its degrees of freedom, of every pair."""
        of, over = pairs.T
        smooth = np.asarray(self.measure.raw(self.smoothed))
        centre, error = smooth[of] - smooth[over], self.errors(pairs)
        # Pseudo-items draw a large difference towards 0: the far end is seen from the difference itself.
        plain = np.asarray(self.measure.raw(1.0 * self.data.tables))
        gap = plain[of] - plain[over]
        known = np.asarray(np.inf if self._freedom is None else self._freedom)
        degrees = np.broadcast_to(known, gap.shape) if known.ndim == 0 else np.minimum(known[of], known[over])
        return np.stack([np.fmin(centre, gap), np.fmax(centre, gap), error, degrees])

    def together(self, pairs: Array) -> Array:
        """How both values of every pair move together: their correlation."""
        of, over = pairs.T
        spread = np.sqrt(np.diag(self.covariance))
        found = ratio(self.covariance[of, over], spread[of] * spread[over])
        return np.where(self._constant[of] | self._constant[over], 0.0, found)  # one of them does not move

    def alone(self, pairs: Array) -> Array:
        """Of every pair the one of both that varies beside a constant; -1 where not just one does."""
        fixed = self._fixed[pairs]
        return np.where(fixed.sum(1) == 1, pairs[np.arange(len(pairs)), fixed.argmin(1)], -1)


@dataclass(frozen=True)
class Differences:
    """The differences of the same pairs of systems by several measures in several samples, one after the other.

    ``silent``: of which of them nothing shows how the units vary; their limits are NaN.
    """

    parts: Sequence[Paired]
    pairs: Array
    silent: Sequence[bool] = ()

    @cached_property
    def gaps(self) -> Array:
        """The differences themselves."""
        later, earlier = self.pairs.T
        return np.concatenate([each.values[later] - each.values[earlier] for each in self.parts])

    @cached_property
    def _telling(self) -> list[int]:
        return [place for place in range(len(self.parts)) if not (self.silent and self.silent[place])]

    @cached_property
    def _held(self) -> Array:
        """What limits hold: the differences, where there is anything to tell."""
        told = np.isin(np.arange(len(self.parts)), self._telling)
        return np.where(np.repeat(told, len(self.pairs)), self.gaps, np.nan)

    @cached_property
    def p(self) -> Array:
        """The p of no difference; 1 where there is none."""
        found = np.where(self.gaps == 0, 1.0, np.atleast_1d(inversion(self.limits, 0.0)))
        return np.where(np.isnan(self._held), np.nan, found)

    @cached_property
    def methods(self) -> list[str]:
        """The method of every difference."""
        found = np.repeat(np.array([each.kind[0] for each in self.parts], dtype=object), len(self.pairs))
        if self._beside is not None:
            found[self._beside[0]] = self._beside[1]
        return found.tolist()

    @cached_property
    def _inner(self) -> list[tuple[Array, Limits]]:
        """Limits where both values vary, each with the places they are of."""
        ways = {"tango": _tango, "mover": _recovered, "paired": _linear}
        found, every = [], np.arange(len(self.gaps)).reshape(len(self.parts), -1)
        for kind in dict.fromkeys(self.parts[place].kind for place in self._telling):
            some = [place for place in self._telling if self.parts[place].kind == kind]
            found.append((every[some].ravel(), ways[kind[0]]([self.parts[place] for place in some], self.pairs)))
        return found

    @cached_property
    def _beside(self) -> tuple[Array, Array, Limits] | None:
        """Differences from a value that does not vary: their places, and the limits of the other value alone."""
        other = np.full((len(self.parts), len(self.pairs)), -1)
        for place in self._telling:
            other[place] = self.parts[place].alone(self.pairs)
        sample, pair = np.nonzero(other >= 0)
        if not sample.size:
            return None
        system, chance = (
            other[sample, pair],
            np.array([each.measure.fixed_chance or 0.0 for each in self.parts])[sample],
        )
        later = system == self.pairs[pair, 0]
        methods, limits = _alone(self.parts, sample, system)

        def at(tail: Tail) -> Pair:
            low, high = limits(tail)
            return np.where(later, low - chance, chance - high), np.where(later, high - chance, chance - low)

        return sample * len(self.pairs) + pair, methods, at

    def limits(self, tail: Tail) -> Pair:
        """Limits that hold the difference itself."""
        tails, (low, high) = np.broadcast_to(tail, self.gaps.shape), np.full((2, len(self.gaps)), np.nan)
        for here, inner in self._inner:
            low[here], high[here] = inner(tails[here])
        if self._beside is not None:
            here, _, inner = self._beside
            low[here], high[here] = inner(tails[here])
        return np.fmin(low, self._held), np.fmax(high, self._held)

    def possible(self, places: Array, tail: Tail) -> Pair:
        """The ends beyond which no difference lies unless one of both values lies beyond its own limits."""
        sample, pair = np.divmod(places, len(self.pairs))
        least, most = np.array([each.bounds for each in self.parts])[sample].T
        low, high = _of_both(self.parts, sample, self.pairs[pair])(tail)
        low, high = np.fmax(low, least), np.fmin(high, most)
        return np.minimum(low[0] - high[1], 0.0), np.maximum(high[0] - low[1], 0.0)


def _alone(parts: Sequence[Paired], sample: Array, system: Array) -> tuple[Array, Limits]:
    """The methods and the limits of the values of systems, each by itself."""
    methods, pieces = np.full(len(sample), None, dtype=object), []
    for measure in dict.fromkeys(each.measure for each in parts):
        some = [place for place, each in enumerate(parts) if each.measure is measure]
        here = np.flatnonzero(np.isin(sample, some))
        asked = np.searchsorted(some, sample[here]), system[here]
        for found, batch in of_systems([parts[place].data for place in some], *asked, placed=measure.placed):
            for own, design in batch.parts:
                method, limits, _ = limits_of(measure, design, draws=parts[0].draws, seed=parts[0].seed)
                places = here[found[own]]
                methods[places] = method.name
                pieces += [(places, limits)] if design.table.ndim > 2 else [(place, limits) for place in places]

    def at(tail: Tail) -> Pair:
        tails, (low, high) = np.broadcast_to(tail, methods.shape), np.empty((2, len(methods)))
        for places, limits in pieces:
            low[places], high[places] = limits(tails[places])
        return low, high

    return methods, at


def _of_both(parts: Sequence[Paired], sample: Array, pairs: Array) -> Limits:
    """The limits of both values of every pair ``(2, P)``, each by itself."""
    limits = _alone(parts, np.tile(sample, 2), pairs.T.ravel())[1]

    def at(tail: Tail) -> Pair:
        low, high = limits(np.tile(np.broadcast_to(tail, len(pairs)), 2))
        return low.reshape(2, -1), high.reshape(2, -1)

    return at


def _linear(parts: Sequence[Paired], pairs: Array) -> Limits:
    """The normal approximation, or Student's t."""
    from scipy.special import stdtrit

    below, above, error, degrees = np.concatenate([each.normal(pairs) for each in parts], axis=1)
    plain = parts[0].kind[1]

    def at(tail: Tail) -> Pair:
        reach = error * (quantile(tail) if plain else -stdtrit(degrees, tail))
        return below - reach, above + reach

    return at


def _recovered(parts: Sequence[Paired], pairs: Array) -> Limits:
    """Limits of each difference from those of both values, which chance biases, and how they move together.

    The method of variance estimates recovery for terms that depend on each other (Zou 2007), joined with the
    normal approximation: the one is short where both know much, the other where one of them knows nothing.
    """
    normal, together = _linear(parts, pairs), np.concatenate([each.together(pairs) for each in parts])
    ends = _of_both(parts, np.repeat(np.arange(len(parts)), len(pairs)), np.tile(pairs, (len(parts), 1)))
    first, second = np.concatenate([each.values[pairs.T] for each in parts], axis=1)

    def at(tail: Tail) -> Pair:
        (low, other_low), (high, other_high) = ends(tail)
        inner = mover((first, (low, high)), (second, (other_low, other_high)), together)
        below, above = normal(tail)
        return np.fmin(below, inner[0]), np.fmax(above, inner[1])

    return at


def _tango(parts: Sequence[Paired], pairs: Array) -> Limits:
    """For each class the score limits of the difference of rates, then both classes together."""
    counts = [[_called(each.data, pairs, actual=place, said=0) for place in (0, 1)] for each in parts]
    first, second, whole = np.swapaxes(np.concatenate(counts, axis=-1), 0, 1)
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
    found = [_called(data, pairs, actual=place, said=place)[:2].T for place in places]
    return np.rint(np.stack(found, axis=1)).astype(np.int64)


def _called(data: Items, pairs: Array, *, actual: int, said: int) -> Array:
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
