"""When a predictor may say nothing: bets not placed, which neither win nor lose.

Two forms, which agree when all classes are left alone alike. *Zero stake*: every item stays in the actual margins, and
G(l) = hits(l)/actual(l) - false(l)/others(l) over all of them. *Discounted*: the table of the answered items alone,
times the share n/N that was answered. Averaging zero-stake gains by bias over all N would discount twice; the bets
made are what `edge` averages over.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from informed.core.counts import Counts
from informed.core.errors import InputError, arg
from informed.core.estimate import Estimate
from informed.core.items import Items
from informed.core.registry import Measure, get
from informed.core.table import (
    Array,
    actuals,
    as_table,
    average,
    diagonal,
    namespace,
    others,
    predictions,
    prevalences,
    ratio,
    shares,
    total,
    two_by_two,
    where,
)
from informed.inference.claims import guessing
from informed.inference.dependence import Grouped, grouped
from informed.inference.design import Independent
from informed.inference.estimates import drawn_as, estimates, own

Ends = tuple[Any, Any, Any]
"""A value with its low and its high end."""


def staked(table: Array, abstained: Array) -> Array:
    """The table with the items left alone in one more column: ``(..., K, K + 1)``."""
    xp = namespace(table)
    return xp.concat([table, xp.asarray(abstained, dtype=table.dtype)[..., None]], axis=-1)


def bet_on(staked: Array) -> Array:
    """The table of the items that were bet on."""
    return staked[..., :-1]


def stake_gains(staked: Array) -> Array:
    """G(l) of every label over all items, where a bet not placed neither wins nor loses.

    Nor does one on a class that never or always occurs: there are no odds for it.
    """
    hits, rows = diagonal(bet_on(staked)), actuals(staked)
    gain = ratio(hits, rows) - ratio(predictions(bet_on(staked)) - hits, others(rows))
    return where((rows > 0) & (others(rows) > 0), gain, 0.0)


def by_label(staked: Array) -> Array:
    """Each label against the rest, ``(..., K, 2, 2)``: an item left alone was not bet to be of the label."""
    hits, rows = diagonal(bet_on(staked)), actuals(staked)
    false = predictions(bet_on(staked)) - hits
    cells = (hits, rows - hits, false, others(rows) - false)
    return two_by_two(*(where(each > 0, each, 0.0) for each in cells))  # of shares, what rounding leaves below 0 is 0


def _discounted(name: str) -> Callable[[Array], Array]:
    inner = get(name)
    return lambda staked: inner.raw(bet_on(staked)) * ratio(total(bet_on(staked)), total(staked))


ZERO_STAKE = {
    "informedness": own(
        "informedness at zero stake",
        lambda staked: average(stake_gains(staked), prevalences(staked)),
        like="informedness",
    ),
    "edge": own(
        "edge at zero stake",
        lambda staked: average(stake_gains(staked), shares(predictions(bet_on(staked)))),
        like="edge",
    ),
}
DISCOUNTED = {name: own(f"discounted {name}", _discounted(name), like=name) for name in ZERO_STAKE}
COVERAGE = own(
    "coverage",
    lambda staked: (total(bet_on(staked)), total(staked)),
    proportion=True,
    interval="jeffreys_wilson",
    perfect=None,
)


@dataclass(frozen=True)
class Bets:
    """All items, those left alone included; ``items`` where they are clustered."""

    counts: Counts
    items: Items | None = None
    level: float = 0.95

    @cached_property
    def cells(self) -> dict[str, Array]:
        """The table (and of weighted items their number and their squared weights), silence in one more column."""
        counts = self.counts
        names = {"table": "abstained_weights", "items": "abstained", "squares": "abstained_squares"}
        found = {}
        for name, silent in names.items() if counts.weighted else (("table", "abstained"),):
            left = getattr(counts, silent)
            if left is None and counts.abstained is not None and counts.abstained.any():
                raise InputError(
                    f"the weights of the abstentions are unknown; count the items again, with {arg('weights')}"
                )
            part = as_table(getattr(counts, name))
            found[name] = staked(part, np.zeros(len(part)) if left is None else np.asarray(left, float))
        return found

    @property
    def table(self) -> Array:
        """The table with the items left alone in one more column."""
        return self.cells["table"]

    @cached_property
    def abstains(self) -> bool:
        """Whether any item was left alone."""
        return bool(self.table[:, -1].any())

    @property
    def design(self) -> Any:
        """How all the items were drawn."""
        return drawn_as(self.counts.n, **self.cells) if self._together is None else self._together

    @property
    def by_label(self) -> Any:
        """The same, each label against the rest."""
        if self._together is not None:
            return self._together.labels()
        return drawn_as(self.counts.n, **{name: by_label(part) for name, part in self.cells.items()})

    @cached_property
    def _together(self) -> Grouped | None:
        items = None if self.items is None else self.items.staked().plain()
        if items is None or not items.dependent:
            return None
        return Grouped(items, items.systems[0], staked=self.items is not None and self.items.abstaining)

    @cached_property
    def guessing(self) -> float | None:
        """The p of informedness 0; None where items were left alone, or not drawn one by one."""
        counts = self.counts.occurring(alike=True)
        drawn = counts.n is not None and not (counts.weighted or self.abstains or self._together)
        return guessing(Independent(counts.table)) if drawn else None

    def form(self, measure: Measure, chance: float = 0.0) -> Estimate:
        """A measure of all the items, with those left alone in one more column."""
        if not self.counts.table.any() and measure is not COVERAGE:
            return Estimate(0.0, chance=0.0, note="abstained from every item: nothing staked, nothing won or lost")
        return estimates(measure, self.design, level=self.level, chance=chance)[()]

    @cached_property
    def coverage(self) -> Estimate:
        """The share of the items that were answered."""
        return self.form(COVERAGE, chance=np.nan)

    @cached_property
    def answers(self) -> dict[str, Estimate]:
        """The measures of the answered items alone."""
        if not self.counts.table.any():
            return {name: Estimate(float("nan"), note="undefined: no item was answered") for name in ZERO_STAKE}
        sample = self.counts if self.items is None else grouped(self.items)
        return {name: estimates(name, sample, level=self.level)[()] for name in ZERO_STAKE}

    @cached_property
    def zero_stake(self) -> dict[str, Estimate]:
        """Informedness and edge with abstentions as bets not placed; the plain measures where there are none."""
        return {name: self.form(each) for name, each in ZERO_STAKE.items()} if self.abstains else self.answers

    @cached_property
    def discounted(self) -> dict[str, Estimate]:
        """The values of the answers times the share answered."""
        return {name: self._discount(name) for name in DISCOUNTED}

    def _discount(self, name: str) -> Estimate:
        """One of them, with the limits of a product of two that are independent."""
        plain, answers, share = self.form(DISCOUNTED[name]), self.answers[name], self.coverage
        if plain.low is None or answers.low is None or share.low is None or not isinstance(self.design, Independent):
            return plain
        low, high = product_limits(_ends(answers), _ends(share))
        return replace(plain, low=max(float(low), -1.0), high=min(float(high), 1.0), method="mover", note=answers.note)


def _ends(estimate: Estimate) -> Ends:
    return estimate.value, estimate.low, estimate.high


def product_limits(value: Ends, share: Ends) -> tuple[Any, Any]:
    """Limits of a value times an independent share from the limits of both (MOVER; Zou & Donner 2008).

    The variance of a product is that of each term at the other, and of both together.
    """
    (a, a_low, a_high), (b, b_low, b_high) = value, share
    down, up = np.where(a > 0, b - b_low, b_high - b), np.where(a > 0, b_high - b, b - b_low)
    below, above = (
        np.sqrt((b * of_a) ** 2 + (a * of_b) ** 2 + (of_a * of_b) ** 2)
        for of_a, of_b in ((a - a_low, down), (a_high - a, up))
    )
    return a * b - below, a * b + above
