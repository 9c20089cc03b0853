"""Systems judged on the same items: how their values differ, from patterns alone.

The difference of two systems moves with an item by the difference of its influences. One matrix of influences, rows
by systems, therefore gives the variance of every pair at once, at a cost that does not grow with the items.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from informed.inference.dependence import clump, effective, freedom, variants, weight_factor
from informed.inference.draws import generator
from informed.inference.draws.sampler import AT_ONCE
from informed.inference.exact_tests import mcnemar
from informed.inference.gradient import influence
from informed.inference.monitoring import e_value
from informed.inference.proportions import Pair, Tail, mover, quantile, tango
from informed.inference.sample import Limits
from informed.inference.significance import Test
from informed.patterns import Patterns
from informed.registry import Measure, get
from informed.table import Array, actuals, total

MOST_JOINT = 2**15  # cells of actual x first x second from which posterior draws take too long
SEEN_OFTEN = "as mcnemar, but may be looked at after every item; 20 and more is strong"
MASS = 4.0
"""Pseudo-items in the joint table of two systems: 1/2 a cell for two classes, 4/K^3 for K."""


@dataclass(frozen=True)
class Paired:
    """All systems of some patterns under one measure; pairs are given by their places ``(P, 2)``: of, over."""

    measure: Measure
    patterns: Patterns

    @cached_property
    def values(self) -> Array:
        """The measure of every system, on the items as they are."""
        return np.asarray(self.measure(self.patterns.tables))

    @cached_property
    def smoothed(self) -> Array:
        """The tables of all systems with their share of the pseudo-items."""
        tables = weight_factor(self.patterns) * self.patterns.tables
        return tables + MASS / (tables.shape[-1] * tables.shape[-2])

    @cached_property
    def influence(self) -> Array:
        """The influence of every cell on every system's value, ``(S, K, K)``."""
        return influence(self.measure, self.smoothed)

    @cached_property
    def _effects(self) -> Array:
        """By how much an item of each row moves every system's value, ``(R, S)``."""
        rows = self.patterns.rows
        return np.stack([each[rows[:, 0], rows[:, 1 + place]] for place, each in enumerate(self.influence)], axis=1)

    @cached_property
    def covariances(self) -> Array:
        """The covariance of the systems' values, for each way to see the units: that of items and of pseudo-items."""
        units = variants(self.patterns, self._effects, self.patterns.rows[:, 0])
        size = self.smoothed.shape[-1]
        whole, lines = total(self.influence**2), actuals(self.influence)
        pseudo = MASS / size**3 * (lines @ lines.T + np.diag(size * whole - (lines**2).sum(-1)))
        pseudo = clump(self.patterns, self.patterns.rows[:, 0]) * pseudo
        return np.stack([each.T @ each + pseudo for each in units]) / (effective(self.patterns) + MASS) ** 2

    @property
    def covariance(self) -> Array:
        """The covariance of the systems' values between units."""
        return np.asarray(self.covariances[0])

    def errors(self, pairs: Array) -> Array:
        """The standard error of every difference: the largest that may be."""
        of, over = pairs.T
        each = np.diagonal(self.covariances, axis1=-2, axis2=-1)
        apart = each[:, of] + each[:, over] - 2 * self.covariances[:, of, over]
        return np.sqrt(np.maximum(apart, 0.0).max(0))

    def limits(self, pairs: Array) -> tuple[str, Limits]:
        """The method and the limits of every difference."""
        return ("tango", self._tango(pairs)) if self._on_one_margin else ("paired", self._linear(pairs))

    @property
    def _on_one_margin(self) -> bool:
        """Whether the value is a difference of two rates among the actual classes, which all systems share."""
        terms = self.measure.contrast
        plain = self.patterns.weights is None and self.patterns.cluster is None and self.patterns.stratum is None
        shared = terms is not None and get(terms[0]).given == "actual"
        return plain and shared and len(self.patterns.labels) == 2

    def _linear(self, pairs: Array) -> Limits:
        from scipy.special import stdtrit

        of, over = pairs.T
        smooth = np.asarray(self.measure.raw(self.smoothed))
        centre, error = smooth[of] - smooth[over], self.errors(pairs)
        known = freedom(self.patterns, self._effects, self.patterns.rows[:, 0])
        degrees = known if known is None or known.ndim == 0 else np.minimum(known[of], known[over])

        def at(tail: Tail) -> Pair:
            reach = error * (quantile(tail) if degrees is None else -stdtrit(degrees, tail))
            return centre - reach, centre + reach

        return at

    def _tango(self, pairs: Array) -> Limits:
        """For each class the score limits of the difference of rates, then both classes together."""
        counts = [_alone(self.patterns, pairs, actual=place, said=0) for place in (0, 1)]
        first, second, whole = np.swapaxes(np.array(counts), 0, 1)
        gap = (first - second) / np.maximum(whole, 1.0)

        def at(tail: Tail) -> Pair:
            low, high = tango(first, second, whole, tail)
            return mover((gap[0], (low[0], high[0])), (gap[1], (low[1], high[1])))

        return at


# --- other questions about two systems -------------------------------------------------------------------------------


def flips(patterns: Patterns, pairs: Array) -> Array:
    """For each pair and actual class: items the first got right and the second wrong, and the reverse ``(P, K, 2)``."""
    places = range(len(patterns.labels))
    found = [_alone(patterns, pairs, actual=place, said=place)[:2].T for place in places]
    return np.rint(np.stack(found, axis=1)).astype(np.int64)


def _alone(patterns: Patterns, pairs: Array, *, actual: int, said: int) -> Array:
    """Of the items of a class, those that only the first, and only the second, of each pair calls so; and all of them.

    Shape ``(3, P)``. One matrix holds what every two systems have in common.
    """
    of, over = np.asarray(pairs).T
    here = patterns.rows[:, 0] == actual
    called = (patterns.rows[here, 1:] == said).astype(np.float64)
    items = patterns.items[here]
    both = called.T @ (items[:, None] * called)
    each = np.diag(both)
    return np.stack([each[of] - both[of, over], each[over] - both[of, over], np.full(len(of), float(items.sum()))])


def pair_tests(measure: Measure, patterns: Patterns, of: str, over: str, *, draws: int, seed: Any) -> dict[str, Test]:
    """Tests beside the interval, each of a hypothesis of its own, which its note states."""
    found = {}
    if patterns.weights is None:
        place = [[patterns.place(of), patterns.place(over)]]
        won, lost = flips(patterns, np.array(place))[0].sum(0).tolist()
        for name, p in mcnemar(won, lost).items():
            found[name] = Test(float(won - lost), None, p, "both are right equally often (accuracy, not informedness)")
        found["e_value"] = Test(e_value(won, lost), None, None, SEEN_OFTEN)
        gap = float(measure(patterns.table(of)) - measure(patterns.table(over)))
        p = swapped_p(measure, patterns.only(of, over), gap, draws=draws, rng=generator(seed))
        found["swap"] = Test(gap, None, p, f"the two are exchangeable, item by item; {draws} random exchanges")
        if len(patterns.labels) ** 3 <= MOST_JOINT:
            better = better_probability(measure, patterns.pair(of, over), draws=draws, rng=generator(seed))
            note = f"{of} is better: posterior probability, not a p; {draws} draws"
            found["posterior"] = Test(better, None, None, note)
    return found


def swapped_p(measure: Measure, patterns: Patterns, gap: float, *, draws: int, rng: np.random.Generator) -> float:
    """How often exchanging two systems at random on every item gives a difference as large as the one seen."""
    size = len(patterns.labels)
    actual, first, second = patterns.rows.T
    items = patterns.items.astype(np.int64)
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
