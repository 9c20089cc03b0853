"""The table that would be found if all items had been verified, where the prediction alone decides who is.

Among items that are predicted alike the verified are then a random part (Begg & Greenes 1983). What is known of the
table is drawn: the share of each prediction from all items, the classes among items predicted alike from the verified
ones, both with Jeffreys' prior. Derivation and simulation: docs/methods/verified.md.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from informed.core.estimate import Estimate
from informed.core.validate import Numbers
from informed.inference.drawn import quantiles
from informed.inference.draws import generator

TOP = 1000.0  # odds beyond which nothing is tried
STEPS = 40  # halvings of the search for the odds


@dataclass(frozen=True, eq=False)
class Verified:
    """Verified items as a table of classes x predictions, ``(A, P)``, and how many more have each prediction.

    Classes and predictions need not have the same labels: ``right`` says of each prediction which class it names.
    """

    table: Numbers
    rest: Numbers
    right: Numbers
    draws: int
    seed: int

    @cached_property
    def _drawn(self) -> tuple[Numbers, Numbers, Numbers]:
        """Shares of the predictions, classes of each prediction, and the share of each that is verified."""
        rng, seen = generator(self.seed), self.table.sum(0)
        hits = self.table[self.right, np.arange(len(seen))]
        said, named = np.lexsort((hits, self.rest, seen)), np.lexsort(self.table.T[np.argsort(hits)])
        seen, rest = seen[said], self.rest[said]  # in an order of their own, so that renaming labels changes no draw
        # as much as shares of n items vary, without bias: a posterior of n items has the variance of n + 2, not n - 1
        known = self.table[named][:, said].T + 1 / len(self.table)
        known *= (np.maximum(seen - 1, 1) / (seen + 2))[:, None]
        shares = rng.standard_gamma(np.broadcast_to(seen + rest + 0.5, (self.draws, len(seen))))
        classes = rng.standard_gamma(np.broadcast_to(known, (self.draws, *known.shape)))
        verified = rng.beta(seen + 0.5, rest + 0.5, (self.draws, len(seen)))
        back, home = np.argsort(said), np.argsort(named)
        return _shares(shares)[:, back], _shares(classes)[:, back][:, :, home], verified[:, back]

    def full(self, odds: float = 1.0) -> Numbers:
        """The whole table as shares; ``odds``: of an error among the others, as a multiple of that among verified."""
        seen = self.table.sum(0)
        share = np.divide(seen, seen + self.rest, out=np.ones_like(seen), where=seen + self.rest > 0)
        return _whole((seen + self.rest) / (seen + self.rest).sum(), _shares(self.table.T), share, self.right, odds)

    def estimate(self, measure: Callable[[Any], Any], level: float, odds: float = 1.0) -> Estimate:
        """A measure of the whole table, and the middle of its draws."""
        drawn = self._values(measure, odds)
        tail = np.array((1 - level) / 2)
        low, high = (float(quantiles(drawn, each)) for each in (tail, 1 - tail))
        return Estimate(float(measure(self.full(odds))), low=low, high=high, level=level, method="posterior")

    def chance(self, measure: Callable[[Any], Any]) -> float:
        """Twice the smaller share of the draws on either side of 0."""
        drawn = self._values(measure, 1.0)
        known = drawn[~np.isnan(drawn)]
        return min(2 * (1 + float(min((known <= 0).sum(), (known >= 0).sum()))) / (len(known) + 1), 1.0)

    def _values(self, measure: Callable[[Any], Any], odds: float) -> Numbers:
        return np.sort(np.asarray(measure(_whole(*self._drawn, self.right, odds)), dtype=np.float64), axis=0)

    def holds_to(self, measure: Callable[[Any], Any], level: float) -> float | None:
        """The greatest odds of an error, to which the interval stays above 0; `TOP` where it always does."""

        def above(odds: float) -> bool:
            low = self.estimate(measure, level, odds).low
            return low is not None and low > 0

        if not above(1.0):
            return None
        if above(TOP):
            return TOP
        low, high = 0.0, float(np.log(TOP))
        for _ in range(STEPS):
            middle = (low + high) / 2
            low, high = (middle, high) if above(float(np.exp(middle))) else (low, middle)
        return float(np.exp(low))


def _shares(amounts: Numbers) -> Numbers:
    total = amounts.sum(-1, keepdims=True)
    found: Numbers = np.divide(amounts, total, out=np.zeros_like(amounts, dtype=np.float64), where=total > 0)
    return found


def _whole(said: Numbers, classes: Numbers, verified: Numbers, right: Numbers, odds: float) -> Numbers:
    """The table of shares: the others of each prediction have their errors at other odds, spread alike."""
    hit = np.take_along_axis(classes, np.broadcast_to(right[:, None], (*classes.shape[:-1], 1)), -1)
    hits = hit / (hit + (1 - hit) * odds)
    others = classes * odds / (hit + (1 - hit) * odds)
    np.put_along_axis(others, np.broadcast_to(right[:, None], hits.shape), hits, -1)
    mixed = verified[..., None] * classes + (1 - verified[..., None]) * others
    return np.swapaxes(said[..., None] * mixed, -1, -2)
