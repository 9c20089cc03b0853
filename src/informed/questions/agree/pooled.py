"""All ordered pairs of ratings of one item, what coefficients make of them, and how far these stray."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from informed.core.estimate import Estimate
from informed.core.keyed import Units
from informed.core.ratings import Ratings
from informed.core.registry import get
from informed.core.table import one_vs_rest
from informed.core.validate import Numbers
from informed.inference.dependence import SingleUnitError, deviations, scatter, weight_factor
from informed.inference.design import over
from informed.inference.gradient import derivative
from informed.inference.smoothing import MASS, pseudo_counts
from informed.questions.multilabel.inference import Jackknife

ROOM = 2**22  # numbers in flight at a time
FREEDOM = 6.0  # never fewer degrees of freedom; with it no simulated setting covers less than 93%


class Pooled:
    """All ordered pairs of ratings of one item; items with fewer than two ratings have none."""

    def __init__(self, ratings: Ratings) -> None:
        said = ratings.codes[..., None] == np.arange(len(ratings.labels))
        self.labels = ratings.labels
        self.said = said.sum(1).astype(np.float64)
        self.given = self.said.sum(1)
        self.counts = np.where(self.given > 1, ratings.sizes, 0)
        self.size = int(ratings.items[self.given > 1].sum())
        self.units = Units.of(ratings)

    @property
    def whole(self) -> Numbers:
        """The table of all pairs, every item counting the same."""
        return self._sum(every_pair)

    @property
    def items(self) -> int:
        """How many items have at least two ratings."""
        return self.size

    def scattered(self, moves: Numbers) -> "Scatter":
        """How far the value strays that each item moves so."""
        rows = np.flatnonzero(self.given > 1)
        return scattered(self.units.only(rows), moves[rows])

    def pairs(self, rows: slice, weigh: Callable[[Numbers], Numbers]) -> Numbers:
        """The table of pairs of each row: ``(rows, K, K)``."""
        said, given = self.said[rows], np.maximum(self.given[rows], 2)
        tables = said[:, :, None] * said[:, None, :]
        tables[:, np.arange(said.shape[1]), np.arange(said.shape[1])] -= said
        return np.asarray(tables / weigh(given)[:, None, None])

    def estimate(
        self, measure: Callable[[Numbers], Numbers], weigh: Callable[[Numbers], Numbers], level: float
    ) -> list[Estimate]:
        """The measure of the table of all pairs, one value or several (labels), each with its interval."""
        whole = self._sum(weigh)
        values = np.atleast_1d(measure(whole[None])[0])
        if self.items < 2 or np.isnan(values).all():
            return [bare(value) for value in values.tolist()]
        unit = whole.sum() / self.counts.sum()  # what one item has in the table
        added = pseudo_counts(whole, MASS * unit)
        centres = np.atleast_1d(measure((whole + added)[None])[0])
        slopes = np.stack([derivative(_only(measure, place), whole + added) for place in range(len(values))])
        slopes = (slopes + np.swapaxes(slopes, -1, -2)) / 2  # pairs have no order
        moves = [np.einsum("vab,rab->vr", slopes, self.pairs(rows, weigh)) for rows in self._blocks()]
        each = zip(values.tolist(), centres.tolist(), np.concatenate(moves, -1), slopes * unit, strict=True)
        return [
            limited(one, centre, partial(self.scattered, item), (pseudo, added / unit), level)
            for one, centre, item, pseudo in each
        ]

    def agreement(self, level: float, chance: float | None) -> Estimate:
        """The share of pairs that agree: a mean over items, each between 0 and 1."""
        whole, same = self.whole, get("accuracy").raw
        left = [same(np.maximum(whole - self.pairs(rows, every_pair), 0.0)) for rows in self._blocks()]
        value = float(same(whole))
        if np.isnan(value) or self.items < 2:
            return bare(value, chance)
        rows = np.flatnonzero(self.given > 1)
        try:
            found = Jackknife.of(value, np.concatenate(left)[rows], self.counts[rows], self.units.only(rows))
        except SingleUnitError as reason:
            return Estimate(value, chance=chance, note=f"no interval: {reason}")
        low, high = found.within(found.value, 0.0, (1 - level) / 2)
        return Estimate(found.value, low=low, high=high, level=level, method="jackknife", chance=chance)

    def _sum(self, weigh: Callable[[Numbers], Numbers]) -> Numbers:
        parts = [np.tensordot(self.counts[rows], self.pairs(rows, weigh), 1) for rows in self._blocks()]
        return np.asarray(np.sum(parts, axis=0))

    def _blocks(self) -> Iterator[slice]:
        step = max(1, ROOM // len(self.labels) ** 2)
        return (slice(start, start + step) for start in range(0, len(self.counts), step))

    def per_label(self, level: float) -> list[Estimate]:
        """Fleiss' kappa of each label against the rest."""
        return self.estimate(lambda tables: get("kappa").raw(one_vs_rest(tables)), every_pair, level)


def every_pair(given: Numbers) -> Numbers:
    """How many ordered pairs so many ratings make: every item counts the same."""
    return np.asarray(given * (given - 1))


def every_rating(given: Numbers) -> Numbers:
    """In how many pairs a rating is the first: every rating counts the same."""
    return np.asarray(given - 1)


def _only(measure: Callable[[Numbers], Numbers], place: int) -> Callable[[Numbers], Numbers]:
    """One of the values of a measure that has several."""
    return lambda tables: np.reshape(measure(tables), (*tables.shape[:-2], -1))[..., place]


def bare(value: float, chance: float | None = 0.0) -> Estimate:
    """A value without an interval."""
    empty = "0/0: no item has two ratings, or only one label is used"
    return Estimate(value, chance=chance, note=empty if np.isnan(value) else None)


Moves = tuple[Numbers, Numbers]
"""By how much each kind of item moves a value, and how many there are of each kind."""


class Scatter(NamedTuple):
    """Sums of squares and of fourth powers over units, how many units there are, and the freedom they leave."""

    second: float
    fourth: float
    n: float
    freedom: float


def scattered(units: Units, moves: Numbers) -> Scatter:
    """How far a value strays that one item of each row moves so: items alone, or clusters, within their strata."""
    if units.cluster is None and units.stratum is None and units.weights is None:
        second, fourth = (float(units.items @ moves**power) for power in (2, 4))
        return Scatter(second, fourth, units.items.sum(), max(float(units.items.sum()) - 1, 1))
    variance, _, known = scatter(units, moves, np.zeros(len(moves), np.int64))
    each = deviations(units, moves / weight_factor(units))
    shared = np.ones(len(each)) if units.cluster is not None else np.resize(np.maximum(units.items, 1), len(each))
    second, fourth = float((each**2).sum()), float((each**4 / shared).sum())
    n = float(len(each)) if units.cluster is not None else float(units.sizes.sum())
    return Scatter(variance, fourth * over(variance, second) ** 2 if second else 0.0, n, min(known, max(n - 1, 1)))


def limited(value: float, centre: float, scattering: Callable[[], Scatter], pseudo: Moves, level: float) -> Estimate:
    """Value and standard error with the pseudo-items that keep a rare label from looking certain.

    Few items carry the error where a label is rare: Student's t, with the freedom of their squares (Satterthwaite
    1946). That freedom is itself a guess, so it is never taken to be less than ``FREEDOM``.
    """
    from scipy.special import stdtrit

    if np.isnan(value):
        return bare(value)
    try:
        items = scattering()
    except SingleUnitError as reason:
        return Estimate(value, chance=0.0, note=f"no interval: {reason}")
    n = items.n + pseudo[1].sum()
    second, fourth = (
        known + float(np.sum(pseudo[1] * pseudo[0] ** power)) for known, power in ((items.second, 2), (items.fourth, 4))
    )
    surplus = fourth / second**2 - 1 / n if second else 0.0
    freedom = np.clip(2 / surplus, FREEDOM, None) if surplus > 0 else n
    reach = float(stdtrit(min(freedom, items.freedom), (1 + level) / 2) * np.sqrt(second))
    low, high = max(min(centre - reach, value), -1.0), min(max(centre + reach, value), 1.0)
    return Estimate(value, low=low, high=high, level=level, method="wald", chance=0.0)
