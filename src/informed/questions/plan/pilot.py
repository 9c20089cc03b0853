"""Two systems on the same items, planned from a pilot: how they differ, and on which items, is seen instead of assumed.

Tables are drawn from the pilot's own shares of truth x first x second, with the pseudo-items of the paired interval,
and brought to the difference that is planned for: towards both systems answering alike often where that is smaller,
towards a better system that knows the answers where it is larger.
"""

import math
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from informed.core.basis import signature
from informed.core.errors import InputError, arg, choice
from informed.core.items import Items
from informed.core.registry import Measure, get
from informed.core.table import Array
from informed.core.words import coefficient
from informed.inference.draws import generator
from informed.inference.gradient import influence
from informed.inference.pairing import MASS, Differences, Paired
from informed.inference.proportions import quantile
from informed.questions.plan.compute import Plan
from informed.questions.plan.solve import MOST_DRAWN, Wanted, border, hidden, powered, searched

AIMS = ("informedness", "accuracy", "kappa", "mcc")
SAMPLES = 250  # at each step
PAIR = np.array([[1, 0]])


def planned_from(pilot: Items, measure: str, difference: float | None, wanted: Wanted, level: float, seed: Any) -> Plan:
    """How many items show the difference, or have an interval of the width."""
    world = World(_checked(pilot), get(choice("measure", measure, AIMS)), (1 - level) / 2, generator(seed))
    ends = [float(end[0]) for end in Differences([world.paired], PAIR).limits(world.tail)]
    low, high = ends if world.second_better else (-ends[1], -ends[0])
    seen, z = abs(world.seen), float(quantile(world.tail))
    open_to = wanted.n is not None and difference == 0
    if difference is None:
        difference = seen
    if not difference and wanted.width is None and not open_to:
        raise InputError(
            f"both systems of the pilot have the same {measure}: give {arg('difference')}, the least that matters"
        )
    alike = world.variance(world.shares(0.0))
    if open_to and wanted.n is not None:
        n, most = wanted.n, world.most

        def shown(gap: float) -> bool:
            return powered(gap, alike, world.variance(world.shares(gap)), n, z) >= wanted.aim

        difference = border(shown, most, hidden(n, f"a difference of {coefficient(most)}", wanted.aim))[1]
    shares = world.shares(difference)
    spread = world.variance(shares)
    aimed = (z + float(quantile(1 - wanted.aim))) / difference if wanted.width is None and difference else 0.0
    start = math.ceil(spread * (aimed or 2 * z / (wanted.width or 0.1)) ** 2)
    given, scale = partial(world.given, shares), math.sqrt(spread)
    n, width, power = searched(given, max(start, 2), wanted, effect=difference, scale=scale, z=z)
    assumed = {"difference": difference, "systems": pilot.systems, "pilot": pilot.n}
    assumed |= {"better": pilot.systems[int(world.second_better)], "seen": seen, "low": low, "high": high}
    recipe = {"aim": measure, "pilot": pilot.n, "difference": difference, **vars(wanted), "level": level, "seed": seed}
    return Plan(
        aim=measure,
        n=n,
        width=width,
        power=power if difference else None,
        level=level,
        assumed=assumed,
        asked="difference" if open_to else wanted.asked,
        method="simulation of the paired interval",
        signature=signature(recipe),
    )


def _checked(pilot: Items) -> Items:
    """The items that both systems judged, where that is a pilot of two."""
    if len(pilot.systems) != 2:
        raise InputError(f"{arg('pilot')} has {len(pilot.systems)} systems; name the two to be compared")
    if pilot.weights is not None or pilot.cluster is not None or pilot.stratum is not None or pilot.by:
        raise InputError(f"{arg('pilot')} is planned from item by item: leave out weights, clusters, strata and groups")
    found = pilot.answered().occurring()
    if len(np.unique(found.rows[:, 0])) < 2 or found.n < 2:
        raise InputError(f"{arg('pilot')} needs items of two classes that both systems judged; it has {found.n} items")
    if len(found.labels) > MOST_DRAWN:
        raise InputError(f"{arg('pilot')} has {len(found.labels)} labels; up to {MOST_DRAWN} can be planned for")
    return found


@dataclass(frozen=True)
class World:
    """The pilot, as shares of truth x first x second, and what is measured on it."""

    pilot: Items
    measure: Measure
    tail: float
    rng: "np.random.Generator"

    @cached_property
    def paired(self) -> Paired:
        """Both systems on the items of the pilot."""
        return Paired(self.measure, self.pilot)

    @property
    def seen(self) -> float:
        """By how much the second system was better."""
        first, second = self.paired.values
        return float(second - first)

    @property
    def second_better(self) -> bool:
        """Whether the second system was the better one."""
        return self.seen >= 0

    @cached_property
    def _own(self) -> Array:
        """What the pilot shows, the better system last, ``(K, K, K)``."""
        size = len(self.pilot.labels)
        cells = np.full((size,) * 3, MASS / size**3)
        np.add.at(cells, tuple(self.pilot.rows.T), self.pilot.items)
        cells /= cells.sum()
        return cells if self.second_better else cells.swapaxes(1, 2)

    @cached_property
    def _ends(self) -> tuple[Array, Array]:
        """Both systems answering alike often, and the better one knowing every answer."""
        best = np.zeros_like(self._own)
        size = np.arange(len(best))
        best[size, :, size] = self._own.sum(axis=2)
        return (self._own + self._own.swapaxes(1, 2)) / 2, best

    def _gap(self, shares: Array) -> float:
        first, second = self.measure.raw(np.stack([shares.sum(axis=2), shares.sum(axis=1)]))
        return float(second - first)

    @property
    def most(self) -> float:
        """The largest difference: the better system knows every answer."""
        return self._gap(self._ends[1])

    def shares(self, difference: float) -> Array:
        """The shares at which the systems lie so far apart."""
        alike, best = self._ends
        low, high = (alike, self._own) if difference <= self._gap(self._own) else (self._own, best)
        if difference > self.most:
            raise InputError(
                f"{arg('difference', difference)} is not possible: if the better system knew every answer, it would be "
                f"{coefficient(self.most)}"
            )
        least, most = 0.0, 1.0
        for _ in range(50):  # the difference grows with the part, on a line for most measures
            part = (least + most) / 2
            least, most = (part, most) if self._gap((1 - part) * low + part * high) < difference else (least, part)
        return np.asarray((1 - most) * low + most * high)

    def variance(self, shares: Array) -> float:
        """The variance of the difference of the values, times the number of items."""
        first, second = influence(self.measure, np.stack([shares.sum(axis=2), shares.sum(axis=1)]))
        apart = second[:, None, :] - first[:, :, None]
        return max(float((shares * apart**2).sum() - (shares * apart).sum() ** 2), 1e-9)

    def given(self, shares: Array, n: int, times: int) -> tuple[float, float]:
        """The mean width of the paired interval of n items, and how often it shows the better system."""
        cells = np.stack(np.unravel_index(np.arange(shares.size), shares.shape), axis=1)
        drawn = self.rng.multinomial(n, shares.ravel(), size=SAMPLES * times)
        samples = [
            Items(labels=self.pilot.labels, systems=self.pilot.systems, rows=cells[each > 0], items=each[each > 0])
            for each in drawn
        ]
        low, high = Differences(Paired.each(self.measure, samples, 500, self.rng), PAIR).limits(self.tail)
        there = ~np.isnan(low)
        return float((high - low)[there].mean()) if there.any() else 2.0, float((low > 0).mean())
