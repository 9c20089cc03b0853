"""Ordered labels and numbers: informedness of order, and the slopes of numbers as they are (Powers 2007, section 5).

Of two classes both are informedness, markedness and their correlation. Derivation and limits: docs/methods/ordered.md.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from informed.core.basis import answers, signature
from informed.core.errors import InputError, arg, call
from informed.core.estimate import Estimate, Record
from informed.core.metrics import Figure
from informed.core.ratings import Ratings
from informed.core.result import Grid, Result
from informed.core.validate import Numbers
from informed.core.words import Finding, Next, ci, coefficient, interval, many, number, p_cell, p_is, percent, within
from informed.inference.concordance import concordance, of_influence
from informed.inference.interval import check_level

APART = (  # what is said of labels without an order
    *("by", "stratum", "abstain", "positive", "words", "undefined", "reference", "reference_quality", "method"),
    *("draws", "seed", "measures", "value", "cost", "view", "steps", "rename", "verified"),
)
NAMES = ("informedness", "markedness", "correlation")
FEW = 30  # items of the rarer of two classes, below which the interval is too short


@dataclass(frozen=True)
class Reading(Record):
    """Informedness, markedness and their geometric mean, with p; of the order, or of the numbers as they are."""

    informedness: Estimate
    markedness: Estimate
    correlation: Estimate
    p: float

    @property
    def estimates(self) -> Mapping[str, Estimate]:
        """The three by name."""
        return {name: getattr(self, name) for name in NAMES}


@dataclass(frozen=True)
class Ordered(Result):
    """How well a column of numbers or ordered labels keeps the order, and the level, of another one.

    ``order``: Somers' D both ways, and Kendall's tau-b. ``slopes``: both regression slopes and Pearson's correlation;
    None where labels are no numbers. ``right``, ``wrong``, ``tied``: of the pairs of items that differ in truth, the
    shares that are predicted in the right order, in the wrong one, and alike.
    """

    kind = "ordered"

    n: int
    values: tuple[int, int]
    order: Reading
    slopes: Reading | None
    right: float
    wrong: float
    tied: float
    rarer: int
    missing: int
    level: float
    signature: str

    def key_figures(self) -> Iterator[Figure]:
        """Those of the order, then the slopes."""
        for name, reading in self._readings():
            yield from (Figure(f"{each}{name}", one) for each, one in reading.estimates.items())

    def _readings(self) -> Iterator[tuple[str, Reading]]:
        yield "_of_order", self.order
        if self.slopes is not None:
            yield "_of_numbers", self.slopes

    def head(self) -> tuple[str, str]:
        sizes = " x ".join(map(str, self.values))
        return "Does it know the order?", f"{many(self.n, 'item')}, {sizes} different values"

    def words(self) -> Iterator[Finding]:
        """Whether the order is better than guessed, in pairs; then what the numbers are worth as they are."""
        lead = self.order.informedness
        of = f"informedness of order {coefficient(lead.value)}{within(lead, p_is(self.order.p))}"
        if self.order.p < 1 - self.level:
            better = lead.value > 0
            said = "Better than guessing the order" if better else "Worse than guessing the order"
            yield Finding("order" if better else "reversed", f"{said}: {of}.")
        else:
            yield Finding("no_order", f"No evidence that it knows the order: {of}.")
        tied = f", {percent(self.tied)} alike" if self.tied else ""
        pairs = f"{percent(self.right)} in the right order, {percent(self.wrong)} in the wrong one{tied}"
        yield Finding("pairs", f"Of two items that differ in truth, it puts {pairs}.")
        if self.slopes is not None:
            slope = self.slopes.informedness
            yield Finding("slope", f"One more in truth comes with {coefficient(slope.value)}{within(slope)} predicted.")

    def steps(self) -> Iterator[Next]:
        """Of two classes there are better intervals."""
        if self.values[0] == 2:
            yield Next("two_classes", "with two classes, see thresholds and their costs", "sweep")

    def remarks(self, every: bool = False) -> list[str]:
        """Items left out, and where intervals are too short."""
        lost = [f"{many(self.missing, 'item')} left out that {'lacks' if self.missing == 1 else 'lack'} a value"]
        few = (
            f"the rarer class has {many(self.rarer, 'item')}: intervals are too short; {call('sweep')} has better ones"
        )
        return lost * bool(self.missing) + [few] * (self.values[0] == 2 and self.rarer < FEW)

    def grids(self, every: bool = False) -> Iterator[Grid]:
        """One line for each number."""
        rows = [["", "of order", ci(self.level), "of numbers", ci(self.level)]]
        for name, one in self.order.estimates.items():
            other = None if self.slopes is None else self.slopes.estimates[name]
            beside = [] if other is None else [number(other.value), interval(other)]
            rows.append([name, number(one.value), interval(one), *beside])
        if self.slopes is None:
            rows[0] = rows[0][:3]
        else:
            rows.append(["p", p_cell(self.order.p), "", p_cell(self.slopes.p), ""])
        yield Grid("Order and level", rows)

    def pictures(self) -> dict[str, Any]:
        """The three numbers of order and of level."""
        from informed.writers.charts import Figure as Picture
        from informed.writers.charts import lanes
        from informed.writers.charts.rows import ends

        rows = [
            {"measure": f"{each}{name.replace('_', ' ')}", **ends(one)}
            for name, reading in self._readings()
            for each, one in reading.estimates.items()
        ]
        return {"ordered": Picture("Order and level", lambda _: rows, lanes.forest)}

    def rows(self) -> list[dict[str, Any]]:
        """One row for each number."""
        return [
            {"measure": f"{each}{name}", "p": reading.p, **one.to_dict()}
            for name, reading in self._readings()
            for each, one in reading.estimates.items()
        ]


@answers
def in_order(ratings: Ratings, *, level: float = 0.95, listed: bool = False) -> Ordered:
    """Two columns of ordered values, the truth and what is predicted; ``listed``: whether the labels are in order."""
    check_level(level)
    if ratings.weights is not None or ratings.by or ratings.stratum is not None:
        raise InputError(
            f"ordered values are of single items; leave out {arg('weights')}, {arg('by')}, {arg('stratum')}"
        )
    numeric = all(isinstance(each, (int, float)) for each in ratings.labels)
    if not numeric and not listed:
        raise InputError(f"texts have an order only if it is given: give {arg('labels')} in their order, lowest first")
    both = ratings.between(*ratings.raters)
    if not len(both.rows):
        raise InputError("no item has both values; nothing can be compared")
    scale = np.array(both.labels if numeric else range(len(both.labels)), float)
    x, y = (scale[column] for column in both.rows.T)
    items, cluster = both.items, both.cluster
    ranks = [np.unique(each, return_inverse=True)[1].ravel() for each in (x, y)]
    shares = [np.bincount(each, items) for each in ranks]
    for name, held in zip(("actual", "predicted"), shares, strict=True):
        if len(held) < 2:
            raise InputError(f"{name} has one value only; an order needs two")
    n = items.sum()
    pairs = concordance(ranks[0], ranks[1], items) / n
    apart = [1 - held[rank] / n for held, rank in zip(shares, ranks, strict=True)]
    order = _reading(pairs, apart, items, cluster, level, 2.0, True)
    kept, differ = (float(items @ each / n) for each in (pairs, apart[0]))
    left = [each - items @ each / n for each in (x, y)]
    slopes = _reading(left[0] * left[1], [each**2 for each in left], items, cluster, level, 1.0, False)
    tied, share = _tied(ranks, items) / differ, kept / differ
    values = (len(shares[0]), len(shares[1]))
    ranked = (1 - tied + share) / 2, (1 - tied - share) / 2, tied
    recipe = signature({"n": int(n), "values": list(values), "ordered": True, "level": level})
    rarer, lost = int(shares[0].min()), int(ratings.n - n)
    return Ordered(int(n), values, order, slopes if numeric else None, *ranked, rarer, lost, level, recipe)


def _tied(ranks: list[Numbers], items: Numbers) -> float:
    """The share of all pairs that differ in truth and are predicted alike."""
    n = float(items.sum())
    _, cell = np.unique(np.column_stack(ranks), axis=0, return_inverse=True)
    alike, same = (float((np.bincount(each, items) ** 2).sum()) for each in (ranks[1], cell.ravel()))
    return (alike - same) / n**2


def _reading(
    both: Numbers, own: list[Numbers], items: Numbers, cluster: Any, level: float, kernel: float, bounded: bool
) -> Reading:
    """Ratios of means, ``both`` over each of ``own`` and over their root; an item counts ``kernel`` times in them."""
    n = items.sum()
    shared, (one, two) = float(items @ both / n), (float(items @ each / n) for each in own)
    off = [kernel * (each - items @ each / n) for each in (both, *own)]
    root = float(np.sqrt(one * two))
    ratios = [shared / one, shared / two, shared / root]
    moves = [(off[0] - ratios[0] * off[1]) / one, (off[0] - ratios[1] * off[2]) / two]
    moves.append((off[0] - ratios[2] * (off[1] * two + off[2] * one) / (2 * root)) / root)
    if not bounded:  # a slope is drawn to the items far out (MacKinnon & White 1985)
        moves[:2] = [move * n / (n - 1 - each / one) for move, each, one in zip(moves, own, (one, two), strict=False)]
    parts = zip(ratios, moves, (bounded, bounded, True), strict=True)
    found = [of_influence(value, move, items, cluster, level, end) for value, move, end in parts]
    (lead, p), (dual, _), (both_ways, _) = found
    return Reading(lead, dual, both_ways, p)
